"""The maps that ask much are sound maps; the sea has no numerals of heights, a lake on a hill has."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.render.bounds import overlap, placed_texts
from jdgtools.render.map.draw import print_map_and_missing
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.numbers import numeral_labels
from jdgtools.render.themes import named_theme
from tests.tools.stress_maps import MAPS, context
from tests.unit.render_map.conftest import same_name, texts, way_points


class _Room:
    """Letters of any size can be read."""

    def readable(self, size: float) -> float:
        return size


@pytest.mark.parametrize("name", [name for name in MAPS if name != "steppe"])
def test_ways_lead_from_hex_to_hex_and_over_bridges(name: str) -> None:
    board = MAPS[name]().map()
    for way in board.ways:
        for a, b in pairwise(way.hexes):
            d = next(d for d in range(6) if board.grid.neighbour(a, d) == b)
            kinds = {feature.kind for feature in board.features_at(a, d)}
            assert "bridge" in kinds or not any(kind.startswith("river") for kind in kinds)
    assert len(set(board.terrain)) > 2


def test_the_sea_has_no_numerals_of_heights_and_a_lake_on_a_hill_has() -> None:
    board = MAPS["coast"]().map()
    water = [i for i in board.grid.hexes if board.terrain[i] == "water"]
    covered = [i for i in board.grid.hexes if board.terrain[i] != "clear"]

    def count(levels: tuple[int | None, ...]) -> int:
        changed = replace(board, levels=levels)
        frame = MapFrame(changed, Layout(board.grid, 20.0))
        return len(numeral_labels(frame, named_theme("classic"), {}, {}, _Room()))  # type: ignore[arg-type]

    assert count(board.levels) == len(covered) - len(water) > 20
    levels = list(board.levels)
    levels[water[0]] = 2
    assert count(tuple(levels)) == len(covered) - len(water) + 1


@pytest.mark.parametrize("name", ["fortress", "terraces", "fjord", "tiny"])
def test_lettering_of_crowded_maps_can_be_read(name: str) -> None:
    """No two lie upon each other, no number is crossed by a way, no letter is upside down."""
    scene = print_map_and_missing(context(name))[0]
    rows = [(text, box) for text, _, box in texts(scene, "numbers", "marks", "names")]
    assert len(rows) > 25
    for (a, first), (b, second) in combinations(rows, 2):
        assert same_name(a, b) or not overlap(first, second), (a.string, b.string)
        assert abs((a.rotate + 180) % 360 - 180) < 103
    points = way_points(scene)
    for text, _, (left, top, right, bottom) in texts(scene, "numbers"):
        foot = bottom - 0.22 * text.size  # digits have no descenders
        assert not any(left < x < right and top < y < foot for x, y in points), text.string


def test_fifty_names_of_all_lengths_have_room() -> None:
    scene, missing = print_map_and_missing(context("names"))
    boxes = [box for text, _, box in texts(scene, "names") if text.rotate == 0.0]
    for (left, top, right, bottom), other in combinations(boxes, 2):
        # Two on one line are not read as one.
        if top < other[3] and other[1] < bottom:
            assert max(left - other[2], other[0] - right) > 1.6
    words = " ".join(text.string for text, _, _ in placed_texts(scene))
    names = [place.name.get("en") for place in MAPS["names"]().map().places]
    assert len(names) > 50 and not missing
    assert [name for name in names if not all(word in words for word in name.split())] == []
