"""The map as the page shows it: the drawing of the screen map, kept as a document of which tiles are cut.

After an edit only what differs from the drawing before is drawn again (`map_changes`): tiles are taken over
from the picture before, with the changed boxes laid into them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from jdgtools.desk_page.map_changes import Boxes, changed_boxes, part_of
from jdgtools.render.backends.pdf import PageFrame, add_view, layer_forms
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.backends.pixels import Pages
from jdgtools.render.backends.png import png_file
from jdgtools.render.map.draw import screen_pixels, screen_window
from jdgtools.render.map.screen import screen_size

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.hexgrid.layout import Layout
    from jdgtools.render.bounds import Box
    from jdgtools.render.scene import Scene

TILE = 512
"""Edge of a tile, pixels."""
MIN_ZOOM = -3
"""Smallest picture: an eighth of the screen map."""
MAX_ZOOM = 2
"""Largest picture: four times the screen map."""
_MAX_WHOLE = 2_500_000
"""Pixels of a picture that is drawn at once."""
_TILES = 48
"""Tiles of large pictures whose pixels are kept: what a large window shows, and some about it."""
_FILES = 400
"""Tiles that are kept packed."""
_LARGE_SHARE = 0.4
"""Share of the map from which on changes are drawn with all the rest."""
_BLUR = 2
"""Pixels by which the edge of a shape can reach beyond it."""

Part = tuple[int, int, int, int]
"""Left, top, width and height of a part of a picture, pixels."""
TileName = tuple[int, int, int]
"""Zoom, column and row of a tile."""


class _Raster(NamedTuple):
    """Pixels of a picture in the form that PNG wants, and where they lie in it."""

    part: Part
    rows: bytearray


class MapPicture:
    """The map of a battle, or of a scenario that changes it, drawn once.

    Args:
        context: the battle, in the scenario.
        former: the picture before the last change, from which is taken what is the same.

    Raises:
        ValueError: the battle has no map.
    """

    def __init__(self, context: BuildContext, former: MapPicture | None = None) -> None:
        self.layout: Layout = screen_pixels(context)
        """Where the hexes are, pixels of zoom 0 from the upper left corner."""
        self.width, self.height = screen_size(self.layout)
        self.layout = replace(self.layout, origin=(0.0, 0.0))
        self._context = context
        self._scene: Scene | None
        self._scene, self._window = screen_window(context)
        self._boxes: Boxes | None = None
        self._lock = RLock()
        self._rasters: OrderedDict[TileName | int, _Raster] = OrderedDict()
        """Pixels of tiles, and under the zoom those of small pictures, which are drawn at once."""
        self._files: OrderedDict[TileName, bytes] = OrderedDict()
        self.redrawn: float = 1.0
        """Share of the map that was drawn anew."""
        if former is not None:
            self._take_over(former)

    def __del__(self) -> None:
        if "_pages" in vars(self):
            self._pages.__exit__(None, None, None)

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
        name = (zoom, column, row)
        with self._lock:
            png = self._files.get(name)
            if png is None:
                png = self._files[name] = self._draw(name)
                while len(self._files) > _FILES:
                    self._files.popitem(last=False)
            self._files.move_to_end(name)
            return png

    def _size(self, zoom: int) -> tuple[int, int]:
        return max(1, round(self.width * 2.0**zoom)), max(1, round(self.height * 2.0**zoom))

    def _part(self, name: TileName) -> Part:
        zoom, column, row = name
        width, height = self._size(zoom)
        left, top = column * TILE, row * TILE
        return left, top, min(TILE, width - left), min(TILE, height - top)

    def _draw(self, name: TileName) -> bytes:
        part = self._part(name)
        width, height = self._size(name[0])
        if width * height <= _MAX_WHOLE:
            whole = self._raster(name[0], (0, 0, width, height), name[0])
            rows = _cut(whole.rows, width, part)
        else:
            rows = self._raster(name, part, name[0]).rows
        return png_file([rows], part[2], part[3])

    def _raster(self, key: TileName | int, part: Part, zoom: int) -> _Raster:
        raster = self._rasters.get(key)
        if raster is None:
            rows = self._pages.part(0, *self._size(zoom), part)
            raster = self._rasters[key] = _Raster(part, rows)
            while len(self._rasters) > _TILES:
                self._rasters.popitem(last=False)
        self._rasters.move_to_end(key)
        return raster

    @cached_property
    def _pages(self) -> Pages:
        """The whole drawing, written when something of it is drawn that no other picture had."""
        scene = self._scene
        if scene is None:
            scene, _ = screen_window(self._context)
        return self._pages_of(scene)

    def _pages_of(self, scene: Scene) -> Pages:
        document = PdfDocument(pictures=True)
        # A part is blended as the whole is.
        document.is_transparent = True
        forms = layer_forms(document, scene)
        add_view(document, scene, forms, PageFrame.pixels(self._window, self.width, self.height))
        pixel = self._window[3] / self.height / 2**MAX_ZOOM
        return Pages(document.file(pixel=pixel)).__enter__()

    # --- what another picture has -------------------------------------------------------------

    def _take_over(self, former: MapPicture) -> None:
        """Take the tiles of a picture, with everything that has changed since drawn anew."""
        before, scene = former._scene, self._scene
        same_place = (former.width, former.height, former._window) == (self.width, self.height, self._window)
        if before is None or scene is None or not same_place:
            return
        with former._lock:
            boxes = self._boxes = former._boxes or Boxes()
            changes = changed_boxes(before, scene, boxes)
            if changes is None or self._share(changes) > _LARGE_SHARE:
                return
            rasters, files = former._rasters.copy(), former._files.copy()
            # Of earlier drawings only what was shown of them is kept.
            former._scene = former._boxes = None
        self.redrawn = self._share(changes)
        # What is cut out of the smallest picture goes farthest beyond the changes.
        beyond = 2 * _BLUR * 2.0**-MIN_ZOOM * self._window[2] / self.width
        around = [(x - beyond, y - beyond, x2 + beyond, y2 + beyond) for x, y, x2, y2 in changes]
        with self._pages_of(part_of(scene, around, boxes)) as pages:
            for key, raster in rasters.items():
                zoom = key if isinstance(key, int) else key[0]
                parts = [cut for box in changes if (cut := self._cut_of(box, zoom, raster.part)) is not None]
                if parts:
                    raster = _Raster(raster.part, bytearray(raster.rows))
                for part in parts:
                    _lay(raster, part, pages.part(0, *self._size(zoom), part))
                self._rasters[key] = raster
        boxes.keep(scene)
        for name, png in files.items():
            part = self._part(name)
            if all(self._cut_of(box, name[0], part) is None for box in changes):
                self._files[name] = png

    def _share(self, changes: Sequence[Box]) -> float:
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in changes)
        return area / (self._window[2] * self._window[3])

    def _cut_of(self, box: Box, zoom: int, part: Part) -> Part | None:
        """Return what a box of the drawing covers of a part of a picture; None = nothing."""
        width, height = self._size(zoom)
        x, y, wide, high = self._window
        across, down = width / wide, height / high
        left = max(part[0], math.floor((box[0] - x) * across) - _BLUR)
        top = max(part[1], math.floor((box[1] - y) * down) - _BLUR)
        right = min(part[0] + part[2], math.ceil((box[2] - x) * across) + _BLUR)
        bottom = min(part[1] + part[3], math.ceil((box[3] - y) * down) + _BLUR)
        return (left, top, right - left, bottom - top) if left < right and top < bottom else None


def _cut(rows: bytearray, width: int, part: Part) -> bytearray:
    """Return a part of a whole picture."""
    left, top, columns, count = part
    pitch, cut = 3 * width + 1, bytearray()
    for row in range(top, top + count):
        start = row * pitch + 1 + 3 * left
        cut.append(0)
        cut += rows[start : start + 3 * columns]
    return cut


def _lay(raster: _Raster, part: Part, rows: bytearray) -> None:
    """Lay a part of the same picture over the pixels of a raster."""
    left, top, columns, count = part
    pitch, length = 3 * raster.part[2] + 1, 3 * columns
    for row in range(count):
        start = (top + row - raster.part[1]) * pitch + 1 + 3 * (left - raster.part[0])
        source = row * (length + 1) + 1
        raster.rows[start : start + length] = rows[source : source + length]
