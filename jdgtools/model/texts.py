"""Every text of a battle that players read, by the key that language files use for it.

`with_strings` fills the gaps of texts from the language files, so that nothing behind the model needs to know
where a translation stood; `player_texts` lists the texts for checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.model.battle import Battle, ChartOverride
from jdgtools.model.context import Subject
from jdgtools.model.definition import StateAxis
from jdgtools.model.effects import Effect
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker
from jdgtools.model.scenario import Scenario
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

    _walk(battle, visit)
    return texts


def with_strings(battle: Battle) -> Battle:
    """Return the battle with texts of its language files where a text has none in that language.

    A text that a scenario takes over from another is found under the key of that one as well.
    """
    if not any(battle.strings.values()):
        return battle
    extends = {scenario.id: scenario.extends for scenario in battle.scenarios if scenario.extends}
    written = {item.key: item.text for item in player_texts(battle)} if extends else {}

    def keys(item: PlayerText) -> Iterator[str]:
        """Yield the keys of a text, its own first; those of bases as long as they say the same."""
        yield item.key
        passed: set[str] = set()
        kind, _, rest = item.key.partition(".")
        scenario, _, rest = rest.partition(".")
        while kind == "scenario" and scenario in extends and scenario not in passed:
            passed.add(scenario)
            scenario = extends[scenario]
            if written.get(f"scenario.{scenario}.{rest}") != item.text:
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

    return _walk(battle, visit)


def _walk(battle: Battle, visit: _Visit) -> Battle:
    """Return the battle with every text replaced by what `visit` returns for it."""

    def fill(
        item: _T,
        key: str,
        subject: Subject,
        *fields: str,
        names: tuple[str, ...] = ("name", "back_name", "short", "parent"),
    ) -> _T:
        changes: dict[str, Text] = {}
        for field in fields:
            text = getattr(item, field)
            if isinstance(text, Text) and text:
                name = _WRITTEN.get(field, field)
                player_text = PlayerText(f"{key}{name}", text, (*subject, name), field in names)
                new = visit(player_text)
                if new is not text:
                    changes[field] = new
        filled: Any = replace(item, **changes) if changes else item  # type: ignore[type-var]
        return filled  # type: ignore[no-any-return]

    def each(
        items: Iterable[_T], kind: str, *fields: str, scope: str = "", prefix: str = ""
    ) -> tuple[_T, ...]:
        written = []
        for item in items:
            item_id: str = item.id  # type: ignore[attr-defined]
            subject = (kind, scope, item_id) if scope else (kind, item_id)
            written.append(fill(item, f"{prefix}{kind}.{item_id}.", subject, *fields))
        return tuple(written)

    def with_effects(item: _T, key: str, subject: Subject) -> _T:
        effects: tuple[Effect, ...] = item.effects  # type: ignore[attr-defined]
        if not any(effect.name for effect in effects):
            return item
        changed: Any = replace(
            item,  # type: ignore[type-var]
            effects=tuple(
                fill(e, f"{key}effect.{e.key}.", (*subject, "effects", e.key), "name", names=())
                for e in effects
            ),
        )
        return changed  # type: ignore[no-any-return]

    shared = tuple(
        with_effects(
            fill(rule, f"rule.{rule.id}.", ("battle-rule", rule.id), "title", "text"),
            f"rule.{rule.id}.",
            ("battle-rule", rule.id),
        )
        for rule in battle.special_rules
    )

    def scenario(item: Scenario) -> Scenario:
        prefix = f"scenario.{item.id}."
        return replace(
            fill(item, prefix, ("scenario", item.id), "title", "summary", "notes"),
            turns=tuple(
                fill(t, f"{prefix}turn.{t.number}.", ("turn", item.id, str(t.number)), "label")
                for t in item.turns
            ),
            arrivals=each(item.arrivals, "arrival", "condition", "note", scope=item.id, prefix=prefix),
            special_rules=(
                *shared,
                *(
                    with_effects(rule, f"{prefix}rule.{rule.id}.", ("rule", item.id, rule.id))
                    for rule in each(
                        [rule for rule in item.special_rules if not rule.of_battle],
                        "rule",
                        "title",
                        "text",
                        scope=item.id,
                        prefix=prefix,
                    )
                ),
            ),
            awards=each(item.awards, "award", "name", scope=item.id, prefix=prefix),
            automatic=each(item.automatic, "automatic", "name", scope=item.id, prefix=prefix),
            levels=tuple(
                fill(level, f"{prefix}level.{n}.", ("level", item.id, str(n)), "name", names=())
                for n, level in enumerate(item.levels, 1)
            ),
        )

    def ground(item: BattleMap) -> BattleMap:
        return replace(
            fill(item, "map.", ("map",), "credits"),
            places=each(item.places, "place", "name"),
            regions=each(item.regions, "region", "name"),
            entries=each(item.entries, "entry", "name"),
            ways=tuple(fill(w, f"way.{w.key}.", ("way", w.key), "name") for w in item.ways),
            **_features(item, lambda f: fill(f, f"hexside.{f.key}.", ("hexside", f.key), "name")),
        )

    head = fill(
        battle, "", ("battle",), "title", "subtitle", "place", "strength_point", "notes", "credits",
        names=("title", "place"),
    )  # fmt: skip
    commands = each(head.commands, "command", "name", "parent")
    names = {old.id: (old.name, new.name) for old, new in zip(head.commands, commands, strict=True)}

    def marker(item: ActivationMarker) -> ActivationMarker:
        item = with_effects(item, f"marker.{item.id}.", ("marker", item.id))
        old, new = names.get(item.commands[0], (NO_TEXT, NO_TEXT)) if item.commands else (NO_TEXT, NO_TEXT)
        if item.name and item.name == old:
            # A normal marker bears the name of its command; it is not a text of its own.
            return item if new is old else replace(item, name=new)
        return fill(item, f"marker.{item.id}.", ("marker", item.id), "name", "effect")

    def source(number: int, text: Text) -> Text:
        # A book has no other title in another language.
        return visit(PlayerText(f"source.{number}", text, ("battle", "sources"), True))

    def override(item: ChartOverride) -> ChartOverride:
        cell = ".".join((item.chart, *item.keys))
        return fill(item, f"chart.{cell}.", ("override", item.key), "note")

    def axis(item: StateAxis) -> StateAxis:
        key, subject = f"state.{item.id}.", ("state", item.id)
        values = tuple(fill(v, f"{key}{v.id}.", (*subject, v.id), "name", names=()) for v in item.values)
        return replace(fill(item, key, subject, "name", names=()), values=values)

    words = head.words
    if words:
        words = BattleWords(
            each(words.terrains, "terrain", "name"),
            each(words.unit_types, "unit-type", "name"),
            each(words.markers, "marker-kind", "name", "legend", "back_legend"),
            tuple(map(axis, words.states)),
            each(words.turn_flags, "turn-flag", "name"),
            each(words.optional_rules, "optional-rule", "title", "text"),
        )
    return replace(
        head,
        words=words,
        series=with_words(head.series, words),
        sources=tuple(source(number, text) for number, text in enumerate(head.sources, 1)),
        overrides=tuple(map(override, head.overrides)),
        sides=each(head.sides, "side", "name"),
        nationalities=each(head.nationalities, "nationality", "name"),
        commands=commands,
        leaders=each(head.leaders, "leader", "name", "back_name"),
        units=each(head.units, "unit", "name", "short"),
        activation=tuple(map(marker, head.activation)),
        map=ground(head.map) if head.map is not None else None,
        special_rules=shared,
        scenarios=tuple(map(scenario, head.scenarios)),
    )


def _features(item: BattleMap, fill: Callable[[Any], Any]) -> dict[str, Any]:
    """Return features of hexsides and their index, consistent with each other."""
    filled: dict[int, Any] = {}
    by_name: dict[tuple[str, Text | None], Any] = {}
    for feature in item.features:
        # A river of thirty hexsides is one text.
        known = by_name.get((feature.key, feature.name))
        if known is None:
            known = by_name[(feature.key, feature.name)] = fill(feature)
        filled[id(feature)] = feature if known.name is feature.name else replace(feature, name=known.name)
    if all(filled[id(feature)] is feature for feature in item.features):
        return {}
    return {
        "features": tuple(filled[id(f)] for f in item.features),
        "by_side": {s: tuple(filled.get(id(f), f) for f in fs) for s, fs in item.by_side.items()},
    }
