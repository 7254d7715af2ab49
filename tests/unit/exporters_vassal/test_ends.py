"""What is cleared when an activation or a turn ends, piece by piece, in all series."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.vassal import make_module
from tests.tools.tabletop import Tabletop
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, context

ENDS = {
    # MP-3.2-g, -9.3.6-a, -11.3.6: momentum and interception; MP-3.4-a, AMB-08: salvo, guns, leaders, No Continue.
    "teaching-mpbs": (
        {"momentum", "interception"},
        {"momentum", "interception", "activation", "continuation", "gun_fire", "salvo"},
    ),
    # JDG-4.4.2-b, -8.3.1-e: of the activation; JDG-1-v, -2.5.1-g: commanders at the end of the turn.
    "teaching-jdg": ({"fired", "combat"}, {"fired", "combat", "commander_move"}),
    # AFE-10.4-i: of the leader's activation; AFE-6.A-b, -6.C-m, -11.2-b: of the turn.
    "teaching-afe": ({"combat"}, {"combat", "activation", "command", "rest"}),
}


@pytest.mark.parametrize("name", ENDS)
def test_an_end_clears_what_the_rules_clear_and_nothing_else(name: str) -> None:
    axes = {a.id for a in context(name).series.definition.state_axes if a.count_high is None}
    for button, cleared in zip(("End activation", "End turn"), ENDS[name], strict=True):
        table = Tabletop(built_once(name), "setup-battle.vsav")
        changed = [(p, axis) for p in table.pieces for axis in axes & set(p.values)]
        assert changed
        for piece, axis in changed:
            piece.values[axis] = "2"
        table.button(button)
        gone = {axis for piece, axis in changed if piece.values[axis] == "1"}
        kept = {axis for piece, axis in changed if piece.values[axis] == "2"}
        assert gone == cleared
        assert kept == {axis for _, axis in changed} - cleared


def test_the_end_of_an_activation_says_when_nobody_is_active() -> None:
    table = Tabletop(built_once("teaching-jdg"), "setup-battle.vsav")
    table.button("Fill the cup")
    table.lines()
    table.button("End activation")
    assert table.lines() == ["End activation: no formation is active"]
    table.button("Draw a marker")
    table.lines()
    table.button("End activation")
    assert table.lines()[0] == "End activation"


def test_an_activation_takes_momentum_and_interceptions_with_it() -> None:
    """MP-3.2-g: all Interception Done markers of both sides, and Momentum."""
    table = Tabletop(built_once("teaching-mpbs"), "setup-battle.vsav")
    horse = [p for p in table.pieces if "interception" in p.values]
    assert len({str(p.look("SideNo")) for p in horse}) == 2
    for piece in horse:
        piece.values |= {"interception": "2", "momentum": "2"}
    table.button("End activation")
    assert {piece.values[axis] for piece in horse for axis in ("interception", "momentum")} == {"1"}


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_the_marker_of_the_turn_lies_in_the_box_of_the_turn(name: str) -> None:
    """On every turn that a scenario plays, and on no other."""
    for scenario in context(name).battle.scenarios:
        table = Tabletop(built_once(name), f"setup-{scenario.id}.vsav")
        markers = [p for p in table.pieces if p.marks.get("Id") == "turn"]
        assert len(markers) == any(m.id == "turn" for m in context(name).battle.series.markers)
        for marker in markers:
            for turn in scenario.played_turns():
                title = f"{table.zone(marker.map, marker.spot)} "
                assert title.startswith(f"Turn {turn} ")
                table.button("End turn")


@pytest.mark.parametrize("name", ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"])
def test_after_the_last_turn_the_battle_is_over(name: str) -> None:
    """The tracker comes to the first turn again: nobody arrives, no cup is filled, and the chat says why."""
    made = context(name)
    for number, scenario in enumerate(made.battle.scenarios):
        table = Tabletop(built_once(name), f"setup-{scenario.id}.vsav")
        turns = [t.number for t in scenario.turns]
        first, last = scenario.first_turn or min(turns), scenario.last_turn or max(turns)
        for turn in range(first + 1, last + 1):
            table.button("End turn")
            assert f"Turn: {turn}" in table.chat[-1], (number, table.chat[-3:])
        held = len(table.cup)
        table.chat.clear()
        table.button("End turn")
        assert "the battle is over" in table.chat[-1]
        assert not any(f"Turn: {first}" in line or "einforcements" in line for line in table.chat)
        assert len(table.cup) == held
        # Whoever plays on may: the next turn is announced as ever.
        if last > first + 1:
            table.button("End turn")
            assert f"Turn: {first + 1}" in table.chat[-1]


def test_a_step_back_from_the_second_of_two_turns_ends_no_battle() -> None:
    """The end of the first turn is told from its beginning, to which the last turn leads."""
    made = context("teaching-afe")
    scenario, *others = made.battle.scenarios
    short = replace(scenario, last_turn=min(t.number for t in scenario.turns) + 1)
    made = replace(made, battle=replace(made.battle, scenarios=(short, *others)))
    table = Tabletop(make_module(made), f"setup-{short.id}.vsav")
    table.button("End turn")
    table.chat.clear()
    for _ in table.phases:
        table.step(-1)
    assert table.phase == 0
    assert not any("the battle is over" in line for line in table.chat)
    table.button("End turn")
    assert "Turn: 2" in table.chat[-1]
    table.button("End turn")
    assert "the battle is over" in table.chat[-1]
