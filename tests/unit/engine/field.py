"""An open field: the map of a bundled battle with all its ground made clear and level, and units put on it by hand.

What the examples of the rules say of units needs room and no terrain; what terrain does has tests of its own.
"""

from __future__ import annotations

from copy import copy
from functools import partial
from types import SimpleNamespace
from typing import Any

from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.core.state import OFF_MAP, Frame, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.tables import Charts, ChartTable
from jdgtools.engine.jdg.words import ACTIVE, DONE_VERB, GROUP, ORDERS, WITHOUT
from jdgtools.package import Package
from tests.unit.package.bundled import packages

ALLIED = {
    "infantry": ("br-5", "br-9", "br-38", "br-82"),
    "cavalry": ("br-20ld", "pt-cav"),
    "artillery": ("br-9pdr-a", "br-6pdr-a"),
}


def _open_field(package: Package) -> Match:
    """Return a game without special rules, on a map whose ground is clear and level."""
    game = Match(package, [rule.id for rule in package.special_rules])
    t = game.t
    steps = 6 * t.size
    inside = [t.neighbours[step] >= 0 for step in range(steps)]
    costs = tuple(t.denominator if ok else -1 for ok in inside)
    t.cost = [[costs] * 2 for _ in t.classes]
    t.steps = [t._open_steps(costs, costs, frozenset())] * len(t.classes)
    t.disorders = [[frozenset(), frozenset()] for _ in t.classes]
    t.zone_hexes = [t.hexes_by_masks((63,) * t.size)] * len(t.classes)
    t.shock_drm, t.fire_drm = [0] * steps, [0] * steps
    t.no_charge, t.retreat = [False] * steps, [0] * steps
    t.levels = (0,) * t.size
    t.terrain = ["clear"] * t.size
    t.clear = [True] * t.size
    t.six_front, t.shelter, t.hex_blocks_charge = [[False] * t.size for _ in range(3)]
    t.side_kinds = {}
    t.sight = SimpleNamespace(sees=lambda origin, target: True)  # type: ignore[assignment]
    game.entry_hexes = [frozenset() for _ in game.arrivals]
    t.turn_flags = {number: frozenset() for number in t.turn_flags}
    return game


MAX_FIELDS = 4
_fields: dict[int, tuple[Package, Match]] = {}
"""Package by its identity -> it, and the game on an open field: made once, and copied for every test."""


def _copy(value: Any) -> Any:
    """Copy what tests change: lists and mappings, and the tables of charts in them."""
    if isinstance(value, list):
        return [_copy(item) for item in value] if value and isinstance(value[0], list) else value[:]
    if isinstance(value, ChartTable):
        table = copy(value)
        table.__dict__.update({name: _copy(part) for name, part in vars(value).items()})
        return table
    if isinstance(value, Charts):
        return Charts((name, _copy(table)) for name, table in value.items())
    return dict(value) if isinstance(value, dict) else value


def _copy_of(made: Match) -> Match:
    """Return a game that shares with another what no test changes."""
    game, t, special = copy(made), copy(made.t), copy(made.special)
    t.__dict__.update({name: _copy(value) for name, value in vars(made.t).items()})
    t.sight = SimpleNamespace(sees=lambda origin, target: True)  # type: ignore[assignment]
    t.known_threats = tuple((look, {}) for look, _ in made.t.known_threats)
    game.t = special.t = t
    game.special = special
    game.entry_hexes, game._last_legs, game.goal_distances = list(made.entry_hexes), {}, {}
    if t.protected_hexes:
        t.protected_hexes = game.entry_zone
    game.procedures = {name: partial(bound.func, game) for name, bound in made.procedures.items()}
    return game


