"""Players other than the random and the greedy one: with a plan, by rollout, in another program; what they may know."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.outside import OutsidePlayer
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.plans import read_plan
from jdgtools.engine.jdg.words import CUP, GROUP, HIDDEN, ORDERS, WITHOUT
from jdgtools.engine.players import PlayerSpec, make_player, parse_player
from tests.unit.engine.matches import match

PAGE = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")


def game() -> Match:
    return match("teaching-jdg", "battle")


def ended(one: Any, other: Any, seed: int = 1) -> tuple[EndNode, str]:
    state = game().start()
    end = play(game(), state, [one, other], Dice(seed))
    return end, state.digest()


def script(folder: Path, lines: str) -> str:
    (folder / "bot.py").write_text("import json, sys\n" + lines, encoding="utf-8")
    return f"{sys.executable} {folder / 'bot.py'}"


ASKED = "for line in sys.stdin:\n  m = json.loads(line)\n  if 'ask' in m: "


def test_the_bots_of_the_page_play(tmp_path: Path) -> None:
    python = next(
        code for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "attacker.py" in code
    )
    (tmp_path / "attacker.py").write_text(python, encoding="utf-8")
    bot = OutsidePlayer(f"{sys.executable} {tmp_path / 'attacker.py'}", 0, 5)
    end, digest = ended(bot, make_player(game(), "random", 1, 2))
    assert end.cause
    again = OutsidePlayer(f"{sys.executable} {tmp_path / 'attacker.py'}", 0, 5)
    assert ended(again, make_player(game(), "random", 1, 2)) == (end, digest)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_bot_in_javascript_plays(tmp_path: Path) -> None:
    code = re.findall(r"```javascript\n(.*?)```", PAGE, re.DOTALL)[0]
    (tmp_path / "careful.js").write_text(code, encoding="utf-8")
    bot = OutsidePlayer(f"node {tmp_path / 'careful.js'}", 1, 5)
    end, _ = ended(make_player(game(), "random", 0, 2), bot)
    assert end.cause


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (ASKED + "print('hello', flush=True)", "answers `hello`: not"),
        (ASKED + "print(json.dumps({'answer': 'fly'}), flush=True)", "`fly`, which is none of the"),
        (ASKED + "print(json.dumps({'answer': 9999}), flush=True)", "`9999`, which is none of the"),
        (ASKED + "print(json.dumps({'answer': True}), flush=True)", "`True`, which is none of the"),
        (ASKED + "sys.exit(3)", "has ended"),
        ("", "has ended"),
        (ASKED + "__import__('time').sleep(9)", "has said nothing for 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_play_ends_the_game_in_one_line(
    tmp_path: Path, lines: str, words: str
) -> None:
    bot = OutsidePlayer(script(tmp_path, lines), 0, 1, seconds=0.5)
    with pytest.raises(EngineRefused, match=re.escape(words)) as caught:
        ended(bot, make_player(game(), "random", 1, 2))
    assert "\n" not in str(caught.value)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineRefused, match="does not start"):
        ended(OutsidePlayer("/no/such/program", 0, 1), make_player(game(), "random", 1, 2))
    with pytest.raises(EngineRefused, match='the player `bot "a` is no command: no closing quotation'):
        ended(OutsidePlayer('bot "a', 0, 1), make_player(game(), "random", 1, 2))


def test_a_program_hears_what_happens_and_how_it_ends(tmp_path: Path) -> None:
    note = tmp_path / "heard.jsonl"
    lines = (
        f"out = open({str(note)!r}, 'w')\nfor line in sys.stdin:\n  out.write(line); out.flush()\n"
        "  if 'ask' in json.loads(line): print(json.dumps({'answer': 0}), flush=True)"
    )
    end, _ = ended(OutsidePlayer(script(tmp_path, lines), 1, 9), make_player(game(), "random", 0, 2))
    heard = [json.loads(line) for line in note.read_text(encoding="utf-8").splitlines()]
    assert heard[0] == {
        "game": "jdgplay", "version": 1, "side": 1, "sides": list(game().side_names()), "seed": 9
    }  # fmt: skip
    assert heard[-1] == {"end": end.cause, "winner": end.winner, "points": list(end.points)}
    assert [message["ask"] for message in heard[1:-1]] == list(range(1, len(heard) - 1))
    events = [event for message in heard[1:-1] for event in message["events"]]
    assert any(event.startswith("turn 2") for event in events)


def walk(seed: int, limit: int = 400) -> list[GameState]:
    """Positions of a random game."""
    g, dice = game(), Dice(seed)
    state, states = g.start(), []
    for _ in range(limit):
        node = state.node
        if isinstance(node, DecisionNode):
            states.append(state.clone())
            g.apply(state, dice.below(len(node.actions)))
        elif isinstance(node, ChanceNode):
            g.outcome(state, dice.pick_weighted(node.weights))
        else:
            break
    return states


def test_a_view_hides_the_orders_of_the_enemy_until_he_is_activated() -> None:
    """JDG-2.3.2-d, JDG-2.4-a."""
    hidden = shown = 0
    t = game().t
    for state in walk(3):
        for side in (0, 1):
            view = game().view(state, side)
            for unit in t.of_side[side]:
                assert view.flags[unit] == state.flags[unit]
            for unit in t.of_side[1 - side]:
                status = state.flags[unit] & (ORDERS | WITHOUT)
                if state.flags[unit] & HIDDEN:
                    hidden += 1
                    assert not view.flags[unit] & (ORDERS | WITHOUT)
                elif status:
                    shown += 1
                    assert view.flags[unit] & status == status
    assert hidden > 50 and shown > 50


def test_positions_that_differ_in_hidden_orders_alone_look_the_same() -> None:
    g, changed = game(), 0
    for state in walk(4):
        for side in (0, 1):
            other = state.clone()
            groups = {state.memory[GROUP][u] for u in g.t.of_side[1 - side] if state.flags[u] & HIDDEN}
            for unit in g.t.of_side[1 - side]:
                if state.flags[unit] & HIDDEN and state.memory[GROUP][unit] == min(groups):
                    other.flags[unit] ^= ORDERS | WITHOUT
                    changed += 1
            assert g.view(state, side).digest() == g.view(other, side).digest()
    assert changed > 50


def test_hidden_orders_are_dealt_anew_as_the_commander_could_give_them() -> None:
    """JDG-2.3.2-a to -c: a group gets orders while a commander in range has some left."""
    g, dice, patterns = game(), Dice(5), set()
    start = next(s for s in walk(5) if any(s.flags[u] & HIDDEN for u in g.t.of_side[1]) and s.memory[CUP])
    capacity = sum(g.t.commander[leader][1] for leader in g.t.commander if g.t.side[leader] == 1)
    for _ in range(40):
        dealt = g.redetermine(start, 0, dice)
        assert g.view(dealt, 0).digest() == g.view(start, 0).digest()
        groups = {
            dealt.memory[GROUP][u]
            for u in g.t.of_side[1]
            if dealt.flags[u] & HIDDEN and dealt.flags[u] & ORDERS
        }
        assert len(groups) <= capacity
        for unit in g.t.of_side[1]:
            if dealt.flags[unit] & HIDDEN:
                assert bool(dealt.flags[unit] & ORDERS) != bool(dealt.flags[unit] & WITHOUT)
        patterns.add(tuple(sorted(groups)))
    assert patterns


def test_events_do_not_tell_the_hidden_orders() -> None:
    event = Event("orders", (1, 2), (1,), ("JDG-2.3.2-d",))
    assert game().event_for(event, 0).pieces == ()
    assert game().event_for(event, 1) == event
    move = Event("move", (1,), (1, 2), ())
    assert game().event_for(move, 0) == move


def test_a_rollout_player_plays_the_same_game_again() -> None:
    games = [
        ended(make_player(game(), "rollout:1", 0, 3), make_player(game(), "greedy", 1, 4)) for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_rollout_player_leaves_the_game_alone() -> None:
    player = make_player(game(), "rollout:2", 0, 3)
    for state in walk(6, 60)[::6]:
        before = state.digest()
        node = state.node
        assert isinstance(node, DecisionNode)
        assert 0 <= player.choose(game(), state) < len(node.actions)
        assert state.digest() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("napoleon", "there is no player `napoleon`"),
        ("rollout", "there is no player `rollout`"),
        ("rollout:0", "a number from 1 to 1000"),
        ("rollout:x", "a number from 1 to 1000"),
        ("greedy:2", "there is no player `greedy:2`"),
        ("random:", "there is no player `random:`"),
        ("program:", "there is no player `program:`"),
    ],
)
def test_a_player_that_there_is_not(text: str, words: str) -> None:
    with pytest.raises(EngineRefused, match=re.escape(words)):
        parse_player(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody go 0101", "line 1 of the plan: `nobody` is no formation or unit"),
        ("\n# nothing yet\n", "the plan gives no order"),
        ("\n# x\nfr-30 fly 0101", "line 3 of the plan: after `fr-30` stands `fly`; there are go, hold, wait"),
        ("fr-30", "after `fr-30` stands ``"),
        ("fr-30 go", "`go` needs hexes"),
        ("fr-30 wait 0101", "`wait` takes no hexes"),
        ("fr-30 go 9999", "the map has no hex `9999`"),
        ("fr-30 wait turns", "`turns ` is no turn or span"),
        ("fr-30 wait turns a-b", "`turns a-b` is no turn or span"),
        ("fr-30 wait turns 2-", "`turns 2-` is no turn or span"),
        ("fr-30 wait turns 1-2 3-4", "`turns 1-2 3-4` is no turn or span"),
        ("fr-30 wait turns \u0663", "is no turn or span"),
        ("fr-30 wait turns 5-2", "line 1 of the plan: `turns 5-2` ends before it begins"),
        ("au-hus wait", "the plan gives no order to a unit of the French, whom it is to lead"),
        ("fr-30 wait\n" * 1001, "at most 1000 lines, this one 1001"),
    ],
)
def test_a_plan_that_is_not_understood(text: str, words: str) -> None:
    with pytest.raises(EngineRefused, match=re.escape(words)):
        read_plan(game(), text, 0)


def test_the_order_of_a_unit_comes_before_that_of_its_formation() -> None:
    t = game().t
    unit = t.piece_of["fr-30"]
    formation = t.command_ids[t.command[unit]]
    orders = read_plan(game(), f"{formation} wait  # all\nfr-30 go 0305 turns 2 - 3\nau-hus wait", 0)
    first = next(order for order in orders if unit in order.units)
    assert (first.verb, first.first, first.last) == ("go", 2, 3)


@pytest.mark.parametrize(("plan", "near", "far"), [("go 0101", "0101", "0605"), ("go 0605", "0605", "0101")])
def test_who_has_a_plan_goes_where_it_says(plan: str, near: str, far: str) -> None:
    t = game().t
    unit = t.piece_of["fr-13l"]
    state = game().start()
    players = [
        make_player(game(), PlayerSpec("plan", f"fr-13l {plan}"), 0, 3),
        make_player(game(), PlayerSpec("plan", "\n".join(f"{t.ids[u]} wait" for u in t.of_side[1])), 1, 4),
    ]
    places = []

    def listen(after: GameState, kind: str, index: int, events: list[Event]) -> None:
        places.append(after.place[unit])

    play(game(), state, players, Dice(1), listen)
    on_map = [place for place in places if place >= 0]
    assert min(t.distance(place, t.hex_of[near]) for place in on_map) <= 1
    assert t.distance(on_map[-1], t.hex_of[near]) < t.distance(on_map[-1], t.hex_of[far])


def test_who_waits_does_not_move() -> None:
    t = game().t
    text = "\n".join(f"{name} wait" for name in t.command_ids)
    players = [make_player(game(), PlayerSpec("plan", text), side, 3) for side in (0, 1)]
    moved = []

    def listen(after: GameState, kind: str, index: int, events: list[Event]) -> None:
        moved.extend(event for event in events if event.kind == "move" and event.pieces[0] in t.units)

    play(game(), game().start(), players, Dice(1), listen)
    assert moved == []
