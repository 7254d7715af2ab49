"""What special rules and combined markers of a package change, as parameters of a closed vocabulary."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from jdgtools.charts.predicates import Predicate
from jdgtools.package.meaning import Hex, Step, Words, meaning

_Units = Annotated[tuple[str, ...], meaning("Unit ids, of `exit` leaders too; empty = all units.")]
_Hexes = Annotated[tuple[Hex, ...], meaning("Hexes; empty = everywhere.")]
_Steps = Annotated[tuple[Step, ...], meaning("Steps over the hexsides, in both directions.")]
_Low = Annotated[int | None, meaning("First turn; null = from the start.")]
_High = Annotated[int | None, meaning("Last turn; null = to the end.")]
_Flags = Annotated[
    tuple[str, ...], meaning("Only in turns with one of these flags, e.g. `fog`; empty = in all turns.")
]


class StackLimit(Struct, frozen=True, tag_field="kind", tag="stack_limit"):
    """At most `limit` of `units` may stand in one of `hexes`, in place of what the series allows."""

    units: _Units
    limit: Annotated[int, meaning("Units in a hex at most.", ge=1)]
    alike: Annotated[
        tuple[Literal["type", "command", "nationality"], ...],
        meaning("What the units in one hex have in common."),
    ]
    hexes: _Hexes


class NoEntry(Struct, frozen=True, tag_field="kind", tag="no_entry"):
    """The units do not enter the hexes in these turns, by any movement, retreat or advance."""

    units: _Units
    hexes: _Hexes
    low: _Low
    high: _High
    flags: _Flags = ()


class NoCombat(Struct, frozen=True, tag_field="kind", tag="no_combat"):
    """The units do not attack; fire at an adjacent enemy whom they may not attack by melee is allowed."""

    units: _Units
    against: Annotated[tuple[str, ...], meaning("Enemy units that they do not attack; empty = all.")]
    combat: Annotated[
        Literal["melee", "fire", "both"], meaning("Kind of attack; `melee` is shock and close combat too.")
    ]
    steps: Annotated[
        tuple[Step, ...], meaning("Only over these steps, in both directions; empty = anywhere.")
    ]
    low: _Low
    high: _High
    flags: _Flags = ()


class HexsideRule(Struct, frozen=True, tag_field="kind", tag="hexsides"):
    """Single hexsides that are not what their terrain says."""

    steps: _Steps
    rule: Annotated[
        Literal["closed", "reciprocal", "not_reciprocal"],
        meaning(
            "`closed`: no unit takes the step, nor attacks by melee over it. `reciprocal`, `not_reciprocal`: "
            "whether the unit that was there first has the cover of the hexside."
        ),
    ]
    low: _Low = None
    high: _High = None
    flags: _Flags = ()


class ModifierRule(Struct, frozen=True, tag_field="kind", tag="modifier"):
    """A number that is added to rolls with a chart of modifiers while `when` is true.

    With `units`, one of them must act: attack, fire, or be the unit that rolls.
    """

    units: _Units
    chart: Annotated[str, meaning("Chart of modifiers.")]
    column: Annotated[str, meaning("Column of the chart; empty = all.")]
    value: Annotated[int, meaning("What is added.")]
    name: Words
    when: Predicate
    replaces: Annotated[tuple[str, ...], meaning("Lines of the chart that are not added while it is.")]
    low: _Low = None
    high: _High = None
    flags: _Flags = ()


class FireRange(Struct, frozen=True, tag_field="kind", tag="fire_range"):
    """The units do not fire at targets farther away than `range`, whatever the charts allow."""

    units: _Units
    range: Annotated[int, meaning("Hexes from firer to target at most.", ge=1)]
    low: _Low
    high: _High
    flags: _Flags = ()


class NoForcedMarch(Struct, frozen=True, tag_field="kind", tag="no_forced_march"):
    """The units make no forced march in these turns."""

    units: _Units
    low: _Low
    high: _High
    flags: _Flags = ()


class ExitRule(Struct, frozen=True, tag_field="kind", tag="exit"):
    """The units may leave the map from the hexes in these turns."""

    units: _Units
    hexes: _Hexes
    low: _Low
    high: _High
    cost: Annotated[int | None, meaning("Movement points that leaving costs; null = as the series says.")]
    points: Annotated[
        int, meaning("Victory points of its own side for every unit or leader that has left so.")
    ]
    flags: _Flags = ()


class FreeWithdrawal(Struct, frozen=True, tag_field="kind", tag="free_withdrawal"):
    """The units withdraw from combat without a roll in these turns."""

    units: _Units
    low: _Low
    high: _High
    flags: _Flags = ()


class ArrivalRule(Struct, frozen=True, tag_field="kind", tag="arrival"):
    """How groups of reinforcements arrive."""

    arrivals: Annotated[tuple[str, ...], meaning("Ids of arrivals.")]
    how: Annotated[
        tuple[Literal["forced_march", "near_enemy", "through_friends"], ...],
        meaning(
            "`forced_march`: they may enter by forced march. `near_enemy`: they enter in spite of enemies "
            "near the entry hex. `through_friends`: they enter into or through hexes that friends hold."
        ),
    ]


class ChangeOfSide(Struct, frozen=True, tag_field="kind", tag="change_side"):
    """From the start of a turn on, units and leaders belong to another side."""

    command: Annotated[str, meaning("Id of the command that goes over whole; empty = none does.")]
    side: Annotated[str, meaning("Side that they belong to then.")]
    turn: Annotated[int, meaning("First turn.", ge=0)]
    units: Annotated[
        tuple[str, ...],
        meaning(
            "Ids of the units and leaders; empty = those of `command`, in a package of an earlier version."
        ),
    ] = ()
    joins: Annotated[
        str, meaning("Id of the command that they belong to then; empty = each to that of before.")
    ] = ""


Effect: TypeAlias = (
    StackLimit
    | NoEntry
    | NoCombat
    | HexsideRule
    | ModifierRule
    | FireRange
    | NoForcedMarch
    | ExitRule
    | FreeWithdrawal
    | ArrivalRule
    | ChangeOfSide
)
"""One thing that a rule changes; `kind` says which members it has."""
