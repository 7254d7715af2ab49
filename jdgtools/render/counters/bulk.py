"""Many faces at once: laid out on contact sheets, drawn in a few calls, cut apart."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from jdgtools.render.counters.face import draw_face
from jdgtools.render.counters.spec import EDGE, FaceSpec
from jdgtools.render.scene import Group, Layer, Scene
from jdgtools.render.style import Theme

_MOST_CELLS = 128
"""Faces on one contact sheet: several sheets share the cores, and no picture grows huge."""
_MOST_PIXELS = 4000
"""Longest edge of a contact sheet."""
_COLUMNS = 16


def draw_pngs(specs: Mapping[str, FaceSpec], px: int, theme: Theme | None = None) -> dict[str, bytes]:
    """PNG files by name; equal faces are drawn once and share their bytes.

    Raises:
        ValueError: ``px`` is not between 8 and 2000.
    """
    if not 8 <= px <= 2000:
        raise ValueError(f"counters of {px} pixels cannot be drawn; 8 to 2000 can")
    distinct = list(dict.fromkeys(specs.values()))
    jobs: list[list[FaceSpec]] = []
    for hexes in sorted({spec.hexes for spec in distinct}):
        faces = [spec for spec in distinct if spec.hexes == hexes]
        most = min(_MOST_CELLS, max(1, _MOST_PIXELS // px) * max(1, _MOST_PIXELS // (px * hexes)))
        jobs += [faces[at : at + most] for at in range(0, len(faces), most)]
    drawn: dict[FaceSpec, bytes] = {}
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for faces, files in zip(jobs, pool.map(lambda job: _draw(job, px, theme), jobs), strict=True):
            drawn.update(zip(faces, files, strict=True))
    return {name: drawn[spec] for name, spec in specs.items()}


def _draw(faces: list[FaceSpec], px: int, theme: Theme | None) -> list[bytes]:
    """PNG files of faces of one width."""
    from io import BytesIO

    from PIL import Image

    from jdgtools.render.backends.png import render_png

    hexes = faces[0].hexes
    columns = min(_COLUMNS, len(faces), max(1, _MOST_PIXELS // (px * hexes)))
    rows = -(-len(faces) // columns)
    # Every cell begins at a whole pixel, so a face looks the same wherever it lies.
    png = render_png(_sheet(faces, columns, theme), size_px=(columns * px * hexes, rows * px))
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGB")
    files = []
    for index in range(len(faces)):
        row, column = divmod(index, columns)
        left, top = column * px * hexes, row * px
        cell = picture.crop((left, top, left + px * hexes, top + px))
        files.append(_png(cell.tobytes(), px * hexes, px))
    return files


def _png(pixels: bytes, width: int, height: int) -> bytes:
    """PNG file of red-green-blue pixels.

    Flat colours want no filter, and zlib lets other threads run: half the time of pillow's writer and two
    thirds of the size.
    """
    row = 3 * width
    lines = b"".join([b"\0" + pixels[at : at + row] for at in range(0, row * height, row)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 4)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _sheet(faces: list[FaceSpec], columns: int, theme: Theme | None) -> Scene:
    width = EDGE * faces[0].hexes
    groups: list[Group] = []
    for index, spec in enumerate(faces):
        row, column = divmod(index, columns)
        groups.append(draw_face(spec, EDGE, theme).as_group(column * width, row * EDGE))
    rows = -(-len(faces) // columns)
    return Scene(columns * width, rows * EDGE, "", (Layer("faces", tuple(groups)),))
