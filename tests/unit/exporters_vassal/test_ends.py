"""What is cleared when an activation or a turn ends, piece by piece, in all series."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.legality import marks
from jdgtools.exporters.vassal import make_module
from tests.tools.tabletop import Tabletop
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, context, module_context_of

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


@pytest.mark.parametrize("name", ["teaching-jdg", "teaching-afe"])
@pytest.mark.parametrize("button", ["End activation", "End turn"])
def test_the_end_of_a_turn_ends_the_last_activation(name: str, button: str) -> None:
    """JDG-4.4.2-c, AFE-10.1-e: who fired, fought or was attacked may do so again in the next activation."""
    table = Tabletop(built_once(name), "setup-battle.vsav")
    names = marks(module_context_of(name))
    assert names
    units = [p for p in table.pieces if names[0] in p.values]
    for piece in units:
        piece.values |= dict.fromkeys(names, "1")
    table.button(button)
    assert units
    assert {piece.values[mark] for piece in units for mark in names} == {"0"}


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


OVER = "The last turn has ended: the battle is over. Count the victory points"


OVER_SHORT = "The battle is over"


def shown(table: Tabletop) -> str:
    """Return what the window of the tracker shows."""
    [tracker] = table.root.find("TurnTracker")
    levels = {"level1": table.turns[table.turn], "level2": table.phases[table.phase]}
    return table.text(str(tracker.get("turnFormat")), lambda name: levels.get(name, table.look(name)))


def played_to_the_end(name: str, number: int) -> Tabletop:
    """Return the table of a scenario, its last turn ended, with the chat of that end."""
    scenario = context(name).battle.scenarios[number]
    table = Tabletop(built_once(name), f"setup-{scenario.id}.vsav")
    played = scenario.played_turns()
    for turn in range(min(played) + 1, max(played) + 1):
        table.button("End turn")
        assert f"Turn: {turn}" in table.chat[-1], (number, table.chat[-3:])
        assert shown(table) == f"{table.turns[table.turn]} — {table.phases[table.phase]}"
    table.chat.clear()
    table.button("End turn")
    return table


SCENARIOS = [(name, n) for name in ALL_BATTLES for n in range(len(context(name).battle.scenarios))]


@pytest.mark.parametrize(("name", "number"), SCENARIOS)
def test_after_the_last_turn_the_battle_is_over(name: str, number: int) -> None:
    """The tracker comes to the first turn again: nobody arrives, no cup is filled; the chat says why, and who wins."""
    table = played_to_the_end(name, number)
    played = context(name).battle.scenarios[number].played_turns()
    assert OVER in table.chat
    assert shown(table) == OVER_SHORT
    assert table.chat[-1].startswith("Victory points: ")
    assert "end of this turn" not in table.chat[-1]
    assert not any(f"Turn: {min(played)}" in line or "einforcements" in line for line in table.chat)
    # The conditions of victory ask for the turn that was the last.
    assert int(str(table.globals["TurnNo"])) == max(played)


@pytest.mark.parametrize(("name", "number"), SCENARIOS)
def test_no_turn_follows_the_end_of_the_battle(name: str, number: int) -> None:
    """Neither the button nor the tracker begins a turn that the scenario does not have, and no point is added."""
    table = played_to_the_end(name, number)
    held, stood, counted = len(table.cup), (table.turn, table.phase), dict(table.globals)
    for _ in range(2):
        table.chat.clear()
        table.button("End turn")
        assert table.chat == [OVER]
        assert ((table.turn, table.phase), table.globals) == (stood, counted)
    # A scenario of two turns would come to its last one again.
    for _ in range(len(table.phases) + (sum(table.active) > 2)):
        table.chat.clear()
        table.step(1)
        assert table.chat == [OVER]
        assert shown(table) == OVER_SHORT
        assert len(table.cup) == held


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_a_step_back_to_the_last_turn_plays_it_again(name: str) -> None:
    table = played_to_the_end(name, 0)
    last = max(context(name).battle.scenarios[0].played_turns())
    table.step(-1)
    assert f"Turn: {last}" in table.chat[-1]
    assert shown(table).startswith(f"{last} ")
    table.chat.clear()
    table.button("End turn")
    assert table.chat[0] == "End turn"
    assert OVER in table.chat


WITH_POINTS = [
    (b, n) for b, n in SCENARIOS if any(a.at == "turn" for a in context(b).battle.scenarios[n].awards)
]


def counted(table: Tabletop) -> list[int]:
    """Return the points of the turns so far, a side."""
    return [int(str(table.globals[f"PT{n}"])) for n in (1, 2)]


def step_back_to(table: Tabletop, turn: int) -> None:
    """Step back with the tracker to the end of a turn."""
    while table.turns[table.turn].split()[0] != str(turn):
        table.step(-1)


@pytest.mark.parametrize(("name", "number"), WITH_POINTS)
def test_a_turn_that_ends_again_is_counted_once(name: str, number: int) -> None:
    """The last one that was counted is counted anew, as the table is now; one before it keeps its points."""
    scenario = context(name).battle.scenarios[number]
    table = Tabletop(built_once(name), f"setup-{scenario.id}.vsav")
    awards = [f"award {n}" for n, a in enumerate(scenario.awards, 1) if a.at == "turn"]
    table.fixed = dict.fromkeys(awards, "1")
    first, *others = played = sorted(scenario.played_turns())
    table.button("End turn")
    one = counted(table)
    assert sum(one) == len(awards)
    step_back_to(table, first)
    table.button("End turn")
    assert counted(table) == one
    for n, turn in enumerate(others, 2):
        table.fixed = dict.fromkeys(awards, "5")
        table.button("End turn")
        step_back_to(table, turn)
        table.fixed = dict.fromkeys(awards, "1")
        table.button("End turn")
        assert counted(table) == [n * points for points in one]
    # Two turns back: the first of them keeps its points, the last is counted anew.
    step_back_to(table, played[-2])
    table.fixed = dict.fromkeys(awards, "5")
    table.button("End turn")
    assert counted(table) == [len(played) * points for points in one]
    table.button("End turn")
    assert counted(table) == [(len(played) + 4) * points for points in one]


@pytest.mark.parametrize(("name", "number"), SCENARIOS)
def test_the_tracker_ends_a_turn_as_the_button_does(name: str, number: int) -> None:
    """Whoever steps on from the last step of a turn: the same words, points, cup and pieces, once."""
    scenario = context(name).battle.scenarios[number]
    pressed, stepped = (Tabletop(built_once(name), f"setup-{scenario.id}.vsav") for _ in range(2))
    points = {f"award {n}": str(n) for n, a in enumerate(scenario.awards, 1) if a.at == "turn"}
    pressed.fixed = stepped.fixed = points
    for _ in scenario.played_turns():
        for table in (pressed, stepped):
            while table.phase < len(table.phases) - 1:
                table.step(1)
            table.chat.clear()
        pressed.button("End turn")
        stepped.step(1)
        assert stepped.chat == pressed.chat
        assert stepped.chat[0] == "End turn"
        # Who has stepped over the end of the battle reads so once: the tracker itself says nothing more.
        assert stepped.globals | {"OverSaid": "0"} == pressed.globals
        assert (stepped.turn, stepped.phase, len(stepped.cup)) == (pressed.turn, 0, len(pressed.cup))
        assert [p.values for p in stepped.pieces] == [p.values for p in pressed.pieces]


@pytest.mark.parametrize(("name", "number"), WITH_POINTS)
def test_a_step_back_over_the_end_of_a_turn_and_on_again_counts_it_once(name: str, number: int) -> None:
    scenario = context(name).battle.scenarios[number]
    table = Tabletop(built_once(name), f"setup-{scenario.id}.vsav")
    table.fixed = {f"award {n}": "1" for n, a in enumerate(scenario.awards, 1) if a.at == "turn"}
    table.button("End turn")
    one = counted(table)
    for by in (-1, 1, 1, -1, -1, -1, 1, 1):
        table.step(by)
        assert counted(table) == one


def test_a_step_back_from_the_first_turn_ends_none() -> None:
    """The tracker comes to the last step of the last turn, and to the first turn again."""
    table = Tabletop(built_once("teaching-jdg"), "setup-battle.vsav")
    first = table.turn
    table.step(-1)
    table.chat.clear()
    table.step(1)
    assert (table.turn, table.phase) == (first, 0)
    assert "End turn" not in table.chat
    assert shown(table) == f"{table.turns[first]} — {table.phases[0]}"


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
    assert "the battle is over" in table.chat[-2]


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_what_a_step_over_the_end_of_a_turn_does_leaves_the_tracker_where_it_is(name: str) -> None:
    """VASSAL logs the step after what it presses: a step back and forth within would make Undo end in the next turn."""
    table = Tabletop(built_once(name), f"setup-{context(name).battle.scenarios[0].id}.vsav")
    while table.phase < len(table.phases) - 1:
        table.step(1)
    made = table.steps_made
    table.step(1)
    assert table.phase == 0
    assert table.steps_made == made + 1
