"""The windows of a module as components of VASSAL: the map, the boxes, the cup, the palette.

`assemble` puts what these functions return into the `buildFile.xml`. Grid and zones of the map come from
`grid` and `zones`, pieces of the palette from `pieces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jdgtools.exporters.module.arrivals import highlighter, light_property
from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.grid import MAP_EDGE, ModuleGrid
from jdgtools.exporters.module.module_context import ModuleContext, ctrl
from jdgtools.exporters.module.stacks import AFTER_MOVE
from jdgtools.exporters.module.window_parts import (
    map_signs,
    side_window,
    stack_metrics,
    viewer,
    zoomer,
)
from jdgtools.exporters.module.zones import terrain_zones
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Scenario
from jdgtools.vassal.build import (
    Value,
    board,
    board_picker,
    card_slot,
    draw_pile,
    make,
    map_parts,
    map_window,
    piece_slot,
    piece_window,
    tab_widget,
    zone,
    zoned_grid,
)
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import Piece

BOARD_PICTURE = "map.png"
CUP_LAYERS = 3
"""Markers of which the cup shows an edge: more would rise over the title of its box."""


def main_map(context: ModuleContext, grid: ModuleGrid) -> Component:
    """Return the map window, docked in the main window."""
    w = context.words
    name = w("map")
    parts = map_parts(
        {
            "CounterDetailViewer": viewer(context, terrain=True),
            "Zoomer": {**zoomer(context), "zoomInKey": "61,130", "zoomOutKey": "45,130"},
            "StackMetrics": stack_metrics(context),
            "ImageSaver": {"buttonText": w("picture"), "tooltip": w("picture")},
        }
    )
    picker = board_picker(name, _boards(context, grid), [name])
    return map_window(
        name,
        [picker, *parts, _overview(context), _thread(context), *map_signs(context)],
        markMoved="Always",
        markUnmovedText=w("unmoved"),
        markUnmovedTooltip=w("unmoved"),
        markUnmovedHotkey=ctrl("M", True),
        markUnmovedReport=f"$PlayerName${context.colon}{w('unmoved_report')}",
        moveKey=AFTER_MOVE,
        launch=False,
        buttonName="",
        moveWithinFormat="",
        moveToFormat="",
        createFormat=f"$pieceName${context.colon}$location$ *",
        changeFormat="$message$",
        edgeWidth=MAP_EDGE,
        edgeHeight=MAP_EDGE,
        backgroundcolor=Color(80, 76, 66),
        thickness=3,
        color=Color(255, 210, 0),
    )


def _boards(context: ModuleContext, grid: ModuleGrid) -> list[Component]:
    """Return the board of the map, and one for each scenario that changes the map."""

    def zoned(battle_map: BattleMap | None) -> list[Component]:
        return [grid.component(terrain_zones(context, grid.layout, battle_map))]

    boards = [board(context.words("map"), BOARD_PICTURE, zoned(context.battle.map))]
    for scenario in context.battle.scenarios:
        if scenario.map_changes:
            picture = scenario_board_picture(scenario)
            zones = zoned(context.battle.in_scenario(scenario).map)
            boards.append(board(scenario_board(context, scenario), picture, zones))
    return boards


def _overview(context: ModuleContext) -> Component:
    """Return the small map of the whole map."""
    w = context.words
    icon = "/images/map.gif"
    return make(
        "GlobalMap",
        {"scale": 0.15, "tooltip": w("overview"), "buttonText": w("overview_short"), "icon": icon},
    )


def _thread(context: ModuleContext) -> Component:
    """Return the thread that a player draws between two hexes to see what lies on the line."""
    w = context.words
    return make(
        "LOS_Thread",
        {
            "threadName": w("thread"),
            "label": w("thread"),
            "tooltip": w("thread"),
            "hotkey": Key.ctrl("L"),
            "drawRange": True,
            "snapStart": True,
            "snapEnd": True,
            "threadColor": Color(200, 30, 30),
            "losThickness": 2,
            "report": f"$playerId$: {w('thread')} $FromLocation$ – $ToLocation$: $Range$",
        },
    )


def box_window(
    context: ModuleContext, window: str, boxes: Iterable[Box], picture: str, decks: Iterable[Component]
) -> Component:
    """Return a window of boxes."""
    w = context.words
    name = w(window)
    zones = [_zone(context, b) for b in boxes]
    lights = [highlighter()] if window == "reserves" else []
    picker = board_picker(name, [board(name, picture, [zoned_grid([*zones, *lights])])], [name])
    return side_window(
        context,
        name,
        picker,
        decks,
        moveWithinFormat="",
        moveToFormat=f"$pieceName${context.colon}$previousLocation$ → $location$ *",
        createFormat=f"$pieceName${context.colon}$location$ *",
        changeFormat="$message$",
    )


def _zone(context: ModuleContext, box: Box) -> Component:
    """Return the zone of a box; that of reinforcements lights up in the turn in which they are due."""
    values: dict[str, Value] = {"locationFormat": "$name$"}
    if box.kind == "arrival":
        values |= {"useHighlight": True, "highlightProperty": light_property(context, box.id)}
    return zone(box.title, box.outline(), (), **values)


def cup(context: ModuleContext, box: Box, pieces: Mapping[str, Piece]) -> Component:
    """Return the cup: a deck from which markers are drawn blind."""
    cards = [
        card_slot(p, p.gpid, width=context.counter_px, height=context.counter_px)
        for key, p in pieces.items()
        if key.startswith("activation:")
    ]
    x, y = box.place(0)
    return draw_pile(
        box.title,
        cards,
        x=x,
        y=y,
        board_name=context.words(box.window),
        width=context.counter_px,
        height=context.counter_px,
        faceDown="Always",
        shuffle="Always",
        drawFaceUp=True,
        allowMultiple=False,
        allowSelect=False,
        reversible=False,
        draw=True,
        maxStack=CUP_LAYERS,
        color=Color(90, 80, 60),
    )


def scenario_board(context: ModuleContext, scenario: Scenario) -> str:
    """Return the name of the board on which a scenario is played: its own if it changes the map."""
    name, title = context.words("map"), context.say(scenario.title) or scenario.id
    return f"{name}{context.colon}{title}" if scenario.map_changes else name


def scenario_board_picture(scenario: Scenario) -> str:
    """Return the name of the picture of a scenario's own board."""
    return f"map-{scenario.id}.png".replace("/", "-")


