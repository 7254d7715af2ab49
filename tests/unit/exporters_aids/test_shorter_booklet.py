"""What a booklet leaves out and how small it is printed to have so many pages, with pages that are only counted."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet, whole_booklet
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.packing import PackedChapter
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.stylesheet import A4
from jdgtools.exporters.booklet.whole_booklet import (
    Booklet,
    BookletPlan,
    Chapter,
    ChapterHeading,
    ChapterPages,
    chapters,
    terrains_of,
)
from jdgtools.exporters.option import OptionRefused
from jdgtools.render.backends.pdf_outline import Bookmark
from jdgtools.render.scene import DrawingLayer, Item, Polyline, Scene
from tests.unit.exporters_aids.conftest import context, lettering

PAGES_OF = {"Sequence": 1.0, "Charts": 4.0, "Orders": 1.5, "A": 2.5, "B": 3.0, "Notes": 0.3}
"""Chapter -> pages at 100 %, set close."""
SPARE = {"Orders": 1, "B": 2, "Notes": 3}


def _counted(number: int, scale: float = 1.0) -> Booklet:
    """Return a booklet of so many empty pages; the notes are too short for a chapter where it is not close."""
    # A begins on page 7, below the orders of battle.
    marks = (Bookmark("Sequence", 1), Bookmark("Orders", 4), Bookmark("A", 6), Bookmark("B", 8))
    return Booklet("Aids", (Scene(1.0, 1.0, "", ()),) * number, marks, (), (), scale, (4, 7, 8, 14))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the place of the setting of pages: they hold less the larger their text is."""

    def booklet(_: object, without: Collection[str] = (), close: bool = False, scale: float = 1.0) -> Booklet:
        there = [size for title, size in PAGES_OF.items() if title not in without]
        return _counted(math.ceil(sum(there) * scale**2) if close else 14, scale)

    def chapters(*_: object, close: bool = False) -> Iterator[Chapter]:
        for title in PAGES_OF:
            if close or title != "Notes":
                yield Chapter(title, tuple, spare=SPARE.get(title, 0))

    monkeypatch.setattr(whole_booklet, "booklet", booklet)
    monkeypatch.setattr(whole_booklet, "chapters", chapters)


B = "B (pages 9 to 14 of the player aids)"


@pytest.mark.parametrize(
    ("choice", "percent", "points", "left_out"),
    [
        ("16", None, None, None),
        ("14", None, None, None),
        ("12", 98, 6.8, []),
        ("8", 80, 5.6, []),
        # Notes are left out first and find room again when B is gone; then all is a little smaller than without.
        ("7", 86, 6.0, [B]),
        # With notes it has just six pages.
        ("6", 80, 5.6, [B]),
        # Only the smallest type is small enough; notes have no page of their own in the player aids.
        ("4", 72, 5.0, ["Notes", B, "Orders (pages 5 to 7 of the player aids)"]),
    ],
)
@pytest.mark.usefixtures("counted")
def test_a_booklet_is_as_large_as_its_pages_allow(
    choice: str, percent: int | None, points: float, left_out: list[str] | None
) -> None:
    shorter = whole_booklet._shorten(context("teaching-jdg", "en"), choice, "--booklet")
    expected = []
    if percent is not None and left_out is not None:
        expected.append(f"to fit on {choice} pages it is printed at {percent} %, smallest type {points} pt")
        names = (whole_booklet._NOT_CLOSE, *left_out)
        expected += [f"no room on {choice} pages for: {name}" for name in names]
        assert len(shorter.booklet.pages) == int(choice)
    assert list(shorter.changes) == expected
    assert shorter.booklet.scale == (percent or 100) / 100


@pytest.mark.usefixtures("counted")
def test_a_booklet_that_is_too_short_in_the_smallest_type_is_refused() -> None:
    with pytest.raises(OptionRefused, match="`Sequence`, `Charts`, `A` alone take 4, 1 more than chosen"):
        whole_booklet._shorten(context("teaching-jdg", "en"), "3", "--booklet")


