"""Readers never raise, whatever the text; their places lie inside it; JSON and YAML agree."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jdgtools.diagnostics import Diagnostic, Report
from jdgtools.diagnostics.formats import FORMATS, render
from jdgtools.schema.validate import validate
from jdgtools.source import Node, Span, load_file, read_csv, read_json, read_yaml
from jdgtools.source.lines import split_lines
from jdgtools.source.load import parse_text

Reader = Callable[[str, str], tuple[Node | None, list[Diagnostic]]]
READERS: list[Reader] = [read_yaml, read_json, read_csv]

LETTERS = "a:[]{},;\"'\n\t\r|#?%@\\\x85\u2028é𝄞\0\ud800"
WORDS = ["0305", "1e3", ": ", "- ", "\n  ", "\r\n", "|2\n", "&a ", "*a", "!x ", "---\n", "<<: ", "\\u00"]
pieces = st.sampled_from([*LETTERS, *WORDS])
texts = st.one_of(st.text(max_size=60), st.lists(pieces, max_size=30).map("".join))


def spans_of(node: Node) -> list[Span]:
    found = [node.span, *node.key_spans.values()]
    for child in [*node.elements(), *(value for _, value in node.items())]:
        found += spans_of(child)
    return found


def assert_inside(span: Span, lines: list[str]) -> None:
    for line, col in ((span.line, span.col), (span.end_line, span.end_col)):
        assert 1 <= line <= len(lines) and 1 <= col <= len(lines[line - 1]) + 1, (span, lines)
    assert (span.line, span.col) <= (span.end_line, span.end_col)


@pytest.mark.parametrize("reader", READERS)
@given(text=texts)
@settings(max_examples=300, deadline=None)
@example(text="a: |\n\n\n")
@example(text="a: >\n  x\n\n\n# c")
@example(text="a: &a\n  - *a")
@example(text='a,"\n')
def test_readers_never_raise_and_places_lie_inside(reader: Reader, text: str):
    node, problems = reader(text, "x")
    lines = split_lines(text)
    assert node is not None or problems
    for problem in problems:
        assert problem.span is not None and problem.code.startswith("SRC")
        for span in [problem.span, *(one.span for one in problem.related)]:
            assert_inside(span, lines)
    if node is not None:
        for span in spans_of(node):
            assert_inside(span, lines)
    for name in FORMATS:
        assert isinstance(render(Report(problems), lambda file: lines, name), str)


@given(content=st.one_of(st.binary(max_size=80), texts.map(lambda t: t.encode("utf-8", "surrogatepass"))))
@settings(max_examples=120, deadline=None)
def test_files_never_raise(content: bytes):
    with TemporaryDirectory() as folder:
        for suffix in (".yaml", ".json", ".csv", ".tsv", ".xlsx", ".ods"):
            path = Path(folder) / f"x{suffix}"
            path.write_bytes(content)
            node, problems = load_file(path, f"x{suffix}")
            assert node is not None or problems


plain_text = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc"], include_characters="\x85", exclude_characters="\ufeff\ufffe\uffff"
    ),
    max_size=20,
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | plain_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(plain_text, inner, max_size=4),
    max_leaves=15,
)


@example(value={"\u2028": 1, "a\u2029b": {"\x85": ["c\x85", "\u2028"]}}, indent=None)
@example(value=["\u2028 \u2028", {" \x85 ": "\ue000\u2029"}, "\x85"], indent=1)
@given(value=values, indent=st.sampled_from([None, 1, 4]))
@settings(max_examples=300, deadline=None)
def test_json_and_yaml_agree(value: object, indent: int | None):
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    one, problems = read_json(text, "x")
    two, more = read_yaml(text, "x")
    assert problems == more == [] and one is not None and two is not None
    assert one.to_plain() == two.to_plain() == value
    assert spans_of(one) == spans_of(two)


INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060\u200e\u200f\u00ad"
"""Signs of no width: the reader takes them away at the ends of a cell."""
cells = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc"],
        include_characters="\t\n\r\x85",
        exclude_characters="\ufffe\uffff" + INVISIBLE,
    ),
    max_size=8,
).map(str.strip)


@given(rows=st.lists(st.lists(cells, min_size=3, max_size=3), max_size=5), delimiter=st.sampled_from(",;\t"))
@settings(max_examples=200, deadline=None)
def test_csv_gives_back_what_was_written(rows: list[list[str]], delimiter: str):
    def quoted(row: list[str]) -> str:
        return delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row)

    text = "\r\n".join([delimiter.join(["a", "b", "c"]), *map(quoted, rows)])
    node, problems = read_csv(text, "x")
    assert problems == [] and node is not None
    found = [[row.get(key).text if row.get(key) else "" for key in "abc"] for row in node]  # type: ignore[union-attr]
    assert found == [row for row in rows if any(row) and not next(filter(None, row)).startswith("#")]


KINDS = {"lang": "strings", "scenarios": "scenario"}
TEACHING = sorted(
    path
    for path in (Path(__file__).parents[2] / "scenarios" / "teaching-jdg").rglob("*")
    if path.suffix in (".yaml", ".csv")
)
scraps = st.sampled_from([*"x 0-[}\n\t,'", "", ": ", "{}", "yes", "&a ", "*a", "null", "\n\n  "])


@given(
    path=st.sampled_from(TEACHING),
    edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6), scraps), min_size=1, max_size=3),
)
@settings(max_examples=150, deadline=None)
def test_damaged_battles_give_diagnostics_with_places(path: Path, edits: list[tuple[float, int, str]]):
    text = path.read_text("utf-8")
    for where, cut, scrap in edits:
        at = int(where * len(text))
        text = text[:at] + scrap + text[at + cut :]
    node, problems = parse_text(text, "x", path.suffix)
    if node is not None:
        problems = problems + validate(node, KINDS.get(path.parent.name, path.stem))
    lines = split_lines(text)
    for problem in problems:
        assert problem.span is not None
        assert_inside(problem.span, lines)
        assert problem.code in shown_codes(render(Report([problem]), lambda file: lines))


def shown_codes(shown: str) -> list[str]:
    return [line.rpartition(" ")[2] for line in shown.splitlines() if "jdg explain" in line]
