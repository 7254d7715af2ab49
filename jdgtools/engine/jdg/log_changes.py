"""What a change in the log of a module says of a piece: place, level, square, marks of what it did."""

from __future__ import annotations

from collections.abc import Collection

from jdgtools.engine.core.explain import PieceChange, Stand

LEVELS = ("ordered", "disordered", "routed")
FIGHTS = frozenset({"shock", "shock_check", "charge"})
"""Values of the combat axis that say that a unit attacks."""


def level_of(stand: Stand) -> int:
    """Return the level of cohesion of a unit: 0 = ordered."""
    return LEVELS.index(stand.states.get("level", LEVELS[0]))


def visible(change: PieceChange) -> bool:
    """Return whether a change is one of place, facing, level or square."""
    one, two = change.before, change.after
    axes = ("level", "square")
    return one[:2] != two[:2] or any(one.states.get(axis) != two.states.get(axis) for axis in axes)


def goes(change: PieceChange) -> bool:
    """Return whether a piece comes to another hex."""
    return change.after.hex != change.before.hex


def square_verb(change: PieceChange) -> str | None:
    """Return the action that forms or leaves a square, where a change shows it."""
    one, two = change.before.states.get("square"), change.after.states.get("square")
    if one == two or one is None or two is None:
        return None
    return "square" if two == "in_square" else "leave-square"


def marked_as(change: PieceChange, axis: str, values: Collection[str]) -> bool:
    """Return whether a change gives a piece one of these values of an axis."""
    one, two = change.before.states.get(axis), change.after.states.get(axis)
    return one != two and two in values


def mark_of(change: PieceChange) -> str:
    """Return for what a change marks a unit: `fire`, `combat`, or nothing."""
    if marked_as(change, "fired", {"fired"}):
        return "fire"
    return "combat" if marked_as(change, "combat", FIGHTS) else ""


def marks(change: PieceChange) -> bool:
    """Return whether a change marks a unit for fire or combat."""
    return bool(mark_of(change))


def gives_orders(change: PieceChange) -> bool:
    """Return whether a change gives a unit a counter of orders."""
    return marked_as(change, "orders", {"orders_received"})
