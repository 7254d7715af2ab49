"""Turns of Au fil de l'épée and Musket & Pike: programs that know docs/package.md alone answer as the library.

Command, order of activation, initiative, changes of orders, continuations, rally and morale.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from jdgtools.checks.base import CheckContext
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import Loaded
from jdgtools.model.scenario import Placement
from jdgtools.series.afe.activation import groups_by_rating
from jdgtools.series.mpbs.checks.command import out_of_command
from tests.unit.package.bundled import battle
from tests.unit.package.test_strangers import bare, stranger

POSITIONS = 150
Entry = dict[str, Any]


def package_file(loaded: Loaded, folder: Path) -> Path:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario = bare(loaded.battle.scenarios[0])
    path = folder / "one.jdgpkg"
    path.write_bytes(package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario)))
    return path


def entry(piece: str, kind: str, hexes: list[int], **state: str) -> Entry:
    return {"piece": piece, "kind": kind, "hexes": hexes, "facing": 0, "state": state, "stack": 0, "did": []}


def test_turn_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    """The turn, A, C and E: AFE-7.2-a, AFE-6.C-a to -l, AFE-12.3-a to -m."""
    loaded = battle("teaching-afe")
    assert loaded.battle is not None and loaded.battle.map is not None and loaded.charts is not None
    grid, random = loaded.battle.map.grid, Random(1214)
    hexes = [h for h in grid.hexes if loaded.battle.map.playable[h]]
    banner = {command.id: command.leader for command in loaded.battle.commands}
    lords = {x.id: x for x in loaded.battle.leaders if x.role in ("commander_in_chief", "banner_lord")}
    positions: list[Entry] = []
    expected: list[Entry] = []
    for _ in range(POSITIONS):
        units = random.sample(loaded.battle.units, 9)
        places = {unit.id: random.choice(hexes) for unit in units}
        states = {
            unit.id: {
                "organisation": random.choice(("steady", "discouraged", "routed")),
                "fatigue": random.choice(("fresh", "fatigued")),
            }
            for unit in units
        }
        seats = {x: random.choice(hexes) for x in lords if random.random() < 0.8}
        wounded = [x for x in seats if random.random() < 0.3]
        totals = [random.randint(2, 15), random.randint(2, 15)]
        reach = {
            x: lords[x].extra["wounded"]["range"] if x in wounded else lords[x].front["range"] for x in seats
        }
        chiefs = {str(lords[x].side): x for x in seats if lords[x].role == "commander_in_chief"}
        bonuses = {side: int(str(lords[x].front["bonus"])) for side, x in chiefs.items()}
        rally: dict[str, list[Any]] = {}
        for unit in units:
            here, state = places[unit.id], states[unit.id]
            beside = {here, *grid.neighbours(here)}
            if state["organisation"] == "steady" or any(
                places[other.id] in beside - {here} for other in units if other.side != unit.side
            ):
                continue
            helping = [
                int(str(lords[x].front["bonus"]))
                for x in (banner[str(unit.command)], chiefs.get(str(unit.side)))
                if x is not None and x in seats and seats[x] in beside
            ]
            total = (state["organisation"] == "routed") - max(helping, default=0)
            face = unit.front if state["fatigue"] == "fresh" else unit.back
            quality = int(str(face["quality"]))
            better = "steady" if state["organisation"] == "discouraged" else "discouraged"
            failed = loaded.charts.get("TBL-STATE").cell(
                "rally_failed", f"{state['organisation']}_{state['fatigue']}"
            )
            lost = list(failed.value) if isinstance(failed.value, tuple) else failed.value
            rally[unit.id] = [total, max(0, min(9, quality - total)), [better], lost]
        groups = groups_by_rating([lords[x] for x in lords if x in seats], bonuses)
        difference = abs(totals[0] - totals[1])
        expected.append(
            {
                "in_command": [
                    unit.id
                    for unit in units
                    if (lord := banner[str(unit.command)]) in seats
                    and grid.distance(places[unit.id], seats[str(lord)]) <= int(str(reach[str(lord)]))
                ],
                "order": [
                    [group.rating, {side: list(ids) for side, ids in group.leaders.items()}, group.first]
                    for group in groups
                ],
                "initiative": f"C.{1 + (difference > 0) + (difference > 3) + (difference > 7)}",
                "rally": rally,
            }
        )
        setup = [entry(unit.id, "unit", [places[unit.id]], **states[unit.id]) for unit in units]
        setup += [entry(x, "leader", [where]) for x, where in seats.items()]
        positions.append({"setup": setup, "wounded": wounded, "totals": totals})
    answers: list[Any] = stranger("stdlib_turn_afe.py", package_file(loaded, tmp_path), positions)
    assert answers == expected
    assert sum(len(known["rally"]) for known in expected) > POSITIONS
    assert any(known["order"][0][2] is None for known in expected if known["order"])


ORDERS = ("charge", "make_ready", "receive_charge", "rally")
MORALE = ("morale_normal", "morale_normal", "morale_shaken", "morale_broken")


def test_turn_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    """The turn, orders, command, rally: MP-4.1.1-a to -e, MP-4.2.1-b to -d, MP-5.4.2-a to -f, MP-13.2.5-a to -c."""
    loaded = battle("teaching-mpbs")
    assert loaded.battle is not None and loaded.battle.map is not None
    assert loaded.charts is not None and loaded.series is not None
    charts, grid, random = loaded.charts, loaded.battle.map.grid, Random(1632)
    hexes = [h for h in grid.hexes if loaded.battle.map.playable[h]]
    commands = {command.id: command for command in loaded.battle.commands}
    leaders = {leader.id: leader for leader in loaded.battle.leaders}
    fighters = [
        u
        for u in loaded.battle.units
        if u.arm in ("cavalry", "light_infantry", "heavy_infantry", "dismounted_cavalry")
    ]
    base = bare(loaded.battle.scenarios[0])
    positions: list[Entry] = []
    expected: list[Entry] = []
    for _ in range(POSITIONS):
        units = random.sample(fighters, 9)
        places: dict[str, list[int]] = {}
        for unit in units:
            free = [h for h in hexes if not any(h in taken for taken in places.values())]
            pairs = [[h, near] for h in free for near in grid.neighbours(h) if near in free]
            places[unit.id] = random.choice(pairs) if unit.footprint == 2 else [random.choice(free)]
        states = {unit.id: {"morale": random.choice(MORALE)} for unit in units}
        for unit in units:
            if states[unit.id]["morale"] != "morale_normal" and random.random() < 0.3:
                states[unit.id]["threshold"] = "threshold_reached"
        seats = {
            x.id: random.choice(hexes)
            for x in leaders.values()
            if x.role in ("wing_commander", "army_commander") and random.random() < 0.85
        }
        orders = {wing: random.choice(ORDERS) for wing in commands}
        acts = [
            x
            for x in seats
            if leaders[x].role == "army_commander" and x != "sinclair" and random.random() < 0.6
        ]
        playing = {wing: order for wing, order in orders.items() if commands[wing].leader in seats}
        finished = [wing for wing in playing if random.random() < 0.3]
        last = random.choice(("union", "empire"))

        def beside(where: int) -> set[int]:
            return {where, *grid.neighbours(where)}

        known: Entry = {"changes": {}, "continues": {}, "preempts": {}, "initiative": None}
        for order in ORDERS[:3]:
            union, empire = (
                sum(o == order and commands[w].side == side for w, o in playing.items())
                for side in ("union", "empire")
            )
            if union or empire:
                known["initiative"] = None if union == empire else "union" if union > empire else "empire"
                break
        left = [wing for wing in playing if wing not in finished]
        best = [
            wing
            for wing in left
            if ORDERS.index(playing[wing]) == min(ORDERS.index(playing[w]) for w in left)
        ]
        known["next"] = sorted([wing for wing in best if commands[wing].side != last] or best)
        for wing, order in playing.items():
            commander = leaders[str(commands[wing].leader)]
            where, members = seats[commander.id], [u for u in units if u.command == wing]
            added = int(str(commander.front["rating"]))
            for chief in acts:
                limited = str(leaders[chief].front.get("influences", "")).replace(",", " ").split()
                if (
                    leaders[chief].side == commander.side
                    and seats[chief] in beside(where)
                    and (not limited or wing in limited)
                ):
                    added += int(str(leaders[chief].front["rating"]))
            added += any(
                u.side != commander.side
                and states[u.id]["morale"] != "morale_broken"
                and set(places[u.id]) & set(grid.neighbours(where))
                for u in units
            )
            cavalry = commands[wing].values["type"] == "cavalry"
            shaken = sum(states[u.id]["morale"] != "morale_normal" for u in members)
            for wanted in ORDERS:
                more = added + (cavalry and wanted == "receive_charge") - (cavalry and wanted == "charge")
                more -= 2 * (wanted == "rally" and 2 * shaken > len(members))
                cell = charts.get("T-ORDERS-CHANGE").cell(order, wanted).value
                known["changes"].setdefault(wing, {})[wanted] = highest(cell, more)
            for use, name in (("continuation", "continues"), ("preemption", "preempts")):
                known[name][wing] = highest(
                    charts.get("T-CONTINUATION").cell(order, use).value, added - cavalry
                )
        placements = tuple(Placement(u.id, "unit", tuple(places[u.id]), state=states[u.id]) for u in units)
        placements += tuple(Placement(x, "leader", (where,)) for x, where in seats.items())
        ctx = CheckContext(loaded.battle, replace(base, placements=placements), loaded.series, charts)
        out = {finding.subject[2] for finding in out_of_command.run(ctx)}
        known["in_command"] = sorted(u.id for u in units if u.command in playing and u.id not in out)
        known["rally"], known["morale"] = {}, {}
        for unit in units:
            state, halves = states[unit.id], set(places[unit.id])
            with_it = [
                int(str(leaders[x].front["rating"]))
                for x, h in seats.items()
                if h in halves and leaders[x].side == unit.side
            ]
            printed = int(str(unit.front["morale"]))
            value = {"morale_normal": printed, "morale_shaken": printed - 1, "morale_broken": 1}[
                state["morale"]
            ]
            known["morale"][unit.id] = min(9, value - min(with_it, default=0))
            wing = str(unit.command)
            best_already = "threshold" in state and state["morale"] == "morale_shaken"
            if wing not in playing or state["morale"] == "morale_normal" or best_already:
                continue
            where = seats[str(commands[wing].leader)]
            if playing[wing] == "rally" or (
                playing[wing] == "receive_charge" and any(where in beside(h) for h in halves)
            ):
                known["rally"][unit.id] = "automatic" if where in halves else known["morale"][unit.id]
        expected.append(known)
        setup = [entry(u.id, "unit", places[u.id], **states[u.id]) for u in units]
        setup += [entry(x, "leader", [where]) for x, where in seats.items()]
        positions.append({"setup": setup, "orders": orders, "finished": finished, "last": last, "acts": acts})
    answers: list[Any] = stranger("stdlib_turn_mpbs.py", package_file(loaded, tmp_path), positions)
    wrong = [
        (n, part, answer[part], known[part])
        for n, (answer, known) in enumerate(zip(answers, expected, strict=True))
        for part in known
        if answer[part] != known[part]
    ]
    assert wrong == []
    assert sum(len(known["rally"]) for known in expected) > POSITIONS
    assert sum(len(known["in_command"]) for known in expected) > 2 * POSITIONS


def highest(span: object, added: int) -> int | None:
    """Return the highest roll that lies in a span with what is added; below 0 counts as 0, above 9 as 9."""
    if not isinstance(span, tuple):
        return None
    return max((r for r in range(10) if span[0] <= min(max(r + added, 0), 9) <= span[1]), default=None)
