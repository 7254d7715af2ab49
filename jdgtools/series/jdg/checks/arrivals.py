"""Checks of reinforcements (G.9 of the rules digest) that concern stacks and timing: CHK-97 to CHK-102."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from jdgtools.charts.model import ChartLookupError
from jdgtools.checks.base import CheckContext, Finding, allowance, check
from jdgtools.checks.general import is_written
from jdgtools.checks.setup import allowed_by_stack_rule, presence, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Arrival, Placement
from jdgtools.series.jdg.checks.common import SOVEREIGN, CombatUnit, normal_markers, number, setup_of
from jdgtools.series.jdg.checks.stack_rules import ENTRY_RULES, Fault
from jdgtools.series.jdg.movement import RULES as MOVEMENT


@check(
    "JDG097",
    entry="CHK-97",
    name="illegal-entry-stack",
    severity=Severity.ERROR,
    rules=(*(f"JDG-5.1.1-{letter}" for letter in "bcdefghijkl"), "JDG-5.2.2-b"),
    options=(
        "stack_cav_with_artillery",
        "stack_three_inf_plus_artillery",
        "six_sp_counts_artillery",
        "routed_mix_types",
        "mixed_stack_moves",
    ),
    rationale="Reinforcements may enter stacked, but only in stacks that may stand in one hex: stacking "
    "limits hold at every moment of a forced march, the entry included.",
    bad="reinforcements:\n  - {id: acland, units: [[2-ft, 20-ft, 20-ld]], turn: 2, entry: maceira}",
    good="reinforcements:\n  - {id: acland, units: [[2-ft, 20-ft], 20-ld], turn: 2, entry: maceira}",
)
def illegal_entry_stack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry stacks that could not stand in a hex."""
    scenario = ctx.scenario
    for arrival in setup_of(ctx).arrivals:
        for position, stack in enumerate(arrival.stacks, 1):
            members = _members(ctx, arrival, stack)
            for fault in _stack_faults(ctx, members) if len(members) > 1 else ():
                yield Finding(
                    ("arrival-piece", scenario.id if scenario else "", members[-1].id),
                    f"entry stack {position} of reinforcement `{arrival.id}` holds {fault.what}",
                    expected=fault.expected,
                    hint="let them enter as separate stacks",
                    rules=(*fault.rules, "JDG-5.2.2-b"),
                )


def _members(ctx: CheckContext, arrival: Arrival, stack: Sequence[str]) -> list[CombatUnit]:
    """Return the combat units of an entry stack, as they will stand in the entry hex."""
    units = [ctx.units[piece] for piece in stack if piece in ctx.units]
    level = arrival.state.get("level", "ordered")
    square = arrival.state.get("square") == "in_square"
    hexes = arrival.hexes[:1]
    return [
        CombatUnit(u, Placement(u.id, "unit", hexes), hexes[0] if hexes else -1, level, square) for u in units
    ]


def _stack_faults(ctx: CheckContext, members: Sequence[CombatUnit]) -> Iterator[Fault]:
    """Yield everything that is wrong with a stack; what a ruling or special rule makes legal is not wrong."""
    if allowed_by_stack_rule(ctx, None, [p.unit for p in members]):
        return
    for rule in ENTRY_RULES:
        yield from (fault for fault in rule(ctx, members) if fault.severity is not Severity.WARNING)
    arms = dict.fromkeys(p.unit.arm for p in members)
    if len(arms) > 1 and ctx.option("mixed_stack_moves") is False:
        yield Fault(
            f"units of several arms: {name_list(p.id for p in members)}",
            "units of one arm: by the option `mixed_stack_moves: false` others do not move together",
            "let them enter as separate stacks",
            tuple(members),
            ("JDG-5.1.1-b",),
        )