class Field:
    """An open field without special rules; side 0 is to act."""

    def __init__(self, battle: str = "vimeiro-1808", turn: int = 2) -> None:
        """Clear the ground of a map."""
        package = packages(battle)[0][1]
        if id(package) not in _fields:
            if len(_fields) > MAX_FIELDS:
                del _fields[next(iter(_fields))]
            _fields[id(package)] = package, _open_field(package)
        self.game = _copy_of(_fields[id(package)][1])
        t = self.t = self.game.t
        self.s: GameState = self.game.start()
        for unit in t.units:
            self.s.take(unit, OFF_MAP)
            self.s.flags[unit] = self.s.level[unit] = self.s.facing[unit] = 0
        for leader in t.leaders:
            self.s.place[leader] = OFF_MAP
        self.s.turn = turn

    def unit(self, name: str) -> int:
        """Return the number of a unit."""
        return self.t.piece_of[name]

    def hex(self, name: str) -> int:
        """Return the number of a hex."""
        return self.t.hex_of[name]

    def beside(self, name: str, *directions: int) -> str:
        """Return the hex that is reached by steps; direction 0 is north, and so on clockwise."""
        here = self.hex(name)
        for direction in directions:
            here = self.t.neighbours[6 * here + direction]
        return self.t.hex_ids[here]

    def put(
        self,
        name: str,
        at: str,
        facing: int = 0,
        *,
        level: int = 0,
        orders: bool = True,
        flags: int = 0,
        formation: int | None = None,
        heavy: bool = False,
        **ratings: int,
    ) -> int:
        """Put a unit into a hex; a rating (strength, cohesion, shock, movement) holds for both sides of it."""
        t, s = self.t, self.s
        unit = t.piece_of[name]
        for table in ("strength", "cohesion", "shock", "movement"):
            if table in ratings:
                getattr(t, table)[unit] = (ratings[table], ratings[table])
        t.heavy[unit] = heavy
        front, back = t.values[unit]
        known = {"heavy": heavy, **ratings}
        t.values[unit] = ({**front, **known}, {**back, **known})
        if formation is not None:
            t.command[unit] = formation
        s.put(unit, self.hex(at))
        s.level[unit] = level
        s.facing[unit] = -1 if level == 2 else facing
        s.flags[unit] = flags | ACTIVE | (ORDERS if orders else WITHOUT)
        s.memory[GROUP] = tuple(0 if k == unit else v for k, v in enumerate(s.memory[GROUP]))
        return unit

    def begin(self, *frames: Frame) -> None:
        """Go on with frames, the first of them first, as if in a turn."""
        self.game.procedures = {
            **self.game.procedures,
            "rest": lambda s, f: DecisionNode(0, "rest", ((DONE_VERB,),)),
        }
        self.s.frames = [("rest",), *reversed(frames)]
        self.game.advance(self.s)

    def move(self, name: str) -> None:
        """Begin the movement segment of side 0, and take a unit."""
        self.begin(("segment", self.t.side[self.unit(name)]), ("declare", self.t.side[self.unit(name)]))
        self.play(f"unit {name}")

    def actions(self) -> list[str]:
        """Return the legal actions as texts; none where chance decides."""
        node = self.s.node
        return [self.game.action_text(a) for a in node.actions] if isinstance(node, DecisionNode) else []

    def play(self, *steps: str | int) -> None:
        """Carry out actions by their texts, and let the die fall."""
        for step in steps:
            if isinstance(step, int):
                node = self.s.node
                assert isinstance(node, ChanceNode), (step, self.actions())
                self.game.outcome(self.s, step - node.low)
            else:
                assert step in self.actions(), (step, self.s.node and self.actions(), self.s.node)
                self.game.apply(self.s, self.actions().index(step))

    def at(self, name: str) -> str:
        """Return the hex of a unit; a dash where it has left the map."""
        place = self.s.place[self.unit(name)]
        return self.t.hex_ids[place] if place >= 0 else "-"

    def level(self, name: str) -> int:
        """Return the level of cohesion of a unit."""
        return self.s.level[self.unit(name)]

    @property
    def rests(self) -> bool:
        """Whether all that was begun is over."""
        return self.s.frames == [("rest",)]

    @property
    def chance(self) -> str:
        """What the die is for; empty where somebody decides."""
        return self.s.node.kind if isinstance(self.s.node, ChanceNode) else ""


def until(field: Field, *words: str) -> None:
    """Let things happen, by the first action and the lowest roll, until one of the words may be said."""
    for _ in range(60):
        if any(text.startswith(words) for text in field.actions()):
            return
        field.play(0 if field.chance else field.actions()[0])
    raise AssertionError(words)


def said(field: Field, *verbs: str) -> set[str]:
    """Return the legal actions that begin with one of the verbs."""
    return {text for text in field.actions() if text.split()[0] in verbs}


def at(field: Field, *ends: tuple[int, ...], verb: str = "go", start: str = "1515") -> set[str]:
    """Return actions with the hexes that are reached by steps."""
    return {f"{verb} {field.beside(start, *end)}" for end in ends}


def answered(field: Field, roll: int, *answers: str, checks: int = 0, stop: tuple[str, ...] = ()) -> None:
    """Go on: the shock shows `roll`, all checks `checks`; answers where they are legal, else the first action."""
    for _ in range(80):
        if field.rests or said(field, *stop):
            return
        if field.chance:
            field.play(roll if field.chance == "shock" else checks)
        else:
            legal = field.actions()
            field.play(next((a for a in answers if a in legal), legal[0]))
    raise AssertionError(field.actions())


def command(field: Field, here: str, name: str = "junot", flags: int = 0) -> int:
    """Put a commander into a hex."""
    leader = field.unit(name)
    field.s.place[leader] = field.hex(here)
    field.s.flags[leader] = flags
    return leader


def where(field: Field, leader: int) -> str:
    """Return the hex of a commander; a dash where he has left the map."""
    place = field.s.place[leader]
    return field.t.hex_ids[place] if place >= 0 else "-"


def by_night(field: Field, option: str = "night") -> None:
    """Make the turn one of night or fog."""
    field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({option})}
