"""`jdg diff`: what is said of damaged battles, of revisions and packages, and the page with both maps."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.diff.battle_facts import battle_facts
from jdgtools.diff.compare import compare
from jdgtools.diff.origins import Origin, facts_of, read_origin
from jdgtools.diff.page import as_page
from jdgtools.diff.texts import as_json, as_markdown, as_text
from jdgtools.errors import InputRefused
from jdgtools.hexgrid import Numbering
from tests.small_battles import teaching
from tests.unit.cli.conftest import Answer, jdg
from tests.unit.diff.damage import SCENARIOS, copy_with, difference_of, read_cases, says

__all__ = ["jdg"]

TEACHING = str(SCENARIOS / "teaching-jdg")
MOVED = [
    {"file": "scenarios/battle.yaml", "old": "unit: au-hus, hex: 0604", "new": "unit: au-hus, hex: 0603"}
]


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case["name"])
def test_damage_is_read_from_the_difference(case: dict[str, Any], tmp_path: Path) -> None:
    assert says(case, tmp_path) == case["says"]


@pytest.mark.parametrize("battle", ["teaching-afe", "teaching-mpbs", "bouvines-1214"])
def test_equal_battles_have_no_difference(battle: str) -> None:
    difference = difference_of(str(SCENARIOS / battle), str(SCENARIOS / battle))
    assert not difference
    assert as_text(difference) == "A → B\nno difference\n"


def test_what_is_added_one_way_is_removed_the_other_way(tmp_path: Path) -> None:
    case = next(case for case in read_cases() if case["name"] == "a unit is new")
    back = as_text(difference_of(str(copy_with("teaching-jdg", case["edits"], tmp_path)), TEACHING))
    assert "  - fr-61 (61e Ligne)" in back.splitlines()


def test_new_numbers_of_the_same_map_are_one_difference() -> None:
    loaded = teaching()
    assert loaded.battle is not None and loaded.battle.map is not None
    grid = replace(loaded.battle.map.grid, numbering=Numbering(first_column=11))
    other = replace(loaded, battle=replace(loaded.battle, map=replace(loaded.battle.map, grid=grid)))
    difference = compare(*facts_of(Origin("A", loaded), Origin("B", other)), ("A", "B"))
    assert as_text(difference).splitlines()[2:] == [
        "map",
        "  ~ map",
        "      first hex: 0101 → 1101",
        "      last hex: 0605 → 1605",
    ]


def test_one_scenario_alone(tmp_path: Path) -> None:
    copy = str(copy_with("teaching-jdg", MOVED, tmp_path))
    assert difference_of(TEACHING, copy, "battle")
    assert not difference_of(TEACHING, copy, "dawn")
    with pytest.raises(InputRefused, match=r"no scenario dusk; there are: battle, dawn"):
        difference_of(TEACHING, copy, "dusk")


def test_errors_hide_what_they_concern_and_nothing_else(tmp_path: Path) -> None:
    edits = [{"file": "map.yaml", "old": "legend: {", "new": "legend: [{"}]
    text = as_text(difference_of(TEACHING, str(copy_with("teaching-jdg", edits, tmp_path))))
    assert "units" not in text.splitlines()


def test_a_revision_of_git_and_a_package_say_the_same(tmp_path: Path, jdg: Any) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    copy = copy_with("teaching-jdg", [], tmp_path)
    settings = ("user.name=a", "user.email=a@b", "commit.gpgsign=false")
    words = [word for setting in settings for word in ("-c", setting)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run(["git", *words, *command], cwd=tmp_path, check=True)
    built: Answer = jdg("build", "teaching-jdg", "--only", "package", "-o", "before", "--quiet")
    assert built.code == 0, built.err
    path = copy / "scenarios" / "battle.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace(MOVED[0]["old"], MOVED[0]["new"]), encoding="utf-8"
    )
    expected = ["", "setup, scenario battle", "  ~ au-hus (Husaren 7)", "      hex: 0604 → 0603"]
    by_git: Answer = jdg("diff", "HEAD:teaching-jdg", "teaching-jdg")
    assert by_git.out.splitlines() == ["HEAD:teaching-jdg → teaching-jdg", *expected]
    package = next((tmp_path / "before").glob("*-battle.jdgpkg")).relative_to(tmp_path).as_posix()
    by_package: Answer = jdg("diff", package, "teaching-jdg", "--exit-code")
    assert by_package.out.splitlines()[1:] == expected
    assert by_package.code == 1
    shutil.move(copy, tmp_path / "elsewhere")
    gone: Answer = jdg("diff", "HEAD:teaching-jdg", "HEAD:teaching-jdg", "--exit-code")
    assert (gone.code, gone.out.splitlines()[1:]) == (0, ["no difference"])
    for name, why in (("nope:elsewhere", "no revision nope"), ("HEAD:nowhere", "no such folder")):
        refused: Answer = jdg("diff", name, "elsewhere")
        assert refused.code == 3 and why in refused.err


def test_without_git_a_message_says_so(tmp_path: Path, jdg: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    answer: Answer = jdg("diff", f"HEAD:{TEACHING}", TEACHING)
    assert answer.code == 3 and "git is not installed" in answer.err


def test_names_that_mean_nothing(jdg: Any) -> None:
    answer: Answer = jdg("diff", "nowhere", TEACHING)
    assert answer.code == 3 and "there is no folder, package or revision nowhere; " in answer.err
    assert "nowhere:FOLDER" in answer.err


def test_json_holds_what_the_text_says(tmp_path: Path) -> None:
    copy = str(copy_with("teaching-jdg", MOVED, tmp_path))
    data = json.loads(as_json(difference_of(TEACHING, copy)))
    assert data["moves"] == [
        {"scenario": "battle", "piece": "au-hus", "name": "Husaren 7", "before": "0604", "after": "0603"}
    ]
    assert [section["title"] for section in data["sections"]] == ["setup"]


HOSTILE = [
    {"file": "oob.csv", "old": "fr-17,17e Ligne", "new": "fr-17,<img src=x onerror=alert(1)>*x*"},
    {"file": "scenarios/battle.yaml", "old": "unit: fr-17, hex: 0101", "new": "unit: fr-17, hex: 0202"},
]


def test_texts_of_a_battle_are_no_markup(tmp_path: Path) -> None:
    copy = str(copy_with("teaching-jdg", HOSTILE, tmp_path))
    with read_origin(TEACHING) as one, read_origin(copy) as other:
        difference = compare(*facts_of(one, other), ("<b>A</b>", "B"))
        page = as_page(difference, one.loaded, other.loaded)
    assert "<img" not in page and "&lt;img src=x" in page
    assert "<b>A" not in page and "<script" not in page
    markdown = as_markdown(difference)
    assert markdown.count("<img") == markdown.count(r"\<img") > 0 and r"\*x\*" in markdown


def test_the_page_shows_both_maps_and_the_way_between(tmp_path: Path) -> None:
    edits = [*MOVED, {"file": "map.yaml", "old": "  . . . w w .\n", "new": "  . . w w w .\n"}]
    copy = str(copy_with("teaching-jdg", edits, tmp_path))
    with read_origin(TEACHING) as one, read_origin(copy) as other:
        difference = compare(*facts_of(one, other), ("A", "B"))
        page = as_page(difference, one.loaded, other.loaded)
    assert len(re.findall(r"url\(data:image/svg\+xml", page)) == 2
    assert page.count('class="way"') == 1
    assert page.count('class="hexes"') == 2  # the hex, on both maps
    assert "<title>0301, terrain: clear → wood</title>" in page


def test_a_battle_of_another_series_is_compared_as_well() -> None:
    jdg_facts, afe = (teaching(name) for name in ("jdg", "afe"))
    assert jdg_facts.battle is not None and afe.battle is not None
    facts = [battle_facts(x.battle, x.charts) for x in (jdg_facts, afe) if x.battle is not None]
    text = as_text(compare(facts[0], facts[1], ("A", "B")))
    assert "series: jdg → afe" in text


def test_the_page_is_written_to_a_file(tmp_path: Path, jdg: Any) -> None:
    copy_with("teaching-jdg", MOVED, tmp_path)
    answer: Answer = jdg("diff", TEACHING, "teaching-jdg", "--format", "html", "-o", "page.html")
    assert (answer.code, answer.out) == (0, "")
    assert "Husaren 7" in (tmp_path / "page.html").read_text(encoding="utf-8")
    refused: Answer = jdg("diff", TEACHING, "teaching-jdg", "-o", "nowhere/page.html")
    assert refused.code == 4 and "nowhere/page.html: " in refused.err


@pytest.mark.parametrize("style", ["text", "markdown", "json", "html"])
def test_an_answer_takes_the_place_of_answers_alone(jdg: Any, style: str) -> None:
    words = ("diff", TEACHING, TEACHING, "--format", style, "-o", "answer")
    assert jdg(*words).code == jdg(*words).code == 0
    Path("answer").write_text("id,name\n", encoding="utf-8")
    refused: Answer = jdg(*words)
    assert refused.code == 3 and "answer exists already: it is no answer of `jdg diff`" in refused.err
    assert Path("answer").read_text(encoding="utf-8") == "id,name\n"


def test_packages_have_a_page_without_maps(tmp_path: Path) -> None:
    copy = copy_with("teaching-jdg", MOVED, tmp_path)
    with read_origin(TEACHING) as one, read_origin(str(copy)) as other:
        difference = compare(*facts_of(one, other), ("A", "B"))
    page = as_page(difference, None, None)
    assert "<svg" not in page and "0604 → 0603" in page
