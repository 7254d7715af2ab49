"""A module of somebody else becomes a battle project."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from unicodedata import normalize

import pytest
import yaml

from jdgtools.building import build as build_battle
from jdgtools.errors import InputRefused, UnknownSeries
from jdgtools.exporters.options import BuildOptions
from jdgtools.hexgrid.coords import Orientation
from jdgtools.importers.facing import Facing, facing_name, facings_shown
from jdgtools.importers.imported_module import pack_module
from jdgtools.importers.ratings import read_rules
from jdgtools.importers.vassal import ImportedProject, ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check, load
from jdgtools.series.registry import find_series
from jdgtools.vassal import build
from jdgtools.vassal.build import make, zone
from jdgtools.vassal.components import Component
from jdgtools.vassal.folder import read_imported_module
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import SaveFile, read_module
from jdgtools.vassal.savebuilder import SaveBuilder
from tests.fuzz.sheets import archive
from tests.unit.importers.modules import (
    expanded,
    foreign,
    hex_board,
    landscape,
    picture,
    save,
    save_of_both_sides,
    unit,
    with_quarters,
)

START = (("Marcognet", 1, 60, 60, 0), ("Foy", 3, 60, 160, 2), ("13. Brigade", 4, 146, 110, 3))


@pytest.fixture(scope="module")
def done() -> ImportedProject:
    return import_module(foreign(saves={"Noon": save(*START)}).data())


def rows(done: ImportedProject, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(done.files[name].decode())))


def test_sides_commands_and_units_follow_the_palette(done: ImportedProject) -> None:
    battle = yaml.safe_load(done.files["battle.yaml"])
    assert [s["name"] for s in battle["sides"]] == ["French", "Prussians"]
    assert {(c["name"], c["side"]) for c in battle["commands"]} == {
        ("I Corps", "french"),
        ("II Corps", "french"),
        ("Bülow", "prussians"),
    }
    units = {u["name"]: u for u in rows(done, "oob.csv")}
    assert set(units) == {"Marcognet", "Durutte", "Foy", "13. Brigade", "14. Brigade"}
    assert units["Foy"]["command"] == "ii-corps"
    assert done.files[units["Foy"]["art"]] == picture(colour=(60, 80, 90))


def test_without_a_series_the_project_is_generic_and_says_so(done: ImportedProject) -> None:
    battle = yaml.safe_load(done.files["battle.yaml"])
    assert (battle["series"], battle["module"]) == ("generic", "imported")
    assert any(line.startswith("series") for line in done.report.missing)
    ruled = import_module(foreign().data(), ImportOptions(series="jdg"))
    battle = yaml.safe_load(ruled.files["battle.yaml"])
    assert battle["series"] == "jdg" and "module" not in battle


NO_HEXES = build.board("Field", "field.png", [make("SquareGrid", {"dx": 50.0, "dy": 50.0})])


@pytest.mark.parametrize(
    "sides", [("French", "Prussians"), ("French",), (), ("French", "Prussians", "Austria")]
)
@pytest.mark.parametrize("board", [None, NO_HEXES], ids=["hexes", "squares"])
def test_a_generic_project_checks_and_builds_its_module(
    sides: tuple[str, ...], board: Component | None, tmp_path: Path
) -> None:
    module = foreign(board, saves={"Noon": save(*START)}, sides=sides)
    write_project(tmp_path / "p", import_module(module.data()).files)
    loaded = check(tmp_path / "p")
    assert [str(d) for d in loaded.report] == []
    result = build_battle(loaded, tmp_path / "out")
    assert [p.path.name for p in result.products] == ["old-battle-2.1.vmod", "build-report.json"]
    again = read_module((tmp_path / "out" / "old-battle-2.1.vmod").read_bytes())
    assert again.entries == module.entries and again.root == module.root


def test_pieces_stand_as_the_saved_game_has_them(tmp_path: Path) -> None:
    together = (("Marcognet", 1, 60, 60, 0), ("13. Brigade", 4, 60, 60, 3), ("Foy", 3, 60, 60, None))
    made = import_module(foreign(saves={"Noon": save(*together)}).data())
    write_project(tmp_path / "p", made.files)
    report = check(tmp_path / "p").report
    assert [str(d) for d in report] == []


def test_the_imported_module_follows_the_scenario_files(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START)})
    write_project(tmp_path / "p", import_module(module.data()).files)
    noon = tmp_path / "p" / "scenarios" / "noon.yaml"
    text = noon.read_text()
    assert '{unit: marcognet, hex: "0101", facing: "N"}' in text
    text = text.replace(
        '{unit: marcognet, hex: "0101", facing: "N"}', "{unit: marcognet, hex: '0304', facing: SE}"
    )
    text = text.replace('  - {unit: foy, hex: "0102", facing: SE}\n', "")
    noon.write_text(text.replace("unused: [14-brigade, durutte]", "unused: rest"))
    loaded = check(tmp_path / "p")
    assert [str(d) for d in loaded.report] == []
    result = build_battle(loaded, tmp_path / "out")
    assert result.losses == ()
    again = read_module((tmp_path / "out" / "old-battle-2.1.vmod").read_bytes())
    changed = {n for n in again.entries if again.entries[n] != module.entries[n]}
    assert changed == {"Noon.vsav"}
    back = import_module(again.data())
    setup = yaml.safe_load(back.files["scenarios/noon.yaml"])["setup"]
    assert {p["unit"]: (p["hex"], p["facing"]) for p in setup} == {
        "marcognet": ("0304", "SE"),
        "13-brigade": ("0201", "S"),
    }


def test_at_start_stacks_stay_and_that_is_said_only_when_it_matters(tmp_path: Path) -> None:
    module = foreign()
    stack = build.setup_stack("Start", [build.piece_slot(unit("Foy", "u3.png"), 3)], x=60, y=60)
    next(module.root.find("Map")).children.append(stack)
    write_project(tmp_path / "p", import_module(module.data()).files)
    file = tmp_path / "p" / "scenarios" / "at-start.yaml"
    assert [p["hex"] for p in yaml.safe_load(file.read_text())["setup"]] == ["0101"]
    assert build_battle(check(tmp_path / "p"), tmp_path / "out").losses == ()
    file.write_text(file.read_text().replace('hex: "0101"', "hex: '0102'"))
    (problem,) = check(tmp_path / "p").report
    assert problem.code == "GEN180" and "an at-start stack" in problem.message
    assert problem.span is not None and problem.span.file.endswith("at-start.yaml")


def test_everything_can_be_made_from_a_generic_project(done: ImportedProject, tmp_path: Path) -> None:
    write_project(tmp_path / "p", done.files)
    options = BuildOptions.of(only=("map", "counters", "package"), dpi=50)
    result = build_battle(check(tmp_path / "p"), tmp_path / "out", options)
    names = {p.path.name for p in result.products}
    assert {"map-print.pdf", "counters-a4.pdf", "old-battle-noon.jdgpkg"} <= names
    assert result.losses == ()


def test_the_old_word_for_an_imported_module_is_still_read(done: ImportedProject, tmp_path: Path) -> None:
    write_project(tmp_path / "p", done.files)
    file = tmp_path / "p" / "battle.yaml"
    file.write_text(file.read_text().replace("module: imported", "module: kept"))
    loaded = check(tmp_path / "p")
    assert [str(d) for d in loaded.report] == []
    assert loaded.battle is not None and loaded.battle.module == "imported"
    (tmp_path / "p" / "module" / "index.json").unlink()
    assert [d.code for d in check(tmp_path / "p").report] == ["GEN040"]


def test_a_module_that_is_not_whole_is_a_diagnostic(done: ImportedProject, tmp_path: Path) -> None:
    write_project(tmp_path / "p", done.files)
    (tmp_path / "p" / "module" / "images" / "u1.png").unlink()
    problem = next(iter(check(tmp_path / "p").report))
    assert problem.code == "GEN040" and "module/images/u1.png is missing" in problem.message
    (tmp_path / "p" / "module" / "index.json").write_text("[")
    assert "is damaged" in next(iter(check(tmp_path / "p").report)).message


def test_setups_give_hexes_facings_and_turn(done: ImportedProject) -> None:
    scenario = yaml.safe_load(done.files["scenarios/noon.yaml"])
    found = {p["unit"]: (p["hex"], p["facing"]) for p in scenario["setup"]}
    assert found == {"marcognet": ("0101", "N"), "foy": ("0102", "SE"), "13-brigade": ("0201", "S")}
    assert scenario["first_turn"] == 2
    assert [t.get("time") for t in scenario["turns"]] == ["07:00", "08:00", "09:00"]
    assert set(scenario["unused"]) == {"durutte", "14-brigade"}


def test_blocks_that_turn_by_quarters_face_nowhere() -> None:
    """Blocks show their steps so; on hexes nobody faces a quarter of a turn."""
    game = save(("Foy", 3, 60, 60, 2))
    turned = SaveFile(game.metadata, game.module_metadata, with_quarters(game.root))
    data = foreign(saves={"Noon": turned}).data()
    done = import_module(data, ImportOptions(series="jdg"))
    assert yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"] == [{"unit": "foy", "hex": "0101"}]
    assert any("turn in 4 steps face no hexside" in line for line in done.report.doubts)
    # Where no rules ask for a facing, it is kept as the counter lies.
    plain = import_module(data)
    assert yaml.safe_load(plain.files["scenarios/noon.yaml"])["setup"][0]["facing"] == "S"


@pytest.mark.parametrize("facing", ["corner", "hexside"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_six_steps_are_six_facings(facing: Facing, orientation: Orientation) -> None:
    """Also where each lies halfway between two, and what is written is what is read again."""
    read = [facing_name(60 * n, facing, orientation)[0] for n in range(6)]
    assert len({*read}) == 6 and facing_name(360, facing, orientation)[0] == read[0]
    for steps in (1, 6, 12):
        assert len(facings_shown(steps, facing, orientation)) == 6


def test_decks_and_markers_are_listed(done: ImportedProject) -> None:
    assert [(r["deck"], r["card"]) for r in rows(done, "decks.csv")] == [("Events", "Event 1")]
    kinds = {r["name"]: r["kind"] for r in rows(done, "pieces.csv")}
    assert kinds["Disordered"] == "marker" and kinds["Foy"] == "unit"
    asked = {r["name"]: json.loads(r["properties"]) for r in rows(done, "pieces.csv")}
    assert asked["Foy"]["Proto"] == "yes" and asked["Foy"]["Step_Level"] == "1"


def test_every_component_is_in_the_report(done: ImportedProject) -> None:
    module = foreign(saves={"Noon": save(*START)})
    report = json.loads(done.files["import-report.json"])
    kinds = {f["kind"] for f in report["findings"]}
    assert {c.kind for c in module.root.walk()} <= kinds
    assert all(f["note"] for f in report["findings"])
    components = sum(1 for _ in module.root.walk())
    extra = sum(f["kind"] in ("Picture", "SavedGame", "Piece") for f in report["findings"])
    assert len(report["findings"]) - extra == components
    assert "Guessed; please look" in done.files["import-report.txt"].decode()


def test_the_copy_under_module_gives_the_module_back(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)})
    module.entries["images/Case.png"] = b"1"
    module.entries["images/case.png"] = b"2"
    module.entries["images/what?.png"] = b"3"
    module.entries["a/b"] = b"4"
    module.entries["A"] = b"5"
    module.entries["images/\u00e9.png"] = b"6"  # one letter, and a letter with its accent: one file on macOS
    module.entries["images/e\u0301.png"] = b"7"
    module.entries["images/x/"] = b"a folder that holds data"
    files = import_module(module.data()).files
    assert len({normalize("NFC", name).casefold() for name in files}) == len(files)
    write_project(tmp_path / "p", files)
    assert read_imported_module(tmp_path / "p").data() == module.data()
    assert pack_module(tmp_path / "p", tmp_path / "again.vmod") == len(module.data())
    assert read_module(tmp_path / "again.vmod").entries == module.entries
    with pytest.raises(InputRefused, match="exists already"):
        pack_module(tmp_path / "p", tmp_path / "again.vmod")


def test_an_index_cannot_lead_out_of_the_project(tmp_path: Path) -> None:
    write_project(tmp_path / "p", import_module(foreign().data()).files)
    (tmp_path / "secret").write_text("s")
    index = tmp_path / "p" / "module" / "index.json"
    data = json.loads(index.read_text())
    data["entries"][0]["file"] = "../../secret"
    index.write_text(json.dumps(data))
    with pytest.raises(InputRefused, match="leaves its folder"):
        read_imported_module(tmp_path / "p")
    (tmp_path / "p" / "module" / "link").symlink_to(tmp_path / "secret")
    data["entries"][0]["file"] = "link"
    index.write_text(json.dumps(data))
    with pytest.raises(InputRefused, match="leads out"):
        read_imported_module(tmp_path / "p")


RULES = """
format: 1
ratings:
  strength: SP
  cohesion: {from: Values, match: '(\\d)-(\\d)-(\\d)', group: 2}
