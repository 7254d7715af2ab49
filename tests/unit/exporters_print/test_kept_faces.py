"""Faces that are drawn apart and kept look on the sheets as if they had been drawn there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pypdfium2
import pytest

from jdgtools.cache import Cache
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import SPARE_COUNTERS, SheetWork
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.pdf_content import Canvas
from jdgtools.render.scene import Item
from jdgtools.render.sheets.settings import PrintSettings

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def _work(name: str, options: BuildOptions, cache: Cache) -> SheetWork:
    loaded = load(SCENARIOS / name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return SheetWork(BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options, cache))


def _pages(pdf: bytes) -> list[tuple[bytes, object, str]]:
    document = pypdfium2.PdfDocument(pdf)
    return [
        (bytes(page.render(scale=1.5).buffer), page.get_trimbox(), page.get_textpage().get_text_range())
        for page in (document[n] for n in range(len(document)))
    ]


@pytest.mark.parametrize(
    ("battle", "options"),
    [
        ("teaching-jdg", BuildOptions()),
        (
            "teaching-afe",
            BuildOptions.of(
                spare_counters=True,
                printing=PrintSettings(bleed=2.0, fold=True, blank="ground", marker_mm=12.7),
            ),
        ),
        (
            "teaching-mpbs",
            BuildOptions.of(
                counter_flip="short",
                printing=PrintSettings(
                    color="cmyk", proof=True, gutter=1.0, blank="front", back_offset=(1.0, 0.5)
                ),
            ),
        ),
    ],
)
def test_sheets_of_kept_faces(battle: str, options: BuildOptions, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    work = _work(battle, options, cache)
    settings = work.context.print_settings
    plain = work.pages(settings.spec("a4"), settings.flip, spares=options[SPARE_COUNTERS])
    wanted = render_pdf(plain, work.heading, language=work.context.language, color=settings.color)
    fresh = work.pdf("a4")
    assert _pages(fresh) == _pages(wanted)
    assert len(fresh) < 1.06 * len(wanted)
    kept = {file.name for file in tmp_path.glob("*.jdg")}
    assert _work(battle, options, cache).pdf("a4") == fresh
    assert {file.name for file in tmp_path.glob("*.jdg")} == kept
    assert _work(battle, options, Cache(None)).pdf("a4") == fresh


def test_a_face_is_drawn_once_for_all_copies_and_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    work = _work("teaching-jdg", BuildOptions(), Cache(None))
    drawn: list[tuple[Item, ...]] = []
    content_of = Canvas.content_of

    def noted(canvas: Canvas, items: Iterable[Item]) -> object:
        drawn.append(tuple(items))
        return content_of(canvas, drawn[-1])

    monkeypatch.setattr(Canvas, "content_of", noted)
    work.pdf("a4")
    faces = {
        id(side): side for piece in work.pieces for side in (piece.front, piece.back) if side is not None
    }
    assert len(faces) < len(work.pieces)
    assert sum(items in [face.items for face in faces.values()] for items in drawn) == len(faces)
    before = len(drawn)
    work.pdf("letter")
    assert len(drawn) == before


def test_faces_of_a_few_counters_alone_are_drawn() -> None:
    context = _work("teaching-jdg", BuildOptions(), Cache(None)).context
    (counter,) = counters_of(context)[:1]
    work = SheetWork(context, [counter])
    assert len(work.forms.symbols) == (1 if counter.back is None else 2)
    assert len(_pages(work.pdf("a4"))) == 2
