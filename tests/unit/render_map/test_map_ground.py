"""Natural outlines of areas, levels and slopes: organic, and yet nobody doubts which hex is what."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import numpy as np
import pytest
import shapely

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.map import ground, outline, relief
from jdgtools.render.map.courses import Courses
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.noise import drift
from jdgtools.render.map.palette import fill_opacity
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Path
from jdgtools.render.themes import named_theme

SIZE = 20.0


def frame_of(columns=9, rows=9, orientation="flat", levels=None, features=()) -> MapFrame:
    grid = HexGrid(columns, rows, orientation)
    n = grid.size
    heights = tuple(levels) if levels is not None else (0,) * n
    the_map = BattleMap(grid, 200, SIZE, 20, ("clear",) * n, heights, (True,) * n, tuple(features))
    return MapFrame(the_map, Layout(grid, SIZE, (5.0, 7.0)), margin=6.0)


def area_of(commands: tuple[Command, ...]):
    """What a path of curves encloses, by the even-odd rule."""
    rings: list[list[tuple[float, float]]] = []
    for command in commands:
        numbers = [float(n) for n in command[1:]]
        if command[0] == "M":
            rings.append([(numbers[0], numbers[1])])
        elif command[0] == "L":
            rings[-1].append((numbers[0], numbers[1]))
        elif command[0] == "Q":
            (x0, y0), (x1, y1, x2, y2) = rings[-1][-1], numbers
            for n in range(1, 5):
                t = n / 4
                rings[-1].append(
                    tuple(
                        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                        for a, b, c in ((x0, x1, x2), (y0, y1, y2))
                    )
                )
    polygon = shapely.Polygon()
    for ring in rings:
        polygon = polygon.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return polygon


def cover(frame: MapFrame, cells: frozenset[Cube]) -> PathBuilder:
    builder = PathBuilder()
    builder.extend(outline.cover(frame, cells))
    return builder


def some(frame: MapFrame, name: str) -> frozenset[Cube]:
    hexes = sorted(frame.map_hexes)
    if name == "single":
        return frozenset(cube for cube in hexes if cube[0] % 3 == 0 and cube[1] % 3 == 0)
    if name == "row":
        return frozenset(cube for cube in hexes if cube[1] in (0, 3, 4))
    return frozenset(cube for cube in hexes if (cube[0] * 7 + cube[1] * 5) % 11 < 5)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("name", ["single", "row", "mixed"])
@pytest.mark.parametrize(
    ("draw", "least", "most", "core"),
    [(outline.area, 0.76, 0.22, 0.5), (outline.fields, 0.76, 0.22, 0.5), (cover, 0.55, 0.26, 0.35)],
)
def test_an_area_covers_its_hexes_and_hardly_others(orientation, name, draw, least, most, core) -> None:
    frame = frame_of(orientation=orientation)
    cells = some(frame, name)
    shape = area_of(draw(frame, cells).commands())
    assert shape.is_valid
    union = shapely.union_all([shapely.Polygon(frame.polygon(cube)) for cube in cells])
    assert shape.within(union.buffer(outline.BEYOND * SIZE))
    for cube in frame.map_hexes:
        hexagon = shapely.Polygon(frame.polygon(cube))
        share = shape.intersection(hexagon).area / hexagon.area
        middle = shapely.Polygon(frame.polygon(cube, core))
        if cube in cells:
            assert share > least, cube
            assert middle.within(shape), cube
        else:
            assert share < most, cube
            assert not middle.intersects(shape), cube


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_areas_are_joined_along_a_whole_hexside(orientation) -> None:
    frame = frame_of(orientation=orientation)
    middle = sorted(frame.map_hexes)[40]
    for d in range(6):
        cells = frozenset((middle, neighbour(middle, d)))
        shape = area_of(outline.area(frame, cells).commands())
        ends = [frame.at(key) for key in frame.edge_keys(middle, d)]
        joint = shapely.LineString(ends)
        assert joint.intersection(shape).length > 0.9 * joint.length


def test_outlines_are_irregular_and_always_the_same() -> None:
    frame = frame_of()
    shapes = []
    for cube in sorted(some(frame, "single")):
        x, y = frame.centre(cube)
        (loop,) = outline.trace(frame, frozenset((cube,)))
        shapes.append([dist((x, y), point) / SIZE for point in outline.natural_points(frame, loop)])
        assert max(shapes[-1]) - min(shapes[-1]) > 0.07, "not a circle"
    assert len({tuple(round(r, 3) for r in shape) for shape in shapes}) == len(shapes)
    again = frame_of()
    for cube, shape in zip(sorted(some(frame, "single")), shapes, strict=True):
        (loop,) = outline.trace(again, frozenset((cube,)))
        x, y = again.centre(cube)
        assert [dist((x, y), point) / SIZE for point in outline.natural_points(again, loop)] == shape


def test_neighbouring_areas_share_their_border() -> None:
    """Two areas side by side leave no gap but for the corners that they round."""
    frame = frame_of()
    left = frozenset(cube for cube in frame.map_hexes if cube[0] < 4)
    a, b = (area_of(outline.area(frame, cells).commands()) for cells in (left, frame.map_hexes - left))
    whole = area_of(outline.area(frame, frame.map_hexes).commands())
    inner = shapely.Polygon([(30, 30), (110, 30), (110, 110), (30, 110)])
    assert inner.within(whole) and a.intersects(inner) and b.intersects(inner)
    assert inner.within(a.union(b).buffer(0.01 * SIZE))
    assert a.intersection(b).intersection(inner).area < 0.1 * 80 * SIZE


def test_drift_is_smooth_small_and_fixed() -> None:
    x = np.arange(-50.0, 50.0, 0.05)
    values = drift(x, np.full_like(x, 3.3), 4.0, 7)
    assert -1.0 <= values.min() < -0.5 and 0.5 < values.max() <= 1.0
    assert np.abs(np.diff(values)).max() < 0.05
    assert (values == drift(x, np.full_like(x, 3.3), 4.0, 7)).all()
    assert not (values == drift(x, np.full_like(x, 3.3), 4.0, 8)).all()


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_middle_of_every_hex_has_the_tint_of_its_level(orientation) -> None:
    levels = [(n * 7 // 5 + n // 9) % 4 for n in range(81)]
    frame = frame_of(orientation=orientation, levels=levels)
    theme = named_theme("classic")
    painted = [
        (item.fill, area_of(item.commands))
        for item in relief.tints(frame, theme)
        if isinstance(item, Path) and item.fill is not None
    ]
    for index in frame.layout.grid.hexes:
        at = shapely.Point(frame.layout.centre(index))
        tint = theme.color("map.ground.0")
        for color, shape in painted:
            tint = color if shape.contains(at) else tint
        assert tint == theme.color(f"map.ground.{levels[index]}"), index


def test_tints_pass_over_softly_along_smooth_contours() -> None:
    grid = HexGrid(9, 9)
    frame = frame_of(levels=[1 if n % 9 > 4 else 0 for n in range(81)])
    theme = named_theme("classic")
    shapes = [item for item in relief.tints(frame, theme) if isinstance(item, Path)]
    fills = [item.fill for item in shapes if item.fill is not None]
    assert len(fills) == 3 and fills[-1] == theme.color("map.ground.1")
    lines = [command for item in shapes if item.stroke is not None for command in item.commands]
    # The hexsides between the columns go to and fro; the contour hardly does.
    xs = [c[-2] for c in lines if c[0] == "Q" and 30.0 < c[-1] < 150.0]  # type: ignore[operator]
    inner = [x for x in xs if abs(x - frame.layout.centre(grid.at(4, 4))[0] - 8.66) < 6.0]
    assert len(inner) > 12 and max(inner) - min(inner) < 0.26 * SIZE


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_slopes_run_smoothly_along_their_hexsides(orientation) -> None:
    grid = HexGrid(5, 5, orientation)
    middle = grid.at(2, 2)
    ring = [HexsideFeature("slope", grid.hexside(middle, d), middle) for d in range(5)]
    frame = frame_of(5, 5, orientation, features=ring)
    courses = Courses(frame, ["slope"])
    cube = grid.cube(middle)
    lines = [courses.course(*frame.edge_keys(cube, d)) for d in range(5)]
    for d, line in enumerate(lines):
        a, b = (frame.at(key) for key in frame.edge_keys(cube, d))
        assert all(shapely.Point(p).distance(shapely.LineString((a, b))) < 0.12 * SIZE for p in line)
        back = courses.course(*frame.edge_keys(cube, d)[::-1])
        assert np.allclose(back, line[::-1])
    for before, after in pairwise(lines):
        assert before[-1] == pytest.approx(after[0])
        turn = np.subtract(after[1], after[0]), np.subtract(before[-1], before[-2])
        cosine = np.dot(*turn) / np.linalg.norm(turn[0]) / np.linalg.norm(turn[1])
        assert cosine > 0.9, "a hex turns by 60 degrees, whose cosine is 0.5"
    # Where the slope ends it ends in the corner.
    assert lines[0][0] == frame.natural_point(tuple(3 * k for k in frame.edge_keys(cube, 0)[0]))


@pytest.mark.parametrize("style", ["brush", "heath", "rough", "soft", "sand", "light_wood"])
def test_wild_ground_has_a_soft_edge(style) -> None:
    """Its tint comes in films, one within the other, that have the usual opacity together."""
    frame, theme = frame_of(), named_theme("classic")
    fill = theme.color(f"map.terrain.{style}.fill")
    for name in ("single", "mixed"):
        films = [
            item
            for item in ground.draw_areas(frame, theme, {style: some(frame, name)})
            if isinstance(item, Path) and item.fill == fill and item.stroke is None
        ][:3]
        shapes = [area_of(film.commands) for film in films]
        clear = np.prod([1.0 - film.opacity for film in films])
        assert 1.0 - clear == pytest.approx(
            fill_opacity(theme.text(f"map.terrain.{style}.pattern")), abs=0.01
        )
        for outer, inner in pairwise(shapes):
            assert inner.difference(outer).area < 0.002 * outer.area
            # No step of the tint within a twentieth of a hex from the next.
            assert outer.exterior.distance(inner) > 0.04 * SIZE if outer.geom_type == "Polygon" else True
        for cube in some(frame, name):
            assert shapes[-1].contains(shapely.Point(frame.centre(cube)))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_edge_of_a_cover_does_not_follow_hexsides(orientation) -> None:
    """The edge of a wood of half a map is shorter than its hexsides, and turns by no corner of theirs."""
    frame = frame_of(orientation=orientation)
    cells = frozenset(cube for cube in frame.map_hexes if cube[0] + cube[1] < 8)
    (loop,) = outline.trace(frame, cells)
    hexwise = shapely.LinearRing([frame.at(key) for key in loop])
    ((x, y),) = outline.cover_chains(frame, cells, 0.0)
    steps = np.stack((np.roll(x, -1) - x, np.roll(y, -1) - y), axis=1)
    turns = steps[:, 0] * np.roll(steps[:, 1], -1) - steps[:, 1] * np.roll(steps[:, 0], -1)
    sines = turns / np.hypot(*steps.T) / np.hypot(*np.roll(steps, -1, axis=0).T)
    assert np.hypot(*steps.T).sum() < 0.88 * hexwise.length
    assert np.sqrt((sines**2).mean()) < 0.3, "of an outline by hexsides it is 0.5"


def crowns(frame: MapFrame, cells: frozenset[Cube], style: str):
    """The outline of a wood, and what its crowns cover of it."""
    theme = named_theme("classic")
    dark = theme.color(f"map.terrain.{style}.dark")
    discs = []
    for item in ground.draw_areas(frame, theme, {style: cells}):
        assert isinstance(item, Path)
        stroke = item.stroke
        if stroke is not None and stroke.color == dark and stroke.opacity == 1.0:
            spots = np.array([c[1:] for c in item.commands if c[0] == "M"])
            discs.append(shapely.buffer(shapely.points(spots), stroke.width / 2))
    return area_of(outline.cover(frame, cells)), shapely.union_all(np.concatenate(discs))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("name", ["single", "row", "mixed"])
def test_a_closed_wood_is_one_mass_of_crowns(orientation, name) -> None:
    frame = frame_of(orientation=orientation)
    trees, covered = crowns(frame, some(frame, name), "wood")
    assert covered.within(trees.buffer(0.13 * SIZE))
    assert trees.buffer(-0.04 * SIZE).difference(covered).area < 0.15 * trees.area
    for part in shapely.get_parts(trees):
        mass = max(shapely.get_parts(covered.intersection(part)), key=lambda one: one.area)
        assert mass.area > 0.65 * part.area


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_light_wood_has_trees_and_light_in_every_hex(orientation) -> None:
    frame = frame_of(orientation=orientation)
    trees, covered = crowns(frame, some(frame, "mixed"), "light_wood")
    assert covered.within(trees.buffer(0.08 * SIZE))
    for cube in some(frame, "mixed"):
        hexagon = shapely.Polygon(frame.polygon(cube))
        assert 0.1 < covered.intersection(hexagon).area / hexagon.area < 0.6, cube


@pytest.mark.parametrize("style", ["wood", "light_wood", "brush", "heath"])
@pytest.mark.parametrize("name", ["single", "mixed"])
def test_no_crown_reaches_beyond_the_film_over_it(style: str, name: str) -> None:
    """What would reach beyond it had another colour there: dark slivers along the edge of every wood."""
    frame = frame_of()
    cells = some(frame, name)
    _, covered = crowns(frame, cells, style)
    tint = named_theme("classic").color("map.ground.0")
    (film,) = (
        item for item in ground.draw_areas(frame, named_theme("classic"), {style: cells}) if item.fill == tint
    )
    starts = [n for n, c in enumerate(film.commands) if c[0] == "M"]
    parts = [film.commands[a:b] for a, b in pairwise((*starts, len(film.commands)))]
    shape = shapely.union_all([area_of(part) for part in parts])
    assert covered.difference(shape).area < 0.001 * covered.area


@pytest.mark.parametrize("style", ["orchard", "garden", "vineyard", "sheaves"])
def test_what_is_planted_has_the_shape_of_its_plots(style: str) -> None:
    """Its ground is rectangles that cover about half of a hex or more, and nothing stands beyond them."""
    frame = frame_of()
    middle = frame.layout.grid.cube(frame.layout.grid.size // 2)
    theme = named_theme("classic")
    items = [i for i in ground.draw_areas(frame, theme, {style: frozenset([middle])}) if isinstance(i, Path)]
    (tilled,) = (i for i in items if i.fill == ground.floor_color(theme, style))
    starts = [n for n, c in enumerate(tilled.commands) if c[0] == "M"]
    plots = [shapely.Polygon([c[1:] for c in tilled.commands[n : n + 4]]) for n in starts]
    assert len(tilled.commands) == 5 * len(plots)
    for plot in plots:
        assert plot.area == pytest.approx(plot.minimum_rotated_rectangle.area)
    hexagon, whole = shapely.Polygon(frame.polygon(middle)), shapely.union_all(plots)
    assert whole.intersection(hexagon).area / hexagon.area > 0.45 and whole.area < 1.1 * hexagon.area
    starts_of_lines = [c[1:] for i in items if i.stroke is not None for c in i.commands if c[0] == "M"]
    assert len(starts_of_lines) > 10
    assert all(whole.distance(shapely.Point(at)) < 0.04 * SIZE for at in starts_of_lines)


@pytest.mark.parametrize("style", ["village", "farm", "castle", "laager", "marsh", "heath", "brush", "rough"])
def test_the_ground_of_a_single_hex_is_no_disc(style: str) -> None:
    """Its colour is strong in the middle and fades in steps towards the edge, around which there is no line."""
    frame = frame_of()
    middle = frame.layout.grid.cube(frame.layout.grid.size // 2)
    theme = named_theme("classic")
    items = [i for i in ground.draw_areas(frame, theme, {style: frozenset([middle])}) if isinstance(i, Path)]
    areas = [i for i in items if i.fill == ground.floor_color(theme, style) and i.opacity < 1]
    sizes = [area_of(item.commands).area for item in areas]
    assert len(sizes) >= 3 and sizes == sorted(sizes, reverse=True) and sizes[-1] < 0.85 * sizes[0]
    assert not any(i.stroke is not None and i.commands == areas[0].commands for i in items)
