"""The track of turns: every turn from the first to the last has its box."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import pairwise

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.scenario import Scenario


@general_check(
    "GEN222",
    name="turn-missing-on-the-track",
    severity=Severity.ERROR,
    rationale="The marker of the turn goes on one box at a time, so the track has every turn from the first "
    "to the last, in order.",
    bad="turns:\n  - {number: 1}\n  - {number: 3}",
    good="turns:\n  - {number: 1}\n  - {number: 2}\n  - {number: 3}",
)
def turn_missing_on_the_track(ctx: CheckContext) -> Iterator[Finding]:
    """Yield turns that do not follow the one before them."""
    if ctx.scenario is not None:
        yield from missing_turns(ctx.scenario)


@general_check(
    "GEN223",
    name="game-ends-off-the-track",
    severity=Severity.ERROR,
    rationale="A game begins and ends with a turn of its track, and ends after it has begun.",
    bad="turns: {count: 8}\nlast_turn: 9",
    good="turns: {count: 8}\nlast_turn: 8",
)
def game_ends_off_the_track(ctx: CheckContext) -> Iterator[Finding]:
    """Yield first and last turns that the track does not have, and games that end before they begin."""
    scenario = ctx.scenario
    if scenario is None or not scenario.turns:
        return
    # Turns that lack between two others are told by GEN222.
    numbers = [turn.number for turn in scenario.turns]
    yield from ends_off_track(scenario, range(min(numbers), max(numbers) + 1))


@general_check(
    "GEN238",
    name="turn-never-played",
    severity=Severity.WARNING,
    rationale="A scenario that lists its turns and says itself which is the last prints a box for each of "
    "them. Boxes before the first turn or after the last are never used: one of the two was changed alone.",
    bad="turns:\n  - {number: 1}\n  - {number: 2}\n  - {number: 3}\nlast_turn: 2",
    good="turns:\n  - {number: 1}\n  - {number: 2}\nlast_turn: 2",
)
def turn_never_played(ctx: CheckContext) -> Iterator[Finding]:
    """Yield first and last turns that leave turns of the track out.

    A scenario that has the track of another one may well play a part of it.
    """
    scenario = ctx.scenario
    if scenario is None or not scenario.turns:
        return
    numbers = [turn.number for turn in scenario.turns]
    first, last = scenario.first_turn, scenario.last_turn
    if first is not None and last is not None and first > last:
        return  # GEN223 tells of it
    for key, limit, end in (("first_turn", first, min(numbers)), ("last_turn", last, max(numbers))):
        subject = ("scenario", scenario.id, key)
        here, there = ctx.battle.spans.get(subject), ctx.battle.spans.get(("turn", scenario.id, str(end)))
        if limit is None or limit == end or limit not in numbers or here is None or there is None:
            continue
        if here.file == there.file:
            yield Finding(
                subject,
                f"`{key}` is {limit}, so turn {end} of the track is never played",
                expected=f"{end}, or a track that {'begins' if key == 'first_turn' else 'ends'} with it",
                related=((("turn", scenario.id, str(end)), f"turn {end}"),),
            )


def missing_turns(scenario: Scenario) -> Iterator[Finding]:
    """Yield turns of a track that do not follow the one before them."""
    for before, turn in pairwise(scenario.turns):
        a, b = before.number, turn.number
        if b != a + 1:
            missing = f"{a + 1}" if b == a + 2 else f"{a + 1} to {b - 1}"
            yield Finding(
                ("turn", scenario.id, str(b), "number"),
                f"turn {b} follows turn {a}",
                expected=f"turn {a + 1} after turn {a}",
                hint=f"add turn {missing}, or number the turns anew" if b > a else "number the turns anew",
            )


def ends_off_track(scenario: Scenario, numbers: Container[int]) -> Iterator[Finding]:
    """Yield first and last turns that are none of these numbers, and a game that ends before it begins."""
    first, last = scenario.first_turn, scenario.last_turn
    track = [turn.number for turn in scenario.turns]
    off = {
        key: value
        for key, value in (("first_turn", first), ("last_turn", last))
        if value is not None and value not in numbers
    }
    for key, value in off.items():
        yield Finding(
            ("scenario", scenario.id, key),
            f"`{key}` is {value}, which the track does not have",
            expected=f"a turn of the track, {min(track)} to {max(track)}",
            hint=f"change `{key}`, or add the turn to `turns`",
        )
    if not off and first is not None and last is not None and first > last:
        yield Finding(
            ("scenario", scenario.id, "last_turn"),
            f"the game ends with turn {last}, before it begins with turn {first}",
            expected=f"`last_turn` {first} or later",
            hint="exchange `first_turn` and `last_turn`",
        )


CHECKS: tuple[Check, ...] = (turn_missing_on_the_track, game_ends_off_the_track, turn_never_played)
