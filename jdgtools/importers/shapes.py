"""Shapes in the pictures of counters: what stands out from its surroundings, and shapes that look alike.

Nothing here knows digits: it finds connected ink of the height of a figure, makes all of one size, and sorts
them into clusters. What a cluster is says the designer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.untrusted import Refused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

MAX_PIXELS = 250_000
"""Largest picture in which shapes are looked for; larger ones are boards and cards."""
SIDE = 14
"""Height and width of the square into which a shape is drawn."""
MIN_HEIGHT, MAX_HEIGHT = 0.08, 0.45
"""Height of a shape as a share of the picture's."""
MAX_SHAPES_OF_PICTURE = 40
"""More pieces of ink are texture, not print."""
ALIKE = 0.2
"""Distance up to which two shapes are of one cluster."""
SAME_HEIGHT = 1.3
"""Times that one of them may be as high as the other."""
_CONTRAST = 55
"""Difference from the surroundings from which a pixel is ink."""


class Shape(Struct, frozen=True):
    """A piece of ink on a counter."""

    mask: bytes
    """`SIDE` x `SIDE` pixels, 0 to 255, row by row; as high as the square, in its middle."""
    left: float
    """Left edge as a share of the picture's width."""
    top: float
    """Upper edge as a share of the picture's height."""
    width: float
    height: float
    rgb: tuple[int, int, int]
    """Colour of the ink."""


class Cluster(Struct):
    """Shapes that look alike."""

    mask: bytes
    """The first of them, to which all others are compared."""
    height: float
    members: list[tuple[int, Shape]]
    """(picture, shape)."""


def find_shapes(data: bytes) -> list[Shape] | None:
    """Return the shapes of a picture, from left to right; None where it cannot be read or is no counter."""
    try:
        result = decode_uncached("rasters:module_pixels", data, max_pixels=MAX_PIXELS)
    except Refused:
        return None
    import numpy as np

    width, height = pair(result)
    if min(width, height) < 16:
        return None
    image = np.frombuffer(result[8:], dtype=np.uint8).reshape(height, width, 3)
    ink = _ink(image)
    shapes = []
    for top, bottom, left, right, pixels in _components(ink > _CONTRAST):
        high, wide = bottom - top, right - left
        if (
            not MIN_HEIGHT * height <= high <= MAX_HEIGHT * height
            or high < 5
            or wide > 1.3 * high
            or wide < 2
        ):
            continue
        if left == 0 or top == 0 or right == width or bottom == height:
            continue
        rows, columns = pixels
        box = np.zeros((high, wide), dtype=np.uint8)
        box[rows - top, columns - left] = np.minimum(255, ink[rows, columns])
        strong = ink[rows, columns] >= np.percentile(ink[rows, columns], 60)
        colour = np.median(image[rows[strong], columns[strong]], axis=0)
        rgb = (int(colour[0]), int(colour[1]), int(colour[2]))
        shapes.append(
            Shape(_scale(box), left / width, top / height, wide / width, high / height, rgb)
        )  # fmt: skip
    return sorted(shapes, key=lambda s: (s.left, s.top)) if len(shapes) <= MAX_SHAPES_OF_PICTURE else []


