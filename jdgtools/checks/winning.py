"""Checks of victory: awards that nobody can win, or that a side has won already; those that contradict."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import (
    conditions,
    general_check,
    hex_names,
    is_are,
    is_open,
    movement_classes,
    outside,
    parts,
)
from jdgtools.checks.met_at_start import is_met_at_start
from jdgtools.checks.setup import presence, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.prohibitions import effects_in_force
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition

MAX_POINTS = 10**6
"""Victory points that no game reaches."""


@general_check(
    "GEN072",
    name="objective-out-of-reach",
    severity=Severity.WARNING,
    rationale="Points for a hex that is out of play, or that no unit of the side can enter, can never be "
    "won. Mostly two figures of the hex were exchanged.",
    bad="playable: |\n  . #        # 0201 is out of play\nvictory:\n  awards:\n"
    "    - {id: hill, side: french, points: 5, when: {holds: {side: french, hexes: [0201]}}}",
    good="playable: |\n  . #\nvictory:\n  awards:\n"
    "    - {id: hill, side: french, points: 5, when: {holds: {side: french, hexes: [0101]}}}",
)
def objective_out_of_reach(ctx: CheckContext) -> Iterator[Finding]:
    """Yield conditions on hexes out of play, or on hexes that the side neither stands in nor can enter."""
    areas_reported = _areas_out_of_play(ctx)
    for name, subject, condition in conditions(ctx) if ctx.map else ():
        for part in parts(condition):
            if (
                ctx.map is None
                or part.kind not in ("holds", "exited")
                or frozenset(part.hexes) in areas_reported
            ):
                continue
            out = outside(ctx.map, part.hexes)
            hexes_beyond = [i for i in part.hexes if i not in out and not _within_reach(ctx, part, i)]
            spare = len(part.hexes) - (part.count or len(part.hexes))
            for wrong, what in (
                (out, "out of play"),
                (hexes_beyond, f"closed to every unit of `{part.side}`"),
            ):
                # Some hexes of a region more than are asked for may well be a pond.
                if wrong and (part.kind == "exited" or len(out) + len(hexes_beyond) > spare):
                    yield Finding(
                        subject,
                        f"{name} asks for {hex_names(ctx, wrong)}, which {is_are(wrong)} {what}",
                        expected="a hex in play that a unit can reach",
                        hint="look the hex up on the map: are two figures exchanged?",
                    )


def _areas_out_of_play(ctx: CheckContext) -> set[frozenset[int]]:
    """Return hexes of the entry areas and regions of the map that are reported themselves."""
    if ctx.map is None:
        return set()
    entries = {frozenset(e.hexes) for e in ctx.map.entries if outside(ctx.map, e.hexes)}
    return entries | {r.hexes for r in ctx.map.regions if len(outside(ctx.map, r.hexes)) == len(r.hexes)}


def _within_reach(ctx: CheckContext, part: Condition, index: int) -> bool:
    if part.kind != "holds" or part.side is None or ctx.scenario is None:
        return True
    if ctx.scenario.held.get(index) == part.side or index in ctx.stacks:
        return True
    # Objectives are asked for by several awards: each hex is looked at once for each side.
    reach_by_side = ctx.memo.setdefault("general.reach", {})
    if (part.side, index) not in reach_by_side:
        if part.side not in reach_by_side:
            units = [
                u.id for u in ctx.battle.units if u.side == part.side and u.id in setup_view(ctx).in_play
            ]
            reach_by_side[part.side] = units, movement_classes(ctx, units)
        units, reach_of_units = reach_by_side[part.side]
        barred_pieces = _barred_units(ctx, index)
        classes = (
            movement_classes(ctx, (u for u in units if u not in barred_pieces))
            if barred_pieces
            else reach_of_units
        )
        reach_by_side[part.side, index] = not reach_of_units or any(is_open(ctx, index, c) for c in classes)
    return bool(reach_by_side[part.side, index])


def _barred_units(ctx: CheckContext, index: int) -> set[str]:
    """Return the units that a special rule keeps out of a hex on every turn; rules on all units do it."""
    effects = (effect for _, effect in effects_in_force(ctx.scenario) if effect.kind == "no_entry")
    return {
        unit for effect in effects if (index in effect.hexes) is not effect.outside for unit in effect.units
    }


_WITHOUT_EFFECT = (
    "A condition that waits for a turn after the last, asks for more hexes or units than it names, or looks "
    "at units that take no part in the scenario says nothing about the game: it was written for another "
    "scenario, or a number slipped."
)


@general_check(
    "GEN075",
    name="automatic-victory-beside-the-game",
    severity=Severity.WARNING,
    rationale=_WITHOUT_EFFECT,
    bad="last_turn: 8\nvictory:\n  automatic:\n    - {id: late, side: french, when: {turn: {from: 9}}}",
    good="last_turn: 8\nvictory:\n  automatic:\n    - {id: late, side: french, when: {turn: {from: 8}}}",
)
def automatic_victory_beside_the_game(ctx: CheckContext) -> Iterator[Finding]:
    """Yield automatic victories that are always met, or never."""
    yield from _without_effect(ctx, "automatic")


@general_check(
    "GEN076",
    name="award-beside-the-game",
    severity=Severity.WARNING,
    rationale=_WITHOUT_EFFECT,
    bad="victory:\n  awards:\n    - {id: hills, side: french, points: 5, "
    "when: {holds: {side: french, hexes: [0305, 0405], count: 3}}}",
    good="victory:\n  awards:\n    - {id: hills, side: french, points: 5, "
    "when: {holds: {side: french, hexes: [0305, 0405], count: 2}}}",
)
def award_beside_the_game(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards and reinforcements whose condition cannot be met, or looks at what takes no part."""
    yield from _without_effect(ctx, "award")
    yield from _without_effect(ctx, "arrival")


