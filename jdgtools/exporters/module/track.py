"""Markers on tracks: that of the turn goes to the turn, those of victory points to their points.

On the victory track they go to the cell of the last digit of their side's points and say them. The label lies
below its marker and may be wider than a cell: where markers share a cell or lie in cells side by side, the
first of them speaks for all sides.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.exporters.module.boxes import Box
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.scenario_number import TURN_NUMBER
from jdgtools.vassal.codecs import Constraints
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    Immobile,
    Label,
    Marker,
    Piece,
    SendTo,
    Trait,
)

SIDE = "VPSide"
"""Number of the side whose points a marker shows; 0 for a spare one."""
TURN = "turn"
"""Id of the marker on the turn track."""
MARK_TURN = Key.named("marker to turn")
"""Command that moves the marker of the turn to the turn that is played."""
_TO_TURN = Key.named("go to turn")
_GO = Key.named("go to points")
_ASIDE = 11
"""Pixels by which the marker of each further side lies to the right: half a gap between cells."""
_LIFT = 4
"""Pixels by which markers lie above the middle of the box, to make room for the label below."""


def track_marker(context: ModuleContext, marker: str, piece: Piece, boxes: Mapping[str, Box]) -> Piece:
    """Return a marker of a track that goes to its points or to the turn; any other marker as it is."""
    if marker == TURN and has_turn_marker(context, boxes):
        return Piece((*_turn_traits(context, boxes), *piece.traits), piece.basic)
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
        CalculatedProperty("VPText", f"{{{_text(context)}}}"),
        Marker(names=("Track",), values=("1",)),
        DynamicProperty(SIDE, Constraints(True, 0, 9, False), (), value="0"),
    )
    return Piece((*traits, *piece.traits), piece.basic)


def turn_boxes(boxes: Mapping[str, Box]) -> dict[int, Box]:
    """Return the boxes of the turn track by the number of their turn."""
    return {int(b.id.partition("/")[2]): b for b in boxes.values() if b.kind == "turn_track"}


def has_turn_marker(context: ModuleContext, boxes: Mapping[str, Box]) -> bool:
    """Return whether a marker lies on a turn track."""
    return bool(turn_boxes(boxes)) and any(m.id == TURN for m in context.loose_markers)


def _turn_traits(context: ModuleContext, boxes: Mapping[str, Box]) -> list[Trait]:
    """Return what sends the marker of the turn to the box of the turn that is played."""
    spots = {n: b.place(0) for n, b in turn_boxes(boxes).items()}
    window = context.words(next(b.window for b in boxes.values() if b.kind == "turn_track"))
    across, down = (
        "".join(f"{TURN_NUMBER}=={n}?{spot[axis]}:" for n, spot in spots.items()) for axis in (0, 1)
    )
    x, y = next(iter(spots.values()))
    return [
        SendTo(menu="", key=_TO_TURN, map=window, board=window, x=f"{{{across}{x}}}", y=f"{{{down}{y}}}"),
        Marker(names=("TurnTrack",), values=("1",)),
    ]


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


def turn_marker_button() -> tuple[str, Key, Key, str]:
    """Return name, command, sent command and filter of the button that moves the marker of the turn."""
    return "marker to turn", MARK_TURN, _TO_TURN, "{TurnTrack==1}"


def track_button() -> tuple[str, Key, Key, str]:
    """Return name, command, sent command and filter of the button that moves the markers."""
    return "markers to points", Key.named("markers to points"), _GO, "{Track==1}"
