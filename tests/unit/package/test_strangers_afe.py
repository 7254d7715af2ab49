"""Melee and charge of Au fil de l'épée: a program that knows docs/package.md alone answers as the charts.

Here the circumstances are written down statement by statement, and the charts of the library add them up.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from jdgtools.charts.book import ChartBook
from jdgtools.charts.sums import add_modifiers
from jdgtools.derived import DerivedBattle, derive
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.hexgrid.line import line
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement
from jdgtools.package import Package, loads
from tests.unit.package.bundled import battle
from tests.unit.package.test_strangers import POSITIONS, bare, stranger

MOUNTED = ("Ch-m", "Ha-m", "Cl", "Ar-m", "Ab-m")


def rated(unit: Unit, random: Random) -> Unit:
    """Return a unit with other strength and quality on both sides."""
    values = [{"sp": random.randint(1, 10), "quality": random.randint(3, 8)} for _ in "fb"]
    return replace(unit, front={**unit.front, **values[0]}, back={**unit.back, **values[1]})


def position(units: tuple[Unit, ...], hexes: list[int], random: Random) -> list[dict[str, Any]] | None:
    """Return a setup of all units, one or two in a hex; None if enemies share one."""
    sides: dict[int, list[Unit]] = {}
    setup: list[dict[str, Any]] = []
    for unit in random.sample(units, 11):
        here = sides.setdefault(random.choice(hexes), [])
        if len(here) == 2 or any(other.side != unit.side for other in here):
            return None
        here.append(unit)
        where = next(h for h, stack in sides.items() if stack is here)
        first = next((e for e in setup if e["hexes"] == [where]), None)
        setup.append(
            {
                "piece": unit.id,
                "kind": "unit",
                "hexes": [where],
                "facing": first["facing"] if first else random.randrange(6),
                "state": {
                    "organisation": random.choice(("steady", "steady", "discouraged", "routed")),
                    "fatigue": random.choice(("fresh", "fatigued")),
                },
                "did": random.choice(([], ["moved"])),
                "stack": len(here) - 1,
            }
        )
    return setup


class Field:
    """A position with what the rules ask about it."""

    def __init__(
        self, derived: DerivedBattle, package: Package, charts: ChartBook, setup: list[dict[str, Any]]
    ):
        self.derived, self.charts, self.grid = derived, charts, derived.map_rules.map.grid
        self.playable = derived.map_rules.map.playable
        self.units = {unit.id: unit for unit in package.units}
        self.levels, self.setup = package.terrain.levels, setup
        self.effects = {effect.id: effect for effect in package.effects}
        self.costs = {name: package.movement.steps[name].cost for name in package.movement.classes}

    def at(self, where: int | None) -> list[dict[str, Any]]:
        return [entry for entry in self.setup if entry["hexes"] == [where]]

    def side(self, where: int | None) -> str | None:
        return next((self.units[e["piece"]].side for e in self.at(where)), None)

    def face(self, entry: dict[str, Any]) -> dict[str, Any]:
        unit = self.units[entry["piece"]]
        return dict(unit.front if entry["state"]["fatigue"] == "fresh" else unit.back)

    def kind(self, entry: dict[str, Any]) -> str:
        return self.units[entry["piece"]].chart_class

    def front(self, entry: dict[str, Any], where: int) -> bool:
        """Return whether an adjacent hex is a front hex of a unit (AFE-3-c, AFE-3-e, AFE-3-g)."""
        if entry["state"]["organisation"] == "routed":
            return False
        turns = (0,) if self.units[entry["piece"]].arm == "artillery" else (-1, 0, 1)
        ahead = [self.grid.neighbour(entry["hexes"][0], (entry["facing"] + turn) % 6) for turn in turns]
        return where in ahead

    def enters(self, where: int, target: int) -> str:
        """Return the zone of a target in which an adjacent hex lies; empty without facing."""
        faced = [entry for entry in self.at(target) if entry["state"]["organisation"] != "routed"]
        if not faced:
            return ""
        zones = {"front" if self.front(entry, where) else "rear" for entry in faced}
        return "both" if len(zones) == 2 else zones.pop()

    def effect(self, name: str, here: int, target: int) -> Any:
        step = 6 * here + next(d for d in range(6) if self.grid.neighbour(here, d) == target)
        effect = self.effects[name]
        return next((o.value for o in effect.others if step in o.steps), effect.default)

    def melee(self, attackers: list[dict[str, Any]], target: int) -> list[Any]:
        """Return sum and cells of a melee (AFE-10.5-g to -m)."""
        charts, defenders = self.charts, self.at(target)
        states = [entry["state"]["organisation"] for entry in defenders]
        hexes = {entry["hexes"][0] for entry in attackers}
        zones = {self.enters(here, target) for here in hexes}
        rear, front = zones == {"rear"}, bool(zones & {"front", "both"})
        charge = attackers[0]["state"].get("combat") == "charge"
        around = [self.grid.neighbour(target, d) for d in range(6)]
        held = [here is not None and self.side(here) not in (None, self.side(target)) for here in around]
        barred = [
            here is None
            or any(self.costs[self.units[e["piece"]].movement_class][6 * target + d] < 0 for e in defenders)
            for d, here in enumerate(around)
        ]
        types = []
        for one in attackers:
            for other in defenders:
                value = int(str(charts.get("TBL-TYPE").cell(self.kind(one), self.kind(other)).value))
                weak = self.kind(other) in ("Su", "Pi") and (
                    rear or other["state"]["organisation"] == "routed"
                )
                types.append(max(value, 0) if weak else value)
        grounds = [
            self.effect("melee_mounted" if self.kind(e) in MOUNTED else "melee_foot", e["hexes"][0], target)
            for e in attackers
        ]
        strengths = [sum(self.face(e)["sp"] for e in side) for side in (attackers, defenders)]
        ratio = charts.get("TBL-MELEE-RATIO").lookup((strengths[0], strengths[1]))
        better = min(self.face(e)["quality"] for e in attackers) - min(
            self.face(e)["quality"] for e in defenders
        )
        quality = charts.get("TBL-MELEE-QUALITY").lookup(better)
        assert ratio is not None and quality is not None
        crossed_stakes = False  # no stakes stand on this map
        active = {
            "ratio": int(str(ratio.value)),
            "type": min(types),
            "quality": int(str(quality.value)),
            "charge_front": charge and front and "routed" not in states,
            "charge_routed": charge and "routed" in states,
            "charge_rear": charge and rear and "routed" not in states,
            "stakes": charge and crossed_stakes,
            "braced_foot": charge
            and front
            and any(
                self.kind(e) in ("Ch-f", "Ha-f") and e["state"]["organisation"] == "steady" for e in defenders
            ),
            "defender_discouraged": "discouraged" in states and "steady" not in states,
            "defender_routed": set(states) == {"routed"},
            "attacker_discouraged": any(e["state"]["organisation"] == "discouraged" for e in attackers),
            "higher": all(self.levels[here] > self.levels[target] for here in hexes),
            "lower": any(self.levels[here] < self.levels[target] for here in hexes),
            "all_rear": not charge and rear,
            "front_and_rear": "both" in zones or {"front", "rear"} <= zones,
            "surrounded": any(held) and all(a or b for a, b in zip(held, barred, strict=True)),
            "terrain": min(grounds),
        }
        total = add_modifiers(charts.get("TBL-MELEE-DRM"), active).total
        total = max(-7, min(7, total))  # AFE-10.5-m
        chart = charts.get("TBL-MELEE")
        rows = [
            [chart.lookup(roll + total, k) for k in ("attacker", "defender", "advance")] for roll in range(10)
        ]
        return [total, [[plain(cell.value) for cell in row if cell is not None] for row in rows]]

    def fires(self) -> dict[str, Any]:
        """Return sums and cells of all fires of phase D.2 (AFE-9.1-b, -c, -h, AFE-9.2-a, AFE-9.3-e)."""
        found: dict[str, Any] = {}
        chart = self.charts.get("TBL-FIRE")
        for gun in self.setup:
            unit, face, (origin,) = self.units[gun["piece"]], self.face(gun), gun["hexes"]
            near = [self.grid.neighbour(origin, d) for d in range(6)]
            if not face["missile"] or gun["state"]["organisation"] == "routed":
                continue
            if any(here is not None and self.side(here) not in (None, unit.side) for here in near):
                continue
            weapon = "artillery" if unit.arm == "artillery" else str(face["weapon"])
            for target in sorted({e["hexes"][0] for e in self.setup} - {origin}):
                distance = self.grid.distance(origin, target)
                reach = self.charts.get("TBL-FIRE-RANGE").lookup(weapon, distance)
                if self.side(target) == unit.side or reach is None or reach.value is None:
                    continue
                places = line(self.grid.cube(origin), self.grid.cube(target))[1:-1]
                first = [self.grid.find(cube) for cube in places[0].hexes]
                last = [h for h in map(self.grid.find, places[-1].hexes) if self.inside(h, target)]
                if not any(self.front(gun, here) for here in first if here is not None):
                    continue
                if not self.derived.sight_among(origin, target, unit.id).clear:
                    continue
                stack = self.at(target)
                zones = {self.enters(here, target) for here in last if here is not None} - {""}
                active = {
                    "range": int(str(reach.value)),
                    "moved": int("moved" in gun["did"]),
                    "few_sp": int(face["sp"] < 4),
                    "many_sp": int(face["sp"] > 7),
                    "mounted": int(self.kind(gun) in MOUNTED),
                    "discouraged": int(gun["state"]["organisation"] == "discouraged"),
                    "target_class": min(self.struck(entry) for entry in stack),
                    "two_units": len(stack) == 2,
                    "rear": bool(zones & {"rear", "both"})
                    and all(e["state"]["organisation"] != "routed" for e in stack),
                    "terrain": max(
                        (self.effect("fire_drm", here, target) for here in last if here is not None),
                        default=0,
                    ),
                }
                total = add_modifiers(self.charts.get("TBL-FIRE-DRM"), active).total
                cells = [chart.lookup(roll + total) for roll in range(10)]
                found[f"{unit.id} {target}"] = [total, [plain(c.value) for c in cells if c is not None]]
        return found

    def inside(self, here: int | None, target: int) -> bool:
        """Whether a hex is one in play next to a target."""
        return here is not None and self.playable[here] and here in self.grid.neighbours(target)

    def struck(self, entry: dict[str, Any]) -> int:
        """Return the modifier of a target's class; artillery has none."""
        cell = self.charts.get("TBL-FIRE-TARGET").lookup(self.kind(entry))
        return int(str(cell.value)) if cell is not None else 0


