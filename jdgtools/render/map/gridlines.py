"""The hex grid, the numbers of its hexes, and the rim of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.hexgrid.sides import Side
from jdgtools.render.bounds import Box, overlap
from jdgtools.render.colors import contrast, mix
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.palette import fill_opacity
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Halo, Item, Point, Stroke, Text
from jdgtools.render.style import Theme
from jdgtools.render.text import text_bounds, text_width

_CORNER_REACH = 0.16
"""How far the strokes of the style ``corners`` reach along a hexside, as a share of its length."""


def draw_grid(frame: Frame, theme: Theme) -> tuple[Item, ...]:
    """Draw the grid in the theme's style: ``hexes``, ``corners``, ``dots`` or ``none``."""
    style = theme.text("map.grid.style")
    color, opacity = theme.color("map.grid.color"), theme.number("map.grid.opacity")
    width = theme.number("map.grid.width") * max(0.6, frame.size / 20)
    stroke = Stroke(color, width, cap="round", join="round", opacity=opacity)
    pen = Pen()
    if style == "none":
        return ()
    if style == "dots":
        for cube in frame.in_reading_order(frame.playable_hexes):
            pen.dot(*frame.centre(cube), width * 5, color, opacity)
        return pen.items()
    for chain in _chains(frame):
        points = [frame.at(key) for key in chain]
        if style != "corners":
            pen.line(points, stroke)
            continue
        for (x1, y1), (x2, y2) in pairwise(points):
            dx, dy = (x2 - x1) * _CORNER_REACH, (y2 - y1) * _CORNER_REACH
            pen.line(((x1, y1), (x1 + dx, y1 + dy)), stroke)
            pen.line(((x2, y2), (x2 - dx, y2 - dy)), stroke)
    return pen.items()


def _chains(frame: Frame) -> Iterator[list[Lattice]]:
    """Yield all hexsides in play once: three of every hex in one chain, others where no hex follows."""
    steps = frame.corner_steps
    for cube in frame.in_reading_order(frame.playable_hexes):
        u, v = frame.centre_key(cube)
        corners = [(u + du, v + dv) for du, dv in steps]
        yield [corners[4], corners[5], corners[0], corners[1]]
        for d in (2, 3, 4):
            dq, dr = DIRECTIONS[d]
            if (cube[0] + dq, cube[1] + dr) not in frame.playable_hexes:
                yield [corners[d - 1], corners[d]]


_NUMBER = {True: (0.455, 0.065), False: (0.40, 0.045)}
"""Flat tops or not -> how far the upper edge of a number lies above the middle of its hex, and how much lower
it stands where its hexside carries something, in hex sizes."""


def number_box(frame: Frame) -> Box:
    """Return where a number stands, from the middle of its hex, mm."""
    rise, lower = (share * frame.size for share in _NUMBER[frame.flat])
    return -0.11 * frame.size, -rise, 0.11 * frame.size, -rise + lower + 0.07 * frame.size


_READABLE = 3.2
"""Least contrast of a number with its ground; otherwise it changes colours with its halo."""


def number_ink(theme: Theme, fill: str) -> tuple[str, str]:
    """Return the colours of a number and of its halo on a ground of some colour."""
    ink, light = theme.color("map.grid.number"), theme.color("map.label.halo")
    return (ink, light) if contrast(ink, fill) >= _READABLE else (light, ink)


def ground_color(theme: Theme, style: str, level: int | None) -> str:
    """Return the colour on which a number stands: that of the level, seen through the terrain."""
    key = f"map.terrain.{style}"
    tint = theme.color(f"map.ground.{'unknown' if level is None else max(0, level)}")
    pattern = theme.text(f"{key}.pattern")
    if pattern == "wood":
        # Nothing but crowns, with the film of the level over them.
        return mix(theme.color(f"{key}.mark"), tint, theme.number("map.relief.film"))
    fill = theme.color(f"{key}.fill")
    return tint if fill == "none" else mix(tint, fill, fill_opacity(pattern))


_ASIDE = (0.0, -0.06, 0.06, -0.12, 0.12, -0.16, 0.16, -0.2, 0.2)
"""How far a number may stand aside to clear an arrow or a way, in hex sizes: the nearest first, and first to
the left, since the numeral of the level stands on the right."""


def number_rooms(frame: Frame, at: Point) -> Iterator[Box]:
    """Yield where the number of a hex with some middle may stand, mm: its usual place, then those aside."""
    left, top, right, bottom = number_box(frame)
    for share in _ASIDE:
        x = at[0] + share * frame.size
        yield x + left, at[1] + top, x + right, at[1] + bottom


