"""Every text of a battle that players read, by the key that language files use for it.

`with_strings` fills the gaps of texts from the language files, so that nothing behind the model needs to know
where a translation stood; `player_texts` lists the texts for checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.model.battle import Battle, ChartOverride
from jdgtools.model.context import Subject
from jdgtools.model.definition import StateAxis
from jdgtools.model.effects import RuleEffect
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker
from jdgtools.model.scenario import Scenario, SpecialRule
from jdgtools.model.text import NO_TEXT, Text
from jdgtools.model.vocabulary import BattleWords, with_words

_T = TypeVar("_T")


class PlayerText(Struct, frozen=True, gc=False):
    """A text with its place."""

    key: str
    """Key in language files, e.g. `scenario.battle.title`."""
    text: Text
    subject: Subject
    is_name: bool
    """Whether it may be a proper name, which needs no translation."""


_WRITTEN = {"condition": "when", "back_legend": "back"}
"""Fields of the model whose key in the source has another name."""
_Visit = Callable[[PlayerText], Text]


def player_texts(battle: Battle) -> list[PlayerText]:
    """Return all texts that are not empty, in the order of the model."""
    texts: list[PlayerText] = []

    def visit(item: PlayerText) -> Text:
        if item.text:
            texts.append(item)
        return item.text

    _TextWalk(visit).battle(battle)
    return texts


def with_strings(battle: Battle) -> Battle:
    """Return the battle with texts of its language files where a text has none in that language.

    A text that a scenario takes over from another is found under the key of that one as well.
    """
    if not any(battle.strings.values()):
        return battle
    extends = {scenario.id: scenario.extends for scenario in battle.scenarios if scenario.extends}
    texts_by_key = {item.key: item.text for item in player_texts(battle)} if extends else {}

    def keys(item: PlayerText) -> Iterator[str]:
        """Yield the keys of a text, its own first; those of bases as long as they say the same."""
        yield item.key
        keys_passed: set[str] = set()
        kind, _, rest = item.key.partition(".")
        scenario, _, rest = rest.partition(".")
        while kind == "scenario" and scenario in extends and scenario not in keys_passed:
            keys_passed.add(scenario)
            scenario = extends[scenario]
            if texts_by_key.get(f"scenario.{scenario}.{rest}") != item.text:
                return
            yield f"scenario.{scenario}.{rest}"

    def visit(item: PlayerText) -> Text:
        if not item.text:
            return item.text
        more: list[tuple[str, str]] = []
        for language, table in battle.strings.items():
            key = None if item.text.has(language) else next((k for k in keys(item) if k in table), None)
            if key is not None:
                more.append((language, table[key]))
        return Text((*item.text.values, *more)) if more else item.text

    return _TextWalk(visit).battle(battle)


_NAMES = ("name", "back_name", "short", "parent")
"""Fields of most records that may hold a proper name."""


class _TextWalk:
    """A walk through the texts of a battle, in the order of the model; `visit` gives what replaces each.

    Every method returns a part of the model with its texts replaced; one whose texts stay is the same object.
    """

    def __init__(self, visit: _Visit) -> None:
        self.visit = visit

    # --- any record ----------------------------------------------------------------------------

    def fill(self, item: _T, key: str, subject: Subject, *fields: str, names: tuple[str, ...] = _NAMES) -> _T:
        """Return a record with the texts of some fields replaced.

        Args:
            item: the record.
            key: what stands before the name of a field in language files.
            subject: the record as messages name it.
            fields: fields that may hold texts.
            names: those of them whose texts may be proper names.
        """
        changes: dict[str, Text] = {}
        for field in fields:
            text = getattr(item, field)
            if isinstance(text, Text) and text:
                name = _WRITTEN.get(field, field)
                player_text = PlayerText(f"{key}{name}", text, (*subject, name), field in names)
                new = self.visit(player_text)
                if new is not text:
                    changes[field] = new
        new_item: Any = replace(item, **changes) if changes else item  # type: ignore[type-var]
        return new_item  # type: ignore[no-any-return]

    def each(
        self, items: Iterable[_T], kind: str, *fields: str, scope: str = "", prefix: str = ""
    ) -> tuple[_T, ...]:
        """Return records with ids, the texts of some fields replaced.

        Args:
            items: the records.
            kind: of subject that they are.
            fields: fields that may hold texts.
            scope: scenario that they belong to; '' = the battle.
            prefix: what stands before `kind` in keys.
        """
        new_items = []
        for item in items:
            item_id: str = item.id  # type: ignore[attr-defined]
            subject = (kind, scope, item_id) if scope else (kind, item_id)
            new_items.append(self.fill(item, f"{prefix}{kind}.{item_id}.", subject, *fields))
        return tuple(new_items)

    def with_effects(self, item: _T, key: str, subject: Subject) -> _T:
        """Return a rule or marker with the names of its effects replaced."""
        effects: tuple[RuleEffect, ...] = item.effects  # type: ignore[attr-defined]
        if not any(effect.name for effect in effects):
            return item
        new_rule: Any = replace(
            item,  # type: ignore[type-var]
            effects=tuple(
                self.fill(e, f"{key}effect.{e.key}.", (*subject, "effects", e.key), "name", names=())
                for e in effects
            ),
        )
        return new_rule  # type: ignore[no-any-return]

    # --- the battle ----------------------------------------------------------------------------

    def battle(self, battle: Battle) -> Battle:
        """Return a battle with all its texts replaced."""
        shared_rules = tuple(map(self.rule_of_battle, battle.special_rules))
        head = self.fill(
            battle, "", ("battle",), "title", "subtitle", "place", "strength_point", "notes", "credits",
            names=("title", "place"),
        )  # fmt: skip
        commands = self.each(head.commands, "command", "name", "parent")
        names = {old.id: (old.name, new.name) for old, new in zip(head.commands, commands, strict=True)}
        words = self.words(head.words) if head.words else head.words
        return replace(
            head,
            words=words,
            series=with_words(head.series, words),
            sources=tuple(self.source(number, text) for number, text in enumerate(head.sources, 1)),
            overrides=tuple(map(self.override, head.overrides)),
            sides=self.each(head.sides, "side", "name"),
            nationalities=self.each(head.nationalities, "nationality", "name"),
            commands=commands,
            leaders=self.each(head.leaders, "leader", "name", "back_name"),
            units=self.each(head.units, "unit", "name", "short"),
            activation=tuple(self.marker(item, names) for item in head.activation),
            map=self.map(head.map) if head.map is not None else None,
            special_rules=shared_rules,
            scenarios=tuple(self.scenario(item, shared_rules) for item in head.scenarios),
        )

    def rule_of_battle(self, rule: SpecialRule) -> SpecialRule:
        """Return a special rule that holds in every scenario."""
        key, subject = f"rule.{rule.id}.", ("battle-rule", rule.id)
        return self.with_effects(self.fill(rule, key, subject, "title", "text"), key, subject)

    def words(self, words: BattleWords) -> BattleWords:
        """Return the words that the battle adds to its series."""
        return BattleWords(
            self.each(words.terrains, "terrain", "name"),
            self.each(words.unit_types, "unit-type", "name"),
            self.each(words.markers, "marker-kind", "name", "legend", "back_legend"),
            tuple(map(self.axis, words.states)),
            self.each(words.turn_flags, "turn-flag", "name"),
            self.each(words.optional_rules, "optional-rule", "title", "text"),
        )

    def axis(self, item: StateAxis) -> StateAxis:
        """Return an axis of states with its values."""
        key, subject = f"state.{item.id}.", ("state", item.id)
        values = tuple(self.fill(v, f"{key}{v.id}.", (*subject, v.id), "name", names=()) for v in item.values)
        return replace(self.fill(item, key, subject, "name", names=()), values=values)

    def source(self, number: int, text: Text) -> Text:
        """Return the title of a source; a book has no other title in another language."""
        return self.visit(PlayerText(f"source.{number}", text, ("battle", "sources"), True))

    def override(self, item: ChartOverride) -> ChartOverride:
        """Return a value that the battle puts into a chart, with its note."""
        cell = ".".join((item.chart, *item.keys))
        return self.fill(item, f"chart.{cell}.", ("override", item.key), "note")

    def marker(self, item: ActivationMarker, commands: Mapping[str, tuple[Text, Text]]) -> ActivationMarker:
        """Return an activation marker.

        Args:
            item: the marker.
            commands: command id -> its name before and now.
        """
        item = self.with_effects(item, f"marker.{item.id}.", ("marker", item.id))
        old, new = commands.get(item.commands[0], (NO_TEXT, NO_TEXT)) if item.commands else (NO_TEXT, NO_TEXT)
        if item.name and item.name == old:
            # A normal marker bears the name of its command; it is not a text of its own.
            return item if new is old else replace(item, name=new)
        return self.fill(item, f"marker.{item.id}.", ("marker", item.id), "name", "effect")

    def map(self, item: BattleMap) -> BattleMap:
        """Return the map."""
        return replace(
            self.fill(item, "map.", ("map",), "credits"),
            places=self.each(item.places, "place", "name"),
            regions=self.each(item.regions, "region", "name"),
            entries=self.each(item.entries, "entry", "name"),
            ways=tuple(self.fill(w, f"way.{w.key}.", ("way", w.key), "name") for w in item.ways),
            **_features(item, lambda f: self.fill(f, f"hexside.{f.key}.", ("hexside", f.key), "name")),
        )

    # --- a scenario ----------------------------------------------------------------------------

    def scenario(self, item: Scenario, shared_rules: tuple[SpecialRule, ...]) -> Scenario:
        """Return a scenario.

        Args:
            item: the scenario.
            shared_rules: the special rules of the battle, which it has before its own.
        """
        prefix = f"scenario.{item.id}."
        return replace(
            self.fill(item, prefix, ("scenario", item.id), "title", "summary", "notes"),
            turns=tuple(
                self.fill(t, f"{prefix}turn.{t.number}.", ("turn", item.id, str(t.number)), "label")
                for t in item.turns
            ),
            arrivals=self.each(item.arrivals, "arrival", "condition", "note", scope=item.id, prefix=prefix),
            special_rules=(*shared_rules, *self.rules_of_scenario(item, prefix)),
            awards=self.each(item.awards, "award", "name", scope=item.id, prefix=prefix),
            automatic=self.each(item.automatic, "automatic", "name", scope=item.id, prefix=prefix),
            levels=tuple(
                self.fill(level, f"{prefix}level.{n}.", ("level", item.id, str(n)), "name", names=())
                for n, level in enumerate(item.levels, 1)
            ),
        )

    def rules_of_scenario(self, item: Scenario, prefix: str) -> Iterator[SpecialRule]:
        """Yield the special rules that a scenario has for itself."""
        rules = [rule for rule in item.special_rules if not rule.of_battle]
        for rule in self.each(rules, "rule", "title", "text", scope=item.id, prefix=prefix):
            yield self.with_effects(rule, f"{prefix}rule.{rule.id}.", ("rule", item.id, rule.id))


def _features(item: BattleMap, fill: Callable[[Any], Any]) -> dict[str, Any]:
    """Return features of hexsides and their index, consistent with each other."""
    features_by_id: dict[int, Any] = {}
    by_name: dict[tuple[str, Text | None], Any] = {}
    for feature in item.features:
        # A river of thirty hexsides is one text.
        feature_there = by_name.get((feature.key, feature.name))
        if feature_there is None:
            feature_there = by_name[(feature.key, feature.name)] = fill(feature)
        features_by_id[id(feature)] = (
            feature if feature_there.name is feature.name else replace(feature, name=feature_there.name)
        )
    if all(features_by_id[id(feature)] is feature for feature in item.features):
        return {}
    return {
        "features": tuple(features_by_id[id(f)] for f in item.features),
        "by_side": {s: tuple(features_by_id.get(id(f), f) for f in fs) for s, fs in item.by_side.items()},
    }
