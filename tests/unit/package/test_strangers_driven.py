"""Retreats and routs: programs that know docs/package.md alone let units go where the library lets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.derived import DerivedBattle, MoveRefused, derive
from jdgtools.derived.movers import Place
from jdgtools.derived.reach import Search
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.model.battle import Battle
from jdgtools.series.jdg.retreat import LEVELS
from tests.unit.package.bundled import battle
from tests.unit.package.test_strangers import (
    Field,
    afe_state,
    bare,
    crowds,
    entry,
    jdg_state,
    regiments,
    stranger,
)
from tests.unit.package.test_strangers_turns import package_file

POSITIONS = 100
Ends = dict[str, int]
Known = dict[str, Ends]


def driven(
    derived: DerivedBattle, unit: str, kind: str, name: Callable[[StepwiseMover, Place], tuple[str, int]]
) -> Ends:
    """Return where a unit ends that retreats or routs; `eliminated` where it may not stay."""
    mover = derived.mover(derived.piece(unit, kind=kind))
    assert isinstance(mover, StepwiseMover)
    search = Search(mover)
    search.run(None)
    ends: Ends = {}
    for place in search.best:
        if not mover.next_steps(place):
            words, more = name(mover, place)
            ends[words] = more
    return ends


def afe_end(mover: StepwiseMover, place: Place) -> tuple[str, int]:
    """Return the end of a retreat or rout of Au fil de l'épée, and the level that it costs besides."""
    if len(place) == 4 and place[3]:
        return "off", 0
    if len(place) == 2:
        if place == mover.start:
            return "stays", 1
        (leg,) = [step for there, step in mover.next_steps(mover.start) if there == place]
        return str(place[0]), int(leg.disorders)
    return ("eliminated" if mover.end(place) else str(place[0])), 0


def routing(battle: Battle, edges: Sequence[str]) -> Battle:
    """Return a battle whose sides rout to these edges of the map."""
    first, *others = battle.scenarios
    sides = tuple(replace(s, rout_edge=e) for s, e in zip(first.sides, edges, strict=True))
    return replace(battle, scenarios=(replace(first, sides=sides), *others))


def differences(
    answers: list[Any], expected: Sequence[Mapping[str, object]]
) -> list[tuple[int, str, object, object]]:
    """Return what was answered otherwise: number of the position, kind of move, by the program, by the library."""
    return [
        (n, name, answer.get(name), known.get(name))
        for n, (answer, known) in enumerate(zip(answers, expected, strict=True))
        for name in sorted(answer.keys() | known.keys())
        if answer.get(name) != known.get(name)
    ]


@pytest.mark.parametrize("edges", ["SN", "EW"])
def test_retreat_and_rout_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path, edges: str) -> None:
    """Melee 4 and Rout of docs/package.md: R, two hexes at once, the move of phase E (AFE-10.7, AFE-12.2)."""
    loaded = battle("bouvines-1214")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    changed = routing(loaded.battle, edges)
    random, grid, scenario = Random(1214), loaded.battle.map.grid, bare(changed.scenarios[0])
    rim = sorted({h for edge in edges for h in grid.edge_hexes(edge)})
    field = Field(grid, random, afe_state)
    positions: list[dict[str, Any]] = []
    expected: list[Known] = []
    for crowd, _ in crowds(
        changed.units, lambda n: random.choice((rim, grid.hexes, grid.hexes)[n % 3]), field
    ):
        there = replace(scenario, placements=crowd[: random.choice((4, 6, 10))])
        if random.random() < 0.4:
            routed = replace(crowd[0], state={"organisation": "routed"})
            there = replace(there, placements=(routed, *there.placements[1:]))
        if random.random() < 0.15:  # hemmed in
            near = zip(crowd[1:], grid.neighbours(crowd[0].hexes[0]), strict=False)
            ring = tuple(replace(other, hexes=(h,)) for other, h in near)
            there = replace(there, placements=(there.placements[0], *ring))
        derived, unit = derive(changed, loaded.series, loaded.charts, there), crowd[0].piece
        known: Known = {}
        for name, kind in (("R", "retreat"), ("Dr", "rout_retreat"), ("rout", "rout")):
            try:
                known[name] = driven(derived, unit, kind, afe_end)
            except MoveRefused:
                continue  # guns do not retreat, and only routed units rout
            if kind != "rout" and len(known[name]) > 1:  # a way that leads nowhere is not taken
                known[name].pop("eliminated", None)
        expected.append(known)
        positions.append({"setup": [entry(p) for p in there.placements], "unit": unit})
        if len(positions) == POSITIONS:
            break
    package = package_file(replace(loaded, battle=changed), tmp_path)
    answers: list[Any] = stranger("stdlib_driven_afe.py", package, positions)
    assert differences(answers, expected) == []
    told = [end for known in expected for ends in known.values() for end in ends]
    assert all(told.count(word) > 2 for word in ("stays", "off", "eliminated"))
    assert sum(len(known.get("rout", ())) > 1 for known in expected) > 1
    assert sum(1 in known.get("R", {}).values() for known in expected) > POSITIONS // 3


