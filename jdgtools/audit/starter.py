"""Whether what a series writes for `jdg new --size` is a battle that `jdg check` has nothing against.

A battle of every kind of map is written, with an army and without, in all languages of the series. What is
wrong with one is told at the word of the series' `starter.py` that it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

from jdgtools.audit.files import SeriesFiles
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.loading import check
from jdgtools.model.starter import Starter
from jdgtools.rules import Series
from jdgtools.scratch import scratch_folder
from jdgtools.source.span import Span
from jdgtools.starting.files import PHRASE, NewBattle, files, maps_of
from jdgtools.starting.ground import Size

_SIZE = Size(14, 11)
_WORD = re.compile(r"`([^`]+)`")


def starter_problems(series: Series, files_of_series: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield what is wrong with the battles that the series writes in any size.

    Args:
        series: without errors of its own: whatever its hooks raise would be found in the battles again.
        files_of_series: where its starter stands.
    """
    starter = series.starter
    if starter is None:
        return
    yield from _phrases(series, starter, files_of_series)
    keys_before: set[tuple[str, str]] = set()
    for kind in maps_of(starter):
        for blank in (False, True):
            for problem in _problems_of(series, starter, kind, blank):
                if (problem.code, problem.message) not in keys_before:
                    keys_before.add((problem.code, problem.message))
                    options = f"--size 14x11 --map {kind}{' --blank' if blank else ''}"
                    yield Diagnostic(
                        "SER017",
                        problem.severity,
                        f"`jdg new {options}` writes a battle with {problem.code}: {problem.message}",
                        _span_of(problem, files_of_series),
                        expected=problem.expected,
                        hint=problem.hint,
                        subject="starter",
                    )


def _problems_of(series: Series, starter: Starter, kind: str, blank: bool) -> Iterator[Diagnostic]:
    """Yield the errors and warnings of one new battle; of one without units the errors alone."""
    languages = series.definition.languages
    new = NewBattle("trial", series.id, "Trial", _SIZE, languages, ("one", "two"), kind, blank)
    with scratch_folder(Path(gettempdir())) as folder:
        for name, text in files(new, starter).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        report = check(folder).report
    least = Severity.ERROR if blank else Severity.WARNING
    yield from (problem for problem in report if problem.severity >= least)


def _phrases(series: Series, starter: Starter, files_of_series: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield the texts of players that the starter does not have in every language of the series."""
    texts = [starter.battle, starter.levels]
    for army in (starter.army, starter.bare):
        texts += [army.commands, army.leaders, army.orders, army.settings, *army.units, *army.placements]
    for phrase in dict.fromkeys(phrase for text in texts for phrase in PHRASE.findall(text)):
        languages = {"en", *starter.phrases.get(phrase, {})}
        missing = [language for language in series.definition.languages if language not in languages]
        if missing:
            yield Diagnostic(
                "SER009",
                Severity.WARNING,
                f"“{phrase}” has no translation into {name_list(missing)}",
                files_of_series.span_of_mention(f"[[{phrase}]]") or files_of_series.span_of_part("starter"),
                expected="every text in all languages of the series: "
                + ", ".join(series.definition.languages),
            )


def _span_of(problem: Diagnostic, files_of_series: SeriesFiles) -> Span | None:
    """Return the place of the word in the starter that a problem of a battle is about."""
    for word in _WORD.findall(problem.message):
        span = files_of_series.span_of_mention(word, "starter")
        if span is not None:
            return span
    return files_of_series.span_of_part("starter")
