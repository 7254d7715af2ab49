"""Stripes of commands: their colours, and patterns on those that some readers cannot tell from another.

A pattern lies in a tone of the stripe itself, lighter or darker away from the ink of the name upon it, and
stops beside the name, so that it is read as before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jdgtools.render.bounds import item_box
from jdgtools.render.color_vision import DISTINCT, least_difference
from jdgtools.render.colors import contrast, darken, is_color, lighten
from jdgtools.render.counters.spec import Box, FaceContext, Fill, StripePattern
from jdgtools.render.scene import Circle, Item, Rect

PATTERNS: tuple[StripePattern, ...] = ("bars", "dots", "lines", "checks")
"""Patterns in the order in which they are given."""


def stripe(context: FaceContext, command: str | None, box: Box) -> Fill:
    """Return the stripe of a command in a box: its colour or the theme's, and its pattern if it has one."""
    owner = context.battle.command(command)
    color = owner.colour if owner is not None else None
    if owner is None or not color:
        return Fill(box, "edge")
    commands = [c for c in context.battle.commands if c.colour]
    patterns = patterns_of(tuple(c.colour or "" for c in commands))
    by_id = {c.id: pattern for c, pattern in zip(commands, patterns, strict=True)}
    return Fill(box, color, pattern=by_id.get(owner.id, ""))


@lru_cache(maxsize=32)
def patterns_of(colors: tuple[str, ...]) -> tuple[StripePattern, ...]:
    """Return a pattern for each of the colours of a battle, '' for most.

    A colour that some reader, with or without a colour-vision deficiency, hardly tells from an earlier one
    gets the first pattern that no colour like it has.
    """
    patterns: list[StripePattern] = []
    for n, color in enumerate(colors):
        patterns_alike = {
            patterns[k]
            for k, other in enumerate(colors[:n])
            if is_color(color) and is_color(other) and least_difference(color, other)[0] < DISTINCT
        }
        free = [pattern for pattern in ("", *PATTERNS) if pattern not in patterns_alike]
        patterns.append(free[0] if free else PATTERNS[-1])
    return tuple(patterns)


def tone(color: str, ink: str) -> str:
    """Return the colour of a pattern on a stripe: further from the ink of its name than the stripe itself."""
    lighter, darker = lighten(color, 0.38), darken(color, 0.36)
    towards = lighter if contrast(lighter, ink) > contrast(darker, ink) else darker
    # White lightens no more, black darkens no more: there the other way, less far.
    if contrast(towards, color) < 1.35:
        return darken(color, 0.22) if towards == lighter else lighten(color, 0.3)
    return towards


def draw_pattern(pattern: StripePattern, edges: Box, box: Box, color: str) -> tuple[Item, ...]:
    """Return the marks of a pattern.

    Args:
        pattern: which.
        edges: left, top, right, bottom of the stripe, with what lies beyond the cut.
        box: x, y, width, height of the stripe itself, by which the marks are placed.
        color: of the marks.
    """
    left, top, right, bottom = edges
    x, y, _, height = box
    first, last = round((left - x) / _PITCH) - 1, round((right - x) / _PITCH) + 1
    places = [x + _PITCH * n for n in range(first, last + 1)]

    def bar(at: float, upper: float, lower: float, wide: float) -> Rect | None:
        a, b = max(left, at), min(right, at + wide)
        return Rect(a, upper, b - a, lower - upper, fill=color) if b > a else None

    if pattern == "lines":
        thick = height / 5
        return tuple(Rect(left, y + k * thick, right - left, thick, fill=color) for k in (1, 3))
    if pattern == "dots":
        r = height * 0.16
        spots = [(at + _PITCH / 2 * k, y + height * (0.28 + 0.44 * k)) for at in places for k in (0, 1)]
        return tuple(Circle(a, b, r, fill=color) for a, b in spots if left + r < a < right - r)
    half = _PITCH / 2
    rows = (
        [(top, bottom, 0.0)]
        if pattern == "bars"
        else [(top, y + height / 2, 0.0), (y + height / 2, bottom, half)]
    )
    bars = [bar(at + shift, upper, lower, half) for upper, lower, shift in rows for at in places]
    return tuple(one for one in bars if one is not None)


def plain_below(words: Iterable[Item], stripes: Iterable[tuple[Box, str]]) -> tuple[Item, ...]:
    """Return the ground of names that stand on stripes with a pattern: no mark lies below a letter.

    Args:
        words: a name as it is drawn.
        stripes: edges (left, top, right, bottom) and colour of each stripe on the face.
    """
    boxes = [box for item in words if (box := item_box(item)) is not None]
    grounds = []
    for (left, top, right, bottom), color in stripes:
        for x1, y1, x2, y2 in boxes:
            a, b = max(left, x1 - _ASIDE), min(right, x2 + _ASIDE)
            if top < (y1 + y2) / 2 < bottom and a < b:
                grounds.append(Rect(a, top, b - a, bottom - top, fill=color))
    return tuple(grounds)


_ASIDE = 0.4
"""How far the plain ground of a name goes on beside it, face units."""
_PITCH = 1.875
"""Distance of the marks of a pattern, face units: eight on a counter."""
