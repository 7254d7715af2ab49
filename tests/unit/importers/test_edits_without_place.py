"""Keys added to an imported project: each is compared with the module, refused at its line, or free with a reason."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from jdgtools.building import build
from jdgtools.errors import JdgError
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.loading.imported_edits import _UNSEEN
from tests.tools.habits_module import habits_module
from tests.tools.source_keys import optional_keys
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_edits import BATTLE, NOON, UNITS, edit
from tests.unit.importers.test_foreign import START

PLACES = {
    "battle": (BATTLE, "language:", "{}\nlanguage:"),
    "side": (BATTLE, "{id: french, ", "{{id: french, {}, "),
    "command": (BATTLE, "{id: bulow, ", "{{id: bulow, {}, "),
    "scenario": (NOON, "setup:\n", "{}\nsetup:\n"),
    "scenario-side": (NOON, "{side: french}", "{{side: french, {}}}"),
}
"""Kind of a thing -> file, what stands there, and how a key is added."""
ADDED = {
    "battle": {
        "date": "date: '1815-06-18'",
        "battle_of": "battle_of: {fr: De Belle-Alliance}",
        "place": "place: Brabant",
        "scale": "scale: tactical",
        "strength_point": "strength_point: 100 men",
        "men_per_point": "men_per_point: {infantry: 100}",
        "strings": "strings: {fr: {title: Vieille bataille}}",
        "nationalities": "nationalities: [{id: dutch, name: Dutch}]",
        "options": "options: {fog: true}",
        "charts": "charts: [{chart: TEC, key: clear, value: 2}]",
        "special_rules": "special_rules: [{id: fog, title: Fog, text: Thick.}]",
        "combined_markers": "combined_markers: [{id: both, code: B, side: french, commands: [i-corps, ii-corps]}]",
        "markers": "markers: {fog: 2}",
    },
    "side": {
        "colour": "colour: '#203060'",
        "nationalities": "nationalities: []",
        "values": "values: {panic: 3}",
    },
    "command": {
        "colour": "colour: '#203060'",
        "leader": "leader: foy",
        "letter": "letter: B",
        "blazon": "blazon: gules",
        "parent": "parent: i-corps",
        "markers": "markers: []",
        "values": "values: {panic: 3}",
    },
    "scenario": {
        "setup_tables": "setup_tables: [tables.csv]",
        "removed_markers": "removed_markers: []",
        "marker_turns": "marker_turns: {}",
        "single_marker": "single_marker: []",
        "markers": "markers: {fog: 2}",
        "options": "options: {fog: true}",
        "settings": "settings: {fog: 2}",
        "ratings": "ratings: {foy: {strength: 3}}",
        "victory": "victory: {levels: [{from: 0, name: Draw}]}",
        "special_rules": "special_rules: [{id: fog, title: Fog, text: Thick.}]",
    },
    "scenario-side": {
        "rout_edge": "rout_edge: N",
        "facing": "facing: N",
        "values": "values: {panic: 3}",
    },
}
CASES = [(kind, key) for kind, keys in ADDED.items() for key in keys]
COMPARED = {
    "battle": {
        "version", "subtitle", "sides.[].name", "commands", "commands.[].name", "commands.[].side", "leaders",
        "leaders.[].name", "leaders.[].side", "leaders.[].role", "leaders.[].command", "leaders.[].nationality",
        "leaders.[].values", "leaders.[].back", "leaders.[].art",
    },
    "scenario": {
        "summary", "turns", "first_turn", "last_turn", "setup", "reinforcements", "markers_on_map", "orders",
    },
    "oob": {
        "units", "units.[].name", "units.[].short", "units.[].side", "units.[].command", "units.[].type",
        "units.[].nationality", "units.[].footprint", "units.[].art",
    },
}  # fmt: skip
"""Keys that the import has written down: test_edits and test_written_edits change them."""
FREE = {
    "battle": {
        "language": "which texts are compared",
        "languages": "in which languages the prints are",
        "module": "whether this is an imported project",
        "map": "a file's name",
        "oob": "a file's name",
        "defaults": "seen in the units that take them",
        "sides.[].defaults": "seen in the units that take them",
        "commands.[].defaults": "seen in the units that take them",
        "vocabulary": "words of the battle: seen where a unit, a hex, a turn uses one",
        "accepts": "which warnings are accepted",
        "theme": "how the prints look",
        "credits": "of the booklet",
        "sources": "of the booklet",
        "notes": "of the booklet",
    },
    "scenario": {
        "extends": "seen in what the scenario has from the other",
        "without": "seen in what the scenario has from the other",
        "sides": "its keys are refused one by one",
        "unused": "seen in the pieces that are placed",
        "map": "a reading of the board's picture, as map.yaml is",
        "accepts": "which warnings are accepted",
        "notes": "of the booklet",
    },
    "oob": {"format": "of the file"},
}
"""Keys that a designer may change without a word, and why."""
KINDS = {"sides": "side", "commands": "command", "leaders": "leader", "units": "unit"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of an imported module with a saved game."""
    write_project(tmp_path / "p", import_module(foreign(saves={"Noon": save(*START)}).data()).files)
    return tmp_path / "p"


@pytest.mark.parametrize(("kind", "key"), CASES)
def test_a_key_that_the_module_has_no_place_for_is_an_error_at_its_line(
    project: Path, kind: str, key: str
) -> None:
    file, old, pattern = PLACES[kind]
    line = edit(project, file, old, pattern.format(ADDED[kind][key]))
    loaded = check(project)
    (problem,) = loaded.report.of("GEN182")
    assert f"`{key}` of " in problem.message and not loaded.ok
    assert problem.span is not None and problem.span.file.endswith(file) and problem.span.line == line
    with pytest.raises(JdgError):
        build(loaded, project.parent / "out")
    assert not (project.parent / "out").exists()


