"""The types of what the words of a package mean: fields of pieces, options, states, turn flags.

`exporters/jdgpkg/vocabulary.py` fills them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from jdgtools.package.meaning import Value, Words, meaning

Statements = Annotated[tuple[str, ...], meaning("Ids of statements: see `references`.")]


class Choice(Struct, frozen=True):
    """A value that may be chosen, with its name."""

    value: Annotated[Value | tuple[Value, ...], meaning("The value.")]
    name: Words


class FieldInfo(Struct, frozen=True):
    """What a field of pieces, sides, markers or scenarios means: a key of `front`, `values` or `settings`."""

    id: Annotated[str, meaning("Name of the field.")]
    of: Annotated[
        Literal["unit", "leader", "command", "side", "activation", "scenario"],
        meaning("What has it: `scenario` = `settings`."),
    ]
    role: Annotated[str, meaning("Role of the leaders that have it; empty = not of leaders.")]
    name: Words
    abbreviation: Words
    description: Words
    type: Annotated[
        Literal["int", "bool", "text", "choice", "list"],
        meaning("`choice` = one of `choices`; `list` = ids or codes, as a list in `lists`."),
    ]
    unit: Annotated[
        Literal["", "strength points", "movement points", "hexes"],
        meaning("What a number counts; empty = it is a rating or has no unit."),
    ]
    low: Annotated[int | None, meaning("Smallest sensible value; null = open.")]
    high: Annotated[int | None, meaning("Largest sensible value; null = open.")]
    choices: Annotated[tuple[Choice, ...], meaning("Values of a choice.")]
    two_sided: Annotated[bool, meaning("Whether the back of the counter has a value of its own.")]
    arms: Annotated[tuple[str, ...], meaning("Arms that carry it; empty = all.")]
    default: Annotated[Value | None, meaning("Value of a piece that has no such member; null = it has none.")]
    rules: Statements


class OptionInfo(Struct, frozen=True):
    """A ruling where the rules are unclear, or a variant: what `options` holds the value of."""

    id: Annotated[str, meaning("Id: a key of `options`.")]
    sentence: Annotated[Words, meaning("What the option decides.")]
    value: Annotated[Value | tuple[Value, ...], meaning("Value in force, as in `options`.")]
    default: Annotated[Value | tuple[Value, ...], meaning("Value where nobody says otherwise.")]
    choices: Annotated[
        tuple[Choice, ...], meaning("All values that it may have; empty = any of the default's type.")
    ]
    entry: Annotated[str, meaning("The unclear point, e.g. `AMB-30`: see `references`; empty = none.")]
    rules: Statements
    text: Annotated[
        Words, meaning("An optional rule of the battle in full; empty = a ruling of the series.")
    ] = field(default_factory=dict)


class NamedWord(Struct, frozen=True):
    """An id of the series with its name."""

    id: Annotated[str, meaning("Id.")]
    name: Words


class BoxWord(Struct, frozen=True):
    """A box off the map with its name."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    lost: Annotated[
        Literal["", "eliminated", "departed"],
        meaning(
            "What has become of a piece that starts there: eliminated = it counts as eliminated and as "
            "destroyed from the start; departed = it has left the map; empty = it is in the game."
        ),
    ] = ""


class Vocabulary(Struct, frozen=True):
    """Ids that occur in other members, with their names."""

    arms: Annotated[tuple[NamedWord, ...], meaning("Arms of units.")]
    orders: Annotated[tuple[NamedWord, ...], meaning("Orders of commands.")]
    turn_flags: Annotated[tuple[NamedWord, ...], meaning("Flags of turns.")]
    activation_codes: Annotated[tuple[NamedWord, ...], meaning("Codes of activation markers.")]
    roles: Annotated[tuple[NamedWord, ...], meaning("Roles of leaders.")]
    boxes: Annotated[tuple[BoxWord, ...], meaning("Boxes off the map.")]
    markers: Annotated[tuple[NamedWord, ...], meaning("Markers.")]
    states: Annotated[tuple[NamedWord, ...], meaning("State axes and their values.")]
    unit_types: Annotated[tuple[NamedWord, ...], meaning("Types of units: the member `type` of a unit.")] = ()
    nationalities: Annotated[tuple[NamedWord, ...], meaning("Nationalities of sides and pieces.")] = ()
