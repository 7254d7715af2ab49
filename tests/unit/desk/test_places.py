"""Where ids and hexes are written: nothing is missed that the schemas call an id or a hex."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jdgtools.desk.documents import Documents
from jdgtools.desk.hex_words import hex_words
from jdgtools.desk.mention_keys import HEX_KEYS, IDS
from jdgtools.desk.mentions import definition, lines_of_hex, mention_at, mentions, references
from jdgtools.hexgrid import HexGrid
from tests.documents import documents_of
from tests.unit.desk.project import TEXTS

ROOT = Path(__file__).parents[3]
NOT_MENTIONS = {
    "id": "a definition; `DEFINITIONS` names its list",
    "like": "a word of the series",
    "arms": "words of the series",
    "battle_of": "a battle of the series",
}


def documents(battle: str) -> Documents:
    folder = ROOT / "scenarios" / battle
    files = [p for p in sorted(folder.rglob("*")) if p.suffix in (".yaml", ".csv")]
    return documents_of({p.relative_to(folder).as_posix(): p.read_bytes().decode() for p in files})


def named_keys(node: Any, key: str = "") -> Iterator[str]:
    """Keys of a schema whose value is an id, hexes, or a list of them."""
    if isinstance(node, dict):
        if str(node.get("$ref", "")).rpartition("/")[2] in ("id", "hex", "hexes") and key:
            yield key
        for name, child in node.get("properties", {}).items():
            yield from named_keys(child, name)
        for name, child in node.items():
            if name != "properties":
                yield from named_keys(
                    child, key if name in ("items", "anyOf", "oneOf", "prefixItems") else ""
                )
    elif isinstance(node, list):
        for child in node:
            yield from named_keys(child, key)


@pytest.mark.parametrize("name", ["battle", "common", "map", "oob", "scenario", "setup"])
def test_every_key_that_holds_an_id_is_known(name: str) -> None:
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    keys = set(named_keys(schema))
    assert keys
    assert keys - {*IDS, *HEX_KEYS, *NOT_MENTIONS, "to"} == set(), (
        "into IDS or HEX_KEYS of desk/mention_keys.py"
    )


BATTLES = ["teaching-jdg", "teaching-mpbs", "bouvines-1214", "edgehill-1642", "rolica-1808"]


@pytest.mark.parametrize("battle", BATTLES)
def test_a_mention_is_written_where_it_says_and_defined_somewhere(battle: str) -> None:
    project = documents(battle)
    known = mentions(project)
    defined = {(m.kind, m.id) for m in known if m.definition}
    for mention in known:
        written = project[mention.path].text[mention.start : mention.end]
        assert written == mention.id or mention.kind == "hex"
    of_the_series = {"terrain", "unit_type", "turn_flag", "marker", "hex"}
    assert {(m.kind, m.id) for m in known if m.kind not in of_the_series} <= defined
    assert len(known) > 200


def test_definition_and_references_cross_files() -> None:
    project = documents_of(TEXTS)
    unit = definition(project, "unit", "r-1")
    assert unit is not None
    assert unit.path == "oob.csv"
    assert [m.path for m in references(project, "unit", "r-1")] == ["oob.csv", "start.yaml", "start.yaml"]
    at = TEXTS["start.yaml"].index("b-1, ney") + 1
    mention = mention_at(project, "start.yaml", at)
    assert mention is not None
    assert (mention.kind, mention.id) == ("unit", "b-1")
    assert mention_at(project, "start.yaml", 0) is None


def test_every_line_about_a_hex_is_found() -> None:
    project = documents_of(TEXTS)
    lines = [
        (m.path, project[m.path].lines.line_and_column(m.start)[0], m.kind)
        for m in lines_of_hex(project, "0102")
    ]
    assert lines == [
        ("map.yaml", 7, "picture"),
        ("map.yaml", 11, "picture"),
        ("map.yaml", 17, "hex"),  # the walk along its sides
        ("map.yaml", 19, "hex"),  # inside the run 0101..0103
    ]
    assert lines_of_hex(project, "9999") == []


def test_distances_of_points_are_no_hexes() -> None:
    words = hex_words("0305+30-20 0306-01-02", HexGrid(columns=9, rows=9), with_offsets=True)
    assert [(w.start, w.end) for w in words] == [(0, 4), (11, 15)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0305/NE-SE, 0101..0103", ["hex 0305", "direction NE", "direction SE", "hex 0101", "hex 0103"]),
        ("0305:NE>SE>0407:W", ["hex 0305", "corner NE", "corner SE", "hex 0407", "corner W"]),
        ("0305/0306", ["hex 0305", "hex 0306"]),
        ("0305-0306-0407", ["hex 0305", "hex 0306", "hex 0407"]),
        ("0305/* 9999 Feldweg", ["hex 0305"]),
    ],
)
def test_words_of_a_text_about_hexes(text: str, words: list[str]) -> None:
    grid = HexGrid(columns=9, rows=9)
    assert [f"{w.kind} {text[w.start : w.end]}" for w in hex_words(text, grid)] == words
