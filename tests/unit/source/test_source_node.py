from __future__ import annotations

import subprocess
import sys

import pytest

from jdgtools.source import Node, Span, read_yaml

TEXT = "a: {b: [1, two, 3.5]}\nt: true\nn:\nq: '5'\ne: ''\n"


@pytest.fixture
def root() -> Node:
    node, problems = read_yaml(TEXT, "x.yaml")
    assert problems == [] and node is not None
    return node


def test_paths(root: Node):
    assert root.at("a", "b", 1).text == "two"  # type: ignore[union-attr]
    assert root.at("a", "b", -1).as_float() == 3.5  # type: ignore[union-attr]
    for path in (("x",), ("a", 0), ("a", "b", 3), ("a", "b", 0, "c")):
        assert root.at(*path) is None
    assert root.get("t").get("x") is None  # type: ignore[union-attr]
    assert [key for key, _ in root.items()] == ["a", "t", "n", "q", "e"]


def test_typed_access(root: Node):
    def at(key: str) -> Node:
        found = root.get(key)
        assert found is not None
        return found

    assert at("t").as_bool() is True and at("t").as_int() is None
    assert at("n").is_null and not at("e").is_null
    assert at("q").as_int() is None and at("q").as_float() is None and at("q").to_plain() == "5"
    assert root.as_int() is None and root.as_bool() is None and list(root) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("four", "text `four`"),
        ("4", "number `4`"),
        ("0305", "text `0305`"),
        ("'4'", "text `4`"),
        ("true", "`true`"),
        ("", "nothing"),
        ("~", "`~`"),
        ("''", "an empty text"),
        ("[1]", "a list"),
        ("[]", "an empty list"),
        ("{a: 1}", "a block of keys"),
        ("{}", "an empty block"),
        ("x" * 80, f"text `{'x' * 59}…`"),
    ],
)
def test_words_for_what_was_found(text: str, words: str):
    node, _ = read_yaml(f"a: {text}", "x.yaml")
    assert node is not None and node.at("a").describe() == words  # type: ignore[union-attr]


def test_spans_print_and_sort():
    spans = [
        Span("b", 1, 1, 1, 2),
        Span("a", 10, 1, 10, 2, "hex"),
        Span("a", 2, 9, 2, 10),
        Span("a", 2, 9, 2, 10, "x"),
    ]
    assert [str(span) for span in sorted(spans)] == ["a:2:9", "a:2:9", "a:10:1", "b:1:1"]


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("jdgtools.source", "yaml json csv python_calamine difflib zipfile jsonschema jdgtools.diagnostics"),
        ("jdgtools.schema.validate", "yaml jsonschema referencing difflib"),
        ("jdgtools.diagnostics", "json yaml hashlib jdgtools.diagnostics.docs_src"),
    ],
)
def test_imports_are_light(module: str, absent: str):
    code = f"import sys, {module}; print(*sorted(set({absent.split()!r}) & set(sys.modules)))"
    if "schema" in module:
        code = code.replace(f"import sys, {module};", f"import sys; import {module};")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_collector_of_cycles_passes_over_nodes() -> None:
    import gc

    from jdgtools.source.csv_reader import read_csv

    node, _ = read_csv("id,name\na,b\n", "x.csv")
    assert node is not None
    row = node.elements()[0]
    assert not any(map(gc.is_tracked, (node, row, row.span, row.value["id"], row.value["id"].span)))
