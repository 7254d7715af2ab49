"""Old formats, other extensions, code of the module's own, and what the names of setups say."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from jdgtools.building import build
from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make, piece_slot, predefined_setup
from jdgtools.vassal.components import Component
from jdgtools.vassal.folder import FIELDS
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile, read_module, read_save_file
from jdgtools.vassal.savebuilder import SaveBuilder
from tests.unit.importers.modules import expanded, foreign, picture, save, unit
from tests.unit.importers.test_extensions import extension, names
from tests.unit.importers.test_foreign import START


@pytest.mark.parametrize("name", ["old.vmod", "old.mod", "old.zip"])
def test_a_module_of_version_2_is_read_whatever_its_extension(tmp_path: Path, name: str) -> None:
    module = foreign(saves={"Noon": save(*START)})
    # Version 2 has a build file without a suffix, and no record of the module beside it.
    replace(module, metadata=None, build_name="buildFile").write(tmp_path / name)
    done = import_module(tmp_path / name)
    write_project(tmp_path / "p", done.files)
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    assert "foy" in done.files["oob.csv"].decode() and "hex" in done.files["scenarios/noon.yaml"].decode()


def test_saved_games_that_are_no_archives_yet_are_read(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)})
    text = save(*START).root.format().encode() + b"\n"
    module.entries["Noon.vsav"] = text
    done = import_module(replace(module, metadata=None, build_name="buildFile").data())
    assert done.files["scenarios/noon.yaml"].decode().count("hex:") == 3
    assert any("a text of VASSAL 2, which VASSAL 3 does not open" in line for line in done.report.doubts)
    write_project(tmp_path / "p", done.files)
    scenario = tmp_path / "p" / "scenarios" / "noon.yaml"
    scenario.write_text(scenario.read_text().replace('hex: "0101"', 'hex: "0102"', 1))
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    after = read_module(build(loaded, tmp_path / "out").products[0].path)
    assert after.entries["Noon.vsav"][:2] == b"PK" and "Main;60;160" in after.save("Noon.vsav").root.format()
    module.entries["Noon.vsav"] = text[:-13]
    (line,) = (f.note for f in import_module(module.data()).report.findings if f.kind == "PredefinedSetup")
    assert line == "Noon.vsav: saved game is truncated: it has no end_save"


def test_a_saved_game_that_is_no_archive_yet_is_read_beside_its_module(tmp_path: Path) -> None:
    game = tmp_path / "Noon.sav"
    text = save(*START).root.format().encode() + b"\r\n"
    game.write_bytes(text)
    done = import_module(foreign().data(), ImportOptions(save=game))
    assert done.files["scenarios/noon.yaml"].decode().count("hex:") == 3
    write_project(tmp_path / "p", done.files)
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    # VASSAL 3 opens no text: the built module has an archive.
    after = read_module(build(loaded, tmp_path / "out").products[0].path)
    kept = after.save("noon.vsav")
    assert after.entries["noon.vsav"][:2] == b"PK" and kept.root == save(*START).root
    assert kept.metadata is not None and kept.module_metadata is not None
    game.write_bytes(text[:-13])
    with pytest.raises(InputRefused, match=r"^Noon.sav: saved game is truncated: it has no end_save$"):
        import_module(foreign().data(), ImportOptions(save=game))
    game.write_bytes(text + b"x" * 3000)
    with pytest.raises(InputRefused, match=r"^Noon.sav has more than 2000 bytes$"):
        read_save_file(game, Limits(save_bytes=2000))


def test_several_extensions_of_an_old_module_are_read_together(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)})
    replace(module, metadata=None, build_name="buildFile").write(tmp_path / "old.mod")
    paths = []
    for name in ("Ney", "Reille", "Lobau"):
        paths.append(tmp_path / f"{name}.vmdx")
        paths[-1].write_bytes(extension(name=name))
    done = import_module(tmp_path / "old.mod", ImportOptions(extensions=tuple(paths)))
    assert {"Ney", "Reille", "Lobau", "Foy"} <= set(names(done.files))
    paths[2].write_bytes(paths[2].read_bytes()[:-40])
    with pytest.raises(InputRefused, match=r"Lobau\.vmdx is truncated"):
        import_module(tmp_path / "old.mod", ImportOptions(extensions=tuple(paths)))


def test_classes_of_the_module_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)})
    for component in module.root.walk():
        if component.kind == "Map":
            component.tag = "oldbattle.FancyMap"
        elif component.kind == "HexGrid":
            component.tag = "oldbattle.StaggeredHexGrid"
        elif component.kind == "DiceButton":
            component.tag = "oldbattle.DiceTower"
    module.entries["oldbattle/FancyMap.class"] = b"\xca\xfe\xba\xbe"
    done = import_module(module.data())
    text = done.files["scenarios/noon.yaml"].decode()
    assert text.count("hex:") == 3
    (dice,) = [f for f in done.report.findings if f.kind == "DiceTower"]
    assert dice.outcome == "kept" and "code of the module's own" in dice.note
    assert any(
        "Java code of its own (1 file of classes; 1 x FancyMap; " in line for line in done.report.doubts
    )
    missing = {f.name for f in done.report.findings if f.kind == "Class" and f.outcome == "unread"}
    assert missing == {"oldbattle.StaggeredHexGrid", "oldbattle.DiceTower"}
    write_project(tmp_path / "p", done.files)
    assert [str(problem) for problem in check(tmp_path / "p").report] == []


def test_classes_of_an_extension_are_part_of_the_module(tmp_path: Path) -> None:
    """What an extension adds with code of its own is kept with the code; what lies in it is read."""
    tower = Component("late.DiceTower", {"name": "Tower"})
    slot = piece_slot(unit("Reille", "x1.png"), "abc:1")
    panel = make("ListWidget", {"entryName": "II Corps bis"}, [slot])
    window = Component("late.ReserveWindow", {"name": "Reserves"}, children=[panel])
    element = Component("VASSAL.build.module.ExtensionElement", {"target": ""}, children=[tower, window])
    root = Component("VASSAL.build.module.ModuleExtension", {"module": "Old Battle"}, children=[element])
    entries = {"late/DiceTower.class": b"\xca\xfe\xba\xbe", "images/x1.png": picture()}
    path = tmp_path / "late.vmdx"
    path.write_bytes(Module(Metadata("Late", "1"), root, entries, metadata_name="extensiondata").data())
    done = import_module(foreign(saves={"Noon": save(*START)}).data(), ImportOptions(extensions=(path,)))
    pieces = done.files["pieces.csv"].decode()
    assert "Reille" in pieces
    lines = {f.kind: f for f in done.report.findings if f.kind in ("DiceTower", "ReserveWindow", "Class")}
    assert lines["DiceTower"].outcome == lines["ReserveWindow"].outcome == "kept"
    assert (lines["Class"].name, lines["Class"].outcome) == ("late.ReserveWindow", "unread")
    write_project(tmp_path / "p", done.files)
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    after = read_module(build(loaded, tmp_path / "out").products[0].path)
    assert after.entries["late/DiceTower.class"] == entries["late/DiceTower.class"]
    assert {"late.DiceTower", "late.ReserveWindow"} <= {c.tag for c in after.root.walk()}


def without_turn(name: str) -> dict[str, object]:
    """Return the scenario of a saved game of this name that says nothing of turns."""
    builder = SaveBuilder()
    builder.pile([expanded(unit("Foy", "u3.png", 0)).with_basic(gpid="3")], "Main", 60, 60)
    builder.boards("Main", ["Field"])
    game = SaveFile(Metadata(version="2.1"), Metadata("Old Battle", "2.1"), builder.tree())
    module = foreign()
    module.entries["game.vsav"] = game.data()
    module.root.children.append(predefined_setup(name, "game.vsav"))
    files = import_module(module.data()).files
    (scenario,) = (yaml.safe_load(d) for n, d in files.items() if n.startswith("scenarios/"))
    head = files[next(n for n in files if n.startswith("scenarios/"))].decode()
    return {**scenario, "head": head}


@pytest.mark.parametrize(
    ("name", "turn"),
    [("Turn 3", 3), ("Day 1 - GT2", 2), ("Tour 03, soir", 3), ("Turn 9", 1), ("3 July", 1), ("Return 2", 1)],
)
def test_the_name_of_a_setup_says_its_turn(name: str, turn: int) -> None:
    assert without_turn(name)["first_turn"] == turn


def test_the_name_of_a_setup_says_its_phase() -> None:
    assert "By the name of the setup: Movement phase" in str(without_turn("Turn 2, Movement phase")["head"])


def repacked(data: bytes, entry: str, cut: int | None) -> bytes:
    """Return an archive with an entry cut short; without it where `cut` is None."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name != entry or cut is not None:
                new.writestr(name, old.read(name)[: cut if name == entry else None])
    return out.getvalue()


