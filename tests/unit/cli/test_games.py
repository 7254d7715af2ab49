"""`jdg play`, `replay`, `simulate`, `engine-check`: games on the command line."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.engine.jdg import gaps
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
    assert re.search(r"^\S.* moves 0\d+ → 0\d+ \(JDG-4.4.1-a; ", with_rules.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('["d", "go 9999"]', "`go 9999` is not legal here"),
        ('["c", 99]', "no roll of 99"),
        ('["t", 1, "0"]', "the position of turn 1 differs"),
        ("[", "damaged"),
        ('["c", 1.0]', "damaged"),
        ('["c", true]', "damaged"),
        ('["d", "done", 1]', "damaged"),
        (f'["d", "{"go " * 99_999}"]', "`go go"),
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
    assert "line 6" in answer.err and words in answer.err and len(answer.err) < 999


def test_the_log_of_another_package_is_refused(jdg: Jdg) -> None:
    """Its moves might be legal all the same, and say nothing of the game that was played."""
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    header, *lines = Path("game.jdglog").read_text(encoding="utf-8").splitlines()
    header = json.dumps({**json.loads(header), "package": "0" * 64})
    Path("bad.jdglog").write_text("\n".join([header, *lines]), encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "bad.jdglog", "--check")
    assert (answer.code, answer.out) == (3, "")
    assert "the log is of another package" in answer.err


def test_a_log_that_was_cut_off_is_told_from_a_whole_one(jdg: Jdg) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    lines = Path("game.jdglog").read_text(encoding="utf-8").splitlines()
    Path("cut.jdglog").write_text("\n".join(lines[:20]), encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "cut.jdglog", "--check")
    assert (answer.code, answer.out) == (0, "cut.jdglog: 19 lines hold; the game is not over\n")


@pytest.mark.parametrize("value", [None, -1, True, "mist", ["mist", 1], {"mist": True}])
def test_a_header_that_names_no_rules_is_refused(jdg: Jdg, value: object) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    header, *lines = Path("game.jdglog").read_text(encoding="utf-8").splitlines()
    header = json.dumps({**json.loads(header), "ignored": value})
    Path("bad.jdglog").write_text("\n".join([header, *lines]), encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "bad.jdglog")
    assert (answer.code, answer.out) == (3, "")
    assert "`ignored` in its first line is no list of names" in answer.err


def test_a_header_that_says_twice_what_is_left_out_is_refused(jdg: Jdg) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    text = Path("game.jdglog").read_text(encoding="utf-8")
    Path("bad.jdglog").write_text(text.replace("{", '{"ignored": ["mist"], ', 1), encoding="utf-8")
    answer = jdg("replay", str(TEACHING), "bad.jdglog")
    assert (answer.code, answer.out) == (3, "")
    assert "`ignored` stands twice in its first line" in answer.err


@pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")
def test_a_log_takes_no_device_away(jdg: Jdg) -> None:
    Path("null").symlink_to("/dev/null")
    answer = jdg("play", *BATTLE, "--players", "random,random", "--log", "null")
    assert answer.code == 4 and "null: it is no ordinary file" in answer.err
    assert Path("null").is_symlink() and Path("null").is_char_device()


def test_a_log_that_cannot_be_written_is_told_of_before_the_game(jdg: Jdg) -> None:
    """Hours at the terminal were lost with the name of a folder that there is not."""
    answer = jdg(
        "play", *BATTLE, "--players", "person,greedy", "--log", "none/x.jdglog", input="0\n0\nquit\n"
    )
    assert (answer.code, answer.out) == (4, "") and "none/x.jdglog: " in answer.err


def test_a_log_is_written_after_every_decision_of_a_person(jdg: Jdg, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes the window, or ends the process, has the game all the same."""
    from jdgtools.cli import play_

    texts: list[str] = []
    monkeypatch.setattr(play_, "write_text", lambda path, text: texts.append(text))
    jdg("play", *BATTLE, "--players", "person,greedy", "--log", "x.jdglog", input="0\n0\n0\nquit\n")
    decided = [text.count('["d", ') for text in texts]
    assert decided[0] == 0 and len(texts) == 5 and decided == sorted(decided)


