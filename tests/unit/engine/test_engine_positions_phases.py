"""Positions of phases A to F: markers, entries over turns, demoralisation and victory; worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.core.state import ELIMINATED, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.phases import fill_cup
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    CUP,
    DEMORALISED,
    INITIATIVE_SIDE,
    MISSED,
    ORDERS,
    RENFORT,
    WITHOUT,
)
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages


@pytest.fixture
def field() -> Field:
    return Field()


def marker(field: Field, name: str) -> int:
    return field.t.marker_of[name]


def run(field: Field, stop: str = "") -> list[str]:
    """Play by first actions and zeros, to rest or to a kind of decision; return the markers drawn."""
    drawn = []
    for _ in range(400):
        node = field.s.node
        if field.rests or isinstance(node, EndNode) or (isinstance(node, DecisionNode) and node.kind == stop):
            return drawn
        if isinstance(node, ChanceNode):
            if node.kind == "draw":
                drawn.append(field.t.markers[field.s.memory[CUP][0]].id)
            field.game.outcome(field.s, 0)
        else:
            field.play(field.actions()[0])
    raise AssertionError(field.s.frames)


@pytest.mark.parametrize(("cup", "drawn"), [(1, 0), (2, 1), (3, 2), (6, 5)])
def test_all_markers_but_one_are_drawn(field: Field, cup: int, drawn: int) -> None:
    """JDG-1-q, JDG-1-EX1, JDG-2.2-d, -EX1 to -EX3."""
    field.put("br-5", "0505", 0)
    field.put("fr-32", "2515", 0)
    names = ["hill-1", "charlot-1", "hill-2", "charlot-2", "ferguson-1", "ferguson-2"]
    field.put("br-36", "0510", 0)
    field.s.memory[CUP] = tuple(sorted(marker(field, name) for name in names[:cup]))
    field.begin(("cup",))
    assert len(run(field)) == drawn


def test_a_formation_whose_marker_stayed_comes_in_the_next_turn(field: Field) -> None:
    """JDG-5.2.1-a, -c, JDG-2.2-d: one marker in the turn of arrival; it was the last; then both."""
    field.put("fr-32", "2515", 0)
    field.s.memory[ARRIVALS] = (1, 0, 0)
    cup = fill_cup(field.game, field.s)
    brenier = [m for m in cup if field.t.markers[m].id.startswith("brenier")]
    assert len(brenier) == 1
    field.s.memory[CUP] = (marker(field, "charlot-1"), *brenier)
    field.begin(("cup",))
    run(field)
    assert [field.t.command_ids[c] for c in field.s.memory[MISSED]] == ["brenier"]
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert {"brenier-1", "brenier-2"} <= names


def test_a_demoralised_formation_has_one_marker_for_its_arrival_too(field: Field) -> None:
    """AMB-92, JDG-5.2.1-d: a part of it is on the map, demoralised, and a part is due."""
    unit = field.put("fr-2l", "2515", 0, level=1)
    field.s.memory[ARRIVALS] = (1, 0, 0)
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    names = [field.t.markers[m].id for m in fill_cup(field.game, field.s)]
    assert len([name for name in names if name.startswith("brenier")]) == 1


def test_orders_are_gone_with_the_turn_and_the_march_goes_on(field: Field) -> None:
    """JDG-1-v, JDG-5.2.1-e, -i: markers are taken off in phase F; who is a reinforcement stays one."""
    plain = field.put("fr-32", "2515", 0)
    arriving = field.put("fr-2l", "2505", 0, flags=RENFORT)
    field.begin(("turn", 4))
    run(field, "renfort")
    assert field.s.turn == 3
    assert not field.s.flags[plain] & (ORDERS | WITHOUT)
    assert field.s.flags[arriving] & RENFORT


def test_rallied_in_time_a_formation_has_both_markers_again(field: Field) -> None:
    """JDG-11.2-a, -d, -g, JDG-1-s: looked at in every phase E, after the rout moves."""
    unit = field.put("br-5", "0505", 0, level=1)
    hill = field.t.command[unit]
    for level, demoralised in ((1, True), (0, False), (2, True)):
        field.s.level[unit] = level
        field.s.facing[unit] = -1 if level == 2 else 0
        field.begin(("turn", 4))
        assert (hill in field.s.memory[DEMORALISED]) is demoralised


def test_a_formation_that_routs_off_the_map_is_demoralised_in_the_same_phase(field: Field) -> None:
    """JDG-1-r, JDG-1-s, AMB-91, JDG-10.4-p: its last unit leaves the map in the rout moves of the phase."""
    unit = field.put("fr-32", "1522", level=2, movement=4)
    other = field.put("fr-12l", "1505", 0)
    field.s.memory[INITIATIVE_SIDE] = 0
    field.begin(("turn", 3))
    for _ in range(60):
        if field.s.memory[DEMORALISED]:
            break
        node = field.s.node
        field.game.outcome(field.s, 0) if isinstance(node, ChanceNode) else field.play(field.actions()[0])
    assert field.s.place[unit] < 0
    assert field.t.command[unit] in field.s.memory[DEMORALISED]
    assert field.t.command[other] not in field.s.memory[DEMORALISED]


# Victory (JDG-13)


@pytest.fixture
def game() -> Match:
    return make_game(packages("teaching-jdg")[0][1])


def to_phase_d(game: Match) -> GameState:
    state = game.start()
    while not (isinstance(state.node, DecisionNode) and state.node.kind == "movement"):
        game.apply(state, 0) if isinstance(state.node, DecisionNode) else game.outcome(state, 0)
    return state


def to_next_turn(game: Match, state: GameState) -> list[str]:
    """Play on, and return the kinds of all events."""
    number, kinds = state.turn, []
    for _ in range(600):
        if isinstance(state.node, EndNode) or state.turn != number:
            return kinds
        carry = game.apply if isinstance(state.node, DecisionNode) else game.outcome
        kinds += [event.kind for event in carry(state, 0)]
    raise AssertionError(state.frames)


def test_a_condition_fulfilled_in_the_middle_of_a_phase_waits_for_phase_f(game: Match) -> None:
    """JDG-13.1-a, -b, JDG-1-t: the rest of the turn is played, with the enemy's activations in it."""
    state = to_phase_d(game)
    for name in ("au-33", "au-39", "au-gren"):
        state.take(game.t.piece_of[name], ELIMINATED)
    kinds = to_next_turn(game, state)
    assert isinstance(state.node, EndNode) and state.turn < game.t.last
    assert "draw" in kinds and "activate" in kinds


def test_without_a_condition_a_turn_follows(game: Match) -> None:
    """JDG-13.1-c, JDG-1-u: nothing listed has come true."""
    state = to_phase_d(game)
    number = state.turn
    to_next_turn(game, state)
    assert not isinstance(state.node, EndNode) and state.turn == number + 1
