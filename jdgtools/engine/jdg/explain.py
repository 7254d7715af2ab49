"""Movement of a game that was played elsewhere, explained by legal actions (JDG-4, JDG-6.1, JDG-6.2).

A log of a module does not say which formation was active: it is taken to be the one whose units move, and
all of them to have orders. Changes of level are explained where the movement itself makes them.
"""

from __future__ import annotations

from itertools import groupby

from jdgtools.engine.core.explain import Change, Explanation, Played
from jdgtools.engine.core.nodes import Decision
from jdgtools.engine.core.state import OFF_MAP, State
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import ACTIVE, OF_ACTIVATION, ORDERS, SQUARE

LEVELS = ("ordered", "disordered", "routed")


class _Unexplained(Exception):
    """No legal action makes the change."""


def explain(game: Match, played: Played) -> Explanation:
    """Return the actions that explain the changes of a game, up to the first that none explains."""
    state = _position(game, played)
    actions: list[tuple[int, str]] = []
    active = -1
    for (turn, piece), group in groupby(played.changes, key=lambda change: (change.turn, change.piece)):
        changes = [change for change in group if change.before != change.after]
        if not changes:
            continue
        if turn and turn != state.turn:
            state.turn, active = turn, -1
        step, unit = changes[0].step, game.t.piece_of.get(piece, -1)
        explained = len(actions)
        try:
            if unit not in game.t.units:
                raise _Unexplained(f"step {step}: {piece} is no unit of the scenario")
            if game.t.command[unit] != active:
                active = game.t.command[unit]
                _activate(game, state, active)
            _move(game, state, unit, changes, actions)
        except _Unexplained as problem:
            return Explanation(tuple(actions[:explained]), str(problem))
    return Explanation(tuple(actions), "")


def _position(game: Match, played: Played) -> State:
    """Return the position in which the game began."""
    t, state = game.t, game.start()
    state.turn = played.turn or t.first
    for unit in t.units:
        state.take(unit, OFF_MAP)
        state.flags[unit] = 0
    for leader in t.leaders:
        state.place[leader] = OFF_MAP
    for name, stand in played.start.items():
        piece = t.piece_of.get(name, -1)
        if piece < 0 or stand.hex not in t.hex_of:
            continue
        if piece in t.leaders:
            state.place[piece] = t.hex_of[stand.hex]
            continue
        state.put(piece, t.hex_of[stand.hex])
        state.level[piece] = LEVELS.index(stand.states.get("level", "ordered"))
        state.facing[piece] = -1 if state.level[piece] == 2 else stand.facing
        state.flags[piece] = ORDERS
        if stand.states.get("square") == "in_square":
            state.flags[piece] |= SQUARE
    return state


def _activate(game: Match, state: State, command: int) -> None:
    """Begin the movement of another formation."""
    for unit in game.t.units:
        state.flags[unit] &= ~OF_ACTIVATION
        if game.t.command[unit] == command and state.place[unit] >= 0:
            state.flags[unit] |= ACTIVE
    state.frames = [("turn", 3), ("segment", game.t.command_side[command])]
    game.advance(state)


def _move(
    game: Match, state: State, unit: int, changes: list[Change], actions: list[tuple[int, str]]
) -> None:
    """Explain what became of a unit: legs of a move, and its facing at their end."""
    last, here = changes[-1], state.place[unit]
    moves = any(change.after.hex != change.before.hex for change in changes)
    if moves or last.after.facing != state.facing[unit]:
        _play(game, state, changes[0], f"unit {game.t.ids[unit]}", actions, "may not move any more")
        for change in changes:
            if change.after.hex != change.before.hex:
                _leg(game, state, change, actions)
        if isinstance(state.node, Decision) and state.node.kind == "move":
            at = last._replace(before=last.after)
            if state.place[unit] == here and last.after.facing == state.facing[unit]:
                _play(game, state, at, "stop", actions, "does not stay")
            else:
                _play(game, state, at, f"face {last.after.facing}", actions, "turns too far")
    _compare(game, state, unit, last)


def _leg(game: Match, state: State, change: Change, actions: list[tuple[int, str]]) -> None:
    """Explain a way to a hex, by normal movement or a forced march."""
    texts = _texts(game, state)
    target = change.after.hex
    for verb in ("go", "march"):
        if f"{verb} {target}" in texts:
            _play(game, state, change, f"{verb} {target}", actions, "")
            return
    hexes = sorted({text.split()[1] for text in texts if text.startswith(("go ", "march "))})
    where = f"one of {', '.join(hexes)}" if hexes else "that it stays"
    raise _Unexplained(
        f"step {change.step}: {change.piece} goes from {change.before.hex} to {target or 'no hex'}; "
        f"expected {where}"
    )


def _compare(game: Match, state: State, unit: int, change: Change) -> None:
    """Refuse a level that the movement did not make."""
    shown, expected = change.after.states.get("level", LEVELS[0]), LEVELS[state.level[unit]]
    if shown != expected:
        raise _Unexplained(
            f"step {change.step}: {change.piece} at {change.after.hex} is {shown}; expected {expected}"
        )


def _texts(game: Match, state: State) -> list[str]:
    """Return the legal actions as texts."""
    node = state.node
    return [game.action_text(action) for action in node.actions] if isinstance(node, Decision) else []


def _play(
    game: Match, state: State, change: Change, text: str, actions: list[tuple[int, str]], problem: str
) -> None:
    """Carry out an action, and write it down.

    Raises:
        _Unexplained: it is not legal.
    """
    texts = _texts(game, state)
    if text not in texts:
        word = text.partition(" ")[0]
        others = [other for other in texts if other.startswith(word)]
        expected = f"one of {', '.join(others)}" if others else "nothing of it"
        raise _Unexplained(
            f"step {change.step}: {change.piece} at {change.before.hex} {problem}; expected {expected}"
        )
    game.apply(state, texts.index(text))
    actions.append((change.step, text))
