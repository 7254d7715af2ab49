"""Flags say what their hexes are worth, in the scenario that is played and in the module's language."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.objective_worth import worth_lines, worth_number
from jdgtools.exporters.module.objectives import objective_hexes
from jdgtools.exporters.module.scenario_number import SCENARIO
from jdgtools.vassal.traits import BasicPiece, CalculatedProperty, Label, Piece, expand
from tests.tools.vassal_expressions import Scope, evaluate
from tests.unit.exporters_vassal.conftest import built_once, context, module_context_of
from tests.unit.exporters_vassal.test_module import prop, prototypes, slots

REAL = ("rolica-1808", "vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642")


def worth(name: str, hex_id: str, scenario: str) -> tuple[str, list[str]]:
    given = module_context_of(name)
    assert given.battle.map is not None
    index = given.battle.map.grid.index(hex_id)
    assert index is not None
    [played] = [s for s in given.battle.scenarios if s.id == scenario]
    return worth_number(given, played, index), list(worth_lines(given, played, index))


def test_the_number_is_that_of_the_end_and_lines_say_the_rest() -> None:
    number, lines = worth("rolica-1808", "0924", "historical")
    assert number == "2"
    assert lines == [
        "Allies, 2 VP: Zambujeira",
        "Allies, 2 VP at the end of a turn: Zambujeira at the end of turn 9",
        "Allies, automatic victory: The retreat is cut",
    ]
    assert worth("rolica-1808", "0622", "historical")[1][0] == "Allies, 1 VP each: Each head of a gully"


def test_two_sides_have_two_numbers_and_turns_a_plus() -> None:
    number, lines = worth("vimeiro-1808", "2404", "historical")
    assert number == "1/2"
    assert lines[0].startswith("French, 2 VP each") and lines[1].startswith("Allies, 1 VP: ")
    assert worth("bremule-1119", "1009", "historical")[0] == "+1"


def test_points_at_the_end_of_turns_do_not_count_where_the_end_has_some() -> None:
    """The number at the flag is what the hex is worth at the end, however much the turns give."""
    given = module_context_of("rolica-1808")
    assert given.battle.map is not None
    index = given.battle.map.grid.index("0924")
    [played] = [s for s in given.battle.scenarios if s.id == "historical"]
    awards = tuple(replace(a, points=9) if a.at == "turn" else a for a in played.awards)
    assert awards != played.awards and index is not None
    assert worth_number(given, replace(played, awards=awards), index) == "2"


def test_what_the_enemy_must_not_hold_is_not_worth_anything_to_him() -> None:
    """`dawn` gives Austria points when the French do not hold Valmar."""
    number, lines = worth("teaching-jdg", "0104", "dawn")
    assert (number, len(lines)) == ("2", 1)


def flags(name: str, language: str = "") -> list[Piece]:
    built = built_once(name, language)
    return [expand(p, prototypes(built)) for p in slots(built) if prop(p, "Obj") == "1"]


@pytest.mark.parametrize("name", REAL)
def test_every_flag_shows_its_number_in_the_scenario_that_is_played(name: str) -> None:
    given = module_context_of(name)
    shown = flags(name)
    assert len(shown) == len(objective_hexes(given))
    for piece, index in zip(shown, objective_hexes(given), strict=True):
        assert any("Worth" in label.text for label in piece.all(Label))
        [formula] = [c.expression for c in piece.all(CalculatedProperty) if c.name == "Worth"]
        for number, scenario in enumerate(given.battle.scenarios, 1):
            said = evaluate(formula, Scope({SCENARIO: number}.get))
            assert said == worth_number(given, scenario, index)
        assert evaluate(formula, Scope({SCENARIO: 0}.get)) == ""


@pytest.mark.parametrize("language", ["fr", "pl", "hu"])
@pytest.mark.parametrize("name", REAL)
def test_flags_speak_the_language_of_the_module(name: str, language: str) -> None:
    if language not in context(name).battle.languages:
        pytest.skip("the battle is not told in this language")
    for piece in flags(name, language):
        [info] = [c.expression for c in piece.all(CalculatedProperty) if c.name == "Info"]
        assert not re.search(r"\bVP\b|\beach\b|automatic|end of a turn", info)
        assert isinstance(piece.basic, BasicPiece)
        assert piece.basic.name != "Objective"


@pytest.mark.parametrize(
    ("points", "first", "second"),
    [
        ((12, 2), "Allies 12 · French 2", ""),
        ((12, 3), "Allies 12 · French 3", ""),
        ((13, 2), "", "Allies 13 · French 2"),
        ((12, 4), "Allies 12", "French 4"),
        ((9, 10), "Allies 9", "French 10"),
        ((0, -1), "Allies 0 · French -1", ""),
    ],
)
def test_labels_on_the_track_do_not_cover_one_another(
    points: tuple[int, int], first: str, second: str
) -> None:
    """In one cell, or in cells side by side, the marker on the left speaks for both sides."""
    built = built_once("rolica-1808")
    markers = [expand(p, prototypes(built)) for p in slots(built) if prop(p, "Track") == "1"]
    [formula, *_] = [c.expression for p in markers for c in p.all(CalculatedProperty) if c.name == "VPText"]
    known = {"P1": points[0], "P2": points[1]}
    said = [evaluate(formula, Scope({"VPSide": side, **known}.get)) for side in (1, 2, 0)]
    assert said == [first, second, ""]