def plain(value: object) -> object:
    """Return a tuple as a list, as JSON knows it."""
    return list(value) if isinstance(value, tuple) else value


def melees(field: Field) -> list[tuple[list[dict[str, Any]], int]]:
    """Return who could attack whom: every hex by itself, a charge, and all around a hex together."""
    found: list[tuple[list[dict[str, Any]], int]] = []
    for target in sorted({entry["hexes"][0] for entry in field.setup}):
        everybody: list[dict[str, Any]] = []
        for here in (field.grid.neighbour(target, d) for d in range(6)):
            if here is None or field.side(here) in (None, field.side(target)):
                continue
            able = [e for e in field.at(here) if e["state"]["organisation"] != "routed"]
            able = [e for e in able if field.front(e, target) and field.units[e["piece"]].arm != "artillery"]
            step = 6 * here + next(d for d in range(6) if field.grid.neighbour(here, d) == target)
            able = [
                e
                for e in able
                if field.costs[field.units[e["piece"]].movement_class][step] >= 0
                and field.effect("melee_mounted" if field.kind(e) in MOUNTED else "melee_foot", here, target)
                != "barred"
            ]
            if able and not any(field.kind(e) == "At" for e in field.at(target)):
                found.append((able, target))
                everybody += able
        if len(everybody) > 1:
            found.append((everybody, target))
    return found


