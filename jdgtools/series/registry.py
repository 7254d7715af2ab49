"""Finds game series: the built-in ones, and those that other packages install.

A third-party series declares an entry point in the group `jdgtools.series` whose value is a
`jdgtools.rules.Series`.
"""

from __future__ import annotations

from functools import cache

from jdgtools.rules import Series

_BUILT_IN = ("jdg", "afe", "mpbs")


@cache
def find_series(series_id: str) -> Series | None:
    """The series of that id, or None."""
    if series_id in _BUILT_IN:
        # No entry-point scan for the usual case: it reads the metadata of every installed package.
        return Series(series_id, f"jdgtools.series.{series_id}")
    return _installed().get(series_id)


def series_ids() -> tuple[str, ...]:
    """Ids of all series, built-in ones first."""
    return tuple(dict.fromkeys((*_BUILT_IN, *sorted(_installed()))))


@cache
def _installed() -> dict[str, Series]:
    from importlib.metadata import entry_points

    found: dict[str, Series] = {}
    for point in entry_points(group="jdgtools.series"):
        if point.name not in _BUILT_IN:
            loaded = point.load()
            if isinstance(loaded, Series):
                found[point.name] = loaded
    return found
