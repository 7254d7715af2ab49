"""The landscape of a map as layers, from the ground up to the grid."""

from __future__ import annotations

from dataclasses import dataclass

from jdgtools.model.battle import Battle
from jdgtools.render.map import buildings, crossings, gridlines, ground, relief, shade, sides, water, ways
from jdgtools.render.map.frame import Frame
from jdgtools.render.scene import Item, Layer
from jdgtools.render.style import Theme


@dataclass(frozen=True, slots=True)
class Styles:
    """Ids of the series' terrain -> drawing styles, by kind."""

    hexes: dict[str, str]
    sides: dict[str, str]
    ways: dict[str, str]
    crossings: dict[str, str]

    @classmethod
    def of(cls, battle: Battle) -> Styles:
        """Styles of the battle's series."""
        by_kind: dict[str, dict[str, str]] = {"hex": {}, "hexside": {}, "path": {}, "crossing": {}}
        for terrain in battle.series.terrains:
            by_kind[terrain.kind][terrain.id] = terrain.style or terrain.id
        return cls(by_kind["hex"], by_kind["hexside"], by_kind["path"], by_kind["crossing"])


def landscape(
    frame: Frame, theme: Theme, styles: Styles, lit: bool = True
) -> tuple[list[Layer], ways.Network, tuple[water.Course, ...]]:
    """Layers of the landscape and the grid, without lettering and marks; the ways and the waters in them.

    Args:
        frame: the map on paper.
        theme: colours.
        styles: drawing styles of the series' terrain.
        lit: lay light and shadow on the hills.
    """
    by_style = ground.styles(frame, lambda kind: styles.hexes.get(kind or "", kind or "clear"), theme)
    net = ways.network(frame, styles.ways)
    waters = {k: s for k, s in styles.sides.items() if theme.text(f"map.side.{s}.pattern") == "water"}
    dry = {k: s for k, s in styles.sides.items() if k not in waters}
    widths = {k: theme.number(f"map.water.{s}") * frame.size / 20 for k, s in waters.items()}
    rivers = water.courses(frame, waters)
    parts: list[tuple[str, tuple[Item, ...]]] = [
        ("ground", relief.tints(frame, theme)),
        ("shading", shade.shading(frame, theme) if lit else ()),
        ("terrain", ground.draw_areas(frame, theme, by_style)),
        ("slopes", sides.draw_sides(frame, theme, dry, sides.RELIEF)),
        ("water", water.draw_water(frame, theme, rivers)),
        ("ways", ways.draw_ways(frame, theme, net)),
        ("crossings", crossings.draw_crossings(frame, theme, net, styles.crossings, widths)),
        ("buildings", buildings.draw_buildings(frame, theme, net, by_style)),
        ("hexsides", sides.draw_sides(frame, theme, dry, None, but=sides.RELIEF)),
        ("outside", gridlines.draw_rim(frame, theme)),
        ("grid", gridlines.draw_grid(frame, theme)),
    ]
    # Not clipped to the field: clipping costs a picture of the whole sheet for every layer. What reaches
    # beyond is covered by the sheet (``sheet.py``), or lies off the picture.
    layers = [Layer(name, items) for name, items in parts if items]
    return layers, net, rivers
