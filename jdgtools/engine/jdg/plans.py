"""A player with a plan: orders for formations and units by turn, and greedy play where they say nothing.

A plan is a text, a line an order; `#` begins a comment:

    left-column  go 0710 0812   turns 2-5
    br-5         hold 0911
    reserve      wait           turns 1-3
"""

from __future__ import annotations

from typing import NamedTuple

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.goals import Goals
from jdgtools.engine.jdg.greedy import GreedyPlayer, HexScore
from jdgtools.engine.jdg.match import Match

MAX_LINES = 1000
"""Lines of a plan."""
VERBS = ("go", "hold", "wait")


class PlannedOrder(NamedTuple):
    """A line of a plan."""

    units: frozenset[int]
    verb: str
    """`go` to the nearest of the hexes, `hold` them once there, or `wait` without moving."""
    hexes: tuple[int, ...]
    first: int
    last: int
    single: bool
    """Whether the line names one unit; such lines come before those of formations."""


def read_plan(g: Match, text: str, side: int) -> tuple[PlannedOrder, ...]:
    """Return the orders of a plan, those of single units first.

    One plan may have orders for both sides, and serve both.

    Raises:
        EngineRefused: a line is not understood; the message has its number, and what is expected.
            Or there is no order for the side in it.
    """
    orders = []
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise EngineRefused(f"a plan has at most {MAX_LINES} lines, this one {len(lines)}")
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if words:
            try:
                orders.append(_order(g, words))
            except ValueError as error:
                raise EngineRefused(f"line {number} of the plan: {error}") from None
    if not orders:
        raise EngineRefused("the plan gives no order")
    if not any(order.units.intersection(g.t.of_side[side]) for order in orders):
        raise EngineRefused(
            f"the plan gives no order to a unit of the {g.side_names()[side]}, whom it is to lead"
        )
    return tuple(sorted(orders, key=lambda order: not order.single))


def _order(g: Match, words: list[str]) -> PlannedOrder:
    t = g.t
    name, *rest = words
    if name in t.command_ids:
        units = frozenset(t.of_command[t.command_ids.index(name)])
    elif name in t.piece_of and t.piece_of[name] in t.units:
        units = frozenset([t.piece_of[name]])
    else:
        raise ValueError(f"`{name}` is no formation or unit of the scenario")
    first, last = t.first, t.last
    if "turns" in rest:
        at = rest.index("turns")
        first, last = _turns(rest[at + 1 :])
        rest = rest[:at]
    verb, *hexes = rest or [""]
    if verb not in VERBS:
        raise ValueError(f"after `{name}` stands `{verb}`; there are {', '.join(VERBS)}")
    if bool(hexes) == (verb == "wait"):
        raise ValueError(
            "`wait` takes no hexes" if hexes else f"`{verb}` needs hexes, e.g. `{verb} {t.hex_ids[0]}`"
        )
    unknown = [name for name in hexes if name not in t.hex_of]
    if unknown:
        raise ValueError(f"the map has no hex `{unknown[0]}`")
    return PlannedOrder(
        units, verb, tuple(t.hex_of[h] for h in hexes), first, last, name not in t.command_ids
    )


def _turns(words: list[str]) -> tuple[int, int]:
    text = "".join(words)
    low, dash, high = text.partition("-")
    numbers = (low, high if dash else low)
    if len(text) > 9 or not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"`turns {' '.join(words)}` is no turn or span, e.g. `turns 2-5`")
    first, last = map(int, numbers)
    if first > last:
        raise ValueError(f"`turns {text}` ends before it begins")
    return first, last


class PlanPlayer(GreedyPlayer):
    """Moves as the plan says; all else, fights above all, is the greedy player's."""

    def __init__(self, seed: int, orders: tuple[PlannedOrder, ...]) -> None:
        """Begin with a seed and the orders of `read_plan`."""
        super().__init__(seed)
        self.orders = orders

    def square_score(self, g: Match, s: GameState, unit: int, forms: bool, goals: Goals) -> float:
        """Return how good a square is; who is to go somewhere forms none."""
        order = self._order(s, unit)
        if order is not None and order.verb == "go":
            return -1.5 if forms else 1.0
        return super().square_score(g, s, unit, forms, goals)

    def moves(self, g: Match, s: GameState, unit: int, goals: Goals) -> HexScore:
        """Return what says how well a move follows the plan; without an order the greedy player says it."""
        order = self._order(s, unit)
        here = s.place[unit]
        if order is None or here < 0:
            return super().moves(g, s, unit, goals)
        hexes, t = order.hexes, g.t
        before = min((t.distance(here, h) for h in hexes), default=0)
        if order.verb == "wait" or (order.verb == "hold" and before == 0):
            return lambda target: -5.0
        return lambda target: float(before - min(t.distance(target, h) for h in hexes)) - 0.4

    def _order(self, s: GameState, unit: int) -> PlannedOrder | None:
        return next((o for o in self.orders if unit in o.units and o.first <= s.turn <= o.last), None)
