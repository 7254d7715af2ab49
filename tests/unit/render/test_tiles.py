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
from jdgtools.render.scene import Circle, Path, Rect, Scene, TextItem
from jdgtools.render.sheets import PrintSettings
from jdgtools.render.sheets.tiles import assembly, plan_tiles, tile_marks
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


def test_the_line_of_the_diagram_is_as_long_as_it_says():
    for paper in ("a4", "letter", "a3"):
        tiling = plan_tiles((477.3, 677.3), paper, edge=EDGE)
        diagram = assembly(tiling, (477.3, 677.3), EDGE, "Roliça 1808", WORDS["en"][0])
        (text,) = [t.string for t, _, _ in placed_texts(diagram.marks) if "mm long" in t.string]
        ruler = next(i for layer in diagram.marks.layers for i in layer.items if isinstance(i, Path))
        left, _, right, _ = item_box(ruler)
        assert f"{right - left - 0.2:.0f} mm" in text


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
