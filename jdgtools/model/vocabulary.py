"""The words that a battle adds to the vocabulary of its series: terrains, unit types, markers, states.

The words of a battle join those of the series in one `SeriesDef`, so everything behind the model (checks,
drawings, module, package) treats both alike. A terrain or unit type behaves as one of the series (`like`); a
marker, a state, a turn flag or an optional rule means what the battle's rules say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.model.definition import MarkerDef, OptionDef, SeriesDef, StateAxis, TerrainDef, UnitTypeDef
from jdgtools.model.text import Text

_T = TypeVar("_T")


class TurnFlag(Struct, frozen=True):
    """A flag that turns of the battle may bear, e.g. the sun in the eyes of one side."""

    id: str
    name: Text


class OptionalRule(Struct, frozen=True):
    """A rule of the battle that players may use or leave out; an option with the values true and false."""

    id: str
    title: Text
    text: Text
    default: bool
    """Whether it is in force where a scenario says nothing."""


class BattleWords(Struct, frozen=True):
    """What a battle adds to the vocabulary of its series."""

    terrains: tuple[TerrainDef, ...] = ()
    unit_types: tuple[UnitTypeDef, ...] = ()
    markers: tuple[MarkerDef, ...] = ()
    states: tuple[StateAxis, ...] = ()
    turn_flags: tuple[TurnFlag, ...] = ()
    optional_rules: tuple[OptionalRule, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is any word."""
        return self != _NO_WORDS


_NO_WORDS = BattleWords()


def with_words(series: SeriesDef, words: BattleWords) -> SeriesDef:
    """Return the vocabulary of a series with the words of a battle behind its own.

    Args:
        series: of the battle; words that it has from the same battle already are replaced.
        words: of the battle.
    """
    if not words:
        return series
    options = (OptionDef(r.id, r.default, r.title, (True, False), text=r.text) for r in words.optional_rules)
    flags = {flag.id: flag.name for flag in words.turn_flags}
    return replace(
        series,
        terrains=_join_words(series.terrains, words.terrains),
        unit_types=_join_words(series.unit_types, words.unit_types),
        markers=_join_words(series.markers, words.markers),
        state_axes=_join_words(series.state_axes, words.states),
        options=_join_words(series.options, options),
        turn_flags=(*(pair for pair in series.turn_flags if pair[0] not in flags), *flags.items()),
    )


def _join_words(words: Iterable[_T], new_words: Iterable[_T]) -> tuple[_T, ...]:
    """Return words and added ones; of two with one id the added one."""
    new: tuple[Any, ...] = tuple(new_words)
    ids = {word.id for word in new}
    old: Iterable[Any] = words
    return (*(word for word in old if word.id not in ids), *new)
