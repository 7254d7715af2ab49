"""What the page asks about the armies: how far commands reach, how strong each side is where and when."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from jdgtools.desk_page.page_words import words_of_page

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle
    from jdgtools.model.battle import Battle
    from jdgtools.model.pieces import Leader, Unit
    from jdgtools.model.scenario import Scenario

Plain = dict[str, Any]


def commands(derived: DerivedBattle, scenario: Scenario, piece: str) -> Plain:
    """Return the hexes within the command range of a leader, or of every leader of the setup.

    Counted in hexes as the map lies, past terrain and enemies.

    Args:
        derived: the battle in a scenario.
        scenario: whose setup is looked at.
        piece: id of a leader; of anything else = all leaders.
    """
    battle, grid = derived.battle, derived.map_rules.map.grid
    leaders = [one for one in battle.leaders if one.id == piece] or list(battle.leaders)
    sides: dict[int, set[str]] = {}
    notes = []
    for leader in leaders:
        placement, reach = scenario.placement(leader.id), command_range(battle, leader)
        if placement is None or not placement.hexes or reach is None:
            continue
        for index in grid.hexes:
            if derived.map_rules.map.playable[index] and grid.distance(placement.hexes[0], index) <= reach:
                sides.setdefault(index, set()).add(leader.side or "")
        notes.append(f"{leader.name.get(battle.language) or leader.id}: {reach}")
    return {
        "lens": "command",
        "hexes": [{"hex": grid.id(i), "label": "", "sides": sorted(sides[i])} for i in sorted(sides)],
        "notes": notes,
    }


def command_range(battle: Battle, leader: Leader) -> int | None:
    """Return how many hexes a leader commands over; None where his series or his counter says nothing."""
    role = battle.series.role(leader.role) if leader.role is not None else None
    for field in role.fields if role is not None else ():
        value = leader.front.get(field.id)
        if field.unit == "hexes" and isinstance(value, int):
            return value
    return None


def strengths(derived: DerivedBattle, scenario: Scenario, language: str) -> Plain:
    """Return the strength of the units in each hex at the start, and of each side in each turn.

    Args:
        derived: the battle in a scenario.
        scenario: whose setup and reinforcements are counted; an arrival that is not certain counts in its
            first turn.
        language: of the notes.
    """
    battle, grid = derived.battle, derived.map_rules.map.grid
    words = words_of_page(language)
    units = {unit.id: unit for unit in battle.units}
    here: dict[int, tuple[int, set[str]]] = {}
    by_turn: dict[str, Counter[int]] = {side.id: Counter() for side in battle.sides}
    numbers: dict[str, Counter[int]] = {side.id: Counter() for side in battle.sides}
    for placement in scenario.placements:
        unit = units.get(placement.piece)
        if unit is None or unit.side not in by_turn:
            continue
        by_turn[unit.side][0] += strength_of(battle, unit)
        numbers[unit.side][0] += 1
        if placement.hexes:
            total, sides = here.get(placement.hexes[0], (0, set()))
            here[placement.hexes[0]] = (total + strength_of(battle, unit), sides | {unit.side})
    for arrival in scenario.arrivals:
        for unit in (units[piece] for piece in arrival.pieces if piece in units):
            if unit.side in by_turn and arrival.turn is not None:
                by_turn[unit.side][arrival.turn] += strength_of(battle, unit)
                numbers[unit.side][arrival.turn] += 1
    notes = []
    for side in battle.sides:
        total = 0
        for turn in sorted(by_turn[side.id]):
            total += by_turn[side.id][turn]
            when = f"{words['turn']} {turn}" if turn else words["setup"]
            count = numbers[side.id][turn]
            who = side.name.get(language) or side.id
            sums = f"{count} {words['units'].lower()}, {words['strengths'].lower()} {total}"
            notes.append(f"{who}, {when}: {sums}")
    return {
        "lens": "strengths",
        "hexes": [
            {"hex": grid.id(i), "label": str(here[i][0]), "sides": sorted(here[i][1])} for i in sorted(here)
        ],
        "notes": notes,
    }


def strength_of(battle: Battle, unit: Unit) -> int:
    """Return the strength of a unit's front; 0 for one without any."""
    for field in battle.series.unit_fields:
        value = unit.front.get(field.id)
        if field.measures == "strength" and isinstance(value, int):
            return value
    return 0
