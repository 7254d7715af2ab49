"""Import, build, import: the second import gives the same files as the first, whatever the module's habits."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from jdgtools.building import build
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make
from jdgtools.vassal.package import Module
from jdgtools.vassal.savegame import PlacedBoard
from tests.tools.habits_module import habits_module
from tests.unit.importers.modules import foreign, hex_board, picture, save
from tests.unit.importers.test_foreign import START

NAMES = (("Marcognet", 1), ("Durutte", 2), ("Foy", 3), ("13. Brigade", 4), ("14. Brigade", 5))


def module_of(seed: int) -> Module:
    """Return a module with habits by chance: grid, numbers, zones, setups, tiles, damage, code of its own."""
    chance = random.Random(seed)
    if seed % 6 == 5:
        return habits_module(chance.randrange(3))
    numbering: dict[str, object] = {
        "hType": chance.choice("NA"), "vType": chance.choice("NA"), "sep": chance.choice(("", "-", ".")),
        "first": chance.choice("HV"), "hOff": chance.randrange(0, 4), "stagger": chance.random() < 0.5,
        "vDescend": chance.random() < 0.3, "hLeading": chance.randrange(3),
    }  # fmt: skip
    left = chance.randrange(100, 400)
    zone = make("Zone", {"name": "Wood", "path": f"0,0;{left},0;{left},300;0,300", "useParentGrid": "true"})
    board = hex_board(
        chance.random() < 0.4,
        {} if chance.random() < 0.2 else numbering,
        [zone] if chance.random() < 0.5 else [],
        x0=chance.randrange(20, 90),
    )
    saves = {}
    for name in chance.sample(("Noon", "Turn 2", "a/b: c", "Émile", "Night"), chance.randrange(4)):
        units = chance.sample(NAMES, chance.randrange(1, 5))
        places = [
            (n, g, chance.randrange(30, 600), chance.randrange(30, 500), chance.choice((None, 0, 2)))
            for n, g in units
        ]
        saves[name.replace("/", "-").replace(":", "")] = save(*places, turn=chance.randrange(3))
    module = foreign(board, saves=saves, sides=chance.choice((("French", "Prussians"), ())))
    if chance.random() < 0.3:
        del module.entries["images/field.png"]
    if chance.random() < 0.3:
        module.entries["images/u2.png"] = picture()[:40]
    if chance.random() < 0.3:
        module.entries["own/Thing.class"] = b"\xca\xfe"
        module.root.children.append(make("Flare"))
        module.root.children[-1].tag = "own.Thing"
    if chance.random() < 0.3:
        module.root.attributes["version"] = chance.choice(("2.1 beta", "V3", ""))
    return module


def differences(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return [name for name in sorted({*first, *second}) if first.get(name) != second.get(name)]


@pytest.mark.parametrize("seed", range(18))
def test_import_build_import_gives_the_same_files(tmp_path: Path, seed: int) -> None:
    first = dict(import_module(module_of(seed).data()).files)
    write_project(tmp_path / "p", first)
    loaded = check(tmp_path / "p")
    assert not loaded.report.has_errors, [str(problem) for problem in loaded.report]
    path = build(loaded, tmp_path / "out").products[0].path
    assert differences(first, dict(import_module(path).files)) == []


def test_edits_come_back_as_they_were_written(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START, boards=[PlacedBoard("Field")])})
    write_project(tmp_path / "p", import_module(module.data()).files)
    edits = {
        "oob.csv": [(",Foy,", ",Foy & sons,")],
        "battle.yaml": [('version: "2.1"', 'version: "2.2"'), ('title: "Old Battle"', 'title: "New Battle"')],
        "scenarios/noon.yaml": [('hex: "0102", facing: SE', 'hex: "0303", facing: NW'), ("first_turn: 2", "first_turn: 1")],
    }  # fmt: skip
    for file, pairs in edits.items():
        text = (tmp_path / "p" / file).read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "p" / file).write_text(text, encoding="utf-8")
    loaded = check(tmp_path / "p")
    assert [str(problem) for problem in loaded.report] == []
    once = dict(import_module(build(loaded, tmp_path / "out").products[0].path).files)
    assert "Foy & sons" in once["oob.csv"].decode()
    assert '{unit: foy-sons, hex: "0303", facing: NW}' in once["scenarios/noon.yaml"].decode()
    write_project(tmp_path / "q", once)
    again = dict(import_module(build(check(tmp_path / "q"), tmp_path / "out2").products[0].path).files)
    assert differences(once, again) == []
