from __future__ import annotations

import io

import pytest
from PIL import Image as Picture

from jdgtools.render.backends.png import render_pngs
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.scene import Circle, Group, Path, Rect, Scene, TextItem, compose
from jdgtools.render.sheets import PAGE_SIZES, CounterPiece, DieGrid, impose, plan_sheets
from tests.drawings import sheet_spec


def face(label, width=15.0, height=15.0, color="#d0d0d0"):
    items = [Rect(0, 0, width, height, fill=color), TextItem(1, 1, label, 3, baseline="top")]
    return Scene.of(width, height, items, label).as_symbol(label)


def pieces(count, width=15.0, height=15.0, start=0):
    return [
        CounterPiece(face(f"f{i}", width, height), face(f"b{i}", width, height), width, height)
        for i in range(start, start + count)
    ]


MIXED = [*pieces(230), *pieces(9, 30, 15, 500), *pieces(5, 20, 20, 600)]
SPECS = {
    "a4": sheet_spec("a4"),
    "letter": sheet_spec("Letter"),
    "gutter": sheet_spec("a4", gutter=3.0, bleed=1.0),
    "short": sheet_spec("a4", flip="short"),
    "landscape": sheet_spec("letter", landscape=True),
    "landscape-short": sheet_spec("a3", landscape=True, flip="short"),
    "fold": sheet_spec("tabloid", landscape=True, fold=True),
}


def placed_faces(page):
    """Name of every face on a page -> (box on the page, whether it stands on its head)."""
    faces = {}
    [layer] = [layer for layer in page.layers if layer.name == "faces"]
    for item in layer.items:
        if isinstance(item, Group):
            x0, y0, x1, y1 = item_box(Rect(0, 0, *size_of(item)), item.transform)
            faces[item.name] = ((x0, y0, x1, y1), item.transform[0] < 0)
    return faces


def size_of(group):
    return group.items[0].symbol.box[2:]


@pytest.mark.parametrize("name", SPECS)
def test_backs_meet_fronts_when_the_paper_is_turned(name):
    spec = SPECS[name]
    pages = impose(MIXED, spec)
    pairs = [(page, page) for page in pages] if spec.fold else list(zip(pages[::2], pages[1::2], strict=True))
    met = 0
    for front, back in pairs:
        backs = placed_faces(back)
        for label, ((x0, y0, x1, y1), _) in placed_faces(front).items():
            if not label.startswith("f"):
                continue
            (bx0, by0, bx1, by1), upside_down = backs["b" + label[1:]]
            if spec.fold or (spec.flip == "long") == (spec.height > spec.width):
                assert (spec.width - bx1, by0, spec.width - bx0, by1) == pytest.approx((x0, y0, x1, y1))
                assert not upside_down
            else:
                assert (bx0, spec.height - by1, bx1, spec.height - by0) == pytest.approx((x0, y0, x1, y1))
                assert upside_down
            met += 1
    assert met == len(MIXED)


@pytest.mark.parametrize("name", SPECS)
def test_pieces_lie_apart_and_within_the_margins(name):
    spec = SPECS[name]
    for plan in plan_sheets(MIXED, spec):
        boxes = [(p.x, p.y, p.x + p.piece.width, p.y + p.piece.height) for p in plan.placements]
        right = (spec.width / 2 if spec.fold else spec.width) - spec.margin_side
        page = (spec.margin_side, spec.margin_top, right, spec.height - spec.margin_bottom)
        assert all(inside(box, page) for box in boxes)
        sorted_boxes = sorted(boxes)
        assert not any(
            overlap(a, b, -1e-6)
            for i, a in enumerate(sorted_boxes)
            for b in sorted_boxes[i + 1 :]
            if b[0] < a[2]
        )
        assert plan.blocks


def mark_boxes(page):
    """Boxes of the single strokes of all cut marks."""
    [layer] = [layer for layer in page.layers if layer.name == "marks"]
    paths = [i for item in layer.items for i in (item.items if isinstance(item, Group) else [item])]
    for path in paths:
        if isinstance(path, Path):
            for (_, x1, y1), (_, x2, y2) in zip(path.commands[::2], path.commands[1::2], strict=True):
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


@pytest.mark.parametrize("name", SPECS)
def test_marks_stay_off_the_counters_and_on_the_paper(name):
    spec = SPECS[name]
    for page in impose(MIXED, spec):
        faces = [box for box, _ in placed_faces(page).values()]
        marks = list(mark_boxes(page))
        assert marks
        for mark in marks:
            assert inside(mark, (0, 0, spec.width, spec.height))
            assert not any(overlap(mark, box, spec.bleed + spec.mark_distance - 1e-6) for box in faces)


