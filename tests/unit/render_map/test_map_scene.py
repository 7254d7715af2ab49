"""What the drawn maps contain and where it lies."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest

from jdgtools.hexgrid.layout import Layout
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.map import furniture, gridlines, water
from jdgtools.render.map.draw import print_map, screen_map
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.landscape import Styles
from jdgtools.render.map.legend import entries, used_terrains
from jdgtools.render.map.plan import Room
from jdgtools.render.map.sheet import MapSheet, paper_for
from jdgtools.render.scene import DrawingLayer, Group, Path, Scene, TextItem


def layer(scene: Scene, name: str) -> DrawingLayer:
    return next(one for one in scene.layers if one.name == name)


@pytest.fixture(scope="module", params=["teaching", "rolica"])
def maps(request):
    context = request.getfixturevalue(request.param)
    return context, print_map(context), screen_map(context)


def texts_of(scene: Scene, *names: str):
    part = Scene(scene.width, scene.height, "", tuple(one for one in scene.layers if one.name in names))
    return placed_texts(part)


def test_every_playable_hex_is_numbered_once(maps) -> None:
    context, printed, _ = maps
    the_map = context.battle.map
    shown = Counter(item.string for item in layer(printed, "numbers").items if isinstance(item, TextItem))
    assert shown == Counter(the_map.grid.id(i) for i in the_map.grid.hexes if the_map.playable[i])


def test_numbers_lie_in_their_own_hex(maps) -> None:
    context, printed, _ = maps
    layout = Layout(context.battle.map.grid, context.battle.map.hex_mm, MapSheet(context).origin)
    for text, _, box in texts_of(printed, "numbers"):
        index = context.battle.map.grid.index(text.string)
        for x, y in ((box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3])):
            assert layout.hex_at(x, y) == index, text.string


def test_all_lettering_lies_on_the_sheet(maps) -> None:
    _, printed, screen = maps
    for scene in (printed, screen):
        for text, _, box in placed_texts(scene):
            assert inside(box, (0.0, 0.0, scene.width, scene.height)), text.string


def test_names_cover_neither_each_other_nor_numbers(maps) -> None:
    _, printed, _ = maps
    names = [
        (text, box) for text, _, box in texts_of(printed, "names", "marks", "regions") if len(text.string) > 1
    ]
    numbers = [(text, box) for text, _, box in texts_of(printed, "numbers")]
    for (a, first), (b, second) in combinations(names, 2):
        # The two lines of one name stand close.
        if a.x == b.x and a.size == b.size and abs(a.y - b.y) < 1.1 * a.size:
            continue
        assert not overlap(first, second), (a.string, b.string)
    letters = [(text, box) for text, _, box in texts_of(printed, "names") if len(text.string) == 1]
    for text, box in [*names, *letters]:
        for number, other in numbers:
            assert not overlap(box, other), (text.string, number.string)


def test_every_place_is_named(maps) -> None:
    context, printed, screen = maps
    for scene in (printed, screen):
        shown = " ".join(text.string for text, _, _ in texts_of(scene, "names"))
        for place in context.battle.map.places:
            for word in place.name.get("en").split():
                assert word in shown


def test_every_name_of_a_river_is_lettered(teaching) -> None:
    printed = print_map(teaching)
    texts = [text for text, _, _ in texts_of(printed, "names")]
    # On an arc letter by letter, on a straight seat in one piece; the village of that name is upright.
    letters = "".join(text.string for text in texts if len(text.string) == 1)
    assert "Valmar" in letters or any(t.string == "Valmar" and "italic" in t.font for t in texts)


def test_legend_lists_what_the_map_uses(maps) -> None:
    context, printed, _ = maps
    used = used_terrains(context.battle)
    the_map = context.battle.map
    kinds = {t for t, on in zip(the_map.terrain, the_map.playable, strict=True) if on}
    kinds |= {f.kind for f in the_map.features} | {w.kind for w in the_map.ways}
    assert {t.id for t in used} == kinds
    listed = entries(context.battle, context.theme, "en", lambda frame: [])
    assert [e.id for e in listed] == [t.id for t in used]
    words = " ".join(text.string for text, _, _ in texts_of(printed, "furniture"))
    for entry in listed:
        assert all(word in words for word in entry.name.split()), entry.name


def test_furniture_covers_neither_itself_nor_the_map(maps) -> None:
    _, printed, _ = maps
    boxes = [
        (item.name, item_box(item)) for item in layer(printed, "furniture").items if isinstance(item, Group)
    ]
    field = item_box(layer(printed, "frame").items[2])
    title = [box for _, _, box in texts_of(printed, "title")]
    everything = [*boxes, ("field", field), *(("title", box) for box in title[:1])]
    for (a, first), (b, second) in combinations(everything, 2):
        assert not overlap(first, second), (a, b)
    for name, box in everything:
        assert inside(box, (0.0, 0.0, printed.width, printed.height)), name


def test_title_lines_do_not_touch(maps) -> None:
    _, printed, _ = maps
    for (a, _, first), (b, _, second) in combinations(texts_of(printed, "title"), 2):
        assert not overlap(first, second), (a.string, b.string)


def test_every_side_of_water_is_drawn(maps) -> None:
    context, _, _ = maps
    the_map = context.battle.map
    frame = MapFrame(the_map, Layout(the_map.grid, 20.0))
    styles = Styles.of(context.battle, context.theme)
    wet = {t.id for t in context.battle.series.terrains if t.kind == "hexside" and t.water}
    waters = water.courses(frame, {kind: styles.sides[kind] for kind in wet})
    edges = {frozenset(edge) for course in waters for edge in course.edges}
    expected = {frozenset(frame.side_keys(f.side)) for f in the_map.features if f.kind in wet}
    assert edges == expected and expected
    # The water itself passes near the middle of every hexside.
    passed = [
        (c[-2], c[-1])
        for item in water.draw_water(frame, context.theme, waters)
        if isinstance(item, Path)
        for c in item.commands
        if c[0] == "Q"
    ]
    for course in waters:
        for a, b in course.edges:
            (ax, ay), (bx, by) = frame.at(a), frame.at(b)
            assert min(dist(p, ((ax + bx) / 2, (ay + by) / 2)) for p in passed) < 0.07 * frame.size


def test_grid_lines_are_the_hexsides(maps) -> None:
    context, _, _ = maps
    the_map = context.battle.map
    layout = Layout(the_map.grid, the_map.hex_mm, (3.0, 4.0))
    frame = MapFrame(the_map, layout)
    maps = [c for p in gridlines.draw_grid(frame, context.theme) if isinstance(p, Path) for c in p.commands]
    points = [(round(c[1], 6), round(c[2], 6)) for c in maps]
    letters = [c[0] for c in maps]
    lines = [frozenset(points[n - 1 : n + 1]) for n, letter in enumerate(letters) if letter == "L"]
    expected = {
        frozenset((round(x, 6), round(y, 6)) for x, y in layout.side_ends(side))
        for side in the_map.grid.sides()
        if any(the_map.playable[i] for i in the_map.grid.side_hexes(side))
    }
    assert set(lines) == expected and len(lines) == len(expected)


def test_drawing_twice_gives_the_same(teaching) -> None:
    assert print_map(teaching) == print_map(teaching)
    assert screen_map(teaching) == screen_map(teaching)


def test_paper_is_the_smallest_that_fits() -> None:
    assert [paper_for(*s) for s in ((200, 280), (279, 430), (590, 430), (2000, 400))] == [
        "A4",
        "Tabloid",
        "A1",
        "",
    ]


def test_scale_bar_is_true(rolica) -> None:
    part = furniture.compass_and_scale(lambda: 20.0, rolica.battle.map, rolica.theme, "en")
    items = part.draw(Room(112.0, 17.6), 35.0)
    bar = next(item for item in items if isinstance(item, Group) and item.name == "metres")
    rects = [item for item in bar.items if type(item).__name__ == "Rect"]
    labels = [item.string for item in bar.items if isinstance(item, TextItem)]
    end = max(int(label) for label in labels if label.isdigit())
    length = max(r.x + r.width for r in rects)
    assert length == pytest.approx(end * rolica.battle.map.hex_mm / rolica.battle.map.hex_metres)


@pytest.mark.parametrize("hex_mm", [2.0, 4.0, 8.0, 20.0])
def test_figures_of_a_scale_bar_do_not_run_into_each_other(rolica, hex_mm: float) -> None:
    part = furniture.compass_and_scale(lambda: hex_mm, rolica.battle.map, rolica.theme, "en")
    for group in part.draw(Room(60.0, 17.6), 35.0):
        if isinstance(group, Group) and group.name in ("metres", "paces"):
            figures = [item for item in group.items if isinstance(item, TextItem) and item.string.isdigit()]
            boxes = sorted(box for item in figures if (box := item_box(item)) is not None)
            assert len(boxes) > 1 and all(a[2] < b[0] for a, b in pairwise(boxes))
