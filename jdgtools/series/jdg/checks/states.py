"""Checks of squares and initial states (G.7 of the rules digest): CHK-81 to CHK-87."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.checks.base import CheckContext, Finding, allowance, check
from jdgtools.checks.general import hex_names
from jdgtools.checks.setup import related_units, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.scenario import Scenario
from jdgtools.series.jdg.checks.common import by_side, setup_of

DECLARES = "JDG-0.3-j"
"""The statement that a special rule names to declare initial states (a counter starts on its front)."""


@check(
    "JDG081",
    entry="CHK-81",
    name="square-outside-clear-terrain",
    severity=Severity.ERROR,
    rules=("JDG-4.2-a",),
    rationale="A square can be formed in clear terrain alone, so a scenario cannot start one in a wood or a "
    "village. Clear is what the terrain effects chart calls clear.",
    bad="terrain: |\n  . w        # 0201 is a light wood\nsetup:\n"
    "  - {unit: 1-9, hex: 0201, facing: E, state: in_square}",
    good="terrain: |\n  . w\nsetup:\n  - {unit: 1-9, hex: 0101, facing: E, state: in_square}",
)
def square_outside_clear_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield squares in terrain that is not clear: in the setup, and where reinforcements enter."""
    setup = setup_of(ctx)
    if ctx.scenario is None or ctx.map is None or setup.ground is None:
        return
    for placement in ctx.scenario.placements:
        hexes = placement.possible_hexes
        if placement.kind != "unit" or ctx.state(placement, "square") != "in_square":
            continue
        rough = [i for i in hexes if setup.hex_value(i, "is_clear") is False]
        if not rough or (placement.area and len(rough) < len(hexes)):
            continue
        terrain = setup.ground.label(ctx.map.terrain[rough[0]] or "", "hex")
        yield Finding(
            (*ctx.placement_subject(placement.piece), "state"),
            f"`{placement.piece}` starts in square in {hex_names(ctx, rough)} ({terrain}), which is not "
            "clear",
            expected="clear terrain, where squares can be formed",
            hint="move it to a clear hex, or take `in_square` out of its `state`",
        )
    for arrival in setup.arrivals:
        if arrival.state.get("square") != "in_square" or not arrival.hexes:
            continue
        if all(setup.hex_value(i, "is_clear") is False for i in arrival.hexes):
            terrain = setup.ground.label(ctx.map.terrain[arrival.hexes[0]] or "", "hex")
            yield Finding(
                ("arrival", ctx.scenario.id, arrival.id, "state"),
                f"reinforcement `{arrival.id}` enters in square in {hex_names(ctx, arrival.hexes)} "
                f"({terrain}), which is not clear",
                expected="clear terrain, where squares can be formed",
                hint="take `in_square` out of its `state`, or let it enter in a clear hex",
            )


@check(
    "JDG082",
    entry="CHK-82",
    name="unit-unable-to-form-square",
    severity=Severity.ERROR,
    rules=("JDG-4.2-a", "JDG-10.1-h"),
    rationale="Only infantry, and artillery with it, forms square, and only in good order: a unit that is "
    "disordered leaves its square at once, a routed one has none, and cavalry never forms one.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: [disordered, in_square]}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: in_square}",
    same_as=("GEN117",),
)
def unit_unable_to_form_square(ctx: CheckContext) -> Iterator[Finding]:
    """Yield cavalry, disordered or routed units in square, in the setup and among reinforcements."""
    scenario = ctx.scenario
    for placement in scenario.placements if scenario else ():
        unit = ctx.units.get(placement.piece)
        if placement.kind != "unit" or unit is None or ctx.state(placement, "square") != "in_square":
            continue
        subject = (*ctx.placement_subject(unit.id), "state")
        yield from _no_square(f"`{unit.id}` starts", subject, unit.arm, ctx.state(placement, "level"))
    for arrival in setup_of(ctx).arrivals if scenario else ():
        if scenario is None or arrival.state.get("square") != "in_square":
            continue
        # The state of a group holds for those of its units that can have it: cavalry may be among them.
        arms = {ctx.units[piece].arm for piece in arrival.pieces if piece in ctx.units}
        yield from _no_square(
            f"reinforcement `{arrival.id}` arrives",
            ("arrival", scenario.id, arrival.id, "state"),
            "cavalry" if arms == {"cavalry"} else "",
            arrival.state.get("level", "ordered"),
        )


