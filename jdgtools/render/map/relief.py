"""The ground tinted by level, the tints passing over into each other along contours.

What grows hides the tint below it, so the tints lie once more over it, as films, the stronger the more it
hides: under every cover a player tells the higher of two hexes by its colour.
"""

from __future__ import annotations

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.colors import mix
from jdgtools.render.map import outline
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.levels import level_of
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.rims import rims
from jdgtools.render.map.surface import LEVEL, Surface, blur, folds, made_once, surface
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, Path, Rect, Stroke
from jdgtools.render.style import Theme

_SOFTNESS = 0.17
"""Over how much of the hexes on both its sides the edge of a level is spread, as a share of the hex size."""
_BANDS = ((0.32, 0.34), (0.5, 0.67), (0.68, 1.0))
"""Share of the way up to a level -> share of the upper one's tint from there on."""
_RIPPLE = (0.45, 640)
"""Irregularity of contours: size of bumps in hex sizes, and their height."""


def tints(frame: MapFrame, theme: Theme) -> tuple[Item, ...]:
    """Return the ground, a tint for every level, with a contour line between levels."""
    left, top, right, bottom = frame.box
    levels = sorted(set(level_of(frame).values()))
    base = Rect(left, top, right - left, bottom - top, fill=_tint(theme, levels[0]))
    contour = Stroke(
        theme.color("map.relief.contour"),
        theme.number("map.relief.contour_width") * frame.size / 20,
        opacity=theme.number("map.relief.contour_opacity"),
    )
    if len(levels) == 1:
        return (base,)
    if frame.is_large:
        return (base, *_hexwise(frame, theme, levels, contour))
    shapes = _smooth(frame, theme)
    items: list[Item] = [base]
    for n, (color, shape) in enumerate(shapes):
        # Every tint reaches a little below the next one: no seam shows, and little is drawn in vain.
        above = shapes[n + 2][1] if n + 2 < len(shapes) else ()
        items.append(Path((*shape, *above), color, even_odd=True))
    rim = Pen()
    for line in rims(frame).contours:
        rim.split(line, contour)
    return (*items, *rim.items())


def films(
    frame: MapFrame, theme: Theme, cells: frozenset[Cube], shape: tuple[Command, ...], share: float
) -> tuple[Item, ...]:
    """Return the tints as films over an area; nothing if the theme has none.

    On a level map it is one: woods have one key on all maps, and in the legend.

    Args:
        frame: the map on paper.
        theme: colours, and how strong a film is over closed woods.
        cells: the hexes of the area.
        shape: its outline.
        share: how much of that strength is wanted.
    """
    opacity = round(theme.number("map.relief.film") * share, 3)
    by_hex = level_of(frame)
    levels = sorted(set(by_hex.values()))
    if opacity <= 0 or not shape:
        return ()
    if len(levels) == 1:
        return (Path(shape, _tint(theme, levels[0]), opacity=opacity),)
    items: list[Item] = []
    if frame.is_large:
        # Without the contours: cutting films to an outline takes long on a map of thousands of hexes.
        for level in levels:
            here = frozenset(cube for cube in cells if by_hex.get(cube) == level)
            parts = (outline.area(frame, part).commands() for part in outline.parts(frame, here))
            items.append(Path(tuple(c for part in parts for c in part), _tint(theme, level), opacity=opacity))
        return tuple(items)
    left, top, right, bottom = frame.box
    # The lowest level first: the sheet, of which the next tint takes its part away.
    corners: tuple[Command, ...] = (("L", right, top), ("L", right, bottom), ("L", left, bottom))
    shapes: list[_Shape] = [(_tint(theme, levels[0]), (("M", left, top), *corners, ("Z",)))]
    # In one step from level to level: films are too thin for an edge to show.
    shapes += [(_tint(theme, n), contour) for n, part, contour in _contours(frame) if part == _BANDS[1][1]]
    for n, (color, tint_shape) in enumerate(shapes):
        above = shapes[n + 1][1] if n + 1 < len(shapes) else ()
        items.append(Path((*tint_shape, *above), color, opacity=opacity, even_odd=True))
    return (Group(tuple(items), clip=Path(shape, "#000000")),)


def _tint(theme: Theme, level: int) -> str:
    return theme.color(f"map.ground.{max(0, level)}")


_Shape = tuple[str, tuple[Command, ...]]
"""A tint and where it begins: the lines around all ground that is higher."""


def _smooth(frame: MapFrame, theme: Theme) -> list[_Shape]:
    """Return the smoothed ground: tints and those between them, the lowest first."""
    return [
        (mix(_tint(theme, level - 1), _tint(theme, level), share), contour)
        for level, share, contour in _contours(frame)
    ]


def _contours(frame: MapFrame) -> list[tuple[int, float, tuple[Command, ...]]]:
    """Return level, share of its tint and the line where that begins; the same for ground and films."""
    landform = frame.landform
    return landform.remember("tints", (), lambda: _tints_of(landform))


def _tints_of(frame: MapFrame) -> list[tuple[int, float, tuple[Command, ...]]]:
    ground = surface(frame)
    levels = level_of(frame).values()
    low, high = min(levels), max(levels)
    return made_once(ground, ("contours", low, high), lambda: _contours_of(ground, low, high))


def _contours_of(ground: Surface, low: int, high: int) -> list[tuple[int, float, tuple[Command, ...]]]:
    size = ground.hex
    ripples = folds(ground.levels.shape, max(2, round(_RIPPLE[0] * size)), _RIPPLE[1])
    contours = []
    # A level that no hex has is passed over as if on a slope.
    for level in range(low + 1, high + 1):
        # Every level by itself: where several end in one hexside their lines lie together, as on a crag.
        at_level = (ground.levels >= level * LEVEL) * LEVEL
        soft = blur(at_level, max(1, round(_SOFTNESS * size)), 2) + ripples
        contours += [(level, share, ground.contour(soft, round(height * LEVEL))) for height, share in _BANDS]
    return contours


def _hexwise(frame: MapFrame, theme: Theme, levels: list[int], contour: Stroke) -> list[Item]:
    """Return the natural outlines of the hexes of each level, for large maps."""
    by_hex = level_of(frame)
    items: list[Item] = []
    for level in levels[1:]:
        cells = frozenset(cube for cube, hex_level in by_hex.items() if hex_level >= level)
        rim = Pen()
        for part in outline.parts(frame, cells):
            shape = outline.area(frame, part, calm=outline.CONTOUR).commands()
            items.append(Path(shape, _tint(theme, level)))
            rim.split(shape, contour)
        items += rim.items()
    return items
