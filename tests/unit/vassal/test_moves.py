"""Pieces of a saved game moved, turned and taken out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.moves import PieceMove, pieces_of, rotator_state, with_moves, with_texts
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.savegame import AddPiece, parse_command
from jdgtools.vassal.traits import BasicPiece, Piece, Rotator, Stack


def piece(name: str) -> Piece:
    return Piece((Rotator(facings=6, name="F"),), BasicPiece(image="a.png", name=name))


def game() -> tuple[SaveFile, dict[str, str]]:
    builder = SaveBuilder()
    ids = dict(zip("abc", builder.pile([piece(n) for n in "abc"], "Map", 10, 20), strict=True))
    ids["d"] = builder.pile([piece("d")], "Map", 50, 60)[0]
    ids["e"] = builder.piece(piece("e"), "Map", 5, 5)
    builder.boards("Map", ["Board"])
    return SaveFile(Metadata(version="1"), Metadata("M", "1"), builder.tree()), ids


def table(save: SaveFile) -> tuple[dict[str, tuple[int, int, str]], set[tuple[int, int, str]]]:
    """Place and facing of every piece; place and names, bottom first, of every stack."""
    found = [c.piece for t in save.root.walk() if isinstance(c := parse_command(t), AddPiece)]
    pieces = {p.id: p for p in found if isinstance(p.basic, BasicPiece)}
    assert len({p.id for p in found}) == len(found)
    places = {
        p.name: (p.basic.x, p.basic.y, p.all(Rotator)[0].position)
        for p in pieces.values()
        if isinstance(p.basic, BasicPiece)
    }
    stacks = {
        (p.basic.x, p.basic.y, "".join(pieces[i].name for i in p.basic.pieces))
        for p in found
        if isinstance(p.basic, Stack)
    }
    return places, stacks


def test_nothing_to_do_changes_nothing() -> None:
    save, _ = game()
    assert with_moves(save, {}).data() == save.data()


def test_a_piece_leaves_its_stack_and_makes_another() -> None:
    save, ids = game()
    places, stacks = table(with_moves(save, {ids["b"]: PieceMove((70, 80), 120.0)}))
    assert places["b"] == (70, 80, "2") and places["a"] == (10, 20, "0")
    assert stacks == {(10, 20, "ac"), (50, 60, "d"), (70, 80, "b")}


@pytest.mark.parametrize("named", [None, "The map where it lay before"])
def test_a_piece_lies_on_the_map_of_its_stack(named: str | None) -> None:
    save, ids = game()
    texts: dict[str, str | None] = {
        i: p.with_basic(map=named).format()
        for i, p in pieces_of(save.root)
        if isinstance(p.basic, BasicPiece)
    }
    save = replace(save, root=with_texts(save.root, texts))
    moved = with_moves(save, {ids["b"]: PieceMove((70, 80)), ids["a"]: PieceMove((50, 60))})
    assert table(moved)[1] == {(10, 20, "c"), (50, 60, "da"), (70, 80, "b")}
    stacks = [p.basic for _, p in pieces_of(moved.root) if isinstance(p.basic, Stack)]
    assert {stack.map for stack in stacks} == {"Map"}


def test_pieces_lie_down_on_a_stack_or_make_one_in_their_order() -> None:
    save, ids = game()
    moves = {ids["c"]: PieceMove((50, 60)), ids["a"]: PieceMove((50, 60)), ids["d"]: PieceMove(None, 60.0)}
    places, stacks = table(with_moves(save, moves))
    assert stacks == {(10, 20, "b"), (50, 60, "dca")} and places["d"] == (50, 60, "1")
    there = {ids[n]: PieceMove((1, 2)) for n in "cab"}
    assert table(with_moves(save, there))[1] == {(50, 60, "d"), (1, 2, "cab")}


def test_a_piece_that_does_not_stack_moves_alone() -> None:
    save, ids = game()
    places, stacks = table(with_moves(save, {ids["e"]: PieceMove((50, 60))}))
    assert places["e"][:2] == (50, 60) and (50, 60, "d") in stacks


def test_pieces_that_are_gone_leave_no_empty_stack() -> None:
    save, ids = game()
    places, stacks = table(with_moves(save, {}, [ids["d"], ids["e"]]))
    assert set(places) == set("abc") and stacks == {(10, 20, "abc")}


@pytest.mark.parametrize(
    ("facings", "degrees", "state"),
    [
        (6, 0, "0"),
        (6, 300, "5"),
        (6, 359, "0"),
        (12, 30, "1"),
        (4, 100, "1"),
        (1, 90, "-90.0"),
        (1, 360, "-0.0"),
    ],
)
def test_a_turn_is_the_nearest_that_the_rotator_knows(facings: int, degrees: float, state: str) -> None:
    assert float(rotator_state(Rotator(facings=facings), degrees)) == float(state)
