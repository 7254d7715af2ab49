"""A sample of the packages with one wrong value: each is played or refused in words."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz import package_damage
from tests.fuzz.package_damage import base, cases, outcome


def test_a_wrong_value_is_played_or_refused() -> None:
    found = list(cases(60, seed=4))
    assert [case for case in found if case[2] == "defect"] == []
    assert set(Counter(result for _, _, result, _ in found)) == {"played", "refused"}


def test_a_defect_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(content: bytes) -> None:
        raise KeyError("x")

    monkeypatch.setattr(package_damage, "loads", fail)
    assert outcome(base(), 1) == ("defect", "KeyError: 'x'")
