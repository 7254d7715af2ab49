"""Runs every case of the check folders."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from jdgtools.checks.generic import GENERIC, STRICT
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading import load
from jdgtools.source.span import Span
from tests.checks.cases import Case, all_cases, base_folder, line, run, unexpected, words, words_of_folder

CASES = all_cases()

TWO_FACTS = {
    ("AFE007", "AFE008"): "a number that is missing, and another that does not fit the units",
    ("AFE011", "GEN047"): "totals without a result, and a value of the rules",
    ("AFE023", "AFE024"): "no unit of his in play at all, and none in his hex",
    ("AFE040", "GEN091"): "ratings, and use in scenarios",
    ("AFE070", "AFE074"): "command, and contact",
    ("AFE072", "AFE074"): "way to the rout edge, and contact",
    ("GEN062", "JDG014"): "letters of a name, and where the file lies",
    ("GEN073", "JDG096"): "whose entry it is, and who enters in the same hex",
    ("GEN086", "MPB011"): "strength against men, and strength of cavalry",
    ("GEN095", "GEN141"): "what the levels leave out, and a lead that nobody can get",
    ("GEN141", "MPB109"): "the same in Musket & Pike",
    ("GEN104", "GEN229"): "a short name that another unit has, and one that does not fit its own unit",
    ("GEN212", "JDG096"): "at whose rear an entry lies, and who enters beside it",
    ("GEN228", "GEN231"): "numbers in two languages, and names of two commands",
    ("JDG030", "JDG041"): "demoralisation, and command",
    ("JDG030", "JDG076"): "demoralisation, and facing",
    ("JDG042", "JDG057"): "hexes without terrain, and a farm of a scenario on one of them",
    ("JDG061", "JDG069"): "arms in one hex, and states in one hex",
    ("JDG061", "JDG070"): "arms in one hex, and who could rally there",
    ("JDG074", "JDG085"): "rally over the limit, and a state that no rule explains",
    ("JDG082", "JDG085"): "square in disorder, and a state that no rule explains",
    ("JDG089", "JDG090"): "contact, and disorder in contact at night",
    ("JDG089", "JDG094"): "contact with units on the map, and with those that enter",
    ("MAP085", "MAP094"): "letters that are too small on a paper, and names that have no room there",
    ("MPB032", "MPB052"): "no unit of his wing, and no unit at all beside him",
    ("MPB034", "MPB050"): "command, and ground",
    ("MPB034", "MPB054"): "command, and contact",
    ("MPB050", "MPB051"): "ground of one half, and the bridge under the other",
    ("MPB050", "MPB054"): "ground, and contact",
}
"""Codes that may stand at exactly one place: about what the first speaks, and about what the second. Any
other two would say one thing twice; `Check.same_as` tells which of them stands."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    found = run(case, tmp_path)
    assert unexpected(case, found) == []
    assert repeated(found) == []
    problems = [d for d in found if d.code == case.code]
    mine = [line(d, tmp_path) for d in problems]
    if case.path.stem.startswith("ok"):
        assert mine == []
    else:
        assert mine, "a bad case must give its code"
        assert mine == case.content["expect"]
        whole = words_of_folder(case.code).get(case.path.stem)
        assert words(problems, tmp_path) == whole, f"python -m tests.checks.update {case.code}"


def repeated(problems: list[Diagnostic]) -> list[tuple[str, str]]:
    """Return pairs of codes at one place that nobody has declared to be two facts."""
    places: dict[Span, set[str]] = {}
    for problem in problems:
        if problem.span is not None:
            places.setdefault(problem.span, set()).add(problem.code)
    return [
        pair for codes in places.values() for pair in combinations(sorted(codes), 2) if pair not in TWO_FACTS
    ]


def test_the_codes_of_two_facts_have_cases() -> None:
    names = {case.code for case in CASES}
    assert all(set(pair) <= names for pair in TWO_FACTS)


def test_a_check_of_errors_says_whether_it_may_warn() -> None:
    """What may be a warning may be accepted; an acceptance that has nothing to hide any more is no error."""
    checks = {check.code: check for check in (*GENERIC, *STRICT)}
    for name in ("teaching-jdg", "teaching-afe", "teaching-mpbs"):
        series = load(base_folder(name)).series
        assert series is not None
        checks |= {check.code: check for check in series.checks}
    expected = {case.code: set[str]() for case in CASES}
    for case in CASES:
        expected[case.code].update(said.split(" ")[1] for said in case.content.get("expect", ()))
    warning = {code for code, grades in expected.items() if "warning" in grades and code in checks}
    graded = {code for code in warning if checks[code].severity is Severity.ERROR}
    assert graded == {code for code, check in checks.items() if check.may_warn}


@pytest.mark.parametrize("name", ["GEN093/bad", "JDG124/bad-blank"])
def test_an_empty_value_is_reported_once(name: str, tmp_path: Path) -> None:
    """What a check says of an empty value is said at its place or at its key; SCH012 is silent there."""
    case = next(case for case in CASES if case.name == name)
    assert {problem.code for problem in run(case, tmp_path)} & {case.code, "SCH012"} == {case.code}
