"""Tracks and boxes beside the map in which counters lie: turns, victory points, eliminated units, reserves.

What boxes a series has is said in its definition, from which the module's windows are made as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from jdgtools.model.battle import Battle
from jdgtools.model.definition import BoxDef
from jdgtools.model.scenario import Arrival, Scenario, Turn
from jdgtools.render.map import marks
from jdgtools.render.map.paragraph import block, one_line
from jdgtools.render.map.plan import FurniturePart, Room
from jdgtools.render.map.words import say
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Rect, Stroke, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import fit, text_width

HEAD = 9.5
"""Height of a headline with its rule."""
_BOX_GAP = 1.3
_MAX_ASPECT = 3.0
"""How much wider than high a box of a track may be."""
_VICTORY_BOXES = 10
"""Boxes of the victory track, 0 to 9: markers count ones and tens."""


def heading(theme: Theme, word: str, width: float, note: str = "") -> list[Item]:
    """Return the headline of a block with a rule below and a note at its right end."""
    ink, line = theme.color("map.sheet.accent"), theme.color("map.sheet.line")
    word, size = one_line(word, "serif-bold-sc", width, [6.2 - 0.3 * n for n in range(10)], 0.35)
    items: list[Item] = [
        TextItem(0.0, 5.0, word, size, "serif-bold-sc", fill=ink, letter_spacing=0.35),
        PathBuilder().move_to(0.0, 7.0).line_to(width, 7.0).build(None, Stroke(line, 0.25)),
    ]
    if note:
        free = width - text_width(word, "serif-bold-sc", size, 0.35) - 6.0
        small = fit(note, "serif-italic", free, [3.8 - 0.2 * n for n in range(7)])
        if small:
            muted_ink = theme.color("map.sheet.muted")
            items.append(TextItem(width, 5.0, note, small, "serif-italic", "end", fill=muted_ink))
    return items


class _Cells(Struct, frozen=True):
    """Equal boxes in rows that fill a width."""

    per_row: int
    width: float
    height: float

    @classmethod
    def of(cls, count: int, room: Room) -> _Cells:
        """Return rows as even as can be, with boxes a little larger than a counter where that fills them."""
        max_cells = max(1, int((room.width + _BOX_GAP) // (room.cell + _BOX_GAP)))
        rows = -(-count // max_cells)
        per_row = -(-count // rows)
        tight = int((room.width + _BOX_GAP) // (0.92 * room.cell + _BOX_GAP))
        if count % per_row and tight > max_cells and count % tight == 0:
            per_row = tight
        width = (room.width + _BOX_GAP) / per_row - _BOX_GAP
        height = min(1.22 * room.cell, width)
        return cls(per_row, min(width, _MAX_ASPECT * height), height)

    def total(self, count: int) -> float:
        """Return the height of the rows with a gap below each."""
        return -(-count // self.per_row) * (self.height + _BOX_GAP)

    def at(self, n: int) -> tuple[float, float]:
        """Return the corner of a box from the corner of the first."""
        return (n % self.per_row) * (self.width + _BOX_GAP), (n // self.per_row) * (self.height + _BOX_GAP)


def turn_track(battle: Battle, scenario: Scenario, theme: Theme, language: str) -> FurniturePart | None:
    """Return a box for every turn of a scenario, large enough for a counter; None when it has no turns."""
    turns = scenario.turns
    if not turns:
        return None
    ink, line = theme.color("map.sheet.ink"), theme.color("map.sheet.line")
    several = len(battle.scenarios) > 1

    def height(room: Room) -> float:
        return HEAD + _Cells.of(len(turns), room).total(len(turns))

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        note = scenario.title.get(language) if several else ""
        items = heading(theme, say("turns", language), room.width, note)
        cells = _Cells.of(len(turns), room)
        w, h = cells.width, cells.height
        k = h / 17.6
        for n, turn in enumerate(turns):
            x, y = cells.at(n)
            y += HEAD
            night = "night" in turn.flags
            fill = "#39434f" if night else theme.color("map.sheet.panel")
            words = "#f0ead8" if night else ink
            items.append(Rect(x, y, w, h, fill, Stroke(line, 0.3), rx=1.2))
            number = TextItem(
                x + 1.6, y + 1.6, str(turn.number), 5.8 * k, "serif-bold", baseline="top", fill=words
            )
            items.append(number)
            max_width = w - 4.2 - text_width(number.string, number.font, number.size)
            time, small = one_line(turn.time, "sans", max_width, room.readable([2.9 * k, 2.5 * k, 2.1 * k]))
            items.append(TextItem(x + w - 1.4, y + 1.9, time, small, "sans", "end", "top", words))
            label = " · ".join(_remarks(battle, turn, language))
            lines, small = block(label, "serif-italic", w - 2.0, room.readable([2.7 * k, 2.3 * k]), 3)
            for m, text in enumerate(lines):
                at = y + h - 1.7 - (len(lines) - 1 - m) * max(2.8 * k, 1.04 * small)
                items.append(TextItem(x + w / 2, at, text, small, "serif-italic", "middle", fill=words))
        return tuple(items)

    return FurniturePart("turns", 0, height, draw)


def _remarks(battle: Battle, turn: Turn, language: str) -> list[str]:
    """Return what a box of the turn track says below: its flags by name, but for night, and its label."""
    flags = [name.get(language) for flag, name in battle.series.turn_flags if flag in turn.flags - {"night"}]
    return [words for words in (*flags, turn.label.get(language)) if words]


def victory_track(battle: Battle, theme: Theme, language: str) -> FurniturePart | None:
    """Return ten boxes for the markers that count victory points; None without such a track."""
    box = next((b for b in battle.series.boxes if b.id == "victory_track"), None)
    if box is None or not any(s.awards for s in battle.scenarios):
        return None
    line, muted_ink = theme.color("map.sheet.line"), theme.color("map.sheet.muted")

    def height(room: Room) -> float:
        return HEAD + _Cells.of(_VICTORY_BOXES, room).total(_VICTORY_BOXES)

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        items = heading(theme, box.name.get(language), room.width)
        cells = _Cells.of(_VICTORY_BOXES, room)
        for n in range(_VICTORY_BOXES):
            x, y = cells.at(n)
            y += HEAD
            edge = Stroke(line, 0.3)
            items.append(Rect(x, y, cells.width, cells.height, theme.color("map.sheet.panel"), edge, rx=1.2))
            middle = x + cells.width / 2, y + cells.height / 2
            size = 0.5 * cells.height
            items.append(TextItem(*middle, str(n), size, "serif-bold", "middle", "middle", fill=muted_ink))
        return tuple(items)

    return FurniturePart("victory", 1, height, draw)


def side_boxes(battle: Battle, theme: Theme, language: str, box: BoxDef, rank: int) -> FurniturePart:
    """Return a box of each side for the pieces that lie beside the map."""
    sides = battle.sides

    def height(room: Room) -> float:
        return HEAD + room.cell + 6.5 + (room.cell + 8.0 if _narrow(room) else 0.0)

    def _narrow(room: Room) -> bool:
        return (room.width - _BOX_GAP) / 2 < 2 * room.cell

    def draw(room: Room, high: float) -> tuple[Item, ...]:
        items = heading(theme, box.name.get(language), room.width)
        across = 1 if _narrow(room) else len(sides)
        down = -(-len(sides) // across)
        w = (room.width - (across - 1) * 2.0) / across
        h = (high - HEAD - (down - 1) * 2.0) / down
        for n, side in enumerate(sides):
            x, y = (n % across) * (w + 2.0), HEAD + (n // across) * (h + 2.0)
            color = marks.side_color(battle, theme, side.id, theme.color("map.sheet.panel"))
            items += _frame(theme, room, x, y, w, h, side.name.get(language), color)
        return tuple(items)

    return FurniturePart(f"boxes:{box.id}", rank, height, draw, growth=75.0)


def plain_boxes(
    battle: Battle, theme: Theme, language: str, boxes: Sequence[BoxDef], rank: int
) -> FurniturePart:
    """Return the boxes that the whole battle shares, for markers, side by side."""

    def cells(room: Room) -> _Cells:
        return _Cells.of(len(boxes), Room(room.width, max(room.cell + 6.0, 27.0)))

    def height(room: Room) -> float:
        return HEAD + -(-len(boxes) // cells(room).per_row) * (room.cell + 8.0)

    def draw(room: Room, high: float) -> tuple[Item, ...]:
        items = heading(theme, say("markers", language), room.width)
        per_row = cells(room).per_row
        rows = -(-len(boxes) // per_row)
        h = (high - HEAD - (rows - 1) * 2.0) / rows
        for n, box in enumerate(boxes):
            row, column = divmod(n, per_row)
            w = (room.width + 2.0) / min(per_row, len(boxes) - row * per_row) - 2.0
            x, y = column * (w + 2.0), HEAD + row * (h + 2.0)
            items += _frame(theme, room, x, y, w, h, box.name.get(language), theme.color("map.sheet.line"))
        return tuple(items)

    return FurniturePart("boxes:markers", rank, height, draw, growth=20.0)


def reinforcements(
    battle: Battle, scenario: Scenario, box: BoxDef, theme: Theme, language: str
) -> FurniturePart | None:
    """Return a box for every group of reinforcements; None when a scenario has none."""
    groups = sorted(
        (a for a in scenario.arrivals if a.turn is not None), key=lambda a: (a.turn or 0, a.side or "", a.id)
    )
    if not groups:
        return None
    several = len(battle.scenarios) > 1

    def rows(room: Room) -> list[list[tuple[Arrival, float]]]:
        rows_of_groups: list[list[tuple[Arrival, float]]] = [[]]
        filled_width = 0.0
        for group in groups:
            stacks = min(max(len(group.stacks), 1), max(1, int((room.width - 2.0) // (room.cell + 1.0))))
            width = max(stacks * (room.cell + 1.0) + 2.0, 34.0)
            if rows_of_groups[-1] and filled_width + width > room.width:
                rows_of_groups.append([])
                filled_width = 0.0
            rows_of_groups[-1].append((group, width))
            filled_width += width + 2.0
        return rows_of_groups

    def height(room: Room) -> float:
        return HEAD + len(rows(room)) * (room.cell + 9.0)

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        items = heading(
            theme, box.name.get(language), room.width, scenario.title.get(language) if several else ""
        )
        for m, row in enumerate(rows(room)):
            row_width = sum(w for _, w in row)
            share = (room.width - 2.0 * (len(row) - 1)) / row_width
            x = 0.0
            for group, width in row:
                w = width * share
                y = HEAD + m * (room.cell + 9.0)
                color = marks.side_color(battle, theme, group.side, theme.color("map.sheet.panel"))
                items += _frame(
                    theme, room, x, y, w, room.cell + 6.5, _arrival(battle, group, language), color
                )
                x += w + 2.0
        return tuple(items)

    return FurniturePart("reinforcements", 3, height, draw)


def _arrival(battle: Battle, group: Arrival, language: str) -> str:
    """Turn and place of entry of a group."""
    place = ""
    if battle.map is not None:
        area = battle.map.entry(group.entry) if group.entry else None
        grid = battle.map.grid
        place = area.name.get(language) if area is not None else "/".join(grid.id(i) for i in group.hexes[:3])
    turn = say("turn", language, group.turn)
    return f"{turn} · {place}" if place else turn


def _frame(
    theme: Theme, room: Room, x: float, y: float, w: float, h: float, name: str, color: str
) -> list[Item]:
    """Return a box with its name on a band at its top."""
    items: list[Item] = [
        Rect(x, y, w, h, theme.color("map.sheet.panel"), None, rx=1.2),
        Rect(x + 0.15, y + 0.15, w - 0.3, 4.7, color, None, rx=1.1, opacity=0.16),
        Rect(x, y, w, h, None, Stroke(color, 0.4), rx=1.2),
    ]
    name, size = one_line(name, "sans-semibold", w - 3.0, room.readable([3.3 - 0.15 * n for n in range(11)]))
    items.append(
        TextItem(
            x + 1.6,
            y + 2.5,
            name,
            size,
            "sans-semibold",
            baseline="middle",
            fill=theme.color("map.sheet.ink"),
        )
    )
    return items
