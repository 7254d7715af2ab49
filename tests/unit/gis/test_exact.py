"""Geometry that follows the hexes exactly gives exactly these hexes, however the data lie on the ground."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
import shapely

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout, Point
from tests.unit.gis.helpers import battle, feature, map_of

CASES = [(seed, orientation) for seed in range(6) for orientation in ("flat", "pointy")]
TURNS = (0, 90, 37.5, 201.25, 270, 359)


@pytest.mark.parametrize(("seed", "orientation"), CASES)
def test_hexes_chains_and_hexsides_come_back(seed: int, orientation: str, tmp_path: Path) -> None:
    rnd = random.Random(seed)
    shifted = ("even", "odd")[seed % 2]
    turn = TURNS[seed]
    grid = HexGrid(8, 7, orientation, "odd" if shifted == "even" else "even")  # type: ignore[arg-type]
    layout = Layout(grid, 100.0)
    held = rnd.choice(grid.hexes)
    east, north = 500_000 + rnd.random() * 9000, 4_000_000 + rnd.random() * 9000
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x0, y0 = layout.centre(held)

    def ground(point: Point) -> list[float]:
        x, y = point[0] - x0, point[1] - y0
        return [east + x * c + y * s, north + x * s - y * c]

    woods = set(rnd.sample(grid.hexes, 15))
    area = shapely.union_all([shapely.polygons(layout.polygon(i)) for i in sorted(woods)])
    features = [
        feature(
            "Polygon", [[ground(p) for p in r.coords] for r in (part.exterior, *part.interiors)], k="wood"
        )
        for part in shapely.get_parts(area)
    ]
    road = [rnd.choice(grid.hexes)]
    for _ in range(12):
        road += [n for n in grid.neighbours(road[-1]) if n not in road][:1]
    features.append(feature("LineString", [ground(layout.centre(i)) for i in road], k="road"))
    corner = grid.corner(grid.at(3, 3) or 0, rnd.randrange(6))
    corners, sides = [corner], []
    for _ in range(10):
        ways = [
            (side, next(e for e in grid.side_ends(side) if e != corner))
            for side in grid.corner_sides(corner)
            if len(grid.side_hexes(side)) == 2
        ]
        ways = [w for w in ways if w[1] not in corners]
        if not ways:
            break
        side, corner = rnd.choice(ways)
        corners.append(corner)
        sides.append(side)
    features.append(feature("LineString", [ground(layout.corner(q.a, q.k)) for q in corners], k="river"))
    found = map_of(
        battle(
            tmp_path,
            f"""
anchor: {{at: [{east!r}, {north!r}], hex: "{grid.id(held)}"}}
rotation: {turn}
layers:
  - {{where: {{k: wood}}, terrain: wood}}
  - {{where: {{k: road}}, way: road}}
  - {{where: {{k: river}}, hexside: river}}
""",
            features,
            grid=f"{{columns: 8, rows: 7, orientation: {orientation}, shifted: {shifted}, hex_metres: 100}}",
        )
    )
    assert {i for i, t in enumerate(found.terrain) if t == "wood"} == woods
    assert [way.hexes for way in found.ways] == [tuple(road)]
    assert {f.side for f in found.features} == set(sides)
    assert found.survey is not None
    # Nothing about whole hexes is a close call; a line along hexsides has its banks for certain.
    assert [c for c in found.survey.calls if c.kind != "bank"] == []


def test_lower_left_corner_and_centre_of_a_hex_are_the_same_anchor(tmp_path: Path) -> None:
    grid = HexGrid(6, 5)
    layout = Layout(grid, 100.0)
    x, y = layout.centre(0)
    blob = [[[1030, 2040], [1300, 2100], [1250, 2390], [1010, 2300], [1030, 2040]]]
    layers = "layers: [{terrain: wood}]"
    one = battle(tmp_path / "a", f"anchor: {{at: [1000, 2000]}}\n{layers}", [feature("Polygon", blob)])
    at = f"[{1000 + x}, {2000 + layout.height - y}]"
    other = battle(tmp_path / "b", f"anchor: {{at: {at}, hex: 0101}}\n{layers}", [feature("Polygon", blob)])
    assert map_of(one).terrain == map_of(other).terrain
    assert "wood" in map_of(one).terrain


def test_north_of_the_grid_turns_the_data(tmp_path: Path) -> None:
    """A wood due north of the anchor lies to the right when north is to the right."""
    blob = [[[-40, 180], [40, 180], [40, 220], [-40, 220], [-40, 180]]]
    for north, wanted in ((0, "0401"), (90, "0603"), (180, "0405"), (270, "0203")):
        found = map_of(
            battle(
                tmp_path / str(north),
                "anchor: {at: [0, 0], hex: 0403}\nlayers: [{terrain: wood, share: 0.1}]",
                [feature("Polygon", blob)],
                grid=f"{{columns: 7, rows: 6, orientation: flat, hex_metres: 100, north: {north}}}",
            )
        )
        woods = [found.grid.id(i) for i, t in enumerate(found.terrain) if t == "wood"]
        assert wanted in woods, (north, woods)


def test_same_source_same_map(tmp_path: Path) -> None:
    rnd = random.Random(3)
    line = [[rnd.uniform(0, 500), rnd.uniform(0, 500)] for _ in range(30)]
    layers = "anchor: {at: [0, 0]}\nlayers:\n  - {hexside: river}\n  - {way: road}"
    one, other = (map_of(battle(tmp_path / n, layers, [feature("LineString", line)])) for n in "ab")
    assert one.features == other.features
    assert one.ways == other.ways
    assert one.survey is not None and other.survey is not None
    assert one.survey.calls == other.survey.calls
