"""A value of a source file with its span: what every reader makes, of YAML, JSON, CSV or a sheet.

A `Node` is a map, a list or a scalar. A scalar keeps the text that was written; what it means (a number, a
hex id) depends on the schema of the key where it stands: `1201` is the text "1201" where a hex is expected
and the number 1201 where a whole number is. The schema check (`schema/`) judges nodes, the builders
(`model/build*.py`) make the model of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import ItemsView, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from jdgtools.source.span import Span

Kind = Literal["map", "list", "scalar"]

if TYPE_CHECKING:
    Content = Any
else:  # what a kept node is read back as
    Content = "dict[str, Node] | list[Node] | str | int | float | bool | None"

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_FIRST_OF_NUMBERS = frozenset("-0123456789")
_FIRST_OF_WORDS = frozenset(word[:1] for word in _WORDS)
MAX_NUMBER_LENGTH = 40
"""Longer digit strings stay text: no battle needs them and converting them is not free."""
MAX_EXCERPT = 60
"""Most characters of a value of a file that a message quotes."""


def excerpt(text: str, limit: int = MAX_EXCERPT) -> str:
    """Return what a message quotes of a text: its beginning, on one line, `limit` characters at the most."""
    return " ".join((text if len(text) <= limit else f"{text[: limit - 1]}…").split())


def core_value(text: str) -> str | int | float | bool | None:
    """Return the value of an unquoted scalar: JSON numbers, true, false, null; anything else is text.

    `0305`, `NO`, `yes`, `12:30`, `0x10` and `+5` stay text; the empty text and `~` are null.
    """
    first = text[:1]
    if first in _FIRST_OF_WORDS:
        return _WORDS.get(text, text)
    if first not in _FIRST_OF_NUMBERS or len(text) > MAX_NUMBER_LENGTH or not _NUMBER.match(text):
        return text
    if "." in text or "e" in text or "E" in text:
        number = float(text)
        return number if math.isfinite(number) else text
    return int(text)


def number_in_digits(text: str) -> int | None:
    """Return the number that one to nine digits 0 to 9 say; None for any other text.

    `²` counts as a digit in Python and is no number; some thousand digits are an error.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def as_written(value: object) -> str:
    """Return a plain value as a source file writes it: `true`, `null`, `[1, 2]`, `{hexes: 1}`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {as_written(item)}' for key, item in value.items())}}}"
    return f"[{', '.join(map(as_written, value))}]" if isinstance(value, tuple | list) else str(value)


def is_blank(text: str) -> bool:
    """Return whether a text shows nothing: white space, and signs of no width that are pasted along."""
    if text[:1].isalnum():  # nearly all texts
        return False
    rest = text.strip()
    if not rest or rest[0].isalnum():
        return not rest
    import unicodedata

    return all(char.isspace() or unicodedata.category(char) == "Cf" for char in rest)


class Node(Struct, eq=False, array_like=True, gc=False):
    """A map, a list or a scalar with its span.

    No node holds itself, so the cyclic garbage collector need not look at half a million of them.
    """

    kind: Kind
    """"map", "list" or "scalar"."""
    value: Content
    """dict[str, Node], list[Node], or the scalar typed by JSON rules (`core_value`); quoted: text."""
    span: Span
    """Span of the value itself, without its key."""
    key_spans: dict[str, Span] = field(default_factory=dict)
    """Maps: span of each key. Tables: span of each header cell. Else empty."""
    text: str = ""
    """Scalars: the text as written, unescaped. Else empty."""
    plain: bool = False
    """Scalars: written without quotes, so its type is open. Cells are always plain."""
    numeric_cell: bool = False
    """Scalars: the cell of a table is a number where texts such as hex ids may have been meant."""
    indent: int | None = None
    """Block scalars (`|`): number of characters cut from the left of each line. Else None."""

    @classmethod
    def scalar(cls, text: str, span: Span, plain: bool = True, numeric_cell: bool = False) -> Node:
        """Return a scalar node, typed by JSON rules when `plain`."""
        return cls("scalar", core_value(text) if plain else text, span, {}, text, plain, numeric_cell)

    @property
    def is_map(self) -> bool:
        """Whether this is a map."""
        return self.kind == "map"

    @property
    def is_list(self) -> bool:
        """Whether this is a list."""
        return self.kind == "list"

    @property
    def is_scalar(self) -> bool:
        """Whether this is a scalar."""
        return self.kind == "scalar"

    @property
    def is_table(self) -> bool:
        """Whether this is a list of rows read from CSV or a spreadsheet."""
        return self.kind == "list" and bool(self.key_spans)

    @property
    def is_null(self) -> bool:
        """Whether this is an unquoted null, `~` or nothing at all."""
        return self.kind == "scalar" and self.value is None

    def get(self, key: str) -> Node | None:
        """Return the value of a key of a map; None when absent or when this is no map."""
        if self.kind != "map":
            return None
        child: Node | None = self.value.get(key)
        return child

    def at(self, *path: str | int) -> Node | None:
        """Return the node at a path of keys and 0-based indices, or None."""
        node: Node | None = self
        for step in path:
            if node is None:
                return None
            if isinstance(step, str):
                node = node.get(step)
            elif node.kind == "list" and -len(node.value) <= step < len(node.value):
                node = node.value[step]
            else:
                return None
        return node

    def items(self) -> ItemsView[str, Node]:
        """Return the key and value pairs of a map in source order; nothing for other kinds."""
        content: dict[str, Node] = self.value if self.kind == "map" else {}
        return content.items()

    def elements(self) -> list[Node]:
        """Return the elements of a list; nothing for other kinds."""
        content: list[Node] = self.value if self.kind == "list" else []
        return content

    def __iter__(self) -> Iterator[Node]:
        """Return iterate over the elements of a list; nothing for other kinds."""
        return iter(self.elements())

    def key_span(self, key: str) -> Span:
        """Return the span of a key, or of the whole map when the key is absent."""
        return self.key_spans.get(key, self.span)

    def as_int(self) -> int | None:
        """Return the whole number written here (`5`, `5.0`, `1e3`); None when it is none or quoted."""
        if self.kind != "scalar" or not self.plain:
            return None
        value = self.value
        if type(value) is int:
            return value
        return int(value) if type(value) is float and value.is_integer() else None

    def as_float(self) -> float | None:
        """Return the number written here; None when it is none or quoted."""
        if self.kind != "scalar" or not self.plain or type(self.value) not in (int, float):
            return None
        return float(self.value)

    def as_bool(self) -> bool | None:
        """Return true or false as written; None for anything else (`yes` and `NO` are texts)."""
        return self.value if self.kind == "scalar" and type(self.value) is bool else None

    def to_plain(self) -> Any:
        """Return plain Python data (dict, list, str, int, float, bool, None), typed by JSON rules."""
        if self.kind == "map":
            return {key: child.to_plain() for key, child in self.value.items()}
        if self.kind == "list":
            return [child.to_plain() for child in self.value]
        return self.value

    def describe(self) -> str:
        """Return what was found, for messages: "text `four`", "number `3`", "a list", "nothing"."""
        if self.kind == "map":
            return "a block of keys" if self.value else "an empty block"
        if self.kind == "list":
            return "a list" if self.value else "an empty list"
        if self.value is None:
            return f"`{self.text}`" if self.text else "nothing"
        quotation = excerpt(self.text)
        if type(self.value) is bool:
            return f"`{quotation}`"
        if type(self.value) in (int, float):
            return f"number `{quotation}`"
        return f"text `{quotation}`" if quotation else "an empty text"

    def char_span(self, row: int, col: int, length: int = 1) -> Span:
        """Return the span of characters inside a text, for pictures drawn with characters.

        Args:
            row: 0-based line within the text of a block scalar (`|`); 0 for one-line texts.
            col: 0-based character within that line.
            length: number of characters.
        """
        if self.indent is not None:
            line, first = self.span.line + 1 + row, self.indent + 1 + col
        else:
            line, first = self.span.line + row, self.span.col + (0 if self.plain else 1) + col
        return Span(self.span.file, line, first, line, first + length, self.span.column)

    def __repr__(self) -> str:
        inside = self.text if self.kind == "scalar" else f"{len(self.value)} inside"
        return f"<{self.kind} {inside!r} at {self.span}>"
