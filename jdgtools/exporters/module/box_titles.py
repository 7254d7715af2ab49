"""Titles of boxes: their words, and how large they are drawn so that they stay inside their box.

A title stands in the head of its box in one line, or in two smaller ones; a box whose title fits neither way
grows to the width that it needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.model.scenario import Arrival, Placement, Scenario
from jdgtools.model.text import NO_TEXT
from jdgtools.render.text import fit, text_width, wrap

TITLE_FONT = "sans-semibold"
TITLE_MARGIN = 7
"""Pixels between a title and the edge of its box, on both sides."""
_ONE_LINE = (15.0, 14.0, 13.0, 12.0)
_TWO_LINES = (11.0, 10.5)
"""Sizes of letters that are tried, pixels, the largest first; two lines stay off the edge of the box."""
MAX_NAMED_HEXES = 4
"""Hexes of an entry that a title names at most; more are cut with a dash."""


class TitleLines(Struct, frozen=True):
    """A title as it is drawn."""

    lines: tuple[str, ...]
    """One line or two."""
    size: float
    """Size of its letters, pixels."""


def title_lines(title: str, width: int) -> TitleLines | None:
    """Return how a title fits a box of this width in pixels; None when it does not."""
    room = width - 2 * TITLE_MARGIN
    size = fit(title, TITLE_FONT, room, _ONE_LINE)
    if size is not None:
        return TitleLines((title,), size)
    for size in _TWO_LINES:
        lines = wrap(title, TITLE_FONT, size, room)
        if len(lines) <= 2 and all(text_width(line, TITLE_FONT, size) <= room for line in lines):
            return TitleLines(tuple(lines), size)
    return None


def title_width(title: str) -> int:
    """Return the least width of a box that holds a title in two lines, pixels."""
    size = _TWO_LINES[-1]
    words = title.split()
    rows = [(words[:n], words[n:]) for n in range(1, len(words))] or [(words, [])]
    widths = [max(text_width(" ".join(part), TITLE_FONT, size) for part in row) for row in rows]
    return math.ceil(min(widths)) + 2 * TITLE_MARGIN + 1


def turn_times(scenarios: Iterable[Scenario]) -> list[tuple[int, str]]:
    """Return the numbers of the turns with their times; scenarios that differ give several to a turn."""
    times: dict[int, set[str]] = {}
    for scenario in scenarios:
        for turn in scenario.turns:
            times.setdefault(turn.number, set()).update({turn.time} - {""})
    return [(n, " / ".join(sorted(t))) for n, t in sorted(times.items())]


def arrival_title(context: ModuleContext, arrival: Arrival) -> str:
    """Return the title of the box of a group of reinforcements: turn, who, where, whether it is certain."""
    parts = [
        context.words("turn_n", n=arrival.turn) if arrival.turn is not None else context.words("uncertain")
    ]
    parts.append(context.command_name(arrival.command) or context.side_name(arrival.side))
    parts.append(_hex_names(context, arrival.hexes))
    if arrival.chance is not None:
        parts.append(context.words("uncertain"))
    elif arrival.optional:
        parts.append(context.words("optional"))
    return " · ".join(p for p in parts if p)


def area_title(context: ModuleContext, placement: Placement) -> str:
    """Return the title of the box of units that a player sets up in an area."""
    name = _area_name(context, placement) or _hex_names(context, placement.area)
    return f"{context.words('setup_areas')}{context.colon}{name}"


def _area_name(context: ModuleContext, placement: Placement) -> str:
    """Return how players call an area, by what the source says of it; '' when it has no name."""
    battle_map = context.battle.map
    kind, _, rest = placement.area_name.partition(" ")
    if kind == "within":
        distance, _, centre = rest.partition(" of ")
        words = "within_one" if distance == "1" else "within_hexes"
        return context.words(words, n=distance, hex=centre)
    if battle_map is None:
        return ""
    names = {
        "region": {r.id: r.name for r in battle_map.regions},
        "entry": {e.id: e.name for e in battle_map.entries},
        "any": {p.id: p.name for p in battle_map.places},
    }
    return context.say(names.get(kind, {}).get(rest.removeprefix("hex of "), NO_TEXT))


def _hex_names(context: ModuleContext, hexes: tuple[int, ...]) -> str:
    grid = context.battle.map.grid if context.battle.map else None
    if grid is None or not hexes:
        return ""
    names = [grid.id(i) for i in hexes]
    if len(names) > MAX_NAMED_HEXES:
        return f"{names[0]}/…/{names[-1]}"
    return "/".join(names)