def _without_effect(ctx: CheckContext, kind: str) -> Iterator[Finding]:
    for name, subject, condition in conditions(ctx):
        if subject[0] != kind or ctx.scenario is None:
            continue
        if condition.kind == "always" and kind == "automatic":
            yield Finding(subject, f"{name} is met from the first turn on: `always`",
                          expected="a condition that ends the game",
                          hint="name what has to happen, or leave the victory out")  # fmt: skip
        for what, hint in condition_faults(ctx, ctx.scenario, condition):
            yield Finding(
                subject,
                f"{name} {what}",
                expected="a condition that may be met or not",
                hint=hint,
                depends=what_is_counted(ctx, ctx.scenario, condition),
            )


def what_is_counted(ctx: CheckContext, scenario: Scenario, condition: Condition) -> tuple[Subject, ...]:
    """Return what says whether the units of a condition take part, and which hexes its regions have."""
    regions = ctx.map.regions if ctx.map is not None else ()
    hexes_counted = {index for part in parts(condition) for index in part.hexes}
    return (
        *(presence(scenario) if any(part.units for part in parts(condition)) else ()),
        *(("region", region.id, "hexes") for region in regions if region.hexes <= hexes_counted),
    )


def condition_faults(
    ctx: CheckContext, scenario: Scenario, condition: Condition
) -> Iterator[tuple[str, str]]:
    """Yield what makes a condition, or one in it, meaningless: what is wrong with it, how to mend it."""
    for part in parts(condition):
        yield from _part_faults(ctx, scenario, part)


def _part_faults(ctx: CheckContext, scenario: Scenario, part: Condition) -> Iterator[tuple[str, str]]:
    """Yield the faults of one condition, without those in it."""
    low, high, count = part.low, part.high, part.count
    # Of a unit that no list names, another check says that it was forgotten.
    strays = ctx.units.keys() - scenario.unused
    present = [p for p in part.units if p in setup_view(ctx).named_pieces or p in strays]
    if part.kind == "holds" and count is not None and count > len(part.hexes) > 0:
        yield (
            f"asks for {count} hexes, but names {len(part.hexes)}: {hex_names(ctx, part.hexes)}",
            f"lower `count` to {len(part.hexes)} or less, or name more hexes",
        )
    elif part.units and not present:
        yield (
            f"looks at units that take no part in scenario `{scenario.id}`: {name_list(part.units)}",
            "name units that the scenario places or brings on",
        )
    elif part.units and count is not None and count > len(part.units):
        yield (
            f"asks for {count} units, but names {len(part.units)}: {name_list(part.units)}",
            f"lower `count` to {len(part.units)} or less, or name more units",
        )
    elif count is not None and part.units and count > len(present):
        yield (
            f"asks for {count} units, of which {len(present)} take part in scenario `{scenario.id}`: "
            f"{name_list(present)}",
            f"lower `count` to {len(present)} or less, or bring more of the units into play",
        )
    elif len(present) < len(part.units) and _by_name(ctx, part):
        yield (
            f"names units that take no part in scenario `{scenario.id}`: "
            f"{name_list(piece for piece in part.units if piece not in present)}",
            "name units that the scenario places or brings on",
        )
    elif part.kind in ("turn", "difference") and low is None and high is None:
        yield f"gives no limit for `{part.kind}`", "write `from`, `to` or both"
    elif low is not None and high is not None and low > high:
        yield f"asks for a `{part.kind}` from {low} to {high}", "exchange `from` and `to`"
    elif part.kind == "turn":
        first, last = scenario.first_turn, scenario.last_turn
        late = low is not None and last is not None and low > last
        if late or (high is not None and first is not None and high < first):
            turns = f"from {low}" if late else f"to {high}"
            yield (
                f"waits for a turn that the game does not have: {turns}",
                f"name turns between {first} and {last}",
            )