def test_advances_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    """Melee 5 of docs/package.md: AFE-10.8-a, -b, -d, -f, -g, AFE-10.9-c, -e, -h."""
    loaded = battle("bouvines-1214")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    random, grid, scenario = Random(8), loaded.battle.map.grid, bare(loaded.battle.scenarios[0])
    field, sides = Field(grid, random, afe_state), {u.id: u.side for u in loaded.battle.units}
    positions: list[dict[str, Any]] = []
    expected: list[dict[str, dict[str, list[int]]]] = []
    for crowd, _ in crowds(loaded.battle.units, lambda n: random.choice(grid.hexes), field):
        first = crowd[0]
        if random.random() < 0.7:
            first = replace(first, state={}, facing=random.randrange(6))
        there = (first, *crowd[1 : random.choice((4, 6, 10))])
        around = set(grid.neighbours(first.hexes[0]))
        beaten = [p.piece for p in there if sides[p.piece] != sides[first.piece] and p.hexes[0] in around]
        if not beaten:
            continue
        derived = derive(loaded.battle, loaded.series, loaded.charts, replace(scenario, placements=there))
        known: dict[str, dict[str, list[int]]] = {}
        for kind in ("advance", "pursuit"):
            known[kind] = {}
            try:
                mover = derived.mover(derived.piece(first.piece, kind=kind, attackers=(beaten[0],)))
            except MoveRefused:
                continue  # who is discouraged, on foot or fatigued
            assert isinstance(mover, StepwiseMover)
            ways = mover.next_steps(mover.start)
            known[kind] = {str(place[0]): list(mover.facings(place) or ()) for place, _ in ways}
        expected.append(known)
        positions.append({"setup": [entry(p) for p in there], "unit": first.piece, "beaten": beaten[0]})
        if len(positions) == 3 * POSITIONS:
            break
    answers: list[Any] = stranger("stdlib_driven_afe.py", package_file(loaded, tmp_path), positions)
    assert differences(answers, expected) == []
    assert sum(any(known["pursuit"].values()) for known in expected) > 3
    assert sum(bool(known["advance"]) for known in expected) > POSITIONS // 2


def mpbs_ends(derived: DerivedBattle, unit: str, kind: str, before: tuple[str, ...]) -> Ends:
    """Return how a unit of Musket & Pike may go, in the words of stdlib_driven_mpbs.py."""
    mover = derived.mover(derived.piece(unit, kind=kind, attackers=before))
    assert isinstance(mover, StepwiseMover)
    search = Search(mover)
    search.run(None)
    ends: Ends = {}
    hits = {
        there: step.disorders for place in search.best for there, step in mover.next_steps(place)
    }  # by the last step
    for place in search.best:
        left, _, count, off = place
        onward = mover.next_steps(place)
        if kind == "rout":
            if not onward:
                ends["off" if off else str(left)] = count
        elif not mover.end(place):
            ends[f"{left} {count}"] = int(hits[place])
        elif not onward:
            ends[f"{left} {count} cannot"] = 0
    return ends


