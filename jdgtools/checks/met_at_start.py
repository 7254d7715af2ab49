"""What the setup fulfils already: conditions at the end of the first turn, and points."""

from __future__ import annotations

from jdgtools.checks.base import CheckContext
from jdgtools.checks.general import parts
from jdgtools.checks.setup import setup_view
from jdgtools.derived.schedules import schedule_lines
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import COUNTED, Condition, VictoryAward, counted_parts


def is_met_at_start(ctx: CheckContext, scenario: Scenario, condition: Condition) -> bool | None:
    """Return whether the setup meets a condition at the end of the first turn; None = nobody can say."""
    answers = [is_met_at_start(ctx, scenario, part) for part in condition.parts]
    match condition.kind:
        case "always":
            return True
        case "all":
            return False if False in answers else None if None in answers else bool(answers)
        case "any":
            return True if True in answers else None if None in answers else False
        case "not":
            return None if not answers or answers[0] is None else not answers[0]
        case "turn":
            return _lies_within(scenario.first_turn or 1, condition)
        case "difference":
            lead = _lead(ctx, scenario, condition.side)
            return None if lead is None else _lies_within(lead, condition)
        case "losses":
            return _are_lost(ctx, condition)
    count = _members(ctx, scenario, condition)
    whole = len(condition.hexes if condition.kind == "holds" else condition.units)
    return None if count is None else count >= (whole if condition.count is None else condition.count)


def _lies_within(value: int, condition: Condition) -> bool:
    low, high = condition.low, condition.high
    return (low is None or value >= low) and (high is None or value <= high)


def _members(ctx: CheckContext, scenario: Scenario, condition: Condition) -> int | None:
    """Return how many hexes or pieces fulfil a condition by themselves; None = nobody can say."""
    if condition.kind == "holds":
        held_count = sum(_holder(ctx, scenario, i) == condition.side for i in condition.hexes)
        return None if not condition.hexes or condition.side is None else held_count
    if condition.kind in ("state", "captured"):
        named_pieces = set(condition.units)  # all units of a side, where none is named
        placements = [p for p in scenario.placements if p.piece in named_pieces]
        values = (condition.value,) if condition.value else ctx.battle.series.captured_values
        there = sum(any(_has_state(ctx, p.piece, value) for value in values) for p in placements)
        return there if placements else None
    if not condition.units:
        return None
    counts_losses = condition.kind in ("eliminated", "destroyed")
    return len(setup_view(ctx).eliminated_pieces.intersection(condition.units)) if counts_losses else 0


def _are_lost(ctx: CheckContext, condition: Condition) -> bool | None:
    """Return whether so much of the units has fallen before the first turn."""
    if not condition.units:
        return None
    field = next((f.id for f in ctx.battle.series.unit_fields if f.measures == "strength"), "")
    strength = {u: ctx.units[u].number(field) or 0 for u in condition.units if u in ctx.units}
    lost_strength = sum(strength[u] for u in strength if u in setup_view(ctx).eliminated_pieces)
    return lost_strength > 0 and lost_strength * 100 >= (condition.percent or 0) * sum(strength.values())


def _lead(ctx: CheckContext, scenario: Scenario, side: str | None) -> int | None:
    """Return how many points a side has more than the other, as things stand; None = nobody can say."""
    sides = [one.id for one in ctx.battle.sides]
    has_losses = setup_view(ctx).lost_pieces and schedule_lines(ctx.battle, scenario, ctx.series, ctx.charts)
    if side not in sides or len(sides) != 2 or has_losses:
        return None
    lead = 0
    for award in scenario.awards:
        if any(part.kind == "difference" for part in parts(award.when)):
            continue  # it does not count for itself
        times = _times(ctx, scenario, award)
        if times is None or award.side not in sides:
            return None
        lead += award.points * times * (1 if award.side == side else -1)
    return lead


def _times(ctx: CheckContext, scenario: Scenario, award: VictoryAward) -> int | None:
    """Return how often an award counts at the start; None = nobody can say."""
    is_met = is_met_at_start(ctx, scenario, award.when)
    parts_counted = counted_parts(award.when)
    if not award.each or not parts_counted:
        return None if is_met is None else int(is_met)
    if len(parts_counted) > 1 or award.when.kind not in (*COUNTED, "all"):
        return None
    others = [
        is_met_at_start(ctx, scenario, part) for part in award.when.parts if part is not parts_counted[0]
    ]
    if False in others:
        return 0
    return None if None in others else _members(ctx, scenario, parts_counted[0])


def _holder(ctx: CheckContext, scenario: Scenario, index: int) -> str | None:
    """Return the side that holds a hex at the start: whose unit stands there, else who is said to hold it."""
    for unit, _ in ctx.unit_stacks.get(index, ()):
        return unit.side
    return scenario.held.get(index)


def _has_state(ctx: CheckContext, piece: str, value: str) -> bool:
    placement = ctx.scenario.placement(piece) if ctx.scenario else None
    axes = [a.id for a in ctx.battle.series.state_axes if any(v.id == value for v in a.values)]
    return placement is not None and any(ctx.state(placement, axis) == value for axis in axes)