@pytest.mark.parametrize(("failing", "code"), [({2, 3}, 0), ({2, 3, 4, 5}, 4)], ids=["a while", "to the end"])
def test_a_log_that_cannot_be_written_ends_no_game(
    jdg: Jdg, monkeypatch: pytest.MonkeyPatch, failing: set[int], code: int
) -> None:
    """It is told of once while the game goes on, and once more at the end if it is still so."""
    from jdgtools.cli import play_
    from jdgtools.errors import OutputFailed

    count = 0

    def write(path: Path, text: str) -> None:
        nonlocal count
        count += 1
        if count in failing:
            raise OutputFailed(f"{path.as_posix()}: No space left on device")

    monkeypatch.setattr(play_, "write_text", write)
    answer = jdg("play", *BATTLE, "--players", "person,greedy", "--log", "x.jdglog", input="0\n0\n0\nquit\n")
    assert answer.code == code and count == 5
    assert answer.err.count("warning: x.jdglog: No space left on device; the game goes on") == 1
    assert answer.err.count("No space left on device") == (2 if code else 1)


@pytest.mark.parametrize("text", ["id,name\nfr-17,17e Ligne\n", '{"format": "jdgrun"}\n', "\0\1\2"])
def test_a_log_takes_the_place_of_nothing_else(jdg: Jdg, text: str) -> None:
    """Somebody's order of battle would be gone with one wrong word."""
    Path("oob.csv").write_text(text, encoding="utf-8")
    answer = jdg("play", *BATTLE, "--players", "random,random", "--log", "oob.csv")
    assert (answer.code, answer.out) == (3, "")
    assert "oob.csv exists already: it is no log of a game; name another file" in answer.err
    saved = jdg("play", *BATTLE, "--players", "person,random", input="save oob.csv\nquit\n")
    assert "oob.csv exists already: it is no log of a game" in saved.out and "saved\n" not in saved.out
    assert Path("oob.csv").read_text(encoding="utf-8") == text


def test_the_log_of_a_person_is_not_replaced_by_a_new_game(jdg: Jdg) -> None:
    by_person = ("play", *BATTLE, "--players", "person,random", "--log", "game.jdglog")
    assert jdg(*by_person, input="0\n0\nsave game.jdglog\nquit\n").out.count("saved\n") == 1
    log = Path("game.jdglog").read_bytes()
    answer = jdg(*by_person, input="0\nquit\n")
    assert (answer.code, answer.out) == (3, "") and "`--from game.jdglog` goes on with it" in answer.err
    assert Path("game.jdglog").read_bytes() == log
    assert jdg(*by_person, "--from", "game.jdglog", input="0\nquit\n").code == 0
    assert Path("game.jdglog").read_bytes().startswith(log)


