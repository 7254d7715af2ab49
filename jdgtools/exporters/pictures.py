"""A picture of every side of every counter, for programs that are not VASSAL and for web pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.exporters.faces import counters_of

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.counters.spec import FaceSpec

FILE = "counters-png.zip"
_DPI = 300


class CounterPictures:
    """Exporter of ``counters-png.zip``: a PNG file of 300 dpi for each face, named after its counter."""

    name = "pictures"
    title = "counter pictures"
    in_worker = True

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """One archive."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the archive; nothing is lost."""
        from jdgtools.render.counters.bulk import draw_pngs
        from jdgtools.vassal.pack import zip_bytes

        faces: dict[str, FaceSpec] = {}
        for counter in counters_of(context):
            faces[counter.front_name] = counter.front
            if counter.back is not None and counter.back_name is not None:
                faces[counter.back_name] = counter.back
        px = round(context.options.counter_mm / 25.4 * _DPI)
        drawn = draw_pngs(faces, px, context.theme)
        (folder / FILE).write_bytes(zip_bytes((f"{name}.png", png) for name, png in drawn.items()))
        return []


EXPORTER = CounterPictures()
