"""The forms of the page: lists of a battle and its scenarios, each entry with its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from jdgtools.desk.mention_keys import IDS
from jdgtools.desk.operations.entries import (
    LISTS,
    LISTS_TO_ADD_TO,
    NEW,
    find_list,
    key_of_text,
    name_of,
    taken_over,
)
from jdgtools.desk.operations.inherited_blocks import inherited_value, plain
from jdgtools.desk.operations.player_texts import text_in
from jdgtools.desk.places import mentions
from jdgtools.desk.structured_text import Value, flow_text, text_of
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
from jdgtools.exporters.booklet.conditions import condition_text
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.model.victory import Condition
from jdgtools.render.symbols import SYMBOL_IDS
from jdgtools.schema.shapes import PlaceShape
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.desk.documents import Documents
    from jdgtools.exporters.context import BuildContext
    from jdgtools.model.definition import FieldDef, SeriesDef
    from jdgtools.model.scenario import Scenario

Plain = dict[str, Any]
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
_CONDITIONS = ("when", "condition")
_LONG = ("text", "when", "notes", "summary", "effect")
"""Texts of several lines; so is any other that has line ends."""
MAX_CONDITIONS = 300
"""Conditions that are offered."""


_KINDS = {
    "ways": ("path",),
    "rivers": ("hexside",),
    "changed-hexsides": ("hexside", "crossing"),
    "changed-ways": ("path",),
    "removed-ground": ("hexside", "crossing", "path"),
}
"""List -> kinds of terrain that its entries may be of."""


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
    known = find_list(documents, name, scenario.id if scenario is not None else "")
    if not known.entries.kind and taken_over(documents, known):
        return {
            "list": name,
            "entries": [],
            "takenOver": True,
            "adds": False,
            "removes": False,
            "cells": [],
        }
    here = [(known.entries.name_of(one, number), one) for number, one in enumerate(known.elements)]
    others = taken_over(documents, known)
    if name == "scenario-sides" and context is not None:
        silent = (side.id for side in context.battle.sides if side.id not in (*others, *dict(here)))
        assert known.document.node is not None
        here += [(side, Node("map", {}, known.document.node.span)) for side in silent]
    shape = known.shape
    shown = _shown_fields(shape, name, [node for _, node in here] + list(others.values()))
    choices = _Choices(documents, context, name, scenario, language, hex_id)
    names = {
        entry: choices.side_name(entry) if known.entries.named_by == "side" else _label(node, entry, language)
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
                        node, shape, shown, choices, language, partial(key_of_text, known, node, entry)
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
        "removes": bool(known.entries.keys) and name not in ("sides", "scenario-sides"),
        "cells": chart_cells(context.charts, language) if name == "charts" and context is not None else [],
        "markers": name == "commands" and bool(choices.codes),
    }


def _shown_fields(shape: PlaceShape, name: str, nodes: Iterable[Node]) -> list[str]:
    """Return the keys that a form has, in the order of the schema."""
    known = [key for _, part in shape.parts for key in part.get("properties", ())]
    whole_file = not LISTS[name].keys
    written_keys = {key for node in nodes for key, _ in node.items()} if not whole_file else set()
    return [
        key
        for key in dict.fromkeys(known)
        if (key in USUAL[name] or (key in written_keys and key != LISTS[name].named_by))
        and _control(shape.below(key), key) is not None
    ]


def _control(shape: PlaceShape, key: str) -> str | None:
    """Return the kind of a field, as the page knows it; None for what no form shows."""
    types = shape.types
    prose = _is_prose(shape)
    if key in _CONDITIONS and not prose:
        return "condition"
    if prose:
        return "long" if key in _LONG else "text"
    if key in ("colour", "ink") and not any("enum" in part for _, part in shape.parts):
        return "colour"
    if types == {"boolean"}:
        return "yes"
    if key == "value":  # of a chart's cell: what the chart says
        return "word"
    if "array" in types:
        element = shape.element(0)
        if _is_prose(element) or "object" in element.types:
            return "elements" if types == {"array"} else None
        return "list" if element.types <= {"string", "integer"} else None
    if types == {"integer"}:
        return "number"
    return None if "object" in types else "word"


def _fields(
    node: Node,
    shape: PlaceShape,
    keys: Iterable[str],
    choices: _Choices,
    language: str,
    key_of: KeyOf | None = None,
) -> Iterator[Plain]:
    for key in keys:
        inner = shape.below(key)
        kind = _control(inner, key)
        help_ = next((str(p["description"]) for _, p in inner.parts if "description" in p), "")
        if kind == "elements":
            offered = choices.effects(inner.element(0)) if key == "effects" else []
            yield from _elements(node.get(key), key, inner.element(0), help_, choices, offered, key_of)
        else:
            content = _value(node.get(key), language)
            if key_of is not None and _is_prose(inner):
                content = text_in(choices.documents, node.get(key), key_of((key,)), language)
            kind = "long" if kind == "text" and "\n" in content else kind
            yield field([key], key, kind, content, choices.of(key, inner, node), help_)
    for table in ("values", "settings"):
        if key_of is not None and shape.below(table).parts:
            known = choices.fields_of(node)
            yield from series_fields(table, node, known, choices.series, language)
    if choices.list in ("sides", "commands") and key_of is not None and choices.context is not None:
        yield from default_fields(node, choices.context.battle, language)
    if choices.list == "leaders" and key_of is not None:
        yield from _further_values(node, choices)


def _elements(
    node: Node | None,
    key: str,
    shape: PlaceShape,
    help_: str,
    choices: _Choices,
    offers: list[Plain],
    key_of: KeyOf | None,
) -> Iterator[Plain]:
    """Yield a field for each element of a list in an entry, and one, with what is offered, for the next."""
    language, is_prose = choices.language, _is_prose(shape)
    kind = "text" if is_prose else "long"
    elements = node.elements() if node is not None else []
    for number, one in enumerate(elements, 1):
        name = f"#{number}"
        if is_prose and key_of is not None:
            value = text_in(choices.documents, one, key_of((key, name)), language)
        else:
            value = _value(one, language) if one.is_scalar else flow_text(plain(one), False)
        shown = "long" if "\n" in value else kind
        yield {**field([key, name], f"{key} {number}", shown, value, (), help_), "removes": True}
    yield field([key, NEW], f"{key} {NEW}", "condition" if offers else kind, "", offers, help_)


def _is_prose(shape: PlaceShape) -> bool:
    return any(part.get("x-prose") for _, part in shape.parts)


def _further_values(node: Node, choices: _Choices) -> Iterator[Plain]:
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


def _table_fields(node: Node, choices: _Choices) -> Iterator[Plain]:
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


def _options(node: Node, choices: _Choices) -> Iterator[Plain]:
    """Yield the options of the series and of the battle; empty = as is recommended."""
    battle = choices.context.battle if choices.context is not None else None
    series = battle.series if battle is not None else choices.documents.series
    language, table = choices.language, node.get("options")
    inherited = choices.inherited_table("options") if choices.list == "scenario-options" else None
    root = choices.documents.battle
    whole = root.node.get("options") if root is not None and root.node is not None else None
    for option in series.options if series is not None else ():
        values = option.values or ((True, False) if isinstance(option.default, bool) else ())
        names = (
            {value: name.get(language) for value, name in series.value_names} if series is not None else {}
        )
        offered = []
        for value in values:
            word = flow_text(_plain_value(value), False)
            mark = " *" if value == option.default else ""
            offered.append(choice(word, f"{names.get(str(value)) or word}{mark}"))
        shown = _value(table.get(option.id) if table is not None else None, language)
        others = (inherited, whole if choices.list == "scenario-options" else None)
        known = [one.get(option.id) for one in others if one is not None and one.is_map]
        otherwise = next((_value(one, language) for one in known if one is not None), "")
        help_ = f"{option.id}: {option.name.get(language)}"
        yield field(
            ["options", option.id],
            option.name.get(language) or option.id,
            "word",
            shown,
            offered,
            help_,
            next((one["name"] for one in offered if one["value"] == otherwise), otherwise),
        )


def _plain_value(value: object) -> Value:
    """Return the value of an option as it is written."""
    if isinstance(value, list | tuple):
        return [_plain_value(one) for one in value]
    return value if isinstance(value, bool | int | str) else str(value)


def _rows(node: Node, shape: PlaceShape, choices: _Choices, language: str) -> list[Plain]:
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


def _value(node: Node | None, language: str) -> str:
    """Return what stands in a field: a text in the language of the page, the rest as YAML writes it."""
    if node is None or (node.is_scalar and node.is_null):
        return ""
    if node.is_scalar:
        return node.text.strip()
    if node.is_map and (text := node.get(language)) is not None and text.is_scalar:
        return text.text.strip()
    value = plain(node)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(str(one) for one in value)
    return flow_text(value, False)


def _label(node: Node, entry: str, language: str) -> str:
    """Return what an entry is called: by its name, a turn by its number and time."""
    if node.get("reason") is not None:  # of an accepted warning
        return " ".join((text_of(node.get("code")), _value(node.get("for"), language)))
    for key in ("name", "title", "label", "time"):
        if (text := _value(node.get(key), language)) and not text.startswith("{"):
            return f"{entry} {text}" if key in ("label", "time") else text
    return entry


class _Choices:
    """What may stand in a field, each with the words for it."""

    def __init__(
        self,
        documents: Documents,
        context: BuildContext | None,
        name: str,
        scenario: Scenario | None,
        language: str,
        hex_id: str,
    ) -> None:
        self.documents, self.context, self.list, self.scenario = documents, context, name, scenario
        self.language, self.hex_id = language, hex_id
        series = documents.series
        self.codes = series.activation_codes if series is not None else ()
        self._ids: dict[str, list[str]] = {}
        for one in mentions(documents):
            if one.definition:
                self._ids.setdefault(one.kind, []).append(one.id)
        self._conditions: list[Plain] | None = None

    def of(self, key: str, shape: PlaceShape, node: Node) -> list[Plain]:
        """Return the values that a key may have; none where everything may stand there."""
        if key in _CONDITIONS and _control(shape, key) == "condition":
            return [*self._condition_words(node, key), *self.conditions()]
        if key == "code":
            return [choice(code, name.get(self.language)) for code, name in self.codes]
        series = self.documents.series
        if key == "role" and series is not None:
            return [choice(role.id, role.name.get(self.language)) for role in series.roles]
        if key == "flags" and series is not None:
            flags = [choice(flag, name.get(self.language)) for flag, name in series.turn_flags]
            return [*flags, *(choice(one, one) for one in self._ids.get("turn_flag", ()))]
        if words := self._words(key, node):
            return words
        listed_words = [word for _, part in shape.parts for word in part.get("enum", ())]
        if listed_words:
            return [choice(str(word), str(word)) for word in listed_words]
        kind = IDS.get(key)
        if kind not in ("side", "command", "leader", "entry", "nationality"):
            return []
        ids = dict.fromkeys(self._ids.get(kind, ()))
        if kind in ("command", "leader") and (side := text_of(node.get("side"))):
            ids = dict.fromkeys(one for one in ids if self._side(kind, one) in ("", side))
        return [choice(one, self._name(kind, one)) for one in ids]

    @property
    def series(self) -> SeriesDef | None:
        """The vocabulary of the series, with the words of the battle where it can be read."""
        return self.context.battle.series if self.context is not None else self.documents.series

    def inherited_table(self, key: str) -> Node | None:
        """Return a table that the scenario takes over from another; None where there is none."""
        document = self.documents.scenario(self.scenario.id) if self.scenario is not None else None
        return inherited_value(self.documents, document, key) if document is not None else None

    def fields_of(self, node: Node) -> tuple[FieldDef, ...]:
        """Return the fields that the series gives an entry of the list under `values` or `settings`."""
        series = self.series
        if series is None:
            return ()
        if self.list == "leaders":
            role = text_of(node.get("role"))
            return next((one.fields for one in series.roles if one.id == role), ())
        return {
            "commands": series.command_fields,
            "scenario": series.scenario_fields,
            "scenario-sides": series.side_fields,
        }.get(self.list, ())

    def _words(self, key: str, node: Node) -> list[Plain]:
        """Return the words of the series and of the theme that a key of the battle's vocabulary may have."""
        series, language = self.series, self.language
        if series is None:
            return []
        terrains = [one for one in series.terrains if not one.like]
        if self.list == "own-terrains" and key == "like":
            return [choice(one.id, one.name.get(language)) for one in terrains if one.kind != "crossing"]
        if self.list == "own-terrains" and key == "look" and self.context is not None:
            return [choice(one, one) for one in self.context.theme.keys("map.terrain") if one != "*"]
        if self.list == "own-unit-types" and key == "like":
            return [choice(one.id, one.name.get(language)) for one in series.unit_types if not one.like]
        if key == "marker" or (self.list == "own-markers" and key == "like"):
            return [choice(one.id, one.name.get(language)) for one in series.markers]
        if self.list in ("own-unit-types", "own-markers") and key == "symbol":
            return [choice(one, one.replace("_", " ")) for one in SYMBOL_IDS]
        kinds = _KINDS.get(self.list, ()) if key == "kind" else ()
        water = self.list == "rivers"
        return [
            choice(one.id, one.name.get(language))
            for one in series.terrains
            if one.kind in kinds and (one.water or not water)
        ]

    def _side(self, kind: str, id_: str) -> str:
        battle = self.context.battle if self.context is not None else None
        known = (
            (battle.command(id_) if kind == "command" else battle.leader(id_)) if battle is not None else None
        )
        return (known.side or "") if known is not None else ""

    def side_name(self, id_: str) -> str:
        """Return the name of a side, or its id."""
        return self._name("side", id_)

    def _name(self, kind: str, id_: str) -> str:
        battle = self.context.battle if self.context is not None else None
        if battle is None:
            return id_
        known: Any = {
            "side": battle.side,
            "command": battle.command,
            "leader": battle.leader,
            "entry": battle.map.entry if battle.map is not None else lambda _: None,
            "nationality": lambda _: None,
        }[kind](id_)
        return (known.name.get(self.language) if known is not None else "") or id_

    def effects(self, shape: PlaceShape) -> list[Plain]:
        """Return the plainest effects of special rules, each for all units of a side."""
        battle = self.context.battle if self.context is not None else None
        the_map = battle.map if battle is not None else None
        known: dict[str, dict[str, Value]] = {
            "stack_limit": {"limit": 2},
            "no_combat": {"combat": "melee"},
            "fire_range": {"range": 2},
            "no_forced_march": {},
            "free_withdrawal": {},
        }
        if the_map is not None and the_map.grid.index(self.hex_id) is not None:
            known["no_entry"] = {"hexes": [self.hex_id]}
        if the_map is not None and the_map.entries:
            known["exit"] = {"entry": the_map.entries[0].id}
        offered = []
        for key, value in known.items():
            title = shape.below(key).first("title") or key
            for side in battle.sides if battle is not None else ():
                effect: Value = {key: {**value, "side": side.id}}
                offered.append(choice(flow_text(effect, False), f"{title}: {side.name.get(self.language)}"))
        return offered

    def conditions(self) -> list[Plain]:
        """Return the plainest conditions of a battle: who holds what, who is lost, who has left."""
        if self._conditions is None:
            names = BookletNames(self.context) if self.context is not None else None
            self._conditions = []
            for value, condition in self._plainest() if names is not None else ():
                assert names is not None
                self._conditions.append(
                    choice(flow_text(value, False), condition_text(condition, names, None))
                )
                if len(self._conditions) == MAX_CONDITIONS:
                    break
        return self._conditions

    def _condition_words(self, node: Node, key: str) -> Iterator[Plain]:
        """Yield the condition that an entry has, in words, unless it is one of the plainest."""
        scenario, name = self.scenario, text_of(node.get("id"))
        if self.context is None or scenario is None:
            return
        value = _value(node.get(key), self.language)
        if any(one["value"] == value for one in self.conditions()):
            return
        known: dict[str, list[tuple[str, Condition | None, bool]]] = {
            "awards": [(one.id, one.when, one.each) for one in scenario.awards],
            "automatic": [(one.id, one.when, False) for one in scenario.automatic],
            "reinforcements": [(one.id, one.required, False) for one in scenario.arrivals],
        }
        for id_, condition, each in known.get(self.list, ()):
            if id_ == name and condition is not None:
                yield choice(value, condition_text(condition, BookletNames(self.context), None, each))
                return

    def _plainest(self) -> Iterator[tuple[Value, Condition]]:
        assert self.context is not None
        battle = self.context.battle
        sides = [side.id for side in battle.sides]
        if (the_map := battle.map) is not None:
            index = the_map.grid.index(self.hex_id) if self.hex_id else None
            spots: list[tuple[str, Value, tuple[int, ...]]] = []
            if index is not None:
                spots.append(("hexes", [the_map.grid.id(index)], (index,)))
            spots += [("place", place.id, (place.hex,)) for place in the_map.places if place.id]
            spots += [("region", one.id, tuple(sorted(one.hexes))) for one in the_map.regions]
            for key, spot, hexes in spots:
                for side in sides:
                    yield {"holds": {"side": side, key: spot}}, Condition("holds", side=side, hexes=hexes)
        groups: list[tuple[str, str, tuple[str, ...]]] = [
            ("side", side, tuple(unit.id for unit in battle.units if unit.side == side)) for side in sides
        ]
        groups += [
            ("command", one.id, tuple(unit.id for unit in battle.units if unit.command == one.id))
            for one in battle.commands
        ]
        for key, group, units in groups:
            yield {"eliminated": {key: group}}, Condition("eliminated", units=units)
        for leader in battle.leaders:
            yield {"eliminated": {"units": [leader.id]}}, Condition("eliminated", units=(leader.id,))
        for key, group, units in groups:
            body: dict[str, Value] = {key: group, "percent": 50}
            yield {"losses": body}, Condition("losses", units=units, percent=50)
        for entry in battle.map.entries if battle.map is not None else ():
            for key, group, units in groups:
                if entry.side in (None, self._side_of(key, group)):
                    body = {key: group, "entry": entry.id, "count": 1}
                    condition = Condition("exited", units=units, hexes=entry.hexes, count=1)
                    yield {"exited": body}, condition

    def _side_of(self, key: str, group: str) -> str:
        return group if key == "side" else self._side("command", group)
