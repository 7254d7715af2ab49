"""The records of a scenario: turns, setup, reinforcements, special rules, and who takes part.

`build_scenario` makes them of a scenario file; hexes are indices, pieces and areas are ids that exist.
Victory stands in `victory.py`, what a scenario changes of map and ratings in `changes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from jdgtools.model.changes import MapChanges, UnitRatings
from jdgtools.model.effects import RuleEffect
from jdgtools.model.pieces import ActivationMarker, Value
from jdgtools.model.text import NO_TEXT, Text
from jdgtools.model.victory import AutomaticVictory, Condition, VictoryAward, VictoryLevel, VictorySchedule


class Turn(Struct, frozen=True):
    """One turn of the track."""

    number: int
    time: str
    """Clock time as printed, e.g. `07:00`; '' = none."""
    flags: frozenset[str] = frozenset()
    """Ids of the series' turn flags, e.g. night, fog."""
    label: Text = NO_TEXT


class Placement(Struct, frozen=True):
    """Where a piece starts: exact hexes, or anywhere in an area, or in a box."""

    piece: str
    """Unit or leader id."""
    kind: Literal["unit", "leader", "marker"]
    hexes: tuple[int, ...] = ()
    """Exact hex (two for a two-hex unit: left half, right half); empty = area or box."""
    area: tuple[int, ...] = ()
    """Hexes among which the player chooses; empty = exact or box. A piece of one hex has two or more."""
    area_name: str = ""
    """How the source names the area, e.g. `within 2 of 0812`."""
    box: str = ""
    """Box id when the piece waits off the map."""
    facing: int | None = None
    """Corner or hexside 0..5; None = not given or not parsable."""
    state: Mapping[str, str] = field(default_factory=dict)
    """State axis id -> value id (or a number as text); absent axes have their default."""
    order: int = 0
    """Stack position in its hex, 0 = top, in source order."""
    key: str = ""
    """Subject id for diagnostics."""

    @property
    def possible_hexes(self) -> tuple[int, ...]:
        """Exact hexes, or those of the area among which the player chooses; empty = in a box."""
        return self.hexes or self.area


class MarkerOnMap(Struct, frozen=True):
    """Where markers of one kind lie at the start."""

    marker: str
    """Marker id."""
    hexes: tuple[int, ...]
    """One lies in each of these, in source order."""

    def subject(self, scenario: str) -> tuple[str, ...]:
        """Return the markers in a scenario, for diagnostics."""
        return ("marker-on-map", scenario, self.marker)


class Arrival(Struct, frozen=True):
    """A group of reinforcements."""

    id: str
    pieces: tuple[str, ...]
    """Unit, leader ids in entry order."""
    stacks: tuple[tuple[str, ...], ...]
    """Entry stacks in order; by default each unit alone."""
    turn: int | None
    command: str | None
    side: str | None
    hexes: tuple[int, ...]
    """Entry hexes, in order of preference."""
    entry: str = ""
    """Entry area id when given by name."""
    optional: bool = False
    chance: tuple[int, int] | None = None
    """Arrives when a die roll is <= first out of a die with `second` faces, tried each turn."""
    until: int | None = None
    """Last turn in which an uncertain group may still arrive."""
    condition: Text = NO_TEXT
    """Condition in words."""
    required: Condition | None = None
    """Condition that a program can evaluate; None = there is none."""
    state: Mapping[str, str] = field(default_factory=dict)
    note: Text = NO_TEXT


class Allowance(Struct, frozen=True):
    """A diagnostic that a special rule makes legal, for the subjects that it names."""

    code: str
    subjects: tuple[str, ...] = ()
    """As messages name them, e.g. `unit fr-17`; empty = the source names none."""
    key: str = ""
    """Subject id for diagnostics."""


class Acceptance(Struct, frozen=True):
    """A warning that the author lives with."""

    code: str
    subjects: tuple[str, ...]
    """As messages name them, e.g. `unit fr-17`; empty = the warnings that name nobody."""
    reason: str
    key: str = ""
    """Subject id for diagnostics."""


class SpecialRule(Struct, frozen=True):
    """A rule of the battle or of a scenario in words, naming what it overrules."""

    id: str
    title: Text
    text: Text
    overrules: tuple[str, ...]
    """Statement ids of the series."""
    allows: tuple[Allowance, ...] = ()
    """What it makes legal, with this rule as the reason."""
    effects: tuple[RuleEffect, ...] = ()
    """What it changes, as parameters."""
    in_words: bool = True
    """Whether the text says more than the effects."""
    of_battle: bool = False
    """Whether it stands in battle.yaml and holds in every scenario."""

    def subject(self, scenario: str) -> tuple[str, ...]:
        """Return the rule in a scenario, for diagnostics."""
        return ("battle-rule", self.id) if self.of_battle else ("rule", scenario, self.id)