types:
  - {when: {name: '\\d+\\. Brigade'}, type: militia}
  - {when: {}, type: line_infantry}
states:
  - {when: {Step_Level: '2'}, state: disordered}
"""


def test_the_example_of_the_manual_is_true(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs" / "import.md").read_text(encoding="utf-8")
    example = text[text.index("### An example") :]
    rules = re.search(r"```yaml\n(.*?)```", example, re.DOTALL)
    shown = re.search(r'"(\{.*\})"\n', example)
    assert rules and shown
    (tmp_path / "rules.yaml").write_text(rules[1])
    series = find_series("jdg")
    assert series is not None
    found = read_rules(tmp_path / "rules.yaml", series.definition)
    values = {**json.loads(shown[1].replace('""', '"')), "name": "2/91"}
    assert {k: r.take(values) for k, r in found.ratings.items()} == {"strength": "5", "cohesion": "7"}
    assert (found.first("types", values), found.first("commands", values)) == ("line_infantry", "Campbell")


def test_a_counter_that_shows_its_back_is_turned_over() -> None:
    done = import_module(foreign(saves={"Noon": save_of_both_sides()}).data())
    setup = yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"]
    assert [p.get("state") for p in setup] == [None, ["back"]]


def test_rules_make_ratings_and_types(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES)
    done = import_module(foreign().data(), ImportOptions(series="jdg", rules=tmp_path / "rules.yaml"))
    units = {u["name"]: u for u in rows(done, "oob.csv")}
    assert (units["Foy"]["strength"], units["Foy"]["cohesion"], units["Foy"]["type"]) == (
        "6",
        "6",
        "line_infantry",
    )
    assert units["14. Brigade"]["type"] == "militia"
    write_project(tmp_path / "p", done.files)
    loaded = load(tmp_path / "p")
    assert loaded.battle is not None and loaded.battle.unit("foy") is not None
    assert loaded.battle.unit("foy").number("strength") == 6  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ratings: {valour: SP}", r"r\.yaml:1:19: `valour` is no rating of jdg"),
        ("types: [{when: {}, type: elephants}]", "no unit type"),
        ("types: [{type: militia}]", "expected"),
        ("states: [{when: {}, state: asleep}]", "no state"),
        ("ratings: {strength: {from: SP, match: '('}}", "not a pattern"),
        ("ratings: {strength: {from: SP, match: 'x'}}", "no group 1"),
        ("colours: {}", "expected ratings or one of"),
        ("- a", "rules are a mapping"),
        ("a: [", r"r\.yaml:"),
    ],
)
def test_wrong_rules_are_refused_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "r.yaml").write_text(text)
    series = find_series("jdg")
    assert series is not None
    with pytest.raises(InputRefused, match=message):
        read_rules(tmp_path / "r.yaml", series.definition)


def test_an_unknown_series_is_named() -> None:
    with pytest.raises(UnknownSeries, match="there is no series `x`; known are `jdg`"):
        import_module(foreign().data(), ImportOptions(series="x"))


def test_zones_become_regions() -> None:
    field = zone("Left bank", [(0, 0), (110, 0), (110, 560), (0, 560)])
    nowhere = zone("Track", [(650, 0), (690, 0), (690, 20)])
    done = import_module(foreign(hex_board(zones=[field, nowhere])).data())
    regions = yaml.safe_load(done.files["map.yaml"])["regions"]
    assert [r["name"] for r in regions] == ["Left bank"]
    assert regions[0]["hexes"] == ["0101", "0102", "0103", "0104", "0105"]


def test_zones_of_one_name_are_one_region() -> None:
    parts = [[(0, 0), (110, 0), (110, 110), (0, 110)], [(390, 0), (450, 0), (450, 120), (390, 120)]]
    zones = [zone("Wood", p) for p in parts]
    done = import_module(foreign(hex_board(zones=zones)).data())
    regions = yaml.safe_load(done.files["map.yaml"])["regions"]
    assert regions == [{"id": "wood", "name": "Wood", "hexes": ["0101", "0501"]}]
    assert [f.outcome for f in done.report.findings if f.kind == "Zone"] == ["converted", "converted"]


def two_maps(pieces: dict[str, int]) -> ImportedProject:
    """A module with a larger map `Main` and a smaller one `Aside`, and pieces on both."""
    builder = SaveBuilder()
    for window, number in pieces.items():
        for n in range(number):
            piece = expanded(unit("Foy", "u3.png")).with_basic(gpid="3")
            builder.pile([piece], window, 60, 60 + 100 * n)
        builder.boards(window, ["Field"])
    saved = SaveFile(Metadata(version="2.1"), Metadata("Old Battle", "2.1"), builder.tree())
    small = hex_board(dx=172.0, dy=200.0)
    aside = build.map_window("Aside", [build.board_picker("Aside", [small], ["Field"]), *build.map_parts()])
    return import_module(foreign(saves={"Noon": saved}, more=[aside]).data())


@pytest.mark.parametrize(
    ("pieces", "columns", "hexes"),
    [
        ({"Main": 1, "Aside": 2}, 4, ["0101", "0102"]),
        ({"Main": 2, "Aside": 2}, 8, ["0101", "0102"]),
        ({}, 8, []),
    ],
)
def test_of_several_maps_the_one_with_most_pieces_counts(
    pieces: dict[str, int], columns: int, hexes: list[str]
) -> None:
    done = two_maps(pieces)
    assert yaml.safe_load(done.files["map.yaml"])["grid"]["columns"] == columns
    setup = yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"]
    assert [p["hex"] for p in setup][: len(hexes)] == hexes
    grids = sorted(f.outcome for f in done.report.findings if f.kind == "HexGrid")
    assert grids == ["converted", "kept"]
    assert any("other boards with hexes" in line for line in done.report.doubts)


def test_setups_on_other_boards_have_no_hexes_of_the_map() -> None:
    picker = build.board_picker("Main", [hex_board(), build.board("Hills", "field.png", [])], ["Field"])
    module = foreign(saves={"Noon": save(*START), "Hills": save(("Foy", 3, 60, 60, 0), boards=["Hills"])})
    window = next(module.root.find("Map"))
    window.children[:] = [picker if c.kind == "BoardPicker" else c for c in window.children]
    done = import_module(module.data())
    assert len(yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"]) == 3
    assert yaml.safe_load(done.files["scenarios/hills.yaml"])["setup"] == []
    assert b"other boards than the map's" in done.files["scenarios/hills.yaml"]


def test_a_setup_on_a_board_that_is_gone_is_said_to_be_unread() -> None:
    """An older saved game lays out a board that this version of the module does not have."""
    module = foreign(
        saves={"Noon": save(*START), "Old": save(("Foy", 3, 60, 60, 0), boards=["Field of 1999"])}
    )
    done = import_module(module.data())
    lost = [(f.kind, f.name, f.note) for f in done.report.findings if f.outcome == "unread"]
    note = "it lies on the board 'Field of 1999' of 'Main', which the module does not have"
    assert lost == [("Piece", "Old", note)]
    assert done.report.losses


def test_a_second_copy_of_a_counter_is_a_unit_of_its_own() -> None:
    twice = save(("Foy", 3, 60, 60, 0), ("Foy", 3, 60, 160, 0))
    done = import_module(foreign(saves={"Two": twice}).data())
    scenario = yaml.safe_load(done.files["scenarios/two.yaml"])
    assert [p["unit"] for p in scenario["setup"]] == ["foy", "foy-2"]
    assert "foy-2" in {u["id"] for u in rows(done, "oob.csv")}


def test_a_saved_game_from_outside_is_one_more_scenario_and_setup(tmp_path: Path) -> None:
    (tmp_path / "mine.vsav").write_bytes(save(("Foy", 3, 146, 110, 1)).data())
    module = foreign(saves={"Noon": save(*START)})
    module.entries["mine.vsav"] = b"another"
    done = import_module(module.data(), ImportOptions(save=tmp_path / "mine.vsav"))
    scenario = yaml.safe_load(done.files["scenarios/mine.yaml"])
    assert scenario["setup"] == [{"unit": "foy", "hex": "0201", "facing": "NE"}]
    write_project(tmp_path / "p", done.files)
    build_battle(check(tmp_path / "p"), tmp_path / "out")
    again = read_module((tmp_path / "out" / "old-battle-2.1.vmod").read_bytes())
    assert [(c.get("name"), c.get("file")) for c in again.root.find("PredefinedSetup")] == [
        ("Noon", "Noon.vsav"),
        ("mine", "mine1.vsav"),
    ]
    assert again.entries["mine1.vsav"] == (tmp_path / "mine.vsav").read_bytes()
    assert import_module(again.data()).files["scenarios/mine.yaml"] == done.files["scenarios/mine.yaml"]


def test_pieces_in_no_hex_are_named_with_their_place() -> None:
    track = zone("Turn track", [(640, 0), (700, 0), (700, 560), (640, 560)])
    placed = save(("Foy", 3, 690, 300, 0), ("Durutte", 2, 60, 60, 0))
    narrow = hex_board(zones=[track], dx=86.0, x0=60)
    done = import_module(foreign(narrow, saves={"Noon": placed}).data())
    setup = yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"]
    assert [p["unit"] for p in setup] == ["durutte"]
    assert "1 pieces in Main / Turn track" in done.files["scenarios/noon.yaml"].decode()


def test_the_same_module_gives_the_same_bytes() -> None:
    data = foreign(saves={"Noon": save(*START)}, field=landscape([(60, 60)], [(20, 60, 20)])).data()
    assert import_module(data).files == import_module(data).files


def test_numbers_that_cannot_be_read_leave_the_grid_without_numbers() -> None:
    """The real engine leaves out such a component and goes on with the hexes."""
    module = foreign()
    numbering = next(c for c in module.root.walk() if c.kind == "HexGridNumbering")
    numbering.attributes["hOff"] = "many"
    done = import_module(module.data(), ImportOptions())
    lost = [f for f in done.report.findings if f.outcome == "unread"]
    assert [(f.kind, f.note) for f in lost] == [
        ("HexGridNumbering", "HexGridNumbering: hOff is 'many', not a number that a map can have")
    ]
    assert "map.yaml" in done.files and "hex-names.csv" in done.files


def test_of_two_numberings_of_a_grid_the_last_one_counts() -> None:
    module = foreign()
    grid = next(module.root.find("HexGrid"))
    (numbering,) = grid.children
    grid.children.insert(0, Component(numbering.tag, {**numbering.attributes, "hOff": "40"}))
    done = import_module(module.data())
    assert done.files["map.yaml"] == import_module(foreign().data()).files["map.yaml"]
    assert any("more than one numbering" in f.note for f in done.report.findings if f.outcome == "unread")


@pytest.mark.parametrize("page", [b"<html><body>404</body></html>", b"<html/>"])
def test_what_is_no_build_file_is_refused_by_its_name(page: bytes) -> None:
    data = archive({"buildFile.xml": page})
    with pytest.raises(InputRefused, match=r"module: buildFile\.xml is no build file: it has <html>"):
        import_module(data, ImportOptions())


def test_a_refused_name_of_an_entry_names_the_archive_too(tmp_path: Path) -> None:
    (tmp_path / "bad.vmod").write_bytes(archive({"../../evil.txt": b"x"}))
    with pytest.raises(InputRefused, match=r"bad\.vmod: archive entry '../../evil.txt' leaves its folder"):
        import_module(tmp_path / "bad.vmod", ImportOptions())


@pytest.mark.parametrize(
    ("version", "read"),
    [
        ("1.7.0.2_AWAW", "1.7.0.2-awaw"),
        ("1.3b06", "1.3b06"),
        ("v 2 (beta)", "v-2-beta"),
        ("3/4", "3-4"),
        ("", "0"),
    ],
)
def test_a_version_of_a_module_is_one_that_a_battle_may_have(tmp_path: Path, version: str, read: str) -> None:
    """A version with an underline made a project with an error."""
    module = foreign()
    module.root.attributes["version"] = version
    write_project(tmp_path / "p", import_module(module.data()).files)
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    assert loaded.battle is not None and loaded.battle.version == read
    again = read_module(build_battle(loaded, tmp_path / "out").products[0].path)
    assert again.root.get("version") == version
