"""Lettering of a crowded map (`tests/tools/lettering.py`): nothing overlaps, rivers keep their names, all is read."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import MapExporter
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import NamedPlace
from jdgtools.model.text import Text as Words
from jdgtools.render.bounds import overlap, placed_texts
from jdgtools.render.map import water
from jdgtools.render.map.draw import print_map, print_map_and_missing
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import MIN_CONTRAST
from jdgtools.render.map.sheet import MapSheet
from jdgtools.render.map.small_print import KINDS
from jdgtools.render.scene import Scene
from jdgtools.render.text import text_bounds
from tests.tools.contrast import measure
from tests.tools.lettering import board, context

SIZES = (20.0, 12.0)


@cache
def drawn(hex_mm: float) -> tuple[BuildContext, Scene, tuple[str, ...]]:
    of = context("classic", hex_mm)
    return of, *print_map_and_missing(of)


def layer(scene: Scene, name: str):
    return placed_texts(
        Scene(scene.width, scene.height, "", tuple(x for x in scene.layers if x.name == name))
    )


def rivers(hex_mm: float):
    """Name -> letters of each river, and points along the middle of each water, mm."""
    of, scene, _ = drawn(hex_mm)
    sheet = MapSheet(of)
    the_map = sheet.context.battle.map
    assert the_map is not None
    frame = MapFrame(the_map, Layout(the_map.grid, the_map.hex_mm, sheet.origin))
    lines = [points for *_, points in water.center_lines(frame, water.courses(frame, {"stream": "stream"}))]
    color = of.theme.color("map.label.water")
    letters = [t for t, _, _ in layer(scene, "names") if len(t.string) == 1 and t.fill == color]
    return frame, letters, lines


@pytest.mark.parametrize("hex_mm", SIZES)
def test_no_lettering_overlaps_another(hex_mm: float) -> None:
    _, scene, _ = drawn(hex_mm)
    rows = [(t, box) for kind in KINDS for t, _, box in layer(scene, kind)]
    assert len(rows) > 250
    for (a, first), (b, second) in combinations(rows, 2):
        letters = len(a.string) == len(b.string) == 1 and dist((a.x, a.y), (b.x, b.y)) < 2 * a.size
        lines = a.x == b.x and a.size == b.size
        assert letters or lines or not overlap(first, second), (a.string, b.string)


def test_all_names_have_room() -> None:
    of, scene, missing = drawn(20.0)
    assert missing == MapSheet(of).left_out, "parts of the sheet alone, no name"
    words = {t.string for kind in ("names", "regions") for t, _, _ in layer(scene, kind)}
    assert "Bois de l’Évêque" in words and "Hódmezővásárhely" in words
    assert not any("'" in word for word in words), "apostrophes are those of printed books"


def test_a_build_says_what_has_no_room(tmp_path: Path) -> None:
    """Ten cities in one hex: those that are left out are named, the others stand."""
    of = context("classic")
    the_map = of.battle.map
    assert the_map is not None
    cities = [NamedPlace(f"c{n}", Words.of(f"Mitterneukirchen {n}"), 60, "city") for n in range(10)]
    crowd = replace(the_map, places=(*the_map.places, *cities))
    of = replace(of, battle=replace(of.battle, map=crowd), _values={})
    scene, missing = print_map_and_missing(of)
    words = {t.string for t, _, _ in layer(scene, "names")}
    assert 0 < len(set(missing) - set(MapSheet(of).left_out)) < 10 and not words & set(missing)
    assert sum(word.startswith("Mitter") for word in words) >= 1
    (loss,) = MapExporter().export(of, tmp_path)
    assert loss.message == "there is no room for: " + ", ".join(f"`{name}`" for name in missing)


@pytest.mark.parametrize("hex_mm", SIZES)
def test_names_of_rivers_lie_beside_their_own_and_bend_one_way(hex_mm: float) -> None:
    frame, letters, lines = rivers(hex_mm)
    names = ("Wisłoujście", "PetiteWisłoujście")
    words = "".join(t.string for t in letters)
    assert words in (names[0] + names[1], names[1] + names[0])
    for t in letters:
        box = text_bounds(t)
        for points in lines:
            for (ax, ay), (bx, by) in pairwise(points):
                assert not overlap(box, (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))), t.string
    for name in names:
        start = words.index(name) if name != names[0] or words.startswith(name) else len(names[1])
        own = letters[start : start + len(name)]
        turns = [b.rotate - a.rotate for a, b in pairwise(own)]
        assert all(turn >= -1e-6 for turn in turns) or all(turn <= 1e-6 for turn in turns), name
        x = sum(t.x for t in own) / len(own)
        columns = [frame.layout.centre(column)[0] + frame.layout.radius for column in (6, 7)]
        near = min(columns, key=lambda at: abs(at - 0.25 * frame.size - x))
        assert near == columns[names.index(name)], name


@pytest.mark.parametrize("theme", ["classic", "plain", "staff", "painted", "night", "colourblind"])
def test_all_can_be_read_in_every_theme(theme: str) -> None:
    rows = measure(print_map(context(theme, 14.0)))
    assert len(rows) > 250 and rows[0].contrast >= MIN_CONTRAST, rows[:5]
    assert board().places
