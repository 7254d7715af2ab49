"""What a battle allows and accepts: the entries of its source that hide diagnostics.

A special rule `allows` a diagnostic for the subjects that it names: a printed rule makes the thing legal.
`accepts` says that the author lives with a warning. Nothing else hides a diagnostic. What is wrong with the
entries themselves is said by `acceptance_problems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import structs

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report, Suppression
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.model.scenario import Acceptance, Scenario, SpecialRule
from jdgtools.model.subject_spans import subjects_around
from jdgtools.model.subject_words import describe
from jdgtools.source.span import Span

NEVER = ("GEN012", "GEN041", "GEN042", "GEN043", "GEN044", "GEN045", "GEN046", "GEN196")
"""Codes that nothing hides: the check is not whole, an entry here is wrong, or others stand behind it."""
_PIECES = ("unit", "leader")


class AcceptanceEntry(NamedTuple):
    """One entry of `allows` or `accepts` with all that it hides."""

    code: str
    subjects: tuple[str, ...]
    entry_subject: Subject
    scenario: str | None
    """Id of the scenario that it stands in; None = battle.yaml."""
    rule: SpecialRule | None
    """The rule that allows; None = the author accepts."""
    hides: tuple[Suppression, ...]
    """One for each subject."""


def entries_of(battle: Battle) -> list[AcceptanceEntry]:
    """Return the entries in the order of the source: battle.yaml, then the scenarios."""
    entries = [
        *_entries_of_accepts(battle, battle.accepts, None),
        *_entries_of_rules(battle, battle.special_rules, None),
    ]
    for scenario in battle.scenarios:
        rules = [rule for rule in scenario.special_rules if not rule.of_battle]
        entries += [
            *_entries_of_accepts(battle, scenario.accepts, scenario),
            *_entries_of_rules(battle, rules, scenario),
        ]
    return entries


def hide(report: Report, entries: Iterable[AcceptanceEntry]) -> None:
    """Let a report hide what the entries cover."""
    for entry in entries:
        for hiding in entry.hides if entry.code not in NEVER else ():
            report.suppress_by(hiding)


def _entries_of_accepts(
    battle: Battle, accepts: Iterable[Acceptance], scenario: Scenario | None
) -> Iterator[AcceptanceEntry]:
    owner: Subject = ("battle",) if scenario is None else ("scenario", scenario.id)
    for item in accepts:
        entry_subject = (*owner, "accepts", item.key)
        yield _entry(battle, item.code, item.subjects, entry_subject, scenario, None, item.reason)


def _entries_of_rules(
    battle: Battle, rules: Iterable[SpecialRule], scenario: Scenario | None
) -> Iterator[AcceptanceEntry]:
    for rule in rules:
        reason = rule.text.get(battle.language) or rule.title.get(battle.language) or rule.id
        for item in rule.allows:
            entry_subject = (*rule.subject(scenario.id if scenario else ""), "allows", item.key)
            yield _entry(battle, item.code, item.subjects, entry_subject, scenario, rule, reason)


def _entry(
    battle: Battle,
    code: str,
    subjects: tuple[str, ...],
    entry_subject: Subject,
    scenario: Scenario | None,
    rule: SpecialRule | None,
    reason: str,
) -> AcceptanceEntry:
    """Return an entry; without subjects a rule hides all of its code, an acceptance what names nobody."""
    span, scenario_id = battle.span(*entry_subject), scenario.id if scenario else None
    by = f"special rule `{rule.id}`" if rule else "accepts"
    none: tuple[str | None, ...] = (None,) if rule else ("",)
    hides = tuple(
        Suppression(code, s, reason, by, span, _names(battle, s or ""), scenario_id, rule is not None)
        for s in (subjects or none)
    )
    return AcceptanceEntry(code, subjects, entry_subject, scenario_id, rule, hides)


def _names(battle: Battle, subject: str) -> frozenset[str]:
    """Return how diagnostics may call what an author calls `unit fr-17`.

    A piece is meant wherever it stands.
    """
    kind, _, name = " ".join(subject.replace("`", "").split()).rpartition(" ")
    if not kind:
        return frozenset((name,))
    names = {f"{kind} `{name}`"}
    names |= {f"{kind} `{name}` in scenario `{scenario.id}`" for scenario in battle.scenarios}
    if kind in _PIECES:
        for scenario in battle.scenarios:
            names.add(describe(("placement", scenario.id, name)))
            names.add(describe(("arrival-piece", scenario.id, name)))
    if kind == "chart":
        names |= {describe(("override", o.key)) for o in battle.overrides if o.chart == name}
    return frozenset(names)


def name_of(battle: Battle, problem: Diagnostic) -> str:
    """Return how an author names the subject of a diagnostic: "unit fr-17"; '' when it has none."""
    plain = (problem.subject or "").partition(" in scenario `")[0].replace("`", "")
    kind, _, name = plain.rpartition(" ")
    if kind in ("placement of", "reinforcement"):
        if battle.unit(name) is not None:
            return f"unit {name}"
        if battle.leader(name) is not None:
            return f"leader {name}"
    return plain


def with_subject(battle: Battle, report: Report) -> None:
    """Name the subject of each warning that has a place but no subject, so that it can be accepted."""
    nameless = [
        p for p in report.standing if p.subject is None and p.span and p.severity is not Severity.ERROR
    ]
    if not nameless:
        return
    subjects: dict[Span, Subject] = {}
    for subject, span in battle.spans.items():
        if subject[0] not in ("file", "strings"):
            subjects.setdefault(span, subject)
    spans = [problem.span for problem in nameless if problem.span is not None]
    owners = {**subjects_around({subject: span for span, subject in subjects.items()}, spans), **subjects}
    for problem in nameless:
        owner = owners.get(problem.span) if problem.span is not None else None
        if owner is not None:
            report.replace(problem, structs.replace(problem, subject=describe(owner)))
