"""How many of each marker a battle prints, and how many players of a scenario have.

What the battle says holds, else what follows from the definition of the marker in the series (`MarkerDef`).
Counter sheets, booklet, module and package ask here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.derived.schedules import maximum_points, schedule_lines

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import MarkerDef
    from jdgtools.model.pieces import Leader, Unit
    from jdgtools.model.scenario import Scenario
    from jdgtools.rules import Series


def markers_available(battle: Battle, scenario: Scenario, marker: MarkerDef, series: Series) -> int:
    """Return how many of a marker players of a scenario have: what it says, else all that are printed."""
    return scenario.markers.get(marker.id, marker_count(battle, marker, series))


def marker_count(battle: Battle, marker: MarkerDef, series: Series) -> int:
    """Return how many of a marker are printed: what the battle says, else what the series computes."""
    if marker.id in battle.markers:
        return battle.markers[marker.id]
    each = marker.count
    if _is_unused(battle, marker) or (
        marker.points_from and _highest_points(battle, series) < marker.points_from
    ):
        return 0
    if marker.per == "side" and marker.units_each:
        armies = (
            [u for u in battle.units if u.side == side.id and (not marker.arms or u.arm in marker.arms)]
            for side in battle.sides
        )
        return sum(max(each, -(-len(army) // marker.units_each)) for army in armies)
    if marker.per == "side":
        return each * len(battle.sides)
    if marker.per == "turn":
        return each * max((len(s.turns) for s in battle.scenarios), default=0)
    if marker.per == "unit":
        units = [u for u in battle.units if not marker.arms or u.arm in marker.arms]
        return sum(each * _factor(u.front.get(marker.count_field), marker) for u in units)
    if marker.per == "leader":
        return sum(each * _factor(x.front.get(marker.count_field), marker) for x in battle.leaders)
    if marker.count_field:
        settings = [s.settings.get(marker.count_field) for s in battle.scenarios]
        return each * max((_factor(value, marker) for value in settings), default=0)
    return each


def _is_unused(battle: Battle, marker: MarkerDef) -> bool:
    """Return whether every scenario has a setting with which no rule uses the marker."""
    return bool(battle.scenarios and marker.unused_when) and all(
        any(scenario.settings.get(name) in values for name, values in marker.unused_when)
        for scenario in battle.scenarios
    )


def _highest_points(battle: Battle, series: Series) -> int:
    """Return a bound of the victory points that a side of any scenario may have, and of the levels.

    The schedule of the series counts with the points of the scenario; cells of its chart that the battle
    changes count as the series has them.
    """
    most = [level.low or 0 for scenario in battle.scenarios for level in scenario.levels]
    strength = next((f.id for f in battle.series.unit_fields if f.measures == "strength"), "")
    for scenario in battle.scenarios:
        turns = max(1, len(scenario.turns))
        lines = schedule_lines(battle, scenario, series, series.charts) if series.has("schedule") else ()
        for side in battle.sides:
            total = 0
            for award in scenario.awards:
                if award.side == side.id and award.points > 0:
                    times = max(1, len(award.when.units), len(award.when.hexes)) if award.each else 1
                    total += award.points * times * (turns if award.at == "turn" else 1)
            enemies: list[Unit | Leader] = [u for u in battle.units if u.side != side.id]
            enemies += [x for x in battle.leaders if x.side != side.id]
            total += sum(maximum_points(lines, p, _number(p.front.get(strength))) for p in enemies)
            exits = (e for rule in scenario.special_rules for e in rule.effects if e.kind == "exit")
            total += sum(max(0, e.number or 0) * (len(e.units) or len(battle.units)) for e in exits)
            most.append(total)
    return max(most, default=0)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _factor(value: object, marker: MarkerDef) -> int:
    if not marker.count_field:
        return 1
    return _number(value)