def numbers(
    frame: Frame,
    theme: Theme,
    arrows: Mapping[int, Sequence[Box]] | None = None,
    styles: Mapping[str, str] | None = None,
    readable: Callable[[float], float] | None = None,
    roads: Space | None = None,
) -> Iterator[Text]:
    """Yield the number of every hex in play, near its upper edge, beside a road that passes there.

    Args:
        frame: the map on paper.
        theme: colours and the size.
        arrows: hex -> boxes of the arrows in it, which numbers leave free.
        styles: drawing styles of the series' hex terrain.
        readable: makes a size of letters one that can be read.
        roads: what ways cover.
    """
    natural = theme.number("map.grid.number_size") * frame.size
    usual = readable(natural) if readable is not None else natural
    rise, lower = (share * frame.size for share in _NUMBER[frame.flat])
    font, opacity = theme.font("map.grid.number_font"), theme.number("map.grid.number_opacity")
    looks: dict[tuple[str | None, int | None], tuple[str, Halo | None]] = {}
    grid = frame.layout.grid
    # Slopes, walls and waters along the upper hexsides: the number gives way.
    upper = (0,) if frame.flat else (0, 5)
    busy = {i for side in frame.map.by_side for i, d in _views(frame, side) if d in upper}
    for i in grid.hexes:
        if frame.map.playable[i]:
            x, y = frame.layout.centre(i)
            y -= rise - (lower if i in busy else 0.0)
            size = usual
            arrow_boxes = arrows.get(i, ()) if arrows else ()
            if arrow_boxes or roads is not None:
                wide = text_width(grid.id(i), font, 1.0)
                x, size = _aside(frame, (x, y), wide, (usual, natural), arrow_boxes, roads)
            ground = frame.map.terrain[i], frame.map.levels[i]
            look = looks.get(ground)
            if look is None:
                style = (styles or {}).get(ground[0] or "", ground[0] or "clear")
                ink, rim = number_ink(theme, ground_color(theme, style, ground[1]))
                # A faint halo keeps numbers readable on textures.
                look = looks[ground] = ink, None if frame.is_large else Halo(rim, 0.014 * frame.size, 0.6)
            yield Text(x, y, grid.id(i), size, font, "middle", "top", *look, opacity=opacity)


_NUMERAL = 0.15
"""From the middle of a number to the left edge of the numeral of the level beside it, in hex sizes."""


def level_numerals(frame: Frame, theme: Theme, styles: Mapping[str, str], space: Space) -> Iterator[Text]:
    """Yield the level of hexes as a small numeral beside the number, where there is room.

    The theme says for which hexes: `none`, `covered` (something grows or stands on the ground) or `all`.
    A map of one level and a very large one have none.
    """
    shown = theme.text("map.relief.numerals")
    levels = frame.map.levels
    if shown == "none" or frame.is_large or len({levels[i] for i in frame.layout.grid.hexes}) < 2:
        return
    size = space.readable(theme.number("map.grid.number_size") * frame.size)
    rise = _NUMBER[frame.flat][0] * frame.size
    for i in frame.layout.grid.hexes:
        level, terrain = levels[i], frame.map.terrain[i]
        style = styles.get(terrain or "", terrain or "clear")
        fill = theme.color(f"map.terrain.{style}.fill")
        if not frame.map.playable[i] or level is None or (shown == "covered" and fill == "none"):
            continue
        x, y = frame.layout.centre(i)
        ground = ground_color(theme, style, level)
        color = theme.color("map.label.height")
        ink, rim = number_ink(theme, ground)
        if contrast(color, ground) < _READABLE:
            color = ink
        halo = Halo(rim, 0.014 * frame.size, 0.6)
        text = Text(
            *(x + _NUMERAL * frame.size, y - rise, str(level), size, "serif-italic"),
            *("start", "top", color, halo),
            opacity=theme.number("map.grid.number_opacity"),
        )
        if space.cost(text_bounds(text), limit=1.0) < 1.0:
            yield text


def _aside(
    frame: Frame,
    at: Point,
    wide: float,
    sizes: Sequence[float],
    obstacles: Sequence[Box],
    roads: Space | None,
) -> tuple[float, float]:
    """Return where a number stands to clear arrows and ways, mm, and at which size.

    Args:
        frame: the map on paper.
        at: the middle of the upper edge of its usual place.
        wide: its width at a size of 1 mm.
        sizes: the usual size first.
        obstacles: boxes of arrows.
        roads: what ways cover; a number that cannot clear them stands where they cover least of it.
    """
    x, y = at
    best = float("inf"), x, sizes[0]
    for size in sizes:
        half = wide * size / 2
        for share in _ASIDE:
            dx = share * frame.size
            box = (x + dx - half, y, x + dx + half, y + 0.72 * size)
            if not any(overlap(box, other) for other in obstacles):
                covered = roads.cost(box, limit=best[0]) if roads is not None else 0.0
                if covered == 0:
                    return x + dx, size
                if covered < best[0]:
                    best = covered, x + dx, size
    return best[1:]


def _views(frame: Frame, side: Side) -> Iterator[tuple[int, int]]:
    """Yield a hexside as its hexes see it: hex and direction."""
    for i in frame.layout.grid.side_hexes(side):
        yield i, side.d if i == side.a else (side.d + 3) % 6


def draw_rim(frame: Frame, theme: Theme) -> tuple[Item, ...]:
    """Draw the shade over all that is not in play, and the line around the map."""
    left, top, right, bottom = frame.box
    builder = PathBuilder().polygon([(left, top), (right, top), (right, bottom), (left, bottom)])
    builder.extend(outline.exact(frame, frame.playable_hexes).commands())
    shade = builder.build(theme.color("map.rim.veil"), None, theme.number("map.rim.opacity"), even_odd=True)
    line = Stroke(theme.color("map.rim.line"), theme.number("map.rim.line_width"), join="round")
    return shade, outline.exact(frame, frame.playable_hexes).build(None, line)
