"""Objects of JSON whose keys stand twice: the reader of Python takes the last value in silence."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


class DoubledKey(ValueError):
    """An object has a key twice; the text names it and is the end of a sentence."""

    def __init__(self, key: str) -> None:
        """Say which key it is."""
        super().__init__(f"`{key[:80]}` stands twice in one object")
        self.key = key


def doubled_key(pairs: Iterable[tuple[str, Any]]) -> str | None:
    """Return the first key that stands a second time in an object; None where each stands once.

    Args:
        pairs: keys with their values, as `json.loads` gives them to an `object_pairs_hook`.
    """
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            return key
        keys.add(key)
    return None


def parse_unambiguous(text: str | bytes) -> Any:
    """Return the value of a JSON text in which every key stands once in its object.

    Raises:
        DoubledKey: a key stands twice.
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if (key := doubled_key(pairs)) is not None:
        raise DoubledKey(key)
    return dict(pairs)
