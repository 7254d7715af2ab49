"""The rules-engine package, `.jdgpkg`: the only door to an engine.

`load` reads a package file and returns frozen typed objects; an engine needs nothing else of jdgtools.
The format is declared by the types of `model.py`; `docs/package.md` describes it, and
`package.schema.json`, which is derived from the types, says it member by member.
"""

from __future__ import annotations

from jdgtools.package.limits import FORMAT, MAX_BYTES, MAX_HEXES, SUFFIX, VERSION
from jdgtools.package.load import load, loads
from jdgtools.package.model import Package

__all__ = ["FORMAT", "MAX_BYTES", "MAX_HEXES", "SUFFIX", "VERSION", "Package", "load", "loads"]
