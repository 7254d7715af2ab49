"""Markers on the victory track: they go to the cell of the last digit of their side's points and say them.

The label lies below its marker and may be wider than a cell: where markers share a cell or lie in cells side
by side, the first of them speaks for all sides.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.vassal.codecs import Constraints
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import Calculated, DynamicProperty, Immobile, Label, Marker, Piece, SendTo, Trait

SIDE = "VPSide"
"""Number of the side whose points a marker shows; 0 for a spare one."""
_GO = Key.named("go to points")
_ASIDE = 11
"""Pixels by which the marker of each further side lies to the right: half a gap between cells."""
_LIFT = 4
"""Pixels by which markers lie above the middle of the box, to make room for the label below."""


def track_marker(context: ModuleContext, marker: str, piece: Piece, boxes: Mapping[str, Box]) -> Piece:
    """Return a marker of the victory track that goes to its points; any other marker as it is."""
    box = boxes.get("victory_track")
    definition = next((b for b in context.series.boxes if b.id == "victory_track"), None)
    if box is None or definition is None or marker not in definition.holds:
        return piece
    x, y = track_place(box, 1)
    points = "".join(f"{SIDE}=={n}?P{n}:" for n in range(1, len(context.battle.sides) + 1)) + "0"
    window = context.words(box.window)
    traits: tuple[Trait, ...] = (
        SendTo(
            menu="",
            key=_GO,
            map=window,
            board=window,
            x=f"{{{x}+{_ASIDE}*Math.max({SIDE}-1,0)}}",
            y=str(y),
            x_index=f"{{Math.abs({points})%10}}",
            x_offset=str(box.cell),
        ),
        Immobile(select="", move="N", stack="R"),
        Label(
            size=max(9, round(context.counter_px * 0.2)),
            background=Color(250, 247, 238),
            foreground=Color(20, 20, 20),
            vertical="b",
            horizontal="l",
            vertical_just="t",
            horizontal_just="l",
            name_format="$pieceName$",
            property="VPLabel",
            text="$VPText$",
        ),
        Calculated("VPText", f"{{{_text(context)}}}"),
        Marker(names=("Track",), values=("1",)),
        DynamicProperty(SIDE, Constraints(True, 0, 9, False), (), value="0"),
    )
    return Piece((*traits, *piece.traits), piece.basic)


def track_place(box: Box, side: int) -> tuple[int, int]:
    """Return where the marker of a side, by its number from 1, lies at no points."""
    x, y = box.place(0)
    return x + _ASIDE * (side - 1), y - _LIFT


def _text(context: ModuleContext) -> str:
    """Return an expression of what the label of a marker says."""
    scores = [f'"{plain(context.say(s.name))} "+P{n}' for n, s in enumerate(context.battle.sides, 1)]
    together = '+" · "+'.join(scores)
    cells = [f"Math.abs(P{n})%10" for n in range(1, len(scores) + 1)]
    text = '""'
    for n, cell in reversed(list(enumerate(cells))):
        others = [(k, other) for k, other in enumerate(cells) if k != n]
        near = "||".join(f"Math.abs({cell}-{other})<=1" for _, other in others)
        behind = "||".join(
            f"Math.abs({cell}-{other})<=1&&{other}{'<=' if k < n else '<'}{cell}" for k, other in others
        )
        score = f'({behind})?"":({near})?{together}:{scores[n]}' if others else scores[n]
        text = f"{SIDE}=={n + 1}?({score}):{text}"
    return text


def track_button() -> tuple[str, Key, Key, str]:
    """Return name, command, sent command and filter of the button that moves the markers."""
    return "markers to points", Key.named("markers to points"), _GO, "{Track==1}"
