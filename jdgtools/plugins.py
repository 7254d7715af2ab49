"""Packages of other people that add a series or an exporter: found, loaded, and named when they fail.

A package announces what it brings in its metadata (entry points of the groups `SERIES` and `EXPORTERS`).
Whatever goes wrong in its code is told with its name and the line that raised, so that nobody reports it as a
defect of jdgtools: `whose_defect` is the one place that decides.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

from jdgtools.errors import JdgError, PluginBroken, PluginFailed

SERIES = "jdgtools.series"
"""Group of the entry points of game series."""
EXPORTERS = "jdgtools.exporters"
"""Group of the entry points of exporters."""
_KINDS = {SERIES: "series", EXPORTERS: "exporter"}
_OURS = "jdgtools"
_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.ENOMEM, errno.EMFILE, errno.EIO}
"""Errors of the system that no program is to blame for."""


class Plugin(Struct, frozen=True):
    """One thing that an installed package announces."""

    group: str
    name: str
    value: str
    """Module and attribute, such as `shieldwall:SERIES`."""
    distribution: str = ""
    """Name and version of the package as it was installed, such as `shieldwall 0.1`."""

    @property
    def module(self) -> str:
        """The module that holds it."""
        return self.value.partition(":")[0]

    @property
    def package(self) -> str:
        """The dotted name below which its code stands."""
        return self.module.rpartition(".")[0] or self.module

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"the installed {_KINDS[self.group]} `{self.name}` ({self.value}, of {self.distribution})"

    def load(self, kind: type[Any]) -> Any:
        """Import what is announced.

        Raises:
            PluginBroken: it cannot be imported, or is nothing of that kind.
        """
        module, _, attribute = self.value.partition(":")
        try:
            content: Any = import_module(module)
            for part in attribute.split("."):
                content = getattr(content, part)
        except Exception as error:  # whatever the code of others does while it is imported
            code_line = f" ({_code_line(error.__traceback__, self.package)})".replace(" ()", "")
            raise self.failure(f"cannot be loaded: {reason(error)}{code_line}") from error
        if not isinstance(content, kind):
            raise self.failure(f"is no {kind.__module__}.{kind.__qualname__}")
        return content

    def failure(self, problem: str) -> PluginBroken:
        """Return the error that says what is wrong with it."""
        return PluginBroken(f"{self.title} {problem}", self.name, self.module)


def reason(error: BaseException) -> str:
    """Return an exception on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@cache
def installed_plugins(group: str) -> tuple[Plugin, ...]:
    """Return what other packages announce in a group of entry points, sorted by name."""
    if not _announces_group(group):
        return ()
    from importlib.metadata import entry_points

    plugins = []
    for point in entry_points(group=group):
        distribution = f"{point.dist.name} {point.dist.version}" if point.dist is not None else "no package"
        if point.module.partition(".")[0] != _OURS:
            plugins.append(Plugin(group, point.name, point.value, distribution))
    return tuple(sorted(plugins, key=lambda plugin: (plugin.name, plugin.distribution)))


def _announces_group(group: str) -> bool:
    """Return whether the metadata of another package speak of a group.

    Nearly always none does, and this is a tenth of the time that `importlib.metadata` takes to be imported.
    """
    group_bytes = group.encode()
    for folder in dict.fromkeys(sys.path):
        try:
            names = [entry.name for entry in Path(folder).iterdir()]
        except NotADirectoryError:
            return True  # an archive: who knows
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")) and name.partition("-")[0] != _OURS:
                try:
                    text = Path(folder, name, "entry_points.txt").read_bytes()
                except OSError:
                    continue
                if group_bytes in text:
                    return True
    return False


def whose_defect(error: BaseException, package: str = "", name: str = "") -> str:
    """Return in words whose defect an exception is: that of jdgtools or of a plug-in, and then where.

    The code nearest to the failure is to blame, the libraries below it left out. A lookup in a chart counts
    as a library: whoever asks for a cell that is not there is to blame.

    Args:
        error: as it was caught.
        package: a package that is known to be a plug-in's series, whether it is installed or not.
        name: id of that series.
    """
    plugin = plugin_of(error, package, name)
    if plugin is None:
        return "a defect of jdgtools"
    code_line = _code_line(error.__traceback__, plugin.package)
    of = plugin.distribution or plugin.package
    return f"a defect of the {_KINDS[plugin.group]} plug-in `{plugin.name}` ({of}), in {code_line}"


def plugin_of(error: BaseException, package: str = "", name: str = "") -> Plugin | None:
    """Return the plug-in to blame for an exception, as `whose_defect` decides; None = it is our own."""
    plugins = [*installed_plugins(SERIES), *installed_plugins(EXPORTERS)]
    if package and package.partition(".")[0] != _OURS and all(p.package != package for p in plugins):
        plugins.append(Plugin(SERIES, name, package))
    culprit = None
    for module, _ in _frames(error.__traceback__):
        # A package may bring a series and an exporter: then the one that names the very module is meant.
        plugin = next((p for p in plugins if p.module == module), None) or next(
            (p for p in plugins if f"{module}.".startswith(f"{p.package}.")), None
        )
        if plugin is not None:
            culprit = plugin
        elif module.partition(".")[0] == _OURS and not f"{module}.".startswith("jdgtools.charts."):
            culprit = None
    return culprit


@contextmanager
def blame() -> Iterator[None]:
    """Name the plug-in whose code raises; what is no fault of a plug-in passes as it is.

    Raises:
        PluginFailed: instead of what the plug-in raised. It can be sent from one process to another, which
            the frames of a failure cannot.
    """
    try:
        yield
    except (JdgError, MemoryError):
        raise
    except Exception as error:
        machine = isinstance(error, OSError) and error.errno in _MACHINE
        if machine or plugin_of(error) is None:
            raise
        raise PluginFailed(f"{whose_defect(error)}: {reason(error)}") from error


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, TracebackType]]:
    """Yield the module of every frame, from the first call to the failure."""
    while trace is not None:
        yield str(trace.tb_frame.f_globals.get("__name__", "")), trace
        trace = trace.tb_next


def _code_line(trace: TracebackType | None, package: str) -> str:
    """Return module, line and function of the last frame of a package; '' if none of it was running."""
    code_line = ""
    for module, frame in _frames(trace):
        if f"{module}.".startswith(f"{package}."):
            code_line = f"{module}, line {frame.tb_lineno}, `{frame.tb_frame.f_code.co_name}`"
    return code_line