class ScenarioSide(Struct, frozen=True):
    """What a scenario says about a side."""

    side: str
    rout_edge: str | None
    """Map edge N, E, S or W (or a corner such as NE); None = missing."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """Fields that the series defines for sides, e.g. role."""


class Scenario(Struct, frozen=True, dict=True):
    """One way to play the battle."""

    id: str
    title: Text
    summary: Text
    file: str
    """Display path of its source file."""
    turns: tuple[Turn, ...]
    first_turn: int | None
    last_turn: int | None
    sides: tuple[ScenarioSide, ...]
    placements: tuple[Placement, ...]
    arrivals: tuple[Arrival, ...]
    unused: frozenset[str]
    """Pieces that the scenario leaves out."""
    awards: tuple[VictoryAward, ...]
    automatic: tuple[AutomaticVictory, ...]
    levels: tuple[VictoryLevel, ...]
    special_rules: tuple[SpecialRule, ...]
    """Those of the battle first, then its own."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Option id -> value for options that differ from the series' default."""
    settings: Mapping[str, Value] = field(default_factory=dict)
    """Scenario fields of the series."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """Command id -> initial order (MPBS)."""
    removed_markers: frozenset[str] = frozenset()
    """Activation markers not in play."""
    marker_turns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Combined marker id -> turns in which it may be used, in place of its own; `turns_of` has both."""
    markers: Mapping[str, int] = field(default_factory=dict)
    """Marker id -> number available, overriding the series' count."""
    markers_on_map: tuple[MarkerOnMap, ...] = ()
    """Markers that lie on the map at the start; no piece of a side and in nobody's way."""
    single_marker_commands: frozenset[str] = frozenset()
    """Commands declared to have one activation marker only."""
    held: Mapping[int, str] = field(default_factory=dict)
    """Hex index -> side that holds it at the start, for victory conditions."""
    schedule: VictorySchedule = VictorySchedule()
    """Points for losses by the schedule of the series."""
    accepts: tuple[Acceptance, ...] = ()
    """Warnings about the scenario that the author lives with."""
    extends: str | None = None
    """Id of the scenario on which it builds."""
    map_changes: MapChanges = MapChanges()
    """What is different on the map; `Battle.in_scenario` has the map with it."""
    ratings: tuple[UnitRatings, ...] = ()
    """Ratings of units that differ; `Battle.in_scenario` has the units with them."""
    notes: Text = NO_TEXT
    """Designer's notes on the scenario."""
    bases: tuple[str, ...] = ()
    """Display paths of the files from which it takes something over."""

    def played_turns(self) -> AbstractSet[int]:
        """Return the numbers of the turns that are played, from the first to the last one."""
        return self._turn_numbers_played

    @cached_property
    def _turn_numbers_played(self) -> frozenset[int]:
        first = self.first_turn if self.first_turn is not None else -(10**6)
        last = self.last_turn if self.last_turn is not None else 10**6
        return frozenset(turn.number for turn in self.turns if first <= turn.number <= last)

    def turns_of(self, marker: ActivationMarker) -> tuple[int, ...]:
        """Return the turns in which an activation marker may be used; empty = every turn."""
        return self.marker_turns.get(marker.id, marker.turns)

    def placement(self, piece: str) -> Placement | None:
        """Return where a piece starts; None = not placed."""
        return self._placements_by_piece.get(piece)

    @cached_property
    def _placements_by_piece(self) -> dict[str, Placement]:
        """Return the placements by their pieces; of two of the same piece the first."""
        return {p.piece: p for p in reversed(self.placements)}

    def on_map(self) -> tuple[Placement, ...]:
        """Return placements in exact hexes."""
        return tuple(p for p in self.placements if p.hexes)

    def stacks(self) -> Mapping[int, tuple[Placement, ...]]:
        """Return the hex index -> placements there, top first (a two-hex unit appears in both hexes)."""
        stacks: dict[int, list[Placement]] = {}
        for placement in self.placements:
            for index in placement.hexes:
                stacks.setdefault(index, []).append(placement)
        return {index: tuple(sorted(ps, key=lambda p: p.order)) for index, ps in stacks.items()}
