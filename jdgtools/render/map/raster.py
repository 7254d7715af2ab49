"""A large scene as a PNG file, drawn in bands and packed while the next one is drawn: little memory."""

from __future__ import annotations

import math

from jdgtools.processes import threads
from jdgtools.render.backends.pdf import Box
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import MM_PER_INCH, png_file

_BAND_PIXELS = 8_000_000
"""Pixels of a band: 24 MB, of which three are there at a time."""
MAX_PIXELS = 100_000_000
"""No sheet gets more; the resolution is lowered instead."""


def usable_dpi(width: float, height: float, dpi: float) -> float:
    """Return the resolution, lowered where a sheet (mm) would have more pixels than anybody can open."""
    area = width * height / MM_PER_INCH**2
    return min(dpi, math.sqrt(MAX_PIXELS / area))


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
    with Pages(pdf) as pages, threads(1) as pool:
        bands = pages.bands(index, width, height, max_pixels=_BAND_PIXELS)
        return png_file(bands, width, height, density, pool=pool)
