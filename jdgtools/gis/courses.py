"""Rivers, walls and other lines of hexsides: they run between the banks.

1. Each hex that a line crosses lies on the bank on which most of its area lies; with equal halves it lies on
   the left bank. The course runs along the hexsides between the left and the right bank.
2. A line that looks into a hex and leaves it by the hexside through which it came, cutting off less than half
   of it, does not go there.
3. Where a line begins or ends inside a hex, the course goes to the corner of the hex nearest to that end; if
   the end lies on another line of the kind (a confluence), to the nearest corner of that line's course.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot

import numpy as np
from msgspec import Struct

from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.line_rule import LineRule
from jdgtools.gis.lines import FeatureCourse
from jdgtools.gis.runs import HexRun, Runs
from jdgtools.gis.terrain import percent
from jdgtools.hexgrid import Corner, Hexside
from jdgtools.model.survey import CloseCall

Point = tuple[float, float]
_GAP = 1e-3


class Reach(Struct, frozen=True):
    """One hexside of a course."""

    side: Hexside
    left: int
    """The hex on its left as the line is drawn."""
    right: int


class _Pass(Struct):
    """A line on its way through a hex, from hexside to hexside."""

    hex: int
    points: list[Point]
    enter: int
    leave: int
    """Directions 0..5; the same where the line comes back."""


class CourseRule(LineRule):
    """The rule of courses; the designer settles a hex as `left` or `right`."""

    def __init__(self, frame: SurveyFrame, runs: Runs, close: float, choices: Mapping[int, str]) -> None:
        super().__init__(frame, runs, close, choices)
        self.earlier: list[tuple[set[int], set[Corner]]] = []
        """Hexes and corners of the courses so far."""

    def reaches(self, course: FeatureCourse) -> tuple[list[Reach], list[CloseCall]]:
        """Return the hexsides of a line in order, and its close calls."""
        reaches: list[Reach] = []
        calls: list[CloseCall] = []
        points = self._begun_at_a_hexside(course)
        runs = self.touch(points)
        is_closed = course.is_closed and len({run.hex for run in runs}) > 1
        total = float(np.hypot(*np.diff(points, axis=0).T).sum())
        parts = self._parts(runs)
        if is_closed and len(parts) > 1:
            # Turned to begin on a hexside, the ring goes on there, and ends only at the map edge.
            parts = [[*parts[-1], *parts[0]], *parts[1:-1]]
            is_closed = False
            total = float("inf")
        for part in parts:
            begins = course.joined_ends[0] if part[0].start <= _GAP and not course.is_closed else None
            ends = course.joined_ends[1] if total - part[-1].end <= _GAP and not course.is_closed else None
            corners = self._corners(part, (begins, ends), is_closed, calls)
            reaches.extend(self._along(corners, is_closed))
            self.earlier.append(({run.hex for run in part}, set(corners)))
        return reaches, calls

    def _begun_at_a_hexside(self, course: FeatureCourse) -> np.ndarray:
        """Return the points; those of a ring across hexsides begin where it enters a hex."""
        points = course.points
        if not course.is_closed:
            return points
        runs = self.runs.along(points)
        if len({run.hex for run in runs}) < 2:
            return points
        cut = next(run.end for run, after in pairwise(runs) if run.hex != after.hex)
        marks = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
        start = np.array([[np.interp(cut, marks, points[:, 0]), np.interp(cut, marks, points[:, 1])]])
        return np.concatenate((start, points[marks > cut], points[1:][marks[1:] < cut], start))

    def _parts(self, runs: Sequence[HexRun]) -> list[list[HexRun]]:
        """Return the runs between the places where the line leaves the map or steps over a corner."""
        parts: list[list[HexRun]] = []
        for run in runs:
            last = parts[-1][-1] if parts else None
            if last is not None and last.hex == run.hex and run.start - last.end <= _GAP:
                parts[-1][-1] = HexRun(run.hex, (*last.points, *run.points), last.start, run.end)
            elif (
                last is not None
                and run.start - last.end <= _GAP
                and self.grid.direction(last.hex, run.hex) is not None
            ):
                parts[-1].append(run)
            else:
                parts.append([run])
        return parts

    # --- passes --------------------------------------------------------------------------------

    def _corners(
        self,
        part: list[HexRun],
        tips: tuple[bool | None, bool | None],
        is_closed: bool,
        calls: list[CloseCall],
    ) -> list[Corner]:
        """Return the corners of the course, in order.

        Args:
            part: a line without gaps.
            tips: for its begin and its end: None unless it lies inside a hex; else whether it lies on another
                line.
            is_closed: whether it is a ring.
            calls: close calls are added here.
        """
        inside = (tips[0] is not None, tips[1] is not None)
        if len(part) == 1 and any(inside):
            return []  # it begins and ends within one hex, or at the map edge beside it
        passes = self._passes(part, int(inside[0]), len(part) - int(inside[1]), is_closed)
        corners: list[Corner] = []
        for one in passes:
            left = self._left_share(one)
            bank = self.choices.get(one.hex) or ("left" if left >= 0.5 else "right")
            margin = round(abs(left - 0.5), 6)
            if margin * 2 < self.close and one.hex not in self.choices:
                why = f"{percent(left)} of it lie on the left of the line, {percent(1 - left)} on the right"
                calls.append(
                    CloseCall("bank", one.hex, bank, "right" if bank == "left" else "left", margin * 2, why)
                )
            corners.extend(self.grid.corner(one.hex, k) for k in _arc(one, bank))
        if not passes:
            corners = self._shared_corner(part) if len(part) > 1 else []
        if inside[0] and corners:
            first = self._end(part[0], part[0].points[0], corners[0], bool(tips[0]))
            corners = [*reversed(first), *corners]
        if inside[1] and corners:
            corners = [*corners, *self._end(part[-1], part[-1].points[-1], corners[-1], bool(tips[1]))]
        return corners

    def _passes(self, part: list[HexRun], first: int, end: int, is_closed: bool) -> list[_Pass]:
        """Return the passes of a line through hexes, without looks into a hex that lead nowhere."""
        passes: list[_Pass] = []
        for n in range(first, end):
            run = part[n]
            before = part[n - 1].hex if n or is_closed else None
            after = part[(n + 1) % len(part)].hex if n + 1 < len(part) or is_closed else None
            enter = self.grid.direction(run.hex, before) if before is not None else self._edge(run, 0)
            leave = self.grid.direction(run.hex, after) if after is not None else self._edge(run, -1)
            if enter is None or leave is None:
                continue
            passes.append(_Pass(run.hex, list(run.points), enter, leave))
        n = 0
        while n < len(passes):
            one = passes[n]
            if one.enter == one.leave and self._leads_nowhere(one):
                del passes[n]
                if 0 < n < len(passes) and passes[n - 1].hex == passes[n].hex:
                    back = passes[n - 1]
                    passes[n - 1] = _Pass(
                        back.hex, back.points + passes[n].points, back.enter, passes[n].leave
                    )
                    del passes[n]
                    n -= 1
                n = max(0, n - 1)
                continue
            n += 1
        return passes

    def _leads_nowhere(self, one: _Pass) -> bool:
        left = self._left_share(one)
        bank = self.choices.get(one.hex) or ("left" if left >= 0.5 else "right")
        return not _arc(one, bank)

    def _edge(self, run: HexRun, end: int) -> int | None:
        """Return the hexside of the map edge through which a run comes from outside, or leaves."""
        x, y = run.points[end]

        def distance(d: int) -> float:
            (x1, y1), (x2, y2) = self.frame.layout.side_ends(self.grid.hexside(run.hex, d))
            along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
            t = min(1.0, max(0.0, along))
            return round((x1 + t * (x2 - x1) - x) ** 2 + (y1 + t * (y2 - y1) - y) ** 2, 3)

        return min(self.open_sides(run.hex), key=lambda d: (distance(d), d), default=None)

    def _left_share(self, one: _Pass) -> float:
        """Return the share of the hex that lies on the left of the line, 0 to 1."""
        layout = self.frame.layout
        ring = [*one.points, *reversed([layout.corner(one.hex, k) for k in _clockwise(one)])]
        twice = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True))
        # With y downwards the left part, whose outline runs back along the left, has a negative sum.
        return round(min(1.0, max(0.0, -twice / 2 / self.frame.hex_area)), 6)

    # --- ends ----------------------------------------------------------------------------------

    def _shared_corner(self, part: list[HexRun]) -> list[Corner]:
        """Return for a line from a hex into the next the corner of their hexside nearer to its ends."""
        a, b = part[0], part[-1]
        side = self.grid.side_between(a.hex, b.hex) if len(part) == 2 else None
        if side is None:
            return []
        tips = (a.points[0], b.points[-1])

        def distance(corner: Corner) -> float:
            x, y = self.frame.layout.corner(corner.a, corner.k)
            return round(sum(hypot(x - u, y - v) for u, v in tips), 3)

        return [min(self.grid.side_ends(side), key=lambda c: (distance(c), c))]

    def _end(self, run: HexRun, tip: Point, start: Corner, joins: bool) -> list[Corner]:
        """Return the corners after `start` around the hex of an end, to the corner nearest to the tip.

        Where the end lies on another line, only corners of that line's course count.
        """
        grid, layout = self.grid, self.frame.layout
        ring = [grid.corner(run.hex, k) for k in range(6)]
        if start not in ring:
            return []
        earlier = [corners for hexes, corners in self.earlier if joins and run.hex in hexes]
        earlier_corners = {c for corners in earlier for c in ring if c in corners}

        def distance(k: int) -> float:
            x, y = layout.corner(run.hex, k)
            return round((x - tip[0]) ** 2 + (y - tip[1]) ** 2, 3)

        first = ring.index(start)
        target = min(
            (k for k in range(6) if not earlier_corners or ring[k] in earlier_corners),
            key=lambda k: (distance(k), k),
        )
        steps = (target - first) % 6
        turns = range(1, steps + 1) if steps <= 3 else range(-1, steps - 7, -1)
        return [ring[(first + t) % 6] for t in turns]

    # --- hexsides ------------------------------------------------------------------------------

    def _along(self, corners: list[Corner], is_closed: bool) -> list[Reach]:
        """Return the hexsides between corners that follow each other; what goes to and fro cancels out."""
        grid = self.grid
        if is_closed and corners and corners[0] != corners[-1]:
            corners = [*corners, corners[0]]
        path: list[Corner] = []
        for corner in corners:
            if path and path[-1] == corner:
                continue
            if len(path) > 1 and path[-2] == corner:
                path.pop()
                continue
            path.append(corner)
        reaches = []
        for a, b in pairwise(path):
            side = next((s for s in grid.corner_sides(a) if b in grid.side_ends(s)), None)
            beyond = grid.neighbour(side.a, side.d) if side is not None else None
            if side is None or beyond is None:
                continue  # nothing lies across the map edge
            one, _ = grid.side_ends(side)  # clockwise as seen from its hex: that hex lies on the right
            reaches.append(Reach(side, beyond, side.a) if one == a else Reach(side, side.a, beyond))
        return reaches


def _clockwise(one: _Pass) -> list[int]:
    """Return the corners on the left of the line: clockwise from the hexside of entry to that of leaving."""
    if one.enter != one.leave:
        return [(one.enter + k) % 6 for k in range((one.leave - one.enter) % 6)]
    return [] if _ahead(one) else [(one.enter + k) % 6 for k in range(6)]


def _arc(one: _Pass, bank: str) -> list[int]:
    """Return the corners along which the course runs if the hex lies on the bank, in the line's direction."""
    left = _clockwise(one)
    if bank == "right":
        return left
    return [(one.enter - 1 - k) % 6 for k in range(6 - len(left))]


def _ahead(one: _Pass) -> bool:
    """Return whether a line that comes back through its hexside leaves it further on clockwise."""
    area = sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(one.points, [*one.points[1:], one.points[0]], strict=True)
    )
    # The loop that it makes inside the hex then runs anticlockwise (y downwards: negative).
    return area < 0
