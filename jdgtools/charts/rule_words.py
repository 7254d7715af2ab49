"""Rules in cells of charts: objects whose `rule` says how a value is computed, with their members.

A series may bring further rules of its own; those here have the same meaning in every series, and a cell that
uses one must have exactly its members.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, ValidationError, convert

_Of = Annotated[str, Meta(description="What is compared.")]


class _Rule(Struct, frozen=True, tag_field="rule", forbid_unknown_fields=True, omit_defaults=True):
    """A rule with the members that it needs."""


class CheckRule(_Rule, frozen=True, tag="check"):
    """Roll against the rating with `modifier` added; on failure the unit becomes what `fail` says."""

    modifier: int
    fail: Literal["disordered", "routed", "eliminated"]


class LevelRule(_Rule, frozen=True, tag="level"):
    """The unit is at once what `to` says; routed means that it retreats as well."""

    to: Literal["disordered", "routed", "eliminated"]


class FallBackRule(_Rule, frozen=True, tag="fall_back"):
    """The unit goes back so many hexes and keeps its facing."""

    hexes: int


class RetreatRule(_Rule, frozen=True, tag="retreat"):
    """The unit retreats: infantry and artillery 2 hexes, cavalry 3."""


class RoutMoveRule(_Rule, frozen=True, tag="rout_move"):
    """The unit makes a rout move instead of rolling."""


class TerrainRule(_Rule, frozen=True, tag="terrain"):
    """Add the values of the terrain charts in `column` for the hex and each hexside that is crossed.

    With `columns` the one counts that fits the attacker, of several the lowest. The sum is raised to `floor`
    and lowered to `most` where they are there.
    """

    column: str = ""
    columns: tuple[str, ...] = ()
    floor: int | None = None
    most: int | None = None


class ChartRule(_Rule, frozen=True, tag="chart"):
    """The value is looked up in another chart."""

    chart: str


class DifferenceRule(_Rule, frozen=True, tag="difference"):
    """The value is the attacker's best minus the defender's best, of the rating that `of` names."""

    of: _Of


class EachRule(_Rule, frozen=True, tag="each"):
    """`value` times what `count` of the line counts, less the first `free` of them.

    The result is lowered to `most` where it is there.
    """

    value: int
    free: int = 0
    most: int | None = None


class CommanderRule(_Rule, frozen=True, tag="commander"):
    """The modifier (`drm`) of the commander-in-chief times `sign`."""

    sign: Literal[-1, 1]


class RatingRule(_Rule, frozen=True, tag="rating"):
    """The rating of that leader, whole, is added."""

    of: Literal["leader", "wing_commander", "army_commander"]


class MinusBonusRule(_Rule, frozen=True, tag="minus_bonus"):
    """The bonus of the leader is subtracted, of several leaders the greatest."""


class DivideRule(_Rule, frozen=True, tag="divide"):
    """The movement allowance is divided by `by` and rounded; with `once` never twice in an activation."""

    by: int
    round: Literal["up", "down"]
    once: bool = False


class MultiplyRule(_Rule, frozen=True, tag="multiply"):
    """The movement allowance is multiplied by `by`."""

    by: int


class NthTimesEntryCostRule(_Rule, frozen=True, tag="nth_times_entry_cost"):
    """The n-th stack of a formation that enters through a hex pays n times the cost of the hex."""


class HalfDownRule(_Rule, frozen=True, tag="half_down"):
    """Half of the original value, rounded down."""


class OriginalRule(_Rule, frozen=True, tag="original"):
    """The value of the leader that is replaced."""


class MinusRule(_Rule, frozen=True, tag="minus"):
    """The original value less `by`, never below `least`."""

    by: int
    least: int


class WheelCostRule(_Rule, frozen=True, tag="wheel_cost"):
    """`base` plus the terrain that the wheeling half enters and crosses."""

    base: int


class WheelForwardRule(_Rule, frozen=True, tag="wheel_forward"):
    """A unit of two hexes wheels forward with one half by at most so many hexes, at no cost."""

    hexes: int


class TimesRatingRule(_Rule, frozen=True, tag="times_rating"):
    """`by` points for each point of the leader's rating, its sign left out."""

    by: int


Rule: TypeAlias = (
    CheckRule | LevelRule | FallBackRule | RetreatRule | RoutMoveRule | TerrainRule | ChartRule
    | DifferenceRule | EachRule | CommanderRule | RatingRule | MinusBonusRule | DivideRule | MultiplyRule
    | NthTimesEntryCostRule | HalfDownRule | OriginalRule | MinusRule | WheelCostRule | WheelForwardRule
    | TimesRatingRule
)  # fmt: skip
"""A rule of this project; `rule` says which."""

RULES: dict[str, type[Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Rule)}
"""Word of a rule -> its type, whose docstring says what it means."""


def rule_problem(value: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the members of a rule; None if it is right or a rule of a series' own."""
    if value.get("rule") not in RULES:
        return None
    try:
        convert(dict(value), Rule)
    except ValidationError as error:
        return str(error).replace("Object ", "").replace("`", "")
    return None
