"""All open water of a map is one: measured on the picture of a map with every case, in every theme."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.colors import parse_color
from jdgtools.render.map import water
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Point
from jdgtools.render.themes import THEMES, named_theme
from tests.tools import confluences, waters
from tests.tools.relief import lab
from tests.tools.waters import GRID, ISLAND, LAKE, SEA, SIZE, flooded, picture, wet

PX = waters.DPI / 25.4


def middle_of(frame, column: int, row: int, d: int) -> tuple[float, float]:
    """Where water along a hexside has its middle, mm."""
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for course in water.courses(frame, waters.STYLES):
        for a, b in course.edges:
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
    return water._Line(frame, links).middle(*frame.side_keys(GRID.hexside(GRID.at(column, row), d)))


@pytest.mark.parametrize("theme", THEMES)
def test_all_water_is_joined_and_islands_stay(theme: str) -> None:
    frame, image = picture(theme)
    is_wet = wet(theme, image)
    lake = flooded(is_wet, *frame.layout.centre(GRID.at(4, 5)))

    def is_in(mask, at: tuple[float, float]) -> bool:
        return bool(mask[round(at[1] * PX), round(at[0] * PX)])

    # Open mouths: from the lake up and down the river, and up the stream that flows into it.
    for side in ((6, 0, 1), (6, 2, 2), (6, 7, 1), (6, 11, 1), (8, 8, 3), (8, 7, 2)):
        assert is_in(lake, middle_of(frame, *side)), side
    sea = flooded(is_wet, *frame.layout.centre(GRID.at(17, 8)))
    assert is_in(sea, middle_of(frame, 13, 1, 1)) and not is_in(sea, frame.layout.centre(GRID.at(4, 5)))
    assert not is_in(is_wet, frame.layout.centre(GRID.at(*ISLAND)))


@pytest.mark.parametrize("theme", THEMES)
def test_no_bank_lies_in_the_water(theme: str) -> None:
    """Neither in lakes, nor where rivers flow into them, along their shores, through them, or together."""
    frame, image = picture(theme)
    bank, fill = (
        lab(np.array([parse_color(named_theme(theme).color(f"map.water.{key}"))], dtype=np.uint8))[0]
        for key in ("bank", "fill")
    )
    pixels = np.asarray(image)
    part = np.linalg.norm(lab(pixels) - fill, axis=1) / np.linalg.norm(bank - fill)
    darkness = part.reshape(pixels.shape[:2])

    def clear(x: float, y: float, radius: float) -> bool:
        r = max(1, int(radius * PX))
        x, y = round(x * PX), round(y * PX)
        square = darkness[y - r : y + r + 1, x - r : x + r + 1]
        return bool(square.max() < 0.75)

    for column, row in (*LAKE, *SEA[1:5]):
        assert clear(*frame.layout.centre(GRID.at(column, row)), 0.3 * SIZE), (column, row)
    # Between hexes of the lake, with a river along the hexside or not.
    for column, row, d in ((5, 4, 3), (7, 5, 0), (4, 4, 3), (7, 5, 3)):
        assert clear(*frame.layout.side_middle(GRID.hexside(GRID.at(column, row), d)), 0.15 * SIZE)
    unit = SIZE / 20
    # Where the stream joins the river: free about the corner, as wide as the stream.
    corner = frame.side_keys(GRID.hexside(GRID.at(7, 8), 3))
    inner = max(
        corner, key=lambda key: sum(key in e for c in water.courses(frame, waters.STYLES) for e in c.edges)
    )
    assert clear(*frame.natural_point((3 * inner[0], 3 * inner[1])), 0.4 * unit)


def test_a_water_along_a_shore_ends_within_the_lake() -> None:
    """Its blunt end stood out of the shore."""
    frame, image = picture("classic")
    is_wet = wet("classic", image)
    # The corners where the one west of the lake begins and ends: the shore lies within them.
    for side, last in (((4, 4, 4), min), ((4, 5, 4), max)):
        column, row, d = side
        corner = last(
            frame.side_keys(GRID.hexside(GRID.at(column, row), d)), key=lambda key: frame.at(key)[1]
        )
        x, y = frame.natural_point((3 * corner[0], 3 * corner[1]))
        assert not is_wet[round(y * PX), round(x * PX)], side


def width_at(is_wet, at: tuple[float, float]) -> float:
    """How wide water is, mm: twice the least way to something dry."""
    x, y = (round(value * PX) for value in at)
    reach = 14
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    dry = ~is_wet[y - reach : y + reach + 1, x - reach : x + reach + 1]
    return 2 * float(np.sqrt((rows**2 + columns**2)[dry].min())) / PX


@pytest.mark.parametrize("theme", THEMES)
def test_waters_that_meet_are_one(theme: str) -> None:
    """From the head of the delta one comes by water to every river, arm and the sea."""
    _, image = picture(theme, confluences.features(), confluences.WOOD, confluences.SEA)
    joined = flooded(wet(theme, image), *confluences.place(confluences.DELTA))
    for share in ((0.15, 0.2), (0.45, 0.2), (0.7, 0.25), (0.45, 0.75), (0.3, 0.95)):
        x, y = (round(value * PX) for value in confluences.place(share))
        reach = round(0.9 * SIZE * PX)
        assert joined[y - reach : y + reach, x - reach : x + reach].any(), share
    # The river that cannot be crossed comes to it by the sea.
    x, y = (round(value * PX) for value in confluences.place((0.85, 0.55)))
    assert joined[y - 4 : y + 5, x - 4 : x + 5].any()


@pytest.mark.parametrize("theme", THEMES)
def test_springs_begin_in_a_point_and_waters_widen(theme: str) -> None:
    frame, image = picture(theme)
    is_wet = wet(theme, image)
    widths = [width_at(is_wet, middle_of(frame, 11, row, 2)) for row in (2, 5, 8)]
    assert widths == sorted(widths) and widths[-1] > 2 * widths[0] > 0
    pieces, _ = water._pieces(frame, named_theme(theme), water.courses(frame, waters.STYLES), frozenset())
    assert min(width for _, width, _ in pieces) < 0.12 * SIZE / 20


@pytest.mark.parametrize("theme", THEMES)
def test_a_river_that_cannot_be_crossed_has_a_deep_channel(theme: str) -> None:
    frame, image = picture(theme)
    x, y = (round(value * PX) for value in middle_of(frame, 13, 3, 1))
    colors = {key: parse_color(named_theme(theme).color(f"map.water.{key}")) for key in ("fill", "deep")}
    row = [image.getpixel((x + dx, y)) for dx in range(-12, 13)]
    nearest = [
        min(colors, key=lambda key: sum(abs(a - b) for a, b in zip(p, colors[key], strict=True))) for p in row
    ]
    assert nearest[12] == "deep" and image.getpixel((x, y)) == colors["deep"]
    # The common colour on both sides of it.
    assert colors["fill"] in row[:12] and colors["fill"] in row[13:]


def quads(builder: PathBuilder) -> Iterator[tuple[Point, Point, Point]]:
    """Start, control point and end of each curve of a water."""
    at = (0.0, 0.0)
    for _, *numbers in builder.build(None).commands:
        x, y = numbers[-2:]
        if len(numbers) == 4:
            yield at, (numbers[0], numbers[1]), (x, y)
        at = (x, y)


def test_a_deep_channel_ends_at_the_mouth_and_begins_below_the_spring() -> None:
    """A channel upon the open sea was a dark hook, one upon the point of a spring a blot."""
    frame, _ = picture("classic")
    wet_hexes = {GRID.at(*place) for place in (*LAKE, *SEA)}
    lakes = {cube for cube, index in frame.cells.items() if index in wet_hexes}
    courses = water.courses(frame, dict.fromkeys(waters.STYLES, "river_uncrossable"))
    _, channels = water._pieces(frame, named_theme("classic"), courses, lakes)
    points = [
        point for builder in channels.values() for start, _, end in quads(builder) for point in (start, end)
    ]
    for cube in lakes:
        # Nothing reaches further into open water than its shore.
        assert min(math.dist(frame.centre(cube), point) for point in points) > 0.45 * SIZE
    # And the full colour ends well before: there was the hard end of a dark tongue.
    deep = named_theme("classic").color("map.water.deep")
    full = [end for key, builder in channels.items() if key[0] == deep for *_, end in quads(builder)]
    corners = {end for course in courses for edge in course.edges for end in edge}
    shore = [frame.at(c) for c in corners if not lakes.isdisjoint(frame.hexes_at_corner(c))]
    assert full and shore and min(math.dist(a, b) for a in full for b in shore) > 0.3 * SIZE
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for course in courses:
        for a, b in course.edges:
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
    springs = [corner for corner in links if water._is_spring(frame, links, lakes, corner)]
    assert len(springs) > 1
    for corner in springs:
        at = frame.natural_point((3 * corner[0], 3 * corner[1]))
        assert min(math.dist(at, point) for point in points) > 0.1 * SIZE


def test_a_deep_channel_begins_below_the_confluence_of_shallow_waters() -> None:
    """It began with a hard end in the middle of the confluence, upon the shine of the river above."""
    grid = HexGrid(4, 4)
    n = grid.size
    bare = BattleMap(grid, 200, SIZE, 20, ("clear",) * n, (0,) * n, (True,) * n)
    frame = MapFrame(bare, Layout(grid, SIZE))
    corner = frame.corner_key(grid.cube(grid.at(1, 1)), 0)
    meeting = [side for side in grid.sides() if corner in frame.side_keys(side)]
    kinds = ("river", "river", "river_uncrossable")
    features = tuple(HexsideFeature(*pair) for pair in zip(kinds, meeting, strict=True))
    frame = MapFrame(replace(bare, features=features), frame.layout)
    courses = water.courses(frame, {"river": "river", "river_uncrossable": "river_uncrossable"})
    _, channels = water._pieces(frame, named_theme("classic"), courses, set())
    deep = named_theme("classic").color("map.water.deep")
    at = frame.natural_point((3 * corner[0], 3 * corner[1]))

    made = [curve for key, builder in channels.items() if key[0] == deep for curve in quads(builder)]
    assert made and min(math.dist(at, end) for start, _, stop in made for end in (start, stop)) > 0.15 * SIZE


def test_the_main_stream_runs_on_where_a_narrower_water_joins_it() -> None:
    """One curve leads through the bend; the stream ends in the middle of it."""
    frame, _ = picture("classic")
    courses = water.courses(frame, waters.STYLES)
    ends: dict[tuple[int, int], list[str]] = {}
    for course in courses:
        for edge in course.edges:
            for corner in edge:
                ends.setdefault(corner, []).append(course.style)
    [corner] = [key for key, styles in ends.items() if sorted(styles) == ["river", "river", "stream"]]
    pieces, _ = water._pieces(frame, named_theme("classic"), courses, frozenset())
    at = frame.natural_point((3 * corner[0], 3 * corner[1]))
    turns = [
        (start, end)
        for (_, width, _), builder in pieces.items()
        for start, control, end in quads(builder)
        if math.dist(control, at) < 1e-6
    ]
    assert len(turns) == 1
    (start, end) = turns[0]
    middle = tuple(a / 2 + (b + c) / 4 for a, b, c in zip(at, start, end, strict=True))
    joined = [
        end for builder in pieces.values() for _, _, end in quads(builder) if math.dist(end, middle) < 0.01
    ]
    assert len(joined) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_lakes_lie_above_woods(theme: str) -> None:
    """No crown reaches over the water: half a hex about the middle of a lake hex beside a wood is water."""
    frame, image = picture(theme)
    is_wet = wet(theme, image)
    for column, row in ((4, 4), (4, 5), (8, 4), (6, 3), (16, 10)):
        x, y = frame.layout.centre(GRID.at(column, row))
        r = int(0.3 * SIZE * PX)
        x, y = round(x * PX), round(y * PX)
        assert is_wet[y - r : y + r, x - r : x + r].mean() > 0.97, (column, row)
