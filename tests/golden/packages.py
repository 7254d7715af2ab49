"""Engine packages in words: a line a record, a line a hex, and printed numbers instead of indices."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.package import package_bytes, package_of

HEX_MEMBERS = {"hex", "hexes", "inside", "area"}
"""Members that hold an index of a hex, or a list of them."""
MAP_MEMBERS = {"grid", "terrain", "movement", "zones", "sight", "charts", "drawing", "effects", "lines"}
"""Members that have lines of their own below, or follow from the size of the map alone."""
SERIES_MEMBERS = {"references", "chart_words", "fields", "option_list", "vocabulary"}
"""Members that repeat what the series says of itself, the same in every battle of it."""
WORDS = {"label", "labels", "note", "notes", "title"}
"""Members of charts that are words alone: they stand in the files of the charts."""


def dump(build: BuildContext) -> dict[str, str]:
    """Return the dump of every scenario's package, and of the map that they share, by file name."""
    files: dict[str, str] = {}
    for scenario in build.battle.scenarios:
        data = json.loads(package_bytes(package_of(build.battle, build.series, build.charts, scenario)))
        files[f"package-{scenario.id}.txt"] = _text(_records(data))
        ground, charts = _text(_ground(data)), _text(_charts(data))
        # Options of a scenario may change costs and charts; mostly they do not.
        files["package-map.txt" if files.get("package-map.txt", ground) == ground
              else f"package-{scenario.id}-map.txt"] = ground  # fmt: skip
        files["package-charts.txt" if files.get("package-charts.txt", charts) == charts
              else f"package-{scenario.id}-charts.txt"] = charts  # fmt: skip
    return files


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _fields(record: dict[str, Any]) -> str:
    return " ".join(f"{name}={_plain(value)}" for name, value in sorted(record.items()))


def _records(data: dict[str, Any]) -> list[str]:
    """Return all members that do not lie on the map, a line a record."""
    ids = data["grid"]["ids"]
    lines = []
    for name, member in data.items():
        if name in MAP_MEMBERS | SERIES_MEMBERS:
            continue
        member = _named(member, ids)
        if isinstance(member, list) and all(isinstance(entry, dict) for entry in member):
            lines += [f"{name}[{number}]: {_fields(entry)}" for number, entry in enumerate(member)]
        elif isinstance(member, dict):
            lines += [f"{name}.{key}: {_plain(value)}" for key, value in sorted(member.items())]
        else:
            lines.append(f"{name}: {_plain(member)}")
    return lines


def _named(value: Any, ids: list[str]) -> Any:
    """Return a member with printed numbers of hexes instead of their indices."""
    if isinstance(value, dict):
        return {
            key: _hexes(entry, ids) if key in HEX_MEMBERS else _named(entry, ids)
            for key, entry in value.items()
        }
    if isinstance(value, list):
        return [_named(entry, ids) for entry in value]
    return value


def _hexes(value: Any, ids: list[str]) -> Any:
    if isinstance(value, int):
        return ids[value]
    return [_hexes(entry, ids) for entry in value] if isinstance(value, list) else value


def _ground(data: dict[str, Any]) -> list[str]:
    """Return the map: what is said of it as a whole, then a line a hex, then hexsides and ways."""
    grid, terrain, movement, zones = data["grid"], data["terrain"], data["movement"], data["zones"]
    ids, size = grid["ids"], len(grid["ids"])
    lines = [
        f"grid.{key}: {_plain(value)}"
        for key, value in sorted(grid.items())
        if not isinstance(value, list) and key != "edges"
    ]
    lines += [
        f"edge {edge}: {' '.join(ids[i] for i in hexes)}" for edge, hexes in sorted(grid["edges"].items())
    ]
    for member in ("kinds", "side_kinds", "way_kinds"):
        lines += [f"{member}: {_fields(kind)}" for kind in terrain[member]]
    lines.append(f"movement: denominator={movement['denominator']} classes={_plain(movement['classes'])}")
    rows, row_bytes = b64decode(data["sight"]["bits"]), data["sight"]["row_bytes"]
    tables = {"cost": movement["steps"], "near enemy": movement["steps_near_enemy"] or {}}
    for at in range(size):
        if not ids[at]:
            continue
        kind = terrain["hexes"][at]
        seen = int.from_bytes(rows[at * row_bytes : (at + 1) * row_bytes], "little").bit_count()
        head = f"{ids[at]} {terrain['kinds'][kind]['id'] if kind >= 0 else '?'} level={terrain['levels'][at]}"
        beside = " ".join(ids[i] if i >= 0 else "-" for i in grid["neighbours"][6 * at : 6 * at + 6])
        lines.append(f"{head} in_play={grid['in_play'][at]} sees={seen} beside={beside}")
        for title, steps in tables.items():
            costs: dict[str, list[str]] = {}
            for name, table in steps.items():
                row = " ".join(str(cost) if cost >= 0 else "-" for cost in table["cost"][6 * at : 6 * at + 6])
                costs.setdefault(row, []).append(name)
            lines += [f"  {title} {row}: {' '.join(names)}" for row, names in costs.items()]
        if zones:
            masks: dict[int, list[str]] = {}
            for name, table in zones.items():
                masks.setdefault(table[at], []).append(name)
            lines += [f"  zone {mask:06b}: {' '.join(names)}" for mask, names in masks.items()]
    lines += [f"hexside: {_fields(_named(side, ids))}" for side in terrain["sides"]]
    for effect in data["effects"]:
        lines.append(f"effect {effect['id']}: {_plain(effect['default'])}")
        for other in effect["others"]:
            shown = " ".join(f"{ids[step // 6]}/{step % 6}" for step in other["steps"])
            lines.append(f"  {_plain(other['value'])}: {shown}")
    lines += [f"way: {_fields(_named(way, ids))}" for way in terrain["ways"]]
    for title, steps in tables.items():
        for name, table in steps.items():
            for what, places in {**table["ways"], "disorders": table["disorders"]}.items():
                if places:
                    shown = " ".join(f"{ids[step // 6]}/{step % 6}" for step in places)
                    lines.append(f"{title} {name} by {what}: {shown}")
    return lines


def _wordless(record: dict[str, Any]) -> str:
    return _fields({name: value for name, value in record.items() if name not in WORDS})


def _charts(data: dict[str, Any]) -> list[str]:
    """Return the charts, a line a row of keys and a line a cell."""
    lines = []
    for chart in data["charts"]:
        head = {key: value for key, value in chart.items() if key not in ("axes", "cells", "types")}
        lines.append(f"chart {chart['id']}: {_wordless(head)}")
        lines += [f"  type: {_wordless(entry)}" for entry in chart["types"]]
        for axis in chart["axes"]:
            lines.append(f"  axis: {_wordless({k: v for k, v in axis.items() if k != 'keys'})}")
            lines += [f"    key: {_wordless(key)}" for key in axis["keys"]]
        for cell in chart["cells"]:
            refs = " ".join(cell.get("refs", ()))
            lines.append(f"  {' / '.join(cell['at'])} = {_plain(cell['value'])} ({cell['kind']}: {refs})")
    return lines
