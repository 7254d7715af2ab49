"""What a battle says that its imported module shows as well: the fields by which an edit is told.

`jdg import` writes them down as it found them. Whatever differs later has been edited since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.model.text import Text
from jdgtools.source.node import number_in_digits

Subject = tuple[str, ...]
Fields = dict[Subject, dict[str, Any]]
"""Subject -> its fields by the names of the source, as plain values that JSON can hold."""

PIECES = ("unit", "leader")
"""Kinds of subjects that have a piece in the module."""
GRID = ("map", "grid")
"""Subject of the hexes of the map and their numbers."""
TRACKER = ("tracker", "0")
"""Subject of the module's turn tracker, where its turns are a list."""
COUNTER = ("tracker", "counter")
"""Subject of the module's turn tracker, where it counts."""
STACK = "stack"
"""Kind of a subject that says which pieces of a setup lie in one hex, from top to bottom."""
MAX_NAMED_RATING = 20
"""Largest number in the name of a piece that is taken for a rating."""
_PIECE = ("name", "short", "back_name", "side", "command", "role", "type", "nationality", "footprint", "art")
_TURN = ("time", "label", "flags")
_SCENARIO = ("title", "summary", "first_turn", "last_turn", "orders")


def module_fields(battle: Battle) -> Fields:
    """Return the fields of a battle that a module shows, in its first language; empty ones are left out."""
    return dict(_fields(battle))


def picture_fields(content: bytes, entry: str) -> dict[str, Any]:
    """Return what is written down of a picture: its digest and the entry of the module that it stands for."""
    return {"sha256": sha256(content).hexdigest(), "entry": entry}


def piece_record(before: Fields, kind: str, piece: str) -> Mapping[str, Any] | None:
    """Return what an import wrote down of the piece of a unit or leader; None where it is not alone."""
    return before.get(("piece", piece)) if kind in PIECES else None


def is_written(before: Fields, subject: Subject, field: str, value: Any) -> bool:
    """Return whether a build writes the new value of a field into the imported module.

    Args:
        before: what the import wrote down.
        subject: what has been edited.
        field: its field.
        value: the new value; None where the field has gone.
    """
    kind = subject[0]
    if kind == "battle":
        return field in ("title", "subtitle", "version")
    if value in (None, "") and field != "summary":
        return False
    if kind in PIECES:
        record = piece_record(before, kind, subject[1]) or {}
        level = record.get("levels", {}).get(field)
        if level is not None:
            return str(value) in level["names"]
        if field == "name" or field in record.get("named", {}):
            fits = field == "name" or _fits_name(value)
            return fits and bool(record) and not record.get("asked") and not record.get("read")
        return field in record.get("ratings", {})
    if kind == "scenario":
        setup = before.get(("setup", subject[1]))
        in_menu = setup is not None and bool(setup.get("menu", True))
        if field == "first_turn":
            return setup is not None and (TRACKER in before or COUNTER in before)
        return field in ("title", "summary") and in_menu
    return kind == "side" and field == "name" and ("roster", subject[1]) in before


def _fits_name(value: Any) -> bool:
    """Return whether a rating is taken for one where it stands in a name."""
    number = number_in_digits(str(value))
    return number is not None and number <= MAX_NAMED_RATING


def template_of(before: Fields, now: Fields, subject: Subject) -> str | None:
    """Return the unit or leader whose piece of the palette a new one is cloned from; None for no such.

    It has a piece of its own, and differs in nothing but name, pictures and the ratings that its piece shows;
    of several it is the first that differs in fewest of these.
    """
    new = now[subject]
    name_and_art = (new.get("name"), new.get("art"))
    if any(
        s != subject and s[0] in PIECES and (f.get("name"), f.get("art")) == name_and_art
        for s, f in now.items()
    ):
        return None  # two pieces that nothing could tell apart
    templates: list[tuple[int, str]] = []
    for other in sorted(before):
        record = (
            piece_record(before, other[0], other[1]) if len(other) == 2 and other[0] == subject[0] else None
        )
        if record is None or not record.get("palette") or not new.get("name"):
            continue
        if record.get("read") or not all(_fits_name(new.get(field)) for field in record.get("named", {})):
            continue  # the new name could not say what an import takes from it
        free = {"name", "short", "art", "art_back", *record.get("ratings", {}), *record.get("named", {})}
        old = before[other]
        same = all(new.get(field) == old.get(field) for field in (old.keys() | new.keys()) - free)
        is_template = all((field in new) == (field in old) for field in free - {"name", "short"})
        if same and is_template and "art" in new:
            templates.append((sum(new.get(field) != old.get(field) for field in free), other[1]))
    return min(templates)[1] if templates else None


