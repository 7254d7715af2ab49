"""Turns more and fewer of an imported project: in the module's tracker where all scenarios agree, else an error."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from jdgtools.building import build as build_project
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.package import Module, read_module
from jdgtools.vassal.savegame import SetTurn, parse_command
from tests.tools.habits_module import habits_module
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_foreign import START

Edit = Callable[[Path], None]


def counting(**level: object) -> Module:
    """Return a module with two setups whose tracker counts; the games stand at turn 2 of 10 without an end."""
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START)})
    (tracker,) = (c for c in module.root.children if c.kind == "TurnTracker")
    tracker.children[:] = [make("CounterTurnLevel", {"property": "Turn", "start": 1, "incr": 1, **level})]  # type: ignore[dict-item]
    for name in ("Noon.vsav", "Dusk.vsav"):
        game = module.save(name)
        text = game.root.format()
        state = next(t for t in game.root.walk() if t.startswith("TURN"))
        new = SetTurn("TurnTracker0", "0|2;0;false;-1").format()
        game.root = type(game.root).parse(text.replace(state, new))
        module.entries[name] = game.data()
    return module


def scenarios(project: Path) -> list[Path]:
    return sorted((project / "scenarios").glob("*.yaml"))


def turns_of(project: Path) -> dict[str, list[int]]:
    """Return scenario -> the numbers of its turns."""
    values = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in scenarios(project)}
    return {name: [turn["number"] for turn in v["turns"]] for name, v in values.items()}


def replaced(pattern: str, new: str, only: str = "") -> Edit:
    """Return an edit of every scenario, or of one."""

    def edit(project: Path) -> None:
        for path in scenarios(project):
            if not only or path.stem == only:
                text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"))
                assert count == 1, path
                path.write_text(text, encoding="utf-8")

    return edit


def built(project: Path, out: Path) -> Module:
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    return read_module(build_project(loaded, out).products[0].path)


def level_of(module: Module) -> dict[str, str]:
    tracker = next(module.root.find("TurnTracker"))
    return dict(tracker.children[0].attributes)


def states(module: Module) -> list[str]:
    """Return where the saved games of the setups stand."""
    texts = [
        t for name in sorted(module.entries) if name.endswith(".vsav") for t in module.save(name).root.walk()
    ]
    commands = [parse_command(text) for text in texts if text.startswith("TURN")]
    return [command.state for command in commands if isinstance(command, SetTurn)]


LIST_LAST = r'  - \{number: 8, time: "16:00", label: "16:00"\}\nfirst_turn: (\d)\nlast_turn: 8'
MORE = (
    '  - {number: 8, time: "16:00", label: "16:00"}\n  - {number: 9, time: "17:00", label: "17:00"}\n'
    "  - {number: 10}\n  - {number: 11}\nfirst_turn: \\1\nlast_turn: 11"
)


@pytest.mark.parametrize(
    ("new", "entries"),
    [("first_turn: \\1\nlast_turn: 7", ["15:00"]), (MORE, ["15:00", "16:00", "17:00", "10", "11"])],
    ids=["fewer", "more"],
)
def test_a_list_has_the_turns_that_all_scenarios_have(tmp_path: Path, new: str, entries: list[str]) -> None:
    write_project(tmp_path / "p", import_module(habits_module(1).data()).files)
    replaced(LIST_LAST, new)(tmp_path / "p")
    module = built(tmp_path / "p", tmp_path / "out")
    assert decode(level_of(module)["list"], ",")[6:] == entries
    again = tmp_path / "again"
    write_project(again, import_module(module.data()).files)
    assert turns_of(again) == turns_of(tmp_path / "p")
    assert set(map(len, turns_of(again).values())) == {6 + len(entries)}


COUNT_LAST = r"  - \{number: 10\}\n(first_turn: 2\n)last_turn: 10"


@pytest.mark.parametrize(
    ("module", "new", "end"),
    [
        (counting(), "  - {number: 10}\n  - {number: 11}\n\\1last_turn: 11", 11),
        (counting(), "\\1last_turn: 9", 9),
        (counting(loop="true", loopLimit="10"), "\\1last_turn: 9", 9),
    ],
    ids=["more", "fewer", "fewer than its end"],
)
def test_a_counter_ends_with_the_last_turn_of_all_scenarios(
    tmp_path: Path, module: Module, new: str, end: int
) -> None:
    write_project(tmp_path / "p", import_module(module.data()).files)
    replaced(COUNT_LAST, new)(tmp_path / "p")
    after = built(tmp_path / "p", tmp_path / "out")
    level = level_of(after)
    assert (level["loop"], level["loopLimit"]) == ("true", str(end))
    # What a saved game says of its tracker goes before what the module says.
    assert states(after) == [f"0|2;0;true;{end}"] * 2
    write_project(tmp_path / "again", import_module(after.data()).files)
    assert turns_of(tmp_path / "again") == {"dusk": [*range(1, end + 1)], "noon": [*range(1, end + 1)]}


def test_a_game_stands_at_another_turn_of_a_counter(tmp_path: Path) -> None:
    write_project(tmp_path / "p", import_module(counting().data()).files)
    replaced("first_turn: 2", "first_turn: 5", only="noon")(tmp_path / "p")
    after = built(tmp_path / "p", tmp_path / "out")
    assert sorted(states(after)) == ["0|2;0;false;-1", "0|5;0;false;-1"]
    assert level_of(after)["loop"] == "false"


YEARS = {"start": 1941, "loop": "true", "loopLimit": "1945"}


def test_a_counter_of_years_has_turns_that_are_numbered_and_labelled(tmp_path: Path) -> None:
    """Years are no numbers of turns: a project with them had an error for each."""
    module = counting(**YEARS)
    for name in ("Noon.vsav", "Dusk.vsav"):
        game = module.save(name)
        game.root = type(game.root).parse(game.root.format().replace("0|2;0;false;-1", "0|1942;0;true;1945"))
        module.entries[name] = game.data()
    project = tmp_path / "p"
    write_project(project, import_module(module.data()).files)
    assert [str(problem) for problem in check(project).report] == []
    assert turns_of(project)["noon"] == [1, 2, 3, 4, 5]
    noon = (project / "scenarios/noon.yaml").read_text(encoding="utf-8")
    assert '{number: 2, label: "1942"}' in noon and "first_turn: 2" in noon
    replaced(
        r'  - \{number: 5, label: "1945"\}\n(first_turn: 2\n)last_turn: 5',
        '  - {number: 5, label: "1945"}\n  - {number: 6, label: "1946"}\n  - {number: 7}\n\\1last_turn: 7',
    )(project)
    replaced("first_turn: 2", "first_turn: 3", only="noon")(project)
    after = built(project, tmp_path / "out")
    assert level_of(after)["loopLimit"] == "1947"
    assert sorted(states(after)) == ["0|1942;0;true;1947", "0|1943;0;true;1947"]
    write_project(tmp_path / "again", import_module(after.data()).files)
    assert turns_of(tmp_path / "again")["noon"] == [*range(1, 8)]


@pytest.mark.parametrize("start", ["0", "-3", "150"])
def test_a_counter_from_any_number_makes_turns_that_a_scenario_may_have(tmp_path: Path, start: str) -> None:
    write_project(tmp_path / "p", import_module(counting(start=start).data()).files)
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    assert turns_of(tmp_path / "p")["noon"][0] == 1
    assert f'label: "{start}"' in (tmp_path / "p/scenarios/noon.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "edit",
    [
        replaced(COUNT_LAST, "\\1last_turn: 9", only="noon"),  # the tracker is that of dusk too
        replaced(COUNT_LAST, "  - {number: 10}\n  - {number: 11, label: Night}\n\\1last_turn: 11"),
        replaced(r"  - \{number: 4\}\n", ""),
        replaced(COUNT_LAST, "  - {number: 10}\n\\1last_turn: 9"),
    ],
    ids=["one of two scenarios", "a label", "a turn left out", "the end alone"],
)
def test_turns_that_a_counter_cannot_have_are_errors_at_their_line(tmp_path: Path, edit: Edit) -> None:
    write_project(tmp_path / "p", import_module(counting().data()).files)
    edit(tmp_path / "p")
    problems = check(tmp_path / "p").report.of("GEN180")
    assert problems and all(p.span is not None and "scenarios/" in p.span.file for p in problems)
