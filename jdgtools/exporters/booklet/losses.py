"""The sheet of points for losses: what the schedule of the series gives, and room to write."""

from __future__ import annotations

from jdgtools.derived.schedules import ScheduleLine, lines_of_piece, schedule_lines
from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.flowables import Block, block, heading, remark
from jdgtools.exporters.booklet.inlines import NONE, Inlines
from jdgtools.exporters.booklet.names import BookletNames
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
    head = [inlines.text(names.word("points")), inlines.text(names.word("award"))]
    head += [inlines.text(names.side(side)) for side in sides]
    rows: list[tuple[Inlines, ...]] = []
    for line in lines:
        points = inlines.bold(inlines.text(names.value(line.points)))
        if line.times:
            points = (*points, *inlines.literal(f" × {_rating_name(names, line.times)}"))
        rows.append(
            (
                points,
                inlines.text(inlines.sentence(line.name.get(names.language))),
                *[inlines.WRITE_BOX for _ in sides],
            )
        )
    total = (*inlines.FILL, *inlines.bold(inlines.text(names.word("total"))))
    rows.append((NONE, total, *[inlines.WRITE_BOX for _ in sides]))
    widths = ("auto", "1fr", *["auto" for _ in sides])
    return block(
        heading(names.word("points_for_losses")),
        table(head, rows, widths, "cl" + "c" * len(sides)),
        remark(inlines.text(names.word("losses_of_enemy")), above=1.8),
    )


def _rating_name(names: BookletNames, rating: str) -> str:
    fields = (f for role in names.battle.series.roles for f in role.fields if f.id == rating)
    field = next(fields, None)
    if field is None:
        return rating
    return field.abbreviations.get(names.language) or field.abbreviation or field.name.get(names.language)
