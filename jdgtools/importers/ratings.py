"""Rules from the properties of a foreign module's pieces to sides, commands, types, ratings and states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.importers.exclusions import Exclusion
from jdgtools.source.node import number_in_digits

if TYPE_CHECKING:
    from jdgtools.importers.answers import Answers
    from jdgtools.importers.digit_table import NamedShape
    from jdgtools.model.definition import SeriesDef
    from jdgtools.source.node import Node

_WHOLE = re.compile(r"(-?\d+)(?:\.0+)?", re.ASCII)
_ANY = re.compile(r"(?s)(.+)")
MAX_TEXT = 300
"""Characters of a property that a pattern sees."""
TARGETS = ("sides", "commands", "kinds", "types", "states", "nationalities")
BLOCKS = ("answers", "digits", "ignored", *TARGETS)
"""What a file may have beside `ratings`."""
_ONE = {"nationalities": "nationality"}
"""Name of a list -> what one of its rules gives, where that is not the name without its s."""
KINDS = ("unit", "leader", "marker")


class Rule(Struct, frozen=True):
    """One line of a list: where all patterns fit, the result holds."""

    when: tuple[tuple[str, re.Pattern[str]], ...]
    """Property -> pattern for the whole value."""
    result: str

    def fits(self, values: Mapping[str, str]) -> bool:
        """Return whether every pattern fits."""
        return all(p.fullmatch(values.get(name, "")[:MAX_TEXT]) for name, p in self.when)


class Rating(Struct, frozen=True):
    """Where a rating comes from."""

    source: str
    pattern: re.Pattern[str] | None = None
    group: int = 1
    others: tuple[Rating, ...] = ()
    """Sources for pieces whose first one has nothing, in order."""

    def take(self, values: Mapping[str, str]) -> str:
        """Return the rating; '' when no source has it."""
        return self.used(values).take_alone(values)

    def used(self, values: Mapping[str, str]) -> Rating:
        """Return the first source that has the rating of a piece; the first of all where none has it."""
        return next((rating for rating in self.each() if rating.take_alone(values)), self)

    def each(self) -> tuple[Rating, ...]:
        """Return all sources in order."""
        return (self, *self.others)

    def take_alone(self, values: Mapping[str, str]) -> str:
        """Return what this source has, without the others."""
        text = values.get(self.source, "")[:MAX_TEXT].strip()
        if self.pattern is None:
            return text
        match = self.pattern.search(text)
        return (match[self.group] or "") if match else ""


class Rules(Struct, frozen=True):
    """A file of rules."""

    lists: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    """`sides`, `commands`, `kinds`, `types`, `states`, `nationalities` -> rules in order."""
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    digits: tuple[NamedShape, ...] = ()
    """Shapes in counters' pictures that the designer has named."""
    answers: Answers | None = None
    """What the designer says of the battle that no text of the module says."""
    plain: Mapping[str, Any] = field(default_factory=dict)
    """The lists as they were written."""
    exclusions: tuple[Exclusion, ...] = ()
    """What the designer does not want, and is not asked for again."""

    def first(self, target: str, values: Mapping[str, str]) -> str:
        """Return the result of the first rule that fits; '' for none. `$Name$` stands for a property."""
        for rule in self.lists.get(target, ()):
            if rule.fits(values):
                return re.sub(r"\$([^$]+)\$", lambda m: values.get(m[1], ""), rule.result)
        return ""

    def every(self, target: str, values: Mapping[str, str]) -> list[str]:
        """Return the results of all rules that fit."""
        return [r.result for r in self.lists.get(target, ()) if r.fits(values)]


NO_RULES = Rules()


def same_names(series: SeriesDef, values: Mapping[str, str]) -> dict[str, str]:
    """Return the ratings whose property has the rating's own name, in any language of the series."""
    return {rating: match[1] for rating, (_, match) in sources_of_same_name(series, values).items()}


def sources_of_same_name(
    series: SeriesDef, values: Mapping[str, str]
) -> dict[str, tuple[str, re.Match[str]]]:
    """Return rating -> property that has the rating's own name, in any language of the series.

    Group 1 of the match is the rating: programs write some whole numbers as `2.0`.
    """
    sources = {}
    lower = {name.lower(): name for name in values}
    for f in series.unit_fields:
        for title in (f.id, *(t for _, t in f.name.values)):
            name = lower.get(title.lower(), "")
            match = (_WHOLE if f.type == "int" else _ANY).fullmatch(values.get(name, ""))
            if match is not None:
                sources[f.id] = (name, match)
                break
    return sources


