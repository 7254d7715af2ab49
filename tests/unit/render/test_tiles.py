"""The map in pieces: nothing missing, neighbours agree, marks off the picture, everything printable."""

from __future__ import annotations

import io

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.tiles import EXPORTER, WORDS
from jdgtools.loading import load
from jdgtools.render.backends.pdf import DrawingWindow
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.scene import Circle, Path, Polyline, Rect, Scene, TextItem
from jdgtools.render.sheets import PrintSettings
from jdgtools.render.sheets.tiles import assembly, plan_tiles, tile_marks
from jdgtools.render.text import text_width
from tests.drawings import windows_pdf

from ..render_map.conftest import SCENARIOS

EDGE = (4.0, 6.0)
SIZES = [(477.3, 677.3), (150.0, 100.0), (1200.0, 300.0), (194.0, 273.0)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", ["a4", "a3", "letter", "tabloid"])
def test_tiles_cover_the_drawing_and_overlap_as_asked(size, paper):
    tiling = plan_tiles(size, paper, overlap=9.0, edge=EDGE)
    assert len(tiling.tiles) == tiling.columns * tiling.rows
    for index, tile in enumerate(tiling.tiles):
        row, column = divmod(index, tiling.columns)
        if column:
            before = tiling.tiles[index - 1]
            assert before.x + before.width - tile.x == pytest.approx(9.0)
        if row:
            above = tiling.tiles[index - tiling.columns]
            assert above.y + above.height - tile.y == pytest.approx(9.0)
        assert tile.label == f"{'ABCDEFGH'[row]}{column + 1}"
        assert tiling.left >= EDGE[0] + 4 - 1e-9
        assert tiling.top >= EDGE[1] + 6 - 1e-9
        assert tiling.left + tile.width <= tiling.width - EDGE[0] - 4 + 1e-9
        assert tiling.top + tile.height <= tiling.height - EDGE[1] - 6 + 1e-9
    # One sheet less would not do.
    room = tiling.width - 2 * (EDGE[0] + 4), tiling.height - 2 * (EDGE[1] + 6)
    for count, whole, space in zip((tiling.columns, tiling.rows), size, room, strict=True):
        assert count == 1 or (count - 1) * (space - 9.0) + 9.0 < whole
    last = tiling.tiles[-1]
    assert (tiling.tiles[0].x, tiling.tiles[0].y) == (0, 0)
    assert (last.x + last.width, last.y + last.height) == pytest.approx(size)


def test_best_orientation_needs_the_fewest_sheets():
    counts = {
        name: len(plan_tiles((477.3, 677.3), "a4", orientation=name).tiles)
        for name in ("upright", "across", "best")
    }
    assert counts["best"] == min(counts.values())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_are_printable_and_crosses_of_neighbours_coincide(paper):
    tiling = plan_tiles((477.3, 677.3), paper, edge=EDGE)
    area = (EDGE[0], EDGE[1], tiling.width - EDGE[0], tiling.height - EDGE[1])
    rings: dict[tuple[float, float], int] = {}
    for tile in tiling.tiles:
        scene = tile_marks(tiling, tile, EDGE, "A battle with a name", "cut along the dashed lines")
        picture = (tiling.left, tiling.top, tiling.left + tile.width, tiling.top + tile.height)
        for layer in scene.layers:
            for item in layer.items:
                box = item_box(item)
                assert box is not None
                assert inside(box, area), (tile.label, box)
        boxes = [box for _, _, box in placed_texts(scene)]
        for index, box in enumerate(boxes):
            assert not overlap(box, picture)
            assert not any(overlap(box, other) for other in boxes[index + 1 :])
        crosses = {
            (round(i.cx - tiling.left + tile.x, 3), round(i.cy - tiling.top + tile.y, 3))
            for layer in scene.layers
            for i in layer.items
            if isinstance(i, Circle)
        }
        for ring in crosses:
            rings[ring] = rings.get(ring, 0) + 1
    # Each cross lies in the overlap of exactly two sheets, at the same point of the drawing.
    assert rings
    assert set(rings.values()) == {2}


def strokes(scene):
    """Every stroke of the paths of a drawing: its two ends."""
    paths = [item for layer in scene.layers for item in layer.items if isinstance(item, Path)]
    return {
        (round(x, 3), round(y, 3), round(to_x, 3), round(to_y, 3))
        for path in paths
        for (_, x, y), (_, to_x, to_y) in zip(path.commands[::2], path.commands[1::2], strict=True)
    }


@pytest.mark.parametrize(
    ("overlap", "label"), [(8.0, "A1"), (8.0, "B2"), (8.0, "C3"), (3.0, "B2"), (2.0, "B2")]
)
def test_marks_stand_at_the_edges_and_the_cut_of_a_sheet_and_crosses_in_its_overlaps(overlap, label):
    """It is cut in the middle of the overlap with what lies left of it and above; a narrow one has no room for crosses."""
    tiling = plan_tiles((450.0, 700.0), "a4", overlap=overlap, edge=EDGE, orientation="upright", bleed=2.0)
    assert (tiling.columns, tiling.rows) == (3, 3)
    [tile] = [tile for tile in tiling.tiles if tile.label == label]
    row, column = "ABC".index(label[0]), int(label[1]) - 1
    x0, y0, x1, y1 = tiling.left, tiling.top, tiling.left + tile.width, tiling.top + tile.height
    half = overlap / 2
    ups = {x0, x1, x0 + half if column else x0}
    levels = {y0, y1, y0 + half if row else y0}
    expected = [(x, y0 - 3, x, y0 - 6) for x in ups] + [(x, y1 + 3, x, y1 + 6) for x in ups]
    expected += [(x0 - 3, y, x0 - 6, y) for y in levels] + [(x1 + 3, y, x1 + 6, y) for y in levels]
    beside = [x0 + half] * (column > 0) + [x1 - half] * (column < 2)
    above = [y0 + half] * (row > 0) + [y1 - half] * (row < 2)
    centres = [(x, y0 + share * tile.height) for x in beside for share in (0.25, 0.75)]
    centres += [(x0 + share * tile.width, y) for y in above for share in (0.25, 0.75)]
    for x, y in centres if overlap >= 3 else ():
        expected += [(x - 1.2, y, x + 1.2, y), (x, y - 1.2, x, y + 1.2)]
    scene = tile_marks(tiling, tile, EDGE, "Roads", "cut here")
    assert strokes(scene) == {tuple(round(n, 3) for n in stroke) for stroke in expected}
    dashes = [i.points for layer in scene.layers for i in layer.items if isinstance(i, Polyline)]
    cuts = [(x0 + half, y0, x0 + half, y1)] * (column > 0) + [(x0, y0 + half, x1, y0 + half)] * (row > 0)
    assert [(*begin, *end) for begin, end in dashes] == [pytest.approx(cut) for cut in cuts]


def test_a_sheet_says_what_lies_above_and_below():
    """In the strips above and below the picture, in its middle; title and hint of any length share the lower one."""
    tiling = plan_tiles((450.0, 700.0), "a4", edge=EDGE, orientation="upright")
    tile = tiling.tiles[4]
    low, middle = tiling.height - EDGE[1] - 1.4, tiling.left + tile.width / 2
    left, right = tiling.left + 2, tiling.left + tile.width - 2
    for words in ("Roads", "Roads and rivers " * 20):
        texts = [t for t, _, _ in placed_texts(tile_marks(tiling, tile, EDGE, words, f"cut {words}"))]
        by_start = {t.string[:3]: t for t in texts}
        assert {start: (t.x, t.y) for start, t in by_start.items()} == {
            "Roa": pytest.approx((left, low)),
            "cut": pytest.approx((right, low)),
            "↑ A": pytest.approx((middle, EDGE[1] + 2.6)),
            "↓ C": pytest.approx((middle, low)),
        }
        assert {t.string for t in texts if t.string[0] in "↑↓"} == {"↑ A2", "↓ C2"}
        title, hint = by_start["Roa"], by_start["cut"]
        if words == "Roads":
            assert (title.size, hint.size) == (3.0, 2.3)
        else:
            widths = (
                text_width(title.string, "sans-bold", title.size),
                text_width(hint.string, "sans", hint.size),
            )
            assert widths == pytest.approx((0.6 * (right - left), 0.36 * (right - left)))


def test_sheets_that_are_laid_over_another_say_how():
    tiling = plan_tiles((477.3, 677.3), "a4", edge=EDGE)
    for tile in tiling.tiles:
        texts = {t.string for t, _, _ in placed_texts(tile_marks(tiling, tile, EDGE, "Roads", "cut here"))}
        assert ("cut here" in texts) == (tile.label != "A1")
        assert any(text.startswith("Roads") for text in texts)
    single = plan_tiles((100.0, 100.0), "a4", edge=EDGE)
    marks = tile_marks(single, single.tiles[0], EDGE, "Roads", "cut here")
    assert "cut here" not in {t.string for t, _, _ in placed_texts(marks)}


@pytest.mark.parametrize("language", WORDS)
def test_the_diagram_shows_every_sheet_inside_the_page(language):
    size = (477.3, 677.3)
    tiling = plan_tiles(size, "letter", edge=EDGE)
    diagram = assembly(tiling, size, EDGE, "Roliça 1808", WORDS[language][0])
    texts = {text.string for text, _, _ in placed_texts(diagram.marks)}
    assert {tile.label for tile in tiling.tiles} <= texts
    for _, _, box in placed_texts(diagram.marks):
        assert inside(box, (EDGE[0], EDGE[1], tiling.width - EDGE[0], tiling.height - EDGE[1]))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", ["a4", "a3", "letter", "tabloid"])
def test_words_and_picture_of_the_diagram_have_room_beside_each_other(size, paper):
    tiling = plan_tiles(size, paper, edge=EDGE)
    words = WORDS["hu"][0]
    diagram = assembly(tiling, size, EDGE, "A very long name of a battle that was fought", words)
    shown = (diagram.x, diagram.y, diagram.x + diagram.scale * size[0], diagram.y + diagram.scale * size[1])
    page = (EDGE[0], EDGE[1], tiling.width - EDGE[0], tiling.height - EDGE[1])
    assert inside(shown, page)
    labels = {tile.label for tile in tiling.tiles}
    for text, _, box in placed_texts(diagram.marks):
        assert inside(box, page)
        if text.string not in labels:
            assert not overlap(box, shown), text.string
    # A third of the page at least is picture.
    assert (shown[2] - shown[0]) > 0.5 * tiling.width or (shown[3] - shown[1]) > 0.5 * tiling.height


def test_every_sheet_lies_in_the_picture_of_the_diagram_where_it_lies_in_the_drawing():
    size = (477.3, 677.3)
    tiling = plan_tiles(size, "a4", edge=EDGE)
    diagram = assembly(tiling, size, EDGE, "Roliça 1808", WORDS["en"][0])
    boxes = [
        i for layer in diagram.marks.layers for i in layer.items if isinstance(i, Rect) and i.opacity < 1
    ]
    assert len(boxes) == len(tiling.tiles) > 2
    for box, tile in zip(boxes, tiling.tiles, strict=True):
        in_drawing = ((box.x - diagram.x), (box.y - diagram.y), box.width, box.height)
        assert [n / diagram.scale for n in in_drawing] == pytest.approx(
            [tile.x, tile.y, tile.width, tile.height]
        )


def test_the_line_of_the_diagram_is_as_long_as_it_says():
    for paper in ("a4", "letter", "a3"):
        tiling = plan_tiles((477.3, 677.3), paper, edge=EDGE)
        diagram = assembly(tiling, (477.3, 677.3), EDGE, "Roliça 1808", WORDS["en"][0])
        (text,) = [t.string for t, _, _ in placed_texts(diagram.marks) if "mm long" in t.string]
        ruler = next(i for layer in diagram.marks.layers for i in layer.items if isinstance(i, Path))
        left, _, right, _ = item_box(ruler)
        assert f"{right - left - 0.2:.0f} mm" in text


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_line_of_the_diagram_has_a_mark_at_every_tenth(paper):
    """The middle one and those at the ends are longer; the line hangs below its words."""
    tiling = plan_tiles((300.0, 150.0), paper, edge=EDGE, orientation="upright")
    diagram = assembly(tiling, (300.0, 150.0), EDGE, "Roliça 1808", WORDS["en"][0])
    ruler = next(i for layer in diagram.marks.layers for i in layer.items if isinstance(i, Path))
    line, *ticks = zip(ruler.commands[::2], ruler.commands[1::2], strict=True)
    (_, x, y), (_, right, _) = line
    length = right - x
    expected = [(x + n * length / 10, y - (2.4 if n in (0, 5, 10) else 1.2), y) for n in range(11)]
    assert [(top[1], top[2], foot[2]) for top, foot in ticks] == [pytest.approx(tick) for tick in expected]
    [words] = [t for t, _, _ in placed_texts(diagram.marks) if f"{length:.0f} mm" in t.string]
    assert (words.x, words.y) == pytest.approx((x, y + 4.4))


def test_the_diagram_draws_each_sheet_in_its_place_with_its_name_in_the_middle():
    """Neighbours have different colours; the letters have room in the sheet, and are no larger than needed."""
    for size in ((477.3, 677.3), (1200.0, 300.0), (2400.0, 3000.0)):
        tiling = plan_tiles(size, "a4", edge=EDGE)
        diagram = assembly(tiling, size, EDGE, "Roliça 1808", WORDS["en"][0])
        items = [item for layer in diagram.marks.layers for item in layer.items]
        x, y, scale = diagram.x, diagram.y, diagram.scale
        boxes = [(x + scale * t.x, y + scale * t.y, scale * t.width, scale * t.height) for t in tiling.tiles]
        filled = [r for r in items if isinstance(r, Rect) and r.fill is not None]
        drawn = [r for r in items if isinstance(r, Rect) and r.stroke is not None]
        for rects in (filled, drawn):
            assert [(r.x, r.y, r.width, r.height) for r in rects] == [pytest.approx(box) for box in boxes]
        colours = {tile.label: rect.fill for tile, rect in zip(tiling.tiles, filled, strict=True)}
        assert colours["A1"] != colours["A2"] and colours["A1"] == colours.get("B2", colours["A1"])
        assert [r.stroke.color for r in drawn] == [r.fill for r in filled]
        texts = {t.string: t for t in items if isinstance(t, TextItem)}
        for tile, (left, top, width, height) in zip(tiling.tiles, boxes, strict=True):
            name = texts[tile.label]
            assert (name.x, name.y) == pytest.approx((left + width / 2, top + height / 2))
            assert name.size == pytest.approx(min(9.0, 0.28 * min(width, height)))


def rendered(pdf: bytes, page: int, dpi: int) -> Image.Image:
    image: Image.Image = pdfium.PdfDocument(pdf)[page].render(scale=dpi / 72, rev_byteorder=True).to_pil()
    return image.convert("RGB")


def test_a_window_shows_its_part_of_the_drawing_and_nothing_beyond():
    items = [
        Rect(0, 0, 100, 80, fill="#ffffff"),
        Rect(30, 20, 10, 10, fill="#ff0000"),
        TextItem(50, 50, "far", 6),
    ]
    drawing = Scene.of(100, 80, items)
    page = Scene(60, 60, "page", (), trim=(10.0, 10.0, 40.0, 40.0))
    pdf = windows_pdf(
        drawing,
        [DrawingWindow(page, -10, -5, 1.0, (10, 10, 40, 40)), DrawingWindow(page, 5, 5, 0.5, (0, 0, 60, 60))],
    )
    assert pdf == windows_pdf(
        drawing,
        [DrawingWindow(page, -10, -5, 1.0, (10, 10, 40, 40)), DrawingWindow(page, 5, 5, 0.5, (0, 0, 60, 60))],
    )
    reader = PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) == 2
    assert [float(v) for v in reader.pages[0].trimbox] == pytest.approx(
        [v / 25.4 * 72 for v in (10, 10, 50, 50)], abs=0.01
    )
    first, second = (rendered(pdf, n, 254) for n in (0, 1))
    red = (255, 0, 0)
    # The red square lies at (20, 15) on the first page, at (20, 15) with half the size on the second.
    assert (first.getpixel((205, 155)), first.getpixel((295, 245)), second.getpixel((205, 155))) == (
        red,
        red,
        red,
    )
    assert red not in {first.getpixel((195, 155)), first.getpixel((305, 155)), second.getpixel((255, 155))}


