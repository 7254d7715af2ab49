from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.loading import Loaded, load

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@cache
def _loaded(name: str) -> Loaded:
    return load(SCENARIOS / name)


def context_of(name: str) -> BuildContext:
    """Return a context of its own, in which nothing is drawn yet, with the battle that is read once."""
    loaded = _loaded(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


@pytest.fixture(scope="session")
def teaching() -> BuildContext:
    return context_of("teaching-jdg")


@pytest.fixture(scope="session")
def rolica() -> BuildContext:
    return context_of("rolica-1808")
