from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image as Picture
from pypdf import PdfReader

import jdgtools
from jdgtools.render.backends.pdf import PageFrame, add_page, render_pdf
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import pixel_size, render_png, render_pngs
from jdgtools.render.backends.svg import render_svg
from jdgtools.render.scene import Circle, Rect, Scene, TextItem


def picture(data):
    return Picture.open(io.BytesIO(data))


def face(color="#c01020", size=15.0):
    items = [Rect(0, 0, size, size, fill=color), Circle(size / 2, size / 2, 3, fill="#ffffff")]
    return Scene.of(size, size, [*items, TextItem(1, 14, "7 ő", 4, "sans-bold", fill="#ffffff")], "face")


def test_png_has_exact_size_and_notes_its_resolution():
    data = render_png(face(), 300)
    assert picture(data).size == pixel_size(face(), 300) == (177, 177)
    assert picture(data).info["dpi"] == pytest.approx((300, 300), abs=0.4)
    assert data.count(b"pHYs") == 1
    assert picture(render_png(face(), size_px=(60, 40))).size == (60, 40)


def test_png_geometry_is_that_of_the_scene():
    image = picture(render_png(face(), 254)).convert("RGB")
    assert image.size == (150, 150)
    assert image.getpixel((75, 75)) == (255, 255, 255)
    assert image.getpixel((75, 43)) == image.getpixel((1, 1)) == (0xC0, 0x10, 0x20)
    row = [image.getpixel((x, 75))[1] > 128 for x in range(150)]
    assert (row.index(True), 150 - row[::-1].index(True)) == (45, 105)


