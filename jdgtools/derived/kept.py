"""Tables kept for the next question: scenarios of one battle share them while no option differs."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from jdgtools.rules import MapRules

T = TypeVar("T")

_MOST = 64
_lock = Lock()
_kept: list[tuple[MapRules, object, object, object]] = []


def keep(terrain: MapRules, rules: object, name: object, make: Callable[[], T]) -> T:
    """What `make` gives, or gave before for the same map, charts, options, rules and name.

    The last few are kept; nothing kept may be changed.
    """
    with _lock:
        for known, known_rules, known_name, found in _kept:
            if (
                known_rules is rules
                and known_name == name
                and known.map is terrain.map
                and known.charts is terrain.charts
                and known.options == terrain.options
            ):
                return found  # type: ignore[return-value]  # made by the same `make`
    made = make()
    with _lock:
        _kept.append((terrain, rules, name, made))
        del _kept[:-_MOST]
    return made
