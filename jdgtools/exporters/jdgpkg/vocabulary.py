"""The members of a package that explain its words: fields of pieces, options, names of ids.

An engine that does not know the series can show and check values by them. Types: `package/model_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, cast

from msgspec import convert

from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.model.battle import Battle
from jdgtools.model.definition import FieldDef, OptionDef, SeriesDef
from jdgtools.model.scenario import Scenario
from jdgtools.model.text import Text
from jdgtools.package.meaning import Value
from jdgtools.package.model_words import BoxWord, Choice, FieldInfo, NamedWord, OptionInfo, Vocabulary

_Owner = Literal["unit", "leader", "command", "side", "activation", "scenario"]
_UNITS: dict[str, Literal["", "strength points", "movement points"]] = {
    "": "",
    "strength": "strength points",
    "movement": "movement points",
}


def fields_of(definition: SeriesDef) -> tuple[FieldInfo, ...]:
    """Return what every field of the series means."""
    owners: tuple[tuple[_Owner, str, Iterable[FieldDef]], ...] = (
        ("unit", "", definition.unit_fields),
        *(("leader", role.id, role.fields) for role in definition.roles),
        ("command", "", definition.command_fields),
        ("side", "", definition.side_fields),
        ("activation", "", definition.activation_fields),
        ("scenario", "", definition.scenario_fields),
    )
    return tuple(_field(definition, owner, role, one) for owner, role, some in owners for one in some)


def _field(definition: SeriesDef, owner: _Owner, role: str, field: FieldDef) -> FieldInfo:
    short = words(field.abbreviations)
    if not short and field.abbreviation:
        short = dict.fromkeys(definition.languages, field.abbreviation)
    return FieldInfo(
        id=field.id,
        of=owner,
        role=role,
        name=words(field.name),
        abbreviation=short,
        description=words(field.description),
        type="list" if field.lists else field.type,
        unit=field.unit or _UNITS[field.measures],
        low=field.low,
        high=field.high,
        choices=_choices(definition, field.choices),
        two_sided=field.two_sided,
        arms=tuple(field.arms),
        default=field.default,
        rules=tuple(field.rules),
    )


def _choices(definition: SeriesDef, values: Iterable[object]) -> tuple[Choice, ...]:
    names = dict(definition.value_names)
    return tuple(Choice(_value(v), words(names.get(v)) if isinstance(v, str) else {}) for v in values)


def _value(value: object) -> Value | tuple[Value, ...]:
    return cast("Value | tuple[Value, ...]", convert(value, Value | tuple[Value, ...]))


def option_list_of(battle: Battle, scenario: Scenario) -> tuple[OptionInfo, ...]:
    """Return what every option decides, with its value in force and those that it may have."""
    return tuple(_option(battle, scenario, option) for option in battle.series.options)


def _option(battle: Battle, scenario: Scenario, option: OptionDef) -> OptionInfo:
    values = option.values or ((False, True) if isinstance(option.default, bool) else ())
    return OptionInfo(
        id=option.id,
        sentence=words(option.name),
        value=_value(battle.option(option.id, scenario)),
        default=_value(option.default),
        choices=_choices(battle.series, values),
        entry=option.entry,
        rules=tuple(option.rules),
        text=words(option.text),
    )


def vocabulary_of(battle: Battle) -> Vocabulary:
    """Return the names of ids that stand in other members."""
    definition = battle.series
    return Vocabulary(
        arms=_named_words(definition.arms),
        orders=_named_words(definition.orders),
        turn_flags=_named_words(definition.turn_flags),
        activation_codes=_named_words(definition.activation_codes),
        roles=_named_words((role.id, role.name) for role in definition.roles),
        boxes=tuple(BoxWord(box.id, words(box.name), box.lost) for box in definition.boxes),
        markers=_named_words((marker.id, marker.name) for marker in definition.markers),
        states=_named_words(_states(definition)),
        unit_types=_named_words((unit_type.id, unit_type.name) for unit_type in definition.unit_types),
        nationalities=_named_words((nation.id, nation.name) for nation in battle.nationalities),
    )


def _named_words(pairs: Iterable[tuple[str, Text]]) -> tuple[NamedWord, ...]:
    return tuple(NamedWord(name, words(text)) for name, text in pairs)


def _states(definition: SeriesDef) -> Iterator[tuple[str, Text]]:
    for axis in definition.state_axes:
        yield axis.id, axis.name
        yield from ((value.id, value.name) for value in axis.values)


def lists_of(fields: Iterable[FieldDef], values: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Return the entries of those values that list ids or codes in a text."""
    return {field.id: field.items(values[field.id]) for field in fields if field.lists and field.id in values}
