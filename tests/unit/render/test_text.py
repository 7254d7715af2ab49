from __future__ import annotations

import io
import struct

import pytest
from msgspec import structs
from PIL import Image as Picture

from jdgtools.render.backends.png import render_png
from jdgtools.render.scene import Scene, TextItem
from jdgtools.render.text import (
    FONT_FOLDER,
    FONTS,
    baseline_offset,
    cap_height,
    fit,
    metrics,
    points,
    text_along,
    text_box,
    text_width,
    wrap,
)
from tests.drawings import missing_characters

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "àâçéèêëîïôùûüÿœæÀÂÇÉÈÊËÎÏÔÙÛÜŒÆąćęłńóśźżĄĆĘŁŃÓŚŹŻáéíóöőúüűÁÉÍÓÖŐÚÜŰãõñ"
    "«»‘’“”„–—′″½×−→…·•()[]+*/%&!?.,;:'\""
)


def advances(path):
    """Advance widths by character, read from the font file itself: cmap format 4 and hmtx."""
    data = path.read_bytes()
    tables = {}
    for i in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag] = offset
    units = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    count = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    cmap = tables[b"cmap"]
    sub = next(
        cmap + offset
        for platform, _, offset in (
            struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)
            for i in range(struct.unpack_from(">H", data, cmap + 2)[0])
        )
        if platform in (0, 3) and struct.unpack_from(">H", data, cmap + offset)[0] == 4
    )
    segments = struct.unpack_from(">H", data, sub + 6)[0] // 2
    widths = {}
    for i in range(segments):
        end, start = (struct.unpack_from(">H", data, sub + at + 2 * i)[0] for at in (14, 16 + 2 * segments))
        delta = struct.unpack_from(">h", data, sub + 16 + 4 * segments + 2 * i)[0]
        place = sub + 16 + 6 * segments + 2 * i
        jump = struct.unpack_from(">H", data, place)[0]
        for code in range(start, min(end, 0x2FFF) + 1):
            glyph = code
            if jump:
                glyph = struct.unpack_from(">H", data, place + jump + 2 * (code - start))[0]
            glyph = (glyph + delta) % 65536
            entry = min(glyph, count - 1)
            widths[chr(code)] = struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * entry)[0] / units
    return widths


@pytest.mark.parametrize("font", [key for key, face in FONTS.items() if not face.small_caps])
def test_widths_are_those_of_the_font_file(font):
    widths = advances(FONT_FOLDER / FONTS[font].file)
    for char in LETTERS:
        assert text_width(char, font, 1) == pytest.approx(widths[char]), char


@pytest.mark.parametrize("font", FONTS)
def test_languages_are_covered(font):
    assert missing_characters(LETTERS, font) == ""
    assert missing_characters("a漢b漢", font) == "漢"


def test_every_font_has_its_licence_and_all_stay_small():
    licences = "".join(path.read_text(encoding="utf-8") for path in FONT_FOLDER.glob("OFL*.txt"))
    assert "Plex" in licences
    assert "EB Garamond" in licences
    assert {face.file for face in FONTS.values()} == {path.name for path in FONT_FOLDER.glob("*.ttf")}
    assert sum(path.stat().st_size for path in FONT_FOLDER.iterdir() if path.is_file()) < 2_500_000


@pytest.mark.parametrize("font", ["sans", "sans-semibold", "sans-bold", "sans-italic"])
def test_figures_are_equally_wide(font):
    assert len({text_width(figure, font, 10) for figure in "0123456789"}) == 1


