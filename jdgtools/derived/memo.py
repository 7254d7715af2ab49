"""A memo of the last tables that were derived from a map.

The scenarios of a battle share costs of steps, lines of sight and zones of control while no option differs
between them. Whoever needs such a table asks the memo, which makes it once.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import NamedTuple, TypeVar, cast

from jdgtools.rules import MapRules

T = TypeVar("T")

MAX_TABLES = 64
"""Tables that are remembered; the oldest one goes first."""
_lock = RLock()
"""Held while a table is made as well: what is made of others is made in the same thread."""


class _StoredTable(NamedTuple):
    """A table with all that it was computed from."""

    map_rules: MapRules
    rules: object
    name: object
    table: object

    def answers(self, map_rules: MapRules, rules: object, name: object) -> bool:
        """Return whether the table is that of the same map, charts, options, special rules and name."""
        if self.rules is not rules or self.name != name:
            return False
        return self.map_rules is map_rules or (
            # A scenario that changes the map makes its map anew whenever it is asked for it.
            self.map_rules.map == map_rules.map
            and self.map_rules.charts is map_rules.charts
            and self.map_rules.options == map_rules.options
            and self.map_rules.prohibitions == map_rules.prohibitions
            and self.map_rules.reciprocal == map_rules.reciprocal
        )


_entries: list[_StoredTable] = []


def get_or_make(map_rules: MapRules, rules: object, name: object, make: Callable[[], T]) -> T:
    """Return the table of a map by certain rules, made now if it is not remembered; it may not be changed.

    Whoever asks for it while another thread makes it waits.
    """
    with _lock:
        # Who asks again asks for what was made last.
        for entry in reversed(_entries):
            if entry.answers(map_rules, rules, name):
                return cast(T, entry.table)
        table = make()
        _entries.append(_StoredTable(map_rules, rules, name, table))
        del _entries[:-MAX_TABLES]
    return table
