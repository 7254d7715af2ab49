"""A rules-engine package as frozen typed objects.

Hexes are indices (row * columns + column, 0-based), directions and corners 0..5 clockwise. Texts are
language -> words. The meaning of every member is in `docs/package.md` and the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jdgtools.charts import ChartBook

Value = int | str | bool
Values = Mapping[str, Value]
Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Die:
    """A die, or a sum of dice, of the series."""

    id: str
    count: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SeriesInfo:
    """The series whose rules apply."""

    id: str
    rulebook: str
    statements: str
    """Prefix of the ids of its statements."""
    facing: str
    """`corner` or `hexside`: what a facing points to."""
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """Which battle it is."""

    id: str
    version: str
    title: Words
    date: str
    scale: str | None
    language: str


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """Which scenario it is."""

    id: str
    title: Words


@dataclass(frozen=True, slots=True)
class Grid:
    """The hex grid."""

    columns: int
    rows: int
    orientation: str
    """`flat` or `pointy`."""
    shifted: str
    """`odd` or `even`: which columns (flat) or rows (pointy), from 0, are shifted by half a hex."""
    ragged: bool
    numbering: Mapping[str, Value | None]
    hex_metres: int
    level_metres: int
    ids: tuple[str, ...]
    """Printed number of each hex; '' = no hex there."""
    in_play: tuple[bool, ...]
    neighbours: tuple[int, ...]
    """Place 6 * hex + direction; -1 = none."""
    edges: Mapping[str, tuple[int, ...]]
    """N, E, S, W -> hexes along that edge."""

    @property
    def size(self) -> int:
        """Length of arrays by hex."""
        return self.columns * self.rows

    def neighbour(self, hex_index: int, direction: int) -> int | None:
        """The hex in a direction; None if there is none in play."""
        found = self.neighbours[6 * hex_index + direction % 6]
        return None if found < 0 else found

    def index(self, hex_id: str) -> int | None:
        """The hex with that printed number; None if there is none."""
        return self.ids.index(hex_id) if hex_id and hex_id in self.ids else None


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """A kind of terrain that the map uses."""

    id: str
    kind: str
    """`hex`, `hexside`, `crossing` or `path`."""
    name: Words
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class SideFeature:
    """Something on a hexside."""

    hex: int
    direction: int
    kind: str
    inside: int | None
    """The inner or higher hex of a directed feature."""


@dataclass(frozen=True, slots=True)
class Way:
    """A road or trail through hex centres."""

    id: str
    kind: str
    hexes: tuple[int, ...]
    exits: tuple[int | None, int | None]
    """Directions in which it leaves the map at its ends."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """What lies on the map."""

    kinds: tuple[TerrainKind, ...]
    hexes: tuple[int, ...]
    """Index into `kinds` of each hex; -1 = unknown."""
    levels: tuple[int, ...]
    side_kinds: tuple[TerrainKind, ...]
    sides: tuple[SideFeature, ...]
    way_kinds: tuple[TerrainKind, ...]
    ways: tuple[Way, ...]

    def at(self, hex_index: int) -> str | None:
        """Terrain id of a hex; None if unknown."""
        found = self.hexes[hex_index]
        return None if found < 0 else self.kinds[found].id


@dataclass(frozen=True, slots=True)
class Steps:
    """The cost of every step of a movement class, at place 6 * hex + direction."""

    cost: tuple[int, ...]
    """In 1/denominator movement point; -1 = prohibited."""
    ways: Mapping[str, frozenset[int]]
    """Road, trail or crossing -> places where it is used."""
    disorders: frozenset[int]
    """Places where the step costs the unit a level of cohesion, or what the series has instead."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Movement costs."""

    denominator: int
    classes: tuple[str, ...]
    steps: Mapping[str, Steps]
    steps_near_enemy: Mapping[str, Steps] | None
    """Costs into a hex adjacent to an enemy unit; None where the series makes no difference."""

    def cost(
        self, movement_class: str, hex_index: int, direction: int, near_enemy: bool = False
    ) -> int | None:
        """The cost of a step; None if it is prohibited."""
        tables = self.steps_near_enemy if near_enemy and self.steps_near_enemy is not None else self.steps
        found = tables[movement_class].cost[6 * hex_index + direction % 6]
        return None if found < 0 else found


@dataclass(frozen=True, slots=True)
class SightBits:
    """Lines of sight over terrain alone."""

    size: int
    row_bytes: int
    data: bytes

    def sees(self, origin: int, target: int) -> bool:
        """Whether `target` is seen from `origin`."""
        return bool(self.data[origin * self.row_bytes + (target >> 3)] >> (target & 7) & 1)


