"""Textures of terrain (marsh, rough, heath …), each drawn for all hexes of a terrain at once.

`ground` looks up the texture that the style of a terrain names in the theme and gives it a `Brush`. Trees
and bushes stand in `trees`, tilled ground in `fields` and `gardens`.
"""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.render.map import outline
from jdgtools.render.map.brush import Brush, line, off_numbers, tufts
from jdgtools.render.map.fields import plough, sheaves, vineyard
from jdgtools.render.map.gardens import garden, orchard
from jdgtools.render.map.noise import drift
from jdgtools.render.map.scatter import centres, rows
from jdgtools.render.map.trees import brush_land, bushes, light_wood, palm, within, wood
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Stroke


def nothing(brush: Brush) -> None:
    """Draw no texture."""


def meadow(brush: Brush) -> None:
    """Draw open ground: grass in loose patches, of blades in two heights, and little between them."""
    if brush.frame.is_large:
        return
    u = brush.unit
    spots = brush.scatter(2.8, 131, 0.95, 0.45)
    # Beside a number, or the numeral of the level, a tuft reads as a comma.
    spots = spots.where(off_numbers(brush, spots, 1.3))
    pick, dense = spots.shares(132), drift(spots.x, spots.y, _PATCH * u, 133)
    grass = pick < 0.05 + 1.5 * (dense - 0.15).clip(0.0, 0.35)
    tall = pick < 0.16
    for heights, height in ((grass & tall, 0.95), (grass & ~tall, 0.6)):
        tufts(brush, spots.x[heights], spots.y[heights], height * u, brush.mark)


_PATCH = 11.0
"""How far patches of grass are from each other, units."""


# --- plots and hatching ---------------------------------------------------------------------------


def impassable(brush: Brush) -> None:
    """Draw ground that nobody enters: crossed hatching."""
    u = brush.unit
    cx, cy = centres(brush.frame, brush.hexes)
    for turn in (1, 4):
        lines = rows(brush.frame, 1.7 * u, turn, 0.92)
        commands = [c for a, b in lines for c in line(a, b)]
        brush.pen.stamp(cx, cy, commands, stroke=Stroke(brush.mark, 0.2 * u, opacity=0.8))


# --- wet, broken and strange ground ---------------------------------------------------------------

_LEVEL: tuple[Command, ...] = (("M", -1.0, 0.0), ("L", 1.0, 0.0))


def marsh(brush: Brush) -> None:
    """Draw wet ground: short level lines of water with reeds."""
    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.5, 81, 1.0, 0.3), 1.3, 2.4)
    # A level line beside a number reads as a dash.
    spots = spots.where(off_numbers(brush, spots, 1.0))
    pick = spots.shares(82)
    stroke = Stroke(brush.mark, 0.22 * u, cap="round")
    brush.pen.stamp(spots.x, spots.y, _LEVEL, stroke=stroke, scale=(0.5 + 0.8 * pick) * u)
    reeds = pick < 0.45
    tufts(brush, spots.x[reeds], spots.y[reeds] - 0.1 * u, 0.95 * u, brush.dark)


_STONE = ((-1.0, 0.3), (-0.6, -0.6), (0.3, -0.8), (1.0, -0.1), (0.6, 0.6), (-0.5, 0.7))


def rough(brush: Brush) -> None:
    """Draw broken ground: stones and tufts."""
    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.5, 101, 1.0, 0.4), 0.9, 2.4)
    spots = spots.where(off_numbers(brush, spots, 0.4))
    pick = spots.shares(102)
    lying = pick < 0.45
    x, y, r = spots.x[lying], spots.y[lying], (0.3 + 0.6 * pick[lying]) * u
    stone: list[Command] = [("M" if n == 0 else "L", *corner) for n, corner in enumerate(_STONE)]
    stone.append(("Z",))
    brush.pen.stamp(x + 0.15 * u, y + 0.18 * u, stone, fill=brush.dark, opacity=0.7, scale=r)
    brush.pen.stamp(x, y, stone, fill=brush.light, stroke=Stroke(brush.dark, 0.1 * u), scale=r)
    grass = (pick >= 0.45) & (pick < 0.75)
    tufts(brush, spots.x[grass], spots.y[grass], 0.7 * u, brush.mark)


