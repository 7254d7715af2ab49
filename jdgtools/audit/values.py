"""What can be wrong with the values of a series' records: those that their fields do not allow.

Python makes a record of whatever it is given: a facing `side`, text where a list of texts belongs, a lowest
value above the highest. What reads the record later goes wrong or says nothing. Here every field of the
definition, the behaviour in modules and the checks is held against its declared type, and what a type cannot
say is looked at besides.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from jdgtools.audit.files import SeriesFiles
from jdgtools.checks.base import Check
from jdgtools.derived.protocols import Schedule
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.model.definition import (
    DieDef,
    FieldDef,
    MarkerDef,
    OptionDef,
    SeriesDef,
    StateAxis,
    TerrainDef,
    UnitTypeDef,
)
from jdgtools.model.module import ModuleRules
from jdgtools.model.starter import Starter
from jdgtools.model.text import Text
from jdgtools.rules import Series
from jdgtools.source.span import Span

_CODE = re.compile(r"[A-Z]{3}\d{3}")
_CHECK_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def value_problems(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str] = frozenset()
) -> dict[str, list[Diagnostic]]:
    """Return what the fields of a series' records do not allow, by the part that holds it.

    Args:
        series: its definition can be loaded.
        files: where the values stand.
        broken_parts: parts that cannot be loaded; they are left out.
    """
    roots: list[tuple[str, Any, object]] = [("definition", series.definition, SeriesDef)]
    if "module" not in broken_parts:
        roots.append(("module", series.module, ModuleRules))
    if "checks" not in broken_parts:
        roots.append(("checks", series.checks, tuple[Check, ...]))
    if "schedule" not in broken_parts and series.has("schedule"):
        roots.append(("schedule", series.hook("schedule", "SCHEDULES"), tuple[Schedule, ...]))
    if "starter" not in broken_parts:
        roots.append(("starter", series.starter, Starter | None))
    statements = frozenset() if "statements" in broken_parts else series.statements
    problems: dict[str, list[Diagnostic]] = {}
    for part, value, declared_type in roots:
        in_part = list(_Values(series, files, part, statements).problems(value, declared_type))
        if in_part:
            problems[part] = in_part
    return problems


class _Values:
    """The values of one part of a series."""

    def __init__(self, series: Series, files: SeriesFiles, part: str, statements: Collection[str]) -> None:
        self.series = series
        self.files = files
        self.part = part
        self.statements = statements

    def problems(self, value: Any, declaration: object) -> Iterator[Diagnostic]:
        """Yield what is wrong with a part as a whole, else with the records in it."""
        if not fits(value, declaration):
            yield self._problem(
                f"the part is {quote(value)}", in_words(declaration), self.files.span_of_part(self.part)
            )
            return
        for record in records_in(value):
            owner = _owner(record)
            hints = types_of(type(record))
            wrong = [
                name for name in record.__struct_fields__ if not fits(getattr(record, name), hints[name])
            ]
            for name in wrong:
                inner = getattr(record, name)
                yield self._problem(
                    f"`{name}` of `{owner}` is {quote(inner)}",
                    in_words(hints[name]),
                    self._span_of(record, inner),
                )
            if not wrong:
                yield from self._beyond_types(record)

    def _beyond_types(self, record: Struct) -> Iterator[Diagnostic]:
        """Yield what the types of a record's fields do not say."""
        if isinstance(record, SeriesDef):
            if record.id != self.series.id:
                yield self._at(
                    record, record.id, "its id", f"`{self.series.id}`, the name of the entry point"
                )
            if self.statements and not any(s.startswith(record.statement_prefix) for s in self.statements):
                fault = f"the prefix `{record.statement_prefix}`"
                yield self._at(record, record.statement_prefix, fault, "that of the ids in `statements.txt`")
            if not record.languages:
                yield self._at(record, record.id, "no language", "the languages of the series")
            yield from self._implied_values(record)
            yield from self._measured_twice(record)
        elif isinstance(record, FieldDef):
            if record.low is not None and record.high is not None and record.low > record.high:
                yield self._at(
                    record, record.id, f"low={record.low}, high={record.high}", "`low` below `high`"
                )
            if record.type == "choice" and not record.choices:
                yield self._at(record, record.id, "a choice without `choices`", "the values to choose from")
            elif record.default is not None and (expected := not_taken(record, record.default)):
                yield self._at(record, record.id, f"the default {quote(record.default)}", expected)
        elif isinstance(record, OptionDef):
            if record.default is None:
                yield self._at(
                    record, record.id, "no default", "the ruling that holds if a battle says nothing"
                )
            elif record.values and record.default not in record.values:
                expected = f"one of its values: {', '.join(map(quote, record.values))}"
                yield self._at(record, record.id, f"the default {quote(record.default)}", expected)
        elif isinstance(record, MarkerDef):
            if not record.legend and not record.symbol and not record.numbers:
                yield self._at(
                    record, record.id, "no legend, symbol or number", "something to be printed on it"
                )
        elif isinstance(record, ModuleRules):
            yield from self._keys(record)
        elif isinstance(record, DieDef):
            if record.count < 1 or record.low > record.high:
                fault = f"count={record.count}, low={record.low}, high={record.high}"
                yield self._at(record, record.id, fault, "one die or more, `low` below `high`")
        elif isinstance(record, TerrainDef):
            if len(record.glyph) > 1 or record.glyph.isspace():
                yield self._at(
                    record, record.glyph, f"the glyph `{record.glyph}`", "one character of text maps"
                )
        elif isinstance(record, UnitTypeDef):
            if not record.footprints or not set(record.footprints) <= {1, 2}:
                yield self._at(record, record.id, f"footprints={record.footprints}", "1 or 2 hexes, or both")
        elif isinstance(record, StateAxis):
            if not record.values and record.count_high is None:
                yield self._at(record, record.id, "neither `values` nor `count_high`", "one of them")
        elif isinstance(record, Check):
            yield from self._document(record)
        name = getattr(record, "name", None)
        if isinstance(name, Text) and not name:
            yield self._at(record, _owner(record), "no name", "what players read")

    def _implied_values(self, definition: SeriesDef) -> Iterator[Diagnostic]:
        """Yield the values that a unit type implies and its field does not take."""
        fields = {field.id: field for field in definition.unit_fields}
        for entry in definition.unit_types:
            for name, value in entry.attributes.items():
                if name in fields and (expected := not_taken(fields[name], value)):
                    yield self._at(entry, name, f"the {name} {quote(value)}", expected)

    def _measured_twice(self, definition: SeriesDef) -> Iterator[Diagnostic]:
        """Yield the ratings that measure what another rating of the same units measures."""
        ratings = [field for field in definition.unit_fields if field.measures]
        for number, field in enumerate(ratings):
            for other in ratings[:number]:
                disjoint = field.arms and other.arms and not set(field.arms) & set(other.arms)
                if other.measures == field.measures and not disjoint:
                    fault = f"the measure `{field.measures}`, as `{other.id}` has"
                    yield self._at(field, field.id, fault, "one rating of a unit for each measure")

    def _document(self, check: Check) -> Iterator[Diagnostic]:
        """Yield what is wrong with what `jdg explain` prints of a check."""
        if not _CODE.fullmatch(check.code):
            yield self._at(check, check.code, "its code", "three capital letters and three digits")
        if not _CHECK_NAME.fullmatch(check.name):
            expected = "small letters with hyphens: what is wrong, such as `unit-on-its-own`"
            yield self._at(check, check.name, f"the name {quote(check.name)}", expected)
        for name in ("rationale", "bad", "good"):
            if not getattr(check, name).strip():
                yield self._at(check, check.code, f"no `{name}`", "what `jdg explain` prints")
        if check.bad.strip() and check.bad == check.good:
            yield self._at(check, check.code, "one text as `bad` and as `good`", "`good` is `bad`, mended")

    def _keys(self, module: ModuleRules) -> Iterator[Diagnostic]:
        """Yield keys of the module that are no single key, or do two things to one piece."""
        axes = {axis.id: axis for axis in self.series.definition.state_axes}
        keys = []
        for one in module.shortcuts:
            axis = axes.get(one.axis)
            kinds, arms = (axis.applies_to, axis.arms) if axis is not None else ((), ())
            keys.append((one.letter, one.shift, one.axis, kinds, arms))
        keys += [(one.letter, True, one.id, (one.on,), one.arms) for one in module.checks if one.letter]
        for number, (letter, shift, owner, kinds, arms) in enumerate(keys):
            shown_key = f"Ctrl+{'Shift+' * shift}{letter}"
            if len(letter) != 1 or not letter.isalnum() or not letter.isascii():
                yield self._problem(
                    f"the key of `{owner}` is {quote(letter)}",
                    "one letter or digit",
                    self.files.span_of_word(letter, owner),
                )
            for other in keys[:number]:
                disjoint = arms and other[4] and not set(arms) & set(other[4])
                if other[:2] == (letter, shift) and set(kinds) & set(other[3]) and not disjoint:
                    yield self._problem(
                        f"{shown_key} is a key of `{other[2]}` and of `{owner}`",
                        "a key of its own for each command of a piece",
                        self.files.span_of_word(letter, owner),
                    )

    def _at(self, record: Struct, word: str, fault: str, expected: str) -> Diagnostic:
        return self._problem(f"`{_owner(record)}` has {fault}", expected, self._span_of(record, word))

    def _span_of(self, record: Struct, value: Any) -> Span | None:
        if isinstance(record, Check) and hasattr(record.run, "__code__"):
            return self.files.span_of_function(record.run.__code__, value if isinstance(value, str) else "")
        word = value if isinstance(value, str) and value else _owner(record)
        return self.files.span_of_word(word, _owner(record), self.series.id)

    def _problem(self, message: str, expected: str, span: Span | None) -> Diagnostic:
        return Diagnostic("SER015", Severity.ERROR, message, span, expected=expected, subject=self.part)


