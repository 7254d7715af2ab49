"""Questions that an import leaves open: what is alike in many pieces is asked once, not of each.

A module that somebody else made says nothing of much that a series needs. Hundreds of messages of the same
words hide that they are a dozen questions. While `import-questions.txt` lies in the project, errors that
differ only in the names that they hold are one error (GEN195), and warnings are one warning (GEN196), which
says how many there are and where all of them stand. What the designer accepts of the warnings is taken away
before, and the one that is left has an entry for all the others.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.diagnostics.report import Report

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

QUESTIONS_FILE = "import-questions.txt"
MIN_ALIKE = 3
"""Fewer messages of the same words are shown one by one."""
_JOINED = {Severity.ERROR: "GEN195", Severity.WARNING: "GEN196"}
"""Severity of messages -> code of the one that stands for them."""
MAX_ACCEPTED = 40
"""Names that the entry for all of them holds."""
_NAMES = re.compile(r"`[^`]*`|\d+")
_LIST = re.compile(r"`(?:, `)*(?: and `)?")
"""Several names, where names have been taken out: how many there are makes no other question."""


def join_questions(report: Report, folder: Path, battle: Battle) -> None:
    """Put one question in the place of messages of the same words, in a project that has just been imported.

    Args:
        report: of the whole check; it is changed.
        folder: of the project.
        battle: its model, which knows what entries of `accepts` call a thing.
    """
    if not (folder / QUESTIONS_FILE).is_file():
        return
    groups: dict[tuple[str, Severity, str], list[Diagnostic]] = {}
    for problem in report:
        if problem.severity in _JOINED:
            groups.setdefault((problem.code, problem.severity, _question_of(problem.message)), []).append(
                problem
            )
    for (code, _, _), problems in groups.items():
        if len(problems) >= MIN_ALIKE:
            report.drop(problems)
            report.add(_question(battle, code, problems))


def _question_of(message: str) -> str:
    """Return what messages of the same words have in common."""
    return _LIST.sub("`", _NAMES.sub("`", message))


def _question(battle: Battle, code: str, problems: list[Diagnostic]) -> Diagnostic:
    first = problems[0]
    hint = first.hint or f"answer it for all of them; {QUESTIONS_FILE} says where"
    if first.severity is Severity.WARNING:
        hint = "; ".join(text for text in (first.hint, _acceptance(battle, code, problems)) if text)
    return Diagnostic(
        _JOINED[first.severity],
        first.severity,
        f"{first.message}; {len(problems) - 1} more like it ({code})",
        first.span,
        expected=first.expected,
        hint=hint,
        rules=first.rules,
        related=tuple(RelatedSpan(p.span, p.message) for p in problems[1:] if p.span is not None),
    )


def _acceptance(battle: Battle, code: str, problems: list[Diagnostic]) -> str:
    """Return what the designer writes where all these warnings are meant so."""
    from jdgtools.checks.acceptance import name_of

    subjects = list(dict.fromkeys(name for p in problems if (name := name_of(battle, p))))
    more = ", …" if len(subjects) > MAX_ACCEPTED else ""
    whom = f"for: [{', '.join(subjects[:MAX_ACCEPTED])}{more}], " if subjects else ""
    return f"if they are meant so, write under `accepts` {{code: {code}, {whom}reason: WHY}}"
