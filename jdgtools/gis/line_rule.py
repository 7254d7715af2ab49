"""What the rules of roads and of courses share: the map, the battle's settings, the hexes touched."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.runs import HexRun, Runs
from jdgtools.hexgrid import HexGrid


class LineRule:
    """A rule by which lines of the survey become hexes or hexsides."""

    def __init__(self, frame: SurveyFrame, runs: Runs, close: float, choices: Mapping[int, str]) -> None:
        self.frame = frame
        self.grid: HexGrid = frame.layout.grid
        self.runs = runs
        self.close = close
        """Margin below which a choice is a close call."""
        self.choices = choices
        """Hex -> what the designer chose there, in the words of the rule."""
        self.hexes: set[int] = set()
        """Hexes of the lines so far."""

    def touch(self, points: np.ndarray) -> list[HexRun]:
        """Return the runs of a line in order; their hexes count as touched."""
        runs = self.runs.along(points)
        self.hexes.update(run.hex for run in runs)
        return runs

    def open_sides(self, hex_index: int) -> list[int]:
        """Return the directions in which the map ends beside a hex."""
        return [d for d in range(6) if self.grid.neighbour(hex_index, d) is None]
