"""Files of suggestions: `suggestions.csv` for the eye, `rules.yaml` for the next import, open questions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.names import first_names
from jdgtools.importers.draft import table
from jdgtools.importers.exclusions import Exclusion
from jdgtools.importers.phrases import count_of
from jdgtools.importers.suggestions import Suggestion
from jdgtools.model.definition import SeriesDef

CSV_FILE = "suggestions.csv"
RULES_FILE = "rules.yaml"
NOTHING = "-"
"""Answer: these numbers are no column of the battle."""
NO_OWN: Mapping[str, Any] = {}
_COLUMNS = ("column", "source", "pattern", "group", "value", "examples", "units", "coverage", "confidence",
            "reason")  # fmt: skip


ALL = "all"
"""Answer: all types are right."""
OPEN = "?"
"""Answer, or word of one: it stays open."""
_MAX_EXAMPLES = 8
"""Most texts that a question shows for a type."""
_MAX_NUMBERS = 6
"""Most numbers of one picture or text that a question asks for."""


class Question(Struct, frozen=True):
    """Something about a module that only its designer knows."""

    rows: tuple[int, ...]
    """The suggestions that it is about: numbers of one text or picture, or types of one source's words."""
    text: str
    choices: tuple[str, ...]
    """What may be answered, `-` for nothing of it; of several numbers each word of the answer is one."""
    proposal: str
    """An answer; '' where nothing can be proposed."""
    is_number: bool = True
    """Whether ratings are asked for; else types."""
    left: int = 0
    """How many more questions are open."""

    def problem_of(self, reply: str) -> str:
        """Return what is wrong with an answer; '' when it is one."""
        words = reply.split()
        choices = (*self.choices, OPEN)
        if not words or any(word not in choices for word in words):
            return f"one of {', '.join(choices)}" + (
                f" for each of {len(self.rows)}" if self._is_long else ""
            )
        if self._is_long and words not in ([NOTHING], [OPEN]) and len(words) != len(self.rows):
            return f"{len(self.rows)} words, one for each number, or one {NOTHING}"
        ratings = [word for word in words if word not in (NOTHING, OPEN)]
        return "each name once" if len({*ratings}) < len(ratings) else ""

    @property
    def _is_long(self) -> bool:
        return self.is_number and len(self.rows) > 1

    def columns(self, reply: str, rows: Sequence[Suggestion]) -> list[str]:
        """Return for each suggestion the column that an answer names, `-`, or `?` for an open one."""
        words = reply.split()
        if words in ([], [OPEN], [NOTHING]):
            return [words[0] if words else OPEN] * len(self.rows)
        if self.is_number:
            return words
        return ["type" if ALL in words or rows[n].value in words else NOTHING for n in self.rows]


def suggestions_csv(rows: Sequence[Suggestion]) -> bytes:
    """Return the table of all suggestions."""
    return table(
        _COLUMNS,
        [
            {
                "column": r.column,
                "source": r.source,
                "pattern": r.pattern,
                "group": str(r.group) if r.group else "",
                "value": r.value,
                "examples": " | ".join(r.examples),
                "units": str(r.units),
                "coverage": f"{r.coverage:g}",
                "confidence": f"{r.confidence:g}",
                "reason": r.reason,
            }
            for r in rows
        ],
    )


def choose_rules(rows: Sequence[Suggestion]) -> list[Suggestion]:
    """Return what becomes a rule: of the sure sources of a column the one that covers most units.

    A rating may have more than one, each for other units: counters of the two sides show it in other places.
    """
    best: dict[str, list[Suggestion]] = {}
    for row in sorted(rows, key=lambda r: (-r.units, -r.confidence)):
        if row.is_sure and row.column != "type":
            rules_of_column = best.setdefault(row.column, [])
            if not rules_of_column or _of_others(row, rules_of_column):
                rules_of_column.append(row)
    return [
        *(r for rules_of_column in best.values() for r in rules_of_column),
        *(r for r in rows if r.is_sure and r.column == "type"),
    ]


def _of_others(row: Suggestion, suggestions: Iterable[Suggestion]) -> bool:
    """Return whether a number stands on units of which other sources say nothing."""
    return bool(row.is_number and row.having) and all(row.having.isdisjoint(r.having) for r in suggestions)


def open_columns(rows: Sequence[Suggestion], series: SeriesDef) -> list[str]:
    """Return the whole-number ratings of a series that no sure suggestion gives."""
    sure_columns = {r.column for r in choose_rules(rows)}
    return [f.id for f in series.unit_fields if f.type == "int" and f.id not in sure_columns]


