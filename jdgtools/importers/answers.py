"""What a designer answers of a battle that no text of the module says: `answers` of a rules file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Draft, Values, merge
from jdgtools.importers.ids import slug
from jdgtools.importers.yamltext import Picture
from jdgtools.model.definition import SeriesDef
from jdgtools.source.node import Node

ANSWERS = "answers"
LEFT_OUT = "none"
"""As role of leaders: those of whom nothing says what they command are not in the battle."""
_BLOCKS = ("battle", "map", "scenarios", "sides", "commands", "leaders", "types")
_OF_UNITS = ("nationality", "command")
"""What a side's answer says of its units; the rest of it is of the side in every scenario."""
KEYS = (*_BLOCKS, "type", "terrain", "level")


class Answers(Struct, frozen=True):
    """The answers of a rules file."""

    values: Values = field(default_factory=dict)
    """The block as it was written."""
    places: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Path of a key in it -> file, line and column, for refusals."""

    def block(self, key: str) -> Values:
        """Return one block of it; empty where nothing is said."""
        block: Values = self.values.get(key) or {}
        return block


def read_answers(file: str, node: Node, series: SeriesDef | None) -> Answers:
    """Return the answers that a file gives.

    Args:
        file: its name.
        node: the block.
        series: when it is known, types, ratings and terrain are checked against it.

    Raises:
        InputRefused: a key that no answer has, or a name that the series does not know.
    """
    places: dict[tuple[str, ...], str] = {}
    for key, value in node.items():
        places[key,] = f"{file}:{value.span.line}:{value.span.col}"
        for inner, below in value.items():
            places[key, inner] = f"{file}:{below.span.line}:{below.span.col}"
    answers = Answers(node.to_plain(), places)
    for key, value in node.items():
        fits = value.is_map if key in _BLOCKS else value.is_scalar
        if key not in KEYS:
            raise InputRefused(f"{places[key,]}: `{key}` is no answer: {', '.join(KEYS)}")
        if not fits:
            kind = "a block of keys" if key in _BLOCKS else "one value"
            raise InputRefused(f"{places[key,]}: `{key}`: expected {kind}")
    level = node.get("level")
    if level is not None and (level.as_int() is None or not 0 <= (level.as_int() or 0) <= 9):
        raise InputRefused(f"{places['level',]}: a level is a whole number 0 to 9")
    if series is not None:
        _check_names(answers, series)
    return answers


def _check_names(answers: Answers, series: SeriesDef) -> None:
    types = [t.id for t in series.unit_types]
    ratings = [f.id for f in series.unit_fields]
    terrains = [t.id for t in series.terrains if t.kind == "hex"]
    named: list[tuple[tuple[str, ...], str, list[str], str]]
    named = [(("types", name), name, types, "unit type") for name in answers.block("types")]
    if "type" in answers.values:
        named.append((("type",), answers.values["type"], types, "unit type"))
    if "terrain" in answers.values:
        named.append((("terrain",), answers.values["terrain"], terrains, "terrain of hexes"))
    for path, name, known, what in named:
        if name not in known:
            places = f"`{name}` is no {what} of {series.id}: {', '.join(known)}"
            raise InputRefused(f"{answers.places[path]}: {places}")
    for name, values in answers.block("types").items():
        for rating in values if isinstance(values, dict) else ("",):
            if rating.removesuffix("_back") not in ratings:
                place = answers.places["types", name]
                raise InputRefused(f"{place}: `{rating}` is no rating of {series.id}: {', '.join(ratings)}")


def apply_answers(draft: Draft, answers: Answers) -> None:
    """Write the answers into a battle in the making; what the module says stays as it is.

    Raises:
        InputRefused: a side that the battle does not have.
    """
    sides = {side["id"] for side in draft.sides}
    for side in answers.block("sides"):
        if side not in sides:
            place = answers.places["sides", side]
            raise InputRefused(f"{place}: `{side}` is no side of the battle: {', '.join(sorted(sides))}")
    _apply_to_units(draft, answers)  # which may add formations
    _apply_to_leaders(draft, answers)
    for command in draft.commands:
        for key, value in answers.block("commands").items():
            command.setdefault(key, _filled(value, command))
    _apply_to_map(draft, answers)
    of_sides = [
        {"side": side, **{k: v for k, v in values.items() if k not in _OF_UNITS}}
        for side, values in answers.block("sides").items()
    ]
    draft.answered = {
        "battle": answers.block("battle"),
        "scenarios": {**answers.block("scenarios"), **({"sides": of_sides} if of_sides else {})},
    }


def _apply_to_units(draft: Draft, answers: Answers) -> None:
    for unit in draft.units:
        unit["type"] = unit.get("type") or str(answers.values.get("type", ""))
        for rating, value in answers.block("types").get(unit["type"], {}).items():
            unit[rating] = unit.get(rating) or str(value)
        side = answers.block("sides").get(unit["side"], {})
        for key, entries in (("nationality", draft.nationalities), ("command", draft.commands)):
            if side.get(key) and not unit.get(key):
                entry = {"id": slug(str(side[key]), key), "name": str(side[key])}
                if key == "command":
                    entry["side"] = unit["side"]
                    if any(c["id"] == entry["id"] and c["side"] != unit["side"] for c in draft.commands):
                        # Either side may have a Reserve.
                        entry["id"] += f"-{unit['side']}"
                unit[key] = entry["id"]
                if all(known["id"] != entry["id"] for known in entries):
                    entries.append(entry)


def _apply_to_leaders(draft: Draft, answers: Answers) -> None:
    named = {entry.get("id") for entry in answers.block("battle").get("leaders", [])}
    role = answers.block("leaders").get("role")
    if role == LEFT_OUT:
        gone = {x["id"] for x in draft.leaders if not x.get("role") and x["id"] not in named}
        draft.leaders = [x for x in draft.leaders if x["id"] not in gone]
        for scenario in draft.scenarios:
            scenario.setup = [p for p in scenario.setup if p.get("leader") not in gone]
            scenario.unused = [piece for piece in scenario.unused if piece not in gone]
        return
    for leader in draft.leaders:
        if leader["id"] not in named:
            for key, value in answers.block("leaders").items():
                leader.setdefault(key, value)


def _apply_to_map(draft: Draft, answers: Answers) -> None:
    if draft.map is None:
        return
    merge(draft.map, answers.block("map"))
    for key, sign in (("terrain", "."), ("level", str(answers.values.get("level", "")))):
        name = "levels" if key == "level" else key
        if key not in answers.values or name in draft.map:
            continue
        if key == "terrain":
            draft.map["legend"] = dict.fromkeys((sign, "-"), str(answers.values["terrain"]))
        draft.map[name] = Picture(tuple(_row(row, sign) for row in _rows(draft.map)))


def _rows(values: Values) -> list[str]:
    """Return the signs of a map's hexes, `#` for those that are not in play."""
    playable = values.get("playable")
    if isinstance(playable, Picture):
        return list(playable.lines)
    grid = values["grid"]
    return [" ".join("." * grid["columns"])] * int(grid["rows"])


def _row(row: str, sign: str) -> str:
    return " ".join("-" if mark == "#" else sign for mark in row.split())


def _filled(value: Any, entry: Mapping[str, Any]) -> Any:
    """Return a value in which `$id$` and `$name$` stand for those of a formation."""
    if isinstance(value, str):
        return value.replace("$id$", str(entry["id"])).replace("$name$", str(entry["name"]))
    if isinstance(value, list):
        return [_filled(item, entry) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, entry) for key, item in value.items()}
    return value
