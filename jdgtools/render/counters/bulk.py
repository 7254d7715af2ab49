"""Many faces as PNG files at once: grounds are drawn once, and lettering over them in columns of faces.

Counters of one kind differ in their lettering alone, and their figures take longest. A face is 75 pixels
wide: drawing its lettering is quick, but beginning a page is not. In a column the rows of a face lie
together, so that its file is a slice of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from jdgtools.processes import threads
from jdgtools.render.counters.face import draw_face, draw_lettering, without_lettering
from jdgtools.render.counters.spec import EDGE, FaceSpec
from jdgtools.render.scene import Scene
from jdgtools.render.style import Theme

MAX_FACES = 100
"""Faces in one pack."""
MAX_PIXELS = 4_000_000
"""Pixels of one column."""
MAX_GROUND_PIXELS = 16_000_000
"""Pixels of the grounds that are kept for further faces."""
EDGE_INK = (46, 42, 34)
"""Colour of the line at the edge of outlined faces: red, green, blue."""
EDGE_PART = 48
"""The line at the edge is this part of the height of a face, and at least a pixel."""


def draw_pngs(specs: Mapping[str, FaceSpec], px: int, theme: Theme | None = None) -> dict[str, bytes]:
    """Draw faces as PNG files by name; equal faces are drawn once and share their bytes.

    Raises:
        ValueError: ``px`` is not between 8 and 2000.
    """
    distinct = list(dict.fromkeys(specs.values()))
    packs = [distinct[at : at + MAX_FACES] for at in range(0, len(distinct), MAX_FACES)]
    files_by_spec = {
        spec: png
        for faces, files in zip(packs, draw_packs(packs, px, theme), strict=True)
        for spec, png in zip(faces, files, strict=True)
    }
    return {name: files_by_spec[spec] for name, spec in specs.items()}


def draw_packs(
    packs: Sequence[Sequence[FaceSpec]], px: int, theme: Theme | None = None, *, outline: bool = False
) -> list[list[bytes]]:
    """Draw packs of faces as PNG files; no pack depends on the others.

    Within a pack a face may differ by a hair from the same face drawn elsewhere: it would lie at another
    height of its column.

    Args:
        packs: faces.
        px: edge of a counter, pixels.
        theme: its colours.
        outline: whether each face has a dark line at its edge, which tells counters in a stack apart.

    Raises:
        ValueError: ``px`` is not between 8 and 2000.
    """
    if not 8 <= px <= 2000:
        raise ValueError(f"counters of {px} pixels cannot be drawn; 8 to 2000 can")
    columns: list[list[FaceSpec]] = []
    owners: list[list[int]] = []
    for pack in packs:
        indices = []
        for hexes in sorted({spec.hexes for spec in pack}):
            faces = list(dict.fromkeys(spec for spec in pack if spec.hexes == hexes))
            max_faces = max(1, MAX_PIXELS // (px * px * hexes))
            for at in range(0, len(faces), max_faces):
                indices.append(len(columns))
                columns.append(faces[at : at + max_faces])
        owners.append(indices)
    with threads() as pool:
        # A column is packed while the next one is drawn.
        files = [
            pool.submit(_face_files, rows, faces[0].hexes * px, px, outline)
            for faces, rows in zip(columns, _column_pixels(columns, px, theme), strict=True)
        ]
    pictures = []
    for pack, indices in zip(packs, owners, strict=True):
        files_by_spec = {
            spec: png for n in indices for spec, png in zip(columns[n], files[n].result(), strict=True)
        }
        pictures.append([files_by_spec[spec] for spec in pack])
    return pictures


def _column_pixels(columns: list[list[FaceSpec]], px: int, theme: Theme | None) -> Iterator[bytearray]:
    """Yield the pixels of every column."""
    from jdgtools.render.backends.pdf import PageFrame, add_page
    from jdgtools.render.backends.pdf_document import PdfDocument
    from jdgtools.render.backends.pixels import Pages

    document = PdfDocument(pictures=True)

    def add(scene: Scene, width: int, height: int) -> None:
        add_page(document, scene, PageFrame.pixels((0.0, 0.0, scene.width, scene.height), width, height))

    grounds = [[without_lettering(spec, theme) for spec in faces] for faces in columns]
    # A page of its own for each: it looks the same whatever else is drawn.
    pages_of = {ground: n for n, ground in enumerate(dict.fromkeys(g for column in grounds for g in column))}
    for ground in pages_of:
        add(draw_face(ground, EDGE, theme), px * ground.hexes, px)
    for faces in columns:
        add(_lettering(faces, theme), px * faces[0].hexes, px * len(faces))
    with Pages(document.file(pixel=1.0)) as pages:

        @lru_cache(maxsize=max(1, MAX_GROUND_PIXELS // (px * px)))
        def ground_pixels(ground: FaceSpec) -> bytes:
            return b"".join(pages.bands(pages_of[ground], px * ground.hexes, px))

        for index, column in enumerate(grounds):
            rows = bytearray().join(ground_pixels(ground) for ground in column)
            pages.draw_over(len(pages_of) + index, px * column[0].hexes, px * len(column), rows)
            yield rows


def _lettering(faces: list[FaceSpec], theme: Theme | None) -> Scene:
    # Every face begins at a whole pixel, so it looks the same wherever it lies.
    items = [draw_lettering(spec, EDGE, theme).as_group(0.0, row * EDGE) for row, spec in enumerate(faces)]
    return Scene.of(EDGE * faces[0].hexes, EDGE * len(faces), items)


def _face_files(rows: bytearray, width: int, height: int, outline: bool) -> list[bytes]:
    """Return one PNG file for every face of a column."""
    from jdgtools.render.backends.png import png_file

    size = (3 * width + 1) * height
    if outline:
        for at in range(0, len(rows), size):
            _draw_edge(rows, at, width, height)
    view = memoryview(rows)
    return [png_file([view[at : at + size]], width, height) for at in range(0, len(rows), size)]


def _draw_edge(rows: bytearray, at: int, width: int, height: int) -> None:
    """Draw a dark line inside the edge of a face; its rows, each after a filter byte, begin at ``at``."""
    line, stride = max(1, round(height / EDGE_PART)), 3 * width + 1
    ink = bytes(EDGE_INK)
    for y in range(height):
        row = at + y * stride + 1
        if y < line or y >= height - line:
            rows[row : row + 3 * width] = ink * width
        else:
            rows[row : row + 3 * line] = ink * line
            rows[row + 3 * (width - line) : row + 3 * width] = ink * line
