"""Lines that map.yaml draws itself become the same hexes, ways and levels as those of a GIS file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from jdgtools import check
from jdgtools.hexgrid import parse_direction
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap

ROOT = Path(__file__).parent.parent.parent.parent
BLANK = """format: 1
grid: {columns: 8, rows: 6, orientation: ORIENTATION, hex_metres: 200, hex_mm: 20, level_metres: 10}
legend: {".": clear}
"""


def _map(folder: Path, geometry: str, orientation: str = "flat") -> BattleMap:
    battle = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", folder / "battle"))
    text = BLANK.replace("ORIENTATION", orientation) + geometry
    (battle / "map.yaml").write_text(text, encoding="utf-8")
    loaded = check(battle)
    wrong = [p.code for p in loaded.report if p.span is not None and p.span.file.endswith("map.yaml")]
    assert not [code for code in wrong if code.startswith(("SCH", "MAP06", "MAP081"))], wrong
    assert loaded.battle is not None and loaded.battle.map is not None
    return loaded.battle.map


def test_a_road_goes_through_the_hexes_of_its_points(tmp_path: Path):
    drawn = _map(
        tmp_path, "geometry: {layers: [{way: road, lines: [{name: Mail road, through: 0102 0402 0405}]}]}"
    )
    (way,) = drawn.ways
    ids = [drawn.grid.id(i) for i in way.hexes]
    assert ids[0] == "0102" and ids[-1] == "0405" and "0402" in ids
    assert way.name is not None and way.name.get("en") == "Mail road"


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_an_outline_fills_the_hexes_in_it(tmp_path: Path, orientation: str):
    drawn = _map(
        tmp_path,
        "geometry: {otherwise: clear, layers: [{terrain: light_wood, lines: "
        "[{closed: true, through: 0302-70-70 0502+70-70 0504+70+70 0304-70+70}]}]}",
        orientation,
    )
    woods = {drawn.grid.id(i) for i, terrain in enumerate(drawn.terrain) if terrain == "light_wood"}
    assert {"0302", "0403", "0504"} <= woods and not {"0101", "0806", "0106"} & woods


def test_contours_make_levels_and_slopes(tmp_path: Path):
    drawn = _map(
        tmp_path,
        "slopes: from levels\n"
        "geometry:\n  layers:\n    - contours: height\n      lines:\n"
        "        - {height: 10, through: 0301-50-60 0306-50+60}\n"
        "        - {height: 20, through: 0601-50-60 0606-50+60}\n",
    )
    level = {drawn.grid.id(i): value for i, value in enumerate(drawn.levels)}
    assert [level[f"0{column}03"] for column in (1, 2, 4, 5, 7, 8)] == [0, 0, 1, 1, 2, 2]
    assert {f.kind for f in drawn.features} == {"slope"}


def test_lines_of_a_file_and_drawn_ones_are_the_same_map(tmp_path: Path):
    words = "0201/N 0202+30-20 0303/SE 0404 0505+0+45"
    drawn = _map(
        tmp_path / "a", f"geometry: {{layers: [{{hexside: stream, lines: [{{through: {words}}}]}}]}}"
    )
    layout = Layout(drawn.grid, 200.0)

    def centre(name: str, dx: int = 0, dy: int = 0) -> list[float]:
        index = drawn.grid.index(name)
        assert index is not None
        x, y = layout.centre(index)
        return [x + 2.0 * dx, layout.height - (y + 2.0 * dy)]

    def between(name: str, direction: str) -> list[float]:
        d, index = parse_direction(direction, "flat"), drawn.grid.index(name)
        assert isinstance(d, int) and index is not None
        beyond = drawn.grid.neighbour(index, d)
        assert beyond is not None
        a, b = centre(name), centre(drawn.grid.id(beyond))
        return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

    course = [centre("0201", 0, -50), centre("0202", 30, -20), between("0303", "SE"), centre("0404"),
              centre("0505", 0, 45)]  # fmt: skip
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": course}}
    folder = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "b" / "battle"))
    (folder / "brook.geojson").write_text(
        json.dumps({"type": "FeatureCollection", "features": [feature]}), encoding="utf-8"
    )
    (folder / "map.yaml").write_text(
        BLANK.replace("ORIENTATION", "flat") + "geometry: {file: brook.geojson, layers: [{hexside: stream}]}",
        encoding="utf-8",
    )
    loaded = check(folder)
    assert loaded.battle is not None and loaded.battle.map is not None
    of_file = {(f.kind, f.side) for f in loaded.battle.map.features}
    assert {(f.kind, f.side) for f in drawn.features} == of_file and of_file


def test_nothing_need_be_in_metres(tmp_path: Path):
    battle = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "battle"))
    (battle / "map.yaml").write_text(
        "format: 1\ngrid: {columns: 8, rows: 6}\nlegend: {'.': clear}\n"
        "geometry: {layers: [{way: road, lines: [{through: 0102 0405}]}]}",
        encoding="utf-8",
    )
    loaded = check(battle)
    assert not loaded.report.of("MAP060")
    assert loaded.battle is not None and loaded.battle.map is not None and loaded.battle.map.ways


def test_lines_and_a_file_exclude_each_other(tmp_path: Path):
    battle = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "battle"))
    text = (battle / "map.yaml").read_text(encoding="utf-8")
    layer = "\ngeometry: {layers: [{way: road, file: a.geojson, lines: [{through: 0102 0405}]}]}\n"
    (battle / "map.yaml").write_text(text + layer, encoding="utf-8")
    assert [p.message for p in check(battle).report.of("MAP060")] == [
        "layer 1 draws its lines itself and names a file"
    ]