@pytest.mark.parametrize(
    ("entry", "cut", "said"),
    [
        ("buildFile.xml", None, "odd.vmod is not a module: it has no buildFile.xml"),
        ("buildFile.xml", -60, "odd.vmod: buildFile.xml is not well-formed XML: line"),
    ],
)
def test_a_refusal_names_archive_and_entry(tmp_path: Path, entry: str, cut: int | None, said: str) -> None:
    (tmp_path / "odd.vmod").write_bytes(repacked(foreign().data(), entry, cut))
    with pytest.raises(InputRefused, match=re.escape(said)):
        import_module(tmp_path / "odd.vmod")


def test_broken_module_data_is_said_and_the_rest_is_read(tmp_path: Path) -> None:
    whole = import_module(foreign().data())
    (tmp_path / "odd.vmod").write_bytes(repacked(foreign().data(), "moduledata", -20))
    done = import_module(tmp_path / "odd.vmod")
    [finding] = [f for f in done.report.findings if f.kind == "ModuleData"]
    assert finding.outcome == "unread"
    assert "odd.vmod: moduledata is not well-formed XML: line" in finding.note
    different = {n for n in whole.files if done.files.get(n) != whole.files[n]}
    assert different <= {"module/moduledata", "import-report.txt", "import-report.json"}
    assert b"<name>" in done.files["module/moduledata"]


