"""Checks of wings, their commanders, types and orders (5.2: SC-20 to SC-27, SC-35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.general import on_map
from jdgtools.checks.setup import presence, scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Leader, Unit
from jdgtools.series.mpbs.arms import FIGHTERS, HEAVY, WC
from jdgtools.series.mpbs.checks.common import (
    commander_of,
    commanders_of,
    is_of_another,
    wings_in_play,
    words,
)

_E, _W = Severity.ERROR, Severity.WARNING
_REPLACEMENTS = "replacements"
"""Box of the men who wait to replace a wing commander (MP-5.3.3-b)."""


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
    may_warn=True,
)
def unit_without_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without a wing, or of a wing of the other side.

    A warning for artillery and baggage (SC-21).
    """
    for unit in ctx.battle.units:
        command = ctx.battle.command(unit.command)
        is_written = ("unit", unit.id, "command") in ctx.battle.spans
        if command is not None and None not in (unit.side, command.side) and unit.side != command.side:
            yield Finding(
                ("unit", unit.id, "command"),
                f"unit `{unit.id}` of side `{unit.side}` belongs to wing `{command.id}` of `{command.side}`",
                expected="a wing of its side",
            )
        elif command is None and unit.arm and not is_written:
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
    same_as=("GEN089",),
)
def wing_without_commander(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings in play without a commander of their side in play, with two, and with that of another."""
    alive = setup_view(ctx).in_play
    wings_of: dict[str, str] = {}
    for wing in wings_in_play(ctx):
        command, leader = ctx.battle.command(wing), commander_of(ctx, wing)
        is_wrong = leader is not None and command is not None and is_of_another(leader, command)
        # Whom the wing had named if it had not named another.
        others = [] if is_wrong else commanders_of(ctx, wing)[1:]
        for other in (x for x in others if x.id in alive):
            yield Finding(
                ("leader", other.id, "command"),
                f"wing `{wing}` has two commanders, `{leader.id if leader else ''}` and `{other.id}`",
                expected="one wing commander",
                related=((("command", wing), "the wing"),),
            )
        is_of_his_side = leader is not None and command is not None and leader.side == command.side
        if leader is not None and is_of_his_side and leader.id in wings_of:
            yield _second_wing(ctx, leader, wings_of[leader.id], wing)
        if leader is not None and is_of_his_side:
            wings_of.setdefault(leader.id, wing)
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
                depends=presence(ctx.scenario),
            )
        elif ctx.scenario is not None and any(
            p.piece == leader.id and p.box == _REPLACEMENTS for p in ctx.scenario.placements
        ):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"wing `{wing}` is in play, and its commander `{leader.id}` waits to replace another",
                expected="a hex with a unit of his wing",
            )


def _second_wing(ctx: CheckContext, leader: Leader, first: str, second: str) -> Finding:
    """Return what is said of a leader of two wings, at the one that is not his by his own word."""
    here, other = (first, second) if leader.command == second else (second, first)
    return Finding(
        ("command", here, "leader"),
        f"`{leader.id}` commands two wings, `{first}` and `{second}`",
        expected="a commander for each wing",
        related=((("command", other), "the other wing"),),
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
    """Yield declared types that differ from what the starting units make of the wing.

    A wing of which nobody starts on the map has the composition in which it enters.
    """
    placements = ctx.scenario.placements if ctx.scenario else ()
    first = {p.piece for p in placements}
    for wing in wings_in_play(ctx):
        command = ctx.battle.command(wing)
        type_there = command.values.get("type") if command else None
        members = [u for u in ctx.battle.units_of(wing) if u.arm in FIGHTERS]
        units = [u for u in members if u.id in first] or _first_to_enter(ctx, members)
        arms = {u.arm for u in units}
        derived = "infantry" if HEAVY in arms else "cavalry"
        if type_there is not None and units and type_there != derived:
            yield Finding(
                ("command", wing, "type"),
                f"wing `{wing}` is declared as {type_there}, but its units make it {derived}",
                expected=derived,
            )


def _first_to_enter(ctx: CheckContext, members: Sequence[Unit]) -> list[Unit]:
    """Return those of the units that come in the earliest turn in which one of them comes."""
    turns: dict[int, list[Unit]] = {}
    for arrival in setup_view(ctx).arrivals:
        units = [unit for unit in members if unit.id in arrival.pieces]
        if units:
            turns.setdefault(arrival.turn or 0, []).extend(units)
    return turns[min(turns)] if turns else []


@check(
    "MPB024",
    entry="SC-24",
    name="two-wings-with-one-letter",
    severity=_W,
    rules=("MP-2.1.2-g",),
    rationale="The letter on a counter says to which wing of its side it belongs. Two wings with one letter "
    "cannot be told apart.",
    bad="commands:\n  - {id: horn, side: union, letter: L}\n  - {id: torsten, side: union, letter: L}",
    good="commands:\n  - {id: horn, side: union, letter: L}\n  - {id: torsten, side: union, letter: C}",
)
def two_wings_with_one_letter(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings in play that have the letter of another wing of their side."""
    letters: dict[tuple[str | None, str], str] = {}
    for wing in wings_in_play(ctx):
        command = ctx.battle.command(wing)
        if command is None or not command.letter:
            continue
        other = letters.setdefault((command.side, command.letter.casefold()), wing)
        if other != wing:
            yield Finding(
                ("command", wing, "letter"),
                f"wings `{other}` and `{wing}` of side `{command.side}` have one letter, {command.letter}",
                expected="a letter for each wing",
                related=((("command", other, "letter"), "the other wing"),),
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
        is_written = ("order", ctx.scenario.id, wing) in ctx.battle.spans
        if wing not in ctx.scenario.orders and not is_written:
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
    """Yield sides whose wings with a unit on the map all start under Rally (AMB-07)."""
    if ctx.scenario is None:
        return
    present = on_map(ctx)
    for side in ctx.battle.sides:
        wings = [
            w for w in wings_in_play(ctx, side.id) if any(u.id in present for u in ctx.battle.units_of(w))
        ]
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
    """Yield wings that arrive with their commander, under another order."""
    if ctx.scenario is None:
        return
    late, present = setup_view(ctx).arriving_pieces, on_map(ctx)
    for wing, order in ctx.scenario.orders.items():
        leader = commander_of(ctx, wing)
        if any(u.id in present for u in ctx.battle.units_of(wing)):
            continue
        if leader is not None and leader.id in late and order != "make_ready":
            yield Finding(
                ("order", ctx.scenario.id, wing),
                f"wing `{wing}` arrives under {order}",
                expected="make_ready",
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
    two_wings_with_one_letter,
    no_initial_order,
    all_wings_rally,
    order_of_reinforcements,
    empty_wing,
)
"""SC-20 to SC-27, SC-35."""
