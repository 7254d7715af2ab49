"""The exporters of a build, in the order in which they are reported."""

from __future__ import annotations

from importlib import import_module

from jdgtools.exporters.base import BuildOptions, Exporter

_MODULES = ("map", "counters", "aids", "vassal", "package")
_EXTRAS = ("tiles", "svg", "pictures", "calibration", "changes", "checklist")
"""Made only when they are asked for."""


def exporters(only: tuple[str, ...] = (), options: BuildOptions | None = None) -> tuple[Exporter, ...]:
    """The exporters of these names (all when empty), and the extras that the options ask for.

    Raises:
        KeyError: a name is unknown; its argument lists the known ones.
    """
    known = _MODULES + _EXTRAS
    for name in only:
        if name not in known:
            raise KeyError(", ".join(known))
    wanted = {*(only or _MODULES), *(_asked(options) if options is not None else ())}
    found = []
    for name in known:
        if name in wanted:
            module = import_module(f"jdgtools.exporters.{name}")
            exporter: Exporter = module.EXPORTER
            # What some of them write depends on the options.
            if options is not None and hasattr(module, "for_options"):
                exporter = module.for_options(options)
            found.append(exporter)
    return tuple(found)


def _asked(options: BuildOptions) -> tuple[str, ...]:
    asked = {
        "tiles": bool(options.printing.tile_papers),
        "svg": options.svg,
        "pictures": options.counter_pictures,
        "calibration": options.calibration,
        "changes": options.former_faces is not None,
        "checklist": options.counter_list,
    }
    return tuple(name for name, yes in asked.items() if yes)
