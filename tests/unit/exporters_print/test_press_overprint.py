"""Black lettering in printing inks is black ink alone and prints over what lies below it; nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from pypdf.generic import ContentStream

from jdgtools.building import build
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.pdf_color import PdfColours
from jdgtools.render.scene import Halo, Rect, Scene, TextItem
from jdgtools.render.sheets import PrintSettings

SCENARIOS = Path(__file__).parents[3] / "scenarios"
Mark = tuple[str, tuple[float, ...], bool]
"""What is painted (text, fill), its inks, and whether it prints over."""
PAINTS = {b"Tj": "text", b"TJ": "text", b"f": "fill", b"f*": "fill", b"B": "fill", b"B*": "fill"}


def marks(pdf: bytes) -> Iterator[Mark]:
    """Yield what the pages of a file paint, in the order of painting."""
    reader = PdfReader(BytesIO(pdf))
    for page in reader.pages:
        yield from _marks(reader, page.get_contents(), page["/Resources"], ((0.0, 0.0, 0.0, 1.0), False))


def _marks(reader: PdfReader, stream: Any, resources: Any, state: tuple[Any, bool]) -> Iterator[Mark]:
    saved = []
    for operands, operator in ContentStream(stream, reader).operations:
        if operator == b"q":
            saved.append(state)
        elif operator == b"Q":
            state = saved.pop()
        elif operator == b"k":
            state = (tuple(map(float, operands)), state[1])
        elif operator == b"gs":
            wanted = resources["/ExtGState"][operands[0]].get_object()
            assert wanted["/OP"] == wanted["/op"] and wanted["/OPM"] == 1
            state = (state[0], bool(wanted["/op"].value))
        elif operator in PAINTS:
            yield PAINTS[operator], *state
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            if form["/Subtype"] == "/Form":
                yield from _marks(reader, form, form["/Resources"], state)


def test_only_dark_and_neutral_lettering_counts_as_black() -> None:
    inks = PdfColours("cmyk")
    assert all(map(inks.overprints, ("#000000", "#1c1a17", "#2a2724", "#10181c")))
    assert not any(map(inks.overprints, ("#3f2420", "#0f2531", "#ffffff", "#555555", "#8c2f23")))
    assert not PdfColours("rgb").overprints("#000000")


def test_black_letters_print_over_and_the_rest_is_left_open() -> None:
    items = [
        Rect(0, 0, 60, 40, fill="#c02040"),
        TextItem(5, 10, "black", 5, fill="#1c1a17", halo=Halo("#ffffff", 0.4)),
        Rect(5, 12, 5, 5, fill="#1c1a17"),
        TextItem(5, 25, "red", 5, fill="#8c2f23"),
        TextItem(5, 35, "faint", 5, fill="#1c1a17", opacity=0.5),
    ]
    scene = Scene.of(60, 40, items)
    found = list(marks(render_pdf([scene], color="cmyk")))
    black = (0.0, 0.0, 0.0, 1.0)
    assert [mark for mark in found if mark[2]] == [("text", black, True)]
    texts = [inks for kind, inks, _ in found if kind == "text"]
    assert len(texts) == 3 and texts[0] == black and all(inks[:3] != (0, 0, 0) for inks in texts[1:])
    assert b"/op " not in render_pdf([scene])


@pytest.mark.parametrize("battle", ["rolica-1808", "edgehill-1642"])
def test_black_lettering_of_a_battle_is_black_ink_that_prints_over(battle: str, tmp_path: Path) -> None:
    loaded = check(SCENARIOS / battle)
    printing = replace(loaded.printing or PrintSettings(), color="cmyk", papers=("a4",))
    build(loaded, tmp_path / "out", BuildOptions(printing=printing, only=("counters", "map")))
    counts = {}
    for path in (tmp_path / "out").glob("*.pdf"):
        found = list(marks(path.read_bytes()))
        over = [mark for mark in found if mark[2]]
        assert {(kind, inks) for kind, inks, _ in over} == {("text", (0.0, 0.0, 0.0, 1.0))}
        # No lettering in a black of several inks is left.
        dark = {inks for kind, inks, _ in found if kind == "text" and inks[3] > 0.8 and sum(inks[:3]) < 0.5}
        assert dark == {(0.0, 0.0, 0.0, 1.0)}
        counts[path.name] = len(over)
    assert set(counts) == {"counters-a4.pdf", "map-print.pdf"} and min(counts.values()) > 50
