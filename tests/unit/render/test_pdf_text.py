"""Lettering in PDF: set by harfbuzz, found and copied by readers, at the places that the scene names."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Picture
from pypdf import PdfReader

from jdgtools.render.backends import pdf_fonts
from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.pdf_fonts import glyph_outline, shape_text
from jdgtools.render.backends.png import render_png
from jdgtools.render.scene import DrawingLayer, Group, Halo, Rect, Scene, TextItem, rotation
from jdgtools.render.text import FONTS, cap_height, text_width


@pytest.mark.parametrize("font", FONTS)
def test_lines_are_as_long_as_the_measures_say(font):
    for words in ("AVATAR To", "Łódź 1808", "1/71st"):
        width = sum(run.width for run in shape_text(words, font, False))
        if FONTS[font].small_caps:
            assert width > 0
        else:
            assert width == pytest.approx(text_width(words, font, 1.0), abs=0.02), words


def test_ligatures_small_capitals_and_missing_characters():
    [joined], [apart] = shape_text("ffi", "serif"), shape_text("ffi", "serif", False)
    assert len(joined.glyphs) < len(apart.glyphs) == 3
    assert "".join(glyph[4] for glyph in joined.glyphs) == "ffi"
    [small], [plain] = shape_text("abc", "serif-sc"), shape_text("abc", "serif")
    assert [g[0] for g in small.glyphs] != [g[0] for g in plain.glyphs]
    # The sans has no Cyrillic: the serif helps out.
    runs = shape_text("A Ж B", "sans")
    assert [run.file.split("-")[0] for run in runs] == ["IBMPlexSansCondensed", "EBGaramond"] * 1 + [
        "IBMPlexSansCondensed"
    ]
    assert shape_text("", "sans") == ()
    assert glyph_outline(FONTS["sans"].file, shape_text(" ", "sans")[0].glyphs[0][0]) == ""


@pytest.mark.parametrize("font", FONTS)
def test_text_can_be_copied(font):
    words = "Zażółć gęślą jaźń, ő ű ffi œ 12–3"
    page = PdfReader(io.BytesIO(render_pdf([Scene.of(200, 20, [TextItem(5, 12, words, 6, font)])]))).pages[0]
    assert page.extract_text().strip() == words


@pytest.mark.parametrize("opacity", [1.0, 0.5])
def test_text_with_a_halo_is_found_once(opacity):
    text = TextItem(5, 12, "Roliça", 6, halo=Halo("#ffffff", 0.5, opacity))
    pdf = render_pdf([Scene.of(40, 20, [text])])
    assert PdfReader(io.BytesIO(pdf), strict=True).pages[0].extract_text().strip() == "Roliça"


def test_a_file_carries_only_the_letters_that_it_shows():
    few = render_pdf([Scene.of(20, 20, [TextItem(1, 9, "abc", 5, "serif")])])
    assert len(few) < 12_000
    many = render_pdf([Scene.of(20, 20, [TextItem(1, 9, "abcdefghijklmnopqrstuvw", 5, "serif")])])
    assert len(many) > len(few)
    # One font file for a face and its small capitals.
    both = [TextItem(1, 9, "abc", 5, "serif"), TextItem(1, 15, "abc", 5, "serif-sc")]
    assert render_pdf([Scene.of(20, 20, both)]).count(b"/FontFile2") == 1


def ink(*items):
    """Box of what is not white, in tenths of a millimetre."""
    scene = Scene(60, 60, "t", (DrawingLayer("all", items),), background="#ffffff")
    image = Picture.open(io.BytesIO(render_png(scene, size_px=(600, 600)))).convert("L")
    return image.point(lambda v: 255 if v < 128 else 0).getbbox()


def test_baselines_and_anchors_are_where_the_scene_says():
    left, _, _, bottom = ink(TextItem(30, 30, "H", 10, "sans"))
    assert bottom == pytest.approx(300, abs=1)
    height = 10 * cap_height("sans", 10)
    for baseline, top in (("alphabetic", 300 - height), ("middle", 300 - height / 2), ("top", 300)):
        box = ink(TextItem(30, 30, "H", 10, "sans", baseline=baseline))
        assert (box[1], box[3]) == pytest.approx((top, top + height), abs=1.5), baseline
    width = 10 * text_width("HH", "sans", 10, 2.0)
    for anchor, share in (("start", 0), ("middle", 0.5), ("end", 1)):
        box = ink(TextItem(30, 30, "HH", 10, "sans", anchor, letter_spacing=2.0))
        assert (box[0], box[2]) == pytest.approx(
            (left - share * width, 300 + (1 - share) * width - (left - 300)), abs=3
        )


def test_turned_text_turns_about_its_place():
    turned = ink(TextItem(30, 30, "HHH", 8, "sans", rotate=90))
    group_entries = ink(Group((TextItem(30, 30, "HHH", 8, "sans"),), rotation(90, 30, 30)))
    assert turned == pytest.approx(group_entries, abs=1)
    assert turned[1] > 295 and turned[2] == pytest.approx(300 + 0, abs=62)


def test_letters_of_pictures_stand_where_those_of_files_stand():
    """Pictures draw outlines, files show text: the ink is the same."""
    from jdgtools.render.backends.pdf import PageFrame, add_page
    from jdgtools.render.backends.pdf_document import PdfDocument
    from jdgtools.render.backends.pixels import Pages

    words = TextItem(
        30, 30, "Roliça fi 5", 10, "serif-bold-italic", "middle", "middle", rotate=30, letter_spacing=0.3
    )
    scene = Scene(60, 60, "t", (DrawingLayer("all", (Rect(0, 0, 60, 60, fill="#ffffff"), words)),))
    images = []
    for pictures in (False, True):
        document = PdfDocument(pictures=pictures)
        add_page(document, scene, PageFrame.pixels((0, 0, 60, 60), 300, 300))
        with Pages(document.file(pixel=1.0)) as pages:
            rows = b"".join(pages.bands(0, 300, 300))
        image = Picture.frombytes(
            "RGB", (300, 300), b"".join(rows[i * 901 + 1 : (i + 1) * 901] for i in range(300))
        )
        images.append(image.convert("L").resize((60, 60), Picture.Resampling.BOX))
    assert images[0].getextrema()[0] < 120
    pairs = zip(images[0].tobytes(), images[1].tobytes(), strict=True)
    assert max(abs(a - b) for a, b in pairs) < 40


@pytest.mark.parametrize("font", sorted(FONTS))
def test_numbers_set_digit_by_digit_are_those_that_harfbuzz_sets(font: str) -> None:
    file = FONTS[font].file
    for number in ("1911", "0000", "7747411", "12", "123", "40404", "101", "9876543210"):
        whole = pdf_fonts._set(file, number, FONTS[font].small_caps, True)
        assert shape_text(number, font) == (pdf_fonts.GlyphRun(file, whole),)
