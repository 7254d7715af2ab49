"""Parts that windows of a module share: zoom, offset of stacks, signs over the map, private windows."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.exporters.module.module_context import ModuleContext, ctrl
from jdgtools.exporters.module.place_names import KIND as PLACE_KIND
from jdgtools.exporters.module.stack_badge import stack_step
from jdgtools.vassal.build import Value, board, board_picker, make, map_parts, map_window
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Color

MAP_LAYER = "MapLayer"
"""Property by which VASSAL draws pieces of the map in layers; those without it lie on top."""
UNITS = "units"
"""Layer of all pieces that stack; flags of objectives are drawn above it."""
_HEX_SIZES = (24, 32, 48, 60, 72, 96, 120, 144, 192)
"""Sizes of a hex on the screen that the zoom steps through, pixels."""
PICTURE_PX = 112
"""Edge of a counter when its stack is pointed at, pixels."""
_PRIVATE_SIZE = (900, 600)
"""Width and height of a side's private window, pixels."""


def zoom_levels(context: ModuleContext) -> str:
    """Return the zoom levels of a window: the same sizes on the screen however fine the pictures are."""
    return ",".join(str(round(size / context.hex_px, 4)) for size in _HEX_SIZES)


def zoomer(context: ModuleContext) -> dict[str, Value]:
    """Return the attributes of the zoom, whose tooltips are in the language of the module."""
    w = context.words
    return {
        "zoomLevels": zoom_levels(context),
        "zoomStart": 4,
        "inTooltip": w("zoom_in"),
        "outTooltip": w("zoom_out"),
        "pickTooltip": w("zoom_pick"),
        "inButtonText": "+",
        "outButtonText": "−",
    }


def stack_metrics(context: ModuleContext) -> dict[str, Value]:
    """Return how far counters of a stack lie apart: a tenth of a counter, and open ones a third."""
    size = context.counter_px
    return {
        "exSepX": round(size * 0.12),
        "exSepY": round(size * 0.34),
        "unexSepX": max(4, round(size * 0.1)),
        "unexSepY": stack_step(size),
    }


def map_signs(context: ModuleContext) -> list[Component]:
    """Return what lies over the map: layers of pieces, the last move, a flare; and how to hide counters."""
    w = context.words
    return [
        make("LayeredPieceCollection", {"property": MAP_LAYER, "layerOrder": [UNITS]}),
        make(
            "HidePiecesButton",
            {
                "buttonText": w("hide_counters"),
                "tooltip": w("hide_counters"),
                "hotkey": ctrl("K", True),
            },
        ),
        make("HighlightLastMoved", {"color": Color(230, 80, 0), "thickness": 3}),
        make(
            "Flare",
            {
                "flareName": w("flare"),
                "reportFormat": f"$PlayerName${context.colon}{w('look_here')} $FlareLocation$",
                "circleColor": Color(230, 80, 0),
            },
        ),
    ]


def viewer(context: ModuleContext, terrain: bool = False) -> dict[str, Value]:
    """Return what pointing at a stack shows: every counter with its name and, two a line, its ratings.

    VASSAL centres a counter's text under its picture, whatever lies beside it: short lines and
    large pictures keep the texts apart.
    """
    place = "$LocationName$  $CurrentZone$" if terrain else "$LocationName$"
    pairs = 'GetString("Info").replaceAll("( · [^·]*) · ","$1<br>")'
    # A table of the picture's width wraps long names and words.
    box = f"<table width={PICTURE_PX - 6} cellspacing=0 cellpadding=0><tr><td align=center>"
    return {
        "delay": 350,
        "minDisplayPieces": 0,
        "showtext": True,
        "showtextsingle": True,
        "showgraph": True,
        "showgraphsingle": True,
        "graphicsZoom": max(1.0, round(PICTURE_PX / context.counter_px, 3)),
        "fontSize": 12,
        "enableHTML": True,
        "bgColor": Color(250, 247, 238),
        "fgColor": Color(20, 20, 20),
        "borderColor": Color(60, 55, 45),
        "propertyFilter": f'{{!GetString("Kind").equals("{PLACE_KIND}")}}',
        "summaryReportFormat": place,
        "counterReportFormat": f'{{"{box}<b>"+PieceName+"</b><br>"+{pairs}+"</table>"}}',
        "verticalBottomText": 44,
        "emptyHexReportForma": place,
        "display": "from all layers",
        "unrotatePieces": True,
        "showNonMovable": True,
        "showDeck": False,
        "combineCounterSummary": False,
        "borderWidth": 10,
        "extraTextPadding": 2,
    }


def side_window(
    context: ModuleContext,
    name: str,
    picker: Component,
    contents: Iterable[Component] = (),
    *,
    kind: str = "Map",
    **more: Value,
) -> Component:
    """Return a window beside the map, which a button of its name opens and in which nothing marks moves.

    Args:
        context: the module.
        name: name of the window and text of its button.
        picker: the window's boards.
        contents: decks and stacks.
        kind: `Map` or `PrivateMap`.
        more: other attributes.
    """
    attributes = {
        "CounterDetailViewer": viewer(context),
        "Zoomer": zoomer(context),
        "StackMetrics": stack_metrics(context),
    }
    return map_window(
        name,
        [picker, *map_parts(attributes, leave_out=("ImageSaver",)), *contents],
        kind=kind,
        markMoved="Never",
        launch=True,
        buttonName=name,
        icon="",
        tooltip=name,
        **more,
    )


def private_names(context: ModuleContext) -> list[str]:
    """Return the names of the private windows, one a side."""
    return [context.words("private", side=context.say(s.name)) for s in context.battle.sides]


def private_windows(context: ModuleContext) -> list[Component]:
    """Return a window a side that the other side does not see: for plans, notes and pieces aside."""
    w = context.words
    windows = []
    for side, name in zip(context.battle.sides, private_names(context), strict=True):
        owner = context.say(side.name)
        width, height = _PRIVATE_SIZE
        blank = board(name, "", width=width, height=height, color=Color(251, 248, 239))
        windows.append(
            side_window(
                context,
                name,
                board_picker(name, [blank], [name]),
                kind="PrivateMap",
                side=[owner, w("solo")],
                visible=False,
                moveWithinFormat="",
                moveToFormat="",
                createFormat="",
                changeFormat="",
            )
        )
    return windows
