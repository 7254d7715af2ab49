"""Edits of an imported project: each is in the module that is built, or an error at its line."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from jdgtools.building import BuildOptions, build
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make
from jdgtools.vassal.components import read_xml
from jdgtools.vassal.folder import FIELDS, PLACES
from jdgtools.vassal.package import SaveFile, read_module
from jdgtools.vassal.savegame import parse_command
from tests.tools.habits_module import habits_module
from tests.unit.importers.modules import foreign, hex_board, picture, save, with_quarters
from tests.unit.importers.test_foreign import START

BATTLE, UNITS, NOON = "battle.yaml", "oob.csv", "scenarios/noon.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of an imported module with two saved games."""
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START)})
    write_project(tmp_path / "p", import_module(module.data()).files)
    return tmp_path / "p"


def edit(project: Path, file: str, old: str, new: str) -> int:
    """Replace a text once; return the line where it stood."""
    path = project / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_an_import_as_it_was_has_no_edits(project: Path) -> None:
    assert [str(problem) for problem in check(project).report] == []


@pytest.mark.parametrize(
    ("old", "new", "attribute", "value"),
    [
        ('title: "Old Battle"', "title: {en: Newer & Battle, fr: Autre}", "name", "Newer & Battle"),
        ('version: "2.1"', 'version: "3.0"', "version", "3.0"),
        ('title: "Old Battle"', "title: Old Battle\nsubtitle: A day", "description", "A day"),
    ],
    ids=["title", "version", "subtitle"],
)
def test_what_a_build_writes_into_the_module(
    project: Path, tmp_path: Path, old: str, new: str, attribute: str, value: str
) -> None:
    before = read_module(build(check(project), tmp_path / "a").products[0].path)
    edit(project, BATTLE, old, new)
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    path = build(loaded, tmp_path / "out").products[0].path
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        root = read_xml(archive.read("buildFile.xml"))
    module = read_module(path)
    assert root.get(attribute) == value
    assert module.metadata is not None and getattr(module.metadata, attribute) == value
    assert module.entries == before.entries
    others = dict(before.root.attributes) | {attribute: value}
    assert dict(module.root.attributes) == others
    assert f"-{loaded.battle and loaded.battle.version}.vmod" in path.name


def test_a_new_name_is_in_palette_and_saved_games(project: Path, tmp_path: Path) -> None:
    edit(project, UNITS, ",Foy,", ",Foy's; division/é,")
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    module = read_module(build(loaded, tmp_path / "out").products[0].path)
    slots = [slot for slot in module.root.find("PieceSlot") if "Foy" in slot.piece().basic.name]
    assert [(slot.get("entryName"), slot.piece().basic.name) for slot in slots] == [
        ("Foy's; division/é", "Foy's; division/é")
    ]
    back = import_module(module.data()).files
    assert back[UNITS].decode("utf-8").count("Foy's; division/é") == 1
    for name in ("Noon.vsav", "Dusk.vsav"):
        names = {
            parse_command(text).piece.basic.name for text in module.save(name).root.walk() if "u3.png" in text
        }
        assert names == {"Foy's; division/é"}


def test_a_new_picture_of_a_counter_is_in_the_module(project: Path, tmp_path: Path) -> None:
    before = read_module(build(check(project), tmp_path / "a").products[0].path)
    new = picture(colour=(250, 10, 10))
    (project / "art" / "counters" / "u3.png").write_bytes(new)
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    after = read_module(build(loaded, tmp_path / "out").products[0].path)
    assert {name for name in after.entries if after.entries[name] != before.entries[name]} == {
        "images/u3.png"
    }
    assert after.entries["images/u3.png"] == new


def test_a_picture_that_has_gone_is_told(project: Path) -> None:
    (project / "art" / "counters" / "u3.png").unlink()
    problems = [d for d in check(project).report if d.code == "GEN180"]
    assert [d.message for d in problems] == [
        "the picture `art/counters/u3.png` has gone, and the imported module still has it"
    ]
    assert problems[0].subject == "unit `foy`"


