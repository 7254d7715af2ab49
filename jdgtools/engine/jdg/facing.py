"""The facing that a unit takes at the end of something that left it without one, or before its attack."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.engine.core.nodes import DecisionNode, Node
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import FACE


def take_facing(g: ScenarioInPlay, s: GameState, unit: int, others: Sequence[int]) -> Node | None:
    """Face a unit like those it stands with, else as its owner chooses; then its frame ends.

    Args:
        g: the game.
        s: the state; its top frame is the one that ends.
        unit: it faces nowhere yet.
        others: units in its hex whose facing binds it; the first one counts.
    """
    if others:
        s.facing[unit] = s.facing[others[0]]
    else:
        if s.answer is None:
            return DecisionNode(g.t.side[unit], "facing", tuple((FACE, k) for k in range(6)))
        s.facing[unit] = s.take_answer()[1]
    s.pop()
    return None


def corners_between(facing: int, other: int) -> int:
    """Return by how many corners two facings differ, the shorter way."""
    return min((facing - other) % 6, (other - facing) % 6)


def turn_towards(s: GameState, unit: int, direction: int) -> None:
    """Turn a unit so that a direction is in its front, the shorter way (JDG-6.1.2-f)."""
    facing = s.facing[unit]
    s.facing[unit] = min((direction, (direction + 5) % 6), key=lambda k: corners_between(k, facing))