def _by_name(ctx: CheckContext, part: Condition) -> bool:
    """Return whether a condition names its units one by one: those of a side or command need not all come."""
    units = ctx.battle.units
    sides = (tuple(u.id for u in units if u.side == side.id) for side in ctx.battle.sides)
    commands = (tuple(u.id for u in units if u.command == command.id) for command in ctx.battle.commands)
    return part.units not in {*sides, *commands}


@general_check(
    "GEN154",
    name="condition-that-no-unit-can-meet",
    severity=Severity.ERROR,
    rationale="Guns and baggage are captured in Musket & Pike, leaders in Au fil de l'épée, nobody in Jours "
    "de Gloire; a battery has no formation. A condition on a state that its units cannot be in is never "
    "true.",
    bad="awards:\n  - {id: horse, side: union, points: 5, when: {captured: {units: [em-drag]}}}",
    good="awards:\n  - {id: guns, side: union, points: 5, "
    "when: {captured: {side: empire, arms: [artillery]}}}",
)
def condition_that_no_unit_can_meet(ctx: CheckContext) -> Iterator[Finding]:
    """Yield conditions on capture or on a state that their units cannot be in by the rules of the series."""
    for name, subject, condition in conditions(ctx):
        for part in parts(condition):
            if part.kind not in ("captured", "state") or not part.units:
                continue
            values = (part.value,) if part.kind == "state" else ctx.battle.series.captured_values
            unable = [piece for piece in part.units if not _may_be(ctx, piece, values)]
            what = part.value or part.kind
            if unable and len(part.units) - len(unable) < (part.count or 1):
                hint = "" if values else f"series `{ctx.battle.series.id}` has no captured pieces"
                yield Finding(
                    subject,
                    f"{name} asks for `{what}` pieces, which {name_list(unable)} cannot be",
                    expected="units or leaders that the rules let get into that state",
                    hint=hint or None,
                )


def _may_be(ctx: CheckContext, piece: str, values: Collection[str]) -> bool:
    """Return whether a unit or leader has a state axis with one of the values."""
    unit = ctx.units.get(piece)
    kind = "unit" if unit is not None else "leader"
    return any(
        kind in axis.applies_to and (unit is None or not axis.arms or unit.arm in axis.arms)
        for axis in ctx.battle.series.state_axes
        if any(value.id in values for value in axis.values)
    )


@general_check(
    "GEN077",
    name="victory-at-the-start",
    severity=Severity.WARNING,
    rationale="An automatic victory ends the game at the end of the turn in which its condition is met. One "
    "that is met by the setup itself, such as holding a town that the side holds from the start, ends it on "
    "the first turn, before the enemy can do anything about it.",
    bad="victory:\n  held: {french: [0912]}\n  automatic:\n"
    "    - {id: held, side: french, when: {holds: {side: french, hexes: [0912]}}}",
    good="victory:\n  held: {french: [0912]}\n  automatic:\n    - {id: held, side: french, when: "
    "{all: [{turn: {from: 8}}, {holds: {side: french, hexes: [0912]}}]}}",
)
def victory_at_the_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield automatic victories that the setup meets on the first turn."""
    yield from victories_at_the_start(ctx)


def victories_at_the_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield automatic victories that the setup meets; a series may say so under a code of its own."""
    scenario = ctx.scenario
    for end in scenario.automatic if scenario else ():
        if scenario is None or any(p.kind == "always" for p in parts(end.when)):
            continue
        if is_met_at_start(ctx, scenario, end.when):
            yield Finding(
                ("automatic", scenario.id, end.id, "when"),
                f"automatic victory `{end.id}` of `{end.side}` is met as the armies are set up: the game "
                f"ends with turn {scenario.first_turn or 1}",
                expected="a condition that the setup does not meet",
                hint="add the turn from which it counts: `all: [{turn: {from: 8}}, …]`; or give its side "
                "points at the end instead",
                severity=Severity.WARNING,
            )


