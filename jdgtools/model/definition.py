"""The vocabulary of a game series as data: what a battle of the series may say.

A `SeriesDef` is what the model builder, the schemas' documentation, the drawings and the
exporters need to know of a series without knowing its name (design decision 4). The rules
themselves (movement, sight, stacking, checks) are hooks, see `jdgtools.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from jdgtools.model.text import NO_TEXT, Text

FieldType = Literal["int", "bool", "text", "choice"]
Face = Literal["front", "back", "both"]


class FieldDef(Struct, frozen=True):
    """A rating or attribute of a unit, leader, command or marker of a series."""

    id: str
    """Column name in the order of battle, or key in YAML; the back side is `ID_back`."""
    name: Text
    type: FieldType = "int"
    low: int | None = None
    """Smallest sensible value (integers)."""
    high: int | None = None
    """Largest sensible value (integers)."""
    choices: tuple[str, ...] = ()
    """Allowed values of a `choice`."""
    two_sided: bool = False
    """Whether the back of the counter carries a value of its own (`ID_back`)."""
    arms: tuple[str, ...] = ()
    """Arms that carry it; empty = all."""
    default: int | str | bool | None = None
    """Value when the source says nothing; None = absent."""
    abbreviation: str = ""
    """How players' aids and mouse-over texts shorten it, e.g. `MP`; empty = words, no column of its own."""
    abbreviations: Text = NO_TEXT
    """The same in every language; empty = everywhere alike."""
    measures: Literal["", "strength", "movement"] = ""
    """What it is to programs that know no series: the strength that losses are counted in, or the
    movement allowance."""
    unit: Literal["", "hexes"] = ""
    """What a number counts, where `measures` does not say it."""
    by_scale: bool = False
    """Whether a chart gives it where the source says nothing, by the width of a hex in metres."""
    lists: bool = False
    """Whether the text is a list of ids or codes, separated by commas."""
    only_with: str = ""
    """Another setting of scenarios, without which this one says nothing; '' = none."""
    description: Text = NO_TEXT
    rules: tuple[str, ...] = ()
    """Statement ids, e.g. `JDG-0.3-f`."""

    def items(self, value: object) -> tuple[str, ...]:
        """Return the entries of a value that is a list in a text."""
        return tuple(part.strip() for part in str(value or "").split(",") if part.strip())

    def short(self, language: str) -> str:
        """Return the abbreviation in a language; '' for none."""
        return self.abbreviations.get(language) if self.abbreviations else self.abbreviation


class UnitTypeDef(Struct, frozen=True):
    """A type of unit that an order of battle may name."""

    id: str
    name: Text
    arm: str
    """What the rules ask for, e.g. `infantry`, `cavalry`, `artillery`, `baggage`."""
    movement_class: str
    """Column of the terrain effects chart."""
    symbol: str
    """Id of the drawn symbol (`render.symbols`)."""
    code: str = ""
    """Code printed on the counter, e.g. `Ch` in AFE."""
    footprints: tuple[int, ...] = (1,)
    """Numbers of hexes that a counter of this type may cover."""
    chart_class: str = ""
    """Row or column of charts by type, e.g. `Ch-m`; empty = the charts know no types."""
    attributes: Mapping[str, int | str | bool] = field(default_factory=dict)
    """Field values that the type implies, e.g. {"heavy": True}."""
    has_facing: bool = True
    rules: tuple[str, ...] = ()
    like: str = ""
    """Type of the series as which one of a battle's own behaves; empty for those of the series."""


class StateValue(Struct, frozen=True):
    """One value of a state axis, e.g. `disordered`."""

    id: str
    name: Text
    marker: str = ""
    """Id of the marker that shows it on the table; empty = shown by the counter itself."""
    face: Literal["front", "back"] = "front"
    """Which side of the counter is up in this state."""
    marker_face: Literal["front", "back"] = "front"
    """Which side of the marker is up; two states may share a two-sided marker."""
    faceless: bool = False
    """Whether a unit in this state has no facing (routed units)."""
    along: bool = False
    """Whether a unit of two hexes faces along them in this state, so that no facing is written (columns)."""
    setup: bool = True
    """Whether a scenario may start a unit in this state."""
    captured: bool = False
    """Whether a piece in this state is in the hands of the enemy."""


