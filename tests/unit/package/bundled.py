"""The bundled battles with their packages, made and read back once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import Loaded
from jdgtools.loading import load as load_battle
from jdgtools.model.scenario import Scenario
from jdgtools.package import Package, loads

BATTLES = (
    "teaching-jdg",
    "teaching-afe",
    "teaching-mpbs",
    "rolica-1808",
    "vimeiro-1808",
    "bremule-1119",
    "bouvines-1214",
    "edgehill-1642",
)


@cache
def battle(name: str) -> Loaded:
    """Return a bundled battle."""
    return load_battle(Path("scenarios") / name)


@cache
def packages(name: str) -> tuple[tuple[Scenario, Package], ...]:
    """Return the scenarios of a battle, each with its package as a program reads it."""
    loaded = battle(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    pairs = []
    for scenario in loaded.battle.scenarios:
        content = package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario))
        pairs.append((scenario, loads(content)))
    return tuple(pairs)
