"""What tests ask about drawings: letters that a font lacks, files of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jdgtools.render.backends.pdf import (
    DrawingWindow,
    PageFrame,
    add_layered_page,
    add_page,
    add_windows,
    drawing_form,
    layer_forms,
)
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import pixel_size
from jdgtools.render.map.raster import draw_page
from jdgtools.render.scene import Scene
from jdgtools.render.sheets.spec import PAGE_SIZES, SheetSpec
from jdgtools.render.text import metrics


def missing_characters(string: str, font: str) -> str:
    """Characters of the string that the face cannot show, each once, sorted."""
    advances = metrics(font).advances
    return "".join(sorted({c for c in string if c not in advances}))


def sheet_spec(paper: str, *, landscape: bool = False, **options: object) -> SheetSpec:
    """A print sheet on a paper by name, upright unless it lies on its long edge; other fields by keyword."""
    width, height = PAGE_SIZES[paper.lower()]
    if landscape:
        width, height = height, width
    return SheetSpec(width, height, **options)  # type: ignore[arg-type]


def layered_pdf(scene: Scene) -> bytes:
    """Return a PDF file with a scene on one page, its layers to be shown and hidden."""
    document = PdfDocument()
    add_layered_page(document, scene, layer_forms(document, scene))
    return document.file(scene.title)


def windows_pdf(drawing: Scene, windows: Sequence[DrawingWindow]) -> bytes:
    """Return a PDF file with one page per window; the drawing is in it once."""
    document = PdfDocument()
    add_windows(document, drawing_form(document, drawing, layer_forms(document, drawing)), windows)
    return document.file(drawing.title)


def drawn_pixels(scene: Scene, dpi: float) -> NDArray[np.uint8]:
    """Return red, green and blue of every pixel of a scene with a background: what a PNG file would be packed of."""
    assert scene.background is not None
    width, height = pixel_size(scene, dpi)
    document = PdfDocument(pictures=True)
    add_page(document, scene, PageFrame.pixels((0.0, 0.0, scene.width, scene.height), width, height))
    with Pages(document.file(pixel=1.0)) as pages:
        rows = np.concatenate([np.frombuffer(band, np.uint8) for band in pages.bands(0, width, height)])
    return rows.reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)


def banded_png(scene: Scene, dpi: float) -> bytes:
    """Return a PNG file of a scene with a background, drawn in bands as a large map is."""
    width, height = pixel_size(scene, dpi)
    view = (0.0, 0.0, scene.width, scene.height)
    document = PdfDocument(pictures=True)
    add_page(document, scene, PageFrame.pixels(view, width, height))
    return draw_page(document.file(pixel=1.0), 0, width, height, view)
