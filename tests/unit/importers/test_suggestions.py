"""What the assistant suggests, and what it leaves to the designer."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from jdgtools.cli.group import main as cli
from jdgtools.errors import InputRefused
from jdgtools.importers.assistant import advise, unit_texts
from jdgtools.importers.evidence import meanings
from jdgtools.importers.ratings import read_rules
from jdgtools.importers.suggested_rules import NOTHING, Question, ask, choose_rules, questions, rules_yaml
from jdgtools.importers.suggestions import Suggestion, suggest
from jdgtools.importers.svg_texts import svg_texts
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.schema.registry import schema
from jdgtools.series.registry import find_series
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.traits import BasicPiece, Label, Layer, Piece
from tests.tools.habits_module import habits_module, units
from tests.unit.importers.modules import foreign


def series(series_id: str = "generic"):  # type: ignore[no-untyped-def]
    entry = find_series(series_id)
    assert entry is not None
    return entry.definition


def sure(
    texts: list[dict[str, str]], said: Mapping[str, str] | None = None, of: str = "generic"
) -> dict[str, str]:
    """Column -> source of what is sure, but types."""
    rows = suggest(texts, series(of), said or {})
    return {r.column: r.source for r in rows if r.is_sure and r.column != "type"}


NUMBERS = ("3", "4", "5", "4", "3", "6", "2", "5")


@pytest.mark.parametrize(
    ("source", "column"),
    [
        ("Strength", "strength"), ("SP", "strength"), ("strength points", "strength"), ("MA", "movement"),
        ("Movement_Allowance", "movement"), ("Morale", "quality"), ("text:Strength", "strength"),
        ("label:Movement", "movement"), ("zasięg", "range"), ("layer:Cohesion", "quality"),
        ("FullCF", "strength"), ("Reduced CF", "strength_back"), ("Movement_Back", "movement_back"),
    ],
)  # fmt: skip
def test_a_property_that_is_called_so_is_the_rating(source: str, column: str) -> None:
    assert sure([{"name": "a", source: n} for n in NUMBERS]) == {column: source}


def test_whole_numbers_that_a_program_wrote_as_fractions() -> None:
    texts = [{"CF": f"{n}.0"} for n in NUMBERS]
    (row,) = suggest(texts, series(), {})
    assert row.is_sure and [row.take(values) for values in texts] == [*NUMBERS]
    assert sure([{"CF": f"{n}.5"} for n in NUMBERS]) == {}


def test_formations_are_found_by_their_names_and_what_holds_for_all_is_none() -> None:
    texts = [{"Command": "land", "left": f"{'I' * (1 + n % 2)} Corps", "text": f"n{n}"} for n in range(8)]
    assert sure(texts) == {"formation": "left"}
    for words in (["division"] * 8, ["I Corps"] * 8, [f"{n} Division" for n in range(8)]):
        assert sure([{"left": word} for word in words]) == {}


@pytest.mark.parametrize(
    "source",
    [
        "MoveCost",
        "VictoryPoints",
        "StrengthVP",
        "Turn",
        "gpid",
        "x",
        "Step",
        "svg:1,6",
        "Value",
        "Flip_Level",
    ],
)
def test_other_numbers_are_never_a_rating_without_an_answer(source: str) -> None:
    assert sure([{"name": "a", source: n} for n in NUMBERS]) == {}


def test_numbers_above_twenty_are_asked_about() -> None:
    texts = [{"name": "a", "Strength": str(100 + n)} for n in range(8)]
    rows = suggest(texts, series(), {})
    assert [(r.column, r.confidence) for r in rows] == [("strength", 0.5)]


def test_a_tenth_of_the_units_must_say_it() -> None:
    assert sure([{"Strength": "4" if n < 2 else ""} for n in range(20)]) == {"strength": "Strength"}
    assert sure([{"Strength": "4" if n < 2 else ""} for n in range(21)]) == {}


@pytest.mark.parametrize(
    "names",
    [
        ["3/357/90", "2/357/90", "1/358/90", "3/358/90"],
        ["131-44", "131-45", "132-44", "132-46"],
        ["T34-85", "T34-76", "KV-1", "SU-85"],
        ["Guns -1", "Guns -2", "Guns -3", "Guns -1"],
        ["2/91", "1/9", "1/71", "1/20"],
    ],
)
def test_designations_are_not_even_asked_about(names: list[str]) -> None:
    rows = [r for r in suggest([{"name": n} for n in names], series(), {}) if r.is_number]
    assert rows == []


def test_numbers_that_hardly_repeat_may_be_designations() -> None:
    texts = [{"name": f"Coy {1 + n % 19}-{1 + (n * 7) % 20}"} for n in range(30)]
    rows = suggest(texts, series(), {})
    assert {r.confidence for r in rows} == {0.3} and all("designations" in r.reason for r in rows)


def test_numbers_in_names_and_pictures_are_a_proposal_in_their_usual_order() -> None:
    texts = [
        {"name": f"Foot {n}-{m}", "image": f"a_{n}-{m}.png"} for n, m in [(3, 2), (4, 2), (3, 5), (1, 1)]
    ]
    rows = suggest(texts, series("jdg"), {})
    assert [(r.source, r.column, r.group, r.take(texts[0])) for r in rows if r.is_number] == [
        ("image", "strength", 1, "3"),
        ("image", "movement", 2, "2"),
        ("name", "strength", 1, "3"),
        ("name", "movement", 2, "2"),
    ]
    assert not any(r.is_sure for r in rows if r.is_number)


BRACKETS = ["(2)-4"] * 4 + ["3-5"] * 20 + ["[3]-5"] * 2 + ["2/3-4"] * 3 + ["4-(6)"] * 2
"""Of 31 units; no way of writing but one is on a tenth of them."""


@pytest.mark.parametrize(("source", "text"), [("name", "Foy {}"), ("layer:Values", "{}"), ("text:a", "{}"),
                                              ("image", "foy_{}.png"), ("name", "Foot {} Arab")])  # fmt: skip
def test_numbers_in_brackets_and_with_strokes_are_asked_by_themselves(source: str, text: str) -> None:
    inside = text.endswith("Arab")
    units = [{source: text.format(n)} for n in BRACKETS]
    rows = [r for r in suggest(units, series(), {}) if r.is_number]
    assert not any(r.is_sure for r in rows)
    found = {}
    for row in rows:
        taken = {u[source]: row.take(u) for u in units if row.take(u)}
        assert len(row.having) == row.units == sum(bool(row.take(u)) for u in units)
        for written, value in taken.items():
            found.setdefault(written, {})[row.group] = (value, row.column, "brackets" in row.reason)
    strokes = {} if inside else {"2/3-4": {n: (v, "", False) for n, v in ((1, "2"), (2, "3"), (3, "4"))}}
    assert found == {
        text.format(key): value
        for key, value in {
            "(2)-4": {1: ("2", "", True), 2: ("4", "movement", False)},
            "3-5": {1: ("3", "strength", False), 2: ("5", "movement", False)},
            "[3]-5": {1: ("3", "", True), 2: ("5", "movement", False)},
            "4-(6)": {1: ("4", "strength", False), 2: ("6", "", True)},
        }.items()
    } | {text.format(key): value for key, value in strokes.items()}


@pytest.mark.parametrize("source", ["Strength", "text:Foot", "label:Factor"])
def test_a_lone_number_in_brackets_is_a_question_whatever_its_property_is_called(source: str) -> None:
    units = [{source: n} for n in [*NUMBERS, "(3)", "[2]"]]
    rows = [r for r in suggest(units, series(), {}) if r.is_number]
    assert [r.units for r in rows] == [8, 2]
    assert not rows[1].is_sure and not rows[1].column and "in brackets" in rows[1].reason
    assert rows[0].take(units[8]) == "" and rows[1].take(units[8]) == "3" and rows[1].take(units[0]) == ""
    alone = suggest([{source: "(3)"}] * 4, series(), {})
    assert [(r.column, r.is_sure, r.units) for r in alone] == [("", False, 4)]


def test_a_number_behind_its_word() -> None:
    texts = [{"prototype": f"Unit Movement {n}", "TextLabel": f"Morale: {n}"} for n in NUMBERS]
    assert sure(texts) == {"movement": "prototype", "quality": "TextLabel"}
    assert sure([{"prototype": f"MoveCost {n}"} for n in NUMBERS]) == {}


def test_the_window_under_the_mouse_names_properties() -> None:
    texts = [{"name": "u", "R1": n, "R2": n} for n in NUMBERS]
    assert sure(texts, {"R1": "Strength", "R2": "Victory points"}) == {"strength": "R1"}
    rows = suggest(texts, series(), {"R1": "Strength", "R2": "Victory points"})
    assert {r.source for r in rows} == {"R1"}
    viewer = make(
        "CounterDetailViewer",
        {
            "counterReportFormat": "$pieceName$ Strength: $R1$ Morale $R2$",
            "summaryReportFormat": '{"Move " + R3}',
        },
    )
    root = build.module("m", "1", [build.map_window("M", [viewer])], next_slot=1)
    assert meanings(root) == {"R1": "Strength", "R2": "Morale", "R3": "Move"}


def test_two_sources_that_contradict_each_other_are_both_open() -> None:
    texts = [{"SP": n, "text:Strength": str(int(n) + 1)} for n in NUMBERS]
    assert sure(texts) == {}
    rows = suggest(texts, series(), {})
    assert all("says otherwise" in r.reason for r in rows) and len(questions(rows, series())) == 2


def test_a_side_is_a_nationality_only_where_nothing_else_names_nations() -> None:
    texts = [
        {"name": "a", "Side": "Axis", "Nation": nation} for nation in ("German", "Italian", "German", "")
    ]
    assert sure(texts) == {"nationality": "Nation"}
    assert sure([{"name": "a", "Side": text["Side"]} for text in texts]) == {"nationality": "Side"}


def test_types_come_from_a_property_whose_texts_are_types_and_not_from_names_of_formations() -> None:
    """`Arme` is a word of no list; a prototype of all that is in a formation is called like that."""
    arms = ["Infanterie"] * 4 + ["Infanterie légère", "Hussards", "Artillerie à pied"]
    texts = [
        {"name": f"{n}e", "Arme": arm, "Corps": "Jeune Garde", "prototype": "Unit Jeune Garde"}
        for n, arm in enumerate(arms)
    ]
    texts.append({**texts[0], "Corps": "Réserve", "prototype": "Unit Réserve"})
    types = [row for row in suggest(texts, series("jdg"), {}) if row.column == "type"]
    assert {row.source for row in types} == {"Arme"} and all(row.is_sure for row in types)
    # The first rule that fits counts: the narrow word stands first, though fewer units have it.
    assert [row.value for row in types if "infantry" in row.value] == ["light_infantry", "line_infantry"]


def test_types_come_from_words_and_narrow_ones_count_first() -> None:
    names = [
        "Light Infantry 3",
        "Infantry",
        "fr_hussars_2",
        "Horse Artillery",
        "Old Guard",
        "Cavendish",
        "infanterie",
    ]
    texts = [{"name": n} for n in names]
    rows = [r for r in suggest(texts, series("jdg"), {}) if r.column == "type"]
    types = {e: r.value for r in rows for e in r.examples}
    assert types == {
        "Light Infantry 3": "light_infantry",
        "Infantry": "line_infantry",
        "infanterie": "line_infantry",
        "fr_hussars_2": "light_cavalry",
        "Horse Artillery": "horse_artillery",
        "Old Guard": "guard_infantry",
    }


def test_words_in_a_few_names_are_only_a_question() -> None:
    texts = [{"name": "Morel / 2nd Cav Corps"}, *({"name": n} for n in ("Foy", "Reille", "Ney"))]
    (row,) = suggest(texts, series("jdg"), {})
    assert (row.column, row.is_sure) == ("type", False)


def test_flags_are_not_asked_about() -> None:
    assert suggest([{"name": "a", "Pinned": "0", "Ready": str(n % 2)} for n in range(8)], series(), {}) == []


def test_svg_texts_by_place() -> None:
    svg = (
        b'<svg viewBox="0 0 100 100"><g transform="translate(10,0)"><text x="5" y="90"><tspan>3</tspan></text></g>'
        b'<text transform="matrix(2,0,0,2,0,0)" x="40" y="45">5</text>'
        b'<g style="display:none"><text x="50" y="50">no</text></g><defs><text x="1" y="1">no</text></defs></svg>'
    )
    assert svg_texts(svg) == {"svg:1,7": "3", "svg:6,7": "5"}


def test_lines_of_a_text_are_texts_and_two_digits_stand_where_one_does() -> None:
    def counter(*lines: str, anchor: str = "end", x: int = 98) -> dict[str, str]:
        spans = "".join(f'<tspan x="{x}" y="{25 * (n + 1)}">{text}</tspan>' for n, text in enumerate(lines))
        style = f"font-size:20px;text-anchor:{anchor}"
        return svg_texts(f'<svg width="100" height="100"><text style="{style}">{spans}</text></svg>'.encode())

    ratings = {"svg:7,2": "5", "svg:7,4": "6", "svg:7,6": "8"}
    assert counter("5", "6", "8") == ratings
    assert counter("11", "6", "8") == {**ratings, "svg:7,2": "11"}
    assert counter("11", anchor="middle", x=90) == counter("11", anchor="start", x=84) == {"svg:7,2": "11"}
    below = b'<svg width="100" height="100"><text x="50" y="25">4<tspan x="50" dy="2em" font-size="20">7</tspan></text></svg>'
    assert svg_texts(below) == {"svg:4,2": "4", "svg:4,5": "7"}
    letters = (
        b'<svg width="100" height="100"><text style="font-size:20px"><tspan x="0" y="25">V</tspan>'
        b'<tspan x="12" y="25">I</tspan></text></svg>'
    )
    assert svg_texts(letters) == {"svg:0,2": "VI"}


@pytest.mark.parametrize(
    "data",
    [
        b"", b"<svg>", b"not xml", b'<svg width="0" height="1"><text>3</text></svg>',
        b'<!DOCTYPE svg [<!ENTITY a "3">]><svg width="9" height="9"><text>&a;</text></svg>',
        b'<svg width="9" height="9">' + b"<g>" * 500 + b"<text>3</text>",
    ],
)  # fmt: skip
def test_damaged_and_hostile_svg_has_no_texts(data: bytes) -> None:
    assert svg_texts(data) == {}


def test_text_items_layers_labels_and_svg_reach_the_rules(tmp_path: Path) -> None:
    layer = Layer(images=("",), names=("Veteran",), name="Grade", value=1)
    label = Label(text="7", property="Elan")
    module = foreign()
    slots = []
    for n in range(4):
        traits = (layer, label)
        slots.append(
            build.piece_slot(Piece(traits, BasicPiece(image=f"drawn{n}", name=f"Drawn {n}")), 500 + n)
        )
        slots.append(build.piece_slot(Piece((), BasicPiece(image=f"s{n}.svg", name=f"Svg {n}")), 600 + n))
        svg = f'<svg width="64" height="64"><text x="20" y="60">{n}</text></svg>'
        module.entries[f"images/s{n}.svg"] = svg.encode()
    panel = make("ListWidget", {"entryName": "Third"}, slots)
    next(module.root.find("BoxWidget")).children.append(panel)
    layout = [
        make(
            "GamePieceImage",
            {"name": f"drawn{n}", "props": f"Text;Strength;Center;BLACK;WHITE;{n + 2};RED,Box;x"},
        )
        for n in range(4)
    ]
    module.root.children.append(make("GamePieceImageDefinitions", {}, layout))
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "ratings: {strength: 'text:Strength', quality: 'label:Elan', movement: 'svg:2,7'}\n"
        "types: [{when: {'layer:Grade': Veteran}, type: cavalry}]\n"
    )
    done = import_module(module.data(), ImportOptions(rules=rules))
    rows = {r["name"]: r for r in csv.DictReader(io.StringIO(done.files["oob.csv"].decode()))}
    drawn, svg_unit = rows["Drawn 3"], rows["Svg 3"]
    assert (drawn["strength"], drawn["quality"], drawn["type"]) == ("5", "7", "cavalry")
    assert svg_unit["movement"] == "3"


@pytest.fixture(scope="module")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("habits") / "habits.vmod"
    habits_module(saves=2).write(path)
    return path


def proposal(question: Question) -> str:
    return question.proposal


def test_answers_become_rules_and_the_rules_the_order_of_battle(module_file: Path, tmp_path: Path) -> None:
    advice = advise(module_file, ImportOptions(series="jdg"), proposal)
    assert advice.questions == () and "cohesion" in advice.missing and "strength" not in advice.missing
    rules = tmp_path / "rules.yaml"
    for name in ("rules.yaml", "digits.csv"):
        (tmp_path / name).write_bytes(advice.files[name])
    done = import_module(module_file, ImportOptions(series="jdg", rules=rules))
    rows = list(csv.DictReader(io.StringIO(done.files["oob.csv"].decode())))
    truth = sorted((u.side.lower(), u.strength, u.movement) for u in units())
    assert sorted((r["side"], int(r["strength"]), int(r["movement"])) for r in rows) == truth
    assert {r["type"] for r in rows} >= {
        "line_infantry",
        "grenadiers",
        "light_cavalry",
        "dragoons",
        "foot_artillery",
    }
    battle = yaml.safe_load(done.files["battle.yaml"])
    assert {n["name"] for n in battle["nationalities"]} == {"French", "Austrians"}
    assert all(r["nationality"] for r in rows)


def test_a_rating_may_stand_in_another_place_on_other_units(tmp_path: Path) -> None:
    """Counters of the two sides have their numbers at other heights: only one of them could be answered."""
    texts = [{"name": "a", "upper": n} for n in NUMBERS] + [{"name": "b", "lower": n} for n in NUMBERS[:4]]
    asked: dict[str, tuple[str, ...]] = {}

    def answer(question: Question) -> str:
        asked[question.text.partition(" ")[0]] = question.choices
        return "strength"

    rows = ask(suggest(texts, series(), {}), series(), answer)
    assert list(asked) == ["upper", "lower"] and all("strength" in choices for choices in asked.values())
    file = tmp_path / "rules.yaml"
    file.write_bytes(rules_yaml(rows, series()))
    rules = read_rules(file, series())
    assert [rules.ratings["strength"].take(values) for values in texts] == [*NUMBERS, *NUMBERS[:4]]
    # The same numbers once more, on units that have the rating, may be anything but that.
    both = [{**values, "corner": "2" if n < 3 else ""} for n, values in enumerate(texts)]
    again = ask(suggest(both, series(), {}), series(), answer)
    assert "strength" not in asked["corner"] and {r.source for r in choose_rules(again)} >= {"upper", "lower"}


def test_an_empty_list_of_sources_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text("ratings: {strength: []}\n", encoding="utf-8")
    with pytest.raises(InputRefused, match=r"rules.yaml:1:21: `strength`: the list has no source"):
        read_rules(file, series())


def test_questions_come_by_use_and_an_answer_closes_its_column() -> None:
    texts = [
        {"name": f"Foot {n}-{m}", "V": "7" if n > 2 else ""} for n, m in [(3, 2), (4, 2), (1, 5), (2, 1)]
    ]
    rows = suggest(texts, series(), {})
    asked = questions(rows, series())
    assert [[rows[n].units for n in q.rows] for q in asked] == [[4, 4], [2]]
    assert asked[0].proposal == "strength movement"
    heard: list[Question] = []

    def answer(question: Question) -> str:
        heard.append(question)
        return [f"strength {NOTHING}", ""][len(heard) - 1]

    answered = ask(rows, series(), answer)
    assert len(heard) == 2 and "strength" in heard[0].choices and "strength" not in heard[1].choices
    assert [q.left for q in heard] == [1, 0]
    assert [r.column for r in answered if r.is_sure] == ["strength"]
    # What is none of the ratings is not asked again; what was left open is.
    assert [answered[n].source for q in questions(answered, series()) for n in q.rows] == ["V"]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("strength movement", ""), ("- movement", ""), ("? ?", ""), ("-", ""), ("?", ""), ("strength ?", ""),
        ("strength", "2 words"), ("strength strength", "once"), ("speed -", "one of"), ("- - -", "2 words"),
    ],
)  # fmt: skip
def test_an_answer_for_several_numbers(reply: str, problem: str) -> None:
    rows = suggest([{"name": f"Foot {n}-{m}"} for n, m in [(3, 2), (4, 2), (1, 5)]], series(), {})
    (question,) = questions(rows, series())
    found = question.problem_of(reply)
    assert problem in found and bool(problem) is bool(found)


def test_numbers_of_one_layout_and_words_of_one_source_are_one_question() -> None:
    """Of 48 numbers each unit has six, and three words may be types: a question for each layout, and one."""
    texts = []
    for layout in range(8):
        for n in range(12):
            places = {f"svg:{column},{layout}": str(1 + n % 9) for column in range(6)}
            texts.append({**places, "name": "Hussars" if layout == 7 and n < 9 else "Foy"})
    texts += [{"name": "Old Guard"}, {"name": "Grenadiers"}]
    rows = suggest(texts, series("jdg"), {})
    asked = questions(rows, series("jdg"))
    assert sum(r.is_number for r in rows) == 48 and len(asked) == 9
    assert all(len(q.rows) == 6 for q in asked if q.is_number)
    (words,) = [q for q in asked if not q.is_number]
    assert words.choices == ("light_cavalry", "grenadiers", "guard_infantry", "all", "-")
    answered = ask(rows, series("jdg"), lambda q: "" if q.is_number else "light_cavalry grenadiers")
    types = {r.value: (r.is_sure, r.is_ignored) for r in answered if not r.is_number}
    right, wrong = (True, False), (False, True)
    assert types == {"light_cavalry": right, "grenadiers": right, "guard_infantry": wrong}
    assert not any(r.is_ignored for r in ask(rows, series("jdg"), lambda q: "" if q.is_number else "all"))


def test_more_numbers_than_six_are_two_questions() -> None:
    texts = [{f"R{column}": n for column in range(8)} for n in NUMBERS]
    rows = suggest(texts, series("jdg"), {})
    assert [len(q.rows) for q in questions(rows, series("jdg"))] == [6, 2]


def test_the_suggested_rules_are_rules(tmp_path: Path) -> None:
    row = Suggestion("strength", 'a "b": \\', r"x(\d)", 1, "", (), 4, 1.0, 1.0, "r")
    kind = Suggestion("type", "name", "(?is).*#.*", 0, "infantry", (), 4, 1.0, 1.0, "r")
    path = tmp_path / "rules.yaml"
    path.write_bytes(rules_yaml([row, kind], series()))
    rules = read_rules(path, series())
    assert rules.ratings["strength"].take({'a "b": \\': "x7"}) == "7"
    assert rules.first("types", {"name": "no # comment"}) == "infantry"


def test_the_schema_names_what_the_reader_takes() -> None:
    from jdgtools.importers.ratings import BLOCKS

    assert set(schema("rules")["properties"]) == {"format", "ratings", *BLOCKS}


def test_the_command_writes_asks_and_refuses(module_file: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    arguments = ["import", str(module_file), "--series", "jdg", "-o"]
    shown = runner.invoke(cli, [*arguments, str(tmp_path / "a"), "--suggest"])
    assert shown.exit_code == 0 and "open: name of 42 units" in shown.output
    assert sorted(p.name for p in (tmp_path / "a").glob("*.*")) == [
        "digits.csv",
        "rules.yaml",
        "suggestions.csv",
    ]
    asked = runner.invoke(
        cli, [*arguments, str(tmp_path / "b"), "--suggest", "--interactive"], input="\n" * 20
    )
    assert asked.exit_code == 0, asked.output
    assert "  strength: {from" in (tmp_path / "b" / "rules.yaml").read_text()
    alone = runner.invoke(cli, [*arguments, str(tmp_path / "c"), "--interactive"])
    assert alone.exit_code == 2 and not (tmp_path / "c").exists()
    json_form = runner.invoke(cli, [*arguments, str(tmp_path / "d"), "--suggest", "--format", "json"])
    assert yaml.safe_load(json_form.output)["units"] == 42


def test_every_unit_of_an_import_has_its_texts(tmp_path: Path) -> None:
    texts = unit_texts(import_module(habits_module(saves=0).data()))
    assert len(texts) == 42 and all(t["name"] and t["Corps"] and t["prototype"] for t in texts)
    with pytest.raises(InputRefused):
        advise(tmp_path / "none.vmod", ImportOptions())