class StateAxis(Struct, frozen=True):
    """One independent condition of a unit, e.g. cohesion level, formation, fatigue.

    An axis is a list of named values, a yes/no flag (`values` = two) or a count (`count_high`).
    """

    id: str
    name: Text
    values: tuple[StateValue, ...] = ()
    """First value is the default."""
    count_high: int | None = None
    """For counts (casualties): the largest value; None = not a count."""
    marker: str = ""
    """Id of the numbered marker that shows a count."""
    arms: tuple[str, ...] = ()
    """Arms that have the axis; empty = all."""
    applies_to: tuple[str, ...] = ("unit",)
    """Piece kinds that have the axis: unit, leader, marker, command."""
    rules: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """Id of the value a piece has when nothing is said; '0' for a count."""
        return self.values[0].id if self.values else "0"


class MarkerDef(Struct, frozen=True):
    """A marker of the series' inventory (not an activation marker)."""

    id: str
    name: Text
    legend: Text
    """What is printed on it, e.g. `Déroute`; may be the same in every language."""
    back_legend: Text | None = None
    """Printed on the reverse; None = blank reverse."""
    symbol: str = ""
    colour: str = "marker"
    """Theme colour key."""
    count: int = 0
    """How many a battle needs at least; 0 = as many as the sheet's spares allow."""
    per: Literal["battle", "side", "unit", "leader", "turn"] = "battle"
    """What `count` is multiplied by."""
    count_field: str = ""
    """What multiplies `count` as well: a rating of each such piece, e.g. `capacity` of a leader; for
    `per` = `battle` a setting of the scenario, e.g. `remonte_markers`."""
    arms: tuple[str, ...] = ()
    """For `per` = `unit`, and for `units_each`: arms whose units count; empty = all."""
    units_each: int = 0
    """For `per` = `side`: every side has at least one marker for so many of its units; 0 = `count` alone."""
    unused_when: tuple[tuple[str, tuple[object, ...]], ...] = ()
    """Settings of scenarios with the values at which no rule uses it; it is printed unless every scenario
    says one of them."""
    points_from: int = 0
    """Printed only where the points of a scenario may reach so many; 0 = always."""
    numbers: tuple[int, ...] = ()
    """Numbers printed under the legend, repeated in this order; empty = none."""
    hidden: bool = False
    """Whether it lies face down, unseen by the opponent, until revealed."""
    loose: bool = False
    """Whether it is a piece of its own in a module even though the state is shown by a layer."""
    rules: tuple[str, ...] = ()


class TerrainDef(Struct, frozen=True):
    """A terrain type that a map may use: of hexes, of hexsides, or a way through hexes."""

    id: str
    name: Text
    kind: Literal["hex", "hexside", "path", "crossing"]
    """`path` = road or trail through hex centres; `crossing` = bridge, ford on a hexside."""
    directed: bool = False
    """Whether the hexside looks different from its two hexes (slope, redoubt)."""
    glyph: str = ""
    """Suggested character in text maps."""
    style: str = ""
    """Theme key of its drawing; empty = its id."""
    clear: bool = False
    """Whether the rules call it clear."""
    impassable: bool = False
    water: bool = False
    building: bool = False
    rise: int = 0
    """Slopes made from surveyed levels: smallest difference of levels at which the hexside takes this
    terrain; of several the largest that fits. 0 = never."""
    rules: tuple[str, ...] = ()
    playable: bool = True
    """Whether its hexes are in play; no unit enters a hex that is not, and nothing on it counts."""
    like: str = ""
    """Terrain of the series as which one of a battle's own behaves; empty for those of the series."""


class OptionDef(Struct, frozen=True):
    """A named option: the recommended ruling of an ambiguity, which a scenario may change."""

    id: str
    default: object
    name: Text
    values: tuple[object, ...] = ()
    """Allowed values; empty = same type as the default."""
    entry: str = ""
    """The ambiguity, e.g. `AMB-30`."""
    rules: tuple[str, ...] = ()
    text: Text = NO_TEXT
    """What an optional rule of a battle says; empty for the options of a series."""
    ignored_by_queries: bool = False
    """Whether it decides moves, and questions about them are answered by its default alone, with a word."""


