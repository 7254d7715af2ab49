"""A scenario of a project as tables: turns, setup, reinforcements, victory, special rules, changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.diff.conditions import ConditionValues
from jdgtools.diff.facts import (
    Fact,
    FactLayer,
    FactTable,
    Reference,
    Stacks,
    Values,
    add_text,
    plain_value,
    refer,
)
from jdgtools.diff.map_facts import hex_names, map_layers
from jdgtools.hexgrid import HexGrid, compass_name
from jdgtools.model.battle import Battle
from jdgtools.model.definition import SeriesDef
from jdgtools.model.scenario import Arrival, Placement, Scenario


def scenario_tables(battle: Battle, scenario: Scenario) -> Iterator[FactTable]:
    """Yield what a scenario says, without what lies in hexes."""
    yield _itself(battle, scenario)
    turns = {}
    for turn in scenario.turns:
        values: Values = {"time": turn.time, "flags": tuple(sorted(turn.flags))}
        add_text(values, "label", turn.label, battle.language)
        turns[str(turn.number)] = Fact(str(turn.number), "", values)
    yield FactTable("turns", "", turns, scenario.id)
    names = piece_names(battle)
    setup = {}
    for placement in scenario.placements:
        setup[placement.piece] = Fact(
            placement.piece, names.get(placement.piece, ""), _placement(battle, placement)
        )
    yield FactTable("setup", "unit", setup, scenario.id)
    arrivals = {a.id: _arrival(battle, a) for a in scenario.arrivals}
    yield FactTable("reinforcements", "arrival", arrivals, scenario.id)
    unused_facts = {piece: Fact(piece, names.get(piece, ""), {}) for piece in sorted(scenario.unused)}
    yield FactTable("unused", "unit", unused_facts, scenario.id)
    yield from _victory(battle, scenario)
    rules, say = {}, ConditionValues(battle)
    for rule in scenario.special_rules:
        values = {
            "overrules": rule.overrules,
            "allows": tuple(" ".join([entry.code, *entry.subjects]) for entry in rule.allows),
            "effects": tuple(say.effect(effect) for effect in rule.effects),
        }
        add_text(values, "title", rule.title, battle.language)
        add_text(values, "text", rule.text, battle.language)
        rules[rule.id] = Fact(rule.id, rule.title.get(battle.language), values)
    yield FactTable("special rules", "rule", rules, scenario.id)
    labels = {f.id: f.name.get("en") for f in battle.series.unit_fields}
    rating_facts = {
        r.unit: Fact(r.unit, names.get(r.unit, ""), ratings(r.front, r.back, labels))
        for r in scenario.ratings
    }
    yield FactTable("ratings of this scenario", "unit", rating_facts, scenario.id)


def piece_names(battle: Battle) -> dict[str, str]:
    """Return the names of all units and leaders by id."""
    names = {unit.id: unit.name.get(battle.language) for unit in battle.units}
    return names | {leader.id: leader.name.get(battle.language) for leader in battle.leaders}


def ratings(
    front: Mapping[str, int | str | bool], back: Mapping[str, int | str | bool], labels: Mapping[str, str]
) -> Values:
    """Return the ratings of both faces of a counter by what players call them."""
    values: Values = {labels.get(name, name): value for name, value in front.items()}
    return values | {f"{labels.get(name, name)}, back": value for name, value in back.items()}


def option_name(series: SeriesDef, option: str) -> str:
    """Return what players call an option; its id where the series does not know it."""
    definition = series.option(option)
    return f"“{definition.name.get('en')}”" if definition is not None else option


def _itself(battle: Battle, scenario: Scenario) -> FactTable:
    language = battle.language
    values: Values = {
        "first turn": scenario.first_turn,
        "last turn": scenario.last_turn,
        "activation markers out of play": refer("activation", sorted(scenario.removed_markers)),
        "formations with one marker": refer("command", sorted(scenario.single_marker_commands)),
        "builds on": scenario.extends,
    }
    add_text(values, "title", scenario.title, language)
    add_text(values, "summary", scenario.summary, language)
    add_text(values, "notes", scenario.notes, language)
    fields = {f.id: f.name.get("en") for f in battle.series.side_fields}
    for side in scenario.sides:
        values[f"{side.side}: rout edge"] = side.rout_edge
        values |= {f"{side.side}: {fields.get(name, name)}": value for name, value in side.values.items()}
    for option, value in scenario.options.items():
        values[f"option {option_name(battle.series, option)}"] = plain_value(value)
    fields = {f.id: f.name.get("en") for f in battle.series.scenario_fields}
    values |= {fields.get(name, name): value for name, value in scenario.settings.items()}
    for command, order in scenario.orders.items():
        values[f"order of {command}"] = order
    for marker, marker_turns in scenario.marker_turns.items():
        values[f"turns of marker {marker}"] = marker_turns
    for marker, count in scenario.markers.items():
        values[f"number of markers {marker}"] = count
    for entry in scenario.accepts:
        values[f"accepts {' '.join([entry.code, *entry.subjects])}"] = entry.reason
    return FactTable("scenario", "", {scenario.id: Fact(scenario.id, "", values)}, scenario.id)


def _placement(battle: Battle, placement: Placement) -> Values:
    grid = battle.map.grid if battle.map is not None else None
    values: Values = {
        "box": placement.box,
        "area": placement.area_name,
        "facing": facing_name(battle.series, grid, placement.facing),
        **states(battle.series, placement.state),
    }
    if grid is not None:
        values["hex"] = refer("hex", hex_names(grid, placement.hexes))
        values["hexes to choose from"] = refer("hex", hex_names(grid, placement.area))
    return values


def facing_name(series: SeriesDef, grid: HexGrid | None, facing: int | None) -> str | None:
    """Return the corner or hexside that a piece faces, as setups write it."""
    if facing is None or grid is None:
        return None
    return compass_name(series.facing, grid.orientation, facing)


def states(series: SeriesDef, state: Mapping[str, str]) -> Values:
    """Return the states of a piece by the names of their axes."""
    values: Values = {}
    for axis_id, value in state.items():
        axis = series.axis(axis_id)
        names = {v.id: v.name.get("en") for v in axis.values} if axis is not None else {}
        values[axis.name.get("en") if axis is not None else axis_id] = names.get(value, value)
    return values


def _arrival(battle: Battle, arrival: Arrival) -> Fact:
    grid, say = battle.map.grid if battle.map is not None else None, ConditionValues(battle)
    values: Values = {
        "turn": arrival.turn,
        "until turn": arrival.until,
        "pieces": refer("unit", arrival.pieces),
        "stacks": tuple(refer("unit", stack) for stack in arrival.stacks),
        "command": Reference("command", arrival.command) if arrival.command else None,
        "side": Reference("side", arrival.side) if arrival.side else None,
        "hexes": refer("hex", hex_names(grid, arrival.hexes)) if grid is not None else (),
        "entry area": Reference("entry", arrival.entry) if arrival.entry else None,
        "optional": arrival.optional,
        "chance": f"{arrival.chance[0]} or less of {arrival.chance[1]}" if arrival.chance else None,
        "when": say.condition(arrival.required) if arrival.required is not None else None,
        **states(battle.series, arrival.state),
    }
    add_text(values, "condition", arrival.condition, battle.language)
    add_text(values, "note", arrival.note, battle.language)
    return Fact(arrival.id, "", values)


def _victory(battle: Battle, scenario: Scenario) -> Iterator[FactTable]:
    say = ConditionValues(battle)
    language = battle.language
    awards, ends, levels = {}, {}, {}
    for award in scenario.awards:
        values: Values = {
            "side": Reference("side", award.side) if award.side else None,
            "points": award.points,
            "for each": award.each,
            "counted": award.at,
            "when": say.condition(award.when),
        }
        add_text(values, "name", award.name, language)
        awards[award.id] = Fact(award.id, award.name.get(language), values)
    yield FactTable("victory points", "award", awards, scenario.id)
    for end in scenario.automatic:
        values = {
            "side": Reference("side", end.side) if end.side else None,
            "evaluated": end.evaluated,
            "when": say.condition(end.when),
        }
        add_text(values, "name", end.name, language)
        ends[end.id] = Fact(end.id, end.name.get(language), values)
    yield FactTable("automatic victory", "automatic", ends, scenario.id)
    for level in scenario.levels:
        values = {
            "winner": Reference("side", level.side) if level.side else None,
            "from": level.low,
            "to": level.high,
        }
        add_text(values, "name", level.name, language)
        name = level.name.get(language)
        levels[f"{name} {level.side or ''}".strip()] = Fact(f"{name} {level.side or ''}".strip(), "", values)
    yield FactTable("levels of victory", "", levels, scenario.id)
    schedule: Values = {"counts": scenario.schedule.in_force, **scenario.schedule.points}
    yield FactTable("points for losses", "", {"schedule": Fact("points", "", schedule)}, scenario.id)


def scenario_layers(battle: Battle, scenario: Scenario) -> Iterator[FactLayer]:
    """Yield what a scenario says of hexes: who holds them, markers, and what is different on the map."""
    if battle.map is None:
        return
    grid = battle.map.grid
    holders = {grid.id(index): side for index, side in scenario.held.items()}
    yield FactLayer("held at the start", holders, scenario.id)
    markers: dict[str, str] = {}
    for entry in scenario.markers_on_map:
        for name in hex_names(grid, entry.hexes):
            markers[name] = ", ".join(filter(None, (markers.get(name), entry.marker)))
    yield FactLayer("markers on the map", markers, scenario.id)
    if scenario.map_changes:
        map_there = battle.in_scenario(scenario).map
        assert map_there is not None
        plain = {layer.title: layer for layer in map_layers(battle.map, battle.series)}
        for layer in map_layers(map_there, battle.series):
            cells, others = layer.cells, plain[layer.title].cells
            names = sorted(cells.keys() | others.keys())
            different = {n: cells.get(n, "taken away") for n in names if cells.get(n) != others.get(n)}
            yield FactLayer(f"{layer.title} of this scenario", different, scenario.id)


def scenario_stacks(battle: Battle, scenario: Scenario) -> Stacks:
    """Return the order of pieces in the hexes of a setup that have several."""
    orders = {}
    if battle.map is not None:
        for index, placements in scenario.stacks().items():
            if len(placements) > 1:
                orders[battle.map.grid.id(index)] = tuple(p.piece for p in placements)
    return Stacks(scenario.id, orders)


def setup_hexes(battle: Battle, scenario: Scenario) -> dict[str, str]:
    """Return the hex in which each piece of a setup starts; the first one of two."""
    if battle.map is None:
        return {}
    return {p.piece: battle.map.grid.id(p.hexes[0]) for p in scenario.placements if p.hexes}
