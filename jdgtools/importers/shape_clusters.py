"""Shapes that look alike: clusters of one print, groups of one sign in other sizes and inks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from jdgtools.importers.shapes import SIDE, InkShape, components

ALIKE = 0.2
"""Distance up to which two shapes are of one cluster."""
AKIN, FAR = 0.33, 0.45
"""Distances to the nearest and the farthest cluster up to which one belongs to a group."""
WIDE_SHAPE = 10
"""Columns of ink from which a shape may be a figure in a disc or a box."""
SAME_HEIGHT = 1.3
"""Times that one of them may be as high as the other."""


class Cluster(Struct):
    """Shapes that look alike."""

    mask: bytes
    """The first of them, to which all others are compared."""
    height: float
    members: list[tuple[int, InkShape]]
    """(picture, shape)."""


def _distances(masks: Any, mask: Any) -> Any:
    """Return how far shapes are from one: what differs as a share of their ink, or of the figure in it.

    In a disc or a box with a figure nearly all is ink; what tells one from another is what is left out.
    """
    import numpy as np

    many, one = masks.astype(np.int16), mask.astype(np.int16)
    ink = np.maximum(many, one)
    columns = (ink.reshape(-1, SIDE, SIDE).max(axis=1) > 0).sum(axis=1)
    blank = columns * SIDE * 255 - np.minimum(many, one).sum(axis=1)
    whole = np.where(columns >= WIDE_SHAPE, np.minimum(ink.sum(axis=1), blank), ink.sum(axis=1))
    return np.abs(many - one).sum(axis=1) / np.maximum(1, whole)


def nearest(shape: InkShape, masks: Any, heights: Any) -> list[tuple[float, int]]:
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


def cluster(pictures: Sequence[Iterable[InkShape]]) -> list[Cluster]:
    """Return the clusters of the shapes of many pictures, the largest first; always the same ones."""
    import numpy as np

    clusters: list[Cluster] = []
    masks: list[bytes] = []
    for n, shapes in enumerate(pictures):
        for shape in shapes:
            table = np.frombuffer(b"".join(masks), dtype=np.uint8).reshape(len(masks), SIDE * SIDE)
            order = nearest(shape, table, np.array([c.height for c in clusters]))
            if order and order[0][0] <= ALIKE:
                clusters[order[0][1]].members.append((n, shape))
            else:
                clusters.append(Cluster(shape.mask, shape.height, [(n, shape)]))
                masks.append(shape.mask)
    return sorted(clusters, key=lambda c: -len(c.members))


def groups(clusters: Sequence[Cluster]) -> list[list[Cluster]]:
    """Return clusters that are one sign in other sizes and inks, the largest group first.

    The designer is asked once for a group; what is read is still compared with every cluster of it.
    """
    import numpy as np

    signs: list[list[Cluster]] = []
    holes: list[tuple[tuple[float, int], ...]] = []
    for one in clusters:
        mask, holes_here = np.frombuffer(one.mask, dtype=np.uint8), holes_of(one.mask)
        near = [
            (float(distances.max()), n)
            for n, group in enumerate(signs)
            if same_holes(holes_here, holes[n])
            and (distances := _distances(_table(c.mask for c in group), mask)).min() <= AKIN
            and distances.max() <= FAR
        ]
        if near:
            signs[min(near)[1]].append(one)
        else:
            signs.append([one])
            holes.append(holes_here)
    return sorted(signs, key=lambda group: -sum(len(c.members) for c in group))


@lru_cache(maxsize=20_000)
def holes_of(mask: bytes) -> tuple[tuple[float, int], ...]:
    """Return (height of the middle, size) of what a shape's ink encloses, in pixels, from the top."""
    import numpy as np

    empty = np.ones((SIDE + 2, SIDE + 2), dtype=bool)
    empty[1:-1, 1:-1] = _table([mask])[0].reshape(SIDE, SIDE) < 96
    holes = [
        (float(rows.mean()), len(rows))
        for top, _, left, _, (rows, _) in components(empty, corners=0)
        if top > 0 and left > 0 and len(rows) > 1
    ]
    return tuple(sorted(holes))


def same_holes(a: Sequence[tuple[float, int]], b: Sequence[tuple[float, int]]) -> bool:
    """Return whether two shapes have as many holes, at the same heights and about as large."""
    return len(a) == len(b) and all(
        abs(y - other) < 1.2 and max(size, wide) <= 2.5 * min(size, wide)
        for (y, size), (other, wide) in zip(a, b, strict=True)
    )


def _table(masks: Iterable[bytes]) -> Any:
    import numpy as np

    return np.frombuffer(b"".join(masks), dtype=np.uint8).reshape(-1, SIDE * SIDE)
