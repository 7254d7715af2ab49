"""`jdg new`, `check`, `explain`, `build`: answers, exit codes, wrong usage."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.cli.group import COMMANDS
from tests.unit.cli.conftest import Answer

Jdg = Callable[..., Answer]


# --- the group -------------------------------------------------------------------------------------


def test_help_lists_every_command(jdg: Jdg) -> None:
    answer = jdg("--help")
    assert answer.code == 0
    for name, line in COMMANDS.items():
        assert f"  {name}" in answer.out
        assert line.split(".")[0][:40] in answer.out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help(jdg: Jdg, name: str) -> None:
    answer = jdg(name, "--help")
    assert answer.code == 0
    assert answer.out.startswith("Usage:")


def test_misspelt_command(jdg: Jdg) -> None:
    answer = jdg("chek", "valmar")
    assert answer.code == 2
    assert "Did you mean 'check'?" in answer.err
    assert answer.out == ""


def test_version(jdg: Jdg) -> None:
    answer = jdg("--version")
    assert answer.code == 0
    assert answer.out.startswith("jdg 0.")


# --- new -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_new_makes_a_battle_without_problems(jdg: Jdg, series: str) -> None:
    made = jdg("new", "my-battle", "--series", series, "--format", "json")
    assert made.code == 0
    plain = json.loads(made.out)
    assert plain["folder"] == "my-battle"
    assert "battle.yaml" in plain["files"]
    assert all(Path("my-battle", name).is_file() for name in plain["files"])
    checked = jdg("check", "my-battle")
    assert (checked.code, checked.err) == (0, "")


def test_new_does_not_touch_a_folder_in_use(jdg: Jdg, tmp_path: Path) -> None:
    (tmp_path / "my-battle").mkdir()
    (tmp_path / "my-battle" / "notes.txt").write_text("mine")
    answer = jdg("new", "my-battle", "--series", "jdg")
    assert answer.code == 2
    assert "my-battle" in answer.err
    assert [p.name for p in (tmp_path / "my-battle").iterdir()] == ["notes.txt"]


def test_new_with_a_misspelt_series(jdg: Jdg, tmp_path: Path) -> None:
    answer = jdg("new", "my-battle", "--series", "jgd")
    assert answer.code == 2
    assert "did you mean `jdg`?" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_new_without_series(jdg: Jdg) -> None:
    answer = jdg("new", "my-battle")
    assert answer.code == 2
    assert "--series" in answer.err


# --- check -----------------------------------------------------------------------------------------


def test_check_of_a_sound_battle(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("check", "valmar")
    assert (answer.code, answer.err) == (0, "")
    assert "no problems" in answer.out


def test_check_shows_place_and_remedy(jdg: Jdg, damaged: Path) -> None:
    answer = jdg("check", "valmar")
    assert answer.code == 1
    assert "valmar/scenarios/battle.yaml:24:12: error REF004: unknown unit `au-3`" in answer.out
    assert "did you mean" in answer.out
    assert "jdg explain REF004" in answer.out


def test_check_as_json(jdg: Jdg, damaged: Path) -> None:
    answer = jdg("check", "valmar", "--format", "json")
    assert answer.code == 1
    plain = json.loads(answer.out)
    found = [d for d in plain["diagnostics"] if d["code"] == "REF004"]
    assert len(found) == 1
    assert found[0]["severity"] == "error"
    assert "au-3" in json.dumps(found[0])


def test_check_as_sarif(jdg: Jdg, damaged: Path) -> None:
    plain = json.loads(jdg("check", "valmar", "--format", "sarif").out)
    assert plain["version"] == "2.1.0"
    assert "REF004" in {result["ruleId"] for result in plain["runs"][0]["results"]}


def test_check_as_github_annotations(jdg: Jdg, damaged: Path) -> None:
    answer = jdg("check", "valmar", "--format", "github")
    assert answer.code == 1
    assert "::error file=valmar/scenarios/battle.yaml,line=24" in answer.out


def test_check_of_several_battles_reports_all(jdg: Jdg, damaged: Path) -> None:
    answer = jdg("check", "valmar", "nowhere")
    assert answer.code == 1
    assert "REF004" in answer.out
    assert "there is no folder `nowhere`" in answer.out


def test_warnings_fail_only_when_asked(jdg: Jdg, teaching: Path) -> None:
    without(teaching / "lang" / "pl.yaml", "notes:")
    assert jdg("check", "valmar").code == 0
    strict = jdg("check", "valmar", "--strict")
    assert strict.code == 1
    assert "GEN020" in strict.out


def test_a_build_says_how_many_warnings_there_are(jdg: Jdg, teaching: Path) -> None:
    """And not what they are: `jdg check` does."""
    build = ("build", "valmar", "--only", "package", "-o", "out")
    assert "warning" not in jdg(*build).err
    without(teaching / "lang" / "pl.yaml", "notes:")
    assert jdg(*build).err.startswith("1 warning; `jdg check valmar` shows them\n")
    without(teaching / "scenarios" / "battle.yaml", "code: JDG095", "accepts:")
    answer = jdg(*build)
    assert answer.code == 0
    assert answer.err.startswith("2 warnings; `jdg check valmar` shows them\n")
    assert "warning" not in jdg(*build, "--quiet").err


def without(path: Path, *words: str) -> None:
    """Take the lines with these words out of a file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [line for line in lines if not any(word in line for word in words)]
    path.write_text("".join(left), encoding="utf-8")