def soft(brush: Brush) -> None:
    """Draw soft ground: short strokes."""
    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.2, 111, 1.0, 0.3), 0.9, 2.4)
    spots = spots.where(off_numbers(brush, spots, 0.7))
    line: tuple[Command, ...] = (("M", -1.0, 0.0), ("L", 1.0, 0.2))
    half = (0.35 + 0.4 * spots.shares(112)) * u
    brush.pen.stamp(spots.x, spots.y, line, stroke=Stroke(brush.mark, 0.18 * u, cap="round"), scale=half)


def water(brush: Brush) -> None:
    """Open water: lines along the shore."""
    u = brush.unit
    for loop in outline.trace(brush.frame, brush.cells):
        shore = outline.natural_points(brush.frame, loop)
        for distance, opacity in ((0.9, 0.6), (2.0, 0.35), (3.4, 0.2)):
            path = brush.pen.path(shore[0][1], stroke=Stroke(brush.mark, 0.2 * u, opacity=opacity))
            outline.curve(path, outline.shift_chain(shore, distance * u))


def heath(brush: Brush) -> None:
    """Draw heath: low bushes in bloom between tufts."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(1.9, 141, 1.0, 0.42), 0.7, 2.4)
    spots = spots.where(off_numbers(brush, spots, 0.4))
    pick = spots.shares(142)
    bush = pick < 0.36
    bushes(brush, spots.x[bush], spots.y[bush], np.round((0.5 + pick[bush]) * 4) / 4 * u)
    grass = (pick >= 0.36) & (pick < 0.62)
    tufts(brush, spots.x[grass], spots.y[grass], 0.6 * u, brush.dark)


_RIPPLE: tuple[Command, ...] = (("M", -1.0, 0.1), ("Q", -0.5, -0.35, 0.0, 0.0), ("Q", 0.5, 0.35, 1.0, -0.1))


def sand(brush: Brush) -> None:
    """Draw sand: grains, and ripples that the wind has left."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(1.25, 151, 1.0, 0.48), 0.4, 2.4)
    pick = spots.shares(152)
    grain = pick < 0.6
    sizes = np.where(pick[grain] < 0.2, 0.3, 0.2) * u
    brush.pen.dots(spots.x[grain], spots.y[grain], sizes, brush.mark)
    ripple = (pick > 0.93) & off_numbers(brush, spots, 1.0)
    stroke = Stroke(brush.dark, 0.16 * u, cap="round", opacity=0.7)
    brush.pen.stamp(spots.x[ripple], spots.y[ripple], _RIPPLE, stroke=stroke, scale=1.1 * u)


def unknown(brush: Brush) -> None:
    """Draw a terrain that no drawing knows: dotted, so that it is seen to be something of its own."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = brush.scatter(2.2, 121, 0.92, 0.0)
    brush.pen.dots(spots.x, spots.y, np.full(len(spots.x), 0.6 * u), brush.mark)
    dashes = Stroke(brush.mark, 0.25 * u, (1.0 * u, 0.7 * u))
    for cube in brush.hexes:
        brush.pen.shape(brush.frame.polygon(cube, 0.9), None, dashes)


PATTERNS: dict[str, Callable[[Brush], None]] = {
    "none": nothing,
    "meadow": meadow,
    "village": nothing,
    "town": nothing,
    "castle": nothing,
    "farm": nothing,
    "bridge": water,
    "laager": nothing,
    "wood": wood,
    "light_wood": light_wood,
    "orchard": orchard,
    "sheaves": sheaves,
    "vineyard": vineyard,
    "brush": brush_land,
    "plough": plough,
    "garden": garden,
    "marsh": marsh,
    "palm": palm,
    "rough": rough,
    "soft": soft,
    "heath": heath,
    "sand": sand,
    "water": water,
    "impassable": impassable,
    "unknown": unknown,
}
"""Pattern name -> function that draws it; buildings stand in ``buildings``."""