def board_entry(scenario: Scenario) -> str:
    """Return the entry of the module with the picture of a scenario's own board."""
    return f"images/{scenario_board_picture(scenario)}"


def palette(context: ModuleContext, pieces: Mapping[str, Piece]) -> Component:
    """Return the palette: a tab per side with its formations, and one for markers."""
    battle = context.battle
    w = context.words
    tabs: list[Component] = []
    for side in battle.sides:
        panels: list[Component] = []
        leaders = [f"leader:{x.id}" for x in battle.leaders if x.side == side.id]
        panels += _panel(context, w("commander"), leaders, pieces)
        for command in (*battle.commands, None):
            if command is not None and command.side != side.id:
                continue
            command_id = command.id if command else None
            command_ids = {c.id for c in battle.commands}
            units = [
                f"unit:{u.id}"
                for u in battle.units
                if u.side == side.id and (u.command if u.command in command_ids else None) == command_id
            ]
            units += [f"unit:{x.key}" for x in battle.scenario_units if f"unit:{x.unit.id}" in units]
            title = context.say(command.name) if command else context.say(side.name)
            panels += _panel(context, title, units, pieces)
        cards = [f"command:{c.id}" for c in battle.commands if c.side == side.id]
        panels += _panel(context, context.say(context.series.command_heading), cards, pieces)
        if panels:
            tabs.append(make("BoxWidget", {"entryName": context.say(side.name)}, panels))
    stray = [f"unit:{u.id}" for u in battle.units if battle.side(u.side) is None]
    stray += [f"leader:{x.id}" for x in battle.leaders if battle.side(x.side) is None]
    tabs += _panel(context, w("pieces"), stray, pieces)
    tabs += _panel(context, w("markers"), [k for k in pieces if k.startswith("marker:")], pieces)
    return piece_window(
        w("pieces"), [tab_widget(w("pieces"), tabs)], tooltip=w("pieces"), defaultWidth=420, scale=1.0
    )


def _panel(
    context: ModuleContext, title: str, keys: Iterable[str], pieces: Mapping[str, Piece]
) -> list[Component]:
    slots = [
        piece_slot(pieces[k], pieces[k].gpid, width=context.counter_px, height=context.counter_px)
        for k in keys
        if k in pieces
    ]
    return [make("PanelWidget", {"entryName": title, "nColumns": 4}, slots)] if slots else []
