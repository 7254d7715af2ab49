"""What a series may offer beyond the hooks of `jdgtools.rules`; each is asked for by name.

A series has zones of control if its package has a module `zoc` with `RULES: ZocRules`. Its movement
rules may have the methods of `NearEnemyMovement`, `PartedMovement`, `GateMovement` and `FacedMovement`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, runtime_checkable

from msgspec import Struct, field

from jdgtools.rules import MapRules, StepCost

if TYPE_CHECKING:
    from jdgtools.derived.occupancy import Occupancy
    from jdgtools.model.battle import Battle
    from jdgtools.model.pieces import Unit
    from jdgtools.model.scenario import Scenario
    from jdgtools.rules import Series, Sight

T = TypeVar("T")


@runtime_checkable
class NearEnemyMovement(Protocol):
    """Movement rules in which a hex adjacent to an enemy unit costs something else."""

    def step_near_enemy(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str
    ) -> StepCost:
        """Return the cost of a step into a hex that is adjacent to an enemy unit."""
        ...


@runtime_checkable
class EntryMovement(Protocol):
    """Movement rules that know what a hex costs that is entered from off the map."""

    def entry(
        self, map_rules: MapRules, hex_index: int, movement_class: str, ways: tuple[str, ...]
    ) -> StepCost:
        """Return the cost of entering a hex from off the map, along the kinds of way that lead there."""
        ...


class StepParts(Struct, frozen=True):
    """What hex and hexside each contribute to a step; both together cost two levels."""

    hex: bool = False
    """Whether the hex that is entered costs a level."""
    side: bool = False
    """Whether a hexside that is crossed costs a level."""
    second: bool = False
    """Whether a hexside costs a level at every second crossing in one action."""
    side_cost: int = 0
    """How much of the cost is that of the hexsides."""


@runtime_checkable
class PartedMovement(Protocol):
    """Movement rules in which hex and hexside count apart: for hits, and for units of two hexes."""

    def step_parts(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepParts:
        """Return what hex and hexside contribute to a step."""
        ...


@runtime_checkable
class GateMovement(Protocol):
    """Movement rules with hexsides that are open only to the side that holds one of the two hexes."""

    def step_through_gates(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str
    ) -> StepCost:
        """Return the cost of a step for a unit of that side."""
        ...


@runtime_checkable
class FacedMovement(Protocol):
    """Movement rules in which a unit moves as it faces, and turning costs."""

    def step_faced(
        self, map_rules: MapRules, origin: int, facing: int, direction: int, movement_class: str
    ) -> StepCost:
        """Return the cost of a step of a unit that faces `facing` (0..5) and keeps that facing."""
        ...

    def turn_faced(
        self, map_rules: MapRules, hex_index: int, facing: int, to: int, movement_class: str
    ) -> StepCost:
        """Return the cost of turning in place from one facing to another."""
        ...


class OverlookRule(Struct, frozen=True):
    """When a unit on a line of sight is overlooked by levels; see `UnitSight` of the package."""

    higher: Literal["both", "firer", "target"]
    nearer: Literal["", "firer", "target"] = ""
    halfway: bool = True
    rules: tuple[str, ...] = ()


class BlockingUnits(Struct, frozen=True):
    """How units block lines of sight that terrain leaves free."""

    arms: tuple[str, ...]
    over: tuple[str, ...] = ()
    along: Literal["both", "never"] = "both"
    overlooked: tuple[OverlookRule, ...] = ()
    rules: tuple[str, ...] = ()


@runtime_checkable
class UnitSightRules(Protocol):
    """Sight rules that know how units block."""

    def blocking_units(self, map_rules: MapRules) -> BlockingUnits:
        """Return how units block, by the options in force."""
        ...


@runtime_checkable
class SightAmongUnits(Protocol):
    """Sight rules that explain what units on the line do."""

    def sight_among(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Return as `sight`, with units that block in some hexes (hex -> id)."""
        ...


@runtime_checkable
class ObstacleGround(SightAmongUnits, Protocol):
    """Sight rules by which ground on one side of a hexside and a unit on the other block together."""

    def ground_obstacles(self, map_rules: MapRules) -> frozenset[int]:
        """Return the hexes whose terrain may block lines of sight; levels are not looked at."""
        ...

    def blocks_beside_ground(
        self, map_rules: MapRules, origin: int, target: int, unit_hex: int, ground_hex: int
    ) -> bool:
        """Return whether a unit in one hex and the ground of another block the line between the two.

        The line runs along the hexside of both. `sight_among` says the same, with all that the line meets.
        """
        ...


@runtime_checkable
class OverlookingSteps(Protocol):
    """Sight rules by which units just below a height do not block lines that come down over them."""

    def overlooking_steps(self, map_rules: MapRules) -> frozenset[int]:
        """Return the steps (6 * hex + direction) down from a height.

        A unit in the hex that such a step enters does not block a line that comes in over the step from an
        end which is higher.
        """
        ...


@runtime_checkable
class DeadGround(Protocol):
    """Sight rules with hollows over which one sees, but through which some reactions do not go."""

    def lines_over_dead_ground(self, map_rules: MapRules) -> frozenset[tuple[int, int]]:
        """Return the lines (origin, target; hexes) over such ground that are as short as a reaction is."""
        ...