def test_strict_charts_name_the_charts(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("check", "valmar", "--strict-charts")
    assert answer.code == 0
    assert "TBL-SHOCK" in answer.out


def test_what_is_accepted_is_shown_on_demand(jdg: Jdg, teaching: Path) -> None:
    plain, shown = jdg("check", "valmar"), jdg("check", "valmar", "--show-accepted")
    assert "JDG085" not in plain.out and "accepted)" in plain.out
    assert shown.code == 0 and shown.out.startswith(plain.out)
    assert "warning JDG085: `au-39` starts disordered" in shown.out
    assert "special rule `young-regiment` (valmar/scenarios/battle.yaml:121:" in shown.out
    assert "accepts (valmar/scenarios/battle.yaml:" in shown.out
    assert "The guns move off before the reserve is due." in shown.out


def test_a_check_that_fails_has_an_exit_code_of_its_own(
    jdg: Jdg, teaching: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(battle: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr("jdgtools.checks.base.player_texts", fail)
    answer = jdg("check", "valmar")
    assert answer.code == 5
    assert "error GEN041: the check GEN020 failed: IndexError: list index out of range" in answer.out
    assert jdg("build", "valmar").code == 5


def test_check_without_a_battle(jdg: Jdg) -> None:
    answer = jdg("check")
    assert answer.code == 2
    assert "BATTLES" in answer.err


# --- explain ---------------------------------------------------------------------------------------


def test_explain(jdg: Jdg) -> None:
    answer = jdg("explain", "jdg062")
    assert answer.code == 0
    assert answer.out.startswith("JDG062 ")
    assert "Bad:" in answer.out
    assert "Good:" in answer.out


def test_explain_as_json(jdg: Jdg) -> None:
    plain = json.loads(jdg("explain", "GEN020", "--format", "json").out)
    assert plain["code"] == "GEN020"
    assert plain["severity"] == "warning"
    assert plain["rationale"]


def test_explain_lists_all_codes(jdg: Jdg) -> None:
    lines = jdg("explain").out.splitlines()
    codes = [line.split()[0] for line in lines]
    assert len(codes) > 150
    assert codes == sorted(codes)
    assert len(json.loads(jdg("explain", "--format", "json").out)) == len(codes)


def test_explain_of_an_unknown_code(jdg: Jdg) -> None:
    answer = jdg("explain", "JDG999")
    assert answer.code == 2
    assert "there is no code `JDG999`" in answer.err


# --- build -----------------------------------------------------------------------------------------


def test_build_of_one_part(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made", "--only", "aids")
    assert answer.code == 0
    assert sorted(p.name for p in Path("made").iterdir()) == ["build-report.json", "player-aids.pdf"]
    assert "player-aids.pdf" in answer.out
    assert Path("made/player-aids.pdf").read_bytes().startswith(b"%PDF-")


def test_build_answers_json(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made", "--only", "aids", "--language", "fr", "--format", "json")
    assert answer.code == 0
    plain = json.loads(answer.out)
    assert plain["language"] == "fr"
    assert [f["name"] for f in plain["files"]] == ["player-aids.pdf"]
    assert answer.out == Path("made/build-report.json").read_text(encoding="utf-8")


def test_build_can_be_quiet(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made", "--only", "aids", "--quiet")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_nothing_is_built_of_a_damaged_battle(jdg: Jdg, damaged: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made")
    assert answer.code == 1
    assert "REF004" in answer.err
    assert "nothing was built" in answer.err
    assert not Path("made").exists()


def test_build_of_an_unknown_part(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made", "--only", "aid")
    assert answer.code == 2
    assert "counters, aids" in answer.err
    assert not Path("made").exists()


def test_build_in_a_language_that_the_series_lacks(jdg: Jdg, teaching: Path) -> None:
    answer = jdg("build", "valmar", "-o", "made", "--language", "hu")
    assert answer.code == 2
    assert "en, fr, pl" in answer.err


@pytest.mark.parametrize("option", [("--dpi", "4"), ("--counter-mm", "300"), ("--format", "xml")])
def test_build_with_a_value_out_of_range(jdg: Jdg, teaching: Path, option: tuple[str, str]) -> None:
    answer = jdg("build", "valmar", "-o", "made", *option)
    assert answer.code == 2
    assert option[0] in answer.err


def test_build_where_nothing_can_be_written(jdg: Jdg, teaching: Path) -> None:
    Path("made").write_text("a file")
    answer = jdg("build", "valmar", "-o", "made", "--only", "aids")
    assert answer.code == 4
    assert "made" in answer.err
    assert Path("made").read_text() == "a file"
