"""A game at a table: what lies on it, who is asked, what goes back, what goes on."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import DecisionNode, Event
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.rollout import RolloutPlayer
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.words import HIDDEN
from jdgtools.engine.players import PERSON, parse_seat
from jdgtools.engine.table import Table
from tests.unit.engine.matches import match

PACKAGE = "0" * 64


def game() -> Match:
    return make_game(match("teaching-jdg", "battle").t.package)


def table(seats: str = "person,random", seed: int = 5) -> Table:
    return Table(game(), [parse_seat(seat) for seat in seats.split(",")], seed, PACKAGE)


def go_on(one: Table) -> None:
    while one.open_decision is None and one.end is None:
        one.step()


def test_actions_and_events_name_what_their_texts_name() -> None:
    one = table("random,random", 2)
    staff = one.game.staff
    while one.end is None:
        node = one.state.node
        if isinstance(node, DecisionNode):
            for action in node.actions:
                words = [part.text for part in staff.action_parts(one.game, action)]
                assert one.game.action_text(action).split(" ")[1:] == words
        for event in one.step():
            pieces = [part.text for part in staff.event_parts(one.game, event) if part.kind == "piece"]
            assert pieces == [one.game.t.ids[piece] for piece in event.pieces]  # type: ignore[attr-defined]
            assert len(staff.event_parts(one.game, event)) == len(event.pieces) + len(event.numbers)


def test_the_board_has_every_piece_where_it_is() -> None:
    one = table("random,greedy", 9)
    g: Match = one.game  # type: ignore[assignment]
    while one.end is None:
        one.step()
        state = one.state
        board = g.staff.board(g, state)
        assert [lying.piece for lying in board.pieces] == list(g.t.ids)
        for piece, lying in enumerate(board.pieces):
            here = state.place[piece]
            assert lying.hex == (g.t.hex_ids[here] if here >= 0 else "")
            assert (lying.where == "map") == (here >= 0)
            if here >= 0 and piece in g.t.units:
                assert state.stacks[here][lying.order] == piece
        node = state.node
        if isinstance(node, DecisionNode) and node.kind in ("move", "facing", "retreat"):
            turning = g.t.piece_of[board.turning]
            assert g.t.side[turning] == node.side and state.place[turning] >= 0


def test_the_board_of_a_view_hides_orders() -> None:
    one = table("random,random", 3)
    g: Match = one.game  # type: ignore[assignment]
    hidden = 0
    while one.end is None:
        one.step()
        board = g.staff.board(g, g.view(one.state, 0))
        for piece, lying in enumerate(board.pieces):
            if lying.side == 1 and one.state.flags[piece] & HIDDEN:
                hidden += 1
                assert "orders" not in lying.states and "hidden" in lying.marks
    assert hidden


def test_undo_leads_back_through_all_decisions_of_the_person() -> None:
    one = table()
    positions: list[tuple[str, int, list[str]]] = []
    for _ in range(12):
        go_on(one)
        positions.append((one.state.digest(), one.dice.counter, list(one.recorder.lines)))
        one.decide(0)
    while positions:
        assert one.can_undo and one.undo()
        assert (one.state.digest(), one.dice.counter, one.recorder.lines) == positions.pop()
    assert not one.can_undo and not one.undo()


def test_a_game_that_has_ended_can_be_taken_back() -> None:
    one = table(seed=1)
    while one.end is None:
        go_on(one)
        if one.open_decision:
            one.decide(0)
    assert one.recorder.lines[-1].startswith('["e"')
    assert one.undo() and one.end is None
    assert not any(line.startswith('["e"') for line in one.recorder.lines)


def test_whoever_loads_a_log_goes_on_with_its_dice() -> None:
    """Whatever the own seed: another seed would give other rolls than those of the player who saved."""
    one = table("random,random", 77)
    for _ in range(50):
        one.step()
    other = table("person,person", 1)
    other.load(list(one.recorder.lines))
    assert other.seed == 77 and other.dice.counter == one.dice.counter
    assert other.state.digest() == one.state.digest()


def test_decisions_of_a_loaded_game_are_taken_back_as_those_of_one_that_was_played() -> None:
    one, other = table(), table()
    for _ in range(40):
        go_on(one)
        one.decide(0)
    other.load(one.recorder.lines)
    while one.can_undo:
        assert one.undo() and other.undo()
        assert other.recorder.lines == one.recorder.lines
        assert other.dice.counter == one.dice.counter
        assert other.game.position(other.state) == one.game.position(one.state)
        assert other.open_decision == one.open_decision is not None
    assert not other.can_undo


@pytest.mark.parametrize(("old", "new"), [('["', '[ "'), ('["', '  ["'), ('", ', '",')])
def test_a_log_is_the_same_however_its_lines_are_spaced(old: str, new: str) -> None:
    """What another program writes is JSON, too: its rolls counted for the game and not for the dice."""
    one, other = table(), table()
    for _ in range(10):
        go_on(one)
        one.decide(0)
    header, *lines = one.recorder.lines
    other.load([header, *(line.replace(old, new, 1) for line in lines)])
    assert other.dice.counter == one.dice.counter
    while one.can_undo:
        assert one.undo() and other.undo()
        assert other.game.position(other.state) == one.game.position(one.state)
    assert not other.can_undo


@pytest.mark.parametrize("seed", ['"x"', "true", "null", "1.5"])
def test_a_log_without_a_seed_is_refused(seed: str) -> None:
    one = table()
    lines = [one.recorder.lines[0].replace('"seed": 5', f'"seed": {seed}')]
    with pytest.raises(EngineRefused, match="line 1: the log has no seed"):
        one.load(lines)


def test_a_player_can_be_broken_off_and_the_position_stays() -> None:
    calls = 0

    class Enough(Exception):
        pass

    def look_up() -> None:
        nonlocal calls
        calls += 1
        if calls > limit:
            raise Enough

    limit = 10**9
    specs = [parse_seat("rollout:1000"), parse_seat("greedy")]
    one = Table(game(), specs, 5, PACKAGE, look_up=look_up)
    while not tried_out(one):
        one.step()
    before, lines, calls, limit = one.state.digest(), list(one.recorder.lines), 0, 40
    with pytest.raises(Enough):
        one.step()
    assert (one.state.digest(), one.recorder.lines) == (before, lines)
    one.seat(0, parse_seat(PERSON))
    assert one.open_decision is not None


def tried_out(table: Table) -> bool:
    """Return whether a player with trials has to choose in a combat."""
    node, player = table.state.node, table.players[0]
    return (
        isinstance(node, DecisionNode)
        and node.side == 0
        and len(node.actions) > 1
        and isinstance(player, RolloutPlayer)
        and player.adviser.hangs_on_dice(node)
    )


def test_nobody_decides_for_a_bot() -> None:
    one = table("random,random")
    with pytest.raises(ValueError):
        one.decide(0)
    other = table("person,person")
    go_on(other)
    for place in (-1, len(other.game.legal(other.state))):
        with pytest.raises(ValueError):
            other.decide(place)
    with pytest.raises(ValueError):
        other.step()


def test_events_are_told_as_all_persons_may_know_them() -> None:
    event = Event("orders", (1, 2), (0,), ())
    assert table("person,person").public_event(event).pieces == ()
    assert table("person,random").public_event(event).pieces == (1, 2)
    assert table("random,person").public_event(event).pieces == ()
    assert table("random,random").public_event(event).pieces == (1, 2)