@dataclass(frozen=True, slots=True)
class Region:
    """A named set of hexes."""

    id: str
    name: Words
    hexes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a side enters, or may leave."""

    id: str
    name: Words
    side: str | None
    hexes: tuple[int, ...]
    exit: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A player's army."""

    id: str
    name: Words
    nationalities: tuple[str, ...]
    rout_edge: str | None
    values: Values


@dataclass(frozen=True, slots=True)
class Command:
    """A formation, banner or wing."""

    id: str
    name: Words
    side: str | None
    leader: str | None
    letter: str
    parent: str
    order: str | None
    single_marker: bool
    values: Values


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader."""

    id: str
    name: Words
    side: str | None
    role: str | None
    command: str | None
    nationality: str | None
    front: Values
    back: Values
    extra: Mapping[str, Values]


@dataclass(frozen=True, slots=True)
class Unit:
    """A combat unit with the values of both faces."""

    id: str
    name: Words
    side: str | None
    command: str | None
    type: str | None
    arm: str
    movement_class: str
    chart_class: str
    has_facing: bool
    nationality: str | None
    parent: str
    footprint: int
    front: Values
    back: Values


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation marker in play."""

    id: str
    code: str | None
    side: str | None
    commands: tuple[str, ...]
    rating: int | None
    entry: str
    turns: tuple[int, ...]
    reinforcements: bool | None
    effect: Words


@dataclass(frozen=True, slots=True)
class State:
    """One value of a state axis."""

    id: str
    face: str
    marker: str
    faceless: bool


@dataclass(frozen=True, slots=True)
class StateAxis:
    """An independent condition of a piece."""

    id: str
    default: str
    values: tuple[State, ...]
    count_high: int | None
    arms: tuple[str, ...]
    applies_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the track."""

    number: int
    time: str
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Turns:
    """The turn track."""

    first: int | None
    last: int | None
    track: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a piece starts: in exact hexes, somewhere in an area, or in a box off the map."""

    piece: str
    kind: str
    hexes: tuple[int, ...]
    area: tuple[int, ...]
    box: str
    facing: int | None
    state: Words
    stack: int
    """Position in its hex, 0 = top."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A group of reinforcements."""

    id: str
    pieces: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    turn: int | None
    until: int | None
    command: str | None
    side: str | None
    hexes: tuple[int, ...]
    entry: str | None
    optional: bool
    chance: tuple[int, int] | None
    """At most the first on a die with `second` faces."""
    condition: Words
    state: Words


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as a tree; absent members are None or empty."""

    kind: str
    parts: tuple[Condition, ...] = ()
    side: str | None = None
    hexes: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    count: int | None = None
    percent: int | None = None
    edge: str = ""
    low: int | None = None
    high: int | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """Victory points for a side."""

    id: str
    name: Words
    side: str | None
    points: int
    each: bool
    at: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Automatic:
    """A condition that ends the game."""

    id: str
    name: Words
    side: str | None
    evaluated: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Level:
    """A band of the difference of points."""

    name: Words
    side: str | None
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game is decided."""

    awards: tuple[Award, ...]
    automatic: tuple[Automatic, ...]
    levels: tuple[Level, ...]
    held: Mapping[int, str]
    """Hex -> side that holds it at the start."""


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule of the scenario in words."""

    id: str
    title: Words
    text: Words
    overrules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Package:
    """Everything that an engine needs to play one scenario."""

    version: int
    series: SeriesInfo
    battle: BattleInfo
    scenario: ScenarioInfo
    grid: Grid
    terrain: Terrain
    movement: Movement
    zones: Mapping[str, tuple[int, ...]] | None
    """Class -> mask of directions of each hex (1 << d); None = the series has no zones of control."""
    sight: SightBits
    regions: tuple[Region, ...]
    entries: tuple[Entry, ...]
    sides: tuple[Side, ...]
    commands: tuple[Command, ...]
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    activation: tuple[Activation, ...]
    markers: Mapping[str, int]
    states: tuple[StateAxis, ...]
    options: Mapping[str, object]
    settings: Values
    turns: Turns
    setup: tuple[Setup, ...]
    arrivals: tuple[Arrival, ...]
    unused: frozenset[str]
    victory: Victory
    special_rules: tuple[SpecialRule, ...]
    charts: ChartBook
