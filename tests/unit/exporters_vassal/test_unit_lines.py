"""What the module says of units on lines of sight, beside the library's own lines, in positions by chance."""

from __future__ import annotations

import random
import re

import pytest

from jdgtools.derived import DerivedBattle, derive
from jdgtools.derived.protocols import DeadGround
from jdgtools.model.pieces import Unit
from jdgtools.series.mpbs.sight import is_over_dead_ground
from tests.tools.legality import LegalityRow, objection
from tests.tools.module_table import UnitAt
from tests.unit.exporters_vassal.conftest import context
from tests.unit.exporters_vassal.test_command_positions import _hexes

POSITIONS = 40
BLOCKERS = ("heavy_infantry", "cavalry", "dismounted_cavalry", "baggage")


def _derived(battle: str) -> DerivedBattle:
    made = context(battle)
    return derive(made.battle, made.series, made.charts)


def _scatter(
    battle: str, dice: random.Random, acting: Unit, target: Unit, reach: int, others: int
) -> tuple[list[UnitAt], dict[int, Unit]]:
    """Return two units within reach of each other, some others by chance, and hexes -> the other in it."""
    made = context(battle)
    assert made.battle.map is not None
    grid = made.battle.map.grid
    hexes = [i for i in grid.hexes if made.battle.map.playable[i]]
    while True:
        origin, end = dice.sample(hexes, 2)
        if 1 < grid.distance(origin, end) <= reach:
            break
    units = [UnitAt(acting.id, grid.id(origin), 0, "acting"), UnitAt(target.id, grid.id(end), 0, "target")]
    length = grid.distance(origin, end)
    near = [i for i in hexes if grid.distance(origin, i) + grid.distance(i, end) <= length + 1]
    held: dict[int, Unit] = {}
    for unit in dice.sample([u for u in made.battle.units if u not in (acting, target)], others):
        index, faces = dice.choice(near), dice.randrange(6)
        places = _hexes(made, unit, index, faces)
        if len(places) == unit.footprint and not {*places} & {origin, end, *held}:
            held |= dict.fromkeys(places, unit)
            units.append(UnitAt(unit.id, grid.id(index), faces))
    return units, held


def _statements(battle: str, check: str, units: list[UnitAt]) -> set[str]:
    """Return the statements by which the module objects to a check."""
    said = objection(battle, LegalityRow(check=check, kind="sight", situation="", units=units))
    return set(re.findall(r"\((\S+)\)", said))


def test_no_horse_intercepts_through_a_dead_hex() -> None:
    """MP-10.9.3B-e: the module knows every line that the library finds, from both ends, and no other."""
    derived = _derived("teaching-mpbs")
    grid, sight = derived.map_rules.map.grid, derived.series.sight
    assert isinstance(sight, DeadGround)
    lines = sight.lines_over_dead_ground(derived.map_rules)
    near = sorted({i for line in lines for i in line})
    assert len(lines) > 20
    for origin in near[::6]:
        for target in near:
            if 1 < grid.distance(origin, target) <= 4:
                ends = grid.id(origin), grid.id(target)
                units = [UnitAt("un-horn", ends[0], 0, "acting"), UnitAt("em-kurz", ends[1], 0, "target")]
                said = _statements("teaching-mpbs", "interception", units)
                assert ("MP-10.9.3B-e" in said) == ((origin, target) in lines), ends


def test_horse_intercepts_through_the_lines_of_the_library() -> None:
    """MP-10.9.1-b, MP-10.9.5-b, MP-10.9.3B-d, MP-10.9.3B-e: units between, beside hexsides, in dead hexes."""
    derived, dice = _derived("teaching-mpbs"), random.Random(1642)
    battle, grid = derived.battle, derived.map_rules.map.grid
    acting, target = battle.unit("un-horn"), battle.unit("em-kurz")
    assert acting is not None
    assert target is not None
    blocked_positions = 0
    for _ in range(POSITIONS):
        units, held = _scatter("teaching-mpbs", dice, acting, target, 4, 5)
        blockers = {
            i: u.id
            for i, u in held.items()
            if u.arm in BLOCKERS or (u.arm == "artillery" and u.side != acting.side)
        }
        ends = (grid.index(units[0].hex), grid.index(units[1].hex))
        clear = derived.series.sight.sight_among(derived.map_rules, *ends, blockers).clear
        said = _statements("teaching-mpbs", "interception", units)
        assert clear == (not said & {"MP-9.3.1-e", "MP-10.9.1-b", "MP-10.9.5-b"}), (units, said)
        assert is_over_dead_ground(derived.map_rules, *ends) == ("MP-10.9.3B-e" in said), (units, said)
        blocked_positions += not clear
    assert 5 < blocked_positions < POSITIONS - 5


@pytest.mark.parametrize("battle", ["rolica-1808"])
def test_guns_fire_along_the_lines_of_the_library(battle: str) -> None:
    """JDG-7.4.1-b, JDG-7.4.2-b; over lower ground the module says more, and says that it does."""
    derived, dice = _derived(battle), random.Random(1808)
    battle_map = derived.map_rules.map
    grid = battle_map.grid
    acting, target = derived.battle.unit("br-6pdr-a"), derived.battle.unit("fr-70-1")
    assert acting is not None
    assert target is not None
    blocked_positions = 0
    for _ in range(POSITIONS):
        units, held = _scatter(battle, dice, acting, target, 6, 5)
        ends = (grid.index(units[0].hex), grid.index(units[1].hex))
        blockers = {i: u.id for i, u in held.items()}
        clear = derived.series.sight.sight_among(derived.map_rules, *ends, blockers).clear
        said = _statements(battle, "artillery_fire", units) & {"JDG-7.4-a", "JDG-7.4.1-b", "JDG-7.4.2-b"}
        level = len({battle_map.levels[i] for i in (*ends, *held)}) == 1
        assert clear == (not said) if level else clear or said, (units, said)
        blocked_positions += not clear
    assert blocked_positions > 5