@pytest.mark.parametrize("edges", ["S N", "E W", "NE SW"])
def test_retreat_and_rout_of_musket_and_pike_by_the_page_alone(tmp_path: Path, edges: str) -> None:
    """Close combat 3 and Rally, reform and rout of docs/package.md: MP-11.4.2-a to -e, MP-12.4.3-b, MP-13.4.1-a."""
    loaded = battle("edgehill-1642")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    units = tuple(  # here every strong regiment has two hexes
        replace(u, footprint=2) if u.arm == "heavy_infantry" and (u.number("strength") or 0) >= 8 else u
        for u in loaded.battle.units
    )
    changed = routing(replace(loaded.battle, units=units), edges.split())
    random, grid, scenario = Random(1642), loaded.battle.map.grid, bare(changed.scenarios[0])
    fighters = {unit.id: unit.side for unit in units if unit.arm not in ("artillery", "baggage")}
    positions: list[dict[str, Any]] = []
    expected: list[Known] = []
    while len(positions) < POSITIONS:
        placements = regiments(units, random, grid)
        if placements is None or placements[0].piece not in fighters:
            continue
        first, side = placements[0], fighters[placements[0].piece]
        if random.random() < 0.5:
            first = replace(first, state={"morale": "morale_broken", "formation": "no_formation"})
        there = (first, *placements[1 : random.choice((5, 9))])
        around = {n for h in first.hexes for n in grid.neighbours(h)}
        near = [p.piece for p in there if p.piece in fighters and around & set(p.hexes)]
        before = tuple(name for name in near if fighters[name] != side)
        if not before:
            continue
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=there))
        known = {
            kind: mpbs_ends(derived, first.piece, kind, before)
            for kind in ("retreat", "rout_retreat", "rout")
            if kind != "rout" or first.state.get("morale") == "morale_broken"
        }
        expected.append(known)
        positions.append({"setup": [entry(p) for p in there], "unit": first.piece, "before": before})
    package = package_file(replace(loaded, battle=changed), tmp_path)
    answers: list[Any] = stranger("stdlib_driven_mpbs.py", package, positions)
    assert differences(answers, expected) == []
    told = [end for known in expected for ends in known.values() for end in ends]
    assert told.count("off") > 2 and sum("cannot" in end for end in told) > 10
    assert sum(len(known["retreat"]) > 2 for known in expected) > 5
    assert sum(1 in known["retreat"].values() for known in expected) > 2


def test_advances_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    """Close combat 4 of docs/package.md: MP-11.4.6-a, MP-11.4.7-a, MP-11.4.8-a, -b, MP-11.4.10-a."""
    loaded = battle("edgehill-1642")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    units = tuple(  # here every strong regiment has two hexes
        replace(u, footprint=2) if u.arm == "heavy_infantry" and (u.number("strength") or 0) >= 8 else u
        for u in loaded.battle.units
    )
    changed = replace(loaded.battle, units=units)
    random, grid, scenario = Random(11), loaded.battle.map.grid, bare(changed.scenarios[0])
    fighters = {unit.id: unit.side for unit in units if unit.arm not in ("artillery", "baggage")}
    positions: list[dict[str, Any]] = []
    expected: list[Ends] = []
    while len(positions) < POSITIONS:
        placements = regiments(units, random, grid)
        if placements is None or placements[0].piece not in fighters:
            continue
        first, side = placements[0], fighters[placements[0].piece]
        there = (first, *placements[1 : random.choice((5, 9))])
        around = {n for h in first.hexes for n in grid.neighbours(h)}
        beaten = [p.piece for p in there if fighters.get(p.piece, side) != side and around & set(p.hexes)]
        if not beaten:
            continue
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=there))
        mover = derived.mover(derived.piece(first.piece, kind="advance", attackers=(beaten[0],)))
        assert isinstance(mover, StepwiseMover)
        expected.append(
            {
                f"{place[0]} {-1 if facing is None else facing}": int(step.disorders)
                for place, step in mover.next_steps(mover.start)
                for facing in mover.facings(place) or (None,)
            }
        )
        positions.append({"setup": [entry(p) for p in there], "unit": first.piece, "before": beaten[0]})
    package = package_file(replace(loaded, battle=changed), tmp_path)
    answers: list[Any] = stranger("stdlib_advance_mpbs.py", package, positions)
    assert answers == expected
    assert sum(1 in ends.values() for ends in expected) > 2 and {} in expected
    assert sum(len(ends) > 2 for ends in expected) > POSITIONS // 3