def test_a_picture_of_another_kind_cannot_be_written(project: Path) -> None:
    record = project / FIELDS
    text = record.read_text(encoding="utf-8")
    assert text.count('"entry":"images/u3.png"') == 1
    record.write_text(text.replace('"entry":"images/u3.png"', '"entry":""'), encoding="utf-8")
    assert [str(problem) for problem in check(project).report] == []
    (project / "art" / "counters" / "u3.png").write_bytes(picture(colour=(250, 10, 10)))
    (problem,) = check(project).report
    assert problem.code == "GEN180" and "art/counters/u3.png" in problem.message


LACKING = {
    "side of a unit": (UNITS, "durutte,Durutte,french,i-corps", "durutte,Durutte,prussians,bulow", "unit `durutte`"),
    "picture of a unit": (UNITS, "u3.png,", "u4.png,", "unit `foy`"),
    "a new unit": (UNITS, "foy,Foy", "ney,Ney,french,i-corps,counter,,\nfoy,Foy", "unit `ney` has no counter"),
    "a new formation": (BATTLE, "  - {id: bulow", "  - {id: guard, name: Guard, side: french}\n  - {id: bulow", "command `guard`"),
    "name of a formation": (BATTLE, "name: \"I Corps\"", "name: \"1st Corps\"", "command `i-corps`"),
    "no title of a setup": (NOON, "title: Noon", "title: ''", "scenario `noon`"),
    "a new piece of another kind": (UNITS, "foy,Foy,french,ii-corps,counter,", "ney,Ney,french,ii-corps,cavalry,art/counters/u1.png,art/counters/u1-b.png\nfoy,Foy,french,ii-corps,counter,", "unit `ney` has no counter"),
    "a placed piece of another state": (NOON, "setup:\n", "setup:\n  - {unit: durutte, hex: '0301', facing: N, state: back}\n", "durutte"),
    "no facing any more": (NOON, ', hex: "0102", facing: SE}', ', hex: "0102"}', "unit `foy` has no facing now"),
    "last turn": (NOON, "last_turn: 3", "last_turn: 2", "scenario `noon`"),
    "hour of a turn": (NOON, '"08:00", label', '"08:30", label', "turn"),
    "a new turn": (NOON, "first_turn: 2", "  - {number: 4, time: \"10:00\"}\nfirst_turn: 2", "turn"),
    "another first row": ("map.yaml", "first_row: 0", "first_row: 1", "`numbering` of map `grid`"),
    "other columns": ("map.yaml", "shifted: even", "shifted: odd", "`shifted` of map `grid` is `odd`, and the imported module keeps `even`"),
    "pieces that come in": (NOON, "setup:\n", "reinforcements: [{id: late, turn: 3, units: [durutte], hexes: ['0301']}]\nsetup:\n", "reinforcements of scenario `noon` come in no setup"),
    "a piece in another box": (NOON, "{unit: foy, hex: \"0102\", facing: SE}", "{unit: foy, box: reserve}", "foy"),
    "a marker on the map": (NOON, "setup:\n", "markers_on_map: {smoke: ['0301']}\nsetup:\n", "does not lie on the map"),
}  # fmt: skip


@pytest.mark.parametrize("case", LACKING)
def test_what_the_module_lacks_is_an_error_at_its_line(project: Path, case: str) -> None:
    file, old, new, said = LACKING[case]
    line = edit(project, file, old, new)
    if "smoke" in new:
        edit(
            project,
            BATTLE,
            "language:",
            "vocabulary: {markers: [{id: smoke, name: Smoke, count: 1}]}\nlanguage:",
        )
    if "durutte" in new:
        edit(project, NOON, 'unused: ["14-brigade", durutte]', 'unused: ["14-brigade"]')
    if "ney" in new:
        edit(project, NOON, 'unused: ["14-brigade", durutte]', "unused: rest")
        edit(project, "scenarios/dusk.yaml", 'unused: ["14-brigade", durutte]', "unused: rest")
    loaded = check(project)
    found = [problem for problem in loaded.report if problem.code == "GEN180"]
    assert found, [str(problem) for problem in loaded.report]
    assert not loaded.ok
    assert any(said in problem.message for problem in found), [problem.message for problem in found]
    places = [(problem.span.file, problem.span.line) for problem in found if problem.span]
    assert any(name.endswith(file) and abs(at - line) <= 1 for name, at in places), places


