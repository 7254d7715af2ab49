"""A sample of the campaign of damaged modules: each damage is refused with its place, or said in the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.import_damage import Damage, Verdict, bases, cases, judge
from tests.fuzz.sheets import members_of

CASES = 60


def verdicts(tmp_path: Path) -> list[Verdict]:
    """Return what became of the sample."""
    judged = []
    for n, (damage, data) in enumerate(cases(CASES, seed=3)):
        folder = tmp_path / str(n)
        folder.mkdir()
        judged.append(judge(damage, data, folder))
    return judged


def test_every_damage_is_told_where_it_is(tmp_path: Path) -> None:
    judged = verdicts(tmp_path)
    assert [v for v in judged if v.outcome == "defect"] == []
    assert {"refused", "said", "whole", "another"} == {v.outcome for v in judged}
    assert len({v.what for v in judged}) > 12


@pytest.mark.parametrize("entries", [("Noon.vsav",), ("images/u3.png",), ("nowhere.png",)])
def test_a_silent_import_is_a_defect(entries: tuple[str, ...], tmp_path: Path) -> None:
    data = bases()[0]
    verdict = judge(Damage("nothing", members_of(data), entries), data, tmp_path)
    assert verdict.outcome == "defect" and (
        "nothing is said" in verdict.detail or "converted" in verdict.detail
    )
