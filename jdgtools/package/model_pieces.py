"""The types of the pieces of a package: sides, commands, leaders, units, activation markers, states.

`exporters/jdgpkg/pieces.py` fills them; docs/package.md says what an engine may rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct, field

from jdgtools.package.meaning import Lists, Values, Words, meaning
from jdgtools.package.model_effects import Effect


class Side(Struct, frozen=True):
    """A player's army."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    nationalities: Annotated[tuple[str, ...], meaning("Ids of nationalities.")]
    rout_edge: Annotated[str | None, meaning("Map edge of routed units: N, E, S, W or a corner such as NE.")]
    values: Annotated[Values, meaning("Fields that the series defines for sides.")]
    lists: Annotated[Lists, meaning("Fields that list ids or codes -> the entries.")] = field(
        default_factory=dict
    )


class Command(Struct, frozen=True):
    """A formation, banner or wing."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Side id.")]
    leader: Annotated[str | None, meaning("Leader id.")]
    letter: Annotated[str, meaning("Letter on the counters.")]
    parent: Annotated[str, meaning("Higher formation; informational.")]
    order: Annotated[str | None, meaning("Order it starts with; null = the series has none.")]
    single_marker: Annotated[bool, meaning("Whether it has one activation marker only.")]
    values: Annotated[Values, meaning("Fields that the series defines for commands.")]
    lists: Annotated[Lists, meaning("Fields that list ids or codes -> the entries.")] = field(
        default_factory=dict
    )
    parent_name: Annotated[Words, meaning("Name of the higher formation in every language.")] = field(
        default_factory=dict
    )


class Leader(Struct, frozen=True):
    """A leader with all values."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Side id.")]
    role: Annotated[str | None, meaning("Role id.")]
    command: Annotated[str | None, meaning("Command id.")]
    nationality: Annotated[str | None, meaning("Nationality id.")]
    front: Annotated[Values, meaning("Values of the front.")]
    back: Annotated[Values, meaning("Values of the back where they differ from the front.")]
    extra: Annotated[
        Mapping[str, Values],
        meaning("Further sets of values, such as `wounded`, where they differ from the front."),
    ]
    lists: Annotated[Lists, meaning("Fields that list ids or codes -> the entries.")] = field(
        default_factory=dict
    )


class Unit(Struct, frozen=True):
    """A combat unit. Both faces are complete: a value that only the front prints stands in `back` too."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Side id.")]
    command: Annotated[str | None, meaning("Command id.")]
    type: Annotated[str | None, meaning("Unit type of the series.")]
    arm: Annotated[str, meaning("Arm, e.g. infantry.")]
    movement_class: Annotated[str, meaning("Movement class: a key of `movement.steps`.")] = field(
        name="class"
    )
    chart_class: Annotated[str, meaning("Row or column of charts by type; empty = the charts know none.")]
    has_facing: Annotated[bool, meaning("Whether it has a facing.")]
    nationality: Annotated[str | None, meaning("Nationality id.")]
    parent: Annotated[str, meaning("Corps or brigade; informational.")]
    footprint: Annotated[int, meaning("Number of hexes that it covers.", ge=1, le=2)]
    front: Annotated[Values, meaning("Values of the front.")]
    back: Annotated[Values, meaning("Values of the back.")]
    lists: Annotated[Lists, meaning("Fields that list ids or codes -> the entries.")] = field(
        default_factory=dict
    )


class Activation(Struct, frozen=True):
    """An activation marker in play."""

    id: Annotated[str, meaning("Id.")]
    code: Annotated[str | None, meaning("Code of the series.")]
    side: Annotated[str | None, meaning("Side id.")]
    commands: Annotated[tuple[str, ...], meaning("Commands that it activates.")]
    rating: Annotated[int | None, meaning("Initiative rating.")]
    entry: Annotated[str, meaning("Whether it must be put in: `optional`, `compulsory` or empty.")]
    turns: Annotated[
        tuple[Annotated[int, meaning("Turn.", ge=0)], ...],
        meaning("Turns in which it may be used; empty = all."),
    ]
    reinforcements: Annotated[bool | None, meaning("Whether it brings reinforcements; null = not said.")]
    effect: Annotated[Words, meaning("What a combined marker does.")]
    effects: Annotated[tuple[Effect, ...], meaning("What it changes, as parameters.")] = ()


class State(Struct, frozen=True):
    """One value of a state axis."""

    id: Annotated[str, meaning("Id.")]
    face: Annotated[Literal["front", "back"], meaning("Side of the counter that is up.")]
    marker: Annotated[str, meaning("Marker that shows it; empty = none.")]
    faceless: Annotated[bool, meaning("Whether a unit in this state has no facing.")]
    captured: Annotated[bool, meaning("Whether a piece in this state is in the hands of the enemy.")] = False


class StateAxis(Struct, frozen=True):
    """An independent condition of a piece: named values or a count."""

    id: Annotated[str, meaning("Id.")]
    default: Annotated[str, meaning("Value of a piece of which nothing is said; `0` for a count.")]
    values: Annotated[tuple[State, ...], meaning("Named values; empty for a count.")]
    count_high: Annotated[
        Annotated[int, meaning("Largest value.", ge=0)] | None,
        meaning("Largest value of a count; null = no count."),
    ]
    arms: Annotated[tuple[str, ...], meaning("Arms that have it; empty = all.")]
    applies_to: Annotated[tuple[str, ...], meaning("Kinds of pieces that have it.")]
