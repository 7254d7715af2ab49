r"""Pieces written with their prototypes' texts made once are the pieces written one by one."""

from __future__ import annotations

import io
import zipfile

import pytest
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.archive import read_archive, write_archive
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.obfuscation import deobfuscate
from jdgtools.vassal.package import read_save_file, save_archive
from jdgtools.vassal.piece_templates import SharedText, full_text, pack_save, with_states
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.savegame import parse_save, write_save
from jdgtools.vassal.traits import (
    BasicPiece,
    Comment,
    DynamicProperty,
    Marker,
    Piece,
    PlaceMarker,
    Prototype,
    ReportAction,
    Rotator,
    SubMenu,
    expand,
)
from tests.unit.vassal.synthetic import every_piece

STEP = PropertyCommand("step", Key.named("step down"), PropertyChange("P", "{Steps-1}"))
LONG = "a long line of the chat with a slash / and a tab\tin it. " * 20
PROTOTYPES = {
    "Steps": Piece(
        (ReportAction((Key.ctrl("F"),), LONG), DynamicProperty("Steps", Constraints(), (STEP,), value="2"))
    ),
    "Facing": Piece((Rotator(6, Key.ctrl("R"), name="Facing"), SubMenu("Turn", ("a", "b")))),
    "All": Piece((Prototype("Steps"), Comment("between"), Prototype("Facing"))),
    "Says": Piece((ReportAction((Key.ctrl("S"),), "$what$ " + LONG),)),
    "Quoted": Piece((Marker.of(A="1"), Comment("c"))),
    "Says odd": Piece((DynamicProperty("Word", Constraints(), (), value="'tis"),)),
    "Placing": Piece((PlaceMarker("put", Key.ctrl("P"), Piece((Marker.of(K="1"),)).format("null")),)),
}
PIECES = [
    Piece((Prototype("Steps"), Prototype("Facing"), Marker.of(Kind="unit"))),
    Piece((Marker.of(Kind="unit"), Prototype("All"), Marker.of(B="2/3"), Prototype("Steps"))),
    Piece((Prototype("Says", "what=Hurra"), Prototype("Says", "what=Vivat"), Prototype("missing"))),
    Piece((Prototype("Placing"), Comment("tab\there"), Rotator(12), Prototype("Facing"))),
    Piece((Prototype("Quoted"), Comment("\\ starts with a backslash"))),
    Piece((Comment("'quoted'"), Prototype("Steps"))),
    Piece((DynamicProperty("Own", Constraints(), (), value="x\ty/z"),)),
    Piece((DynamicProperty("Own", Constraints(), (), value="'quoted'"), Prototype("Steps"))),
    Piece((DynamicProperty("Own", Constraints(), (), value="\\odd"), Prototype("Steps"))),
    Piece((Prototype("Says odd"), Prototype("Steps"))),
    Piece((), BasicPiece(name="bare")),
    *every_piece(),
]
VALUES = ({}, {"Steps": "1"}, {"Steps": "a/b\tc", "Own": "\\odd"}, {"Steps": "'q'"})


def shout(text: str) -> str:
    return text.replace("step down", "step well down")


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("facing", [None, "4"])
@pytest.mark.parametrize("number", range(len(PIECES)))
def test_a_piece_is_that_of_expanding_it_first(
    number: int, values: dict[str, str], facing: str | None
) -> None:
    piece = PIECES[number].with_basic(gpid="7")
    quick, slow = SaveBuilder(prototypes=PROTOTYPES, finish=shout), SaveBuilder(finish=shout)
    for name in ("Main / Map", "'Other'"):
        quick.piece(piece, name, 10, 20, values=values, facing=facing)
        whole = with_states(expand(piece, PROTOTYPES), values, facing)
        slow.piece(whole, name, 10, 20)
    assert quick.tree() == slow.tree()
    assert quick.tree().format() == slow.tree().format()


