"""Names of places in tight corners: broken, shrunk, moved, but never over what must be seen."""

from __future__ import annotations

from itertools import combinations
from math import dist

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature, NamedPlace
from jdgtools.model.text import Text as Words
from jdgtools.render.bounds import inside, item_box, overlap
from jdgtools.render.map.feature_names import line_labels
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.labels import RANKS
from jdgtools.render.map.lettering import _reserve_hexsides, _reserve_rim
from jdgtools.render.map.place_names import peaks, place_labels, reserve_places
from jdgtools.render.map.solver import Solver
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Item, Path, TextItem
from jdgtools.render.text import letter_middles, text_along, text_width
from jdgtools.render.themes import named_theme

GRID = HexGrid(4, 4)
THEME = named_theme("classic")


def frame_of(*places: NamedPlace, features=()) -> MapFrame:
    n = GRID.size
    the_map = BattleMap(
        *(GRID, 200, 20.0, 20, ("clear",) * n, (0,) * n, (True,) * n, tuple(features)),
        places=places,
        by_side={feature.side: (feature,) for feature in features},
    )
    return MapFrame(the_map, Layout(GRID, 20.0))


def place(name: str, hex_index: int, rank: str = "village") -> NamedPlace:
    return NamedPlace(name, Words.of(name), hex_index, rank)


def lettered(frame: MapFrame, space: Space | None = None) -> list[Item]:
    space = space or Space(frame.size)
    _reserve_hexsides(frame, THEME, {"river"}, space)
    reserve_places(frame, space)
    solver = Solver(space)
    solver.seat(place_labels(frame, THEME, "en", space, LetteringInks(frame, THEME, {})))
    solver.improve()
    return [*peaks(frame, THEME), *(item for label in solver.labels for item in label.items())]


def texts(items: list[Item]) -> list[TextItem]:
    return [item for item in items if isinstance(item, TextItem)]


def test_a_name_with_room_has_its_full_size_and_stands_in_its_hex() -> None:
    frame = frame_of(place("Ans", 5))
    (text,) = texts(lettered(frame))
    assert text.size == RANKS["village"].size
    assert dist((text.x, text.y), frame.layout.centre(5)) < 10.0


def test_a_long_name_at_the_edge_stays_on_the_map_and_near_its_hex() -> None:
    corner = GRID.at(3, 0)
    frame = frame_of(place("Saint-Germain le Vieux", corner, "city"))
    lines = texts(lettered(frame))
    assert " ".join(text.string for text in lines) == "Saint-Germain le Vieux"
    for text in lines:
        box = item_box(text)
        assert box is not None and inside(box, frame.box)
    x, y = frame.layout.centre(corner)
    middle = sum(t.x for t in lines) / len(lines), sum(t.y for t in lines) / len(lines)
    assert dist(middle, (x, y)) < 20.0
    assert len({text.x for text in lines}) == 1, "lines of a name are centred"


def test_the_name_of_a_village_stands_on_its_side_of_a_river() -> None:
    """Its own hex is full: without the river the name stands below it, with the river above."""
    here = GRID.at(1, 1)
    below = {d for d in range(6) if GRID.neighbour(here, d) in (GRID.at(0, 2), GRID.at(1, 2), GRID.at(2, 2))}
    river = [HexsideFeature("river", GRID.hexside(here, d)) for d in below]
    for features, sign in (((), 1), (river, -1)):
        frame = frame_of(place("Radway", here), features=features)
        x, y = frame.layout.centre(here)
        space = Space(frame.size)
        space.add((x - 10, y - 10, x + 10, y + 10), 4.5)
        (text,) = texts(lettered(frame, space))
        assert sign * (text.y - y) > 10.0


def test_no_name_lies_over_the_sign_of_a_height() -> None:
    # The town comes first, and would like to stand where the height has its triangle.
    town, hill = GRID.at(1, 1), GRID.at(1, 2)
    frame = frame_of(place("Very Long Townname", town, "city"), place("Kap", hill, "height"))
    items = lettered(frame)
    (peak,) = (item for item in items if isinstance(item, Path))
    sign = item_box(peak)
    assert sign is not None and dist((sign[0] + 0.9, sign[1] + 0.9), frame.layout.centre(hill)) < 1.0
    for text in texts(items):
        box = item_box(text)
        assert box is not None and not overlap(box, sign)


def test_names_make_way_for_each_other_and_for_walls() -> None:
    frame = frame_of(place("Erstens", 5), place("Zweitens", 5), place("Drittens", 5))
    boxes = [item_box(text) for text in texts(lettered(frame))]
    assert len(boxes) == 3
    for n, first in enumerate(boxes):
        for second in boxes[:n]:
            assert first is not None and second is not None and not overlap(first, second)
    free = texts(lettered(frame_of(place("Ans", 5))))
    walls = [HexsideFeature("wall", GRID.hexside(5, d)) for d in (2, 3, 4)]
    beside = texts(lettered(frame_of(place("Ans", 5), features=walls)))
    assert free[0].y > frame_of().layout.centre(5)[1] > beside[0].y


