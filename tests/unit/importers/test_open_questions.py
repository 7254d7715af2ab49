"""After an import with a series the check asks a dozen questions, not hundreds, and each can be answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.importers.assistant import advise
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check, load
from jdgtools.loading.open_questions import QUESTIONS_FILE, join_questions
from jdgtools.source.span import Span
from tests.tools.habits_answers import answer, name_shapes
from tests.tools.habits_module import habits_module, units


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The habits module, converted with all answers that the assistant asks for."""
    folder = tmp_path_factory.mktemp("questions")
    habits_module(saves=4).write(folder / "m.vmod")
    first = advise(folder / "m.vmod", ImportOptions(series="jdg"))
    write_project(folder / "a", first.files)
    name_shapes(folder / "a", units())

    second = advise(folder / "m.vmod", ImportOptions(series="jdg", rules=folder / "a" / "rules.yaml"), answer)
    write_project(folder / "b", second.files)
    options = ImportOptions(series="jdg", rules=folder / "b" / "rules.yaml")
    write_project(folder / "p", import_module(folder / "m.vmod", options).files)
    return folder / "p"


def errors(project: Path) -> list[Diagnostic]:
    return [p for p in check(project).report if p.severity is Severity.ERROR]


def test_under_twenty_errors_and_every_one_is_a_question(project: Path) -> None:
    problems = errors(project)
    assert 0 < len(problems) < 20
    asked = [p for p in problems if p.code == "GEN195"]
    assert asked and all(p.span and p.hint and p.related and "more like it" in p.message for p in asked)
    # What the module says is in the project: no question is about it.
    assert not any("no cohesion on its ordered side" in p.message for p in problems)
    assert not any("no type" in p.message or "no nationality" in p.message for p in problems)


def test_an_answer_for_all_closes_its_question(project: Path) -> None:
    battle = project / "battle.yaml"
    before = battle.read_text(encoding="utf-8")
    open_before = {p.message for p in errors(project)}
    try:
        battle.write_text(
            before + "defaults: {back: {strength: -1, cohesion: -1, movement: 0}}\n", encoding="utf-8"
        )
        closed = open_before - {p.message for p in errors(project)}
    finally:
        battle.write_text(before, encoding="utf-8")
    assert len(closed) == 3 and all("on its disordered side" in message for message in closed)


def test_without_the_file_every_place_is_shown(project: Path) -> None:
    file = project / QUESTIONS_FILE
    text = file.read_text(encoding="utf-8")
    assert "`defaults: {back: {" in text and "What the import says" in text
    joined = errors(project)
    file.unlink()
    try:
        every = errors(project)
    finally:
        file.write_text(text, encoding="utf-8")
    assert len(every) > 200 and not any(p.code == "GEN195" for p in every)
    counts = [int(p.message.rpartition("; ")[2].split()[0]) + 1 if p.code == "GEN195" else 1 for p in joined]
    assert sum(counts) == len(every)


def test_messages_of_the_same_words_and_severity_are_joined_with_all_places(
    tmp_path: Path, project: Path
) -> None:
    def problem(n: int, text: str, severity: Severity = Severity.ERROR) -> Diagnostic:
        return Diagnostic("X001", severity, text.format(n), Span("a.csv", n, 1, n, 2))

    problems = [
        *(problem(n, "unit `u{}` has no strength") for n in range(1, 10)),
        *(problem(n, "unit `u{}` has no movement") for n in range(1, 3)),
        *(problem(n, "unit `u{}` has no strength", Severity.WARNING) for n in range(11, 18)),
        *(problem(n, "unit `u{}` has no stripe", Severity.INFO) for n in range(1, 10)),
    ]
    battle = load(project).battle
    assert battle is not None
    report = Report(problems)
    join_questions(report, tmp_path, battle)
    assert len(report) == len(problems)
    (tmp_path / QUESTIONS_FILE).touch()
    join_questions(report, tmp_path, battle)
    (error,), (warning,) = report.of("GEN195"), report.of("GEN196")
    assert error.message == "unit `u1` has no strength; 8 more like it (X001)"
    assert warning.message == "unit `u11` has no strength; 6 more like it (X001)"
    assert (error.severity, warning.severity) == (Severity.ERROR, Severity.WARNING)
    assert [p.span.line for p in error.related] == [*range(2, 10)]
    assert [p.span.line for p in warning.related] == [*range(12, 18)]
    assert error.hint and warning.hint and "{code: X001, reason: WHY}" in warning.hint
    assert len(report.of("X001")) == 11


def test_the_entry_of_the_hint_answers_warnings_alike(project: Path) -> None:
    battle = project / "battle.yaml"
    before = battle.read_text(encoding="utf-8")

    def joined() -> list[Diagnostic]:
        return list(check(project).report.of("GEN196"))

    asked = [p for p in joined() if p.subject or "for: [" in (p.hint or "")]
    assert asked and asked[0].hint
    entry = asked[0].hint.partition("`accepts` ")[2]
    code = asked[0].message.rpartition("(")[2][:-1]
    try:
        battle.write_text(f"{before}accepts:\n  - {entry}\n", encoding="utf-8")
        assert not any(p.message.endswith(f"({code})") for p in joined())
        assert not [p for p in check(project).report if p.code in ("GEN041", "GEN042", "GEN043", "GEN044")]
    finally:
        battle.write_text(before, encoding="utf-8")


def test_a_project_without_rules_has_no_questions(tmp_path: Path) -> None:
    assert QUESTIONS_FILE not in import_module(habits_module(saves=0).data()).files


def test_how_many_names_an_error_holds_makes_no_other_question(tmp_path: Path, project: Path) -> None:
    lists = ("`a` and `b`", "`a`, `b` and `c`", "`d`", "`a`, `b`, `c` and `d`")
    messages = [f"side `french` has 2 commanders ({names}), and none is named" for names in lists]
    messages.append("side `french` has `a` and `b`, and none is named")
    report = Report(
        [Diagnostic("X001", Severity.ERROR, text, Span("a.csv", 1, 1, 1, 2)) for text in messages]
    )
    (tmp_path / QUESTIONS_FILE).touch()
    battle = load(project).battle
    assert battle is not None
    join_questions(report, tmp_path, battle)
    assert sorted(p.code for p in report) == ["GEN195", "X001"]
    assert "3 more like it" in report.of("GEN195")[0].message
