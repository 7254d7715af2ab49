"""Points for losses by the schedule of a series, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, is_written, parts
from jdgtools.checks.setup import setup_view
from jdgtools.derived.schedules import ScheduleLine, maximum_points, schedule_lines, schedules_of_series
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.closest import closest
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.victory import Condition, VictoryAward, counted_parts


@general_check(
    "GEN140",
    name="unknown-line-of-the-schedule",
    severity=Severity.ERROR,
    rationale="A scenario can change the points of the schedule that its series has, or leave the schedule "
    "out. A line that the chart does not have, or a schedule in a series without one, would change nothing.",
    bad="victory:\n  schedule: {points: {cavalery_eliminated: 8}}",
    good="victory:\n  schedule: {points: {cavalry_eliminated: 8}}",
)
def unknown_line_of_the_schedule(ctx: CheckContext) -> Iterator[Finding]:
    """Yield changes of lines that the series' schedules do not have, or that are not in force."""
    scenario = ctx.scenario
    if scenario is None or not is_written(ctx, "schedule", scenario.id):
        return
    subject = ("schedule", scenario.id)
    keys = [entry.key for schedule in schedules_of_series(ctx.series) for entry in schedule.entries]
    if not keys:
        yield Finding(
            subject,
            f"series `{ctx.series.id}` has no schedule of points",
            expected="no `schedule`",
            hint="give the points by `awards`",
        )
        return
    for line in scenario.schedule.points:
        if line in keys:
            if not scenario.schedule.in_force:
                yield Finding(
                    (*subject, line),
                    f"points of `{line}` are changed in a schedule that is not in force",
                    expected="a schedule in force, or no `points`",
                )
            continue
        near = closest(line, keys)
        yield Finding(
            (*subject, line),
            f"there is no line `{line}` in the schedule of points",
            expected=f"a line of chart {schedules_of_series(ctx.series)[0].chart}",
            hint="did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else None,
        )


@general_check(
    "GEN141",
    name="level-out-of-reach",
    severity=Severity.WARNING,
    rationale="A level of victory that asks for a greater lead than all awards and losses together can give "
    "is reached by nobody: a number slipped, or an award was forgotten.",
    bad="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "levels:\n  - {name: victory, side: france, from: 50}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "levels:\n  - {name: victory, side: france, from: 5}",
)
def level_out_of_reach(ctx: CheckContext) -> Iterator[Finding]:
    """Yield levels whose least lead is above all points that their side can get and the enemy can lose."""
    scenario = ctx.scenario
    if scenario is None or not scenario.levels or len(ctx.battle.sides) != 2:
        return
    if any(award.side is None for award in scenario.awards):
        return  # its wrong side has been reported
    first, second = (side.id for side in ctx.battle.sides)
    lead = _leads(ctx, first, second)
    for number, level in enumerate(scenario.levels, 1):
        side = level.side or first
        if level.low is None or side not in lead or level.low <= lead[side]:
            continue
        yield Finding(
            ("level", scenario.id, str(number)),
            f"the level asks `{side}` for a lead of {level.low} points; all that it can get is {lead[side]}",
            expected=f"`from` of at most {lead[side]}",
            hint="correct `from`, or add what is worth points",
        )


@general_check(
    "GEN211",
    name="lead-out-of-reach",
    severity=Severity.WARNING,
    rationale="A condition that asks for a greater lead than all awards and losses together can give is "
    "never met, and what hangs on it never happens: a number slipped, or an award was forgotten.",
    bad="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "automatic:\n  - {id: rout, name: Rout, side: france, when: {difference: {side: france, from: 50}}}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "automatic:\n  - {id: rout, name: Rout, side: france, when: {difference: {side: france, from: 5}}}",
)
def lead_out_of_reach(ctx: CheckContext) -> Iterator[Finding]:
    """Yield automatic victories and awards that wait for a lead above all points that there are."""
    scenario = ctx.scenario
    if scenario is None or len(ctx.battle.sides) != 2 or any(a.side is None for a in scenario.awards):
        return
    waiting = [("automatic", "automatic victory", each.id, each.when) for each in scenario.automatic]
    waiting += [("award", "award", each.id, each.when) for each in scenario.awards]
    differences = [
        (kind, what, name, part)
        for kind, what, name, when in waiting
        for part in _must_be_met(when)
        if part.kind == "difference"
    ]
    if not differences:
        return
    first, second = (side.id for side in ctx.battle.sides)
    leads = _leads(ctx, first, second)
    for kind, what, name, part in differences:
        if part.side not in leads:
            continue
        most, least = leads[part.side], -leads[second if part.side == first else first]
        if part.low is not None and part.low > most:
            lead_wanted, limit = f"a lead of {part.low} points", f"all that it can get is {most}"
        elif part.high is not None and part.high < least:
            lead_wanted, limit = f"a lead of at most {part.high} points", f"its worst is {least}"
        else:
            continue
        yield Finding(
            (kind, scenario.id, name, "when"),
            f"{what} `{name}` asks `{part.side}` for {lead_wanted}; {limit}",
            expected=f"a lead between {least} and {most}",
            hint="correct the number, or add what is worth points",
        )


