"""Where pieces lie on a sheet, in numbers: blocks, groups of a die, backs that meet their fronts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.render.scene import Symbol
from jdgtools.render.sheets.layout import CellBlock, CounterPiece, plan_sheets
from jdgtools.render.sheets.spec import DieGrid, SheetSpec

FACE = Symbol("face", ())
SPEC = SheetSpec(width=200.0, height=100.0, margin_top=10.0, margin_bottom=10.0, margin_side=10.0, gutter=2.0)


def pieces(count: int, width: float = 10.0, height: float = 10.0) -> list[CounterPiece]:
    return [CounterPiece(FACE, None, width, height) for _ in range(count)]


@pytest.mark.parametrize("turn", [{"flip": "long"}, {"flip": "short"}, {"fold": True}])
def test_the_back_of_a_block_has_its_edges_in_rising_order(turn: dict[str, object]) -> None:
    spec = replace(SPEC, **turn)
    block = CellBlock((20.0, 32.0, 44.0), (15.0, 27.0), 10.0, 10.0)
    back = block.on_back(spec)
    assert list(back.lefts) == sorted(back.lefts) and list(back.tops) == sorted(back.tops)
    assert back.on_back(spec) == block
    assert len(back.cuts_x) == len(block.cuts_x) == 6
    sideways = spec.fold or spec.turns_sideways
    assert back.x == (200.0 - block.right if sideways else block.x)
    assert back.y == (block.y if sideways else 100.0 - block.bottom)


def test_groups_of_a_die_are_a_gap_apart_instead_of_the_gutter() -> None:
    grid = DieGrid(columns=4, rows=3, group_columns=2, group_rows=0, group_gap=5.0)
    (sheet,) = plan_sheets(pieces(12), replace(SPEC, grid=grid))
    (block,) = sheet.blocks
    assert [round(b - a, 6) for a, b in zip(block.lefts, block.lefts[1:], strict=False)] == [12.0, 15.0, 12.0]
    assert [round(b - a, 6) for a, b in zip(block.tops, block.tops[1:], strict=False)] == [12.0, 12.0]
    # In the middle of the paper.
    assert round(block.x, 6) == round(200.0 - block.right, 6)


def test_pieces_of_two_hexes_take_two_places_of_each_group() -> None:
    grid = DieGrid(columns=8, rows=1, group_columns=4, group_rows=0, group_gap=5.0)
    sheets = plan_sheets(pieces(4, 20.0), replace(SPEC, grid=grid))
    (block,) = sheets[0].blocks
    assert [round(b - a, 6) for a, b in zip(block.lefts, block.lefts[1:], strict=False)] == [22.0, 25.0, 22.0]


def test_blocks_of_two_sizes_stand_apart() -> None:
    (sheet,) = plan_sheets([*pieces(3), *pieces(2, 12.0, 12.0)], SPEC)
    first, second = sheet.blocks
    assert round(second.y - first.bottom, 6) == SPEC.space_between_blocks > 0


@pytest.mark.parametrize(
    ("small", "large", "rows"),
    [
        # 15 columns and 6 rows of small pieces, 13 columns and 5 rows of large ones find room on a sheet.
        (91, 0, [[4], [3]]),
        (90 * 2 + 1, 0, [[5], [5], [3]]),
        (90 * 2, 0, [[6], [6]]),
        (61, 27, [[5], [3]]),
    ],
)
def test_no_sheet_is_full_while_the_last_is_nearly_empty(
    small: int, large: int, rows: list[list[int]]
) -> None:
    every = [*pieces(small), *pieces(large, 12.0, 12.0)]
    sheets = plan_sheets(every, SPEC)
    assert [[block.rows for block in sheet.blocks] for sheet in sheets] == rows
    assert [place.piece for sheet in sheets for place in sheet.placements] == every
