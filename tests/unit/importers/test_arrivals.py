"""Pieces in boxes of a turn track arrive in that turn; where they enter is one question."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from jdgtools.hexgrid import HexGrid
from jdgtools.importers.answers import Answers, apply_answers
from jdgtools.importers.battle_questions import battle_questions, problem_of
from jdgtools.importers.draft import Draft, DraftScenario
from jdgtools.importers.question_groups import group_questions
from jdgtools.importers.turns import arrival_turn
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.yamltext import LiteralBlock
from jdgtools.series.registry import find_series
from jdgtools.vassal import build
from jdgtools.vassal.package import Module
from jdgtools.vassal.savebuilder import SaveBuilder, list_level, turn_state
from tests.unit.importers.modules import expanded, foreign, picture, save, unit

BOXES = ("Turn 1", "Turn 3", "Casualties")


def module_with_track() -> Module:
    """A module with a turn track of its own; its one saved game has a piece in a hex and in every box."""
    zones = [
        build.zone(name, [(100 * n, 0), (100 * n + 99, 0), (100 * n + 99, 90), (100 * n, 90)])
        for n, name in enumerate(BOXES)
    ]
    board = build.board("Track", "track.png", [build.zoned_grid(zones)])
    window = build.map_window("Turns", [build.board_picker("Turns", [board], ["Track"]), *build.map_parts()])
    game = SaveBuilder()
    people = (("Foy", 3), ("Marcognet", 1), ("Durutte", 2), ("13. Brigade", 4))
    for n, (name, gpid) in enumerate(people):
        piece = expanded(unit(name, f"u{gpid}.png")).with_basic(gpid=str(gpid))
        game.pile([piece], *(("Turns", 100 * n + 50, 40) if n < 3 else ("Main", 60, 60)))
    game.boards("Main", ["Field"])
    game.turn(turn_state([list_level(0, 3)]))
    noon = save()
    noon.root = game.tree()
    module = foreign(saves={"Noon": noon}, more=[window])
    module.entries["images/track.png"] = picture(300, 90)
    return module


def scenario(series: str = "") -> tuple[dict[str, Any], str]:
    text = import_module(module_with_track().data(), ImportOptions(series=series)).files[
        "scenarios/noon.yaml"
    ]
    return yaml.safe_load(text), text.decode()


def test_who_waits_in_a_box_of_the_turn_track_arrives_in_that_turn() -> None:
    """But not in a turn that has begun, nor from a box of another name: these are told of."""
    values, text = scenario("jdg")
    assert values["reinforcements"] == [{"id": "turn-3-french", "units": ["marcognet"], "turn": 3}]
    assert "marcognet" not in values["unused"] and {"foy", "durutte"} <= set(values["unused"])
    assert "1 pieces in Turns / Turn 1" in text and "1 pieces in Turns / Casualties" in text


def test_an_imported_module_keeps_them_in_their_boxes() -> None:
    values, text = scenario()
    assert "reinforcements" not in values and "1 pieces in Turns / Turn 3" in text


@pytest.mark.parametrize(
    ("place", "turn"),
    [
        ("Turn 4", 4), ("T3", 3), ("@turn 2", 2), ("Tour 5", 5), ("Turn 4 reinforcements", 4),
        ("Reinforcements turn 6", 6), ("Turn 1", None), ("Turn 9", None), ("Retreat 3", None), ("T-34 park", None),
        ("Turn track", None), ("3", None),
    ],
)  # fmt: skip
def test_only_the_whole_name_of_a_box_says_a_turn(place: str, turn: int | None) -> None:
    assert arrival_turn([{"number": n} for n in range(1, 9)], 1, place) == turn


def test_where_they_enter_is_asked_once_and_answered_for_all_setups() -> None:
    jdg = find_series("jdg")
    assert jdg is not None
    draft = Draft("x", "X", map={"grid": {"columns": 2, "rows": 2, "orientation": "flat"}})
    draft.sides = [{"id": "f", "name": "French"}]
    draft.units = [{"id": "foy", "name": "Foy", "side": "f"}]
    for name in ("noon", "dusk"):
        group = {"id": "turn-3-f", "units": ["foy"], "turn": 3}
        draft.scenarios.append(DraftScenario(name, name, reinforcements=[group]))
    (asked,) = [
        q for q in group_questions(draft, jdg.definition) if q.where() == "answers.sides.f.entry_hexes"
    ]
    assert asked.places == 2
    assert problem_of(asked.parts[0], "0101 0102") == "" and "hex" in problem_of(asked.parts[0], "north")
    apply_answers(draft, Answers(asked.parts[0].value("0101, 0102")))
    assert [s.reinforcements[0]["hexes"] for s in draft.scenarios] == [["0101", "0102"]] * 2
    assert "entry_hexes" not in str(draft.answers)


@pytest.mark.parametrize(
    ("kind", "reply", "found"),
    [
        ("entry_hexes", "5", "`5`: this is not a hex number of this map (the first hex is `0101`)"),
        ("entry_hexes", "0101 0901", "`0901`: column 9 is beyond the map's 3 columns"),
        ("entry_hexes", "0101, 201", "`201`: write it as `0201`"),
        ("entry_hexes", ",", "`,`: this is not a hex number"),
        ("entry_hexes", "0203", "`0203`: this hex is out of play"),
        ("entry_hexes", "0101, 0302", ""),
        ("awards", "5 5", "`5`: this is not a hex number of this map"),
        ("awards", ",", "points and hexes"),
        ("awards", "5 0101 0102", ""),
        ("starts", "5", "or army; `5`: this is not a hex number of this map"),
        ("starts", "0101", ""),
        ("starts", "army", ""),
    ],
)  # fmt: skip
def test_a_hex_that_the_map_has_not_is_refused_at_once(kind: str, reply: str, found: str) -> None:
    jdg = find_series("jdg")
    assert jdg is not None
    draft = Draft("x", "X", map={"grid": {"columns": 3, "rows": 3, "orientation": "flat"}})
    assert draft.map is not None
    draft.hex_grid = HexGrid(3, 3)
    draft.map["playable"] = LiteralBlock((". . .", ". . .", ". # ."))
    draft.sides = [{"id": "f", "name": "French"}]
    draft.units = [{"id": unit, "name": unit, "side": "f"} for unit in ("foy", "rey")]
    draft.leaders = [{"id": "ney", "name": "Ney", "side": "f", "role": "commander_in_chief"}]
    group = {"id": "turn-3-f", "units": ["foy"], "turn": 3}
    placed = {"unit": "rey", "hex": "0202"}
    draft.scenarios.append(DraftScenario("noon", "Noon", setup=[placed], reinforcements=[group]))
    asked = next(q for q in battle_questions(draft, jdg.definition) if kind in q.path)
    problem = problem_of(asked, reply)
    assert problem == "" if found == "" else found in problem, problem
