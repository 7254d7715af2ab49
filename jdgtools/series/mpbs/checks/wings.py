"""Checks of wings, leaders and orders (5.2: SC-20 to SC-36)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import name_list, scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.mpbs.checks.command import CHECKS as COMMAND_CHECKS
from jdgtools.series.mpbs.checks.common import AC, FIGHTERS, HEAVY, WC, commander_of, wings_in_play, words

_E, _W = Severity.ERROR, Severity.WARNING


@check(
    "MPB020",
    entry="SC-20",
    name="unit-without-wing",
    severity=_E,
    rules=("MP-5.2.1-a",),
    rationale="Infantry, cavalry and dismounted cavalry belong to one wing, which activates them.",
    bad="- {id: un-horn, side: union, type: cuirassiers}",
    good="- {id: un-horn, side: union, command: horn, type: cuirassiers}",
    scope="battle",
)
def unit_without_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without a wing, or of a wing of the other side.

    A warning for artillery and baggage (SC-21).
    """
    for unit in ctx.battle.units:
        command = ctx.battle.command(unit.command)
        said = ("unit", unit.id, "command") in ctx.battle.spans
        if command is not None and None not in (unit.side, command.side) and unit.side != command.side:
            yield Finding(
                ("unit", unit.id, "command"),
                f"unit `{unit.id}` of side `{unit.side}` belongs to wing `{command.id}` of `{command.side}`",
                expected="a wing of its side",
            )
        elif command is None and unit.arm and not said:
            yield Finding(
                ("unit", unit.id),
                f"{words(unit.arm)} unit `{unit.id}` belongs to no wing",
                expected="`command`",
                severity=_E if unit.arm in FIGHTERS else _W,
                rules=() if unit.arm in FIGHTERS else ("MP-5.2.1-a", "MP-8.3.3-a"),
            )


