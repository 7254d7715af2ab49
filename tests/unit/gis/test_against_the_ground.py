"""The survey against an independent look at the same ground: points counted, heights taken from a formula."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest
import shapely

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout
from tests.unit.gis.helpers import battle, feature, map_of

SIZE = 100.0
STEP = 10.0


def height(x: float, y: float) -> float:
    """Two hills and a hollow, in metres; x and y in metres of the data."""

    def bump(cx: float, cy: float, r: float, h: float) -> float:
        return h * math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r))

    return 31 + bump(250, 700, 190, 48) + bump(800, 350, 240, 61) - bump(620, 850, 150, 24)


def contours() -> list[dict[str, object]]:
    """The level lines of the formula at every `STEP` metres, traced over triangles of 20 m."""
    xs = np.arange(-200, 1301, 20.0)
    ys = np.arange(-200, 1401, 20.0)
    z = [[height(x, y) for x in xs] for y in ys]
    found = []
    for level in np.arange(0, 120, STEP):
        pieces = []
        for j in range(len(ys) - 1):
            for i in range(len(xs) - 1):
                square = [
                    (xs[i + u], ys[j + v], z[j + v][i + u]) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
                ]
                for corners in ((0, 1, 2), (0, 2, 3)):
                    cut = []
                    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                        (x1, y1, h1), (x2, y2, h2) = square[a], square[b]
                        if (h1 > level) != (h2 > level):
                            t = (level - h1) / (h2 - h1)
                            cut.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
                    if len(cut) == 2:
                        pieces.append(shapely.linestrings(cut))
        if pieces:
            for line in shapely.get_parts(shapely.line_merge(shapely.multilinestrings(pieces))):
                found.append(
                    feature("LineString", np.round(shapely.get_coordinates(line), 2).tolist(), h=float(level))
                )
    return found


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_levels_from_contours_are_those_of_the_ground(orientation: str, tmp_path: Path) -> None:
    grid = HexGrid(12, 11, orientation)  # type: ignore[arg-type]
    layout = Layout(grid, SIZE)
    found = map_of(
        battle(
            tmp_path,
            "anchor: {at: [0, 0]}\nlayers: [{contours: h}]",
            contours(),
            grid=f"{{columns: 12, rows: 11, orientation: {orientation}, hex_metres: 100, level_metres: 10}}",
        )
    )
    right, far = 0, []
    for i in grid.hexes:
        x, y = layout.centre(i)
        spots = [(x, y), *(((x + u) / 2, (y + v) / 2) for u, v in layout.polygon(i))]
        true = float(np.median([height(u, layout.height - v) for u, v in spots])) / STEP
        level = found.levels[i]
        assert level is not None
        right += level == math.floor(true)
        if not level - 0.5 <= true < level + 1.5:
            far.append((grid.id(i), true, level))
    assert far == []
    # What is left are heights within a fraction of a metre of the next level.
    assert right >= 0.95 * len(grid.hexes), right


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_terrain_is_the_majority_of_points_counted(orientation: str, tmp_path: Path) -> None:
    rnd = random.Random(8)
    features, blobs = [], []
    for kind, terrain in (("a", "vineyard"), ("b", "wood"), ("c", "marsh")):
        for _ in range(7):
            x, y, r = rnd.uniform(0, 900), rnd.uniform(0, 900), rnd.uniform(60, 190)
            ring = [
                (x + r * rnd.uniform(0.6, 1.2) * math.cos(a), y + r * rnd.uniform(0.6, 1.2) * math.sin(a))
                for a in (math.tau * k / 14 for k in range(14))
            ]
            ring.append(ring[0])
            features.append(feature("Polygon", [ring], k=kind))
            blobs.append((terrain, shapely.Polygon(ring)))
    layers = "".join(
        f"\n  - {{where: {{k: {k}}}, terrain: {t}}}"
        for k, t in (("a", "vineyard"), ("b", "wood"), ("c", "marsh"))
    )
    found = map_of(
        battle(
            tmp_path,
            f"anchor: {{at: [0, 0]}}\nlayers:{layers}",
            features,
            grid=f"{{columns: 9, rows: 8, orientation: {orientation}, hex_metres: 100}}",
        )
    )
    assert found.survey is not None
    layout = Layout(found.grid, SIZE)
    close = {c.hex for c in found.survey.calls}
    wrong, judged = [], 0
    for i in found.grid.hexes:
        cx, cy = layout.centre(i)
        hexagon = shapely.Polygon(layout.polygon(i))
        net = [(cx + u * 2.9, cy + v * 2.9) for u in range(-20, 21) for v in range(-20, 21)]
        net = [p for p in net if shapely.contains_xy(hexagon, *p)]
        xs, ys = np.array([p[0] for p in net]), layout.height - np.array([p[1] for p in net])
        kinds = np.full(len(net), "clear", dtype=object)
        for terrain, blob in blobs:  # later ones lie above
            kinds[shapely.contains_xy(blob, xs, ys)] = terrain
        names, counts = np.unique(kinds.astype(str), return_counts=True)
        if i not in close:
            judged += 1
            if names[counts.argmax()] != found.terrain[i]:
                wrong.append((found.grid.id(i), dict(zip(names, counts, strict=True)), found.terrain[i]))
    assert wrong == []
    assert judged > 55


@pytest.mark.parametrize("seed", range(8))
def test_a_river_parts_the_hexes_of_both_banks(seed: int, tmp_path: Path) -> None:
    """Between two hexes there is river exactly where most of one lies left of the line and most of the other right."""
    rnd = random.Random(seed)
    orientation = ("flat", "pointy")[seed % 2]
    waves = [(rnd.uniform(10, 130), rnd.uniform(120, 400), rnd.uniform(0, 7)) for _ in range(2)]
    middle = rnd.uniform(250, 500)
    line = [
        (middle + sum(a * math.sin(y / w + p) for a, w, p in waves), float(y)) for y in range(-100, 1001, 20)
    ]
    turned = seed % 3 == 0
    if turned:
        line = [(y, x) for x, y in line]
    found = map_of(
        battle(
            tmp_path,
            "anchor: {at: [0, 0]}\nlayers: [{hexside: river}]",
            [feature("LineString", line)],
            grid=f"{{columns: 9, rows: 8, orientation: {orientation}, hex_metres: 100}}",
        )
    )
    grid = found.grid
    layout = Layout(grid, SIZE)
    far = [(-5000.0, line[-1][1]), (-5000.0, line[0][1])]
    if turned:
        far = [(line[-1][0], -5000.0), (line[0][0], -5000.0)]
    one_bank = shapely.make_valid(shapely.Polygon([*line, *far]))
    shares = []
    for i in grid.hexes:
        hexagon = shapely.Polygon([(x, layout.height - y) for x, y in layout.polygon(i)])
        shares.append(shapely.intersection(hexagon, one_bank).area / hexagon.area)
    river = {f.side for f in found.features}
    assert len(river) > 10
    for side in grid.sides():
        hexes = grid.side_hexes(side)
        if len(hexes) == 2 and all(abs(shares[i] - 0.5) > 0.001 for i in hexes):
            parted = (shares[hexes[0]] > 0.5) != (shares[hexes[1]] > 0.5)
            assert parted == (side in river), (grid.id(hexes[0]), grid.id(hexes[1]))
