"""A list that is a set names nothing twice: where something stands twice, something else was meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jdgtools.schema.validate import validate
from jdgtools.source.load import parse_text

SCHEMAS = Path(__file__).parents[3] / "schemas"
FILES = ("battle", "common", "map", "print", "scenario", "setup", "oob", "rules")
MAY_REPEAT = {
    "common/$defs/hexes": "hexes of a chain; the lists that use it say it each",
    "battle/charts/[]/key": "a row and a column may have the same name",
    "map/art/terrain/[]/image/oneOf/1": "a picture that comes oftener than the others",
    "print/grid/group": "columns and rows",
    "scenario/setup/[]/units": "REF021 says who is placed twice",
    "scenario/setup/[]/hexes": "a two-hex unit on one hex has a message of its own",
    "scenario/setup/[]/along": "two units may share a hex",
    "scenario/without": "GEN065 says that the second takes nothing out",
    "scenario/reinforcements/[]/units/[]": "a stack; the group says who stands twice in it",
    "scenario/markers_on_map/*": "a marker for each time that the hex is named",
}


def lists(part: Any, path: str) -> Iterator[tuple[str, bool]]:
    """Yield the lists of words, ids, hexes and whole numbers below a place, and whether they are sets."""
    if isinstance(part, dict):
        element = part.get("items")
        one = isinstance(element, dict) and (
            element.get("type") in ("string", "integer")
            or str(element.get("$ref", "")).endswith(("/id", "/hex"))
        )
        if (one and "array" in part.get("type", ())) or str(part.get("$ref", "")).endswith("/hexes"):
            yield path, part.get("uniqueItems", False)
        for key, below in part.items():
            name = {"properties": "", "items": "/[]", "additionalProperties": "/*"}.get(key, f"/{key}")
            yield from lists(below, path + name)
    elif isinstance(part, list):
        for number, below in enumerate(part):
            yield from lists(below, f"{path}/{number}")


def test_every_list_is_a_set_or_says_why_not() -> None:
    found = [
        each
        for file in FILES
        for each in lists(json.loads((SCHEMAS / f"{file}.schema.json").read_text(encoding="utf-8")), file)
    ]
    assert {path for path, is_set in found if not is_set} == set(MAY_REPEAT)
    assert len(found) > 100


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("map", "regions: [{id: hill, name: Hill, hexes: [0305, 0306, 0305]}]", "1:54"),
        ("scenario", "unused: [fr-17, fr-17]", "1:17"),
        ("scenario", "marker_turns: {davout-c: [2, 3, 2]}", "1:33"),
        ("scenario", "victory: {held: {france: [0104, 0104]}}", "1:33"),
        ("scenario", "special_rules: [{id: a, title: A, text: A., overrules: [JDG-1-a, JDG-1-a]}]", "1:66"),
    ],
)
def test_what_stands_twice_is_said_at_its_place(file: str, text: str, place: str) -> None:
    node, _ = parse_text(text, "x.yaml", ".yaml")
    assert node is not None
    found = [p for p in validate(node, file) if p.code == "SCH008"]
    assert [f"{p.span.line}:{p.span.col}" for p in found if p.span] == [place]


def test_long_lists_take_no_longer_than_others() -> None:
    """Each element is held against a set, not against all before it."""
    hexes = [f"{number:06}" for number in range(200_000)]
    node, _ = parse_text(json.dumps({"unused": [*hexes, *hexes[:2]]}), "x.json", ".json")
    assert node is not None
    assert sum(p.code == "SCH008" for p in validate(node, "scenario")) == 2
