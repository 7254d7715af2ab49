"""Building paths command by command: for shapes that are more than one of the simple items of a scene."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.render.path_data import Command
from jdgtools.render.scene import Paint, Path, Stroke


class PathBuilder:
    """Collects commands of a path; every method returns the builder, ``build`` the frozen ``Path``."""

    __slots__ = ("_commands",)

    def __init__(self) -> None:
        self._commands: list[Command] = []

    def move_to(self, x: float, y: float) -> PathBuilder:
        """Start a subpath at (x, y)."""
        self._commands.append(("M", x, y))
        return self

    def line_to(self, x: float, y: float) -> PathBuilder:
        """Add a straight line to (x, y)."""
        self._commands.append(("L", x, y))
        return self

    def quad_to(self, x1: float, y1: float, x: float, y: float) -> PathBuilder:
        """Append a quadratic curve with one control point."""
        self._commands.append(("Q", x1, y1, x, y))
        return self

    def curve_to(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> PathBuilder:
        """Append a cubic curve with two control points."""
        self._commands.append(("C", x1, y1, x2, y2, x, y))
        return self

    def arc_to(
        self,
        rx: float,
        ry: float,
        x: float,
        y: float,
        *,
        large: bool = False,
        sweep: bool = True,
        angle: float = 0.0,
    ) -> PathBuilder:
        """Append an elliptical arc to (x, y); ``sweep`` = clockwise on paper."""
        self._commands.append(("A", rx, ry, angle, int(large), int(sweep), x, y))
        return self

    def close(self) -> PathBuilder:
        """Close the subpath."""
        self._commands.append(("Z",))
        return self

    def polyline(self, points: Iterable[tuple[float, float]]) -> PathBuilder:
        """Open chain of lines as a new subpath."""
        letter = "M"
        for x, y in points:
            self._commands.append((letter, x, y))
            letter = "L"
        return self

    def polygon(self, points: Iterable[tuple[float, float]]) -> PathBuilder:
        """Append a closed chain of lines as a new subpath."""
        return self.polyline(points).close()

    def circle(self, cx: float, cy: float, r: float) -> PathBuilder:
        """Append a circle as a new subpath."""
        self.move_to(cx - r, cy)
        return self.arc_to(r, r, cx + r, cy).arc_to(r, r, cx - r, cy).close()

    def extend(self, commands: Iterable[Command]) -> PathBuilder:
        """Append absolute commands."""
        self._commands.extend(commands)
        return self

    def commands(self) -> tuple[Command, ...]:
        """Return what was collected so far."""
        return tuple(self._commands)

    def build(
        self,
        fill: Paint | None = None,
        stroke: Stroke | None = None,
        opacity: float = 1.0,
        even_odd: bool = False,
    ) -> Path:
        """Return the path as a frozen item."""
        return Path(tuple(self._commands), fill, stroke, opacity, even_odd)