def read_rules(path: Path, series: SeriesDef | None) -> Rules:
    """Return the rules of a file.

    Args:
        path: YAML or JSON file.
        series: when it is known, names of ratings and types are checked against it.

    Raises:
        InputRefused: the file cannot be read, or says something that no rule can; with line and column.
    """
    from jdgtools.source.project import Sources

    if not path.exists():
        raise InputRefused(f"there is no file {path}")
    node, problems = Sources().load(path, path.name)
    for problem in problems:
        where = f"{problem.span.line}:{problem.span.col}: " if problem.span else ""
        raise InputRefused(f"{path.name}:{where}{problem.message}")
    if node is None or not node.is_map:
        raise InputRefused(f"{path.name}: rules are a mapping with ratings, {', '.join(TARGETS)}")
    lists: dict[str, tuple[Rule, ...]] = {}
    ratings: dict[str, Rating] = {}
    digits: tuple[NamedShape, ...] = ()
    answers: Answers | None = None
    exclusions: tuple[Exclusion, ...] = ()
    for key, value in node.items():
        if key == "format":
            continue
        if key == "ratings" and value.is_map:
            ratings = dict(_ratings(path.name, value, series))
        elif key == "digits" and value.is_scalar:
            from jdgtools.importers.digit_table import read_table

            digits = tuple(read_table(path.parent / value.text))
        elif key == "answers" and value.is_map:
            from jdgtools.importers.answers import read_answers

            answers = read_answers(path.name, value, series)
        elif key == "ignored" and value.is_list:
            exclusions = tuple(_read_exclusion(path.name, item) for item in value.elements())
        elif key in TARGETS and value.is_list:
            lists[key] = tuple(_rules(path.name, key, value, series))
        else:
            raise _wrong(path.name, value, f"`{key}`: expected ratings or one of {', '.join(BLOCKS)}")
    plain = {key: node.to_plain()[key] for key in lists}
    return Rules(lists, ratings, digits, answers, plain, exclusions)


def _read_exclusion(file: str, node: Node) -> Exclusion:
    """Return an entry of `ignored`."""
    entry = Exclusion.of_entry(node.to_plain()) if node.is_map else None
    if entry is None:
        forms = (
            "{from: SOURCE, match: PATTERN, group: NUMBER, places: NUMBER} or {answer: KEY, places: NUMBER}"
        )
        raise _wrong(file, node, f"expected {forms}")
    return entry


def _wrong(file: str, node: Node, message: str) -> InputRefused:
    return InputRefused(f"{file}:{node.span.line}:{node.span.col}: {message}")


def _ratings(file: str, node: Node, series: SeriesDef | None) -> Iterator[tuple[str, Rating]]:
    field_ids = {f.id for f in series.unit_fields} if series else set()
    for key, value in node.items():
        if series and key.removesuffix("_back") not in field_ids:
            raise _wrong(file, value, f"`{key}` is no rating of {series.id}: {', '.join(sorted(field_ids))}")
        sources = [_source(file, key, item) for item in (value.elements() if value.is_list else [value])]
        if not sources:
            raise _wrong(file, value, f"`{key}`: the list has no source")
        yield key, replace(sources[0], others=tuple(sources[1:]))


def _source(file: str, key: str, value: Node) -> Rating:
    if value.is_scalar:
        return Rating(value.text)
    source, match, group = (value.get(k) if value.is_map else None for k in ("from", "match", "group"))
    if source is None or not source.is_scalar:
        raise _wrong(file, value, f"`{key}`: expected a property, or {{from: PROPERTY, match: PATTERN}}")
    pattern = _pattern(file, match) if match is not None else None
    number_read = number_in_digits(group.text) if group is not None else None
    number = 1 if number_read is None else number_read
    if pattern is not None and pattern.groups < number:
        raise _wrong(file, value, f"`{key}`: the pattern has no group {number} in parentheses")
    return Rating(source.text, pattern, number)


def _rules(file: str, key: str, node: Node, series: SeriesDef | None) -> Iterator[Rule]:
    name = _ONE.get(key, key.removesuffix("s"))
    for item in node.elements():
        result, when = item.get(name) if item.is_map else None, item.get("when") if item.is_map else None
        if result is None or not result.is_scalar or when is None or not when.is_map:
            raise _wrong(file, item, f"expected {{when: {{PROPERTY: PATTERN}}, {name}: NAME}}")
        if key == "kinds" and result.text not in KINDS:
            raise _wrong(file, result, f"a kind is one of {', '.join(KINDS)}")
        if key == "types" and series and series.unit_type(result.text) is None:
            type_ids = ", ".join(t.id for t in series.unit_types)
            raise _wrong(file, result, f"`{result.text}` is no unit type of {series.id}: {type_ids}")
        if (
            key == "states"
            and series
            and not any(v.id == result.text for a in series.state_axes for v in a.values)
        ):
            raise _wrong(file, result, f"`{result.text}` is no state of {series.id}")
        yield Rule(tuple((prop, _pattern(file, p)) for prop, p in when.items()), result.text)


def _pattern(file: str, node: Node) -> re.Pattern[str]:
    try:
        return re.compile(node.text)
    except re.error as error:
        raise _wrong(file, node, f"not a pattern: {error}") from None
