"""The ratings assistant: what the rules of a module may be, and what only its designer knows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.importers.counter_digits import digit_files, unnamed
from jdgtools.importers.digits import DIGITS_FILE
from jdgtools.importers.evidence import meanings
from jdgtools.importers.ratings import NO_RULES, read_rules
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
from jdgtools.importers.vassal import GENERIC, Imported, ImportOptions, convert, find_definition
from jdgtools.vassal.package import read_module


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


def advise(source: Path, options: ImportOptions, answer: Callable[[Question], str] | None = None) -> Advice:
    """Return suggestions for the rules of a module; nothing is written.

    Args:
        source: the module file.
        options: as for the import; without a series the ratings of `generic` are looked for.
        answer: asks the designer one question, see `suggested_rules.ask`; None = nobody is asked.

    Raises:
        InputRefused: the module or the rules cannot be read, or `jdg build` made the module.
        UnknownSeries: there is no such series.
    """
    options = replace(options, series=options.series or GENERIC)
    series = find_definition(options.series)
    module = read_module(source, options.limits)
    done = convert(module, options)
    if done.by_jdgtools:
        raise InputRefused("`jdg build` made this module: it says its ratings itself, import it as it is")
    units = unit_texts(done)
    rows = suggest(units, series, meanings(module.root))
    if answer is not None:
        rows = ask(rows, series, answer)
    rules = read_rules(options.rules, series) if options.rules is not None else NO_RULES
    missing = tuple(open_columns(rows, series))
    files = (
        digit_files(module, [u.get("image", "") for u in units], rules.digits)
        if missing or rules.digits
        else {}
    )
    digits = DIGITS_FILE if DIGITS_FILE in files else ""
    files |= {CSV_FILE: suggestions_csv(rows), RULES_FILE: rules_yaml(rows, series, digits)}
    return Advice(
        files, tuple(rows), tuple(questions(rows, series)), missing, len(units), unnamed(files, rules.digits)
    )


def unit_texts(done: Imported) -> list[dict[str, str]]:
    """Return the texts of every unit of an import, as rules see them."""
    units: list[dict[str, str]] = []
    text = done.files.get("pieces.csv", b"").decode("utf-8")
    for row in csv.DictReader(io.StringIO(text)):
        if row["kind"] != "unit":
            continue
        try:
            units.append(json.loads(row["properties"]))
        except ValueError:
            # Longer than a cell of the table may be: the name still says something.
            units.append({"name": row["name"]})
    return units
