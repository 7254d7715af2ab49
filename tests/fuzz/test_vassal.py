"""Random damage: the readers of modules and saves refuse in one line or read, never anything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from jdgtools.errors import InputRefused
from jdgtools.vassal.components import Component, read_xml, write_xml
from jdgtools.vassal.limits import Limits, image_size
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.obfuscation import deobfuscate
from jdgtools.vassal.package import Module, read_module, read_save_file
from jdgtools.vassal.savegame import AddPiece, parse_command, read_save
from jdgtools.vassal.traits import Piece, PlaceMarker
from tests.unit.vassal.synthetic import every_piece, module, png, save, tree

SMALL = Limits(archive_bytes=2**20, total_bytes=2**22, entry_bytes=2**21, entries=200, xml_bytes=2**21)


def read_all(data: bytes) -> None:
    found = read_module(data, SMALL)
    for component in found.root.walk():
        if component.kind in ("PieceSlot", "CardSlot", "PrototypeDefinition"):
            look_into(component.piece())
    found.save("first.vsav", SMALL)
    found.data()


def look_into(piece: Piece) -> None:
    for trait in piece.all(PlaceMarker):
        if trait.marker:
            look_into(trait.marker)
    piece.canonical().format()


def read_commands(data: bytes) -> None:
    for text in read_save(data, 2**21).walk():
        command = parse_command(text)
        if isinstance(command, AddPiece):
            look_into(command.piece)


def read_saved(data: bytes) -> None:
    read_save_file(data, SMALL)


def read_tree(data: bytes) -> None:
    write_xml(read_xml(data, "x", SMALL))


def read_piece(data: bytes) -> None:
    look_into(Piece.parse(data.decode("utf-8", "replace")))


def read_picture(data: bytes) -> None:
    image_size(data, "p", SMALL)


def stored_module() -> bytes:
    """Return a small module whose packed bytes are few, so that damage hits structure."""
    root = Component("VASSAL.build.GameModule", {"name": "x"})
    return Module(Metadata("x", "1"), root, {"first.vsav": save().data()}).data()


@cache
def corpus(name: str) -> bytes:
    return {
        "module": lambda: module().data(),
        "small module": stored_module,
        "save file": lambda: save().data(),
        "commands": lambda: save().root.format().encode(),
        "hidden commands": lambda: b"!VCSK00" + save().root.format().encode().hex().encode(),
        "tree": lambda: write_xml(tree()),
        "piece": lambda: every_piece()[-1].format().encode(),
        "picture": lambda: png(9, 9, (1, 2, 3)),
    }[name]()


READERS: list[tuple[str, Callable[[bytes], None], int]] = [
    ("module", read_all, 60),
    ("small module", read_all, 400),
    ("save file", read_saved, 200),
    ("commands", read_commands, 25),
    ("hidden commands", read_commands, 25),
    ("tree", read_tree, 120),
    ("piece", read_piece, 250),
    ("picture", read_picture, 300),
]

PIECES = [
    b"\\",
    b"'",
    b";",
    b"/",
    b"\t",
    b"\x1b",
    b"\\\t",
    b"\xff",
    b"\0",
    b"<",
    b"&#0;",
    b"999999999999",
    b"-1",
    b"PK\x01\x02",
]


def damage(data: bytes, rng: random.Random) -> bytes:
    """Return the data with one to four random changes."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(found) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            del found[at : at + rng.choice((1, 2, 7, 100))]
        elif kind == 1:
            found[at:at] = rng.choice(PIECES)
        elif kind == 2 and at < len(found):
            found[at] = rng.randrange(256)
        elif kind == 3 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif kind == 4:
            start = rng.randrange(len(found) + 1)
            found[at:at] = found[start : start + rng.choice((2, 20, 200))]
        elif rng.random() < 0.3:
            del found[at:]
    return bytes(found)


@pytest.mark.parametrize(("name", "reader", "rounds"), READERS, ids=[r[0] for r in READERS])
def test_damage_is_refused_or_read(name: str, reader: Callable[[bytes], None], rounds: int) -> None:
    reader(corpus(name))  # The undamaged one is fine, so the reader gets somewhere.
    rng = random.Random(name)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(rounds):
        data = damage(corpus(name), rng)
        try:
            reader(data)
            outcomes["read"] += 1
        except InputRefused as error:
            assert "\n" not in str(error)
            assert 5 < len(str(error)) < 400
            outcomes["refused"] += 1
    assert outcomes["refused"] > 0


@pytest.mark.parametrize("reader", [r[1] for r in READERS[1:]], ids=[r[0] for r in READERS[1:]])
def test_noise_is_refused(reader: Callable[[bytes], None]) -> None:
    rng = random.Random(1)
    for size in (0, 1, 2, 5, 30, 500):
        with pytest.raises(InputRefused):
            reader(rng.randbytes(size))


def test_headers_on_noise() -> None:
    rng = random.Random(2)
    for header in (b"!VCSK", b"VOBS", b"!VOXZ", b"\xfd7zXZ\x00", b"!VOBS"):
        for size in (0, 1, 9, 99):
            with pytest.raises(InputRefused):
                deobfuscate(header + rng.randbytes(size))
