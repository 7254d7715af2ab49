"""Names by which pieces and prototypes refer to each other, without either knowing how the other is made.

A piece names the prototypes that it consists of (`use`); some pieces and prototypes share a command. Both
sides import this module, so that `pieces` needs nothing of `prototypes`, whose blocks write whole pieces.
"""

from __future__ import annotations

from functools import cache

from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import Prototype, Trait

TO_CUP = Key.named("to cup")
"""Command of an activation marker: back into the cup from which markers are drawn."""
TO_POOL = Key.named("to pool")
"""Command of an activation marker: to the box of the markers in play."""
DRAW = Key.named("draw marker")
"""Command of an activation marker in the cup: it becomes active, or is set aside as the last one."""
COMBAT = "Combat"
"""Prototype of units that attack or fire, and may be a target."""
TARGET = "Target"
"""Prototype of units that may be a target alone."""


def axis_prototype(axis: str) -> str:
    """Return the name of the prototype of a state axis."""
    return f"State {axis}"


def use(*names: str) -> list[Trait]:
    """Return the traits that stand for prototypes."""
    return [_trait(name) for name in names]


@cache
def _trait(name: str) -> Prototype:
    # One object for all pieces: it remembers its text.
    return Prototype(name)