@pytest.mark.parametrize(("width", "height"), [(991, 1406), (300, 500), (177, 177), (1240, 97)])
@pytest.mark.parametrize("size", [(148, 210), (15, 15), (536.92, 467.307)])
def test_no_pixel_row_or_column_is_lost(width, height, size):
    """Stripes one pixel wide, every other pixel, come out as they are, whatever the size in mm."""
    kx, ky = size[0] / width, size[1] / height
    upright = [Rect(x * kx, 0, kx, size[1], fill="#000000") for x in range(0, width, 2)]
    level = [Rect(0, y * ky, size[0], ky, fill="#000000") for y in range(0, height, 2)]
    scenes = [structs.replace(Scene.of(*size, part), background="#ffffff") for part in (upright, level)]
    images = [picture(png).convert("L") for png in render_pngs(scenes, size_px=(width, height))]
    for stripes, count in (
        ([images[0].getpixel((x, height // 2)) for x in range(width)], width),
        ([images[1].getpixel((width // 2, y)) for y in range(height)], height),
    ):
        # Coordinates are rounded to 0.001 mm.
        assert [abs(v - (0 if i % 2 == 0 else 255)) < 40 for i, v in enumerate(stripes)] == [True] * count


def test_unpainted_ground_is_transparent():
    image = picture(render_png(Scene.of(10, 10, [Circle(5, 5, 4, fill="#000")]), 254))
    assert image.convert("RGBA").getpixel((1, 1))[3] == 0


def test_edges_that_shine_through_keep_their_colour():
    items = [Circle(5, 5, 4, fill="#ff0000"), Rect(0, 8, 10, 2, fill="#ff0000", opacity=0.5)]
    image = picture(render_png(Scene.of(10, 10, items), 100))
    assert image.mode == "RGBA"
    pixels = list(zip(*[iter(image.tobytes())] * 4, strict=True))
    alphas = {a for *_, a in pixels}
    assert len(alphas) > 20
    assert all(r >= 250 and g <= 4 and b <= 4 for r, g, b, a in pixels if a > 8)
    assert picture(render_png(face())).mode == "RGB"


def test_a_drawing_can_be_broken_off():
    document = PdfDocument(pictures=True)
    add_page(document, face(), PageFrame.pixels((0, 0, 15, 15), 60, 60))
    for _ in range(3):
        with Pages(document.file(pixel=1.0)) as pages:
            started, whole = pages.bands(0, 60, 60, max_pixels=600), pages.bands(0, 60, 60, max_pixels=600)
            assert len(next(started)) == 10 * 181
            assert len(list(whole)) == 6
        started.close()


def test_many_pngs_keep_their_order_and_equal_single_ones():
    colors = [f"#{i * 10:02x}0000" for i in range(20)]
    together = render_pngs([face(color) for color in colors], 100)
    assert [picture(data).convert("RGB").getpixel((1, 1))[0] for data in together] == [
        i * 10 for i in range(20)
    ]
    assert together[7] == render_png(face(colors[7]), 100)
    assert render_pngs([]) == []


def test_pdf_pages_have_their_own_sizes_and_embedded_fonts():
    pages = [
        face(),
        Scene.of(210, 297, [TextItem(20, 20, "Óbidos", 8, "serif-italic")], "b"),
        face("#000000", 20.0),
    ]
    reader = PdfReader(io.BytesIO(render_pdf(pages, "Roliça")))
    sizes = [(float(p.mediabox.width), float(p.mediabox.height)) for p in reader.pages]
    assert sizes == [pytest.approx((s.width / 25.4 * 72, s.height / 25.4 * 72), abs=1e-3) for s in pages]
    assert reader.metadata.title == "Roliça"
    assert "Óbidos" in reader.pages[1].extract_text()
    names = set()
    for font in (f.get_object() for page in reader.pages for f in fonts_of(page)):
        descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
        assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
        names.add(font["/BaseFont"].split("+")[1].removesuffix("-Identity-H"))
    assert names == {"IBMPlexSansCond-Bold", "EBGaramond-Italic"}


def fonts_of(page):
    """Font objects of a page and of the drawings placed on it."""
    stack, fonts = [page["/Resources"]], []
    while stack:
        resources = stack.pop()
        fonts += list(resources.get("/Font", {}).values())
        for inner in resources.get("/XObject", {}).values():
            if "/Resources" in inner:
                stack.append(inner["/Resources"])
    return fonts


def test_pdf_of_many_pages_keeps_order_and_boxes():
    pages = [numbered(i) for i in range(40)]
    reader = PdfReader(io.BytesIO(render_pdf(pages)))
    assert [page.extract_text().strip() for page in reader.pages] == [f"page{i}" for i in range(40)]
    for index, page in enumerate(reader.pages):
        box = [float(v) for v in page.trimbox]
        assert box == pytest.approx([v / 25.4 * 72 for v in (1, 2, 39, 20 + index - 1)], abs=2e-3)
        assert float(page.bleedbox.width) == pytest.approx(40 / 25.4 * 72, abs=1e-2)


def numbered(i):
    scene = Scene.of(40, 20 + i, [TextItem(2, 9, f"page{i}", 4)])
    return structs.replace(scene, trim=(1, 1, 38, 20 + i - 3))


def test_pdf_needs_a_page():
    with pytest.raises(ValueError, match="page"):
        render_pdf([])


SCRIPT = """
import hashlib, sys
from jdgtools.render.backends.pdf import PageFrame, add_page, render_pdf
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import render_png
from jdgtools.render.backends.svg import render_svg
from jdgtools.render.scene import *
s = Scene.of(30, 30, [Rect(0, 0, 30, 30, fill="#eeeeee"), TextItem(3, 9, "Győr Łódź", 4, "serif-italic")], "t")
out = hashlib.sha256(render_pdf([s, s])).hexdigest() + hashlib.sha256(render_png(s, 200)).hexdigest()
print(out + hashlib.sha256(render_svg(s).encode()).hexdigest())
"""


def test_same_bytes_in_another_folder_zone_language_and_hash_seed(tmp_path):
    root = str(Path(jdgtools.__file__).parent.parent)
    results = set()
    for seed, zone in (("0", "UTC"), ("7", "Asia/Tokyo")):
        folder = tmp_path / seed
        folder.mkdir()
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": root, "LC_ALL": "C"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=folder, env=env, capture_output=True, check=True
        )
        results.add(done.stdout)
    assert len(results) == 1


def test_pdf_bears_no_date():
    data = render_pdf([face()])
    assert b"CreationDate" not in data
    assert b"ModDate" not in data


def test_svg_can_carry_its_fonts():
    scene = face()
    assert render_svg(scene, embed_fonts=True).count("@font-face") == 1
    assert "@font-face" not in render_svg(scene)


def test_png_chunks_are_well_formed():
    data = render_png(face(), 100)
    at, kinds = 8, []
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        kinds.append(kind)
        at += size + 12
    assert at == len(data)
    assert (kinds[0], kinds[1], kinds[-1]) == (b"IHDR", b"pHYs", b"IEND")
