"""Damage to pictures: chunks of PNG files, segments of JPEG files, elements of drawings."""

from __future__ import annotations

import random
import re
import struct
import zlib

from tests.fuzz.damage_text import Damage, damage_bytes, damage_text, near

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
Chunks = list[tuple[bytes, bytes]]


def _chunks(content: bytes) -> Chunks:
    found, at = [], len(_SIGNATURE)
    while at < len(content):
        size = struct.unpack_from(">I", content, at)[0]
        found.append((content[at + 4 : at + 8], content[at + 8 : at + 8 + size]))
        at += size + 12
    return found


def _joined(chunks: Chunks) -> bytes:
    pieces = [_SIGNATURE]
    for kind, data in chunks:
        pieces += [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
    return b"".join(pieces)


def damage_png(content: bytes, rng: random.Random) -> Damage:
    """A PNG file with one thing wrong, its checksums right as often as not."""
    if rng.random() < 0.4:
        return damage_bytes(content, rng)
    chunks = _chunks(content)
    head = bytearray(chunks[0][1])
    at = rng.randrange(len(chunks))
    kind = rng.randrange(7)
    if kind == 0:
        struct.pack_into(
            ">I", head, rng.choice((0, 4)), rng.choice((0, 1, 2500, 70_000, 2**31 - 1, 2**32 - 1))
        )
        name, chunks[0] = "other size", (b"IHDR", bytes(head))
    elif kind == 1:
        head[rng.choice((8, 9, 10, 11, 12))] = rng.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
        name, chunks[0] = "other mode", (b"IHDR", bytes(head))
    elif kind == 2:
        name = "missing chunk"
        del chunks[at]
    elif kind == 3:
        name = "doubled chunk"
        chunks.insert(at, chunks[at])
    elif kind == 4:
        name = "bomb"
        chunks = [(k, zlib.compress(bytes(60 * 2**20), 9) if k == b"IDAT" else d) for k, d in chunks]
    elif kind == 5:
        name = "odd chunk"
        texts = (
            b"eXIf",
            b"iCCP",
            b"zTXt",
            b"acTL",
            b"fcTL",
            b"tRNS",
            b"PLTE",
            b"sBIT",
            b"gAMA",
            b"pHYs",
            b"tIME",
        )
        chunks.insert(rng.choice((1, at)), (rng.choice(texts), rng.randbytes(rng.choice((0, 1, 9, 26, 800)))))
    else:
        name = "damaged chunk"
        chunks[at] = (chunks[at][0], damage_bytes(chunks[at][1] or b"x", rng).content)
    return Damage(f"picture: {name}", _joined(chunks))


def damage_jpeg(content: bytes, rng: random.Random) -> Damage:
    """A JPEG file with one thing wrong."""
    kind = rng.randrange(5)
    data = bytearray(content)
    if kind == 0:
        frame = data.index(b"\xff\xc0")
        struct.pack_into(">H", data, frame + rng.choice((5, 7)), rng.choice((0, 1, 5000, 65535)))
        return Damage("picture: other size", bytes(data))
    if kind == 1:
        exif = b"Exif\0\0" + rng.choice((b"MM\0*", b"II*\0")) + rng.randbytes(rng.choice((4, 40)))
        data[2:2] = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
        return Damage("picture: odd Exif", bytes(data))
    return damage_bytes(content, rng)


DRAWN = (
    '<image href="file:///etc/passwd" width="9" height="9"/>', '<image href="../../secret.png" width="9" height="9"/>',
    '<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>',
    '<image href="data:image/png;base64,iVBORw0KGgo=" width="99999" height="99999"/>',
    '<style>@import url(file:///etc/passwd); rect{fill:url(http://127.0.0.1:9/)}</style>',
    "<script>alert(1)</script>", "<foreignObject><x/></foreignObject>", '<use href="#nothing"/>',
    '<g id="loop"><use href="#loop"/></g>', '<use href="file:///etc/passwd#x"/>',
    '<rect width="1e30" height="1e30"/>', '<rect width="nan" height="-5"/>', '<path d="M0 0 L"/>',
    f'<path d="M0 0 {"l1 1 " * 40_000}" stroke="#000" stroke-dasharray="0.001"/>',
    '<path d="M0 0 A 0 0 0 9 9 1e308 1e308"/>', '<g transform="matrix(0 0 0 0 0 0)"><rect width="9" height="9"/></g>',
    '<g transform="scale(1e300)"><rect width="9" height="9"/></g>', '<g transform="rotate(">x</g>',
    '<filter id="f"><feTurbulence numOctaves="99999" baseFrequency="0.9"/></filter><rect width="120" height="120" filter="url(#f)"/>',
    '<filter id="b"><feGaussianBlur stdDeviation="100000"/></filter><rect width="120" height="120" filter="url(#b)"/>',
    '<pattern id="p" width="0.0001" height="0.0001" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>'
    '<rect width="120" height="120" fill="url(#p)"/>',
    f"<text>{'x' * 100_000}</text>", "<text font-size='1e9'>X</text>", "<text>\u202e\u0007</text>",
    f"{'<g>' * 3000}{'</g>' * 3000}", "<g " + " ".join(f'a{n}="1"' for n in range(5000)) + "/>",
    '<g style="fill:' + "var(" * 500 + '"/>', '<linearGradient id="a" href="#a"/>',
    '<mask id="m"><rect mask="url(#m)" width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>',
    '<animate attributeName="x"/>', "<![CDATA[ x ]]>", "<?php x ?>", "<!-- -- -->",
)  # fmt: skip
"""Elements that reach outside, that never end, or that mean nothing."""
HEADS = (
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9)) + "]>",
    '<?xml-stylesheet href="file:///etc/passwd"?>',
)  # fmt: skip
NUMBERS = ("0", "-1", "1e308", "1e-308", "NaN", "99999999999", "", "100%", "1e", "5em", "calc(1px)", "\u0665")


def damage_svg(content: bytes, rng: random.Random) -> Damage:
    """A drawing with one thing wrong."""
    kind = rng.random()
    text = content.decode()
    if kind < 0.25:
        return damage_text(content, rng)
    if kind < 0.4:
        return damage_bytes(content, rng)
    if kind < 0.65:
        at = rng.choice([found.end() for found in re.finditer(r">\n", text)][1:-1])
        text = text[:at] + rng.choice(DRAWN) + text[at:]
        return Damage("drawing: odd element", text.encode(), near(text.count("\n", 0, at) + 1))
    if kind < 0.72:
        at = text.index("<svg")
        text = text[:at] + rng.choice(HEADS) + text[at:]
        used = rng.choice(("&x;", "&j;", "&a;"))
        return Damage("drawing: entities", text.replace("Valmar", used).encode())
    numbers = list(re.finditer(r"(?<=[\"\s,(])-?\d+(?:\.\d+)?(?=[\"\s,)])", text))
    one = rng.choice(numbers)
    return Damage(
        "drawing: odd number", (text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]).encode()
    )
