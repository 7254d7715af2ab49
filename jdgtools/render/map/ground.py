"""Terrain areas: tinted natural shapes with the texture of their kind."""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.textures import PATTERNS, Brush, unknown
from jdgtools.render.scene import Item, Path, Stroke
from jdgtools.render.style import Theme

__all__ = ["PATTERNS", "draw_areas", "styles"]

_BUILT = ("village", "town", "castle", "farm", "laager", "bridge")
"""Patterns that do not go on beyond the edge of the map."""


def styles(frame: Frame, style_of: Callable[[str | None], str], theme: Theme) -> dict[str, frozenset[Cube]]:
    """Drawing style -> hexes that show it, ghosts included; buildings end with the map."""
    found: dict[str, set[Cube]] = {}
    kinds: dict[str | None, tuple[str, bool]] = {}
    terrain = frame.map.terrain
    own = frame.own
    for cube, index in frame.cells.items():
        kind = terrain[index]
        if kind not in kinds:
            style = style_of(kind)
            kinds[kind] = style, theme.text(f"map.terrain.{style}.pattern") in _BUILT
        style, built = kinds[kind]
        if not built or cube in own:
            found.setdefault(style, set()).add(cube)
    return {style: frozenset(cells) for style, cells in sorted(found.items())}


def draw_areas(frame: Frame, theme: Theme, by_style: dict[str, frozenset[Cube]]) -> tuple[Item, ...]:
    """Fills and textures of all terrain areas."""
    sparse = 2.3 if frame.many else 1.0
    items: list[Item] = []
    ordered = sorted(by_style.items(), key=lambda pair: (_rank(theme, pair[0]), pair[0]))
    for style, cells in ordered:
        key = f"map.terrain.{style}"
        pattern = theme.text(f"{key}.pattern")
        fill = theme.color(f"{key}.fill")
        if pattern == "none" and fill == "none":
            continue
        if fill != "none":
            border = Stroke(theme.color(f"{key}.dark"), 0.12 * frame.size / 20, opacity=0.3)
            shape = outline.area(frame, cells).commands()
            items += [Path(shape, fill, opacity=_veil(pattern)), Path(shape, None, border)]
        pen = Pen()
        brush = Brush(
            frame,
            pen,
            fill,
            theme.color(f"{key}.mark"),
            theme.color(f"{key}.dark"),
            theme.color(f"{key}.light"),
            cells,
            tuple(frame.ordered(cells)),
            sparse,
        )
        PATTERNS.get(pattern, unknown)(brush)
        items += pen.items()
    return tuple(items)


def _rank(theme: Theme, style: str) -> int:
    order = ("none", "meadow", "plough", "soft", "rough", "brush", "marsh", "water")
    pattern = theme.text(f"map.terrain.{style}.pattern")
    if pattern in order:
        return order.index(pattern)
    return {"wood": 90, "light_wood": 80, "palm": 70}.get(pattern, 50)


def _veil(pattern: str) -> float:
    """Thin fills let the relief through."""
    return {"wood": 0.9, "water": 1.0, "marsh": 0.75, "brush": 0.5, "light_wood": 0.6}.get(pattern, 0.7)