def test_every_edge_of_every_piece_has_marks_in_line():
    page = impose(MIXED, SPECS["gutter"])[0]
    marks = list(mark_boxes(page))
    upright = {round(m[0], 6) for m in marks if m[0] == m[2]}
    level = {round(m[1], 6) for m in marks if m[1] == m[3]}
    for (x0, y0, x1, y1), _ in placed_faces(page).values():
        assert {round(x0, 6), round(x1, 6)} <= upright
        assert {round(y0, 6), round(y1, 6)} <= level


@pytest.mark.parametrize("cut", ["marks", "lines"])
def test_cuts_are_marked_beside_a_block_or_drawn_across_it(cut):
    spec = sheet_spec("a4", cut=cut, registration=False)
    [plan], one = plan_sheets(pieces(1), spec), pieces(1)
    [place], (near, far) = plan.placements, spec.mark_span
    assert 0 < near < far
    x0, y0, x1, y1 = place.x, place.y, place.x + 15, place.y + 15
    strokes = {
        "marks": [(x, low, x, high) for x in (x0, x1) for low, high in ((y0 - far, y0 - near), (y1 + near, y1 + far))]
        + [(low, y, high, y) for y in (y0, y1) for low, high in ((x0 - far, x0 - near), (x1 + near, x1 + far))],
        "lines": [(x, y0 - far, x, y1 + far) for x in (x0, x1)] + [(x0 - far, y, x1 + far, y) for y in (y0, y1)],
    }[cut]  # fmt: skip
    assert sorted(mark_boxes(impose(one, spec)[0])) == [pytest.approx(stroke) for stroke in sorted(strokes)]


@pytest.mark.parametrize(("paper", "count"), [("a4", 12 * 18), ("letter", 13 * 16)])
def test_home_paper_holds_many_counters(paper, count):
    assert [len(plan_sheets(pieces(count + more), sheet_spec(paper))) for more in (0, 1)] == [1, 2]


def test_order_is_kept_and_nothing_is_lost():
    shown = [p.piece.front.id for plan in plan_sheets(MIXED, SPECS["a4"]) for p in plan.placements]
    assert shown == [piece.front.id for piece in MIXED]


def test_titles_are_on_the_page_and_clear_of_pieces():
    for page in impose(
        MIXED, SPECS["a4"], title="Roliça 1808", side_label="v1", words=("feuille", "recto", "verso")
    ):
        titles = [entry for entry in placed_texts(page) if entry[0].string[0] in "Rvf" and entry[0].size < 4]
        texts = {
            text.string: box
            for text, _, box in titles
            if not text.string[1:].isdigit() or text.string == "v1"
        }
        assert "Roliça 1808" in texts
        assert any(string.startswith("feuille") for string in texts)
        faces = [box for box, _ in placed_faces(page).values()]
        for box in texts.values():
            assert inside(box, (0, 0, 210, 297))
            assert not any(overlap(box, other) for other in faces)


def test_without_crosses_titles_begin_at_the_printable_edge():
    spec = sheet_spec("a4", registration=False)
    [page, _] = impose(pieces(1), spec, title="Roads")
    starts = [item.x for layer in page.layers for item in layer.items if isinstance(item, TextItem)]
    assert min(starts) == pytest.approx(spec.edge[0])
    ends = [
        i.x for layer in page.layers for i in layer.items if isinstance(i, TextItem) and i.anchor == "end"
    ]
    assert max(ends) == pytest.approx(spec.width - spec.edge[0])


def test_registration_crosses_meet_on_both_sides():
    spec = SPECS["a4"]
    front, back = impose(pieces(3), spec)
    rings = [
        {(i.cx, i.cy) for layer in page.layers for i in layer.items if isinstance(i, Circle)}
        for page in (front, back)
    ]
    assert len(rings[0]) == 4
    # Each ring stands on a cross of a level and an upright line, as wide as high.
    crosses = [item_box(i) for layer in front.layers for i in layer.items if isinstance(i, Path)]
    for x, y in rings[0]:
        assert any(
            (left + right) / 2 == pytest.approx(x)
            and (top + low) / 2 == pytest.approx(y)
            and right - left == pytest.approx(low - top)
            and right - left > 2
            for left, top, right, low in crosses
        )
    turned = {(round(spec.width - x, 6), round(y, 6)) for x, y in rings[1]}
    assert turned == {(round(x, 6), round(y, 6)) for x, y in rings[0]}


def test_printer_correction_moves_and_stretches_the_back_only():
    plain = sheet_spec("a4")
    corrected = sheet_spec("a4", back_offset=(1.5, -0.5), back_scale=(1.01, 1.0))
    front, back = impose(pieces(3), corrected)
    # Crosses make room for the correction; counters stay.
    assert placed_faces(front) == placed_faces(impose(pieces(3), plain)[0])
    [group] = next(layer.items for layer in back.layers if layer.name == "faces")
    a, b, c, d, e, f = compose(group.transform)
    assert (a * 105 + c * 148.5 + e, b * 105 + d * 148.5 + f) == pytest.approx((106.5, 148.0))
    assert (a, d) == (1.01, 1.0)


