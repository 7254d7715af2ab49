"""Asks the hooks of a series questions, and keeps what is wrong with the answers.

A hook that raises, and an answer that is not of the type that the protocol says, become findings at the line
of the series, with what the hook was asked. Statements that answers cite are collected beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from jdgtools.audit.files import SeriesFiles
from jdgtools.audit.values import fits, in_words, quote, records_in, types_of
from jdgtools.charts import ChartLookupError
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity


class AnswerRefused(Exception):
    """An answer that nothing can be done with; it has been reported."""


class HookCaller:
    """Calls hooks and remembers what they raise, each place and reason once."""

    def __init__(self, files: SeriesFiles, statement_prefix: str) -> None:
        self.files = files
        self.problems: list[Diagnostic] = []
        self.unfit: set[str] = set()
        """Parts about which something is reported: what others ask of them would be an echo."""
        self.citations: set[str] = set()
        """Statements that answers cite."""
        self._statement = re.compile(rf"{re.escape(statement_prefix)}\w+(?:[-.]\w+)*")
        self._faults_told: set[tuple[object, str]] = set()

    def ask(
        self,
        part: str,
        question: str,
        hook: Callable[..., object],
        *arguments: object,
        answer: object = object,
        at: object = None,
    ) -> Any:
        """Call a hook and return its answer; None if it raises or does not answer as it must.

        Args:
            part: part of the series that has the hook.
            question: what it is asked for, in words.
            hook: gives the answer.
            *arguments: of the hook.
            answer: the type that the protocol says.
            at: function of the series that is asked in the end, if `hook` only leads to it.
        """
        method = at or hook
        try:
            return self.accept_answer(part, question, hook(*arguments), answer, method)
        except AnswerRefused:
            return None
        except MemoryError:
            raise
        except Exception as error:
            self.report(part, question, error, method)
            return None

    def accept_answer(
        self, part: str, question: str, value: object, declaration: object, method: object
    ) -> Any:
        """Return an answer, which is of the declared type.

        Raises:
            AnswerRefused: it is not, which is reported.
        """
        if (fault := answer_fault(value, declaration)) is not None:
            self.contradiction(part, f"the answer for {question} {fault[0]}", fault[1], method)
            raise AnswerRefused
        return value

    def report(self, part: str, question: str, error: Exception, method: object = None) -> None:
        """Report what a hook raises when it is asked a question."""
        span = self.files.span_of_error(error) or self.files.span_of_callable(method)
        reason = " ".join(str(error).split())
        self.unfit.add(part)
        if (span, reason) in self._faults_told:
            return
        self._faults_told.add((span, reason))
        missing_cell = isinstance(error, ChartLookupError)
        self.problems.append(
            Diagnostic(
                "SER012" if missing_cell else "SER013",
                Severity.ERROR,
                f"`{part}` reads a cell that no chart has: {reason}; it was asked for {question}"
                if missing_cell
                else f"`{part}` raises {type(error).__name__}{f': {reason}' if reason else ''}; "
                f"it was asked for {question}",
                span or self.files.span_of_part(part),
                expected="an answer whatever a battle of the series says",
                hint="add the cell to the chart, or look before you read it" if missing_cell else None,
                subject=part,
            )
        )

    def contradiction(self, part: str, message: str, expected: str, method: object = None) -> None:
        """Report an answer that cannot be right; one for each method is enough."""
        span = self.files.span_of_callable(method) or self.files.span_of_part(part)
        self.unfit.add(part)
        if (span, "") not in self._faults_told:
            self._faults_told.add((span, ""))
            self.problems.append(
                Diagnostic("SER014", Severity.ERROR, message, span, expected=expected, subject=part)
            )

    def cite(self, texts: Iterable[str]) -> None:
        """Collect the statements that sentences name."""
        for text in texts:
            self.citations.update(self._statement.findall(text))


def answer_fault(value: object, declaration: object) -> tuple[str, str] | None:
    """Return what is wrong with an answer, and what is expected; None if it is of the declared type.

    The records in the answer are looked at field by field.
    """
    if declaration is object:
        return None
    if not fits(value, declaration):
        return f"is of the type `{type(value).__name__}`", in_words(declaration)
    for record in records_in(value):
        hints = types_of(type(record))
        for name in record.__struct_fields__:
            inner = getattr(record, name)
            if not fits(inner, hints[name]):
                owner = type(record).__name__
                return f"has a `{owner}` whose `{name}` is {quote(inner)}", in_words(hints[name])
    return None
