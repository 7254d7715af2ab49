"""The exporters of a build, in the order in which they are reported."""

from __future__ import annotations

from importlib import import_module

from jdgtools.exporters.base import Exporter

_MODULES = ("map", "counters", "aids", "vassal", "package")


def exporters(only: tuple[str, ...] = ()) -> tuple[Exporter, ...]:
    """The exporters of these names (all when empty).

    Raises:
        KeyError: a name is unknown; its argument lists the known ones.
    """
    for name in only:
        if name not in _MODULES:
            raise KeyError(", ".join(_MODULES))
    found = []
    for name in _MODULES:
        if not only or name in only:
            exporter: Exporter = import_module(f"jdgtools.exporters.{name}").EXPORTER
            found.append(exporter)
    return tuple(found)
