"""Every kind of item arrives in a PDF with the right colours at the right places, whoever reads it."""

from __future__ import annotations

import io
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image as Picture
from pypdf import PdfReader

from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.png import render_png
from jdgtools.render.scene import (
    Circle,
    DrawingLayer,
    Group,
    Halo,
    Image,
    LinearGradient,
    Path,
    Pattern,
    Polygon,
    Polyline,
    RadialGradient,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    rotation,
    scaling,
    translation,
)

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def drawn(*items, **of_scene):
    """The items on a white sheet of 20 mm at 10 pixels a millimetre."""
    scene = Scene(20, 20, "t", (DrawingLayer("all", items, **of_scene),), background="#ffffff")
    return Picture.open(io.BytesIO(render_png(scene, size_px=(200, 200)))).convert("RGB")


def at(image, *places):
    return [image.getpixel((round(10 * x), round(10 * y))) for x, y in places]


def near(color, other, slack=3):
    return all(abs(a - b) <= slack for a, b in zip(color, other, strict=True))


def png(mode, color, size=(2, 1)):
    out = io.BytesIO()
    picture = Picture.new(mode, size, color)
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "shape",
    [
        Rect(5, 5, 10, 10, fill="#ff0000"),
        Rect(5, 5, 10, 10, fill="#f00", rx=2),
        Circle(10, 10, 5, fill="#ff0000"),
        Polygon(((5, 5), (15, 5), (15, 15), (5, 15)), fill="#ff0000"),
        Polyline(((5, 5), (15, 5), (15, 15), (5, 15)), fill="#ff0000"),
        Path.from_svg("M5 10A5 5 0 1 1 15 10A5 5 0 0 1 5 10Z", fill="#ff0000"),
        Path.from_svg("M5 5H15V15H5Z", fill="#ff0000"),
        Path.from_svg("M5 10Q5 0 10 5T15 10Q15 20 10 15T5 10Z", fill="#ff0000"),
    ],
)
def test_a_shape_is_filled_where_it_is(shape):
    image = drawn(shape)
    assert at(image, (10, 10), (6.5, 10), (10, 13.5)) == [RED] * 3
    assert at(image, (2, 2), (18, 10), (10, 18)) == [WHITE] * 3


def test_lines_have_their_width_their_dashes_and_their_ends():
    line = drawn(Polyline(((4, 10), (16, 10)), Stroke("#0000ff", 2)))
    assert at(line, (5, 10.8), (15, 9.2)) == [BLUE] * 2
    assert at(line, (5, 11.2), (3.5, 10)) == [WHITE] * 2
    assert at(drawn(Polyline(((4, 10), (16, 10)), Stroke("#0000ff", 2, cap="square"))), (3.2, 10)) == [BLUE]
    dashed = drawn(Polyline(((4, 10), (16, 10)), Stroke("#0000ff", 2, dash=(3, 2))))
    assert at(dashed, (5, 10), (8, 10), (10, 10), (13, 10)) == [BLUE, WHITE, BLUE, WHITE]
    corner = ((4, 16), (4, 4), (16, 4))
    assert at(drawn(Polyline(corner, Stroke("#00f", 4))), (2.2, 2.2)) == [BLUE]
    assert at(drawn(Polyline(corner, Stroke("#00f", 4, join="round"))), (2.2, 2.2)) == [WHITE]


def test_even_odd_cuts_holes_in_areas_and_clips():
    ring = Path.from_svg("M2 2H18V18H2ZM6 6H14V14H6Z", fill="#ff0000", even_odd=True)
    assert at(drawn(ring), (4, 4), (10, 10)) == [RED, WHITE]
    assert at(drawn(Group((Rect(0, 0, 20, 20, fill="#ff0000"),), clip=ring)), (4, 4), (10, 10), (1, 1)) == [
        RED,
        WHITE,
        WHITE,
    ]


def test_a_faded_shape_fades_as_a_whole():
    half = drawn(Circle(10, 10, 6, fill="#ff0000", stroke=Stroke("#0000ff", 4), opacity=0.5))
    area, line = at(half, (10, 10), (10, 5))
    assert near(area, (255, 128, 128))
    assert near(line, (128, 128, 255))


