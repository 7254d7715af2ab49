"""Shapes in the pictures of counters: what stands out from its surroundings, and shapes that look alike.

Nothing here knows digits: it finds connected ink of the height of a figure, makes all of one size, and sorts
them into clusters. What a cluster is says the designer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.untrusted import FileRefused
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
_CONTRASTS = (55, 85, 115, 145, 175)
"""Differences from the surroundings from which a pixel is ink. What is no figure is looked at with the next:
pale ink joins a figure to a dash, a frame or its neighbour."""
_BOX_EDGE = 0.85
"""Share of the edge of a box that has its colour."""
_FRAME = 0.08
"""Share of the picture at its edges where parts of larger ink are the counter's frame."""


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
    except FileRefused:
        return None
    import numpy as np

    width, height = pair(result)
    if min(width, height) < 16:
        return None
    image = np.frombuffer(result[8:], dtype=np.uint8).reshape(height, width, 3)
    ink = _ink(image)
    shapes: list[Shape] = []
    part = np.ones((height, width), dtype=bool)
    for contrast in _CONTRASTS:
        rest = np.zeros((height, width), dtype=bool)
        for top, bottom, left, right, pixels in _components((ink > contrast) & part):
            high, wide = bottom - top, right - left
            if high < max(5, MIN_HEIGHT * height) or wide < 2:
                continue
            rows, columns = pixels
            inner = _figures_in_box(image[top:bottom, left:right], MIN_HEIGHT * height)
            if inner and high <= MAX_HEIGHT * height:
                shapes += [
                    Shape(mask, (left + x) / width, (top + y) / height, w / width, h / height, rgb)
                    for mask, x, y, w, h, rgb in inner
                ]
                continue
            inside = left > 0 and top > 0 and right < width and bottom < height
            x, y = (left + right) / 2 / width, (top + bottom) / 2 / height
            if contrast > _CONTRASTS[0] and min(x, y, 1 - x, 1 - y) < _FRAME:
                continue
            if high > MAX_HEIGHT * height or wide > 1.3 * high or not inside:
                rest[rows, columns] = True
                continue
            mask, rgb = _draw(image, ink, top, bottom, left, right, pixels)
            shapes.append(Shape(mask, left / width, top / height, wide / width, high / height, rgb))
        if len(shapes) > MAX_SHAPES_OF_PICTURE:
            return []
        part = rest
    return sorted(shapes, key=lambda s: (s.left, s.top))


def _draw(
    image: Bytes, ink: Any, top: int, bottom: int, left: int, right: int, pixels: tuple[Any, Any]
) -> tuple[bytes, tuple[int, int, int]]:
    """Return a piece of ink as a shape's square, and its colour."""
    import numpy as np

    rows, columns = pixels
    box = np.zeros((bottom - top, right - left), dtype=np.uint8)
    box[rows - top, columns - left] = ink[rows, columns]
    strong = ink[rows, columns] >= np.percentile(ink[rows, columns], 60)
    colour = np.median(image[rows[strong], columns[strong]], axis=0)
    return _scale(box), (int(colour[0]), int(colour[1]), int(colour[2]))


def _figures_in_box(
    image: Bytes, least: float
) -> list[tuple[bytes, int, int, int, int, tuple[int, int, int]]]:
    """Return (mask, left, top, width, height, colour) of the figures in a box of one colour; [] for no box.

    Args:
        image: what the piece of ink takes up.
        least: least height of a figure, in pixels.
    """
    import numpy as np

    height, width, _ = image.shape
    if not 0.4 * height < width < 2.5 * height or height < 8:
        return []
    pixels = image.astype(np.int16)
    edge = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    ground = np.median(edge, axis=0)
    if (np.abs(edge - ground).max(axis=1) < _CONTRASTS[0]).mean() < _BOX_EDGE:
        return []
    ink = np.minimum(255, np.abs(pixels - ground).max(axis=2)).astype(np.uint8)
    figures = []
    for top, bottom, left, right, inside in _components(ink > 2 * _CONTRASTS[0]):
        high, wide = bottom - top, right - left
        if high < max(5, least, 0.45 * height) or not 2 <= wide <= 1.3 * high:
            continue
        if left > 0 and top > 0 and right < width and bottom < height:
            mask, rgb = _draw(image, ink, top, bottom, left, right, inside)
            figures.append((mask, left, top, wide, high, rgb))
    return figures


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
