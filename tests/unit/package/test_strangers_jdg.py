"""Fire, shock and charge of Jours de Gloire: a program that knows docs/package.md alone answers as the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.fire import fire_total, targets
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.shocks import charge_targets, direction_to, fighters, shock_sum, targets_of
from jdgtools.engine.jdg.words import ACTIVE, ARTILLERY, CHARGE, ORDERS, SQUARE
from jdgtools.engine.jdg.zones import ordinary_fronts
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.hexgrid import HexGrid
from jdgtools.model.pieces import Unit
from jdgtools.package import loads
from tests.unit.package.bundled import battle
from tests.unit.package.test_strangers import FLAGS, POSITIONS, bare, six_front, stranger

LEVELS = ("ordered", "disordered", "routed")


def rated(unit: Unit, random: Random) -> Unit:
    """Return a unit with ratings of its own on both sides: those of the battle are much alike."""
    front = {**unit.front, "strength": random.randint(2, 9), "cohesion": random.randint(3, 8)}
    if unit.arm == "cavalry":
        front["heavy"] = random.random() < 0.5
    back = {**unit.back, "strength": random.randint(1, 7), "cohesion": random.randint(2, 6)}
    return replace(unit, front=front, back=back)


def position(
    units: Sequence[Unit], grid: HexGrid, middle: int, random: Random
) -> list[dict[str, Any]] | None:
    """Return a setup of thirteen units close together, four guns among them; None if enemies share a hex."""
    guns = [unit for unit in units if unit.arm == "artillery"]
    others = [unit for unit in units if unit.arm != "artillery"]
    near, far = grid.disc(middle, 2), grid.disc(middle, 4)
    sides: dict[int, str] = {}
    facings: dict[int, int] = {}
    setup: list[dict[str, Any]] = []
    for unit in (*random.sample(guns, 4), *random.sample(others, 9)):
        where = random.choice(far if unit.arm == "artillery" else near)
        if sides.setdefault(where, str(unit.side)) != unit.side:
            return None
        level = random.choice((*LEVELS[:1] * 3, *LEVELS)) if unit.arm != "artillery" else LEVELS[0]
        state = {"level": level}
        if level == "ordered" and random.random() < 0.15:
            state["square"] = "in_square" if unit.arm == "infantry" else "not_in_square"
        if level == "ordered" and unit.arm == "cavalry" and random.random() < 0.4:
            state["combat"] = "charge"
        facing = facings.setdefault(where, random.randrange(6))
        setup.append(
            {
                "piece": unit.id,
                "kind": "unit",
                "hexes": [where],
                "facing": facing,
                "state": state,
                "stack": sum(other["hexes"] == [where] for other in setup),
            }
        )
    random.shuffle(setup)
    for entry in setup:  # most look at an enemy
        here, side = entry["hexes"][0], sides[entry["hexes"][0]]
        around = [d for d in range(6) if sides.get(grid.neighbour(here, d) or -1, side) != side]
        if around and random.random() < 0.8:
            entry["facing"] = (max(around) + random.choice((0, 5))) % 6
    for entry in setup:
        entry["facing"] = next(other["facing"] for other in setup if other["hexes"] == entry["hexes"])
    for entry in setup:  # artillery may look elsewhere than the others in its hex
        if any(gun.id == entry["piece"] for gun in guns) and random.random() < 0.4:
            entry["facing"] = random.randrange(6)
    return setup


def stand(game: Match, setup: list[dict[str, Any]], turn: int) -> GameState:
    """Return the state of the engine in which these units stand, all of them active."""
    t, s = game.t, game.start()
    for unit in t.units:
        s.take(unit, OFF_MAP)
        s.flags[unit], s.level[unit], s.facing[unit] = 0, 0, -1
    s.turn = turn
    for entry in sorted(setup, key=lambda entry: int(entry["stack"])):
        unit, state = t.piece_of[entry["piece"]], entry["state"]
        s.put(unit, entry["hexes"][0])
        s.level[unit] = LEVELS.index(state["level"])
        s.facing[unit] = -1 if state["level"] == "routed" else entry["facing"]
        s.flags[unit] = ACTIVE | ORDERS
        s.flags[unit] |= SQUARE if state.get("square") == "in_square" else 0
        s.flags[unit] |= CHARGE if state.get("combat") == "charge" else 0
    return s


def fires_of(game: Match, s: GameState, guns: list[str]) -> dict[str, Any]:
    """Return where guns may fire by the engine, and total and results of each fire."""
    t, chart = game.t, game.t.charts["TBL-FIRE"]
    answer: dict[str, Any] = {"targets": {}, "fires": {}}
    for name in guns:
        gun = t.piece_of[name]
        answer["targets"][name] = targets(game, s, gun)
        for target in answer["targets"][name]:
            stack = s.stacks[target]
            armed = [unit for unit in stack if t.arm[unit] == ARTILLERY]
            aimed = {"normal": -1, "counter_battery": armed[0] if armed else None, "reaction": stack[0]}
            if t.distance(s.place[gun], target) > 1:
                aimed["reaction"] = None
            for kind, unit in aimed.items():
                if unit is None:
                    continue
                total, _ = fire_total(game, s, (gun,), target, kind, unit)
                cells = [list(chart.cells[chart.row(roll + total),]) for roll in range(10)]
                answer["fires"][f"{name} {target} {kind}"] = [total, cells]
    return answer


def attacked(game: Match, s: GameState, where: int) -> list[int]:
    """Return the hexes that the units of a hex may attack by the engine."""
    side = game.t.side[s.stacks[where][0]]
    units = fighters(game, s, where, side)
    if units and s.flags[units[0]] & CHARGE:
        return charge_targets(game, s, units)
    return targets_of(game, s, units)


def combats_of(game: Match, s: GameState) -> list[list[list[int]]]:
    """Return combats of the position: each attack by itself, all attacks on a hex, and all out of a hex."""
    t = game.t
    pairs = []
    for where in sorted({place for place in s.place if place >= 0 and s.stacks[place]}):
        for target in attacked(game, s, where):
            if any(t.arm[unit] != ARTILLERY for unit in s.stacks[target]):
                pairs.append([where, target])
    groups = [[pair] for pair in pairs]
    for k in (0, 1):
        groups += [[pair for pair in pairs if pair[k] == place] for place in sorted({p[k] for p in pairs})]
    return [group for n, group in enumerate(groups) if group not in groups[:n]]


def combat(game: Match, s: GameState, pairs: list[list[int]], number: int) -> list[Any]:
    """Return the sum of a combat by the engine, and the cells of every roll."""
    t, chart = game.t, game.t.charts["TBL-SHOCK"]
    origins = sorted({origin for origin, _ in pairs})
    side = t.side[s.stacks[origins[0]][0]]
    attackers = tuple(unit for origin in origins for unit in fighters(game, s, origin, side))
    outward = tuple(
        (origin, target)
        for origin, target in pairs
        if direction_to(game, origin, target) not in ordinary_fronts(s, fighters(game, s, origin, side)[0])
    )
    both = tuple((origin, target) for origin, target in pairs)
    total, _ = shock_sum(game, s, attackers, both, outward, False, number)
    rows = [chart.row(roll + total) for roll in range(10)]
    cells = [[chart.cells[row, key] for key in ("attacker", "defender", "then")] for row in rows]
    return [total, [[list(cell) if isinstance(cell, tuple) else cell for cell in row] for row in cells]]


def test_combat_of_jours_de_gloire_by_the_page_alone(tmp_path: Path) -> None:
    """Fire 1 to 3, shock 1, 3 and 4, charge 2 of docs/package.md: who, at whom, every line, every roll."""
    loaded = battle("rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    random, grid = Random(18080817), loaded.battle.map.grid
    units = tuple(rated(unit, random) for unit in loaded.battle.units)
    changed, scenario = replace(loaded.battle, units=units), bare(loaded.battle.scenarios[0])
    file = tmp_path / "rolica.jdgpkg"
    content = package_bytes(package_of(changed, loaded.series, loaded.charts, scenario))
    file.write_bytes(content)
    game, villages = Match(loads(content)), six_front(file)
    present = [unit for unit in units if unit.id in game.t.piece_of]
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    while len(positions) < POSITIONS:
        middle = random.choice(villages if len(positions) % 3 == 0 else grid.hexes)
        setup = position(present, grid, middle, random)
        if setup is None:
            continue
        turn, number = random.choice((1, 1, *range(1, len(FLAGS) + 1))), random.randint(1, 3)
        s = stand(game, setup, turn)
        guns = sorted(e["piece"] for e in setup if game.t.arm[game.t.piece_of[e["piece"]]] == ARTILLERY)
        combats = combats_of(game, s)
        expected.append(
            {
                **fires_of(game, s, guns),
                "attacks": {str(w): attacked(game, s, w) for w in sorted({e["hexes"][0] for e in setup})},
                "combats": [combat(game, s, pairs, number) for pairs in combats],
            }
        )
        positions.append(
            {"setup": setup, "turn": turn, "charge_number": number, "guns": guns, "combats": combats}
        )
    answers: list[Any] = stranger("stdlib_combat_jdg.py", file, positions)
    wrong: list[tuple[object, ...]] = []
    for n, (place, given, answer) in enumerate(zip(positions, expected, answers, strict=True)):
        for part in ("targets", "attacks"):
            wrong += [
                (n, part, key, answer[part][key], known)
                for key, known in given[part].items()
                if answer[part][key] != known
            ]
        for key in answer["fires"].keys() | given["fires"].keys():
            total, lines, cells = answer["fires"].get(key, (None, {}, []))
            if [total, cells] != given["fires"].get(key):
                wrong.append((n, key, total, lines, given["fires"].get(key)))
        for pairs, page, known in zip(place["combats"], answer["combats"], given["combats"], strict=True):
            if [page[0], page[2]] != known:
                wrong.append((n, pairs, page[0], page[1], known))
    assert wrong == []
    counted = Counter(
        line
        for answer in answers
        for result in (*answer["fires"].values(), *answer["combats"])
        for line in result[1]
    )
    assert counted.keys() > {"terrain", "rear_attack", "out_of_six_front", "pursuit", "dense_target"}
    assert sum(len(given["fires"]) for given in expected) > POSITIONS
    assert sum(len(given["combats"]) for given in expected) > POSITIONS
