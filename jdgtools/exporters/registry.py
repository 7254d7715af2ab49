"""Finds exporters: the built-in ones, and those that other packages install.

An exporter of another package is an entry point in the group `jdgtools.exporters` whose value is an
`exporters.base.Exporter` of the same name. See `docs/new-exporter.md`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from jdgtools.errors import ExitCode, JdgError, PluginBroken
from jdgtools.exporters.base import Exporter
from jdgtools.plugins import EXPORTERS, Plugin, installed_plugins

_BUILT_IN = (
    "map",
    "counters",
    "aids",
    "vassal",
    "package",
    "tiles",
    "svg",
    "pictures",
    "web",
    "calibration",
    "changes",
    "checklist",
)
"""In the order in which a build reports them."""


class UnknownExporter(JdgError):
    """No exporter has that name; the text names those that are known."""

    code = ExitCode.USAGE


def all_exporters() -> tuple[Exporter, ...]:
    """Return every exporter that works: the built-in ones in their order, then those of other packages."""
    return _discover()[0]


def broken_exporters() -> tuple[PluginBroken, ...]:
    """Return what is wrong with exporters of other packages that cannot be used."""
    return _discover()[1]


def choose_exporters(only: tuple[str, ...] = ()) -> tuple[Exporter, ...]:
    """Return the exporters of these names; without names those that run when no option asks for more.

    Raises:
        UnknownExporter: a name is unknown.
        PluginBroken: it is that of an installed exporter that cannot be loaded.
    """
    names = [exporter.name for exporter in all_exporters()]
    for name in only:
        if name not in names:
            for error in broken_exporters():
                if error.name == name:
                    raise error
            raise UnknownExporter(f"there is no exporter `{name}`; known: {', '.join(names)}")
    return tuple(x for x in all_exporters() if (x.name in only if only else x.request is None))


@cache
def _discover() -> tuple[tuple[Exporter, ...], tuple[PluginBroken, ...]]:
    exporters: list[Exporter] = [import_module(f"jdgtools.exporters.{name}").EXPORTER for name in _BUILT_IN]
    broken_plugins: list[PluginBroken] = []
    for plugin in installed_plugins(EXPORTERS):
        try:
            exporters.append(_load(plugin, exporters))
        except PluginBroken as error:
            broken_plugins.append(error)
    return tuple(exporters), tuple(broken_plugins)


RESERVED = frozenset(
    ["loaded", "folder", "language", "only", "printing", "values", "progress", "cache", "pool"]
)
"""Names that no option may have: keywords of `jdgtools.build` stand beside the options."""


def _load(plugin: Plugin, others: list[Exporter]) -> Exporter:
    """Return the exporter of another package.

    Raises:
        PluginBroken: it cannot be imported, or does not get along with the others.
    """
    exporter: Exporter = plugin.load(Exporter)
    if exporter.name != plugin.name:
        raise plugin.failure(f"calls itself `{exporter.name}`; entry point and name must agree")
    for option in exporter.options:
        if option.name in RESERVED:
            raise plugin.failure(f"declares the option `{option.flag}`, which every build has")
    for other in others:
        if other.name == exporter.name:
            raise plugin.failure(f"has the name of another exporter, `{other.title}`")
        for option in exporter.options:
            for option_there in other.options:
                if option != option_there and (
                    option.name == option_there.name or option.flag == option_there.flag
                ):
                    raise plugin.failure(
                        f"declares the option `{option.flag}`, which the exporter `{other.name}` has"
                    )
    return exporter
