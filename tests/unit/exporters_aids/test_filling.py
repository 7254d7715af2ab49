"""Blocks go where they find room: no page of the aids stays half empty while something is left out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.filling import BlockSpot, Chain, Filling, SizedBlock, fill_most
from jdgtools.exporters.booklet.player_folder import folder_of
from jdgtools.exporters.booklet.stylesheet import A4
from jdgtools.render.bounds import placed_texts
from jdgtools.render.scene import Scene
from tests.unit.exporters_aids.conftest import context

GAP = stylesheet.GAP


def narrow(number: int, high: float) -> SizedBlock:
    return SizedBlock(number, high, False)


def wide(number: int, high: float, *, sticky: bool = False) -> SizedBlock:
    return SizedBlock(number, high, True, sticky)


def filled(*chains: Chain, used: float = 0.0, most: int | None = None) -> list[tuple[int, int, int, float]]:
    """Number, page, column and top of all pieces on pages of 100 mm, by their numbers."""
    filling = Filling(100.0, used, most)
    assert filling.put_all(chains)
    return sorted((each.number, each.page, each.column, each.y) for each in filling.spots)


def test_a_wide_one_without_room_lets_later_ones_fill_the_page() -> None:
    assert filled([wide(0, 60.0)], [wide(1, 60.0)], [narrow(2, 30.0)], [wide(3, 30.0)]) == [
        (0, 0, 0, 0.0),
        (1, 1, 0, 0.0),
        (2, 0, 0, 60.0 + GAP),
        (3, 1, 0, 60.0 + GAP),
    ]


def test_the_room_beside_a_short_column_is_used() -> None:
    """A wide one closes both columns; what is left of the shorter above it takes a later one."""
    spots = filled([narrow(0, 50.0)], [wide(1, 20.0)], [narrow(2, 50.1)], [narrow(3, 30.0)])
    assert spots[2:] == [(2, 1, 0, 0.0), (3, 0, 1, 0.0)]


def test_one_hole_is_filled_once() -> None:
    spots = filled(
        [narrow(0, 50.0)], [wide(1, 20.0)], [narrow(2, 20.0)], [narrow(3, 20.0)], [narrow(4, 20.0)]
    )
    assert spots[2:] == [(2, 0, 1, 0.0), (3, 0, 1, 20.0 + GAP), (4, 0, 0, 70.0 + 2 * GAP)]


def test_what_follows_stays_behind_it_on_the_same_or_the_next_page() -> None:
    chain = [narrow(number, 40.0) for number in range(1, 6)]
    spots = filled([wide(0, 50.0)], chain)
    assert [(page, column) for _, page, column, _ in spots[1:]] == [(0, 0), (0, 1), (1, 0), (1, 0), (1, 1)]


def test_tables_over_both_columns_stay_on_one_page_where_they_can() -> None:
    spots = filled([wide(0, 60.0)], [wide(1, 60.0)], [wide(2, 20.0), wide(3, 15.0), wide(4, 15.0)])
    assert [spot[1] for spot in spots] == [0, 1, 2, 2, 2]
    spots = filled([wide(0, 60.0)], [wide(1, 40.0)], [wide(2, 20.0), wide(3, 25.0)])
    assert [spot[1] for spot in spots] == [0, 1, 1, 1]


def test_a_band_stays_with_what_it_stands_over() -> None:
    spots = filled([wide(0, 85.0)], [wide(1, 5.0, sticky=True), narrow(2, 20.0)])
    assert [spot[1] for spot in spots] == [0, 1, 1]


def test_what_no_page_can_hold_has_one_of_its_own() -> None:
    assert filled([wide(0, 130.0)], [wide(1, 20.0)]) == [(0, 0, 0, 0.0), (1, 1, 0, 0.0)]
    assert filled([wide(0, 130.0)], used=20.0) == [(0, 1, 0, 0.0)]
    assert not Filling(100.0, most=1).put([wide(0, 60.0), wide(1, 60.0)])


def test_what_found_no_room_left_nothing_behind() -> None:
    filling = Filling(100.0, most=1)
    assert filling.put([wide(0, 50.0)]) and not filling.put([wide(1, 20.0), wide(2, 40.0)])
    assert filling.put([narrow(3, 40.0)])
    assert [(each.number, each.y) for each in filling.spots] == [(0, 0.0), (3, 50.0 + GAP)]


def most(*parts: Sequence[SizedBlock], end: Chain = ()) -> tuple[list[BlockSpot], list[int]]:
    """On one page of 100 mm."""
    filling, fitting = fill_most([[part] for part in parts], 100.0, 0.0, 1, lambda left_out: end)
    return filling.spots, fitting


def test_parts_stand_otherwise_so_that_one_more_fits() -> None:
    """As they come, the third has no room below the second; higher ones first, it has."""
    parts = [[wide(0, 20.0)], [narrow(1, 20.0)], [narrow(2, 40.0)], [narrow(3, 45.0)], [narrow(4, 20.0)]]
    spots, fitting = most(*parts)
    assert fitting == [0, 1, 2, 3, 4]
    assert spots[0].number == 0, "the first stays where it is"


def test_the_last_word_has_room() -> None:
    spots, fitting = most([wide(0, 40.0)], [wide(1, 45.0)], end=[wide(9, 20.0)])
    assert fitting == [0] and spots[-1] == BlockSpot(9, 0, 0, 40.0 + GAP)


def test_where_there_is_room_for_all_a_part_stands_on_one_page() -> None:
    """The first block of the second part would have room below the first part, without its second."""
    parts = [[[narrow(0, 60.0)], [narrow(1, 60.0)]], [[wide(2, 30.0)], [wide(3, 60.0)]]]
    filling, fitting = fill_most(parts, 100.0, 0.0, 2, lambda left_out: ())
    assert fitting == [0, 1]
    assert [(each.number, each.page) for each in filling.spots] == [(0, 0), (1, 0), (2, 1), (3, 1)]


BATTLES = ["rolica-1808", "vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642"]


@pytest.mark.parametrize("battle", [*BATTLES, "teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_no_folder_says_that_there_is_no_room_while_a_page_is_half_empty(battle: str) -> None:
    build = context(battle, "en")
    for side in build.battle.sides:
        made = folder_of(build, side.id)
        assert len(made.pages) <= 4
        if made.left_out:
            free = [_free(page) for page in made.pages]
            assert max(free) < 0.4, (side.id, free)
            assert sum(free) / len(free) < 0.22, (side.id, free)


def _free(page: Scene) -> float:
    """Share of a page below the lowest text of its columns."""
    lowest = [stylesheet.TOP, stylesheet.TOP]
    for _, _, (left, _, right, bottom) in placed_texts(page):
        if bottom < A4.height - stylesheet.BOTTOM + 1.0:
            for column, edge in enumerate((A4.margin, A4.width / 2)):
                if left < edge + stylesheet.COLUMN and right > edge:
                    lowest[column] = max(lowest[column], bottom)
    end = A4.height - stylesheet.BOTTOM
    return sum(end - low for low in lowest) / (2 * A4.room)
