"""Programs that know docs/package.md and the standard library alone answer as the library does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from jdgtools.derived import DerivedBattle, MoveRefused, derive
from jdgtools.derived.movers import Place
from jdgtools.derived.reach import Search
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.hexgrid import HexGrid
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement, Scenario, Turn
from tests.unit.package.bundled import battle

HERE = Path(__file__).parent
POSITIONS = 80
FLAGS = ((), ("night",), ("fog",), ("night", "fog"))
"""Of the turns 1 to 4."""


Crowd = tuple[tuple[Placement, ...], int]


class Field(NamedTuple):
    """Where positions are made."""

    grid: HexGrid
    random: Random
    state: Callable[[Unit, Random], dict[str, str]]


def stranger(program: str, package: Path, positions: list[dict[str, Any]]) -> list[dict[str, int]]:
    """Return what a program of the standard library prints about positions."""
    command = [sys.executable, "-I", "-S", str(HERE / program), str(package)]
    text = json.dumps(positions)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, int]] = json.loads(done.stdout)
    return answers


def entry(placement: Placement) -> dict[str, Any]:
    """Return a placement as it stands in `setup`."""
    return {
        "piece": placement.piece,
        "kind": placement.kind,
        "hexes": list(placement.hexes),
        "facing": placement.facing,
        "state": dict(placement.state),
        "stack": 0,
    }


def bare(scenario: Scenario) -> Scenario:
    """Return a scenario without reinforcements and rules of its own, with four turns of weather."""
    turns = tuple(Turn(n, "", frozenset(flags)) for n, flags in enumerate(FLAGS, 1))
    return replace(scenario, arrivals=(), special_rules=(), turns=turns, first_turn=1, last_turn=4)


def jdg_state(unit: Unit, random: Random) -> dict[str, str]:
    state = {"level": random.choice(["ordered", "ordered", "disordered", "routed"])}
    if state["level"] == "ordered" and unit.arm == "infantry" and random.random() < 0.2:
        state["square"] = "in_square"
    if random.random() < 0.25:
        state["orders"] = "without_orders"
    if unit.arm == "artillery" and random.random() < 0.3:
        state["fired"] = "fired"
    return state


def six_front(file: Path) -> list[int]:
    """Return the hexes of a package whose terrain lets units front in all directions."""
    package = json.loads(file.read_text(encoding="utf-8"))
    (cells,) = [chart["cells"] for chart in package["charts"] if chart["id"] == "TBL-TEC-HEX"]
    kinds = {c["at"][0] for c in cells if c["at"][1] == "six_front" and c["value"]}
    ids = [kind["id"] for kind in package["terrain"]["kinds"]]
    return [index for index, kind in enumerate(package["terrain"]["hexes"]) if ids[kind] in kinds]


def crowds(units: Sequence[Unit], middles: Callable[[int], int], field: Field) -> Iterator[Crowd]:
    """Yield positions without end: ten units close together, no enemies in one hex, and a turn."""
    random = field.random
    for number in count():
        middle = middles(number)
        near = field.grid.disc(middle, random.choice((2, 3)))
        chosen = random.sample(units, 10)
        hexes = [random.choice(near), middle, *(random.choice(near) for _ in chosen[2:])]
        placements = tuple(
            Placement(unit.id, "unit", (where,), facing=random.randrange(6), state=field.state(unit, random))
            for unit, where in zip(chosen, hexes, strict=True)
        )
        if len({(where, unit.side) for unit, where in zip(chosen, hexes, strict=True)}) == len(set(hexes)):
            yield placements, random.randint(1, len(FLAGS))


def ends_of(
    derived: DerivedBattle, unit: str, turn: int, name: Callable[[Place], str] = lambda place: str(place[0])
) -> dict[str, int]:
    """Return where a move of a unit may end by the library, with the cheapest cost; by default by hexes."""
    mover = derived.mover(derived.piece(unit, turn=turn))
    search = Search(mover)
    search.run(mover.budget.points or 0)
    ends: dict[str, int] = {}
    for place, cost in search.best.items():
        if not mover.end(place):
            ends[name(place)] = min(cost, ends.get(name(place), cost))
    return ends


def differences(expected: list[dict[str, int]], answers: list[dict[str, int]]) -> list[tuple[int, object]]:
    """Return the numbers of the positions that were answered otherwise: hex -> by the library, by the program."""
    pairs = enumerate(zip(expected, answers, strict=True))
    return [
        (n, {h: (a.get(h), b.get(h)) for h in sorted(a.keys() | b.keys()) if a.get(h) != b.get(h)})
        for n, (a, b) in pairs
        if a != b
    ]


def test_moves_of_jours_de_gloire_by_the_page_alone(tmp_path: Path) -> None:
    """Movement 1 to 6 of docs/package.md: allowance, squares, disorder, zones, weather, friends, stacking."""
    loaded = battle("rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    # A disordered unit of this battle moves as far as an ordered one; here it has one point less.
    slower = tuple(
        replace(u, back={**u.back, "movement": (u.number("movement", True) or 0) - 1})
        for u in loaded.battle.units
    )
    changed, scenario = replace(loaded.battle, units=slower), bare(loaded.battle.scenarios[0])
    package = tmp_path / "rolica.jdgpkg"
    package.write_bytes(package_bytes(package_of(changed, loaded.series, loaded.charts, scenario)))
    random, villages, grid = Random(1808), six_front(package), loaded.battle.map.grid

    def middle(number: int) -> int:
        return random.choice(villages if number % 3 == 0 else grid.hexes)

    positions: list[dict[str, Any]] = []
    expected: list[dict[str, int]] = []
    for placements, turn in islice(crowds(changed.units, middle, Field(grid, random, jdg_state)), POSITIONS):
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=placements))
        unit = placements[0].piece
        expected.append(ends_of(derived, unit, turn))
        positions.append({"setup": [entry(p) for p in placements], "unit": unit, "turn": turn})
    assert differences(expected, stranger("stdlib_moves_jdg.py", package, positions)) == []
    assert sum(len(ends) > 5 for ends in expected) > POSITIONS // 3


def afe_state(unit: Unit, random: Random) -> dict[str, str]:
    state = {"organisation": random.choice(["steady", "steady", "discouraged", "routed"])}
    if random.random() < 0.3:
        state["fatigue"] = "fatigued"
    if random.random() < 0.4:
        state["command"] = "out_of_command"
    return state


def test_moves_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    """Movement 1 to 5 of docs/package.md: turns, front hexes of enemies, stacks, one hex, out of command."""
    loaded = battle("bouvines-1214")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    changed, scenario = loaded.battle, bare(loaded.battle.scenarios[0])
    package = tmp_path / "bouvines.jdgpkg"
    package.write_bytes(package_bytes(package_of(changed, loaded.series, loaded.charts, scenario)))
    random, grid = Random(1214), loaded.battle.map.grid
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, int]] = []
    for crowd, turn in crowds(
        changed.units, lambda _: random.choice(grid.hexes), Field(grid, random, afe_state)
    ):
        unit = next(unit for unit in changed.units if unit.id == crowd[0].piece)
        leaders = [x.id for x in changed.leaders if x.command == unit.command and random.random() < 0.7]
        lords = tuple(
            Placement(x, "leader", (random.choice(grid.disc(crowd[0].hexes[0], 4)),)) for x in leaders[:1]
        )
        placements = (*crowd, *lords)
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=placements))
        try:
            ends = ends_of(derived, unit.id, turn)
        except MoveRefused:
            continue  # it stands where its class may not be
        expected.append(ends)
        positions.append({"setup": [entry(p) for p in placements], "unit": unit.id, "turn": turn})
        if len(positions) == POSITIONS:
            break
    assert differences(expected, stranger("stdlib_moves_afe.py", package, positions)) == []
    assert sum(len(ends) > 5 for ends in expected) > POSITIONS // 3


ORDERS = ("charge", "make_ready", "receive_charge", "rally")


def mpbs_state(unit: Unit, random: Random) -> dict[str, str]:
    if unit.arm == "artillery":
        return {}
    formations = [
        "formation_normal",
        "formation_normal",
        "formation_shaken",
        "formation_broken",
        "open_order",
    ]
    return {
        "formation": random.choice(formations),
        "morale": random.choice(["morale_normal", "morale_normal", "morale_shaken", "morale_broken"]),
    }


def regiments(units: Sequence[Unit], random: Random, grid: HexGrid) -> tuple[Placement, ...] | None:
    """Return nine units close together, each in hexes of its own; None when two would share one."""
    near = grid.disc(random.choice(grid.hexes), 3)
    placements: list[Placement] = []
    for unit in random.sample(units, 9):
        where, facing = random.choice(near), random.randrange(6)
        right = grid.neighbour(where, (facing + 2) % 6) if unit.footprint == 2 else where
        if right is None:
            return None
        hexes = tuple(dict.fromkeys((where, right)))
        placements.append(Placement(unit.id, "unit", hexes, facing=facing, state=mpbs_state(unit, random)))
    taken = [h for placement in placements for h in placement.hexes]
    return tuple(placements) if len(taken) == len(set(taken)) else None


def with_two_hex_regiments(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return units of Edgehill, where none has two hexes, with two hexes for every strong regiment of foot."""
    return tuple(
        replace(u, footprint=2) if u.arm == "heavy_infantry" and (u.number("strength") or 0) >= 8 else u
        for u in units
    )


