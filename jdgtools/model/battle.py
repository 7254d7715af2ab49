"""The battle: the root of the model.

A `Battle` holds what the files of a project say, as frozen records of `model`: texts, map, pieces,
scenarios, and with `spans` where each of it was written. `build_battle` makes it; every check, hook and
exporter reads it. What follows from it by rules stands in `derived`, never here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.model.changes import SCENARIO_HEX, UNIT_RATING
from jdgtools.model.definition import SeriesDef
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker, BattleSide, Command, Leader, Nationality, Unit
from jdgtools.model.scenario import Acceptance, Scenario, SpecialRule
from jdgtools.model.text import Text
from jdgtools.model.vocabulary import BattleWords
from jdgtools.source.span import Span


def means_imported(word: str) -> bool:
    """Return whether a value of `module:` says that a project brings a module; `kept` is its old word."""
    return word in ("imported", "kept")


class ChartOverride(Struct, frozen=True):
    """A cell of a chart that the battle changes."""

    chart: str
    keys: tuple[str, ...]
    value: Any
    note: Text
    key: str = ""
    """Subject id for diagnostics."""


class ScenarioUnit(Struct, frozen=True):
    """A unit with the ratings of one scenario."""

    key: str
    """Id of its counter: unit and scenario, e.g. `1-29@dawn`."""
    scenario: str
    unit: Unit


class Battle(Struct, frozen=True, dict=True):
    """A battle as its source files mean it. Possibly wrong: checks say how."""

    id: str
    series: SeriesDef
    version: str
    title: Text
    subtitle: Text
    date: str
    place: Text
    scale: str | None
    strength_point: Text
    """What one strength point stands for."""
    language: str
    """Language of plain texts in the source."""
    languages: tuple[str, ...]
    """Languages in which outputs are wanted."""
    sides: tuple[BattleSide, ...]
    nationalities: tuple[Nationality, ...]
    commands: tuple[Command, ...]
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    activation: tuple[ActivationMarker, ...]
    markers: Mapping[str, int]
    """Marker id -> number printed, overriding the series' count."""
    map: BattleMap | None
    """None when the map file could not be read."""
    scenarios: tuple[Scenario, ...]
    overrides: tuple[ChartOverride, ...]
    options: Mapping[str, object]
    """Option id -> value for the whole battle; a scenario may change it again."""
    theme: Mapping[str, Any]
    """Theme name under `name` and overrides, passed to the drawings."""
    sources: tuple[Text, ...]
    notes: Text
    credits: Text
    folder: str
    """Project folder as the user gave it."""
    module: str = "made"
    """Where its VASSAL module comes from: `made` of the battle, or `imported` with the project."""
    files: tuple[str, ...] = ()
    """Display paths of all files read, in reading order."""
    spans: Mapping[tuple[str, ...], Span] = field(default_factory=dict)
    """Subject -> place; see `span`."""
    men_per_point: Mapping[str, int] = field(default_factory=dict)
    """Arm or unit type -> men of one strength point; empty = not said."""
    strings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Language -> key -> text of the optional language files."""
    special_rules: tuple[SpecialRule, ...] = ()
    """Rules for every scenario; each scenario lists them before its own."""
    accepts: tuple[Acceptance, ...] = ()
    """Warnings that the author lives with."""
    battle_of: str | None = None
    """Id of the battle of history among those that the series knows; None = none of them, or not said."""
    words: BattleWords = BattleWords()
    """What the battle adds to the vocabulary; `series` has it already."""

    in_force: str | None = None
    """Id of the scenario whose changes the map and the units have; see `in_scenario`."""

    def in_scenario(self, scenario: Scenario | None) -> Battle:
        """Return the battle as a scenario has it: with its changes of the map and of ratings in force.

        Places of what is changed are those of the scenario's lines. A scenario without changes has the battle
        as it is.

        Raises:
            ValueError: the changes of another scenario are in force.
        """
        if scenario is None or self.in_force == scenario.id:
            return self
        if self.in_force is not None:
            raise ValueError(f"the changes of scenario {self.in_force} are in force, not of {scenario.id}")
        if not (scenario.map_changes or scenario.ratings):
            return self
        changes, ratings = scenario.map_changes, {r.unit: r for r in scenario.ratings}
        spans = dict(self.spans)
        if self.map is not None:
            for index in changes.terrain:
                name = self.map.grid.id(index)
                place = self.spans.get((SCENARIO_HEX, scenario.id, name))
                if place is not None:
                    spans[("hex", name)] = place
        for unit, rating in ratings.items():
            for key in (*rating.front, *(f"{name}_back" for name in rating.back)):
                place = self.spans.get((UNIT_RATING, scenario.id, unit, key))
                if place is not None:
                    spans[("unit", unit, key)] = place
        return replace(
            self,
            map=changes.applied_to(self.map) if changes and self.map is not None else self.map,
            units=tuple(ratings[u.id].applied_to(u) if u.id in ratings else u for u in self.units),
            spans=spans,
            in_force=scenario.id,
        )

    @property
    def scenario_units(self) -> tuple[ScenarioUnit, ...]:
        """Units with the ratings of one scenario, in its order: each has a counter of its own."""
        units = {u.id: u for u in self.units}
        return tuple(
            ScenarioUnit(f"{r.unit}@{scenario.id}", scenario.id, r.applied_to(units[r.unit]))
            for scenario in self.scenarios
            for r in scenario.ratings
            if r.unit in units
        )

    def span(self, *subject: str) -> Span | None:
        """Return the place of a subject such as ("unit", "1-70", "cohesion").

        Falls back from the field to the subject itself, then to its file.
        """
        for length in range(len(subject), 0, -1):
            span = self.spans.get(subject[:length])
            if span is not None:
                return span
        return self.spans.get(("file",))

    def unit(self, unit_id: str) -> Unit | None:
        """Return the unit of that id, or None."""
        return self._units_by_id.get(unit_id)

    @cached_property
    def _units_by_id(self) -> dict[str, Unit]:
        """Return the units by their ids; of two with the same id the first."""
        return {u.id: u for u in reversed(self.units)}

    def leader(self, leader_id: str) -> Leader | None:
        """Return the leader of that id, or None."""
        return self._leaders_by_id.get(leader_id)

    @cached_property
    def _leaders_by_id(self) -> dict[str, Leader]:
        """Return the leaders by their ids; of two with the same id the first."""
        return {leader.id: leader for leader in reversed(self.leaders)}

    def command(self, command_id: str | None) -> Command | None:
        """Return the command of that id, or None."""
        return self._commands_by_id.get(command_id) if command_id is not None else None

    @cached_property
    def _commands_by_id(self) -> dict[str, Command]:
        """Return the commands by their ids; of two with the same id the first."""
        return {command.id: command for command in reversed(self.commands)}

    def side(self, side_id: str | None) -> BattleSide | None:
        """Return the side of that id, or None."""
        return next((s for s in self.sides if s.id == side_id), None)

    def nationality(self, nationality_id: str | None) -> Nationality | None:
        """Return the nationality of that id, or None."""
        return next((n for n in self.nationalities if n.id == nationality_id), None)

    def scenario(self, scenario_id: str) -> Scenario | None:
        """Return the scenario of that id, or None."""
        return next((s for s in self.scenarios if s.id == scenario_id), None)

    def side_of(self, piece: str) -> str | None:
        """Return the side id of a unit or leader: its own, or that of its command."""
        record = self.unit(piece) or self.leader(piece)
        if record is None:
            return None
        command = self.command(record.command)
        return record.side or (command.side if command is not None else None)

    def units_of(self, command_id: str) -> tuple[Unit, ...]:
        """Return units of a command, in source order."""
        return tuple(u for u in self.units if u.command == command_id)

    def options_in(self, scenario: Scenario | None = None) -> dict[str, object]:
        """Return the values of all options of the series, each as `option` gives it."""
        values = {**self.options, **(scenario.options if scenario is not None else {})}
        return {option.id: values.get(option.id, option.default) for option in self.series.options}

    def option(self, option_id: str, scenario: Scenario | None = None) -> object:
        """Return the value of an option: of the scenario, else of the battle, else the series' default."""
        if scenario is not None and option_id in scenario.options:
            return scenario.options[option_id]
        if option_id in self.options:
            return self.options[option_id]
        definition = self.series.option(option_id)
        if definition is None:
            raise KeyError(option_id)
        return definition.default
