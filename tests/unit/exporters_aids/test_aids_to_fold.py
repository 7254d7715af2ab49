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
from jdgtools.exporters.booklet.imposition import folded, pages_to_fold, sides
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
    assert pages_to_fold(pages_, chosen, BOOKLET.flag) == number


@pytest.mark.parametrize(("pages_", "needed"), [(9, 12), (13, 16), (17, 20)])
def test_too_few_pages_are_refused_with_the_number_that_is_needed(pages_: int, needed: int) -> None:
    with pytest.raises(OptionRefused, match=rf"--booklet: .* have {pages_} pages, expected `{needed}`"):
        pages_to_fold(pages_, "8", BOOKLET.flag)


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
