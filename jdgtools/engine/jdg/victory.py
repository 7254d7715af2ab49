"""Conditions, victory points and the end of the game (JDG-13, docs/package.md)."""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.nodes import EndNode
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import ELIMINATED, FLED, GameState
from jdgtools.engine.jdg.predicates import tag
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import EXITS, POINTS

CONDITIONS = frozenset(
    [
        "all",
        "any",
        "not",
        "holds",
        "eliminated",
        "losses",
        "exited",
        "destroyed",
        "fled",
        "captured",
        "turn",
        "state",
        "difference",
        "always",
    ]
)
COUNTED = frozenset(["holds", "eliminated", "exited", "destroyed", "fled", "captured", "state"])
"""Conditions that hexes or pieces fulfil one by one."""
_STATE_LEVELS = {"ordered": 0, "disordered": 1, "routed": 2}


def victory_hexes(g: ScenarioInPlay) -> tuple[int, ...]:
    """Return the hexes that awards and automatic victories ask for."""
    hexes: set[int] = set()
    victory = g.t.package.victory
    waiting: list[Any] = [*(a.when for a in victory.awards), *(a.when for a in victory.automatic)]
    while waiting:
        node = waiting.pop()
        waiting += getattr(node, "parts", ())
        if tag(node) == "holds":
            hexes.update(node.hexes)
    return tuple(sorted(hexes))


def check_conditions(g: ScenarioInPlay) -> None:
    """Refuse conditions, states and times that the engine does not know.

    Raises:
        EngineRefused: with the word.
    """
    victory = g.t.package.victory
    if victory.schedules:
        raise EngineRefused("schedules of points are not played")
    for automatic in victory.automatic:
        if automatic.evaluated != "end of turn":
            raise EngineRefused(
                f"the automatic victory `{automatic.id}` is looked at `{automatic.evaluated}`"
            )
    whens: list[Any] = [*(a.when for a in victory.awards), *(a.when for a in victory.automatic)]
    whens += [arrival.required for arrival in g.arrivals if arrival.required is not None]
    while whens:
        node = whens.pop()
        kind = tag(node)
        if kind not in CONDITIONS:
            raise EngineRefused(f"the condition `{kind}` is unknown to the engine")
        if kind == "state" and node.value not in _STATE_LEVELS:
            raise EngineRefused(f"the state `{node.value}` in a condition is not played")
        whens += getattr(node, "parts", ())


def lost_places(g: ScenarioInPlay) -> tuple[int, ...]:
    """Return where the units are that count as eliminated: those that fled by an option (AMB-108)."""
    return (ELIMINATED, FLED) if g.t.options["rout_exit_counts_as_eliminated"] else (ELIMINATED,)


def _is_gone(g: ScenarioInPlay, s: GameState, name: str, *places: int) -> bool:
    piece = g.t.piece_of.get(name, -1)
    return piece >= 0 and s.place[piece] in places


def _holders(g: ScenarioInPlay, s: GameState, node: Any) -> list[int]:
    side = g.t.side_ids.index(node.side) if node.side in g.t.side_ids else -2
    return [h for h in node.hexes if s.holder[h] == side]


def members(g: ScenarioInPlay, s: GameState, node: Any) -> list[Any]:
    """Return the hexes or pieces that fulfil a condition by themselves."""
    kind = tag(node)
    if kind == "holds":
        return _holders(g, s, node)
    if kind == "eliminated":
        return [n for n in node.units if _is_gone(g, s, n, *lost_places(g))]
    if kind == "destroyed":
        return [n for n in node.units if _is_gone(g, s, n, ELIMINATED)]
    if kind == "fled":
        return [n for n in node.units if _is_gone(g, s, n, FLED)]
    if kind == "state":
        level = _STATE_LEVELS[node.value]
        pieces = [(n, g.t.piece_of.get(n, -1)) for n in node.units]
        return [n for n, p in pieces if p >= 0 and s.place[p] >= 0 and s.level[p] == level]
    if kind == "exited":
        hexes = set(node.hexes)
        if node.edge:
            hexes |= set(g.t.package.grid.edges.get(node.edge, ()))
        left = {g.t.ids[piece]: at for piece, at in s.memory[EXITS]}
        return [n for n in node.units if n in left and (not hexes or left[n] in hexes)]
    return []


def _counts(node: Any, count: int, whole: int) -> bool:
    return count >= (whole if node.count is None else node.count)


def _losses(g: ScenarioInPlay, s: GameState, node: Any) -> bool:
    t = g.t
    units = [t.piece_of[name] for name in node.units if name in t.piece_of]
    whole = sum(t.strength[u][0] for u in units if u in t.units)
    lost_strength = sum(t.strength[u][0] for u in units if u in t.units and s.place[u] in lost_places(g))
    return lost_strength * 100 >= (node.percent or 0) * whole


