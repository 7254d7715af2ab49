"""A position of Jours de Gloire to be shown: pieces with their states, the cup, who acts."""

from __future__ import annotations

from jdgtools.engine.core.board import ActionPart, Board, BoardPiece
from jdgtools.engine.core.nodes import Action, Event
from jdgtools.engine.core.state import ELIMINATED, EXITED, FLED, OFF_MAP, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.victory import final_points
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARGUMENTS,
    CHARGE,
    COMMANDER_MOVED,
    CUP,
    DEMORALISED,
    DISORDERED,
    FACE,
    FIRED,
    HIDDEN,
    MARKER,
    ORDERS,
    RENFORT,
    ROUTED,
    SHOCK,
    SQUARE,
    TURN,
    WITHOUT,
)

_WHERE = {OFF_MAP: "waiting", ELIMINATED: "eliminated", EXITED: "exited", FLED: "fled"}
_STATES = (
    (SQUARE, "square", "in_square"),
    (RENFORT, "renfort", "renfort"),
    (FIRED, "fired", "fired"),
    (SHOCK, "combat", "shock"),
    (CHARGE, "combat", "charge"),
    (ORDERS, "orders", "orders_received"),
    (WITHOUT, "orders", "without_orders"),
    (COMMANDER_MOVED, "commander_move", "moved"),
)
"""Flag, axis of the series, value."""
_PHASES = "AABDEF"
"""Letter of the phase by the number that the frame of the turn holds; phase C asks nobody."""
_MOVERS = frozenset(
    {"move", "move-face", "charge", "chase", "withdraw", "face", "recall", "retreat", "rout", "separate"}
)
"""Procedures whose frame begins with the unit that moves, or with the units."""
_KINDS = {"p": "piece", "h": "hex", "m": "marker", "n": "number", "f": "facing", "s": "side"}
_HEXES_OF_EVENTS = {
    "fire": 1,
    "shock": 1,
    "declare": 2,
    "counter-attack": 2,
    "move": 2,
    "retreat": 2,
    "rout": 2,
    "enter": 1,
    "displace": 2,
    "accompany": 2,
    "top": 1,
    "eliminated": 1,
    "breakthrough": 6,
    "fled": 1,
    "leave-map": 1,
    "advance": 2,
    "charge": 6,
    "pursue": 2,
    "pursuit-stops": 1,
    "commander-lost": 1,
}
"""Kind of event -> how many of its numbers, from the first, are hexes."""
_MARKER_EVENTS = frozenset({"draw", "activate", "cup", "combined"})


def board(g: Match, s: GameState) -> Board:
    """Return what lies on the table; of a view, what its side may know."""
    t = g.t
    phase = next((frame[1] for frame in s.frames if frame[0] == "turn"), 0)
    marker = s.memory[MARKER]
    return Board(
        turn=s.turn,
        phase=_PHASES[phase],
        points=final_points(g, s),
        pieces=tuple(_piece_on_board(g, s, piece) for piece in (*t.units, *t.leaders)),
        holders={t.hex_ids[h]: s.holder[h] for h in g.victory_hexes if s.holder[h] >= 0},
        cup=tuple(t.markers[m].id for m in s.memory[CUP]),
        active=t.markers[marker].id if marker >= 0 else "",
        turning=_turning_piece(g, s),
    )


def _piece_on_board(g: Match, s: GameState, piece: int) -> BoardPiece:
    t, here, flags = g.t, s.place[piece], s.flags[piece]
    states = {axis: value for flag, axis, value in _STATES if flags & flag}
    if s.level[piece] in (DISORDERED, ROUTED):
        states["level"] = "disordered" if s.level[piece] == DISORDERED else "routed"
    if piece in t.units and t.command[piece] in s.memory[DEMORALISED]:
        states["morale"] = "demoralised"
    marks = tuple(name for flag, name in ((ACTIVE, "active"), (HIDDEN, "hidden")) if flags & flag)
    stack = s.stacks[here] if here >= 0 else ()
    return BoardPiece(
        t.ids[piece],
        t.side[piece],
        t.hex_ids[here] if here >= 0 else "",
        "map" if here >= 0 else _WHERE[here],
        s.facing[piece] if piece in t.units else -1,
        stack.index(piece) if piece in stack else -1,
        states,
        marks,
    )


def _turning_piece(g: Match, s: GameState) -> str:
    frame = s.frames[-1] if s.frames else ("",)
    if frame[0] == "setup":
        entries = g.t.package.setup
        piece = g.t.piece_of.get(entries[frame[1]].piece, -1) if frame[1] < len(entries) else -1
    elif frame[0] in _MOVERS:
        piece = frame[1][0] if isinstance(frame[1], tuple) else frame[1]
    else:
        return ""
    return g.t.ids[piece] if piece >= 0 else ""


def action_parts(g: Match, action: Action) -> tuple[ActionPart, ...]:
    """Return what an action speaks of after its verb, in order."""
    kinds = ARGUMENTS.get(action[0], "")
    if action[0] in (FACE, TURN):
        kinds = kinds.replace("n", "f")
    return tuple(_part(g, kind, value) for kind, value in zip(kinds, action[1:], strict=True))


def event_parts(g: Match, event: Event) -> tuple[ActionPart, ...]:
    """Return what an event speaks of: its pieces, then its numbers, in order."""
    parts = [_part(g, "p", piece) for piece in event.pieces]
    for place, number in enumerate(event.numbers):
        kind = "m" if event.kind in _MARKER_EVENTS else "f" if event.kind == "face" else "n"
        if place == 0 and event.kind in ("initiative", "orders"):
            kind = "s"
        if place < _HEXES_OF_EVENTS.get(event.kind, 0) and 0 <= number < g.t.size:
            kind = "h"
        parts.append(_part(g, kind, number))
    return tuple(parts)


def _part(g: Match, kind: str, value: int) -> ActionPart:
    t = g.t
    if kind == "p":
        text = t.ids[value]
    elif kind == "h":
        text = t.hex_ids[value]
    elif kind == "m":
        text = t.markers[value].id
    else:
        text = str(value)
    return ActionPart(_KINDS[kind], text)
