"""`jdg play`, `replay`, `simulate`, `engine-check`: games on the command line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.cli.conftest import TEACHING, Answer

Jdg = Callable[..., Answer]
LEFT_OUT = ["mist", "sun", "jacquinot-late"]
BATTLE = (str(TEACHING), *(word for name in LEFT_OUT for word in ("--ignore", name)))


def test_a_game_is_logged_and_its_log_holds(jdg: Jdg) -> None:
    answer = jdg("play", *BATTLE, "--players", "random,greedy", "--log", "game.jdglog")
    assert answer.code == 0
    assert "The game ends" in answer.out
    header = json.loads(Path("game.jdglog").read_text(encoding="utf-8").splitlines()[0])
    assert header["players"] == ["random", "greedy"]
    assert header["ignored"] == LEFT_OUT
    again = jdg("replay", str(TEACHING), "game.jdglog", "--check")
    assert again.code == 0
    assert again.out.endswith("lines hold\n")
    with_rules = jdg("replay", str(TEACHING), "game.jdglog", "--why")
    assert "JDG-4.4.1-a" in with_rules.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('["d", "go 9999"]', "`go 9999` is not legal here"),
        ('["c", 99]', "no roll of 99"),
        ('["t", 1, "0"]', "the position of turn 1 differs"),
        ("[", "damaged"),
        ('["z"]', "`z` is not known"),
    ],
)
def test_a_changed_log_is_refused_with_its_line(jdg: Jdg, line: str, words: str) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    lines = Path("game.jdglog").read_text(encoding="utf-8").splitlines()
    lines[5] = line
    Path("bad.jdglog").write_text("\n".join(lines), encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "bad.jdglog")
    assert answer.code == 3
    assert "line 6" in answer.err and words in answer.err


def test_what_is_no_log_is_refused(jdg: Jdg) -> None:
    Path("no.jdglog").write_text("hello\n", encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "no.jdglog")
    assert (answer.code, answer.out) == (3, "")
    assert "not a log of a game" in answer.err


def test_a_simulation_does_not_depend_on_the_number_of_processes(jdg: Jdg) -> None:
    one = jdg("simulate", *BATTLE, "--games", "6", "--players", "random,random", "--format", "json")
    two = jdg(
        "simulate", *BATTLE, "--games", "6", "--players", "random,random", "--format", "json", "--jobs", "2"
    )
    assert one.code == 0
    assert one.out == two.out
    assert json.loads(one.out)["games"] == 6


def test_the_table_of_a_simulation_names_the_players(jdg: Jdg) -> None:
    answer = jdg("simulate", *BATTLE, "--games", "3", "--players", "greedy,random")
    assert "French (greedy)" in answer.out
    assert f"left out: {', '.join(LEFT_OUT)}" in answer.out


def test_unknown_players_are_wrong_usage(jdg: Jdg) -> None:
    answer = jdg("simulate", *BATTLE, "--players", "greedy,napoleon")
    assert answer.code == 2
    assert "random, greedy" in answer.err


def test_engine_check_names_what_is_not_played(jdg: Jdg, tmp_path: Path) -> None:
    """A text that has changed is no longer played by the code for the old one."""
    changed = tmp_path / "changed"
    shutil.copytree(TEACHING, changed)
    file = changed / "scenarios" / "battle.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("On turn 1 no unit may leave", "On turns 1 and 2 no unit may leave")
    text = text.replace(
        "- free_withdrawal: {side: austria, to: 2}", "- stack_limit: {limit: 2, side: austria, region: hill}"
    )
    text = text.replace("Only if the French hold Valmar.", "Only if the French hold the hill.")
    file.write_text(text, encoding="utf-8")
    answer = jdg("engine-check", str(changed))
    assert answer.code == 1
    assert "refused: the special rule `mist`" in answer.out
    assert "refused: the effect `stack_limit` of the special rule `sun`" in answer.out
    assert "refused: the condition of the reinforcements `jacquinot-late` is in words" in answer.out
    assert "not played: JDG-" in answer.out
    assert jdg("engine-check", str(TEACHING)).code == 0


def test_another_series_is_refused(jdg: Jdg) -> None:
    answer = jdg("play", str(TEACHING.parent / "teaching-afe"))
    assert answer.code == 3
    assert "not played yet" in answer.err
