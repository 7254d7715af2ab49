"""Checks of command at the start (5.2: SC-32, SC-34, SC-36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import PlacedUnit, presence, setup_view, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.mpbs.arms import BAGGAGE, DISMOUNTED, GUNS, HEAVY, HORSE, WC
from jdgtools.series.mpbs.checks.common import (
    combat_companions,
    commander_of,
    hexes_with_units,
    is_of_another,
    is_prize,
    standings,
)

_W = Severity.WARNING


@check(
    "MPB032",
    entry="SC-32",
    name="commander-away-from-his-wing",
    severity=_W,
    rules=("MP-5.2.1-b",),
    rationale="A wing commander who ends an action step without a unit of his wing is lost.",
    bad="setup:\n  - {leader: horn, hex: 1203}     # with a unit of another wing",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {leader: horn, hex: 1201}",
    same_as=("MPB048",),
)
def commander_away_from_his_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wing commanders in a hex, or area, in which no unit of their wing starts or may be placed."""
    for leader, placement in setup_view(ctx).leaders_on_map:
        if leader.role != WC:
            continue
        wings = {c.id for c in ctx.battle.commands if c.leader == leader.id} | {leader.command}
        if any(ctx.units[u].command in wings for u in setup_view(ctx).placeless_pieces if u in ctx.units):
            continue  # he may well be with one of these
        if not any(p.unit.command in wings for p in combat_companions(ctx, placement)):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"wing commander `{leader.id}` starts in {start_words(ctx, placement)} without a unit of his "
                "wing",
                expected="a hex with a unit of his wing",
                depends=presence(ctx.scenario),
            )


