"""Charts that players use together stand on one page of the aids, or on two that lie open side by side."""

from __future__ import annotations

import pytest

from jdgtools.charts.load import ChartDataError, book_from_plain, book_to_plain
from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.flowables import Block, Flowable, block, stack
from jdgtools.exporters.booklet.packing import LaidBlock, _draw_nothing, _end, _measure, arrange
from jdgtools.exporters.booklet.table import table
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.exporters.booklet.whole_booklet import terrains_of
from tests.unit.exporters_aids.conftest import context

_OF_TERRAIN = {"TBL-TEC-HEX", "TBL-TERRAIN-HEX", "T-TEC-HEX"}
_BATTLES = {
    "teaching-jdg": ("en", "fr", "pl"),
    "rolica-1808": ("en", "fr", "pl"),
    "vimeiro-1808": ("en", "fr", "pl"),
    "teaching-mpbs": ("en", "fr", "pl"),
    "edgehill-1642": ("en", "fr", "pl"),
    "teaching-afe": ("en", "fr", "pl", "hu"),
    "bouvines-1214": ("en", "fr", "pl", "hu"),
    "bremule-1119": ("en", "fr", "pl", "hu"),
}


@pytest.mark.parametrize("paper_name", ["a4", "letter"])
@pytest.mark.parametrize("first", [2, 3])
@pytest.mark.parametrize(
    ("battle", "language"), [(battle, each) for battle, languages in _BATTLES.items() for each in languages]
)
def test_a_set_of_charts_is_seen_at_a_glance(battle: str, language: str, first: int, paper_name: str) -> None:
    """Those of terrain on two pages that lie open side by side, every other set on one page."""
    paper = stylesheet.paper_of([paper_name])
    blocks = [
        LaidBlock(x.flowables(paper), x.wide, x.floats, x.together, x.follows, x.next_page_flowables(paper))
        for x in _blocks(battle, language, paper)
    ]
    pages = arrange(blocks, 20.0, loose=True, paper=paper, page=first)
    place: dict[int, int] = {}
    for number, page in enumerate(pages, first):
        place |= {id(each.flowable): number for each in page}
    sets: dict[str, set[int]] = {}
    for part in blocks:
        sets.setdefault(part.together, set()).update(place[id(flowable)] for flowable in part.flowables)
    del sets[""]
    assert len(sets) >= 3
    for name, numbers in sets.items():
        low, high = min(numbers), max(numbers)
        assert high == low or (name in _OF_TERRAIN and high == low + 1 and low % 2 == 0), (name, numbers)
    parts = {id(flowable) for each in blocks for flowable in each.flowables}
    headings = {id(flowable) for each in blocks for flowable in each.next_page}
    heads = {id(flowable.again) for each in blocks for flowable in each.flowables}
    drawn = {id(x.flowable) for page in pages for x in page if x.flowable.draw is not _draw_nothing}
    assert parts <= drawn <= parts | headings | heads


@pytest.mark.parametrize(("start", "first"), [(0.0, 3), (169.5, 2)])
@pytest.mark.parametrize("battle", _BATTLES)
def test_no_page_of_charts_but_the_last_is_left_empty(battle: str, start: float, first: int) -> None:
    """Labels of a table in parts are wide enough that it is no higher than it must be."""
    paper = stylesheet.A4
    for language in _BATTLES[battle]:
        chapter = _measure(_blocks(battle, language, paper), paper)
        pages = arrange(chapter, 15.0, start=start, loose=True, paper=paper, page=first)
        assert all(_end(page) > 0.6 * paper.room for page in pages[:-1]), language


def _blocks(battle: str, language: str, paper: stylesheet.Paper) -> list[Block]:
    of_battle = context(battle, language)
    used, ground = terrains_of(of_battle), Swatches(of_battle)
    return list(chart_pages(of_battle.charts, language, used, ground, paper=paper))


def test_sets_name_charts_that_are_there() -> None:
    plain = book_to_plain(context("teaching-jdg", "en").charts, texts=True)
    assert book_from_plain(plain).together == context("teaching-jdg", "en").charts.together
    with pytest.raises(ChartDataError, match="TBL-NONE"):
        book_from_plain({**plain, "together": [["TBL-FIRE", "TBL-NONE"]]})


_PAGE = stylesheet.Paper(stylesheet.A4.width, 120.0 + stylesheet.TOP + stylesheet.BOTTOM)
"""A page with room for 120 mm of text."""


def _bar(high: float, wide: bool = True, floats: bool = False, together: str = "") -> LaidBlock:
    return LaidBlock([Flowable(high, lambda x, y, out: None)], wide, floats, together)


def _heights(blocks: list[LaidBlock]) -> list[list[float]]:
    pages = arrange(blocks, loose=True, paper=_PAGE, page=2)
    return [[each.flowable.height for each in page] for page in pages]


def test_what_a_set_leaves_of_a_page_is_filled_before_it_goes_on() -> None:
    """Of what might stand there, as much as possible."""
    blocks = [_bar(80.0, together="a"), _bar(90.0, together="a")]
    assert _heights([*blocks, _bar(10.0, wide=False), _bar(30.0, wide=False)]) == [[80.0, 10.0, 30.0], [90.0]]
    assert _heights([*blocks, _bar(20.0, wide=False), _bar(38.0, wide=False)]) == [
        [80.0, 20.0],
        [90.0],
        [38.0],
    ]


def test_a_long_table_in_both_columns_fills_what_a_set_leaves() -> None:
    """It has 80 mm in one column, and the rest of the page 50: French charts left it empty."""
    rows = [[inlines.text(f"row {n}"), inlines.text(str(n))] for n in range(20)]
    chart = block(table([inlines.text("Case"), inlines.text("Value")], rows)).flowables(_PAGE)
    assert stack(chart)[0] > 50.0
    sets = [_bar(70.0, together="fire"), _bar(110.0, together="shock")]
    first, second = arrange([*sets, LaidBlock(chart)], loose=True, paper=_PAGE, page=2)
    assert len(second) == 1 and len({each.x for each in first}) == 2


def test_a_set_of_two_pages_begins_below_another_on_the_left_one() -> None:
    """What is looked up last stands above the rest of it there; on a right page the set would be torn."""
    long = [_bar(high, together="a") for high in (100.0, 101.0, 60.0)]
    shock = [_bar(102.0, False, False, "b"), _bar(103.0, False, False, "b"), _bar(30.0, True, True, "b")]
    assert _heights([*long, *shock]) == [[100.0], [101.0], [60.0, 30.0], [102.0, 103.0]]
    fitting = [_bar(80.0, False, False, "b"), _bar(81.0, False, False, "b"), _bar(30.0, True, True, "b")]
    assert _heights([*long, *fitting]) == [[100.0], [101.0], [60.0], [80.0, 81.0, 30.0]]