@cache
def types_of(record: type[Struct]) -> dict[str, Any]:
    """Return the declared types of the fields of a record."""
    return get_type_hints(record)


def _owner(record: Struct) -> str:
    """Return the id or code of a record; its kind where it has none."""
    name = getattr(record, "id", None) or getattr(record, "code", None)
    return name if isinstance(name, str) else type(record).__name__


def records_in(value: Any) -> Iterator[Struct]:
    """Yield a record and all records inside it, the outer ones first; texts are no records here."""
    if isinstance(value, Text):
        return
    if isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from records_in(getattr(value, name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from records_in(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from records_in(inner)


def fits(value: Any, declaration: Any) -> bool:
    """Return whether a value is of a declared type; of a record only its class is looked at."""
    origin, inner = get_origin(declaration), get_args(declaration)
    if declaration is Any or declaration is object:
        return True
    if declaration is None or declaration is type(None):
        return value is None
    if origin is Literal:
        return value in inner
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inner) == 2 and inner[1] is ...:
            return all(fits(one, inner[0]) for one in value)
        return len(value) == len(inner) and all(map(fits, value, inner))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            fits(key, inner[0]) and fits(one, inner[1]) for key, one in value.items()
        )
    if isinstance(origin, type) and issubclass(origin, Collection):
        return isinstance(value, origin)
    if origin is not None:
        return callable(value)
    if declaration in (int, float) and isinstance(value, bool):
        return False
    if declaration is float:
        return isinstance(value, (int, float))
    return isinstance(value, declaration) if isinstance(declaration, type) else True


def not_taken(field: FieldDef, value: object) -> str:
    """Return what a field takes, if it does not take the value; '' if it does."""
    if field.type == "choice":
        return "" if value in field.choices else f"one of {', '.join(f'`{one}`' for one in field.choices)}"
    kind = {"int": int, "bool": bool, "text": str}[field.type]
    if not fits(value, kind):
        return in_words(kind)
    if isinstance(value, int) and field.type == "int":
        low, high = field.low, field.high
        if (low is not None and value < low) or (high is not None and value > high):
            return f"{'…' if low is None else low} to {'…' if high is None else high}"
    return ""


def quote(value: Any) -> str:
    """Return a value in a message: a word in backticks, else what kind of thing it is."""
    if isinstance(value, str) or value is None:
        return f"`{value}`"
    words = repr(value)
    return f"`{words}`" if len(words) <= 40 else f"a {type(value).__name__}"


def in_words(declaration: Any) -> str:
    """Return a declared type in words."""
    origin, inner = get_origin(declaration), get_args(declaration)
    if declaration is None or declaration is type(None):
        return "None"
    if origin is Literal:
        return "one of " + ", ".join(f"`{word}`" if word != "" else "nothing" for word in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(in_words(one) for one in inner)
    if origin is tuple and len(inner) == 2 and inner[1] is ...:
        return f"a tuple, each entry {in_words(inner[0])}"
    if origin is tuple:
        return f"a tuple of {', '.join(in_words(one) for one in inner)}"
    if isinstance(origin, type) and issubclass(origin, Callable):  # type: ignore[arg-type]
        return "a function"
    words = {str: "a text", int: "a whole number", bool: "True or False", Text: "a `Text`"}
    kind = origin or declaration
    return words.get(kind, f"a `{getattr(kind, '__name__', kind)}`")
