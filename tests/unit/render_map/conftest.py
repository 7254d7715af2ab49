from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.loading import load

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def context_of(name: str) -> BuildContext:
    loaded = load(SCENARIOS / name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


@pytest.fixture(scope="session")
def teaching() -> BuildContext:
    return context_of("teaching-jdg")


@pytest.fixture(scope="session")
def rolica() -> BuildContext:
    return context_of("rolica-1808")
