"""The player aids as a booklet to fold: every page once, in the order in which a folded sheet needs them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.aids import BOOKLET, EXPORTER, FILE, FILE_TO_FOLD
from jdgtools.exporters.booklet.imposition import folded_sheets, pages_to_fold, sides, too_few_pages
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.setupmap import setup_maps
from jdgtools.exporters.booklet.stylesheet import A4, LEAST_SCALE, PT
from jdgtools.exporters.booklet.whole_booklet import booklet, folded_pdf
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import OptionRefused
from jdgtools.exporters.options import BuildOptions
from jdgtools.model.text import Text as ModelText
from jdgtools.render.scene import Group, Item
from tests.unit.exporters_aids.conftest import book, context, kept, lettering, pages, pdf, scenes, squeezed
from tests.unit.proof.printed import overlapping
from tests.unit.proof.printed import pages as printed_pages


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
    refused = str(too_few_pages(17, 8, 14, ["Charts", "Scenario: A"], BOOKLET.flag))
    assert "--booklet: the player aids have 17 pages" in refused
    assert "`Charts`, `Scenario: A` alone take 14, 6 more than chosen, expected `16` or more" in refused


def _folded(build: BuildContext) -> tuple[tuple[str, ...], bytes]:
    """Return what is otherwise in a booklet to fold than in the one to read, and its file."""
    pdf, changes = pickle.loads(folded_pdf(kept(build), build.options[BOOKLET], BOOKLET.flag))
    return changes, pdf


def _words(pdf: bytes) -> list[str]:
    """Return the words on the sheets of a file."""
    return [squeezed(sheet.extract_text()) for sheet in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.parametrize("pages_", ["12", "8"])
def test_a_booklet_with_too_few_pages_is_set_close_and_loses_what_a_game_can_begin_without(
    pages_: str, tmp_path: Path
) -> None:
    """All chapters are there, on eight pages in smaller type; the build names what is not."""
    build = context("rolica-1808", "en")
    assert len(scenes("rolica-1808", "en")) > 12
    asked = replace(build, options=BuildOptions.of(language="en", booklet=pages_))
    losses = EXPORTER.export(asked, tmp_path)
    assert {loss.subject for loss in losses} == {"booklet"}
    messages = [loss.message for loss in losses]
    sheets = _words((tmp_path / FILE_TO_FOLD).read_bytes())
    if pages_ == "8":
        assert messages.pop(0) == "to fit on 8 pages it is printed at 80 %, smallest type 5.6 pt"
    assert messages[0].startswith(f"no room on {pages_} pages for: the list of contents, and rows of charts")
    assert len(messages) == 1
    text = "".join(sheets)
    assert len(sheets) == int(pages_) / 2
    titles = ("Scenario: Two positions", "Scenario: If Loison comes", "Orders of battle")
    for title in ("Sequence of play", "Charts", *titles):
        assert squeezed(title) in text
    # The text begins on the first page, which stands at the right of the last one.
    assert squeezed("Sequence of play") in sheets[0]


@pytest.mark.parametrize(
    ("battle", "language"),
    [
        ("edgehill-1642", "pl"),
        ("rolica-1808", "fr"),
        ("teaching-mpbs", "fr"),
        ("vimeiro-1808", "pl"),
        *((battle, "pl") for battle in ("bouvines-1214", "bremule-1119", "teaching-afe", "teaching-jdg")),
    ],
)
def test_every_battle_finds_room_on_eight_pages(battle: str, language: str) -> None:
    """No type of their text is below 5 pt, nothing lies on other lettering, and margins are kept.

    English is shorter than the other languages.
    """
    build = context(battle, language)
    asked = replace(build, options=BuildOptions.of(language=language, booklet="8"))
    messages, pdf = _folded(asked)
    sheets = printed_pages(pdf)
    assert len(sheets) == 4
    shrunk = [message for message in messages if message.startswith("to fit on 8 pages")]
    percent = int(shrunk[0].split(" %")[0].split()[-1]) if shrunk else 100
    assert percent >= 72
    floor = max(5.0, 7.0 * percent / 100) - 0.01
    for sheet in sheets:
        # What is smaller stands on counters and the map.
        own = [letter for letter in sheet.letters if letter.size >= floor]
        assert len(own) > 1000
        # The letters of a ligature have one box.
        assert [pair for pair in overlapping(own, 0.3) if pair[0].box != pair[1].box] == []
        assert (
            min(min(x.box[0], x.box[1], sheet.width - x.box[2], sheet.height - x.box[3]) for x in own) > 5.0
        )


def test_charts_that_are_printed_smaller_have_no_type_below_the_floor() -> None:
    """Marks of values are not raised there, which would make them smaller."""
    book_ = booklet(context("edgehill-1642", "en"), close=True, scale=LEAST_SCALE)
    first, last = [mark.page for mark in book_.bookmarks[1:3]]
    charts = [page for page in book_.pages[first + 1 : last] if page]
    texts = [text for page in charts for layer in page.layers for text in lettering(layer.items)]
    assert len(texts) > 900
    assert min(text.size / PT for text in texts) * LEAST_SCALE >= 5.0


def test_numbers_of_hexes_on_setup_cards_keep_their_size_where_a_page_is_printed_smaller() -> None:
    ctx = context("rolica-1808", "en")
    paper = A4.smaller(0.8)
    names, pictures = BookletNames(ctx), BookletPictures(ctx, paper)
    scenario = ctx.battle.scenarios[0]
    placements = [p for p in scenario.placements if p.hexes]
    out: list[Item] = []
    for each in setup_maps(names, pictures, placements, "#888888", paper.text_width):
        each.draw(0.0, 0.0, out)
    starts = {names.hex(index) for p in placements for index in p.hexes}
    numbers = [text for text in lettering(out) if text.string in starts and text.font == "sans-semibold"]
    assert len(numbers) >= len(starts)
    assert min(text.size / PT for text in numbers) * paper.scale >= 5.0


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
    build = context("teaching-jdg", "en")
    first = build.battle.scenarios[0]
    long = replace(first, notes=ModelText((("en", "\n\n".join(["A long story of a long day. " * 60] * 60)),)))
    build = replace(build, battle=replace(build.battle, scenarios=(long, *build.battle.scenarios[1:])))
    asked = replace(build, options=BuildOptions.of(language="en", booklet="8"))
    with pytest.raises(OptionRefused, match=r"alone take \d+, \d+ more than chosen, expected `\d+` or more"):
        EXPORTER.export(asked, tmp_path)


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe"])
def test_the_file_to_fold_has_the_pages_of_the_other(battle: str, tmp_path: Path) -> None:
    """Each half of a sheet has the words of its page; halves beyond the last page are for notes."""
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
        text = squeezed(sheet.extract_text())
        if max(side) < len(words):
            assert sorted(text) == sorted("".join(squeezed(words[page]) for page in side))
        else:
            # In the header and as the heading.
            assert text.count("Notes") == 2 * sum(page >= len(words) for page in side)


def test_a_page_that_would_take_a_sheet_by_itself_makes_the_others_smaller() -> None:
    """Thirteen pages are printed on twelve, with nothing left out: there were three empty ones."""
    build = context("rolica-1808", "en")
    assert len(scenes("rolica-1808", "en")) == 13
    messages, pdf = _folded(replace(build, options=BuildOptions.of(language="en", booklet="fit")))
    [message], sheets = messages, _words(pdf)
    assert message.startswith("to fit on 12 pages it is printed at 9") and len(sheets) == 6
    text = "".join(sheets)
    for mark in book("rolica-1808", "en").bookmarks:
        assert squeezed(mark.title) in text


def test_a_side_is_two_pages_wide_and_shows_where_it_is_folded() -> None:
    book = scenes("teaching-jdg", "en")
    side = folded_sheets(book, 4 * -(-len(book) // 4), "")[0]
    assert (side.width, side.height) == (2 * book[0].width, book[0].height)
    marks = [item for item in side.layers[0].items if type(item).__name__ == "Polyline"]
    assert [mark.points[0][0] for mark in marks] == [book[0].width] * 2
    assert [(mark.points[0][1], mark.points[1][1]) for mark in marks] == [
        (0, 4),
        (side.height - 4, side.height),
    ]


def test_the_same_bytes_again(tmp_path: Path) -> None:
    build = replace(context("teaching-jdg", "en"), options=BuildOptions.of(language="en", booklet="16"))
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        EXPORTER.export(build, tmp_path / name)
        files.append((tmp_path / name / FILE_TO_FOLD).read_bytes())
    assert files[0] == files[1]
