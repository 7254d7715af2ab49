"""Check that the map hangs together (G.4: CHK-57)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.general import hex_names
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.rules import MapRules, MovementRules
from jdgtools.series.jdg.checks.common import number


class _Walker:
    """Finds what a movement class can reach. Plain steps are answered without asking the movement rules."""

    def __init__(self, map_rules: MapRules, movement: MovementRules) -> None:
        self.map_rules, self.movement = map_rules, movement
        battle_map = map_rules.map
        self.nodes = frozenset(
            i for i in battle_map.grid.hexes if battle_map.playable[i] and battle_map.terrain[i] is not None
        )
        # Steps that need the rules: those over a hexside feature or along a road or trail.
        self.special: set[tuple[int, int]] = set()
        for side in battle_map.by_side:
            other = battle_map.grid.neighbour(side.a, side.d)
            self.special.add((side.a, side.d))
            if other is not None:
                self.special.add((other, (side.d + 3) % 6))

    def parts(self, movement_class: str, hexes: Iterable[int]) -> list[frozenset[int]]:
        """Return the parts of the map within which the class can move, in the order of their first hex."""
        battle_map = self.map_rules.map
        chart = self.map_rules.charts.get("TBL-TEC-HEX")
        terrain_ids = set(chart.axis("terrain").ids)
        plain = {
            terrain
            for terrain in {t for t in battle_map.terrain if t is not None}
            if terrain in terrain_ids and isinstance(chart.value(terrain, movement_class), int)
        }
        free = [terrain in plain for terrain in battle_map.terrain]
        table, special = battle_map.grid.neighbour_table, self.special
        rest, components = set(hexes), []
        for start in sorted(rest):
            if start not in rest:
                continue
            rest.discard(start)
            hexes_reached, queue = {start}, [start]
            while queue:
                here = queue.pop()
                for direction, there in enumerate(table[here]):
                    if there is None or there not in rest:
                        continue
                    if not free[there] or (here, direction) in special:
                        step = self.movement.step(self.map_rules, here, direction, movement_class)
                        if step.cost is None:
                            continue
                    rest.discard(there)
                    hexes_reached.add(there)
                    queue.append(there)
            components.append(frozenset(hexes_reached))
        return components


@check(
    "JDG057",
    entry="CHK-57",
    name="isolated-region",
    severity=Severity.WARNING,
    rules=("JDG-4.3.2-a",),
    rationale=(
        "A part of the map that no unit can reach from the rest might as well be out of play. Usually a "
        "river has lost its bridge, a chain of cliffs its gap, or the hexes beyond were meant to be left out "
        "of the playable area."
    ),
    bad=(
        "rivers:\n  - {kind: river_uncrossable, sides: [0104/N-NE, 0204/N-NE, 0304/N-NE]}   # from edge to "
        "edge"
    ),
    good="rivers:\n  - {kind: river_uncrossable, sides: [0104/N-NE, 0204/N-NE, 0304/N-NE]}\n"
    "crossings:\n  - {kind: bridge, side: 0204/N}",
    scope="battle",
    options=("z_means",),
)
def isolated_region(ctx: CheckContext) -> Iterator[Finding]:
    """Yield parts of the map that no class of units can reach from its largest part."""
    map_rules = ctx.map_rules
    if map_rules is None:
        return
    walker = _Walker(map_rules, ctx.series.movement)
    series = ctx.battle.series
    used = {t.movement_class for t in series.unit_types for u in ctx.battle.units if u.type == t.id}
    classes = [c for c in series.movement_classes if c in used] or list(series.movement_classes)
    first = walker.parts(classes[0], walker.nodes)
    if len(first) < 2:
        return
    main = max(first, key=len)
    cut_off = set(walker.nodes - main)
    for movement_class in classes[1:]:
        best = max(walker.parts(movement_class, walker.nodes), key=lambda part: len(part & main))
        cut_off -= best
    for part in first:
        hexes = [i for i in part & cut_off if not _impassable(ctx, i)]
        if hexes and part is not main:
            them = "it" if len(hexes) == 1 else "them"
            yield Finding(
                ("map", "terrain"),
                f"no unit can reach {hex_names(ctx, hexes)} from the rest of the map "
                f"({number(len(main), 'hex', 'hexes')})",
                expected=f"a road, bridge or ford to {them}",
                hint=f"or mark {them} `#` in the picture `playable`",
            )


def _impassable(ctx: CheckContext, index: int) -> bool:
    terrain = ctx.map.terrain[index] if ctx.map is not None else None
    definition = ctx.battle.series.terrain(terrain, "hex") if terrain else None
    return definition is not None and definition.impassable


CHECKS: tuple[Check, ...] = (isolated_region,)
"""CHK-57."""