class RoleDef(Struct, frozen=True):
    """A role of leaders, e.g. commander-in-chief, banner lord, wing commander."""

    id: str
    name: Text
    fields: tuple[FieldDef, ...]
    symbol: str = ""
    """Id of the drawn symbol (`render.symbols`)."""
    has_counter: bool = True
    back: Literal["moved", "replacement", "finished", "blank"] = "blank"
    """What the reverse of the counter shows."""
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Further sets of values with the fields each holds, e.g. ("wounded", ("range", "mp"))."""
    leads: bool = True
    """Whether he commands: False for a sovereign who is only present."""
    needed_by: Literal["", "side", "command"] = ""
    """What must have one: every side, or every command that has units."""
    waits_in: str = ""
    """Id of the box in which he is until the rules bring him on to the map; '' = he starts on it."""
    rules: tuple[str, ...] = ()


class BoxDef(Struct, frozen=True):
    """A holding box or track box that a module and a player aid need beside the map."""

    id: str
    name: Text
    per: Literal["battle", "side", "turn", "entry"] = "battle"
    holds: tuple[str, ...] = ()
    """Piece kinds: unit, leader, activation, marker id."""
    rules: tuple[str, ...] = ()
    lost: Literal["", "eliminated", "departed"] = ""
    """What has become of a piece that starts there; '' = it is in the game.

    eliminated: it fell before the first turn, and counts so for victory. departed: it has left the map.
    """


class PhaseDef(Struct, frozen=True):
    """A phase of the game turn with its steps, for the turn tracker and the player aid."""

    id: str
    name: Text
    steps: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()


class DieDef(Struct, frozen=True):
    """A die or sum of dice that the series rolls."""

    id: str
    name: Text
    count: int = 1
    low: int = 0
    high: int = 9


class BattleDef(Struct, frozen=True):
    """A battle of history of which the rules of the series speak, for `battle_of` in battle.yaml."""

    id: str
    name: str
    """As the rules write it; the same in every language."""
    year: int
    rules: tuple[str, ...] = ()
    """Statements that demand something of this battle alone."""


class SeriesDef(Struct, frozen=True, dict=True):
    """Everything a battle of the series may name."""

    id: str
    title: Text
    rulebook: str
    """Name of the rule set with its version; statement ids refer to it."""
    statement_prefix: str
    """`JDG-`, `AFE-`, `MP-`."""
    languages: tuple[str, ...]
    facing: Literal["corner", "hexside"]
    """What a unit faces: a corner (vertex) or a hexside."""
    scales: tuple[str, ...]
    """Allowed values of `scale` in battle.yaml, e.g. regiment, brigade."""
    command_name: Text
    """What the series calls a command: formation, banner, wing."""
    command_heading: Text
    """What stands over several of them: Formations, Banners, Wings."""
    arms: tuple[tuple[str, Text], ...]
    movement_classes: tuple[str, ...]
    unit_types: tuple[UnitTypeDef, ...]
    unit_fields: tuple[FieldDef, ...]
    command_fields: tuple[FieldDef, ...]
    roles: tuple[RoleDef, ...]
    state_axes: tuple[StateAxis, ...]
    markers: tuple[MarkerDef, ...]
    terrains: tuple[TerrainDef, ...]
    options: tuple[OptionDef, ...]
    boxes: tuple[BoxDef, ...]
    phases: tuple[PhaseDef, ...]
    dice: tuple[DieDef, ...]
    activation_codes: tuple[tuple[str, Text], ...] = ()
    """Codes of activation markers with their names (JdG: O, C); empty = the series has none."""
    activation_fields: tuple[FieldDef, ...] = ()
    scenario_fields: tuple[FieldDef, ...] = ()
    """Plain settings under `settings:` of a scenario, e.g. `salvo`, `limbering`."""
    side_fields: tuple[FieldDef, ...] = ()
    """Settings of a side in a scenario, e.g. `role: attacker`."""
    turn_flags: tuple[tuple[str, Text], ...] = ()
    """Flags of a turn, e.g. night, fog."""
    orders: tuple[tuple[str, Text], ...] = ()
    """Standing orders of a command (MPBS); empty = the series has none."""
    battles: tuple[BattleDef, ...] = ()
    """Battles of history that the rules name; empty = none."""
    value_names: tuple[tuple[str, Text], ...] = ()
    """What players read for the values of choices and options."""
    counter_back: Text = NO_TEXT
    """What the reverse of a unit means: disordered, fatigued, formation shaken."""
    blazons: bool = False
    """Whether counters show the coat of arms of their command."""
    facing_needed: bool = True
    """Whether every unit that has a front starts with a facing."""
    stack_limit: int | None = None
    """The most combat units that may ever stand in one hex, whatever a scenario allows; None = not said."""
    rout_edges: tuple[str, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    """To which edges and corners of the map a side may rout."""
    victory_levels: bool = False
    """Whether a scenario must say by how many points a side wins."""
    hex_metres: tuple[int, int] | None = None
    """Smallest and largest size of a hex, metres, for which ranges and movement of the rules hold; None =
    any."""
    range_charts: tuple[str, ...] = ()
    """Charts, or groups of charts, of ranges: a battle of another scale changes one of them."""
    no_effects: tuple[str, ...] = ()
    """Kinds and words of effects of special rules for which the rules of the series have no place."""
    exempt_from: tuple[str, ...] = ()
    """Codes of general checks that are not run: a check of the series judges the matter under its own code,
    or its rules know no such thing."""

    def unit_type(self, type_id: str) -> UnitTypeDef | None:
        """Return the unit type of that id, or None."""
        return self._unit_types.get(type_id)

    @cached_property
    def _unit_types(self) -> dict[str, UnitTypeDef]:
        """Unit types by id; of two with one id the first."""
        return {unit_type.id: unit_type for unit_type in reversed(self.unit_types)}

    def terrain(self, terrain_id: str, kind: str = "") -> TerrainDef | None:
        """Return the terrain of that id, or None; with `kind`, only one of that kind.

        An id may stand for a hex and for a hexside (`impassable`); the first one defined is that of the hex.
        """
        return self._terrains.get((terrain_id, kind))

    @cached_property
    def _terrains(self) -> dict[tuple[str, str], TerrainDef]:
        """Terrain by (id, kind) and by (id, '')."""
        terrains: dict[tuple[str, str], TerrainDef] = {}
        for terrain in self.terrains:
            terrains.setdefault((terrain.id, ""), terrain)
            terrains.setdefault((terrain.id, terrain.kind), terrain)
        return terrains

    def acts_as(self, terrain_id: str) -> str:
        """Return the id of the series' own terrain as which a terrain behaves: mostly its own."""
        terrain = self._terrains.get((terrain_id, ""))
        return terrain.like if terrain is not None and terrain.like else terrain_id

    def type_acts_as(self, type_id: str) -> str:
        """Return the id of the series' own unit type as which a unit type behaves: mostly its own."""
        unit_type = self._unit_types.get(type_id)
        return unit_type.like if unit_type is not None and unit_type.like else type_id

    def axis(self, axis_id: str) -> StateAxis | None:
        """Return the state axis of that id, or None."""
        return next((a for a in self.state_axes if a.id == axis_id), None)

    @property
    def lost_boxes(self) -> frozenset[str]:
        """Ids of the boxes in which a piece is out of the game from the start."""
        return frozenset(box.id for box in self.boxes if box.lost)

    @property
    def boxes_of_eliminated(self) -> frozenset[str]:
        """Ids of the boxes whose pieces have been eliminated before the first turn."""
        return frozenset(box.id for box in self.boxes if box.lost == "eliminated")

    @property
    def captured_values(self) -> tuple[str, ...]:
        """Values of states in which a piece is in the hands of the enemy."""
        return tuple(v.id for axis in self.state_axes for v in axis.values if v.captured)

    def marker(self, marker_id: str) -> MarkerDef | None:
        """Return the marker of that id, or None."""
        return next((m for m in self.markers if m.id == marker_id), None)

    def role(self, role_id: str) -> RoleDef | None:
        """Return the leader role of that id, or None."""
        return next((r for r in self.roles if r.id == role_id), None)

    def die_with(self, faces: int) -> DieDef | None:
        """Return the single die that has so many faces, or None."""
        return next((d for d in self.dice if d.count == 1 and d.high - d.low + 1 == faces), None)

    def option(self, option_id: str) -> OptionDef | None:
        """Return the option of that id, or None."""
        return next((o for o in self.options if o.id == option_id), None)

    def unit_field(self, field_id: str) -> FieldDef | None:
        """Return the unit field of that id, or None."""
        return next((f for f in self.unit_fields if f.id == field_id), None)