def test_neighbouring_sheets_print_the_same_in_their_overlap(tmp_path):
    loaded = load(SCENARIOS / "rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions(printing=PrintSettings(tile_papers=("a3",), tile_overlap=12.0))
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)
    assert EXPORTER.export(context, tmp_path) == []
    assert EXPORTER.outputs(context) == ("map-tiles-a3.pdf",)
    pdf = (tmp_path / "map-tiles-a3.pdf").read_bytes()
    from jdgtools.exporters.map import drawn_map

    drawing = drawn_map(context).print_scene
    tiling = plan_tiles((drawing.width, drawing.height), "a3", overlap=12.0)
    assert len(PdfReader(io.BytesIO(pdf)).pages) == len(tiling.tiles) + 1
    dpi = 100
    k = dpi / 25.4
    first, second = tiling.tiles[:2]
    left, right = rendered(pdf, 1, dpi), rendered(pdf, 2, dpi)
    # A strip inside the overlap, clear of crosses and dashes.
    x, y, width, height = second.x + 1.0, 40.0, 2.5, 60.0

    def strip(image, tile):
        at = (k * (tiling.left + x - tile.x), k * (tiling.top + y - tile.y))
        return image.crop((round(at[0]), round(at[1]), round(at[0] + k * width), round(at[1] + k * height)))

    one, two = strip(left, first), strip(right, second)
    difference = ImageChops.difference(one, two).convert("L")
    mean = sum(v * n for v, n in enumerate(difference.histogram())) / (one.width * one.height)
    contrast = one.convert("L").getextrema()
    assert contrast[1] - contrast[0] > 20, "the strip must show something"
    assert mean < 6
