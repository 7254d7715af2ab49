"""Room for lettering: boxes on the sheet, looked up by place, with what it costs to cover each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.render.bounds import Box
from jdgtools.render.scene import Point


class Space:
    """Boxes on the sheet with the weight of covering each; infinite weight = must not be covered."""

    def __init__(self, size: float, min_size: float = 0.0) -> None:
        """Begin with an empty sheet, from the size of hexes and that of letters that can be read, mm."""
        self._cell = size
        self.min_size = min_size
        self._boxes: dict[tuple[int, int], list[tuple[float, float, float, float, float, int]]] = {}
        self._count = 0

    def readable(self, size: float) -> float:
        """Return a size of letters, made larger by up to a half where it could not be read."""
        return min(max(size, self.min_size), 1.5 * size)

    def add(self, box: Box, weight: float = float("inf")) -> int:
        """Reserve a box; return its number, by which it can be given back."""
        self._count += 1
        entry = (*box, weight, self._count)
        for key in self._keys(box):
            self._boxes.setdefault(key, []).append(entry)
        return self._count

    def remove(self, box: Box, number: int) -> None:
        """Give back a box that `add` has reserved under a number."""
        for key in self._keys(box):
            self._boxes[key] = [entry for entry in self._boxes[key] if entry[-1] != number]

    def add_line(self, points: Iterable[Point], half: float, weight: float) -> None:
        """Reserve a line: a small box about each of its points."""
        for x, y in points:
            self.add((x - half, y - half, x + half, y + half), weight)

    def cost(self, box: Box, gap: float = 0.0, limit: float = float("inf")) -> float:
        """Return the weight of all boxes that the box would cover; stop at ``limit``."""
        left, top, right, bottom = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
        total = 0.0
        counted: set[int] = set()
        boxes = self._boxes
        for key in self._keys(box):
            for x1, y1, x2, y2, weight, number in boxes.get(key, ()):
                if left < x2 and x1 < right and top < y2 and y1 < bottom and number not in counted:
                    counted.add(number)
                    total += weight
                    if total >= limit:
                        return total
        return total

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        c = self._cell
        rows = range(int((box[1] - 0.5) // c), int((box[3] + 0.5) // c) + 1)
        for i in range(int((box[0] - 0.5) // c), int((box[2] + 0.5) // c) + 1):
            for j in rows:
                yield i, j
