"""Relief: ground tinted by level, with a contour around each level."""

from __future__ import annotations

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.pen import Pen
from jdgtools.render.scene import Item, Path, Rect, Stroke
from jdgtools.render.style import Theme


def level_of(frame: Frame) -> dict[Cube, int]:
    """Level of every hex to draw; a missing level counts as the lowest."""
    levels = frame.map.levels
    low = min((level for level in levels if level is not None), default=0)
    found = {}
    for cube, index in frame.cells.items():
        level = levels[index]
        found[cube] = low if level is None else level
    return found


def tints(frame: Frame, theme: Theme) -> tuple[Item, ...]:
    """The ground, one tint per level, with a contour line around each."""
    left, top, right, bottom = frame.box
    items: list[Item] = []
    unit = frame.size / 20
    contour = Stroke(
        theme.color("map.relief.contour"),
        theme.number("map.relief.contour_width") * unit,
        opacity=theme.number("map.relief.contour_opacity"),
    )
    by_hex = level_of(frame)
    for n, level in enumerate(sorted(set(by_hex.values()))):
        color = theme.color(f"map.ground.{max(0, level)}")
        if n == 0:
            items.append(Rect(left, top, right - left, bottom - top, fill=color))
        else:
            cells = frozenset(cube for cube, own in by_hex.items() if own >= level)
            rim = Pen()
            for part in outline.parts(frame, cells):
                shape = outline.area(frame, part).commands()
                items.append(Path(shape, color))
                rim.split(shape, contour)
            items += rim.items()
    return tuple(items)
