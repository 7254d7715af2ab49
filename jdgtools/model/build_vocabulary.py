"""Builds the words that a battle adds to its series: node `vocabulary` -> `BattleWords`.

`build.py` calls it before anything else of a battle, because map, units and scenarios may use the new
terrains, types and markers. `vocabulary.with_words` joins them to the words of the series.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import RelatedSpan
from jdgtools.model.build_entries import children, unique_entries
from jdgtools.model.closest import closest
from jdgtools.model.context import Context, Subject
from jdgtools.model.definition import MarkerDef, StateAxis, StateValue, TerrainDef, UnitTypeDef
from jdgtools.model.text import NO_TEXT
from jdgtools.model.vocabulary import BattleWords, OptionalRule, TurnFlag
from jdgtools.source.node import Node

_WORDS = {
    "terrain": "terrain",
    "unit-type": "unit type",
    "marker-kind": "marker",
    "state": "condition",
    "turn-flag": "turn flag",
    "optional-rule": "rule option",
}
"""How messages call the kinds of words."""
_COLOURS = {"plain": "marker"}
"""Words for the colours of markers whose key of the theme is not `marker_` with the word."""


def build_vocabulary(ctx: Context, root: Node) -> BattleWords:
    """Return the words of the battle; those that the series has already, and wrong ones, are reported."""
    node = root.get("vocabulary")
    if node is None or not node.is_map:
        return BattleWords()
    markers = tuple(_markers(ctx, node))
    return BattleWords(
        terrains=tuple(_terrains(ctx, node)),
        unit_types=tuple(_unit_types(ctx, node)),
        markers=markers,
        states=tuple(_states(ctx, node, markers)),
        turn_flags=tuple(
            TurnFlag(entry, ctx.text(item.get("name")))
            for entry, _, item in _new(
                ctx, node, "turn_flags", "turn-flag", (f for f, _ in ctx.series.turn_flags)
            )
        ),
        optional_rules=tuple(
            OptionalRule(
                entry, ctx.text(item.get("title")), ctx.text(item.get("text")), ctx.flag(item.get("default"))
            )
            for entry, _, item in _new(
                ctx, node, "optional_rules", "optional-rule", (o.id for o in ctx.series.options)
            )
        ),
    )


def _new(
    ctx: Context, node: Node, key: str, kind: str, names: Iterable[str]
) -> Iterator[tuple[str, Subject, Node]]:
    """Yield (id, subject, node) of a list; an id that the series has is reported and left out (REF021)."""
    of_series = frozenset(names)
    for entry, subject, item in unique_entries(ctx, kind, children(node, key)):
        if entry in of_series:
            ctx.problem(
                "REF021",
                item.get("id"),
                f"the series has a {_WORDS[kind]} `{entry}` already",
                expected="an id of its own",
                hint="use that of the series, or give yours another id",
                subject=(*subject, "id"),
            )
            continue
        yield entry, subject, item


def _like(ctx: Context, item: Node, subject: Subject, what: str, choices: Iterable[str]) -> str:
    """Return what an entry behaves as; '' when it says nothing, or nothing that the series has (REF027)."""
    name = ctx.string(item.get("like"))
    names = list(choices)
    if name and name not in names:
        near = closest(name, names)
        ctx.problem(
            "REF027",
            item.get("like"),
            f"the series has no {what} `{name}` to be like",
            expected=f"a {what} of the series",
            hint=f"did you mean {' or '.join(f'`{n}`' for n in near)}?"
            if near
            else f"known: {', '.join(names)}",
            subject=(*subject, "like"),
        )
        return ""
    return name


def _terrains(ctx: Context, node: Node) -> Iterator[TerrainDef]:
    # A bridge or ford keeps its kind: rules speak of it by name, and each has a `name` of its own on the map.
    bases = [t for t in ctx.series.terrains if t.kind != "crossing"]
    terrain_ids = (t.id for t in ctx.series.terrains)
    for entry, subject, item in _new(ctx, node, "terrains", "terrain", terrain_ids):
        kind = ctx.string(item.get("kind"))
        models = [t for t in bases if not kind or t.kind == kind]
        like = _like(
            ctx, item, subject, f"{_KINDS.get(kind, '')}terrain", dict.fromkeys(t.id for t in models)
        )
        # One that is like nothing has been reported; it stands in, so that its uses are no more mistakes.
        base = next((t for t in models if t.id == like), bases[0])
        playable = ctx.flag(item.get("playable"), True)
        if not playable and base.kind != "hex":
            ctx.problem(
                "MAP083",
                item.get("playable"),
                f"`{entry}` is no terrain of hexes, so it cannot be out of play",
                expected="`playable` for a terrain of hexes alone",
                hint="take `playable` away, or make it like a terrain of hexes, such as `water`",
                subject=(*subject, "playable"),
            )
        yield replace(
            base,
            id=entry,
            name=ctx.text(item.get("name")),
            style=ctx.string(item.get("look")) or base.style or base.id,
            glyph="",
            rise=0,
            playable=playable or base.kind != "hex",
            like=base.id,
        )


_KINDS = {"hex": "hex ", "hexside": "hexside ", "path": "way as "}
"""How messages call the kinds of terrain."""


def _unit_types(ctx: Context, node: Node) -> Iterator[UnitTypeDef]:
    type_ids = [t.id for t in ctx.series.unit_types]
    for entry, subject, item in _new(ctx, node, "unit_types", "unit-type", type_ids):
        like = _like(ctx, item, subject, "unit type", type_ids)
        base = ctx.series.unit_type(like) or ctx.series.unit_types[0]
        yield replace(
            base,
            id=entry,
            name=ctx.text(item.get("name")),
            symbol=ctx.string(item.get("symbol")) or base.symbol,
            code=ctx.string(item.get("code")) or base.code,
            like=base.id,
        )


def _markers(ctx: Context, node: Node) -> Iterator[MarkerDef]:
    marker_ids = [m.id for m in ctx.series.markers]
    for entry, subject, item in _new(ctx, node, "markers", "marker-kind", marker_ids):
        like = _like(ctx, item, subject, "marker", marker_ids)
        base = ctx.series.marker(like) or MarkerDef(entry, NO_TEXT, NO_TEXT, count=1)
        name, colour = ctx.text(item.get("name")), ctx.string(item.get("colour"))
        back = item.get("back")
        per = ctx.string(item.get("per"))
        yield replace(
            base,
            id=entry,
            name=name,
            legend=ctx.text(item.get("legend")) or name,
            back_legend=ctx.text(back) if back is not None else None,
            symbol=ctx.string(item.get("symbol")) or base.symbol,
            colour=_COLOURS.get(colour, f"marker_{colour}") if colour else base.colour,
            count=ctx.number(item.get("count"), base.count) or 0,
            per=per if per in ("battle", "side", "unit", "leader", "turn") else base.per,
            count_field=base.count_field if not per and item.get("count") is None else "",
            numbers=(),
            hidden=False,
            loose=True,
            rules=(),
        )


def _states(ctx: Context, node: Node, markers: Iterable[MarkerDef]) -> Iterator[StateAxis]:
    series = ctx.series
    marker_ids = [*(m.id for m in series.markers), *(m.id for m in markers)]
    arms = [arm for arm, _ in series.arms]
    used = {value.id: "the series" for axis in series.state_axes for value in axis.values}
    for entry, subject, item in _new(ctx, node, "states", "state", (a.id for a in series.state_axes)):
        values = []
        for number, value in enumerate(children(item, "values"), 1):
            value_id = ctx.string(value.get("id"))
            value_subject = (*subject, value_id)
            if not value_id:
                continue  # the schema has said so
            if value_id in used:
                first = ctx.spans.get(("state", used[value_id], value_id))
                ctx.problem(
                    "REF021",
                    value.get("id"),
                    f"the state `{value_id}` stands in {_axis(used[value_id])} already",
                    expected="an id of its own: setups name states alone",
                    subject=(*value_subject, "id"),
                    related=(RelatedSpan(first, "first used here"),) if first is not None else (),
                )
                continue
            used[value_id] = entry
            ctx.mark(value_subject, value)
            marker = ctx.string(value.get("marker"))
            if marker and marker not in marker_ids:
                ctx.unknown(
                    "REF011", value.get("marker"), "marker", marker, marker_ids, (*value_subject, "marker")
                )
                marker = ""
            if number == 1 and ctx.flag(value.get("faceless")):
                ctx.problem(
                    "GEN162",
                    value.get("faceless"),
                    f"`{value_id}`, the first value of the condition `{entry}`, is `faceless`",
                    expected="a facing: in the first value is every piece of which nothing is said",
                    hint="list another value first, or take `faceless` out",
                    subject=(*value_subject, "faceless"),
                )
            values.append(
                StateValue(
                    value_id,
                    ctx.text(value.get("name")),
                    marker,
                    faceless=ctx.flag(value.get("faceless")) and number > 1,
                )
            )
        of_arms = []
        for arm in children(item, "arms"):
            if ctx.string(arm) in arms:
                of_arms.append(ctx.string(arm))
            else:
                ctx.unknown("REF005", arm, "arm", ctx.string(arm), arms, (*subject, "arms"))
        pieces = tuple(ctx.string(piece) for piece in children(item, "of")) or ("unit",)
        if len(values) > 1:
            yield StateAxis(
                entry, ctx.text(item.get("name")), tuple(values), None, "", tuple(of_arms), pieces
            )


def _axis(owner: str) -> str:
    return owner if owner == "the series" else f"the condition `{owner}`"
