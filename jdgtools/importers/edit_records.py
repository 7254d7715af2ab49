"""What an import writes down of the parts of a module that a build can edit later."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jdgtools.importers.asked_names import AskedNames
from jdgtools.importers.listing import ListedPiece
from jdgtools.importers.pictures import faces
from jdgtools.importers.ratings import MAX_TEXT, Rating, sources_of_same_name
from jdgtools.importers.turns import counter_offset, counter_start, level_values, top_level, turn_problems
from jdgtools.importers.view import ModuleView, Slot
from jdgtools.model.module_fields import COUNTER, TRACKER, Fields
from jdgtools.vassal.traits import DynamicProperty, Layer, Marker, Piece, PropertySheet
from jdgtools.vassal.turn_edits import turn_list_level

if TYPE_CHECKING:
    from jdgtools.importers.foreign import ForeignReader

_NAMES = frozenset({"name", "entryName", "mapName", "text", "title", "chartName", "deckName", "description"})
"""Attributes that people read and nothing in a module asks for."""


def edit_records(reader: ForeignReader) -> Fields:
    """Return what a build must know of a module to write edits into it, by subject.

    `piece`: name and picture of the piece of a unit or leader, whether the module asks for it by its name
    and a palette has it, its pictures, whether it turns (the facings that it can have,
    where these are not all), and the ratings that its properties and its name
    show. `setup`: the file of a scenario's setup, and whether the module's menu has it. `tile`: the terrain
    of a hex on which a tile lies. `tracker`: the entries of its list of turns, or where its counter begins.
    `roster`: the name of a side that nothing in the module asks for by name.
    """
    oob = reader.oob
    slots: dict[str, Slot] = {}
    for slot in sorted(reader.view.slots, key=lambda s: s.holder is not None):
        slots.setdefault(slot.gpid, slot)
    entries = {entry.id: entry for entry in oob.entries}
    records: Fields = {}
    asked_names = AskedNames.of_module(reader.view.root)
    for piece_id, (name, image) in sorted(oob.names().items()):
        entry = entries[piece_id]
        records[("piece", piece_id)] = {"name": name, "image": image}
        if asked_names.has(name):
            records[("piece", piece_id)]["asked"] = True
        records[("piece", piece_id)] |= _name_record(reader, entry, name)
        # Slots of old modules have no number, or all the same.
        source = entry.slot or (slots.get(entry.gpid) if entry.gpid else None)
        if source is not None:
            records[("piece", piece_id)] |= _slot_record(reader, entry, source)
    menu = {component.get("file") for component in reader.view.root.find("PredefinedSetup")}
    for scenario, setup in sorted(reader.setups.items()):
        if setup.get("file"):
            records[("setup", scenario)] = {"file": setup["file"], "menu": setup["file"] in menu}
    level = turn_list_level(reader.view.root)
    # A list of which a part was not read cannot be written again.
    if level is not None and not turn_problems(reader.view.root):
        records[TRACKER] = {"entries": level_values(level)}
    counter = top_level(reader.view.root)
    if counter is not None and counter.kind == "CounterTurnLevel" and counter.get("incr", "1") == "1":
        offset = counter_offset(counter)
        records[COUNTER] = {"start": counter_start(counter) - offset}
        if offset:
            records[COUNTER]["offset"] = offset
    for hex_id, terrain in reader.tile_terrain.items():
        records[("tile", hex_id)] = {"terrain": terrain}
    for name, side_id in oob.guess.sides.items():
        if _only_in_roster(reader.view, name):
            records[("roster", side_id)] = {"name": name}
    return records


def _slot_record(reader: ForeignReader, entry: ListedPiece, slot: Slot) -> dict[str, Any]:
    front, back = faces(slot.piece, reader.view.steps)
    record: dict[str, Any] = {
        "palette": slot.holder is None,
        "front": front,
        "back": back,
        "turns": reader.turns(slot.piece),
    }
    ratings = {
        field: {"property": name, "text": text, "span": list(span)}
        for field, name, text, span in _sources(reader, entry.values)
        if entry.kind == "unit" and _is_own(slot.raw, slot.piece, name)
    }
    levels = {
        field: level
        for field, rating in reader.rules.ratings.items()
        if entry.kind == "unit"
        and (level := _level_record(slot, rating.used(entry.values), entry.values)) is not None
    }
    return {**record, **({"ratings": ratings} if ratings else {}), **({"levels": levels} if levels else {})}


def _name_record(reader: ForeignReader, entry: ListedPiece, name: str) -> dict[str, Any]:
    """Return where the name of a piece shows ratings, and whether rules read it in other places.

    `values`: the characters from its first number to its last one, which the unit's name does not have;
    `named`: rating -> its characters; `read`: whether a rule takes a rating from elsewhere in the name.
    """
    spans = reader.oob.spans_in_name(name)
    record: dict[str, Any] = {"values": [spans[0][0], spans[-1][1]]} if spans else {}
    if entry.kind != "unit" or (spans and entry.name == name):  # the name is nothing but its ratings
        return record
    rules, spans_by_rating = reader.rules.ratings, {}
    if not rules and not sources_of_same_name(reader.series, entry.values):
        spans_by_rating = {
            rating: list(spans[n - 1]) for rating, n in reader.oob.named_ratings(entry.values).items()
        }
    for rating, rule in ((name, rule.used(entry.values)) for name, rule in rules.items()):
        if rule.source != "name" or not rule.take(entry.values):
            continue
        match = rule.pattern.search(name) if rule.pattern is not None and name == name.strip() else None
        span = match.span(rule.group) if match is not None else (0, 0)
        if span in spans:
            spans_by_rating[rating] = list(span)
        else:
            record["read"] = True
    return {**record, **({"named": spans_by_rating} if spans_by_rating else {})}


def _level_record(slot: Slot, rating: Rating, values: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the layer of a piece whose level is a rating, and what each of its levels says."""
    source = rating.source
    layers = [t for t in slot.piece.traits if isinstance(t, Layer)]
    for layer in layers:
        names = [*layer.names] if source == f"layer:{layer.name}" else []
        if source == f"{layer.name}_Level":
            names = [str(n) for n in range(1, len(layer.images) + 1)]
        sure = names and len(set(names)) == len(names) and all(name.isdecimal() for name in names)
        alone = sum(t.name == layer.name for t in layers) == 1 and layer in slot.raw.traits
        alone = alone and not layer.follow_property
        if sure and alone and rating.pattern is None and values.get(source) in names:
            return {"layer": layer.name, "names": names}
    return None


