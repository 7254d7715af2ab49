"""A large scene as a PNG file, drawn in bands and packed while the next one is drawn: little memory."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

from jdgtools.render.backends.pdf import Box, Frame, add_page
from jdgtools.render.backends.pdf_document import Document
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import MM_PER_INCH, pixel_size, png_file
from jdgtools.render.scene import Scene

_BAND_PIXELS = 8_000_000
"""Pixels of a band: 24 MB, of which three are there at a time."""
MAX_PIXELS = 100_000_000
"""No sheet gets more; the resolution is lowered instead."""


def usable_dpi(width: float, height: float, dpi: float) -> float:
    """Return the resolution, lowered where a sheet (mm) would have more pixels than anybody can open."""
    area = width * height / MM_PER_INCH**2
    return min(dpi, math.sqrt(MAX_PIXELS / area))


def render_large_png(
    scene: Scene,
    dpi: float = 300.0,
    *,
    size_px: tuple[int, int] | None = None,
    window: Box | None = None,
) -> bytes:
    """Return a PNG file (RGB, without transparency) of a scene that has a background.

    Args:
        scene: what to draw.
        dpi: pixels per inch; see ``usable_dpi``.
        size_px: width and height in pixels instead; the drawing is stretched to it.
        window: x, y, width, height of the part to draw, mm; with ``size_px``. None = the whole scene.
    """
    width, height = size_px or pixel_size(scene, usable_dpi(scene.width, scene.height, dpi))
    view = window or (0.0, 0.0, scene.width, scene.height)
    document = Document(pictures=True)
    add_page(document, scene, Frame.pixels(view, width, height))
    return draw_page(document.file(pixel=1.0), 0, width, height, view)


def draw_page(pdf: bytes, index: int, width: int, height: int, view: Box) -> bytes:
    """Draw one page of a PDF as a PNG file.

    Args:
        pdf: file with a page that has as many points as the picture shall have pixels.
        index: number of the page, from 0.
        width: pixels.
        height: pixels.
        view: what the page shows of the scene (x, y, width, height), mm.
    """
    density = (width / view[2], height / view[3])
    with Pages(pdf) as pages, ThreadPoolExecutor(1) as pool:
        bands = pages.bands(index, width, height, max_pixels=_BAND_PIXELS)
        return png_file(bands, width, height, density, pool=pool)