def _ink(image: Bytes) -> Any:
    """Return by how much every pixel differs from the middle colour around it, 0 to 255."""
    import numpy as np
    from PIL import Image, ImageFilter

    height, width, _ = image.shape
    reach = max(5, int(0.28 * min(width, height))) | 1
    # The middle of every fourth pixel is as good, and a filter of that size is slow.
    small = Image.fromarray(image).resize((max(8, width // 2), max(8, height // 2)), Image.Resampling.NEAREST)
    ground = small.filter(ImageFilter.MedianFilter(max(3, reach // 2 | 1))).resize((width, height))
    difference = np.abs(image.astype(np.int16) - np.asarray(ground, dtype=np.int16)).max(axis=2)
    return difference.astype(np.uint8)


def _components(mask: Any) -> list[tuple[int, int, int, int, tuple[Any, Any]]]:
    """Return (top, bottom, left, right, pixels) of what hangs together, corners included."""
    import numpy as np

    parents: list[int] = []
    runs: list[tuple[int, int, int]] = []

    def root(n: int) -> int:
        while parents[n] != n:
            parents[n] = parents[parents[n]]
            n = parents[n]
        return n

    above: list[int] = []
    for y in range(mask.shape[0]):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], mask[y].astype(np.int8), [0]))))
        here = []
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            parents.append(len(runs))
            here.append(len(runs))
            runs.append((y, start, stop))
            for other in above:
                if runs[other][1] <= stop and start <= runs[other][2]:
                    parents[root(other)] = root(here[-1])
        above = here
    groups: dict[int, list[tuple[int, int, int]]] = {}
    for n, run in enumerate(runs):
        groups.setdefault(root(n), []).append(run)
    components = []
    for group in groups.values():
        rows = np.concatenate([np.full(stop - start, y) for y, start, stop in group])
        columns = np.concatenate([np.arange(start, stop) for _, start, stop in group])
        components.append(
            (
                int(rows.min()),
                int(rows.max()) + 1,
                int(columns.min()),
                int(columns.max()) + 1,
                (rows, columns),
            )
        )
    return components


def _scale(box: Any) -> bytes:
    """Return a shape at the height of the square, its darkest ink at 255."""
    import numpy as np
    from PIL import Image

    box = (box.astype(np.float32) * (255.0 / max(1, int(box.max())))).astype(np.uint8)
    width = max(1, min(SIDE, round(box.shape[1] * SIDE / box.shape[0])))
    image = Image.fromarray(box).resize((width, SIDE), Image.Resampling.BILINEAR)
    square = Image.new("L", (SIDE, SIDE), 0)
    square.paste(image, ((SIDE - width) // 2, 0))
    return square.tobytes()


def distance(a: bytes, b: bytes) -> float:
    """Return how different two shapes are: 0 for the same, 1 for two that share no ink."""
    import numpy as np

    x, y = np.frombuffer(a, dtype=np.uint8), np.frombuffer(b, dtype=np.uint8)
    return _distances(x[None, :], y)[0]  # type: ignore[no-any-return]


def _distances(masks: Any, mask: Any) -> Any:
    import numpy as np

    many, one = masks.astype(np.int16), mask.astype(np.int16)
    return np.abs(many - one).sum(axis=1) / np.maximum(1, np.maximum(many, one).sum(axis=1))


def nearest(shape: Shape, masks: Any, heights: Any) -> list[tuple[float, int]]:
    """Return (distance, index) of the shapes of a table that are as high, the most alike first.

    Args:
        shape: what is compared.
        masks: the table, one mask a row.
        heights: their heights as shares of the picture.
    """
    import numpy as np

    if not len(heights):
        return []
    distances = _distances(masks, np.frombuffer(shape.mask, dtype=np.uint8))
    near = (heights < shape.height * SAME_HEIGHT) & (shape.height < heights * SAME_HEIGHT)
    return sorted((float(distances[n]), int(n)) for n in np.flatnonzero(near))[:6]


def cluster(pictures: Sequence[Sequence[Shape] | None]) -> list[Cluster]:
    """Return the clusters of the shapes of many pictures, the largest first; always the same ones."""
    import numpy as np

    clusters: list[Cluster] = []
    masks: list[bytes] = []
    for n, shapes in enumerate(pictures):
        for shape in shapes or ():
            table = np.frombuffer(b"".join(masks), dtype=np.uint8).reshape(len(masks), SIDE * SIDE)
            order = nearest(shape, table, np.array([c.height for c in clusters]))
            if order and order[0][0] <= ALIKE:
                clusters[order[0][1]].members.append((n, shape))
            else:
                clusters.append(Cluster(shape.mask, shape.height, [(n, shape)]))
                masks.append(shape.mask)
    return sorted(clusters, key=lambda c: -len(c.members))