def test_fire_and_melee_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    """Melee 2 to 4 of docs/package.md: every line, and the cells of every roll."""
    loaded = battle("teaching-afe")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    random = Random(1340)
    units = tuple(rated(unit, random) for unit in loaded.battle.units)
    changed, scenario = replace(loaded.battle, units=units), bare(loaded.battle.scenarios[0])
    file = tmp_path / "afe.jdgpkg"
    content = package_bytes(package_of(changed, loaded.series, loaded.charts, scenario))
    file.write_bytes(content)
    package = loads(content)
    hexes = [index for index, inside in enumerate(package.grid.in_play) if inside]
    positions: list[dict[str, Any]] = []
    expected: list[list[Any]] = []
    shots: list[dict[str, Any]] = []
    while len(positions) < POSITIONS:
        setup = position(units, hexes, random)
        if setup is None:
            continue
        placements = tuple(Placement(e["piece"], "unit", tuple(e["hexes"])) for e in setup)
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=placements))
        field = Field(derived, package, loaded.charts, setup)
        fights = melees(field)
        if not fights:
            continue
        for attackers, _ in fights[:1]:
            alone = len([f for f in fights if attackers[0] in f[0]]) == 1 and len(attackers) == 1
            if alone and field.kind(attackers[0]) in ("Ch-m", "Ha-m"):
                attackers[0]["state"]["combat"] = "charge"
        expected.append([field.melee(*fight) for fight in fights])
        shots.append(field.fires())
        combats = [[[e["piece"] for e in attackers], target] for attackers, target in fights]
        positions.append({"setup": setup, "combats": combats})
    answers: list[Any] = stranger("stdlib_combat_afe.py", file, positions)
    wrong = [
        (n, names, page[0], page[1], known[0])
        for n, (place, answer, given) in enumerate(zip(positions, answers, expected, strict=True))
        for names, page, known in zip(place["combats"], answer["combats"], given, strict=True)
        if [page[0], page[2]] != known
    ]
    assert wrong == []
    for n, (answer, known) in enumerate(zip(answers, shots, strict=True)):
        fires = {key: [value[0], value[2]] for key, value in answer["fires"].items()}
        assert fires == known, (n, positions[n]["setup"], answer["fires"])
    assert sum(len(fires) for fires in shots) > POSITIONS // 2
    counted = {line for answer in answers for result in answer["combats"] for line in result[1]}
    assert counted > {"charge_front", "type", "surrounded", "front_and_rear", "all_rear", "defender_routed"}
