"""Where it happened: the map of the battle with hexes coloured by how often, for paper and for a page."""

from __future__ import annotations

import base64
from html import escape
from math import sqrt
from typing import TYPE_CHECKING

from jdgtools.exporters.booklet.flowables import Element, Flowable
from jdgtools.render.scene import Image, Item, Polygon

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.hexgrid import HexGrid
    from jdgtools.hexgrid.layout import Layout

COLOR = "#7a0177"
"""Of the hexes: a purple that no ground has."""
PALEST, DARKEST = 0.12, 0.8
"""Opacity of the hex with least and with most."""
PIXELS = 1400
"""Width of the picture of the map in the report."""
TALLEST = 210.0
"""Most height of a map on paper, mm."""


class HeatMap:
    """The map of a battle, ready for colours."""

    def __init__(self, context: BuildContext) -> None:
        """Draw the ground of a battle that has a map."""
        from jdgtools.render.backends.png import render_png
        from jdgtools.render.map.draw import screen_map, screen_pixels

        battle_map = context.battle.map
        if battle_map is None:
            raise ValueError("a battle without a map has no heat map")
        self.layout: Layout = screen_pixels(context)
        self.grid: HexGrid = battle_map.grid
        size = PIXELS, round(PIXELS * self.layout.height / self.layout.width)
        self.png = render_png(screen_map(context), size_px=size)

    def shades(self, counts: dict[str, int]) -> list[tuple[int, float, str, int]]:
        """Return hex, opacity, number and count of hexes with a count, whose square root sets the shade."""
        most = max(counts.values(), default=0)
        shades = []
        for name, count in sorted(counts.items()):
            index = self.grid.index(name)
            if index is not None and count > 0:
                shades.append((index, PALEST + (DARKEST - PALEST) * sqrt(count / most), name, count))
        return shades

    def element(self, counts: dict[str, int]) -> Element:
        """Return the map with the hexes coloured, for paper."""
        shades = self.shades(counts)

        def lay(width: float) -> list[Flowable]:
            scale = min(width / self.layout.width, TALLEST / self.layout.height)
            wide, high = self.layout.width * scale, self.layout.height * scale

            def draw(x: float, y: float, out: list[Item]) -> None:
                out.append(Image(x, y, wide, high, self.png))
                for index, opacity, _, _ in shades:
                    points = tuple((x + u * scale, y + v * scale) for u, v in self.layout.polygon(index))
                    out.append(Polygon(points, fill=COLOR, opacity=opacity))

            return [Flowable(high, draw, above=1.5)]

        return lay

    def figure(self, counts: dict[str, int], caption: str) -> str:
        """Return the map with the hexes coloured as HTML; a hex tells its count when pointed at."""
        width, height = round(self.layout.width), round(self.layout.height)
        polygons = "".join(
            f'<polygon points="{self._points(index)}" fill-opacity="{opacity:.2f}">'
            f"<title>{escape(name)}: {count}</title></polygon>"
            for index, opacity, name, count in self.shades(counts)
        )
        return (
            f'<figure><div class="map" style="aspect-ratio:{width}/{height}">'
            f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(caption)}">'
            f"{polygons}</svg></div><figcaption>{escape(caption)}</figcaption></figure>"
        )

    def style(self) -> str:
        """Return the style that shows the ground: the picture stands once in the page."""
        picture = base64.b64encode(self.png).decode()
        return (
            f".map{{position:relative;background:url(data:image/png;base64,{picture}) 0 0/100% 100%}}"
            f".map svg{{position:absolute;inset:0;width:100%;height:100%;fill:{COLOR}}}"
        )

    def _points(self, index: int) -> str:
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in self.layout.polygon(index))