def _sources(reader: ForeignReader, values: Mapping[str, str]) -> list[tuple[str, str, str, tuple[int, int]]]:
    """Return (rating, property, its text, where in it the rating stands) of a unit."""
    sources = []
    for field, rating in ((name, rule.used(values)) for name, rule in reader.rules.ratings.items()):
        text = values.get(rating.source, "")
        if not text or text != text.strip() or len(text) > MAX_TEXT:
            continue
        match = re.search(rating.pattern, text) if rating.pattern is not None else None
        if rating.pattern is None:
            sources.append((field, rating.source, text, (0, len(text))))
        elif match is not None and match[rating.group]:
            sources.append((field, rating.source, text, match.span(rating.group)))
    if reader.rules.ratings:
        return sources
    same_names = sources_of_same_name(reader.series, values).items()
    return [(rating, name, match.string, match.span(1)) for rating, (name, match) in same_names]


def _is_own(raw: Piece, whole: Piece, name: str) -> bool:
    """Return whether the piece itself, and no prototype, has a property."""

    def count(piece: Piece) -> int:
        count = sum(trait.names.count(name) for trait in piece.all(Marker))
        count += sum(entry == name for sheet in piece.all(PropertySheet) for entry, _ in sheet.pairs())
        return count + sum(trait.name == name for trait in piece.all(DynamicProperty))

    return count(raw) == count(whole) == 1


def _only_in_roster(view: ModuleView, name: str) -> bool:
    """Return whether a side may have another name: one seat has it, and nothing else asks for it."""
    seats = 0
    for component in view.root.walk():
        if component.tag == "entry":
            seats += component.full_text() == name
        elif name in component.text or name in component.tail:
            return False
        if any(name in v for k, v in component.attributes.items() if k not in _NAMES):
            return False
    return seats == 1
