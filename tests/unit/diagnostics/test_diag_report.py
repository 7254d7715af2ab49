from __future__ import annotations

import re
from pathlib import Path

import pytest

import jdgtools
from jdgtools.diagnostics import (
    CodeDoc,
    Diagnostic,
    RelatedSpan,
    Report,
    Severity,
    all_docs,
    find,
    register,
    render_text,
)
from jdgtools.diagnostics.shortening import brief
from jdgtools.source import Span
from jdgtools.source.load import parse_text


def problem(code: str = "SRC001", line: int = 1, **more: object) -> Diagnostic:
    span = Span("b/x.yaml", line, 2, line, 5)
    return Diagnostic(code, more.pop("severity", Severity.ERROR), "found it", span, **more)  # type: ignore[arg-type]


def test_total_order_and_no_duplicates():
    one, two, three = problem(line=10), problem(line=2), problem("SCH001", 10)
    nowhere = Diagnostic("SRC001", Severity.INFO, "no place")
    report = Report([one, two, three, nowhere, problem(line=2)])
    assert list(report) == [nowhere, two, three, one]
    assert list(Report(reversed(list(report)))) == list(report)
    for first in report:
        for second in report:
            assert (first < second) + (second < first) + (first == second) == 1


def test_what_quotes_a_long_text_says_its_beginning_and_end():
    long = "x" * 1_000_000
    report = Report()
    report.add(
        problem(
            found=f"text `{long}`",
            expected=f"not {long}!",
            hint=f"write {long}.",
            subject=f"unit `{long}`",
            related=(RelatedSpan(Span("b/y.yaml", 1, 1, 1, 2), f"first `{long}` here"),),
        )
    )
    [short] = report
    said = [short.found, short.expected, short.hint, short.subject, short.related[0].message]
    name = f"`{'x' * 60}…{'x' * 60}` (1,000,000 characters)"
    assert said == [
        f"text {name}",
        f"not {'x' * 976}…{'x' * 979}! (1,000,005 characters)",
        f"write {'x' * 974}…{'x' * 979}. (1,000,007 characters)",
        f"unit {name}",
        f"first {name} here",
    ]
    again = Report()
    again.add(short)
    assert list(again) == [short]
    report.drop([short])
    assert list(report) == []


def test_a_long_message_is_shortened_and_a_usual_one_is_not():
    one = Diagnostic("SRC001", Severity.ERROR, "a" * 2000)
    other = Diagnostic("SRC001", Severity.ERROR, "b" * 2001)
    first, second = Report([one, other])
    assert first is one
    assert second.message == "b" * 980 + "…" + "b" * 980 + " (2,001 characters)"


def test_a_long_name_is_shortened_once_and_as_the_name_of_a_column_too():
    name = "a" * 90_000
    place = Span("oob.csv", 3, 1, 3, 2, name)
    (long,) = Report([Diagnostic("SRC001", Severity.ERROR, f"unknown column `{name}`", place)])
    short = "a" * 60 + "…" + "a" * 60
    assert long.message == brief(long.message) == f"unknown column `{short}` (90,000 characters)"
    assert long.span == place and long.span.column == short


def test_order_of_equal_places_with_and_without_texts():
    some = [
        problem(hint="a"),
        problem(),
        problem(found="x"),
        problem(related=(RelatedSpan(Span("a", 1, 1, 1, 1), "r"),)),
    ]
    assert list(Report(some)) == list(Report(some[::-1]))


def test_ids_depend_on_content_and_fingerprints_not_on_the_line():
    one, two = problem(line=1), problem(line=2)
    assert one.id == problem(line=1).id != two.id
    assert one.fingerprint == two.fingerprint != problem("SRC002").fingerprint
    assert re.fullmatch("[0-9a-f]{16}", one.id)
    assert one.id == "6f4c41b199219099"


