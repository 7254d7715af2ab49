"""Finds game series: the built-in ones, and those that other packages install.

A third-party series declares an entry point in the group `jdgtools.series` whose value is a
`jdgtools.rules.Series` of the same id. See `docs/new-series.md`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jdgtools.errors import SeriesBroken
from jdgtools.rules import Series

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "jdgtools.series"
"""Group of entry points."""
_BUILT_IN = ("jdg", "afe", "mpbs", "generic")


__all__ = ["GROUP", "SeriesBroken", "find_series", "series_ids"]


@cache
def find_series(series_id: str) -> Series | None:
    """Return the series of that id, or None.

    Raises:
        SeriesBroken: an installed package has a series of that id that cannot be loaded.
    """
    if series_id in _BUILT_IN:
        # No entry-point scan for the usual case: it reads the metadata of every installed package.
        return Series(series_id, f"jdgtools.series.{series_id}")
    point = _installed().get(series_id)
    return None if point is None else _load(point)


def series_ids() -> tuple[str, ...]:
    """Return ids of all series that can be loaded, built-in ones first."""
    return (*_BUILT_IN, *sorted(name for name in _installed() if _works(name)))


def _works(series_id: str) -> bool:
    """Return whether the series loads: a broken package must not stop work on battles of other series."""
    try:
        return find_series(series_id) is not None
    except SeriesBroken:
        return False


@cache
def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _BUILT_IN}


def _load(point: EntryPoint) -> Series:
    plugin = f"the installed series `{point.name}` ({point.value})"
    try:
        series = point.load()
    except Exception as error:  # whatever the code of others does while it is imported
        message = f"{plugin} cannot be loaded: {type(error).__name__}: {error}"
        raise SeriesBroken(message, point.module) from error
    if not isinstance(series, Series):
        raise SeriesBroken(f"{plugin} is no jdgtools.rules.Series", point.module)
    if series.id != point.name:
        message = f"{plugin} calls itself `{series.id}`; entry point and id must agree"
        raise SeriesBroken(message, point.module)
    for part in ("definition", "movement", "sight"):
        try:
            missing = not series.has(part)
        except ImportError as error:
            raise SeriesBroken(f"{plugin} cannot be loaded: {error}", series.package, part) from error
        if missing:
            message = f"{plugin} has no module `{series.package}.{part}`"
            raise SeriesBroken(message, series.package, part)
    return series
