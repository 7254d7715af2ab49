"""`jdg query` and `jdg info`: answers, reasons, friendly refusals, exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from jdgtools.cli._question import points
from jdgtools.cli.main import run
from jdgtools.errors import ExitCode
from jdgtools.series.registry import find_series

BATTLE = "scenarios/teaching-jdg"


@pytest.fixture
def jdg(capsys):
    """Runs a command; gives exit code, output, messages."""

    def call(*args):
        with pytest.raises(SystemExit) as end:
            run([str(a) for a in args])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


@pytest.fixture
def jdg_json(jdg):
    def call(*args):
        code, out, err = jdg(*args, "--format", "json")
        assert code == 0, err
        return json.loads(out)

    return call


def test_los_prints_everything_that_was_looked_at(jdg, jdg_json):
    """JDG-7.4-b: hexes, hexsides and levels with statement ids."""
    code, out, _ = jdg("query", "los", BATTLE, "0101", "0401")
    assert code == 0 and out.startswith("0101 to 0401, distance 3:")
    answer = jdg_json("query", "los", BATTLE, "0101", "0401")
    assert {"0101", "0401"} <= {h for f in answer["factors"] for h in f["hexes"]}
    known = find_series("jdg").statements
    for factor in answer["factors"]:
        assert factor["rules"] and all(r in known or r.startswith("AMB-") for r in factor["rules"])
        assert factor["text"] in out
    assert answer["clear"] is not any(f["blocks"] for f in answer["factors"])


def test_blocked_line_names_its_obstacle(jdg):
    """JDG-7.4.4-b: the steep slope between 0503 and 0504."""
    code, out, _ = jdg("query", "los", BATTLE, "0503", "0504")
    assert code == 0 and "blocked" in out
    assert any(line.startswith("x ") and "steep slope" in line for line in out.splitlines())


def test_los_past_units(jdg_json):
    """JDG-7.4.1-b: with --units, or seen by a unit; without them terrain alone."""
    assert jdg_json("query", "los", BATTLE, "0101", "0103")["units"] is False
    from jdgtools.loading import load

    loaded = load(BATTLE)
    grid, scenario = loaded.battle.map.grid, loaded.battle.scenarios[0]
    held = {h for p in scenario.on_map() if p.kind == "unit" for h in p.hexes}
    pairs = [
        (a, b)
        for a in grid.hexes
        for b in grid.ring(a, 2)
        if held & set(grid.neighbours(a)) & set(grid.neighbours(b))
    ]
    answers = [jdg_json("query", "los", BATTLE, grid.id(a), grid.id(b), "--units") for a, b in pairs[:6]]
    assert any(factor["what"] == "unit" for answer in answers for factor in answer["factors"])
    seen = jdg_json("query", "los", BATTLE, "0101", "0103", "--unit", "fr-17")
    assert (seen["units"], seen["unit"]) == (True, "fr-17")


def test_path(jdg, jdg_json):
    bridged = (BATTLE, "0103", "0105", "--class", "foot-artillery")
    answer = jdg_json("query", "path", *bridged)
    assert [leg["to"] for leg in answer["legs"]] == ["0104", "0105"]
    assert {leg["way"] for leg in answer["legs"]} == {"road"} and answer["cost"] == 2
    _, out, _ = jdg("query", "path", *bridged)
    assert "JDG-4.3.1-a" in out and "2 MP" in out
    code, out, _ = jdg("query", "path", BATTLE, "0101", "0605", "--class", "infantry")
    assert code == 0 and "there is no way" in out, "0605 is out of play"


def test_a_hexside_that_a_special_rule_closes(jdg, jdg_json):
    """The road of the teaching battle: the way leads round by the mill, and the reason is said."""
    answer = jdg_json("query", "path", BATTLE, "0101", "0105", "--class", "foot-artillery")
    assert [leg["to"] for leg in answer["legs"]] == ["0102", "0202", "0103", "0104", "0105"]
    north = jdg_json("query", "adjacent", BATTLE, "0103")["neighbours"][0]
    assert north["hex"] == "0102" and set(north["cost"].values()) == {None}
    assert north["closed"] == "closed by the special rule `sun`"
    _, out, _ = jdg("query", "adjacent", BATTLE, "0103")
    assert "road, closed" in out and "0102: closed by the special rule `sun`" in out


def test_reach_of_a_unit_takes_its_hex_and_allowance(jdg_json):
    """JDG-4.1.1-b, JDG-6.2.2-a: 5 MP from the setup hex, stopped by the ZOC of the Austrians."""
    answer = jdg_json("query", "reach", BATTLE, "--unit", "fr-17")
    assert (answer["from"], answer["budget"], answer["class"]) == ("0101", 5, "infantry")
    assert any(found["stops"] for found in answer["hexes"])
    free = jdg_json("query", "reach", BATTLE, "0101", "--mp", "5")
    assert not any(found["stops"] for found in free["hexes"])


def test_reach_of_a_disordered_unit_uses_its_back(jdg_json):
    """JDG-CONV-n: ratings are those of the side that is up."""
    from jdgtools.loading import load

    unit = load(BATTLE).battle.unit("au-39")
    assert jdg_json("query", "reach", BATTLE, "--unit", "au-39")["budget"] == unit.number("movement", True)


def test_reach_of_a_commander(jdg_json):
    answer = jdg_json("query", "reach", BATTLE, "--unit", "davout")
    assert (answer["class"], answer["budget"]) == ("commander", 7)


def test_adjacent(jdg, jdg_json):
    answer = jdg_json("query", "adjacent", BATTLE, "0104")
    north = answer["neighbours"][0]
    assert (north["direction"], north["hex"], north["ways"]) == ("N", "0103", ["road"])
    assert [s["kind"] for s in north["sides"]] == ["river", "bridge"]
    assert set(north["cost"]) == set(find_series("jdg").movement.classes)
    assert answer["terrain"] == "town" and answer["places"] == ["Valmar"]
    _, out, _ = jdg("query", "adjacent", BATTLE, "0104")
    assert "edge of the map" in out and "bridge" in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["los", BATTLE, "9999", "0101"], "column 99 is beyond the map's 6 columns"),
        (["los", BATTLE, "mill", "0101"], "`mill` is no hex of this map"),
        (["path", BATTLE, "0101", "0102", "--class", "cavlry"], "Did you mean `cavalry`?"),
        (["path", BATTLE, "0101", "0102", "--unit", "fr-71"], "Did you mean `fr-17`"),
        (["reach", BATTLE, "0101"], "give the movement points with --mp"),
        (["reach", BATTLE, "--mp", "3"], "give the HEX to start from"),
        (["reach", BATTLE, "--unit", "au-gren"], "`au-gren` has no exact hex in the setup"),
        (["reach", BATTLE, "0101", "--mp", "-1"], "Invalid value for '--mp'"),
        (["reach", BATTLE, "0101", "--move", "charge"], "name it with --unit"),
        (["reach", BATTLE, "0101", "--mp", "2", "--turn", "99"], "name another turn"),
        (["reach", BATTLE, "--unit", "fr-17", "--turn", "99"], "name another turn"),
        (["reach", BATTLE, "--unit", "fr-17", "--state", "broken"], "no state of this piece `broken`"),
        (["reach", BATTLE, "--unit", "fr-17", "--state", "rotted"], "Did you mean `routed`"),
        (["reach", BATTLE, "--unit", "fr-17", "--move", "rush"], "ask for another kind of move"),
        (["reach", BATTLE, "--unit", "davout", "--move", "forced-march"], "JDG-2.5.1-i"),
        (
            ["reach", BATTLE, "0101", "--mp", "3", "--facing", "N"],
            "facing means nothing to the moves of a class",
        ),
        (["los", BATTLE, "0101", "0102", "--scenario", "dusk"], "There are: battle, dawn."),
    ],
)
def test_wrong_questions(jdg, args, message):
    code, out, err = jdg("query", *args)
    assert (code, out) == (ExitCode.USAGE, "")
    assert message in err and "Traceback" not in err


def test_battle_with_errors_still_answers(jdg, tmp_path):
    folder = tmp_path / "battle"
    shutil.copytree(BATTLE, folder)
    oob = folder / "oob.csv"
    oob.write_text(oob.read_text(encoding="utf-8").replace("line_infantry", "line_infntry"), encoding="utf-8")
    code, out, err = jdg("query", "los", folder, "0101", "0102")
    assert code == 0 and "clear" in out
    assert "errors; `jdg check" in err
    code, out, _ = jdg("info", folder)
    assert code == 0 and "see `jdg check`" in out


def test_no_map_no_answer(jdg, tmp_path):
    folder = tmp_path / "battle"
    shutil.copytree(BATTLE, folder)
    Path(folder / "map.yaml").unlink()
    code, out, err = jdg("query", "adjacent", folder, "0101")
    assert (code, out) == (ExitCode.BATTLE_ERRORS, "") and "no usable map" in err
    assert jdg("info", folder)[1].count("no usable map") == 1
    code, _, err = jdg("info", tmp_path / "nothing")
    assert code == ExitCode.BATTLE_ERRORS and "there is no folder" in err


def test_info(jdg, jdg_json):
    facts = jdg_json("info", BATTLE)
    assert facts["counters"] == {"units": 12, "leaders": 3, "activation_markers": 8}
    france = facts["sides"][0]
    assert france["strength"] == sum(c["strength"] for c in france["commands"]) == 23
    assert facts["map"]["hexes"] == 29
    assert [s["turns"] for s in facts["scenarios"]] == [4, 3]
    _, out, _ = jdg("info", BATTLE)
    assert "The Mill at Valmar" in out and "Morand's division" in out


@pytest.mark.parametrize(
    ("cost", "denominator", "text"), [(3, 1, "3"), (0, 4, "0"), (2, 4, "1/2"), (6, 4, "1 1/2"), (8, 4, "2")]
)
def test_points(cost, denominator, text):
    assert points(cost, denominator) == text


def test_examples_of_the_page_give_what_they_show(jdg):
    """docs/queries.md: an example of each series, a retreat and a pursuit."""
    page = Path("docs/queries.md").read_text(encoding="utf-8")
    examples = [block.strip().split("\n", 1) for block in page.split("```") if block.startswith("\n$ jdg ")]
    assert len(examples) == 5
    for command, shown in examples:
        code, out, _ = jdg(*command.removeprefix("$ jdg ").split())
        assert code == 0 and out.rstrip() == shown.rstrip(), command
