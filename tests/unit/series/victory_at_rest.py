"""What a scenario is worth to both sides if nobody moves: the points of ground and time, without any loss."""

from __future__ import annotations

from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition


def points_at_rest(battle: Battle, scenario: Scenario) -> dict[str, int]:
    """Return the points of each side when all turns have passed and every piece stands where it was set up."""
    holders = holders_at_rest(battle, scenario)
    points = dict.fromkeys((side.id for side in battle.sides), 0)
    for award in scenario.awards:
        turns = range(scenario.first_turn, scenario.last_turn + 1)
        for turn in turns if award.at == "turn" else turns[-1:]:
            times = _times(award.when, holders, turn, award.each)
            points[award.side or ""] += award.points * times
    return points


def _times(condition: Condition, holders: dict[int, str], turn: int, each: bool) -> int:
    if each and condition.kind == "holds":
        return sum(holders.get(index) == condition.side for index in condition.hexes)
    return int(holds_at_rest(condition, holders, turn))


def holds_at_rest(condition: Condition, holders: dict[int, str], turn: int) -> bool:
    """Return whether a condition is true in a turn if nothing is ever lost and nobody leaves the map.

    Args:
        condition: what is asked.
        holders: hex -> side that holds it.
        turn: its number.
    """
    parts = (holds_at_rest(part, holders, turn) for part in condition.parts)
    if condition.kind == "all":
        return all(parts)
    if condition.kind == "any":
        return any(parts)
    if condition.kind == "not":
        return not any(parts)
    if condition.kind == "always":
        return True
    if condition.kind == "turn":
        return (condition.low or 0) <= turn <= (condition.high or turn)
    if condition.kind == "holds":
        count = sum(holders.get(index) == condition.side for index in condition.hexes)
        return count >= (len(condition.hexes) if condition.count is None else condition.count)
    assert condition.kind in ("eliminated", "losses", "exited", "captured", "destroyed", "fled"), (
        condition.kind
    )
    return False


def holders_at_rest(battle: Battle, scenario: Scenario) -> dict[int, str]:
    """Return who holds each hex that the scenario gives to a side or sets a piece up in."""
    sides = {piece.id: piece.side for piece in (*battle.units, *battle.leaders)}
    holders = dict(scenario.held)
    for placement in scenario.placements:
        holders.update(dict.fromkeys(placement.hexes, sides[placement.piece]))
    return holders


def level_of(scenario: Scenario, points: dict[str, int]) -> str:
    """Return the English name of the level of victory for these points."""
    first, second = points
    for level in scenario.levels:
        lead = points[first] - points[second]
        if level.side == second:
            lead = -lead
        if (level.low is None or level.low <= lead) and (level.high is None or lead <= level.high):
            return level.name.get("en")
    raise AssertionError(points)
