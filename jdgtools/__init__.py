"""jdgtools: the compiler for hex-and-counter battles.

The names below are the interface for programs; `docs/api.md` describes them, and the command line uses them
and nothing else where they serve. They are kept stable; what other modules hold may change with any version.
A name is imported when it is first asked for, so that `import jdgtools` costs nothing.
"""

from __future__ import annotations

import sys

if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    # `python -m jdgtools…` has put the working folder first, which may be a stranger's project.
    _words = sys.orig_argv
    _names = [word.partition("m")[2] or after for word, after in zip(_words, [*_words[1:], ""], strict=True)]
    if any(name.partition(".")[0] == __name__ for name in _names):
        del sys.path[0]

__version__ = "0.1.0"

# Not that of `typing`: until the command answers to an interrupt, every import is time for a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from jdgtools.audit import audit as audit_series
    from jdgtools.building import BuildResult
    from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
    from jdgtools.diagnostics.report import Report
    from jdgtools.errors import JdgError
    from jdgtools.interface import build, import_module
    from jdgtools.loading import Loaded, check, load
    from jdgtools.model.battle import Battle
    from jdgtools.package import Package
    from jdgtools.package import load as load_package
    from jdgtools.starting import new_project
    from jdgtools.vassal.package import read_module as open_module

__all__ = [
    "Battle",
    "BuildResult",
    "Diagnostic",
    "JdgError",
    "Loaded",
    "Package",
    "Report",
    "Severity",
    "audit_series",
    "build",
    "check",
    "import_module",
    "load",
    "load_package",
    "new_project",
    "open_module",
]

_MODULES = {
    "Battle": "model.battle:Battle",
    "BuildResult": "building:BuildResult",
    "Diagnostic": "diagnostics.diagnostic:Diagnostic",
    "JdgError": "errors:JdgError",
    "Loaded": "loading:Loaded",
    "Package": "package:Package",
    "Report": "diagnostics.report:Report",
    "Severity": "diagnostics.diagnostic:Severity",
    "audit_series": "audit:audit",
    "build": "interface:build",
    "check": "loading:check",
    "import_module": "interface:import_module",
    "load": "loading:load",
    "load_package": "package:load",
    "new_project": "starting:new_project",
    "open_module": "vassal.package:read_module",
}
"""Public name -> module below jdgtools, and the name there."""


def __getattr__(name: str) -> object:
    """Return a public name, imported now."""
    target = _MODULES.get(name)
    if target is None:
        raise AttributeError(f"module `jdgtools` has no attribute `{name}`")
    from importlib import import_module as import_

    module, _, attribute = target.partition(":")
    value: object = getattr(import_(f"jdgtools.{module}"), attribute)
    return value


def __dir__() -> list[str]:
    return [*_MODULES, "__version__"]