def _must_be_met(condition: Condition) -> Iterator[Condition]:
    """Yield a condition and its parts, but for what must not be met."""
    yield condition
    for part in condition.parts if condition.kind != "not" else ():
        yield from _must_be_met(part)


def _leads(ctx: CheckContext, first: str, second: str) -> dict[str, int]:
    """Return the greatest lead that each of two sides can have."""
    return {
        first: _most(ctx, first, second) - _least(ctx, second),
        second: _most(ctx, second, first) - _least(ctx, first),
    }


def _most(ctx: CheckContext, side: str, enemy: str) -> int:
    """Return the most points that a side can get."""
    amounts = [_award(ctx, award) for award in _awards(ctx, side)]
    return sum(amount for amount in amounts if amount > 0) + _losses(ctx, enemy)


def _least(ctx: CheckContext, side: str) -> int:
    """Return the least points that a side can get: what awards take from it."""
    return sum(min(0, _award(ctx, award)) for award in _awards(ctx, side))


def _awards(ctx: CheckContext, side: str) -> list[VictoryAward]:
    return [award for award in ctx.scenario.awards if award.side == side] if ctx.scenario else []


def _award(ctx: CheckContext, award: VictoryAward) -> int:
    """Return the points of an award as often as it can be given."""
    parts_counted = counted_parts(award.when) if award.each else ()
    members = {member for part in parts_counted for member in (*part.hexes, *part.units)}
    times = max(1, len(members))
    if award.at == "turn" and ctx.scenario is not None:
        times *= max(1, len(ctx.scenario.turns))
    return award.points * times


def _losses(ctx: CheckContext, side: str) -> int:
    """Return the most points that the schedule gives the enemy for the pieces of a side."""
    assert ctx.scenario is not None
    lines = schedule_lines(ctx.battle, ctx.scenario, ctx.series, ctx.charts)
    pieces = [p for p in _pieces(ctx) if p.side == side] if lines else []
    return sum(maximum_points(lines, piece, _strength(ctx, piece)) for piece in pieces)


def _pieces(ctx: CheckContext) -> list[Unit | Leader]:
    pieces_in_game = setup_view(ctx).named_pieces
    everybody: list[Unit | Leader] = [*ctx.battle.units, *ctx.battle.leaders]
    return [piece for piece in everybody if piece.id in pieces_in_game]


def _strength(ctx: CheckContext, piece: Unit | Leader) -> int:
    field = next((f.id for f in ctx.battle.series.unit_fields if f.measures == "strength"), "")
    value = piece.front.get(field, 0)
    return value if isinstance(value, int) else 0


_EVENTS = {
    "eliminated": "eliminated",
    "destroyed": "eliminated",
    "fled": "eliminated",
    "captured": "captured",
}
"""Kind of condition -> event of a schedule."""


@general_check(
    "GEN142",
    name="loss-counted-twice",
    severity=Severity.WARNING,
    rationale="The schedule of the series gives points for eliminated units and leaders. An award for the "
    "same losses counts them a second time.",
    bad="awards:\n  - {id: horse, side: union, points: 5, each: true, when: {eliminated: {command: rohan}}}",
    good="schedule: {in_force: false}\nawards:\n  - {id: horse, side: union, points: 5, each: true, "
    "when: {eliminated: {command: rohan}}}",
)
def loss_counted_twice(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards for each of several losses for which the schedule gives points already."""
    scenario = ctx.scenario
    if scenario is None:
        return
    lines = schedule_lines(ctx.battle, scenario, ctx.series, ctx.charts)
    for award in scenario.awards if lines else ():
        parts_of_award = [part for part in parts(award.when) if part.kind in _EVENTS] if award.each else []
        twice = [
            piece.id
            for piece in _pieces(ctx)
            if any(
                piece.id in part.units and _counts(lines, piece, _EVENTS[part.kind])
                for part in parts_of_award
            )
        ]
        if twice:
            yield Finding(
                ("award", scenario.id, award.id),
                f"award `{award.id}` counts losses for which chart {lines[0].chart} gives points: "
                f"{name_list(twice)}",
                expected="an award for what the schedule does not count",
                hint="leave the award out, write `schedule: {in_force: false}`, or set the points of those "
                "lines to 0 under `schedule`, `points`",
            )


def _counts(lines: tuple[ScheduleLine, ...], piece: Unit | Leader, event: str) -> bool:
    """Return whether the schedule gives points when that happens to the piece."""
    lines_of_event = [line for line in lines if line.entry.event == event]
    return maximum_points(tuple(lines_of_event), piece, 0) > 0


CHECKS: tuple[Check, ...] = (
    unknown_line_of_the_schedule,
    level_out_of_reach,
    lead_out_of_reach,
    loss_counted_twice,
)
"""All checks of this module."""
