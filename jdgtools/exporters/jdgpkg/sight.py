"""The members of a package with the lines of sight: over terrain as bits, past units as lists.

`package_of` calls `sight_of` and `lines_of` with the `DerivedBattle` of a scenario. Types:
`package/model_map.py` and `model_sight.py`.
"""

from __future__ import annotations

from jdgtools.derived import DerivedBattle
from jdgtools.derived.los import packed_bits, row_bytes
from jdgtools.derived.protocols import UnitSightRules
from jdgtools.derived.side_sight import one_sided_lines
from jdgtools.hexgrid import Cube, line
from jdgtools.hexgrid.coords import length
from jdgtools.model.battle import Battle
from jdgtools.package.model_map import SightBits
from jdgtools.package.model_sight import Overlook, SightLine, SightLines, UnitSight

MIN_REACH = 6
"""Lines so long are listed even where no weapon reaches so far: charges and reactions ask for them."""
MAX_REACH = 24
"""Longer lines are not listed."""


def sight_of(derived: DerivedBattle) -> SightBits:
    """Return the lines of sight over terrain alone, as bits."""
    size = derived.map_rules.map.grid.size
    return SightBits(size, row_bytes(size), packed_bits(derived.los))


def reach_of(battle: Battle) -> int:
    """Return how long lines of sight are listed: as far as the farthest weapon of the battle reaches."""
    ranges = {field.id for field in battle.series.unit_fields if field.unit == "hexes"}
    values = [unit.front.get(name) for unit in battle.units for name in ranges]
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return min(max([MIN_REACH, *numbers]), MAX_REACH)


def lines_of(derived: DerivedBattle, reach: int) -> SightLines:
    """Return the hexes of every line of up to `reach` hexes, and how units on it block."""
    grid, rules = derived.map_rules.map.grid, derived.series.sight
    axial: list[int] = []
    for index in range(grid.size):
        axial += grid.cube(index) if index in grid else (0, 0)
    span = range(-reach, reach + 1)
    offsets = (Cube(q, r) for q in span for r in span)
    units = None
    if isinstance(rules, UnitSightRules):
        rule = rules.blocking_units(derived.map_rules)
        units = UnitSight(
            arms=rule.arms,
            over=rule.over,
            along=rule.along,
            overlooked=tuple(Overlook(o.higher, o.nearer, o.halfway, o.rules) for o in rule.overlooked),
            rules=rule.rules,
        )
    lines = tuple(_line(offset) for offset in offsets if 1 < length(offset) <= reach)
    sides = one_sided_lines(derived.series, derived.map_rules, derived.los, reach)
    return SightLines(tuple(axial), reach, lines, units, sides)


def _line(offset: Cube) -> SightLine:
    steps = line(Cube(0, 0), offset)
    between = (step for step in steps if 0 < step.distance < length(offset))
    return SightLine(
        (offset[0], offset[1]),
        tuple(tuple(number for cube in step.hexes for number in cube) for step in between),
    )