def test_a_block_faces_only_where_its_quarters_turn_it(tmp_path: Path) -> None:
    """Steps that no facing of the hexes falls on are told at their line, not turned to another facing."""
    game = save(("Foy", 3, 60, 60, 0), ("Marcognet", 1, 146, 110, 0))
    quarters = SaveFile(game.metadata, game.module_metadata, with_quarters(game.root))
    write_project(tmp_path / "p", import_module(foreign(saves={"Noon": quarters}).data()).files)
    noon = tmp_path / "p" / NOON
    before = noon.read_text()
    for facing, fits in (("SE", True), ("S", True), ("NW", True), ("NE", False), ("SW", False)):
        noon.write_text(before.replace('hex: "0101", facing: "N"', f'hex: "0101", facing: {facing}'))
        loaded = check(tmp_path / "p")
        said = [p.message for p in loaded.report]
        assert (
            said == []
            if fits
            else said
            == ["unit `foy` turns in steps, and faces N or SE or S or NW only in the imported module"]
        )
        if fits:
            again = import_module(build(loaded, tmp_path / "out").products[0].path)
            assert f"facing: {facing}" in again.files[NOON].decode().replace('"', "")


def test_a_setup_without_its_file_is_still_in_the_module(project: Path) -> None:
    edit(project, BATTLE, ', "scenarios/dusk.yaml"', "")
    gone, unnamed = sorted(check(project).report, key=lambda problem: problem.code)
    assert gone.message == "scenario `dusk` has been taken out, and the imported module still has it"
    assert unnamed.code == "GEN197"
    assert unnamed.span is not None
    assert unnamed.span.file.endswith("scenarios/dusk.yaml")


