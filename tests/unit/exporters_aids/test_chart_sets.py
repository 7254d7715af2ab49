"""Charts that players use together stand on one page of the aids, or on two that lie open side by side."""

from __future__ import annotations

import pytest

from jdgtools.charts.load import ChartDataError, book_from_plain, book_to_plain
from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.flowables import Block
from jdgtools.exporters.booklet.packing import LaidBlock, arrange
from tests.unit.exporters_aids.conftest import context


@pytest.mark.parametrize("first", [2, 3])
@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_a_set_of_charts_is_seen_at_a_glance(battle: str, language: str, first: int) -> None:
    blocks = [LaidBlock(x.flowables(), x.wide, x.floats, x.together) for x in _blocks(battle, language)]
    pages = arrange(blocks, 20.0, loose=True, paper=stylesheet.A4, page=first)
    place: dict[int, int] = {}
    for number, page in enumerate(pages, first):
        place |= {id(each.flowable): number for each in page}
    sets: dict[str, set[int]] = {}
    for block in blocks:
        sets.setdefault(block.together, set()).update(place[id(flowable)] for flowable in block.flowables)
    del sets[""]
    assert len(sets) >= 3
    for name, numbers in sets.items():
        low, high = min(numbers), max(numbers)
        assert high == low or (high == low + 1 and low % 2 == 0), (name, numbers)
    assert sum(len(page) for page in pages) >= len(place) == sum(len(each.flowables) for each in blocks)


def _blocks(battle: str, language: str) -> list[Block]:
    return list(chart_pages(context(battle, language).charts, language))


def test_sets_name_charts_that_are_there() -> None:
    plain = book_to_plain(context("teaching-jdg", "en").charts, texts=True)
    assert book_from_plain(plain).together == context("teaching-jdg", "en").charts.together
    with pytest.raises(ChartDataError, match="TBL-NONE"):
        book_from_plain({**plain, "together": [["TBL-FIRE", "TBL-NONE"]]})
