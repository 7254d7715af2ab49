"""Beside programs of others that come from the package index: the same counters, in one run.

None of them is needed: what is not installed is left out of the table. ``protograf`` draws cards, counters
and boards described in Python, with PyMuPDF.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext

BATTLE = Path(__file__).parent.parent / "scenarios" / "rolica-1808"
_COUNT = 1000
_THEIRS = 100
"""Protograf makes fewer. In its favour: its time for each grows with their number on a sheet."""
_PX = 74
_MM = 15.0


def _context() -> BuildContext:
    """A battle of so many units, every one with a name of its own."""
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.loading import check
    from jdgtools.model.text import NO_TEXT, Text

    found = check(BATTLE)
    battle = found.battle
    assert battle is not None and found.series is not None and found.charts is not None
    units = battle.units
    many = tuple(
        replace(units[n % len(units)], id=f"u{n}", name=Text.of(f"{n}e Ligne"), short=NO_TEXT)
        for n in range(_COUNT)
    )
    series = replace(battle.series, markers=())
    battle = replace(battle, units=many, leaders=(), activation=(), series=series)
    return BuildContext(battle, found.series, found.charts, found.folder, BuildOptions.of(counter_mm=_MM))


def _ours(pictures: bool) -> Work:
    from jdgtools.exporters.counters import SheetWork
    from jdgtools.render.backends.pdf import render_pdf
    from jdgtools.render.counters.bulk import draw_pngs

    context = _context()

    def work() -> None:
        sheets = SheetWork(context)
        assert len(sheets.counters) == _COUNT and all(c.back is not None for c in sheets.counters)
        render_pdf(sheets.pages(context.print_settings.spec("a4")), "counters")
        if pictures:
            faces = {c.front_name: c.front for c in sheets.counters}
            faces |= {c.back_name: c.back for c in sheets.counters if c.back is not None and c.back_name}
            assert len(draw_pngs(faces, _PX, None)) == 2 * _COUNT

    return work


def _protograf(pictures: bool) -> Work:
    """As plain as such a counter can be: ground, stripe, name, box with a cross, four ratings."""
    pg: Any = import_module("protograf")
    proto: Any = import_module("protograf.proto")
    names = [["name", "a", "b", "c", "d"]]
    names += [[f"{n}e Ligne", *(str((n + k) % 10) for k in range(4))] for n in range(_THEIRS)]

    def face(back: bool) -> list[Any]:
        ground, stripe = "#8fabd8", "#2e6b3a"
        parts = [pg.rectangle(x=0, y=0, width=1.5, height=1.5, fill=ground, stroke=ground)]
        if back:
            parts.append(pg.rectangle(x=0, y=0.6, width=1.5, height=0.3, fill="white", stroke="white"))
        return [
            *parts,
            pg.rectangle(x=0, y=0, width=1.5, height=0.28, fill=stripe, stroke=stripe),
            pg.text(x=0.75, y=0.2, text=pg.T("{{ name }}"), font_size=6, stroke="white"),
            pg.rectangle(x=0.4, y=0.45, width=0.7, height=0.45, fill="white", stroke="black"),
            pg.line(x=0.4, y=0.45, x1=1.1, y1=0.9),
            pg.line(x=0.4, y=0.9, x1=1.1, y1=0.45),
            *(
                pg.text(x=0.25 + 0.33 * k, y=1.4, text=pg.T("{{ " + rating + " }}"), font_size=10)
                for k, rating in enumerate("abcd")
            ),
        ]

    def work() -> None:
        arguments, sys.argv = sys.argv, sys.argv[:1]
        try:
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
                proto.globals_set = False
                pg.Create(filename="counters.pdf", paper="A4", margin=0.9)
                pg.Data(data_list=names)
                pg.CounterSheet(width=1.5, height=1.5)
                pg.Counter("all", *face(False))
                pg.CounterBack("all", *face(True))
                pg.Save(directory=folder, cards=pictures, dpi=125)
                assert (Path(folder) / "counters.pdf").stat().st_size > 10_000
        finally:
            sys.argv = arguments

    return work


def _beside(name: str, pictures: bool, note: str) -> Benchmark:
    installed = find_spec("protograf") is not None
    return Benchmark(
        name,
        partial(_ours, pictures),
        f"protograf{note}" if installed else "protograf is not installed",
        partial(_protograf, pictures) if installed else None,
        scale=_THEIRS / _COUNT,
        repeat=1,
    )


BENCHMARKS = (
    _beside("1,000 two-sided counters, A4 sheets in PDF", False, ", from 100"),
    _beside("the same, and a PNG of every face", True, ", from 100, PNG of fronts alone"),
)
