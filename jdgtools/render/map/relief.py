"""Relief: ground tinted by level, and light on the hills."""

from __future__ import annotations

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.scene import Item, Path, Rect, Stroke
from jdgtools.render.style import Theme


def level_sets(frame: Frame) -> list[tuple[int, frozenset[Cube]]]:
    """(level, hexes at that level or higher) from the lowest level up; missing levels count as lowest."""
    levels = frame.map.levels
    known = sorted({level for level in levels if level is not None})
    if not known:
        return [(0, frozenset(frame.cells))]
    low = known[0]
    return [
        (
            level,
            frozenset(
                c for c, i in frame.cells.items() if (low if levels[i] is None else levels[i]) >= level
            ),
        )  # type: ignore[operator]
        for level in known
    ]


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
    for n, (level, cells) in enumerate(level_sets(frame)):
        color = theme.color(f"map.ground.{max(0, level)}")
        if n == 0:
            items.append(Rect(left, top, right - left, bottom - top, fill=color))
        else:
            shape = outline.area(frame, cells).commands()
            items.append(Path(shape, color, contour))
    return tuple(items)


def shading(frame: Frame, theme: Theme) -> tuple[Item, ...]:
    """Light from the north-west."""
    return ()
