from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.schema import registry

TRIAL = Path(__file__).parent / "trial"


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the registry find the schemas of the tests; their names are none of the real ones."""
    monkeypatch.setattr(registry, "schema_folder", lambda: TRIAL)