def test_pieces_of_one_prototype_share_its_text() -> None:
    game = SaveBuilder(prototypes=PROTOTYPES)
    for i in range(3):
        game.piece(PIECES[0].with_basic(gpid="7"), "Map", i, 5)
    shared = [chunk for piece in game._pieces for chunk in piece if isinstance(chunk, SharedText)]
    assert len(shared) == 3 and len(set(shared)) == 1


@pytest.mark.parametrize("setup_stack", [True, False])
def test_a_packed_save_is_the_tree(setup_stack: bool) -> None:
    game = SaveBuilder(prototypes=PROTOTYPES)
    for i in range(40):
        for piece in PIECES:
            game.pile([piece.with_basic(gpid="7")], "Map", i, 5)
    game.player("me", "Nóra / ő", "Red")
    game.boards("Map", ["Map"])
    packed = game.pack(setup_stack)
    data = save_archive(packed, Metadata(description="x"), Metadata("m", "1"))
    read = read_save_file(data)
    assert read.root.format() == game.tree(setup_stack).format()
    assert packed.size == len(write_save(game.tree(setup_stack)))
    assert len(packed.data) < packed.size / 8
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
    assert game.pack(setup_stack) == packed


def test_games_of_one_builder_have_their_own_pieces_and_ids() -> None:
    first = SaveBuilder(prototypes=PROTOTYPES)
    second = first.another()
    assert first.piece(PIECES[0], "Map", 1, 1) == second.piece(PIECES[0], "Map", 1, 1) == "1"
    assert first.tree() == second.tree()
    assert second.another().tree() == SaveBuilder().tree()


def test_a_save_without_pieces_and_one_with_an_escape_character_are_packed_too() -> None:
    for pieces in ([], [Piece((Comment("a\x1bb"), Prototype("Steps")))]):
        game = SaveBuilder(prototypes=PROTOTYPES)
        for piece in pieces:
            game.piece(piece, "Map", 1, 1)
        with zipfile.ZipFile(io.BytesIO(save_archive(game.pack(), None, None))) as archive:
            text = deobfuscate(archive.read("savedGame")).decode()
        assert text == game.tree().format()
        assert parse_save(text).format() == text


def test_a_prototype_that_contains_itself_is_refused() -> None:
    game = SaveBuilder(prototypes={"A": Piece((Prototype("B"),)), "B": Piece((Prototype("A"),))})
    with pytest.raises(InputRefused, match="contains itself"):
        game.piece(Piece((Prototype("A"),)), "Map", 1, 1)


@pytest.mark.parametrize("key", [0, 0x5A, 255])
def test_chunks_are_packed_as_their_text(key: int) -> None:
    shared = SharedText("żółw " * 300)
    chunks = ["begin_save", shared, "é", shared, shared, ""]
    data = write_archive([("savedGame", pack_save(chunks, key))])
    assert deobfuscate(read_archive(data)["savedGame"]).decode() == full_text(chunks)


def test_archives_are_those_of_zipfile() -> None:
    entries = [("a.txt", b"hello " * 50), ("ż/ó.png", b"\x89PNG" * 9), ("empty", b""), ("folder/", b"")]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (0o40755 << 16 | 0x10) if name.endswith("/") else 0o100644 << 16
            stored = not data or name.endswith(".png")
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=None if stored else 6)
    assert write_archive(entries) == buffer.getvalue()
    assert read_archive(write_archive(entries)) == dict(entries)


def test_a_piece_may_be_written_with_states_without_prototypes() -> None:
    piece = Piece((DynamicProperty("Steps", value="2"), Rotator(6)))
    game = SaveBuilder()
    game.piece(piece, "Map", 1, 2, values={"Steps": "1"}, facing="3")
    turned = replace(piece, traits=(DynamicProperty("Steps", value="1"), Rotator(6, position="3")))
    other = SaveBuilder()
    other.piece(turned, "Map", 1, 2)
    assert game.tree() == other.tree()
