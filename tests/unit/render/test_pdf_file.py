"""The file around the drawings: inks, layers, thin lines, one definition of what occurs twice, no traces."""

from __future__ import annotations

import io
import re
import zlib

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image as Picture
from pypdf import PdfReader

from jdgtools.render.backends.pdf import (
    add_page,
    layer_form,
    render_pdf,
)
from jdgtools.render.backends.pdf_color import cmyk, cmyk_pixels
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pdf_path import arc_curves, number, outline, path_operators
from jdgtools.render.backends.png import png_file, render_png
from jdgtools.render.scene import (
    DrawingLayer,
    Image,
    LinearGradient,
    Path,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    parse_path,
)
from tests.drawings import layered_pdf


def contents(pdf: bytes) -> str:
    """All drawing operators of a file."""
    texts = []
    for match in re.finditer(rb"/Length (\d+)>>\nstream\n", pdf):
        data = pdf[match.end() : match.end() + int(match[1])]
        head = pdf[pdf.rindex(b" obj\n", 0, match.start()) : match.start()]
        if b"/Subtype/Image" in head or b"/Length1" in head:
            continue
        texts.append((zlib.decompress(data) if b"/FlateDecode" in head else data).decode("latin-1"))
    return "\n".join(texts)


@pytest.mark.parametrize("gray", [0, 17, 128, 255])
def test_greys_are_pure_black_ink(gray):
    assert cmyk(gray / 255, gray / 255, gray / 255) == pytest.approx((0, 0, 0, 1 - gray / 255))


def test_no_colour_needs_more_than_three_full_inks():
    steps = np.arange(0, 256, 15, dtype=np.uint8)
    colors = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    inks = cmyk_pixels(colors).astype(int)
    assert inks.sum(axis=1).max() <= 3 * 255
    assert (inks[:, :3].min(axis=1) == 0).all()
    for color, found in list(zip(colors.tolist(), inks.tolist(), strict=True))[::37]:
        single = cmyk(*(part / 255 for part in color))
        assert found == pytest.approx([255 * ink for ink in single], abs=1)
        # And back.
        light = 255 - found[3]
        assert [light * (255 - ink) / 255 for ink in found[:3]] == pytest.approx(color, abs=1.5)


def test_a_file_in_inks_has_no_other_colours():
    out = io.BytesIO()
    Picture.new("RGB", (4, 4), (0, 0, 255)).save(out, "PNG")
    ramp = LinearGradient(0, 0, 9, 0, ((0, "#ff0000", 1), (1, "#0000ff", 1)))
    items = (
        Rect(0, 0, 9, 9, fill=ramp),
        Image(1, 1, 2, 2, out.getvalue()),
        Polyline(((0, 0), (9, 9)), Stroke("#00ff00", 2)),
        TextItem(2, 8, "K", 3),
        Rect(1, 1, 1, 1, fill="#123456", opacity=0.5, stroke=Stroke("#000000", 2)),
    )
    pdf = render_pdf([Scene(10, 10, "t", (DrawingLayer("all", items),), background="#fff8e0")], color="cmyk")
    assert b"DeviceRGB" not in pdf
    assert not re.search(r"[\d.] (rg|RG|g|G)\b", contents(pdf))
    assert "0 0 0 1 k" in contents(pdf)
    image = PdfReader(io.BytesIO(pdf)).pages[0].images[0]
    assert image.image is not None and image.image.mode == "CMYK"
    assert render_pdf([Scene.of(10, 10, items)]).count(b"DeviceCMYK") == 0


def test_hidden_layers_are_off():
    layers = (
        DrawingLayer("below", (Rect(0, 0, 9, 9, fill="#ff0000"),)),
        DrawingLayer("notes", (), is_hidden=True),
    )
    pdf = layered_pdf(Scene(10, 10, "t", layers))
    config = PdfReader(io.BytesIO(pdf)).root_object["/OCProperties"]["/D"]
    assert [g.get_object()["/Name"] for g in config["/ON"]] == ["below"]
    assert [g.get_object()["/Name"] for g in config["/OFF"]] == ["notes"]
    assert [g.get_object()["/Name"] for g in config["/Order"]] == ["notes", "below"]


