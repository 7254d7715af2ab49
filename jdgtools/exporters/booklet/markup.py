"""Typst markup made safely of plain texts; the look of everything is in ``booklet.typ``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jdgtools.render.text import text_width

_SPECIAL = str.maketrans({c: f"\\{c}" for c in "\\#$*_`<>@=-+/~[](){}'\".:;"})

PAGE_MM = 184.0
"""Width of the text on a page."""
COLUMN_MM = 89.0
"""Width of one of two columns; both as in booklet.typ."""
CELL_PT = 7.8
_CELL_MM = CELL_PT * 25.4 / 72
INSET_MM = 2.6
"""Left and right margin of a table cell together."""


def text(plain: str) -> str:
    """Markup that shows the text as it is; nothing in it is taken as a command."""
    return " ".join(plain.split()).translate(_SPECIAL)


def string(plain: str) -> str:
    """The text as a typst string literal."""
    joined = " ".join(plain.split())
    return '"' + joined.replace("\\", "\\\\").replace('"', '\\"') + '"'


def paragraphs(plain: str) -> str:
    """Markup of a text with blank lines between paragraphs."""
    parts = [part for part in plain.replace("\r\n", "\n").split("\n\n") if part.strip()]
    return "\n\n".join(text(part) for part in parts)


def bold(markup: str) -> str:
    """Bold markup."""
    return f"#strong[{markup}]"


def small(markup: str) -> str:
    """Small grey markup, for remarks."""
    return f"#remark[{markup}]"


def heading(title: str, level: int = 2) -> str:
    """A heading inside a part; `title` is plain text."""
    return f"#heading(level: {level})[{text(title)}]"


def part(title: str) -> str:
    """The heading of a part, on a new page; `title` is plain text."""
    return f"#part[{text(title)}]"


def block(markup: str, wide: bool = False) -> str:
    """An item of `pack`."""
    return f"{'wide' if wide else 'narrow'}[{markup}]"


def pack(items: Iterable[str]) -> str:
    """Blocks below the heading of a part, packed in two columns."""
    joined = ",\n".join(items)
    return f"#pack(used: head-height,\n{joined})" if joined else ""


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    widths: Sequence[str] = (),
    align: str = "",
    rotated: bool = False,
) -> str:
    """A ruled table; head and cells are markup.

    Args:
        head: cells of the head row.
        rows: cells of each row; all as long as the head.
        widths: typst widths (`1fr`, `auto`, `12mm`); empty = all `auto`.
        align: one letter a column, `l`, `c` or `r`; empty = first left, others centred.
        rotated: whether the heads of all columns but the first stand upright.
    """
    names = {"l": "left", "c": "center", "r": "right"}
    letters = align or "l" + "c" * (len(head) - 1)
    lines = [
        f"#grid-table(columns: ({', '.join(widths or ['auto'] * len(head))},),",
        f" align: ({', '.join(names[x] for x in letters)},), rotated: {'true' if rotated else 'false'},",
        f" head: ({', '.join(f'[{cell}]' for cell in head)},),",
    ]
    lines += [", ".join(f"[{cell}]" for cell in row) + "," for row in rows]
    return "\n".join([*lines, ")"])


def width(plain: str, semibold: bool = False) -> float:
    """Width of a text in a table cell, mm, without margins."""
    return text_width(plain, "sans-semibold" if semibold else "sans", _CELL_MM)


def longest_word(plain: str, semibold: bool = False) -> float:
    """Width of the longest word, mm."""
    return max((width(word, semibold) for word in plain.split()), default=0.0)
