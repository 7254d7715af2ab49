"""Damage to bytes and to lines of text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Damage(NamedTuple):
    """A damaged file."""

    operator: str
    content: bytes
    lines: frozenset[int] = frozenset()
    """Lines of the damaged file where a message is at its place; empty: anywhere in the file."""


def near(first: int, last: int | None = None) -> frozenset[int]:
    """The lines from first to last."""
    return frozenset(range(max(1, first), (first if last is None else last) + 1))


ODD = (
    "\u202e", "\u200b", "\ufeff", "\u00a0", "\u2028", "\u0085", "\u0301", "\U0001d11e", "\ud800", "\ufffe", "\x00",
    "\x1b", "\x1b[31m", "\x07", "\x7f", "\x0c", "\r", "\t", "é", "ß", "０", "٣", "²",
)  # fmt: skip
"""Characters that editors hide, terminals obey or parsers trip over."""
HUGE = ("99999999999999999999999", "-1", "1e308", "1e999", "-0", "0x10", "1_000", "NaN", ".inf", "2147483648")
"""Numbers that are none, or too large."""
SCRAPS = (
    "[", "]", "{", "}", ":", "- ", "\"", "'", ",", "#", "&a ", "*a", "!!python/object:os.system ", "<<<<<<< ours\n",
    "=======\n", ">>>>>>> theirs\n", "---\n", "...\n", "? ", "|\n", "%YAML 9.9\n", "null", "~", "\t", "\\",
)  # fmt: skip


def _line_ends(text: str) -> list[str]:
    return text.splitlines(keepends=True) or [""]


def _pick(rng: random.Random, lines: list[str]) -> int:
    full = [n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    return rng.choice(full or range(len(lines)))


def delete_line(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    lines = _line_ends(text)
    at = _pick(rng, lines)
    return "".join(lines[:at] + lines[at + 1 :]), near(at, at + 1)


def duplicate_line(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    lines = _line_ends(text)
    at = _pick(rng, lines)
    end = lines[at] if lines[at].endswith("\n") else lines[at] + "\n"
    return "".join([*lines[:at], end, *lines[at:]]), near(at + 1, at + 2)


def swap_lines(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    lines = _line_ends(text)
    one, two = _pick(rng, lines), _pick(rng, lines)
    lines[one], lines[two] = lines[two], lines[one]
    return "".join(lines), near(one + 1) | near(two + 1)


def change_indent(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    lines = _line_ends(text)
    at = _pick(rng, lines)
    if lines[at].startswith(" ") and rng.random() < 0.5:
        lines[at] = lines[at][1:]
    else:
        lines[at] = rng.choice((" ", "  ", "\t", "      ")) + lines[at]
    # What a line of another depth breaks is often the next one.
    return "".join(lines), near(at, at + 2)


def change_quote(text: str, rng: random.Random) -> tuple[str, frozenset[int]] | None:
    found = list(re.finditer("[\"']", text))
    if not found:
        return None
    at = rng.choice(found).start()
    new = rng.choice(("", "'", '"', "’", "''"))
    line = text.count("\n", 0, at) + 1
    return text[:at] + new + text[at + 1 :], near(line)


def cut_off(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    at = rng.randrange(len(text))
    kept = text[:at]
    return kept, near(kept.count("\n"), kept.count("\n") + 1)


def add_scrap(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    at = rng.randrange(len(text) + 1)
    line = text.count("\n", 0, at) + 1
    scrap = rng.choice(SCRAPS)
    return text[:at] + scrap + text[at:], near(line, line + 1)


def odd_character(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    at = rng.randrange(len(text) + 1)
    line = text.count("\n", 0, at) + 1
    return text[:at] + rng.choice(ODD) + text[at:], near(line, line + 1)


def huge_number(text: str, rng: random.Random) -> tuple[str, frozenset[int]] | None:
    found = list(re.finditer(r"(?<![\w.#-])\d+(?:\.\d+)?(?![\w.-])", text))
    if not found:
        return None
    one = rng.choice(found)
    line = text.count("\n", 0, one.start()) + 1
    return text[: one.start()] + rng.choice(HUGE) + text[one.end() :], near(line)


def letter(text: str, rng: random.Random) -> tuple[str, frozenset[int]] | None:
    """One letter of a word is doubled, lost, swapped with the next, or another one."""
    found = list(re.finditer(r"[A-Za-z]{3,}", text))
    if not found:
        return None
    word = rng.choice(found)
    at = rng.randrange(word.start(), word.end() - 1)
    pair = text[at : at + 2]
    new = rng.choice((pair[0] + pair, pair[1], pair[1] + pair[0], pair[0] + rng.choice("aeinrstx")))
    return text[:at] + new + text[at + 2 :], near(text.count("\n", 0, at) + 1)


def repeat(text: str, rng: random.Random) -> tuple[str, frozenset[int]]:
    """A piece very often: depth and size."""
    at = rng.randrange(len(text) + 1)
    piece = rng.choice(("[", "{a: ", "- ", "x", "\n", " ", "a, ", "&x [*x, ", '"'))
    line = text.count("\n", 0, at) + 1
    return text[:at] + piece * rng.choice((300, 3000, 30000)) + text[at:], near(line, line + 30001)


TextOperator = Callable[[str, random.Random], tuple[str, frozenset[int]] | None]
TEXT: tuple[TextOperator, ...] = (
    delete_line, duplicate_line, swap_lines, change_indent, change_quote, cut_off, add_scrap, odd_character,
    huge_number, letter, letter, repeat,
)  # fmt: skip


def damage_text(content: bytes, rng: random.Random) -> Damage:
    """A text with one slip in it."""
    text = content.decode("utf-8", "replace")
    while True:
        operator = rng.choice(TEXT)
        made = operator(text, rng)
        if made is not None:
            name = f"text: {operator.__name__.replace('_', ' ')}"
            return Damage(name, made[0].encode("utf-8", "surrogatepass"), made[1])


def flip(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 8))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(data: bytearray, rng: random.Random) -> None:
    at, size = rng.randrange(len(data)), rng.choice((1, 2, 4, 16))
    data[at : at + size] = rng.choice(
        (rng.randbytes(size), b"\0" * size, b"\xff" * size, b"\x7f\xff\xff\xff")
    )


def truncate(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def insert(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data) + 1)
    data[at:at] = rng.choice(
        (b"\0", b"\xff\xfe", b"PK\x01\x02", b"<!--", rng.randbytes(rng.choice((1, 7, 300))))
    )


def repeat_block(data: bytearray, rng: random.Random) -> None:
    at, size = rng.randrange(len(data)), rng.choice((1, 20, 400))
    data[at:at] = data[at : at + size] * rng.choice((1, 3, 50))


def swap_blocks(data: bytearray, rng: random.Random) -> None:
    one, two = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    size = min(rng.choice((4, 64, 1000)), two - one, len(data) - two)
    data[one : one + size], data[two : two + size] = data[two : two + size], data[one : one + size]


BYTES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    flip, overwrite, truncate, insert, repeat_block, swap_blocks,
)  # fmt: skip


def damage_bytes(content: bytes, rng: random.Random) -> Damage:
    """A content with one to three changes of its bytes."""
    data = bytearray(content)
    used = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        operator = rng.choice(BYTES)
        if data:
            operator(data, rng)
            used.append(operator.__name__.replace("_", " "))
    return Damage(f"bytes: {used[0]}" if len(used) == 1 else "bytes: several", bytes(data))


def choose(rng: random.Random, names: Iterable[str]) -> str:
    """One of the names, the same for the same state of the generator whatever their order."""
    return rng.choice(sorted(names))
