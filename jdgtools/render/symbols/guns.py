"""Symbols of guns and wagons."""

from __future__ import annotations

import math

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Group, Item, Stroke, compose, scaling, translation
from jdgtools.render.shapes import (
    CARRIAGE,
    INK,
    LIGHT,
    METAL,
    blob,
    curve,
    disc,
    fuse,
    limb,
    line,
    poly,
    ring,
    solid,
    trace,
)
from jdgtools.render.symbols.riders import light_cavalry

Items = tuple[Item, ...]


def wheel(x: float, y: float, r: float, spokes: int = 10, rim: float = 5.0, ground: str = "$paper") -> Items:
    """Draw a spoked wheel on light ground, so that it stands before whatever is behind it."""
    rays = PathBuilder()
    for k in range(spokes):
        angle = math.tau * (k + 0.5) / spokes
        rays.polyline(((x, y), (x + (r - 2) * math.cos(angle), y + (r - 2) * math.sin(angle))))
    return (
        *solid(disc(x, y, r + 1.0), color=ground),
        rays.build(stroke=Stroke(INK, rim * 0.62)),
        rays.build(stroke=Stroke(CARRIAGE, rim * 0.34)),
        ring(x, y, r - rim / 2, rim),
        ring(x, y, r - rim / 2, rim * 0.46, CARRIAGE),
        *solid(disc(x, y, r * 0.24)),
        *solid(disc(x, y, r * 0.1), color=LIGHT),
    )


def place_items(items: Items, x: float, y: float, scale: float) -> Items:
    """Return the drawing, smaller, with its corner at (x, y)."""
    return (Group(items, compose(translation(x, y), scaling(scale))),)


def field_gun(length: float, girth: float, wheel_radius: float, spokes: int = 10) -> Items:
    """Draw a field gun on its carriage, muzzle to the right, standing on y = 92."""
    x, y = 47.0, 92.0 - wheel_radius
    rise = 0.14
    top = y - wheel_radius * 0.46
    turn = math.hypot(1.0, rise)
    ux, uy = 1 / turn, -rise / turn

    def at(along: float, aside: float) -> tuple[float, float]:
        return x + along * ux - aside * uy, top + along * uy + aside * ux

    def outline(*dots: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        upper = [at(a, -w * girth) for a, w in dots]
        return (*upper, *[at(a, w * girth) for a, w in reversed(dots)])

    end = length + 4.0
    barrel = poly(
        *outline(
            (-29, 0.5),
            (-27, 0.62),
            (-24, 0.62),
            (-23.9, 0.56),
            (length * 0.12, 0.52),
            (length * 0.125, 0.58),
            (length * 0.2, 0.57),
            (length * 0.205, 0.49),
            (end - 7, 0.38),
            (end - 3, 0.52),
            (end, 0.52),
        )
    )
    knob = disc(*at(-29 - girth * 0.5, 0), girth * 0.3)
    neck = limb((at(-29, 0), at(-29 - girth * 0.4, 0)), (girth * 0.4, girth * 0.4))
    bands = tuple(
        i
        for a, w in ((-25.5, 0.62), (length * 0.16, 0.56), (end - 9, 0.38))
        for i in line(at(a, -w * girth), at(a, w * girth), width=1.7)
    )
    trail = limb(((x + 10, y - 8), (x - 18, y + 5), (9, 88)), (12, 11, 6))
    return (
        *fuse(trail, limb(((9, 88.5), (3, 88.5)), (5.4, 5.4)), color=CARRIAGE, edge=1.2),
        *line((x - 22, y + 7.5), (15, 84.5), width=1.4),
        *fuse(neck, knob, color=METAL, edge=0.8),
        *trace(barrel, color=METAL, width=2.2),
        *line(at(-22, -girth * 0.22), at(end - 10, -girth * 0.16), width=girth * 0.13, color=LIGHT),
        *bands,
        *wheel(x, y, wheel_radius, spokes),
    )


def foot_artillery() -> Items:
    """Draw a field gun."""
    return field_gun(45, 14, 27)


def light_gun() -> Items:
    """Draw a small piece on low wheels."""
    return place_items(field_gun(40, 11, 20, 8), 4, 4, 0.96)


def heavy_gun() -> Items:
    """Draw a heavy piece behind gabions."""
    gabions: list[Item] = []
    for x in (66.0, 82.5):
        basket = blob(
            ((x, 66, 1), (x + 14, 66, 1), (x + 15.5, 79), (x + 14, 93, 1), (x, 93, 1), (x - 1.5, 79))
        )
        gabions += trace(basket, width=2.0)
        for y in (72.0, 79.0, 86.0):
            gabions += line((x - 0.5, y), (x + 14.5, y), width=1.6)
        for dx in (4.6, 9.4):
            gabions += line((x + dx, 66), (x + dx, 93), width=1.2)
    return place_items((*field_gun(42, 20, 26, 12), *gabions), 4, 2, 0.95)


def horse_artillery() -> Items:
    """Draw a gun in tow of a galloping horseman; 160 wide."""
    gun = (Group(field_gun(42, 15, 28, 8), compose(translation(78, 20), scaling(-0.8, 0.8))),)
    trace = line((66, 74), (84, 62), width=2.2)
    return (*trace, *gun, *place_items(light_cavalry(), 59, 0, 1.0))


def baggage() -> Items:
    """Draw a covered wagon."""
    cover = blob(((12, 57, 1), (7.5, 26, 1), (26, 19), (50, 17), (74, 19), (92.5, 26, 1), (88, 57, 1)))
    hoops: list[Item] = []
    for x, top in ((30.0, 20.0), (50.0, 18.0), (70.0, 20.0)):
        hoops += line((x, top), (50 + (x - 50) * 0.92, 56), width=1.6)
    return (
        *trace(cover, width=2.6),
        *hoops,
        *curve("M10 27Q18 35 30 33Q40 37 50 33Q60 37 70 33Q80 36 90 27", 1.4),
        *trace(poly((8, 58), (92, 58), (87, 73), (13, 73)), color=CARRIAGE, width=2.4),
        *line((11, 65.5), (89, 65.5), width=1.6),
        *line((88, 69), (100, 79), width=3.4, cap="round"),
        *wheel(28, 77, 16, 8, 4.6),
        *wheel(72, 77, 16, 8, 4.6),
    )