def test_a_group_fades_and_blends_as_a_whole():
    pair = (Rect(2, 2, 12, 12, fill="#ff0000"), Rect(6, 6, 12, 12, fill="#00ff00"))
    image = drawn(Group(pair, opacity=0.5))
    assert near(at(image, (10, 10))[0], (128, 255, 128))
    ground = Rect(0, 0, 20, 20, fill="#ffff00")
    blended = drawn(ground, Group((Rect(5, 5, 10, 10, fill="#00ffff"),), blend="multiply"))
    assert at(blended, (10, 10), (2, 2)) == [GREEN, (255, 255, 0)]
    screened = drawn(ground, Group((Rect(5, 5, 10, 10, fill="#0000ff"),), blend="screen"))
    assert at(screened, (10, 10)) == [WHITE]
    transparency_group = drawn(Rect(5, 5, 10, 10, fill="#ff0000"), opacity=0.5)
    assert near(at(transparency_group, (10, 10))[0], (255, 128, 128))


def test_groups_move_and_turn():
    bar = Rect(0, 0, 8, 2, fill="#ff0000")
    moved = drawn(Group((Group((bar,), translation(4, 4)),), rotation(90, 10, 10)))
    assert at(moved, (15, 8), (15, 11.5), (8, 5)) == [RED, RED, WHITE]
    assert at(drawn(Group((bar,), scaling(2))), (15, 3), (15, 5)) == [RED, WHITE]


def test_gradients_run_from_stop_to_stop():
    ramp = LinearGradient(5, 0, 15, 0, ((0, "#ff0000", 1), (0.5, "#00ff00", 1), (0.5, "#0000ff", 1)))
    left, middle, right = at(drawn(Rect(0, 0, 20, 20, fill=ramp)), (2, 10), (7.5, 10), (18, 10))
    assert near(left, RED) and near(right, BLUE)
    assert near(middle, (128, 128, 0), 8)
    ball = RadialGradient(10, 10, 8, ((0, "#ffffff", 1), (1, "#000000", 1)))
    assert near(at(drawn(Rect(0, 0, 20, 20, fill=ball)), (10, 6))[0], (128, 128, 128), 6)


def test_gradients_fade():
    ramp = LinearGradient(0, 0, 20, 0, ((0, "#ff0000", 1), (1, "#ff0000", 0)))
    for item in (
        Rect(0, 0, 20, 20, fill=ramp),
        Polyline(((0, 10), (20, 10)), Stroke(ramp, 16)),
        Group((Rect(0, 0, 10, 10, fill=LinearGradient(0, 0, 10, 0, ramp.stops)),), scaling(2)),
    ):
        left, middle, right = at(drawn(item), (1, 10), (10, 10), (19, 10))
        assert near(left, (255, 13, 13), 6) and near(middle, (255, 128, 128), 6), item
        assert near(right, (255, 242, 242), 6)


def test_a_pattern_repeats_from_its_corner():
    tile = Pattern(4, 4, (Rect(0, 0, 4, 4, fill="#ffffff"), Rect(0, 0, 2, 2, fill="#ff0000")), x=1, y=1)
    image = drawn(Rect(0, 0, 20, 20, fill=tile))
    assert at(image, (2, 2), (6, 2), (18, 18), (4, 4), (8, 8)) == [RED, RED, RED, WHITE, WHITE]
    turned = drawn(Rect(0, 0, 20, 20, fill=Pattern(4, 4, tile.items, rotate=90)))
    # A quarter turn about the corner of the sheet: tiles now grow to the left of it.
    assert at(turned, (3, 1), (7, 1), (1, 1)) == [RED, RED, WHITE]


def test_tiles_do_not_drift():
    tile = Pattern(0.73, 0.73, (Rect(0, 0, 0.73, 0.365, fill="#000000"),))
    image = drawn(Rect(0, 0, 20, 20, fill=tile)).convert("L")
    dark = [image.getpixel((100, y)) for y in range(200)]
    for row in range(1, 26):
        top = row * 7.3
        assert dark[round(top + 1)] < 60, row
        assert dark[round(top + 5)] > 190, row


def test_symbols_take_colours_sizes_and_turns():
    arrow = Symbol("arrow", (Polygon(((0, 0), (100, 25), (0, 50)), fill="$ink"),), (0, 0, 100, 50))
    image = drawn(
        Use(arrow, 10, 4, 8, colors=(("$ink", "#ff0000"),)),
        Use(arrow, 10, 10, 8, mirror=True, colors=(("$ink", "#00ff00"),)),
        Use(arrow, 10, 16, 6, rotate=90, colors=(("$ink", "#0000ff"),), opacity=0.5),
    )
    assert at(image, (6.3, 3), (13.7, 3)) == [RED, WHITE]
    assert at(image, (6.3, 9), (13.7, 9)) == [WHITE, GREEN]
    assert near(at(image, (10, 14))[0], (128, 128, 255))
    with pytest.raises(ValueError, match=r"[$]hue"):
        drawn(Use(Symbol("x", (Rect(0, 0, 1, 1, fill="$hue"),)), 1, 1, 1))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (png("RGB", (255, 0, 0)), RED),
        (png("RGBA", (255, 0, 0, 128)), (255, 127, 127)),
        (png("L", 128), (128, 128, 128)),
        (png("LA", (0, 128)), (127, 127, 127)),
        (png("1", 1), WHITE),
        (png("P", 0), (0, 0, 0)),
        (png("I;16", 0x8080), (128, 128, 128)),
    ],
)
@pytest.mark.parametrize("pixelated", [False, True])
def test_pictures_of_every_kind(data, expected, pixelated):
    image = drawn(Image(5, 5, 10, 10, data, is_pixelated=pixelated))
    assert near(at(image, (10, 10))[0], expected)
    assert at(image, (3, 10)) == [WHITE]


