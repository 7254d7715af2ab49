"""Scene -> PNG at any resolution; many small scenes at once."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Sequence

from jdgtools.render.backends.svg import render_svg
from jdgtools.render.backends.typesetter import Page, compile_pages
from jdgtools.render.scene import Scene

MM_PER_INCH = 25.4
_MOST_PAGES = 40
"""Pages in one call: typst keeps what it drew for a while, and small calls keep little."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def render_png(scene: Scene, dpi: float = 300.0, *, size_px: tuple[int, int] | None = None) -> bytes:
    """PNG file of the scene, with its resolution noted in the file.

    Args:
        scene: what to draw.
        dpi: pixels per inch; the size is rounded to whole pixels.
        size_px: width and height in pixels instead; the drawing is stretched to it.
    """
    return render_pngs([scene], dpi, size_px=size_px)[0]


def render_pngs(
    scenes: Sequence[Scene], dpi: float = 300.0, *, size_px: tuple[int, int] | None = None
) -> list[bytes]:
    """One PNG file per scene, in order, drawn together; much faster than one by one."""
    pages: list[Page] = []
    resolutions: list[tuple[float, float]] = []
    for scene in scenes:
        width, height = size_px or pixel_size(scene, dpi)
        # A point is a pixel here, and the SVG has the same proportions to the last digit: else typst draws
        # a raster of other proportions and copies it unsmoothed, losing pixel rows and thin lines in them.
        svg = render_svg(scene, pixels=(width, height))
        pages.append((svg, float(width), float(height)))
        resolutions.append((width / scene.width, height / scene.height))
    return [_with_resolution(png, *res) for png, res in zip(_compile(pages), resolutions, strict=True)]


def pixel_size(scene: Scene, dpi: float) -> tuple[int, int]:
    """Width and height in whole pixels, at least one."""
    across, down = scene.width / MM_PER_INCH * dpi, scene.height / MM_PER_INCH * dpi
    return max(1, round(across)), max(1, round(down))


def _compile(pages: list[Page]) -> list[bytes]:
    if not pages:
        return []
    workers = min(8, os.cpu_count() or 1)
    if workers == 1 or len(pages) < 16:
        return compile_pages(pages, "png")
    from concurrent.futures import ThreadPoolExecutor

    # Neighbours stay together: fronts and backs of one kind share their pages.
    step = min(_MOST_PAGES, -(-len(pages) // workers))
    parts = [pages[at : at + step] for at in range(0, len(pages), step)]
    with ThreadPoolExecutor(workers) as pool:
        return [png for part in pool.map(lambda part: compile_pages(part, "png"), parts) for png in part]


def _with_resolution(png: bytes, px_per_mm_x: float, px_per_mm_y: float) -> bytes:
    """The PNG file with a pHYs chunk behind its header, replacing any other."""
    body = struct.pack(">IIB", round(px_per_mm_x * 1000), round(px_per_mm_y * 1000), 1)
    chunk = b"pHYs" + body
    mark = struct.pack(">I", len(body)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    end_of_header = len(_SIGNATURE) + 25
    rest = png[end_of_header:]
    kept = bytearray()
    at = 0
    while rest[at + 4 : at + 8] not in (b"IDAT", b""):
        size = struct.unpack_from(">I", rest, at)[0] + 12
        if rest[at + 4 : at + 8] != b"pHYs":
            kept += rest[at : at + size]
        at += size
    return png[:end_of_header] + mark + bytes(kept) + rest[at:]
