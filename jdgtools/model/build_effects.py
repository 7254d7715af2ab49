"""Builds the effects of special rules and combined markers: nodes of `effects:` -> `RuleEffect`.

An effect is a rule in parameters of a closed vocabulary (a closed hexside, a modifier, a limit of
stacking), so that checks, module, package and engine can act on it. `build_rules` and `build.py` call these
functions; what cannot be read is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec
from msgspec.structs import replace

from jdgtools.charts.predicates import AlwaysHolds, Predicate
from jdgtools.hexgrid import Hexside
from jdgtools.hexgrid.chain import parse_sides
from jdgtools.model.build_entries import children, reference
from jdgtools.model.build_victory import VictoryBuilder
from jdgtools.model.closest import closest
from jdgtools.model.context import Context, Subject
from jdgtools.model.effects import EFFECT_WORDS, EffectKind, RuleEffect
from jdgtools.model.pieces import ActivationMarker
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.model.battle_index import BattleIndex

_GROUP = ("side", "command", "formation", "units", "leader", "arms", "types")
_HEX_KEYS = ("hexes", "region", "place", "entry")


def build_effects(
    ctx: Context, owner: Node, subject: Subject, index: BattleIndex, arrivals: Collection[str] | None
) -> tuple[RuleEffect, ...]:
    """Return the effects of a rule or marker; what cannot be read is reported and left out.

    Args:
        ctx: of the battle.
        owner: has the list `effects`.
        subject: the rule or marker.
        index: what an effect may refer to.
        arrivals: groups of reinforcements of the scenario; None outside a scenario.
    """
    builder = _EffectBuilder(ctx, index, None if arrivals is None else list(arrivals))
    effects = []
    for number, node in enumerate(children(owner, "effects"), 1):
        where = (*subject, "effects", str(number))
        ctx.mark(where, node)
        kinds = list(node.items()) if node.is_map else []
        if len(kinds) != 1 or not kinds[0][1].is_map:
            continue  # the schema has said so
        kind, body = kinds[0]
        for key, member in body.items():
            ctx.mark((*where, key), member)
        effect = builder.effect(cast(EffectKind, kind), body, where, str(number))
        if effect is not None:
            effects.append(effect)
    return tuple(effects)


def with_effects(
    ctx: Context, root: Node, markers: Iterable[ActivationMarker], index: BattleIndex
) -> tuple[ActivationMarker, ...]:
    """Return the activation markers with the effects of the combined ones."""
    nodes = {ctx.string(node.get("id")): node for node in children(root, "combined_markers")}
    return tuple(
        replace(marker, effects=build_effects(ctx, nodes[marker.id], ("marker", marker.id), index, None))
        if marker.id in nodes
        else marker
        for marker in markers
    )


_TYPES = {
    "array": "a list",
    "str": "a text",
    "int": "a whole number",
    "bool": "true or false",
    "object": "a map",
}
"""Types as msgspec calls them -> as messages do."""


def _plain_error(error: str) -> str:
    """Return what msgspec says of a predicate as a reader of YAML says it."""
    text, _, where = error.replace("Object", "it").partition(" - at `$")
    where = where.rstrip("`").lstrip(".")
    if where.rpartition(".")[2] == "kind" and (word_match := re.search("'(.*)'", text)):
        kinds = [kind.__struct_config__.tag for kind in get_args(Predicate)]
        near = closest(word_match[1], kinds)
        choice = (
            f"did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else f"known: {', '.join(kinds)}"
        )
        return f"there is no kind `{word_match[1]}`; {choice}"
    for name, word in _TYPES.items():
        text = text.replace(f"`{name}`", word)
    text = f"{text[:1].lower()}{text[1:]}".replace(", got ", ", found ")
    return f"`{where}`: {text}" if where else text


class _EffectBuilder:
    """Builds the effects of one rule or marker; what cannot be read is reported and left out."""

    def __init__(self, ctx: Context, index: BattleIndex, arrivals: list[str] | None) -> None:
        self.ctx = ctx
        self.index = index
        self.arrivals = arrivals
        self.conditions = VictoryBuilder(ctx, None, index, "")

    def effect(self, kind: EffectKind, body: Node, subject: Subject, key: str) -> RuleEffect | None:
        """Return an effect; None when what it is about could not be read."""
        ctx = self.ctx
        before = len(ctx.diagnostics)
        effect = RuleEffect(
            kind=kind,
            units=self._turncoats(body, subject) if kind == "change_side" else self._units(body, subject),
            against=self._against(body, subject),
            hexes=self._hexes(body, subject),
            outside=ctx.flag(body.get("outside")),
            sides=self._sides(body, subject),
            low=ctx.number(body.get("turn" if kind == "change_side" else "from")),
            high=ctx.number(body.get("to")) if kind != "change_side" else None,
            flags=self._flags(body, subject),
            number=ctx.number(body.get(_NUMBERS.get(kind, ""))),
            cost=ctx.number(body.get("cost")),
            words=tuple(ctx.string(item) for item in self._words(kind, body)),
            name=ctx.text(body.get("name")),
            chart=ctx.string(body.get("chart")),
            column=ctx.string(body.get("column")),
            when=self._when(body, subject),
            replaces=tuple(ctx.string(item) for item in children(body, "replaces")),
            arrivals=self._arrivals(body, subject),
            command=self._command(kind, body, subject, "command"),
            joins=self._command(kind, body, subject, "joins"),
            side=self._new_side(kind, body, subject),
            key=key,
        )
        # An effect about somebody else than was meant is worse than none; the errors have been reported,
        # and so has a command without units.
        against = body.get("against")
        if (_names_units(body) and not effect.units) or (
            against is not None and _names_units(against) and not effect.against
        ):
            return None
        return effect if len(ctx.diagnostics) == before and _is_whole(effect) else None

    def _words(self, kind: EffectKind, body: Node) -> list[Node]:
        node = body.get(_WORDS.get(kind, ""))
        return [] if node is None else list(node.elements()) if node.is_list else [node]

    def _units(self, body: Node, subject: Subject) -> tuple[str, ...]:
        if not _names_units(body):
            return ()
        side = reference(self.ctx, body.get("side"), "REF001", "side", self.index.sides, (*subject, "side"))
        return self.conditions.units(body, side, subject)

    def _flags(self, body: Node, subject: Subject) -> tuple[str, ...]:
        flags = [flag for flag, _ in self.ctx.series.turn_flags]
        names = (
            reference(self.ctx, item, "REF022", "turn flag", flags, (*subject, "flags"))
            for item in children(body, "flags")
        )
        return tuple(dict.fromkeys(name for name in names if name))

    def _against(self, body: Node, subject: Subject) -> tuple[str, ...]:
        node = body.get("against")
        return self._units(node, (*subject, "against")) if node is not None and node.is_map else ()

    def _hexes(self, body: Node, subject: Subject) -> tuple[int, ...]:
        if not any(body.get(key) is not None for key in _HEX_KEYS):
            return ()
        return self.conditions.hexes(body, subject)

    def _sides(self, body: Node, subject: Subject) -> tuple[Hexside, ...]:
        sides: list[Hexside] = []
        reader = self.index.reader
        for item in children(body, "sides") if reader.grid is not None else ():
            if item.is_scalar:
                sides += reader.parse(item, (*subject, "sides"), "MAP004", parse_sides) or ()
        return tuple(dict.fromkeys(sides))

    def _when(self, body: Node, subject: Subject) -> Predicate:
        node = body.get("when")
        if node is None:
            return AlwaysHolds()
        plain: Any = node.to_plain()
        try:
            predicate: Predicate = msgspec.convert(plain, Predicate)
            unknown = _unknown_keys(plain, predicate)
            problem = f"there is no member `{unknown}`" if unknown else ""
        except msgspec.ValidationError as error:
            problem = _plain_error(str(error))
        if not problem:
            return predicate
        self.ctx.problem(
            "GEN010",
            node,
            f"the predicate cannot be read: {problem}",
            expected="a predicate such as `{kind: units, of: attackers, arms: [cavalry]}`",
            hint="docs/package.md lists the kinds with their members",
            subject=(*subject, "when"),
        )
        return AlwaysHolds()

    def _arrivals(self, body: Node, subject: Subject) -> tuple[str, ...]:
        where = (*subject, "groups")
        items = children(body, "groups")
        if items and self.arrivals is None:
            self.ctx.problem(
                "GEN010",
                body,
                "an effect that holds in every scenario names groups of reinforcements of one",
                expected="a special rule of the scenario",
                subject=where,
            )
            return ()
        arrivals = self.arrivals or []
        names = (reference(self.ctx, item, "REF004", "reinforcement", arrivals, where) for item in items)
        return tuple(name for name in names if name)

    def _command(self, kind: EffectKind, body: Node, subject: Subject, key: str) -> str | None:
        if kind != "change_side":
            return None
        return reference(self.ctx, body.get(key), "REF002", "command", self.index.commands, (*subject, key))

    def _turncoats(self, body: Node, subject: Subject) -> tuple[str, ...]:
        """Return the units that go over, then the leaders: with a command or a formation those of it."""
        pieces = self.conditions.units(body, None, subject)
        commands = [self.ctx.string(body.get("command"))]
        if body.get("formation") is not None:
            commands += self.index.commands_of_formation(self.ctx.string(body.get("formation")))
        leaders = (leader for command in commands for leader in self.index.leaders_of(command))
        return tuple(dict.fromkeys((*pieces, *leaders)))

    def _new_side(self, kind: EffectKind, body: Node, subject: Subject) -> str | None:
        if kind != "change_side":
            return None
        return reference(self.ctx, body.get("to"), "REF001", "side", self.index.sides, (*subject, "to"))


_NUMBERS: dict[EffectKind, str] = {
    "stack_limit": "limit",
    "modifier": "value",
    "fire_range": "range",
    "exit": "points",
}
"""Kind -> key of its number."""
_WORDS: dict[EffectKind, str] = {
    "stack_limit": "alike",
    "no_combat": "combat",
    "hexsides": "rule",
    "arrival": "how",
}
"""Kind -> key of its words."""


def _names_units(body: Node) -> bool:
    return body.is_map and any(body.get(key) is not None for key in _GROUP)


def _is_whole(effect: RuleEffect) -> bool:
    """Return whether an effect has what its kind needs; what is missing or too small the schema reports."""
    words_of_kind = EFFECT_WORDS.get(effect.kind, ())
    if not set(effect.words) <= set(words_of_kind):
        return False
    match effect.kind:
        case "stack_limit" | "fire_range":
            return effect.number is not None and effect.number > 0
        case "hexsides":
            return bool(effect.sides and effect.words)
        case "modifier":
            return bool(effect.chart and effect.name) and effect.number is not None
        case "arrival":
            return bool(effect.arrivals and effect.words)
        case "change_side":
            return bool(effect.units) and None not in (effect.side, effect.low)
    return True


def _unknown_keys(source: Any, predicate: Any) -> str:
    """Return the first key of a source that its predicate does not have; "" for none."""
    unknown = set(source) - {"kind", *predicate.__struct_fields__}
    if unknown:
        return min(map(str, unknown))
    parts = zip(source.get("parts", ()), getattr(predicate, "parts", ()), strict=False)
    return next(filter(None, (_unknown_keys(*pair) for pair in parts)), "")
