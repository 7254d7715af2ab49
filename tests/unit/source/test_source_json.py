from __future__ import annotations

import json

import pytest

from jdgtools.source import Node, Span, read_json


def said(text: str) -> list[str]:
    return [
        f"{p.span.line}:{p.span.col} {p.code} {p.message}" for p in read_json(text, "x.json")[1] if p.span
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1 SRC020 the file ends where a value is expected"),
        ('{"a": 1} x', "1:10 SRC020 text after the end of the value"),
        ("[1, 2", "1:6 SRC020 the file ends before the bracket is closed"),
        ('{"a": 1', "1:8 SRC020 the file ends before the bracket is closed"),
        ('{"a": 1,', "1:9 SRC020 the file ends inside the block opened with `{`"),
        ("[1, 2,]", "1:7 SRC020 found `]` where a value is expected"),
        ('{"a": 1,}', "1:9 SRC020 found `}` after a comma"),
        ("[1 2]", "1:4 SRC020 found `2` between two elements"),
        ("{a: 1}", "1:2 SRC020 found `a` where a key in quotes is expected"),
        ('{"a" 1}', "1:6 SRC020 no `:` after the key `a`"),
        ("[0305]", "1:2 SRC020 found `0305` without quotes"),
        ("[NaN]", "1:2 SRC020 found `NaN` without quotes"),
        ("[True]", "1:2 SRC020 found `True` without quotes"),
        ("['a']", "1:2 SRC020 found `'a'`: JSON texts stand in straight double quotes"),
        ("// x\n[]", "1:1 SRC020 a comment; JSON has none"),
        ('["a', "1:2 SRC020 a quotation mark is opened and never closed"),
        ('["a\nb"]', "1:2 SRC020 the quoted text does not end on its line"),
        ('["a\tb"]', "1:4 SRC020 a tab inside a quoted text"),
        ('["a\\qb"]', "1:4 SRC020 an unknown escape after `\\`"),
        ('["\\ud800"]', "1:2 SRC007 the character U+D800 is half of a character and not allowed in a text"),
        ('["\\u0000"]', "1:2 SRC006 the text holds a NUL character"),
        ("[" * 101, "1:101 SRC015 nested more than 100 levels deep"),
        ('{"a": 1,\n "a": 2}', "2:2 SRC012 the key `a` stands twice in the same block"),
    ],
)
def test_every_slip_is_one_message_with_its_place(text: str, expected: str):
    assert said(text) == [expected]


def test_hex_number_without_quotes_says_what_to_do():
    (problem,) = read_json('{"hex": 0305}', "x.json")[1]
    assert problem.hint == 'write "0305" with quotes; hex numbers such as 0305 are texts'


def test_tabs_and_places():
    node, problems = read_json(
        '{\n\t"a": {\n\t\t"b": [true, null, -1.5e2, "x\\n\\u00e9"]\n\t}\n}\n', "x.json"
    )
    assert problems == [] and node is not None
    assert node.to_plain() == {"a": {"b": [True, None, -150.0, "x\né"]}}
    last = node.at("a", "b", 3)
    assert last is not None and (last.span.line, last.span.col, last.span.end_col) == (3, 29, 40)
    assert str(node.at("a").key_spans["b"]) == "x.json:3:3"  # type: ignore[union-attr]


def test_numbers_keep_their_text_and_may_be_texts():
    node, _ = read_json("[1201, 1.0]", "x.json")
    assert node is not None
    assert [(n.text, n.plain, n.as_int()) for n in node] == [("1201", True, 1201), ("1.0", True, 1)]


_MEMBERS = (
    '{"id": "fr-17", "name": "17e Ligne", "strength": 5, "loss": -1, "half": 0.5, "big": 1e3, "none": null,\n'
    ' "yes": true , "empty": "", "": "x","dense":1,"tab"\t:\t"x", "escape": "a\\nb", "list": ["a", 1],\n'
    ' "below":\n  "x", "map": {"a": 1}, "last": "é"\n}'
)


def _slices(text: str, node: Node) -> dict[str, tuple[str, str]]:
    """Return what stands at the places of the keys and values of a map, by key."""
    lines = text.split("\n")

    def at(span: Span) -> str:
        return lines[span.line - 1][span.col - 1 : span.end_col - 1] if span.line == span.end_line else ""

    return {key: (at(node.key_spans[key]), at(value.span)) for key, value in node.items()}


def test_keys_and_values_stand_where_their_spans_say():
    node, problems = read_json(_MEMBERS, "x.json")
    assert node is not None
    assert not problems
    assert node.to_plain() == json.loads(_MEMBERS)
    for key, (name, value) in _slices(_MEMBERS, node).items():
        assert json.loads(name) == key
        assert json.loads(value) == node.value[key].to_plain()


def test_a_control_character_is_found_in_keys_and_values():
    assert said('{"a\x7f": 1, "b": "\x86"}') == [
        "1:2 SRC007 the character U+007F is a control character and not allowed in a text",
        "1:16 SRC007 the character U+0086 is a control character and not allowed in a text",
    ]


def test_values_of_a_map_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("jdgtools.source.json_reader.MAX_NODES", 3)
    assert said('{"a": 1, "b": 2}') == []
    assert [line[:11] for line in said('{"a": 1, "b": 2, "c": 3}')] == ["1:23 SRC016"]
