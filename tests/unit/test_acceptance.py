"""What a battle allows and accepts: hidden for those it names, listed on demand, told when it is idle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools import loading
from jdgtools.building import build
from jdgtools.checks import run
from jdgtools.checks.acceptance import NEVER, AcceptanceEntry, entries_of, hide, with_subject
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.formats import render
from jdgtools.diagnostics.formats.acceptances import accepted_text
from jdgtools.diagnostics.report import Report, Suppression
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.model.scenario import Acceptance
from jdgtools.model.subject_words import describe
from jdgtools.publication import REPORT
from jdgtools.rules import Series
from tests.conftest import Changed

SCENARIOS = Path(__file__).parents[2] / "scenarios"
RULE = "    overrules: [JDG-0.3-j]\n    allows: [{code: JDG085, for: [unit au-39]}]\n"


def _found(report: Report) -> list[tuple[str, str]]:
    return [(problem.code, problem.message) for problem in report]


@pytest.mark.parametrize("name", sorted(p.name for p in SCENARIOS.iterdir() if p.is_dir()))
def test_bundled_battles_name_all_that_they_hide(name: str) -> None:
    report = check(SCENARIOS / name).report
    assert _found(report) == []
    assert report.unused_suppressions == []
    assert all(entry.subject and entry.span and entry.reason for _, entry in report.suppressed_problems)


def test_a_commander_without_capacity_is_not_hidden_with_another(changed: Changed) -> None:
    path = changed("rolica-1808")
    scenario = path / "scenarios" / "historical.yaml"
    said = scenario.read_text(encoding="utf-8")
    scenario.write_text(said.replace("for: [side allied]", "for: [side france]"), encoding="utf-8")
    found = _found(check(path).report)
    assert [code for code, _ in found].count("JDG039") == 1
    assert any(code == "GEN044" and "side france" in message for code, message in found)


def test_a_rule_about_groups_does_not_hide_a_commander_without_orders(changed: Changed) -> None:
    """JDG-2.3.2-b: more groups than orders is meant in this battle, a commander who sends none is not."""
    path = changed("rolica-1808")
    text = (path / "battle.yaml").read_text(encoding="utf-8")
    (path / "battle.yaml").write_text(text.replace("capacity: 4", "capacity: 0"), encoding="utf-8")
    assert any(code == "JDG039" and "`wellesley`" in message for code, message in _found(check(path).report))


def test_one_scenario_does_not_accept_for_another(changed: Changed) -> None:
    accepts = "accepts:\n  - {code: JDG039, for: side allied, reason: He has to choose.}\n"
    path = changed("rolica-1808")
    for name in ("historical", "loison"):
        file = path / "scenarios" / f"{name}.yaml"
        text = file.read_text(encoding="utf-8")
        text = text.replace("    allows: [{code: JDG039, for: [side allied]}]\n", "")
        text = text.replace("without: [", "without: [accepts, ")
        file.write_text(text + (accepts if name == "historical" else ""), encoding="utf-8")
    report = check(path).report
    assert [code for code, _ in _found(report)] == ["JDG039"]
    assert [e.scenario for p, e in report.suppressed_problems if p.code == "JDG039"] == ["historical"]


def test_warnings_of_every_source_can_be_accepted(changed: Changed) -> None:
    path = changed(
        "teaching-jdg", ("battle.yaml", "  - id: morand\n", "  - id: morand\n    blazon: gules, a lyon or\n")
    )
    first = check(path).report
    assert [code for code, _ in _found(first)] == ["GEN017"]
    (problem,) = first
    name = (problem.subject or "").replace("`", "")
    assert name.startswith("command ")
    battle = path / "battle.yaml"
    text = battle.read_text(encoding="utf-8")
    entry = f"accepts:\n  - {{code: GEN017, for: {name}, reason: The herald is asleep.}}\n"
    battle.write_text(text.replace("theme:\n", entry + "theme:\n"), encoding="utf-8")
    second = check(path).report
    assert _found(second) == []
    assert "GEN017" in [p.code for p, _ in second.suppressed_problems]


def test_a_rule_of_the_battle_is_printed_in_every_scenario() -> None:
    battle = check(SCENARIOS / "teaching-mpbs").battle
    assert battle is not None and [rule.id for rule in battle.special_rules] == ["letter-m"]
    assert all(scenario.special_rules[0] == battle.special_rules[0] for scenario in battle.scenarios)


def test_a_scenario_cannot_take_the_id_of_a_rule_of_the_battle(changed: Changed) -> None:
    path = changed("teaching-mpbs")
    file = path / "scenarios" / "battle.yaml"
    again = "special_rules:\n  - {id: letter-m, title: M, text: Another M., overrules: []}\n"
    file.write_text(file.read_text(encoding="utf-8").replace("special_rules:\n", again, 1), encoding="utf-8")
    (problem,) = check(path).report.of("REF021")
    assert problem.related[0].span.file.endswith("teaching-mpbs/battle.yaml")


# --- where it is listed ------------------------------------------------------------------------------


def test_every_output_lists_what_is_hidden(tmp_path: Path) -> None:
    loaded = check(SCENARIOS / "teaching-jdg")
    report = loaded.report
    text = accepted_text(report)
    assert text.startswith(f"accepted: {len(report.suppressed_problems)}\n")
    assert "JDG085" in text and "special rule `young-regiment`" in text and "IR 39 starts" in text
    data = json.loads(render(report, loaded.sources.lines, "json"))
    assert {one["code"] for one in data["suppressed"]} >= {"JDG028", "JDG085", "JDG095", "JDG099"}
    assert {one["by"] for one in data["suppressed"]} >= {"accepts", "special rule `young-regiment`"}
    assert all(one["reason"] and one["at"] and one["by"] for one in data["suppressed"])
    results = json.loads(render(report, loaded.sources.lines, "sarif"))["runs"][0]["results"]
    kinds = {one["kind"] for result in results for one in result["suppressions"]}
    assert kinds == {"inSource"} and len(results) == len(report.suppressed_problems)
    assert all(r["suppressions"][0]["location"]["physicalLocation"] for r in results)
    build(loaded, tmp_path, BuildOptions(only=("package",)))
    accepted = json.loads((tmp_path / REPORT).read_text(encoding="utf-8"))["accepted"]
    assert [one["code"] for one in accepted] == [p.code for p, _ in report.suppressed_problems]
    assert {one["at"].partition(":")[0] for one in accepted} <= {"battle.yaml", "scenarios/battle.yaml"}, (
        "places in the project, wherever it lies"
    )


# --- checks that fail --------------------------------------------------------------------------------


def _raises(ctx: CheckContext) -> Iterator[Finding]:
    yield Finding(("unit", ctx.battle.units[0].id), "found before it failed")
    raise IndexError("list index out of range")


def _check(function: Callable[[CheckContext], Iterator[Finding]]) -> Check:
    return Check("XYZ001", "", "failing", Severity.WARNING, (), "Because.", "a", "b", "battle", function)


def test_a_check_that_fails_does_not_cost_the_others(
    changed: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = changed("teaching-jdg", ("scenarios/battle.yaml", RULE, "    overrules: [JDG-0.3-j]\n"))
    series = check(path).series
    assert series is not None
    monkeypatch.setitem(series.__dict__, "checks", (_check(_raises), *series.checks))
    report = check(path).report
    assert {problem.code for problem in report} == {"GEN041", "XYZ001", "JDG085"}
    (failure,) = report.of("GEN041")
    assert failure.message.startswith("the check XYZ001 failed: IndexError: list index out of range")
    assert failure.severity is Severity.ERROR


def test_the_message_says_whose_defect_it_is() -> None:
    loaded = check(SCENARIOS / "teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    plugin = Series("wall", "tests")
    # The failing function stands in a module below `tests`, as that of a plug-in would.
    for series, words in (
        (plugin, "the series plug-in `wall` (tests)"),
        (loaded.series, "a defect of jdgtools"),
    ):
        answers = run.run_checks(loaded.battle, series, loaded.charts, [_check(_raises)])
        assert words in answers[-1].problem.message


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("jdgtools.appearance.counters", "counter_problems", "the check of pictures and letters"),
        ("jdgtools.appearance.theme", "theme_problems", "the check of the theme"),
        ("jdgtools.appearance.map_art", "map_art_problems", "the check of the map's pictures"),
        ("jdgtools.checks.base", "player_texts", "the check GEN020"),
    ],
)
def test_shared_steps_that_fail_are_diagnostics(
    module: str, name: str, words: str, changed: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> list[Diagnostic]:
        raise RuntimeError("no\nluck")

    monkeypatch.setattr(f"{module}.{name}", fail)
    allowed = "    allows: [{code: AFE049, for: [unit be-aq]}]\n"
    path = changed("teaching-afe", ("scenarios/battle.yaml", allowed, ""))
    report = check(path).report
    assert any(p.message.startswith(f"{words} failed: RuntimeError: no luck") for p in report.of("GEN041"))
    assert report.of("AFE049")


def test_out_of_memory_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(ctx: CheckContext) -> Iterator[Finding]:
        raise MemoryError
        yield

    loaded = check(SCENARIOS / "teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    with pytest.raises(MemoryError):
        run.run_checks(loaded.battle, loaded.series, loaded.charts, [_check(exhausted)])


def test_nothing_is_built_after_a_failure(changed: Changed, tmp_path: Path) -> None:
    loaded = loading.check(SCENARIOS / "teaching-jdg")
    failed = Report([*loaded.report, Diagnostic("GEN041", Severity.ERROR, "the check XYZ001 failed")])
    with pytest.raises(ValueError, match="with errors"):
        build(replace(loaded, report=failed), tmp_path / "out", BuildOptions())


@pytest.mark.parametrize("code", NEVER)
def test_some_codes_are_hidden_by_nothing(code: str) -> None:
    report = Report([Diagnostic(code, Severity.WARNING, "x", subject="unit a")])
    hide(report, [AcceptanceEntry(code, (), ("battle",), None, None, (Suppression(code, None, "why"),))])
    assert [problem.code for problem in report] == [code]


def test_an_acceptance_without_subjects_is_about_what_names_nobody() -> None:
    battle = check(SCENARIOS / "teaching-jdg").battle
    assert battle is not None
    accepting = replace(battle, accepts=(Acceptance("GEN016", (), "why", "0"),))
    (entry,) = (e for e in entries_of(accepting) if e.code == "GEN016")
    report = Report(Diagnostic("GEN016", Severity.WARNING, "x", subject=name) for name in ("unit `a`", None))
    hide(report, [entry])
    assert [problem.subject for problem in report] == ["unit `a`"]


def test_an_acceptance_means_a_piece_and_a_chart_wherever_they_stand() -> None:
    battle = check(SCENARIOS / "teaching-jdg").battle
    assert battle is not None
    accepting = replace(
        battle, accepts=(Acceptance("GEN016", ("unit fr-17", "leader davout", "chart TBL-TEC"), "why", "0"),)
    )
    (entry,) = (e for e in entries_of(accepting) if e.code == "GEN016")
    scenario, override = battle.scenarios[0].id, battle.overrides[0].key
    subjects = [
        ("unit", "fr-17"),
        ("placement", scenario, "fr-17"),
        ("arrival-piece", scenario, "fr-17"),
        ("placement", scenario, "davout"),
        ("arrival-piece", scenario, "davout"),
        ("override", override),
    ]
    others = [("unit", "fr-13l"), ("arrival-piece", scenario, "fr-13l")]
    names = [describe(subject) for subject in (*subjects, *others)]
    report = Report(Diagnostic("GEN016", Severity.WARNING, "x", subject=name) for name in names)
    hide(report, [entry])
    assert sorted(problem.subject or "" for problem in report) == sorted(map(describe, others))


def test_warnings_alone_get_a_subject_from_their_place() -> None:
    battle = check(SCENARIOS / "teaching-jdg").battle
    assert battle is not None
    place = battle.span("unit", "fr-17")
    report = Report(Diagnostic("GEN016", severity, "x", place) for severity in Severity)
    with_subject(battle, report)
    assert {problem.severity: problem.subject for problem in report} == {
        Severity.ERROR: None,
        Severity.WARNING: "unit `fr-17`",
        Severity.INFO: "unit `fr-17`",
    }
