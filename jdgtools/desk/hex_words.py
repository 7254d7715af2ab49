"""The numbers of hexes inside a text: `0305/NE-SE`, `0101..0105`, `0305:NE>SE>0407:W`.

The readers of `hexgrid.chain` say what such a text means, and refuse a wrong one. This one only finds the
words, with their places, in any text and also in a wrong one: what an editor underlines and a change of the
numbering writes anew.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from jdgtools.hexgrid import HexGrid, NameProblem
from jdgtools.hexgrid.names import parse_corner, parse_direction

WordKind = Literal["hex", "direction", "corner"]
_WORD = re.compile(r"[A-Za-z0-9]+")
OFFSET = re.compile(r"(?<=[A-Za-z0-9])[+-][0-9]{1,3}[+-][0-9]{1,3}(?![0-9])")
"""How far a point of a drawn line lies beside the middle of its hex: hundredths to the right, down."""


class HexWord(NamedTuple):
    """One word of a text about hexes."""

    kind: WordKind
    start: int
    """Offset of its first character in the text."""
    end: int
    hex: int
    """The hex itself, or that to which a direction or a corner belongs."""
    value: int
    """Direction or corner, 0 to 5; of a hex its index."""


def hex_words(text: str, grid: HexGrid, with_offsets: bool = False) -> list[HexWord]:
    """Return the hexes, directions and corners that a text names; unknown words are left out.

    Args:
        text: as it is written, quotes may be around it.
        grid: of the map.
        with_offsets: whether `-30-20` behind a hex is a distance, as in the points of a drawn line; else a
            chain of hexes goes on with it.
    """
    words: list[HexWord] = []
    pattern = re.compile(grid.numbering.pattern)
    at, here, sign = 0, -1, ""
    while at < len(text):
        if with_offsets and (offset := OFFSET.match(text, at)):
            at = offset.end()
            continue
        match = pattern.match(text, at) if sign not in ("/-",) else None
        index = grid.index(match.group()) if match else None
        if match and index is not None:
            here = index
            words.append(HexWord("hex", at, match.end(), index, index))
            at, sign = match.end(), ""
            continue
        word = _WORD.match(text, at)
        if word is None:
            sign = _sign(sign, text[at])
            at += 1
            continue
        kind: WordKind = "direction" if sign.startswith("/") else "corner"
        if sign and here >= 0:
            parse = parse_direction if kind == "direction" else parse_corner
            value = parse(word.group(), grid.orientation)
            if not isinstance(value, NameProblem):
                words.append(HexWord(kind, at, word.end(), here, value))
        at = word.end()
    return words


def _sign(before: str, sign: str) -> str:
    """Return what kind of word follows a sign: a hexside after `/`, a corner after `:` and `>`."""
    if sign == "/":
        return "/"
    if sign == "-" and before.startswith("/"):
        return "/-"
    return ":" if sign in ":>" else ""
