"""The figures of a run as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.balance.figures import Figures


def percent(share: float) -> str:
    """Return a share as per cent, e.g. `41.3 %`."""
    return f"{100 * share:.1f} %"


def with_sign(value: float, digits: int = 1) -> str:
    """Return a number with its sign, e.g. `+0.4`."""
    return f"{value:+.{digits}f}"


def lines_of(figures: Figures) -> Iterator[str]:
    """Yield the lines of the table: wins with their intervals, points, ends, changes."""
    if figures.ignored_rules:
        yield f"left out: {', '.join(figures.ignored_rules)}"
    if figures.forbidden:
        yield f"forbidden: {', '.join(figures.forbidden)}"
    yield f"games  {figures.games}"
    for side in figures.sides:
        yield (
            f"{side.name} ({side.player})  won {side.wins} = {percent(side.share)} "
            f"[{percent(side.low)}, {percent(side.high)}]  points {side.points:.1f}"
        )
    yield f"drawn  {figures.draws}"
    for tally in figures.ends:
        yield f"end {tally.what}{f' ({tally.words})' if tally.words else ''}  {tally.count}"
    for tally in figures.stops:
        yield f"stopped {tally.what}  {tally.count}"
    turns = sum(turn.turn * turn.ends for turn in figures.turns) / max(figures.games, 1)
    yield (
        f"decisions a game  {figures.decisions:.0f}; last turn  {turns:.1f}; "
        f"about {figures.minutes / 60:.1f} hours at the table for players who know the rules"
    )
    if figures.sensitivities:
        yield f"changes, with the same dice: {figures.sides[0].name} wins"
    for row in figures.sensitivities:
        yield (
            f"  {row.change}{f' ({row.words})' if row.words else ''}  {percent(row.share)} "
            f"[{percent(row.low)}, {percent(row.high)}], "
            f"{with_sign(100 * row.difference)} [{with_sign(100 * row.difference_low)}, "
            f"{with_sign(100 * row.difference_high)}] points of a hundred; margin {with_sign(row.margin)}"
        )
