"""The types of the member `stacking` of a package: who may share a hex.

A hex is allowed when one of the cases fits its units: each case has parts, each part says which arms, how
many of them and how strong.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from jdgtools.package.meaning import meaning

_Arms = tuple[str, ...]
_Rules = Annotated[tuple[str, ...], meaning("Statements.")]


class StackPart(Struct, frozen=True):
    """Units of one kind that a stack may hold; a unit belongs to the part whose lists all name it."""

    arms: Annotated[_Arms, meaning("Arms; empty = any.")]
    types: Annotated[tuple[str, ...], meaning("Types of units; empty = any.")]
    classes: Annotated[tuple[str, ...], meaning("Movement classes in the state in force; empty = any.")]
    most: Annotated[int, meaning("Number of such units at most.", ge=1)]
    strength: Annotated[int | None, meaning("Strength points of each such unit at most; null = any.")]


class StackCase(Struct, frozen=True):
    """A stack that is allowed: units of its parts and no others."""

    parts: Annotated[tuple[StackPart, ...], meaning("What it may hold.")]
    strength: Annotated[
        int | None,
        meaning("Strength points at most that the units of `strength_of` have together; null = any."),
    ]
    strength_of: Annotated[_Arms, meaning("Arms whose strength points are added up.")]
    same: Annotated[
        tuple[str, ...],
        meaning("What is equal among the units of `same_of`: `command`, or the value on a state axis."),
    ]
    same_of: Annotated[_Arms, meaning("Arms that `same` and `facing` concern; empty = all.")]
    same_unless: Annotated[str, meaning("State value: units in it need not be equal; empty = all must.")]
    facing: Annotated[bool, meaning("Whether those units of `same_of` that have a facing face alike.")]
    only: Annotated[str, meaning("State value in which every unit of the stack is; empty = any.")]
    rules: _Rules


class StackLimits(Struct, frozen=True):
    """Which units of a side may share a hex; a unit alone may stand everywhere."""

    cases: Annotated[tuple[StackCase, ...], meaning("A stack is legal that fits one of them.")]
    exclusive: Annotated[
        tuple[str, ...],
        meaning("State values: a unit in one of them shares no hex with a unit that is not in it."),
    ]
    uncounted: Annotated[_Arms, meaning("Arms that do not count; leaders and markers never do.")]
    checked: Annotated[
        Literal["end_of_move", "end_of_segment", "always"],
        meaning("When: after each unit's movement, after the movement segment, or at every moment."),
    ]
    rules: _Rules
