"""What no text of a module says is asked once, answered once, and the battle then checks and builds."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from jdgtools.cli.group import main as cli
from jdgtools.errors import InputRefused
from jdgtools.importers.answers import KEYS, Answers, apply_answers, fit_ratings
from jdgtools.importers.assistant import _with_own, advise
from jdgtools.importers.battle_questions import BattleQuestion, battle_questions, problem_of
from jdgtools.importers.draft import Draft, DraftScenario, Values, merge
from jdgtools.importers.question_groups import BACK, QuestionGroup, ask_battle, group_questions
from jdgtools.importers.ratings import read_rules
from jdgtools.importers.suggested_rules import ask, questions, rules_yaml
from jdgtools.importers.suggestions import suggest
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.schema.registry import schema
from jdgtools.series.registry import find_series
from tests.tools.habits_answers import answer, name_shapes
from tests.tools.habits_module import habits_module, units
from tests.unit.importers.modules import foreign

SAID = {
    ("battle", "scale"): "regiment",
    ("map", "grid", "hex_metres"): "200",
    ("level",): "0",
    ("terrain",): "clear",
    ("markers", "O"): "5",
    ("commanders", "french", "commander_in_chief", "drm", "capacity", "range"): "Morel 1 2 4",
    ("commanders", "austrians", "commander_in_chief", "drm", "capacity", "range"): "Von Kinsky 0 2 4",
    ("starts", "morel"): "0204",
    ("starts", "von-kinsky"): "1204",
    ("sides", "french", "rout_edge"): "NW",
    ("sides", "austrians", "rout_edge"): "NE",
    ("sides", "french", "facing"): "E",
    ("sides", "austrians", "facing"): "W",
    ("awards", "french"): "5 1004",
    ("awards", "austrians"): "5 0404 0405",
}
RATINGS = {"strength": "4", "cohesion": "5", "movement": "4", "shock": "2"}


def say(asked: QuestionGroup) -> str:
    """Answer as a designer who knows the battle."""
    return asked.separator.join(say_one(part) for part in asked.parts)


def say_one(question: BattleQuestion) -> str:
    """Answer one part of a question."""
    path = question.path
    if path[:3] == ("battle", "defaults", "back"):
        return "0" if path[3] in ("movement", "shock") else "-1"
    if path[0] == "types":
        return RATINGS.get(path[2], "3")
    return SAID[path]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rules of the habits module with every answer, and the module beside them."""
    folder = tmp_path_factory.mktemp("answers")
    module = folder / "m.vmod"
    habits_module(saves=2).write(module)
    first = advise(module, ImportOptions(series="jdg"))
    write_project(folder / "a", first.files)
    name_shapes(folder / "a", units())
    second = advise(module, ImportOptions(series="jdg", rules=folder / "a" / "rules.yaml"), answer, say)
    assert second.battle == ()
    write_project(folder / "b", second.files)
    return folder / "b" / "rules.yaml"


def test_a_module_with_every_question_answered_builds(rules: Path, tmp_path: Path) -> None:
    module = rules.parent.parent / "m.vmod"
    done = import_module(module, ImportOptions(series="jdg", rules=rules))
    write_project(tmp_path / "p", done.files)
    report = check(tmp_path / "p").report
    assert not report.has_errors, [p.message for p in report if p.severity.name == "ERROR"]
    battle = yaml.safe_load(done.files["battle.yaml"])
    assert [x["name"] for x in battle["leaders"]] == ["Morel", "Von Kinsky"]
    assert battle["commands"][0]["markers"][1] == {"id": "reille-2", "code": "O", "rating": 5}
    # What the module says stays: strength is in the names, cohesion in the pictures.
    oob = list(csv.DictReader(io.StringIO(done.files["oob.csv"].decode())))
    assert oob[0]["name"] == "Infantry" and len({unit["strength"] for unit in oob}) > 2
    done = CliRunner().invoke(
        cli, ["build", str(tmp_path / "p"), "--only", "vassal", "-o", str(tmp_path / "o")]
    )
    assert done.exit_code == 0 and list((tmp_path / "o").glob("*.vmod"))


