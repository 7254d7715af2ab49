"""A file among the scenarios that the battle does not name is said: what stands in it changes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from tests.tools.habits_module import habits_module

BATTLES = sorted(path.parent for path in Path("scenarios").glob("*/battle.yaml"))


def unread(project: Path) -> list[str]:
    found = check(project).report.of("GEN197")
    assert all(p.severity is Severity.WARNING and p.hint and p.span for p in found)
    return [p.message.split("`")[1] for p in found]


@pytest.mark.parametrize("battle", BATTLES, ids=lambda p: p.name)
def test_every_file_of_the_bundled_battles_is_read(battle: Path) -> None:
    assert unread(battle) == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree("scenarios/teaching-jdg", tmp_path / "p")
    return tmp_path / "p"


def test_a_scenario_a_table_and_texts_that_nobody_names_are_said(project: Path) -> None:
    for name in ("noon.yaml", "noon.CSV", "noon.yaml~", ".noon.yaml", "notes.txt"):
        (project / "scenarios" / name).write_text("id: noon\n", encoding="utf-8")
    (project / "lang" / "xx.yaml").write_text("title: x\n", encoding="utf-8")
    (project / "old-oob.csv").write_text("id\n", encoding="utf-8")
    assert unread(project) == ["lang/xx.yaml", "scenarios/noon.CSV", "scenarios/noon.yaml"]


def test_files_at_the_top_that_are_called_like_one_of_the_battle_and_scenarios_are_said(
    project: Path,
) -> None:
    """A spreadsheet beside the table that is read, settings with the wrong ending, a scenario in no list."""
    scenario = (project / "scenarios" / "battle.yaml").read_text("utf-8")
    (project / "noon.yaml").write_text(scenario, "utf-8")
    (project / "night.yml").write_text("format: 1\nid: night\nextends: battle\n", "utf-8")
    (project / "dusk.json").write_text('{"format": 1, "id": "dusk", "extends": "battle"}', "utf-8")
    (project / "package.json").write_text('{"name": "turns", "deep": {"turns": 3}}', "utf-8")
    (project / "deep.json").write_text('{"turns": ' + "[" * 200_000, "utf-8")
    for name in (
        "oob.xlsx",
        "map.json",
        "battle.yml",
        "Print.yml",
        "rules.yaml",
        "theme.yaml",
        ".oob.ods",
        "pieces.csv",
    ):
        (project / name).write_text("format: 1\nid: noon\n", "utf-8")
    assert unread(project) == [
        "Print.yml", "battle.yml", "dusk.json", "map.json", "night.yml", "noon.yaml", "oob.xlsx",
    ]  # fmt: skip
    (project / "print.yaml").write_text("paper: a4\n", "utf-8")
    told = {p.message for p in check(project).report.of("GEN197")}
    assert "nothing reads `Print.yml`: the battle reads `print.yaml`" in told
    (project / "battle.yaml").write_text(
        (project / "battle.yaml").read_text("utf-8").replace("oob: [oob.csv]", "oob: [army.csv]"), "utf-8"
    )
    (project / "oob.csv").rename(project / "army.csv")
    assert "oob.xlsx" in unread(project)


def test_a_table_of_a_scenario_that_nobody_names_is_not_said_beside_it(project: Path) -> None:
    battle = project / "battle.yaml"
    text = battle.read_text(encoding="utf-8")
    battle.write_text(text.replace(", scenarios/dawn.yaml", ""), encoding="utf-8")
    assert "scenarios/dawn-austria.csv" in (project / "scenarios" / "dawn.yaml").read_text("utf-8")
    (project / "scenarios" / "noon.csv").touch()
    assert unread(project) == ["scenarios/dawn.yaml", "scenarios/noon.csv"]


def test_other_ways_to_write_a_name_and_files_with_errors_count_as_read(project: Path) -> None:
    battle = project / "battle.yaml"
    text = battle.read_text(encoding="utf-8")
    assert "scenarios/battle.yaml" in text
    battle.write_text(text.replace("scenarios/battle.yaml", "./scenarios/battle.yaml"), encoding="utf-8")
    (project / "scenarios" / "dawn.yaml").write_text("id: [", encoding="utf-8")
    assert not set(unread(project)) & {"scenarios/battle.yaml", "scenarios/dawn.yaml"}


def test_pictures_that_nothing_shows_are_said_once_for_a_folder(tmp_path: Path) -> None:
    """Those of the map are used, whatever slashes and capitals they are written with."""
    project = tmp_path / "p"
    shutil.copytree("scenarios/teaching-afe", project)
    map_file = project / "map.yaml"
    assert "art/gallows.svg" in map_file.read_text("utf-8")
    map_file.write_text(map_file.read_text("utf-8").replace("art/gallows.svg", "./art//gallows.svg"), "utf-8")
    for name in ("notes.txt", ".hidden.png", "Thumbs.db"):
        (project / "art" / name).touch()
    assert unread(project) == []
    for number in range(11):
        (project / "art" / f"x{number:02}.PNG").touch()
    [found] = check(project).report.of("GEN197")
    assert "`art/x00.PNG`, " in found.message and "and 3 more: no counter" in found.message
    assert found.span is not None and found.span.file.endswith("art/x00.PNG")
    battle = project / "battle.yaml"
    battle.write_text(battle.read_text("utf-8") + "\nunknown: 1\n", "utf-8")
    assert unread(project) == []


def test_links_that_go_round_in_a_circle_are_no_folder(project: Path) -> None:
    (project / "art").symlink_to("art")
    shutil.rmtree(project / "scenarios")
    (project / "scenarios").symlink_to("scenarios")
    assert unread(project) == []


def test_a_link_out_of_the_project_is_not_listed(project: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.yaml").touch()
    shutil.rmtree(project / "scenarios")
    (project / "scenarios").symlink_to(tmp_path / "other")
    assert unread(project) == []


def test_many_files_are_named_in_part(project: Path) -> None:
    for number in range(30):
        (project / "scenarios" / f"x{number:02}.yaml").touch()
    found = check(project).report.of("GEN197")
    assert len(found) == 20 and "10 more files" in found[-1].message


def test_an_imported_project_says_so_too(tmp_path: Path) -> None:
    write_project(tmp_path / "p", import_module(habits_module(saves=2).data()).files)
    assert unread(tmp_path / "p") == []
    first = next((tmp_path / "p" / "scenarios").iterdir())
    shutil.copy(first, first.with_name("mine.yaml"))
    assert unread(tmp_path / "p") == ["scenarios/mine.yaml"]


def test_a_file_that_differs_by_capitals_alone_is_said(project: Path) -> None:
    """On Windows and macOS it is the same file; here the battle reads one of the two."""
    for name in ("OOB.csv", "scenarios/Dawn.yaml", "scenarios/dawn.YAML"):
        (project / name).write_text("id: noon\n", encoding="utf-8")
    assert unread(project) == ["OOB.csv", "Dawn.yaml", "dawn.YAML"]
    found = check(project).report.of("GEN197")
    assert "the battle's file is called `oob.csv`" in found[0].message
    assert found[1].span is not None and found[1].span.file.endswith("scenarios/Dawn.yaml")