def jdg_ends(derived: DerivedBattle, unit: str, kind: str, before: tuple[str, ...], turn: int) -> Ends:
    """Return where a unit of Jours de Gloire may come to, in the words of stdlib_driven_jdg.py."""
    mover = derived.mover(derived.piece(unit, kind=kind, attackers=before, turn=turn))
    assert isinstance(mover, StepwiseMover)
    search = Search(mover)
    search.run(None)
    ends: Ends = {}
    for place in search.best:
        if kind == "rout" and place[3]:
            ends["off"] = 0
        elif not mover.end(place):
            ends[f"{place[0]} {LEVELS[place[3]]}" if kind == "retreat" else str(place[0])] = 0
        elif kind == "rout" and not mover.next_steps(place):
            ends["eliminated"] = 0
    return ends or {"eliminated": 0}


@pytest.mark.parametrize("edges", ["N S", "E W", "NE SW"])
def test_retreat_and_rout_of_jours_de_gloire_by_the_page_alone(tmp_path: Path, edges: str) -> None:
    """Retreats 1 to 3 and Rally, rout and morale 2 of docs/package.md: JDG-10.3.1-a to -f, JDG-10.4-d to -p."""
    loaded = battle("rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.map is not None
    changed = routing(loaded.battle, edges.split())
    random, grid, scenario = Random(1808), loaded.battle.map.grid, bare(changed.scenarios[0])
    rim = sorted({h for edge in ("N", "S", "E", "W") for h in grid.edge_hexes(edge)})
    field = Field(grid, random, jdg_state)
    positions: list[dict[str, Any]] = []
    expected: list[Known] = []
    for crowd, turn in crowds(
        changed.units, lambda n: random.choice((rim, grid.hexes, grid.hexes)[n % 3]), field
    ):
        first = crowd[0]
        if random.random() < 0.4:
            first = replace(first, state={"level": "routed"})
        there = (first, *crowd[1 : random.choice((4, 6, 10))])
        derived = derive(changed, loaded.series, loaded.charts, replace(scenario, placements=there))
        sides = {unit.id: unit.side for unit in changed.units}
        enemies = [p for p in there if sides[p.piece] != sides[first.piece]]
        before = tuple(p.piece for p in enemies if grid.distance(p.hexes[0], first.hexes[0]) == 1)
        if not before:
            continue
        kinds = ("retreat", "rout") if first.state.get("level") == "routed" else ("retreat",)
        expected.append({kind: jdg_ends(derived, first.piece, kind, before, turn) for kind in kinds})
        where = {"unit": first.piece, "before": before, "turn": turn}
        positions.append({"setup": [entry(p) for p in there], **where})
        if len(positions) == POSITIONS:
            break
    package = package_file(replace(loaded, battle=changed), tmp_path)
    answers: list[Any] = stranger("stdlib_driven_jdg.py", package, positions)
    assert differences(answers, expected) == []
    told = [end for known in expected for ends in known.values() for end in ends]
    assert told.count("off") > 2 and told.count("eliminated") > 5
    assert sum(end.endswith("routed") for end in told) > 10, "routed on the way, or before"