def test_every_error_of_the_check_is_asked_for(tmp_path: Path) -> None:
    """Without answers each error has a question in the rules file; the answers close all of them."""
    module = tmp_path / "m.vmod"
    habits_module(saves=2).write(module)
    advice = advise(module, ImportOptions(series="jdg"))
    text = advice.files["rules.yaml"].decode()
    asked = {q.where() for q in advice.battle}
    assert len(asked) <= 15
    assert all(f"# - {where}: " in text for where in asked)
    write_project(tmp_path / "a", advice.files)
    done = import_module(module, ImportOptions(series="jdg", rules=tmp_path / "a" / "rules.yaml"))
    listed = done.files["import-questions.txt"].decode()
    assert all(f"({where})" in listed for where in asked)
    write_project(tmp_path / "p", done.files)
    # Code of the check -> beginning of the key that closes it.
    closed_by = {
        "JDG001": "type", "JDG004": "types", "JDG005": "types", "JDG006": "types", "JDG012": "map.grid.hex_metres",
        "JDG018": "commands.markers", "JDG031": "battle.leaders", "JDG044": "level", "JDG076": "sides",
        "JDG106": "sides", "JDG109": "scenarios.victory",
    }  # fmt: skip
    found = []
    for problem in check(tmp_path / "p").report:
        if problem.severity.name == "ERROR":
            code = problem.message.rpartition("(")[2][:-1] if problem.code == "GEN195" else problem.code
            found.append((code, problem.message))
    assert found
    keys = tuple(part.where() for q in advice.battle for part in q.parts)
    assert [
        f for f in found if not any(k.startswith(f"answers.{closed_by.get(f[0], '?')}") for k in keys)
    ] == []


def suggesting(folder: Path, output: str, *more: str) -> list[str]:
    """Words of the command that looks at a module, which is written into the folder."""
    module = folder / "m.vmod"
    habits_module(saves=1).write(module)
    return ["import", str(module), "--series", "jdg", "--suggest", *more, "-o", str(folder / output)]


def test_the_terminal_asks_and_its_end_leaves_the_rest_open(tmp_path: Path) -> None:
    words = suggesting(tmp_path, "a", "--interactive")
    # The numbers in names left open, then three tries at the level of the ground.
    done = CliRunner().invoke(cli, words, input="?\nhigh 200\n77 200\n0 ?\n")
    assert done.exit_code == 0, done.output
    rules = yaml.safe_load((tmp_path / "a" / "rules.yaml").read_text())
    assert rules["answers"] == {"level": 0}
    assert done.output.count("level of the ground (0 to 9): a whole number 0 to 9") == 2
    words = suggesting(tmp_path, "b", "--format", "json")
    done = CliRunner().invoke(cli, [*words, "--rules", str(tmp_path / "a" / "rules.yaml")])
    keys = [q["key"] for q in json.loads(done.output)["battle"]]
    assert "answers.sides.french.rout_edge, answers.sides.austrians.rout_edge" in keys
    assert "answers.battle.scale" in keys and "answers.level" not in keys
    # An answer is not lost by asking again.
    assert yaml.safe_load((tmp_path / "b" / "rules.yaml").read_text())["answers"] == {"level": 0}


def test_the_end_of_the_input_leaves_every_question_open(tmp_path: Path) -> None:
    """Also while it asks what the numbers in names mean: nothing that was answered is lost."""
    words = suggesting(tmp_path, "a", "--interactive")
    done = CliRunner().invoke(cli, words, input="cohesion ?\nnonsense 200\n")
    assert done.exit_code == 0, done.output
    assert done.output.count("level of the ground (0 to 9): a whole number 0 to 9") == 1
    assert "cohesion" in yaml.safe_load((tmp_path / "a" / "rules.yaml").read_text())["ratings"]


def interactive(folder: Path, output: str, replies: str, *more: str) -> tuple[str, dict[str, Any]]:
    """What the terminal shows for replies to its questions, and the rules file."""
    done = CliRunner().invoke(cli, suggesting(folder, output, "--interactive", *more), input=replies)
    assert done.exit_code == 0, done.output
    return done.output, yaml.safe_load((folder / output / "rules.yaml").read_text())


