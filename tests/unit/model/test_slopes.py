"""Slopes from levels: where they stand, and what comes before them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools import check

ROOT = Path(__file__).parent.parent.parent.parent
TEACHING = ROOT / "scenarios" / "teaching-mpbs"
WRITTEN = "  - {id: hill-steep, kind: slope_steep, sides: [1502/S-SE, 1602/S]}\n"


def _slopes(folder: Path, key: str, written: str = "") -> tuple[dict[str, str], list[str]]:
    """Return higher-lower hex -> kind of slope, and the codes of what is wrong."""
    battle = Path(shutil.copytree(TEACHING, folder / "battle"))
    text = (battle / "map.yaml").read_text(encoding="utf-8")
    assert WRITTEN in text and "slopes: from levels\n" in text
    text = text.replace("slopes: from levels\n", key).replace(WRITTEN, written)
    (battle / "map.yaml").write_text(text, encoding="utf-8")
    loaded = check(battle)
    assert loaded.battle is not None and loaded.battle.map is not None
    grid, found = loaded.battle.map.grid, {}
    for feature in loaded.battle.map.features:
        if feature.kind.startswith("slope"):
            high, low = feature.side.a, grid.neighbour(feature.side.a, feature.side.d)
            assert low is not None and feature.inside is not None
            if feature.inside == low:
                high, low = low, high
            found[f"{grid.id(high)}-{grid.id(low)}"] = feature.kind
    return found, [problem.code for problem in loaded.report]


def test_the_steps_of_the_series(tmp_path: Path):
    found, _ = _slopes(tmp_path, "slopes: from levels\n")
    assert found == {
        "1501-1401": "slope_gentle",
        "1501-1402": "slope_gentle",
        "1502-1402": "slope_gentle",
        "1502-1403": "slope_gentle",
        "1502-1503": "slope_gentle",
        "1502-1603": "slope_gentle",
        "1601-1501": "slope_gentle",
        "1601-1602": "slope_gentle",
        "1602-1603": "slope_gentle",
    }


def test_none_without_the_key(tmp_path: Path):
    assert _slopes(tmp_path, "")[0] == {}


def test_what_is_written_comes_before_the_levels(tmp_path: Path):
    found, codes = _slopes(tmp_path, "slopes: from levels\n", WRITTEN)
    assert {pair for pair, kind in found.items() if kind == "slope_steep"} == {
        "1502-1503",
        "1502-1603",
        "1602-1603",
    }
    assert len(found) == 9 and "MPB091" not in codes


def test_own_steps_and_exceptions(tmp_path: Path):
    found, _ = _slopes(tmp_path, "slopes: {slope_steep: 1, except: [1501/SW, 1602/S-SW]}\n")
    assert set(found.values()) == {"slope_steep"}
    assert not {"1501-1402", "1602-1603"} & found.keys()


def test_a_difference_below_the_least_step_is_level_ground(tmp_path: Path):
    assert _slopes(tmp_path, "slopes: {slope_steep: 2}\n")[0] == {}


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("slopes: {cliffs: 1}\n", "REF008"),
        ("slopes: {except: [9999/N]}\n", "MAP004"),
        ("slopes: yes\n", "SCH"),
        ("slopes: {slope_steep: 0}\n", "SCH"),
    ],
)
def test_slips_are_told(tmp_path: Path, key: str, code: str):
    assert any(found.startswith(code) for found in _slopes(tmp_path, key)[1])
