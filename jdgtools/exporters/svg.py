"""Both maps as SVG drawings with named layers, to work on in a drawing program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.exporters.map_pictures import picture_losses

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle


class SvgMaps:
    """Exporter of ``map-print.svg`` and ``map-screen.svg``."""

    name = "svg"
    title = "maps as drawings"
    in_worker = True

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Two files; none without a map."""
        return ("map-print.svg", "map-screen.svg") if battle.map is not None else ()

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files with the fonts in them; nothing is lost but details of the user's pictures."""
        from jdgtools.render.backends.svg import render_svg
        from jdgtools.render.map.draw import print_map, screen_map

        if context.battle.map is None:
            return []
        for name, draw in (("map-print.svg", print_map), ("map-screen.svg", screen_map)):
            text = render_svg(draw(context), embed_fonts=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return picture_losses(self.name, context)


EXPORTER = SvgMaps()
