"""The pages of a PDF as rows of pixels: the one place that calls pdfium.

Pages are drawn in bands, so that a large map never lies in memory as a whole.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from threading import Lock
from types import TracebackType
from typing import Any, Literal

from jdgtools.render.backends.pdfium import RED_FIRST, RGB, RGBA, library

_pdfium_lock = Lock()
"""pdfium must never be entered by two threads."""
_BAND_PIXELS = 4_000_000


class Pages:
    """An open PDF file; to be used in a ``with`` statement.

    Args:
        pdf: the file.
    """

    def __init__(self, pdf: bytes) -> None:
        # pdfium reads from these bytes for as long as the document is open.
        self._pdf = pdf
        self._document: Any = None
        self._open: list[Any] = []
        self._pages: dict[int, Any] = {}

    def __enter__(self) -> Pages:
        pdfium = library()

        with _pdfium_lock:
            self._document = pdfium.FPDF_LoadMemDocument64(self._pdf, len(self._pdf), None)
        if not self._document:
            raise AssertionError("pdfium cannot read a PDF of our own")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pdfium = library()

        with _pdfium_lock:
            # Of drawings that were broken off.
            for page in self._open:
                pdfium.FPDF_ClosePage(page)
            self._open.clear()
            self._pages.clear()
            pdfium.FPDF_CloseDocument(self._document)

    def bands(
        self, index: int, width: int, height: int, channels: Literal[3, 4] = 3, max_pixels: int = _BAND_PIXELS
    ) -> Iterator[bytearray]:
        """Yield a page as rows of pixels, from the top, some rows at a time.

        Other threads may draw other pages between two bands.

        Args:
            index: number of the page, from 0.
            width: pixels that the page is wide.
            height: pixels that it is high.
            channels: 3 = red, green, blue on white; 4 = with opacity, on nothing.
            max_pixels: pixels of a band, roughly.

        Returns:
            Rows in the form that PNG wants: a zero and then the bytes of the pixels.
        """
        pdfium = library()

        with _pdfium_lock:
            page = pdfium.FPDF_LoadPage(self._document, index)
            self._open.append(page)
        try:
            rows = max(1, min(height, max_pixels // width))
            for first in range(0, height, rows):
                yield _band(page, width, height, first, min(rows, height - first), channels)
        finally:
            with _pdfium_lock:
                if page in self._open:
                    self._open.remove(page)
                    pdfium.FPDF_ClosePage(page)

    def draw_over(self, index: int, width: int, height: int, rows: bytearray) -> None:
        """Draw a page over pixels that are there already.

        Args:
            index: number of the page, from 0; it must have no background.
            width: pixels that the page is wide.
            height: pixels that it is high.
            rows: pixels of three channels, as `bands` yields them; changed in place.
        """
        pdfium = library()

        with _pdfium_lock:
            page = pdfium.FPDF_LoadPage(self._document, index)
            _draw(page, (width, height), rows, (0, 0, width, height), 3, is_blank=False)
            pdfium.FPDF_ClosePage(page)

    def part(self, index: int, width: int, height: int, part: tuple[int, int, int, int]) -> bytearray:
        """Return a part of a page as rows of pixels in the form that PNG wants, on white.

        Args:
            index: number of the page, from 0.
            width: pixels that the whole page would be wide.
            height: pixels that it would be high.
            part: left, top, width and height of the part in these pixels.
        """
        pdfium = library()
        _, _, columns, rows = part
        data = bytearray((3 * columns + 1) * rows)
        with _pdfium_lock:
            page = self._pages.get(index)
            if page is None:
                # Stays open: to read its drawing again takes longer than to draw a part of it.
                page = self._pages[index] = pdfium.FPDF_LoadPage(self._document, index)
                self._open.append(page)
            _draw(page, (width, height), data, part, 3, is_blank=True)
        return data


def _band(page: Any, width: int, height: int, first: int, rows: int, channels: int) -> bytearray:
    # One byte more per row is the mark of PNG's filter, and it is zero: no filter.
    pitch = channels * width + 1
    data = bytearray(pitch * rows)
    # Words of four bytes must begin at an address that four divides: such rows are copied.
    pixels = data if channels == 3 else bytearray(channels * width * rows)
    with _pdfium_lock:
        _draw(page, (width, height), pixels, (0, first, width, rows), channels, is_blank=True)
    if channels == 4:
        import numpy as np

        lines = np.frombuffer(data, np.uint8).reshape(rows, pitch)
        lines[:, 1:] = np.frombuffer(pixels, np.uint8).reshape(rows, channels * width)
    return data


def _draw(
    page: Any,
    size: tuple[int, int],
    pixels: bytearray,
    part: tuple[int, int, int, int],
    channels: int,
    *,
    is_blank: bool,
) -> None:
    """Draw a part of a page; on white, or on nothing where there is opacity, if no pixels are there yet.

    Args:
        page: the page of pdfium.
        size: width and height that the whole page would have, pixels.
        pixels: rows of the part; those of three channels begin with a byte of their own.
        part: its left, top, width and height in these pixels.
        channels: 3 or 4.
        is_blank: whether no pixels are there yet.
    """
    pdfium = library()
    left, top, columns, rows = part
    stride, form = (3 * columns + 1, RGB) if channels == 3 else (4 * columns, RGBA)
    memory = (ctypes.c_ubyte * len(pixels)).from_buffer(pixels)
    begin = ctypes.c_void_p(ctypes.addressof(memory) + (1 if channels == 3 else 0))
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, form, begin, stride)
    if is_blank and channels == 3:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, *size, 0, RED_FIRST)
    pdfium.FPDFBitmap_Destroy(bitmap)
