"""Checks that compare units, commands and reinforcements: which of them contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.checks.setup import presence, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.changes import UNIT_RATING
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Arrival
from jdgtools.model.victory import Condition

_SAMPLE = 5
"""Units that it takes to know what is usual."""


@general_check(
    "GEN101",
    name="reinforcement-of-another-command",
    severity=Severity.WARNING,
    rationale="A reinforcement that names a command comes with that command: with its marker, its order, its "
    "leader. Units of another command in it are mostly a slip in one of the two.",
    bad="reinforcements:\n  - {id: late, command: jacquinot, units: [fr-30], turn: 2}   # of morand",
    good="reinforcements:\n  - {id: late, command: morand, units: [fr-30], turn: 2}",
)
def reinforcement_of_another_command(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements of which no unit belongs to the command that they name.

    An error where pieces of both sides come in one group.
    """
    scenario = ctx.scenario
    for arrival in setup_view(ctx).arrivals:
        yield from _both_sides(ctx, arrival)
        units = [ctx.units[piece] for piece in arrival.pieces if piece in ctx.units]
        theirs = {unit.command for unit in units}
        if arrival.command is None or not units or None in theirs or arrival.command in theirs:
            continue
        assert scenario is not None
        first_two = [(("unit", u.id, "command"), f"`{u.id}` is of `{u.command}`") for u in units[:2]]
        yield Finding(
            ("arrival", scenario.id, arrival.id, "command"),
            f"reinforcement `{arrival.id}` comes with the command `{arrival.command}`, and none of its units "
            "belongs to it",
            expected=f"the command of its units: {name_list(sorted(x for x in theirs if x), 'or')}",
            related=tuple(first_two),
        )


def _both_sides(ctx: CheckContext, arrival: Arrival) -> Iterator[Finding]:
    """Yield the first piece of a group that belongs to the other side than those before it."""
    pieces = [ctx.units.get(piece) or ctx.leaders.get(piece) for piece in arrival.pieces]
    pieces_of_sides = [piece for piece in pieces if piece is not None and piece.side is not None]
    enemy = next((piece for piece in pieces_of_sides if piece.side != pieces_of_sides[0].side), None)
    if enemy is not None and ctx.scenario is not None:
        first = pieces_of_sides[0]
        yield Finding(
            ("arrival-piece", ctx.scenario.id, enemy.id),
            f"`{enemy.id}` of `{enemy.side}` comes in reinforcement `{arrival.id}` with `{first.id}` of "
            f"`{first.side}`",
            expected="pieces of one side in a group",
            hint="give the other side a group of its own",
            severity=Severity.ERROR,
            related=((("arrival-piece", ctx.scenario.id, first.id), f"`{first.id}` comes with it"),),
        )


