"""All diagnostics of one run: collected, sorted, deduplicated, suppressed with a reason, counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity


class Suppression(NamedTuple):
    """A diagnostic that the author has seen and accepts."""

    code: str
    """The code to hide."""
    subject: str | None
    """Hide it for this subject only ("unit 1/70"); None hides the code everywhere."""
    reason: str
    """Why; never empty."""

    def covers(self, problem: Diagnostic) -> bool:
        """Whether the diagnostic is hidden by this entry."""
        return self.code == problem.code and self.subject in (None, problem.subject)


class Counts(NamedTuple):
    """Number of diagnostics by severity, and of those suppressed."""

    errors: int
    warnings: int
    infos: int
    suppressed: int


class Report:
    """Diagnostics of one run; iterating yields them sorted, without duplicates or suppressed ones."""

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic] = (),
        suppressions: Iterable[tuple[str, str | None, str]] = (),
    ) -> None:
        """Starts a report.

        Args:
            diagnostics: the first diagnostics.
            suppressions: (code, subject or None, reason) triples.

        Raises:
            ValueError: a suppression without a reason.
        """
        self._all: dict[Diagnostic, None] = {}
        self._sorted: tuple[list[Diagnostic], list[tuple[Diagnostic, Suppression]]] | None = None
        self._suppressions: list[Suppression] = []
        self.extend(diagnostics)
        for code, subject, reason in suppressions:
            self.suppress(code, subject, reason)

    def add(self, diagnostic: Diagnostic) -> None:
        """Adds one diagnostic; an equal one is kept once."""
        self._all[diagnostic] = None
        self._sorted = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Adds many diagnostics."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def drop(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes diagnostics back, because something better has been said in their place."""
        for diagnostic in diagnostics:
            self._all.pop(diagnostic, None)
        self._sorted = None

    def suppress(self, code: str, subject: str | None, reason: str) -> None:
        """Hides a code, for one subject or everywhere.

        Raises:
            ValueError: the reason is empty.
        """
        if not reason.strip():
            raise ValueError(f"a suppression of {code} needs a reason")
        self._suppressions.append(Suppression(code, subject, reason))
        self._sorted = None

    def _split(self) -> tuple[list[Diagnostic], list[tuple[Diagnostic, Suppression]]]:
        if self._sorted is None:
            shown: list[Diagnostic] = []
            hidden: list[tuple[Diagnostic, Suppression]] = []
            for problem in sorted(self._all, key=lambda one: one.sort_key):
                cover = (
                    next((entry for entry in self._suppressions if entry.covers(problem)), None)
                    if self._suppressions
                    else None
                )
                if cover is None:
                    shown.append(problem)
                else:
                    hidden.append((problem, cover))
            self._sorted = (shown, hidden)
        return self._sorted

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Sorted diagnostics that are not suppressed."""
        return list(self._split()[0])

    @property
    def suppressed(self) -> list[tuple[Diagnostic, Suppression]]:
        """Sorted suppressed diagnostics, each with the entry that hides it."""
        return list(self._split()[1])

    @property
    def unused_suppressions(self) -> list[Suppression]:
        """Entries that hide nothing, in the order given."""
        used = {entry for _, entry in self._split()[1]}
        return [entry for entry in self._suppressions if entry not in used]

    @property
    def counts(self) -> Counts:
        """Numbers by severity."""
        shown, hidden = self._split()
        by = {severity: sum(1 for p in shown if p.severity is severity) for severity in Severity}
        return Counts(by[Severity.ERROR], by[Severity.WARNING], by[Severity.INFO], len(hidden))

    @property
    def has_errors(self) -> bool:
        """Whether a diagnostic of severity error stands."""
        return any(problem.severity is Severity.ERROR for problem in self._split()[0])

    def of(self, code: str) -> list[Diagnostic]:
        """Returns the standing diagnostics with this code."""
        return [problem for problem in self._split()[0] if problem.code == code]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._split()[0])

    def __len__(self) -> int:
        return len(self._split()[0])
