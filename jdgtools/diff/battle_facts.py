"""A battle of a project as tables: what it is called, sides, order of battle, map, charts, scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from jdgtools.diff.conditions import ConditionValues
from jdgtools.diff.facts import Fact, Facts, FactTable, Reference, Values, add_text, plain_value, refer
from jdgtools.diff.map_facts import map_layers, map_tables
from jdgtools.diff.scenario_facts import (
    option_name,
    ratings,
    scenario_layers,
    scenario_stacks,
    scenario_tables,
    setup_hexes,
)
from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Leader, Unit

if TYPE_CHECKING:
    from jdgtools.charts import ChartBook


def battle_facts(battle: Battle, charts: ChartBook | None, scenario_id: str | None = None) -> Facts:
    """Return the tables of a battle as far as it is understood.

    Args:
        battle: which; it may have errors.
        charts: of its series with its own values; None = they are not compared.
        scenario_id: tables of this scenario alone beside those of the battle; None = of all scenarios.
    """
    scenarios = [s for s in battle.scenarios if scenario_id in (None, s.id)]
    tables = [
        _itself(battle),
        *_army(battle),
        *(map_tables(battle.map, battle.language) if battle.map is not None else ()),
        *_rules(battle),
        *chain.from_iterable(scenario_tables(battle, scenario) for scenario in scenarios),
        *([chart_table(charts)] if charts is not None else ()),
    ]
    layers = list(map_layers(battle.map, battle.series)) if battle.map is not None else []
    for scenario in scenarios:
        layers += scenario_layers(battle, scenario)
    return Facts(
        battle.id,
        battle.title.get(battle.language),
        tuple(tables),
        tuple(layers),
        tuple(scenario_stacks(battle, scenario) for scenario in scenarios),
        {(table.kind, fact.id): fact.name for table in tables if table.kind for fact in table.facts.values()},
        {scenario.id: setup_hexes(battle, scenario) for scenario in scenarios},
    )


def _itself(battle: Battle) -> FactTable:
    language = battle.language
    values: Values = {
        "id": battle.id,
        "series": battle.series.id,
        "version": battle.version,
        "date": battle.date,
        "battle of history": battle.battle_of,
        "scale": battle.scale,
        "language": language,
        "languages": battle.languages,
        "module": "imported" if battle.module in ("imported", "kept") else "",
        "theme": plain_value(battle.theme) if battle.theme else None,
        "men of a strength point": plain_value(battle.men_per_point) if battle.men_per_point else None,
    }
    for label, text in (
        ("title", battle.title),
        ("subtitle", battle.subtitle),
        ("place", battle.place),
        ("strength point", battle.strength_point),
        ("notes", battle.notes),
        ("credits", battle.credits),
    ):
        add_text(values, label, text, language)
    for number, source in enumerate(battle.sources, 1):
        add_text(values, f"source {number}", source, language)
    for option, value in battle.options.items():
        values[f"option {option_name(battle.series, option)}"] = plain_value(value)
    for marker, count in battle.markers.items():
        values[f"number of markers {marker}"] = count
    return FactTable("battle", "", {"battle": Fact("battle", "", values)})


def _army(battle: Battle) -> Iterator[FactTable]:
    language = battle.language
    sides, nationalities, commands = {}, {}, {}
    for side in battle.sides:
        values: Values = {
            "colour": side.colour,
            "nationalities": refer("nationality", side.nationalities),
            **dict(side.ratings),
        }
        add_text(values, "name", side.name, language)
        sides[side.id] = Fact(side.id, side.name.get(language), values)
    yield FactTable("sides", "side", sides)
    for nationality in battle.nationalities:
        values = {"colour": nationality.colour, "ink": nationality.ink}
        add_text(values, "name", nationality.name, language)
        nationalities[nationality.id] = Fact(nationality.id, nationality.name.get(language), values)
    yield FactTable("nationalities", "nationality", nationalities)
    labels = {f.id: f.name.get("en") for f in battle.series.command_fields}
    for command in battle.commands:
        values = {
            "side": Reference("side", command.side) if command.side else None,
            "leader": Reference("unit", command.leader) if command.leader else None,
            "colour": command.colour,
            "letter": command.letter,
            "coat of arms": command.blazon,
            **{labels.get(name, name): value for name, value in command.values.items()},
        }
        add_text(values, "name", command.name, language)
        add_text(values, "higher formation", command.parent, language)
        commands[command.id] = Fact(command.id, command.name.get(language), values)
    yield FactTable(battle.series.command_heading.get("en").lower(), "command", commands)
    yield FactTable("leaders", "unit", {x.id: leader_fact(x, battle) for x in battle.leaders})
    yield FactTable("units", "unit", {u.id: unit_fact(u, battle) for u in battle.units})
    markers, say = {}, ConditionValues(battle)
    for marker in battle.activation:
        values = {
            "code": marker.code,
            "side": Reference("side", marker.side) if marker.side else None,
            "commands": refer("command", marker.commands),
            "rating": marker.rating,
            "entry": marker.entry,
            "turns": marker.turns,
            "reinforcements": marker.reinforcements,
            "effects": tuple(say.effect(effect) for effect in marker.effects),
        }
        if marker.is_combined:  # others have the name of their formation
            add_text(values, "name", marker.name, language)
        add_text(values, "effect", marker.effect, language)
        markers[marker.id] = Fact(marker.id, marker.name.get(language), values)
    yield FactTable("activation markers", "activation", markers)


def leader_fact(leader: Leader, battle: Battle) -> Fact:
    """Return what is said of a leader."""
    role = battle.series.role(leader.role or "")
    labels = {f.id: f.name.get("en") for f in role.fields} if role is not None else {}
    values: Values = {
        "side": Reference("side", leader.side) if leader.side else None,
        "command": Reference("command", leader.command) if leader.command else None,
        "nationality": Reference("nationality", leader.nationality) if leader.nationality else None,
        "role": role.name.get("en") if role is not None else leader.role,
        "picture": leader.art,
        **ratings(leader.front, leader.back, labels),
    }
    for name, extra in leader.extra.items():
        values |= {f"{labels.get(key, key)}, {name}": value for key, value in extra.items()}
    add_text(values, "name", leader.name, battle.language)
    add_text(values, "name, back", leader.back_name, battle.language)
    return Fact(leader.id, leader.name.get(battle.language), values)


def unit_fact(unit: Unit, battle: Battle) -> Fact:
    """Return what is said of a unit."""
    labels = {f.id: f.name.get("en") for f in battle.series.unit_fields}
    kind = battle.series.unit_type(unit.type or "")
    values: Values = {
        "side": Reference("side", unit.side) if unit.side else None,
        "command": Reference("command", unit.command) if unit.command else None,
        "nationality": Reference("nationality", unit.nationality) if unit.nationality else None,
        "type": kind.name.get("en") if kind is not None else unit.type,
        "hexes covered": unit.footprint,
        "men": unit.effectives,
        "higher formation": unit.parent,
        "picture": unit.art,
        **ratings(unit.front, unit.back, labels),
    }
    add_text(values, "name", unit.name, battle.language)
    add_text(values, "short name", unit.short, battle.language)
    return Fact(unit.id, unit.name.get(battle.language), values)


def _rules(battle: Battle) -> Iterator[FactTable]:
    words = {}
    for kind, definitions in (
        ("terrain", battle.words.terrains),
        ("unit type", battle.words.unit_types),
        ("marker", battle.words.markers),
        ("state", battle.words.states),
        ("turn flag", battle.words.turn_flags),
        ("optional rule", battle.words.optional_rules),
    ):
        for definition in definitions:
            values: Values = {
                name.replace("_", " "): plain_value(getattr(definition, name))
                for name in definition.__struct_fields__
                if name != "id"
            }
            name = getattr(definition, "name", None) or getattr(definition, "title", None)
            words[f"{kind} {definition.id}"] = Fact(
                f"{kind} {definition.id}", name.get(battle.language) if name else "", values
            )
    yield FactTable("words of the battle", "", words)
    accepts = {}
    for entry in battle.accepts:
        id_ = " ".join([entry.code, *entry.subjects])
        accepts[id_] = Fact(id_, "", {"reason": entry.reason})
    yield FactTable("accepted warnings", "", accepts)


def chart_table(charts: ChartBook) -> FactTable:
    """Return the charts with all their cells."""
    facts = {}
    for chart in charts:
        labels = [{key.id: key.label.get("en") or key.id for key in axis.keys} for axis in chart.axes]
        values: Values = {}
        for keys, cell in chart.cells.items():
            words = [names.get(key, key) for names, key in zip(labels, keys, strict=True)]
            values[" / ".join(words)] = plain_value(cell.value)
        facts[chart.id] = Fact(chart.id, chart.title.get("en"), values)
    return FactTable("charts", "", facts)
