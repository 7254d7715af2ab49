"""Every field of a battle is in its package with the same meaning, or is left out for a reason given here.

A field that is added to the model fails `test_every_field_has_its_place` until it has a place in the package or
a reason below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.derived import derive
from jdgtools.exporters.jdgpkg.pieces import sides_of
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import load as load_battle
from jdgtools.model import battle as b
from jdgtools.model import definition as d
from jdgtools.model import map as m
from jdgtools.model import pieces as p
from jdgtools.model import scenario as s
from jdgtools.model import victory as v
from jdgtools.model.text import Text
from jdgtools.package import loads
from jdgtools.package import model as pm
from jdgtools.package import model_map as pmm
from jdgtools.package import model_pieces as pmp
from jdgtools.package import model_play as pml
from jdgtools.series.registry import find_series

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]
LOOKS = "how it looks: nothing that rules ask for"
WORDS = "words for players: the booklet has them"
SERIES = "the series' own vocabulary: an engine for the series has it"
ACCEPTED = "which diagnostics are accepted: no rule of play"
CHECKED = "what a check compares with the strength; no rule of play"
SOURCE = "where the source text is: no part of the battle"

# Model -> record of the package.
RECORDS: dict[type[Struct], type[Struct]] = {
    p.Unit: pmp.Unit,
    p.Leader: pmp.Leader,
    p.Command: pmp.Command,
    b.BattleSide: pmp.Side,
    p.ActivationMarker: pmp.Activation,
    s.Turn: pml.Turn,
    s.Placement: pml.Setup,
    s.MarkerOnMap: pml.MarkersOnMap,
    s.Arrival: pml.Arrival,
    s.SpecialRule: pml.SpecialRule,
    v.VictoryAward: pml.Award,
    v.AutomaticVictory: pml.Automatic,
    v.VictoryLevel: pml.Level,
    m.Region: pmm.Region,
    m.EntryArea: pmm.Entry,
    m.Way: pmm.Way,
    d.DieDef: pm.Die,
    d.StateAxis: pmp.StateAxis,
    d.StateValue: pmp.State,
}
# Fields that have another name in the package, and those that are compared in a test of their own below.
CONDITIONS: dict[str, type[Struct]] = {
    kind.__struct_config__.tag: kind  # type: ignore[misc]
    for kind in get_args(pml.Condition)
}
"""Kind of condition -> record of the package, which has the members that this kind uses."""
RENAMED = {
    (s.Placement, "order"): "stack",
    (m.Way, "key"): "id",
}


def chance(at_most: int, of: int) -> pml.Chance:
    """Return the chance by the die of ten faces, which all bundled series have."""
    assert of == 10
    return pml.Chance(at_most, of, "d10", tuple(range(min(at_most, 9) + 1)))


# What the package writes for a field where it is not the value itself.
WRITTEN: dict[tuple[type[Struct], str], Callable[[Any], object]] = {
    (s.Arrival, "entry"): lambda arrival: arrival.entry or None,
    (s.Arrival, "chance"): lambda arrival: None if arrival.chance is None else chance(*arrival.chance),
}
ELSEWHERE = {
    (p.Unit, "front"): "values of both faces",
    (p.Unit, "back"): "values of both faces",
    (p.Command, "parent"): "in the language of the battle, and as `parent_name` in all",
    (b.BattleSide, "ratings"): "sides",
    (s.ScenarioSide, "side"): "sides",
    (s.ScenarioSide, "rout_edge"): "sides",
    (s.ScenarioSide, "values"): "sides",
    (s.SpecialRule, "effects"): "test_package_effects",
    (p.ActivationMarker, "effects"): "test_package_effects",
    (p.ActivationMarker, "turns"): "Scenario.marker_turns: those of the scenario",
    (s.Placement, "area"): "an exact hex hides the area that it was chosen from",
    (s.Placement, "box"): "a place on the map hides the box",
    (m.HexsideFeature, "kind"): "hexsides",
    (m.HexsideFeature, "side"): "hexsides",
    (m.HexsideFeature, "inside"): "hexsides",
}
LEFT_OUT = {
    (p.Unit, "short"): LOOKS,
    (p.Unit, "effectives"): CHECKED,
    (p.Unit, "art"): LOOKS,
    (p.Leader, "art"): LOOKS,
    (p.Leader, "back_name"): WORDS,
    (p.Command, "colour"): LOOKS,
    (p.Command, "blazon"): LOOKS,
    (b.BattleSide, "colour"): LOOKS,
    (p.ActivationMarker, "name"): "a normal marker bears the name of its command",
    (s.Turn, "label"): WORDS,
    (s.Placement, "area_name"): WORDS,
    (s.Placement, "key"): SOURCE,
    (s.Arrival, "note"): WORDS,
    (s.SpecialRule, "allows"): ACCEPTED,
    (s.SpecialRule, "of_battle"): SOURCE,
    (m.Region, "shown"): LOOKS,
    (m.Way, "name"): WORDS,
    (m.HexsideFeature, "name"): WORDS,
    (m.HexsideFeature, "key"): SOURCE,
    (d.DieDef, "name"): SERIES,
    (d.StateAxis, "name"): SERIES,
    (d.StateAxis, "marker"): LOOKS,
    (d.StateAxis, "rules"): SERIES,
    (d.StateValue, "name"): SERIES,
    (d.StateValue, "marker_face"): LOOKS,
    (d.StateValue, "setup"): "which states a setup may name: a check asks, no engine",
    (
        d.StateValue,
        "along",
    ): "whether a side's facing holds for a setup: the facings of the package are ready",
}
Found = Callable[[b.Battle, s.Scenario, pm.Package], tuple[object, object]]


def play(field: str, find: Callable[[pm.Package], object]) -> Found:
    return lambda battle, scenario, package: (getattr(scenario, field), find(package))


def whole(field: str, find: Callable[[pm.Package], object]) -> Found:
    return lambda battle, scenario, package: (getattr(battle, field), find(package))


def ground(field: str, find: Callable[[pm.Package], object]) -> Found:
    return lambda battle, scenario, package: (getattr(battle.map, field), find(package))


# The records that hold all others: both values of each field, or why it is left out.
TOPS: dict[type[Struct], dict[str, Found | str]] = {
    b.Battle: {
        "id": whole("id", lambda x: x.battle.id),
        "in_force": "the id of the scenario stands beside it",
        "series": lambda battle, scenario, x: (battle.series.id, x.series.id),
        "version": whole("version", lambda x: x.battle.version),
        "title": whole("title", lambda x: x.battle.title),
        "date": whole("date", lambda x: x.battle.date),
        "scale": whole("scale", lambda x: x.battle.scale),
        "language": whole("language", lambda x: x.battle.language),
        "sides": whole("sides", lambda x: x.sides),
        "commands": whole("commands", lambda x: x.commands),
        "leaders": whole("leaders", lambda x: x.leaders),
        "units": whole("units", lambda x: x.units),
        "activation": lambda battle, scenario, x: (
            tuple(a for a in battle.activation if a.id not in scenario.removed_markers),
            x.activation,
        ),
        "options": lambda battle, scenario, x: (
            {o.id: battle.option(o.id, scenario) for o in battle.series.options},
            x.options,
        ),
        "map": "see BattleMap",
        "scenarios": "one package for each",
        "overrides": "test_package: cells of charts",
        "markers": "test_marker_counts",
        "men_per_point": CHECKED,
        "battle_of": "what checks compare with the rules of the battle of history; no rule of play",
        "special_rules": "in the rules of each scenario",
        "accepts": ACCEPTED,
        "subtitle": WORDS,
        "place": WORDS,
        "strength_point": WORDS,
        "sources": WORDS,
        "notes": WORDS,
        "credits": WORDS,
        "languages": "every text carries its languages",
        "nationalities": LOOKS,
        "theme": LOOKS,
        "module": LOOKS,
        "folder": SOURCE,
        "files": SOURCE,
        "spans": SOURCE,
        "strings": "translations, which are in the texts already",
        "words": "part of the vocabulary of the battle, which stands in `vocabulary`, `states` and so on",
    },
    s.Scenario: {
        "id": play("id", lambda x: x.scenario.id),
        "title": play("title", lambda x: x.scenario.title),
        "turns": play("turns", lambda x: x.turns.track),
        "first_turn": play("first_turn", lambda x: x.turns.first),
        "last_turn": play("last_turn", lambda x: x.turns.last),
        "placements": play("placements", lambda x: x.setup),
        "marker_turns": lambda battle, scenario, x: (
            {a.id: scenario.turns_of(a) for a in battle.activation if a.id not in scenario.removed_markers},
            {a.id: a.turns for a in x.activation},
        ),
        "markers_on_map": play("markers_on_map", lambda x: x.markers_on_map),
        "arrivals": play("arrivals", lambda x: x.arrivals),
        "unused": play("unused", lambda x: x.unused),
        "awards": play("awards", lambda x: x.victory.awards),
        "automatic": play("automatic", lambda x: x.victory.automatic),
        "levels": play("levels", lambda x: x.victory.levels),
        "held": play("held", lambda x: {entry.hex: entry.side for entry in x.victory.held}),
        "schedule": lambda battle, scenario, x: (
            dict(scenario.schedule.points),
            {
                e.id: e.points
                for s in x.victory.schedules
                for e in s.entries
                if e.id in scenario.schedule.points
            },
        ),
        "special_rules": play("special_rules", lambda x: x.special_rules),
        "settings": play("settings", lambda x: x.settings),
        "extends": "what is taken over stands in the package itself",
        "map_changes": "the map of the package has them",
        "ratings": "the units of the package have them",
        "bases": SOURCE,
        "orders": play("orders", lambda x: {c.id: c.order for c in x.commands if c.order is not None}),
        "single_marker_commands": play(
            "single_marker_commands", lambda x: {c.id for c in x.commands if c.single_marker}
        ),
        "accepts": ACCEPTED,
        "removed_markers": "Battle.activation: those in play",
        "options": "Battle.options: those in force",
        "sides": "test_sides",
        "markers": "test_marker_counts",
        "summary": WORDS,
        "notes": WORDS,
        "file": SOURCE,
    },
    m.BattleMap: {
        "grid": lambda battle, scenario, x: (
            tuple(battle.map.grid.id(i) if i in battle.map.grid else "" for i in range(battle.map.grid.size)),
            x.grid.ids,
        ),
        "hex_metres": ground("hex_metres", lambda x: x.grid.hex_metres),
        "level_metres": ground("level_metres", lambda x: x.grid.level_metres),
        "terrain": ground("terrain", lambda x: tuple(x.terrain.at(i) for i in range(x.grid.size))),
        "levels": lambda battle, scenario, x: (
            tuple(level or 0 for level in battle.map.levels),
            x.terrain.levels,
        ),
        "playable": lambda battle, scenario, x: (
            tuple(i in battle.map.grid and battle.map.playable[i] for i in range(battle.map.grid.size)),
            x.grid.in_play,
        ),
        "features": "test_hexsides",
        "by_side": "test_hexsides",
        "ways": ground("ways", lambda x: x.terrain.ways),
        "regions": ground("regions", lambda x: x.regions),
        "entries": ground("entries", lambda x: x.entries),
        "places": "names of places: the booklet and the map have them",
        "hex_mm": LOOKS,
        "north": LOOKS,
        "credits": WORDS,
        "survey": SOURCE,
        "unknown_sides": "only of a battle with errors, of which no package is made",
        "unknown_ways": "only of a battle with errors, of which no package is made",
        "art": LOOKS,
    },
    d.SeriesDef: {
        "battles": "what checks compare with the rules of the battle of history; no rule of play",
        "id": lambda battle, scenario, x: (battle.series.id, x.series.id),
        "rulebook": lambda battle, scenario, x: (battle.series.rulebook, x.series.rulebook),
        "statement_prefix": lambda battle, scenario, x: (battle.series.statement_prefix, x.series.statements),
        "facing": lambda battle, scenario, x: (battle.series.facing, x.series.facing),
        "dice": lambda battle, scenario, x: (battle.series.dice, x.series.dice),
        "state_axes": lambda battle, scenario, x: (battle.series.state_axes, x.states),
        "movement_classes": lambda battle, scenario, x: (
            set(x.movement.classes) | set(battle.series.movement_classes),
            set(x.movement.classes),
        ),
        "markers": "test_marker_counts",
        "options": "Battle.options",
        "terrains": "kinds of terrain of the map",
        "unit_types": "Unit: class, chart_class, has_facing, attributes",
        **dict.fromkeys(
            (
                "title",
                "languages",
                "scales",
                "command_name",
                "command_heading",
                "arms",
                "unit_fields",
                "command_fields",
                "roles",
                "boxes",
                "phases",
                "activation_codes",
                "activation_fields",
                "scenario_fields",
                "side_fields",
                "turn_flags",
                "orders",
                "value_names",
                "counter_back",
                "blazons",
                "facing_needed",
                "stack_limit",
                "rout_edges",
                "victory_levels",
                "hex_metres",
                "range_charts",
                "exempt_from",
                "no_effects",
            ),
            SERIES,
        ),
    },
}


@cache
def both(name: str) -> tuple[b.Battle, tuple[tuple[s.Scenario, pm.Package], ...]]:
    """A battle, and its scenarios with their packages read back."""
    found = load_battle(Path("scenarios") / name)
    return found.battle, tuple(
        (one, loads(package_bytes(package_of(found.battle, found.series, found.charts, one))))
        for one in found.battle.scenarios
    )


def plain(value: Any) -> Any:
    """A value of either model without the difference of types that JSON cannot keep."""
    if isinstance(value, Text):
        return dict(value.values)
    if value is None:
        return None
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return value


def check(mine: Any, theirs: Any, where: str) -> None:
    """That two values mean the same, records field by field."""
    if isinstance(mine, v.Condition):
        assert isinstance(theirs, CONDITIONS[mine.kind]), where
        for field in theirs.__struct_fields__:
            check(getattr(mine, field), getattr(theirs, field), f"{where}.{field}")
    elif isinstance(mine, Struct) and type(mine) in RECORDS:
        kind = type(mine)
        assert isinstance(theirs, RECORDS[kind]), where
        for field in kind.__struct_fields__:
            key = (kind, field)
            if key not in LEFT_OUT and key not in ELSEWHERE:
                other = getattr(theirs, RENAMED.get(key, field))
                written = WRITTEN.get(key)
                check(written(mine) if written else getattr(mine, field), other, f"{where}.{field}")
    elif isinstance(mine, Struct) and isinstance(theirs, Struct):
        assert mine == theirs, where
    elif isinstance(mine, (tuple, list)) and any(isinstance(one, Struct) for one in mine):
        assert len(mine) == len(theirs), where
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            check(one, other, f"{where}[{number}]")
    else:
        assert plain(mine) == plain(theirs), where


def test_every_field_has_its_place() -> None:
    for kind, record in RECORDS.items():
        for field in kind.__struct_fields__:
            ways = [(kind, field) in LEFT_OUT, (kind, field) in ELSEWHERE]
            ways.append(RENAMED.get((kind, field), field) in record.__struct_fields__ and not any(ways))
            assert sum(ways) == 1, f"{kind.__name__}.{field} has no place in the package, and no reason"
    for kind, fields in TOPS.items():
        assert set(fields) == set(kind.__struct_fields__), kind.__name__
    assert set(CONDITIONS) == set(get_args(v.ConditionKind))
    members = {field for record in CONDITIONS.values() for field in record.__struct_fields__}
    assert members == set(v.Condition.__struct_fields__) - {"kind", "key"}
    named: Iterable[tuple[type[Struct], str]] = (*LEFT_OUT, *ELSEWHERE, *RENAMED, *WRITTEN)
    assert all(field in kind.__struct_fields__ for kind, field in named)


@pytest.mark.parametrize("name", BATTLES)
def test_package_says_what_the_battle_says(name: str) -> None:
    battle, packages = both(name)
    for scenario, package in packages:
        in_force = battle.in_scenario(scenario)
        for kind, fields in TOPS.items():
            for field, find in fields.items():
                if not isinstance(find, str):
                    mine, theirs = find(in_force, scenario, package)
                    check(mine, theirs, f"{scenario.id}: {kind.__name__}.{field}")


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_put_together(name: str) -> None:
    """Sides, faces of units, setups and hexsides: two places of the battle make one of the package."""
    whole_battle, packages = both(name)
    for scenario, package in packages:
        battle = whole_battle.in_scenario(scenario)
        told = {side.side: side for side in scenario.sides}
        for side, other in zip(battle.sides, package.sides, strict=True):
            said = told.get(side.id)
            assert other.rout_edge == (said.rout_edge if said else None)
            assert plain(other.values) == {**side.ratings, **(said.values if said else {})}
        for unit, there in zip(battle.units, package.units, strict=True):
            kind = battle.series.unit_type(unit.type)
            front = {**kind.attributes, **unit.front}
            assert plain(there.front) == plain(front)
            assert plain(there.back) == plain({**front, **unit.back})
            series = find_series(battle.series.id)
            assert there.movement_class == series.movement_class(battle.series, unit)
            assert there.chart_class == kind.chart_class
            assert there.has_facing == kind.has_facing
        for command, listed in zip(battle.commands, package.commands, strict=True):
            assert listed.parent == command.parent.get(battle.language)
            assert dict(listed.parent_name) == dict(command.parent.values)
        for placement, start in zip(scenario.placements, package.setup, strict=True):
            assert start.area == (() if placement.hexes else placement.area)
            assert start.box == ("" if placement.hexes or placement.area else placement.box)
        assert {axis.id: axis.default for axis in package.states} == {
            axis.id: axis.default for axis in battle.series.state_axes
        }
        sides = {(x.hex, x.direction, x.kind, x.inside) for x in package.terrain.sides}
        assert sides == {(f.side.a, f.side.d, f.kind, f.inside) for f in battle.map.features}


@pytest.mark.parametrize("name", BATTLES)
def test_marker_counts(name: str) -> None:
    battle, packages = both(name)
    for scenario, package in packages:
        assert set(package.markers) == {marker.id for marker in battle.series.markers}
        for marker, count in scenario.markers.items():
            assert package.markers[marker] == count
        for marker, count in battle.markers.items():
            if marker not in scenario.markers:
                assert package.markers[marker] == count


def test_what_a_type_says_holds_for_both_faces_of_its_units() -> None:
    battle, packages = both("teaching-mpbs")
    package = packages[0][1]
    seen = 0
    for unit, packed in zip(battle.units, package.units, strict=True):
        kind = None if unit.type is None else battle.series.unit_type(unit.type)
        for name, value in ({} if kind is None else kind.attributes).items():
            assert packed.front[name] == unit.front.get(name, value)
            assert packed.back[name] == unit.back.get(name, packed.front[name])
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", BATTLES)
def test_kinds_are_those_of_the_map(name: str) -> None:
    battle, packages = both(name)
    assert battle.map is not None
    terrain = packages[0][1].terrain
    assert {k.id for k in terrain.side_kinds} == {f.kind for f in battle.map.features}
    assert {k.id for k in terrain.way_kinds} == {w.kind for w in battle.map.ways}
    assert {k.id for k in terrain.kinds} == {kind for kind in battle.map.terrain if kind}


@pytest.mark.parametrize("name", BATTLES)
def test_steps_are_those_of_the_rules(name: str) -> None:
    loaded = load_battle(Path("scenarios") / name)
    battle, packages = both(name)
    for scenario, package in packages:
        derived = derive(battle, loaded.series, loaded.charts, scenario)
        for class_, steps in package.movement.steps.items():
            table = derived.steps(class_)
            ways = [""] * len(table.way)
            for way, places in steps.ways.items():
                for place in places:
                    assert ways[place] == ""
                    ways[place] = way
            assert (tuple(ways), tuple(steps.cost)) == (table.way, table.cost)
            assert {n for n, hit in enumerate(table.disorders) if hit} == set(steps.disorders)


def test_what_a_scenario_says_of_a_side_stands_before_the_battle() -> None:
    loaded = load_battle(Path("scenarios/rolica-1808"))
    assert loaded.battle is not None
    first = replace(loaded.battle.sides[0], ratings={"command": 3, "morale": 5})
    changed = replace(loaded.battle, sides=(first, *loaded.battle.sides[1:]))
    scenario = replace(loaded.battle.scenarios[0], sides=(s.ScenarioSide(first.id, "W", {"command": 4}),))
    assert dict(sides_of(changed, scenario)[0].values) == {"command": 4, "morale": 5}