def test_symbols_are_in_the_file_once_for_each_colour():
    square = Symbol("square", (Rect(0, 0, 1, 1, fill="$ink"),))
    copy = Symbol("square", (Rect(0, 0, 1, 1, fill="$ink"),))
    uses = [Use(square if n % 2 else copy, n, n, 1.0) for n in range(20)]
    pdf = render_pdf([Scene.of(20, 20, uses), Scene.of(20, 20, uses)])
    assert pdf.count(b"/Subtype/Form") == 1
    red = Use(square, 1, 1, 1.0, colors=(("$ink", "#ff0000"),))
    assert render_pdf([Scene.of(20, 20, [*uses, red])]).count(b"/Subtype/Form") == 2


def test_the_same_file_whatever_was_written_before():
    pages = [Scene.of(20, 20, [TextItem(2, 9, "Roliça", 4), Rect(1, 1, 3, 3, fill="#123456", opacity=0.5)])]
    first = render_pdf(pages, "t")
    render_pdf([Scene.of(9, 9, [TextItem(1, 1, "other", 4, "serif")])])
    assert render_pdf(pages, "t") == first
    base = PdfDocument()
    form = layer_form(base, pages[0], pages[0].layers[0])
    copy = base.copy(pictures=True)
    before = base.file("t")
    add_page(copy, pages[0])
    copy.file("t", pixel=0.5)
    assert base.file("t") == before
    assert form in base.particular


def test_thin_lines_are_faint_in_pictures_and_whole_in_files():
    scene = Scene(
        20,
        20,
        "t",
        (DrawingLayer("a", (Polyline(((10, 0), (10, 20)), Stroke("#000000", 0.1)),)),),
        background="#ffffff",
    )
    image = Picture.open(io.BytesIO(render_png(scene, size_px=(20, 20)))).convert("L")
    row = [255 - image.getpixel((x, 10)) for x in range(20)]
    # A tenth of a pixel: a tenth of the ink.
    assert sum(row) == pytest.approx(25.5, abs=6)
    assert b"/CA 1/" in render_pdf([scene]) and b"/CA 0" not in render_pdf([scene])


def test_numbers_are_short_and_exact():
    assert [number(v) for v in (0.0, -0.00001, 1.0, 0.5, 1 / 3, 10.0, -2.50)] == [
        "0",
        "0",
        "1",
        "0.5",
        "0.3333",
        "10",
        "-2.5",
    ]
    assert outline(Polyline(((0, 1.2345), (2.0004, -3)))) == "0 1234 m 2000 -3000 l "


def test_long_paths_are_rounded_as_short_ones():
    points = [((i * 7919) % 1000 / 7, (i * 104729) % 1000 / 13) for i in range(200)]
    commands = [("M" if i % 50 == 0 else "L", x, y) for i, (x, y) in enumerate(points)]
    long = path_operators(commands)
    short = "".join(path_operators(commands[at : at + 5]) if at % 50 == 0 else "" for at in range(0, 200, 5))
    assert short and all(part in long for part in short.split(" m ")[0:1])
    pieces = "".join(
        path_operators([("M", *command[1:])]).replace(" m", " m" if command[0] == "M" else " l")
        for command in commands
    )
    assert long == pieces


def test_curves_pass_where_svg_says():
    assert path_operators(parse_path("M0 0Q3 6 6 0")) == "0 0 m 2000 4000 4000 4000 6000 0 c "
    assert path_operators(parse_path("M1 1L2 1ZQ3 3 4 1")).endswith("h 2333 2333 3333 2333 4000 1000 c ")
    [curve] = arc_curves((1.0, 0.0), 1, 1, 0, 0, 1, 0.0, 1.0)
    assert curve == pytest.approx((1, 0.5523, 0.5523, 1, 0, 1), abs=1e-3)
    assert len(list(arc_curves((0.0, 0.0), 5, 5, 0, 1, 1, 1.0, 1.0))) == 4
    assert list(arc_curves((0.0, 0.0), 0, 5, 0, 1, 1, 3.0, 1.0)) == [(3.0, 1.0)]
    assert list(arc_curves((2.0, 1.0), 5, 5, 0, 1, 1, 2.0, 1.0)) == []
    assert path_operators(Path.from_svg("M0 0A0 4 0 0 1 3 3").commands) == "0 0 m 3000 3000 l "


