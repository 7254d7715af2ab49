"""Courses of slopes, hedges and works along hexsides, smooth where one hexside follows another.

A feature belongs to a hexside, but it is drawn near it: corners that two hexsides share are rounded.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.scene import Point

_PULL = 0.8
"""How far a corner past which a line runs is pulled towards its neighbours."""


class Courses:
    """Natural courses of hexsides, that pass smoothly into each other where two of them meet.

    Args:
        frame: the map on paper.
        kinds: of the features that count.
    """

    def __init__(self, frame: MapFrame, kinds: Iterable[str]) -> None:
        self._frame = frame
        self._links: dict[Lattice, dict[Lattice, set[str]]] = {}
        """Corner -> the other ends of its hexsides with features, and the kinds of these."""
        kinds_counted = frozenset(kinds)
        for feature in frame.map.features:
            if feature.kind in kinds_counted:
                a, b = frame.side_keys(feature.side)
                self._links.setdefault(a, {}).setdefault(b, set()).add(feature.kind)
                self._links.setdefault(b, {}).setdefault(a, set()).add(feature.kind)

    def course(self, a: Lattice, b: Lattice, kind: str = "") -> tuple[Point, ...]:
        """Return seven points from corner to corner.

        Args:
            a: the corner where the course begins.
            b: where it ends.
            kind: of the feature; where several others meet it in a corner it runs on into its own kind.
        """
        bend = self._frame.natural_point
        raw_first = bend((2 * a[0] + b[0], 2 * a[1] + b[1]))
        raw_second = bend((a[0] + 2 * b[0], a[1] + 2 * b[1]))
        start, near = self._end(a, b, raw_first, kind)
        end, far = self._end(b, a, raw_second, kind)
        # Every guide half way to the middle between its neighbours; the curve passes between guides.
        first = midpoint(raw_first, midpoint(start, raw_second))
        second = midpoint(raw_second, midpoint(end, raw_first))
        before, middle, after = midpoint(near, first), midpoint(first, second), midpoint(second, far)
        return (
            start,
            before,
            midpoint(midpoint(before, first), midpoint(first, middle)),
            middle,
            midpoint(midpoint(middle, second), midpoint(second, after)),
            after,
            end,
        )

    def _end(self, corner: Lattice, other: Lattice, third: Point, kind: str) -> tuple[Point, Point]:
        """Return where the course begins at a corner, and the guide there."""
        at = self._frame.natural_point((3 * corner[0], 3 * corner[1]))
        links = {end: kinds for end, kinds in self._links.get(corner, {}).items() if end != other}
        beyond = links if len(links) == 1 else [end for end, kinds in links.items() if kind in kinds]
        if len(beyond) != 1:
            return at, at
        (u, v) = next(iter(beyond))
        before = self._frame.natural_point((2 * corner[0] + u, 2 * corner[1] + v))
        middle = midpoint(before, third)
        guide = at[0] + (middle[0] - at[0]) * _PULL, at[1] + (middle[1] - at[1]) * _PULL
        return midpoint(guide, middle), guide


def midpoint(a: Point, b: Point) -> Point:
    """Return the point halfway between two others."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
