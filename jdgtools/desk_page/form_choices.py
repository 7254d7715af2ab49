"""What may stand in a field of a form, each value with the words for it.

The words are those of the series, of the theme and of the battle; a condition is offered in the words of the
booklet, as far as plain ones go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from jdgtools.desk.mention_keys import IDS
from jdgtools.desk.mentions import mentions
from jdgtools.desk.operations.inherited_blocks import inherited_value
from jdgtools.desk.structured_text import Value, flow_text, text_of
from jdgtools.desk_page.form_controls import CONDITION_KEYS, Plain, control_of, field_text
from jdgtools.desk_page.form_tables import choice
from jdgtools.exporters.booklet.conditions import condition_text
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.model.victory import Condition
from jdgtools.render.symbols import SYMBOL_IDS
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.desk.documents import Documents
    from jdgtools.exporters.context import BuildContext
    from jdgtools.model.definition import FieldDef, SeriesDef
    from jdgtools.model.scenario import Scenario

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


class FieldChoices:
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

    def of(self, key: str, shape: NodeShape, node: Node) -> list[Plain]:
        """Return the values that a key may have; none where everything may stand there."""
        if key in CONDITION_KEYS and control_of(shape, key) == "condition":
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
        owner = (
            (battle.command(id_) if kind == "command" else battle.leader(id_)) if battle is not None else None
        )
        return (owner.side or "") if owner is not None else ""

    def side_name(self, id_: str) -> str:
        """Return the name of a side, or its id."""
        return self._name("side", id_)

    def _name(self, kind: str, id_: str) -> str:
        battle = self.context.battle if self.context is not None else None
        if battle is None:
            return id_
        ids_by_kind: Any = {
            "side": battle.side,
            "command": battle.command,
            "leader": battle.leader,
            "entry": battle.map.entry if battle.map is not None else lambda _: None,
            "nationality": lambda _: None,
        }[kind](id_)
        return (ids_by_kind.name.get(self.language) if ids_by_kind is not None else "") or id_

    def effects(self, shape: NodeShape) -> list[Plain]:
        """Return the plainest effects of special rules, each for all units of a side."""
        battle = self.context.battle if self.context is not None else None
        the_map = battle.map if battle is not None else None
        facts_by_word: dict[str, dict[str, Value]] = {
            "stack_limit": {"limit": 2},
            "no_combat": {"combat": "melee"},
            "fire_range": {"range": 2},
            "no_forced_march": {},
            "free_withdrawal": {},
        }
        if the_map is not None and the_map.grid.index(self.hex_id) is not None:
            facts_by_word["no_entry"] = {"hexes": [self.hex_id]}
        if the_map is not None and the_map.entries:
            facts_by_word["exit"] = {"entry": the_map.entries[0].id}
        choices = []
        for key, value in facts_by_word.items():
            title = shape.below(key).first("title") or key
            for side in battle.sides if battle is not None else ():
                effect: Value = {key: {**value, "side": side.id}}
                choices.append(choice(flow_text(effect, False), f"{title}: {side.name.get(self.language)}"))
        return choices

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
        value = field_text(node.get(key), self.language)
        if any(one["value"] == value for one in self.conditions()):
            return
        words_by_kind: dict[str, list[tuple[str, Condition | None, bool]]] = {
            "awards": [(one.id, one.when, one.each) for one in scenario.awards],
            "automatic": [(one.id, one.when, False) for one in scenario.automatic],
            "reinforcements": [(one.id, one.required, False) for one in scenario.arrivals],
        }
        for id_, condition, each in words_by_kind.get(self.list, ()):
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