def test_counts_and_suppressions():
    report = Report(
        [
            problem(subject="unit 1"),
            problem(line=2, subject="unit 2"),
            problem("JDG002", 3, severity=Severity.WARNING),
            problem("JDG003", 4, severity=Severity.INFO),
        ],
        [("SRC001", "unit 1", "wanted"), ("JDG003", None, "known"), ("JDG009", None, "not there")],
    )
    assert report.counts == (1, 1, 0, 2) and report.has_errors and len(report) == 2
    assert [(one.subject, entry.reason) for one, entry in report.suppressed_problems] == [
        ("unit 1", "wanted"),
        (None, "known"),
    ]
    assert [entry.code for entry in report.unused_suppressions] == ["JDG009"]
    report.suppress("SRC001", None, "all of them")
    assert not report.has_errors and report.of("SRC001") == []
    with pytest.raises(ValueError, match="needs a reason"):
        report.suppress("SRC001", None, "  ")


def emitted() -> set[str]:
    root = Path(jdgtools.__file__).parent
    texts = [
        path.read_text("utf-8")
        for part in ("source", "schema", "loading")
        for path in (root / part).glob("*.py")
    ]
    return set(re.findall(r'"(S(?:RC|CH)\d{3})"', "\n".join(texts)))


def test_every_emitted_code_has_a_document_and_the_other_way_round():
    assert {doc.code for doc in all_docs() if doc.code[:3] in ("SRC", "SCH")} == emitted()
    assert len(emitted()) > 30


def test_documents_are_complete_and_distinct():
    docs = [doc for doc in all_docs() if doc.code[:3] in ("SRC", "SCH")]
    assert len({doc.name for doc in docs}) == len(docs)
    for doc in docs:
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", doc.name) and doc.bad.strip() != doc.good.strip()
        assert len(doc.rationale) > 40 and doc.rationale.endswith(".") and doc.since


def test_register_refuses_a_second_document_for_a_code():
    with pytest.raises(ValueError, match="SRC001 is taken by missing-file"):
        register(CodeDoc("SRC001", "other", Severity.ERROR, "Because.", "a", "b"))
    with pytest.raises(ValueError, match="document of ZZZ001 has no rationale"):
        register(CodeDoc("ZZZ001", "other", Severity.ERROR, " ", "a", "b"))


def test_explain():
    doc = find("src013")
    assert doc is not None and find("XYZ999") is None
    assert render_text(doc) == (
        "SRC013 second-document (error, since 0.1)\n\n"
        "A line `---` begins a second document in the same file. A file holds one document.\n\n"
        "Bad:\n    id: morning\n    ---\n    id: evening\n\n"
        "Good:\n    id: morning\n    # and evening.yaml holds the other\n"
    )


@pytest.mark.parametrize(
    ("suffix", "code"),
    [(".yaml", f"SRC0{n:02}") for n in (4, 10, 11, 12, 13, 14, 17, 18, 19)]
    + [(".json", "SRC020")]
    + [(".csv", f"SRC0{n}") for n in (30, 31, 32, 33, 34)],
)
def test_examples_of_syntax_are_true(suffix: str, code: str):
    doc = find(code)
    assert doc is not None
    assert {one.code for one in parse_text(doc.bad, "x", suffix)[1]} == {code}
    assert parse_text(doc.good, "x", suffix)[1] == []


def test_only_who_lists_a_report_asks_for_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    real = Diagnostic.sort_key.fget

    def sort_key(self: Diagnostic) -> object:
        nonlocal asked
        asked += 1
        return real(self)

    monkeypatch.setattr(Diagnostic, "sort_key", property(sort_key))
    report = Report(problem(line=line) for line in range(50))
    report.suppress("SRC002", None, "another code")
    whole = Report()
    whole.include(report)
    assert whole.has_errors
    assert whole.counts.errors == len(whole) == len(whole.standing) == 50
    assert not whole.of("SRC002")
    assert asked == 0
    assert list(whole) == list(whole) == whole.of("SRC001")
    assert asked == 100
