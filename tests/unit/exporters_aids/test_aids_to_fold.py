"""The player aids as a booklet to fold: every page once, in the order in which a folded sheet needs them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.aids import BOOKLET, EXPORTER, FILE, FILE_TO_FOLD
from jdgtools.exporters.booklet.imposition import folded, pages_to_fold, sides, too_few_pages
from jdgtools.exporters.option import OptionRefused
from jdgtools.exporters.options import BuildOptions
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


@pytest.mark.parametrize(
    ("pages_", "least", "found"),
    [
        (9, 9, "have 9 pages, expected `12`"),
        (17, 14, "have 17 pages, 14 without all that may be left out, expected `16`"),
    ],
)
def test_too_few_pages_are_refused_with_the_number_that_is_needed(
    pages_: int, least: int, found: str
) -> None:
    assert f"--booklet: the player aids {found} or more" in str(too_few_pages(pages_, least, BOOKLET.flag))


def test_a_booklet_with_too_few_pages_loses_what_a_game_can_begin_without(tmp_path: Path) -> None:
    """The second scenario goes, and is named; eight pages are too few for the charts."""
    build = context("rolica-1808", "en")
    assert len(scenes("rolica-1808", "en")) > 12
    asked = replace(build, options=BuildOptions.of(language="en", booklet="12"))
    [loss] = EXPORTER.export(asked, tmp_path)
    title = "Scenario: If Loison comes"
    assert (loss.subject, loss.message) == ("booklet", f"no room on 12 pages for: {title}")
    sheets = PdfReader(BytesIO((tmp_path / FILE_TO_FOLD).read_bytes())).pages
    text = squeezed("".join(sheet.extract_text() for sheet in sheets))
    assert len(sheets) == 6
    assert squeezed("Scenario: Two positions") in text and squeezed(title) not in text
    assert squeezed("Orders of battle") in text
    asked = replace(build, options=BuildOptions.of(language="en", booklet="8"))
    with pytest.raises(OptionRefused, match="without all that may be left out, expected `12` or more"):
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
    side = folded(book, 4 * -(-len(book) // 4), "")[0]
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