def ink(scene, dpi=508):
    """Box of the dark pixels, in mm."""
    scene = structs.replace(scene, background="#ffffff")
    picture = Picture.open(io.BytesIO(render_png(scene, dpi))).convert("L")
    left, top, right, bottom = picture.point(lambda v: 255 if v < 128 else 0).getbbox()
    k = 25.4 / dpi
    return left * k, top * k, right * k, bottom * k


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("spacing", [0.0, 1.5])
def test_rendered_lettering_ends_where_the_metrics_say(font, anchor, spacing):
    string = "HAVATo Wy Té0H"
    x = {"start": 10.0, "middle": 50.0, "end": 90.0}[anchor]
    text = TextItem(x, 10, string, 6, font, anchor, letter_spacing=spacing)
    left, _, right, _ = ink(Scene.of(100, 16, [text]))
    # The string begins and ends like a lone H, whatever the slant and the bearings of the letter.
    lone_left, _, lone_right, _ = ink(Scene.of(100, 16, [TextItem(10, 10, "H", 6, font)]))
    (box_left, _), (box_right, _), *_ = text_box(text)
    assert left - box_left == pytest.approx(lone_left - 10, abs=0.11)
    assert right - box_right == pytest.approx(lone_right - 10 - text_width("H", font, 6), abs=0.11)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("string", ["Hof", "Zagłoba", "Jury", "Upper Mill", "Są", "Façade", "Valmar"])
def test_no_letter_reaches_below_its_box(font, string):
    """The long descenders of the serif, and the f of its italics, cut what stood below them."""
    text = TextItem(5, 10, string, 6, font)
    _, _, _, lower = ink(Scene.of(60, 20, [text]), 254)
    bottom = text_box(text)[2][1]
    assert lower <= bottom + 0.1


@pytest.mark.parametrize(("baseline", "top"), [("alphabetic", -1.0), ("middle", -0.5), ("top", 0.0)])
def test_baselines_place_the_capitals(baseline, top):
    cap = cap_height("sans-bold", 6)
    text = TextItem(5, 10, "H", 6, "sans-bold", baseline=baseline)
    _, upper, _, lower = ink(Scene.of(20, 20, [text]))
    assert upper == pytest.approx(10 + top * cap, abs=0.1)
    assert lower - upper == pytest.approx(cap, abs=0.15)
    assert baseline_offset(text) == pytest.approx((1 + top) * cap)


def test_fit_takes_the_largest_size_that_fits():
    width = text_width("Wellesley", "sans-bold", 1)
    assert fit("Wellesley", "sans-bold", width * 2, [3, 2, 1]) == 2
    assert fit("Wellesley", "sans-bold", width / 2, [3, 2, 1]) is None


def test_wrap_breaks_at_spaces_and_keeps_long_words():
    lines = wrap(
        "the French slip back incomprehensibilities\nend", "sans", 3, text_width("French slip", "sans", 3)
    )
    assert " ".join(lines) == "the French slip back incomprehensibilities end"
    assert "incomprehensibilities" in lines
    assert all(
        text_width(line, "sans", 3) <= text_width("French slip", "sans", 3) for line in lines if " " in line
    )
    assert wrap("", "sans", 3, 10) == [""]


def test_no_line_ends_with_an_initial_a_single_letter_or_an_ordinal():
    for words, rows in (
        ("the brigade of C. Craufurd", ["the brigade of", "C. Craufurd"]),
        ("armia cofa się w lesie", ["armia cofa się", "w lesie"]),
        ("pułk liniowy 70. dywizji", ["pułk liniowy", "70. dywizji"]),
        ("Regiment Nummer 70 hier", ["Regiment Nummer 70", "hier"]),
    ):
        width = text_width(" ".join(words.split()[:-1]), "sans", 3.0) + 0.1
        assert wrap(words, "sans", 3.0, width) == rows


def test_letters_follow_a_line():
    line = [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0)]
    letters = text_along(line, "Rio Maior", "serif-italic", 5, letter_spacing=1)
    assert "".join(letter.string for letter in letters) == "RioMaior"
    assert {letter.rotate for letter in letters} == {0.0, 90.0}
    assert all(y == 0 or x == 50 for x, y in ((round(t.x, 9), round(t.y, 9)) for t in letters))
    assert text_along(line[:2], "A very long river name, too long by far", "serif", 9) == ()
    below = text_along(line[:2], "A", "serif", 5, offset=2)
    assert below[0].y == 2


def test_sizes_convert():
    assert points(25.4) == pytest.approx(72)
    assert metrics("serif").ascent > metrics("serif").cap_height > metrics("serif").x_height > 0
