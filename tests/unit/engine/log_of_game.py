"""A game of the engine as the log of a module would tell it: what became of the counters, step by step."""

from __future__ import annotations

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.explain import BoxedMarker, LoggedGame, PieceChange, Stand
from jdgtools.engine.core.nodes import DecisionNode, Event
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.log_changes import LEVELS
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import CHARGE, FIRED, INITIATIVE, MARKER, ORDERS, REPLIED, SHOCK, SQUARE
from jdgtools.engine.players import make_player


def log_of_game(game: Match, player: str, number: int, *, orders: bool = False) -> LoggedGame:
    """Play a game, and return what its log would show: no rolls, and with `orders` the markers of orders.

    A commander who gives way while a move goes on is seen once it is over.
    """
    seed = game_seed(5, number)
    players = [make_player(game, player, side, seed + side + 1) for side in (0, 1)]
    changes: list[PieceChange] = []
    markers: list[BoxedMarker] = []
    boxed: set[tuple[int, int]] = set()
    seen: list[dict[str, Stand]] = []
    steps, turn = 0, game.t.first

    def listen(s: GameState, kind: str, index: int, events: list[Event]) -> None:
        nonlocal steps, turn
        steps += 1
        setup = any(frame[0] == "setup" for frame in s.frames)
        if setup or (isinstance(s.node, DecisionNode) and s.node.kind == "displacement"):
            return
        acts = any(event.kind in ("draw", "activate") for event in events) and s.memory[MARKER] >= 0
        if acts and (s.turn, s.memory[MARKER]) not in boxed:
            boxed.add((s.turn, s.memory[MARKER]))
            markers.append(BoxedMarker(steps, game.t.markers[s.memory[MARKER]].id, "active"))
        now = _stands(game, s, orders)
        if seen:
            before = seen[-1]
            changes.extend(
                PieceChange(steps, turn, piece, before[piece], stand)
                for piece, stand in now.items()
                if stand != before[piece]
            )
        seen.append(now)
        turn = s.turn

    play(game, game.start(), players, Dice(seed), listen)
    return LoggedGame(game.t.first, seen[0], changes, markers)


def _stands(game: Match, s: GameState, orders: bool) -> dict[str, Stand]:
    t, stands = game.t, {}
    for piece, name in enumerate(t.ids):
        here = s.place[piece]
        if here < 0:
            stands[name] = Stand("", -1, {})
            continue
        states, flags = {}, s.flags[piece]
        if piece in t.units:
            states = {
                "level": LEVELS[s.level[piece]],
                "square": "in_square" if flags & SQUARE else "not_in_square",
                "fired": "fired" if flags & (FIRED | REPLIED) else "not_fired",
                "combat": "charge" if flags & CHARGE else "shock" if flags & SHOCK else "no_combat",
            }
        if states and orders:
            ordered = flags & ORDERS and not flags & INITIATIVE
            states["orders"] = "orders_received" if ordered else "no_order_status"
        stands[name] = Stand(t.hex_ids[here], s.facing[piece] if states else -1, states)
    return stands
