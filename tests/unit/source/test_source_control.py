"""Control characters: XML, PDF and terminals cannot carry them, so no text of a project may hold one."""

from __future__ import annotations

import pytest

from jdgtools.gis.features import read_features
from jdgtools.source.load import parse_text


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x0b", "\x7f", "\x9b", "\ufffe", "\uffff", "\ud800"])
@pytest.mark.parametrize("suffix", [".yaml", ".json", ".csv"])
def test_a_control_character_is_said_at_its_place(char: str, suffix: str):
    escaped = f"\\u{ord(char):04x}"
    texts = {
        ".yaml": [f'a:\n  b: "x{char}"\n', *([f'a:\n  b: "x{escaped}"\n'] if char != "\ud800" else [])],
        ".json": [f'{{"a":\n"x{char}"}}', f'{{"a":\n"x{escaped}"}}', f'{{\n"x{escaped}": 1}}'],
        ".csv": [f"a,b\n1,x{char}y\n"],
    }
    for text in texts[suffix]:
        _, problems = parse_text(text, "x", suffix)
        assert [p.span.line for p in problems if p.span] == [2], text
        assert problems[0].code in ("SRC006", "SRC007", "SRC020"), text


def test_tabs_and_line_breaks_are_texts():
    for text, suffix in (
        ('a: "\\t\\n\\r\\N\\L"', ".yaml"),
        ('{"a": "\\t\\n\\u0085"}', ".json"),
        ('a,b\n"x\ny",\t1\n', ".csv"),
    ):
        assert parse_text(text, "x", suffix)[1] == []


@pytest.mark.parametrize("written", ["\\u001b", "\x9b", "\\uFFFF"])
def test_names_of_features_too(written: str):
    text = '{"type": "FeatureCollection", "features": [\n{"type": "Feature", "geometry": null, "properties": {"name": "a%s"}}]}'
    _, problems = read_features(text % written, "x.geojson")
    assert [p.span.line for p in problems if p.span] == [2]
    assert problems[0].code in ("SRC007", "MAP061")
    assert read_features(text % "\\ud83d\\ude00", "x.geojson")[1] == []


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("a\\ud800", True),
        ("\\udc00", True),
        ("\\ud83dA", True),
        ("\\ude00\\ud83d", True),
        ("\\ud83d\\ude00", False),
        ("\\\\ud800", False),
        ("\\\\u001b", False),
        ("\\\\\\u001b", True),
        ("\\\\\\ud800", True),
    ],
)
def test_half_of_a_character_is_said_in_every_json(written: str, wrong: bool):
    expected = [("SRC007", 2)] if wrong else []
    for text in (f'{{"a":\n"{written}"}}', f'{{\n"{written}": 1}}'):
        problems = parse_text(text, "x.json", ".json")[1]
        assert [(p.code, p.span.line) for p in problems if p.span] == expected
    for inner in (f'"name": "{written}"', f'"{written}": 1', f'"a": [{{"b": "{written}"}}]'):
        text = '{"type": "FeatureCollection", "features": [\n{"type": "Feature", "geometry": null, "properties": {%s}}]}'
        problems = read_features(text % inner, "x.geojson")[1]
        assert [p.span.line for p in problems if p.span] == [line for _, line in expected]
    kind = read_features(f'{{"type": "{written}"}}', "x.geojson")[1]
    assert [p.code for p in kind] == ["MAP061"] and kind[0].message.encode()
