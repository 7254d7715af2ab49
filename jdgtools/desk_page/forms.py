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
from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.operations.player_texts import text_in
from jdgtools.desk.places import mentions
from jdgtools.desk.structured_text import Value, flow_text, text_of
from jdgtools.exporters.booklet.conditions import condition_text
from jdgtools.exporters.booklet.names import Names
from jdgtools.model.victory import Condition
from jdgtools.schema.shapes import Shape
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.desk.documents import Documents
    from jdgtools.exporters.context import BuildContext
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
    "scenario": ("title", "summary", "first_turn", "last_turn", "unused", "removed_markers", "notes"),
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
    "rules": ("id", "title", "text", "overrules", "allows", "effects", "in_words"),
    "battle-rules": ("id", "title", "text", "overrules", "allows", "effects", "in_words"),
    "options": (),
    "scenario-options": (),
}  # fmt: skip
"""Fields that a form always has; others where an entry of a list says them."""
_OPTIONS = ("options", "scenario-options")
_CONDITIONS = ("when", "condition")
_LONG = ("text", "when", "notes", "summary", "effect")
"""Texts of several lines; so is any other that has line ends."""
MAX_CONDITIONS = 300
"""Conditions that are offered."""


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
        return {"list": name, "entries": [], "takenOver": True, "adds": False, "removes": False}
    here = [(name_of(one, number), one) for number, one in enumerate(known.elements)]
    others = taken_over(documents, known)
    shape = known.shape
    shown = _shown_fields(shape, name, [node for _, node in here] + list(others.values()))
    choices = _Choices(documents, context, name, scenario, language, hex_id)
    labels = Counter(_label(node, entry, language) for entry, node in (*here, *others.items()))
    return {
        "list": name,
        "entries": [
            {
                "entry": entry,
                "label": label if labels[label] == 1 else f"{label} ({entry})",
                "inherited": entry in others,
                "fields": list(
                    _options(node, choices)
                    if name in _OPTIONS
                    else _fields(
                        node, shape, shown, choices, language, partial(key_of_text, known, node, entry)
                    )
                ),
                "rows": _rows(node, shape.below("markers"), choices, language) if name == "commands" else [],
            }
            for entry, node in (*here, *others.items())
            for label in [_label(node, entry, language)]
        ],
        "takenOver": False,
        "wantsId": name in ("commands", "leaders"),
        "wantsName": name != "turns",
        "adds": bool(known.entries.keys) and name in LISTS_TO_ADD_TO - {"reinforcements"},
        "removes": bool(known.entries.keys) and name != "sides",
        "markers": name == "commands" and bool(choices.codes),
    }


def _shown_fields(shape: Shape, name: str, nodes: Iterable[Node]) -> list[str]:
    """Return the keys that a form has, in the order of the schema."""
    known = [key for _, part in shape.parts for key in part.get("properties", ())]
    whole_file = not LISTS[name].keys
    written_keys = {key for node in nodes for key, _ in node.items()} if not whole_file else set()
    return [
        key
        for key in dict.fromkeys(known)
        if (key in USUAL[name] or key in written_keys) and _control(shape.below(key), key) is not None
    ]


def _control(shape: Shape, key: str) -> str | None:
    """Return the kind of a field, as the page knows it; None for what no form shows."""
    types = shape.types
    prose = _is_prose(shape)
    if key in _CONDITIONS and not prose:
        return "condition"
    if prose:
        return "long" if key in _LONG else "text"
    if key == "colour":
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
    shape: Shape,
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
            yield _field([key], key, kind, content, choices.of(key, inner, node), help_)
    for table in ("values", "settings"):
        values = node.get(table)
        for key, value in values.items() if values is not None else ():
            yield _field([table, key], key, "word", _value(value, language))


def _field(
    field: list[str], name: str, kind: str | None, value: str, choices: Iterable[Plain] = (), help_: str = ""
) -> Plain:
    return {
        "field": field,
        "name": name,
        "kind": kind,
        "value": value,
        "choices": list(choices),
        "help": help_,
    }