def _columns_of(row: Suggestion, rules: Sequence[Suggestion], series: SeriesDef) -> list[str]:
    """Return the ratings that a number may be: those that its units do not have yet."""
    columns = [f.id for f in series.unit_fields if f.type == "int"]
    sources = {column: [r for r in rules if r.column == column] for column in columns}
    return [column for column in columns if not sources[column] or _of_others(row, sources[column])]


def questions(rows: Sequence[Suggestion], series: SeriesDef) -> list[Question]:
    """Return the open questions, those that help most units first.

    Numbers that the same units have in one text, or in pictures of one layout, are one question, and so are
    the types for which one source has words.
    """
    rules = choose_rules(rows)
    groups: dict[tuple[object, ...], list[int]] = {}
    order = sorted(range(len(rows)), key=lambda n: (-rows[n].units * (1 + rows[n].is_number), n))
    for n in order:
        row = rows[n]
        if row.is_sure or row.is_ignored or row.column in ("formation", "nationality"):
            continue
        if not row.is_number:
            groups.setdefault(("type", row.source), []).append(n)
        elif _columns_of(row, rules, series):
            key = (_family(row), row.having)
            full = sum(other[:2] == key and len(group) == _MAX_NUMBERS for other, group in groups.items())
            groups.setdefault((*key, full), []).append(n)
    questions_here = [
        _of_types(tuple(group), rows) if key[0] == "type" else _of_numbers(sorted(group), rows, rules, series)
        for key, group in groups.items()
    ]

    def use(question: Question) -> tuple[int, bool]:
        numbers = sum(rows[n].units * (1 + question.is_number) for n in question.rows)
        return -numbers, not question.proposal

    return sorted(questions_here, key=use)


def _family(row: Suggestion) -> str:
    """Return what numbers that are asked for together have in common: a text, or a kind of source."""
    kind, colon, place = row.source.partition(":")
    if kind == "digits":
        return f"digits:{place.partition(',')[0]}"
    return kind + colon if colon else f"{row.source} {row.pattern}" if row.pattern else "property"


def _of_types(group: tuple[int, ...], rows: Sequence[Suggestion]) -> Question:
    """Return the question whether words of a source are types."""
    source = rows[group[0]].source
    types = tuple(dict.fromkeys(rows[n].value for n in group))
    of_types = [(unit_type, [rows[n] for n in group if rows[n].value == unit_type]) for unit_type in types]
    words = "; ".join(
        f"{unit_type}: {count_of(sum(r.units for r in rows_of_type), 'unit')} "
        f"({first_names([repr(text) for r in rows_of_type for text in r.examples], _MAX_EXAMPLES)})"
        for unit_type, rows_of_type in of_types
    )
    text = f"words of types in {source!r}: {words}. Which of these types are right?"
    return Question(group, text, (*types, ALL, NOTHING) if len(types) > 1 else (*types, NOTHING), "", False)


def _of_numbers(
    group: Sequence[int], rows: Sequence[Suggestion], rules: Sequence[Suggestion], series: SeriesDef
) -> Question:
    """Return the question what numbers are."""
    first = rows[group[0]]
    columns = _columns_of(first, rules, series)
    proposals = [rows[n].column if rows[n].column in columns else OPEN for n in group]
    sources = ", ".join(dict.fromkeys(rows[n].source for n in group))
    is_shared = len({rows[n].examples for n in group}) == 1
    examples = [", ".join(map(repr, rows[n].examples)) for n in (group[:1] if is_shared else group)]
    reasons = "; ".join(dict.fromkeys(rows[n].reason for n in group))
    which = (
        f"Which {len(group)} ratings are they, in this order?" if len(group) > 1 else "Which rating is it?"
    )
    text = f"{sources} of {count_of(first.units, 'unit')} ({' | '.join(examples)}): {reasons}. {which}"
    proposal = "" if set(proposals) == {OPEN} else " ".join(proposals)
    return Question(tuple(group), text, (*columns, NOTHING), proposal)


def ask(rows: Sequence[Suggestion], series: SeriesDef, answer: Callable[[Question], str]) -> list[Suggestion]:
    """Return the suggestions after the designer's answers; what a unit has is not asked for again.

    Args:
        rows: the suggestions.
        series: whose ratings may be named.
        answer: asks one question and returns a reply to it, or '' to leave it open. When it is interrupted
            (`KeyboardInterrupt`), the answers so far count.
    """
    rows_answered = list(rows)
    closed_rows: set[int] = set()
    while True:
        waiting = [q for q in questions(rows_answered, series) if not closed_rows.issuperset(q.rows)]
        if not waiting:
            return rows_answered
        question = replace(waiting[0], left=len(waiting) - 1)
        closed_rows.update(question.rows)
        try:
            reply = answer(question)
        except KeyboardInterrupt:
            return rows_answered
        for n, column in zip(question.rows, question.columns(reply, rows), strict=True):
            if column == NOTHING:
                rows_answered[n] = rows_answered[n].as_nothing()
            elif column != OPEN:
                rows_answered[n] = replace(
                    rows_answered[n], column=column, confidence=1.0, reason="you said so"
                )


