"""A small battle made of all words of a series, for calling its hooks.

The map holds every terrain, every feature of hexsides, every crossing over every water and every way; the
order of battle has a unit of each type and a leader of each role, the setup every state that a unit may
start in. The battle is written as a project and read like any other, so hooks see exactly what they see of
a designer's files. It is no good battle, and what checks say of it does not matter: what matters is that
they say it and do not raise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jdgtools.model.definition import FieldDef, SeriesDef, StateValue

_COLUMNS = 10
"""Columns of terrain; beside them each way has a column of its own."""


def write_trial(folder: Path, definition: SeriesDef) -> None:
    """Write the trial battle of a series as a project into a folder that exists."""
    battle_map, rows = _map(definition)
    files = {
        "battle.json": _battle(definition),
        "map.json": battle_map,
        "oob.json": {"format": 1, "units": _units(definition)},
        "scenario.json": _scenario(definition, rows),
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _battle(definition: SeriesDef) -> dict[str, Any]:
    commands = [
        {"id": f"command-{side}", "name": side, "side": side, "values": _values(definition.command_fields)}
        for side in ("one", "two")
    ]
    leaders = [
        {
            "id": f"leader-{role.id}",
            "name": role.id,
            "side": "one",
            "role": role.id,
            "command": "command-one",
            "values": _values(role.fields),
        }
        for role in definition.roles
    ]
    return {
        "format": 1,
        "id": "trial",
        "series": definition.id,
        "version": "1.0",
        "title": "Trial",
        **({"scale": definition.scales[0]} if definition.scales else {}),
        "map": "map.json",
        "oob": "oob.json",
        "scenarios": ["scenario.json"],
        "sides": [
            {"id": "one", "name": "One", "colour": "#3355aa"},
            {"id": "two", "name": "Two", "colour": "#aa5533"},
        ],
        "commands": commands,
        "leaders": leaders,
    }


def _map(definition: SeriesDef) -> tuple[dict[str, Any], int]:
    """Return the map, and its number of rows."""
    hexes = [t.id for t in definition.terrains if t.kind == "hex"]
    sides = [t for t in definition.terrains if t.kind == "hexside"]
    crossings = [t.id for t in definition.terrains if t.kind == "crossing"]
    ways = [t.id for t in definition.terrains if t.kind == "path"]
    clear = next(
        (t.id for t in definition.terrains if t.kind == "hex" and t.clear), hexes[0] if hexes else ""
    )
    cells: dict[str, str] = {}
    row = 1
    for start in range(0, len(hexes), _COLUMNS // 2):
        for offset, terrain in enumerate(hexes[start : start + _COLUMNS // 2]):
            cells[_hex(2 * offset + 1, row)] = cells[_hex(2 * offset + 1, row + 1)] = terrain
        row += 3
    features, bridges = [], []
    spots = [(side.id, crossing) for side in sides for crossing in (None, *crossings)]
    for start in range(0, len(spots), _COLUMNS):
        for offset, (kind, crossing) in enumerate(spots[start : start + _COLUMNS]):
            place = f"{_hex(offset + 1, row + 1)}/N"
            features.append({"kind": kind, "sides": [place]})
            if crossing is not None:
                bridges.append({"kind": crossing, "side": place})
        row += 2
    rows = row + 1
    columns = _COLUMNS + 2 * len(ways)
    for column in range(1, columns + 1):
        for number in range(1, rows + 1):
            cells.setdefault(_hex(column, number), clear)
    chains = []
    for offset, way in enumerate(ways):
        column = _COLUMNS + 2 * offset + 1
        chains.append({"kind": way, "hexes": f"{_hex(column, 1)}..{_hex(column, rows)}"})
        # Along a way every feature of hexsides is met once more, with a crossing where there are some.
        for number, side in enumerate(sides[: rows - 1]):
            place = f"{_hex(column, number + 2)}/N"
            features.append({"kind": side.id, "sides": [place]})
            if crossings:
                bridges.append({"kind": crossings[number % len(crossings)], "side": place})
    content = {
        "format": 1,
        "grid": {"columns": columns, "rows": rows, "orientation": "flat", "hex_metres": _metres(definition)},
        "levels": "\n".join(str(number // 2 % 3) * columns for number in range(rows)),
        "hexes": cells,
        "hexsides": features,
        "crossings": bridges,
        "ways": chains,
    }
    return content, rows


def _metres(definition: SeriesDef) -> int:
    return definition.hex_metres[0] if definition.hex_metres else 100


def _hex(column: int, row: int) -> str:
    return f"{column:02d}{row:02d}"


def _values(fields: Sequence[FieldDef], arm: str = "") -> dict[str, Any]:
    """Return a value in the middle of its range for every field that the arm has."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.arms and arm not in field.arms:
            continue
        if field.type == "int":
            low, high = field.low or 0, field.high if field.high is not None else 9
            values[field.id] = (low + high) // 2
            if field.two_sided:
                values[f"{field.id}_back"] = max(low, (low + high) // 2 - 1)
        elif field.type == "choice":
            values[field.id] = field.choices[0]
        elif field.type == "bool":
            values[field.id] = False
    return values


def _units(definition: SeriesDef) -> list[dict[str, Any]]:
    units = []
    for number, entry in enumerate(definition.unit_types):
        values = _values(definition.unit_fields, entry.arm)
        values = {name: value for name, value in values.items() if name not in entry.attributes}
        side = ("one", "two")[number % 2]
        units.append(
            {
                "id": f"unit-{entry.id}",
                "name": entry.id,
                "side": side,
                "command": f"command-{side}",
                "type": entry.id,
                "footprint": entry.footprints[0],
                **values,
            }
        )
    return units


def _scenario(definition: SeriesDef, rows: int) -> dict[str, Any]:
    states = [
        (value, axis.arms)
        for axis in definition.state_axes
        if "unit" in axis.applies_to
        for value in axis.values
        if value.setup
    ]
    setup: list[dict[str, Any]] = []
    for number, entry in enumerate(definition.unit_types):
        fitting: list[StateValue] = [value for value, arms in states if not arms or entry.arm in arms]
        state = fitting[number % len(fitting)] if fitting else None
        column, row = number % (_COLUMNS // 2) * 2 + 2, number // (_COLUMNS // 2) + 1
        place: dict[str, Any] = {"hex": _hex(column, min(row, rows))}
        if entry.footprints[0] == 2:
            place = {"hexes": [_hex(column, min(row, rows - 1)), _hex(column, min(row, rows - 1) + 1)]}
        facing = {"hexside": "N", "corner": "E"}[definition.facing]
        faceless = not entry.has_facing or (state is not None and state.faceless)
        setup.append(
            {
                "unit": f"unit-{entry.id}",
                **place,
                **({} if faceless else {"facing": facing}),
                **({"state": state.id} if state is not None else {}),
            }
        )
    setup += [
        {"leader": f"leader-{role.id}", "hex": _hex(_COLUMNS, number + 1)}
        for number, role in enumerate(definition.roles)
    ]
    return {
        "format": 1,
        "id": "trial",
        "title": "Trial",
        "turns": {"count": 3},
        "setup": setup,
        "settings": _values(definition.scenario_fields),
        "sides": [{"side": side, "values": _values(definition.side_fields)} for side in ("one", "two")],
    }
