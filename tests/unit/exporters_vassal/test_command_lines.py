"""Lines of command of Musket & Pike go around enemies and ground that nobody enters (MP-5.4.2-d)."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from jdgtools.exporters.context import BuildContext
from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import built_once, context

LIMIT = {"cavalry": 3}
"""MP-5.4.2-b: two hexes for all others."""


class Scene(Struct, frozen=True):
    """Units in hexes with a facing, and a wing commander."""

    units: dict[str, tuple[int, int]]
    wing: tuple[str, ...]
    leader: str
    seat: int


def halves(made: BuildContext, scene: Scene, unit: str) -> list[int]:
    """Return the hexes of a unit; the right half lies one hex to the right of the facing (MP-6.1-c)."""
    assert made.battle.map is not None
    index, facing = scene.units[unit]
    found = made.battle.unit(unit)
    assert found is not None
    right = made.battle.map.grid.neighbour(index, (facing + 2) % 6) if found.footprint > 1 else None
    return [index] if right is None else [index, right]


def out_of_command(made: BuildContext, scene: Scene, enemies: bool) -> set[str]:
    """Return the units of the wing that no line reaches, by a search from each over all hexes."""
    battle = made.battle
    assert battle.map is not None
    grid = battle.map.grid
    closed = {t.id for t in battle.series.terrains if t.kind == "hex" and t.impassable}
    barred = {i for i in grid.hexes if not battle.map.playable[i] or battle.map.terrain[i] in closed}
    if enemies:
        barred |= {i for u in scene.units if u not in scene.wing for i in halves(made, scene, u)}
    reached, missed = {scene.seat}, set(scene.wing)
    while True:
        joining = set()
        for name in missed:
            unit = battle.unit(name)
            assert unit is not None
            seen = rim = set(halves(made, scene, name))
            for _ in range(LIMIT.get(unit.arm, 2)):
                rim = {j for i in rim for j in grid.neighbours(i)} - barred - seen
                seen = seen | rim
            if seen & reached:
                joining.add(name)
        if not joining:
            return missed
        missed -= joining
        reached |= {i for name in joining for i in halves(made, scene, name)}


def a_scene(made: BuildContext, dice: random.Random) -> Scene:
    """Return one wing and enemies in a corner of the map, each in hexes of its own."""
    battle = made.battle
    assert battle.map is not None
    grid = battle.map.grid
    closed = {t.id for t in battle.series.terrains if t.kind == "hex" and t.impassable}
    centre = dice.choice(list(grid.hexes))
    free = [
        i
        for i in grid.hexes
        if grid.distance(i, centre) <= 4 and battle.map.playable[i] and battle.map.terrain[i] not in closed
    ]
    commands = [c for c in battle.commands if c.leader and any(u.command == c.id for u in battle.units)]
    command = dice.choice(commands)
    fighters = [u for u in battle.units if u.arm not in ("artillery", "baggage")]
    own = [u for u in fighters if u.command == command.id][:4]
    foes = [u for u in fighters if u.side != command.side]
    held: set[int] = set()
    units: dict[str, tuple[int, int]] = {}
    seat = dice.choice(free)
    for unit in (*own, *dice.sample(foes, min(16, len(foes)))):
        for _ in range(50):
            index, facing = dice.choice(free), dice.randrange(6)
            right = grid.neighbour(index, (facing + 2) % 6) if unit.footprint > 1 else index
            if right in free and not {index, right} & (held | {seat}):
                units[unit.id] = (index, facing)
                held |= {index, right}
                break
    assert command.leader is not None
    return Scene(units, tuple(u.id for u in own if u.id in units), command.leader, seat)


@pytest.mark.parametrize(("name", "most"), [("teaching-mpbs", 1), ("edgehill-1642", 3)])
def test_units_whose_line_is_cut_are_named_and_no_others(name: str, most: int) -> None:
    made = context(name)
    assert made.battle.map is not None
    grid, dice = made.battle.map.grid, random.Random(1642)
    cut = 0
    for _ in range(25):
        scene = a_scene(made, dice)
        missed = out_of_command(made, scene, True)
        cut += missed != out_of_command(made, scene, False)
        table = ModuleTable(made, built_once(name))
        table.place([UnitAt(u, grid.id(i), faces=f) for u, (i, f) in scene.units.items()])
        table.place_leader(scene.leader, grid.id(scene.seat))
        table.button("Command range")
        said = "; ".join(table.lines())
        for unit in scene.wing:
            found = made.battle.unit(unit)
            assert found is not None
            place = f"{found.name.get('en')} {grid.id(scene.units[unit][0])}"
            assert (place in said) == (unit in missed), (scene, said)
    assert cut >= most
