"""Positions by hand: pieces put onto the map as a person writes them, and a segment in which a side acts.

A position of a game holds flags and frames that only the engine knows. Whoever wants to ask what is legal
where a rule speaks of two battalions and a squadron writes down these three, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.arrivals import COMPLETE
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import ACTIVE, ARRIVALS, ORDERED, ORDERS, ROUTED, SQUARE, WITHOUT

SEGMENTS = {"fire": 2, "movement": 3, "combat": 4, "rally": 5}
"""Segment of an activation -> its step in `activation.activate`."""
LEVELS = ("ordered", "disordered", "routed")
_MEMBERS = frozenset({"turn", "side", "segment", "orders", "units"})
_UNIT_MEMBERS = frozenset({"id", "hex", "level", "facing", "square", "orders", "order"})
MAX_STACK = 99
"""Places in a stack."""


def plain_position(g: Match, content: Mapping[str, Any]) -> GameState:
    """Return the position in which a side begins a segment, with these pieces on the map and no others.

    All units of the side act, and nobody has done anything in the turn. Nobody is due to enter, no formation
    is demoralised, each unit is a group by itself. The game goes on from there: the segments that follow,
    phase E, the next turn.

    Args:
        g: The game; rules of the scenario that it does not leave out are in force.
        content: `side`; `segment` (`fire`, `movement`, `combat` or `rally`); `units`, each with `id` and
            `hex` and, where they differ from what is named first, `level` (ordered, disordered, routed),
            `facing` (0 to 5; a routed unit has none), `square` (false) and `orders`. Of one hex the first is
            on top, or that with the lowest `order`; commanders are written in the same way. Two members may
            be left out: `turn` (that in which the scenario begins), `orders` (true: whether the units of the
            side have orders).

    Raises:
        EngineRefused: what is written is not understood; the line says where.
    """
    _check_members(content, _MEMBERS, "the position")
    t, s = g.t, g.start()
    for piece in (*t.units, *t.leaders):
        s.take(piece, OFF_MAP)
        s.level[piece], s.facing[piece], s.flags[piece] = ORDERED, -1, 0
    s.memory[ARRIVALS] = (COMPLETE,) * len(g.arrivals)
    s.turn = _number(content.get("turn", t.first), t.first, t.last, "`turn`")
    side = t.side_ids.index(_one_of(content.get("side"), t.side_ids, "`side`"))
    step = SEGMENTS[_one_of(content.get("segment"), SEGMENTS, "`segment`")]
    has_orders = _truth(content.get("orders", True), "`orders`")
    units = content.get("units")
    if not isinstance(units, list):
        raise EngineRefused("`units` of the position is no list")
    places = {}
    for number, unit in enumerate(units, 1):
        piece = _put(g, s, unit, f"unit {number}")
        places[piece] = number
        if "order" in unit:
            places[piece] = _number(unit["order"], 0, MAX_STACK, f"`order` of `{t.ids[piece]}`")
    s.stacks = [tuple(sorted(stack, key=places.__getitem__)) for stack in s.stacks]
    for piece in t.of_side[side]:
        own_orders = s.flags[piece] & (ORDERS | WITHOUT)
        s.flags[piece] |= ACTIVE | (own_orders or (ORDERS if has_orders else WITHOUT))
    marker = next((m for m in range(len(t.markers)) if t.marker_side[m] == side), 0)
    s.answer, s.frames = None, [("turn", 3), ("activate", step, marker)]
    g.advance(s)
    return s


def _put(g: Match, s: GameState, content: Any, where: str) -> int:
    """Put a piece onto the map, and return it."""
    t = g.t
    if not isinstance(content, dict):
        raise EngineRefused(f"{where} of the position is no object")
    _check_members(content, _UNIT_MEMBERS, where)
    piece = t.piece_of[_one_of(content.get("id"), t.piece_of, f"`id` of {where}")]
    where = f"`{t.ids[piece]}`"
    here = t.hex_of[_one_of(content.get("hex"), t.hex_of, f"`hex` of {where}")]
    if s.place[piece] >= 0 or not t.package.grid.in_play[here]:
        raise EngineRefused(f"{where} stands in two hexes, or in one that is not in play")
    if piece in t.leaders:
        s.place[piece] = here
        return piece
    level = LEVELS.index(_one_of(content.get("level", LEVELS[ORDERED]), LEVELS, f"`level` of {where}"))
    facing = _number(content.get("facing", 0), -1, 5, f"`facing` of {where}")
    if (others := s.stacks[here]) and t.side[others[0]] != t.side[piece]:
        raise EngineRefused(f"{where} stands in one hex with the enemy, {t.hex_ids[here]}")
    s.put(piece, here)
    s.holder[here] = t.side[piece]
    s.level[piece] = level
    s.facing[piece] = -1 if level == ROUTED else max(facing, 0)
    s.flags[piece] = SQUARE if _truth(content.get("square", False), f"`square` of {where}") else 0
    if "orders" in content:
        s.flags[piece] |= ORDERS if _truth(content["orders"], f"`orders` of {where}") else WITHOUT
    return piece


def _check_members(content: Mapping[str, Any], members: frozenset[str], where: str) -> None:
    unknown = sorted(str(name) for name in content if name not in members)
    if unknown:
        raise EngineRefused(f"`{unknown[0]}` of {where} is not known; there are {', '.join(sorted(members))}")


def _one_of(value: Any, words: Iterable[str], what: str) -> str:
    if not isinstance(value, str) or value not in words:
        some = list(words)[:8]
        more = " ..." * (len(some) == 8)
        raise EngineRefused(f"{what} is {value!r}; expected one of {', '.join(some)}{more}")
    return value


def _number(value: Any, low: int, high: int, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise EngineRefused(f"{what} is {value!r}; expected a number from {low} to {high}")
    return value


def _truth(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise EngineRefused(f"{what} is {value!r}; expected true or false")
    return value
