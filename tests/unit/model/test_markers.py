"""Markers of a scenario that cannot be read are reported where they stand, and are not in the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.loading import load
from tests.checks.cases import Case, run

DAWN = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
ON_MAP, TURNS = "markers_on_map: {smoke: [0202, 0303]}", "marker_turns: {davout-c: [3]}"


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        (ON_MAP, "markers_on_map: {smok: [0202]}", "REF011", "unknown marker `smok`"),
        (ON_MAP, "markers_on_map: {smoke: [0909]}", "REF007", "0909"),
        (ON_MAP, "markers_on_map: {smoke: [0102-0504]}", "MAP005", "0504"),
        (TURNS, "marker_turns: {davout: [3]}", "REF004", "unknown combined marker `davout`"),
        (TURNS, "marker_turns: {morand-1: [3]}", "REF004", "unknown combined marker `morand-1`"),
        (TURNS, "marker_turns: {davout-c: [third]}", "SCH003", "third"),
    ],
)
def test_what_cannot_be_read_is_reported(old: str, new: str, code: str, words: str, tmp_path: Path) -> None:
    edits = [{"file": "scenarios/dawn.yaml", "replace": old, "with": new}]
    problems = run(Case(Path("markers/one.yaml"), {"base": "teaching-jdg", "edits": edits}), tmp_path)
    found = [(d.code, d.span.file if d.span else "", d.message) for d in problems if d.code[:3] != "SUM"]
    assert any(c == code and f.endswith("dawn.yaml") and words in m for c, f, m in found), found


def test_turns_of_a_scenario_stand_in_place_of_those_of_the_marker() -> None:
    battle = load(DAWN).battle
    assert battle is not None
    (marker,) = [a for a in battle.activation if a.id == "davout-c"]
    turns = {scenario.id: scenario.turns_of(marker) for scenario in battle.scenarios}
    assert marker.turns == (2, 3)
    assert turns == {"battle": (2, 3), "dawn": (3,)}