def test_withdrawals_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    """Reactions 2 of docs/package.md: who withdraws, and where to (MP-9.2.4-a to -g, MP-5.6.1-g)."""
    loaded = battle("edgehill-1642")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    units = with_two_hex_regiments(loaded.battle.units)
    changed, scenario = replace(loaded.battle, units=units), bare(loaded.battle.scenarios[0])
    package = tmp_path / "edgehill.jdgpkg"
    package.write_bytes(package_bytes(package_of(changed, loaded.series, loaded.charts, scenario)))
    random, grid = Random(924), loaded.battle.map.grid
    fighters = [unit for unit in units if unit.arm != "baggage"]
    sides = {unit.id: unit.side for unit in units}
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, int] | None] = []
    while len(positions) < 2 * POSITIONS:
        placements, order = regiments(fighters, random, grid), random.choice(ORDERS)
        if placements is None:
            continue
        unit = next(unit for unit in units if unit.id == placements[0].piece)
        near = [
            p.piece
            for p in placements
            if sides[p.piece] != unit.side
            and min(grid.distance(a, b) for a in p.hexes for b in placements[0].hexes) in (2, 3)
        ]
        if not near:
            continue
        orders = {**scenario.orders, str(unit.command): order}
        derived = derive(
            changed, loaded.series, loaded.charts, replace(scenario, placements=placements, orders=orders)
        )
        try:
            mover = derived.mover(derived.piece(unit.id, kind="withdrawal", attackers=(near[0],)))
        except MoveRefused:
            expected.append(None)
        else:
            search = Search(mover)
            search.run(mover.budget.points or 0)
            ends: dict[str, int] = {}
            for place, cost in search.best.items():
                name = " ".join(map(str, place[:3]))
                if not mover.end(place):
                    ends[name] = min(cost, ends.get(name, cost))
            expected.append(ends)
        where = {"unit": unit.id, "order": order, "away": near[0]}
        positions.append({"setup": [entry(p) for p in placements], **where})
    assert stranger("stdlib_moves_mpbs.py", package, positions) == expected
    assert sum(ends is None for ends in expected) > POSITIONS and sum(map(bool, expected)) > POSITIONS // 10


