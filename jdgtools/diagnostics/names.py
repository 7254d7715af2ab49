"""Names in the texts of messages."""

from __future__ import annotations

from collections.abc import Iterable

MAX_LISTED = 12
"""Names that a message lists; of more it says how many there are."""


def name_list(names: Iterable[str], last: str = "and") -> str:
    """Return names in backticks: "`a`, `b` and `c`"; '' for none.

    Of many only the first ones: "`a`, `b`, … and 358 more".
    """
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > MAX_LISTED:
        quoted[MAX_LISTED:] = [f"{len(quoted) - MAX_LISTED} more"]
    return "".join(quoted) if len(quoted) < 2 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