@general_check(
    "GEN170",
    name="ratings-of-a-unit-that-takes-no-part",
    severity=Severity.WARNING,
    rationale="A scenario gives a unit other ratings because it fights in it. Of a unit that is neither "
    "set up nor brought on they change nothing: the id of another unit slipped in, or its "
    "placement was forgotten.",
    bad="ratings:\n  fr-17: {cohesion: 5}\nunused: [fr-17]",
    good="ratings:\n  fr-17: {cohesion: 5}\nsetup:\n  - {unit: fr-17, hex: 0101, facing: SE}",
)
def ratings_of_a_unit_that_takes_no_part(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with other ratings in a scenario in which they do not appear."""
    scenario = ctx.scenario
    if scenario is None:
        return
    pieces_in_game = setup_view(ctx).named_pieces
    for ratings in scenario.ratings:
        if ratings.unit not in pieces_in_game:
            yield Finding(
                (UNIT_RATING, scenario.id, ratings.unit),
                f"unit `{ratings.unit}` has other ratings in `{scenario.id}` and takes no part in it",
                expected="a unit that the scenario places or brings on",
                hint="delete the line, or place the unit",
                depends=presence(scenario),
            )


@general_check(
    "GEN171",
    name="reinforcement-that-never-arrives",
    severity=Severity.WARNING,
    rationale="A reinforcement with a condition arrives in the first turn at whose start the condition is "
    "true, from its own turn on. One that is true only before that turn, only after the last one, or only "
    "of the pieces that are waiting themselves is never met, and the group stays away. The number of the "
    "turn is that of the turn which begins: reinforcements are due in it from its start (JDG-1-g, "
    "JDG-5.2.1-a, AFE-6.C-b, MP-7.4-a).",
    bad="reinforcements:\n  - {id: late, units: [fr-30], turn: 3, entry: n-road, condition: {turn: {to: 2}}}",
    good="reinforcements:\n"
    "  - {id: late, units: [fr-30], turn: 3, entry: n-road, condition: {turn: {from: 4}}}",
)
def reinforcement_that_never_arrives(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements whose condition cannot be true in any turn in which they may arrive."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for arrival in setup_view(ctx).arrivals:
        reason = _never(arrival.required, arrival, scenario.last_turn) if arrival.required else ""
        if reason:
            yield Finding(
                ("arrival", scenario.id, arrival.id, "condition"),
                f"reinforcement `{arrival.id}` never arrives: its condition {reason}",
                expected="a condition that can come true from the turn of the group on",
            )


def _never(condition: Condition, arrival: Arrival, last_turn: int | None) -> str:
    """Return why a condition is true in no turn of a group; '' if it may be."""
    if condition.kind in ("all", "any"):
        reasons = [_never(part, arrival, last_turn) for part in condition.parts]
        if condition.kind == "all":
            return next(filter(None, reasons), "")
        return reasons[0] if reasons and all(reasons) else ""
    if condition.kind == "turn":
        last = min((turn for turn in (arrival.until, last_turn) if turn is not None), default=None)
        if condition.high is not None and arrival.turn is not None and condition.high < arrival.turn:
            return f"ends with turn {condition.high}, and the group is due on turn {arrival.turn}"
        if condition.low is not None and last is not None and condition.low > last:
            return f"begins with turn {condition.low}, and turn {last} is the last one"
    waiting = set(condition.units) <= set(arrival.pieces)
    if condition.units and waiting:
        return f"is about {name_list(condition.units)} alone, waiting in this group"
    return ""


@general_check(
    "GEN104",
    name="units-of-one-name",
    severity=Severity.WARNING,
    rationale="Players tell counters apart by the names printed on them: the short ones, if any. "
    "Two units of one command with the same name are mostly a row copied and half changed.",
    bad="id,name,command\nfr-17,17e Ligne,morand\nfr-30,17e Ligne,morand",
    good="id,name,command\nfr-17,17e Ligne,morand\nfr-30,30e Ligne,morand",
    scope="battle",
)
def units_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units of one command and type whose counters show the same name, at least in one language."""
    first_by_name: dict[tuple[object, ...], Unit] = {}
    for unit in ctx.battle.units:
        for key, names in (("short", unit.short), ("name", unit.name)):
            is_printed = key == "short" or not unit.short
            for language, name in names.values:
                first = first_by_name.setdefault(
                    (unit.side, unit.command, unit.type, key, language, name), unit
                )
                others = first.short if key == "short" else first.name
                # Where a short name is printed, the whole one may be that of others; but then not in
                # one language alone.
                main = ctx.battle.language
                if first is unit or (not is_printed and others.get(main) == names.get(main)):
                    continue
                yield Finding(
                    ("unit", unit.id, key),
                    f"units `{first.id}` and `{unit.id}` have the same {key.replace('short', 'short name')}, "
                    + (names.get() if others.values == names.values else f"{name} ({language})"),
                    expected="a name of its own for each, or a short name that tells them apart",
                    related=((("unit", first.id, key), f"`{first.id}`"),),
                    depends=(("strings", language),),
                )
                break


@general_check(
    "GEN108",
    name="leader-with-a-facing",
    severity=Severity.WARNING,
    rationale="Leaders look everywhere; no rule asks for their facing, and nothing shows it. One that is "
    "written was meant for a unit.",
    bad="setup:\n  - {leader: hiller, hex: 0601, facing: W}",
    good="setup:\n  - {leader: hiller, hex: 0601}",
)
def leader_with_a_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders that are placed with a facing."""
    for placement in ctx.scenario.placements if ctx.scenario else ():
        if placement.kind == "leader" and placement.facing is not None:
            yield Finding(
                (*ctx.placement_subject(placement.piece), "facing"),
                f"leader `{placement.piece}` has a facing",
                expected="no facing",
                hint="was it meant for a unit in the same hex?",
            )


@general_check(
    "GEN110",
    name="movement-unlike-its-class",
    severity=Severity.WARNING,
    rationale="Units that pay the same for the ground move about as far. One that moves more than twice as "
    "far as most of them has its ratings in the wrong columns, or a digit too many.",
    bad="id,type,movement\nfr-17,line_infantry,15      # the others have 5",
    good="id,type,movement\nfr-17,line_infantry,5",
    scope="battle",
)
def movement_unlike_its_class(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with more than twice the median movement of their class, if that has five units."""
    series = ctx.battle.series
    for field in (f.id for f in series.unit_fields if f.measures == "movement"):
        classes: dict[str, list[tuple[str, int]]] = {}
        for unit in ctx.battle.units:
            unit_type, movement = series.unit_type(unit.type or ""), unit.number(field)
            if unit_type is not None and movement is not None:
                classes.setdefault(unit_type.movement_class, []).append((unit.id, movement))
        for units in classes.values():
            usual = sorted(movement for _, movement in units)[len(units) // 2]
            if len(units) < _SAMPLE:
                continue
            for name, movement in units:
                if movement > 2 * usual > 0:
                    yield Finding(
                        ("unit", name, field),
                        f"unit `{name}` has {movement} movement points, and most of its kind have {usual}",
                        expected=f"about {usual}",
                        hint="is the number in the right column?",
                    )


@general_check(
    "GEN105",
    name="marker-for-no-turn",
    severity=Severity.WARNING,
    rationale="A marker that may be used in some turns only is of no use if no scenario plays one of them; "
    "and a turn among them that none plays is a figure that slipped.",
    bad="combined_markers:\n  - {id: all-out, turns: [12, 13]}      # the longest scenario has 4 turns",
    good="combined_markers:\n  - {id: all-out, turns: [2, 3]}",
    scope="battle",
)
def marker_for_no_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield activation markers with turns outside the game in every scenario without other turns."""
    for marker in ctx.battle.activation:
        scenarios = [s for s in ctx.battle.scenarios if marker.id not in s.marker_turns]
        turns_played = {turn for scenario in scenarios for turn in scenario.played_turns()}
        missing = [str(turn) for turn in marker.turns if turn not in turns_played]
        if missing and turns_played:
            is_useless = len(missing) == len(marker.turns)
            where = "no turn of any scenario" if is_useless else f"turn {', '.join(missing)} of no scenario"
            yield Finding(
                ("marker", marker.id, "turns"),
                f"marker `{marker.id}` may be used in {where}",
                expected=f"turns {min(turns_played)} to {max(turns_played)}",
            )


@general_check(
    "GEN109",
    name="banners-of-one-blazon",
    severity=Severity.WARNING,
    rationale="Units are known by the coat of arms of their command. Two commands with one coat of arms "
    "cannot be told apart on the map.",
    bad="commands:\n  - {id: aldric, blazon: 'gules, a lion or'}\n  - {id: guy, blazon: 'gules, a lion or'}",
    good="commands:\n  - {id: aldric, blazon: 'gules, a lion or'}\n  - {id: guy, blazon: 'vert, a lion or'}",
    scope="battle",
)
def banners_of_one_blazon(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands with the blazon of an earlier one."""
    owners: dict[str, str] = {}
    for command in ctx.battle.commands:
        blazon = " ".join(command.blazon.lower().split())
        first = owners.setdefault(blazon, command.id) if blazon else command.id
        if first != command.id:
            yield Finding(
                ("command", command.id, "blazon"),
                f"commands `{first}` and `{command.id}` bear the same arms, {blazon}",
                expected="arms of its own for each",
                related=((("command", first, "blazon"), f"`{first}`"),),
            )


CHECKS: tuple[Check, ...] = (
    ratings_of_a_unit_that_takes_no_part,
    reinforcement_that_never_arrives,
    reinforcement_of_another_command,
    units_of_one_name,
    leader_with_a_facing,
    movement_unlike_its_class,
    marker_for_no_turn,
    banners_of_one_blazon,
)
"""All checks of this module."""