@check(
    "MPB022",
    entry="SC-22",
    name="wing-without-commander",
    severity=_E,
    rules=("MP-5.2.1-a", "MP-5.3.2-a"),
    rationale="A wing acts by its commander; it has one, of its own side.",
    bad="commands:\n  - {id: horn, side: union}",
    good="commands:\n  - {id: horn, side: union, leader: horn}",
)
def wing_without_commander(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings in play without a commander of their side in play."""
    alive = setup_view(ctx).in_play
    for wing in wings_in_play(ctx):
        command, leader = ctx.battle.command(wing), commander_of(ctx, wing)
        if command is None:
            continue
        if leader is None or leader.role != WC:
            yield Finding(
                ("command", wing),
                f"wing `{wing}` has no wing commander",
                expected="`leader`, a wing_commander",
            )
        elif None not in (leader.side, command.side) and leader.side != command.side:
            yield Finding(
                ("command", wing, "leader"),
                f"wing `{wing}` of side `{command.side}` is led by `{leader.id}` of `{leader.side}`",
                expected="a leader of its side",
            )
        elif leader.id not in alive:
            yield Finding(
                scenario_subject(ctx),
                f"wing `{wing}` is in play, its commander `{leader.id}` is not",
                expected="a placement or an arrival of the leader",
            )


@check(
    "MPB023",
    entry="SC-23",
    name="type-of-wing",
    severity=_E,
    rules=("MP-2.3-i",),
    rationale="A wing without heavy infantry is a cavalry wing, any other an infantry wing.",
    bad="commands:\n  - {id: horn, values: {type: infantry}}   # cavalry and dragoons only",
    good="commands:\n  - {id: horn, values: {type: cavalry}}",
)
def type_of_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield declared types that differ from what the units in play make of the wing."""
    alive = setup_view(ctx).in_play
    for wing in wings_in_play(ctx):
        command = ctx.battle.command(wing)
        declared = command.values.get("type") if command else None
        arms = {u.arm for u in ctx.battle.units_of(wing) if u.id in alive}
        derived = "infantry" if HEAVY in arms else "cavalry"
        if declared is not None and declared != derived:
            yield Finding(
                ("command", wing, "type"),
                f"wing `{wing}` is declared as {declared}, but its units make it {derived}",
                expected=derived,
            )


@check(
    "MPB025",
    entry="SC-25",
    name="no-initial-order",
    severity=_E,
    rules=("MP-5.5.1-b", "MP-5.5.3-a"),
    rationale="Each wing starts under one of the four orders, unless the players choose them secretly.",
    bad="orders: {horn: charge}      # and wing torsten is in play, too",
    good="orders: {horn: charge, torsten: make_ready}",
)
def no_initial_order(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings in play without an order."""
    if ctx.scenario is None or ctx.scenario.settings.get("free_orders") is True:
        return
    for wing in wings_in_play(ctx):
        said = ("order", ctx.scenario.id, wing) in ctx.battle.spans
        if wing not in ctx.scenario.orders and not said:
            yield Finding(
                scenario_subject(ctx, "orders"),
                f"wing `{wing}` has no initial order",
                expected="charge, make_ready, receive_charge or rally; or `free_orders` under `settings`",
            )


@check(
    "MPB026",
    entry="SC-26",
    name="all-wings-rally",
    severity=_W,
    rules=("MP-4.1.1-f", "MP-4.6-a"),
    rationale="A side all of whose wings are under Rally leaves the field: the game ends at once.",
    bad="orders: {rohan: rally, falk: rally}",
    good="orders: {rohan: rally, falk: receive_charge}",
)
def all_wings_rally(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides whose wings on the map all start under Rally."""
    if ctx.scenario is None:
        return
    there = {p.piece for p in ctx.scenario.placements}
    for side in ctx.battle.sides:
        wings = [w for w in wings_in_play(ctx, side.id) if any(u.id in there for u in ctx.battle.units_of(w))]
        if wings and all(ctx.scenario.orders.get(w) == "rally" for w in wings):
            yield Finding(
                ("order", ctx.scenario.id, wings[0]),
                f"all wings of side `{side.id}` start under Rally: {name_list(wings)}",
                expected="another order for one of them",
            )


@check(
    "MPB027",
    entry="SC-27",
    name="order-of-reinforcements",
    severity=_W,
    rules=("MP-7.4-a",),
    rationale="Reinforcements that bring their own wing commander enter under Make Ready.",
    bad="orders: {leslie: charge}      # leslie arrives in turn 2",
    good="orders: {leslie: make_ready}",
)
def order_of_reinforcements(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings whose commander arrives later, under another order."""
    if ctx.scenario is None:
        return
    late = setup_view(ctx).arriving
    for wing, order in ctx.scenario.orders.items():
        leader = commander_of(ctx, wing)
        if leader is not None and leader.id in late and order != "make_ready":
            yield Finding(
                ("order", ctx.scenario.id, wing),
                f"wing `{wing}` arrives under {order}",
                expected="make_ready",
            )


@check(
    "MPB028",
    entry="SC-28",
    name="army-commanders",
    severity=_E,
    rules=("MP-5.1.1-a",),
    rationale="An army has at most one army commander; most have one.",
    bad="leaders:\n  - {id: baner, side: union, role: army_commander}\n"
    "  - {id: lennart, side: union, role: army_commander}",
    good="leaders:\n  - {id: baner, side: union, role: army_commander}",
)
def army_commanders(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides with two army commanders in play; a warning where there is none (SC-29)."""
    alive = setup_view(ctx).in_play
    for side in ctx.battle.sides:
        found = [x for x in ctx.battle.leaders if x.side == side.id and x.role == AC and x.id in alive]
        if len(found) > 1:
            yield Finding(
                ("leader", found[1].id, "role"),
                f"side `{side.id}` has {len(found)} army commanders: {name_list(x.id for x in found)}",
                expected="one",
            )
        elif not found and wings_in_play(ctx, side.id):
            yield Finding(
                scenario_subject(ctx),
                f"side `{side.id}` has no army commander",
                expected="a leader with role army_commander",
                severity=_W,
            )


@check(
    "MPB030",
    entry="SC-30",
    name="succession",
    severity=_W,
    rules=("MP-5.3.5-a", "MP-5.3.5-b"),
    rationale="If the army commander falls, the senior wing commander follows, and somebody his.",
    bad="leaders:\n  - {id: torsten, role: wing_commander, values: {rating: -2}}",
    good=(
        "leaders:\n  - {id: torsten, role: wing_commander, values: {rating: -2, senior: true, "
        "replacement: spare}}"
    ),
    scope="battle",
)
def succession(ctx: CheckContext) -> Iterator[Finding]:
    """Yield armies with a commander but without a senior wing commander, or without a man to follow him."""
    for side in ctx.battle.sides:
        own = [x for x in ctx.battle.leaders if x.side == side.id]
        if not any(x.role == AC for x in own):
            continue
        senior = [x for x in own if x.role == WC and x.front.get("senior") is True]
        if len(senior) != 1:
            yield Finding(
                ("side", side.id),
                f"side `{side.id}` has {len(senior) or 'no'} senior wing commanders",
                expected="one wing commander with `senior: true`",
            )
        elif ctx.leaders.get(str(senior[0].front.get("replacement", ""))) is None:
            yield Finding(
                ("leader", senior[0].id, "replacement"),
                f"senior wing commander `{senior[0].id}` names no leader as his replacement",
                expected="`replacement`, the id of a leader",
            )


@check(
    "MPB031",
    entry="SC-31",
    name="influence-on-unknown-wing",
    severity=_E,
    rules=("MP-5.3.5-c",),
    rationale="The wings that an army commander may influence are wings of his own army.",
    bad="leaders:\n  - {id: baner, role: army_commander, values: {influences: hornn}}",
    good="leaders:\n  - {id: baner, role: army_commander, values: {influences: horn}}",
    scope="battle",
)
def influence_on_unknown_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield names in `influences` that are no wings of the side."""
    for leader in ctx.battle.leaders:
        for wing in str(leader.front.get("influences", "")).replace(",", " ").split():
            command = ctx.battle.command(wing)
            if command is None or (None not in (command.side, leader.side) and command.side != leader.side):
                yield Finding(
                    ("leader", leader.id, "influences"),
                    f"army commander `{leader.id}` influences `{wing}`, which is no wing of his army",
                    expected="ids of wings of his side",
                )


@check(
    "MPB035",
    entry="SC-35",
    name="empty-wing",
    severity=_E,
    rules=("MP-4.2.3-a",),
    rationale="A wing has at least one unit.",
    bad="commands:\n  - {id: ghosts, side: union, leader: nobody}",
    good="commands:\n  - {id: horn, side: union, leader: horn}   # and units with command horn",
    scope="battle",
)
def empty_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings without any unit."""
    for command in ctx.battle.commands:
        if not ctx.battle.units_of(command.id):
            yield Finding(("command", command.id), f"wing `{command.id}` has no unit", expected="a unit")


CHECKS: tuple[Check, ...] = (
    unit_without_wing,
    wing_without_commander,
    type_of_wing,
    no_initial_order,
    all_wings_rally,
    order_of_reinforcements,
    army_commanders,
    succession,
    influence_on_unknown_wing,
    empty_wing,
    *COMMAND_CHECKS,
)
"""SC-20 to SC-36."""
