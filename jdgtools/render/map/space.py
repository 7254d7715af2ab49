"""Room for lettering: boxes already taken, looked up by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.render.bounds import Box
from jdgtools.render.scene import Point


class Space:
    """Boxes on the sheet with the weight of covering each; infinite weight = must not be covered."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._boxes: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def add(self, box: Box, weight: float = float("inf")) -> None:
        """Take a box."""
        for key in self._keys(box):
            self._boxes.setdefault(key, []).append((box, weight))

    def add_line(self, points: Iterable[Point], half: float, weight: float) -> None:
        """Take a line: a small box about each of its points."""
        for x, y in points:
            self.add((x - half, y - half, x + half, y + half), weight)

    def cost(self, box: Box, gap: float = 0.0) -> float:
        """Weight of all boxes that the box would cover."""
        left, top, right, bottom = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
        total = 0.0
        seen: set[int] = set()
        for key in self._keys(box):
            for entry in self._boxes.get(key, ()):
                (x1, y1, x2, y2), weight = entry
                if left < x2 and x1 < right and top < y2 and y1 < bottom and id(entry) not in seen:
                    seen.add(id(entry))
                    total += weight
        return total

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        c = self._cell
        for i in range(int((box[0] - 0.5) // c), int((box[2] + 0.5) // c) + 1):
            for j in range(int((box[1] - 0.5) // c), int((box[3] + 0.5) // c) + 1):
                yield i, j
