"""The report of one run: its diagnostics, sorted, each once, without those that the author accepts.

Readers, schemas, the model and checks add diagnostics; formatters (`formats`) print its `diagnostics`. A
`Suppression` hides a diagnostic and says why; what is hidden can still be listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity, in_brief
from jdgtools.source.span import Span

_SORT_KEY = attrgetter("sort_key")


class Suppression(NamedTuple):
    """An entry that hides a diagnostic: the author has seen it, or a rule of the battle allows it."""

    code: str
    """The code to hide."""
    subject: str | None
    """Hide it for this subject only ("unit 1/70"), '' = for diagnostics without one; None = for every one."""
    reason: str
    """Why; never empty."""
    by: str = ""
    """What hides it, in words: "accepts", "special rule `mist`"."""
    span: Span | None = None
    """The place of the entry; None = it stands in no file."""
    names: frozenset[str] = frozenset()
    """How diagnostics name the subject; empty = by `subject` itself."""
    scenario: str | None = None
    """The entry holds for this scenario alone; None = for the whole battle."""
    errors: bool = True
    """Whether it hides errors as well."""

    def covers(self, problem: Diagnostic, scenario: str | None = None) -> bool:
        """Return whether this entry hides a diagnostic of a scenario or (None) of the battle."""
        if self.code != problem.code or (problem.severity is Severity.ERROR and not self.errors):
            return False
        if (
            self.scenario is not None
            and scenario != self.scenario
            and not self._of_same_file(problem, scenario)
        ):
            return False
        if self.subject is None:
            return True
        return (problem.subject or "") in (self.names or (self.subject,))

    def _of_same_file(self, problem: Diagnostic, scenario: str | None) -> bool:
        """Return whether a diagnostic of no one scenario is about the file in which the entry stands."""
        mine, other = self.span, problem.span
        return scenario is None and mine is not None and other is not None and mine.file == other.file


class Counts(NamedTuple):
    """Number of diagnostics by severity, and of those suppressed."""

    errors: int
    warnings: int
    infos: int
    suppressed: int


class _Split(NamedTuple):
    """The diagnostics of a report, split by its suppressions."""

    problems: Collection[Diagnostic]
    """In no order: most questions to a report need none."""
    suppressed_problems: list[tuple[Diagnostic, Suppression]]
    """Sorted."""
    used: frozenset[Suppression]


class Report:
    """Diagnostics of one run; iterating yields them sorted, without duplicates or suppressed ones."""

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic] = (),
        suppressions: Iterable[tuple[str, str | None, str]] = (),
    ) -> None:
        """Start a report.

        Args:
            diagnostics: the first diagnostics.
            suppressions: (code, subject or None, reason) triples.

        Raises:
            ValueError: a suppression without a reason.
        """
        self._all: dict[Diagnostic, tuple[str | None, ...]] = {}
        """Each with the scenarios that it was found in."""
        self._split_cache: _Split | None = None
        """What `_split` gives; None = it has not been asked for since the last change."""
        self._sorted_problems: list[Diagnostic] | None = None
        """What `_split` shows, in order; None = it has not been asked for since the last change."""
        self._by_code: dict[str, list[Diagnostic]] | None = None
        """The same by code, in no order."""
        self._suppressions: list[Suppression] = []
        self._suppressed_elsewhere: list[tuple[Diagnostic, Suppression]] = []
        self.extend(diagnostics)
        for code, subject, reason in suppressions:
            self.suppress(code, subject, reason)

    def add(self, diagnostic: Diagnostic, scenario: str | None = None) -> None:
        """Add one diagnostic, found in a scenario or (None) in the battle; an equal one is kept once.

        What quotes a text of any length is made short (`in_brief`).
        """
        diagnostic = in_brief(diagnostic)
        scenarios = self._all.get(diagnostic, ())
        if scenario not in scenarios:
            self._all[diagnostic] = (*scenarios, scenario)
        self._change()

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add many diagnostics."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def drop(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take diagnostics back, because something better has been said in their place."""
        for diagnostic in diagnostics:
            self._all.pop(diagnostic, None)
        self._change()

    def replace(self, old: Diagnostic, new: Diagnostic) -> None:
        """Put a diagnostic in the place of another."""
        for scenario in self._all.pop(old, ()):
            self.add(new, scenario)

    def found_in(self, scenario: str) -> list[Diagnostic]:
        """Return the diagnostics that were found in a scenario and are not suppressed, in no order."""
        return [problem for problem in self.standing if scenario in self._all.get(problem, ())]

    def scenarios_of(self, diagnostic: Diagnostic) -> set[str | None]:
        """Return the scenarios in which a diagnostic was found; None stands for the battle as a whole."""
        return set(self._all.get(diagnostic, ()))

    def include(self, other: Report) -> None:
        """Add what another report shows, and what it hides as hidden."""
        for problem in other.standing:
            self._all.setdefault(problem, (None,))
        self._suppressed_elsewhere += other.suppressed_problems
        self._change()

    def suppress(self, code: str, subject: str | None, reason: str) -> None:
        """Hide a code, for one subject or everywhere.

        Raises:
            ValueError: the reason is empty.
        """
        self.suppress_by(Suppression(code, subject, reason))

    def suppress_by(self, entry: Suppression) -> None:
        """Hide what an entry covers.

        Raises:
            ValueError: the reason is empty.
        """
        if not entry.reason.strip():
            raise ValueError(f"a suppression of {entry.code} needs a reason")
        self._suppressions.append(entry)
        self._change()

    def _change(self) -> None:
        """Forget what was computed of the diagnostics and suppressions: one of them has changed."""
        self._split_cache = self._sorted_problems = self._by_code = None

    def _split(self) -> _Split:
        if self._split_cache is None:
            self._split_cache = self._apply_suppressions()
        return self._split_cache

    def _apply_suppressions(self) -> _Split:
        """Return the diagnostics split into those that stand and those that an entry hides."""
        suppressed_problems = sorted(self._suppressed_elsewhere, key=lambda pair: pair[0].sort_key)
        if not self._suppressions:
            return _Split(self._all.keys(), suppressed_problems, frozenset())
        entries: dict[str, list[Suppression]] = {}
        for entry in self._suppressions:
            entries.setdefault(entry.code, []).append(entry)
        problems_left: list[Diagnostic] = []
        used: set[Suppression] = set()
        for problem, scenarios in self._all.items():
            candidates = entries.get(problem.code)
            if candidates is None:  # nearly all of them
                problems_left.append(problem)
                continue
            covers = [
                next((entry for entry in candidates if entry.covers(problem, scenario)), None)
                for scenario in scenarios
            ]
            used.update(cover for cover in covers if cover is not None)
            # What one scenario accepts still stands in another.
            if None in covers:
                problems_left.append(problem)
            else:
                suppressed_problems.extend(
                    (problem, cover) for cover in dict.fromkeys(covers) if cover is not None
                )
        suppressed_problems.sort(key=lambda pair: pair[0].sort_key)
        return _Split(problems_left, suppressed_problems, frozenset(used))

    @property
    def standing(self) -> Collection[Diagnostic]:
        """Diagnostics that are not suppressed, in no order: for those who count or look for one."""
        return self._split().problems

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Sorted diagnostics that are not suppressed."""
        return list(self._in_order())

    def _in_order(self) -> list[Diagnostic]:
        if self._sorted_problems is None:
            self._sorted_problems = sorted(self._split().problems, key=_SORT_KEY)
        return self._sorted_problems

    @property
    def suppressed_problems(self) -> list[tuple[Diagnostic, Suppression]]:
        """Sorted suppressed diagnostics, each with the entry that hides it."""
        return list(self._split().suppressed_problems)

    @property
    def unused_suppressions(self) -> list[Suppression]:
        """Entries that hide nothing, in the order given."""
        used = self._split().used
        return [entry for entry in self._suppressions if entry not in used]

    @property
    def counts(self) -> Counts:
        """Numbers by severity."""
        standing, suppressed_problems, _ = self._split()
        by = Counter(problem.severity for problem in standing)
        return Counts(by[Severity.ERROR], by[Severity.WARNING], by[Severity.INFO], len(suppressed_problems))

    @property
    def has_errors(self) -> bool:
        """Whether a diagnostic of severity error stands."""
        return any(problem.severity is Severity.ERROR for problem in self.standing)

    def of(self, code: str) -> list[Diagnostic]:
        """Return the standing diagnostics with this code."""
        if self._by_code is None:
            self._by_code = {}
            for problem in self.standing:
                self._by_code.setdefault(problem.code, []).append(problem)
        return sorted(self._by_code.get(code, ()), key=_SORT_KEY)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._in_order())

    def __len__(self) -> int:
        return len(self.standing)
