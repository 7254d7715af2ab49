"""A player who looks one action ahead: fights by expected values of the charts, else goes for objectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import Action, DecisionNode
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.fire import fire_total
from jdgtools.engine.jdg.goals import ALONE, BAD_ODDS, Goals, estimate
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.shocks import cohesion, defenders_in, fighters, shock_sum, strength
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    ATTACK,
    CHARGE_VERB,
    CHOOSE,
    COUNTER_ATTACK,
    COUNTER_CHARGE,
    DECLINE,
    DISORDERED,
    DISPLACE,
    DONE_VERB,
    ENTER_NORMALLY,
    ENTER_STACK_NORMALLY,
    FACE,
    FIRE,
    FORM,
    FORM_SQUARE,
    GO,
    LEAVE_MAP,
    LEAVE_SQUARE,
    LIMITED,
    MARCH,
    MOVE_STACK,
    ORDER,
    PURSUE,
    RALLY,
    REACT,
    RECALL,
    REPLY,
    RESOLVE,
    RETREAT,
    SQUARE,
    STACK,
    STAY,
    STOP,
    TOGETHER,
    TOP,
    TRY,
    TURN,
    UNIT,
    WITHDRAW,
)

HexScore: TypeAlias = Callable[[int], float]
"""Says how good a hex is to go to, or a facing to take."""
WORTH = {"CC": 0.35, "CC+2": 0.6, "DIS": 1.0, "FB": 0.4, "ROUT": 2.0, "ELIM": 3.0}
"""What a code of a chart is worth to the enemy of those whom it strikes."""
SURE = 5.0
"""Score of actions that are always good."""
COMBAT = frozenset(
    (
        "advance", "charge", "counter-attack", "counter-battery", "counter-charge", "fire", "next combat",
        "pursuit", "reaction fire", "rest of the stack", "retreat", "shock", "square", "withdrawal",
    )
)  # fmt: skip
"""Kinds of decisions of which dice say at once what comes of them."""
GOOD_ODDS = 1.5
PRUDENCE = 0.25
"""What an attack must promise: a unit that has attacked stands in the way of the enemy's next."""


