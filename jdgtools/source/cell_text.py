"""Texts in cells of CSV tables: no spreadsheet program that opens the table runs them as formulas.

A program takes a cell that begins with `=`, `+`, `-` or `@` for a formula and computes it, and a formula can
start programs or send data away. Where a cell begins, the program decides: under the settings of one country
it cuts a table at the commas, of another at the semicolons, and then quotes inside a cell protect nothing. So
a sign stands behind an apostrophe wherever a cell could begin in the tables that are written here, and every
reader takes the apostrophe away again; numbers and lone signs stand as they are.
"""

from __future__ import annotations

import re

_SIGNS = "=+\\-@＝＋－＠"
_BEGIN = r"(?:^|(?<=[,;\t\r\n]))([^\S\t\r\n]*)"
"""Where a program may see the beginning of a cell, with the blanks there."""
_FORMULA = rf"'*[{_SIGNS}]."
_NUMBER = r"[-+][0-9]+(?:[.,][0-9]+)?%?\Z"
_BARE = re.compile(rf"{_BEGIN}(?={_FORMULA})(?!{_NUMBER})", re.DOTALL)
_STORED = re.compile(rf"{_BEGIN}'(?={_FORMULA})(?!{_NUMBER})", re.DOTALL)


def stored_cell(text: str) -> str:
    """Return a text as a cell of a CSV table holds it: an apostrophe before whatever would be run."""
    bare = text.lstrip()
    return _BARE.sub(r"\1'", bare if _BARE.match(bare) else text)


def plain_cell(cell: str) -> str:
    """Return the text that a cell stands for: `stored_cell` undone."""
    return _STORED.sub(r"\1", cell)
