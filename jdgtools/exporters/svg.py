"""Both maps as SVG drawings with named layers, to work on in a drawing program."""

from __future__ import annotations

from pathlib import Path

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map_pictures import picture_losses
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import COUNTER_MM, MAP_FIT, MAP_PAPER, SCREEN_HEX

SVG = Option("svg", False, "Also both maps as SVG drawings with named layers.", "flag")


class SvgMaps(Exporter):
    """Exporter of ``map-print.svg`` and ``map-screen.svg``."""

    name = "svg"
    title = "maps as drawings"
    request = SVG
    options = (SVG, SCREEN_HEX, MAP_PAPER, MAP_FIT, COUNTER_MM)
    bears_errors = True
    in_worker = True

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return two files; none without a map."""
        return ("map-print.svg", "map-screen.svg") if context.battle.map is not None else ()

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files with the fonts in them; nothing is lost but details of the user's pictures."""
        from jdgtools.render.backends.svg import render_svg
        from jdgtools.render.map.draw import print_map, screen_map

        if context.battle.map is None:
            return []
        for name, draw in (("map-print.svg", print_map), ("map-screen.svg", screen_map)):
            text = render_svg(draw(context), embed_fonts=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return picture_losses(self.name, context)


EXPORTER = SvgMaps()
