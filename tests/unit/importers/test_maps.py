"""Maps of somebody's module: boards without pictures, several boards or zones that are one field of hexes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.package import Module
from jdgtools.vassal.savegame import PlacedBoard
from tests.unit.importers.modules import NUMBERING, foreign, hex_board, picture, save

START = (("Marcognet", 1, 60, 60, 0), ("Foy", 3, 490, 410, 0))


def map_of(done: ImportedProject) -> dict[str, object]:
    """Return the map of a project."""
    values = yaml.safe_load(done.files["map.yaml"])
    assert isinstance(values, dict)
    return values


def problems(done: ImportedProject, tmp_path: Path) -> list[str]:
    """Return what the check says of a project."""
    write_project(tmp_path / "p", done.files)
    return [str(problem) for problem in check(tmp_path / "p").report]


def without_picture(content: bytes | None, zones: tuple[Component, ...] = ()) -> Module:
    """Return a module whose board has another picture, or none at all."""
    module = foreign(hex_board(zones=zones), saves={"Noon": save(*START)})
    entries = {name: data for name, data in module.entries.items() if name != "images/field.png"}
    return replace(module, entries=entries | ({"images/field.png": content} if content is not None else {}))


@pytest.mark.parametrize("content", [None, b"", b"not a picture", picture(200, 200)[:20]])
def test_a_grid_without_its_picture_makes_a_map(content: bytes | None, tmp_path: Path) -> None:
    done = import_module(without_picture(content).data())
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and grid["columns"] == 6
    assert 'hex: "0101"' in done.files["scenarios/noon.yaml"].decode()
    assert 'hex: "0604"' in done.files["scenarios/noon.yaml"].decode()
    (finding,) = [f for f in done.report.findings if f.kind == "Board" and f.outcome == "unread"]
    assert "field.png" in finding.note
    assert any("540 x 460 pixels" in line for line in done.report.missing)
    assert problems(done, tmp_path) == []


def test_zones_say_how_large_a_board_without_its_picture_is() -> None:
    zone = make("Zone", {"name": "North", "path": "0,0;800,0;800,300;0,300", "useParentGrid": "true"})
    done = import_module(without_picture(None, (zone,)).data())
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and grid["columns"] == 10


def two_boards(second: Mapping[str, object], numbering: Mapping[str, object], side: int = 516) -> Module:
    """Return a module with two boards side by side; six columns of hexes fit on the first."""
    module = foreign(saves={})
    boards = [
        hex_board(numbering=dict(NUMBERING), x0=43, y0=40),
        replace_name(
            hex_board(numbering={**NUMBERING, **numbering}, **{"x0": 43, "y0": 40, **second}), "Second"
        ),
    ]
    picker = build.board_picker("Main", boards, ["Field", PlacedBoard("Second", 1, 0)])
    window = next(c for c in module.root.children if c.kind == "Map")
    window.children[:] = [picker, *(c for c in window.children if c.kind != "BoardPicker")]
    entries = {
        **module.entries,
        "images/field.png": picture(side, 450),
        "images/second.png": picture(side, 450),
    }
    units = (("Marcognet", 1, 43, 40, 0), ("Foy", 3, side + 43, 40, 0), ("Durutte", 2, side + 129, 90, 0))
    game = save(*units, boards=["Field", PlacedBoard("Second", 1, 0)])
    return replace(module, entries={**entries, "Noon.vsav": game.data()})


def replace_name(board: Component, name: str) -> Component:
    return replace(board, attributes={**board.attributes, "name": name, "image": f"{name.lower()}.png"})


def test_boards_side_by_side_are_one_field(tmp_path: Path) -> None:
    done = import_module(two_boards({}, {"hOff": 7}).data())
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and (grid["columns"], grid["rows"]) == (12, 5)
    text = done.files["scenarios/noon.yaml"].decode()
    assert all(f'hex: "{name}"' in text for name in ("0101", "0701", "0801"))
    assert "hex-names.csv" not in done.files
    assert {f.outcome for f in done.report.findings if f.kind == "HexGrid"} == {"converted"}
    assert any("one field of the boards Field + Second" in line for line in done.report.doubts)
    assert problems(done, tmp_path) == []


def test_boards_with_the_same_numbers_get_new_ones_and_a_table(tmp_path: Path) -> None:
    done = import_module(two_boards({}, {}).data())
    rows = list(csv.DictReader(io.StringIO(done.files["hex-names.csv"].decode())))
    names = {row["hex"]: row["module"] for row in rows}
    assert (names["0101"], names["0601"], names["0701"], names["1204"]) == ("0101", "0601", "0101", "0604")
    assert any("numbers of hexes" in line for line in done.report.missing)


@pytest.mark.parametrize("second", [{"dx": 60.0, "dy": 70.0}, {"x0": 70}, {"y0": 80}, {"sideways": True}])
def test_boards_whose_hexes_do_not_meet_are_not_joined(second: Mapping[str, object]) -> None:
    done = import_module(two_boards(second, {}).data())
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and grid["columns"] < 10
    assert any("other boards with hexes are kept" in line for line in done.report.doubts)


def test_a_board_whose_odd_columns_continue_even_ones_is_joined() -> None:
    # Five columns on the first board: the second one's first column is shifted in the field.
    done = import_module(two_boards({"y0": 90}, {"hOff": 6}, 430).data())
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and grid["columns"] == 10


def test_zones_of_a_board_are_one_field() -> None:
    def zone(name: str, left: int, right: int, first: int) -> Component:
        path = f"{left},0;{right},0;{right},450;{left},450"
        numbering = make("HexGridNumbering", {**NUMBERING, "hOff": first})  # type: ignore[dict-item]
        values = {"dx": 86.0, "dy": 100.0, "x0": 43, "y0": 50, "sideways": False}
        grid = make("HexGrid", values, [numbering])  # type: ignore[arg-type]
        return make("Zone", {"name": name, "path": path, "useParentGrid": "false"}, [grid])

    board = build.board(
        "Field", "field.png", [build.zoned_grid([zone("West", 0, 344, 1), zone("East", 344, 688, 1)])]
    )
    done = import_module(
        foreign(board, saves={"Noon": save(("Foy", 3, 43, 50, 0), ("Durutte", 2, 473, 100, 0))}).data()
    )
    grid = map_of(done)["grid"]
    assert isinstance(grid, dict) and grid["columns"] == 8
    text = done.files["scenarios/noon.yaml"].decode()
    assert 'hex: "0101"' in text and 'hex: "0601"' in text
