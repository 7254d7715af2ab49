"""A rules-engine package as frozen typed objects: the format is declared here and nowhere else.

Hexes are indices (row * columns + column, 0-based), directions and corners 0..5 clockwise. Texts are
language -> words. `docs/package.md` explains how the members belong together; the schema that the project
publishes is derived from these types.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Struct, field, to_builtins

from jdgtools.charts import ChartBook, book_from_plain
from jdgtools.package.meaning import Lists, Value, Values, Words, meaning
from jdgtools.package.model_charts import ChartData
from jdgtools.package.model_map import (
    Drawing,
    Effect,
    Entry,
    EntryHex,
    Grid,
    Movement,
    Region,
    SightBits,
    Terrain,
)
from jdgtools.package.model_pieces import Activation, Command, Leader, Side, StateAxis, Unit
from jdgtools.package.model_play import Arrival, MarkersOnMap, Setup, SpecialRule, Turns, Victory
from jdgtools.package.model_sight import SightLines
from jdgtools.package.model_stacking import StackLimits
from jdgtools.package.model_words import FieldInfo, OptionInfo, Vocabulary


class Die(Struct, frozen=True):
    """A die, or a sum of dice, of the series."""

    id: Annotated[str, meaning("Id.")]
    count: Annotated[int, meaning("Number of dice.", ge=1, le=20)]
    low: Annotated[int, meaning("Lowest face.", ge=-1000, le=1000)]
    high: Annotated[int, meaning("Highest face.", ge=-1000, le=1000)]


class SeriesInfo(Struct, frozen=True):
    """The series whose rules apply."""

    id: Annotated[str, meaning("Id.")]
    rulebook: Annotated[str, meaning("Name of the rule set.")]
    statements: Annotated[str, meaning("Prefix of the ids of its statements.")]
    facing: Annotated[Literal["corner", "hexside"], meaning("What a facing points to.")]
    dice: Annotated[tuple[Die, ...], meaning("Dice.")]


class BattleInfo(Struct, frozen=True):
    """Which battle it is."""

    id: Annotated[str, meaning("Id.")]
    version: Annotated[str, meaning("Version of the battle project.")]
    title: Words
    date: Annotated[str, meaning("Date.")]
    scale: Annotated[str | None, meaning("Scale of the units.")]
    language: Annotated[str, meaning("Language of the source.")]


class ScenarioInfo(Struct, frozen=True):
    """Which scenario it is."""

    id: Annotated[str, meaning("Id.")]
    title: Words


class Package(Struct, frozen=True, dict=True):
    """One scenario as a rules engine loads it (`.jdgpkg`, UTF-8 JSON). Written by `jdg build`."""

    format: Annotated[Literal["jdgpkg"], meaning("Always `jdgpkg`.")]
    version: Annotated[
        int,
        meaning("Version of the format. A reader refuses a version that is newer than it knows.", ge=1, le=1),
    ]
    series: SeriesInfo
    battle: BattleInfo
    scenario: ScenarioInfo
    grid: Grid
    terrain: Terrain
    movement: Movement
    zones: Annotated[
        Mapping[str, tuple[Annotated[int, meaning("Mask.", ge=0, le=63)], ...]] | None,
        meaning(
            "Class -> for every hex the directions into which the zone of control of a unit there reaches, "
            "as a mask (1 << direction); null = the series has none. Whether a unit exerts one depends on "
            "its state."
        ),
    ]
    sight: SightBits
    regions: Annotated[tuple[Region, ...], meaning("Named sets of hexes.")]
    entries: Annotated[tuple[Entry, ...], meaning("Entry areas.")]
    sides: Annotated[tuple[Side, ...], meaning("Both sides.")]
    commands: Annotated[tuple[Command, ...], meaning("Formations, banners or wings.")]
    leaders: Annotated[tuple[Leader, ...], meaning("Leaders.")]
    units: Annotated[tuple[Unit, ...], meaning("Units.")]
    activation: Annotated[tuple[Activation, ...], meaning("Activation markers in play.")]
    markers: Annotated[
        Mapping[str, Annotated[int, meaning("Number.", ge=0)]], meaning("Marker id -> number available.")
    ]
    states: Annotated[tuple[StateAxis, ...], meaning("Conditions that pieces may be in.")]
    options: Annotated[
        Mapping[str, Value | tuple[Value, ...]],
        meaning("Option of the series -> value in force (a list where the option has several values)."),
    ]
    settings: Annotated[Values, meaning("Settings of the scenario.")]
    turns: Turns
    setup: Annotated[tuple[Setup, ...], meaning("Where pieces start.")]
    arrivals: Annotated[tuple[Arrival, ...], meaning("Reinforcements.")]
    unused: Annotated[tuple[str, ...], meaning("Pieces that the scenario leaves out, ascending.")]
    victory: Victory
    special_rules: Annotated[
        tuple[SpecialRule, ...],
        meaning("Rules of the scenario in words, with the statements that they overrule."),
    ]
    charts: Annotated[
        tuple[ChartData, ...], meaning("All charts of the series with the overrides of the battle.")
    ]
    references: Annotated[
        Mapping[str, Words],
        meaning(
            "Id -> one sentence on it: every statement and ruling of the rules, every source of a chart "
            "value."
        ),
    ] = field(default_factory=dict)
    chart_words: Annotated[
        Mapping[str, Words],
        meaning("`type.word` -> what the word means in cells of that value type, in one sentence."),
    ] = field(default_factory=dict)
    fields: Annotated[
        tuple[FieldInfo, ...], meaning("What the fields of pieces, sides and scenarios mean.")
    ] = ()
    option_list: Annotated[
        tuple[OptionInfo, ...], meaning("What `options` decide, and the values that they may have.")
    ] = ()
    vocabulary: Annotated[Vocabulary | None, meaning("Names of ids that occur in other members.")] = None
    setting_lists: Annotated[
        Lists, meaning("Settings of the scenario that list ids or codes -> the entries.")
    ] = field(default_factory=dict)
    entry_hexes: Annotated[
        tuple[EntryHex, ...],
        meaning("Every hex that `entries` and `arrivals` name, ascending: how it is entered and left."),
    ] = ()
    effects: Annotated[
        tuple[Effect, ...],
        meaning("What terrain does over every step to attack, fire, charge and retreat."),
    ] = ()
    lines: Annotated[
        SightLines | None, meaning("The hexes of lines of sight, and how units in them block.")
    ] = None
    drawing: Annotated[Drawing | None, meaning("Where the hexes lie in the picture of the map.")] = None
    stacking: Annotated[
        StackLimits | None, meaning("Which units may share a hex; null = the series does not say it.")
    ] = None
    markers_on_map: Annotated[
        tuple[MarkersOnMap, ...],
        meaning("Markers that lie on the map at the start; what they mean there says a special rule."),
    ] = ()

    @cached_property
    def book(self) -> ChartBook:
        """The charts with their look-ups.

        Raises:
            ChartDataError: a chart does not fit together, e.g. a cell is missing.
        """
        return book_from_plain({"charts": to_builtins(self.charts), "sources": self.references})
