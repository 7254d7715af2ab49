"""Fields of tables whose keys the battle gives: colours of its theme, orders of its formations, markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from jdgtools.charts.words import cell_text
from jdgtools.derived.marker_counts import marker_count
from jdgtools.derived.schedules import schedule_lines, schedules_of_series
from jdgtools.desk.structured_text import flow_text, text_of
from jdgtools.render.map.landscape import Styles
from jdgtools.render.themes import THEMES, WORDS_OF_KEYS

if TYPE_CHECKING:
    from jdgtools.charts.model import Chart
    from jdgtools.exporters.context import BuildContext
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import FieldDef, SeriesDef
    from jdgtools.model.scenario import Scenario
    from jdgtools.source.node import Node

Plain = dict[str, Any]


def field(
    way: Iterable[str],
    name: str,
    kind: str | None,
    value: str,
    choices: Iterable[Plain] = (),
    help_: str = "",
    otherwise: str = "",
) -> Plain:
    """Return a field of a form.

    Args:
        way: keys that lead to it from the entry.
        name: what it is called on the page.
        kind: as the page knows it.
        value: what the file says; empty = nothing.
        choices: what may stand there.
        help_: what it means.
        otherwise: what holds where the file says nothing.
    """
    return {
        "field": list(way),
        "name": name,
        "kind": kind,
        "value": value,
        "choices": list(choices),
        "help": help_,
        "otherwise": otherwise,
    }


def choice(value: str, name: str) -> Plain:
    """Return a value that may stand in a field, with the words for it."""
    return {"value": value, "name": name or value}


def series_fields(
    table: str, node: Node, fields_of_series: Iterable[FieldDef], series: SeriesDef | None, language: str
) -> Iterator[Plain]:
    """Yield the fields that a series has in a table such as `values`, then others that stand there.

    Args:
        table: key of the table.
        node: the entry that has the table.
        fields_of_series: fields of the series.
        series: for the words of choices.
        language: of names.
    """
    values, names = node.get(table), dict(series.value_names) if series is not None else {}
    values_there = dict(values.items()) if values is not None and values.is_map else {}
    fields = {one.id: one for one in fields_of_series}
    for key in dict.fromkeys((*fields, *values_there)):
        one, value = fields.get(key), text_of(values_there.get(key))
        if one is None:
            yield field([table, key], key, "word", value)
            continue
        words = one.choices or (("true", "false") if one.type == "bool" else ())
        choices = [choice(word, names[word].get(language) if word in names else word) for word in words]
        otherwise = "" if one.default is None else _word(one.default)
        help_ = f"{key}: {one.description.get(language) or one.name.get(language)}"
        kind = "number" if one.type == "int" else "word"
        yield field([table, key], one.name.get(language) or key, kind, value, choices, help_, otherwise)


def default_fields(node: Node, battle: Battle, language: str) -> Iterator[Plain]:
    """Yield the fields of `defaults`: what units have whose row of the order of battle is silent."""
    table, back = node.get("defaults"), node.at("defaults", "back")
    choices = [choice(one.id, one.name.get(language)) for one in battle.nationalities]
    value = _at(table, "nationality")
    yield field(["defaults", "nationality"], "defaults nationality", "word", value, choices)
    for one in battle.series.unit_fields:
        if one.two_sided and one.type == "int":
            name = f"defaults back: {one.name.get(language)}"
            value = _at(back, one.id)
            help_ = "what is added to the front, such as -1"
            yield field(["defaults", "back", one.id], name, "number", value, (), help_)


def theme_fields(node: Node, context: BuildContext) -> Iterator[Plain]:
    """Yield the name of the theme, its words, the colours of the ground, and all else that is written."""
    section = node.get("theme")
    values_there = dict(_leaves(section, ())) if section is not None and section.is_map else {}
    keys_before: set[tuple[str, ...]] = set()
    for key, words in {("name",): THEMES, ("colors_for",): THEMES, **WORDS_OF_KEYS}.items():
        if key == ("colors_for",) and set(values_there) <= {("name",)}:
            continue  # there are no colours that were chosen for any theme
        keys_before.add(key)
        otherwise = THEMES[0] if key == ("name",) else ""
        if len(key) > 1:
            otherwise = str(context.theme.get(".".join(key)))
        choices = [choice(word, word) for word in words]
        yield field(["theme", *key], _name(key), "word", values_there.get(key, ""), choices, "", otherwise)
    for key, name in _colours(context):
        keys_before.add(key)
        colour = context.theme.color(".".join(key))
        yield field(["theme", *key], name, "colour", values_there.get(key, ""), (), ".".join(key), colour)
    for key, value in values_there.items():
        if key not in keys_before:
            kind = "colour" if value.startswith("#") else "word"
            yield field(["theme", *key], _name(key), kind, value, (), ".".join(key))


def _name(key: tuple[str, ...]) -> str:
    return " ".join(one for one in key if one != "map").replace("_", " ")


def _leaves(node: Node, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, child in node.items():
        if child.is_map:
            yield from _leaves(child, (*way, key))
        elif child.is_scalar:
            yield (*way, key), text_of(child)


def _colours(context: BuildContext) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the keys of colours of the ground that the map shows, each with its name for the designer."""
    battle, language, theme = context.battle, context.language, context.theme
    the_map = battle.map
    if the_map is None:
        return
    styles = Styles.of(battle, theme)
    for level in sorted({level for level in the_map.levels if level is not None}):
        yield ("map", "ground", str(level)), f"ground {level}"
    lines = {way.kind for way in the_map.ways}
    for section, used, style_of in (
        ("terrain", set(the_map.terrain), styles.hexes),
        ("way", lines, styles.ways),
    ):
        for terrain in battle.series.terrains:
            style = style_of.get(terrain.id, "")
            key = ("map", section, style, "fill")
            if terrain.id in used and not terrain.clear and theme.has(".".join(key)):
                yield key, terrain.name.get(language) or terrain.id
    if theme.has("map.water.fill") and any(one.water for one in battle.series.terrains):
        yield ("map", "water", "fill"), "water"


