"""The state of a game: flat lists, and a stack of frames in the place of the interpreter's own stack."""

from __future__ import annotations

from array import array
from typing import Any

from jdgtools.engine.core.nodes import Event, Node
from jdgtools.package.digests import json_digest

OFF_MAP, ELIMINATED, EXITED, FLED = -1, -2, -3, -4
"""Places of a piece without a hex: not arrived, eliminated, left by its own movement, left in rout."""
Frame = tuple[Any, ...]
"""Name of a procedure, its step, and what it remembers: numbers, texts and tuples of them."""
_PARTS = (
    "place",
    "level",
    "facing",
    "flags",
    "stacks",
    "holder",
    "memory",
    "frames",
)


class GameState:
    """Everything that may change in a game; what never changes is in the tables of the series' engine."""

    __slots__ = (*_PARTS, "turn", "node", "answer", "events")

    def __init__(self, pieces: int, hexes: int, memory: int) -> None:
        """Make an empty state: pieces off the map, no hex held, `memory` places for the series."""
        self.place: list[int] = [OFF_MAP] * pieces
        """Hex of every piece, or why it has none."""
        self.level: list[int] = [0] * pieces
        """Level of cohesion of every piece; 0 is the best."""
        self.facing: list[int] = [-1] * pieces
        """Facing of every piece; -1 = none."""
        self.flags: list[int] = [0] * pieces
        """Bits of every piece; the series says what they mean."""
        self.stacks: list[tuple[int, ...]] = [()] * hexes
        """Units in every hex, top first."""
        self.holder = array("b", [-1]) * hexes
        """Side that holds every hex; -1 = nobody."""
        self.memory: list[Any] = [0] * memory
        """What else the series remembers: numbers and tuples."""
        self.frames: list[Frame] = []
        """What goes on; the last is the innermost."""
        self.turn = 0
        self.node: Node | None = None
        self.answer: Any = None
        """What was chosen at the node, until the procedure that asked takes it."""
        self.events: list[Event] = []

    def clone(self) -> GameState:
        """Return a copy that shares nothing that changes; events are not copied."""
        copy = GameState.__new__(GameState)
        copy.place = self.place[:]
        copy.level = self.level[:]
        copy.facing = self.facing[:]
        copy.flags = self.flags[:]
        copy.stacks = self.stacks[:]
        copy.holder = self.holder[:]
        copy.memory = self.memory[:]
        copy.frames = self.frames[:]
        copy.turn = self.turn
        copy.node = self.node
        copy.answer = self.answer
        copy.events = []
        return copy

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the first is done first."""
        self.frames.extend(reversed(frames))

    def become(self, frame: Frame) -> None:
        """Put a frame in the place of the innermost."""
        self.frames[-1] = frame

    def pop(self) -> None:
        """End the innermost frame."""
        self.frames.pop()

    def take_answer(self) -> Any:
        """Return what was chosen, and forget it."""
        answer = self.answer
        self.answer = None
        return answer

    def note(
        self,
        kind: str,
        pieces: tuple[int, ...],
        numbers: tuple[int, ...],
        *rules: str,
        lines: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Add an event with the statements that made it, and the lines of charts that counted."""
        self.events.append(Event(kind, pieces, numbers, rules, lines))

    def put(self, piece: int, hex_index: int, top: bool = False) -> None:
        """Put a unit into a hex, at the bottom of the stack or on its top."""
        self.place[piece] = hex_index
        stack = self.stacks[hex_index]
        self.stacks[hex_index] = (piece, *stack) if top else (*stack, piece)

    def take(self, piece: int, place: int = OFF_MAP) -> None:
        """Take a unit out of its hex, to a place off the map."""
        hex_index = self.place[piece]
        if hex_index >= 0:
            self.stacks[hex_index] = tuple(other for other in self.stacks[hex_index] if other != piece)
        self.place[piece] = place

    def plain(self) -> dict[str, Any]:
        """Return the position as plain lists, without the node, which follows from the rest."""
        parts = {name: getattr(self, name) for name in _PARTS}
        return {"turn": self.turn, **parts, "holder": self.holder.tolist()}

    def digest(self) -> str:
        """Return 16 digits that differ when the positions do, as a log has them at each turn."""
        return json_digest(self.plain())


def tuples(value: Any) -> Any:
    """Return lists within lists as tuples: JSON knows no others."""
    return tuple(tuples(part) for part in value) if isinstance(value, list) else value


def from_plain(content: dict[str, Any]) -> GameState:
    """Return the state of a position that `GameState.plain` gave; its node is worked out by the game.

    Raises:
        KeyError, TypeError, OverflowError: a member is missing, of another type, or no side.
    """
    state = GameState(len(content["place"]), len(content["stacks"]), 0)
    for name in _PARTS:
        setattr(state, name, [tuples(part) for part in content[name]])
    state.holder = array("b", state.holder)
    state.turn = int(content["turn"])
    return state
