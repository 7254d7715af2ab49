"""The clock of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity

_DAY = 24 * 60
_LONGEST = 16 * 60
"""Minutes. No turn takes so long, but the night between two days of battle may lie in one."""
_NIGHT = "night"


@check(
    "GEN022",
    name="clock-goes-back",
    severity=Severity.WARNING,
    rules=(),
    rationale="The turn track and the booklet print the time of each turn. A time that is not later than "
    "that of the turn before is a slip, unless a night lies between: from evening to morning, and about a "
    "turn with the flag `night`, the clock may begin anew.",
    bad='turns:\n  - {number: 3, time: "09:00"}\n  - {number: 4, time: "08:00"}',
    good='turns:\n  - {number: 3, time: "09:00"}\n  - {number: 4, time: "10:00"}',
    scope="scenario",
)
def clock_goes_back(ctx: CheckContext) -> Iterator[Finding]:
    """A turn begins before the one that it follows, or with it."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for before, turn in pairwise(sorted(scenario.turns, key=lambda t: t.number)):
        subject = ("turn", scenario.id, str(turn.number))
        if subject not in ctx.battle.spans:
            return  # reckoned from the first turn
        if not before.time or not turn.time or _NIGHT in before.flags | turn.flags:
            continue
        if 0 < (_minutes(turn.time) - _minutes(before.time)) % _DAY <= _LONGEST:
            continue
        same = turn.time == before.time
        yield Finding(
            (*subject, "time"),
            f"turn {turn.number} begins at {turn.time}, "
            + (f"as turn {before.number} does" if same else f"before turn {before.number} ({before.time})"),
            expected=f"a time after {before.time}",
            hint="if another day begins with it, write that as its `label` instead of a time",
        )


def _minutes(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)
