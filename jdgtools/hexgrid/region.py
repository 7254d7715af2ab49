"""Shapes about a hex as steps from its centre: rings, discs, and the arcs into which a unit fires.

A step is a difference of cube coordinates; added to any hex it gives a hex of the shape. Fronts of corners
and hexsides are those of the rules (JDG-CONV-d, AFE-3-c).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from jdgtools.hexgrid.coords import DIRECTIONS, ORIGIN, Cube, parts, ray


@lru_cache(maxsize=1024)
def ring_steps(n: int) -> tuple[Cube, ...]:
    """Return the steps to all hexes at distance exactly ``n`` (6n of them), clockwise from direction 0."""
    if n <= 0:
        return (ORIGIN,) if n == 0 else ()
    steps: list[Cube] = []
    here = DIRECTIONS[0] * n
    for side in range(6):
        for _ in range(n):
            steps.append(here)
            here = here + DIRECTIONS[(side + 2) % 6]
    return tuple(steps)


@lru_cache(maxsize=1024)
def disc_steps(n: int) -> tuple[Cube, ...]:
    """Return the steps to all hexes within ``n``, nearest first, the hex itself included."""
    return tuple(step for r in range(n + 1) for step in ring_steps(r))


@lru_cache(maxsize=4096)
def arc_steps(directions: tuple[int, ...], radius: int) -> tuple[Cube, ...]:
    """Return the steps of the arc spanned by neighbouring front directions, nearest first, then clockwise.

    Two directions give the cone of JDG-CONV-f (r + 1 hexes at distance r), three give 2r + 1, one gives a
    ray. The hex itself is not part of it.
    """
    steps: list[Cube] = []
    for r in range(1, radius + 1):
        for a, b in pairwise(directions):
            steps += [DIRECTIONS[a % 6] * (r - q) + DIRECTIONS[b % 6] * q for q in range(r)]
        steps.append(DIRECTIONS[directions[-1] % 6] * r)
    return tuple(dict.fromkeys(steps))


def in_arc(step: Cube, directions: tuple[int, ...]) -> bool:
    """Return whether a hex that many steps away lies in the arc, both outer rays included (MP AMB-29)."""
    if step == ORIGIN:
        return False
    if len(directions) == 1:
        return ray(step) == directions[0] % 6
    return any(min(parts(step, a)) >= 0 for a in directions[:-1])


def front_of_corner(k: int) -> tuple[int, int]:
    """Return the two front directions of a unit that faces corner ``k``, clockwise (JDG-CONV-d)."""
    return k % 6, (k + 1) % 6


def front_of_side(d: int) -> tuple[int, int, int]:
    """Return the three front directions of a unit that faces hexside ``d``, clockwise (AFE-3-c)."""
    return (d - 1) % 6, d % 6, (d + 1) % 6