@pytest.mark.parametrize("turned", [False, True])
def test_rectangles_are_not_widened_in_pictures(turned):
    """Bars and gaps of 0.6 pixels: whoever widens them to whole pixels leaves no gaps."""
    bars = []
    for n in range(15):
        a, b = 1.2 * n, 1.2 * n + 0.6
        ring = [(a, 2.0), (b, 2.0), (b, 18.0), (a, 18.0)]
        ring = [(y, x) for x, y in ring] if turned else ring
        (x0, y0), (x1, y1) = ring[0], ring[2]
        kinds = (
            Rect(x0, y0, x1 - x0, y1 - y0, fill="#000000"),
            Polygon(tuple(ring), fill="#000000"),
            Path.from_svg("M" + "L".join(f"{x} {y}" for x, y in ring) + "Z", fill="#000000"),
        )
        bars.append(kinds[n % 3])
    scene = Scene(20, 20, "t", (DrawingLayer("a", tuple(bars)),), background="#ffffff")
    image = Picture.open(io.BytesIO(render_png(scene, size_px=(20, 20)))).convert("L")
    line = [255 - image.getpixel((10, x) if turned else (x, 10)) for x in range(18)]
    assert sum(line) / 255 == pytest.approx(9, abs=0.4)


def test_png_files_are_what_was_drawn_however_it_comes():
    rows = [bytes([0, *(value % 256 for value in range(y, y + 15))]) for y in range(9)]
    from concurrent.futures import ThreadPoolExecutor

    whole = png_file([bytearray(b"".join(rows))], 5, 9, (10.0, 20.0))
    with ThreadPoolExecutor(1) as pool:
        parts = png_file([bytearray(row) for row in rows], 5, 9, (10.0, 20.0), pool=pool)
    assert whole == parts
    image = Picture.open(io.BytesIO(whole))
    assert image.tobytes() == b"".join(row[1:] for row in rows)
    assert image.info["dpi"] == pytest.approx((254, 508), abs=0.1)


def test_every_page_says_what_is_cut_and_how_far_colour_reaches():
    whole = Scene(50.0, 30.0, "", ())
    cut = replace(whole, trim=(2.0, 2.0, 46.0, 26.0), bleed=(0.5, 0.5, 49.0, 29.0))
    pages = PdfReader(io.BytesIO(render_pdf([whole, cut]))).pages
    assert [float(v) for v in pages[0].trimbox] == [float(v) for v in pages[0].mediabox]
    assert "/TrimBox" in pages[0] and "/BleedBox" in pages[0]
    k = 72 / 25.4
    assert [float(v) for v in pages[1].trimbox] == pytest.approx([2 * k, 2 * k, 48 * k, 28 * k], abs=0.01)
    assert [float(v) for v in pages[1].bleedbox] == pytest.approx(
        [k / 2, k / 2, 49.5 * k, 29.5 * k], abs=0.01
    )


def test_the_file_describes_itself_in_xmp_without_a_clock():
    from lxml import etree

    data = render_pdf([Scene(50.0, 30.0, "", ())], "Roses & <thorns>", language="fr")
    assert data == render_pdf([Scene(50.0, 30.0, "", ())], "Roses & <thorns>", language="fr")
    stream = PdfReader(io.BytesIO(data)).trailer["/Root"]["/Metadata"].get_data()
    assert stream in data  # not packed
    root = etree.fromstring(stream)
    dc = "{http://purl.org/dc/elements/1.1/}"
    assert "".join(root.find(f".//{dc}title").itertext()).strip() == "Roses & <thorns>"
    assert "".join(root.find(f".//{dc}language").itertext()) == "fr"
    assert b"Date" not in stream