def test_a_truncated_module_is_not_taken_for_the_saved_game_in_it(tmp_path: Path) -> None:
    data = foreign(saves={"Noon": save(*START)}).data()
    for length in range(len(data) // 3, len(data), len(data) // 9):
        (tmp_path / "odd.vmod").write_bytes(data[:length])
        with pytest.raises(InputRefused, match=r"odd\.vmod is truncated"):
            import_module(tmp_path / "odd.vmod")


def test_edits_reach_saved_games_with_the_old_ending_and_slots_without_numbers(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)})
    for slot in module.root.find("PieceSlot"):
        slot.attributes["gpid"] = ""
        slot.text = slot.piece().with_basic(gpid="").format()
    (setup,) = module.root.find("PredefinedSetup")
    setup.attributes["file"] = "Noon.sav"
    module.entries["Noon.sav"] = module.entries.pop("Noon.vsav")
    module.entries["Unnamed.sav"] = save(*START[:1]).data()
    done = import_module(module.data())
    assert "scenarios/unnamed.yaml" in done.files
    write_project(tmp_path / "p", done.files)
    records = {s[1]: v for s, v in json.loads(done.files[FIELDS])["fields"] if s[0] == "piece"}
    # Each piece has the pictures of its own slot, not those of the first without a number.
    assert records["foy"]["front"] == "u3.png" and len({r["front"] for r in records.values()}) == len(records)
    oob = tmp_path / "p" / "oob.csv"
    oob.write_text(oob.read_text().replace(",Foy,", ",Ney,"))
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    after = read_module(build(loaded, tmp_path / "out").products[0].path)
    texts = [text for text in after.save("Noon.sav").root.walk() if "u3.png" in text]
    assert texts and all("Ney" in text and "Foy" not in text for text in texts)
