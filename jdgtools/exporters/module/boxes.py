"""Boxes beside the map: which window has which boxes, where they lie, how they are drawn.

A module has windows for what lies beside the map on a table: command, reinforcements, losses. Each is a board
with boxes, which are zones for VASSAL, so that commands can send a piece to a box by its name.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.module.box_titles import (
    TITLE_FONT,
    TITLE_MARGIN,
    area_title,
    arrival_title,
    title_lines,
    title_width,
    turn_times,
)
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.stack_badge import badge_top
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.exporters.module.victory import has_exits
from jdgtools.model.definition import BoxDef
from jdgtools.model.pieces import ActivationMarker
from jdgtools.model.scenario import Arrival

if TYPE_CHECKING:
    from jdgtools.render.scene import Item, Scene

_FRESH = ("turn_track", "victory_track", "formations", "area", "unused", "pool")
"""Kinds of boxes that begin a row of their own."""
WINDOWS = ("command", "reserves", "losses")
"""Windows of boxes, by the key of their name."""
POOL_COLUMNS = 10
"""Markers in a row of the box of markers in play."""
_ROW = 6
"""Cells in a row of a box of markers: boxes of two sides stand side by side."""
_GAP = 10
_HEAD = 26
_WIDTH = 1120
"""Width that rows of boxes may fill, pixels."""
_INK = "#2b2a26"
_MAX_ROWS = 6
"""Rows that a box of losses has at most; further pieces lie a little lower in the first ones."""
_COUNT_EMS = 2.8
"""Width of `× 88` in the widest bold letters that VASSAL may use, with a little room, in their size."""


class Box(Struct, frozen=True):
    """A box of a window."""

    id: str
    kind: str
    """Id of the series' box, or `arrival`, `area`, `formations`, `unused`."""
    title: str
    """Name of its zone, different from all others."""
    kind_title: str
    """Name without side, turn or number."""
    window: str
    """Key of the window."""
    side: str | None = None
    columns: int = 1
    """Stacks side by side."""
    rows: int = 1
    cell: int = 0
    """Distance of stacks from left to right, pixels."""
    drop: int = 0
    """Distance of stacks from top to bottom, pixels; 0 for the same."""
    holds_activation: bool = False
    has_numbers: bool = False
    """Whether the cells carry the numbers 0, 1, 2 …"""
    count_room: int = 0
    """Room to the right of the cells for the number of markers, pixels; 0 for none."""
    kinds: tuple[str, ...] = ()
    """Kinds of pieces of its side that have a cell each: `unit`, `leader`."""
    lowering: int = 0
    """How far stacks lie below the middle of their cells, pixels: their badges stay off the title."""
    x: int = 0
    y: int = 0

    @property
    def width(self) -> int:
        """Width, pixels: that of its cells, or more where its title needs it."""
        width = max(_GAP + self.columns * self.cell + max(self.count_room, _GAP), 130)
        return width if title_lines(self.title, width) else max(width, title_width(self.title))

    @property
    def height(self) -> int:
        """Height, pixels."""
        return self.rows * (self.drop or self.cell) + _HEAD + _GAP

    def place(self, k: int) -> tuple[int, int]:
        """Return the centre of stack number `k`; more stacks than cells start over, a little lower."""
        turn, k = divmod(k, self.columns * self.rows)
        row, column = divmod(k, self.columns)
        down = self.drop or self.cell
        return (
            self.x + _GAP + column * self.cell + self.cell // 2 + 6 * turn,
            self.y + _HEAD + row * down + down // 2 + self.lowering + 6 * turn,
        )

    def outline(self) -> tuple[tuple[int, int], ...]:
        """Return the corners."""
        right, low = self.x + self.width, self.y + self.height
        return ((self.x, self.y), (right, self.y), (right, low), (self.x, low))


def count_size(context: ModuleContext) -> int:
    """Return the size of the letters of a number beside markers, pixels."""
    return max(14, round(context.counter_px * 0.32))


def has_cup(context: ModuleContext) -> bool:
    """Return whether the battle has activation markers that are drawn from a cup."""
    return bool(context.battle.activation) and any(b.id == "cup" for b in context.series.boxes)


def arrival_id(arrival: Arrival) -> str:
    """Return the id of the box of a group of reinforcements; equal groups of two scenarios share it."""
    return f"arrival:{arrival.turn}:{arrival.id}:{','.join('+'.join(s) for s in arrival.stacks)}"


