"""The ratings assistant: what the rules of a module may be, and what only its designer knows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.importers.answers import Answers, apply_answers
from jdgtools.importers.counter_digits import count_unnamed, digit_files
from jdgtools.importers.digit_table import DIGITS_FILE
from jdgtools.importers.draft import Draft, Values
from jdgtools.importers.evidence import meanings
from jdgtools.importers.question_groups import QuestionGroup, answers_yaml, ask_battle, group_questions
from jdgtools.importers.ratings import NO_RULES, Rules, read_rules
from jdgtools.importers.suggested_rules import (
    CSV_FILE,
    RULES_FILE,
    Question,
    ask,
    open_columns,
    questions,
    rules_yaml,
    suggestions_csv,
)
from jdgtools.importers.suggestions import Suggestion, suggest
from jdgtools.importers.vassal import GENERIC, ImportedProject, ImportOptions, convert, find_definition
from jdgtools.scratch import scratch_folder
from jdgtools.source.cell_text import plain_cell
from jdgtools.vassal.package import Module, read_module


class Advice(Struct, frozen=True):
    """What the assistant gives."""

    files: dict[str, bytes]
    """Name -> content of what is written."""
    rows: tuple[Suggestion, ...]
    questions: tuple[Question, ...]
    """What is still open, most useful first."""
    missing: tuple[str, ...]
    """Ratings of the series for which no source is sure."""
    units: int
    unnamed_shapes: int
    """Shapes in counters' pictures that wait for their digit."""
    battle: tuple[QuestionGroup, ...] = ()
    """What is open about the battle that no text of a module says, most useful first."""


def advise(
    source: Path,
    options: ImportOptions,
    answer: Callable[[Question], str] | None = None,
    answer_battle: Callable[[QuestionGroup], str] | None = None,
) -> Advice:
    """Return suggestions for the rules of a module; nothing is written.

    Args:
        source: the module file.
        options: as for the import; without a series the ratings of `generic` are looked for.
        answer: asks the designer one question, see `suggested_rules.ask`; None = nobody is asked.
        answer_battle: asks one about the battle, see `question_groups.ask_battle`.

    Raises:
        InputRefused: the module or the rules cannot be read, or `jdg build` made the module.
        UnknownSeries: there is no such series.
    """
    options = replace(options, series=options.series or GENERIC)
    series = find_definition(options.series)
    module = read_module(source, options.limits)
    project = convert(module, options)
    if project.by_jdgtools:
        raise InputRefused("`jdg build` made this module: it says its ratings itself, import it as it is")
    units = unit_texts(project)
    rules = read_rules(options.rules, series) if options.rules is not None else NO_RULES
    rows = _with_own(suggest(units, series, meanings(module.root)), rules, units)
    # What takes long comes before the first question.
    files = _shape_files(module, units, rules) if rules.digits or open_columns(rows, series) else {}
    if answer is not None:
        rows = ask(rows, series, answer)
    missing = tuple(open_columns(rows, series))
    files = files if missing or rules.digits else {}
    digits = DIGITS_FILE if DIGITS_FILE in files else ""
    answers = rules.answers.values if rules.answers is not None else {}
    exclusions = [
        entry for entry in rules.exclusions if not any(entry.covers(row.as_exclusion()) for row in rows)
    ]
    plain = rules_yaml(rows, series, digits, rules.plain, answers_yaml(answers, ()), exclusions)
    battle: list[QuestionGroup] = []
    try:
        draft = _battle_of(module, options, {**files, RULES_FILE: plain})
        if answer_battle is not None:

            def again(replies: Values) -> Draft:
                apply_answers(draft, Answers(replies))
                return draft

            answers, exclusions = ask_battle(draft, series, answers, answer_battle, again, exclusions)
        battle = group_questions(draft, series, exclusions)
    except KeyboardInterrupt:
        # Whoever is asked and stops keeps what was answered.
        if answer is None:
            raise
    lines = answers_yaml(answers, battle)
    files |= {
        CSV_FILE: suggestions_csv(rows),
        RULES_FILE: rules_yaml(rows, series, digits, rules.plain, lines, exclusions),
    }
    return Advice(
        files,
        tuple(rows),
        tuple(questions(rows, series)),
        missing,
        len(units),
        count_unnamed(files),
        tuple(battle),
    )


def _shape_files(module: Module, units: list[dict[str, str]], rules: Rules) -> dict[str, bytes]:
    """Return the table of shapes in the pictures of units, and a picture of each."""
    return digit_files(module, [u.get("image", "") for u in units], rules.digits)


def _with_own(rows: list[Suggestion], rules: Rules, units: list[dict[str, str]]) -> list[Suggestion]:
    """Return suggestions in which ratings and types of the designer's own rules take the place of others."""
    own_rows: list[Suggestion] = []
    for column, rating in rules.ratings.items():
        for source in rating.each():
            texts = [source.take_alone(values) if rating.used(values) is source else "" for values in units]
            having = frozenset(n for n, text in enumerate(texts) if text)
            pattern = source.pattern.pattern if source.pattern is not None else ""
            examples = tuple(dict.fromkeys(filter(None, texts)))[:4]
            own_rows.append(
                Suggestion(
                    column, source.source, pattern, source.group, "", examples, len(having),
                    round(len(having) / max(1, len(units)), 3), 1.0, "your rules say so", having,
                )
            )  # fmt: skip
    places = {_place(row) for row in own_rows}
    types = {(rule.when, rule.result) for rule in rules.lists.get("types", ())}
    without_type = [values for values in units if not rules.first("types", values)] if types else units
    others = []
    for row in rows:
        if row.column in rules.ratings or _place(row) in places:
            continue
        if any(entry.covers(row.as_exclusion()) for entry in rules.exclusions):
            row = row.as_nothing()
        elif row.column == "type" and (((row.source, re.compile(row.pattern)),), row.value) in types:
            row = replace(row, confidence=1.0, reason="your rules say so")
        elif row.column == "type" and not any(row.take(values) for values in without_type):
            # The designer's rules come first: its words would change nothing.
            continue
        others.append(row)
    return [*own_rows, *others]


def _place(row: Suggestion) -> tuple[str, str, int]:
    """Return where in a source a suggestion reads."""
    return (row.source, row.pattern, row.group if row.pattern else 0)


def _battle_of(module: Module, options: ImportOptions, files: dict[str, bytes]) -> Draft:
    """Return the battle that the rules make of a module."""
    if options.series == GENERIC:
        # Without rules of a series nothing is open.
        return Draft("", "", imported_module=True)
    with scratch_folder(Path(gettempdir())) as folder:
        for name in (RULES_FILE, DIGITS_FILE):
            if name in files:
                (folder / name).write_bytes(files[name])
        return convert(module, replace(options, rules=folder / RULES_FILE)).draft


def unit_texts(project: ImportedProject) -> list[dict[str, str]]:
    """Return the texts of every unit of an import, as rules see them."""
    units: list[dict[str, str]] = []
    text = project.files.get("pieces.csv", b"").decode("utf-8")
    for row in csv.DictReader(io.StringIO(text)):
        if row["kind"] != "unit":
            continue
        try:
            units.append(json.loads(row["properties"]))
        except ValueError:
            # Longer than a cell of the table may be: the name still says something.
            units.append({"name": plain_cell(row["name"])})
    return units