def order_fields(node: Node, battle: Battle, language: str, inherited_table: Node | None) -> Iterator[Plain]:
    """Yield a field for the order of each formation at the start."""
    choices = [choice(id_, name.get(language)) for id_, name in battle.series.orders]
    names = {one["value"]: one["name"] for one in choices}
    for command in battle.commands if choices else ():
        value, before = (_at(table, command.id) for table in (node.get("orders"), inherited_table))
        name = command.name.get(language) or command.id
        otherwise = names.get(before, before)
        yield field(["orders", command.id], name, "word", value, choices, command.id, otherwise)


def marker_fields(
    node: Node, context: BuildContext, inherited_table: Node | None = None, is_battle: bool = False
) -> Iterator[Plain]:
    """Yield a field for the number of each marker, beside the number where the file says none."""
    battle, language = context.battle, context.language
    silent = replace(battle, markers={}) if is_battle else battle
    for marker in battle.series.markers:
        value, before = (_at(table, marker.id) for table in (node.get("markers"), inherited_table))
        before = before or str(marker_count(silent, marker, context.series))
        name = marker.name.get(language) or marker.id
        yield field(["markers", marker.id], name, "number", value, (), marker.id, before)


def marker_turn_fields(node: Node, battle: Battle, language: str) -> Iterator[Plain]:
    """Yield a field for the turns of each combined activation marker."""
    for marker in (one for one in battle.activation if one.is_combined):
        turns_node = node.at("marker_turns", marker.id)
        value = ", ".join(text_of(one) for one in turns_node.elements()) if turns_node is not None else ""
        name = f"marker_turns: {marker.name.get(language) or marker.id}"
        otherwise = ", ".join(map(str, marker.turns))
        yield field(["marker_turns", marker.id], name, "list", value, (), marker.id, otherwise)


def amount_fields(node: Node, battle: Battle, language: str) -> Iterator[Plain]:
    """Yield what the battle says of all its units at once: defaults, men of a strength point."""
    yield from default_fields(node, battle, language)
    used = {unit.type for unit in battle.units}
    names = {id_: name.get(language) for id_, name in battle.series.arms}
    names |= {one.id: one.name.get(language) for one in battle.series.unit_types if one.id in used}
    table = node.get("men_per_point")
    for key, words in names.items():
        name = f"men_per_point: {words or key}"
        yield field(["men_per_point", key], name, "number", _at(table, key), (), key)


def schedule_fields(node: Node, context: BuildContext, scenario: Scenario) -> Iterator[Plain]:
    """Yield whether the series' schedule of points counts, and the points of each of its lines."""
    schedule = node.at("victory", "schedule")
    keys = [entry.key for one in schedules_of_series(context.series) for entry in one.entries]
    if not keys:
        return
    points = node.at("victory", "schedule", "points")
    choices = [choice(word, word) for word in ("true", "false")]
    way = ["victory", "schedule"]
    yield field([*way, "in_force"], "in_force", "word", _at(schedule, "in_force"), choices, "", "true")
    lines = schedule_lines(context.battle, scenario, context.series, context.charts)
    names = {line.entry.key: line for line in lines}
    for key in keys:
        line = names.get(key)
        name = line.name.get(context.language) if line is not None else ""
        now = str(line.points) if line is not None else ""
        yield field([*way, "points", key], name or key, "number", _at(points, key), (), key, now)


def hex_fields(node: Node, battle: Battle, language: str) -> Iterator[Plain]:
    """Yield the terrain of each hex that a scenario changes."""
    hexes = node.at("map", "hexes")
    choices = [choice(one.id, one.name.get(language)) for one in battle.series.terrains if one.kind == "hex"]
    for key, child in hexes.items() if hexes is not None and hexes.is_map else ():
        yield field(["map", "hexes", key], key, "word", text_of(child), choices)


def chart_cells(charts: Iterable[Chart], language: str) -> list[Plain]:
    """Return the cells of all charts, each with its present value as words and as it is written."""
    return [
        {
            "chart": chart.id,
            "title": f"{chart.title.get(language)} ({chart.id})",
            "cells": [
                {
                    "key": list(keys),
                    "name": f"{cell_name(chart, keys, language)}: {cell_text(chart, keys, language)}",
                    "value": written_value(cell.value),
                }
                for keys, cell in chart.cells.items()
            ],
        }
        for chart in charts
    ]


def cell_name(chart: Chart, keys: tuple[str, ...], language: str) -> str:
    """Return the labels of a cell's keys."""
    labels = (axis.key(key).label.get(language) or key for axis, key in zip(chart.axes, keys, strict=True))
    return ", ".join(labels)


def written_value(value: object) -> str:
    """Return the value of a chart's cell as a battle writes it."""
    if value is None or value == "":
        return ""
    return value if isinstance(value, str) else flow_text(_plain(value), False)


def _plain(value: object) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "items"):
        return {str(key): _plain(one) for key, one in value.items()}
    return value if isinstance(value, bool | int | float) or value is None else str(value)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _at(table: Node | None, key: str) -> str:
    return text_of(table.get(key)) if table is not None and table.is_map else ""
