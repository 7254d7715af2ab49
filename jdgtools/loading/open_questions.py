"""Questions that an import leaves open: what is missing from many pieces alike is asked once, not of each.

A module that somebody else made says nothing of much that a series needs. Hundreds of errors of the same
words hide that they are a dozen questions. While `import-questions.txt` lies in the project, errors that
differ only in the names that they hold are one error (GEN195), which says how many there are and where the
next ones stand.
"""

from __future__ import annotations

import re
from pathlib import Path

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedPlace, Severity
from jdgtools.diagnostics.report import Report

QUESTIONS_FILE = "import-questions.txt"
MIN_ALIKE = 3
"""Fewer errors of the same words are shown one by one."""
MAX_PLACES = 5
"""Further places that a question names."""
_NAMES = re.compile(r"`[^`]*`|\d+")
_LIST = re.compile(r"`(?:, `)*(?: and `)?")
"""Several names, where names have been taken out: how many there are makes no other question."""


def join_questions(report: Report, folder: Path) -> None:
    """Put one question in the place of errors of the same words, in a project that has just been imported.

    Args:
        report: of the whole check; it is changed.
        folder: of the project.
    """
    if not (folder / QUESTIONS_FILE).is_file():
        return
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for problem in report:
        if problem.severity is Severity.ERROR:
            groups.setdefault((problem.code, _question_of(problem.message)), []).append(problem)
    for (code, _), problems in groups.items():
        if len(problems) >= MIN_ALIKE:
            report.drop(problems)
            report.add(_question(code, problems))


def _question_of(message: str) -> str:
    """Return what errors of the same words have in common."""
    return _LIST.sub("`", _NAMES.sub("`", message))


def _question(code: str, problems: list[Diagnostic]) -> Diagnostic:
    first = problems[0]
    return Diagnostic(
        "GEN195",
        Severity.ERROR,
        f"{first.message}; {len(problems) - 1} more like it ({code})",
        first.span,
        expected=first.expected,
        hint=first.hint or f"answer it for all of them; {QUESTIONS_FILE} says where",
        rules=first.rules,
        related=tuple(
            RelatedPlace(p.span, p.message) for p in problems[1 : 1 + MAX_PLACES] if p.span is not None
        ),
    )
