"""The table in which a designer says what the shapes in counters' pictures are."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.importers.shapes import SIDE

DIGITS_FILE = "digits.csv"
MAX_TABLE = 2_000_000
"""Bytes of a table of shapes."""
MAX_NAMED = 1500
"""Shapes of a table."""
NO_DIGIT = "-"
MIXED = "/"
"""The designer's word for shapes that are not all the same: the next table has them one by one."""
SIGN = "*"
"""The designer's word for a sign in the place of a number, such as ∞: no number hides there."""
BRACKETS = "()"
PLUS, MINUS = "+", "-"
_COLUMNS = ("shape", "picture", "counters", "height", "digit", "mask")


class NamedShape(Struct, frozen=True):
    """A row of the table: a shape and what the designer says that it is."""

    mask: bytes
    height: float
    digit: str
    """One or two figures, a bracket, a plus, `*` for a sign in a number's place, `-` for no digit, `/` for
    several, '' where nobody has said."""


def table_rows(data: bytes, name: str) -> list[NamedShape]:
    """Return the shapes of a table.

    Raises:
        InputRefused: it is no such table, with its line.
    """
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputRefused(f"{name}: not a table of shapes: {error}") from None
    if not rows or {"digit", "mask", "height"} - set(reader.fieldnames or ()):
        raise InputRefused(f"{name}: a table of shapes has the columns {', '.join(_COLUMNS)}")
    shapes = []
    for line, row in enumerate(rows, 2):
        digit = (row["digit"] or "").strip()
        if digit not in ("", NO_DIGIT, MIXED, PLUS, SIGN, *BRACKETS) and not (
            digit.isascii() and digit.isdecimal() and len(digit) <= 2
        ):
            raise InputRefused(
                f"{name}:{line}: digit {digit[:20]!r}: expected 0 to 99, `(`, `)` or `+`, `-` for no digit, "
                "`*` for a sign in a number's place, `/` for shapes that are not all the same, or nothing"
            )
        try:
            masks = [bytes.fromhex(text) for text in (row["mask"] or "").split()]
            heights = [float(text) for text in (row["height"] or "").split()]
        except ValueError:
            masks, heights = [], []
        if (
            not masks
            or len(masks) != len(heights)
            or any(len(mask) != SIDE * SIDE for mask in masks)
            or not all(0 < height < 1 for height in heights)
        ):
            raise InputRefused(
                f"{name}:{line}: height and mask must stay as `jdg import --suggest` wrote them"
            )
        shapes += [NamedShape(mask, height, digit) for mask, height in zip(masks, heights, strict=True)]
    if len(shapes) > MAX_NAMED:
        raise InputRefused(f"{name}: {len(shapes)} shapes, {MAX_NAMED} are read")
    return shapes


def read_table(path: Path) -> list[NamedShape]:
    """Return the shapes of a table in a file.

    Raises:
        InputRefused: it cannot be read, or is no such table.
    """
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import read_file

    try:
        data = read_file(path, within=None, limit=MAX_TABLE)
    except FileRefused as refusal:
        raise InputRefused(f"{path.name} {refusal}") from None
    return table_rows(data, path.name)
