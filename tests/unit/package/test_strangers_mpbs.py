"""Fire and close combat of Musket & Pike: a program that knows docs/package.md alone answers as the charts.

In field_mpbs.py the circumstances are written down statement by statement, and the charts of the library add them up.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from jdgtools.derived import DerivedBattle, derive
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Placement
from jdgtools.package import Package, loads
from jdgtools.series.mpbs.footprint import right_of
from tests.unit.package.bundled import battle
from tests.unit.package.field_mpbs import FOOT_AND_HORSE, Entry, Field
from tests.unit.package.test_strangers import POSITIONS, bare, stranger

FORMATIONS = ("formation_normal", "formation_shaken", "formation_broken", "open_order")


def state_of(unit: Unit, random: Random) -> dict[str, str]:
    """Return a state in which a unit may be."""
    if unit.arm == "baggage":
        return {}
    morale = random.choice(("morale_normal",) * 3 + ("morale_shaken", "morale_broken"))
    if unit.arm == "artillery":
        state = {"limbering": random.choice(("unlimbered",) * 5 + ("limbered",))}
        if random.random() < 0.1:
            return {"gun_status": random.choice(("gun_disabled", "gun_captured"))}
        return {**state, "morale": random.choice(("morale_normal", "morale_normal", morale))}
    formation = random.choice((*FORMATIONS, FORMATIONS[0]))
    if unit.front.get("pikes") and random.random() < 0.15:
        formation = "hedgehog"
    elif unit.footprint == 1 and random.random() < 0.1:
        formation = "column"
    state = {"formation": "no_formation" if morale == "morale_broken" else formation, "morale": morale}
    state["casualties"] = str(random.randint(0, (unit.number("strength") or 1) // 2))
    if unit.arm == "heavy_infantry":
        state["salvo"] = random.choice(("salvo_ready", "salvo_ready", "salvo_fired"))
    if unit.arm in ("cavalry", "dismounted_cavalry"):
        state["pistols"] = random.choice(("pistols_loaded", "first_pistol_used", "no_pistols"))
    if unit.arm in ("heavy_infantry", "cavalry") and random.random() < 0.4:
        state["momentum"] = "momentum"
    return state


def deeds_of(unit: Unit, state: dict[str, str], random: Random) -> list[str]:
    """Return what a unit did."""
    did = ["fired_salvo"] if state.get("salvo") == "salvo_fired" else []
    if did and random.random() < 0.5:
        did.append("salvo_at_enemy")
    if state.get("pistols", "no_pistols") != "no_pistols" and random.random() < 0.5:
        did.append("used_pistols")
    return did


def position(
    units: tuple[Unit, ...],
    leaders: tuple[Leader, ...],
    package: Package,
    derived: DerivedBattle,
    random: Random,
) -> list[Entry] | None:
    """Return a setup: most units alone, guns and baggage also with others; None if they do not fit."""
    grid = derived.map_rules.map.grid
    inside = [h for h, playable in enumerate(package.grid.in_play) if playable]
    setup: list[Entry] = []
    held: dict[int, list[Entry]] = {}
    sides = {unit.id: unit.side for unit in units} | {leader.id: leader.side for leader in leaders}
    chosen: list[Unit | Leader] = [*random.sample(units, 13), *random.sample(leaders, 3)]
    for piece in chosen:
        where, facing = random.choice(inside), random.randrange(6)
        two = isinstance(piece, Unit) and piece.footprint == 2
        right = right_of(grid, where, facing) if two else where
        if right is None or not package.grid.in_play[right]:
            return None
        hexes = list(dict.fromkeys((where, right)))
        there = [entry for h in hexes for entry in held.get(h, [])]
        if any(sides[entry["piece"]] != piece.side for entry in there):
            return None
        arm = piece.arm if isinstance(piece, Unit) else ""
        if arm not in ("", "baggage") and any(
            (entry["arm"] in FOOT_AND_HORSE) == (arm in FOOT_AND_HORSE)
            for entry in there
            if entry["arm"] not in ("", "baggage")
        ):
            return None
        state = state_of(piece, random) if isinstance(piece, Unit) else {}
        order = random.choice((-9, 9)) if arm == "artillery" else 0
        if "gun_status" in state:
            order = 10  # always at the bottom (MP-8.3.1-e)
        entry = {
            "piece": piece.id,
            "kind": "unit" if isinstance(piece, Unit) else "leader",
            "arm": arm,
            "hexes": hexes,
            "facing": facing if arm not in ("", "baggage") else None,
            "state": state,
            "did": deeds_of(piece, state, random) if isinstance(piece, Unit) else [],
            "stack": order,
        }
        setup.append(entry)
        for h in hexes:
            held.setdefault(h, []).append(entry)
    return setup


def fights_of(field: Field) -> list[tuple[list[tuple[Entry, int]], Entry]]:
    """Return every attack by itself, and all attacks on one unit together."""
    found: list[tuple[list[tuple[Entry, int]], Entry]] = []
    against: dict[str, tuple[list[tuple[Entry, int]], Entry]] = {}
    for name, targets in field.attacks().items():
        attacker = next(e for e in field.setup if e["piece"] == name)
        for target in targets:
            defender = field.defender(target)
            assert defender is not None
            found.append(([(attacker, target)], defender))
            pairs = against.setdefault(defender["piece"], ([], defender))[0]
            if all(one is not attacker for one, _ in pairs):
                pairs.append((attacker, target))
    return found + [both for both in against.values() if len(both[0]) > 1]


def test_fire_and_close_combat_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    """Fire, artillery and close combat 1 to 3 of docs/package.md: who, at whom, every line, every roll."""
    loaded = battle("teaching-mpbs")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    random = Random(1645)
    options = {"ratio_exact": False, "grazing_beyond_target": True}
    scenario = replace(bare(loaded.battle.scenarios[0]), options=options)
    # Every regiment with pikes fires salvos.
    units = tuple(
        replace(u, front={**u.front, "salvo_capable": True}, back={**u.back, "salvo_capable": True})
        if u.arm == "heavy_infantry" and u.front.get("pikes")
        else u
        for u in loaded.battle.units
    )
    changed = replace(loaded.battle, units=units)
    file = tmp_path / "mpbs.jdgpkg"
    content = package_bytes(package_of(changed, loaded.series, loaded.charts, scenario))
    file.write_bytes(content)
    package = loads(content)
    empty = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=()))
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    while len(positions) < POSITIONS:
        setup = position(units, changed.leaders, package, empty, random)
        if setup is None:
            continue
        placements = tuple(Placement(e["piece"], e["kind"], tuple(e["hexes"])) for e in setup)
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=placements))
        orders = {command.id: random.choice(("charge", "make_ready")) for command in changed.commands}
        field = Field(derived, package, loaded.charts, setup, orders)
        fights = fights_of(field)
        if not fights:
            continue
        guns, grazing = field.guns()
        expected.append(
            {
                "fires": field.fires(),
                "guns": guns,
                "grazing": grazing,
                "attacks": field.attacks(),
                "combats": [field.combat(*fight) for fight in fights],
            }
        )
        combats = [[[[e["piece"], h] for e, h in pairs], defender["piece"]] for pairs, defender in fights]
        positions.append({"setup": setup, "orders": orders, "combats": combats})
    answers: list[Any] = stranger("stdlib_combat_mpbs.py", file, positions)
    wrong: list[tuple[object, ...]] = []
    for n, (place, answer, known) in enumerate(zip(positions, answers, expected, strict=True)):
        for part in ("fires", "guns"):
            for key in answer[part].keys() | known[part].keys():
                page = answer[part].get(key, [None, {}, None])
                if [page[0], page[2]] != known[part].get(key):
                    wrong.append((n, part, key, page, known[part].get(key)))
        wrong += [(n, p, answer[p], known[p]) for p in ("grazing", "attacks") if answer[p] != known[p]]
        for names, page, given in zip(place["combats"], answer["combats"], known["combats"], strict=True):
            if [page[0], *page[2:]] != given:
                wrong.append((n, names, page, given))
    assert wrong == []
    counted = {
        line
        for answer in answers
        for result in (*answer["fires"].values(), *answer["guns"].values(), *answer["combats"])
        for line in (result[1] if len(result) > 1 else ())
    }
    assert counted > {
        "from_flank",
        "momentum",
        "rear",
        "leader_attacker",
        "matrix",
        "target_hedgehog",
        "baggage",
    }
    assert sum(len(known["fires"]) for known in expected) > 2 * POSITIONS
    assert sum(len(known["guns"]) for known in expected) > POSITIONS // 4
    assert sum(len(known["combats"]) for known in expected) > POSITIONS
