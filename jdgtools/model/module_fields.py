"""What a battle says that its imported module shows as well: the fields by which an edit is told.

`jdg import` writes them down as it found them. Whatever differs later has been edited since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from jdgtools.model.battle import Battle
from jdgtools.model.text import Text

Subject = tuple[str, ...]
Fields = dict[Subject, dict[str, Any]]
"""Subject -> its fields by the names of the source, as plain values that JSON can hold."""

_PIECE = ("name", "short", "back_name", "side", "command", "role", "type", "nationality", "footprint", "art")
_TURN = ("time", "label", "flags")
_SCENARIO = ("title", "first_turn", "last_turn", "orders")


def module_fields(battle: Battle) -> Fields:
    """Return the fields of a battle that a module shows, in its first language; empty ones are left out."""
    return dict(_fields(battle))


def picture_fields(content: bytes, entry: str) -> dict[str, Any]:
    """Return what is written down of a picture: its digest and the entry of the module that it stands for."""
    return {"sha256": sha256(content).hexdigest(), "entry": entry}


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
    for scenario in battle.scenarios:
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
        for entry in scenario.markers_on_map:
            yield entry.subject(scenario.id), {"hexes": sorted(entry.hexes)}


def _plain(thing: object, names: tuple[str, ...], language: str) -> dict[str, Any]:
    return _without_nothing({name: getattr(thing, name, None) for name in names}, language)


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
