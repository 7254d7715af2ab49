"""The stacks of Jours de Gloire as data, under each of the options that the rules leave open (JDG-5.1.1)."""

from __future__ import annotations

from typing import Any

import pytest

from jdgtools.derived.stacking import StackCase
from jdgtools.model.battle import Battle
from jdgtools.series.jdg.stacking import stack_limits
from tests.small_battles import teaching

ALWAYS = ("2 infantry + 1 artillery", "2 cavalry", "3 cavalry within 6 SP of cavalry", "2 artillery")
GUNS_WITH_THREE = "3 infantry + 1 artillery within 6 SP of infantry"


def _words(case: StackCase) -> str:
    words = " + ".join(f"{part.most} {'/'.join(part.arms)}" for part in case.parts)
    if case.strength is not None:
        words += f" within {case.strength} SP of {' and '.join(case.strength_of)}"
    return words + (f", all {case.only}" if case.only else "")


@pytest.mark.parametrize(
    ("options", "further"),
    [
        ({}, ["3 infantry within 6 SP of infantry"]),
        ({"stack_three_inf_plus_artillery": True}, [GUNS_WITH_THREE]),
        ({"six_sp_counts_artillery": True}, ["3 infantry within 6 SP of infantry and artillery"]),
        ({"stack_cav_with_artillery": 1}, ["3 infantry within 6 SP of infantry", "1 cavalry + 1 artillery"]),
        ({"stack_cav_with_artillery": 2}, ["3 infantry within 6 SP of infantry", "2 cavalry + 1 artillery"]),
        (
            {"stack_cav_with_artillery": 3, "six_sp_counts_artillery": True},
            [
                "3 infantry within 6 SP of infantry and artillery",
                "2 cavalry + 1 artillery",
                "3 cavalry + 1 artillery within 6 SP of cavalry and artillery",
            ],
        ),
        (
            {"routed_mix_types": True},
            ["3 infantry within 6 SP of infantry", "1 infantry + 1 cavalry, all routed"],
        ),
    ],
    ids=str,
)
def test_stacks_by_option(
    options: dict[str, Any], further: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    none = {
        "stack_three_inf_plus_artillery": False, "six_sp_counts_artillery": False,
        "stack_cav_with_artillery": 0, "routed_mix_types": False,
    }  # fmt: skip
    monkeypatch.setattr(Battle, "option", lambda self, name, scenario=None: {**none, **options}[name])
    battle = teaching().battle
    assert battle is not None
    limits = stack_limits(battle, battle.scenarios[0])
    assert sorted(map(_words, limits.cases)) == sorted([*ALWAYS, *further])
    for case in limits.cases:
        arm = case.parts[0].arms[0]
        if arm == "artillery" or case.only:
            continue
        assert (case.same, case.same_of, case.same_unless) == (("command",), (arm,), "routed")
        assert case.facing