def test_the_same_game_of_machines_may_be_logged_again(jdg: Jdg) -> None:
    words = ("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    Path("game.jdglog").touch()
    assert jdg(*words).code == jdg(*words).code == 0
    other = jdg(*words, "--seed", "2")
    assert other.code == 3 and "game.jdglog exists already: it is the log of a game" in other.err


def test_the_mark_of_an_editor_before_a_text_is_none_of_it(jdg: Jdg) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    marked = b"\xef\xbb\xbf" + Path("game.jdglog").read_bytes().replace(b"\n", b"\r\n")
    Path("marked.jdglog").write_bytes(marked)
    assert jdg("replay", str(TEACHING), "marked.jdglog", "--check").code == 0
    Path("plan.txt").write_bytes(b"\xef\xbb\xbffr-17 go 0301\r\n")
    answer = jdg("simulate", *BATTLE, "--games", "1", "--players", "plan:plan.txt,random")
    assert answer.code == 0, answer.err


def test_a_package_holds_no_other_scenario(jdg: Jdg) -> None:
    assert jdg("build", str(TEACHING), "-q", "-o", "out", "--only", "package").code == 0
    package = "out/teaching-jdg-dawn.jdgpkg"
    answer = jdg("engine-check", package, "--scenario", "battle")
    assert answer.code == 2 and "holds `dawn`" in answer.err
    assert jdg("engine-check", package, "--scenario", "dawn").code == jdg("engine-check", package).code


@pytest.mark.parametrize("answer", ["9" * 5000, "\u00b2", "99", "-1"])
def test_what_is_no_number_of_an_action_is_asked_again(jdg: Jdg, answer: str) -> None:
    said = jdg("play", *BATTLE, "--players", "person,greedy", input=f"{answer}\nquit\n")
    assert (
        said.code == 0 and said.out.count("French: ") == 1
    )  # the list would carry the refusal off the screen
    assert "` is no answer here: a number or the words" in said.out


def test_a_game_in_vassal_asks_for_its_module(jdg: Jdg) -> None:
    answer = jdg("replay", str(TEACHING), "game.vlog")
    assert answer.code == 3 and "`--module FILE` names the module" in answer.err


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


def test_engine_check_names_what_is_not_played(
    jdg: Jdg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text that has changed is no longer played by the code for the old one; gaps of the engine stand below."""
    gap = gaps.Gap("JDG-0-x", "a rule for tests")
    monkeypatch.setattr(gaps, "GAPS", (gap,))
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
    assert "not played: JDG-0-x: a rule for tests" in answer.out
    assert jdg("engine-check", str(TEACHING)).code == 0


def test_another_series_is_refused(jdg: Jdg) -> None:
    answer = jdg("play", str(TEACHING.parent / "teaching-afe"))
    assert answer.code == 3
    assert "not played yet" in answer.err


def test_a_game_goes_on_from_its_log(jdg: Jdg) -> None:
    """Whoever goes on with the log of the beginning plays the same game to its end: the dice go on."""
    jdg("play", *BATTLE, "--players", "greedy,greedy", "--seed", "5", "--log", "whole.jdglog")
    lines = Path("whole.jdglog").read_text(encoding="utf-8").splitlines()
    for part in (1, 40, len(lines) - 1, len(lines)):
        Path("part.jdglog").write_text("\n".join(lines[:part]), encoding="utf-8")
        answer = jdg(
            "play", *BATTLE, "--players", "greedy,greedy", "--seed", "5",
            "--from", "part.jdglog", "--log", "again.jdglog",
        )  # fmt: skip
        assert answer.code == 0, answer.err
        again = Path("again.jdglog").read_text(encoding="utf-8").splitlines()
        assert again[:part] == lines[:part]
        assert jdg("replay", str(TEACHING), "again.jdglog", "--check").code == 0


def test_a_log_of_another_game_is_not_gone_on_with(jdg: Jdg) -> None:
    jdg("play", *BATTLE, "--players", "random,random", "--log", "game.jdglog")
    answer = jdg("play", str(TEACHING), "--players", "random,random", "--from", "game.jdglog")
    assert (answer.code, "`ignored`" in answer.err) == (3, True)
    Path("bad.jdglog").write_text("{}", encoding="utf-8")
    assert jdg("play", *BATTLE, "--players", "random,random", "--from", "bad.jdglog").code == 3
    assert jdg("play", *BATTLE, "--players", "random,random", "--from", "none.jdglog").code == 3


def test_a_person_saves_loads_and_takes_back(jdg: Jdg) -> None:
    words = (
        "0\n0\nsave mine.jdglog\n0\n0\nload mine.jdglog\nposition\nsave twin.jdglog\nundo\nundo\nundo\n"
        "save /no/such/folder/x\nload gone\nsing\nquit\n"
    )
    answer = jdg("play", *BATTLE, "--players", "person,greedy", "--log", "end.jdglog", input=words)
    assert answer.code == 0, answer.err
    saved = Path("mine.jdglog").read_text(encoding="utf-8")
    assert Path("twin.jdglog").read_text(encoding="utf-8") == saved
    assert '"d"' not in Path("end.jdglog").read_text(encoding="utf-8").partition("\n")[2].partition("\n")[0]
    assert answer.out.count("there is nothing to undo") == 1  # the third: two were decided before the save
    for expected in (
        "saved",
        "loaded",
        "jdgpos 1 {",
        "there is nothing to undo",
        "save FILE, load FILE",
        "gone:",
    ):
        assert expected in answer.out, expected


def test_a_person_does_not_read_the_orders_of_the_enemy(jdg: Jdg) -> None:
    answer = jdg("play", *BATTLE, "--players", "person,greedy", input="0\n" * 12 + "quit\n")
    orders = [line.strip() for line in answer.out.splitlines() if "Orders given:" in line]
    assert "Orders given: Austrians" in orders
    assert not any("(Austrians)" in line for line in orders)


def test_a_person_reads_names_and_where_the_piece_stands(jdg: Jdg) -> None:
    """The notation of the engine stands before each sentence: it is an answer, too."""
    words = "pieces\nplace fr-1cu 0213\nPlace FR-1CU  0203\nmarch on\nload\nHELP\nundo\nquit\n"
    lines = jdg("play", *BATTLE, "--players", "person,random", "--seed", "2", input=words).out.splitlines()
    assert "French: 1er Cuirassiers (fr-1cu): Setup: where?" in lines
    assert "   2 place fr-1cu 0203  Place 1er Cuirassiers at 0203" in lines
    assert "  Austrians: IR 39 Duka (au-39) in 0503, facing W, disordered" in lines
    assert "French: Who gets orders?" in lines
    assert any("`march on` is no answer here: a number or the words" in line for line in lines)
    assert any("`place fr-1cu 0213` is no answer here; did you mean `place fr-1cu " in line for line in lines)
    assert any("`load` takes the name of a file: load game.jdglog" in line for line in lines)
    assert "taken back" in lines and "  why        the rules behind what has just happened" in lines


def test_nothing_that_is_told_is_wider_than_a_page(jdg: Jdg) -> None:
    """The markers of a cup, and sentences of the rules, ran over the edge of the window."""
    words = ("0\n" * 5 + "why\n") * 8 + "quit\n"
    lines = jdg("play", *BATTLE, "--players", "person,greedy", input=words).out.splitlines()
    told = [line for line in lines if not line.startswith(("Answer with", "`"))]
    assert any(line.startswith("JDG-") for line in told) and max(map(len, told)) <= 100


def test_what_happens_is_told_in_sentences(jdg: Jdg) -> None:
    lines = jdg("play", *BATTLE, "--players", "random,random", "--seed", "2").out.splitlines()
    assert any(line.startswith("  Strategic initiative: ") for line in lines)
    assert any(" cohesion level: ordered → disordered" in line for line in lines)


def test_a_game_of_a_simulation_can_be_looked_at(jdg: Jdg) -> None:
    run = jdg(
        "simulate", *BATTLE, "--games", "3", "--players", "random,greedy", "--seed", "9", "--format", "json"
    )
    ends = json.loads(run.out)["ends"]
    causes = []
    for number in range(3):
        answer = jdg("play", *BATTLE, "--players", "random,greedy", "--seed", "9", "--game", str(number))
        causes.append(answer.out.splitlines()[-1].partition("(")[2].partition(")")[0])
    assert sorted(causes) == sorted(end["what"] for end in ends for _ in range(end["count"]))


def test_a_simulation_records_varies_and_reports(jdg: Jdg) -> None:
    words = (
        "simulate", *BATTLE, "--players", "random,random", "--games", "8", "--record", "games.jdgrun",
        "--vary", "fr-30.strength+3", "--vary", "forbid:attack", "--report", "out",
    )  # fmt: skip
    first = jdg(*words)
    assert first.code == 0, first.err
    assert "fr-30.strength+3 (30e Ligne: strength 8 instead of 5)  " in first.out
    assert "forbid:attack (no action that begins with `attack`)  " in first.out
    assert sorted(p.name for p in Path("out").iterdir()) == ["report.html", "report.json", "report.pdf"]
    assert sorted(p.name for p in Path().glob("games*")) == [
        "games.1.jdgrun",
        "games.2.jdgrun",
        "games.jdgrun",
    ]
    assert jdg(*words).out == first.out


def test_a_simulation_ends_when_its_interval_is_narrow_enough(jdg: Jdg) -> None:
    words = (
        "simulate",
        *BATTLE,
        "--players",
        "random,random",
        "--games",
        "60",
        "--until",
        "50",
        "--format",
        "json",
    )
    one, two = jdg(*words), jdg(*words, "--jobs", "2")
    assert one.out == two.out
    data = json.loads(one.out)
    assert data["games"] < 60
    assert data["sides"][0]["high"] - data["sides"][0]["low"] <= 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--vary", "luck"), "none of: last-turn=N"),
        (("--forbid", "dance"), "no action begins with `dance`"),
        (("--players", "plan:none.txt,greedy"), "none.txt:"),
        (("--players", "rollout:none,greedy"), "a number from 1"),
        (("--players", "greedy"), "takes two of"),
        (("--players", "person,greedy"), "a person does not play"),
        (("--cluster", "nonsense://x"), "no scheduler answers"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(jdg: Jdg, words: tuple[str, ...], message: str) -> None:
    answer = jdg("simulate", *BATTLE, "--games", "2", *words)
    assert answer.code in (2, 3)
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_a_plan_is_read_from_its_file(jdg: Jdg) -> None:
    Path("plan.txt").write_text("fr-13l hold 0102\n", encoding="utf-8")
    answer = jdg("play", *BATTLE, "--players", "plan:plan.txt,random", "--log", "game.jdglog")
    assert answer.code == 0
    assert (
        json.loads(Path("game.jdglog").read_text(encoding="utf-8").splitlines()[0])["players"][0]
        == "plan:plan.txt"
    )
    Path("plan.txt").write_text("fr-13l fly\n", encoding="utf-8")
    answer = jdg("play", *BATTLE, "--players", "plan:plan.txt,random")
    assert answer.code == 3
    assert "line 1 of the plan: after `fr-13l` stands `fly`" in answer.err


def test_a_person_is_told_what_may_be_answered_and_who_has_won(jdg: Jdg) -> None:
    """The words once, at the first question; `why` says something before anything has happened."""
    answer = jdg("play", *BATTLE, "--players", "person,random", input="why\n" + "0\n" * 2000)
    lines = answer.out.splitlines()
    assert lines[0].startswith("Answer with a number or the words of an action; pieces, why,")
    assert answer.out.count("Answer with") == 1
    assert "nothing has happened yet by a rule" in answer.out
    assert lines[-1].startswith("The game ends (")
    assert any(words in lines[-1] for words in ("): won by French. ", "): won by Austrians. ", "): drawn. "))
    assert "Points: French " in lines[-1] and ", Austrians " in lines[-1]


def test_an_option_is_varied_by_building_the_package_anew(jdg: Jdg) -> None:
    """A value that is played changes games; what is no value is refused, and never passed over."""
    arguments = [
        "simulate",
        str(TEACHING),
        "--games",
        "8",
        "--jobs",
        "1",
        "--players",
        "random,random",
        "--vary",
    ]
    played = jdg(*arguments, "option:z_means=disorder")
    assert played.code == 0, played.err
    assert "margin +0.0" not in played.out.splitlines()[-1]
    refused = jdg(*arguments, "option:ratio_clamp=perhaps")
    assert refused.code != 0 and refused.err.count("ratio_clamp") == 1