class GreedyPlayer:
    """Chooses the action with the highest score; of equal ones any. Advises the rollout player too."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed of its own."""
        self.dice = Dice(seed)

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`."""
        scores = self.scores(game, state)
        best = max(scores)
        places = [place for place, score in enumerate(scores) if score == best]
        return places[self.dice.below(len(places))]

    def scores(self, game: Game, state: GameState) -> list[float]:
        """Return how good every legal action is."""
        if not isinstance(game, Match) or not isinstance(state.node, DecisionNode):
            raise TypeError("this player plays Jours de Gloire")
        goals = Goals(game, state, state.node.side)
        moves: HexScore | None = None
        faces: HexScore | None = None
        scores = []
        for action in state.node.actions:
            verb = action[0]
            if verb in (GO, MARCH):
                if moves is None:
                    moving = state.frames[-1][1]  # a unit that moves, or the units of a charge that goes on
                    moves = self.moves(game, state, moving if isinstance(moving, int) else moving[0], goals)
                score = moves(action[1]) - (0.5 if verb == MARCH else 0)
            elif verb == FACE:
                faces = faces or _faces(game, state, goals)
                score = faces(action[1])
            elif verb == STOP and (unit := _who_stops(game, state)) >= 0:
                faces = faces or _faces(game, state, goals)
                score = max(_PLAIN[STOP], faces(state.facing[unit]))
            else:
                plain = _PLAIN.get(verb)
                score = self._score(game, state, action, goals) if plain is None else plain
            scores.append(score)
        return scores

    def hangs_on_dice(self, node: DecisionNode) -> bool:
        """Return whether it is a decision of combat; of moves and orders dice say little in time."""
        return node.kind in COMBAT

    def estimate(self, game: Game, state: GameState, side: int) -> float:
        """Return how well a side stands, in victory points; of an end, who has won."""
        if not isinstance(game, Match):
            raise TypeError("this player plays Jours de Gloire")
        return estimate(game, state, side)

    def moves(self, g: Match, s: GameState, unit: int, goals: Goals) -> HexScore:
        """Return what says how good it is to move a unit to a hex; a player with other aims overrides it."""
        return _moves(g, s, unit, goals)

    def square_score(self, g: Match, s: GameState, unit: int, forms: bool, goals: Goals) -> float:
        """Return how good it is to form a square, or to leave it; a player with other aims overrides it."""
        return 1.0 if goals.cavalry_near(s.place[unit]) == forms else -1.5

    def _score(self, g: Match, s: GameState, action: Action, goals: Goals) -> float:
        side, verb = goals.side, action[0]
        if verb in (FIRE, TOGETHER, REACT, REPLY):
            return _fire_score(g, s, action)
        if verb in (ATTACK, COUNTER_ATTACK):
            return _shock_score(g, s, action[1], action[2], side) - PRUDENCE
        if verb == CHARGE_VERB:
            return _charge_score(g, s, s.frames[-1], action[1], side)
        if verb == RETREAT:
            return -float(min((g.t.distance(action[1], h) for h in g.t.edge_hexes[side]), default=0))
        if verb == LEAVE_MAP:
            return SURE
        if verb in (FORM_SQUARE, LEAVE_SQUARE):
            return self.square_score(g, s, s.frames[-1][1], verb == FORM_SQUARE, goals)
        if verb == WITHDRAW:
            return 0.5 if goals.odds(action[1], s.place[action[1]]) < BAD_ODDS else -1.0
        return 0.5


_PLAIN = {
    DONE_VERB: 0.0,
    STOP: -1.0,
    STAY: 0.0,
    TURN: -1.0,
    ORDER: SURE,
    CHOOSE: 1.0,
    DECLINE: 0.0,
    TRY: 0.2,
    LIMITED: 0.1,
    UNIT: 1.0,
    RALLY: SURE,
    RESOLVE: 1.0,
    DISPLACE: 0.4,
    COUNTER_CHARGE: 1.0,
    FORM: 1.0,
    ENTER_NORMALLY: 0.2,
    ENTER_STACK_NORMALLY: 0.2,
    MOVE_STACK: 0.9,
    PURSUE: 1.0,
    RECALL: 0.2,
    STACK: 1.1,
    TOP: -0.5,
}
"""Scores of actions that need no look at the position."""


def _codes_worth(codes: Any, units: int) -> float:
    return sum(WORTH.get(code, 0.0) for code in codes) * units


def _fire_score(g: Match, s: GameState, action: Action) -> float:
    t = g.t
    verb = action[0]
    firers: tuple[int, ...]
    if verb == REACT:
        firers, target, kind, unit = (action[1],), s.place[action[2]], "reaction", action[2]
    elif verb == REPLY:
        return 1.0
    else:
        firers, target, kind, unit = action[1:-1], action[-1], "normal", -1
    total = fire_total(g, s, firers, target, kind, unit)[0]
    chart = t.charts["TBL-FIRE"]
    hits = 1 if unit >= 0 else len(s.stacks[target])
    value = sum(_codes_worth(chart.cells[(chart.row(roll + total),)], hits) for roll in range(10)) / 10
    return 0.01 + value


def _shock_score(g: Match, s: GameState, origin: int, target: int, side: int) -> float:
    """Return what an attack is worth on average, less what it costs."""
    attackers = fighters(g, s, origin, side)
    defenders = defenders_in(g, s, (target,), 1 - side)
    if not attackers:
        return 0.0
    if not defenders:
        return SURE
    total = shock_sum(g, s, attackers, ((origin, target),), (), False, 0)[0]
    return _table_value(g, total, len(attackers), len(defenders))


def _charge_score(g: Match, s: GameState, frame: Frame, target: int, side: int) -> float:
    """Return what a charge is worth on average, if it is met by nothing but the units of its target."""
    t = g.t
    units = (frame[1], *frame[6])
    defenders = defenders_in(g, s, (target,), 1 - side)
    if not defenders:
        return SURE
    chart = t.charts["TBL-RATIO"]
    total = int(chart.cells[(chart.ratio(strength(g, s, units), strength(g, s, defenders)),)])
    total += max(cohesion(g, s, u) for u in units) - max(cohesion(g, s, u) for u in defenders)
    total += 2 + int(any(t.heavy[u] for u in units)) + max(s.level[u] for u in defenders)
    return _table_value(g, total, len(units), len(defenders))


def _table_value(g: Match, total: int, attackers: int, defenders: int) -> float:
    """Return what a combat with this sum is worth on average to the attacker, by TBL-SHOCK."""
    chart = g.t.charts["TBL-SHOCK"]
    value = 0.0
    for roll in range(10):
        row = chart.row(roll + total)
        value += _codes_worth(chart.cells[row, "defender"], defenders)
        value -= _codes_worth(chart.cells[row, "attacker"], attackers)
    return value / 10


def _moves(g: Match, s: GameState, unit: int, goals: Goals) -> HexScore:
    """Return what says how much a move brings a unit nearer to its goal; leaders stay with their troops."""
    t = g.t
    if unit in t.leaders:
        return lambda target: 0.1 if any(t.side[u] == goals.side for u in s.stacks[target]) else -2.0
    here = s.place[unit]
    if here < 0:
        return lambda target: 0.0
    guarded_hex = goals.guards.get(unit)
    distance = goals.distance if guarded_hex is None else t.distances_from(guarded_hex).__getitem__
    before, near = distance(here), goals.near
    contact = min(0.0, _contact(goals, unit, here))

    def score(target: int) -> float:
        if guarded_hex is None:
            value = float(before - distance(target)) if before else -2.0
        else:
            after = distance(target)
            value = float(before - after) if before > 1 else -4.0 * (after > 1)
        return value - 0.6 + (_contact(goals, unit, target) if target in near else 0.0) - contact

    return score


def _contact(goals: Goals, unit: int, target: int) -> float:
    """Return what it is worth to stand next to the enemy: good with more strength than he has there."""
    odds = goals.odds(unit, target)
    if odds == ALONE:
        return 0.0
    if goals.s.level[unit] == DISORDERED:
        odds /= 2
    if goals.g.t.arm[unit] == ARTILLERY or odds < 1:
        return -2.5 if odds >= BAD_ODDS else -4.5
    return 0.8 if odds >= GOOD_ODDS else 0.0


def _who_stops(g: Match, s: GameState) -> int:
    """Return the unit that stops where it began, as it faces; -1 where nobody with a facing does."""
    frame = s.frames[-1]
    unit = frame[1] if frame[0] == "move" else -1
    return unit if unit in g.t.units and s.facing[unit] >= 0 and not s.flags[unit] & SQUARE else -1


def _faces(g: Match, s: GameState, goals: Goals) -> HexScore:
    """Return what says how well a facing looks at the nearest enemies."""
    t = g.t
    frame = s.frames[-1]
    unit = frame[1] if isinstance(frame[1], int) else frame[4][0] if frame[0] == "advance" else -1
    if frame[0] == "setup" or unit not in t.units or s.place[unit] < 0:
        return lambda facing: 0.0
    here = s.place[unit]
    row = t.distances_from(goals.nearest_enemy(here))
    around = t.neighbours[6 * here : 6 * here + 6]

    def score(facing: int) -> float:
        ahead = [row[h] for h in (around[facing], around[(facing + 1) % 6]) if h >= 0]
        return -0.1 * sum(ahead) / max(len(ahead), 1)

    return score
