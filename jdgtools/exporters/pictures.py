"""A picture of every side of every counter, for programs that are not VASSAL and for web pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.exporters.faces import counters_of

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.counters.spec import FaceSpec

FILE = "counters-png.zip"
_DPI = 300
_EPOCH = (1980, 1, 1, 0, 0, 0)


class CounterPictures:
    """Exporter of ``counters-png.zip``: a PNG file of 300 dpi for each face, named after its counter."""

    name = "pictures"
    title = "counter pictures"
    apart = True

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """One archive."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the archive; nothing is lost."""
        from jdgtools.render.counters.bulk import draw_pngs

        faces: dict[str, FaceSpec] = {}
        for counter in counters_of(context):
            faces[counter.front_name] = counter.front
            if counter.back is not None and counter.back_name is not None:
                faces[counter.back_name] = counter.back
        px = round(context.options.counter_mm / 25.4 * _DPI)
        with ZipFile(folder / FILE, "w", ZIP_STORED) as archive:
            for name, png in draw_pngs(faces, px, context.theme).items():
                archive.writestr(ZipInfo(f"{name}.png", _EPOCH), png)
        return []


EXPORTER = CounterPictures()