def rules_yaml(
    rows: Sequence[Suggestion],
    series: SeriesDef,
    digits: str = "",
    own_rules: Mapping[str, Any] = NO_OWN,
    answers: Sequence[str] = (),
    exclusions: Sequence[Exclusion] = (),
) -> bytes:
    """Return a file of rules: what is sure, and in comments what is open.

    Args:
        rows: the suggestions.
        series: whose ratings they are.
        digits: name of the table of shapes in counters' pictures; '' for none.
        own_rules: list of rules -> those of the designer's file, which come first.
        answers: lines about the battle, for its end.
        exclusions: what the designer does not want, beside suggestions that say so themselves.
    """
    list_of = {"formation": "commands", "nationality": "nationalities"}
    sure = [r for r in choose_rules(rows) if list_of.get(r.column) not in own_rules]
    out = [
        "# Suggested by `jdg import --suggest`; suggestions.csv gives the reasons. Apply it with",
        f"# `jdg import MODULE --series {series.id} --rules {RULES_FILE} -o PROJECT`.",
        "format: 1",
    ]
    if digits:
        out.append(f"digits: {_quote(digits)}")
    ratings = [r for r in sure if r.is_number]
    proposals = [
        r for r in rows if r.is_number and not r.is_sure and r.column and r.confidence
        and r.column not in {s.column for s in ratings}
    ]  # fmt: skip
    if ratings:
        columns = list(dict.fromkeys(r.column for r in ratings))
        out += ["ratings:", *(_rating([r for r in ratings if r.column == column]) for column in columns)]
    if proposals:
        out.append("# Open: take the comment signs away where the proposal is right, or name another rating.")
        out += [
            *(() if ratings else ("# ratings:",)),
            *(f"# {_rating([r])}  # {r.reason}" for r in proposals),
        ]
    types_listed = [(item.get("when"), item.get("type")) for item in own_rules.get("types", ())]
    kinds = [r for r in rows if r.column == "type" and ({r.source: r.pattern}, r.value) not in types_listed]
    types = [r for r in kinds if r.is_sure]
    doubtful = [r for r in kinds if not r.is_sure]
    own_types = [f"  - {_flow(item)}" for item in own_rules.get("types", ())]
    if types or own_types:
        out += ["types:", *own_types, *(_type(r) for r in types)]
    if doubtful:
        out += [*(() if types or own_types else ("# types:",)), *(f"# {_type(r)}" for r in doubtful)]
    for key, items in own_rules.items():
        if items and key != "types":
            out += [f"{key}:", *(f"  - {_flow(item)}" for item in items)]
    for column, key in (("formation", "commands"), ("nationality", "nationalities")):
        for row in (r for r in sure if r.column == column):
            name = {"commands": "command", "nationalities": "nationality"}[key]
            when = f"{{{_quote(row.source)}: '.+'}}"
            out += [f"{key}:", f"  - {{when: {when}, {name}: {_quote(f'${row.source}$')}}}"]
    not_used = [*(row.as_exclusion() for row in rows if row.is_ignored), *exclusions]
    if not_used:
        out += ["ignored:", *(f"  - {_flow(entry.entry())}" for entry in dict.fromkeys(not_used))]
    missing = open_columns(rows, series)
    if missing:
        out.append(f"# No source says for sure: {', '.join(missing)}.")
    out += answers
    return ("\n".join(out) + "\n").encode("utf-8", "replace")


def _rating(rows: Sequence[Suggestion]) -> str:
    """Return the line of a rating with its source, or with a list of them."""
    sources = []
    for row in rows:
        group = f", group: {row.group}" if row.group != 1 else ""
        part = f"{{from: {_quote(row.source)}, match: {_quote(row.pattern)}{group}}}"
        sources.append(part if row.pattern else _quote(row.source))
    text = sources[0] if len(sources) == 1 else f"[{', '.join(sources)}]"
    return f"  {rows[0].column}: {text}"


def _type(row: Suggestion) -> str:
    return f"  - {{when: {{{_quote(row.source)}: {_quote(row.pattern)}}}, type: {row.value}}}"


def _flow(item: Mapping[str, Any]) -> str:
    """Return a rule in one line."""
    return (
        f"{{{', '.join(f'{key}: {json.dumps(value, ensure_ascii=False)}' for key, value in item.items())}}}"
    )


def _quote(text: str) -> str:
    """Return a text as YAML and JSON write it alike."""
    return json.dumps(text, ensure_ascii=False)
