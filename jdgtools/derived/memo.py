"""A memo of the last tables that were derived from a map.

The scenarios of a battle share costs of steps, lines of sight and zones of control while no option differs
between them. Whoever needs such a table asks the memo, which makes it once.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple, TypeVar, cast

from jdgtools.rules import MapRules

T = TypeVar("T")

MAX_TABLES = 64
"""Tables that are remembered; the oldest one goes first."""
_lock = Lock()


class _Entry(NamedTuple):
    terrain: MapRules
    rules: object
    name: object
    table: object

    def answers(self, terrain: MapRules, rules: object, name: object) -> bool:
        """Return whether the table is that of the same map, charts, options, special rules and name."""
        return (
            self.rules is rules
            and self.name == name
            and self.terrain.map is terrain.map
            and self.terrain.charts is terrain.charts
            and self.terrain.options == terrain.options
            and self.terrain.prohibitions == terrain.prohibitions
            and self.terrain.reciprocal == terrain.reciprocal
        )


_entries: list[_Entry] = []


def get_or_make(terrain: MapRules, rules: object, name: object, make: Callable[[], T]) -> T:
    """Return the table of a map by certain rules, made now if it is not remembered; it may not be changed."""
    with _lock:
        for entry in _entries:
            if entry.answers(terrain, rules, name):
                return cast(T, entry.table)
    table = make()
    with _lock:
        _entries.append(_Entry(terrain, rules, name, table))
        del _entries[:-MAX_TABLES]
    return table
