"""Checks of command, contact and escape at the start, and of reinforcements (CHK-70 to CHK-82)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import name_list, setup_view, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.afe.checks.common import (
    BANNER_LORD,
    CINC,
    banner_of,
    leader_of,
    movement_class,
    placed_units,
    stacks,
)

_E, _W = Severity.ERROR, Severity.WARNING


@check(
    "AFE070",
    entry="CHK-70",
    name="out-of-command-at-start",
    severity=_W,
    rules=("AFE-7.2-a",),
    rationale="A unit farther from its leader than his command range starts the battle out of command.",
    bad="setup:\n  - {unit: gu-man, hex: E7, facing: E}\n  - {leader: guiscard, hex: C1}",
    good="setup:\n  - {unit: gu-man, hex: D1, facing: E}\n  - {leader: guiscard, hex: C1}",
)
def out_of_command_at_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units beyond the range of their leader, both in exact hexes."""
    if ctx.map is None:
        return
    where = {leader.id: index for leader, index in setup_view(ctx).leaders}
    for p in placed_units(ctx):
        leader = leader_of(ctx, p.unit.command)
        reach = whole_number(leader.front.get("range")) if leader else None
        if leader is None or reach is None or leader.id not in where:
            continue
        distance = ctx.map.grid.distance(p.hex, where[leader.id])
        if distance > reach:
            yield Finding(
                ctx.placed(p.id),
                f"unit `{p.id}` starts {distance} hexes from `{leader.id}`, whose command range is {reach}",
                expected=f"{reach} hexes or fewer",
                related=((ctx.placed(leader.id), "its leader"),),
            )


