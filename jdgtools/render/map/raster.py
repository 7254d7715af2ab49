"""A large scene as a PNG file drawn in bands: little memory, all processors.

Drawing a whole print map at once takes twice its pixels in memory. Bands are drawn side by side by threads,
and their compressed rows are put together without looking at a single pixel: only the first row of a band,
whose filter may refer to the row above, is written again.
"""

from __future__ import annotations

import math
import os
import struct
import zlib
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING

from jdgtools.render.backends.png import MM_PER_INCH, pixel_size
from jdgtools.render.backends.svg import render_svg
from jdgtools.render.backends.typesetter import compile_pages, forget
from jdgtools.render.scene import Scene

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BAND_PIXELS = 4_000_000
"""Pixels of a band: 16 MB for the renderer, twice."""
_MOST_PIXELS = 100_000_000
"""No sheet gets more; the resolution is lowered instead."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def usable_dpi(scene: Scene, dpi: float) -> float:
    """The resolution, lowered where the sheet would have more pixels than anybody can open."""
    area = scene.width * scene.height / MM_PER_INCH**2
    return min(dpi, math.sqrt(_MOST_PIXELS / area))


def render_large_png(
    scene: Scene,
    dpi: float = 300.0,
    *,
    size_px: tuple[int, int] | None = None,
    window: tuple[float, float, float, float] | None = None,
    pool: Executor | None = None,
    svg: str = "",
) -> bytes:
    """PNG file (RGB, without transparency) of a scene that has a background.

    Args:
        scene: what to draw.
        dpi: pixels per inch; see ``usable_dpi``.
        size_px: width and height in pixels instead; the drawing is stretched to it.
        window: x, y, width, height of the part to draw, mm; with ``size_px``. None = the whole scene.
        pool: threads to share with other work; None = as many as there are processors.
        svg: the scene as ``render_svg`` writes it, if the caller has it.
    """
    width, height = size_px or pixel_size(scene, usable_dpi(scene, dpi))
    view = window or (0.0, 0.0, scene.width, scene.height)
    lines = (svg or render_svg(scene)).split("\n")
    spans = _spans(lines)
    rows = max(1, min(height, _BAND_PIXELS // width))
    count = -(-height // rows)
    bands = [(height * n // count, height * (n + 1) // count) for n in range(count)]

    def draw(band: tuple[int, int]) -> tuple[bytes, int, int]:
        return _packed(_band(lines, spans, view, width, height, band), band[1] == height)

    if pool is not None:
        parts = list(pool.map(draw, bands))
    else:
        with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as own:
            parts = list(own.map(draw, bands))
    if count > 1:
        forget()
    checksum = 1
    for _, part_sum, length in parts:
        checksum = _joined_adler(checksum, part_sum, length)
    data = b"\x78\x01" + b"".join(part for part, _, _ in parts) + struct.pack(">I", checksum)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    density = struct.pack(">IIB", round(width / view[2] * 1000), round(height / view[3] * 1000), 1)
    chunks = ((b"IHDR", header), (b"pHYs", density), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _spans(lines: list[str]) -> list[tuple[float, float] | None]:
    """For every line of the SVG the height that its path covers; None for all other lines.

    Only paths that lie in a layer itself, not in a group that may move them.
    """
    found: list[tuple[float, float] | None] = []
    depth = 0
    for line in lines:
        span = None
        if line.startswith("<g ") and not line.endswith("</g>"):
            depth += 1
        elif line.startswith("</g>"):
            depth -= 1
        elif depth == 1 and line.startswith('<path d="M'):
            span = _span(line)
        elif depth == 1 and line.startswith("<text ") and "rotate(" not in line:
            y = float(_value(line, ' y="'))
            size = float(_value(line, 'font-size="'))
            span = y - 2 * size, y + 2 * size
        found.append(span)
    return found


def _span(line: str) -> tuple[float, float] | None:
    data = line[9 : line.index('"', 9)]
    if "A" in data:
        return None  # flags of arcs stand among the coordinates
    ys = [float(part) for part in data.translate(_LETTERS).split()[1::2]]
    half = float(_value(line, 'stroke-width="') or 0)
    return min(ys) - half, max(ys) + half


def _value(line: str, key: str) -> str:
    at = line.find(key)
    return line[at + len(key) : line.index('"', at + len(key))] if at >= 0 else ""


_LETTERS = str.maketrans("MLQCZ", "     ")


def _band(
    lines: list[str],
    spans: list[tuple[float, float] | None],
    view: tuple[float, float, float, float],
    width: int,
    height: int,
    band: tuple[int, int],
) -> bytes:
    first, last = band
    x, y, wide, high = view
    scale = high / height
    top, bottom = y + first * scale - 0.5, y + last * scale + 0.5
    body = [
        line
        for line, span in zip(lines, spans, strict=True)
        if span is None or (span[0] < bottom and span[1] > top)
    ]
    box = f"{x:.7f} {y + first * scale:.7f} {wide:.7f} {(last - first) * scale:.7f}"
    body[0] = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}" height="{last - first}" preserveAspectRatio="none" viewBox="{box}">'
    )
    return compile_pages([("\n".join(body), float(width), float(last - first))], "png")[0]


def _packed(png: bytes, final: bool) -> tuple[bytes, int, int]:
    """The rows of a drawn band as a piece of a deflate stream without alpha, its checksum and its length."""
    import numpy as np

    width, height, depth, kind = struct.unpack_from(">IIBB", png, 16)
    if (depth, kind) not in ((8, 6), (8, 2)):
        raise AssertionError(f"unexpected PNG of depth {depth} and colour type {kind}")
    channels = 4 if kind == 6 else 3
    raw = np.frombuffer(zlib.decompress(_content(png)), dtype=np.uint8).reshape(height, 1 + channels * width)
    # Filters work channel by channel, so the alpha channel can be left out of filtered rows.
    rows = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 0] = raw[:, 0]
    for channel in range(3):
        rows[:, 1 + channel :: 3] = raw[:, 1 + channel :: channels]
    del raw
    rows[0] = _unfiltered(rows[0])
    data = rows.data.cast("B")
    # Behind the filters little but runs is left to find: both quicker and shorter than looking for more.
    packer = zlib.compressobj(1, zlib.DEFLATED, -15, 9, zlib.Z_RLE)
    packed = packer.compress(data) + packer.flush(zlib.Z_FINISH if final else zlib.Z_SYNC_FLUSH)
    return packed, zlib.adler32(data), len(data)


def _unfiltered(row: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The first row of a band without its filter; the row above counts as zero."""
    import numpy as np

    kind = int(row[0])
    pixels = row[1:].reshape(-1, 3).astype(np.int64)
    if kind in (1, 4):
        # Sub; and Paeth above nothing is Sub.
        pixels = np.cumsum(pixels, axis=0)
    elif kind == 3:
        for n in range(1, len(pixels)):
            pixels[n] = (pixels[n] + (pixels[n - 1] & 255) // 2) & 255
    plain = np.zeros_like(row)
    plain[1:] = (pixels & 255).astype(np.uint8).reshape(-1)
    return plain


def _content(png: bytes) -> bytes:
    """All IDAT data of a PNG file."""
    at, found = len(_SIGNATURE), []
    while at < len(png):
        size = struct.unpack_from(">I", png, at)[0]
        if png[at + 4 : at + 8] == b"IDAT":
            found.append(png[at + 8 : at + 8 + size])
        at += size + 12
    return b"".join(found)


def _joined_adler(first: int, second: int, length: int) -> int:
    """Adler-32 of two pieces one after the other, from their own sums (as zlib's adler32_combine)."""
    base = 65521
    a1, b1, a2, b2 = first & 0xFFFF, first >> 16, second & 0xFFFF, second >> 16
    a = (a1 + a2 - 1) % base
    b = (b1 + b2 + length * (a1 - 1)) % base
    return b << 16 | a


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
