"""What tests ask about drawings: colours as colour-blind readers see them, letters that a font lacks, files of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from jdgtools.render.backends.pdf import (
    Frame,
    Window,
    add_layered_page,
    add_page,
    add_windows,
    drawing_form,
    layer_forms,
)
from jdgtools.render.backends.pdf_document import Document
from jdgtools.render.backends.png import pixel_size
from jdgtools.render.colors import parse_color, to_hex
from jdgtools.render.map.raster import draw_page
from jdgtools.render.scene import Scene
from jdgtools.render.sheets.spec import PAGE_SIZES, SheetSpec
from jdgtools.render.text import metrics

Deficiency: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia"]

# Machado, Oliveira, Fernandes (2009), severity 1.0, on linear RGB.
_SIMULATION: dict[Deficiency, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def simulate(color: str, deficiency: Deficiency) -> str:
    """The colour as somebody with this colour blindness sees it."""
    linear = [_linear(part) for part in parse_color(color)]
    red, green, blue = (
        _encoded(sum(factor * part for factor, part in zip(row, linear, strict=True)))
        for row in _SIMULATION[deficiency]
    )
    return to_hex((red, green, blue))


def _linear(part: int) -> float:
    value = part / 255
    # The WCAG text has 0.03928; the sRGB standard 0.04045. No 8-bit value lies between them.
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _encoded(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4)) - 0.055))


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
    document = Document()
    add_layered_page(document, scene, layer_forms(document, scene))
    return document.file(scene.title)


def windows_pdf(drawing: Scene, windows: Sequence[Window]) -> bytes:
    """Return a PDF file with one page per window; the drawing is in it once."""
    document = Document()
    add_windows(document, drawing_form(document, drawing, layer_forms(document, drawing)), windows)
    return document.file(drawing.title)


def banded_png(scene: Scene, dpi: float) -> bytes:
    """Return a PNG file of a scene with a background, drawn in bands as a large map is."""
    width, height = pixel_size(scene, dpi)
    view = (0.0, 0.0, scene.width, scene.height)
    document = Document(pictures=True)
    add_page(document, scene, Frame.pixels(view, width, height))
    return draw_page(document.file(pixel=1.0), 0, width, height, view)
