"""What may be typed at a place: keys of the schemas, ids, hexes with names, terrains, keys of charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from lsprotocol.types import CompletionItem, CompletionItemKind, TextEdit

from jdgtools.desk.documents import Document
from jdgtools.desk.mentions import kind_named_by, mentions
from jdgtools.lsp.contexts import TypingContext
from jdgtools.lsp.hovers import SCHEMAS, context_at
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.projects import Project
from jdgtools.lsp.schema_keys import keys_at, values_at
from jdgtools.lsp.words import piece_name, short_hex_words
from jdgtools.model.text import Text

MAX_ITEMS = 4_000
"""More are not offered at once."""
_Item = tuple[str, str]
"""What is inserted, and a few words on it."""


class NamedThing(Protocol):
    """A thing with an id and a name for players."""

    @property
    def id(self) -> str:
        """Id."""

    @property
    def name(self) -> Text:
        """Name."""


def completions_at(project: Project, path: str, offset: int) -> list[CompletionItem]:
    """Return what may be typed at an offset of a file."""
    document = project.documents.get(path)
    if document is None:
        return []
    context = context_at(document, offset)
    if context.key is None:
        kind, items = CompletionItemKind.Property, list(_keys(project, document, context))
    else:
        kind, items = CompletionItemKind.Value, list(_values(project, document, context))
    place = Positions(document.text).range(context.start, offset)
    return [
        CompletionItem(
            label,
            kind=kind,
            detail=detail or None,
            filter_text=f"{label} {detail}",
            text_edit=TextEdit(place, label),
        )
        for label, detail in dict(items[:MAX_ITEMS]).items()
    ]


def _keys(project: Project, document: Document, context: TypingContext) -> Iterator[_Item]:
    """Yield the keys that a block may have and does not have yet."""
    battle = project.battle
    if document.path.lower().endswith((".csv", ".tsv")):
        if battle is not None and document.kind == "oob":
            for field in battle.series.unit_fields:
                yield field.id, field.name.get(battle.language)
                if field.two_sided:
                    yield f"{field.id}_back", f"{field.name.get(battle.language)}, back"
        return
    sign = ": "
    for key, part in keys_at(SCHEMAS.get(document.kind, ""), context.path).items():
        if key not in context.siblings:
            yield key + sign, str(part.get("description", ""))
    if battle is None:
        return
    series, language, owner = battle.series, battle.language, context.path[-1:]
    if owner == ("options",):
        for option in series.options:
            yield option.id + sign, option.name.get(language)
    elif owner == ("settings",):
        for field in series.scenario_fields:
            yield field.id + sign, field.name.get(language)
    elif owner == ("values",):
        fields = [field for role in series.roles for field in role.fields]
        for field in [*fields, *series.command_fields, *series.side_fields]:
            yield field.id + sign, field.name.get(language)
    elif owner in (("markers",), ("markers_on_map",)):
        for marker in series.markers:
            yield marker.id + sign, marker.name.get(language)
    elif owner in (("orders",), ("held",), ("ratings",)):
        kinds = {"orders": ("command",), "held": ("side",), "ratings": ("unit",)}[owner[0]]
        for id_, words in _ids(project, kinds):
            yield id_ + sign, words


def _values(project: Project, document: Document, context: TypingContext) -> Iterator[_Item]:
    """Yield the values that a key may have."""
    key = context.key or ""
    kind = kind_named_by(document.kind, context.path, key)
    if kind == "hex":
        yield from _hexes(project)
    elif kind in ("terrain", "unit_type", "marker", "turn_flag"):
        yield from _ids(project, (kind,))
        yield from _series_words(project, kind)
    elif kind == "piece":
        yield from _ids(project, ("unit", "leader"))
    elif kind is not None:
        yield from _ids(project, (kind,))
    yield from _of_series(project, context)
    for word in values_at(SCHEMAS.get(document.kind, ""), (*context.path, key)):
        yield word, ""


def _ids(project: Project, kinds: tuple[str, ...]) -> Iterator[_Item]:
    """Yield the ids that are defined, with the names that players read."""
    battle = project.battle
    for mention in mentions(project.readable):
        if mention.definition and mention.kind in kinds:
            yield mention.id, _name(project, mention.kind, mention.id) if battle is not None else ""
    if battle is not None and "unit" in kinds and project.readable.sheets:
        yield from ((unit.id, unit.name.get(battle.language)) for unit in battle.units)


def _name(project: Project, kind: str, id_: str) -> str:
    battle = project.battle
    assert battle is not None
    if kind in ("unit", "leader"):
        return piece_name(battle, id_)
    things: dict[str, tuple[NamedThing, ...]] = {
        "command": battle.commands,
        "side": battle.sides,
        "nationality": battle.nationalities,
        "place": battle.map.places if battle.map else (),
        "region": battle.map.regions if battle.map else (),
        "entry": battle.map.entries if battle.map else (),
    }
    thing = next((thing for thing in things.get(kind, ()) if thing.id == id_), None)
    return thing.name.get(battle.language) if thing is not None else ""


def _hexes(project: Project) -> Iterator[_Item]:
    """Yield all hexes, those with names first."""
    battle = project.battle
    if battle is None or battle.map is None:
        return
    grid = battle.map.grid
    hexes_with_names = dict.fromkeys(place.hex for place in battle.map.places)
    for index in (*hexes_with_names, *(index for index in grid.hexes if index not in hexes_with_names)):
        yield grid.id(index), short_hex_words(battle, index)


def _series_words(project: Project, kind: str) -> Iterator[_Item]:
    battle = project.battle
    if battle is None:
        return
    series, language = battle.series, battle.language
    if kind == "turn_flag":
        yield from ((flag, name.get(language)) for flag, name in series.turn_flags)
        return
    words: dict[str, tuple[NamedThing, ...]] = {
        "terrain": series.terrains,
        "unit_type": series.unit_types,
        "marker": series.markers,
    }
    for word in words[kind]:
        yield word.id, word.name.get(language)


def _of_series(project: Project, context: TypingContext) -> Iterator[_Item]:
    """Yield the words that the series knows for a key: roles, facings, states, options, keys of charts."""
    from jdgtools.hexgrid import compass_name
    from jdgtools.series.registry import series_ids

    battle, key, owner = project.battle, context.key, context.path[-1:]
    if key == "series":
        yield from ((name, "") for name in series_ids())
    if battle is None:
        return
    series, language = battle.series, battle.language
    if key == "role":
        yield from ((role.id, role.name.get(language)) for role in series.roles)
    elif key == "facing" and battle.map is not None:
        orientation = battle.map.grid.orientation
        yield from ((compass_name(series.facing, orientation, number), "") for number in range(6))
    elif key in ("state", "value") and owner != ("charts",):
        yield from ((v.id, v.name.get(language)) for axis in series.state_axes for v in axis.values)
    elif key == "scale":
        yield from ((scale, "") for scale in series.scales)
    elif owner == ("options",) and (option := series.option(key or "")) is not None:
        from jdgtools.source.node import as_written

        yield from ((as_written(value), "") for value in option.values)
    elif owner == ("orders",):
        yield from ((order, name.get(language)) for order, name in series.orders)
    else:
        yield from _of_charts(project, context)


def _of_charts(project: Project, context: TypingContext) -> Iterator[_Item]:
    charts, battle = project.last_check.charts, project.battle
    if charts is None or battle is None:
        return
    if context.key == "chart":
        yield from ((chart.id, chart.title.get(battle.language)) for chart in charts)
    elif context.key == "key" and "charts" in context.path:
        for chart in charts.group(context.siblings.get("chart", "").strip("\"' ")):
            for axis in chart.axes:
                yield from ((key.id, key.label.get(battle.language)) for key in axis.keys)