def test_what_is_answered_with_a_dash_is_never_asked_again(tmp_path: Path) -> None:
    """Neither numbers in names nor a question of the battle; what was left open is asked again."""
    shown, rules = interactive(tmp_path, "a", "- movement\n- ?\n?\n?\n")
    assert "name of 42 units" in shown and "level of the ground" in shown and "victory" not in shown
    numbers, level = rules["ignored"]
    assert (numbers["from"], numbers["places"]) == ("name", 42) and "group" not in numbers
    assert level == {"answer": "answers.level", "places": 154}
    assert "strength" not in rules["ratings"] and rules["ratings"]["movement"]["group"] == 2
    again, same = interactive(tmp_path, "b", "?\n" * 30, "--rules", str(tmp_path / "a" / "rules.yaml"))
    assert "name of" not in again and "level of the ground" not in again and "Scale of the battle" in again
    assert same["ignored"] == rules["ignored"] and same["ratings"] == rules["ratings"]
    # The project's list of questions leaves it out, too.
    project = import_module(
        tmp_path / "m.vmod", ImportOptions(series="jdg", rules=tmp_path / "b" / "rules.yaml")
    )
    listed = project.files["import-questions.txt"].decode()
    assert "answers.level" not in listed and "answers.battle.scale" in listed


def test_for_new_pieces_it_is_asked_again(tmp_path: Path) -> None:
    """What was said of 41 units is not said of 42."""
    _, rules = interactive(tmp_path, "a", "- -\n- ?\n")
    for entry in rules["ignored"]:
        entry["places"] -= 1
    (tmp_path / "a" / "fewer.yaml").write_text(yaml.safe_dump(rules))
    again, _ = interactive(tmp_path, "b", "?\n" * 30, "--rules", str(tmp_path / "a" / "fewer.yaml"))
    assert "name of 42 units" in again and "level of the ground" in again
    for entry in rules["ignored"]:
        del entry["places"]
    (tmp_path / "a" / "always.yaml").write_text(yaml.safe_dump(rules))
    again, same = interactive(tmp_path, "c", "?\n" * 30, "--rules", str(tmp_path / "a" / "always.yaml"))
    assert "name of 42 units" not in again and "level of the ground" not in again
    assert [entry.get("from", entry.get("answer")) for entry in same["ignored"]] == [
        "name",
        "name",
        "answers.level",
    ]


def test_a_question_of_several_parts_takes_their_answers_in_order(tmp_path: Path) -> None:
    interactive(tmp_path, "a", "?\n0\n" + "?\n" * 30)
    paths = [line for line in (tmp_path / "a" / "rules.yaml").read_text().splitlines() if "rout_edge" in line]
    assert len(paths) == 1 and "French, Austrians? 2 answers in this order" in paths[0]
    asked = QuestionGroup(
        tuple(BattleQuestion(("sides", s, "rout_edge"), "?", ("N", "S"), short=s) for s in ("a", "b", "c"))
    )
    assert asked.words("N ? -") == ["N", "?", "-"] and asked.words("-") == ["-"] * 3
    assert asked.problem_of("N, S, N") == asked.problem_of("?") == ""
    assert asked.problem_of("N S").startswith("3 answers") and asked.problem_of("N W S") == "b: one of N, S"
    assert asked.problem_of("5 5 5").startswith("a: one of")
    names = QuestionGroup(tuple(BattleQuestion(("sides", s, "nationality"), "?") for s in "ab"))
    assert names.words("Great Britain, ?") == ["Great Britain", "?"]


