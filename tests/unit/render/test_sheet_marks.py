"""Where rows, arcs, titles and colour of print sheets stand, at sizes at which each differs from its neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest

from jdgtools.render.bounds import item_box, placed_texts
from jdgtools.render.scene import Group, Item, Path, Rect, Scene, TextItem
from jdgtools.render.sheets import CounterPiece, DieGrid, impose, plan_sheets
from jdgtools.render.sheets.impose import _faces, _faces_under_bleed, _rooms
from jdgtools.render.sheets.layout import PiecePlacement, SheetPlan
from jdgtools.render.sheets.spec import SheetSpec
from jdgtools.render.sheets.tiles import assembly, plan_tiles
from tests.drawings import sheet_spec
from tests.unit.render.test_tiles import WORDS


def _pieces(count: int, width: float = 15.0, height: float = 15.0) -> list[CounterPiece]:
    face = Scene.of(width, height, [Rect(0, 0, width, height, fill="#d0d0d0")], "").as_symbol("f")
    return [CounterPiece(face, face, width, height) for _ in range(count)]


def _items(page: Scene) -> Iterator[Item]:
    return (item for layer in page.layers for item in layer.items)


@pytest.mark.parametrize("count", [1, 5, 400])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_row_stands_in_the_middle_of_the_sheet(paper: str, count: int) -> None:
    spec = sheet_spec(paper)
    for sheet in plan_sheets(_pieces(count), spec):
        left = min(place.x for place in sheet.placements)
        right = max(place.x + 15.0 for place in sheet.placements)
        assert left == pytest.approx(spec.width - right)


def _arcs(spec: SheetSpec, page: Scene) -> list[tuple[float, ...]]:
    return [
        (*start[1:], *curve[1:])
        for item in _items(page)
        if isinstance(item, Path)
        for start, curve in zip(item.commands, item.commands[1:], strict=False)
        if curve[0] == "C"
    ]


def test_arcs_of_rounded_corners_stay_within_the_corner_and_meet_both_edges() -> None:
    spec = sheet_spec("a4", cut="none", registration=False, corners=2.0)
    front, _ = impose(_pieces(1), spec)
    [place] = plan_sheets(_pieces(1), spec)[0].placements
    corners = {(x, y) for x in (place.x, place.x + 15) for y in (place.y, place.y + 15)}
    arcs = _arcs(spec, front)
    assert len(arcs) == 4
    for x0, y0, x1, y1, x2, y2, x3, y3 in arcs:
        cx, cy = x0, y3
        assert (cx, cy) in corners
        # A quarter of a circle: it leaves along one edge and arrives along the other, both a radius away.
        assert (abs(y0 - cy), abs(x3 - cx)) == pytest.approx((2.0, 2.0))
        assert (x1, y2) == pytest.approx((cx, cy))
        assert (abs(y1 - cy), abs(x2 - cx)) == pytest.approx((2 * (1 - 0.5523),) * 2)
        assert (y1 - cy) * (y0 - cy) > 0 and (x2 - cx) * (x3 - cx) > 0
        middle = place.x + 7.5, place.y + 7.5
        assert (middle[1] - cy) * (y0 - cy) > 0 and (middle[0] - cx) * (x3 - cx) > 0


def test_a_page_that_is_folded_has_arcs_on_both_halves() -> None:
    spec = sheet_spec("tabloid", landscape=True, fold=True, cut="none", registration=False, corners=2.0)
    [page] = impose(_pieces(3), spec)
    starts = sorted(arc[0] for arc in _arcs(spec, page))
    assert len(starts) == 24
    assert starts[:12] == pytest.approx([spec.width - x for x in reversed(starts[12:])])


def test_colour_of_a_die_reaches_beyond_it_by_the_bleed_on_every_side() -> None:
    spec = sheet_spec("a4", grid=DieGrid(10, 12), bleed=1.5)
    for page in impose(_pieces(120), spec):
        assert page.trim is not None
        assert page.trim[2:] == pytest.approx((150.0, 180.0))
        assert page.bleed == pytest.approx((page.trim[0] - 1.5, page.trim[1] - 1.5, 153.0, 183.0))
    assert {page.trim for page in impose(_pieces(3), sheet_spec("a4"))} == {None}


def test_neighbours_share_the_gutter_between_them_for_their_bleed() -> None:
    """Half of it each: 1 mm of a gutter of 2 mm, though the bleed outside is 3 mm wide."""
    spec = sheet_spec("a4", gutter=2.0, bleed=3.0, cut="none", registration=False)
    front, _ = impose(_pieces(2), spec)
    first, second = plan_sheets(_pieces(2), spec)[0].placements
    boxes = sorted(item_box(item) for item in _items(front) if isinstance(item, Rect))
    expected = [
        (first.x - 3, first.y - 3, first.x + 16, first.y + 18),
        (second.x - 1, second.y - 3, second.x + 18, second.y + 18),
    ]
    assert boxes == [pytest.approx(box) for box in expected]


@pytest.mark.parametrize("label", ["", "v1"])
def test_the_line_below_is_there_if_it_says_something(label: str) -> None:
    spec = sheet_spec("a4")
    for page in impose(_pieces(1), spec, title="Roliça 1808", side_label=label):
        texts = [item for item in _items(page) if isinstance(item, TextItem)]
        low = [text.string for text in texts if text.y > spec.height / 2]
        assert low == ([label] if label else [])


def test_a_long_title_is_set_smaller_until_it_leaves_room_for_the_name() -> None:
    spec = sheet_spec("a4")
    title, label = "A battle of a long name " * 9, "a label that says too much " * 9
    [page, *_] = impose(_pieces(1), spec, title=title, side_label=label)
    boxes = [box for text, _, box in placed_texts(page) if text.string in (title, label)]
    assert len(boxes) == 2
    for left, _, right, _ in boxes:
        assert left > 0 and right < spec.width


def test_rows_of_tiles_are_lettered_beyond_z() -> None:
    tiling = plan_tiles((100.0, 28 * 265.0), "a4", orientation="upright")
    labels = [tile.label for tile in tiling.tiles if tile.label.endswith("1") and tile.x == 0]
    assert labels[24:28] == ["Y1", "Z1", "AA1", "AB1"]


@pytest.mark.parametrize("edge", [(3.0, 12.0), (12.0, 3.0)])
def test_words_of_the_diagram_stand_as_far_from_both_sides(edge: tuple[float, float]) -> None:
    """Printers leave other widths white at the sides than above and below."""
    tiling = plan_tiles((300.0, 420.0), "a4", edge=edge)
    diagram = assembly(tiling, (300.0, 420.0), edge, "Roliça 1808", WORDS["en"][0])
    boxes = [box for _, _, box in placed_texts(diagram.marks)]
    assert min(box[0] for box in boxes) == pytest.approx(edge[0] + 8.0, abs=1.0)
    # Lines are broken at words.
    assert 0.0 <= tiling.width - edge[0] - 8.0 - max(box[2] for box in boxes) < 5.0


@pytest.mark.parametrize("across", [-16.0, 16.0])
@pytest.mark.parametrize("down", [-16.0, 16.0])
def test_a_face_under_the_corner_of_a_later_bleed_is_drawn_again(across: float, down: float) -> None:
    """Its neighbours at an edge share the room with it; those at a corner have all of their bleed."""
    [piece] = _pieces(1)
    places = [(50.0, 50.0, piece), (50.0 + across, 50.0 + down, piece), (90.0, 90.0, piece)]
    assert _faces_under_bleed(places, _rooms(places, 3.0)) == [0]
    assert _faces_under_bleed(places, _rooms(places, 0.5)) == []


@pytest.mark.parametrize("back", [False, True])
def test_a_face_that_is_drawn_again_stands_as_it_did(back: bool) -> None:
    """Where the paper turns about its short edge, backs stand on their heads and fronts do not."""
    spec = sheet_spec("a4", bleed=3.0, flip="short")
    [piece] = _pieces(1)
    places = tuple(PiecePlacement(piece, x, x, x, x, True) for x in (50.0, 66.0))
    faces = [item for item in _faces(SheetPlan(places, ()), spec, back=back) if isinstance(item, Group)]
    assert len(faces) == 3
    assert {face.transform[0] < 0 for face in faces if face.transform} == {back}


@pytest.mark.parametrize("sides", ["both", "front"])
def test_a_folded_page_is_cut_where_it_is_asked(sides: Literal["both", "front"]) -> None:
    """Cut marks of backs lie on the other half of the page; the fold itself is no path."""
    spec = sheet_spec("a4", fold=True, cut_sides=sides, registration=False)
    [page] = impose(_pieces(2), spec)
    halves = {
        item_box(item)[0] < spec.width / 2
        for item in _items(page)
        if isinstance(item, Path) and item.commands
    }
    assert halves == ({True, False} if sides == "both" else {True})
