"""Files of suggestions: `suggestions.csv` for the eye, `rules.yaml` for the next import, open questions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.draft import table
from jdgtools.importers.suggestions import Suggestion
from jdgtools.model.definition import SeriesDef

CSV_FILE = "suggestions.csv"
RULES_FILE = "rules.yaml"
NOTHING = "-"
"""Answer: these numbers are no column of the battle."""
NO_OWN: Mapping[str, Any] = {}
_COLUMNS = ("column", "source", "pattern", "group", "value", "examples", "units", "coverage", "confidence",
            "reason")  # fmt: skip


class Question(Struct, frozen=True):
    """Something about a module that only its designer knows."""

    row: int
    """The suggestion that it is about."""
    text: str
    choices: tuple[str, ...]
    """What may be answered, `-` for nothing of it."""
    proposal: str
    """One of them; '' where nothing can be proposed."""


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
    """Return the open questions, those that help most units first."""
    rules = choose_rules(rows)
    questions_so_far: list[Question] = []
    order = sorted(range(len(rows)), key=lambda n: (-rows[n].units * (1 + rows[n].is_number), n))
    for n in order:
        row = rows[n]
        columns = _columns_of(row, rules, series) if row.is_number else []
        if (
            row.is_sure
            or not row.confidence
            or (row.is_number and not columns)
            or row.column in ("formation", "nationality")
        ):
            continue
        examples = ", ".join(repr(e) for e in row.examples)
        if row.is_number:
            text = f"{row.source} of {row.units} units ({examples}): {row.reason}. Which rating is it?"
            proposal = row.column if row.column in columns else ""
            questions_so_far.append(Question(n, text, (*columns, NOTHING), proposal))
        else:
            text = f"{row.source} of {row.units} units ({examples}): are they of the type {row.value}?"
            questions_so_far.append(Question(n, text, (row.value, NOTHING), ""))
    return questions_so_far


def ask(rows: Sequence[Suggestion], series: SeriesDef, answer: Callable[[Question], str]) -> list[Suggestion]:
    """Return the suggestions after the designer's answers; what a unit has is not asked for again.

    Args:
        rows: the suggestions.
        series: whose ratings may be named.
        answer: asks one question and returns one of its choices, or '' to leave it open.
    """
    rows_answered = list(rows)
    closed_rows: set[int] = set()
    while True:
        question = next((q for q in questions(rows_answered, series) if q.row not in closed_rows), None)
        if question is None:
            return rows_answered
        closed_rows.add(question.row)
        column = answer(question)
        row = rows_answered[question.row]
        if column == NOTHING:
            rows_answered[question.row] = replace(
                row, column="", confidence=0.0, reason="you said: nothing of it"
            )
        elif column:
            column_shown = column if row.is_number else row.column
            rows_answered[question.row] = replace(
                row, column=column_shown, confidence=1.0, reason="you said so"
            )


def rules_yaml(
    rows: Sequence[Suggestion],
    series: SeriesDef,
    digits: str = "",
    own_rules: Mapping[str, Any] = NO_OWN,
    answers: Sequence[str] = (),
) -> bytes:
    """Return a file of rules: what is sure, and in comments what is open.

    Args:
        rows: the suggestions.
        series: whose ratings they are.
        digits: name of the table of shapes in counters' pictures; '' for none.
        own_rules: list of rules -> those of the designer's file, which come first.
        answers: lines about the battle, for its end.
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
