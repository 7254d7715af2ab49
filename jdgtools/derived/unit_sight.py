"""Lines of sight among units: which of a setup stand in the way of a line that terrain leaves free.

A series says by its hook `sight` how units block; `derive` answers questions of `jdg query los` and of the
page with these functions, movers of charges ask them too.
"""

from __future__ import annotations

from msgspec import Struct

from jdgtools.derived.los import sight_matrix
from jdgtools.derived.memo import get_or_make
from jdgtools.derived.protocols import DeadGround, OverlookingSteps, SightAmongUnits, UnitSightRules
from jdgtools.derived.side_sight import one_sided_lines
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.rules import MapRules, Series, Sight


def sight_among(
    series: Series,
    map_rules: MapRules,
    battle: Battle,
    scenario: Scenario | None,
    origin: int,
    target: int,
    viewer: str | None = None,
) -> Sight:
    """Return whether a hex is seen from another past the units of a setup, and why.

    Args:
        series: whose rules say who blocks; without such rules terrain alone does.
        map_rules: map, charts and options.
        battle: the battle.
        scenario: its setup; None = nobody is on the map.
        origin: hex index.
        target: hex index.
        viewer: unit that looks; it is no obstacle, and some see over others.

    Raises:
        ValueError: one of them is no hex of the map.
    """
    rules = series.sight
    units = blocking_hexes(series, map_rules, battle, scenario, viewer)
    if units and isinstance(rules, SightAmongUnits):
        return rules.sight_among(map_rules, origin, target, units)
    return rules.sight(map_rules, origin, target)


def blocking_hexes(
    series: Series, map_rules: MapRules, battle: Battle, scenario: Scenario | None, viewer: str | None = None
) -> dict[int, str]:
    """Return the hexes with units that block lines of sight -> the first such unit."""
    rules = series.sight
    if scenario is None or not isinstance(rules, UnitSightRules):
        return {}
    blocking = rules.blocking_units(map_rules)
    unit = battle.unit(viewer) if viewer is not None else None
    kind = battle.series.unit_type(unit.type) if unit is not None and unit.type else None
    if kind is not None and kind.chart_class in blocking.over:
        return {}
    hexes: dict[int, str] = {}
    for placement in scenario.on_map():
        other = battle.unit(placement.piece) if placement.kind == "unit" else None
        if other is not None and other.id != viewer and other.arm in blocking.arms:
            for index in placement.hexes:
                hexes.setdefault(index, other.id)
    return hexes


class UnitsInSight(Struct, frozen=True):
    """Where the ground of a map changes how units block lines of sight."""

    one_sided_lines: tuple[tuple[int, int, int], ...] = ()
    """Origin, target and hex of a unit that alone blocks the line, as `side_sight.one_sided_lines` gives."""
    overlooking_steps: frozenset[int] = frozenset()
    """Steps (6 * hex + direction) that overlook the units of the hex that they enter (`OverlookingSteps`)."""
    dead_lines: frozenset[tuple[int, int]] = frozenset()
    """Origin and target of the lines of reactions over dead ground (`DeadGround`)."""


def units_in_sight(series: Series, map_rules: MapRules, reach: int) -> UnitsInSight:
    """Return where ground changes how units block lines of at most `reach` hexes."""
    rules = series.sight

    def make() -> UnitsInSight:
        steps = rules.overlooking_steps(map_rules) if isinstance(rules, OverlookingSteps) else frozenset()
        los = sight_matrix(rules, map_rules, reach)
        dead_lines = rules.lines_over_dead_ground(map_rules) if isinstance(rules, DeadGround) else frozenset()
        return UnitsInSight(one_sided_lines(series, map_rules, los, reach), steps, dead_lines)

    return get_or_make(map_rules, rules, ("units in sight", reach), make)
