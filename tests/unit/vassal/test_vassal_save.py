"""Saved games: headers, command tree, typed commands, the builder."""

from __future__ import annotations

import lzma

import pytest

from jdgtools.errors import InputRefused
from jdgtools.vassal.encoding import encode
from jdgtools.vassal.obfuscation import deobfuscate, obfuscate
from jdgtools.vassal.savebuilder import SaveBuilder, list_level, turn_state
from jdgtools.vassal.savegame import (
    ESC,
    AddPiece,
    AddPlayer,
    ChangePiece,
    LogStep,
    MovePiece,
    OtherCommand,
    PlacedBoard,
    RemovePiece,
    SaveCommand,
    SetBoards,
    SetPropertyValue,
    SetTurn,
    parse_command,
    parse_save,
    read_revealed,
    read_save,
    write_save,
)
from jdgtools.vassal.traits import BasicPiece, Deck, Label, Piece, Stack
from tests.unit.vassal.synthetic import save

TEXT = f"begin_save{ESC}PLAYER\tid\tÉva\tRed{ESC}end_save"


def test_known_bytes() -> None:
    assert obfuscate(b"ab", 0x01) == b"!VCSK016063"
    assert deobfuscate(b"!VCSK016063") == b"ab"
    assert deobfuscate(b"!VCSKff9E9d") == b"ab"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        obfuscate(TEXT.encode(), 0),
        obfuscate(TEXT.encode(), 0xFF),
        lzma.compress(TEXT.encode()),
        b"!VOXZ" + lzma.compress(TEXT.encode()),
        b"VOBS" + bytes(b ^ 77 for b in b"\0" + TEXT.encode()),
        b"VOBS" + bytes(b ^ 77 for b in TEXT.encode()),
    ],
    ids=["plain", "key 0", "key 255", "xz", "voxz", "vobs with key", "vobs"],
)
def test_every_header(data: bytes) -> None:
    assert read_save(data).format() == TEXT


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"!VCSK016g63", "'g' at offset 8 is not a hex digit"),
        (b"!VCSK01606", "ends in the middle of a byte"),
        (b"!VCSK0", "ends within its header"),
        (obfuscate(TEXT.encode())[:-20], "no end_save"),
        (obfuscate(b"begin_save\x1b\xff\x1bend_save"), "not UTF-8: byte 11"),
        (b"hello", "does not start with begin_save"),
        (b"", "does not start with begin_save"),
        (lzma.compress(TEXT.encode())[:-9], "XZ stream"),
        (b"!VOXZ-something-else", "header !VOXZ"),
    ],
)
def test_damaged_saves_are_one_clear_line(data: bytes, message: str) -> None:
    with pytest.raises(InputRefused, match=message) as caught:
        read_save(data)
    assert "\n" not in str(caught.value)


def test_xz_bomb() -> None:
    bomb = lzma.compress(b"begin_save" + b"\0" * 30_000_000)
    with pytest.raises(InputRefused, match="more than 1000000 bytes"):
        read_save(bomb, 1_000_000)


def test_nested_sequences_verbatim() -> None:
    inner = SaveCommand("", (SaveCommand("+/1/stack/null"), SaveCommand("-/2")))
    root = SaveCommand("begin_save", (inner, SaveCommand("CHAT<x> a\\b 'q'"), SaveCommand("end_save")))
    text = root.format()
    found = parse_save(text)
    assert found == root
    assert found.format() == text
    assert list(found.walk()) == ["begin_save", "", "+/1/stack/null", "-/2", "CHAT<x> a\\b 'q'", "end_save"]


def test_stacks_that_hold_nothing_may_be_left_out_at_every_depth() -> None:
    empty, full = "+/7/stack/Main Map;60;-8", "+/8/stack/Main;60;60;12"
    inner = encode(["+/1/x/y", empty, f"{empty};@@-1", full, empty], ESC)
    text = encode(
        ["begin_save", empty, encode(["+/2/x/y", inner, empty], ESC), empty, full, empty, "end_save"], ESC
    )
    whole, short = (read_revealed(text.encode(), all_stacks).walk() for all_stacks in (True, False))
    assert [*short] == [command for command in whole if not command.startswith("+/7/")]


def test_save_without_its_end() -> None:
    # The word inside a chat line is not the end.
    with pytest.raises(InputRefused, match="truncated: it has no end_save"):
        parse_save(f"begin_save{ESC}CHATend_save")


def test_a_sequence_in_first_place() -> None:
    """What follows a sequence belongs to that sequence's first command; the text stays as it was."""
    inner = SaveCommand("a", (SaveCommand("b"),)).format()
    text = encode(["begin_save", encode([inner, "c"], ESC), "end_save"], ESC)
    found = parse_save(text)
    assert found.format() == text
    assert list(found.walk()) == ["begin_save", "a", "b", "c", "end_save"]


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize(("levels", "size"), [(150, 1), (2000, 1), (40, 500_000)])
def test_deep_command_nesting(levels: int, size: int, last: bool) -> None:
    text = "x"
    for _ in range(levels):
        text = encode(("a" * size, text) if last else (text, "a" * size), ESC)
    with pytest.raises(InputRefused, match="nests its commands too deep"):
        parse_save(encode(["begin_save", text, "end_save"], ESC))


