"""Counts of a battle by the rules of its series: neighbours, reach, sight and zones of control, hex by hex.

Like the counts of moves that chess programs are tested with: small numbers that a second implementation, or a player
with map and charts, can work out anew.
"""

from __future__ import annotations

from numpy import triu

from jdgtools.derived import derive
from jdgtools.exporters.context import BuildContext

BUDGETS = (1, 2, 4)
"""Movement allowances for which the hexes within reach are counted."""


def dump(build: BuildContext) -> str:
    """Return the counts of the first scenario."""
    battle = build.battle
    derived = derive(battle, build.series, build.charts, battle.scenarios[0])
    grid = derived.map_rules.map.grid
    rules = build.series.movement
    steps = {name: derived.steps(name) for name in rules.classes}
    sight = derived.los
    lines = [
        f"hexes {len(grid.hexes)}",
        f"pairs of neighbours {sum(n >= 0 for n in derived.neighbours) // 2}",
        f"pairs that see each other {int(triu(sight, 1).sum())}",
    ]
    for name in steps:
        sides = sum(mask.bit_count() for mask in derived.zoc_masks(name))
        lines.append(f"hexsides into which a zone of {name} reaches {sides}")
    lines.append("hex: neighbours, hexes seen; hexes within reach of " + ", ".join(map(str, BUDGETS)) + " MP")
    for index in grid.hexes:
        near = sum(n >= 0 for n in derived.neighbours[6 * index : 6 * index + 6])
        seen = int(sight[index].sum())
        reach: dict[str, list[str]] = {}
        for name in steps:
            numbers = (len(derived.reach(index, budget * rules.denominator, name)) for budget in BUDGETS)
            reach.setdefault(" ".join(map(str, numbers)), []).append(name)
        shown = "; ".join(f"{numbers} {' '.join(names)}" for numbers, names in reach.items())
        lines.append(f"{grid.id(index)}: {near} {seen}; {shown}")
    return "\n".join(lines) + "\n"
