"""Checks of the clock of a scenario: the hours of its turns go on, and night is at night.

Turns are numbered, and may have a time that players read and flags such as `night`. Nothing computes one of
the other, so these checks compare them; the runner finds them through `checks/generic.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity

_DAY = 24 * 60
_LONGEST = 16 * 60
"""Minutes. No turn takes so long, but the night between two days of battle may lie in one."""
_NIGHT = "night"
_MORNING, _AFTERNOON = 9 * 60, 15 * 60
"""Minutes. Nowhere between the polar circles is it night between these."""
_TRACK = 4
"""Turns of a track that show what all of them have."""
_EVEN = 2
"""So many turns of one length show how long a turn is."""


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
    """Yield a turn begins before the one that it follows, or with it."""
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


@check(
    "GEN121",
    name="turn-out-of-step",
    severity=Severity.WARNING,
    rules=(),
    rationale="Turns of one battle are mostly equally long. Where all are but two beside each other, and "
    "these two together are as long as two others, the time between them was mistyped.",
    bad='turns:\n  - {number: 1, time: "09:00"}\n  - {number: 2, time: "09:03"}\n'
    '  - {number: 3, time: "10:00"}\n  - {number: 4, time: "10:30"}\n  - {number: 5, time: "11:00"}',
    good='turns:\n  - {number: 1, time: "09:00"}\n  - {number: 2, time: "09:30"}\n'
    '  - {number: 3, time: "10:00"}\n  - {number: 4, time: "10:30"}\n  - {number: 5, time: "11:00"}',
    scope="scenario",
)
def turn_out_of_step(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the one turn that begins too early or too late among others that follow each other evenly."""
    turns = sorted(ctx.scenario.turns, key=lambda t: t.number) if ctx.scenario else []
    times = [_minutes(turn.time) for turn in turns if turn.time]
    if ctx.scenario is None or len(times) < len(turns):
        return
    steps = [(after - before) % _DAY for before, after in pairwise(times)]
    length, count = Counter(steps).most_common(1)[0] if steps else (0, 0)
    odd = [n for n, step in enumerate(steps) if step != length]
    if count < _EVEN or len(odd) != 2 or odd[1] != odd[0] + 1:
        return
    # An evening hour in a morning makes them a day longer: 10:30, 22:40, 10:50.
    if (steps[odd[0]] + steps[odd[1]] - 2 * length) % _DAY:
        return
    turn = turns[odd[1]]
    right = (times[odd[0]] + length) % _DAY
    yield Finding(
        ("turn", ctx.scenario.id, str(turn.number), "time"),
        f"turn {turn.number} begins at {turn.time}, and all others every {length} minutes",
        expected=f"{right // 60:02}:{right % 60:02}",
        hint="correct the time; if the turn is as long as that, accept this with the reason",
    )


@check(
    "GEN214",
    name="turn-without-the-flag-of-its-neighbours",
    severity=Severity.WARNING,
    rules=(),
    rationale="Night, weather or the sun last for a time. A turn alone without the flag that the two turns "
    "before it and the two after it have was mostly passed over.",
    bad="turns:\n  - {number: 4, flags: [sun]}\n  - {number: 5, flags: [sun]}\n  - {number: 6}\n"
    "  - {number: 7, flags: [sun]}\n  - {number: 8, flags: [sun]}",
    good="turns:\n  - {number: 4, flags: [sun]}\n  - {number: 5, flags: [sun]}\n"
    "  - {number: 6, flags: [sun]}\n  - {number: 7, flags: [sun]}\n  - {number: 8, flags: [sun]}",
    scope="scenario",
)
def turn_without_the_flag_of_its_neighbours(ctx: CheckContext) -> Iterator[Finding]:
    """Yield turns that alone lack a flag of the two turns before and the two after."""
    turns = sorted(ctx.scenario.turns, key=lambda t: t.number) if ctx.scenario else []
    for n, turn in enumerate(turns[2:-2], start=2):
        around = set.intersection(*(set(turns[m].flags) for m in (n - 2, n - 1, n + 1, n + 2)))
        for flag in sorted(around - set(turn.flags)):
            assert ctx.scenario is not None
            yield Finding(
                ("turn", ctx.scenario.id, str(turn.number)),
                f"turn {turn.number} has no flag `{flag}`, and the turns before and after it have",
                expected=f"`flags: [{flag}]`",
                hint="if it is so, accept this with the reason",
            )


@check(
    "GEN100",
    name="night-by-day",
    severity=Severity.WARNING,
    rules=(),
    rationale="The flag `night` shortens sight and forbids much. On a turn that begins between nine in the "
    "morning and three in the afternoon it stands on the wrong turn.",
    bad='turns:\n  - {number: 6, time: "12:00", flags: [night]}',
    good='turns:\n  - {number: 6, time: "12:00"}\n  - {number: 14, time: "20:00", flags: [night]}',
    scope="scenario",
)
def night_by_day(ctx: CheckContext) -> Iterator[Finding]:
    """Yield turns of night that begin in the middle of the day, in tracks that are not of whole days."""
    scenario = ctx.scenario
    for turn in scenario.turns if scenario else ():
        assert scenario is not None
        if _NIGHT not in turn.flags or not turn.time or not _MORNING <= _minutes(turn.time) <= _AFTERNOON:
            continue
        subject = ("turn", scenario.id, str(turn.number))
        yield Finding(
            (*subject, _NIGHT) if (*subject, _NIGHT) in ctx.battle.spans else subject,
            f"turn {turn.number} begins at {turn.time} and has the flag `night`",
            expected="`night` on turns that begin in the dark",
        )


@check(
    "GEN239",
    name="turn-without-a-time",
    severity=Severity.WARNING,
    rules=(),
    rationale="The box of a turn shows when it begins. One turn without a time among others that have one "
    "was passed over, and whatever looks at the clock passes it over, too.",
    bad='turns:\n  - {number: 1, time: "09:00"}\n  - {number: 2}\n  - {number: 3, time: "10:00"}\n'
    '  - {number: 4, time: "10:30"}',
    good='turns:\n  - {number: 1, time: "09:00"}\n  - {number: 2, time: "09:30"}\n'
    '  - {number: 3, time: "10:00"}\n  - {number: 4, time: "10:30"}',
    scope="scenario",
)
def turn_without_a_time(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the one turn of four or more that has no time."""
    turns = ctx.scenario.turns if ctx.scenario else ()
    without = [turn for turn in turns if not turn.time]
    if ctx.scenario is not None and len(turns) >= _TRACK and len(without) == 1:
        (turn,) = without
        yield Finding(
            ("turn", ctx.scenario.id, str(turn.number)),
            f"turn {turn.number} has no time, and the other {len(turns) - 1} have one",
            expected="a time for every turn, or for none",
            depends=(("turn", ctx.scenario.id, str(turn.number), "time"),),
        )


def _minutes(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)