def test_pictures_with_transparent_colours_and_jpegs():
    palette = Picture.new("P", (2, 1))
    palette.putpalette([255, 0, 0, 0, 0, 255])
    palette.putpixel((1, 0), 1)
    out = io.BytesIO()
    palette.save(out, "PNG", transparency=0)
    image = drawn(Image(0, 0, 20, 20, out.getvalue(), is_pixelated=True))
    assert at(image, (5, 10), (15, 10)) == [WHITE, BLUE]
    for mode, color, expected in (("RGB", RED, RED), ("L", 90, (90,) * 3), ("CMYK", (0, 255, 255, 0), RED)):
        out = io.BytesIO()
        Picture.new(mode, (16, 16), color).save(out, "JPEG", quality=95)
        pixel = at(drawn(Image(0, 0, 20, 20, out.getvalue(), "image/jpeg")), (10, 10))[0]
        assert near(pixel, expected, 6), mode


def test_one_picture_is_in_the_file_once():
    data = png("RGB", (255, 0, 0), (300, 300))
    once = render_pdf([Scene.of(20, 20, [Image(0, 0, 20, 20, data)])])
    twice = render_pdf([Scene.of(20, 20, [Image(0, 0, 9, 9, data), Image(9, 9, 9, 9, data)])])
    assert twice.count(b"/Subtype/Image") == once.count(b"/Subtype/Image") == 1
    with pytest.raises(ValueError, match="picture"):
        render_pdf([Scene.of(20, 20, [Image(0, 0, 20, 20, b"nothing of the kind")])])


def test_halos_lie_below_letters_and_fade():
    text = TextItem(10, 10, "I", 14, "sans-bold", "middle", "middle", fill="#000000")
    plain = drawn(Rect(0, 0, 20, 20, fill="#ff0000"), text)
    glowing = drawn(
        Rect(0, 0, 20, 20, fill="#ff0000"),
        TextItem(10, 10, "I", 14, "sans-bold", "middle", "middle", halo=Halo("#ffffff", 2, 0.5)),
    )
    assert at(plain, (10, 10)) == at(glowing, (10, 10)) == [(0, 0, 0)]
    row = [glowing.getpixel((x, 100)) for x in range(200)]
    assert any(near(color, (255, 128, 128)) for color in row)
    assert at(glowing, (2, 10)) == [RED]


def test_halos_of_a_group_of_letters_lie_below_all_of_them():
    """The halo of one letter of a name along a road ate the letter before it."""
    letters = [
        TextItem(x, 10, "I", 14, "sans-bold", "middle", "middle", halo=Halo("#ffffff", 4)) for x in (8, 12)
    ]
    assert at(drawn(letters[0], Circle(1, 1, 1), letters[1]), (8, 10)) == [(255, 255, 255)]
    assert at(drawn(Group(tuple(letters))), (8, 10), (12, 10)) == [(0, 0, 0)] * 2


def test_hidden_layers_and_empty_things_draw_nothing():
    scene = Scene(
        10,
        10,
        "t",
        (
            DrawingLayer("hidden", (Rect(0, 0, 10, 10, fill="#000000"),), is_hidden=True),
            DrawingLayer(
                "empty",
                (
                    Path(()),
                    Polygon((), fill="#000000"),
                    TextItem(1, 1, "", 3),
                    Group((), opacity=0.5),
                    Rect(0, 0, 10, 10, fill="none", stroke=Stroke("none", 1)),
                    Group((Rect(0, 0, 10, 10, fill="#000000"),), clip=Path(())),
                ),
            ),
        ),
        background="#ffffff",
    )
    image = Picture.open(io.BytesIO(render_png(scene, 100)))
    assert image.getcolors() == [(image.width * image.height, WHITE)]