@check(
    "MPB034",
    entry="SC-34",
    name="out-of-command",
    severity=_W,
    rules=("MP-5.4.2-a", "MP-5.4.2-b", "MP-5.4.2-c", "MP-5.4.2-d"),
    rationale=(
        "A unit out of command may do little but go back: it needs a line of three hexes for "
        "cavalry, two for "
        "others, to its wing commander or to a unit of the wing that is in command."
    ),
    bad="setup:\n  - {unit: un-old, hex: 1606, facing: W}\n  - {leader: torsten, hex: 1204}",
    good="setup:\n  - {unit: un-old, hex: 1205, facing: E}\n  - {leader: torsten, hex: 1204}",
    options=("command_gap_limit",),
)
def out_of_command(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start out of command; unlimbered guns and baggage do not need it.

    Who is placed within an area may be in any of its hexes, and bring others into command from there.
    """
    if ctx.map is None:
        return
    seats = {leader.id: placement.possible_hexes for leader, placement in setup_view(ctx).leaders_on_map}
    for command in ctx.battle.commands:
        leader = commander_of(ctx, command.id)
        if leader is None or leader.id not in seats or is_of_another(leader, command):
            continue
        rest = [
            p
            for p in setup_view(ctx).units_on_map
            if p.unit.command == command.id
            and p.arm != BAGGAGE
            and (p.arm != GUNS or p.placement.state.get("limbering") == "limbered")
            and not is_prize(p)
        ]
        limits: dict[int, int | None] = dict.fromkeys(seats[leader.id])
        waiting = {(hexes, _gap(p)) for p in rest for hexes in standings(p)}
        in_command: set[tuple[tuple[int, ...], int]] = set()
        barred_hexes = _barred_hexes(ctx, command.side)
        while near := {x for x in waiting if _reaches(ctx, *x, limits, barred_hexes)}:
            waiting -= near
            in_command |= near
            for hexes, gap in sorted(near):
                # A unit in the hex of the commander takes nothing from his reach.
                limits |= {h: max(gap, limits.get(h) or 0) for h in hexes if limits.get(h, 0) is not None}
        for p in rest:
            if any((hexes, _gap(p)) in in_command for hexes in standings(p)):
                continue
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` starts out of command of `{leader.id}`",
                expected=f"a line of {_gap(p)} hexes to him or to a unit in command",
                related=((ctx.placement_subject(leader.id), "its wing commander"),),
            )


MAX_GAP = 3
"""Longest gap of a command line, in hexes: that of cavalry (MP-5.4.2-b)."""


def _gap(placed_unit: PlacedUnit) -> int:
    """Return the longest gap of the command line of a unit, in hexes."""
    return MAX_GAP if placed_unit.arm == HORSE else 2


def _barred_hexes(ctx: CheckContext, side: str | None) -> set[int]:
    """Return where no command line of a side leads (MP-5.4.2-d): enemies, impassable terrain, out of play."""
    if ctx.map is None:
        return set()
    closed_kinds = {t.id for t in ctx.battle.series.terrains if t.kind == "hex" and t.impassable}
    barred_hexes = {
        n for n, kind in enumerate(ctx.map.terrain) if kind in closed_kinds or not ctx.map.playable[n]
    }
    for index, units in hexes_with_units(ctx):
        if any(p.unit.side != side for p in units if None not in (p.unit.side, side) and not is_prize(p)):
            barred_hexes.add(index)
    return barred_hexes


def _reaches(
    ctx: CheckContext,
    hexes: tuple[int, ...],
    gap: int,
    limits: Mapping[int, int | None],
    barred_hexes: set[int],
) -> bool:
    """Return whether a line leads from a unit with a longest gap to a hex in command.

    It goes around the hexes in which it is `barred_hexes`. The option says whether
    the unit that is brought into command limits the gap, the one that is in command, or both (AMB-11).
    `limits` are the hexes in command with the longest gap of the unit there, None for the wing commander.
    """
    if ctx.map is None:
        return True
    who = ctx.option("command_gap_limit")
    hexes_passed, rim = set(hexes), set(hexes)
    for distance in range(MAX_GAP + 1):
        for here in rim & limits.keys():
            near = limits[here] or gap
            if distance <= {"far_unit": gap, "near_unit": near, "smaller": min(gap, near)}[str(who)]:
                return True
        rim = {there for here in rim for there in ctx.map.grid.neighbours(here)} - hexes_passed - barred_hexes
        hexes_passed |= rim
    return False


@check(
    "MPB036",
    entry="SC-36",
    name="forced-rally-at-start",
    severity=_W,
    rules=("MP-5.8-a", "MP-5.8-d"),
    rationale=(
        "A wing all of whose cavalry and heavy infantry is shaken or broken goes over to Rally at once."
    ),
    bad=(
        "setup:\n  - {unit: em-cuir, hex: 1501, facing: W, state: morale_shaken}    # the wing's only cavalry"
    ),
    good="orders: {rohan: rally}",
)
def forced_rally_at_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings already in that condition under another order.

    Units that are eliminated or have left the map in pursuit count as shaken; a wing without any other
    unit is out of the game. Dismounted cavalry counts as cavalry (AMB-67).
    """
    if ctx.scenario is None:
        return
    late, lost_pieces = setup_view(ctx).arriving_pieces, setup_view(ctx).lost_pieces
    mounted_or_heavy = (HORSE, DISMOUNTED, HEAVY)
    for command in ctx.battle.commands:
        units = {u.id: u for u in ctx.battle.units_of(command.id)}
        placements = [p for p in ctx.scenario.placements if p.kind == "unit" and p.piece in units]
        members = [p for p in placements if units[p.piece].arm in mounted_or_heavy]
        waiting = any(u.id in late and u.arm in mounted_or_heavy for u in units.values())
        order = ctx.scenario.orders.get(command.id)
        is_gone = all(p.piece in lost_pieces for p in placements)
        if not members or is_gone or waiting or order in (None, "rally"):
            continue
        if all(
            p.piece in lost_pieces
            or ctx.state(p, "morale") != "morale_normal"
            or ctx.state(p, "formation") == "formation_broken"
            for p in members
        ):
            yield Finding(
                ("order", ctx.scenario.id, command.id),
                f"all cavalry and heavy infantry of wing `{command.id}` starts shaken or broken: "
                f"{name_list(p.piece for p in members)}",
                expected="order rally",
            )


CHECKS: tuple[Check, ...] = (commander_away_from_his_wing, out_of_command, forced_rally_at_start)
"""SC-32 to SC-36."""
