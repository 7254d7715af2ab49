"""Questions and answers of the kit: where a unit may go, what a hex sees, what is legal, how many lines there are.

All come from seeded dice, so that the same source gives the same bytes. What a unit may do by rules in words is
left out of the questions about movement, which ask the data of the package alone.
"""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import MAX_NODES
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.core.perft import perft
from jdgtools.engine.core.player import RandomPlayer
from jdgtools.engine.core.record import Recorder
from jdgtools.engine.core.state import OFF_MAP, Frame, GameState
from jdgtools.engine.jdg.arrivals import COMPLETE
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.movement import may_march
from jdgtools.engine.jdg.reach import FORCED, NORMAL
from jdgtools.engine.jdg.sighting import sees
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARRIVALS,
    ARTILLERY,
    INFANTRY,
    ORDERED,
    ORDERS,
    ROUTED,
    SQUARE,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import Threats, allowance, stack_fits

SCATTERED = 8
"""Units that a position puts into hexes at random."""
LEVELS = ("ordered", "disordered", "routed")
"""The values of the state `level` in a package, the best first."""
PAIRS = 60
"""Pairs of hexes that a position is asked about."""
CORNERS = 12
"""Pairs of them along hexsides where ground blocks on the one side, and a unit stands on the other."""
PERFT_NODES, PERFT_DEPTH = (0, 20, 40, 80, 120, 160, 200), 3
LEGAL_EVERY = 25
"""Nodes of a game between two positions whose legal actions are written down."""


def _scattered(game: Match, start: GameState, dice: Dice, asked: int) -> GameState | None:
    """Return a position with the units of the start, some of them put elsewhere; None where `asked` found no hex."""
    t, state = game.t, start.clone()
    state.turn = t.first + dice.below(t.last - t.first + 1)
    for unit in [dice.below(len(t.units)) for _ in range(SCATTERED)] + [asked]:
        here = dice.below(t.size)
        level = dice.pick_weighted((3, 2) if unit == asked else (4, 2, 1))
        square = unit != asked and t.arm[unit] == INFANTRY and level == ORDERED and not dice.below(4)
        if not t.package.grid.in_play[here]:
            continue
        others = tuple(other for other in state.stacks[here] if other != unit)
        state.take(unit)
        state.level[unit], state.flags[unit] = level, SQUARE if square else 0
        state.facing[unit] = -1 if level == ROUTED or square else dice.below(6)
        if others and (t.side[others[0]] != t.side[unit] or not stack_fits(t, state, (*others, unit))):
            continue
        state.put(unit, here)
    return state if state.place[asked] >= 0 and not state.flags[asked] & SQUARE else None


def units_of(game: Match, state: GameState) -> list[dict[str, Any]]:
    """Return the units on the map in words: id, hex, level of cohesion, facing (-1 = none), square."""
    t = game.t
    return [
        {
            "id": t.ids[unit],
            "hex": t.hex_ids[state.place[unit]],
            "level": LEVELS[state.level[unit]],
            "facing": state.facing[unit],
            "square": bool(state.flags[unit] & SQUARE),
        }
        for unit in t.units
        if state.place[unit] >= 0
    ]


def movement_cases(game: Match, count: int, seed: int) -> list[dict[str, Any]]:
    """Return positions with a unit and where it may stop: hex -> movement points spent, in 1/denominator.

    `answer` is null where the unit may not make the forced march that is asked for (JDG-4.1.3-b to -i).
    """
    t, start, dice = game.t, game.start(), Dice(seed)
    cases: list[dict[str, Any]] = []
    while len(cases) < count:
        unit = dice.below(len(t.units))
        state = _scattered(game, start, dice, unit)
        if state is None or state.level[unit] >= ROUTED:
            continue
        orders, march = bool(dice.pick_weighted((1, 3))), not dice.below(3)
        state.flags[unit] |= ACTIVE | (ORDERS if orders else 0)
        answer = None
        if not march or may_march(game, state, unit):
            started = Threats(t, state, t.side[unit]).zone.get(state.place[unit], ())
            walk = game.walk(state, unit, FORCED if march else NORMAL, started)
            walk.entry_zone = frozenset()  # who is still due is asked in the positions with legal actions
            legs = walk.legs(allowance(t, state, unit, is_forced=march), 0, True)
            answer = {t.hex_ids[hex_index]: legs[hex_index].cost for hex_index in sorted(legs)}
        cases.append(
            {
                "turn": state.turn,
                "unit": t.ids[unit],
                "orders": orders,
                "march": march,
                "units": units_of(game, state),
                "answer": answer,
            }
        )
    return cases


