"""States in which reinforcements arrive: units and leaders each have those of their kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.exporters.package import package_of
from jdgtools.loading import Loaded, check
from jdgtools.vassal.savegame import AddPiece, parse_command
from tests.checks.cases import Case, apply
from tests.roundtrip.test_own_module import build, properties

COMES = """    leaders: [thibaut]
    turn: 3
    entry: south-east
    state: fatigued
"""


def read(
    folder: Path, state: str, units: str = "[th-mar]", leaders: str = "    leaders: [thibaut]\n"
) -> Loaded:
    edit = {
        "file": "scenarios/battle.yaml",
        "replace": f"    units: [th-mar]\n{COMES}",
        "with": f"    units: {units}\n{leaders}    turn: 3\n    entry: south-east\n    state: {state}\n",
    }
    return check(apply(Case(Path("arrivals/one.yaml"), {"base": "teaching-afe", "edits": [edit]}), folder))


@pytest.mark.parametrize("state", ["[fatigued, wounded]", "{fatigue: fatigued, health: wounded}"])
def test_a_leader_arrives_in_a_state_of_leaders(state: str, tmp_path: Path) -> None:
    loaded = read(tmp_path, state)
    assert not loaded.report.has_errors, [str(d) for d in loaded.report]
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario = loaded.battle.scenarios[0]
    package = package_of(loaded.battle, loaded.series, loaded.charts, scenario)
    (arrival,) = (a for a in package.arrivals if a.id == "thibaut-comes")
    assert arrival.state == {"fatigue": "fatigued", "health": "wounded"}
    save = build(loaded).setups["setup-battle.vsav"]
    found = [c.piece for t in save.root.walk() if isinstance(c := parse_command(t), AddPiece)]
    marks = {m["Id"]: m for piece in found if (m := properties(piece)).get("Id") in ("th-mar", "thibaut")}
    assert (marks["thibaut"]["health"], marks["th-mar"]["fatigue"]) == ("2", "2")
    assert "health" not in marks["th-mar"] and "fatigue" not in marks["thibaut"]


@pytest.mark.parametrize(
    ("state", "units", "leaders"),
    [("wounded", "[th-mar]", ""), ("fatigued", "[thibaut]", "")],
    ids=["no leader to be wounded", "no unit to be tired"],
)
def test_a_state_that_no_piece_of_the_group_can_have_is_unknown(
    state: str, units: str, leaders: str, tmp_path: Path
) -> None:
    found = [d.code for d in read(tmp_path, state, units, leaders).report if f"`{state}`" in d.message]
    assert found == ["REF012"]
