"""How the types of the package say what their members mean.

The types are the only statement of the format: the JSON Schema that the project publishes is derived from
them (`schema.py`), and so is the reader that checks every member (`load.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from jdgtools.package.limits import MAX_HEXES


def meaning(description: str, **limits: Any) -> Meta:
    """Return the annotation of a member: what it means, and its limits (`ge`, `le`, …)."""
    return Meta(description=description, **limits)


Words = Annotated[
    Mapping[Annotated[str, Meta(pattern="^[a-z]{2}$")], str],
    meaning(
        "Language code -> text; empty when there is no text.",
        examples=[{"en": "Mill Hill", "fr": "colline du Moulin"}],
    ),
]
"""A text in every language that the battle has."""
Value = int | str | bool
"""A plain value."""
Values = Mapping[str, Value]
"""Name of a field of the series -> plain value."""
Lists = Mapping[str, tuple[str, ...]]
"""Name of a field that lists ids or codes -> the entries, which `Values` hold as one text."""
Hex = Annotated[
    int,
    meaning("Index of a hex: row * columns + column, both counted from 0.", ge=0, le=MAX_HEXES - 1),
]
Step = Annotated[int, meaning("A step: 6 * hex + direction.", ge=0, le=6 * MAX_HEXES - 1)]
Direction = Annotated[
    int,
    meaning(
        "Hexside 0..5, clockwise. Flat-topped: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. Pointy-topped: 0 NE, 1 E, "
        "2 SE, 3 SW, 4 W, 5 NW.",
        ge=0,
        le=5,
    ),
]
