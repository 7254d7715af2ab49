"""What the report says, section by section, as blocks that become pages of paper and of the browser."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from jdgtools.balance.figures import Figures
from jdgtools.balance.texts import percent, with_sign
from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.flowables import Block, Element, block, heading, paragraph, remark
from jdgtools.exporters.booklet.inlines import Inlines
from jdgtools.exporters.booklet.table import table

COMMON = 14
"""Lines of charts that are shown: those that counted most."""
HEAT = {
    "moves": "Moves: hexes entered",
    "fights": "Fire and shock: hexes attacked",
    "losses": "Losses: hexes in which units were eliminated or left the map",
}
"""Kind of heat map -> its caption."""


def heat_caption(figures: Figures, kind: str) -> str:
    """Return the caption of a heat map, with the hex that gives it its scale."""
    counts = figures.heat[kind]
    if not counts:
        return HEAT[kind]
    most = max(counts, key=lambda name: (counts[name], name))
    return f"{HEAT[kind]} (the darkest is {most}: {counts[most] / max(figures.games, 1):.1f} a game)"


class ReportSection(Struct, frozen=True):
    """A part of the report."""

    title: str
    blocks: tuple[Block, ...]


def sections(figures: Figures) -> list[ReportSection]:
    """Return the sections of the report but for its maps."""
    parts = [ReportSection("Who wins", _wins(figures))]
    if figures.sensitivities:
        parts.append(ReportSection("What a change does", (_sensitivities(figures),)))
    parts.append(ReportSection("The course of the games", _course(figures)))
    parts.append(ReportSection("Forces", _forces(figures)))
    parts.append(ReportSection("Charts and rules", _charts(figures)))
    return parts


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]], align: str, wide: str = "") -> Element:
    widths = ["1fr" if letter == "l" else "auto" for letter in align]
    return table(
        [inlines.text(cell) for cell in head],
        [[_cell(cell) for cell in row] for row in rows],
        [wide, *widths[1:]] if wide else widths,
        align,
    )


def _cell(plain: str) -> Inlines:
    return inlines.text(plain) if plain else inlines.NONE


def _wins(f: Figures) -> tuple[Block, ...]:
    rows = [
        (
            s.name,
            s.player,
            str(s.wins),
            percent(s.share),
            f"{percent(s.low)} to {percent(s.high)}",
            f"{s.points:.1f}",
        )
        for s in f.sides
    ]
    rows.append(
        (
            "drawn",
            "",
            str(f.draws),
            percent(f.draws / max(f.games, 1)),
            "",
            "",
        )
    )
    about = (
        f"{f.games} games with the seed {f.seed}. A share of wins is that of these two players and no "
        "others; its interval is that of Wilson, 95 %. "
        f"A game has {f.decisions:.0f} decisions and {f.rolls:.0f} rolls; we estimate "
        f"{f.minutes / 60:.1f} hours at the table for players who know the rules."
    )
    notes = []
    if f.ignored_rules:
        notes.append(f"Left out: {', '.join(f.ignored_rules)}.")
    if f.forbidden:
        notes.append(f"Forbidden to both players: {', '.join(f.forbidden)}.")
    if f.stops:
        stops = ", ".join(f"{t.what} ({t.count})" for t in f.stops)
        notes.append(f"Stopped at rules that are not played: {stops}; they count as drawn in the changes.")
    ends = [(tally.label, str(tally.count), percent(tally.count / max(f.games, 1))) for tally in f.ends]
    return (
        block(
            _grid(("Side", "Player", "Won", "Share", "Interval", "Points"), rows, "llrrrr"),
            paragraph(inlines.text(" ".join([about, *notes])), above=2.0),
            wide=True,
        ),
        block(heading("How the games end"), _grid(("End", "Games", "Share"), ends, "lrr")),
    )


def _sensitivities(f: Figures) -> Block:
    rows = [
        (
            f"{row.words} ({row.change})" if row.words else row.change,
            percent(row.share),
            f"{percent(row.low)} to {percent(row.high)}",
            with_sign(100 * row.difference),
            f"{with_sign(100 * row.difference_low)} to {with_sign(100 * row.difference_high)}",
            with_sign(row.margin),
        )
        for row in f.sensitivities
    ]
    words = (
        f"Wins of {f.sides[0].name} with one thing changed. Each game has the same seed as before, so the "
        "difference, in games of a hundred, is taken game by game; where its interval holds zero, the games "
        "do not show that the change matters."
    )
    head = ("Change", "Share", "Interval", "Difference", "Interval", "Margin")
    return block(_grid(head, rows, "lrrrrr"), remark(inlines.text(words), above=1.8), wide=True)


def _course(f: Figures) -> tuple[Block, ...]:
    turns = [
        (str(t.turn), str(t.games), with_sign(t.margin), str(t.ends) if t.ends else "–") for t in f.turns
    ]
    first = f.sides[0].name
    falls = [
        (f"{name} {place}".strip(), side, ", ".join(f"{e.turn}: {e.count}" for e in group))
        for (name, place, side), group in (
            (key, list(group)) for key, group in groupby(f.falls, key=lambda e: (e.hex, e.place, e.side))
        )
    ]
    blocks = [
        block(
            heading("Turn by turn"),
            _grid(("Turn", "Games", "Margin", "Ended"), turns, "lrrr"),
            remark(
                inlines.text(
                    f"Margin: mean points of {first} less those of the other side. "
                    f"The lead changes {f.lead_changes:.1f} times a game."
                ),
                above=1.8,
            ),
        )
    ]
    if falls:
        blocks.append(
            block(
                heading("When hexes of victory fall"),
                _grid(("Hex", "Comes to", "Turn: games"), falls, "lll"),
            )
        )
    arrivals = [
        (
            group.id,
            ", ".join(f"{turn}: {count}" for turn, count in group.turns) or "–",
            str(group.never) if group.never else "–",
        )
        for group in f.arrivals
    ]
    if arrivals:
        blocks.append(
            block(heading("Reinforcements due"), _grid(("Group", "Turn: games", "Never"), arrivals, "llr"))
        )
    return tuple(blocks)


def _forces(f: Figures) -> tuple[Block, ...]:
    losses = [
        (
            row.name,
            row.side,
            f"{row.lost_units:.1f} of {row.units}",
            f"{row.lost_strength:.1f} of {row.strength}",
            percent(row.lost_strength / row.strength) if row.strength else "–",
        )
        for row in f.formations
    ]
    markers = [(row.id, f"{row.draws:.1f}", percent(row.idle)) for row in f.markers]
    return (
        block(
            heading("Losses of formations, means"),
            _grid(("Formation", "Side", "Units", "Strength", "Share"), losses, "llrrr"),
            wide=True,
        ),
        block(
            heading("Activation markers"),
            _grid(("Marker", "Drawn a game", "Idle"), markers, "lrr"),
            remark(inlines.text("Idle: none of its units moved, faced, fought or rallied."), above=1.8),
        ),
    )


def _charts(f: Figures) -> tuple[Block, ...]:
    common = [(tally.label, f"{tally.count / max(f.games, 1):.2f}") for tally in f.lines[:COMMON]]
    unused_lines = [(tally.label,) for tally in f.unused_lines]
    statements = remark(inlines.text(f"{f.rules} statements of the rules made something happen."), above=1.8)
    return (
        block(heading("Lines that counted most"), _grid(("Line", "Times a game"), common, "lr")),
        block(
            heading("Lines that never counted"),
            _grid(("Line",), unused_lines, "l") if unused_lines else paragraph(inlines.text("none")),
            statements,
        ),
    )
