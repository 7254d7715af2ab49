from __future__ import annotations

import pytest

from jdgtools.exporters.context import BuildContext
from tests.bundled import SCENARIOS as SCENARIOS
from tests.bundled import bundled


def context_of(name: str) -> BuildContext:
    """Return a context of its own, in which nothing is drawn yet, with the battle that is read once."""
    loaded = bundled(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


@pytest.fixture(scope="session")
def teaching() -> BuildContext:
    return context_of("teaching-jdg")


@pytest.fixture(scope="session")
def rolica() -> BuildContext:
    return context_of("rolica-1808")
