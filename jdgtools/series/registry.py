"""Finds game series: the built-in ones, and those that other packages install.

A third-party series declares an entry point in the group `jdgtools.series` whose value is a
`jdgtools.rules.Series` of the same id. See `docs/new-series.md`.
"""

from __future__ import annotations

from functools import cache

from jdgtools.errors import PluginBroken, SeriesBroken
from jdgtools.plugins import SERIES, Plugin, installed_plugins
from jdgtools.rules import Series

_BUILT_IN = ("jdg", "afe", "mpbs", "generic")

__all__ = ["SeriesBroken", "find_series", "series_ids"]


@cache
def find_series(series_id: str) -> Series | None:
    """Return the series of that id, or None.

    Raises:
        SeriesBroken: an installed package has a series of that id that cannot be loaded.
    """
    if series_id in _BUILT_IN:
        # No entry-point scan for the usual case: it reads the metadata of every installed package.
        return Series(series_id, f"jdgtools.series.{series_id}")
    plugin = next((plugin for plugin in installed_plugins(SERIES) if plugin.name == series_id), None)
    return None if plugin is None else _load(plugin)


def series_ids() -> tuple[str, ...]:
    """Return ids of all series that can be loaded, built-in ones first."""
    names = dict.fromkeys(plugin.name for plugin in installed_plugins(SERIES))
    return (*_BUILT_IN, *(name for name in names if name not in _BUILT_IN and _works(name)))


def _works(series_id: str) -> bool:
    """Return whether the series loads: a broken package must not stop work on battles of other series."""
    try:
        return find_series(series_id) is not None
    except SeriesBroken:
        return False


def _load(plugin: Plugin) -> Series:
    """Return the series of another package.

    Raises:
        SeriesBroken: it cannot be imported, or lacks a part that every series has.
    """

    def broken(problem: str, package: str = plugin.module, part: str = "") -> SeriesBroken:
        return SeriesBroken(f"{plugin.title} {problem}", package, part)

    try:
        series: Series = plugin.load(Series)
    except PluginBroken as error:
        raise SeriesBroken(str(error), plugin.module) from error.__cause__
    if series.id != plugin.name:
        raise broken(f"calls itself `{series.id}`; entry point and id must agree")
    for part in ("definition", "movement", "sight"):
        try:
            missing = not series.has(part)
        except ImportError as error:
            raise broken(f"cannot be loaded: {error}") from error
        if missing:
            raise broken(f"has no module `{series.package}.{part}`", series.package, part)
    return series