def _fields(battle: Battle) -> Iterator[tuple[Subject, dict[str, Any]]]:
    language = battle.language
    yield ("battle",), _plain(battle, ("title", "subtitle", "version"), language)
    for kind, things, names in (
        ("side", battle.sides, ("name",)),
        ("command", battle.commands, ("name", "side")),
    ):
        for thing in things:
            yield (kind, thing.id), _plain(thing, names, language)
    for kind, pieces in (("unit", battle.units), ("leader", battle.leaders)):
        for piece in pieces:
            values = {**piece.front, **{f"{field}_back": value for field, value in piece.back.items()}}
            yield (kind, piece.id), {**_plain(piece, _PIECE, language), **_without_nothing(values, language)}
    if battle.map is not None:
        yield GRID, _grid_fields(battle.map)
        for region in battle.map.regions:
            hexes = sorted(battle.map.grid.id(i) for i in region.hexes)
            yield (
                ("region", region.id),
                {**_plain(region, ("name",), language), **({"hexes": hexes} if hexes else {})},
            )
    for scenario in battle.scenarios:
        if scenario.arrivals:
            ids = sorted({piece for arrival in scenario.arrivals for piece in arrival.pieces})
            yield ("reinforcements", scenario.id), {"pieces": ids}
        yield ("scenario", scenario.id), _plain(scenario, _SCENARIO, language)
        for turn in scenario.turns:
            yield ("turn", scenario.id, str(turn.number)), _plain(turn, _TURN, language)
        for placement in scenario.placements:
            where: dict[str, Any] = {
                "area": placement.area_name,
                "box": placement.box,
                "state": placement.state,
            }
            if placement.hexes:
                where["hex"] = True  # which one, and how it faces there, a build writes into the setup
            yield ("placement", scenario.id, placement.piece), _without_nothing(where, language)
        if battle.map is not None:
            for index, stack in scenario.stacks().items():
                if len(stack) > 1:
                    pieces_there = [placement.piece for placement in stack]
                    yield (STACK, scenario.id, battle.map.grid.id(index)), {"pieces": pieces_there}
        for entry in scenario.markers_on_map:
            yield entry.subject(scenario.id), {"hexes": sorted(entry.hexes)}


def _grid_fields(battle_map: BattleMap) -> dict[str, Any]:
    """Return what makes the hexes of a map and their numbers; settings that are not written are left out."""
    grid = battle_map.grid
    values = {name: getattr(grid, name) for name in ("columns", "rows", "orientation")}
    values["shifted"] = grid.parity
    numbering = {name: getattr(grid.numbering, name) for name in grid.numbering.__struct_fields__}
    values["numbering"] = {name: str(value) for name, value in numbering.items() if value is not None}
    return values


def _plain(record: object, names: tuple[str, ...], language: str) -> dict[str, Any]:
    return _without_nothing({name: getattr(record, name, None) for name in names}, language)


def _without_nothing(values: Mapping[str, Any], language: str) -> dict[str, Any]:
    plain = {name: _value(value, language) for name, value in values.items()}
    return {name: value for name, value in plain.items() if value not in (None, "", {}, [])}


def _value(value: Any, language: str) -> Any:
    if isinstance(value, Text):
        return value.get(language)
    if isinstance(value, Mapping):
        return {str(key): _value(item, language) for key, item in sorted(value.items())}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