def area_id(name: str, hexes: Iterable[int]) -> str:
    """Return the id of the box of a region in which units may be set up."""
    return f"area:{name}:{','.join(map(str, sorted(hexes)))}"


def build_boxes(context: ModuleContext) -> dict[str, Box]:
    """Return all boxes by id, laid out."""
    boxes = [
        *_series_boxes(context),
        *_pool_box(context),
        *_formation_box(context),
        *_scenario_boxes(context),
        *_exit_boxes(context),
        _unused_box(context),
    ]
    title_counts: dict[str, int] = {}
    titled_boxes = []
    room = badge_top(context)
    for box in boxes:
        title = plain(box.title).strip() or box.id
        title_counts[title] = title_counts.get(title, 0) + 1
        titled_boxes.append(
            replace(
                box,
                title=title if title_counts[title] == 1 else f"{title} ({title_counts[title]})",
                lowering=max(0, room - (box.drop or box.cell) // 2) if box.window != "command" else 0,
            )
        )
    return {b.id: b for window in WINDOWS for b in _lay_out([b for b in titled_boxes if b.window == window])}


def window_size(boxes: Iterable[Box]) -> tuple[int, int]:
    """Return width and height of the board that holds these boxes."""
    box_list = list(boxes)
    if not box_list:
        return 300, 200
    return max(b.x + b.width for b in box_list) + _GAP, max(b.y + b.height for b in box_list) + _GAP


def _lay_out(boxes: list[Box]) -> list[Box]:
    placed_boxes, x, y, high = [], _GAP, _GAP, 0
    kind = ""
    for box in boxes:
        fresh = bool(kind) and box.kind != kind and (box.kind in _FRESH or kind in _FRESH)
        if x > _GAP and (x + box.width > _WIDTH or fresh):
            x, y, high = _GAP, y + high + _GAP, 0
        placed_boxes.append(replace(box, x=x, y=y))
        x, high, kind = x + box.width + _GAP, max(high, box.height), box.kind
    return placed_boxes


def _cell(context: ModuleContext, wide: bool = False) -> int:
    """Return the distance of markers, or of cards two counters wide, in pixels."""
    return round(context.counter_px * (2.2 if wide else 1.15))


def _unit_cell(context: ModuleContext) -> int:
    """Return the distance of units from left to right, which may lie askew, in pixels."""
    long = any(u.footprint > 1 for u in context.battle.units)
    return round(context.counter_px * 2.5) if long else _small_cell(context)


def _small_cell(context: ModuleContext) -> int:
    """Return the distance of pieces on one hex, which may lie askew, in pixels."""
    return round(context.counter_px * 1.4)


def _series_boxes(context: ModuleContext) -> list[Box]:
    box_list: list[Box] = []
    cell = _cell(context)
    command_markers = {v.marker for a in context.axes("command") for v in a.values if v.marker}
    for definition in context.series.boxes:
        if command_markers and set(definition.holds) <= command_markers:
            continue  # the cards of the commands carry these markers
        name = context.say(definition.name)
        activation = "activation" in definition.holds
        base = Box(
            definition.id,
            definition.id,
            name,
            name,
            _window(definition),
            cell=cell,
            holds_activation=activation,
        )
        if definition.per == "turn":
            box_list += [
                replace(base, id=f"{base.id}/{n}", title=f"{context.words('turn_n', n=n)} {rest}".strip())
                for n, rest in turn_times(context.battle.scenarios)
            ]
        elif definition.per == "side":
            kinds = tuple(k for k in ("unit", "leader") if k in definition.holds)
            columns, rows = _rows_of_markers(context, definition)
            box_of_markers = replace(base, columns=columns, rows=rows)
            box_of_sides = _with_cells(context, base, kinds) if kinds else box_of_markers
            box_list += [
                replace(
                    box_of_sides,
                    id=f"{base.id}/{s.id}",
                    title=f"{name}{context.colon}{context.say(s.name)}",
                    side=s.id,
                )
                for s in context.battle.sides
            ]
        elif definition.per == "battle":
            number = definition.id == "victory_track"
            columns, rows = (10, 1) if number else _rows_of_markers(context, definition)
            room = math.ceil(_COUNT_EMS * count_size(context)) if definition.id == "cup" else 0
            box_list.append(replace(base, columns=columns, rows=rows, has_numbers=number, count_room=room))
    return box_list


def _formations(context: ModuleContext, side: str | None) -> list[str]:
    """Return the formations and groups that have activation markers; without a side those of all sides."""
    markers = (m for m in context.battle.activation if side is None or m.side == side)
    return list(dict.fromkeys(_formation_name(m) for m in markers))


def _formation_name(marker: ActivationMarker) -> str:
    """Return a name that the markers of one formation, or of one group, have in common."""
    return "+".join(marker.commands) + ("/combined" if marker.is_combined else "")


def _rows_of_markers(context: ModuleContext, definition: BoxDef) -> tuple[int, int]:
    """Return the columns and rows of a box: as many as what may lie in it needs."""
    if definition.id == "used":
        # Twice as many markers lie in a row, each over half of the one before.
        return _ROW, max(1, math.ceil(len(context.battle.activation) / (2 * _ROW)))
    if definition.id == "to_activate":
        return _ROW, max(1, math.ceil(len(context.battle.leaders) / _ROW))
    if definition.id == "removed":
        most = max((len(_formations(context, s.id)) for s in context.battle.sides), default=0)
        return _ROW, max(1, math.ceil(most / _ROW))
    return _ROW if definition.per == "side" or definition.id == "posture_pool" else 1, 1


def _with_cells(context: ModuleContext, base: Box, kinds: tuple[str, ...]) -> Box:
    """Return a box with a cell for every piece of these kinds of the largest side; all sides share a row."""
    sides = context.battle.sides
    cell = _unit_cell(context) if "unit" in kinds else _small_cell(context)
    share = (_WIDTH - _GAP) // max(len(sides), 2) - _GAP
    columns = max(1, (share - 2 * _GAP) // cell)
    most = max((sum(len(context.numbers_in_side(s.id, kind)) for kind in kinds) for s in sides), default=0)
    rows = min(max(-(-most // columns), 1), _MAX_ROWS)
    return replace(base, kinds=kinds, columns=columns, rows=rows, cell=cell, drop=_small_cell(context))


def own_place(context: ModuleContext, box: Box, kind: str, piece: str) -> tuple[int, int]:
    """Return the centre of the cell of a unit or leader in a box of its side: its own, whatever came before.

    Args:
        context: the module.
        box: the box.
        kind: `unit` or `leader`.
        piece: its id.
    """
    before = box.kinds[: box.kinds.index(kind)] if kind in box.kinds else ()
    first = sum(len(context.numbers_in_side(box.side, k)) for k in before)
    return box.place(first + context.numbers_in_side(box.side, kind).get(piece, 0))


def row_step(box: Box, count: int) -> int:
    """Return the distance of so many markers in the row of a box, where each may hide a part of another."""
    return min(box.cell, (box.columns - 1) * box.cell // max(count - 1, 1))


def marker_place(context: ModuleContext, box: Box, marker: ActivationMarker) -> tuple[int, int]:
    """Return where an activation marker lies in a box of a side: beside those of other formations.

    The second marker of a formation lies a little lower.
    """
    formations, name = _formations(context, box.side), _formation_name(marker)
    number = [m.id for m in context.battle.activation if _formation_name(m) == name].index(marker.id)
    x, y = box.place(formations.index(name))
    return x + 6 * number, y + 6 * number


def _window(definition: BoxDef) -> str:
    if definition.per == "entry":
        return "reserves"
    pieces = {"unit", "leader"} & set(definition.holds)
    return "losses" if pieces and definition.per == "side" else "command"


def _pool_box(context: ModuleContext) -> list[Box]:
    """Return the box of activation markers between the turns, a cell for each; none without a cup."""
    if not has_cup(context):
        return []
    markers = context.battle.activation
    title = turn_phrase(context, "pool")
    columns, rows = min(len(markers), POOL_COLUMNS), -(-len(markers) // POOL_COLUMNS)
    return [
        Box(
            "pool",
            "pool",
            title,
            title,
            "command",
            columns=columns,
            rows=rows,
            cell=_cell(context),
            holds_activation=True,
        )
    ]


def _formation_box(context: ModuleContext) -> list[Box]:
    if not context.axes("command"):
        return []
    title = context.say(context.series.command_heading)
    base = Box(
        "formations", "formations", title, title, "command", cell=_cell(context, True), drop=_cell(context)
    )
    side_boxes = []
    for side in context.battle.sides:
        count = sum(c.side == side.id for c in context.battle.commands)
        columns = min(max(count, 1), 8)
        rows = -(-max(count, 1) // columns)
        side_boxes.append(
            replace(
                base,
                id=f"formations/{side.id}",
                title=f"{title}{context.colon}{context.say(side.name)}",
                side=side.id,
                columns=columns,
                rows=rows,
            )
        )
    return side_boxes


def _scenario_boxes(context: ModuleContext) -> list[Box]:
    boxes_by_id: dict[str, Box] = {}
    cell = _unit_cell(context)
    name = context.words("reserves")
    for scenario in context.battle.scenarios:
        for arrival in sorted(scenario.arrivals, key=lambda a: (a.turn or 0, a.id)):
            box_id = arrival_id(arrival)
            boxes_by_id.setdefault(
                box_id,
                Box(
                    box_id,
                    "arrival",
                    arrival_title(context, arrival),
                    name,
                    "reserves",
                    arrival.side,
                    columns=max(len(arrival.stacks), 1),
                    cell=cell,
                ),
            )
        placements = [p for p in scenario.placements if p.area and not p.hexes]
        areas = Counter((p.area_name, p.area, area_title(context, p)) for p in placements)
        for (area_name, hexes, title), count in areas.items():
            box_id = area_id(area_name, hexes)
            area = boxes_by_id.get(box_id)
            columns = max(min(count, 6), area.columns if area else 1)
            boxes_by_id[box_id] = Box(
                box_id,
                "area",
                title,
                title,
                "reserves",
                columns=columns,
                rows=-(-count // columns),
                cell=cell,
            )
    return sorted(boxes_by_id.values(), key=lambda b: b.kind == "area")


def _exit_boxes(context: ModuleContext) -> list[Box]:
    """Return a box a side for pieces that have left the map, where victory counts them."""
    title = context.words("left_map")
    base = _with_cells(context, Box("exited", "exited", title, title, "losses"), ("unit", "leader"))
    return [
        replace(base, id=f"exited/{s.id}", title=f"{title}{context.colon}{context.say(s.name)}", side=s.id)
        for s in context.battle.sides
        if has_exits(context)
    ]


def _unused_box(context: ModuleContext) -> Box:
    title = context.words("not_in_play")
    cell = _unit_cell(context)
    columns = max(1, (_WIDTH - 3 * _GAP) // cell)
    drop = _small_cell(context)
    return Box("unused", "unused", title, title, "losses", columns=columns, rows=2, cell=cell, drop=drop)


def window_scene(context: ModuleContext, boxes: Iterable[Box], title: str) -> Scene:
    """Return the picture of a window's board, one millimetre a pixel."""
    from jdgtools.render.scene import Rect, Scene, Stroke, TextItem
    from jdgtools.render.text import typographic

    box_list = list(boxes)
    width, height = window_size(box_list)
    items: list[Item] = []
    colours = {s.id: s.colour for s in context.battle.sides}
    for b in box_list:
        edge = colours.get(b.side or "") or "#5a5548"
        items.append(Rect(b.x, b.y, b.width, b.height, fill="#fbf8ef", stroke=Stroke(edge, 2.0), rx=5.0))
        items.append(Rect(b.x + 1, b.y + 1, b.width - 2, _HEAD - 4, fill=edge, rx=4.0, opacity=0.18))
        title_rows = title_lines(typographic(b.title), b.width)
        assert title_rows is not None  # the box is as wide as its title needs
        for n, line in enumerate(title_rows.lines):
            down = (n - (len(title_rows.lines) - 1) / 2) * title_rows.size
            items.append(
                TextItem(
                    b.x + TITLE_MARGIN,
                    b.y + _HEAD / 2 - 1 + down,
                    line,
                    title_rows.size,
                    TITLE_FONT,
                    baseline="middle",
                    fill=_INK,
                )
            )
        if b.has_numbers:
            for k in range(b.columns):
                middle, row = b.place(k)
                size = b.cell * 0.5
                items.append(TextItem(middle, row, str(k), size, "serif", "middle", "middle", fill="#c9c2ad"))
    return Scene.of(float(width), float(height), [Rect(0, 0, width, height, fill="#e4dcc6"), *items], title)
