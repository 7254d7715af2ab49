"""Small battles with GIS data, made in a few lines, for tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jdgtools.loading import Loaded, load
from jdgtools.model.map import BattleMap

ROOT = Path(__file__).parents[3]


def feature(kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature."""
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": kind, "coordinates": coordinates},
    }


def collection(features: Sequence[dict[str, Any]], **more: Any) -> str:
    """A GeoJSON text, one feature a line."""
    head = "".join(f'"{key}": {json.dumps(value)}, ' for key, value in more.items())
    lines = ",\n".join(json.dumps(f, ensure_ascii=False) for f in features)
    return f'{{"type": "FeatureCollection", {head}"features": [\n{lines}\n]}}\n'


def battle(
    folder: Path,
    geometry: str,
    features: Sequence[dict[str, Any]] | str,
    grid: str = "{columns: 6, rows: 5, orientation: flat, hex_metres: 100, level_metres: 10}",
    rest: str = "",
    series: str = "jdg",
    files: dict[str, str] | None = None,
) -> Loaded:
    """A battle with nothing but a map; `geometry` is the block without its file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "battle.yaml").write_text(
        f"format: 1\nid: trial\nseries: {series}\ntitle: Trial\nmap: map.yaml\noob: []\nscenarios: [scenario.yaml]\n"
        "sides: [{id: a, name: A}, {id: b, name: B}]\n",
        encoding="utf-8",
    )
    (folder / "scenario.yaml").write_text(
        "format: 1\nid: s\ntitle: S\nturns: [{number: 1}]\n", encoding="utf-8"
    )
    lines = "\n".join(f"  {line}" for line in geometry.strip("\n").splitlines())
    (folder / "map.yaml").write_text(
        f"format: 1\ngrid: {grid}\ngeometry:\n  file: ground.geojson\n{lines}\n{rest}", encoding="utf-8"
    )
    text = features if isinstance(features, str) else collection(features)
    (folder / "ground.geojson").write_text(text, encoding="utf-8")
    for name, content in (files or {}).items():
        (folder / name).write_text(content, encoding="utf-8")
    return load(folder)


def map_of(loaded: Loaded) -> BattleMap:
    """The map of a battle that could be read."""
    assert loaded.battle is not None and loaded.battle.map is not None
    return loaded.battle.map


def codes(loaded: Loaded) -> list[str]:
    """The codes of all diagnostics, sorted by place."""
    return [d.code for d in loaded.report]


def picture(found: BattleMap) -> str:
    """The terrain as letters: the first of each id."""
    grid = found.grid
    rows = [found.terrain[r * grid.columns : (r + 1) * grid.columns] for r in range(grid.rows)]
    return "\n".join(" ".join((t or "?")[0] for t in row) for row in rows)


def copy_of(name: str, folder: Path) -> Path:
    """A copy of a bundled battle."""
    target = folder / name
    shutil.copytree(ROOT / "scenarios" / name, target)
    return target
