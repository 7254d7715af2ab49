"""A rules-engine package as frozen typed objects.

Hexes are indices (row * columns + column, 0-based), directions and corners 0..5 clockwise. Texts are
language -> words. The meaning of every member is in `docs/package.md` and the schema.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from jdgtools.charts import ChartBook
from jdgtools.package.model_map import (
    Entry,
    Grid,
    Movement,
    Region,
    SightBits,
    Terrain,
    Value,
    Words,
)

Values = Mapping[str, Value]


class Die(Struct, frozen=True):
    """A die, or a sum of dice, of the series."""

    id: str
    count: int
    low: int
    high: int


class SeriesInfo(Struct, frozen=True):
    """The series whose rules apply."""

    id: str
    rulebook: str
    statements: str
    """Prefix of the ids of its statements."""
    facing: str
    """`corner` or `hexside`: what a facing points to."""
    dice: tuple[Die, ...]


class BattleInfo(Struct, frozen=True):
    """Which battle it is."""

    id: str
    version: str
    title: Words
    date: str
    scale: str | None
    language: str


class ScenarioInfo(Struct, frozen=True):
    """Which scenario it is."""

    id: str
    title: Words


class Side(Struct, frozen=True):
    """A player's army."""

    id: str
    name: Words
    nationalities: tuple[str, ...]
    rout_edge: str | None
    values: Values


class Command(Struct, frozen=True):
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


class Leader(Struct, frozen=True):
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


class Unit(Struct, frozen=True):
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


class Activation(Struct, frozen=True):
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


class State(Struct, frozen=True):
    """One value of a state axis."""

    id: str
    face: str
    marker: str
    faceless: bool


class StateAxis(Struct, frozen=True):
    """An independent condition of a piece."""

    id: str
    default: str
    values: tuple[State, ...]
    count_high: int | None
    arms: tuple[str, ...]
    applies_to: tuple[str, ...]


class Turn(Struct, frozen=True):
    """A turn of the track."""

    number: int
    time: str
    flags: frozenset[str]


class Turns(Struct, frozen=True):
    """The turn track."""

    first: int | None
    last: int | None
    track: tuple[Turn, ...]


class Setup(Struct, frozen=True):
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


class Arrival(Struct, frozen=True):
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


class Condition(Struct, frozen=True):
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


class Award(Struct, frozen=True):
    """Victory points for a side."""

    id: str
    name: Words
    side: str | None
    points: int
    each: bool
    at: str
    when: Condition


class Automatic(Struct, frozen=True):
    """A condition that ends the game."""

    id: str
    name: Words
    side: str | None
    evaluated: str
    when: Condition


class Level(Struct, frozen=True):
    """A band of the difference of points."""

    name: Words
    side: str | None
    low: int | None
    high: int | None


class Victory(Struct, frozen=True):
    """How the game is decided."""

    awards: tuple[Award, ...]
    automatic: tuple[Automatic, ...]
    levels: tuple[Level, ...]
    held: Mapping[int, str]
    """Hex -> side that holds it at the start."""


class SpecialRule(Struct, frozen=True):
    """A rule of the scenario in words."""

    id: str
    title: Words
    text: Words
    overrules: tuple[str, ...]


class Package(Struct, frozen=True):
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
