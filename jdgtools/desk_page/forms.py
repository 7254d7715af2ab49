"""The forms of the page: lists of a battle and its scenarios, each entry with its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from jdgtools.desk.operations.entry_fields import NEW, key_of_text
from jdgtools.desk.operations.field_values import is_text
from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.operations.lists import LISTS, LISTS_TO_ADD_TO, find_list, name_of, taken_over
from jdgtools.desk.operations.player_texts import text_in
from jdgtools.desk.structured_text import Value, flow_text, text_of
from jdgtools.desk_page.form_choices import FieldChoices
from jdgtools.desk_page.form_controls import Plain, control_of, field_text
from jdgtools.desk_page.form_tables import (
    amount_fields,
    chart_cells,
    choice,
    default_fields,
    field,
    hex_fields,
    marker_fields,
    marker_turn_fields,
    order_fields,
    schedule_fields,
    series_fields,
    theme_fields,
)
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.desk.documents import Documents
    from jdgtools.exporters.context import BuildContext
    from jdgtools.model.scenario import Scenario

KeyOf: TypeAlias = Callable[[tuple[str, ...]], str]
"""Gives the key that a field of an entry has in language files."""

USUAL: dict[str, tuple[str, ...]] = {
    "commands": ("id", "name", "side", "colour", "leader"),
    "leaders": ("id", "name", "side", "role", "command", "nationality"),
    "turns": ("time", "label", "flags", "count", "start", "minutes"),
    "awards": ("id", "name", "side", "points", "each", "when"),
    "automatic": ("id", "name", "side", "when"),
    "levels": ("name", "side", "from", "to"),
    "reinforcements": ("id", "command", "turn", "until", "entry", "optional", "when"),
    "battle": (
        "id", "version", "title", "subtitle", "date", "battle_of", "place", "scale", "strength_point",
        "languages", "credits", "sources", "notes",
    ),
    "scenario": (
        "title", "summary", "first_turn", "last_turn", "unused", "removed_markers", "single_marker", "notes",
    ),
    "map": ("credits",),
    "nationalities": ("id", "name", "colour", "ink"),
    "sides": ("id", "name", "colour", "nationalities"),
    "combined": ("id", "code", "side", "commands", "rating", "name", "effect", "turns", "entry", "effects"),
    "charts": ("chart", "key", "value", "note"),
    "places": ("id", "name", "hex", "rank", "height"),
    "regions": ("id", "name", "hexes", "shown"),
    "entries": ("id", "name", "side", "hexes", "exit"),
    "ways": ("id", "kind", "name"),
    "rivers": ("id", "kind", "name"),
    "theme": (),
    "amounts": (),
    "battle-markers": (),
    "orders": (),
    "scenario-markers": (),
    "scenario-sides": ("facing", "rout_edge"),
    "changed-hexes": (),
    "schedule": (),
    "changed-hexsides": ("kind", "sides"),
    "changed-ways": ("kind", "hexes"),
    "removed-ground": ("kind", "sides", "hexes"),
    "accepts": ("code", "for", "reason"),
    "scenario-accepts": ("code", "for", "reason"),
    "own-terrains": ("id", "name", "like", "kind", "look", "playable"),
    "own-unit-types": ("id", "name", "like", "symbol", "code"),
    "own-markers": ("id", "name", "legend", "back", "like", "symbol", "colour", "count", "per"),
    "own-states": ("id", "name", "values", "of", "arms"),
    "own-flags": ("id", "name"),
    "optional-rules": ("id", "title", "text", "default"),
    "rules": ("id", "title", "text", "overrules", "allows", "effects", "in_words"),
    "battle-rules": ("id", "title", "text", "overrules", "allows", "effects", "in_words"),
    "options": (),
    "scenario-options": (),
}  # fmt: skip
"""Fields that a form always has; others where an entry of a list says them."""
_TABLES = frozenset(
    {"options", "scenario-options", "theme", "amounts", "battle-markers", "orders", "scenario-markers"}
    | {"changed-hexes", "schedule"}
)
"""Lists whose fields are tables of a file."""


def form(
    documents: Documents,
    context: BuildContext | None,
    name: str,
    scenario: Scenario | None,
    language: str,
    hex_id: str = "",
) -> Plain:
    """Return a list with its entries, as the page shows them.

    Args:
        documents: of the project.
        context: the battle; None where nothing of it can be read.
        name: of the list.
        scenario: the one that is shown.
        language: of texts for players.
        hex_id: the hex that was clicked, for conditions; empty = none.

    Raises:
        EditRefused: there is no such list, or its file cannot be read.
    """
    project_list = find_list(documents, name, scenario.id if scenario is not None else "")
    if not project_list.entries.kind and taken_over(documents, project_list):
        return {
            "list": name,
            "entries": [],
            "takenOver": True,
            "adds": False,
            "removes": False,
            "cells": [],
        }
    here = [
        (project_list.entries.name_of(one, number), one) for number, one in enumerate(project_list.elements)
    ]
    others = taken_over(documents, project_list)
    if name == "scenario-sides" and context is not None:
        silent = (side.id for side in context.battle.sides if side.id not in (*others, *dict(here)))
        assert project_list.document.node is not None
        here += [(side, Node("map", {}, project_list.document.node.span)) for side in silent]
    shape = project_list.shape
    field_keys = _shown_fields(shape, name, [node for _, node in here] + list(others.values()))
    choices = FieldChoices(documents, context, name, scenario, language, hex_id)
    names = {
        entry: choices.side_name(entry)
        if project_list.entries.named_by == "side"
        else _label(node, entry, language)
        for entry, node in (*here, *others.items())
    }
    labels = Counter(names.values())
    return {
        "list": name,
        "entries": [
            {
                "entry": entry,
                "label": label if labels[label] == 1 else f"{label} ({entry})",
                "inherited": entry in others,
                "fields": list(
                    _table_fields(node, choices)
                    if name in _TABLES
                    else _fields(
                        node,
                        shape,
                        field_keys,
                        choices,
                        language,
                        partial(key_of_text, project_list, node, entry),
                    )
                ),
                "rows": _rows(node, shape.below("markers"), choices, language) if name == "commands" else [],
            }
            for entry, node in (*here, *others.items())
            for label in [names[entry]]
        ],
        "takenOver": False,
        "wantsId": name in ("commands", "leaders"),
        "wantsName": name != "turns",
        "adds": name in LISTS_TO_ADD_TO and (name != "charts" or bool(here)),
        "removes": bool(project_list.entries.keys) and name not in ("sides", "scenario-sides"),
        "cells": chart_cells(context.charts, language) if name == "charts" and context is not None else [],
        "markers": name == "commands" and bool(choices.codes),
    }


def _shown_fields(shape: NodeShape, name: str, nodes: Iterable[Node]) -> list[str]:
    """Return the keys that a form has, in the order of the schema."""
    schema_keys = [key for _, part in shape.parts for key in part.get("properties", ())]
    whole_file = not LISTS[name].keys
    written_keys = {key for node in nodes for key, _ in node.items()} if not whole_file else set()
    return [
        key
        for key in dict.fromkeys(schema_keys)
        if (key in USUAL[name] or (key in written_keys and key != LISTS[name].named_by))
        and control_of(shape.below(key), key) is not None
    ]


def _fields(
    node: Node,
    shape: NodeShape,
    keys: Iterable[str],
    choices: FieldChoices,
    language: str,
    key_of: KeyOf | None = None,
) -> Iterator[Plain]:
    for key in keys:
        inner = shape.below(key)
        kind = control_of(inner, key)
        help_ = next((str(p["description"]) for _, p in inner.parts if "description" in p), "")
        if kind == "elements":
            choices_here = choices.effects(inner.element(0)) if key == "effects" else []
            yield from _elements(node.get(key), key, inner.element(0), help_, choices, choices_here, key_of)
        else:
            content = field_text(node.get(key), language)
            if key_of is not None and is_text(inner):
                content = text_in(choices.documents, node.get(key), key_of((key,)), language)
            kind = "long" if kind == "text" and "\n" in content else kind
            yield field([key], key, kind, content, choices.of(key, inner, node), help_)
    for table in ("values", "settings"):
        if key_of is not None and shape.below(table).parts:
            field_names = choices.fields_of(node)
            yield from series_fields(table, node, field_names, choices.series, language)
    if choices.list in ("sides", "commands") and key_of is not None and choices.context is not None:
        yield from default_fields(node, choices.context.battle, language)
    if choices.list == "leaders" and key_of is not None:
        yield from _further_values(node, choices)


def _elements(
    node: Node | None,
    key: str,
    shape: NodeShape,
    help_: str,
    choices: FieldChoices,
    offers: list[Plain],
    key_of: KeyOf | None,
) -> Iterator[Plain]:
    """Yield a field for each element of a list in an entry, and one, with what is offered, for the next."""
    language, is_prose = choices.language, is_text(shape)
    kind = "text" if is_prose else "long"
    elements = node.elements() if node is not None else []
    for number, one in enumerate(elements, 1):
        name = f"#{number}"
        if is_prose and key_of is not None:
            value = text_in(choices.documents, one, key_of((key, name)), language)
        else:
            value = field_text(one, language) if one.is_scalar else flow_text(plain(one), False)
        text_shape = "long" if "\n" in value else kind
        yield {**field([key, name], f"{key} {number}", text_shape, value, (), help_), "removes": True}
    yield field([key, NEW], f"{key} {NEW}", "condition" if offers else kind, "", offers, help_)


def _further_values(node: Node, choices: FieldChoices) -> Iterator[Plain]:
    """Yield the further sets of values that the role of a leader has, such as those when he is wounded."""
    series, role_id = choices.series, text_of(node.get("role"))
    role = next((one for one in series.roles if one.id == role_id), None) if series is not None else None
    names = {one.id: one.name.get(choices.language) for one in role.fields} if role is not None else {}
    sets = [(("extra", of), keys) for of, keys in (role.extra if role is not None else ())]
    if role is not None and role.back == "replacement":
        back, words = node.get("back"), f"leader.{text_of(node.get('id'))}.back_name"
        name = back.get("name") if back is not None and back.is_map else None
        value = text_in(choices.documents, name, words, choices.language)
        yield field(["back", "name"], "back: name", "text", value)
        sets.append((("back", "values"), tuple(names)))
    for way, keys in sets:
        values = node.at(*way)
        for key in keys:
            value = text_of(values.get(key)) if values is not None and values.is_map else ""
            label = f"{way[1] if way[0] == 'extra' else way[0]}: {names.get(key) or key}"
            yield field([*way, key], label, "word", value)


def _table_fields(node: Node, choices: FieldChoices) -> Iterator[Plain]:
    """Yield the fields of a list that is a table of a file, or several, beside what is taken over."""
    name, context, language = choices.list, choices.context, choices.language
    if name in ("options", "scenario-options"):
        yield from _options(node, choices)
    elif context is None:
        return
    elif name == "theme":
        yield from theme_fields(node, context)
    elif name == "amounts":
        yield from amount_fields(node, context.battle, language)
    elif name == "battle-markers":
        yield from marker_fields(node, context, is_battle=True)
    elif name == "orders":
        yield from order_fields(node, context.battle, language, choices.inherited_table("orders"))
    elif name == "schedule" and choices.scenario is not None:
        yield from schedule_fields(node, context, choices.scenario)
    elif name == "changed-hexes":
        yield from hex_fields(node, context.battle, language)
    else:
        yield from marker_fields(node, context, choices.inherited_table("markers"))
        yield from marker_turn_fields(node, context.battle, language)


def _options(node: Node, choices: FieldChoices) -> Iterator[Plain]:
    """Yield the options of the series and of the battle; empty = as is recommended."""
    battle = choices.context.battle if choices.context is not None else None
    series = battle.series if battle is not None else choices.documents.series
    language, table = choices.language, node.get("options")
    inherited_node = choices.inherited_table("options") if choices.list == "scenario-options" else None
    root = choices.documents.battle
    whole = root.node.get("options") if root is not None and root.node is not None else None
    for option in series.options if series is not None else ():
        values = option.values or ((True, False) if isinstance(option.default, bool) else ())
        names = (
            {value: name.get(language) for value, name in series.value_names} if series is not None else {}
        )
        choices_here = []
        for value in values:
            word = flow_text(_plain_value(value), False)
            mark = " *" if value == option.default else ""
            choices_here.append(choice(word, f"{names.get(str(value)) or word}{mark}"))
        text_there = field_text(table.get(option.id) if table is not None else None, language)
        others = (inherited_node, whole if choices.list == "scenario-options" else None)
        other_values = [one.get(option.id) for one in others if one is not None and one.is_map]
        otherwise = next((field_text(one, language) for one in other_values if one is not None), "")
        help_ = f"{option.id}: {option.name.get(language)}"
        yield field(
            ["options", option.id],
            option.name.get(language) or option.id,
            "word",
            text_there,
            choices_here,
            help_,
            next((one["name"] for one in choices_here if one["value"] == otherwise), otherwise),
        )


def _plain_value(value: object) -> Value:
    """Return the value of an option as it is written."""
    if isinstance(value, list | tuple):
        return [_plain_value(one) for one in value]
    return value if isinstance(value, bool | int | str) else str(value)


def _rows(node: Node, shape: NodeShape, choices: FieldChoices, language: str) -> list[Plain]:
    """Return the activation markers of a formation."""
    markers, element = node.get("markers"), shape.element(0)
    elements = markers.elements() if markers is not None else []
    keys = [
        key for key in ("code", "rating", "name") if key != "name" or any(one.get(key) for one in elements)
    ]
    rows = []
    for number, one in enumerate(elements):
        entry = name_of(one, number)
        fields = [
            {**field, "field": ["markers", entry, *field["field"]]}
            for field in _fields(one, element, keys, choices, language)
        ]
        rows.append({"entry": entry, "fields": fields})
    return rows


def _label(node: Node, entry: str, language: str) -> str:
    """Return what an entry is called: by its name, a turn by its number and time."""
    if node.get("reason") is not None:  # of an accepted warning
        return " ".join((text_of(node.get("code")), field_text(node.get("for"), language)))
    for key in ("name", "title", "label", "time"):
        if (text := field_text(node.get(key), language)) and not text.startswith("{"):
            return f"{entry} {text}" if key in ("label", "time") else text
    return entry