def test_an_import_of_an_older_version_says_that_edits_are_unknown(project: Path) -> None:
    (project / FIELDS).unlink()
    edit(project, UNITS, ",Foy,", ",Foy's division,")
    assert [(problem.code, problem.severity.name) for problem in check(project).report] == [
        ("GEN181", "INFO")
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1, column 1: Expecting value"),
        ("[]", "expected `object`, got `array`"),
        ("{", "line 1, column 2: Expecting property name"),
        ('{"fields": 7}', "fields: expected `array`, got `int`"),
        ('{"fields": []}', "it says nothing of the battle"),
        ('{"fields": [[["battle"], {}], [["moon", "full"], {}]]}', 'fields[1]: ["moon", "full"] is no subject'),
        ('{"fields": [[["setup", "noon"], {"file": NaN}]]}', "NaN is no number"),
        ('{"fields": [[["setup", "noon"], {"file": 7}]]}', "fields[0].file: expected `str`, got `int`"),
        ('{"fields": [[["battle"], {}], [["setup", "noon"], {"file": "a"}]]}', "it says nothing of scenario 'noon'"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_one_error_with_its_place(project: Path, text: str, problem: str) -> None:
    (project / FIELDS).write_text(text, encoding="utf-8")
    (found,) = check(project).report
    assert found.code == "GEN180" and f"{FIELDS} is damaged: {problem}" in found.message


@pytest.mark.parametrize(
    ("way", "value", "problem"),
    [
        (("hexes", "0101"), [5], "hexes[...]: expected `array` of length 2, got 1"),
        (("hexes", "0101"), [5, "6"], "hexes[...][1]: expected `int`, got `str`"),
        (("hexes", "0101"), [5, 10**30], "hexes[...][1]: "),
        (("setups", "noon", "pieces", "foy", "hex"), None, "setups[...].pieces[...].hex: expected `str`, got `null`"),
        (("setups", "noon", "pieces"), None, "setups[...].pieces: expected `object`, got `null`"),
        (("boards",), [{"image": "a.png"}], "boards[0]: object missing required field `at`"),
        (("map",), 7, "map: expected `str`, got `int`"),
    ],
)  # fmt: skip
def test_damaged_places_are_told_with_their_place(
    project: Path, way: tuple[str, ...], value: object, problem: str
) -> None:
    record = json.loads((project / PLACES).read_text(encoding="utf-8"))
    inner = record
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    (project / PLACES).write_text(json.dumps(record), encoding="utf-8")
    messages = [found.message for found in check(project).report]
    assert messages and all(f"{PLACES} is damaged: {problem}" in message for message in messages)


def test_without_the_imported_module_everything_may_be_edited(project: Path) -> None:
    edit(project, BATTLE, "module: imported\n", "")
    edit(project, UNITS, ",Foy,", ",Foy's division,")
    assert [problem.code for problem in check(project).report if problem.code == "GEN180"] == []
    # A module is made from the battle then, though its series has neither dice nor charts.
    done = build(check(project), project.parent / "out", BuildOptions(only=("vassal",)))
    assert list(read_module(done.products[0].path).root.find("PredefinedSetup"))


def test_the_order_of_a_stack_is_no_silent_edit(tmp_path: Path) -> None:
    together = [(name, 3, 60, 60, facing) for name, *_, facing in START[:3]]
    write_project(tmp_path / "p", import_module(foreign(saves={"Noon": save(*together)}).data()).files)
    project = tmp_path / "p"
    assert [str(problem) for problem in check(project).report] == []
    rows = [line for line in (project / NOON).read_text(encoding="utf-8").splitlines() if "- {unit:" in line]
    assert len(rows) == 3
    line = edit(project, NOON, f"{rows[0]}\n{rows[1]}\n", f"{rows[1]}\n{rows[0]}\n")
    (problem,) = check(project).report.of("GEN180")
    assert problem.span is not None and problem.span.line == line
    assert "from top to bottom, and the imported module keeps" in problem.message
    # A piece that leaves the stack changes nothing for the others.
    edit(project, NOON, f"{rows[1]}\n{rows[0]}\n", f"{rows[0]}\n")
    assert check(project).report.of("GEN180") == []


def test_the_summary_of_a_setup_is_its_description(project: Path, tmp_path: Path) -> None:
    edit(project, NOON, 'summary: "a start"', 'summary: "At the mill"')
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    module = read_module(build(loaded, tmp_path / "out").products[0].path)
    texts = {s.get("name"): s.get("description") for s in module.root.find("PredefinedSetup")}
    assert texts == {"Noon": "At the mill", "Dusk": "a start"}


def test_a_title_that_no_menu_shows_is_an_error(tmp_path: Path) -> None:
    module = foreign()
    module.entries["Noon.vsav"] = save(*START).data()
    write_project(tmp_path / "p", import_module(module.data()).files)
    line = edit(tmp_path / "p", NOON, "title: Noon", "title: Midday")
    (problem,) = check(tmp_path / "p").report
    assert problem.code == "GEN180" and problem.span is not None and problem.span.line == line


@pytest.mark.parametrize(
    ("old", "new"), [("name: North", "name: South"), ('"0101", ', ""), ("regions:", "places: []\nregions:")]
)
def test_zones_of_the_module_are_its_regions(tmp_path: Path, old: str, new: str) -> None:
    zone = make("Zone", {"name": "North", "path": "0,0;300,0;300,300;0,300", "useParentGrid": "true"})
    module = foreign(hex_board(zones=[zone]), saves={"Noon": save(*START)})
    write_project(tmp_path / "p", import_module(module.data()).files)
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    edit(tmp_path / "p", "map.yaml", old, new)
    codes = [problem.code for problem in check(tmp_path / "p").report]
    assert codes == ([] if "places" in new else ["GEN180"])


def test_the_terrain_of_a_tile_stays(tmp_path: Path) -> None:
    write_project(tmp_path / "p", import_module(habits_module(1).data()).files)
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    edit(tmp_path / "p", "map.yaml", "a W a", "a a a")
    (problem,) = check(tmp_path / "p").report
    assert problem.code == "GEN180" and "is `clear`, and a tile of the imported module" in problem.message
    assert problem.span is not None and problem.span.file.endswith("map.yaml")
