"""Texts in cells of CSV tables: no spreadsheet program that opens the table runs them as formulas.

A program takes a cell that begins with `=`, `+`, `-` or `@` for a formula and computes it, and a formula can
start programs or send data away. Such a text stands behind an apostrophe in the tables that are written here,
and every reader takes it away again; numbers and lone signs stand as they are.
"""

from __future__ import annotations

import re

_SIGNS = "=+\\-@＝＋－＠"
_FORMULA = re.compile(rf"'*[{_SIGNS}].")
_NUMBER = re.compile(r"[-+][0-9]+(?:[.,][0-9]+)?%?")


def stored_cell(text: str) -> str:
    """Return a text as a cell of a CSV table holds it: behind an apostrophe if it would be run."""
    bare = text.lstrip()
    if _FORMULA.match(bare) is None or _NUMBER.fullmatch(bare):
        return text
    return "'" + bare


def plain_cell(cell: str) -> str:
    """Return the text that a cell stands for: `stored_cell` undone."""
    rest = cell[1:] if cell.startswith("'") else cell
    return rest if rest != cell and stored_cell(rest) == cell else cell
