"""Who moves, and what may be done next: what the one search for paths asks of a series.

A search walks over places. A place is a tuple of whole numbers that begins with a hex: hex and facing, two
halves, formation hits so far, whatever the series must know to say what comes next. A series answers for a
unit in its state with a `Mover` (hook `unit_moves`); a movement class without a unit, and units of a series
without that hook, move by `ClassMover`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.model.battle import Battle
from jdgtools.model.definition import FieldDef
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.prohibitions import Prohibitions, prohibitions
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.rules import LEADER_CLASSES, MapRules, Series, StepCost

Place = tuple[int, ...]
"""Where a mover is, and how: a hex, then what the mover counts."""


class MoveRefused(ValueError):
    """A question about a move that has no answer; it says what to ask instead."""

    def __init__(self, message: str, ask: str) -> None:
        super().__init__(message)
        self.ask = ask
        """What to ask instead, as an imperative sentence without a full stop."""


class MovePoints(Struct, frozen=True):
    """What a piece may spend on one move."""

    points: int | None
    """In 1/denominator movement points; None = nothing says it."""
    reasons: tuple[str, ...] = ()
    """How they came about, each with its statement id."""
    measure: Literal["MP", "hexes"] = "MP"
    """What is counted: movement points, or hexes where the rules measure a move so."""


class Pose(Struct, frozen=True):
    """A place in the words of the model."""

    hexes: tuple[int, ...]
    """As in `Placement.hexes`."""
    facing: int | None = None
    """Corner or hexside; None where it is free or means nothing."""
    state: Mapping[str, str] = field(default_factory=dict)
    """Axes that the move has changed."""


class StandingUnit(Struct, frozen=True):
    """A unit of the setup in its hexes."""

    unit: Unit
    placement: Placement

    @property
    def hexes(self) -> tuple[int, ...]:
        """Left half and right half of a two-hex unit, else its hex."""
        return self.placement.hexes

    def state(self, axis: str) -> str:
        """Return the value on an axis of states; '' = the default."""
        return self.placement.state.get(axis, "")


class MovingPiece(Struct, frozen=True, dict=True):
    """A unit or leader that is about to move, in its state, among the others of the setup."""

    map_rules: MapRules
    battle: Battle
    series: Series
    scenario: Scenario | None
    id: str
    hexes: tuple[int, ...]
    facing: int | None = None
    state: Mapping[str, str] = field(default_factory=dict)
    """As in `Placement.state`."""
    flags: frozenset[str] = frozenset()
    """Flags of the turn, e.g. night."""
    turn: int | None = None
    kind: str = ""
    """Kind of move, one of those that the series names; '' = the usual one."""
    attackers: tuple[str, ...] = ()
    """Units before which it retreats or withdraws, or which it has beaten; () = those next to it."""
    by_class: str = ""
    """Movement class that is asked for instead of its own; '' = its own."""
    fled: tuple[int, ...] = ()
    """Hexes through which the beaten unit that it pursues has fled, in order; () = nothing says any."""

    @cached_property
    def unit(self) -> Unit | None:
        """The unit; None = it is a leader."""
        return self.battle.unit(self.id)

    @cached_property
    def leader(self) -> Leader | None:
        """The leader; None = it is a unit."""
        return None if self.unit is not None else self.battle.leader(self.id)

    @property
    def side(self) -> str | None:
        """Id of its side."""
        piece = self.unit or self.leader
        return None if piece is None else piece.side

    @cached_property
    def prohibitions(self) -> Prohibitions:
        """What the special rules of the scenario close to it on the turn."""
        grid = self.map_rules.map.grid
        return prohibitions(self.scenario, grid, self.id, self.turn, leader=self.unit is None)

    @property
    def rout_edge(self) -> str | None:
        """Edge of the map to which its side routs; None = the scenario does not say it."""
        sides = () if self.scenario is None else self.scenario.sides
        return next((side.rout_edge for side in sides if side.side == self.side), None)

    @cached_property
    def others(self) -> tuple[StandingUnit, ...]:
        """All other units in exact hexes, in setup order."""
        placements = () if self.scenario is None else self.scenario.on_map()
        return tuple(
            StandingUnit(unit, p)
            for p in placements
            if p.kind == "unit" and p.piece != self.id and (unit := self.battle.unit(p.piece)) is not None
        )

    @cached_property
    def enemies(self) -> tuple[StandingUnit, ...]:
        """Those of the other side."""
        return tuple(other for other in self.others if other.unit.side != self.side)

    @cached_property
    def before(self) -> tuple[StandingUnit, ...]:
        """The enemy units before which it retreats or withdraws."""
        if self.attackers:
            return tuple(e for e in self.enemies if e.unit.id in self.attackers)
        distance = self.map_rules.map.grid.distance
        return tuple(e for e in self.enemies if any(distance(a, b) == 1 for a in self.hexes for b in e.hexes))

    def after_combat(self) -> MovingPiece:
        """Return the piece as it stands when the enemy units before it have left their hexes."""
        enemies_before = {enemy.unit.id for enemy in self.before}
        if self.scenario is None:
            return self
        placements = tuple(p for p in self.scenario.placements if p.piece not in enemies_before)
        return replace(self, scenario=replace(self.scenario, placements=placements), attackers=())

    def ways_of_pursuit(self) -> tuple[tuple[int, ...], ...]:
        """Return the ways of those that it has beaten: a hex next to it that they have left, then `fled`.

        Raises:
            MoveRefused: nobody that it has beaten was next to it, or `fled` is no way from there.
        """
        distance, name = self.map_rules.map.grid.distance, self.map_rules.map.grid.id
        near = [h for e in self.before for h in e.hexes if any(distance(h, here) == 1 for here in self.hexes)]
        left = sorted(set(near))
        if not left:
            raise MoveRefused(
                f"`{self.id}`: no enemy unit is next to it",
                "name with --attacker the unit that it has beaten",
            )
        if not self.fled:
            return tuple((h,) for h in left)
        starts = [h for h in left if distance(h, self.fled[0]) == 1]
        if not starts or any(distance(a, b) != 1 for a, b in pairwise(self.fled)):
            way, whence = (", ".join(name(h) for h in hexes) for hexes in (self.fled, left))
            raise MoveRefused(
                f"{way} is no way from {whence}, which the beaten unit has left",
                "give with --fled every hex that it has entered, in order",
            )
        return tuple((h, *self.fled) for h in starts)

    @cached_property
    def friends(self) -> tuple[StandingUnit, ...]:
        """Those of its own side."""
        return tuple(other for other in self.others if other.unit.side == self.side)

    @cached_property
    def back_up(self) -> bool:
        """Whether the back of its counter is up in its state."""
        for axis in self.battle.series.state_axes:
            state_value = self.state.get(axis.id, axis.default)
            if any(value.id == state_value and value.face == "back" for value in axis.values):
                return True
        return False

    @cached_property
    def movement_class(self) -> str:
        """Column of the terrain chart by which it moves.

        Raises:
            MoveRefused: it is a leader, and the series has no class for leaders.
        """
        classes = self.series.movement.classes
        if self.by_class:
            return self.by_class
        if self.unit is not None:
            return self.series.movement_class(self.battle.series, self.unit) or classes[0]
        for name in classes:
            if name in LEADER_CLASSES:
                return name
        raise MoveRefused(
            f"the series has no movement class for leaders such as `{self.id}`",
            "give the class by which the leader moves with --class",
        )

    def printed_allowance(self) -> int | None:
        """Return the movement allowance on the side of the counter that is up; None = none is printed."""
        if self.unit is not None:
            numbers = (
                self.unit.number(name, back=self.back_up)
                for name in _movement_fields(self.battle.series.unit_fields)
            )
            return next((number for number in numbers if number is not None), None)
        role = self.battle.series.role(self.leader.role or "") if self.leader is not None else None
        if role is None or self.leader is None:
            return None
        values = (self.leader.front.get(name) for name in _movement_fields(role.fields))
        return next((value for value in values if isinstance(value, int)), None)

    def distance(self, hex_index: int, others: Iterable[StandingUnit]) -> int | None:
        """Return the distance from a hex to the nearest of some units; None = there are none."""
        between = self.map_rules.map.grid.distance
        return min((between(hex_index, h) for other in others for h in other.hexes), default=None)


def _movement_fields(fields: Iterable[FieldDef]) -> list[str]:
    return [f.id for f in fields if f.measures == "movement"]


class Mover(Protocol):
    """A piece in one search: where it begins, what it can do next, where it may end."""

    movement_class: str
    """Column of the terrain chart by which it moves in its state."""

    @property
    def start(self) -> Place:
        """Where it begins."""
        ...

    @property
    def budget(self) -> MovePoints:
        """What it may spend."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What holds for the whole move, each with its statement id."""
        ...

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return what it can do next with the cost; nothing where its move ends."""
        ...

    def limit(self, place: Place) -> int | None:
        """Return what may be spent in all on a move that goes on from a place; None = the whole budget."""
        ...

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return one of those moves with its reasons."""
        ...

    def stops(self, place: Place) -> bool:
        """Return whether its move ends there."""
        ...

    def end(self, place: Place) -> str:
        """Return why its move may not end there; '' = it may."""
        ...

    def pose(self, place: Place) -> Pose:
        """Return the place in the words of the model."""
        ...

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings that it may have if its move ends there; None = any, or the one of its pose."""
        ...

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex; '' = nothing but the way there forbids it."""
        ...


@runtime_checkable
class AttackingMover(Protocol):
    """A mover whose move ends in an attack, such as a charge."""

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that may be attacked when the move ends at a place, ascending."""
        ...


class UnitMoves(Protocol):
    """How units and leaders of a series move in their states: the module `unit_moves` has `RULES`."""

    kinds: Mapping[str, str]
    """Kinds of move that may be asked for -> what each is, in a phrase; '' stands for the usual one."""

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a piece.

        Raises:
            MoveRefused: it cannot be asked so.
        """
        ...