def test_four_names_in_two_hexes_stand_apart_in_their_sizes_and_always_alike() -> None:
    rows = (("Au", 5, "city"), ("Sankt Veit am Berg", 5, "village"), ("Langenfeld", 6, "farm"))
    frame = frame_of(*(place(*row) for row in (*rows, ("Ober Moos", 6, "town"))))
    names = texts(lettered(frame))
    sizes = {word: RANKS[one.rank].size for one in frame.map.places for word in one.name.get().split()}
    assert all(text.size == sizes[text.string.split()[0]] for text in names)
    boxes = [item_box(text) for text in names]
    assert len(boxes) >= 4 and not any(overlap(a, b) for a, b in combinations(boxes, 2))
    assert names == texts(lettered(frame))


def test_without_room_a_name_is_left_out() -> None:
    frame = frame_of(place("Ans", 5))
    space = Space(frame.size)
    space.add(frame.box)
    assert lettered(frame, space) == []


def test_letters_along_a_line_keep_their_distances() -> None:
    line = [(0.0, 0.0), (30.0, 0.0), (30.0, 40.0)]
    word = "AVATAR Rio"
    letters = text_along(line, word, "serif-bold", 4.0, start=3.0, letter_spacing=0.3)
    middles = letter_middles(word, "serif-bold", 4.0, 0.3)
    assert [text.string for text in letters] == [char for char, _ in middles] == list("AVATARRio")
    # On the straight part each letter lies where the word would have it.
    for text, (_, middle) in zip(letters, middles, strict=True):
        if middle + 3.0 < 30.0:
            assert abs(text.x - 3.0 - middle) < 1e-9 and text.rotate == 0.0
        else:
            assert abs(text.y - (middle + 3.0 - 30.0)) < 1e-9 and abs(text.rotate - 90.0) < 1e-9
    last = middles[-1][1] + text_width("o", "serif-bold", 4.0) / 2
    assert abs(last - text_width(word, "serif-bold", 4.0, 0.3)) < 1e-9


def test_a_name_moves_inwards_from_the_edge_of_the_map() -> None:
    frame = frame_of(place("Obertal", 12))

    def beyond(space: Space) -> int:
        (text,) = texts(lettered(frame, space))
        left, top, right, bottom = item_box(text)
        return sum(frame.layout.hex_at(x, y) is None for x in (left, right) for y in (top, bottom))

    aware = Space(frame.size)
    _reserve_rim(frame, aware)
    assert beyond(aware) == 0 < beyond(Space(frame.size))


def line_names(frame: MapFrame, waters: set[str]) -> list[TextItem]:
    space = Space(frame.size)
    solver = Solver(space)
    solver.seat(line_labels(frame, THEME, "en", space, {}, waters, LetteringInks(frame, THEME, {})))
    return texts([item for label in solver.labels for item in label.items()])


def river(kind: str, name: str, rows: int) -> list[HexsideFeature]:
    """Down the left sides of the second column."""
    sides = [GRID.hexside(GRID.at(1, row), d) for row in range(rows) for d in (5, 4)]
    return [HexsideFeature(kind, side, name=Words.of(name)) for side in sides]


def test_waters_are_lettered_by_their_width_and_wide_apart_beside_long_courses() -> None:
    def letters(kind: str, name: str, rows: int) -> list[TextItem]:
        frame = frame_of(features=river(kind, name, rows))
        found = line_names(frame, {kind})
        assert "".join(text.string for text in found) == name
        return found

    brook, stream = letters("stream", "Aa", 4), letters("river", "Aa", 4)
    assert brook[0].size < stream[0].size
    assert all(text.fill == THEME.color("map.label.water") for text in brook)

    def pitch(found: list[TextItem]) -> float:
        return dist((found[0].x, found[0].y), (found[1].x, found[1].y)) / found[0].size

    # Five times as long as the name, and little more than twice.
    assert pitch(letters("river", "Aa", 4)) > pitch(letters("river", "Aa", 1)) * 1.1


def test_what_is_too_short_for_a_name_along_it_is_lettered_beside_its_hexside() -> None:
    bridge = HexsideFeature("bridge", GRID.hexside(GRID.at(1, 1), 5), name=Words.of("Old bridge"))
    frame = frame_of(features=[bridge])
    found = line_names(frame, {"river"})
    assert " ".join(text.string for text in found) == "Old bridge"
    assert all(text.fill == THEME.color("map.label.ink") for text in found)
    a, b = (frame.at(key) for key in frame.side_keys(bridge.side))
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    assert dist((found[0].x, found[0].y), middle) < frame.size
