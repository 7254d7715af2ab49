"""Writes YAML for people: short lists in one line, pictures as blocks, comments where they help."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from jdgtools.hexgrid import HexGrid, Numbering

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[-/][A-Za-z0-9_]+)*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_WIDTH = 110


class LiteralBlock(Struct, frozen=True):
    """Lines written as a literal block."""

    lines: tuple[str, ...]


class YamlComment(Struct, frozen=True):
    """Comment lines; stands as a value under any key that begins with `#`."""

    text: str


def document(values: Mapping[str, Any], head: Sequence[str] = ()) -> bytes:
    """Return a YAML document.

    Args:
        values: its content; keys that begin with `#` are comments before the next key.
        head: comment lines before everything.
    """
    lines = [f"# {_line(h)}".rstrip() for h in head]
    return ("\n".join([*lines, *_block(values, 0)]) + "\n").encode("utf-8", "replace")


def _line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def scalar(value: object) -> str:
    """Return a scalar."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float):
        return repr(value)
    return _scalar(str(value))


@lru_cache(maxsize=2**16)
def _scalar(value: str) -> str:
    # Remembered: numbers of hexes come again in every region.
    text = value.encode("utf-8", "replace").decode("utf-8")
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    text_in_quotes = json.dumps(text, ensure_ascii=False)
    # JSON leaves these as they are; YAML does not allow them, or reads them as line ends.
    return re.sub(
        r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda m: f"\\u{ord(m[0]):04x}", text_in_quotes
    )


def _flow(value: Any) -> str | None:
    """Return a value in one line; None when it holds a picture or a comment."""
    if isinstance(value, LiteralBlock | YamlComment):
        return None
    if isinstance(value, Mapping):
        parts = [(k, _flow(v)) for k, v in value.items()]
        if any(p is None for _, p in parts):
            return None
        return "{" + ", ".join(f"{scalar(k)}: {p}" for k, p in parts) + "}"
    if isinstance(value, list | tuple):
        items = [_flow(v) for v in value]
        return None if None in items else "[" + ", ".join(i for i in items if i is not None) + "]"
    return scalar(value)


def _block(values: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for key, value in values.items():
        if isinstance(value, YamlComment):
            yield from (f"{pad}# {_line(line)}".rstrip() for line in value.text.split("\n"))
            continue
        yield from _entry(f"{pad}{scalar(key)}:", value, depth)


def _entry(start: str, value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, LiteralBlock):
        yield f"{start} |"
        yield from ("  " * (depth + 1) + line for line in value.lines)
        return
    flat = _flow(value)
    has_members = isinstance(value, Mapping | list | tuple) and value
    big = isinstance(value, list | tuple) and any(isinstance(v, Mapping | list | tuple) for v in value)
    if flat is not None and not big and (not has_members or len(start) + len(flat) < _WIDTH):
        yield f"{start} {flat}"
    elif isinstance(value, Mapping):
        yield start
        yield from _block(value, depth + 1)
    else:
        yield start
        for item in value:
            yield from _item(item, depth + 1)


def _item(item: Any, depth: int) -> Iterator[str]:
    pad = "  " * depth
    flat = _flow(item)
    if flat is not None and (not isinstance(item, Mapping) or len(pad) + len(flat) + 2 < _WIDTH):
        yield f"{pad}- {flat}"
    elif isinstance(item, Mapping):
        lines = list(_block(item, depth + 1))
        yield f"{pad}- {lines[0].strip()}"
        yield from lines[1:]
    else:
        yield f"{pad}- {flat or ''}"


def grid_yaml(grid: HexGrid) -> dict[str, object]:
    """Return the `grid` of a map file."""
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "shifted": "even" if grid.parity == "odd" else "odd",
        "numbering": _numbering_yaml(grid.numbering),
    }


def _numbering_yaml(n: Numbering) -> dict[str, object]:
    """Return the `numbering` of a grid."""
    values: dict[str, object] = {
        "order": n.order,
        "first_column": n.first_column,
        "first_row": n.first_row,
        "digits": n.digits,
        "leading_zeros": n.leading_zeros,
    }
    if n.letters:
        values["letters"] = n.letters
    if n.letter_style != "sequence":
        values["letter_style"] = n.letter_style
    if n.column_digits is not None:
        values["column_digits"] = n.column_digits
    if n.row_digits is not None:
        values["row_digits"] = n.row_digits
    if n.stagger:
        # A map file counts columns and rows from 1, the numbering from 0.
        values["stagger"] = "even" if n.stagger.startswith("odd") else "odd"
    if n.separator:
        values["separator"] = n.separator
    if n.descending_columns:
        values["descending_columns"] = True
    if n.descending_rows:
        values["descending_rows"] = True
    return values