@check(
    "AFE071",
    entry="CHK-71",
    name="commander-with-another-banner",
    severity=_W,
    rules=("AFE-5.1-f", "AFE-7.1-j"),
    rationale=(
        "The commander in chief may be with any unit, but cannot follow one that its own lord activates."
    ),
    bad="setup:\n  - {unit: be-xbow, hex: D6, facing: W}\n  - {leader: otto, hex: D6}",
    good="setup:\n  - {unit: ot-knf, hex: B6, facing: W}\n  - {leader: otto, hex: B6}",
)
def commander_with_another_banner(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders in chief who share a hex with units of other banners only."""
    for leader, index in setup_view(ctx).leaders:
        there = [p for p in stacks(ctx).get(index, ()) if p.unit.side == leader.side]
        if leader.role == CINC and there and all(p.unit.command != banner_of(ctx, leader) for p in there):
            yield Finding(
                ctx.placed(leader.id),
                f"commander in chief `{leader.id}` starts with {name_list(p.id for p in there)} of "
                f"another banner",
                expected="a unit of his own arms",
            )


@check(
    "AFE072",
    entry="CHK-72",
    name="no-way-to-the-rout-edge",
    severity=_W,
    rules=("AFE-12.2.1-e", "AFE-7.5-g"),
    rationale="A unit that cannot reach its rout edge is eliminated when it routs, and its leader captured.",
    bad="setup:\n  - {unit: gu-cl, hex: E1, facing: E}    # gully behind it, rout edge N\n"
    "  - {unit: ot-swi, hex: E2, facing: W}",
    good="setup:\n  - {unit: gu-man, hex: D1, facing: E}",
)
def no_way_to_the_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with no path to their rout edge around enemies and excluded terrain."""
    if ctx.map is None or ctx.rules is None or ctx.scenario is None:
        return
    from jdgtools.series.afe.movement import RULES

    grid = ctx.map.grid
    edges = {s.side: s.rout_edge for s in ctx.scenario.sides}
    for p in placed_units(ctx):
        edge = edges.get(p.unit.side or "")
        if edge not in ("N", "E", "S", "W"):
            continue
        goal = set(grid.edge_hexes(edge))
        enemies = {q.hex for q in placed_units(ctx) if q.unit.side not in (None, p.unit.side)}
        seen, queue, column = {p.hex}, [p.hex], movement_class(ctx, p)
        for here in queue:  # grows while it is walked
            for d in range(6):
                there = grid.neighbour(here, d)
                if there is None or there in seen or there in enemies:
                    continue
                if RULES.step_through_gates(ctx.rules, here, d, column).cost is not None:
                    seen.add(there)
                    queue.append(there)
        if not seen & goal:
            yield Finding(
                ctx.placed(p.id),
                f"unit `{p.id}` in hex {ctx.hex_id(p.hex)} has no way to its rout edge, {edge}",
                expected="a path without enemies and terrain that excludes it",
            )


@check(
    "AFE073",
    entry="CHK-73",
    name="posture-beyond-the-markers",
    severity=_W,
    rules=("AFE-8.4-b",),
    rationale=(
        "A unit that starts with changed posture has a marker, which counts among those of the scenario."
    ),
    bad="settings: {remonte_markers: 0, demonte_markers: 0}\nsetup:\n"
    "  - {unit: ot-knf, hex: B6, facing: W, state: mounted}",
    good="settings: {remonte_markers: 1, demonte_markers: 0}\nsetup:\n"
    "  - {unit: ot-knf, hex: B6, facing: W, state: mounted}",
)
def posture_beyond_the_markers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield more changed postures at the start than markers."""
    if ctx.scenario is None:
        return
    for name, posture in (("remonte_markers", "mounted"), ("demonte_markers", "dismounted")):
        changed = [
            p.piece
            for p in ctx.scenario.placements
            if p.kind == "unit" and ctx.state(p, "posture") == posture
        ]
        count = ctx.scenario.settings.get(name)
        if isinstance(count, int) and 0 <= count < len(changed):
            yield Finding(
                ctx.placed(changed[max(count, 0)]),
                f"units that start {posture}: {name_list(changed)}; `{name}` is {count}",
                expected=f"`{name}` {len(changed)} or more",
            )


@check(
    "AFE074",
    entry="CHK-74",
    name="armies-adjacent",
    severity=_W,
    rules=("AFE-11.2-e", "AFE-12.3-b", "AFE-8.4-e", "AFE-6.B-b"),
    rationale=(
        "Units next to an enemy can neither rest, rally, mount nor fire in phase B; it is legal, but rare."
    ),
    bad="setup:\n  - {unit: cr-kni, hex: C4, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
    good="setup:\n  - {unit: cr-kni, hex: C3, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
)
def armies_adjacent(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pairs of opposing units in adjacent hexes; each pair of hexes once."""
    if ctx.map is None:
        return
    for index, units in stacks(ctx).items():
        for there in sorted(ctx.map.grid.neighbours(index)):
            others = stacks(ctx).get(there, ()) if there > index else ()
            enemy = next((q for q in others if None not in (q.unit.side, units[0].unit.side)), None)
            if enemy is not None and enemy.unit.side != units[0].unit.side:
                yield Finding(
                    ctx.placed(enemy.id),
                    f"opposing units `{units[0].id}` in {ctx.hex_id(index)} and `{enemy.id}` in "
                    f"{ctx.hex_id(there)} start adjacent",
                    expected="a hex between them",
                    related=((ctx.placed(units[0].id), "the other one"),),
                )


@check(
    "AFE080",
    entry="CHK-80",
    name="reinforcement-place-or-turn",
    severity=_E,
    rules=("AFE-6.C-b", "AFE-6-a"),
    rationale="Reinforcements arrive in a turn of the battle, at the edge of the map.",
    bad="reinforcements:\n  - {id: late, units: [th-mar], turn: 9, hexes: [C4]}",
    good="reinforcements:\n  - {id: late, units: [th-mar], turn: 3, hexes: [E6]}",
)
def reinforcement_place_or_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements without a turn of the battle, or without entry hexes at the edge."""
    scenario = ctx.scenario
    if scenario is None:
        return
    turns = [t.number for t in scenario.turns]
    for arrival in scenario.arrivals:
        subject = ("arrival", scenario.id, arrival.id)
        if turns and (arrival.turn is None or not turns[0] <= arrival.turn <= turns[-1]):
            yield Finding(
                (*subject, "turn"),
                f"reinforcement `{arrival.id}` "
                + ("has no turn" if arrival.turn is None else f"arrives in turn {arrival.turn}"),
                expected=f"a turn from {turns[0]} to {turns[-1]}",
            )
        if ctx.map is None:
            continue
        inner = [h for h in arrival.hexes if len(ctx.map.grid.neighbours(h)) == 6]
        if not arrival.hexes and (*subject, "entry") not in ctx.battle.spans:
            yield Finding(
                subject, f"reinforcement `{arrival.id}` has no entry place", expected="`entry` or `hexes`"
            )
        elif inner:
            yield Finding(
                (*subject, "hexes"),
                f"reinforcement `{arrival.id}` enters at {ctx.hex_id(inner[0])}, which is not at the "
                f"map edge",
                expected="hexes at the edge of the map",
            )


@check(
    "AFE081",
    entry="CHK-81",
    name="leader-arrives-alone",
    severity=_E,
    rules=("AFE-1-g", "AFE-5.1-g"),
    rationale="A leader is always with a unit, so he cannot arrive before all units that he may be with.",
    bad="reinforcements:\n  - {id: thibaut, units: [thibaut], turn: 1, entry: south-east}\n"
    "  - {id: riders, units: [th-mar], turn: 3, entry: south-east}",
    good="reinforcements:\n  - {id: riders, units: [th-mar], leaders: [thibaut], turn: 3, entry: south-east}",
)
def leader_arrives_alone(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders who arrive before any unit that they may share a hex with."""
    scenario = ctx.scenario
    if scenario is None:
        return
    first = _first_turns(ctx)
    for arrival in scenario.arrivals:
        for piece in arrival.pieces:
            leader = ctx.leaders.get(piece)
            if leader is None or leader.role not in (CINC, BANNER_LORD) or arrival.turn is None:
                continue
            banner = banner_of(ctx, leader)
            mates = [
                first[u.id]
                for u in ctx.battle.units
                if u.id in first and (u.command == banner or (leader.role == CINC and u.side == leader.side))
            ]
            if not mates or min(mates) > arrival.turn:
                when = f"the first such unit in turn {min(mates)}" if mates else "no such unit at all"
                yield Finding(
                    ("arrival-piece", scenario.id, leader.id),
                    f"leader `{leader.id}` arrives in turn {arrival.turn}, {when}",
                    expected="a unit that he may be with, in that turn or before",
                )


def _first_turns(ctx: CheckContext) -> dict[str, int]:
    """Return piece -> turn in which it may be there first; 0 for the setup."""
    if ctx.scenario is None:
        return {}
    found = {p.piece: 0 for p in ctx.scenario.placements}
    for arrival in ctx.scenario.arrivals:
        for piece in arrival.pieces:
            found.setdefault(piece, arrival.turn or 0)
    return found


@check(
    "AFE082",
    entry="CHK-82",
    name="units-arrive-before-their-leader",
    severity=_W,
    rules=("AFE-7.2-a", "AFE-7.2-d"),
    rationale="Until their leader is there, such units are out of command and only the commander moves them.",
    bad="reinforcements:\n  - {id: riders, units: [th-mar], turn: 2, entry: south-east}\n"
    "  - {id: thibaut, units: [thibaut], turn: 3, entry: south-east}",
    good="reinforcements:\n  - {id: riders, units: [th-mar], leaders: [thibaut], turn: 2, entry: south-east}",
)
def units_arrive_before_their_leader(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcing units whose leader is not in play in that turn."""
    scenario = ctx.scenario
    if scenario is None:
        return
    first = _first_turns(ctx)
    for arrival in scenario.arrivals:
        for piece in arrival.pieces:
            unit = ctx.units.get(piece)
            leader = leader_of(ctx, unit.command) if unit is not None else None
            if unit is None or leader is None or arrival.turn is None:
                continue
            if first.get(leader.id, 10**6) > arrival.turn:
                yield Finding(
                    ("arrival-piece", scenario.id, unit.id),
                    f"unit `{unit.id}` arrives in turn {arrival.turn}, when its leader `{leader.id}` "
                    f"is not there",
                    expected="its leader with it or before it",
                )


CHECKS: tuple[Check, ...] = (
    out_of_command_at_start,
    commander_with_another_banner,
    no_way_to_the_rout_edge,
    posture_beyond_the_markers,
    armies_adjacent,
    reinforcement_place_or_turn,
    leader_arrives_alone,
    units_arrive_before_their_leader,
)
"""CHK-70 to CHK-82."""
