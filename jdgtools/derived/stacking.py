"""What may stand together in a hex by the rules of a series, as data for programs.

A series declares it in its module `stacking` as a function `stack_limits`; the package writes it.
"""

from __future__ import annotations

from msgspec import Struct


class StackPart(Struct, frozen=True):
    """Units of one kind that a stack may hold."""

    arms: tuple[str, ...] = ()
    """Arms; empty = any."""
    types: tuple[str, ...] = ()
    """Ids of unit types; empty = any."""
    classes: tuple[str, ...] = ()
    """Movement classes in the state in force; empty = any."""
    most: int = 1
    """Number of them at most."""
    strength: int | None = None
    """Strength points of each at most."""


class StackCase(Struct, frozen=True, kw_only=True):
    """One stack that the rules allow: units of its parts and no others."""

    parts: tuple[StackPart, ...]
    strength: int | None = None
    """Strength points at most of all units of `strength_of` together."""
    strength_of: tuple[str, ...] = ()
    """Arms whose strength points are added up."""
    same: tuple[str, ...] = ()
    """What is equal among the units of `same_of`: `command` or a state axis."""
    same_of: tuple[str, ...] = ()
    """Arms that must be equal in it; empty = all units."""
    same_unless: str = ""
    """Value of a state: units in it need not be equal."""
    facing: bool = False
    """Whether units that have a facing must face alike."""
    only: str = ""
    """Value of a state in which all units of the stack are; empty = any."""
    rules: tuple[str, ...] = ()
    """Statement ids."""


class StackLimits(Struct, frozen=True, kw_only=True):
    """Who may share a hex; a unit alone may stand anywhere."""

    cases: tuple[StackCase, ...]
    exclusive: tuple[str, ...] = ()
    """Values of states: units in one of them share no hex with units that are not in it."""
    uncounted: tuple[str, ...] = ()
    """Arms whose units do not count."""
    checked: str = "end_of_move"
    """`end_of_move`, `end_of_segment` or `always`."""
    rules: tuple[str, ...] = ()
