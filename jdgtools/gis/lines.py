"""Lines of a layer put together again: a GIS cuts a road at every junction and every change of property."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.gis.features import Feature

End = tuple[float, float]
_TOUCH = 0.5
"""Metres within which an end lies on another line: data from different sheets never meet exactly."""
_DIGITS = 2
"""Ends that agree to the centimetre are the same point."""


class FeatureCourse(Struct, frozen=True):
    """A whole river, road or slope, joined of the features that go on from one another."""

    points: np.ndarray
    feature: Feature
    """The first of the features it was put together of."""
    joined_ends: tuple[bool, bool] = (False, False)
    """Whether its first and its last point lie on another line."""

    @property
    def is_closed(self) -> bool:
        """Whether it ends where it begins."""
        return bool((self.points[0] == self.points[-1]).all()) and len(self.points) > 3

    @property
    def length(self) -> float:
        """Metres."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())


def join(lines: Sequence[tuple[Feature, np.ndarray, str]]) -> list[FeatureCourse]:
    """Join lines of the same name where exactly two ends meet.

    Args:
        lines: (feature, points, name); lines of different names are not joined.

    Returns:
        Whole lines, in the order and direction of their first parts.
    """
    ends: dict[End, list[int]] = defaultdict(list)
    for n, (_, points, _) in enumerate(lines):
        for end in (points[0], points[-1]):
            ends[_key(end)].append(n)
    used: set[int] = set()
    courses = []
    for n, (feature, points, name) in enumerate(lines):
        if n in used:
            continue
        used.add(n)
        chain = [points]
        for forward in (True, False):
            while True:
                tip = chain[-1][-1] if forward else chain[0][0]
                meeting = ends[_key(tip)]
                others = [m for m in meeting if m not in used]
                if len(meeting) != 2 or len(others) != 1 or lines[others[0]][2] != name:
                    break
                used.add(others[0])
                part = lines[others[0]][1]
                fits = _key(part[0] if forward else part[-1]) == _key(tip)
                part = part if fits else part[::-1]
                chain.insert(len(chain) if forward else 0, part)
        whole = np.concatenate([chain[0], *(part[1:] for part in chain[1:])])
        courses.append(FeatureCourse(whole, feature))
    return courses


def with_junctions(courses: Sequence[FeatureCourse]) -> list[FeatureCourse]:
    """Return the same lines, knowing which of their ends lie on another one."""
    if not courses:
        return []
    tree = shapely.STRtree([shapely.linestrings(course.points) for course in courses])
    tips = shapely.points(np.array([course.points[end] for course in courses for end in (0, -1)]))
    which, other = tree.query(tips, predicate="dwithin", distance=_TOUCH)
    meets = {int(w) for w, o in zip(which, other, strict=True) if w // 2 != o}
    return [replace(c, joined_ends=(2 * n in meets, 2 * n + 1 in meets)) for n, c in enumerate(courses)]


def _key(point: np.ndarray) -> End:
    return (round(float(point[0]), _DIGITS), round(float(point[1]), _DIGITS))
