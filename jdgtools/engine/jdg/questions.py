"""What the question of a decision is about: who acts or answers, and which enemies make it arise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from jdgtools.engine.core.board import ActionPart, Subject
from jdgtools.engine.core.nodes import DecisionNode
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.activation import units_without_orders
from jdgtools.engine.jdg.aftermath import breakthrough_targets
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.shocks import charge_targets, fighters
from jdgtools.engine.jdg.words import CHARGE, COUNTER_CHARGE, MARKER, REACT, RESOLVE, WITHDRAW

_OF_MARKER = frozenset(
    {
        "movement",
        "order of stacks",
        "fire",
        "shock",
        "next combat",
        "rally",
        "group of a combined marker",
    }
)
"""Kinds of decisions that choose among all that an activation marker lets act."""
_Pieces = tuple[Iterable[int], Iterable[int]]
"""Who acts or answers; enemies."""


def question_subject(g: Match, s: GameState) -> Subject:
    """Return what the question of the open decision is about; nothing where its answers say it all."""
    node, frame = s.node, s.frames[-1] if s.frames else ("",)
    if not isinstance(node, DecisionNode):
        return Subject((), ())
    t = g.t
    if node.kind in _OF_MARKER and s.memory[MARKER] >= 0:
        return Subject((ActionPart("marker", t.markers[s.memory[MARKER]].id),), ())
    if node.kind not in _PIECES:
        return Subject((), ())
    actors, enemies = _PIECES[node.kind](g, s, frame, node)
    return Subject(
        tuple(
            ActionPart("piece", t.ids[piece]) for piece in actors if piece >= 0 and t.side[piece] == node.side
        ),
        tuple(
            ActionPart("piece", t.ids[piece])
            for piece in enemies
            if piece >= 0 and t.side[piece] != node.side
        ),
    )


def _tuple(pieces: int | tuple[int, ...]) -> tuple[int, ...]:
    return pieces if isinstance(pieces, tuple) else (pieces,)


def _mover(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    """Name the units on the move; of a pursuit also whom it is after."""
    if f[0] == "setup":
        entries = g.t.package.setup
        return (g.t.piece_of.get(entries[f[1]].piece, -1),), ()
    units = _tuple(f[1])
    if f[0] == "move":
        return (*units, *f[6]), ()
    if f[0] in ("charge", "recall"):
        return units, s.stacks[f[2]]
    if f[0] == "chase":
        return units, (f[2],)
    return units, f[4] if f[0] == "withdraw" else ()


def _leader(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    return units_without_orders(g, s, f[1], f[2]), ()


def _reply(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    return (), f[1]


def _square(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    """Name the units of the hex; the charge itself stands below, as the frame of its recall."""
    below = s.frames[-2] if len(s.frames) > 1 else ("",)
    return s.stacks[f[1][f[2] // 2]], below[1] if below[0] == "recall" else ()


def _counter_charge(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    here = next(s.place[action[1]] for action in node.actions if action[0] == COUNTER_CHARGE)
    chargers = [u for o, h in f[1] if h == here for u in s.stacks[o] if s.flags[u] & CHARGE]
    return [action[1] for action in node.actions if action[0] == COUNTER_CHARGE], chargers


def _reaction(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    return {action[1]: 0 for action in node.actions if action[0] == REACT}, ()


def _withdrawal(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    if f[0] == "withdraw":
        return _mover(g, s, f, node)
    able = {action[1]: 0 for action in node.actions if action[0] == WITHDRAW}
    return able, {u: 0 for o, _ in f[1] for u in fighters(g, s, o, f[2])}


def _rest(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    targets = {h: 0 for action in node.actions for h in action[2:]}
    side = g.t.side[f[2][0]]
    return fighters(g, s, f[1], side), [u for h in targets for u in s.stacks[h]]


def _after_advance(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    units = tuple(u for u in f[4] if s.place[u] >= 0)
    goes_on = any(action[0] == RESOLVE for action in node.actions)
    ahead = breakthrough_targets(g, s, units) if goes_on else []
    return units, [u for h in ahead for u in s.stacks[h]]


def _pursuit(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    if f[0] == "chase":  # it goes on against all before it
        return f[1], [u for h in charge_targets(g, s, f[1], again=True) for u in s.stacks[h]]
    return (), [unit for unit, _ in f[3]]


def _quarry(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    return f[1], ()


def _displacement(g: Match, s: GameState, f: Frame, node: DecisionNode) -> _Pieces:
    return (f[1],), (f[2],)


_PIECES: Mapping[str, Callable[[Match, GameState, Frame, DecisionNode], _Pieces]] = {
    "setup": _mover,
    "move": _mover,
    "facing": _mover,
    "retreat": _mover,
    "rout": _mover,
    "separation": _mover,
    "charge": _mover,
    "recall": _mover,
    "artillery on top": _mover,
    "initiative of the leader": _leader,
    "counter-battery": _reply,
    "square": _square,
    "counter-charge": _counter_charge,
    "reaction fire": _reaction,
    "withdrawal": _withdrawal,
    "rest of the stack": _rest,
    "after the advance": _after_advance,
    "pursuit": _pursuit,
    "pursued unit": _quarry,
    "displacement": _displacement,
}
"""Kind of a decision -> who acts or answers, and the enemies."""