@general_check(
    "GEN095",
    name="victory-levels-apart",
    severity=Severity.WARNING,
    rationale="Every difference of victory points has one result. Where two levels overlap the players "
    "argue, and where there is a gap between them nobody has won, drawn or lost.",
    bad="levels:\n  - {name: win, side: french, from: 11}\n  - {name: draw, from: -10, to: 5}",
    good="levels:\n  - {name: win, side: french, from: 11}\n  - {name: draw, from: -10, to: 10}",
)
def victory_levels_apart(ctx: CheckContext) -> Iterator[Finding]:
    """Yield levels of victory that overlap or leave differences out."""
    yield from levels_apart(ctx)


@general_check(
    "GEN122",
    name="victory-levels-of-one-name",
    severity=Severity.WARNING,
    rationale="Players know a level of victory by its name alone, in the booklet and in the module. Two of "
    "one name are mostly a line copied and half changed.",
    bad="levels:\n  - {name: French victory, side: french, from: 11}\n"
    "  - {name: French victory, side: french, from: 4, to: 10}",
    good="levels:\n  - {name: French triumph, side: french, from: 11}\n"
    "  - {name: French victory, side: french, from: 4, to: 10}",
)
def victory_levels_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield levels of victory with the name of an earlier one, in one language at least."""
    scenario = ctx.scenario
    subjects: dict[tuple[str, str], Subject] = {}
    for number, level in enumerate(scenario.levels if scenario else (), 1):
        assert scenario is not None
        subject: Subject = ("level", scenario.id, str(number))
        names = [(language, text.strip()) for language, text in level.name.values if text.strip()]
        firsts = [subjects.setdefault(name, subject) for name in names]
        if first := next((earlier for earlier in firsts if earlier != subject), None):
            yield Finding(
                subject,
                f"two levels of victory have the name {level.name.get()}",
                expected="a name of its own for each",
                related=((first, "the other level"),),
            )


def levels_apart(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the lower of two levels of victory that overlap, or that leave differences between them out."""
    bands = level_bands(ctx)
    upside_down = [level for low, high, level in bands if low > high]
    for level in upside_down:
        yield Finding(
            level,
            "the level of victory has `from` above `to`: no difference of points belongs to it",
            expected="the smaller number under `from`",
            hint="exchange the two",
        )
    if upside_down:
        return
    for (_, high, below), (low, _, above) in pairwise(bands):
        if low == high + 1:
            continue
        between = (low, high) if low <= high else (high + 1, low - 1)
        levels = f"{between[0]}" if between[0] == between[1] else f"{between[0]} to {between[1]}"
        yield Finding(
            below,
            f"the levels of victory {'overlap at' if low <= high else 'say nothing of'} a difference of "
            f"{levels} points for `{ctx.battle.sides[0].id}`",
            expected="each difference in exactly one level",
            hint="correct `from` and `to`; both belong to the level",
            related=((above, "the level above it"),),
        )


def level_bands(ctx: CheckContext) -> list[tuple[int, int, Subject]]:
    """Return the levels of victory as differences of points for the first side: from, to, level; ascending.

    An end that is left open is beyond what a game reaches. Nothing where there are not two sides.
    """
    scenario, bands = ctx.scenario, []
    for number, level in enumerate(scenario.levels if scenario and len(ctx.battle.sides) == 2 else (), 1):
        low = -MAX_POINTS if level.low is None else level.low
        high = MAX_POINTS if level.high is None else level.high
        # The difference of the second side is that of the first one turned round.
        ends = (low, high) if level.side in (None, ctx.battle.sides[0].id) else (-high, -low)
        bands.append((*ends, ("level", scenario.id if scenario else "", str(number))))
    return sorted(bands)


CHECKS: tuple[Check, ...] = (
    objective_out_of_reach,
    automatic_victory_beside_the_game,
    award_beside_the_game,
    condition_that_no_unit_can_meet,
    victory_at_the_start,
    victory_levels_apart,
    victory_levels_of_one_name,
)