def everything() -> Scene:
    ramp = LinearGradient(0, 0, 20, 0, ((0, "#ff0000", 1), (1, "#0000ff", 0.2)))
    tile = Pattern(3, 3, (Circle(1.5, 1.5, 1, fill="#00ff00"),), rotate=20)
    symbol = Symbol("s", (Rect(0, 0, 100, 100, fill=ramp, stroke=Stroke("$ink", 4)),), (0, 0, 100, 100))
    items = (
        Rect(1, 1, 8, 8, fill=tile, stroke=Stroke(tile, 1)),
        Circle(14, 5, 4, fill=ramp, stroke=Stroke("#333333", 0.1, opacity=0.5), opacity=0.7),
        Use(symbol, 5, 15, 6, rotate=30),
        Group((Image(10, 10, 8, 8, png("RGBA", (1, 2, 3, 99))),), blend="overlay", opacity=0.4),
        TextItem(
            2, 19, "fi Łódź 12–3", 3, "serif-italic", halo=Halo("#ffffff", 0.4, 0.6), fill=ramp, rotate=-20
        ),
        TextItem(2, 10, "spaced", 2, letter_spacing=0.4, fill=tile),
    )
    return Scene(20, 20, "Łódź", (DrawingLayer("all", items),), background="#eeeeee")


def test_gradients_survive_small_groups(tmp_path):
    """What is drawn a hundred times too large and made small: poppler calls that singular in its own way."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("poppler is not installed")
    ramp = LinearGradient(0, 0, 2000, 0, ((0, "#ff0000", 1), (1, "#0000ff", 1)))
    items = (
        Rect(0, 0, 2000, 600, fill=ramp, opacity=0.5),
        Polyline(((0, 1000), (2000, 1000)), Stroke(ramp, 500)),
        TextItem(0, 2000, "WWW", 900, "sans-bold", fill=ramp, letter_spacing=10),
    )
    scene = Scene(20, 20, "t", (DrawingLayer("a", (Group(items, scaling(0.01)),)),), background="#ffffff")
    (tmp_path / "x.pdf").write_bytes(render_pdf([scene]))
    command = ["pdftoppm", "-r", "254", "-png", "-singlefile", "x.pdf", "x"]
    assert subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stderr == b""
    image = Picture.open(tmp_path / "x.png").convert("RGB")
    own = Picture.open(io.BytesIO(render_png(scene, size_px=(200, 200)))).convert("RGB")
    for x, y in ((2, 3), (18, 3), (2, 10), (18, 10)):
        assert near(*at(image, (x, y)), *at(own, (x, y)), 8), (x, y)
    left, right = at(image, (1, 10), (19, 10))
    assert near(left, RED, 20) and near(right, BLUE, 20)
    letters = np.asarray(image.crop((0, 130, 200, 200)), dtype=int)
    assert (letters.sum(axis=2) < 500).sum() > 2000


@pytest.mark.parametrize("color", ["rgb", "cmyk"])
def test_strict_readers_find_no_fault(color, tmp_path, caplog):
    pdf = render_pdf([everything(), everything()], language="pl", color=color)
    reader = PdfReader(io.BytesIO(pdf), strict=True)
    assert reader.root_object["/Lang"] == "pl"
    for page in reader.pages:
        assert "Łódź" in page.extract_text()
    assert not caplog.records
    if shutil.which("pdftoppm") is None:
        return
    (tmp_path / "x.pdf").write_bytes(pdf)
    done = subprocess.run(
        ["pdftoppm", "-r", "50", "-png", "x.pdf", "x"], cwd=tmp_path, capture_output=True, check=True
    )
    assert done.stderr == b""


def test_two_readers_see_the_same(tmp_path):
    if shutil.which("pdftoppm") is None:
        pytest.skip("poppler is not installed")
    scene = everything()
    (tmp_path / "x.pdf").write_bytes(render_pdf([scene]))
    subprocess.run(["pdftoppm", "-r", "254", "-png", "-singlefile", "x.pdf", "x"], cwd=tmp_path, check=True)
    other = Picture.open(tmp_path / "x.png").convert("RGB").resize((40, 40), Picture.Resampling.BOX)
    own = Picture.open(io.BytesIO(render_png(scene, 254))).convert("RGB")
    assert abs(own.width - 200) <= 1
    own = own.resize((40, 40), Picture.Resampling.BOX)
    difference = np.abs(np.asarray(own, dtype=int) - np.asarray(other, dtype=int))
    assert (difference.max(axis=2) <= 40).mean() > 0.97
    assert difference.mean() < 5
