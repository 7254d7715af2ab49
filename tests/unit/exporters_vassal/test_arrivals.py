"""Reinforcements that are due: what the chat says at the start of every turn, and the boxes that light up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.arrivals import (
    _lowest_face,
    arrival_groups,
    arrival_number,
    is_uncertain,
    light_property,
)
from jdgtools.exporters.module.boxes import arrival_id, build_boxes
from jdgtools.model.scenario import Arrival
from tests.tools.tabletop import Tabletop
from tests.unit.exporters_vassal.conftest import built_once, context, module_context_of

SCENARIOS = [
    (name, scenario)
    for name, scenarios in {
        "teaching-jdg": ("battle", "dawn"),
        "teaching-afe": ("battle", "outriders"),
        "teaching-mpbs": ("battle", "morning"),
        "rolica-1808": ("historical", "loison"),
        "vimeiro-1808": ("historical", "hill"),
        "bouvines-1214": ("historical", "broken-bridge"),
        "bremule-1119": ("historical", "huntingdon"),
        "edgehill-1642": ("historical", "hampden"),
    }.items()
    for scenario in scenarios
]


def names(name: str, arrival: Arrival) -> str:
    battle = context(name).battle
    found = {x.id: x.name for x in (*battle.units, *battle.leaders)}
    language = battle.language
    return ", ".join(found[piece].get(language) for piece in arrival.pieces)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_chat_says_who_is_due_at_the_start_of_every_turn(name: str, scenario: str) -> None:
    """JDG-1-g, AFE-6.C-b, MP-7.4-a: who, where, and from which turn; nobody comes, so all stay due."""
    made = module_context_of(name)
    [played] = [s for s in made.battle.scenarios if s.id == scenario]
    table = Tabletop(built_once(name), f"setup-{scenario}.vsav")
    assert made.battle.map is not None
    grid = made.battle.map.grid
    if not arrival_groups(made):
        assert not [
            b for kind in table.buttons.values() for b in kind if b.get("text") == "Reinforcements due"
        ]
        return
    boxes = build_boxes(made)
    for turn in played.turns:
        if turn.number == played.first_turn:
            table.button("Reinforcements due")
        lines = [line for line in table.lines() if line.startswith(f"Turn {turn.number}: ")]
        due = [a for a in played.arrivals if not is_uncertain(a) and (a.turn or 0) <= turn.number]
        for arrival in due:
            [line] = [x for x in lines if names(name, arrival) in x]
            since = "due in this turn" if arrival.turn == turn.number else f"due since turn {arrival.turn}"
            assert since in line
            assert "/".join(grid.id(i) for i in arrival.hexes) in line
            number = light_property(made, arrival_id(arrival))
            assert table.globals[number] == "due"
            [zone] = [z for z in table.root.find("Zone") if z.get("name") == boxes[arrival_id(arrival)].title]
            assert (zone.get("useHighlight"), zone.get("highlightProperty")) == ("true", number)
        for arrival in [a for a in played.arrivals if a not in due]:
            in_window = (arrival.turn or 0) <= turn.number <= (arrival.until or 99)
            came = table.globals.get(f"Came{arrival_number(made, arrival)}", "0") != "0"
            said = any(names(name, arrival) in line for line in lines)
            assert said == (is_uncertain(arrival) and (in_window or came))
            box = arrival_id(arrival)
            lit = table.globals.get(light_property(made, box)) == "due"
            assert lit == (came or any(arrival_id(other) == box for other in due)), (turn.number, arrival.id)
        nobody = [line for line in lines if "no reinforcements are due" in line]
        assert bool(nobody) == (lines == nobody)
        table.lines()
        table.button("End turn")


def test_a_group_that_has_entered_is_not_announced_again() -> None:
    table = Tabletop(built_once("rolica-1808"), "setup-historical.vsav")
    table.button("Reinforcements due")
    assert sum("Ferguson" in line for line in table.lines()) == 1
    for piece in table.pieces:
        if piece.look("Arrival") == "1":
            piece.map = table.main_map
    table.button("Reinforcements due")
    assert "no reinforcements are due" in table.lines()[-1]
    assert table.globals["Light1"] == ""


def test_the_die_of_an_uncertain_group_is_rolled_once_a_turn() -> None:
    table = Tabletop(built_once("rolica-1808"), "setup-loison.vsav", seed=4)
    for _ in range(5):
        table.button("End turn")
    first = [line for line in table.lines() if "Loison" in line or "Solignac" in line]
    assert "a roll of 1 or less is needed, the die shows" in first[-1]
    die = {n: v for n, v in table.globals.items() if n.startswith("Die")}
    table.button("Reinforcements due")
    table.button("Reinforcements due")
    assert {n: v for n, v in table.globals.items() if n.startswith("Die")} == die


def test_a_condition_is_looked_at_when_the_turn_begins() -> None:
    """The Austrian horse of turn 3 comes only while Austria holds a hex (JDG-5.2-a)."""
    made = module_context_of("teaching-jdg")
    [number] = [n for n, a in enumerate(arrival_groups(made), 1) if a.required is not None]
    for holds in (True, False):
        table = Tabletop(built_once("teaching-jdg"), "setup-battle.vsav")
        [flag] = [p for p in table.pieces if p.look("Id") == "objective-0402"]
        sides = [s.id for s in made.battle.sides]
        flag.values["Owner"] = str(sides.index("austria" if holds else "france") + 1)
        for piece in table.pieces:
            if piece.look("Unit") == "1" and (piece.map, piece.spot) == (flag.map, flag.spot):
                piece.map, piece.spot = "Losses", (0, 0)
        table.button("End turn")
        assert table.globals[f"Came{number}"] == "0"
        table.lines()
        table.button("End turn")
        assert table.globals[f"Came{number}"] == ("3" if holds else "0")
        assert any("the condition is not fulfilled" in line for line in table.lines()) != holds


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("rolica-1808", "Two positions", "Turn 1: reinforcements, 2nd Brigade Ferguson"),
        ("bremule-1119", "As Orderic tells it", "Turn 1: reinforcements, Knights of the Vexin"),
    ],
)
def test_who_is_due_in_the_first_turn_is_told_at_its_second_step(name: str, title: str, said: str) -> None:
    """No turn has ended that would have told it."""
    built = built_once(name)
    table = Tabletop(built, setup_of(name, title))
    table.step(1)
    lines = table.lines()
    assert any(line.startswith(said) for line in lines), lines
    table.step(1)
    assert not any("reinforcements" in line for line in table.lines())


def test_the_list_names_who_is_due_in_the_first_turn() -> None:
    """Brémule: Matthew of Beaumont enters in turn 1 and takes his place in the order (AFE-6.C-b)."""
    table = Tabletop(built_once("bremule-1119"), setup_of("bremule-1119", "As Orderic tells it"))
    table.button("Activation list")
    assert any("Matthew of Beaumont" in line for line in table.lines())


def setup_of(name: str, title: str) -> str:
    """Return the name under which a module has the setup of a scenario."""
    battle = context(name).battle
    scenario = next(s.id for s in battle.scenarios if s.title.get("en") == title)
    return next(setup for setup in built_once(name).setups if scenario in setup)


def test_a_die_that_the_series_lacks_begins_with_one() -> None:
    """As a chance of seven is told in the package: of the faces 1 to 7."""
    made = module_context_of("teaching-jdg")
    [uncertain] = {a.id: a for s in made.battle.scenarios for a in s.arrivals if a.chance}.values()
    assert [_lowest_face(made, replace(uncertain, chance=(2, faces))) for faces in (10, 7)] == [0, 1]
