"""Which zone of a board lies under a pixel, within a budget for the whole module."""

from __future__ import annotations

from jdgtools.importers.boards import BoardZone, ModuleBoard

MAX_WORK = 12_000_000
"""Most corners of zones that are compared with places of pieces, for the whole module."""


class ZoneFinder:
    """Finds the zone at a pixel of a board, the first that holds it, within a budget of corners looked at."""

    def __init__(self) -> None:
        """Start with the whole budget."""
        self.left = MAX_WORK
        self._zones: dict[tuple[int, int, int], BoardZone | None] = {}

    def at(self, board: ModuleBoard, x: int, y: int) -> BoardZone | None:
        """Return the zone at a pixel of the board itself; None when the budget is spent, too."""
        key = (id(board), x, y)
        if key not in self._zones:
            self._zones[key] = self._search(board, x, y)
        return self._zones[key]

    def _search(self, board: ModuleBoard, x: int, y: int) -> BoardZone | None:
        for zone in board.zones:
            left, top, right, bottom = zone.box
            self.left -= 1
            if left <= x <= right and top <= y <= bottom:
                self.left -= len(zone.path)
                if self.left < 0:
                    return None
                if zone.holds(x, y):
                    return zone
            if self.left < 0:
                return None
        return None
