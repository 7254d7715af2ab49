"""Checks of reinforcements (IV.5: CHK-80 to CHK-82)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, allowance, check
from jdgtools.checks.general import arrival_turns
from jdgtools.checks.setup import entries_inside, setup_view, turn_not_played
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.afe.checks.common import banner_of, leader_of
from jdgtools.series.afe.roles import BANNER_LORD

_E, _W = Severity.ERROR, Severity.WARNING


@check(
    "AFE080",
    entry="CHK-80",
    name="reinforcement-place-or-turn",
    severity=_E,
    rules=("AFE-6.C-b", "AFE-6-a"),
    rationale="Reinforcements arrive in a turn of the battle, at the rim of the playable area (AMB-07).",
    bad="reinforcements:\n  - {id: late, units: [th-mar], turn: 9, hexes: [C4]}",
    good="reinforcements:\n  - {id: late, units: [th-mar], turn: 3, hexes: [E6]}",
)
def reinforcement_place_or_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements without a turn of the battle, or without entry hexes at the edge."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for arrival in scenario.arrivals:
        subject = ("arrival", scenario.id, arrival.id)
        yield from turn_not_played(scenario, arrival)
        if ctx.map is None:
            continue
        inside = entries_inside(ctx, arrival)
        if not arrival.hexes and (*subject, "entry") not in ctx.battle.spans:
            yield Finding(
                subject, f"reinforcement `{arrival.id}` has no entry place", expected="`entry` or `hexes`"
            )
        elif inside:
            yield Finding(
                (*subject, "hexes"),
                f"reinforcement `{arrival.id}` enters at {ctx.hex_id(inside[0])}, which is not at the edge",
                expected="hexes at the rim of the playable area",
                hint="where the scenario wants it so, a special rule says it: "
                f"`{allowance('AFE080', f'reinforcement {arrival.id}')}`",
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
    for arrival, leader in setup_view(ctx).arriving_leaders:
        if leader.role is None or arrival.turn is None:
            continue
        banner = banner_of(ctx, leader)
        mates = [
            first[u.id]
            for u in ctx.battle.units
            if u.id in first
            and (u.command == banner or (leader.role != BANNER_LORD and u.side == leader.side))
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
    lost_pieces = setup_view(ctx).lost_pieces
    turns = {p.piece: 0 for p in ctx.scenario.placements if p.piece not in lost_pieces}
    for piece, turn in arrival_turns(ctx).items():
        turns.setdefault(piece, turn or 0)
    return turns


@check(
    "AFE082",
    entry="CHK-82",
    name="units-arrive-before-their-leader",
    severity=_W,
    rules=("AFE-7.2-a", "AFE-7.2-d", "AFE-7.2-e"),
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
    for arrival, unit in setup_view(ctx).arriving_units:
        leader = leader_of(ctx, unit.command)
        if leader is None or arrival.turn is None:
            continue
        if first.get(leader.id, 10**6) > arrival.turn:
            yield Finding(
                ("arrival-piece", scenario.id, unit.id),
                f"unit `{unit.id}` arrives in turn {arrival.turn}, when its leader `{leader.id}` "
                f"is not there",
                expected="its leader with it or before it",
            )


CHECKS: tuple[Check, ...] = (
    reinforcement_place_or_turn,
    leader_arrives_alone,
    units_arrive_before_their_leader,
)
"""CHK-80 to CHK-82."""
