from __future__ import annotations

import json

import pytest

from jdgtools import __version__
from jdgtools.diagnostics import Diagnostic, RelatedSpan, Report, Severity
from jdgtools.diagnostics.formats import FORMATS, render
from jdgtools.source import Span

LINES = {
    "b/oob.csv": ["id,arm,n", "2/IX,inf,2,4,,3"],
    "b/tab.yaml": ["\tname:\t日本 e\u0301x", "x" * 300 + "HERE" + "y" * 300, "a\x1b[2Jb"],
}


def span(file: str, line: int, col: int, size: int = 1, column: str | None = None) -> Span:
    return Span(file, line, col, line, col + size, column)


FULL = Diagnostic(
    "JDG021",
    Severity.ERROR,
    "unit `2/IX` has two steps and no reduced strength",
    span("b/oob.csv", 2, 14, 1, "back"),
    "nothing",
    "a whole number 0 to 20",
    "print the back",
    ("JDG-5.1.1-a", "JDG-5.2"),
    "unit 2/IX",
    (RelatedSpan(span("b/scenario.yaml", 31, 5), "placed here"),),
)


def text(*problems: Diagnostic) -> list[str]:
    return render(Report(problems), LINES.get).splitlines()


@pytest.mark.parametrize("style", ["text", "github", "sarif"])
def test_a_very_long_value_is_cut_in_its_middle(style: str):
    """Whoever pastes a page into a cell reads where it is, not the page; programs get all of it."""
    value = "a" * 400 + "b" * 400
    problem = Diagnostic(
        "GEN001", Severity.ERROR, f"`{value}` is no `strength`", hint=f"did you mean `{value}`?"
    )
    shown = render(Report([problem]), LINES.get, style)
    assert shown.count(f"`{'a' * 60}…{'b' * 60}` (800 characters)") == 2
    assert value not in shown and "is no `strength`" in shown
    assert value in render(Report([problem]), LINES.get, "json")


def test_a_value_that_is_not_so_long_is_shown_whole():
    problem = Diagnostic("GEN001", Severity.ERROR, f"`{'a' * 120}` is no `{'b' * 120}`")
    assert "…" not in "".join(text(problem))


def test_text_shows_place_line_caret_rule_and_hint():
    assert text(FULL) == [
        "b/oob.csv:2:14: error JDG021: unit `2/IX` has two steps and no reduced strength",
        "    2 | 2/IX,inf,2,4,,3",
        "      |              ^ column `back`: expected a whole number 0 to 20",
        "   see: b/scenario.yaml:31:5: placed here",
        "   hint: print the back",
        "   rule: JDG-5.1.1-a, JDG-5.2   more: jdg explain JDG021",
        "",
        "1 error",
    ]


def caret(line: int, col: int, size: int = 1) -> tuple[str, str]:
    shown = text(Diagnostic("SRC001", Severity.WARNING, "m", span("b/tab.yaml", line, col, size)))
    return shown[1][8:], shown[2][8:]


def test_tabs_wide_and_combining_characters_do_not_move_the_caret():
    source, below = caret(1, 8, 2)
    assert source == "    name:    日本 e\u0301x"
    assert below == " " * 13 + "^^^^"
    assert caret(1, 13)[1] == " " * 19 + "^"


def test_long_lines_are_cut_round_the_caret():
    source, below = caret(2, 301, 4)
    assert len(source) == 100 and source[0] == source[-1] == "…"
    assert source[below.index("^") : below.index("^") + 4] == "HERE" and below.count("^") == 4
    assert caret(2, 1)[0].startswith("xxx") and caret(2, 605)[0].endswith("yyy")


def test_nothing_steers_the_terminal():
    shown = "\n".join(
        text(Diagnostic("SRC001", Severity.INFO, "a\x1b[2J\u202eb\nc", span("b/tab.yaml", 3, 2)))
    )
    assert "\x1b" not in shown and "\u202e" not in shown and shown.count("\ufffd") == 3


def test_long_expectations_stand_below():
    shown = text(
        Diagnostic("SRC001", Severity.ERROR, "m", span("b/oob.csv", 1, 1), None, "one of " + "`a`, " * 20)
    )
    assert shown[2].endswith("| ^") and shown[3].startswith("   expected one of `a`")


