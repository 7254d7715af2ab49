"""Damage to archives: members, names, sizes, checksums, nesting, encryption, bombs."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

from tests.fuzz.damage_text import Damage, choose, damage_bytes, damage_text
from tests.fuzz.sheets import archive, members_of

NAMES = (
    "../../outside.txt", "/etc/passwd", "C:\\x.txt", "a/../../b", "images/", "images/\x00.png", "CON", "nul.txt",
    "é" * 200, "a" * 300, "images/u1.png/x", ".", "..", "", "~/x", "images\\u1.png", "BUILDFILE.XML", "\u202egnp.x",
)  # fmt: skip
"""Names that lead elsewhere, or that no file may have."""
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def _with(content: bytes, name: str, member: bytes) -> bytes:
    members = members_of(content)
    members[name] = member
    return archive(members)


def drop_member(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    del members[choose(rng, members)]
    return archive(members)


def rename_member(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    old = choose(rng, members)
    new = rng.choice((*NAMES, old.upper(), old + "x", choose(rng, members)))
    return archive({new if name == old else name: data for name, data in members.items()})


def add_member(content: bytes, rng: random.Random) -> bytes:
    return _with(content, rng.choice(NAMES), rng.choice((b"", b"x", content[:2000])))


def swap_members(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    one, two = choose(rng, members), choose(rng, members)
    members[one], members[two] = members[two], members[one]
    return archive(members)


def damage_member(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    name = choose(rng, members)
    if members[name]:
        members[name] = damage_bytes(members[name], rng).content
    return archive(members)


def damage_text_member(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    texts = [name for name, data in members.items() if data[:1] in (b"<", b"{", b"[") or b"\n" in data[:200]]
    name = choose(rng, texts or members)
    if members[name].strip():
        members[name] = damage_text(members[name], rng).content
    return archive(members)


def empty_member(content: bytes, rng: random.Random) -> bytes:
    return _with(content, choose(rng, members_of(content)), rng.choice((b"", b"\0", b" ", b"\n")))


def double_member(content: bytes, rng: random.Random) -> bytes:
    """Two members of one name."""
    import warnings

    members = members_of(content)
    name = choose(rng, members)
    out = io.BytesIO(content)
    with warnings.catch_warnings(), zipfile.ZipFile(out, "a") as file:
        warnings.simplefilter("ignore")
        file.writestr(zipfile.ZipInfo(name), members[name][:-1] + b"!")
    return out.getvalue()


def _headers(content: bytes, mark: bytes) -> list[int]:
    found, at = [], content.find(mark)
    while at >= 0:
        found.append(at)
        at = content.find(mark, at + 4)
    return found


def _patched(
    content: bytes, rng: random.Random, offset: int, form: str, value: int, mark: bytes = _CENTRAL
) -> bytes:
    data = bytearray(content)
    struct.pack_into(form, data, rng.choice(_headers(content, mark)) + offset, value)
    return bytes(data)


def false_checksum(content: bytes, rng: random.Random) -> bytes:
    return _patched(content, rng, 16, "<I", rng.randrange(2**32))


def false_size(content: bytes, rng: random.Random) -> bytes:
    size = rng.choice((0, 1, 2**31, 2**32 - 1, 2**32 - 2, 70_000))
    return _patched(content, rng, rng.choice((20, 24)), "<I", size)


def false_offset(content: bytes, rng: random.Random) -> bytes:
    return _patched(content, rng, 42, "<I", rng.choice((0, 7, 2**32 - 1, rng.randrange(len(content)))))


def encrypted(content: bytes, rng: random.Random) -> bytes:
    return _patched(content, rng, 8, "<H", 1)


def other_method(content: bytes, rng: random.Random) -> bytes:
    return _patched(content, rng, 10, "<H", rng.choice((0, 1, 9, 12, 14, 93, 99, 65535)))


def link(content: bytes, rng: random.Random) -> bytes:
    """A member says that it is a symbolic link."""
    return _patched(content, rng, 38, "<I", 0o120777 << 16)


def false_count(content: bytes, rng: random.Random) -> bytes:
    return _patched(content, rng, rng.choice((8, 10)), "<H", rng.choice((0, 1, 65535)), _END)


def bomb(content: bytes, rng: random.Random) -> bytes:
    """A member of many megabytes of nothing."""
    size = rng.choice((30, 300)) * 2**20
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    blank = rng.choice((b"\0", b" ", b"<a>", b"["))
    piece = blank * (2**20 // len(blank))
    data = b"".join(packed.compress(piece) for _ in range(size // len(piece))) + packed.flush()
    members = members_of(content)
    name = choose(rng, members)
    whole = archive({other: value for other, value in members.items() if other != name} | {name: b""})
    # The sizes that the header tells are those of the true content or lies.
    told = rng.choice((size // len(piece) * len(piece), 100))
    label = name.encode()
    local = (
        struct.pack("<4s5H3I2H", _LOCAL, 20, 0x800, 8, 0, 33, 0, len(data), told, len(label), 0)
        + label
        + data
    )
    end = whole.rindex(_END)
    count, begin = struct.unpack_from("<H", whole, end + 10)[0], struct.unpack_from("<I", whole, end + 16)[0]
    heads = whole[begin:end]
    heads = heads[: heads.rindex(_CENTRAL)]
    heads += (
        struct.pack(
            "<4s6H3I5H2I",
            _CENTRAL,
            20,
            20,
            0x800,
            8,
            0,
            33,
            0,
            len(data),
            told,
            len(label),
            0,
            0,
            0,
            0,
            0,
            begin,
        )
        + label
    )
    tail = struct.pack("<4s4H2IH", _END, 0, 0, count, count, len(heads), begin + len(local), 0)
    return whole[:begin] + local + heads + tail


def nested(content: bytes, rng: random.Random) -> bytes:
    """The archive as a member of itself."""
    for _ in range(rng.choice((1, 3))):
        content = _with(content, choose(rng, members_of(content)), content)
    return content


def many_members(content: bytes, rng: random.Random) -> bytes:
    members = members_of(content)
    members.update({f"images/extra-{n}.png": b"" for n in range(rng.choice((300, 12_000)))})
    return archive(members)


def prefix(content: bytes, rng: random.Random) -> bytes:
    return rng.choice((b"#!/bin/sh\n", b"MZ" + b"\0" * 200, b"\0")) + content


ARCHIVE: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    drop_member, rename_member, add_member, swap_members, damage_member, damage_member, damage_text_member,
    damage_text_member, damage_text_member, empty_member, double_member, false_checksum, false_size, false_offset,
    encrypted, other_method, link, false_count, nested, prefix,
)  # fmt: skip
RARE = (bomb, many_members)
"""What takes long to make: every thirtieth."""


def damage_archive(content: bytes, rng: random.Random) -> Damage:
    """An archive with one thing wrong."""
    if rng.random() < 0.2:
        return damage_bytes(content, rng)
    operator = rng.choice(RARE) if rng.random() < 1 / 30 else rng.choice(ARCHIVE)
    return Damage(f"archive: {operator.__name__.replace('_', ' ')}", operator(content, rng))