def test_one_sided_pieces_leave_their_back_white():
    front, back = impose([CounterPiece(face("f0"), None, 15, 15)], SPECS["a4"])
    assert len(placed_faces(front)) == 1
    assert placed_faces(back) == {}


def test_marks_can_be_left_off():
    front, back = impose(pieces(3), sheet_spec("a4", cut_sides="front", registration=False))
    assert list(mark_boxes(front))
    assert not list(mark_boxes(back))
    assert not list(mark_boxes(impose(pieces(3), sheet_spec("a4", cut="none", registration=False))[0]))


def test_piece_larger_than_the_paper_is_refused():
    with pytest.raises(ValueError, match="300 x 15"):
        impose(pieces(1, 300, 15), SPECS["a4"])


def test_a_die_fills_its_paper_and_one_more_row_or_column_is_refused():
    a4 = {"margin_top": 20.0, "margin_bottom": 12.0, "margin_side": 15.0, "bleed": 0.0}
    # 265 x 180 mm are left: 17 rows of 15 mm (255), 12 columns (180).
    [sheet] = plan_sheets(pieces(17 * 12), sheet_spec("a4", grid=DieGrid(12, 17), **a4))
    tops = sorted({p.y for p in sheet.placements})
    assert tops[0] == pytest.approx(20 + 5) and tops[-1] + 15 == pytest.approx(297 - 12 - 5)
    assert min(p.x for p in sheet.placements) == pytest.approx(15)
    for columns, rows in ((12, 18), (13, 17)):
        with pytest.raises(ValueError, match=f"a grid of {columns} x {rows} pieces"):
            plan_sheets(pieces(1), sheet_spec("a4", grid=DieGrid(columns, rows), **a4))


def test_a_proof_shows_the_cut_and_the_safe_area_of_every_piece():
    spec = sheet_spec("a4", proof=True, safe=1.5, corners=1.0)
    [page, _] = impose(pieces(2, 20, 15), spec)
    [sheet] = plan_sheets(pieces(2, 20, 15), spec)
    marks = [item for layer in page.layers for item in layer.items if isinstance(item, Rect)]
    cuts = {(r.x, r.y, r.width, r.height) for r in marks if r.rx == 1.0}
    safe = {(r.x, r.y, r.width, r.height) for r in marks if r.stroke is not None and r.stroke.dash}
    assert cuts == {(p.x, p.y, 20, 15) for p in sheet.placements}
    assert safe == {(p.x + 1.5, p.y + 1.5, 17, 12) for p in sheet.placements}


@pytest.mark.parametrize(("corners", "proof", "arcs"), [(0.0, False, 0), (1.0, False, 8), (1.0, True, 0)])
def test_rounded_corners_are_drawn_where_no_proof_draws_the_cut(corners, proof, arcs):
    """Four arcs a counter, and no path without any."""
    spec = sheet_spec("a4", cut="none", registration=False, corners=corners, proof=proof)
    [page, _] = impose(pieces(2), spec)
    paths = [item for layer in page.layers for item in layer.items if isinstance(item, Path)]
    assert all(path.commands for path in paths)
    assert sum(command[0] == "C" for path in paths for command in path.commands) == arcs


def test_papers_are_upright():
    assert all(height > width for width, height in PAGE_SIZES.values())
    assert (sheet_spec("a5", landscape=True).width, sheet_spec("a5").width) == (210, 148)


@pytest.mark.parametrize("ground", ["first item", "background"])
def test_printed_sides_meet_pixel_by_pixel_and_bleed_reaches_out(ground):
    """Fronts and backs of one colour: the mirrored back covers the front exactly, bleed included."""
    spec = sheet_spec("a5", gutter=4.0, bleed=1.0, cut="none", registration=False)
    black = face("", color="#000000")
    if ground == "background":
        black = Scene(15, 15, "", (), background="#000000").as_symbol("")
    one = [CounterPiece(black, black, 15, 15) for _ in range(10)]
    front, back = (Picture.open(io.BytesIO(png)).convert("L") for png in render_pngs(impose(one, spec), 254))
    # Titles are not mirrored.
    area = (0, 100, front.width, front.height)
    turned = back.transpose(Picture.Transpose.FLIP_LEFT_RIGHT).crop(area)
    front = front.crop(area)
    assert front.tobytes() == turned.tobytes()
    assert front.histogram()[0] == pytest.approx(10 * 170 * 170, rel=0.01)