def test_without_source_line_the_expectation_is_kept():
    sheet = Diagnostic("SCH003", Severity.ERROR, "m", span("b/oob.xlsx", 14, 28, 1, "n"), "x", "a number")
    assert text(sheet)[1] == "   cell AB14: column `n`: expected a number"
    nowhere = Diagnostic("SCH003", Severity.ERROR, "m", None, None, "a number")
    assert text(nowhere)[:2] == ["error SCH003: m", "   expected a number"]


@pytest.mark.parametrize(
    ("severities", "line"),
    [
        ("", "no problems found"),
        ("EEW", "2 errors, 1 warning"),
        ("WWI", "2 warnings, 1 info"),
        ("E", "1 error"),
    ],
)
def test_count_line(severities: str, line: str):
    by = {one.name[0]: one for one in Severity}
    problems = [Diagnostic("SRC001", by[letter], f"m{n}") for n, letter in enumerate(severities)]
    assert text(*problems)[-1] == line
    assert render(Report(problems, [("SRC001", None, "known")]), LINES.get).endswith(
        f"no problems found ({len(problems)} accepted)\n" if problems else "no problems found\n"
    )


def test_json_has_every_field():
    data = json.loads(render(Report([FULL], [("SRC001", None, "known")]), LINES.get, "json"))
    assert data["version"] == 2 and data["more"] == [] and data["suppressed"] == []
    assert data["counts"] == {"errors": 1, "warnings": 0, "infos": 0, "suppressed": 0}
    assert data["diagnostics"] == [
        {
            "id": FULL.id,
            "code": "JDG021",
            "severity": "error",
            "message": FULL.message,
            "span": {
                "file": "b/oob.csv",
                "line": 2,
                "col": 14,
                "end_line": 2,
                "end_col": 15,
                "column": "back",
            },
            "found": "nothing",
            "expected": "a whole number 0 to 20",
            "hint": "print the back",
            "rules": ["JDG-5.1.1-a", "JDG-5.2"],
            "subject": "unit 2/IX",
            "related": [
                {
                    "span": {
                        "file": "b/scenario.yaml",
                        "line": 31,
                        "col": 5,
                        "end_line": 31,
                        "end_col": 6,
                        "column": None,
                    },
                    "message": "placed here",
                }
            ],
            "count": 1,
            "places": [],
        }
    ]


def test_sarif_has_the_essential_structure():
    hidden = Diagnostic("SRC012", Severity.WARNING, "twice", span("b/é #1.yaml", 3, 1, 0))
    log = json.loads(render(Report([FULL, hidden], [("SRC012", None, "known")]), LINES.get, "sarif"))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("jdgtools", __version__)
    assert [rule["id"] for rule in driver["rules"]] == ["JDG021", "SRC012"]
    assert driver["rules"][1]["name"] == "DuplicateKey" and run["columnKind"] == "unicodeCodePoints"
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("JDG021", 0, "error")
    assert first["message"]["text"].splitlines() == [
        FULL.message,
        "Expected: a whole number 0 to 20",
        "Hint: print the back",
        "Rule: JDG-5.1.1-a, JDG-5.2",
    ]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "b/oob.csv"}
    assert place["region"] == {"startLine": 2, "startColumn": 14, "endLine": 2, "endColumn": 15}
    assert first["relatedLocations"][0]["message"] == {"text": "placed here"}
    assert first["partialFingerprints"] == {"jdgtools/v1": FULL.fingerprint}
    assert "suppressions" not in first
    assert second["level"] == "warning"
    assert second["suppressions"] == [{"kind": "external", "justification": "known"}]
    place = second["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "b/%C3%A9%20%231.yaml"},
        "region": {"startLine": 3, "startColumn": 1},
    }


def test_github_escapes_values_and_separators():
    odd = Diagnostic("SRC012", Severity.INFO, "50% of\nit: a,b", span("b/a,b:c%.yaml", 3, 4, 2), hint="x")
    assert render(Report([odd]), LINES.get, "github") == (
        "::notice file=b/a%2Cb%3Ac%25.yaml,line=3,endLine=3,col=4,endColumn=6,title=SRC012 duplicate-key"
        "::50%25 of%0Ait: a,b%0AHint: x\n"
    )
    assert render(Report(), LINES.get, "github") == ""


