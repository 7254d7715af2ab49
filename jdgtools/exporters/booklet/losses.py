"""The sheet of points for losses: what the schedule of the series gives, and room to write."""

from __future__ import annotations

from jdgtools.derived.schedules import ScheduleLine, lines_of_piece, schedule_lines
from jdgtools.exporters.booklet import rich
from jdgtools.exporters.booklet.flowables import Block, block, heading, remark
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.rich import NONE, Rich
from jdgtools.exporters.booklet.table import table
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario


def loss_lines(names: BookletNames, scenario: Scenario) -> list[ScheduleLine]:
    """Return the lines of the series' schedule that give points for a piece of the scenario."""
    context, battle = names.context, names.battle
    lines = schedule_lines(battle, scenario, context.series, context.charts)
    everybody: list[Unit | Leader] = [*battle.units, *battle.leaders]
    pieces = [p for p in everybody if p.id not in scenario.unused]
    fitting = {line.entry.key for piece in pieces for line in lines_of_piece(lines, piece)}
    return [line for line in lines if line.points and line.entry.key in fitting]


def loss_sheet(names: BookletNames, lines: list[ScheduleLine]) -> Block:
    """Return the sheet of points for losses: a line for each event, a column for each side."""
    sides = [side.id for side in names.battle.sides]
    head = [rich.text(names.word("points")), rich.text(names.word("award"))]
    head += [rich.text(names.side(side)) for side in sides]
    rows: list[tuple[Rich, ...]] = []
    for line in lines:
        points = rich.bold(rich.text(names.value(line.points)))
        if line.times:
            points = (*points, *rich.literal(f" × {_rating_name(names, line.times)}"))
        rows.append(
            (
                points,
                rich.text(rich.sentence(line.name.get(names.language))),
                *[rich.WRITE_BOX for _ in sides],
            )
        )
    total = (*rich.FILL, *rich.bold(rich.text(names.word("total"))))
    rows.append((NONE, total, *[rich.WRITE_BOX for _ in sides]))
    widths = ("auto", "1fr", *["auto" for _ in sides])
    return block(
        heading(names.word("points_for_losses")),
        table(head, rows, widths, "cl" + "c" * len(sides)),
        remark(rich.text(names.word("losses_of_enemy")), above=1.8),
    )


def _rating_name(names: BookletNames, rating: str) -> str:
    fields = (f for role in names.battle.series.roles for f in role.fields if f.id == rating)
    field = next(fields, None)
    if field is None:
        return rating
    return field.abbreviations.get(names.language) or field.abbreviation or field.name.get(names.language)
