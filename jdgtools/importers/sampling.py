"""Samples the hexes of a board's picture: colour, texture, and what the middles of the hexsides show."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jdgtools.importers.grids import Fitted

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000
"""Largest picture that is decoded to draft terrain."""
MOST_HEXES = 20_000
TILE = 24
"""Edge of the square into which each hex is shrunk, pixels."""


class Unsampled(Exception):
    """The picture cannot be sampled; the text says why."""


@dataclass(frozen=True, slots=True)
class Side:
    """The middle of a hexside."""

    strength: float
    """How far its colour is from that of the hex, 0 to 442."""
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one hex looks like."""

    features: tuple[float, ...]
    """L, a, b (median), their spread, and the roughness of L."""
    rgb: tuple[int, int, int]
    sides: tuple[Side, ...]
    """By direction 0..5."""


def sample(data: bytes, fitted: Fitted) -> tuple[dict[int, Sample], dict[int, bytes]]:
    """Return samples and small RGB tiles (`TILE` x `TILE`) of all hexes that lie on the board.

    Raises:
        Unsampled: the picture is too large or damaged, or has too many hexes.
    """
    from PIL import Image, UnidentifiedImageError

    hexes = [i for i in fitted.grid.hexes if i not in fitted.outside]
    if len(hexes) > MOST_HEXES:
        raise Unsampled(f"{len(hexes)} hexes are too many")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "BMP", "WEBP")) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    raise Unsampled(f"the picture has {width} x {height} pixels, {MOST_PIXELS} are read")
                image.load()
                return _all(image, hexes, fitted)
    except UnidentifiedImageError:
        raise Unsampled("the picture is no PNG, GIF, JPEG, BMP or WebP") from None
    except (Image.DecompressionBombError, OSError, ValueError, SyntaxError, MemoryError) as error:
        raise Unsampled(f"the picture is damaged: {str(error)[:80]}") from None


def _all(image: Image, hexes: list[int], fitted: Fitted) -> tuple[dict[int, Sample], dict[int, bytes]]:
    from PIL import Image as Pillow

    engine = fitted.engine
    # A square inside the hex, clear of the printed hexsides and of most of the number.
    reach = max(2, int(min(engine.dx, engine.dy) * 0.42))
    samples: dict[int, Sample] = {}
    tiles: dict[int, bytes] = {}
    for i in hexes:
        x, y = fitted.centre(i)
        box = (
            max(0, x - reach),
            max(0, y - reach),
            min(image.width, x + reach),
            min(image.height, y + reach),
        )
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            continue
        # Scaled down from at most a few thousand pixels, so that a small bright town still counts.
        tile = image.crop(box).convert("RGB").resize((TILE, TILE), Pillow.Resampling.BOX)
        tiles[i] = tile.tobytes()
        samples[i] = _sample(image, tiles[i], x, y, fitted)
    return samples, tiles


def _sample(image: Image, tile: bytes, x: int, y: int, fitted: Fitted) -> Sample:
    import numpy as np

    from jdgtools.importers.textures import to_lab

    rgb = np.frombuffer(tile, dtype=np.uint8).reshape(TILE, TILE, 3).astype(np.float64)
    lab = to_lab(rgb)
    median = np.median(lab.reshape(-1, 3), axis=0)
    spread = lab.reshape(-1, 3).std(axis=0)
    light = lab[:, :, 0]
    rough = float(np.abs(np.diff(light, axis=0)).mean() + np.abs(np.diff(light, axis=1)).mean())
    middle = np.median(rgb.reshape(-1, 3), axis=0)
    sides = tuple(_side(image, x, y, d, fitted, middle.tolist()) for d in range(6))
    numbers = [*median.tolist(), *spread.tolist(), rough]
    colour = tuple(int(v) for v in middle)
    return Sample(tuple(round(v, 4) for v in numbers), (colour[0], colour[1], colour[2]), sides)


def _side(image: Image, x: int, y: int, d: int, fitted: Fitted, own: list[float]) -> Side:
    from math import cos, radians, sin

    flat = not fitted.engine.sideways
    angle = radians(60 * d + (0 if flat else 30))
    # Just inside the hexside: the printed line itself is the same everywhere.
    reach = fitted.engine.dy * 0.40
    cx, cy = round(x + reach * sin(angle)), round(y - reach * cos(angle))
    half = max(1, int(fitted.engine.dy * 0.04))
    box = (
        max(0, cx - half),
        max(0, cy - half),
        min(image.width, cx + half + 1),
        min(image.height, cy + half + 1),
    )
    if box[2] <= box[0] or box[3] <= box[1]:
        return Side(0.0, (0, 0, 0))
    patch = image.crop(box).convert("RGB").tobytes()
    n = len(patch) // 3
    colour = (sum(patch[0::3]) // n, sum(patch[1::3]) // n, sum(patch[2::3]) // n)
    strength = sum((a - b) ** 2 for a, b in zip(colour, own, strict=True)) ** 0.5
    return Side(strength, colour)
