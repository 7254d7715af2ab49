"""New scenarios and edited turns of an imported project: in the module that is built, or an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.importers.turns import level_values, list_state, top_level
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.components import Component
from jdgtools.vassal.package import Module
from jdgtools.vassal.savegame import SetTurn, parse_command
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_edits import BATTLE, NOON, edit
from tests.unit.importers.test_foreign import START
from tests.unit.importers.test_written_edits import built, placed

DAWN = "scenarios/dawn.yaml"
TURN_2 = '{number: 2, time: "08:00", label: "08:00"}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of an imported module with two saved games."""
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START[:2])})
    write_project(tmp_path / "p", import_module(module.data()).files)
    return tmp_path / "p"


def add_dawn(project: Path, *edits: tuple[str, str]) -> None:
    """Add a scenario like that of noon, with these edits."""
    text = (project / NOON).read_text(encoding="utf-8").replace("id: noon", "id: dawn")
    for old, new in (("title: Noon", "title: Dawn & mist"), *edits):
        assert old in text, old
        text = text.replace(old, new, 1)
    (project / DAWN).write_text(text, encoding="utf-8")
    edit(project, BATTLE, '"scenarios/noon.yaml"', f'"scenarios/noon.yaml", "{DAWN}"')


def setups(module: Module) -> dict[str, str]:
    """Return name -> file of the setups in the module's menu, in their order."""
    return {c.get("name"): c.get("file") for c in module.root.find("PredefinedSetup")}


def current_turn(module: Module, file: str) -> int:
    """Return the entry of the tracker at which a saved game stands, from 0."""
    states = [parse_command(text) for text in module.save(file).root.walk()]
    (state,) = (s for s in states if isinstance(s, SetTurn))
    entry = list_state({state.tracker: state.state})
    assert entry is not None
    return entry[0]


def test_a_new_scenario_is_a_setup_with_its_pieces(project: Path) -> None:
    add_dawn(
        project,
        ('hex: "0102", facing: SE', 'hex: "0302", facing: NW'),
        ("setup:\n", 'setup:\n  - {unit: durutte, hex: "0501", facing: SW}\n'),
        ('unused: ["14-brigade", durutte]', 'unused: ["14-brigade"]'),
        ("first_turn: 2", "first_turn: 3"),
    )
    module = built(project)
    assert setups(module) == {"Noon": "Noon.vsav", "Dawn & mist": "dawn.vsav", "Dusk": "Dusk.vsav"}
    pieces = placed(module, "dawn.vsav")
    assert set(pieces) == {"Marcognet", "Foy", "13. Brigade", "Durutte"}
    assert current_turn(module, "dawn.vsav") == 2 and current_turn(module, "Noon.vsav") == 1
    again = import_module(module.data()).files["scenarios/dawn-mist.yaml"].decode("utf-8")
    assert '{unit: foy, hex: "0302", facing: NW}' in again
    assert '{unit: durutte, hex: "0501", facing: SW}' in again
    assert "first_turn: 3" in again
    noon = import_module(module.data()).files[NOON]
    assert b"durutte, hex" not in noon and b'{unit: foy, hex: "0102", facing: SE}' in noon


def test_a_new_scenario_begins_as_the_setup_that_is_most_like_it(project: Path) -> None:
    text = (project / "scenarios/dusk.yaml").read_text(encoding="utf-8")
    (project / DAWN).write_text(
        text.replace("id: dusk", "id: dawn").replace("title: Dusk", "title: Dawn"), encoding="utf-8"
    )
    edit(project, BATTLE, '"scenarios/noon.yaml"', f'"scenarios/noon.yaml", "{DAWN}"')
    assert set(placed(built(project), "dawn.vsav")) == {"Marcognet", "Foy"}


def test_a_setup_without_pieces_of_its_own_is_still_one(project: Path) -> None:
    add_dawn(project, ('  - {unit: foy, hex: "0102", facing: SE}\n', ""), ("unused: [", "unused: [foy, "))
    assert set(placed(built(project), "dawn.vsav")) == {"Marcognet", "13. Brigade"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (TURN_2, '{number: 2, time: "08:00", label: "08:00 rain"}', "turn"),
        ("setup:\n", "setup:\n  - {unit: durutte, hex: '0301', facing: N, state: back}\n", "durutte"),
        ("last_turn: 3", "last_turn: 2", "last_turn"),
    ],
)
def test_what_a_new_setup_cannot_show_is_an_error(project: Path, old: str, new: str, said: str) -> None:
    add_dawn(project, (old, new))
    if "durutte" in new:
        edit(project, DAWN, 'unused: ["14-brigade", durutte]', 'unused: ["14-brigade"]')
    problems = [p for p in check(project).report if p.code == "GEN180"]
    assert any(said in p.message for p in problems), problems
    assert all(p.span is not None and p.span.file.endswith(DAWN) for p in problems)


def test_a_new_scenario_of_a_module_without_saved_games_is_an_error(tmp_path: Path) -> None:
    write_project(tmp_path / "p", import_module(foreign().data()).files)
    first = tmp_path / "p/scenarios/empty.yaml"
    text = first.read_text(encoding="utf-8").replace("id: empty", "id: dawn")
    (tmp_path / "p" / DAWN).write_text(text, encoding="utf-8")
    edit(tmp_path / "p", BATTLE, '"scenarios/empty.yaml"', f'"scenarios/empty.yaml", "{DAWN}"')
    (problem,) = [p for p in check(tmp_path / "p").report if p.code == "GEN180"]
    assert "has no saved game that it could begin from" in problem.message


def entries(module: Module) -> list[str]:
    """Return the entries of the module's turn tracker."""
    level = top_level(module.root)
    assert isinstance(level, Component)
    return level_values(level)


def test_labels_of_turns_are_those_of_the_tracker(project: Path) -> None:
    for file in (NOON, "scenarios/dusk.yaml"):
        edit(project, file, TURN_2, '{number: 2, time: "08:30", label: "08:30, rain; fog"}')
    module = built(project)
    assert entries(module) == ["07:00 dawn", "08:30, rain; fog", "09:00"]
    again = import_module(module.data()).files[NOON].decode("utf-8")
    assert '{number: 2, time: "08:30", label: "08:30, rain; fog"}' in again


def test_a_label_that_only_one_scenario_has_is_an_error(project: Path) -> None:
    line = edit(project, NOON, TURN_2, '{number: 2, time: "08:30", label: "08:30 rain"}')
    problems = [p for p in check(project).report if p.code == "GEN180"]
    assert problems and {p.span.line for p in problems if p.span} == {line}


def test_a_setup_may_begin_at_another_turn(project: Path) -> None:
    edit(project, NOON, "first_turn: 2", "first_turn: 1")
    module = built(project)
    assert current_turn(module, "Noon.vsav") == 0 and current_turn(module, "Dusk.vsav") == 1
