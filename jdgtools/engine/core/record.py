"""The log of a game as JSON lines: a header, every decision and every roll, a digest at each turn, the end.

`docs/engine.md` describes it. A log replays to the same positions, or says where it does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState

FORMAT, VERSION = "jdglog", 1
MAX_LOG_BYTES = 16 * 1024 * 1024
"""Size of a log."""
MAX_LINES = 400_000
"""Lines of a log."""


_TYPES: dict[str, list[type]] = {"d": [str], "c": [int], "t": [int, str], "e": [int, str, list]}
"""Kind of a line -> types of what stands behind it."""


def lines_of(content: bytes) -> list[str]:
    """Return the lines of a log, or of a plan; the mark that some editors put before a text is none of it.

    Raises:
        EngineRefused: it is no text.
    """
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise EngineRefused("no UTF-8 text") from None


def _line(value: object) -> str:
    """Return a line of a log: JSON in ASCII, a blank after each comma and colon, members by their names.

    The same game has the same bytes in every release.
    """
    return json.dumps(value, sort_keys=True)


class Recorder:
    """Writes down a game while it is played."""

    def __init__(self, game: Game, header: dict[str, Any]) -> None:
        """Begin with a header: package, options, players, seed."""
        self.game = game
        self.lines = [_line({"format": FORMAT, "version": VERSION, **header})]
        self._turn: int | None = None

    def decision(self, state: GameState, index: int) -> None:
        """Write down a decision that is about to be carried out."""
        self._digest(state)
        text = self.game.action_text(self.game.legal(state)[index])
        self.lines.append(_line(["d", text]))

    def chance(self, state: GameState, index: int) -> None:
        """Write down a roll that is about to be carried out: the number on the die."""
        self._digest(state)
        low = state.node.low if isinstance(state.node, ChanceNode) else 0
        self.lines.append(_line(["c", low + index]))

    def _digest(self, state: GameState) -> None:
        if state.turn != self._turn:
            self._turn = state.turn
            self.lines.append(_line(["t", state.turn, state.digest()]))

    def go_on(self, lines: list[str], state: GameState) -> None:
        """Go on after lines that led to a state."""
        self.lines[1:] = lines
        turns = [line for line in lines if kind_of(line) == "t"]
        self._turn = json.loads(turns[-1])[1] if turns else None

    def end(self, end: EndNode) -> None:
        """Write down the end."""
        self.lines.append(_line(["e", end.winner, end.cause, list(end.points)]))

    def text(self) -> str:
        """Return the log."""
        return "\n".join(self.lines) + "\n"


def kind_of(line: str) -> str:
    """Return what a line of a log is that holds: `d`, `c`, `t` or `e`, however it is spaced."""
    return str(json.loads(line)[0])


def header_of(lines: list[str]) -> dict[str, Any]:
    """Return the header of a log.

    Raises:
        EngineRefused: it is no log.
    """
    try:
        header = json.loads(lines[0], object_pairs_hook=_members) if lines else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise EngineRefused("not a log of a game (its first line is no header)")
    if header.get("version") != VERSION:
        raise EngineRefused(f"version {header.get('version')} of the log is not known")
    return header


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a member that stands twice the last value would count in silence."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        name = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise EngineRefused(f"`{name[:80]}` stands twice in its first line")
    return members


def ignored_of(header: dict[str, Any]) -> tuple[str, ...]:
    """Return the rules that the game of a log leaves out.

    Raises:
        EngineRefused: the header does not name them in a list.
    """
    names = header.get("ignored", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise EngineRefused("`ignored` in its first line is no list of names")
    return tuple(names)


def replay(game: Game, lines: Iterable[str]) -> Iterable[tuple[int, GameState, list[Event]]]:
    """Play the lines of a log after its header, and yield line number, state and events.

    Raises:
        EngineRefused: a line is damaged, its action is not legal, or a digest differs.
    """
    state = game.start()
    for number, line in enumerate(lines, 2):
        if number > MAX_LINES:
            raise EngineRefused(f"line {number}: the log is too long")
        if not line.strip():
            continue
        try:
            events = carry_out(game, state, line)
        except EngineRefused as refusal:
            raise EngineRefused(f"line {number}: {refusal}") from None
        yield number, state, events


def carry_out(game: Game, state: GameState, line: str) -> list[Event]:
    """Carry out a line of a log, and return what happened.

    Raises:
        EngineRefused: the line is damaged, its action is not legal, or a digest differs.
    """
    try:
        kind, *values = json.loads(line)
        return _step(game, state, kind, values)
    except (ValueError, TypeError, IndexError, RecursionError):
        raise EngineRefused("damaged") from None


def _step(game: Game, state: GameState, kind: str, values: list[Any]) -> list[Event]:
    node = state.node
    if [type(value) for value in values] != _TYPES.get(kind, []):  # 1.5 would be a roll, and `true` a 1
        raise TypeError
    if kind == "d":
        if not isinstance(node, DecisionNode):
            raise EngineRefused("nobody decides here")
        texts = [game.action_text(action) for action in node.actions]
        if values[0] not in texts:
            raise EngineRefused(f"`{values[0]}` is not legal here")
        return game.apply(state, texts.index(values[0]))
    if kind == "c":
        if not isinstance(node, ChanceNode) or not 0 <= values[0] - node.low < len(node.weights):
            raise EngineRefused(f"no roll of {values[0]} is made here")
        return game.outcome(state, values[0] - node.low)
    if kind == "t":
        if (state.turn, state.digest()) != tuple(values):
            raise EngineRefused(f"the position of turn {values[0]} differs")
        return []
    if kind == "e":
        if not isinstance(node, EndNode) or [node.winner, node.cause, list(node.points)] != values:
            raise EngineRefused("the game does not end so")
        return []
    raise EngineRefused(f"`{kind}` is not known")