def _no_square(who: str, subject: Subject, arm: str, level: str) -> Iterator[Finding]:
    """Yield what keeps a unit, or a group, from being in square: its arm, or that it is not ordered."""
    reasons = [arm] if arm == "cavalry" else []
    reasons += [level] if level != "ordered" else []
    if reasons:
        yield Finding(
            subject,
            f"{who} in square, but it is {' and '.join(reasons)}",
            expected="ordered infantry, or ordered artillery with it, in a square",
            hint="take `in_square` out of its `state`" + (f", or `{level}`" if arm != "cavalry" else ""),
            rules=("JDG-4.2-a",) if arm == "cavalry" else (),
        )


@check(
    "JDG083",
    entry="CHK-83",
    name="square-with-units-outside",
    severity=Severity.ERROR,
    rules=("JDG-4.2-p", "JDG-5.1.1-k"),
    rationale="A hex is in square or it is not: an infantry unit in square never shares its hex with one "
    "that is not, and artillery in the hex belongs to the square too.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: in_square}\n"
    "  - {unit: 1-38, hex: 0305, facing: E}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: in_square}\n"
    "  - {unit: 1-38, hex: 0305, facing: E, state: in_square}",
)
def square_with_units_outside(ctx: CheckContext) -> Iterator[Finding]:
    """Yield infantry in square with infantry or artillery that is not."""
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            inside = tuple(p for p in stack if p.square and p.unit.arm == "infantry")
            outside = [p for p in stack if not p.square and p.unit.arm in ("infantry", "artillery")]
            for unit in outside if inside else ():
                yield Finding(
                    (*ctx.placement_subject(unit.id), "state"),
                    f"`{unit.id}` is not in square, but {name_list(p.id for p in inside)} in its hex "
                    f"{ctx.hex_id(index)} {'is' if len(inside) == 1 else 'are'}",
                    expected="all infantry and artillery of the hex in square, or none",
                    hint=f"give `{unit.id}` the state `in_square` too, or take it from the others",
                    related=related_units(ctx, inside),
                    rules=() if unit.unit.arm == "infantry" else ("JDG-5.1.1-k",),
                )


