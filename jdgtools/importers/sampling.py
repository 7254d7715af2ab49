"""Samples the hexes of a board's picture: colour, texture, and what the hexsides show."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jdgtools.importers.grids import Fitted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Floats = NDArray[np.float64]

MOST_PIXELS = 40_000_000
"""Largest picture that is decoded to draft terrain."""
MOST_HEXES = 10_000
TILE = 24
"""Edge of the square into which each hex is shrunk, pixels."""


class Unsampled(Exception):
    """The picture cannot be sampled; the text says why."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A hexside and the ground on both its sides."""

    parts: tuple[tuple[float, float, float], ...]
    """L, a, b of each fifth of the hexside, less those of the ground beside it."""
    colour: tuple[int, int, int]
    """Of the hexside."""
    across: float
    """How far one place beside it differs (Lab) from the rest, on both sides and in like colours."""
    across_colour: tuple[int, int, int]
    """Of that place."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one hex looks like."""

    features: tuple[float, ...]
    """L, a, b (median), their spread, and the roughness of L."""
    rgb: tuple[int, int, int]
    edges: tuple[Edge | None, ...] = (None, None, None)
    """By direction 0..2; None at the edge of the picture."""

    @property
    def spread(self) -> float:
        """How much the colours of the hex vary, Lab."""
        return float(sum(v * v for v in self.features[3:6]) ** 0.5)


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
        samples[i] = _sample(image, tiles[i], i, fitted)
    return samples, tiles


def _sample(image: Image, tile: bytes, i: int, fitted: Fitted) -> Sample:
    import numpy as np

    from jdgtools.importers.textures import to_lab

    rgb = np.frombuffer(tile, dtype=np.uint8).reshape(TILE, TILE, 3).astype(np.float64)
    lab = to_lab(rgb)
    median = np.median(lab.reshape(-1, 3), axis=0)
    spread = lab.reshape(-1, 3).std(axis=0)
    light = lab[:, :, 0]
    rough = float(np.abs(np.diff(light, axis=0)).mean() + np.abs(np.diff(light, axis=1)).mean())
    middle = np.median(rgb.reshape(-1, 3), axis=0)
    numbers = [*median.tolist(), *spread.tolist(), rough]
    colour = tuple(int(v) for v in middle)
    edges = tuple(_edge(image, i, d, fitted) for d in range(3))
    return Sample(tuple(round(v, 4) for v in numbers), (colour[0], colour[1], colour[2]), edges)


_PARTS = 5
_BAND = 0.055
"""Half the width of the band along a hexside that a river covers, parts of the distance of hexes."""
_FLANK = (0.13, 0.24)
"""Where the ground beside it is looked at."""


def _edge(image: Image, i: int, d: int, fitted: Fitted) -> Edge | None:
    """Return how the band along a hexside differs from the ground on both its sides, in five parts.

    The less different side counts: a coast or the edge of a wood is no line.
    """
    import numpy as np

    from jdgtools.importers.textures import to_lab

    j = fitted.grid.neighbour(i, d)
    if j is None:
        return None
    (ax, ay), (bx, by) = fitted.centre(i), fitted.centre(j)
    across = np.array([bx - ax, by - ay], dtype=np.float64)
    middle = np.array([ax + bx, ay + by]) / 2
    along = np.array([-across[1], across[0]]) / 3**0.5
    t = np.linspace(-0.42, 0.42, 4 * _PARTS)
    ground = np.linspace(*_FLANK, 5)
    offsets = np.concatenate([-ground, np.linspace(-_BAND, _BAND, 5), ground])
    at = np.rint(middle + t[:, None, None] * along + offsets[None, :, None] * across).astype(int)
    (left, top), (right, bottom) = at.min(axis=(0, 1)).tolist(), at.max(axis=(0, 1)).tolist()
    if left < 0 or top < 0 or right >= image.width or bottom >= image.height:
        return None
    pixels = np.asarray(image.crop((left, top, right + 1, bottom + 1)).convert("RGB"), dtype=np.uint8)
    index = at - np.array([left, top])
    rgb = pixels[index[..., 1], index[..., 0]].astype(np.float64)
    points = to_lab(rgb)
    strength, place = _crossing(points)
    # (points along, offsets, colour) -> (parts, points of a part, offsets, colour)
    lab = points.reshape(_PARTS, 4, 15, 3)
    band = np.median(lab[:, :, 5:10].reshape(_PARTS, -1, 3), axis=1)
    flanks = [np.median(lab[:, :, s].reshape(_PARTS, -1, 3), axis=1) for s in (slice(0, 5), slice(10, 15))]
    apart = np.stack([band - f for f in flanks])
    nearer = (apart**2).sum(axis=-1).argmin(axis=0)
    parts = apart[nearer, np.arange(_PARTS)]
    mean = np.median(rgb[:, 5:10].reshape(-1, 3), axis=0)
    near = np.concatenate([rgb[place : place + 3, 3:5], rgb[place : place + 3, 10:12]])
    crossing = [int(v) for v in near.reshape(-1, 3).mean(axis=0)]
    colour = [int(v) for v in mean]
    return Edge(
        tuple((round(float(p[0]), 3), round(float(p[1]), 3), round(float(p[2]), 3)) for p in parts),
        (colour[0], colour[1], colour[2]),
        strength,
        (crossing[0], crossing[1], crossing[2]),
    )


def _crossing(points: Floats) -> tuple[float, int]:
    """Return how strongly a line crosses a hexside, and at which point along it.

    Args:
        points: Lab of (points along the hexside, 15 offsets across it, 3).

    A line shows on both sides of the hexside, in like colours and nearly opposite places.
    """
    import numpy as np

    apart, lengths = [], []
    ends = 7
    for nearest in (points[:, 2:5], points[:, 10:13]):
        flank = nearest.mean(axis=1)
        outer = np.concatenate([flank[:ends], flank[-ends:]])
        usual = np.median(outer, axis=0)
        # Ground with a pattern varies at the ends as well.
        noise = float(np.sqrt(((outer - usual) ** 2).sum(axis=-1)).mean())
        off = flank[ends:-ends] - usual
        windows = (off[:-2] + off[1:-1] + off[2:]) / 3
        apart.append(windows)
        lengths.append(np.sqrt((windows**2).sum(axis=-1)) - noise)
    best, place = 0.0, len(apart[0]) // 2
    for shift in (-1, 0, 1):
        low, high = max(0, -shift), len(apart[0]) - max(0, shift)
        left, right = apart[0][low:high], apart[1][low + shift : high + shift]
        unlike = np.sqrt(((left - right) ** 2).sum(axis=-1))
        score = np.minimum(lengths[0][low:high], lengths[1][low + shift : high + shift]) - 0.5 * unlike
        at = int(score.argmax())
        if score[at] > best:
            best, place = float(score[at]), at + low
    return round(best, 3), place + ends
