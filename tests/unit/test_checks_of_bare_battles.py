"""A check of a battle that lacks a part says nothing about that part, and never fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from jdgtools.checks.generic import GENERIC, STRICT
from jdgtools.checks.run import CHECK_FAILED, run_checks
from jdgtools.model.battle import Battle
from tests.bundled import bundled


def _scenarios(**values: object) -> Callable[[Battle], Battle]:
    def change(battle: Battle) -> Battle:
        return replace(battle, scenarios=tuple(replace(s, **values) for s in battle.scenarios))

    return change


def _empty(name: str) -> Callable[[Battle], Battle]:
    return lambda battle: replace(battle, **{name: type(getattr(battle, name))()})


BARE: dict[str, Callable[[Battle], Battle]] = {
    "no map": lambda battle: replace(battle, map=None),
    "no map, no scenarios": lambda battle: replace(battle, map=None, scenarios=()),
    "no scenarios": _empty("scenarios"),
    "no sides": _empty("sides"),
    "no units": lambda battle: _scenarios(placements=(), arrivals=())(replace(battle, units=())),
    "no leaders": _empty("leaders"),
    "no commands": _empty("commands"),
    "no markers": _empty("activation"),
    "no setup": _scenarios(placements=()),
    "no turns": _scenarios(turns=()),
    "no arrivals": _scenarios(arrivals=()),
    "no ways, no hexsides": lambda battle: replace(
        battle, map=replace(battle.map, ways=(), features=(), by_side={}) if battle.map else None
    ),
    "ground that is nowhere said": lambda battle: replace(
        battle, map=replace(battle.map, terrain=(None,) * len(battle.map.terrain)) if battle.map else None
    ),
    "levels that are nowhere said": lambda battle: replace(
        battle, map=replace(battle.map, levels=(None,) * len(battle.map.levels)) if battle.map else None
    ),
    "units without ratings": lambda battle: replace(
        battle, units=tuple(replace(u, front={}, back={}) for u in battle.units)
    ),
    "units of no type and no arm": lambda battle: replace(
        battle, units=tuple(replace(u, type=None, arm="") for u in battle.units)
    ),
    "leaders without values": lambda battle: replace(
        battle, leaders=tuple(replace(x, front={}, back={}, extra={}) for x in battle.leaders)
    ),
}


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
@pytest.mark.parametrize("bare", BARE)
def test_no_check_fails(bare: str, series: str) -> None:
    loaded = bundled(f"teaching-{series}")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    checks = (*GENERIC, *STRICT, *loaded.series.checks)
    results = run_checks(BARE[bare](loaded.battle), loaded.series, loaded.charts, checks)
    assert [str(r.problem.message) for r in results if r.problem.code == CHECK_FAILED] == []
