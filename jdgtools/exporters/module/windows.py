"""Windows of a module: the map, the boxes, the palette, the tools of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.checks import check_tools
from jdgtools.exporters.module.globals import do_actions
from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.kit import Kit, ctrl, plain
from jdgtools.exporters.module.prototypes import (
    DRAW,
    END_ACTIVATION,
    END_TURN,
    REMOVE,
    TO_CUP,
)
from jdgtools.exporters.module.roles import NO_ROLE, TELL_TARGET, UNMARK, UNTARGET
from jdgtools.exporters.module.stacks import AFTER_MOVE, orders_stacks
from jdgtools.exporters.module.states import reset_key
from jdgtools.exporters.module.turn import NEXT, NEXT_TURN, QUIET
from jdgtools.exporters.module.victory import victory_buttons
from jdgtools.exporters.module.zones import terrain_zones
from jdgtools.vassal.build import (
    Value,
    board,
    board_picker,
    card_slot,
    dice_button,
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
MAP_EDGE = 24
"""Margin around the board, pixels; saved positions count from its outer corner."""
_QUIET_ON, _QUIET_OFF = Key.named("quiet on"), Key.named("quiet off")
_ZOOMS = "0.25,0.333,0.5,0.625,0.75,1.0,1.25,1.5,2.0"


def main_map(kit: Kit, grid: ModuleGrid) -> Component:
    """Return the map window, docked in the main window."""
    w = kit.words
    name = w("map")
    parts = map_parts(
        {
            "CounterDetailViewer": _viewer(terrain=True),
            "Zoomer": {"zoomLevels": _ZOOMS, "zoomStart": 4, "zoomInKey": "61,130", "zoomOutKey": "45,130"},
            "StackMetrics": {"exSepX": 8, "exSepY": 22, "unexSepX": 4, "unexSepY": 5},
            "ImageSaver": {},
        }
    )
    extras = [
        make(
            "GlobalMap",
            {"scale": 0.15, "tooltip": w("overview"), "buttonText": "", "icon": "/images/map.gif"},
        ),
        make(
            "LOS_Thread",
            {
                "threadName": w("thread"),
                "label": "",
                "tooltip": w("thread"),
                "hotkey": Key.ctrl("L"),
                "drawRange": True,
                "snapStart": True,
                "snapEnd": True,
                "threadColor": Color(200, 30, 30),
                "losThickness": 2,
                "report": f"$playerId$: {w('thread')} $FromLocation$ – $ToLocation$: $Range$",
            },
        ),
    ]
    picker = board_picker(
        name, [board(name, BOARD_PICTURE, [grid.component(terrain_zones(kit, grid.layout))])], [name]
    )
    return map_window(
        name,
        [picker, *parts, *extras],
        markMoved="Always",
        markUnmovedTooltip=w("unmoved"),
        moveKey=AFTER_MOVE if orders_stacks(kit) else None,
        launch=False,
        buttonName="",
        moveWithinFormat="$pieceName$: $previousLocation$ → $location$ *",
        moveToFormat="$pieceName$: $previousLocation$ → $location$ *",
        createFormat="$pieceName$: $location$ *",
        changeFormat="$message$",
        edgeWidth=MAP_EDGE,
        edgeHeight=MAP_EDGE,
        backgroundcolor=Color(80, 76, 66),
        thickness=3,
        color=Color(255, 210, 0),
    )


def _viewer(terrain: bool = False) -> dict[str, Value]:
    place = "$LocationName$  $CurrentZone$" if terrain else "$LocationName$"
    return {
        "delay": 350,
        "minDisplayPieces": 0,
        "showtext": True,
        "showtextsingle": True,
        "showgraph": True,
        "showgraphsingle": True,
        "graphicsZoom": 1.25,
        "fontSize": 13,
        "bgColor": Color(250, 247, 238),
        "fgColor": Color(20, 20, 20),
        "borderColor": Color(60, 55, 45),
        "summaryReportFormat": place,
        "counterReportFormat": "$PieceName$: $Info$",
        "emptyHexReportForma": place,
        "display": "from all layers",
        "unrotatePieces": True,
        "showNonMovable": True,
        "showDeck": False,
        "combineCounterSummary": False,
        "borderWidth": 3,
        "extraTextPadding": 2,
    }


def box_window(
    kit: Kit, window: str, boxes: Iterable[Box], picture: str, decks: Iterable[Component]
) -> Component:
    """Return a window of boxes."""
    w = kit.words
    name = w(window)
    zones = [zone(b.title, b.outline(), locationFormat="$name$") for b in boxes]
    picker = board_picker(name, [board(name, picture, [zoned_grid(zones)])], [name])
    parts = map_parts(
        {
            "CounterDetailViewer": _viewer(),
            "Zoomer": {"zoomLevels": _ZOOMS, "zoomStart": 4},
            "StackMetrics": {"exSepX": 8, "exSepY": 22, "unexSepX": 4, "unexSepY": 5},
        },
        leave_out=("ImageSaver",),
    )
    return map_window(
        name,
        [picker, *parts, *decks],
        markMoved="Never",
        launch=True,
        buttonName=name,
        icon="",
        tooltip=name,
        moveWithinFormat="",
        moveToFormat="$pieceName$: $previousLocation$ → $location$ *",
        createFormat="$pieceName$: $location$ *",
        changeFormat="$message$",
    )


def cup(kit: Kit, box: Box, pieces: Mapping[str, Piece]) -> Component:
    """Return the cup: a deck from which markers are drawn blind."""
    cards = [
        card_slot(p, p.gpid, width=kit.counter_px, height=kit.counter_px)
        for key, p in pieces.items()
        if key.startswith("activation:")
    ]
    x, y = box.place(0)
    return draw_pile(
        box.title,
        cards,
        x=x,
        y=y,
        board_name=kit.words(box.window),
        width=kit.counter_px,
        height=kit.counter_px,
        faceDown="Always",
        shuffle="Always",
        drawFaceUp=True,
        allowMultiple=False,
        allowSelect=False,
        reversible=False,
        draw=True,
        maxStack=12,
        color=Color(90, 80, 60),
    )


def palette(kit: Kit, pieces: Mapping[str, Piece]) -> Component:
    """Return the palette: a tab per side with its formations, and one for markers."""
    battle = kit.battle
    w = kit.words
    tabs: list[Component] = []
    for side in battle.sides:
        panels: list[Component] = []
        leaders = [f"leader:{x.id}" for x in battle.leaders if x.side == side.id]
        panels += _panel(kit, w("commander"), leaders, pieces)
        for command in (*battle.commands, None):
            if command is not None and command.side != side.id:
                continue
            own = command.id if command else None
            known = {c.id for c in battle.commands}
            units = [
                f"unit:{u.id}"
                for u in battle.units
                if u.side == side.id and (u.command if u.command in known else None) == own
            ]
            title = kit.say(command.name) if command else kit.say(side.name)
            panels += _panel(kit, title, units, pieces)
        cards = [f"command:{c.id}" for c in battle.commands if c.side == side.id]
        panels += _panel(kit, w("formations"), cards, pieces)
        if panels:
            tabs.append(make("BoxWidget", {"entryName": kit.say(side.name)}, panels))
    stray = [f"unit:{u.id}" for u in battle.units if battle.side(u.side) is None]
    stray += [f"leader:{x.id}" for x in battle.leaders if battle.side(x.side) is None]
    tabs += _panel(kit, w("pieces"), stray, pieces)
    tabs += _panel(kit, w("markers"), [k for k in pieces if k.startswith("marker:")], pieces)
    return piece_window(
        w("pieces"), [tab_widget(w("pieces"), tabs)], tooltip=w("pieces"), defaultWidth=420, scale=1.0
    )


def _panel(kit: Kit, title: str, keys: Iterable[str], pieces: Mapping[str, Piece]) -> list[Component]:
    slots = [
        piece_slot(pieces[k], pieces[k].gpid, width=kit.counter_px, height=kit.counter_px)
        for k in keys
        if k in pieces
    ]
    return [make("PanelWidget", {"entryName": title, "nColumns": 4}, slots)] if slots else []


def tools(kit: Kit, boxes: Mapping[str, Box]) -> list[Component]:
    """Return buttons: dice, cup, ends of activation and turn, inventory, notes."""
    w = kit.words
    found: list[Component] = []
    for die in kit.series.dice:
        sides = die.high - die.low + 1
        found.append(
            dice_button(
                kit.say(die.name) if len(kit.series.dice) > 1 else f"{die.low}–{die.high}",
                dice=die.count,
                sides=sides,
                plus=die.low - 1,
                text=f"{die.count if die.count > 1 else ''}d{sides} ({die.low}–{die.high})"
                if die.count == 1
                else die.id,
                tooltip=kit.say(die.name),
                reportTotal=die.count > 1,
                reportFormat="$PlayerName$: $name$ = $result$",
                hotkey=Key.ctrl("0") if die is kit.series.dice[0] else None,
            )
        )
    if "cup" in boxes and kit.battle.activation:
        found += _cup_buttons(kit, boxes)
    found += _check_buttons(kit)
    found += _end_buttons(kit, boxes)
    found += victory_buttons(kit)
    found.append(
        make(
            "Inventory",
            {
                "name": w("inventory"),
                "text": "",
                "tooltip": w("inventory"),
                "include": '{Kind=="unit"||Kind=="leader"}',
                "groupBy": ["Side", "Formation"],
                "leafFormat": "$PieceName$ – $LocationName$: $Info$",
                "sortFormat": "$PieceName$",
                "hotkey": ctrl("I", True),
            },
        )
    )
    found.append(make("NotesWindow", {"buttonText": "", "tooltip": w("notes")}))
    return found


def _command(name: str, key: Key, sent: Key, filter_: str, report: str = "", **more: Value) -> Component:
    values: dict[str, Value] = {
        "name": name,
        "tooltip": name,
        "buttonText": "",
        "buttonHotkey": key,
        "hotkey": sent,
        "filter": filter_,
        "reportFormat": report,
        "reportSingle": True,
        "singleMap": False,
        "deckCount": "0",
    }
    return make("GlobalKeyCommand", {**values, **more})


def _cup_buttons(kit: Kit, boxes: Mapping[str, Box]) -> list[Component]:
    w = kit.words
    removed = [b.title for b in boxes.values() if b.kind in ("removed", "cup")]
    outside = "".join(f'&&CurrentZone!="{t}"' for t in removed)
    return [
        _command(
            w("draw"),
            ctrl("D", True),
            DRAW,
            '{Kind=="activation"}',
            deckCount="1",
            buttonText=w("draw"),
            reportSingle=False,
            target=f"MODULE|true|DECK|||||0|0|{boxes['cup'].title}|false|||EQUALS||",
        ),
        _command(
            w("return_all"),
            Key.named("return markers"),
            TO_CUP,
            f'{{Kind=="activation"{outside}}}',
            w("return_all"),
            buttonText=w("return_all"),
        ),
    ]


def module_properties(kit: Kit) -> Component:
    """Return the global properties: one that keeps the turn tracker silent, those of the checks."""
    switches = [
        make("ChangePropertyButton", {"hotkey": key, "text": "", "tooltip": "", "propChanger": ["P", value]})
        for key, value in ((_QUIET_ON, "1"), (_QUIET_OFF, "0"))
    ]
    values: dict[str, Value] = {"name": QUIET, "initialValue": "0", "isNumeric": True, "min": "0", "max": "1"}
    quiet = make("GlobalProperty", values, switches)
    return make("GlobalProperties", {}, [quiet, *check_tools(kit).properties])


def _check_buttons(kit: Kit) -> list[Component]:
    """What checks press: their steps, and the marks of attackers and target."""
    steps = check_tools(kit).steps
    if not any(c.target for c in kit.rules.checks):
        return list(steps)
    marks = (
        ("unmark attackers", UNMARK, NO_ROLE, "{Role==2}"),
        ("unmark target", UNTARGET, NO_ROLE, "{Role==3}"),
        ("tell target", TELL_TARGET, TELL_TARGET, "{Role==3}"),
    )
    return [*(_command(*mark) for mark in marks), *steps]


def _next_turn(kit: Kit) -> list[Component]:
    """What takes the tracker to the first phase of the next turn: all phases but the last step in silence."""
    phases = [plain(kit.say(p.name)) for p in kit.series.phases]
    if len(phases) < 2:
        return [do_actions(NEXT_TURN, [NEXT])]
    silent = Key.named("to last phase")
    loop: dict[str, Value] = {
        "doLoop": True,
        "loopType": "while",
        "whileExpression": f'{{Phase!="{phases[-1]}"}}',
    }
    return [
        do_actions(silent, [NEXT], **loop),
        do_actions(NEXT_TURN, [_QUIET_ON, silent, _QUIET_OFF, NEXT]),
    ]


def _end_buttons(kit: Kit, boxes: Mapping[str, Box]) -> list[Component]:
    w = kit.words
    found: list[Component] = []
    steps: dict[str, list[Key]] = {"activation": [], "turn": []}
    for when, axes in (("activation", kit.rules.activation_resets), ("turn", kit.rules.turn_resets)):
        for axis in axes:
            key = Key.named(f"{when} {axis}")
            steps[when].append(key)
            found.append(_command(f"{when} {axis}", key, reset_key(axis), f"{{{axis}>1}}"))
    if kit.battle.activation and "active" in boxes and "used" in boxes:
        key = Key.named("activation marker used")
        steps["activation"].append(key)
        where = f'{{Kind=="activation"&&CurrentZone=="{boxes["active"].title}"}}'
        found.append(_command("activation marker used", key, Key.named("to used"), where))
    if kit.rules.turn_removes:
        key = Key.named("turn orders")
        steps["turn"].append(key)
        found.append(_command("turn orders", key, REMOVE, '{Kind=="order"}'))
    if kit.battle.activation:
        steps["turn"].append(Key.named("return markers"))
    steps["turn"].append(NEXT_TURN)
    found += _next_turn(kit)
    for when, hotkey in (("activation", END_ACTIVATION), ("turn", END_TURN)):
        if not steps[when]:
            continue
        title = w(f"end_{when}")
        found.append(
            make(
                "DoActionButton",
                {
                    "name": title,
                    "text": title,
                    "tooltip": title,
                    "hotkey": hotkey,
                    "doReport": True,
                    "reportFormat": title,
                    "doHotkey": True,
                    "hotkeys": [k.format() for k in steps[when]],
                },
            )
        )
    return found
