"""A picture of every side of every counter, for programs that are not VASSAL and for web pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import COUNTER_MM

if TYPE_CHECKING:
    from jdgtools.render.counters.spec import FaceSpec

FILE = "counters-png.zip"
_DPI = 300


COUNTER_PICTURES = Option("counter_pictures", False, "Also a PNG picture of every counter side.", "flag")


class CounterPictures(Exporter):
    """Exporter of ``counters-png.zip``: a PNG file of 300 dpi for each face, named after its counter."""

    name = "pictures"
    title = "counter pictures"
    request = COUNTER_PICTURES
    options = (COUNTER_PICTURES, COUNTER_MM)
    in_worker = True

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the one archive."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the archive; nothing is lost."""
        from jdgtools.render.counters.bulk import draw_pngs
        from jdgtools.vassal.pack import zip_bytes

        faces: dict[str, FaceSpec] = {}
        for counter in counters_of(context):
            faces[counter.front_name] = counter.front
            if counter.back is not None and counter.back_name is not None:
                faces[counter.back_name] = counter.back
        px = round(context.print_settings.counter_mm / 25.4 * _DPI)
        pngs = draw_pngs(faces, px, context.theme)
        (folder / FILE).write_bytes(zip_bytes((f"{name}.png", png) for name, png in pngs.items()))
        return []


EXPORTER = CounterPictures()
