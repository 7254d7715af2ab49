"""Tiles that lie on a board are the terrain of its hexes, and no other marker is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.package import Module
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.traits import BasicPiece, Layer, MarkWhenMoved, Piece, Trait
from tests.tools.habits_module import WOODS, habits_module
from tests.unit.importers.modules import foreign, picture, save

HEXES = [(x, y) for x in range(6) for y in range(5)]


def centre(column: int, row: int) -> tuple[int, int]:
    """Return the pixel of a hex of the board, columns and rows from 0."""
    return 60 + 86 * column, 60 + 100 * row + (50 if column % 2 else 0)


def number(column: int, row: int) -> str:
    return f"{column + 1:02d}{row + 1:02d}"


def with_pieces(
    layouts: Mapping[str, Iterable[tuple[str, int, int]]], size: int, traits: tuple[Trait, ...] = ()
) -> Module:
    """Return a module whose setups lay pieces of these names and this size into hexes."""
    module = foreign()
    setups = []
    names = sorted({name for layout in layouts.values() for name, _, _ in layout})
    for name in names:
        module.entries[f"images/{name}.png"] = picture(size, size)
    slots = [
        build.piece_slot(Piece(traits, BasicPiece(image=f"{n}.png", name=n)), 500 + i)
        for i, n in enumerate(names)
    ]
    for title, layout in layouts.items():
        builder = SaveBuilder()
        for name, column, row in layout:
            piece = Piece(traits, BasicPiece(image=f"{name}.png", name=name))
            builder.pile([piece], "Main", *centre(column, row))
        builder.boards("Main", ["Field"])
        game = save()
        module.entries[f"{title}.vsav"] = type(game)(
            game.metadata, game.module_metadata, builder.tree()
        ).data()
        setups.append(build.predefined_setup(title, f"{title}.vsav"))
    more = [build.piece_window("More", [make("ListWidget", {"entryName": "Set 4"}, slots)])]
    module.root.children.extend([*more, *setups])
    return module


def ground(done: ImportedProject, tmp_path: Path, scenario: str = "") -> dict[str, str]:
    """Return hex -> terrain of the project, as it is loaded; of a scenario where one is named."""
    if not (tmp_path / "p").exists():
        write_project(tmp_path / "p", done.files)
    loaded = check(tmp_path / "p")
    assert loaded.battle is not None and loaded.battle.map is not None
    assert not loaded.report.has_errors
    terrain = {loaded.battle.map.grid.id(i): str(t) for i, t in enumerate(loaded.battle.map.terrain)}
    if scenario:
        values = yaml.safe_load(done.files[f"scenarios/{scenario}.yaml"])
        terrain |= values.get("map", {}).get("hexes", {})
    return terrain


def test_every_tile_at_the_start_is_terrain(tmp_path: Path) -> None:
    terrain = ground(import_module(habits_module(1).data()), tmp_path)
    assert {h for h, t in terrain.items() if t != "clear"} == {number(*hexagon) for hexagon in WOODS}
    assert set(terrain.values()) == {"clear", "wood"}


def test_each_setup_has_the_terrain_of_its_tiles(tmp_path: Path) -> None:
    layouts = {
        "Noon": [("Wood", 1, 1), ("Hill", 2, 2)],
        "Dusk": [("Wood", 1, 1), ("Hill", 2, 2)],
        "Night": [("Hill", 1, 1), ("Marsh_1", 4, 3)],
    }
    done = import_module(with_pieces(layouts, 100).data())
    for name, layout in layouts.items():
        shown = {h: t for h, t in ground(done, tmp_path, name.lower()).items() if t != "clear"}
        expected = {number(c, r): n.lower().replace("_", "-") for n, c, r in layout}
        assert shown == expected, name
    assert "Not carried over" not in done.files["scenarios/noon.yaml"].decode()


def test_scenarios_with_fields_of_their_own_share_what_most_of_them_have(tmp_path: Path) -> None:
    fields = {"Noon": [("Hill", 3, 3)], "Dusk": [("Hill", 2, 2), ("Marsh", 4, 4)], "Night": [("Hill", 0, 1)]}
    layouts = {name: [("Wood", 1, 1), *tiles] for name, tiles in fields.items()}
    done = import_module(with_pieces(layouts, 100).data())
    assert {h for h, t in ground(done, tmp_path).items() if t != "clear"} == {number(1, 1)}
    for name, layout in layouts.items():
        shown = {h: t for h, t in ground(done, tmp_path, name.lower()).items() if t != "clear"}
        assert shown == {number(c, r): n.lower() for n, c, r in layout}, name


def test_hundreds_of_nameless_tiles_are_terrain(tmp_path: Path) -> None:
    layout = [(f"B{n % 3}", *hexagon) for n, hexagon in enumerate(HEXES)]
    terrain = ground(import_module(with_pieces({"Noon": layout}, 100).data()), tmp_path)
    assert {number(c, r): n.lower() for n, c, r in layout}.items() <= terrain.items()


def test_other_markers_are_no_terrain() -> None:
    for layout, size, traits in (
        ([("Control", 1, 1)] * 40, 100, ()),
        ([("Wood", 1, 1)], 30, ()),
        ([("Wood", 1, 1)], 400, ()),
        ([("Wood", 1, 1)], 100, (MarkWhenMoved(),)),
        ([("B1", 1, 1)], 100, ()),
        ([("Hex label yellow", 1, 1)], 100, ()),
    ):
        done = import_module(with_pieces({"Noon": layout}, size, traits).data())
        assert not any("from tiles" in line for line in done.report.doubts), (layout[0], size)
        assert f"Not carried over: {len(layout)} markers" in done.files["scenarios/noon.yaml"].decode()


def test_of_two_tiles_in_a_hex_the_upper_one_counts(tmp_path: Path) -> None:
    module = foreign()
    wood, town = (Piece((Layer(),), BasicPiece(image=f"{n}.png", name=n)) for n in ("Wood", "Town"))
    module.entries |= {"images/Wood.png": picture(100, 100), "images/Town.png": picture(100, 100)}
    builder = SaveBuilder()
    builder.pile([wood, town], "Main", *centre(1, 1))
    builder.boards("Main", ["Field"])
    game = save()
    module.entries["Noon.vsav"] = type(game)(game.metadata, game.module_metadata, builder.tree()).data()
    done = import_module(module.data())
    assert ground(done, tmp_path)["0202"] == "town"
    assert any("1 tiles lie under others" in line for line in done.report.doubts)
