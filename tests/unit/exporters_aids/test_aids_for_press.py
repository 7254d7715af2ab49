"""The player aids for a press: their pages and sheets go on beyond the cut, and the colour of the cover with them."""

from __future__ import annotations

import pickle
from io import BytesIO

import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.whole_booklet import booklet_pdf, folded_pdf
from jdgtools.render.backends.pdf_press import OutputIntent
from jdgtools.render.colors import parse_color
from tests.unit.exporters_aids.conftest import context, kept, pdf

MM = 72 / 25.4
PAGE = (stylesheet.A4.width, stylesheet.A4.height)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """The aids and the sheets to fold."""
    plain = kept(context("teaching-jdg", "en"))
    printing = replace(plain.print_settings, press=OutputIntent(b"", "FOGRA39"))
    build = replace(plain, options=replace(plain.options, printing=printing))
    return {"aids": booklet_pdf(build), "to fold": pickle.loads(folded_pdf(build, "fit", "--booklet"))[0]}


@pytest.mark.parametrize(("name", "size"), [("aids", PAGE), ("to fold", (2 * PAGE[0], PAGE[1]))])
def test_every_page_goes_on_beyond_the_cut(
    files: dict[str, bytes], name: str, size: tuple[float, float]
) -> None:
    width, height = size
    for page in PdfReader(BytesIO(files[name])).pages:
        media, bleed, trim = (
            [float(v) / MM for v in box] for box in (page.mediabox, page.bleedbox, page.trimbox)
        )
        assert media == bleed == pytest.approx([0, 0, width + 6, height + 6], abs=0.002)
        assert trim == pytest.approx([3, 3, width + 3, height + 3], abs=0.002)


def test_the_colour_of_the_cover_fills_the_bleed_but_not_the_page_beyond_the_fold(
    files: dict[str, bytes],
) -> None:
    accent = parse_color(stylesheet.ACCENT)
    cover, sheet = (
        pdfium.PdfDocument(files[name])[0].render(scale=1 / MM).to_pil() for name in ("aids", "to fold")
    )
    for x, y in ((0, 0), (107, 0), (214, 0), (0, 60), (214, 60)):
        assert cover.convert("RGB").getpixel((x, y)) == pytest.approx(accent, abs=2), (x, y)
    # The cover is the right page of the outermost sheet.
    for x, color in ((0, (255, 255, 255)), (208, (255, 255, 255)), (217, accent), (424, accent)):
        assert sheet.convert("RGB").getpixel((x, 1)) == pytest.approx(color, abs=2), x


def test_links_lie_where_the_words_are(files: dict[str, bytes]) -> None:
    plain, grown = (
        [link.get_object()["/Rect"] for link in PdfReader(BytesIO(data)).pages[0]["/Annots"]]  # type: ignore[attr-defined]
        for data in (pdf("teaching-jdg", "en"), files["aids"])
    )
    for before, after in zip(plain, grown, strict=True):
        assert [float(v) for v in after] == pytest.approx([float(v) + 3 * MM for v in before], abs=0.02)
