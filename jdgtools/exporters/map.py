"""The map: print map as PDF, SVG and PNG, screen map as PNG."""

from __future__ import annotations

from pathlib import Path

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.model.battle import Battle


class MapExporter:
    """Draws the map once for paper and once for the screen."""

    name = "map"
    title = "Map"

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Names of the files that it writes."""
        if battle.map is None:
            return ()
        return ("map-print.pdf", "map-print.png", "map-screen.png")

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files."""
        from jdgtools.render.backends.pdf import render_pdf
        from jdgtools.render.backends.png import render_png
        from jdgtools.render.map.draw import print_map, screen_map, screen_pixels
        from jdgtools.render.map.screen import screen_size

        if context.battle.map is None:
            return []
        scene = print_map(context)
        (folder / "map-print.pdf").write_bytes(render_pdf([scene]))
        (folder / "map-print.png").write_bytes(render_png(scene, context.options.dpi))
        size = screen_size(screen_pixels(context))
        (folder / "map-screen.png").write_bytes(render_png(screen_map(context), size_px=size))
        return []


EXPORTER = MapExporter()


def map_svg(context: BuildContext, *, screen: bool = False, embed_fonts: bool = True) -> str:
    """The map as an SVG document with named layers.

    Args:
        context: the battle.
        screen: the screen map instead of the print map.
        embed_fonts: carry the fonts along.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.render.backends.svg import render_svg
    from jdgtools.render.map.draw import print_map, screen_map

    return render_svg(screen_map(context) if screen else print_map(context), embed_fonts=embed_fonts)
