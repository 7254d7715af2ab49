"""The bundled battles, each read once for all tests of a process; nobody changes what is read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jdgtools.loading import Loaded, load

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def bundled(name: str) -> Loaded:
    """Return a bundled battle by the name of its folder."""
    return load(SCENARIOS / name)
