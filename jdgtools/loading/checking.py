"""The checks of a battle: those of every series, those of its own, what the battle accepts of them.

`check` is what `jdg check` does: it loads the battle (`load`), has the checks find what is wrong in the
model, and makes the last report of both: without what the battle accepts, without what was said before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.loading.battle import load, message_of_waiting, why_so_many
from jdgtools.loading.echoes import FaultySubjects, drop_empty_values
from jdgtools.loading.loaded_battle import Loaded
from jdgtools.loading.open_questions import join_questions
from jdgtools.loading.shifted_rows import join_shifted_rows

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.checks.base import Check
    from jdgtools.checks.run import CheckResult
    from jdgtools.diagnostics.report import Report
    from jdgtools.model.battle import Battle
    from jdgtools.model.scenario import Scenario
    from jdgtools.source.project import Buffers

MAX_ERRORS_BEFORE_RULES = 10_000
"""Errors in the files beyond which the rules wait: nobody reads more, and most findings would be echoes."""


def check(
    path: Path | str,
    strict_charts: bool = False,
    cache: Cache | None = None,
    buffers: Buffers | None = None,
) -> Loaded:
    """Read a battle project and run every check over it.

    Args:
        path: project folder, or its battle.yaml.
        strict_charts: warn where a scenario relies on house values of the charts.
        cache: as for `load`.
        buffers: as for `load`.
    """
    from jdgtools.checks.acceptance import entries_of, hide, with_subject
    from jdgtools.checks.acceptance_problems import acceptance_problems
    from jdgtools.checks.generic import GENERIC, STRICT
    from jdgtools.checks.run import drop_repeated, run_checks
    from jdgtools.checks.sides import drop_echoes_of_sides
    from jdgtools.model.inheritance import said_of_heirs

    loaded = load(path, cache, buffers)
    battle, series, charts, report = loaded.battle, loaded.series, loaded.charts, loaded.report
    if battle is None or series is None or charts is None:
        return loaded
    checks = (*GENERIC, *series.checks, *(STRICT if strict_charts else ()))
    results = _run_checks(loaded, checks, cache)
    with_subject(battle, report)
    entries = entries_of(battle)
    hide(report, entries)
    drop_repeated(report, results)
    if results:
        drop_echoes_of_sides(battle, report, results, lambda other: run_checks(other, series, charts, checks))
    report.extend(acceptance_problems(battle, series, entries, report, checks))
    for scenario in battle.scenarios:
        _name_bases(battle, scenario, report)
    if extends := {s.id: s.extends for s in battle.scenarios if s.extends is not None}:
        of_battle = [p for p in report.standing if report.scenarios_of(p) == {None}]
        report.drop(said_of_heirs(of_battle, extends))
    join_shifted_rows(report, loaded.sources)
    join_questions(report, loaded.folder, battle)
    return loaded


def _name_bases(battle: Battle, scenario: Scenario, report: Report) -> None:
    """Say of inherited lines through which scenario they came, and nothing that is said of its base."""
    if scenario.extends is None:
        return
    from jdgtools.model.inheritance import SaidOfBases, with_scenario

    alone = [p for p in report.found_in(scenario.id) if report.scenarios_of(p) == {scenario.id}]
    if not alone:
        return
    names, base = [scenario.id], battle.scenario(scenario.extends)
    while base is not None and base.id not in names:
        names.append(base.id)
        base = battle.scenario(base.extends or "")
    of_bases = SaidOfBases((p for name in names[1:] for p in report.found_in(name)), names, battle.spans)
    through = battle.span("scenario", scenario.id, "extends")
    for problem in alone:
        if of_bases.repeats(problem):
            report.drop([problem])
        elif (better := with_scenario(problem, scenario, through)) is not problem:
            report.replace(problem, better)


def _run_checks(loaded: Loaded, checks: tuple[Check, ...], cache: Cache | None) -> list[CheckResult]:
    """Run checks; the report gets what they find, and the answers are returned."""
    from jdgtools.appearance.counters import counter_problems
    from jdgtools.appearance.lettering import lettering_problems
    from jdgtools.appearance.likeness import likeness_problems
    from jdgtools.checks.run import guard_step, run_checks

    battle, series, charts, report = loaded.battle, loaded.series, loaded.charts, loaded.report
    if battle is None or series is None or charts is None:
        return []
    results: list[CheckResult] = []
    if (why := _why_rules_wait(loaded)) is not None:
        report.add(message_of_waiting("the rules of the series", *why, battle.span("file")))
        if report.counts.errors > MAX_ERRORS_BEFORE_RULES:
            report.extend(loaded.out_of_range)
            return []
    else:
        faulty = FaultySubjects(battle, report, loaded.faulty)
        results = run_checks(battle, series, charts, checks, faulty)
        for result in results:
            report.add(result.problem, result.scenario)
        drop_empty_values(report, [result.problem for result in results])
    # What a rule of the series has said of a counter's picture is not said again.
    problem_spans = {result.problem.span for result in results}
    pictures = [*guard_step("the check of colours", battle, series, lambda: likeness_problems(battle))]
    pictures += guard_step(
        "the check of pictures and letters",
        battle,
        series,
        lambda: [*counter_problems(battle, loaded.folder, cache, problem_spans), *lettering_problems(battle)],
    )
    others = [*loaded.out_of_range, *pictures]
    report.extend(problem for problem in others if problem.span not in problem_spans)
    return results


def _why_rules_wait(loaded: Loaded) -> tuple[str, str] | None:
    """Return why the rules cannot be judged yet and what to mend first; None = they can."""
    # Rules judged without half of the counters or the map would only repeat that it is missing.
    if loaded.unread:
        return f"{' and '.join(f'`{name}`' for name in loaded.unread)} could not be read", "that file"
    if loaded.report.of("MAP072"):
        return "the hexes do not fit the grid", "that mistake"
    errors = loaded.report.counts.errors
    if errors > MAX_ERRORS_BEFORE_RULES:
        return why_so_many(errors)
    return None
