"""Points for losses by the schedule of the series, as expressions over the pieces of the module.

A unit or leader carries a mark for every line that is about it. A line counts the marked pieces that lie in
the box of the eliminated, that have left the map, or whose state on the map says that it has happened.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.schedules import ScheduleLine, lines_of_piece, rating_size
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.terms import state_test
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario


def _numbers(context: ModuleContext) -> dict[str, int]:
    """Return key of a line -> its number, the same in all scenarios."""
    keys = dict.fromkeys(line.entry.key for lines in context.schedules.values() for line in lines)
    return {key: n for n, key in enumerate(keys, 1)}


def schedule_marks(context: ModuleContext) -> Iterator[tuple[str, str, str]]:
    """Yield (piece, property, value) for the lines that are about the units and leaders of the battle."""
    lines = next((lines for lines in context.schedules.values() if lines), ())
    numbers = _numbers(context)
    pieces: list[Unit | Leader] = [*context.battle.units, *context.battle.leaders]
    for piece in pieces:
        for line in lines_of_piece(lines, piece):
            number = numbers[line.entry.key]
            yield piece.id, f"L{number}", "1"
            if line.times:
                yield piece.id, f"LR{number}", str(rating_size(line, piece))


def schedule_points(context: ModuleContext, scenario: Scenario, side: int) -> str:
    """Return an expression of the points that a side, by its number from 1, has for losses of the other."""
    amounts = [
        f"{line.points}*{_count(context, line, side)}"
        for line in context.schedules.get(scenario.id, ())
        if line.points
    ]
    return "(" + ("+".join(amounts) or "0") + ")"


def counts_exits(context: ModuleContext) -> bool:
    """Return whether leaving the map counts by a schedule."""
    lines = (line for lines in context.schedules.values() for line in lines)
    return any(line.points and line.entry.event == "pursued_off_map" for line in lines)


def _count(context: ModuleContext, line: ScheduleLine, side: int) -> str:
    number = _numbers(context)[line.entry.key]
    mark = f"L{number}==1&&SideNo!={side}"
    board, losses = plain(context.words("map")), plain(context.words("losses"))
    match line.entry.event:
        case "eliminated":
            place, where = losses, f"{mark}&&CurrentZone==LostBox"
        case "pursued_off_map":
            place, where = losses, f"{mark}&&CurrentZone==ExitBox"
        case "strength_lost":
            return f'SumMap("{line.entry.state}","{board}","{{{mark}}}")'
        case "captured" | "disabled":
            state = line.entry.state
            axis = next(a for a in context.series.state_axes if any(v.id == state for v in a.values))
            place, where = board, f"{mark}&&{state_test(axis, state)}"
    if line.times:
        return f'SumMap("LR{number}","{place}","{{{where}}}")'
    return f'CountMap("{place}","{{{where}}}")'