def condition(g: ScenarioInPlay, s: GameState, node: Any) -> bool:
    """Return whether a condition of the package is true."""
    kind = tag(node)
    if kind == "always":
        return True
    if kind == "all":
        return all(condition(g, s, part) for part in node.parts)
    if kind == "any":
        return any(condition(g, s, part) for part in node.parts)
    if kind == "not":
        return not any(condition(g, s, part) for part in node.parts)
    if kind == "turn":
        return (node.low is None or s.turn >= node.low) and (node.high is None or s.turn <= node.high)
    if kind == "losses":
        return _losses(g, s, node)
    if kind == "captured":
        return False  # no unit of this series is captured
    if kind == "difference":
        side = g.t.side_ids.index(node.side)
        points = final_points(g, s)
        value = points[side] - points[1 - side]
        return (node.low is None or value >= node.low) and (node.high is None or value <= node.high)
    whole = node.hexes if kind == "holds" else node.units
    return _counts(node, len(members(g, s, node)), len(whole))


def award_count(g: ScenarioInPlay, s: GameState, award: Any) -> int:
    """Return how often an award counts now."""
    each = _each(g, s, award.when) if award.each else None
    return int(condition(g, s, award.when)) if each is None else len(each)


def _each(g: ScenarioInPlay, s: GameState, node: Any) -> set[Any] | None:
    """Return the hexes or pieces for each of which an award counts; None where a condition has none."""
    kind = tag(node)
    if kind in COUNTED:
        return set(members(g, s, node))
    if kind == "any":
        parts = [each for part in node.parts if (each := _each(g, s, part)) is not None]
        return set().union(*parts) if len(parts) == len(node.parts) else None
    if kind == "all":
        parts_counted = [part for part in node.parts if _each(g, s, part) is not None]
        if len(parts_counted) == 1:
            others = all(condition(g, s, part) for part in node.parts if part not in parts_counted)
            return _each(g, s, parts_counted[0]) if others else set()
    return None


def _awards(g: ScenarioInPlay, s: GameState, at: str, points: tuple[int, int]) -> tuple[int, int]:
    both = list(points)
    for award in g.t.package.victory.awards:
        if award.at == at and award.side in g.t.side_ids and not _asks_difference(award.when):
            both[g.t.side_ids.index(award.side)] += award.points * award_count(g, s, award)
    return both[0], both[1]


def _asks_difference(node: Any) -> bool:
    return tag(node) == "difference" or any(_asks_difference(p) for p in getattr(node, "parts", ()))


def turn_points(g: ScenarioInPlay, s: GameState) -> None:
    """Add the points of awards at the end of every turn."""
    s.memory[POINTS] = _awards(g, s, "turn", s.memory[POINTS])


def final_points(g: ScenarioInPlay, s: GameState) -> tuple[int, int]:
    """Return the points as if the game ended now, those for units that have left included."""
    points = list(_awards(g, s, "end", s.memory[POINTS]))
    for effect in g.special.effects:
        if tag(effect) == "exit" and effect.points:
            pieces = g.special.pieces(effect.units)
            for piece, at in s.memory[EXITS]:
                if piece in pieces and (not effect.hexes or at in effect.hexes):
                    points[g.t.side[piece]] += effect.points
    return points[0], points[1]


def side_with_more(g: ScenarioInPlay, points: tuple[int, int]) -> int:
    """Return the side with more points; with equal ones whom `tie` names, -1 for a draw (AMB-96)."""
    if points[0] == points[1]:
        return {"draw": -1, "first_side": 0, "second_side": 1}[str(g.t.options["tie"])]
    return int(points[1] > points[0])


def automatic_end(g: ScenarioInPlay, s: GameState) -> EndNode | None:
    """Return the automatic victory that is true (JDG-13.1-a to -c).

    Of several the first of the list counts; where both sides have one, that of the side with more points
    (AMB-96).
    """
    ends_reached = [end for end in g.t.package.victory.automatic if condition(g, s, end.when)]
    if not ends_reached:
        return None
    points = final_points(g, s)
    sides = [g.t.side_ids.index(end.side) if end.side in g.t.side_ids else -1 for end in ends_reached]
    winner = sides[0]
    if winner >= 0 and 1 - winner in sides:
        winner = side_with_more(g, points)
    cause = ends_reached[sides.index(winner)] if winner in sides else ends_reached[0]
    return EndNode(winner, cause.id, points)


def end_of_game(g: ScenarioInPlay, s: GameState) -> EndNode:
    """Return how the game ends after its last turn (JDG-13.2-a, AMB-96)."""
    points = final_points(g, s)
    for level in g.t.package.victory.levels:
        side = g.t.side_ids.index(level.side) if level.side in g.t.side_ids else -1
        first = max(side, 0)
        value = points[first] - points[1 - first]
        if (level.low is None or value >= level.low) and (level.high is None or value <= level.high):
            return EndNode(side, "level", points)
    return EndNode(side_with_more(g, points), "points", points)
