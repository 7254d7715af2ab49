"""A scene as a PNG file at any resolution, or many small scenes at once.

The scene becomes a page of a PDF whose points are pixels; pdfium draws that page (`pixels`), and the rows are
packed here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future

from jdgtools.render.backends.pdf import PageFrame, add_page
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.scene import Scene

MM_PER_INCH = 25.4
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 3
"""Of compression. Our pictures are flat colours: filters make them larger, more effort hardly smaller."""


def render_png(scene: Scene, dpi: float = 300.0, *, size_px: tuple[int, int] | None = None) -> bytes:
    """Return a PNG file of the scene, with its resolution noted in the file.

    Args:
        scene: what to draw.
        dpi: pixels per inch; the size is rounded to whole pixels.
        size_px: width and height in pixels instead; the drawing is stretched to it.
    """
    return render_pngs([scene], dpi, size_px=size_px)[0]


def render_pngs(
    scenes: Sequence[Scene], dpi: float = 300.0, *, size_px: tuple[int, int] | None = None
) -> list[bytes]:
    """Return one PNG file per scene, in order, drawn together; much faster than one by one.

    A scene with a background, or one that leaves no pixel free, has no opacity channel.
    """
    if not scenes:
        return []
    document = PdfDocument(pictures=True)
    sizes = [size_px or pixel_size(scene, dpi) for scene in scenes]
    for scene, (width, height) in zip(scenes, sizes, strict=True):
        add_page(document, scene, PageFrame.pixels((0.0, 0.0, scene.width, scene.height), width, height))
    files = []
    with Pages(document.file(pixel=1.0)) as pages:
        for index, (scene, (width, height)) in enumerate(zip(scenes, sizes, strict=True)):
            density = (width / scene.width, height / scene.height)
            if scene.background is not None:
                bands: Iterable[bytearray] = pages.bands(index, width, height)
                files.append(png_file(bands, width, height, density))
            else:
                rows = bytearray().join(pages.bands(index, width, height, 4))
                files.append(_with_opacity(rows, width, height, density))
    return files


def pixel_size(scene: Scene, dpi: float) -> tuple[int, int]:
    """Return the width and height in whole pixels, at least one."""
    across, down = scene.width / MM_PER_INCH * dpi, scene.height / MM_PER_INCH * dpi
    return max(1, round(across)), max(1, round(down))


def png_file(
    bands: Iterable[bytearray | memoryview],
    width: int,
    height: int,
    density: tuple[float, float] | None = None,
    *,
    opacity: bool = False,
    pool: Executor | None = None,
) -> bytes:
    """Return a PNG file of 8 bits a channel.

    Args:
        bands: rows, each with the mark of its filter, from the top.
        width: of the picture, pixels.
        height: of the picture, pixels.
        density: pixels per millimetre, across and down; None = the file does not say.
        opacity: whether the rows have a fourth channel.
        pool: a thread that packs a band while the next one is drawn; None = this one.
    """
    packer = zlib.compressobj(_LEVEL)
    parts: list[bytes] = []
    before: Future[bytes] | None = None
    for band in bands:
        if pool is None:
            parts.append(packer.compress(band))
            continue
        if before is not None:
            parts.append(before.result())
        before = pool.submit(packer.compress, band)
    if before is not None:
        parts.append(before.result())
    parts.append(packer.flush())
    header = struct.pack(">IIBBBBB", width, height, 8, 6 if opacity else 2, 0, 0, 0)
    out = bytearray(_SIGNATURE)
    _chunk(out, b"IHDR", [header])
    if density is not None:
        marks = struct.pack(">IIB", round(density[0] * 1000), round(density[1] * 1000), 1)
        _chunk(out, b"pHYs", [marks])
    _chunk(out, b"IDAT", parts)
    _chunk(out, b"IEND", [])
    return bytes(out)


def _chunk(out: bytearray, kind: bytes, parts: Sequence[bytes]) -> None:
    out += struct.pack(">I", sum(map(len, parts))) + kind
    check = zlib.crc32(kind)
    for part in parts:
        check = zlib.crc32(part, check)
        out += part
    out += struct.pack(">I", check)


def _with_opacity(rows: bytearray, width: int, height: int, density: tuple[float, float]) -> bytes:
    """Return a PNG file of rows with a fourth channel, or without it if nothing shines through."""
    import numpy as np

    lines = np.frombuffer(rows, np.uint8).reshape(height, 4 * width + 1)
    if lines[:, 4::4].min() < 255:
        return png_file([rows], width, height, density, opacity=True)
    plain = np.zeros((height, 3 * width + 1), np.uint8)
    for channel in (1, 2, 3):
        plain[:, channel::3] = lines[:, channel::4]
    return png_file([memoryview(plain.tobytes())], width, height, density)