class StepEffect(Struct, frozen=True):
    """Something that terrain does over a step, e.g. the modifier of an attack."""

    id: str
    sentence: str
    """What its values mean, in English, with statement ids."""

    @property
    def default(self) -> int | str | bool:
        """Value over plain ground."""
        return 0


class ScheduledPoints(Struct, frozen=True, kw_only=True):
    """Points of a series for what happens to a piece of the other side."""

    key: str
    """Key of the chart that holds the points."""
    event: Literal["eliminated", "strength_lost", "captured", "disabled", "pursued_off_map"]
    piece: Literal["unit", "leader"] = "unit"
    arms: tuple[str, ...] = ()
    footprint: int | None = None
    fields: Mapping[str, tuple[int | str | bool, ...]] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    state: str = ""
    """Value of a state that the piece is in when the event has happened; of `strength_lost` the axis that
    counts the loss; '' = the piece is off the map."""


class Schedule(Struct, frozen=True):
    """Schedule of points of a series: the module `schedule` has `SCHEDULES`, a tuple of them."""

    chart: str
    entries: tuple[ScheduledPoints, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Option whose value replaces the points of these keys, where the chart has its own value still."""
    times: str = ""
    """Rating of leaders that the rule `times_rating` multiplies by."""


class StepEffects(Protocol):
    """What terrain does over steps, other than their cost: the module `effects` of a series has `EFFECTS`."""

    @property
    def effects(self) -> tuple[StepEffect, ...]:
        """The effects, in the order of the values."""
        ...

    def of_step(
        self, map_rules: MapRules, origin: int, direction: int
    ) -> tuple[int | str | bool, ...] | None:
        """Return the value of every effect; None when the step does not lead to a hex in play."""
        ...


@runtime_checkable
class ClassedUnits(Protocol):
    """Movement rules in which a unit may move by another column than its type says."""

    def class_of(self, unit: Unit, usual: str) -> str:
        """Return the movement class of a unit whose type moves as `usual`."""
        ...


@runtime_checkable
class KindredSteps(Protocol):
    """Rules by which many steps of a map have one answer: a table then asks for one step of every kind."""

    def step_kinds(self, map_rules: MapRules) -> Sequence[Hashable]:
        """Return what the answer for a step depends on, besides the class, in place 6 * hex + direction.

        None = the step does not lead from a hex in play to another.
        """
        ...


class ZocRules(Protocol):
    """Zones of control of a series. Answers are (whether, why with statement ids)."""

    def exerts(self, arm: str, state: Mapping[str, str]) -> tuple[bool, str]:
        """Return whether a unit of the arm, in the states given (absent axes: default), has a ZOC at all."""
        ...

    def reaches(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str
    ) -> tuple[bool, str]:
        """Return whether the ZOC of a unit in `origin` reaches the adjacent hex in `direction`."""
        ...

    def occupancy(
        self, map_rules: MapRules, battle: Battle, scenario: Scenario, unit_id: str, start: int
    ) -> Occupancy:
        """Return what the other units of the setup mean for a move of the unit or leader from `start`."""
        ...


def every_step(rules: object, map_rules: MapRules, ask: Callable[[int, int], T], nowhere: T) -> Iterator[T]:
    """Yield the answer for every step of a map, in place 6 * hex + direction.

    Args:
        rules: if they are `KindredSteps`, `ask` is called once for every kind of step.
        map_rules: the map.
        ask: gives the answer for (hex, direction).
        nowhere: the answer for what lies outside of the grid.
    """
    grid = map_rules.map.grid
    if isinstance(rules, KindredSteps):
        answer_of_kind: dict[Hashable, T] = {None: nowhere}
        closed_places = _closed_places(map_rules)
        for place, kind in enumerate(rules.step_kinds(map_rules)):
            if place in closed_places:
                yield ask(*divmod(place, 6))
                continue
            if kind not in answer_of_kind:
                answer_of_kind[kind] = ask(*divmod(place, 6))
            yield answer_of_kind[kind]
    else:
        for index in range(grid.size):
            inside = index in grid
            for direction in range(6):
                yield ask(index, direction) if inside else nowhere


def effects_of_steps(
    rules: StepEffects, map_rules: MapRules
) -> Iterator[tuple[int | str | bool, ...] | None]:
    """Yield the values of all effects over every step of a map, in place 6 * hex + direction.

    Args:
        rules: if they are `KindredSteps`, they are asked once for every kind of step.
        map_rules: the map.
    """
    return every_step(rules, map_rules, partial(rules.of_step, map_rules), None)


def _closed_places(map_rules: MapRules) -> frozenset[int]:
    """Return the steps that special rules may close, whatever the terrain: those of no kind."""
    grid, prohibitions = map_rules.map.grid, map_rules.prohibitions
    into = (
        6 * near + (direction + 3) % 6
        for index in prohibitions.hexes
        for direction, near in enumerate(grid.neighbour_table[index])
        if near is not None
    )
    return frozenset((*prohibitions.steps, *into))


def zoc_rules(series: Series) -> ZocRules | None:
    """Return the ZOC rules of a series; None if it has none."""
    if not series.has("zoc"):
        return None
    rules: ZocRules = series.hook("zoc", "RULES")
    return rules