@pytest.mark.parametrize(
    ("whole", "fits_at", "percent"),
    [(13, 98, 98), (13, 86, 86), (13, 84, 100), (12, 98, 100), (14, 98, 100), (1, 98, 100), (5, 90, 90)],
)
def test_a_page_with_a_sheet_of_its_own_is_saved_if_that_is_not_seen(
    whole: int, fits_at: int, percent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def booklet(_: object, *, scale: float) -> Booklet:
        return _counted(whole - 1 if round(100 * scale) <= fits_at else whole, scale)

    monkeypatch.setattr(whole_booklet, "booklet", booklet)
    shorter = whole_booklet._fill_sheets(context("teaching-jdg", "en"), _counted(whole))
    assert (round(100 * shorter.booklet.scale), bool(shorter.changes)) == (percent, percent < 100)


def test_chapters_that_may_be_left_out_go_in_order_from_the_end() -> None:
    """The first scenario, the sequence of play and the charts stay."""
    build = context("rolica-1808", "en")
    build = replace(build, battle=replace(build.battle, scenarios=build.battle.scenarios * 2))
    scenarios = len(build.battle.scenarios)
    made = chapters(build, BookletNames(build), BookletPictures(build), close=True)
    assert [chapter.spare for chapter in made] == [0, 0, 1, 0, *range(2, scenarios + 1), scenarios + 1]


def test_terrains_of_a_battle_are_those_of_hexes_hexsides_and_ways() -> None:
    build = context("teaching-jdg", "en")
    the_map = build.battle.map
    assert the_map is not None
    found = terrains_of(build)
    for kind in (the_map.terrain[0], the_map.features[0].kind, the_map.ways[0].kind):
        assert kind in found
    assert terrains_of(replace(build, battle=replace(build.battle, map=None))) == frozenset()


def _lines(items: list[Item]) -> list[Any]:
    return [item.points for item in items if isinstance(item, Polyline)]


def test_a_heading_stands_below_the_text_before_it_and_above_its_level_line() -> None:
    def drawn(start: float) -> tuple[float, Any]:
        items = ChapterHeading("Charts").draw(start, A4)
        [text], [line] = lettering(items), _lines(items)
        return text.y, line

    (first, line), (second, line_below) = drawn(0.0), drawn(40.0)
    assert second - first == pytest.approx(40.0)
    for text_y, (left, right) in ((first, line), (second, line_below)):
        assert (left[0], right[0]) == (A4.margin, A4.margin + A4.text_width)
        assert left[1] == right[1] and 0 < left[1] - text_y < 5
    assert first > stylesheet.TOP


def test_pages_for_notes_go_on_with_the_numbers_and_have_lines_from_margin_to_margin() -> None:
    names = BookletNames(context("teaching-jdg", "en"))
    made = whole_booklet.pages_for_notes(names, "Aids", "", A4, range(7, 9))
    for number, page in zip((7, 8), made, strict=True):
        items = [item for layer in page.layers for item in layer.items]
        assert str(number) in [text.string for text in lettering(items)]
        lines = _lines(items)
        # That of the header, that of the heading, and those to write on.
        assert len(lines) > 20
        assert {(left[0], right[0]) for left, right in lines} == {(A4.margin, A4.margin + A4.text_width)}
        heights = [left[1] for left, _ in lines[2:]]
        assert [low - high for high, low in pairwise(heights)] == pytest.approx([9.0] * (len(heights) - 1))
        assert heights[0] > stylesheet.TOP + stylesheet.HEAD and heights[-1] <= A4.height - stylesheet.BOTTOM


def test_contents_and_side_bar_lead_to_the_first_page_of_a_chapter() -> None:
    """One that begins below the end of another begins on its page."""
    build = context("teaching-jdg", "en")

    def chapter(title: str, number: int, start: float) -> tuple[Chapter, ChapterPages]:
        layers = (DrawingLayer("text", ()),) * number
        return Chapter(title, tuple), ChapterPages(PackedChapter([], start, 10.0), layers)

    parts = [chapter("Sequence", 1, 0.0), chapter("Charts", 3, 80.0), chapter("Orders", 1, 0.0)]
    plan = BookletPlan(BookletNames(build), BookletPictures(build), parts)
    cover = plan.cover()
    assert [(entry.title, entry.page) for entry in plan.entries] == [
        ("Sequence", 2),
        ("Charts", 2),
        ("Orders", 5),
    ]
    targets = [(link.page, link.target) for link in plan.links(cover)]
    assert targets == [(0, 1), (0, 1), (0, 4)]
    assert [mark.page for mark in plan.bookmarks()] == [1, 1, 4]
    assert plan.last_pages() == (2, 4, 5)
    assert len(plan.pages(cover)) == 5