@check(
    "JDG084",
    entry="CHK-84",
    name="artillery-in-square-alone",
    severity=Severity.ERROR,
    rules=("JDG-4.2-g",),
    rationale="Artillery takes shelter in the square of infantry; it forms none of its own.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: E, state: in_square}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: E, state: in_square}\n"
    "  - {unit: 1-9, hex: 0305, facing: E, state: in_square}",
)
def artillery_in_square_alone(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery in square where no infantry in square starts, may be placed, or enters with it."""
    setup = setup_of(ctx)
    for arrival in setup.arrivals:
        if ctx.scenario is None or arrival.state.get("square") != "in_square":
            continue
        for arrival_stack in arrival.stacks:
            units = [ctx.units[piece] for piece in arrival_stack if piece in ctx.units]
            if any(unit.arm == "infantry" for unit in units):
                continue
            for unit in units:
                if unit.arm == "artillery":
                    yield Finding(
                        ("arrival-piece", ctx.scenario.id, unit.id),
                        f"artillery `{unit.id}` arrives in square with reinforcement `{arrival.id}`, but no "
                        "infantry is in its entry stack",
                        expected="infantry in square in the same entry stack",
                        hint="take `in_square` out of the `state` of the group, or write the battery and a "
                        "regiment as one entry stack",
                    )
    for gun in setup.units_on_map:
        if gun.arm != "artillery" or ctx.state(gun.placement, "square") != "in_square":
            continue
        friends = (p for p in setup.companions(gun.placement) if p.unit.side == gun.unit.side)
        infantry = [p for p in friends if p.arm == "infantry"]
        if any(ctx.state(p.placement, "square") == "in_square" for p in infantry):
            continue
        gun_squares = [p for p in infantry if p.hexes and gun.hexes]
        yield Finding(
            (*ctx.placement_subject(gun.id), "state"),
            f"artillery `{gun.id}` starts in square in {start_words(ctx, gun.placement)}, "
            + ("but the infantry with it does not" if gun_squares else "but no infantry is with it"),
            expected="infantry in square in the same hex",
            hint=f"give {name_list(p.id for p in gun_squares)} the state `in_square`"
            if gun_squares
            else "take `in_square` out of its `state`, or place infantry in square with it",
        )


def _states(ctx: CheckContext, scenario: Scenario) -> Iterator[tuple[str, Subject, Mapping[str, str]]]:
    """Yield ("who starts", place, states that the source gives) of placements and reinforcements."""
    for placement in scenario.placements:
        if placement.kind == "unit" and placement.state:
            yield (
                f"`{placement.piece}` starts",
                (*ctx.placement_subject(placement.piece), "state"),
                placement.state,
            )
    for arrival in scenario.arrivals:
        if arrival.state:
            who = f"reinforcement `{arrival.id}` arrives"
            yield who, ("arrival", scenario.id, arrival.id, "state"), arrival.state


def _owner_in_words(subject: Subject) -> str:
    """Return how a special rule names the owner of a state: a unit, or a reinforcement as a group."""
    return f"{'unit' if subject[0] == 'placement' else 'reinforcement'} {subject[2]}"


@check(
    "JDG085",
    entry="CHK-85",
    name="initial-state-not-declared",
    severity=Severity.WARNING,
    rules=(DECLARES,),
    rationale="Units start in order unless the scenario declares otherwise. A disordered or routed unit in a "
    "setup is easily a slip of the keyboard, so a special rule says in words that it is meant, for the "
    "players as well.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: disordered}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: disordered}\nspecial_rules:\n"
    "  - {id: tired, title: Tired, text: The 9th starts disordered., overrules: [JDG-0.3-j], "
    "allows: [{code: JDG085, for: [unit 1-9]}]}",
)
def initial_state_not_declared(ctx: CheckContext) -> Iterator[Finding]:
    """Yield disordered or routed units that no special rule declares."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for who, subject, state in _states(ctx, scenario):
        level = state.get("level", "ordered")
        if level != "ordered":
            yield Finding(
                subject,
                f"{who} {level}, but no special rule says so",
                expected="`ordered`, or a special rule that declares the state",
                hint=f"say in a special rule who starts {level}, with `overrules: [{DECLARES}]` and "
                f"`{allowance('JDG085', _owner_in_words(subject))}`",
            )


@check(
    "JDG086",
    entry="CHK-86",
    name="combat-marker-at-setup",
    severity=Severity.ERROR,
    rules=("JDG-4.4.2-c", "JDG-8.3.1-e", "JDG-9.1-c"),
    rationale="Shock, Shock/Check, Charge and Fired markers belong to one activation: they are put down in "
    "it and taken off at its end. Before the first activation there can be none.",
    bad="setup:\n  - {unit: 20-ld, hex: 0305, facing: E, state: charge}",
    good="setup:\n  - {unit: 20-ld, hex: 0305, facing: E}",
)
def combat_marker_at_setup(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start with a marker of an activation."""
    for who, subject, state in _states(ctx, ctx.scenario) if ctx.scenario else ():
        for axis, none, rules in (
            ("fired", "not_fired", ("JDG-4.4.2-c",)),
            ("combat", "no_combat", ("JDG-8.3.1-e", "JDG-9.1-c")),
        ):
            value = state.get(axis, none)
            if value != none:
                yield Finding(
                    subject,
                    f"{who} with the {_marker(ctx, value)} marker, which no unit has at the start",
                    expected="no marker of fire, shock or charge at the start",
                    hint=f"take `{value}` out of `state`",
                    rules=rules,
                )


@check(
    "JDG087",
    entry="CHK-87",
    name="order-marker-at-setup",
    severity=Severity.WARNING,
    rules=("JDG-2.3.2-d", "JDG-1-v"),
    rationale="Orders are given in phase A of every turn, in secret, and all order markers leave the map in "
    "phase F. A marker placed at setup would take that choice from the player in the first turn.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E, state: orders_received}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E}",
)
def order_marker_at_setup(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start with an order marker."""
    for who, subject, state in _states(ctx, ctx.scenario) if ctx.scenario else ():
        value = state.get("orders", "no_marker")
        if value != "no_marker":
            yield Finding(
                subject,
                f"{who} with the {_marker(ctx, value)} marker, but orders are given in phase A",
                expected="no order marker at the start",
                hint=f"take `{value}` out of `state`; if it is meant, say so in a special rule with "
                f"`{allowance('JDG087', _owner_in_words(subject))}`",
            )


def _marker(ctx: CheckContext, value: str) -> str:
    """Return the name of the marker that shows a state."""
    marker = ctx.battle.series.marker(value)
    return marker.name.get() if marker else value


CHECKS = (
    square_outside_clear_terrain,
    unit_unable_to_form_square,
    square_with_units_outside,
    artillery_in_square_alone,
    initial_state_not_declared,
    combat_marker_at_setup,
    order_marker_at_setup,
)
