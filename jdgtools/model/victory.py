"""The records of victory: conditions that a program can evaluate, and what they are worth.

`build_victory` makes them. The booklet and the module put them into words and buttons, the package hands
them to engines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from jdgtools.model.text import Text

ConditionKind = Literal[
    "all",
    "any",
    "not",
    "holds",
    "eliminated",
    "destroyed",
    "fled",
    "captured",
    "losses",
    "exited",
    "turn",
    "state",
    "difference",
    "always",
]


class Condition(Struct, frozen=True):
    """A condition on the state of play at the end of a turn.

    Which fields count depends on `kind`:
    all, any, not: `parts`. holds: `side` holds at least `count` of `hexes` (None = all of them);
    a hex is held by the side that was last to occupy it, at the start by its owner in the setup.
    eliminated: at least `count` of `units` are eliminated (None = all); fled: so they are, since they left
    the map in rout; destroyed: so they are otherwise. captured: they are in the hands of the enemy.
    losses: `percent` of the strength of `units` is eliminated. exited: at least `count` of `units` have
    left over `edge` or `hexes`. turn: the turn lies between `low` and `high`. state: at least `count` of
    `units` are in the state value `value`. difference: `side` has at least `low` victory points more than
    the other, at most `high`. always: true.
    """

    kind: ConditionKind
    parts: tuple[Condition, ...] = ()
    side: str | None = None
    hexes: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    """Unit and leader ids, already resolved from side, command or list."""
    count: int | None = None
    percent: int | None = None
    edge: str = ""
    low: int | None = None
    high: int | None = None
    value: str = ""
    key: str = ""
    """Subject id of the source entry."""


COUNTED = ("holds", "eliminated", "exited", "destroyed", "fled", "captured", "state")
"""Conditions that hexes, units or leaders fulfil one by one."""


def counted_parts(condition: Condition) -> tuple[Condition, ...]:
    """Return the conditions whose hexes or pieces an award with `each` counts; none: it counts once.

    A condition that is fulfilled one by one, an `any` of nothing else, or the one such part of an `all`.
    """
    groups = [parts for part in condition.parts if (parts := counted_parts(part))]
    if condition.kind == "any" and len(groups) == len(condition.parts):
        return tuple(part for parts in groups for part in parts)
    if condition.kind == "all" and len(groups) == 1:
        return groups[0]
    return (condition,) if condition.kind in COUNTED else ()


class VictoryAward(Struct, frozen=True):
    """Victory points for a side when a condition is true."""

    id: str
    name: Text
    side: str | None
    points: int
    when: Condition
    each: bool = False
    """Points for every single hex, unit or leader that fulfils the condition, not once."""
    at: Literal["end", "turn"] = "end"
    """Counted once when the game ends, or at the end of every turn."""


class AutomaticVictory(Struct, frozen=True):
    """A condition that ends the game at once in favour of a side."""

    id: str
    name: Text
    side: str | None
    when: Condition
    evaluated: str = "end of turn"


class VictoryLevel(Struct, frozen=True):
    """A band of the difference of points: decisive, marginal, draw."""

    name: Text
    side: str | None
    """Winner; None = draw."""
    low: int | None
    high: int | None
    """Difference of the side's points over the other's, inclusive; None = open end."""


class VictorySchedule(Struct, frozen=True):
    """What a scenario says about the points for losses that its series gives."""

    in_force: bool = True
    """Whether they count."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Line of the chart -> points of the scenario in place of those of the chart."""
