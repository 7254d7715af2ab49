"""The player aids as a booklet to fold: every page once, in the order in which a folded sheet needs them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.aids import BOOKLET, EXPORTER, FILE, FILE_TO_FOLD
from jdgtools.exporters.booklet.book import booklet
from jdgtools.exporters.booklet.imposition import folded_sheets, pages_to_fold, sides, too_few_pages
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import OptionRefused
from jdgtools.exporters.options import BuildOptions
from jdgtools.render.scene import Group, Item
from tests.unit.exporters_aids.conftest import context, pages, pdf, scenes, squeezed


@given(st.integers(1, 12).map(lambda sheets: 4 * sheets))
def test_a_folded_stack_of_sheets_reads_from_the_first_page_to_the_last(number: int) -> None:
    """Sheets are put into one another, the first outermost: then the pages follow from left to right."""
    printed = sides(number)
    outsides, insides = printed[::2], printed[1::2]
    read: list[int] = []
    for outside, inside in zip(outsides, insides, strict=True):
        read += [outside[1], inside[0]]
    for outside, inside in zip(reversed(outsides), reversed(insides), strict=True):
        read += [inside[1], outside[0]]
    assert read == list(range(number))


@pytest.mark.parametrize(
    ("pages_", "chosen", "number"),
    [(1, "fit", 4), (4, "fit", 4), (5, "fit", 8), (14, "16", 16), (16, "16", 16), (3, "8", 8)],
)
def test_the_number_of_pages_is_a_multiple_of_four(pages_: int, chosen: str, number: int) -> None:
    assert pages_to_fold(pages_, chosen) == number


def test_too_few_pages_are_refused_with_what_does_not_fit_and_the_number_that_is_needed() -> None:
    refused = str(too_few_pages(17, 14, ["Charts", "Scenario: A"], BOOKLET.flag))
    assert "--booklet: the player aids have 17 pages" in refused
    assert "`Charts`, `Scenario: A` alone take 14, expected `16` or more" in refused


def _folded(build: BuildContext, folder: Path) -> tuple[list[str], list[str]]:
    """Return what a booklet to fold has no room for, and the words on its sheets."""
    losses = EXPORTER.export(build, folder)
    assert {loss.subject for loss in losses} <= {"booklet"}
    sheets = PdfReader(BytesIO((folder / FILE_TO_FOLD).read_bytes())).pages
    return [loss.message for loss in losses], [squeezed(sheet.extract_text()) for sheet in sheets]


@pytest.mark.parametrize(("pages_", "left_out"), [("12", 0), ("8", 2)])
def test_a_booklet_with_too_few_pages_is_set_close_and_loses_what_a_game_can_begin_without(
    pages_: str, left_out: int, tmp_path: Path
) -> None:
    """On twelve pages the whole is there, on eight the second scenario and the orders of battle are not."""
    build = context("rolica-1808", "en")
    assert len(scenes("rolica-1808", "en")) > 12
    asked = replace(build, options=BuildOptions.of(language="en", booklet=pages_))
    messages, sheets = _folded(asked, tmp_path)
    titles = ["Scenario: If Loison comes", "Orders of battle"]
    assert messages[0].startswith(f"no room on {pages_} pages for: the list of contents, and rows of charts")
    assert messages[1:] == [f"no room on {pages_} pages for: {title}" for title in titles[:left_out]]
    text = "".join(sheets)
    assert len(sheets) == int(pages_) / 2
    for title in ("Sequence of play", "Charts", "Scenario: Two positions"):
        assert squeezed(title) in text
    for title in titles:
        assert (squeezed(title) in text) == (left_out == 0)
    # The text begins on the first page, which stands at the right of the last one.
    assert squeezed("Sequence of play") in sheets[0]


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "bremule-1119", "bouvines-1214"])
@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_small_battles_find_room_on_eight_pages(battle: str, language: str, tmp_path: Path) -> None:
    build = context(battle, language)
    asked = replace(build, options=BuildOptions.of(language=language, booklet="8"))
    _, sheets = _folded(asked, tmp_path)
    assert len(sheets) == 4


def _headings(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            if item.tag is not None and item.tag.role in ("H1", "H2"):
                yield item.tag.role
            yield from _headings(item.items)


def test_the_heading_of_the_charts_does_not_stand_alone_at_the_foot_of_a_page() -> None:
    """Set close, the legend of the marks keeps a chart below it."""
    book = booklet(context("bremule-1119", "en"), close=True)
    pages = [list(_headings(item for layer in page.layers for item in layer.items)) for page in book.pages]
    # The title of the booklet is the first one on the first page.
    ends = [page[-1] for page in pages if page]
    assert ends == ["H2"] * len(pages)


def test_eight_pages_are_refused_where_charts_and_a_scenario_need_more(tmp_path: Path) -> None:
    asked = replace(context("edgehill-1642", "en"), options=BuildOptions.of(language="en", booklet="8"))
    with pytest.raises(OptionRefused, match="`Scenario: Edgehill` alone take 11, expected `12` or more"):
        EXPORTER.export(asked, tmp_path)


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe"])
def test_the_file_to_fold_has_the_pages_of_the_other(battle: str, tmp_path: Path) -> None:
    """Each half of a sheet has the words of its page; halves beyond the last page are empty."""
    build = context(battle, "en")
    build = replace(build, options=BuildOptions.of(language="en", booklet="fit"))
    assert EXPORTER.outputs(build) == (FILE, FILE_TO_FOLD)
    assert EXPORTER.export(build, tmp_path) == []
    assert (tmp_path / FILE).read_bytes() == pdf(battle, "en")
    words = pages(battle, "en")
    sheets = PdfReader(BytesIO((tmp_path / FILE_TO_FOLD).read_bytes())).pages
    printed = sides(4 * -(-len(words) // 4))
    assert len(sheets) == len(printed)
    for sheet, side in zip(sheets, printed, strict=True):
        expected = "".join(squeezed(words[page]) for page in side if page < len(words))
        assert sorted(squeezed(sheet.extract_text())) == sorted(expected)


def test_a_side_is_two_pages_wide_and_shows_where_it_is_folded() -> None:
    book = scenes("teaching-jdg", "en")
    side = folded_sheets(book, 4 * -(-len(book) // 4), "")[0]
    assert (side.width, side.height) == (2 * book[0].width, book[0].height)
    marks = [item for item in side.layers[0].items if type(item).__name__ == "Polyline"]
    assert [mark.points[0][0] for mark in marks] == [book[0].width] * 2


def test_the_same_bytes_again(tmp_path: Path) -> None:
    build = replace(context("teaching-jdg", "en"), options=BuildOptions.of(language="en", booklet="16"))
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        EXPORTER.export(build, tmp_path / name)
        files.append((tmp_path / name / FILE_TO_FOLD).read_bytes())
    assert files[0] == files[1]