@check(
    "JDG098",
    entry="CHK-98",
    name="entry-dearer-than-a-forced-march",
    severity=Severity.WARNING,
    rules=("JDG-5.2.2-b", "JDG-5.2.2-c"),
    options=("entry_multiplier_counts_units", "z_means"),
    rationale="The groups of a formation enter in column: the second pays twice the cost of the entry hex, "
    "the third three times. A group that cannot pay, even by forced march, waits until the next turn, which "
    "a scenario should mean and not stumble into.",
    bad="reinforcements:    # allowance 5, forced march 10, entry hex 2 MP: the sixth would pay 12\n"
    "  - {id: column, units: [a, b, c, d, e, f], turn: 2, hexes: [0101]}",
    good="reinforcements:\n  - {id: column, units: [[a, b], [c, d], [e, f]], turn: 2, hexes: [0101]}",
)
def entry_dearer_than_a_forced_march(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the first group of each column that cannot enter in its turn."""
    scenario = ctx.scenario
    if scenario is None or setup_of(ctx).ground is None:
        return
    counts: dict[tuple[int, str], int] = {}
    columns_before: set[tuple[int, str]] = set()
    for arrival in scenario.arrivals:
        for stack in arrival.stacks:
            members = _members(ctx, arrival, stack)
            if arrival.turn is None or not members or members[0].unit.command is None:
                continue
            column = (arrival.turn, members[0].unit.command)
            if len(members) > 1 or ctx.option("entry_multiplier_counts_units") is True:
                counts[column] = counts.get(column, 0) + 1
            nth = max(counts.get(column, 1), 1)
            cost, allowance = _entry_cost(ctx, arrival, members), _forced_march(ctx, members)
            if column in columns_before or cost is None or allowance is None or nth * cost <= allowance:
                continue
            columns_before.add(column)
            allowance_text = f"its forced march allows {allowance}"
            if members[0].level != "ordered":
                allowance_text = f"{members[0].level} it makes no forced march and has {allowance}"
            yield Finding(
                ("arrival-piece", scenario.id, members[0].id),
                f"{name_list(p.id for p in members)}, number {nth} of `{column[1]}` to enter on turn "
                f"{column[0]}, would pay {nth} × {cost} = {nth * cost} MP; {allowance_text}",
                expected=f"at most {allowance // cost} groups of `{column[1]}` through a hex of {cost} MP",
                hint="let some of them enter stacked, a turn later, or through a hex that costs less",
            )


def _entry_cost(ctx: CheckContext, arrival: Arrival, members: Sequence[CombatUnit]) -> int | None:
    """Return cost of the cheapest entry hex for a stack, which pays for its dearest unit; None = closed."""
    costs_of_stack = []
    for index in arrival.hexes:
        costs = [_cost(ctx, index, p.unit) for p in members]
        if None not in costs:
            costs_of_stack.append(max(c for c in costs if c is not None))
    return min(costs_of_stack, default=None)


def _cost(ctx: CheckContext, index: int, unit: Unit) -> int | None:
    """Return the cost of a hex entered from off the map, along a road or trail off it if there is one."""
    column = setup_of(ctx).movement_class(unit)
    if ctx.map is None or ctx.map_rules is None or column not in MOVEMENT.classes:
        return None
    from_off, through = set(), set()
    for way in ctx.map.ways:
        if index in way.hexes:
            through.add(way.kind)
        if way.hexes and (
            (way.hexes[0] == index and way.exits[0] is not None)
            or (way.hexes[-1] == index and way.exits[1] is not None)
        ):
            from_off.add(way.kind)
    cost = MOVEMENT.entry(ctx.map_rules, index, column, tuple(sorted(from_off))).cost
    if cost is None:
        # A road that ends in such a hex can only have come from off the map.
        cost = MOVEMENT.entry(ctx.map_rules, index, column, tuple(sorted(through))).cost
    return cost


def _forced_march(ctx: CheckContext, members: Sequence[CombatUnit]) -> int | None:
    """Return movement points of the slowest unit of a stack by forced march; None when not given."""
    rule = setup_of(ctx).ground
    value = rule.value("TBL-MOVE", "forced_march") if rule else None
    factor = value.get("by") if isinstance(value, Mapping) else 2
    times = factor if isinstance(factor, int) else 2
    allowances = []
    for member in members:
        points = member.unit.number("movement", back=member.level != "ordered")
        if points is None:
            return None
        # Only ordered units make a forced march (JDG-4.1.3-b).
        allowances.append(points * times if member.level == "ordered" else points)
    return min(allowances, default=None)


@check(
    "JDG099",
    entry="CHK-99",
    name="enemy-near-an-entry-hex",
    severity=Severity.WARNING,
    rules=("JDG-5.2.1-l",),
    options=("forced_march_counts_cinc",),
    rationale="With an enemy unit within 5 hexes of the entry hex reinforcements enter without forced march "
    "and without the status of reinforcements. If the enemy stands there from the start, the scenario "
    "gives the reinforcements less than it seems to.",
    bad="setup:\n  - {unit: fr-2-ln, hex: 0104, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
    good="setup:\n  - {unit: fr-2-ln, hex: 0109, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
)
def enemy_near_an_entry_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements whose entry is watched by an enemy from the start."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    if scenario is None or ctx.map is None:
        return
    reach = _forced_entry_ban(ctx)
    pieces = [(p.id, p.unit.side, p.placement) for p in setup.units_on_map]
    if ctx.option("forced_march_counts_cinc") is True:
        pieces += [(x.id, x.side, placement) for x, placement in setup.leaders_on_map if x.role != SOVEREIGN]
    for arrival in scenario.arrivals:
        near = [
            (max(ctx.map.grid.distance(entry, index) for index in placement.possible_hexes), piece, entry)
            for piece, side, placement in pieces
            if None not in (side, arrival.side) and side != arrival.side
            for entry in arrival.hexes
        ]
        near = sorted(item for item in near if item[0] <= reach)
        if near:
            away, piece, entry = near[0]
            others = len({name for _, name, _ in near}) - 1
            start = next(placement for name, _, placement in pieces if name == piece)
            most = "" if start.hexes else "at most "
            yield Finding(
                ("arrival", scenario.id, arrival.id),
                f"`{arrival.id}` will enter without forced march: `{piece}` starts in "
                f"{start_words(ctx, start)}, {most}{number(away, 'hex', 'hexes')} from entry hex "
                f"{ctx.hex_id(entry)}"
                + (
                    f"; {number(others, 'more enemy is', 'more enemies are')} within {reach}"
                    if others
                    else ""
                ),
                expected=f"no enemy unit within {reach} hexes of an entry hex",
                hint="if it is meant, say so in a special rule with "
                f"`{allowance('JDG099', f'reinforcement {arrival.id}')}`; otherwise move the entry or the "
                "enemy",
                related=((ctx.placement_subject(piece), f"`{piece}` starts here"),),
            )


def _forced_entry_ban(ctx: CheckContext) -> int:
    try:
        value = ctx.charts.get("TBL-DISTANCE").value("forced_entry_ban")
    except ChartLookupError:
        return 5
    return value if isinstance(value, int) else 5


@check(
    "JDG100",
    entry="CHK-100",
    name="formation-arriving-in-parts",
    severity=Severity.WARNING,
    rules=("JDG-5.2.1-d",),
    rationale="A formation that comes in parts is easiest to follow when its turns stand in order. And one "
    "that has units on the map uses both its activation markers while the rest arrives: taking one of them "
    "out of play makes the arrival uncertain.",
    bad="reinforcements:\n  - {id: rear, command: hill, units: [b], turn: 4, entry: maceira}\n"
    "  - {id: van, command: hill, units: [a], turn: 2, entry: maceira}",
    good="reinforcements:\n  - {id: van, command: hill, units: [a], turn: 2, entry: maceira}\n"
    "  - {id: rear, command: hill, units: [b], turn: 4, entry: maceira}",
)
def formation_arriving_in_parts(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations whose parts are listed out of order, or that lack a marker while they arrive."""
    scenario = ctx.scenario
    if scenario is None:
        return
    parts: dict[str, list[Arrival]] = {}
    for arrival in scenario.arrivals:
        if arrival.command is not None:
            parts.setdefault(arrival.command, []).append(arrival)
    for arrivals in parts.values():
        for before, arrival in pairwise(arrivals):
            if before.turn is not None and arrival.turn is not None and arrival.turn < before.turn:
                yield Finding(
                    ("arrival", scenario.id, arrival.id, "turn"),
                    f"`{arrival.id}` brings a part of `{arrival.command}` on turn {arrival.turn}, but is "
                    f"listed after `{before.id}`, which comes on turn {before.turn}",
                    expected=f"the parts of `{arrival.command}` in order of their turns",
                    hint=f"list `{arrival.id}` before `{before.id}`",
                    related=((("arrival", scenario.id, before.id, "turn"), f"`{before.id}` comes here"),),
                )
    for command, arrivals in parts.items():
        yield from _without_a_marker(ctx, command, arrivals[0])


def _without_a_marker(ctx: CheckContext, command: str, arrival: Arrival) -> Iterator[Finding]:
    scenario = ctx.scenario
    if scenario is None:
        return
    markers = normal_markers(ctx, command)
    removed_markers = [m.id for m in markers if m.id in scenario.removed_markers]
    on_map = [
        p.piece
        for p in scenario.placements
        if p.piece in ctx.units and ctx.units[p.piece].command == command and p.possible_hexes
    ]
    if on_map and len(markers) > 1 and removed_markers:
        yield Finding(
            ("scenario", scenario.id, "removed_markers"),
            f"`{command}` has {number(len(on_map), 'unit')} on the map and more to come with "
            f"`{arrival.id}`, but its activation marker {name_list(removed_markers)} is out of play",
            expected="both activation markers while the rest of the formation arrives",
            hint=f"take {name_list(removed_markers)} out of `removed_markers`",
            related=((("arrival", scenario.id, arrival.id), f"`{arrival.id}` comes here"),),
        )


@check(
    "JDG101",
    entry="CHK-101",
    name="reinforcements-on-the-last-turn",
    severity=Severity.WARNING,
    rules=("JDG-5.2.1-c",),
    rationale="The activation marker that brings reinforcements may be the last in the cup; they are then "
    "delayed to the next turn. On the last turn there is no next one, and what does come can hardly act.",
    bad="turns: {count: 10}\nreinforcements:\n  - {id: acland, units: [2-ft], turn: 10, entry: maceira}",
    good="turns: {count: 10}\nreinforcements:\n  - {id: acland, units: [2-ft], turn: 8, entry: maceira}",
)
def reinforcements_on_the_last_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements due on the last turn."""
    scenario = ctx.scenario
    for arrival in scenario.arrivals if scenario and scenario.last_turn is not None else ():
        if scenario and arrival.turn == scenario.last_turn:
            yield Finding(
                ("arrival", scenario.id, arrival.id, "turn"),
                f"reinforcement `{arrival.id}` is due on turn {arrival.turn}, the last of the game",
                expected=f"a turn before {scenario.last_turn}, so that a delay can be made up",
                hint="let it come earlier, lengthen the game, or leave the units out with `unused`",
            )


@check(
    "JDG102",
    entry="CHK-102",
    name="unit-without-a-place-in-the-scenario",
    severity=Severity.ERROR,
    rules=("JDG-5.2-a",),
    rationale="Every counter of the battle starts on the map, comes as a reinforcement, or is declared "
    "unused. A unit of which a scenario says nothing would silently be missing from the battle.",
    bad="# oob.csv has the units 1-9, 1-29\nsetup:\n  - {unit: 1-9, hex: 0305, facing: E}",
    good="# oob.csv has the units 1-9, 1-29\nsetup:\n  - {unit: 1-9, hex: 0305, facing: E}\nunused: [1-29]",
)
def unit_without_a_place_in_the_scenario(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that are neither placed, nor due, nor unused; and units that are unused and placed."""
    scenario = ctx.scenario
    if scenario is None:
        return
    pieces_in_game = setup_of(ctx).named_pieces
    missing: dict[str | None, list[str]] = {}
    for unit in ctx.battle.units:
        if unit.id not in pieces_in_game and unit.id not in scenario.unused:
            missing.setdefault(unit.command, []).append(unit.id)
    setup = (
        "scenario",
        scenario.id,
        "setup" if is_written(ctx, "scenario", scenario.id, "setup") else "turns",
    )
    for command, units in missing.items():
        of = f" of `{command}`" if command else ""
        yield Finding(
            setup,
            f"{number(len(units), 'unit')}{of} {'has' if len(units) == 1 else 'have'} no place in scenario "
            f"`{scenario.id}`: {name_list(units)}",
            expected="each unit in `setup`, in `reinforcements` or in `unused`",
            hint="place or schedule them, or write `unused: rest` to leave out all that are not named",
            related=tuple((("unit", name), f"`{name}` is defined here") for name in units),
            depends=presence(scenario),
        )
    for name in sorted(scenario.unused & pieces_in_game & ctx.units.keys()):
        how = "placed" if scenario.placement(name) else "scheduled"
        yield Finding(
            ("scenario", scenario.id, "unused"),
            f"`{name}` is listed in `unused`, but it is {how} too",
            expected="a unit in `unused`, or in play",
            hint=f"take `{name}` out of `unused`, or out of "
            + ("`setup`" if how == "placed" else "`reinforcements`"),
            related=(
                (
                    ctx.placement_subject(name) if how == "placed" else ("arrival-piece", scenario.id, name),
                    f"{how} here",
                ),
            ),
        )


CHECKS = (
    illegal_entry_stack,
    entry_dearer_than_a_forced_march,
    enemy_near_an_entry_hex,
    formation_arriving_in_parts,
    reinforcements_on_the_last_turn,
    unit_without_a_place_in_the_scenario,
)
