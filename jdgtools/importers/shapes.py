"""Shapes of ink from the pictures of counters, and shapes that look alike.

`counter_print.find_shapes` finds them; here are their records, how far two of them are from each other, and
the clusters that the shapes of all counters make. Nothing here knows digits: what a cluster is says the
designer (`digits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

SIDE = 14
"""Height and width of the square into which a shape is drawn."""
ALIKE = 0.2
"""Distance up to which two shapes are of one cluster."""
GRID = 32
"""Cells of a picture's width and height in which ink that is no shape is remembered."""
AKIN, FAR = 0.33, 0.45
"""Distances to the nearest and the farthest cluster up to which one belongs to a group."""
SAME_HEIGHT = 1.3
"""Times that one of them may be as high as the other."""
InkPiece = tuple[int, int, int, int, tuple[Any, Any]]
"""Connected ink in a picture: top, bottom, left, right, and its pixels (rows, columns)."""


class InkShape(Struct, frozen=True):
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
    is_boxed: bool = False
    """Whether a box or patch of another colour than the counter's encloses it."""


class Print(Struct, frozen=True):
    """What is printed on a counter."""

    shapes: tuple[InkShape, ...]
    """From left to right."""
    dashes: tuple[InkShape, ...] = ()
    """Flat pieces of ink, too low for a figure."""
    rest: bytes = b""
    """`GRID` x `GRID` cells, row by row: how much of each is ink that is no shape, 0 to 255."""

    with_patches: Print | None = None
    """The same with what patches of colour enclose told from drawings; None where that is no other print."""

    def every_shape(self) -> tuple[InkShape, ...]:
        """Return the shapes of both ways to look at it."""
        return (
            (*self.shapes, *(s for s in self.with_patches.shapes if s not in self.shapes))
            if self.with_patches
            else self.shapes
        )

    def rest_in(self, left: float, top: float, width: float, height: float) -> float:
        """Return how much of a part of the picture is ink that is no shape; all in shares, 0 to 1."""
        import numpy as np

        if not self.rest:
            return 0.0
        cells = np.frombuffer(self.rest, dtype=np.uint8).reshape(GRID, GRID)
        x, y = max(0, round(left * GRID)), max(0, round(top * GRID))
        part = cells[
            y : max(y + 1, round((top + height) * GRID)), x : max(x + 1, round((left + width) * GRID))
        ]
        return float(part.mean()) / 255 if part.size else 0.0


class Cluster(Struct):
    """Shapes that look alike."""

    mask: bytes
    """The first of them, to which all others are compared."""
    height: float
    members: list[tuple[int, InkShape]]
    """(picture, shape)."""


def components(mask: Any, corners: int = 1) -> list[InkPiece]:
    """Return (top, bottom, left, right, pixels) of what hangs together, by corners, too, if these are 1."""
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
                if runs[other][1] < stop + corners and start < runs[other][2] + corners:
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


def distance(a: bytes, b: bytes) -> float:
    """Return how different two shapes are: 0 for the same, 1 for two that share no ink."""
    import numpy as np

    x, y = np.frombuffer(a, dtype=np.uint8), np.frombuffer(b, dtype=np.uint8)
    return _distances(x[None, :], y)[0]  # type: ignore[no-any-return]


def _distances(masks: Any, mask: Any) -> Any:
    import numpy as np

    many, one = masks.astype(np.int16), mask.astype(np.int16)
    return np.abs(many - one).sum(axis=1) / np.maximum(1, np.maximum(many, one).sum(axis=1))


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