def test_moves_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    """Movement 1 to 5 of docs/package.md: orders, turns, wheels of two-hex units, formation hits, contact."""
    loaded = battle("edgehill-1642")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    units = with_two_hex_regiments(loaded.battle.units)
    changed, scenario = replace(loaded.battle, units=units), bare(loaded.battle.scenarios[0])
    package = tmp_path / "edgehill.jdgpkg"
    package.write_bytes(package_bytes(package_of(changed, loaded.series, loaded.charts, scenario)))
    random, grid = Random(1642), loaded.battle.map.grid
    fighters = [unit for unit in units if unit.arm != "baggage"]
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, int]] = []
    while len(positions) < POSITIONS:
        placements, order = regiments(fighters, random, grid), random.choice(ORDERS)
        if placements is None:
            continue
        unit = next(unit for unit in units if unit.id == placements[0].piece)
        orders = {**scenario.orders, str(unit.command): order}
        there = replace(scenario, placements=placements, orders=orders)
        try:
            derived = derive(changed, loaded.series, loaded.charts, there)
            ends = ends_of(derived, unit.id, 1, lambda place: " ".join(map(str, place[:3])))
        except MoveRefused:
            continue  # it stands where its class may not be
        expected.append(ends)
        positions.append({"setup": [entry(p) for p in placements], "unit": unit.id, "order": order})
    assert differences(expected, stranger("stdlib_moves_mpbs.py", package, positions)) == []
    assert sum(len(ends) > 20 for ends in expected) > POSITIONS // 4