def test_unknown_format_is_a_misuse():
    assert FORMATS == ("text", "json", "sarif", "github")
    with pytest.raises(ValueError, match="unknown format 'xml'"):
        render(Report(), LINES.get, "xml")


def test_the_extract_of_a_line_of_megabytes_shows_the_neighbourhood():
    line = "x" * 500_000 + "HERE" + "y" * 500_000
    odd = Diagnostic("SRC012", Severity.ERROR, "odd", span("b/a.yaml", 1, 500_001, 4))
    shown = render(Report([odd]), {"b/a.yaml": [line]}.get, "text").splitlines()
    assert shown[1].startswith("    1 | …xxx") and shown[1].endswith("y…") and len(shown[1]) < 120
    assert shown[1].index("HERE") == shown[2].index("^^^^")


def test_a_flood_of_one_code_does_not_hide_the_others():
    flood = [
        Diagnostic("SRC012", Severity.WARNING, f"odd {n}", span("b/a.yaml", n, 1, 1)) for n in range(1, 31)
    ]
    other = Diagnostic("SRC013", Severity.ERROR, "other", span("b/a.yaml", 29, 1, 1))
    shown = render(Report([*flood, other]), LINES.get, "text")
    assert shown.count("warning SRC012: odd") == 10 and "error SRC013: other" in shown
    assert "b/a.yaml: 20 more of warning SRC012 (lines 11 to 30); `--format json` lists them" in shown
    assert shown.endswith("1 error, 30 warnings\n")
    assert render(Report(flood[:20]), LINES.get, "text").count("odd") == 20
    assert render(Report([*flood, other]), LINES.get, "json").count("SRC012") >= 30


def test_what_says_the_same_again_is_told_by_its_places():
    same = [
        Diagnostic("REF001", Severity.ERROR, "unknown side", span("b/a.yaml", n, 1, 1)) for n in range(1, 8)
    ]
    other = Diagnostic("REF001", Severity.ERROR, "unknown formation", span("b/a.yaml", 9, 1, 1))
    more = Diagnostic("REF001", Severity.ERROR, "unknown side", span("b/b.yaml", 5, 1, 1))
    shown = render(Report([*same, other, more]), LINES.get, "text")
    assert shown.count("unknown side") == 2 and shown.count("unknown formation") == 1
    assert "   the same at 6 more places: b/a.yaml:3, 4, 5, 6, 7; b/b.yaml:5" in shown
    assert shown.endswith("9 errors\n")
    assert render(Report(same[:4]), LINES.get, "text").count("unknown side") == 4
    assert render(Report([*same, other, more]), LINES.get, "json").count("unknown side") == 1


def bulk_of(count: int) -> Report:
    """Many faults of one code with words of their own, one group of equal ones, and one other fault."""
    own = [Diagnostic("SRC012", Severity.ERROR, f"odd {n}", span("b/a.yaml", n, 1)) for n in range(1, count)]
    same = [
        Diagnostic("REF001", Severity.WARNING, "unknown side", span("b/b.yaml", n, 1), subject=f"unit u{n}")
        for n in range(1, count)
    ]
    return Report([*own, *same, FULL])


def test_json_in_bulk_tells_two_hundred_of_a_code_and_counts_all():
    data = json.loads(render(bulk_of(1001), LINES.get, "json"))
    codes = [one["code"] for one in data["diagnostics"]]
    assert (codes.count("SRC012"), codes.count("REF001"), codes.count("JDG021")) == (200, 1, 1)
    assert data["more"] == [{"code": "SRC012", "severity": "error", "count": 800}]
    assert data["counts"] == {"errors": 1001, "warnings": 1000, "infos": 0, "suppressed": 0}
    group = next(one for one in data["diagnostics"] if one["code"] == "REF001")
    assert group["count"] == len(group["places"]) == 1000
    assert group["places"][999]["span"]["line"] == 1000 and group["places"][999]["subject"] == "unit u1000"
    told = sum(one["count"] for one in data["diagnostics"]) + sum(one["count"] for one in data["more"])
    assert told == 2001


