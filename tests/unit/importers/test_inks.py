"""Dashed trails are found by their ink and by going on; what is dashed and makes no way is none."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageDraw

from jdgtools.importers.grids import EngineGrid, FittedGrid, fit
from jdgtools.importers.inks import InkCrossing, ink_crossings
from jdgtools.importers.lines import draft_of, find_lines, rows
from jdgtools.importers.sampling import sample_image
from jdgtools.vassal.build import make

INK = (110, 70, 40)
WAYS = ("0103-0203-0303-0403-0503-0603-0703-0803", "0501-0502-0503-0504-0505")


@pytest.fixture
def fitted_grid() -> FittedGrid:
    numbering = {"first": "H", "hType": "N", "vType": "N", "hLeading": 1, "vLeading": 1, "hOff": 1, "vOff": 1}
    count = make("HexGridNumbering", {**numbering, "stagger": False})
    grid = make("HexGrid", {"dx": 86.0, "dy": 100.0, "x0": 60, "y0": 60}, [count])
    return fit(EngineGrid.read(grid, 740, 620))


def board(fitted_grid: FittedGrid) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (740, 620), (205, 215, 160))
    draw = ImageDraw.Draw(image)
    for n in range(400):
        x, y = 37 * n % 740, 101 * n % 620
        draw.ellipse((x, y, x + 7, y + 7), fill=(60 + n % 50, 110 + n % 60, 50))
    return image, draw


def dashes(draw: ImageDraw.ImageDraw, ends: tuple[tuple[int, int], tuple[int, int]]) -> None:
    (x, y), (to_x, to_y) = ends
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    at = 0.0
    while at < length:
        a, b = at / length, min(at + 10, length) / length
        draw.line(
            (x + a * (to_x - x), y + a * (to_y - y), x + b * (to_x - x), y + b * (to_y - y)),
            fill=INK,
            width=3,
        )
        at += 16


def names(fitted_grid: FittedGrid, crossings: dict[tuple[int, int], InkCrossing]) -> set[frozenset[str]]:
    grid = fitted_grid.grid
    return {frozenset((grid.id(i), grid.id(grid.neighbour(i, d) or 0))) for i, d in crossings}


def inside(fitted_grid: FittedGrid) -> list[int]:
    return [i for i in fitted_grid.grid.hexes if i not in fitted_grid.outside]


def trails(fitted_grid: FittedGrid) -> tuple[Image.Image, set[frozenset[str]]]:
    image, draw = board(fitted_grid)
    steps = [step for way in WAYS for step in pairwise(way.split("-"))]
    for one, other in steps:
        ends = tuple(fitted_grid.centre(fitted_grid.grid.index(h) or 0) for h in (one, other))
        dashes(draw, (ends[0], ends[1]))
    return image, {frozenset(step) for step in steps}


def test_dashed_ways_are_found_among_trees_and_nothing_else_is(fitted_grid: FittedGrid) -> None:
    image, steps = trails(fitted_grid)
    found = ink_crossings(image, fitted_grid, inside(fitted_grid))
    assert names(fitted_grid, found) == steps
    assert all(max(abs(a - b) for a, b in zip(c.colour, INK, strict=True)) < 12 for c in found.values())


def test_trees_alone_are_no_way(fitted_grid: FittedGrid) -> None:
    image, _ = board(fitted_grid)
    assert ink_crossings(image, fitted_grid, inside(fitted_grid)) == {}


def test_rows_of_a_field_are_no_way(fitted_grid: FittedGrid) -> None:
    image, draw = board(fitted_grid)
    for n in range(60):
        dashes(draw, ((0, 22 * n - 600), (740, 22 * n - 200)))
    assert ink_crossings(image, fitted_grid, inside(fitted_grid)) == {}


def test_a_trail_is_proposed_as_one(fitted_grid: FittedGrid) -> None:
    image, steps = trails(fitted_grid)
    samples, _ = sample_image(image, fitted_grid)
    lines = [line for line in find_lines(samples, fitted_grid.grid) if line.kind == "across"]
    sure = [line for line in lines if line.is_dashed]
    assert len(sure) >= len(steps) - 2 and all(line.confidence == 0.95 for line in sure)
    assert {row["perhaps"] for row in rows(sure, fitted_grid.grid)} == {"trail or road"}
    assert f'{{kind: trail, hexes: "{WAYS[0]}"}}' in draft_of(lines, fitted_grid.grid)
