"""What the builders of the model share: they read values from nodes, and remember places and mistakes.

A builder asks `Context` for a number, a text or a reference. The context returns it, or reports what is
wrong at its place and returns None. In `spans` it remembers the place of every subject, so that a check,
which knows no files, can name one later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import overload

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.diagnostics.names import name_list, odd_letter
from jdgtools.model.closest import closest
from jdgtools.model.definition import FieldDef, SeriesDef
from jdgtools.model.pieces import Value
from jdgtools.model.subject_words import describe
from jdgtools.model.text import Text, normalize_text
from jdgtools.source.node import Node, is_blank
from jdgtools.source.span import Span

Subject = tuple[str, ...]
"""Names a thing of the model or a field of it: `("unit", "1-70", "cohesion")`."""


MAX_HINTS = 2_000
"""Unknown names of one code for which near ones are looked for: of so many, few are put into words."""
MAX_NUMBER = 10**9
"""What is farther from nought is refused by every schema; a draft would reckon with it until it overflows."""
_COLOUR = re.compile("#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
"""The pattern of `colour` in the common schema."""


def _hint(what: str, name: str, choices: Iterable[str]) -> str:
    names = list(dict.fromkeys(choices))
    near = closest(name, names) if name else []
    if near and " ".join(near[0].split()) == " ".join(name.split()):
        return f"`{near[0]}` has other blanks between its words"
    odd = odd_letter(name) if near and near[0].isascii() else None
    if near:
        return f"{odd + '; ' if odd else ''}did you mean {' or '.join(f'`{n}`' for n in near)}?"
    if not names:
        return f"no {what} is defined"
    return f"known: {name_list(names)}"


class Context:
    """Collects spans and diagnostics while the model is built. Nothing here raises on bad input."""

    def __init__(self, series: SeriesDef, language: str) -> None:
        self.series = series
        self.language = language
        self.diagnostics: list[Diagnostic] = []
        self.spans: dict[Subject, Span] = {}
        self.silent: set[str] = set()
        """Codes not to report, because the file that would define the names could not be read."""
        self.faulty: set[Subject] = set()
        """Subjects that already have an error: checks keep quiet about the same field."""
        self._unknown: Counter[str] = Counter()
        """Names that do not resolve, by code."""
        self._columns: dict[int, tuple[Iterable[FieldDef], dict[str, FieldDef]]] = {}
        self.out_of_range: list[Diagnostic] = []
        """Numbers outside the range that the series knows: said where no rule of the series says more."""

    # --- diagnostics ---------------------------------------------------------------------------

    def problem(
        self,
        code: str,
        where: Node | Span | None,
        message: str,
        *,
        expected: str | None = None,
        hint: str | None = None,
        subject: Subject | None = None,
        found: str | None = None,
        severity: Severity = Severity.ERROR,
        related: tuple[RelatedSpan, ...] = (),
    ) -> None:
        """Record a diagnostic; `subject` marks the value as faulty so that checks do not repeat it."""
        span = where.span if isinstance(where, Node) else where
        if subject is not None:
            self.faulty.add(subject)
        self.diagnostics.append(
            Diagnostic(
                code=code,
                severity=severity,
                message=message,
                span=span,
                found=found,
                expected=expected,
                hint=hint,
                subject=describe(subject) if subject else None,
                related=related,
            )
        )

    def unknown(
        self,
        code: str,
        where: Node | Span | None,
        what: str,
        name: str,
        names: Iterable[str],
        subject: Subject | None = None,
    ) -> None:
        """Record that a name does not resolve, with the nearest known names.

        Of a place whose hex could not be read something has been said.
        """
        if code in self.silent:
            return
        if (what, name, "hex") in self.faulty:
            if subject is not None:
                self.faulty.add(subject)
            return
        self._unknown[code] += 1
        hint = _hint(what, name, names) if self._unknown[code] <= MAX_HINTS else None
        self.problem(
            code,
            where,
            f"unknown {what} `{name}`" if name else f"the name of the {what} is empty",
            expected="a column of the order of battle"
            if what == "column"
            else f"the id of {'an' if what[0] in 'aeio' else 'a'} {what}",
            hint=hint,
            subject=subject,
        )

    # --- spans ---------------------------------------------------------------------------------

    def mark(self, subject: Subject, node: Node | None) -> None:
        """Remember the place of a subject and of each of its keys."""
        if node is None:
            return
        remember = self.spans.setdefault
        remember(subject, node.span)
        for key, child in node.items():
            remember((*subject, key), child.span)

    # --- values --------------------------------------------------------------------------------

    def text(self, node: Node | None) -> Text:
        """Return a Text from a scalar (in the battle's language) or a map language -> text."""
        if node is None or node.is_null:
            return Text(())
        if node.is_scalar:
            return Text(((self.language, normalize_text(node.text)),))
        return Text(tuple((k, normalize_text(child.text)) for k, child in node.items() if child.is_scalar))

    @staticmethod
    def string(node: Node | None, default: str = "") -> str:
        """Return the text of a scalar, or `default`."""
        # A null is a scalar without a value; maps and lists have one.
        if node is None or node.value is None or node.kind != "scalar":
            return default
        return node.text.strip()

    def name(self, node: Node | None) -> str | None:
        """Return the text of a scalar that names something; None when absent or empty."""
        return self.string(node) or None

    def colour(self, node: Node | None) -> str | None:
        """Return a colour; None when absent, or no colour, which the schema has said: a draft bears it."""
        text = self.string(node)
        return text if _COLOUR.fullmatch(text) else None

    @staticmethod
    def is_empty_name(node: Node | None) -> bool:
        """Return whether a name is written and empty; a null has been reported by the schema."""
        return node is not None and node.is_scalar and not node.is_null and is_blank(node.text)

    @overload
    @staticmethod
    def number(node: Node | None, default: int) -> int: ...

    @overload
    @staticmethod
    def number(node: Node | None, default: int | None = None) -> int | None: ...

    @staticmethod
    def number(node: Node | None, default: int | None = None) -> int | None:
        """Return a whole number, or `default` (a wrong type or size was reported by the schema)."""
        value = node.as_int() if node is not None else None
        return default if value is None or abs(value) > MAX_NUMBER else value

    @overload
    @staticmethod
    def fraction(node: Node | None, default: float) -> float: ...

    @overload
    @staticmethod
    def fraction(node: Node | None, default: None = None) -> float | None: ...

    @staticmethod
    def fraction(node: Node | None, default: float | None = None) -> float | None:
        """Return a number that may have a fraction, or `default` (of a wrong one, as `number` does)."""
        value = node.as_float() if node is not None else None
        return default if value is None or not abs(value) <= MAX_NUMBER else value

    @staticmethod
    def flag(node: Node | None, default: bool = False) -> bool:
        """Return a yes/no value, or `default`."""
        value = node.as_bool() if node is not None else None
        return default if value is None else value

    def values(
        self,
        nodes: Mapping[str, Node],
        fields: Iterable[FieldDef],
        subject: Subject,
        owner: str,
        known_extra: Iterable[str] = (),
        headers: Mapping[str, Span] | None = None,
    ) -> tuple[dict[str, Value], dict[str, Value]]:
        """Return front and back values of the series' fields from `nodes`; wrong ones are reported, left out.

        Args:
            nodes: key -> node; keys that no field defines are reported.
            fields: what the series defines; a two-sided field `x` also reads `x_back`.
            subject: of the owner, for spans and diagnostics.
            owner: how to call it in messages ("unit `1/70`").
            known_extra: keys that are read elsewhere.
            headers: places of the names of columns, if it is a row of a table: an unknown one is one mistake,
                however many rows there are.
        """
        front: dict[str, Value] = {}
        back: dict[str, Value] = {}
        columns = self._by_column(fields)
        extra = frozenset(known_extra)
        for key, node in nodes.items():
            if key in extra:
                continue
            definition = columns.get(key)
            if definition is None:
                self._unknown_column(key, node, columns, subject, known_extra, headers)
                continue
            if node.value is None and node.is_null:
                continue
            if definition.default == "" and self.is_empty_name(node):
                continue
            value = self.field_value(definition, node, (*subject, key), owner)
            if value is not None:
                (front if key == definition.id else back)[definition.id] = value
        return front, back

    def _by_column(self, fields: Iterable[FieldDef]) -> dict[str, FieldDef]:
        """Return the fields by the names of their columns, fronts first.

        Those of the series, which every unit needs, are sorted out once.
        """
        columns = self._columns.get(id(fields))
        if columns is None or columns[0] is not fields:
            fronts = {f.id: f for f in fields}
            backs = {f"{f.id}_back": f for f in fronts.values() if f.two_sided}
            columns = self._columns[id(fields)] = (fields, {**fronts, **backs, **fronts})
        return columns[1]

    def _unknown_column(
        self,
        key: str,
        node: Node,
        columns: Mapping[str, FieldDef],
        subject: Subject,
        known_extra: Iterable[str],
        headers: Mapping[str, Span] | None,
    ) -> None:
        """Record a key that no field has; a column is one mistake, however many rows there are."""
        names = list(columns)
        names_in_heading = [name for name in names if name in _words_of(key)]
        if headers and key in headers and node.span.column and len(names_in_heading) > 1:
            self.problem(
                "REF016",
                headers[key],
                f"the heading `{key}` names {len(names_in_heading)} columns",
                found=MERGED,
                expected="a name of its own above each column",
                hint="write "
                + " and ".join(f"`{name}`" for name in names_in_heading)
                + " above their columns",
            )
        elif headers and key in headers and node.span.column:
            self.unknown("REF016", headers[key], "column", key, [*names, *known_extra])
        else:
            self.unknown("REF016", node, "field", key, names, (*subject, key))
        # What the misspelt name stands for is not missing as well, nor what a heading over several
        # columns names.
        near_names = {*closest(key, names, 1), *names_in_heading}
        self.faulty.update((*subject, near) for near in near_names)

    def field_value(self, definition: FieldDef, node: Node, subject: Subject, owner: str) -> Value | None:
        """Return the value of one field, or None after a diagnostic."""
        if definition.type == "int":
            number = _rating(node)
            if number is not None:
                return number if self.judge_range(definition, number, node, subject, owner) else None
        text = node.text.strip() if node.is_scalar and not is_blank(node.text) else ""
        value: Value | None = None
        if definition.type == "bool":
            value = _BOOLS.get(text.lower())
        elif definition.type == "choice":
            value = text if text in definition.choices else None
        elif definition.type != "int":
            value = text or None if node.is_scalar else None
        if value is None:
            label = definition.name.get() or definition.id
            near = closest(text, definition.choices) if definition.choices else []
            self.problem(
                "GEN001",
                node,
                f"`{text}` is no {label} for {owner}"
                if text
                else f"{label} of {owner} is {'empty' if node.is_scalar else 'not a single value'}",
                expected=expectation(definition),
                found=node.describe(),
                hint=f"did you mean `{near[0]}`?" if near else None,
                subject=subject,
            )
        return value

    def judge_range(
        self, definition: FieldDef, value: int, node: Node | None, subject: Subject, owner: str
    ) -> bool:
        """Tell whether a number can be that of a field; one that is only unlikely is noted (`out_of_range`).

        The back of a counter may show nothing (0) where the front may not. A negative number where none
        can be is reported like a word that is no number: nothing may be computed with it.
        """
        low, high = definition.low, definition.high
        if (low is None or value >= low) and (high is None or value <= high):
            return True
        back = subject[-1] != definition.id
        low = definition.low if not back or definition.low is None else min(definition.low, 0)
        if (low is None or value >= low) and (high is None or value <= high):
            return True
        impossible = value < 0 and low is not None and low >= 0
        label = definition.name.get() or definition.id
        problem = Diagnostic(
            code="SCH006",
            severity=Severity.ERROR if impossible else Severity.WARNING,
            message=f"{owner} has {'on the back ' if back else ''}{value} {label}",
            span=node.span if node is not None else None,
            found=f"number `{value}`",
            expected=expectation(definition),
            subject=describe(subject),
        )
        if impossible:
            self.diagnostics.append(problem)
            self.faulty.add(subject)
        else:
            self.out_of_range.append(problem)
        return not impossible

    def note_range(self, subject: Subject, message: str, expected: str) -> None:
        """Note a number that nothing answers to, as `judge_range` does; the subject has a span."""
        span = self.spans.get(subject)
        self.out_of_range.append(
            Diagnostic("SCH006", Severity.ERROR, message, span, expected=expected, subject=describe(subject))
        )


MERGED = "one heading over several columns"
"""What REF016 finds where a heading names several columns: those after the first have no name at all."""
MAX_RATING = 9999
"""No rating has more digits; beyond it nothing could be drawn or computed."""

_INT = re.compile(r"[+-]?[0-9]{1,12}")
_BOOLS = {
    "true": True,
    "yes": True,
    "y": True,
    "1": True,
    "x": True,
    "false": False,
    "no": False,
    "n": False,
    "0": False,
}


def _rating(node: Node) -> int | None:
    """Return the whole number that a node holds, as a number or in a text; None if there is none."""
    value = node.as_int()
    if value is None and node.is_scalar and _INT.fullmatch(text := node.text.strip()):
        value = int(text)
    return value if value is not None and abs(value) <= MAX_RATING else None


def expectation(definition: FieldDef) -> str:
    """Return what a field expects, in words."""
    if definition.type == "int":
        if definition.low is not None and definition.high is not None:
            return f"a whole number {definition.low} to {definition.high}"
        return "a whole number"
    if definition.type == "bool":
        return "true or false"
    if definition.type == "choice":
        return "one of " + ", ".join(f"`{c}`" for c in definition.choices)
    return "a text"


def _words_of(heading: str) -> set[str]:
    """Return the words of a heading as names of columns are written: "Strength / cohesion" has two."""
    words = re.split(r"[^a-z0-9_]+", heading.casefold())
    return {"_".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, min(len(words), a + 4) + 1)}
