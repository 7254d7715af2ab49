"""A shock from its declaration to what follows it."""

from __future__ import annotations

from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.jdg.shocks import components, direction_to, shock_sum
from jdgtools.engine.jdg.words import ATTACK, DONE_VERB
from tests.unit.engine.board import Board


def attack(board: Board, *, orders: bool = True, attacker: int = 5, defender: int = 5) -> tuple[int, int]:
    """Let French infantry stand before Austrian infantry, in the combat segment."""
    t = board.t
    ours = board.put("fr-17", "0302", strength=attacker, cohesion=6, shock=4, orders=orders)
    front = next(
        h
        for d in (0, 1, 2, 3, 4, 5)
        if (h := t.neighbours[6 * board.hex("0302") + d]) >= 0
        and t.cost[0][1][6 * board.hex("0302") + d] >= 0
        and t.shock_drm[6 * board.hex("0302") + d] == 0
    )
    direction = direction_to(board.game, board.hex("0302"), front)
    board.s.facing[ours] = direction
    theirs = board.put("au-33", t.hex_ids[front], strength=defender, cohesion=6, facing=(direction + 3) % 6)
    board.s.frames = [("turn", 3), ("declare", 0)]
    board.game.advance(board.s)
    return ours, theirs


def choose(board: Board, *verbs: int) -> None:
    """Carry out the first action with one of the verbs."""
    node = board.s.node
    assert isinstance(node, DecisionNode)
    board.game.apply(board.s, next(k for k, action in enumerate(node.actions) if action[0] in verbs))


def test_combats_are_what_shares_a_hex() -> None:
    """JDG-8.4.1-a."""
    assert components([(1, 9), (2, 9), (3, 8)]) == [((1, 9), (2, 9)), ((3, 8),)]


def test_the_worst_roll_routs_the_attacker_and_the_best_eliminates_the_defender() -> None:
    """TBL-SHOCK rows R1 and R12 through ratio (JDG-8.6.1-d): 1 to 4 and 5 to 1."""
    board = Board()
    ours, theirs = attack(board, attacker=20, defender=4)
    choose(board, ATTACK)
    while isinstance(board.s.node, DecisionNode):
        board.game.apply(board.s, len(board.s.node.actions) - 1)
    assert board.s.node == ChanceNode("shock", (1,) * 10)
    total, lines = shock_sum(
        board.game, board.s, (ours,), ((board.hex("0302"), board.s.place[theirs]),), (), False, 0
    )
    assert {"ratio", "cohesion_difference", "terrain"} <= set(lines)
    before = board.s.place[theirs]
    board.game.outcome(board.s, 9)
    assert total + 9 >= 13
    assert board.s.place[theirs] != before


def test_without_orders_a_shock_check_comes_first() -> None:
    """JDG-8.3.2-a, -d, JDG-0.4.2-EX1: rating 4; 5 fails, and there is no shock."""
    board = Board()
    attack(board, orders=False)
    choose(board, ATTACK)
    assert board.s.node == ChanceNode("shock check", (1,) * 10)
    board.game.outcome(board.s, 5)
    assert board.s.frames[-1][0] != "roll"
    assert not any(frame[0] in ("shock", "reactions") for frame in board.s.frames)


def test_the_attack_may_be_left() -> None:
    """JDG-8.3.1-a: a shock is not compulsory."""
    board = Board()
    attack(board)
    choose(board, DONE_VERB)
    assert board.s.frames[-1][0] != "declare"
