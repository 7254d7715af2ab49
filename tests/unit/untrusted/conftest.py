"""Every test begins with a command that has refused nothing yet."""

from __future__ import annotations

import pytest

from jdgtools.untrusted import decoding


@pytest.fixture(autouse=True)
def nothing_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_refused", {})