def acts_cases(game: Match, count: int, seed: int) -> list[dict[str, Any]]:
    """Return plain positions and what the units of a side may do in them, segment by segment.

    All units of the side are active, with orders or all without; nobody has done anything, no commander is on the
    map and nobody is due. Units of a kind face alike in a hex. `answer` has the actions of the fire segment, who
    may move, what each unit may do first, and the shocks that may be declared; each sorted, empty where nothing
    is asked.
    """
    t, start, dice = game.t, game.start(), Dice(seed)
    start.memory[ARRIVALS] = tuple(COMPLETE for _ in start.memory[ARRIVALS])
    for leader in t.leaders:
        start.place[leader] = OFF_MAP
    cases: list[dict[str, Any]] = []
    while len(cases) < count:
        state = _scattered(game, start, dice, dice.below(len(t.units)))
        if state is None:
            continue
        side, orders = dice.below(2), bool(dice.pick_weighted((1, 3)))
        for unit in t.units:
            stack = state.stacks[state.place[unit]] if state.place[unit] >= 0 else ()
            kin = [u for u in stack if (t.arm[u] == ARTILLERY) == (t.arm[unit] == ARTILLERY)]
            if kin and state.facing[unit] >= 0:
                state.facing[unit] = state.facing[kin[0]]
            state.flags[unit] &= SQUARE
            if t.side[unit] == side:
                state.flags[unit] |= ACTIVE | (ORDERS if orders else WITHOUT)
        units = [
            {**unit, "order": state.stacks[t.hex_of[unit["hex"]]].index(t.piece_of[unit["id"]])}
            for unit in units_of(game, state)
        ]
        movers = _legal(game, state, ("segment", side))
        moves = {
            name: _legal(game, state, ("segment", side), f"unit {name}")
            for name in (act.split()[1] for act in movers if act.startswith("unit "))
        }
        answer = {
            "fires": _legal(game, state, ("fires", side)),
            "movers": movers,
            "moves": moves,
            "attacks": _legal(game, state, ("declare", side)),
        }
        asked = {"turn": state.turn, "side": t.side_ids[side], "orders": orders, "units": units}
        cases.append({**asked, "answer": answer})
    return cases


def _legal(game: Match, state: GameState, frame: Frame, action: str = "") -> list[str]:
    """Return the actions of a segment by their texts, or those after one of them; none where it asks nothing."""
    state = state.clone()
    state.frames = [("initiative", ()), frame]
    game.advance(state)
    if action and isinstance(state.node, DecisionNode):
        texts = [game.action_text(legal) for legal in state.node.actions]
        game.apply(state, texts.index(action))
    if len(state.frames) < 2 or not isinstance(state.node, DecisionNode):
        return []
    return sorted(game.action_text(legal) for legal in state.node.actions)


def sight_cases(game: Match, count: int, seed: int) -> list[dict[str, Any]]:
    """Return positions with pairs of hexes within the reach of lines: origin, target, seen over ground and units."""
    t, start, dice = game.t, game.start(), Dice(seed)
    lines = t.package.lines
    assert lines is not None
    cases: list[dict[str, Any]] = []
    inside = [hex_index for hex_index in range(t.size) if t.package.grid.in_play[hex_index]]
    while len(cases) < count:
        state = _scattered(game, start, dice, dice.below(len(t.units)))
        if state is None:
            continue
        corners = [(one, two) for one, two, hex_index in lines.one_sided if state.stacks[hex_index]]
        drawn = [corners[dice.below(len(corners))] for _ in range(CORNERS if corners else 0)]
        pairs = [(t.hex_ids[one], t.hex_ids[two], sees(t, state, one, two)) for one, two in drawn]
        while len(pairs) < PAIRS:
            origin, target = (inside[dice.below(len(inside))] for _ in range(2))
            if 0 < t.distance(origin, target) <= lines.reach:
                pairs.append((t.hex_ids[origin], t.hex_ids[target], sees(t, state, origin, target)))
        cases.append({"units": units_of(game, state), "pairs": pairs})
    return cases


def game_cases(game: Match, number: int, package: str) -> dict[str, Any]:
    """Play game `number` of a run at random; return its log, positions with legal actions, and lines from some.

    Args:
        game: What is played.
        number: Number of the game; its seed follows from it.
        package: SHA-256 of the package, for the header of the log.
    """
    seed = game_seed(1, number)
    state, dice = game.start(), Dice(seed)
    players = (RandomPlayer(seed + 1), RandomPlayer(seed + 2))
    header = {"package": package, "players": ["random", "random"], "seed": seed, "ignored": [*game.t.ignore]}
    recorder = Recorder(game, header)
    legal: list[dict[str, Any]] = []
    counts: list[dict[str, Any]] = []
    for place in range(MAX_NODES):
        node = state.node
        if place in PERFT_NODES:
            lines = [perft(game, state, depth) for depth in range(1, PERFT_DEPTH + 1)]
            counts.append({"node": place, "counts": lines, "position": game.position(state)})
        if isinstance(node, DecisionNode):
            if place % LEGAL_EVERY == 0:
                actions = [game.action_text(action) for action in node.actions]
                legal.append({"node": place, "actions": actions, "position": game.position(state)})
            index = players[node.side].choose(game, state)
            recorder.decision(state, index)
            game.apply(state, index)
        elif isinstance(node, ChanceNode):
            index = dice.pick_weighted(node.weights)
            recorder.chance(state, index)
            game.outcome(state, index)
        elif isinstance(node, EndNode):
            recorder.end(node)
            return {"log": recorder.text(), "legal": legal, "perft": counts}
    raise RuntimeError(f"no end after {MAX_NODES} nodes")
