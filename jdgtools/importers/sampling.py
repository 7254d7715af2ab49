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
MOST_HEXES = 10_000
TILE = 24
"""Edge of the square into which each hex is shrunk, pixels."""


class Unsampled(Exception):
    """The picture cannot be sampled; the text says why."""


_STEPS = 13
"""Points of the strip along a hexside."""


@dataclass(frozen=True, slots=True)
class Side:
    """The middle of a hexside."""

    strength: float
    """How far its colour is from that of both ends of the hexside, beyond what these vary (Lab)."""
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
    sides = _sides(image, x, y, fitted)
    numbers = [*median.tolist(), *spread.tolist(), rough]
    colour = tuple(int(v) for v in middle)
    return Sample(tuple(round(v, 4) for v in numbers), (colour[0], colour[1], colour[2]), sides)


def _sides(image: Image, x: int, y: int, fitted: Fitted) -> tuple[Side, ...]:
    """Return what the middles of the six hexsides show, seen from inside the hex.

    Along each hexside a strip is read, a little inside the printed line. A road shows as a middle that
    differs from both ends of the strip; ground that changes there does not.
    """
    import numpy as np

    from jdgtools.importers.textures import to_lab

    dy = fitted.engine.dy
    half = int(dy * 0.62) + 2
    patch = image.crop((x - half, y - half, x + half + 1, y + half + 1)).convert("RGB")
    pixels = np.asarray(patch, dtype=np.uint8)
    angles = np.radians(60.0 * np.arange(6) + (0 if not fitted.engine.sideways else 30))
    out = np.stack([np.sin(angles), -np.cos(angles)], axis=1)
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    steps = np.linspace(-0.24, 0.24, _STEPS) * dy
    depths = np.array([0.36, 0.40, 0.44]) * dy
    at = (
        out[:, None, None, :] * depths[None, :, None, None]
        + along[:, None, None, :] * steps[None, None, :, None]
    )
    index = np.clip(np.rint(at + half).astype(int), 0, 2 * half)
    rgb = pixels[index[..., 1], index[..., 0]].astype(np.float64)
    lab = to_lab(rgb).mean(axis=1)
    ends = np.concatenate([lab[:, :4], lab[:, -4:]], axis=1)
    usual = np.median(ends, axis=1)
    noise = np.sqrt(((ends - usual[:, None]) ** 2).sum(axis=-1)).mean(axis=1)
    middle = lab[:, _STEPS // 2 - 1 : _STEPS // 2 + 2]
    apart = np.sqrt(((middle - usual[:, None]) ** 2).sum(axis=-1)).mean(axis=1)
    colours = rgb[:, :, _STEPS // 2 - 1 : _STEPS // 2 + 2].mean(axis=(1, 2))
    found = []
    for d in range(6):
        colour = [int(v) for v in colours[d]]
        found.append(Side(round(float(apart[d] - noise[d]), 3), (colour[0], colour[1], colour[2])))
    return tuple(found)