def test_sarif_in_bulk_tells_two_hundred_of_a_code_and_counts_all():
    (run,) = json.loads(render(bulk_of(1001), LINES.get, "sarif"))["runs"]
    codes = [one["ruleId"] for one in run["results"]]
    assert (codes.count("SRC012"), codes.count("REF001")) == (200, 1)
    assert run["properties"] == {"more": [{"code": "SRC012", "level": "error", "count": 800}]}
    group = next(one for one in run["results"] if one["ruleId"] == "REF001")
    assert group["occurrenceCount"] == len(group["locations"]) == 1000
    assert len(group["properties"]["subjects"]) == 1000


def test_text_and_annotations_in_bulk_count_all():
    shown = render(bulk_of(1001), LINES.get, "text")
    assert "b/a.yaml: 190 more of error SRC012 (lines 11 to 200)" in shown
    assert "\nand 800 more of SRC012 (error)\n" in shown
    assert "   the same at 998 more places: b/b.yaml:3, 4, " in shown and " … 1000\n" in shown
    assert shown.endswith("1001 errors, 1000 warnings\n") and len(shown) < 5000
    lines = render(bulk_of(16_001), LINES.get, "github").splitlines()
    assert len(lines) == 200 + 1 + 1 + 1
    assert lines[-1] == "::error title=SRC012 duplicate-key::and 15,800 more of SRC012"
    assert "and 15,800 more of SRC012 (error)" in render(bulk_of(16_001), LINES.get, "text")


def test_what_differs_in_more_than_its_place_is_told_itself():
    same = [
        Diagnostic("REF001", Severity.ERROR, "unknown", span("b/a.yaml", n, 1), hint=f"mean {n}?")
        for n in range(1, 8)
    ]
    assert len(json.loads(render(Report(same), LINES.get, "json"))["diagnostics"]) == 7


def test_of_very_many_further_places_the_first_are_shown():
    many = Diagnostic(
        "JDG102",
        Severity.ERROR,
        "m",
        related=tuple(RelatedSpan(span("b/a.yaml", n, 1), f"`u{n}`") for n in range(1, 17)),
    )
    assert text(many)[-5:-3] == ["   see: b/a.yaml:10:1: `u10`", "   and 6 more places"]
    assert len(json.loads(render(Report([many]), LINES.get, "json"))["diagnostics"][0]["related"]) == 16


NASTY = "b/\udcff\x1b[2J\x9b\u202e%\r\n,:#.yaml"
"""A path as the system gives it for a name that is not UTF-8, with all that can do harm."""


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_passes_on_what_steers_or_cannot_be_encoded(name: str):
    odd = Diagnostic(
        "SRC001", Severity.ERROR, f"`{NASTY}` is odd", span(NASTY, 1, 1), NASTY, NASTY, NASTY, (), NASTY,
        (RelatedSpan(span(NASTY, 1, 1), NASTY),),
    )  # fmt: skip
    same = [Diagnostic("SRC002", Severity.ERROR, NASTY, span(NASTY, n, 1)) for n in range(1, 10)]
    found = render(Report([odd, *same]), lambda file: [NASTY], name)
    assert not any(char != "\n" and not char.isprintable() for char in found)
    found.encode("utf-8")
    if name in ("json", "sarif"):
        data = json.loads(found)
    if name == "json":
        assert data["diagnostics"][0]["span"]["file"] == NASTY
    if name == "sarif":
        place = data["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place["uri"] == "b/%FF%1B%5B2J%C2%9B%E2%80%AE%25%0D%0A%2C%3A%23.yaml"
    if name == "github":
        assert found.count("\n") == 2 + 1 + 0 * len(same) - 1 and ",:#" not in found.split("::")[1]


def test_what_stands_between_two_names_is_none():
    words = " it goes on and on " * 10
    problem = Diagnostic("GEN001", Severity.ERROR, f"`a` says:{words}`b` says nothing")
    assert f"`a` says:{words}`b` says nothing" in render(Report([problem]), LINES.get, "text")