def _elements(
    node: Node | None,
    key: str,
    shape: Shape,
    help_: str,
    choices: _Choices,
    offered: list[Plain],
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
        yield {**_field([key, name], f"{key} {number}", shown, value, (), help_), "removes": True}
    yield _field([key, NEW], f"{key} {NEW}", "condition" if offered else kind, "", offered, help_)


def _is_prose(shape: Shape) -> bool:
    return any(part.get("x-prose") for _, part in shape.parts)


def _options(node: Node, choices: _Choices) -> Iterator[Plain]:
    """Yield the options of the series and of the battle; empty = as is recommended."""
    series = choices.context.battle.series if choices.context is not None else choices.documents.series
    table, language = node.get("options"), choices.language
    for option in series.options if series is not None else ():
        values = option.values or ((True, False) if isinstance(option.default, bool) else ())
        names = (
            {value: name.get(language) for value, name in series.value_names} if series is not None else {}
        )
        offered = []
        for value in values:
            word = flow_text(_plain_value(value), False)
            mark = " *" if value == option.default else ""
            offered.append(_choice(word, f"{names.get(str(value)) or word}{mark}"))
        shown = _value(table.get(option.id) if table is not None else None, language)
        help_ = f"{option.id}: {option.name.get(language)}"
        yield _field(
            ["options", option.id], option.name.get(language) or option.id, "word", shown, offered, help_
        )


def _plain_value(value: object) -> Value:
    """Return the value of an option as it is written."""
    if isinstance(value, list | tuple):
        return [_plain_value(one) for one in value]
    return value if isinstance(value, bool | int | str) else str(value)


def _rows(node: Node, shape: Shape, choices: _Choices, language: str) -> list[Plain]:
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

    def of(self, key: str, shape: Shape, node: Node) -> list[Plain]:
        """Return the values that a key may have; none where everything may stand there."""
        if key in _CONDITIONS and _control(shape, key) == "condition":
            return [*self._condition_words(node, key), *self.conditions()]
        if key == "code":
            return [_choice(code, name.get(self.language)) for code, name in self.codes]
        series = self.documents.series
        if key == "role" and series is not None:
            return [_choice(role.id, role.name.get(self.language)) for role in series.roles]
        if key == "flags" and series is not None:
            flags = [_choice(flag, name.get(self.language)) for flag, name in series.turn_flags]
            return [*flags, *(_choice(one, one) for one in self._ids.get("turn_flag", ()))]
        listed_words = [word for _, part in shape.parts for word in part.get("enum", ())]
        if listed_words:
            return [_choice(str(word), str(word)) for word in listed_words]
        kind = IDS.get(key)
        if kind not in ("side", "command", "leader", "entry", "nationality"):
            return []
        ids = dict.fromkeys(self._ids.get(kind, ()))
        if kind in ("command", "leader") and (side := text_of(node.get("side"))):
            ids = dict.fromkeys(one for one in ids if self._side(kind, one) in ("", side))
        return [_choice(one, self._name(kind, one)) for one in ids]

    def _side(self, kind: str, id_: str) -> str:
        battle = self.context.battle if self.context is not None else None
        known = (
            (battle.command(id_) if kind == "command" else battle.leader(id_)) if battle is not None else None
        )
        return (known.side or "") if known is not None else ""

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

    def effects(self, shape: Shape) -> list[Plain]:
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
                offered.append(_choice(flow_text(effect, False), f"{title}: {side.name.get(self.language)}"))
        return offered

    def conditions(self) -> list[Plain]:
        """Return the plainest conditions of a battle: who holds what, who is lost, who has left."""
        if self._conditions is None:
            names = Names(self.context) if self.context is not None else None
            self._conditions = []
            for value, condition in self._plainest() if names is not None else ():
                assert names is not None
                self._conditions.append(
                    _choice(flow_text(value, False), condition_text(condition, names, None))
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
                yield _choice(value, condition_text(condition, Names(self.context), None, each))
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


def _choice(value: str, name: str) -> Plain:
    return {"value": value, "name": name or value}
