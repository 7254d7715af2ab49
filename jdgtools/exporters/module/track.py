"""Markers on the victory track: they go to the cell of the last digit of their side's points and say them.

Where two sides have the same last digit one label names both.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.vassal.codecs import Constraints
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import Calculated, DynamicProperty, Label, Marker, Piece, SendTo, Trait

SIDE = "VPSide"
"""Number of the side whose points a marker shows; 0 for a spare one."""
_GO = Key.named("go to points")
_STACKED = 10
"""Pixels by which the marker of each further side lies lower."""


def track_marker(context: ModuleContext, marker: str, piece: Piece, boxes: Mapping[str, Box]) -> Piece:
    """Return a marker of the victory track that goes to its points; any other marker as it is."""
    box = boxes.get("victory_track")
    definition = next((b for b in context.series.boxes if b.id == "victory_track"), None)
    if box is None or definition is None or marker not in definition.holds:
        return piece
    x, y = box.place(0)
    sides = context.battle.sides
    points = "".join(f"{SIDE}=={n}?P{n}:" for n in range(1, len(sides) + 1)) + "0"
    names = "".join(f'{SIDE}=={n}?"{plain(context.say(s.name))} "+P{n}:' for n, s in enumerate(sides, 1))
    all_names = '+" · "+'.join(f'"{plain(context.say(s.name))} "+P{n}' for n, s in enumerate(sides, 1))
    window = context.words(box.window)
    traits: tuple[Trait, ...] = (
        SendTo(
            menu="",
            key=_GO,
            map=window,
            board=window,
            x=str(x),
            y=str(y),
            x_index=f"{{Math.abs({points})%10}}",
            x_offset=str(box.cell),
            y_index=f"{{Math.max({SIDE}-1,0)}}",
            y_offset=str(_STACKED),
        ),
        Label(
            size=max(9, round(context.counter_px * 0.2)),
            background=Color(250, 247, 238),
            foreground=Color(20, 20, 20),
            vertical="b",
            horizontal="l",  # what stands out on the left or below would shift the piece in its stack
            vertical_just="b",
            horizontal_just="l",
            name_format="$pieceName$",
            property="VPLabel",
            text="$VPText$",
        ),
        # Markers in one cell lie in a stack: the one on top speaks for all of them.
        Calculated("VPText", f'{{StackSize>1?(StackPos==1?{all_names}:""):{names}""}}'),
        Marker(names=("Track",), values=("1",)),
        DynamicProperty(SIDE, Constraints(True, 0, 9, False), (), value="0"),
    )
    return Piece((*traits, *piece.traits), piece.basic)


def track_button() -> tuple[str, Key, Key, str]:
    """Return name, command, sent command and filter of the button that moves the markers."""
    return "markers to points", Key.named("markers to points"), _GO, "{Track==1}"
