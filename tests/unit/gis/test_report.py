"""The list of close calls: for people, for programs, and as a block to paste."""

from __future__ import annotations

import json
from pathlib import Path

import yaml
from click.testing import CliRunner

from jdgtools.cli.info_ import command
from jdgtools.loading import load
from tests.unit.gis.helpers import ROOT, battle, codes, feature, map_of

LAYERS = "anchor: {at: [0, 0]}\nlayers:\n  - {where: {k: a}, terrain: wood}\n  - {where: {k: r}, hexside: river}\n  - {where: {k: w}, way: road}\n  - {contours: h, where: {h: '*'}}\n"
FEATURES = [
    feature("Polygon", [[[0, 0], [231, 0], [231, 700], [0, 700], [0, 0]]], k="a"),
    feature("LineString", [[405, 900], [405, -200]], k="r"),
    feature("LineString", [[20, 300], [480, 325]], k="w"),
    feature("LineString", [[140, 900], [140, -200]], h=9.9),
    feature("LineString", [[318, 900], [318, -200]], h=20.1),
]


def run(*words: str) -> str:
    found = CliRunner().invoke(command, list(words))
    assert found.exit_code == 0, found.output
    return found.output


def test_programs_get_the_same_calls_as_people(tmp_path: Path) -> None:
    found = map_of(battle(tmp_path, LAYERS, FEATURES))
    assert found.survey is not None
    plain = json.loads(run(str(tmp_path), "--close-calls", "--format", "json"))
    text = run(str(tmp_path), "--close-calls")
    assert plain["geometry"] is True
    assert len(plain["close_calls"]) == len(found.survey.calls) > 5
    assert {c["kind"] for c in plain["close_calls"]} >= {"terrain", "level", "bank"}
    for call in plain["close_calls"]:
        assert f"  {call['hex']}  {call['chosen']}, nearly {call['other']}: {call['why']}" in text
        assert 0 <= call["margin"] < 0.05
    block = yaml.safe_load(text[text.index("  overrides:") :])["overrides"]
    assert block == plain["overrides"]


def test_the_block_settles_everything_and_each_word_after_or_turns_its_call(tmp_path: Path) -> None:
    first = map_of(battle(tmp_path / "a", LAYERS, FEATURES))
    text = run(str(tmp_path / "a"), "--close-calls")
    block = "\n".join(line[2:] for line in text[text.index("  overrides:") :].splitlines())
    kept = battle(tmp_path / "b", LAYERS + block, FEATURES)
    assert codes(kept) == []
    assert map_of(kept).terrain == first.terrain
    assert map_of(kept).levels == first.levels
    assert set(map_of(kept).features) == set(first.features)
    turned_block = "\n".join(
        f"{line.split(': ')[0]}: {line.split('# or ')[1]}" if "# or" in line else line
        for line in block.splitlines()
    )
    turned = battle(tmp_path / "c", LAYERS + turned_block, FEATURES)
    assert codes(turned) == []
    assert first.survey is not None
    for call in first.survey.calls:
        if call.kind == "terrain":
            assert map_of(turned).terrain[call.hex] == call.other
        if call.kind == "level":
            assert map_of(turned).levels[call.hex] == int(call.other)
    rivers = [{f.side for f in m.features if f.kind == "river"} for m in (first, map_of(turned))]
    assert rivers[0] != rivers[1]


def test_an_override_for_a_hex_without_a_line_is_reported(tmp_path: Path) -> None:
    loaded = battle(
        tmp_path,
        LAYERS + "overrides: {banks: {0101: left, 0505: left}, ways: {0605: skip}}\nrules: {close: 0}",
        FEATURES,
    )
    wrong = [d.message for d in loaded.report if d.code == "MAP071"]
    assert len(wrong) == 2 and "`0101`" in wrong[0] and "`0605`" in wrong[1]


def test_a_map_without_geometry_and_one_without_calls() -> None:
    folder = ROOT / "scenarios" / "teaching-jdg"
    assert "not made of GIS data" in run(str(folder), "--close-calls")
    assert json.loads(run(str(folder), "--close-calls", "--format", "json")) == {
        "geometry": False,
        "close_calls": [],
        "overrides": {},
    }
    assert json.loads(run(str(folder), "--format", "json"))["map"]["close_calls"] is None


def test_the_count_stands_in_the_facts(tmp_path: Path) -> None:
    battle(tmp_path, LAYERS, FEATURES)
    found = load(tmp_path)
    survey = map_of(found).survey
    assert survey is not None
    assert json.loads(run(str(tmp_path), "--format", "json"))["map"]["close_calls"] == len(survey.calls)
    assert f"{len(survey.calls)} close calls" in run(str(tmp_path))
