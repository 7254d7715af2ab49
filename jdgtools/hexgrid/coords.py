r"""Axial coordinates of hexes: six directions, six corners, distance, rotation.

The same six vectors serve both orientations; a pointy-topped grid is the flat-topped picture turned 30
degrees clockwise. Directions run clockwise, and corner ``k`` lies between hexsides ``k`` and ``k + 1``::

        flat (0 is N)                      pointy (0 is NE)
             0 (0,-1)                     5 (-1,0)   0 (0,-1)
    5 (-1,0)  ___  1 (1,-1)                      / \
             /   \                    4 (-1,1)  |   |  1 (1,-1)
             \___/                               \ /
    4 (-1,1)       2 (1,0)                3 (0,1)    2 (1,0)
             3 (0,1)

All values are integers; nothing here knows a map.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Orientation = Literal["flat", "pointy"]


class Cube(NamedTuple):
    """A hex, or the step between two hexes, as axial integers; ``q + r + s == 0``."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def __add__(self, other: Cube) -> Cube:  # type: ignore[override]
        """Return the hex reached from this one by the step ``other``."""
        return Cube(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other: Cube) -> Cube:
        """Return the step that leads from ``other`` to this hex."""
        return Cube(self[0] - other[0], self[1] - other[1])

    def __mul__(self, factor: int) -> Cube:  # type: ignore[override]
        """Return the step ``factor`` times as long."""
        return Cube(self[0] * factor, self[1] * factor)

    def __neg__(self) -> Cube:
        """Return the step back."""
        return Cube(-self[0], -self[1])


DIRECTIONS: tuple[Cube, ...] = (Cube(0, -1), Cube(1, -1), Cube(1, 0), Cube(0, 1), Cube(-1, 1), Cube(-1, 0))
"""The six unit steps, clockwise from direction 0."""

ORIGIN = Cube(0, 0)


def neighbour(hex_: Cube, d: int) -> Cube:
    """Return the hex adjacent to ``hex_`` across hexside ``d`` (any integer, taken modulo 6)."""
    return hex_ + DIRECTIONS[d % 6]


def length(step: Cube) -> int:
    """Return the number of hexes a step covers."""
    q, r = step
    return max(abs(q), abs(r), abs(q + r))


def distance(a: Cube, b: Cube) -> int:
    """Return the smallest number of hex steps from ``a`` to ``b`` (JDG-CONV-a)."""
    return length(a - b)


def rotate(step: Cube, sixths: int = 1) -> Cube:
    """Return the step turned clockwise by ``sixths`` of a turn; direction ``d`` becomes ``d + sixths``."""
    q, r = step
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Cube(q, r)


def direction(step: Cube) -> int | None:
    """Return the direction of a step to an adjacent hex; None for any other step."""
    return _DIRECTION_OF.get(step)


def ray(step: Cube) -> int | None:
    """Return the direction in which a step runs dead straight, whatever its length; None if it does not."""
    n = length(step)
    for d, unit in enumerate(DIRECTIONS):
        if n and step == unit * n:
            return d
    return None


def parts(step: Cube, d: int) -> tuple[int, int]:
    """Return p and q with ``step == p * direction d + q * direction (d + 1)``; either may be negative."""
    u, v = DIRECTIONS[d % 6], DIRECTIONS[(d + 1) % 6]  # their determinant is 1
    return step[0] * v[1] - step[1] * v[0], u[0] * step[1] - u[1] * step[0]


def dot(a: Cube, b: Cube) -> int:
    """Return twice the scalar product of two steps in the plane, a step to an adjacent hex being 1 long.

    It is positive when the steps form less than a right angle, 0 at a right angle.
    """
    return a.q * b.q + a.r * b.r + a.s * b.s


def opposite(d: int) -> int:
    """Return the direction, hexside or corner opposite to ``d``."""
    return (d + 3) % 6


_DIRECTION_OF = {step: d for d, step in enumerate(DIRECTIONS)}
