"""What a scenario says of one piece, hex or group in two places, so that both cannot be true."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, hex_names, is_are
from jdgtools.checks.setup import setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject


@general_check(
    "GEN218",
    name="piece-in-two-places",
    severity=Severity.ERROR,
    rationale="A counter exists once. A piece that starts on the map and arrives later too, or arrives "
    "twice, would have to be in two places.",
    bad="setup:\n  - {unit: fr-17, hex: 0101}\nreinforcements:\n"
    "  - {id: late, units: [fr-17], turn: 3, entry: north}",
    good="setup:\n  - {unit: fr-17, hex: 0101}\nreinforcements:\n"
    "  - {id: late, units: [fr-30], turn: 3, entry: north}",
)
def piece_in_two_places(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units and leaders that start on the map and arrive, or arrive more than once."""
    scenario = ctx.scenario
    if scenario is None:
        return
    places = {p.piece: "starts on the map" for p in scenario.placements}
    subjects: dict[str, Subject] = {p.piece: ctx.placement_subject(p.piece) for p in scenario.placements}
    for arrival in scenario.arrivals:
        for piece in (name for stack in arrival.stacks for name in stack):
            here = f"arrives with `{arrival.id}`"
            if piece not in places:
                places[piece], subjects[piece] = here, ("arrival", scenario.id, arrival.id)
                continue
            kind = "leader" if piece in ctx.leaders else "unit"
            twice = places[piece] == here
            yield Finding(
                ("arrival", scenario.id, arrival.id, f"{kind}s"),
                f"{kind} `{piece}` "
                + (f"stands twice in `{arrival.id}`" if twice else f"{places[piece]} and {here}"),
                expected="one place for each counter",
                hint="delete one of the two",
                related=() if twice else ((subjects[piece], "the other place"),),
            )


@general_check(
    "GEN219",
    name="piece-left-out-and-used",
    severity=Severity.ERROR,
    rationale="A scenario uses a piece or leaves it out. Where it does both, one of the lines is old.",
    bad="setup:\n  - {unit: fr-17, hex: 0101}\nunused: [fr-17]",
    good="setup:\n  - {unit: fr-17, hex: 0101}\nunused: []",
)
def piece_left_out_and_used(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that list pieces in `unused` which they place or let arrive."""
    scenario = ctx.scenario
    both = sorted(scenario.unused & setup_view(ctx).named_pieces) if scenario is not None else []
    if scenario is not None and both:
        them = "it" if len(both) == 1 else "them"
        yield Finding(
            ("scenario", scenario.id, "unused"),
            f"scenario `{scenario.id}` leaves {name_list(both)} out and uses {them}",
            expected="a piece in `unused`, or in play",
        )


@general_check(
    "GEN220",
    name="held-where-the-enemy-stands",
    severity=Severity.WARNING,
    rationale="A hex is held by the side that entered it last. Where a unit starts in a hex that the other "
    "side is said to hold, the sides or the hexes of that list have been exchanged.",
    bad="setup:\n  - {unit: fr-17, hex: 0101}\nvictory:\n  held: {austria: [0101]}",
    good="setup:\n  - {unit: fr-17, hex: 0101}\nvictory:\n  held: {france: [0101]}",
)
def held_where_the_enemy_stands(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes that a side is said to hold at the start, in which the other side's units stand."""
    scenario = ctx.scenario
    enemies_in: dict[tuple[str, str], list[int]] = {}
    for index, side in scenario.held.items() if scenario is not None else ():
        for other in {u.side for u, _ in ctx.unit_stacks.get(index, ()) if u.side not in (None, side)}:
            enemies_in.setdefault((side, str(other)), []).append(index)
    for (side, other), hexes in enemies_in.items():
        yield Finding(
            ("held", scenario.id if scenario is not None else "", side),
            f"{hex_names(ctx, hexes)} {is_are(hexes)} held by `{side}` at the start, and units of `{other}` "
            f"stand there",
            expected=f"hexes without units of `{other}`",
            hint=f"list {'it' if len(hexes) == 1 else 'them'} under `{other}`, or move the units",
        )


@general_check(
    "GEN221",
    name="chance-without-doubt",
    severity=Severity.WARNING,
    rationale="A group that comes by chance comes on some numbers of its die. If it comes on all of them, "
    "or on none, the die need not be rolled: it shows 0 to 9 where somebody thought of 1 to 10, or a digit "
    "slipped.",
    bad="reinforcements:\n  - {id: late, units: [fr-30], turn: 3, hexes: [0101], chance: {at_most: 9}}",
    good="reinforcements:\n  - {id: late, units: [fr-30], turn: 3, hexes: [0101], chance: {at_most: 4}}",
)
def chance_without_doubt(ctx: CheckContext) -> Iterator[Finding]:
    """Yield groups that come on every number of their die, or on none."""
    for arrival in ctx.scenario.arrivals if ctx.scenario else ():
        if arrival.chance is None:
            continue
        at_most, faces = arrival.chance
        die = ctx.battle.series.die_with(faces)
        low = 1 if die is None else die.low
        high = low + faces - 1
        if not low <= at_most < high:
            yield Finding(
                ("arrival", ctx.scenario.id if ctx.scenario else "", arrival.id, "chance"),
                f"reinforcement `{arrival.id}` comes on {at_most} or less, and its die shows {low} to {high}",
                expected=f"a number from {low} to {high - 1}",
                hint="delete `chance` if the group comes in any case" if at_most >= high else None,
            )


CHECKS: tuple[Check, ...] = (
    piece_in_two_places,
    piece_left_out_and_used,
    held_where_the_enemy_stands,
    chance_without_doubt,
)
