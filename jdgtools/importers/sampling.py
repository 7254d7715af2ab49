"""Samples the hexes of a board's picture: colour, texture, and what the hexsides show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.importers.edges import HexsideColours, edges_of
from jdgtools.importers.grids import FittedGrid
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 40_000_000
"""Largest picture that is decoded to draft terrain."""
MAX_HEXES = 10_000
"""Most hexes of a board whose terrain is drafted."""
MAX_LINED_HEXES = 5_000
"""Most hexes whose hexsides are looked at for roads and rivers."""
_STROKES = 0.1
"""Share of a hex that numbers and roads may take without being its ground."""
TILE = 24
"""Edge of the square into which each hex is shrunk, pixels."""


class SamplingFailed(Exception):
    """The picture cannot be sampled; the text says why."""


class Sample(Struct, frozen=True):
    """What one hex looks like."""

    features: tuple[float, ...]
    """L, a, b (median), their spread, and the roughness of L."""
    rgb: tuple[int, int, int]
    ground: tuple[float, ...] = ()
    """The same without what is least like the rest: numbers, roads, a drawing in a corner."""
    edges: tuple[HexsideColours | None, ...] = (None, None, None)
    """By direction 0..2; None at the edge of the picture."""


def sample(data: bytes, fitted_grid: FittedGrid) -> tuple[dict[int, Sample], dict[int, bytes]]:
    """Return samples and small RGB tiles (`TILE` x `TILE`) of all hexes that lie on the board.

    Raises:
        SamplingFailed: the picture is too large or damaged, or has too many hexes.
    """
    return sample_image(board_image([BoardPicture(data)]), fitted_grid)


class BoardPicture(Struct, frozen=True):
    """The picture of a board and where it lies on the map's field, pixels."""

    data: bytes
    x: int = 0
    y: int = 0


def board_image(pictures: Sequence[BoardPicture]) -> Image:
    """Return the boards of a map as one picture.

    Raises:
        SamplingFailed: one is damaged, or they are too large.
    """
    from PIL import Image

    images, left = [], MAX_PIXELS
    for picture in pictures:
        try:
            pixels = decode_uncached("rasters:module_pixels", picture.data, max_pixels=left)
        except FileRefused as refusal:
            raise SamplingFailed(f"the picture {refusal}") from None
        size = pair(pixels)
        left -= size[0] * size[1]
        images.append((picture.x, picture.y, Image.frombytes("RGB", size, pixels[8:])))
    if len(images) == 1 and images[0][:2] == (0, 0):
        return images[0][2]
    width = max(x + image.width for x, _, image in images)
    height = max(y + image.height for _, y, image in images)
    if width * height > 2 * MAX_PIXELS:
        raise SamplingFailed(f"the boards are {width} x {height} pixels together")
    whole = Image.new("RGB", (width, height), (255, 255, 255))
    for x, y, image in images:
        whole.paste(image, (x, y))
    return whole


def sample_image(image: Image, fitted_grid: FittedGrid) -> tuple[dict[int, Sample], dict[int, bytes]]:
    """Return samples and small tiles of all hexes that lie on a picture of the map's field.

    Raises:
        SamplingFailed: it has too many hexes.
    """
    hexes = [i for i in fitted_grid.grid.hexes if i not in fitted_grid.outside]
    if len(hexes) > MAX_HEXES:
        raise SamplingFailed(f"{len(hexes)} hexes are too many")
    return _all(image, hexes, fitted_grid)


def _all(
    image: Image, hexes: list[int], fitted_grid: FittedGrid
) -> tuple[dict[int, Sample], dict[int, bytes]]:
    from PIL import Image as Pillow

    engine = fitted_grid.engine
    # A square inside the hex, clear of the printed hexsides and of most of the number.
    reach = max(2, int(min(engine.dx, engine.dy) * 0.42))
    samples: dict[int, Sample] = {}
    tiles: dict[int, bytes] = {}
    for i in hexes:
        x, y = fitted_grid.centre(i)
        box = (
            max(0, x - reach),
            max(0, y - reach),
            min(image.width, x + reach),
            min(image.height, y + reach),
        )
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            continue
        # Scaled down from at most a few thousand pixels, so that a small bright town still counts.
        shrunk = image.crop(box).convert("RGB").resize((TILE, TILE), Pillow.Resampling.BOX)
        tiles[i] = shrunk.tobytes()
    edges = edges_of(image, fitted_grid, sorted(tiles)) if len(tiles) <= MAX_LINED_HEXES else {}
    for i, tile in tiles.items():
        samples[i] = _sample(tile, tuple(edges.get((i, d)) for d in range(3)))
    return samples, tiles


def _sample(tile: bytes, edges: tuple[HexsideColours | None, ...]) -> Sample:
    import numpy as np

    from jdgtools.importers.textures import to_lab

    rgb = np.frombuffer(tile, dtype=np.uint8).reshape(TILE, TILE, 3).astype(np.float64)
    lab = to_lab(rgb)
    median = np.median(lab.reshape(-1, 3), axis=0)
    off = ((lab - median) ** 2).sum(axis=2)
    is_ground = off <= np.sort(off, axis=None)[int(off.size * (1 - _STROKES))]
    middle = np.median(rgb.reshape(-1, 3), axis=0)
    colour = tuple(int(v) for v in middle)
    return Sample(
        _features(lab, median, lab.reshape(-1, 3)),
        (colour[0], colour[1], colour[2]),
        _features(np.where(is_ground[:, :, None], lab, median), median, lab[is_ground]),
        edges,
    )


def _features(lab: Any, median: Any, pixels: Any) -> tuple[float, ...]:
    """Return the features of a tile of Lab values: its median, the spread of pixels of it, its roughness."""
    import numpy as np

    light = lab[:, :, 0]
    rough = float(np.abs(np.diff(light, axis=0)).mean() + np.abs(np.diff(light, axis=1)).mean())
    return tuple(round(v, 4) for v in [*median.tolist(), *pixels.std(axis=0).tolist(), rough])
