"""Room for lettering on the map: boxes of what must not be covered, and what covering each costs.

Lettering (`lettering`, `solver`) puts a name where it costs least. Drawers of numbers, flags and names
reserve their boxes here first; a box of infinite weight is never covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from jdgtools.render.bounds import Box
from jdgtools.render.scene import Point

INFINITE = float("inf")


class Space:
    """Boxes on the sheet with the weight of covering each; infinite weight = must not be covered."""

    def __init__(self, size: float, min_size: float = 0.0) -> None:
        """Begin with an empty sheet, from the size of hexes and that of letters that can be read, mm."""
        self.size = size
        self.min_size = min_size
        self._boxes: dict[tuple[int, int], list[tuple[float, float, float, float, float, int, int]]] = {}
        self._count = 0

    def readable(self, size: float) -> float:
        """Return a size of letters, made larger by up to a half where it could not be read."""
        return min(max(size, self.min_size), 1.5 * size)

    def add(self, box: Box, weight: float = INFINITE, owner: int = 0) -> int:
        """Reserve a box; return its number, by which it can be given back.

        Args:
            box: what is taken, mm.
            weight: what it costs to cover it.
            owner: number of the label that stands there and may move; 0 = nothing that moves.
        """
        self._count += 1
        entry = (*box, weight, self._count, owner)
        for key in self._keys(box):
            self._boxes.setdefault(key, []).append(entry)
        return self._count

    def remove(self, box: Box, number: int) -> None:
        """Give back a box that `add` has reserved under a number."""
        for key in self._keys(box):
            self._boxes[key] = [entry for entry in self._boxes[key] if entry[5] != number]

    def add_line(self, points: Sequence[Point], half: float, weight: float) -> None:
        """Reserve a line: the box of every piece from point to point, so that nothing crosses it unseen."""
        for (x1, y1), (x2, y2) in pairwise(points):
            left, right = (x1, x2) if x1 < x2 else (x2, x1)
            top, bottom = (y1, y2) if y1 < y2 else (y2, y1)
            self.add((left - half, top - half, right + half, bottom + half), weight)

    def add_points(self, points: Iterable[Point], half: float, weight: float) -> None:
        """Reserve a small box about each of some points."""
        for x, y in points:
            self.add((x - half, y - half, x + half, y + half), weight)

    def cost(self, box: Box, gap: float = 0.0, limit: float = INFINITE) -> float:
        """Return the weight of all boxes that the box would cover; stop at ``limit``."""
        left, top, right, bottom = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
        total = 0.0
        owners_counted: set[int] = set()
        boxes = self._boxes
        for key in self._keys(box):
            for x1, y1, x2, y2, weight, number, _ in boxes.get(key, _NONE):
                if left < x2 and x1 < right and top < y2 and y1 < bottom and number not in owners_counted:
                    owners_counted.add(number)
                    total += weight
                    if total >= limit:
                        return total
        return total

    def cover(self, boxes: Iterable[Box], gap: float, limit: float) -> tuple[float, set[int]]:
        """Return the weight of what does not move and would be covered, and the owners of what might.

        Args:
            boxes: what would be taken, mm.
            gap: distance that they keep, mm.
            limit: the weight from which on it is too much.
        """
        total = 0.0
        owners: set[int] = set()
        owners_counted: set[int] = set()
        for box in boxes:
            left, top, right, bottom = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
            for key in self._keys(box):
                for x1, y1, x2, y2, weight, number, owner in self._boxes.get(key, _NONE):
                    if left < x2 and x1 < right and top < y2 and y1 < bottom and number not in owners_counted:
                        owners_counted.add(number)
                        if owner:
                            owners.add(owner)
                        else:
                            total += weight
                            if total >= limit:
                                return total, owners
        return total, owners

    def _keys(self, box: Box) -> list[tuple[int, int]]:
        c = self.size
        left, right = int((box[0] - 0.5) // c), int((box[2] + 0.5) // c)
        top, bottom = int((box[1] - 0.5) // c), int((box[3] + 0.5) // c)
        if left == right and top == bottom:
            return [(left, top)]
        return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


_NONE: tuple[tuple[float, float, float, float, float, int, int], ...] = ()
