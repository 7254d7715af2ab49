"""What is wrong with the entries that hide diagnostics: unknown, unfit, too wide, or idle by now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from jdgtools.checks.acceptance import NEVER, AcceptanceEntry, name_of
from jdgtools.checks.base import Check
from jdgtools.checks.generic import GENERIC, STRICT
from jdgtools.diagnostics.catalogue import all_docs, find
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.groups import MAX_TOLD
from jdgtools.diagnostics.names import MAX_LISTED, name_list
from jdgtools.diagnostics.report import Report, Suppression
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.rules import Series


def acceptance_problems(
    battle: Battle,
    series: Series,
    entries: Sequence[AcceptanceEntry],
    report: Report,
    checks: Iterable[Check],
) -> list[Diagnostic]:
    """Return what is wrong with the entries of a battle.

    Args:
        battle: the battle.
        series: its rules, which know the checks and the statements.
        entries: what the battle allows and accepts.
        report: all that has been found, with the entries in it.
        checks: those that have been run. Where one was not, or another error stands, nobody can say
            that an entry has nothing to hide.
    """
    problems = list(_unknown_statements(battle, series))
    if entries:
        judge = _Judge(battle, series, report, checks)
        for entry in entries:
            problems += judge.problems(entry)
    return problems


def _unknown_statements(battle: Battle, series: Series) -> Iterator[Diagnostic]:
    """Yield statements that rules overrule and that the rulebook does not have."""
    rules = [(rule, rule.subject("")) for rule in battle.special_rules if rule.overrules]
    for scenario in battle.scenarios:
        overruling = [rule for rule in scenario.special_rules if rule.overrules and not rule.of_battle]
        rules += [(rule, rule.subject(scenario.id)) for rule in overruling]
    statements = series.statements if rules else frozenset()
    count = 0
    for rule, subject in rules if statements else ():
        for number, name in enumerate(rule.overrules, 1):
            if name not in statements:
                count += 1
                near = _near(name, statements) if count <= MAX_TOLD else None
                yield Diagnostic(
                    "GEN046",
                    Severity.ERROR,
                    f"special rule `{rule.id}` overrules `{name}`, which is no statement of the rules",
                    battle.span(*subject, "overrules", str(number)),
                    expected="the id of a statement, written as the messages cite it",
                    hint=near or "look the statement up in the rules digest",
                )


class _Judge:
    """Judges entries beside all that has been found."""

    def __init__(self, battle: Battle, series: Series, report: Report, checks: Iterable[Check]) -> None:
        self.battle = battle
        self.report = report
        self.checks = {check.code: check for check in (*GENERIC, *STRICT, *series.checks)}
        self.ran = {check.code for check in checks}
        self.whole = not report.has_errors and not report.of("GEN012")
        """Whether everything was looked at, so that an entry may be called idle."""
        self.unused_entries = frozenset(report.unused_suppressions)
        self.unknown_codes = 0
        self.hidden_problems: dict[Suppression, list[Diagnostic]] = {}
        for problem, cover in report.suppressed_problems:
            self.hidden_problems.setdefault(cover, []).append(problem)

    def problems(self, entry: AcceptanceEntry) -> list[Diagnostic]:
        """Return what is wrong with one entry."""
        unfit = self._unknown(entry) or self._unfit(entry)
        if unfit is not None:
            return [unfit]
        return self._too_wide(entry) or list(self._idle(entry))

    def _unknown(self, entry: AcceptanceEntry) -> Diagnostic | None:
        if entry.code in self.checks or _is_documented(entry.code):
            return None
        self.unknown_codes += 1
        codes = [*self.checks] if entry.rule else [*self.checks, *(doc.code for doc in all_docs())]
        return self._problem(
            "GEN042",
            f"{_speaker(entry)} `{entry.code}`, which is no code of a diagnostic",
            (*entry.entry_subject, "code"),
            expected="a code, as the messages show it",
            hint=_near(entry.code, codes) if self.unknown_codes <= MAX_TOLD else None,
        )

    def _unfit(self, entry: AcceptanceEntry) -> Diagnostic | None:
        """Return what no entry of its kind, or none at its place, can hide."""
        check, part = self.checks.get(entry.code), "special_rules" if entry.rule else "accepts"
        if entry.code == "GEN196":
            why, expected = (
                "it stands for many warnings alike",
                "their code, which its message has in brackets",
            )
        elif entry.code in NEVER:
            why = "it says that the check, or an entry like this one, is not as it should be"
            expected = "the thing itself mended"
        elif entry.rule and (check is None or not check.rules):
            why = "it has nothing to do with the rules of the game"
            expected = "the code of a check that cites the rules; other warnings stand under `accepts:`"
        elif check is not None and check.scope == "battle" and entry.scenario is not None:
            why = "it is about the battle, which all scenarios share"
            expected = f"the entry under `{part}:` of battle.yaml"
        elif not entry.rule and self._is_error(entry, check):
            why = "it is an error, and errors are never accepted"
            expected = "the error mended, or a special rule that makes the thing legal (`allows`)"
        else:
            return None
        return self._problem(
            "GEN043",
            f"{_speaker(entry)} {entry.code}, but {why}",
            (*entry.entry_subject, "code"),
            expected=expected,
        )

    def _is_error(self, entry: AcceptanceEntry, check: Check | None) -> bool:
        """Return whether what is accepted is an error: as it was found for its subjects, or else for others.

        Where nothing was found a check says it of itself (`severity`, `may_warn`). Of a code that others give
        nobody can say: a number out of its range, for instance, is an error or a warning.
        """
        standing = self.report.of(entry.code)
        problems = [
            problem
            for problem in standing
            if any(hiding._replace(errors=True).covers(problem, hiding.scenario) for hiding in entry.hides)
        ]
        if problems or (standing and (check is None or not check.may_warn)):
            return all(problem.severity is Severity.ERROR for problem in problems or standing)
        return check is not None and check.severity is Severity.ERROR and not check.may_warn

    def _too_wide(self, entry: AcceptanceEntry) -> list[Diagnostic]:
        """Return an entry that names no subject, though the diagnostics have one."""
        if entry.subjects:
            return []
        problems = [problem for hiding in entry.hides for problem in self.hidden_problems.get(hiding, ())]
        about = self._subjects(problems if entry.rule else self.report.of(entry.code))
        if not about or (problems and not entry.rule):
            return []
        names = about if len(about) <= MAX_LISTED else [*about[:MAX_LISTED], "…"]
        return [
            self._problem(
                "GEN045",
                f"{_speaker(entry)} {entry.code} without naming a subject"
                + (f", and hides it for {name_list(about)}" if entry.rule else ""),
                entry.entry_subject,
                expected="the subjects under `for`: a mistake about others is still to be seen",
                hint=f"write `{{code: {entry.code}, for: [{', '.join(names)}]"
                + ("" if entry.rule else ", reason: …")
                + "}`, with those that are meant",
                severity=Severity.WARNING,
            )
        ]

    def _idle(self, entry: AcceptanceEntry) -> Iterator[Diagnostic]:
        """Yield subjects that the code is not found for any more."""
        if not self.whole or (entry.code in self.checks and entry.code not in self.ran):
            return
        scenario, span = self.battle.scenario(entry.scenario or ""), self.battle.span(*entry.entry_subject)
        if scenario is not None and span is not None and span.file in scenario.bases:
            return  # taken over with the rest of another scenario, where it is judged
        for hiding in entry.hides:
            if hiding in self.unused_entries:
                others = self._subjects(self.report.of(entry.code))
                yield self._problem(
                    "GEN044",
                    f"{_speaker(entry)} {entry.code}"
                    + (f" for `{hiding.subject}`" if hiding.subject else "")
                    + ", but there is nothing to hide",
                    (*entry.entry_subject, "for") if entry.subjects else entry.entry_subject,
                    expected="entries for what is still found",
                    hint=f"it is found for {name_list(others)}" if others else "take the entry out",
                    severity=Severity.WARNING,
                )

    def _subjects(self, problems: Iterable[Diagnostic]) -> list[str]:
        """Return how an author names the subjects of diagnostics."""
        return [name for name in dict.fromkeys(name_of(self.battle, problem) for problem in problems) if name]

    def _problem(
        self,
        code: str,
        message: str,
        entry_subject: Subject,
        *,
        expected: str,
        hint: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> Diagnostic:
        return Diagnostic(
            code, severity, message, self.battle.span(*entry_subject), expected=expected, hint=hint
        )


def _speaker(entry: AcceptanceEntry) -> str:
    """Return who hides, with the verb."""
    if entry.rule is not None:
        return f"special rule `{entry.rule.id}` allows"
    return f"scenario `{entry.scenario}` accepts" if entry.scenario is not None else "the battle accepts"


def _is_documented(code: str) -> bool:
    import jdgtools.model.docs
    import jdgtools.model.docs_gis  # noqa: F401 - both register the documents of REF, MAP and GEN

    return find(code) is not None and code == code.strip().upper()


def _near(name: str, names: Collection[str]) -> str | None:
    from difflib import get_close_matches  # slow import, needed for mistakes only

    names_by_fold = {each.casefold(): each for each in sorted(names)}
    near = get_close_matches(name.casefold(), list(names_by_fold), n=2, cutoff=0.7)
    return f"did you mean {' or '.join(f'`{names_by_fold[n]}`' for n in near)}?" if near else None
