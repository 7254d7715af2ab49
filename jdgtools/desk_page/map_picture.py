"""The map as the page shows it: the drawing of the screen map, kept as a document of which tiles are cut."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.render.backends.pdf import Frame, add_view, layer_forms
from jdgtools.render.backends.pdf_document import Document
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import png_file
from jdgtools.render.map.draw import screen_pixels, screen_window
from jdgtools.render.map.screen import screen_size

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.hexgrid.layout import Layout

TILE = 512
"""Edge of a tile, pixels."""
MIN_ZOOM = -3
"""Smallest picture: an eighth of the screen map."""
MAX_ZOOM = 2
"""Largest picture: four times the screen map."""
_MAX_WHOLE = 2_500_000
"""Pixels of a picture that is drawn at once."""
_TILES = 400
"""Tiles that are remembered of one drawing."""


class MapPicture:
    """The map of a battle, or of a scenario that changes it, drawn once.

    Args:
        context: the battle, in the scenario.

    Raises:
        ValueError: the battle has no map.
    """

    def __init__(self, context: BuildContext) -> None:
        self.layout: Layout = screen_pixels(context)
        """Where the hexes are, pixels of zoom 0 from the upper left corner."""
        self.width, self.height = screen_size(self.layout)
        self.layout = replace(self.layout, origin=(0.0, 0.0))
        scene, window = screen_window(context)
        document = Document(pictures=True)
        forms = layer_forms(document, scene)
        add_view(document, scene, forms, Frame.pixels(window, self.width, self.height))
        pixel = window[3] / self.height / 2**MAX_ZOOM
        self._pages = Pages(document.file(pixel=pixel)).__enter__()
        self._lock = Lock()
        self._small: dict[int, bytearray] = {}
        """Zoom -> all pixels of a small picture."""
        self._tile = lru_cache(maxsize=_TILES)(self._draw)

    def __del__(self) -> None:
        pages = getattr(self, "_pages", None)
        if pages is not None:
            pages.__exit__(None, None, None)

    def tile(self, zoom: int, column: int, row: int) -> bytes | None:
        """Return a tile as a PNG file; None where the map has none.

        Args:
            zoom: the map is `2 ** zoom` times as large as the screen map.
            column: number of the tile from the left, from 0.
            row: number of the tile from the top.
        """
        if not MIN_ZOOM <= zoom <= MAX_ZOOM:
            return None
        width, height = self._size(zoom)
        if not (0 <= column * TILE < width and 0 <= row * TILE < height):
            return None
        return self._tile(zoom, column, row)

    def _size(self, zoom: int) -> tuple[int, int]:
        return max(1, round(self.width * 2.0**zoom)), max(1, round(self.height * 2.0**zoom))

    def _draw(self, zoom: int, column: int, row: int) -> bytes:
        width, height = self._size(zoom)
        left, top = column * TILE, row * TILE
        part = (left, top, min(TILE, width - left), min(TILE, height - top))
        if width * height > _MAX_WHOLE:
            rows = self._pages.part(0, width, height, part)
        else:
            rows = self._cut(zoom, part)
        return png_file([rows], part[2], part[3])

    def _cut(self, zoom: int, part: tuple[int, int, int, int]) -> bytearray:
        """Return a part of a small picture, which is drawn once for all of its tiles."""
        width, height = self._size(zoom)
        with self._lock:
            if zoom not in self._small:
                self._small[zoom] = self._pages.part(0, width, height, (0, 0, width, height))
            whole = self._small[zoom]
        left, top, columns, rows = part
        pitch, cut = 3 * width + 1, bytearray()
        for row in range(top, top + rows):
            start = row * pitch + 1 + 3 * left
            cut.append(0)
            cut += whole[start : start + 3 * columns]
        return cut
