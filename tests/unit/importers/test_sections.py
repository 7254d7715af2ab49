"""Boards that show a part of the battle's map: pieces on them stand in the map's hexes, and can be moved there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from jdgtools.building import build as build_project
from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal import build
from jdgtools.vassal.package import Module, read_module
from jdgtools.vassal.savegame import parse_command
from tests.unit.importers.modules import NUMBERING, foreign, hex_board, picture, save

START = (("Marcognet", 1, 60, 60, 0), ("Foy", 3, 490, 410, 0), ("Durutte", 2, 60, 160, 0))


def with_part(numbering: Mapping[str, object], sideways: bool = False) -> Module:
    """Return a module with the whole field at noon, and at dusk a smaller board with other first numbers."""
    module = foreign(hex_board(numbering=dict(NUMBERING)), saves={"Noon": save(*START)})
    part = hex_board(sideways, {**NUMBERING, **numbering})
    part = replace(part, attributes={**part.attributes, "name": "East", "image": "east.png"})
    window = next(c for c in module.root.children if c.kind == "Map")
    picker = next(c for c in window.children if c.kind == "BoardPicker")
    picker.children.append(part)
    dusk = save(("Foy", 3, 60, 60, 0), ("Durutte", 2, 146, 110, 0), boards=["East"])
    module.root.children.append(build.predefined_setup("Dusk", "Dusk.vsav"))
    entries = {**module.entries, "images/east.png": picture(420, 420), "Dusk.vsav": dusk.data()}
    return replace(module, entries=entries)


def dusk_of(done: ImportedProject) -> dict[str, str]:
    """Return unit -> hex of the scenario on the smaller board."""
    scenario = yaml.safe_load(done.files["scenarios/dusk.yaml"])
    return {placement["unit"]: placement["hex"] for placement in scenario["setup"]}


def test_a_board_with_numbers_from_inside_the_map_is_a_part_of_it() -> None:
    done = import_module(with_part({"hOff": 3, "vOff": 2}).data())
    assert dusk_of(done) == {"foy": "0302", "durutte": "0402"}
    assert any("board East shows a part of the map" in line for line in done.report.doubts)


@pytest.mark.parametrize(
    ("numbering", "sideways"),
    [
        ({}, False),  # as any other map of the module may begin
        ({"hOff": 30}, False),  # numbers that the map does not have
        ({"hOff": 4, "vOff": 2}, False),  # columns that are shifted there are not here
        ({"hOff": 3, "vOff": 2}, True),
    ],
)
def test_other_boards_are_other_maps(numbering: Mapping[str, object], sideways: bool) -> None:
    done = import_module(with_part(numbering, sideways).data())
    assert dusk_of(done) == {}
    assert b"2 pieces on other boards than the map's" in done.files["scenarios/dusk.yaml"]


def test_a_piece_that_is_moved_lies_in_its_hex_of_the_smaller_board(tmp_path: Path) -> None:
    project = tmp_path / "p"
    write_project(project, import_module(with_part({"hOff": 3, "vOff": 2}).data()).files)
    dusk = project / "scenarios" / "dusk.yaml"
    text = dusk.read_text()
    dusk.write_text(text.replace('"0302"', '"0503"'))
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    module = read_module(build_project(loaded, tmp_path / "out").products[0].path)
    commands = [parse_command(t) for t in module.save("Dusk.vsav").root.walk() if t.startswith("+/")]
    places = {getattr(c.piece.basic, "name", ""): (c.piece.basic.x, c.piece.basic.y) for c in commands}  # type: ignore[union-attr]
    # Two columns and one row from 60, 60.
    assert places["Foy"] == (232, 160) and places["Durutte"] == (146, 110)

    dusk.write_text(text.replace('"0302"', '"0101"'))
    (problem,) = check(project).report
    assert problem.code == "GEN180" and "no hex 0101" in str(problem)
