"""How to mend the usual slips in a source file: a misspelt key, a colon without a blank, a quoted number.

`translate` asks for the hint of each schema error. Every function returns one sentence for the line "hint:"
of a message, or None.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jdgtools.source.node import Node, core_value, number_in_digits


def nearest(name: str, names: list[str]) -> str | None:
    """Return the known word nearest to a misspelt one."""
    return _nearest(name, tuple(names))


@lru_cache(maxsize=4096)
def _nearest(name: str, names: tuple[str, ...]) -> str | None:
    """Return the nearest name, remembered because one slip may stand in thousands of rows."""
    from difflib import get_close_matches

    names_by_fold = {word.casefold(): word for word in reversed(names)}
    near = get_close_matches(name.casefold().replace("-", "_"), list(names_by_fold), 1, 0.6)
    return names_by_fold[near[0]] if near else None


def did_you_mean(name: str, names: list[str]) -> str | None:
    """Return the hint that names the known word nearest to a misspelt one."""
    near = nearest(name, names)
    return f"did you mean `{near}`?" if near else None


def colon_hint(node: Node, key: str) -> str | None:
    """Return what to do when a key swallowed its value: `{en:North road}`, `{time 20:00}`."""
    value = node.get(key)
    if value is None or not value.is_null or value.text or not (" " in key or ":" in key):
        return None
    return "write `key: value`, with a colon and a blank between them"


_SPAN = 30
"""Largest number of a span such as `2..4` that is written out: turns, not years."""


def type_hint(node: Node, types: list[str], value: Any) -> str | None:
    """Return how to mend the usual slips."""
    if node.is_null:
        return (
            "write a value, or delete the key"
            if not node.text
            else f'quote it if the text "{node.text}" is meant'
        )
    wants_value = {"integer", "number", "boolean"} & set(types)
    has_quotes = node.is_scalar and not node.plain
    if wants_value and has_quotes and type(core_value(node.text)) in (int, float, bool):
        return "remove the quotes"
    if isinstance(value, str) and {"integer", "number"} & set(types):
        digits = value.strip().lstrip("+")
        if digits.isascii() and digits.isdigit():
            return f"write `{digits.lstrip('0') or '0'}`" if len(digits) < 20 else None
        if digits.replace(",", "", 1).isdecimal() and "number" in types:
            return f"write `{digits.replace(',', '.')}`, with a point"
        number = digits.split(" ")[0]
        if number.isdecimal():
            return "write the number alone; the unit is fixed"
    if isinstance(value, str) and "boolean" in types:
        word = {"yes": "true", "y": "true", "on": "true", "no": "false", "n": "false", "off": "false"}
        answer = word.get(value.casefold())
        return f"write `{answer}`" if answer else None
    if node.is_scalar and "array" in types:
        first, dots, last = node.text.replace("-", "..", 1).partition("..")
        low, high = (
            number_in_digits(end) if end == end.lstrip("0") else None for end in (first, last)
        )  # no hex
        if dots and low is not None and high is not None and low < high <= _SPAN:
            return f"write every number: `[{', '.join(map(str, range(low, high + 1)))}]`"
        return f"write `[{node.text}]`" if len(node.text) <= 40 and "\n" not in node.text else None
    if node.is_list and "array" not in types:
        return "remove the `- ` or the brackets if a single value is meant"
    return None
