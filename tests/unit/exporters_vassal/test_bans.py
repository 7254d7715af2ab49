"""Attacks over hexsides that a scenario or a chart closes."""

from __future__ import annotations

import random

import msgspec
import pytest

from jdgtools.derived import derive
from jdgtools.derived.step_bans import banned_steps
from tests.tools.legality import LegalityRow, module_table, objection
from tests.tools.module_table import UnitAt
from tests.unit.exporters_vassal.conftest import context
from tests.unit.exporters_vassal.test_command_positions import _hexes

BRIDGE = ("0616", "0517")
BATTLE = "bouvines-1214"


@pytest.mark.parametrize(("scenario", "is_barred"), [("historical", False), ("broken-bridge", True)])
def test_the_module_knows_the_bridges_of_the_scenario_that_is_played(scenario: str, is_barred: bool) -> None:
    made = context(BATTLE)
    number, played = next((n, s) for n, s in enumerate(made.battle.scenarios, 1) if s.id == scenario)
    derived = derive(made.battle, made.series, made.charts, played)
    grid = derived.map_rules.map.grid
    origin, target = map(grid.index, BRIDGE)
    direction = grid.direction(origin, target)
    assert direction is not None
    assert (6 * origin + direction in banned_steps(derived, "melee_foot")) == is_barred
    table = module_table(BATTLE)
    table.place(
        [
            UnitAt("fr-burgundy", BRIDGE[0], direction, "acting"),
            UnitAt("al-flanders-1", BRIDGE[1], 0, "target"),
        ]
    )
    table.globals["ScenarioNo"] = str(number)
    assert ("AFE-9.1-k" in str(table.run("melee", die=5)["Unlawful"])) == is_barred


@pytest.mark.parametrize(("attacker", "ban"), [("un-yellow", "cc_infantry"), ("un-horn", "cc_cavalry")])
@pytest.mark.parametrize("target", ["em-kurz", "em-red"])
def test_halves_attack_over_every_step_between_them(attacker: str, ban: str, target: str) -> None:
    """MP-11.3.1-a: one half of the target must be open to every half of the attacker, in positions by chance."""
    made, dice = context("teaching-mpbs"), random.Random(1643)
    derived = derive(made.battle, made.series, made.charts)
    grid, banned = derived.map_rules.map.grid, banned_steps(derived, ban)
    near = sorted({h for step in banned for h in grid.disc(step // 6, 1)})
    units = [made.battle.unit(name) for name in (attacker, target)]
    tried: list[bool] = []
    while len(tried) < 12:
        places = [(dice.choice(near), dice.randrange(6)) for _ in units]
        ours, theirs = (_hexes(made, u, *at) for u, at in zip(units, places, strict=True))
        ahead = {
            (i, j): 6 * i + d
            for i in ours
            for j in theirs
            if (d := grid.direction(i, j)) is not None and (d - places[0][1]) % 6 < 2
        }
        is_open = any(all((i, j) in ahead and ahead[i, j] not in banned for i in ours) for j in theirs)
        is_barred = not banned.isdisjoint(ahead.values()) and not is_open
        wrong_size = any(len(h) != u.footprint for h, u in zip((ours, theirs), units, strict=True) if u)
        if {*ours} & {*theirs} or wrong_size or not ahead or is_barred != bool(len(tried) % 2):
            continue
        at = [UnitAt(u.id, grid.id(i), f) for u, (i, f) in zip(units, places, strict=True) if u]
        parts = [msgspec.structs.replace(u, part=p) for u, p in zip(at, ("acting", "target"), strict=True)]
        said = objection("teaching-mpbs", LegalityRow("close_combat", "adjacency", "", units=parts))
        tried.append(is_barred)
        assert ("MP-11.3.1-a" in said) == is_barred, (parts, said)
