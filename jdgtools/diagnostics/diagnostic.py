"""A diagnostic: one problem of a battle with its place, what was found, what is expected, how to mend it.

A mistake ends here: readers and builders make diagnostics at once, checks yield findings, of which the runner
makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs

from jdgtools.diagnostics.shortening import MAX_TEXT, brief_name, shorten
from jdgtools.source.span import Span


class Severity(IntEnum):
    """How grave a diagnostic is; higher is worse."""

    INFO = 1
    """Worth knowing."""
    WARNING = 2
    """Probably a mistake; the battle still builds."""
    ERROR = 3
    """The battle cannot be built or played as written."""

    @property
    def label(self) -> str:
        """The word used in all output: "error", "warning", "info"."""
        return self.name.lower()


class RelatedSpan(Struct, frozen=True, gc=False):
    """A second span that belongs to a diagnostic, with what is there."""

    span: Span
    """Where it is written."""
    message: str
    """What is there ("first used here")."""


class Diagnostic(Struct, frozen=True, cache_hash=True, gc=False):
    """One problem; sorts by file, line, column, code and message."""

    code: str
    """Permanent code such as "SRC012"."""
    severity: Severity
    """Error, warning or info."""
    message: str
    """What was found, in one line; names stand in backticks."""
    span: Span | None = None
    """Where it is written; None only when the problem has no file."""
    found: str | None = None
    """What stands there ("text `four`")."""
    expected: str | None = None
    """What should stand there ("a whole number 0 to 20")."""
    hint: str | None = None
    """How to mend it, as an instruction."""
    rules: tuple[str, ...] = ()
    """Statement ids of the rulebook ("JDG-5.1.1-a")."""
    subject: str | None = None
    """The thing concerned ("unit 1/70")."""
    related: tuple[RelatedSpan, ...] = ()
    """Further spans that explain it."""

    @property
    def id(self) -> str:
        """Sixteen hex digits that depend on the content and the span alone."""
        return _digest(self, with_line=True)

    @property
    def fingerprint(self) -> str:
        """Like `id` but the same when the problem merely moves to another line."""
        return _digest(self, with_line=False)

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Total order: file, line, column, code, message, then everything else."""
        span = self.span
        file, line, col = (span.file, span.line, span.col) if span is not None else ("", 0, 0)
        # Spelt out: a battle may have a hundred thousand mistakes.
        return (
            file,
            line,
            col,
            self.code,
            self.message,
            self.subject or "",
            self.found or "",
            self.expected or "",
            self.hint or "",
            self.rules,
            tuple([(one.span, one.message) for one in self.related]) if self.related else (),
            -self.severity,
        )

    def __lt__(self, other: Diagnostic) -> bool:
        return self.sort_key < other.sort_key


def in_brief(problem: Diagnostic) -> Diagnostic:
    """Return a diagnostic that says no more than a person reads, whatever it quotes from a file."""
    span = problem.span
    column = span.column if span is not None else None
    longest = max(
        len(problem.message),
        len(problem.found or ""),
        len(problem.expected or ""),
        len(problem.hint or ""),
        len(problem.subject or ""),
        len(column or ""),
    )
    if longest <= MAX_TEXT and not any(len(one.message) > MAX_TEXT for one in problem.related):
        return problem
    return structs.replace(
        problem,
        message=shorten(problem.message),
        found=problem.found and shorten(problem.found),
        expected=problem.expected and shorten(problem.expected),
        hint=problem.hint and shorten(problem.hint),
        subject=problem.subject and shorten(problem.subject),
        span=structs.replace(span, column=brief_name(column)) if span and column else span,
        related=tuple(RelatedSpan(one.span, shorten(one.message)) for one in problem.related),
    )


def _parts(problem: Diagnostic, with_line: bool) -> Iterator[str]:
    yield problem.code
    yield problem.message
    yield problem.subject or ""
    yield problem.found or ""
    if problem.span:
        yield problem.span.file
        yield problem.span.column or ""
        if with_line:
            yield f"{problem.span.line}:{problem.span.col}"


def _digest(problem: Diagnostic, with_line: bool) -> str:
    from hashlib import blake2b

    text = "\x1f".join(_parts(problem, with_line))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
