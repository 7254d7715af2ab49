"""Objects of JSON whose keys stand twice: the reader of Python takes the last value in silence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


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