def test_too_many_commands() -> None:
    with pytest.raises(InputRefused, match="more than 1000000 commands"):
        parse_save("begin_save" + ESC * 1_000_001 + "end_save")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-/12", RemovePiece("12")),
        ("D/1/a\\/b/c", ChangePiece("1", "a/b", "c")),
        ("D/1/a", ChangePiece("1", "a")),
        ("M/1/Map/3/4/null/Old/5/6/7/me", MovePiece("1", "Map", 3, 4, "null", "Old", 5, 6, "7", "me")),
        ("PLAYER\tid\tName\tRed", AddPlayer("id", "Name", "Red")),
        ("GlobalProperty\t;Turn;3\\;4;Module", SetPropertyValue("Turn", "3;4")),
        ("TURNTurnTracker0\t0|1;0", SetTurn("TurnTracker0", "0|1;0")),
        (
            "Main MapBoardPicker\tA\\/b/rev\t0\t1\tC\t1\t0",
            SetBoards("Main Map", (PlacedBoard("A/b", 0, 1, True), PlacedBoard("C", 1, 0))),
        ),
        ("LOG\t-/1\x1b-/2", LogStep(SaveCommand("-/1", (SaveCommand("-/2"),)))),
        ("CHAThello", OtherCommand("CHAThello")),
        ("D/1", OtherCommand("D/1")),
        ("M/1/2", OtherCommand("M/1/2")),
        ("PLAYER\tx", OtherCommand("PLAYER\tx")),
    ],
)
def test_typed_commands(text: str, value: object) -> None:
    found = parse_command(text)
    assert found == value
    if isinstance(value, AddPlayer | SetPropertyValue | SetTurn | SetBoards):
        assert value.format() == text


def test_boards_both_ways() -> None:
    boards = SetBoards("Main Map", (PlacedBoard("A/b", 0, 1, True), PlacedBoard("C\td", 1, 0)))
    assert parse_command(boards.format()) == boards


def test_builder() -> None:
    game = SaveBuilder()
    piece = Piece((Label(text="x"),), BasicPiece(name="Unit", gpid="7"))
    ids = game.pile([piece, piece], "Main Map", 10, 20)
    card = game.piece(piece, "Main Map", 1, 2, "card-1")
    game.deck(Deck(name="Cup", map="Main Map", x=1, y=2), [card])
    game.player("me", "Name", "Red")
    game.boards("Main Map", ["Field"])
    game.global_property("P", "1", "Main Map")
    game.turn(turn_state([encode(("2", "0", "false", "-1", list_level(0, 3, inactive=[1])), ";")]))
    root = read_save(game.data())
    found = [parse_command(t) for t in root.walk()]
    pieces = [c.piece for c in found if isinstance(c, AddPiece)]
    assert [p.id for p in pieces] == ["1", "2", "3", "card-1", "4"]
    assert ids == ["1", "2"]
    basic = pieces[0].basic
    assert isinstance(basic, BasicPiece)
    assert (basic.map, basic.x, basic.y, basic.gpid) == ("Main Map", 10, 20, "7")
    assert pieces[2].basic == Stack("Main Map", 10, 20, pieces=("1", "2"))
    turn = [c for c in found if isinstance(c, SetTurn)]
    assert turn == [SetTurn("TurnTracker0", "0|2;0;false;-1;0\\;0\\;0\\;true,false,true")]
    texts = list(root.walk())
    assert texts[0] == "begin_save"
    assert texts[-2:] == ["SETUP_STACK\t", "end_save"]


def test_builder_refuses_wrong_ids() -> None:
    game = SaveBuilder()
    game.piece(Piece(), None, 0, 0, "a")
    with pytest.raises(ValueError, match="used twice"):
        game.piece(Piece(), None, 0, 0, "a")
    with pytest.raises(ValueError, match="no piece has the id 'b'"):
        game.stack("Map", 0, 0, ["a", "b"])
    with pytest.raises(ValueError, match="cannot be a piece id"):
        game.piece(Piece(), None, 0, 0, "null")


def test_same_calls_same_bytes() -> None:
    assert save().data() == save().data()
    assert write_save(save().root) == write_save(save().root)


def test_a_list_level_says_in_order_what_is_shown_where_it_begins_and_what_is_skipped():
    assert list_level(2, 4, 1, 3, [1], ["x"]) == "2;1;3;true,false,true,true;x"
    assert list_level(0, 1) == "0;0;0;true"
