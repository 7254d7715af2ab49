"""Pictures and files of Roliça in this process, beside the least that any program must do for them."""

from __future__ import annotations

import io
import shutil
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.render.counters import FaceSpec

BATTLE = Path(__file__).parent.parent / "scenarios" / "rolica-1808"
_PX = 74
"""Edge of a counter in a module, pixels."""


def _forget() -> None:
    """Forgets what an earlier run has left: the next one would look quick."""
    from jdgtools.render.backends import pdf_fonts

    pdf_fonts.shape_text.cache_clear()
    pdf_fonts.glyph_outline.cache_clear()


def _context() -> BuildContext:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.loading import check

    _forget()
    found = check(BATTLE)
    battle = found.battle
    assert battle is not None and found.series is not None and found.charts is not None
    return BuildContext(battle, found.series, found.charts, found.folder, BuildOptions())


def _export(name: str) -> Work:
    from jdgtools.exporters.registry import choose_exporters

    context, folder = _context(), Path(tempfile.mkdtemp())

    def work() -> None:
        try:
            for exporter in choose_exporters((name,)):
                exporter.export(context, folder)
        finally:
            shutil.rmtree(folder)

    return work


@cache
def _map_300() -> bytes:
    from jdgtools.exporters.map import DrawnMap

    return DrawnMap(_context()).print_png(300)


def _draw_300() -> Work:
    from jdgtools.exporters.map import DrawnMap

    context = _context()
    return lambda: DrawnMap(context).print_png(300)


def _pillow_map(dpi: int) -> Work:
    """Reads the finished picture and writes it again."""
    from PIL import Image

    with Image.open(io.BytesIO(_map_300())) as opened:
        picture = opened.convert("RGB")
    if dpi != 300:
        picture = picture.resize((round(picture.width * dpi / 300), round(picture.height * dpi / 300)))
    return lambda: picture.save(io.BytesIO(), "PNG", compress_level=1)


def _faces(count: int) -> dict[str, FaceSpec]:
    """Fronts that count as different: those of Roliça under other titles."""
    from jdgtools.render.counters import counter_list

    context = _context()
    counters = counter_list(context.battle, context.series, language=context.language)
    units = [counter.front for counter in counters if counter.kind == "unit"]
    found = {}
    for n in range(count):
        spec = units[n % len(units)]
        found[f"{n}.png"] = replace(spec, title=f"{n}")
    return found


def _counters(count: int) -> Work:
    from jdgtools.render.counters.bulk import draw_pngs

    faces = _faces(count)
    return lambda: draw_pngs(faces, _PX)


def _pillow_counters(count: int) -> Work:
    from PIL import Image, ImageDraw

    def work() -> None:
        for n in range(count):
            image = Image.new("RGB", (_PX, _PX), "#d8c9a0")
            draw = ImageDraw.Draw(image)
            draw.rectangle((20, 20, 54, 44), fill="#345", outline="#000")
            for y in (4, 56):
                draw.text((6, y), str(n), fill="#000")
            image.save(io.BytesIO(), "PNG")

    return work


def _pair(count: int, aim: str) -> Benchmark:
    return Benchmark(
        f"{count} faces of counters, {_PX} px",
        partial(_counters, count),
        "pillow: two boxes, two words",
        partial(_pillow_counters, count),
        aim=aim,
    )


BENCHMARKS = (
    Benchmark(
        "map: PDF, PNG 150 dpi, screen PNG",
        lambda: _export("map"),
        "pillow saves the print PNG alone",
        lambda: _pillow_map(150),
    ),
    Benchmark(
        "print map, PNG 300 dpi",
        _draw_300,
        "pillow saves the same picture",
        lambda: _pillow_map(300),
        aim="< 1.5 s",
    ),
    _pair(200, "< 0.8 s"),
    _pair(1000, "< 4 s"),
    Benchmark("counter sheets, two papers", lambda: _export("counters"), "-"),
    Benchmark("player aids", lambda: _export("aids"), "-"),
    Benchmark("module of Roliça", lambda: _export("vassal"), "-"),
)