@pytest.mark.parametrize("after", [0, 1, 4])
def test_whoever_stops_keeps_what_was_answered(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at a question, and while the assistant works between two."""
    import click

    replies = iter(["strength movement", "0 200", "regiment", "?"][:after])

    def prompt(*_: object, **__: object) -> str:
        reply = next(replies, None)
        if reply is None:
            raise KeyboardInterrupt if after % 2 else click.Abort
        return reply

    monkeypatch.setattr(click, "prompt", prompt)
    _, rules = interactive(tmp_path, "a", "")
    assert sorted(rules.get("ratings", ())) == (["movement", "strength"] if after else [])
    assert ("level" in rules.get("answers", ())) == (after > 1)


def test_whoever_stops_while_the_battle_is_made_keeps_the_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jdgtools.importers import assistant

    module = tmp_path / "m.vmod"
    habits_module(saves=1).write(module)

    def stop(*_: object) -> Draft:
        raise KeyboardInterrupt

    monkeypatch.setattr(assistant, "_battle_of", stop)
    advice = advise(module, ImportOptions(series="jdg"), lambda q: q.proposal, any_answers)
    assert sorted(yaml.safe_load(advice.files["rules.yaml"])["ratings"]) == ["movement", "strength"]
    with pytest.raises(KeyboardInterrupt):
        advise(module, ImportOptions(series="jdg"))


def test_accepted_types_are_not_asked_again(tmp_path: Path) -> None:
    rows = [("Foy", ""), ("Morel / 2nd Cav Corps", ""), ("Reille", ""), ("Ney", "")]
    series = find_series("jdg")
    assert series is not None
    texts = [{"name": name} for name, _ in rows]
    answered = ask(suggest(texts, series.definition, {}), series.definition, lambda q: q.choices[0])
    (tmp_path / "rules.yaml").write_bytes(rules_yaml(answered, series.definition))
    rules = read_rules(tmp_path / "rules.yaml", series.definition)
    again = _with_own(suggest(texts, series.definition, {}), rules, texts)
    assert len(again) == 1 and not questions(again, series.definition)


def test_words_of_units_whose_type_own_rules_say_are_not_asked_about(tmp_path: Path) -> None:
    names = ("Foy", "1st Horse", "2nd Horse", "Morel Cuirassiers", "Ney", "Reille", "Bonet", "Clauzel")
    texts = [{"name": name} for name in names]
    series = find_series("jdg")
    assert series is not None

    def asked(own_rules: str) -> list[str]:
        (tmp_path / "rules.yaml").write_text(f"format: 1\ntypes: [{own_rules}]\n")
        rules = read_rules(tmp_path / "rules.yaml", series.definition)
        rows = _with_own(suggest(texts, series.definition, {}), rules, texts)
        return [q.text for q in questions(rows, series.definition)]

    (both,) = asked("")
    assert "2 units ('1st Horse', '2nd Horse')" in both and "1 unit ('Morel Cuirassiers')" in both
    names = ("Foy", "Ney", "Reille", "Old Guard", "Hussars", "1st Cossacks", "Horse", "Li", "Bonet", "Morand")
    texts = [{"name": name} for name in names]
    (words,) = asked("")
    assert words.count("light_cavalry: 3 units ('") == 1, "all words of one type are one of its parts"
    texts = [{"name": name} for name in ("Foy", "1st Horse", "Morel Cuirassiers", "Ney", "Reille", "Bonet")]
    (one,) = asked("{when: {name: '.*Horse'}, type: horse_artillery}")
    assert "Horse" not in one and "Cuirassiers" in one
    assert asked("{when: {}, type: line_infantry}") == []


def test_long_lists_of_names_end_with_a_whole_name() -> None:
    series = find_series("jdg")
    assert series is not None
    draft = Draft("x", "X", sides=[{"id": "f", "name": "F"}])
    draft.leaders = [{"id": f"l{n}", "name": f"General Number {n}", "side": "f"} for n in range(14)]
    texts = [q.text for q in battle_questions(draft, series.definition)]
    assert any("14 leaders (General Number 0, " in t and "Number 7 and 6 more): which" in t for t in texts)
    assert any("Number 11 and 2 more)? His name" in t for t in texts)


def test_what_is_answered_is_no_longer_missing(tmp_path: Path) -> None:
    answers = {
        "level": "level: 0",
        "sides": "sides: {french: {rout_edge: N}, prussians: {rout_edge: S}}",
        "scenarios": "scenarios: {victory: {awards: []}}",
    }

    def missing(*keys: str) -> str:
        rules = tmp_path / "rules.yaml"
        rules.write_text(
            "format: 1\nanswers:\n  type: line_infantry\n" + "".join(f"  {answers[k]}\n" for k in keys)
        )
        done = import_module(foreign().data(), ImportOptions(series="jdg", rules=rules))
        return next(line for line in done.report.missing if "hexsides" in line)

    assert missing() == "victory conditions, rout edges, levels, hexsides: not in a module"
    assert missing("level", "scenarios") == "rout edges, hexsides: not in a module"
    assert missing(*answers) == "hexsides: not in a module"


@pytest.mark.parametrize(
    "entry",
    [
        "name", "{}", "{match: x}", "{from: name, places: -1}", "{from: name, places: true}",
        "{answer: a, from: name}", "{answer: a, group: 1}", "{from: [a]}", "{from: name, match: ''}",
        "{from: name, weather: fine}",
    ],
)  # fmt: skip
def test_a_wrong_entry_of_what_is_ignored_is_refused(entry: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(f"ignored:\n  - {entry}\n")
    with pytest.raises(InputRefused, match=r"rules.yaml:2:5: expected \{from: SOURCE"):
        read_rules(tmp_path / "rules.yaml", None)


def test_refusals_are_part_of_an_answer_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from jdgtools.cli.main import run

    (tmp_path / "m.vmod").write_bytes(b"PK, but no archive")
    for more in ([], ["--suggest"], ["--pack"]):
        with pytest.raises(SystemExit) as ended:
            run(["import", str(tmp_path / "m.vmod"), "-o", str(tmp_path / "p"), "--format", "json", *more])
        out, err = capsys.readouterr()
        answer = json.loads(out)
        assert ended.value.code == answer["exit_code"] != 0
        assert err == f"jdg: {answer['refused']}\n"
    assert not (tmp_path / "p").exists()


def test_rules_of_ones_own_outlive_another_look(tmp_path: Path) -> None:
    module = tmp_path / "m.vmod"
    habits_module(saves=1).write(module)
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nratings: {strength: {from: name, match: '_(\\d+)-', group: 1}}\n"
        "kinds:\n  - {when: {name: 'Wood.*'}, kind: marker}\n"
        "types:\n  - {when: {name: 'Infantry.*'}, type: light_infantry}\n"
    )
    advice = advise(module, ImportOptions(series="jdg", rules=tmp_path / "mine.yaml"))
    write_project(tmp_path / "a", advice.files)
    series = find_series("jdg")
    assert series is not None
    rules = read_rules(tmp_path / "a" / "rules.yaml", series.definition)
    assert rules.first("types", {"name": "Infantry_3-4"}) == "light_infantry"
    assert rules.first("kinds", {"name": "Wood"}) == "marker"
    assert rules.ratings["strength"].take({"name": "Infantry_3-4"}) == "3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("answers:\n  weather: fine", "rules.yaml:2:12: `weather` is no answer: "),
        ("answers:\n  types: 5", "rules.yaml:2:10: `types`: expected a block of keys"),
        ("answers:\n  types: {dragons: {shock: 3}}", "rules.yaml:2:20: `dragons` is no unit type of jdg: "),
        ("answers:\n  types: {lancers: {speed: 3}}", "`speed` is no rating of jdg: "),
        ("answers: {terrain: lava}", "rules.yaml:1:20: `lava` is no terrain of hexes of jdg: "),
        ("answers: {level: high}", "rules.yaml:1:18: a level is a whole number 0 to 9"),
        ("answers:\n  sides: {saxons: {facing: E}}", "rules.yaml:2:19: `saxons` is no side of the battle: "),
    ],
)
def test_a_wrong_answer_is_refused_at_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "rules.yaml").write_text(f"{text}\n")
    with pytest.raises(InputRefused) as refused:
        import_module(
            habits_module(saves=1).data(), ImportOptions(series="jdg", rules=tmp_path / "rules.yaml")
        )
    assert said in str(refused.value)


def test_leaders_of_whom_nothing_says_what_they_command_may_be_left_out(tmp_path: Path) -> None:
    """`role: none` takes them out of the battle, its setups and what these leave out."""

    leaders: list[Values] = [
        {"id": "ney", "name": "Ney", "side": "f"},
        {"id": "foy", "name": "Foy", "side": "f"},
    ]
    setup: list[Values] = [{"leader": "ney", "hex": "0101"}, {"leader": "foy", "hex": "0102"}]
    draft = Draft("x", "X", sides=[{"id": "f", "name": "F"}], leaders=leaders)
    draft.scenarios = [DraftScenario("s", "S", setup=setup, unused=["foy"])]
    said = {"leaders": {"role": "none"}, "battle": {"leaders": [{"id": "ney", "role": "commander_in_chief"}]}}
    apply_answers(draft, Answers(said))
    assert [x["id"] for x in draft.leaders] == ["ney"]
    assert [p["leader"] for p in draft.scenarios[0].setup] == ["ney"] and not draft.scenarios[0].unused
    (written,) = yaml.safe_load(draft.all_files()["battle.yaml"])["leaders"]
    assert written == {"id": "ney", "name": "Ney", "side": "f", "role": "commander_in_chief"}


def any_answers(asked: QuestionGroup) -> str:
    """Answer each part of a question."""
    return asked.separator.join(any_answer(part) for part in asked.parts)


def any_answer(question: BattleQuestion) -> str:
    """Answer as somebody who takes the first thing that may be said; both sides have a commander Smith."""
    first, last = question.path[0], question.path[-1]
    if question.choices:
        second = "austrians" in question.path and last in ("rout_edge", "role", "facing")
        return question.choices[-1 if second or last in ("game", "limbering") else 0]
    if question.is_number:
        back = question.path[:3] == ("battle", "defaults", "back")
        return "-1" if back else str(min(max(3, question.low or 0), question.high or 99))
    shown = question.text.rpartition("`")[0].rpartition("`")[2]
    return (
        shown.replace("Name", "Smith") if first in ("commanders", "starts", "awards", "roles") else "Reserve"
    )


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_every_series_is_led_to_a_battle_that_builds(series: str, tmp_path: Path) -> None:
    """Question by question, whatever is answered to each: no error is left, and the module is made."""
    module = tmp_path / "m.vmod"
    habits_module(saves=1).write(module)
    options = ImportOptions(series=series)
    advice = advise(module, options, lambda q: q.proposal, any_answers)
    assert advice.battle == ()
    write_project(tmp_path / "a", advice.files)
    done = import_module(module, ImportOptions(series=series, rules=tmp_path / "a" / "rules.yaml"))
    write_project(tmp_path / "p", done.files)
    report = check(tmp_path / "p").report
    assert [p.message for p in report if p.severity.name == "ERROR"] == []
    leaders = yaml.safe_load(done.files["battle.yaml"])["leaders"]
    assert [x["id"] for x in leaders if x["name"] == "Smith"][:2] in (
        ["smith", "smith-french"], ["smith", "smith-austrians"],
    )  # fmt: skip
    if series != "jdg":  # the formations have a commander of their own
        assert {x["command"] for x in leaders if x.get("command")} == {c["id"] for c in done.draft.commands}
    words = ["build", str(tmp_path / "p"), "--only", "vassal", "-o", str(tmp_path / "o")]
    built = CliRunner().invoke(cli, words)
    assert built.exit_code == 0 and list((tmp_path / "o").glob("*.vmod"))


def test_ratings_of_other_arms_go_and_the_weakest_keep_a_reverse() -> None:
    """Guns of Musket & Pike have no strength, whatever their names say."""
    draft = Draft("x", "X")
    draft.units = [
        {"id": "gun", "type": "light_artillery", "strength": "4", "strength_back": "3", "morale": "7"},
        {"id": "foot", "type": "pike_and_shot", "strength": "4"},
    ]
    series = find_series("mpbs")
    assert series is not None
    said = fit_ratings(draft, series.definition)
    assert said == ["rating strength: 1 units of arms that have none lost what a text says"]
    assert draft.units[0] == {"id": "gun", "type": "light_artillery", "morale": "7"}
    assert draft.units[1]["strength"] == "4"
    series = find_series("afe")
    assert series is not None
    draft.units = [{"id": n, "type": "artillery", "sp": n, "mp": "0"} for n in ("1", "2")]
    draft.answers = {"battle": {"defaults": {"back": {"sp": -1, "mp": -1}}}}
    assert len(fit_ratings(draft, series.definition)) == 2
    assert [(u.get("sp_back"), u["mp_back"]) for u in draft.units] == [("1", "0"), (None, "0")]
    assert draft.answers["battle"]["defaults"]["back"] == {"sp": -1}  # all of the others say their own


def test_a_commander_goes_with_his_army_from_setup_to_setup() -> None:
    """Where most units of his side stand, by the first of equals; where none stands, he is not in the battle."""
    draft = Draft("x", "X", sides=[{"id": "f", "name": "F"}, {"id": "p", "name": "P"}])
    draft.units = [{"id": n, "side": "p" if n == "p1" else "f"} for n in ("f1", "f2", "f3", "p1")]
    lines = {
        "all": ["p1 0101", "f1 0202", "f2 0303", "f3 0303"],
        "two": ["f1 0205", "f2 0304"],
        "none": ["p1 0101"],
        "rest": ["p1 0101"],
    }
    for name, placed in lines.items():
        pairs = [line.split() for line in placed]
        draft.scenarios.append(DraftScenario(name, name, setup=[{"unit": u, "hex": h} for u, h in pairs]))
    draft.scenarios[0].unused = ["morel", "kutno"]  # as leaders of the module that no setup has
    draft.scenarios[-1].leaves_out_rest = True
    leaders = [{"id": "morel", "name": "Morel", "side": "f", "role": "commander_in_chief"}]
    setup = [{"leader": "morel", "hex": "army"}, {"leader": "kutno", "hex": "0404"}]
    apply_answers(draft, Answers({"battle": {"leaders": leaders}, "scenarios": {"setup": setup}}))
    there = [[p["hex"] for p in s.setup if p.get("leader") == "morel"] for s in draft.scenarios]
    assert there == [["0303"], ["0205"], [], []]
    assert [s.unused for s in draft.scenarios] == [[], [], ["morel"], []]
    assert draft.answers["scenarios"]["setup"] == [{"leader": "kutno", "hex": "0404"}]


def test_either_side_may_have_a_reserve() -> None:

    series = find_series("jdg")
    assert series is not None
    draft = Draft("x", "X", sides=[{"id": "f", "name": "F"}, {"id": "p", "name": "P"}], map={"grid": {
        "columns": 2, "rows": 2, "orientation": "flat"}})  # fmt: skip
    draft.units = [{"id": side, "name": side, "side": side, "type": ""} for side in ("f", "p")]
    draft.scenarios = [DraftScenario("s", "S", setup=[{"unit": "f", "hex": "A1"}])]
    asked = {q.path: q.text for q in battle_questions(draft, series.definition)}
    assert "as in `5 A1`?" in asked["awards", "p"]
    said = {"sides": {"f": {"command": "Reserve"}, "p": {"command": "Reserve"}}}
    for _ in range(2):  # answers may be applied again
        apply_answers(draft, Answers(said))
    assert [(c["id"], c["side"]) for c in draft.commands] == [("reserve", "f"), ("reserve-p", "p")]
    assert [u["command"] for u in draft.units] == ["reserve", "reserve-p"]


def test_blocks_are_merged_and_what_stood_is_not_touched() -> None:
    old: dict[str, Any] = {
        "grid": {"columns": 3},
        "sides": [{"side": "a"}, {"side": "b"}],
        "turns": [{"number": 1}],
    }
    copy = json.loads(json.dumps(old))
    new = dict(old)
    merge(
        new, {"grid": {"hex_metres": 200}, "sides": [{"side": "b", "facing": "N"}], "turns": [{"number": 2}]}
    )
    assert new["grid"] == {"columns": 3, "hex_metres": 200}
    assert new["sides"] == [{"side": "a"}, {"side": "b", "facing": "N"}]
    assert new["turns"] == [{"number": 1}, {"number": 2}]
    assert old == copy


@pytest.mark.parametrize(
    ("path", "answer", "fits"),
    [
        (("awards", "f"), "5 0404", True), (("awards", "f"), "0404", False), (("awards", "f"), "five 0404", False),
        (("awards", "f"), "5 Mill", False), (("starts", "ney"), "N", False), (("starts", "ney"), "0404", True),
        (("starts", "ney"), "army", True),
        (("commanders", "f", "c", "drm"), "Jean Lannes 1", True), (("commanders", "f", "c", "drm"), "Lannes", False),
        (("commanders", "f", "c", "drm"), "1", False), (("commanders", "f", "c"), "Lannes", True),
    ],
)  # fmt: skip
def test_an_answer_of_several_parts(path: tuple[str, ...], answer: str, fits: bool) -> None:
    question = BattleQuestion(path, "?")
    assert (problem_of(question, answer) == "") is fits
    if fits:
        assert question.value(answer)


def test_numbers_of_an_answer_have_their_bounds() -> None:
    who = BattleQuestion(("commanders", "f", "c", "rating"), "?", bounds=((-2, 0),))
    assert problem_of(who, "Horn -1") == ""
    assert problem_of(who, "Horn 1") == "a name, then rating (-2 to 0)"
    both = BattleQuestion(("roles", "c", "extra.wounded", "range", "mp"), "?", bounds=((0, 40), (0, 20)))
    assert problem_of(both, "2 3") == ""
    assert problem_of(both, "2") == problem_of(both, "2 30") == "range (0 to 40), mp (0 to 20)"
    assert both.where() == "answers.roles.c.extra.wounded"
    assert both.value("2 3") == {"roles": {"c": {"extra": {"wounded": {"range": 2, "mp": 3}}}}}


def test_the_schema_names_every_answer() -> None:
    assert set(schema("rules")["properties"]["answers"]["properties"]) == set(KEYS)


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "import.md").read_text(encoding="utf-8")
    (block,) = [b.partition("```")[0] for b in page.split("```yaml\n") if b.startswith("answers:")]
    (tmp_path / "rules.yaml").write_text(block)
    series = find_series("jdg")
    assert series is not None
    answers = read_rules(tmp_path / "rules.yaml", series.definition).answers
    # Orders are of another series.
    assert answers is not None and {*answers.values, "order"} == set(KEYS)


def test_the_reverse_is_asked_for_once() -> None:
    """One question for all ratings and types, and no answer that the check refuses: the reverse adds nothing."""
    series = find_series("jdg")
    assert series is not None
    draft = Draft("x", "X")
    draft.units = [
        {
            "id": str(n),
            "name": "U",
            "side": "f",
            "type": kind,
            "strength": "4",
            "cohesion": "5",
            "movement": "4",
        }
        for n, kind in enumerate(("line_infantry", "light_cavalry"))
    ]
    draft.units[0]["shock"] = "2"
    every = group_questions(draft, series.definition)
    (reverse,) = [q for q in every if q.parts[0].path[:3] == BACK]
    assert [part.short for part in reverse.parts] == [
        "strength points of 2", "cohesion rating of 2", "shock rating of 2", "movement allowance of 2"
    ]  # fmt: skip
    assert reverse.problem_of("-1 -1 0 0") == "" and "to 0" in reverse.problem_of("-1 -1 0 1")
    # The front of the cavalry was left open, and none has it: there is nothing to add to.
    del draft.units[0]["shock"]
    left_open = [("types", kind, "shock") for kind in ("line_infantry", "light_cavalry")]
    (reverse,) = [
        q for q in group_questions(draft, series.definition, (), left_open) if q.parts[0].path[:3] == BACK
    ]
    assert [part.path[3] for part in reverse.parts] == ["strength", "cohesion", "movement"]


@pytest.mark.parametrize("are_fronts_answered", [True, False])
def test_the_terminal_asks_for_the_reverse_once(are_fronts_answered: bool) -> None:
    series = find_series("jdg")
    assert series is not None
    draft = Draft("x", "X")
    draft.units = [{"id": "foy", "name": "Foy", "side": "f", "type": "line_infantry", "strength": "4"}]
    asked: list[str] = []

    def reply(question: QuestionGroup) -> str:
        asked.append(question.where())
        is_back = question.parts[0].path[:3] == BACK
        word = "0" if is_back else "3"
        return " ".join([word] * len(question.parts)) if is_back or are_fronts_answered else ""

    def again(values: Values) -> Draft:
        draft.units[0].update(values.get("types", {}).get("line_infantry", {}))
        draft.answers = values
        return draft

    ask_battle(draft, series.definition, {}, reply, again)
    assert sum("back" in where for where in asked) == 1, asked


def test_ranges_are_not_asked_for_where_the_width_of_a_hex_gives_them() -> None:
    series = find_series("jdg")
    assert series is not None
    grid: Values = {"columns": 2, "rows": 2, "orientation": "flat"}
    draft = Draft("x", "X", map={"grid": grid})
    draft.units = [{"id": "gun", "name": "Gun", "side": "f", "type": "foot_artillery"}]
    assert any("range" in q.where() for q in group_questions(draft, series.definition))
    grid["hex_metres"] = 200
    assert not any("range" in q.where() for q in group_questions(draft, series.definition))


def test_a_commander_goes_with_his_army_only_where_a_setup_has_one() -> None:
    series = find_series("jdg")
    assert series is not None
    draft = Draft("x", "X", map={"grid": {"columns": 2, "rows": 2, "orientation": "flat"}})
    draft.sides = [{"id": side, "name": side} for side in ("f", "g")]
    draft.units = [{"id": "foy", "name": "Foy", "side": "f"}, {"id": "horn", "name": "Horn", "side": "g"}]
    draft.leaders = [
        {"id": f"{side}-chief", "name": side, "side": side, "role": "commander_in_chief"}
        for side in ("f", "g")
    ]
    draft.scenarios = [DraftScenario("s", "S", setup=[{"unit": "foy", "hex": "0101"}])]
    asked = {q.path[1]: q for q in battle_questions(draft, series.definition) if q.path[0] == "starts"}
    assert [problem_of(asked[f"{side}-chief"], "army") for side in ("f", "g")] == [
        "", "the number of a hex; `army`: no number of a hex",
    ]  # fmt: skip
    assert "army" not in asked["g-chief"].text