@pytest.mark.parametrize("key", sorted(_UNSEEN["unit"]))
def test_a_column_that_the_module_has_no_place_for_is_an_error(project: Path, key: str) -> None:
    path = project / UNITS
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    values = {"effectives": "300", "parent": "i-corps"}
    rows = [f"{row},{values.get(key, 'x') if row.startswith('foy,') else ''}" for row in rows]
    path.write_text("\n".join([f"{head},{key}", *rows, ""]), encoding="utf-8")
    problems = check(project).report.of("GEN182")
    assert [p.message.partition(" has ")[0] for p in problems] == [f"`{key}` of unit `foy`"]


def refused(name: str, path: tuple[str, ...]) -> bool:
    """Whether a key, or the one that it stands in, is an error in an imported project."""
    kind = KINDS.get(path[0], name) if len(path) > 1 and name != "scenario" else name
    kind = "scenario-side" if (name, path[0]) == ("scenario", "sides") else kind
    return path[-1] in _UNSEEN.get(kind, ()) or path[0] in _UNSEEN.get(name, ())


def test_every_key_of_the_source_is_compared_refused_or_free() -> None:
    unsorted = [
        (name, ".".join(path))
        for name in ("battle", "scenario", "oob")
        for path in optional_keys(name, 2)
        if path[0] != "[]"  # a bare list of units has the keys of `units`
        and not refused(name, path)
        and ".".join(path) not in COMPARED[name].union(FREE[name])
        and not (path[0] in FREE[name] and path[0] != "sides")
        and not (name == "scenario" and path[0] in COMPARED[name])
    ]
    assert unsorted == []


def test_every_refused_key_is_tried() -> None:
    tried = {*CASES, *(("unit", key) for key in _UNSEEN["unit"])}
    untried = {(kind, key) for kind, keys in _UNSEEN.items() for key in keys} - tried
    assert untried == {("leader", "extra")}  # a leader who is new in this module is refused as a whole


def leaves(node: yaml.Node | None, path: str = "") -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Yield every value of a YAML file with the keys above it."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from leaves(value, f"{path}.{name.value}".lstrip("."))
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from leaves(value, f"{path}.[]")
    elif isinstance(node, yaml.ScalarNode):
        yield path, node


def other_value(chance: random.Random, old: str) -> str:
    """Return another value of the same sort."""
    if old.isdecimal():
        return f"{(int(old) + chance.choice((1, 2, 5))):0{len(old)}d}"
    if old[-3:-2] == ":":
        return f"{old[:-2]}{(int(old[-2:]) + 15) % 60:02d}"
    return old + chance.choice(("x", " two", "-2"))


SILENT = {"map.yaml": {"legend", "terrain", "playable"}, BATTLE: {"id", "languages"}}
"""File -> keys that may be edited without a word (FREE), among those that an import writes;
the id is of files and packages."""


@pytest.fixture(scope="module")
def habits(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A project of an imported module with a list of turns, and the module that it builds."""
    folder = tmp_path_factory.mktemp("habits")
    write_project(folder / "p", import_module(habits_module(1).data()).files)
    return folder / "p", build(check(folder / "p"), folder / "out").products[0].path.read_bytes()


@pytest.mark.parametrize("seed", range(60))
def test_no_edit_of_a_value_is_silent(habits: tuple[Path, bytes], tmp_path: Path, seed: int) -> None:
    project, before = habits
    chance = random.Random(seed)
    files = [BATTLE, "map.yaml", *sorted(f"scenarios/{p.name}" for p in (project / "scenarios").iterdir())]
    file = chance.choice(files)
    text = (project / file).read_text(encoding="utf-8")
    found = [
        (path, node)
        for path, node in leaves(yaml.compose(text, Loader=yaml.SafeLoader))
        if path.split(".")[0] not in SILENT.get(file, ())
    ]
    path, node = chance.choice(found)
    new = other_value(chance, node.value)
    start, end = node.start_mark.index, node.end_mark.index
    copy = tmp_path / "p"
    shutil.copytree(project, copy)
    quoted = f'"{new}"' if node.style else new
    (copy / file).write_text(text[:start] + quoted + text[end:], encoding="utf-8")
    loaded = check(copy)
    if loaded.ok:
        after = build(loaded, tmp_path / "out").products[0].path.read_bytes()
        assert after != before, f"{file}: {path} from {node.value} to {new} is silent"


LAST = '  - {number: 8, time: "16:00", label: "16:00"}\n'


@pytest.mark.parametrize(("old", "new"), [
    (f"{LAST}first_turn: 1\nlast_turn: 8", "first_turn: 1\nlast_turn: 7"),
    ("first_turn: 1\nlast_turn: 8", '  - {number: 9, time: "17:00", label: "17:00"}\nfirst_turn: 1\nlast_turn: 9'),
], ids=["fewer", "more"])  # fmt: skip
def test_turns_more_or_less_are_an_error(
    habits: tuple[Path, bytes], tmp_path: Path, old: str, new: str
) -> None:
    shutil.copytree(habits[0], tmp_path / "p")
    edit(tmp_path / "p", "scenarios/game-000.yaml", old, new)
    problems = check(tmp_path / "p").report.of("GEN180")
    assert problems and any("turn" in p.message for p in problems), problems
    assert all(p.span is not None and p.span.file.endswith("game-000.yaml") for p in problems)
