"""The walk of a straight line from hex to hex, in integers: the one place that decides ties.

A line from (0, 0) lies between two neighbouring directions. In the basis of the nearer one, ``a``, and the
other one, ``b``, it is ``P a + Q b`` with ``P >= Q >= 0``, and it can leave a hex only through hexside a,
hexside b, or hexside ``a - b`` (when it clips a corner of the hex). The point at time t leaves hex ``p a +
q b`` through

    a      when  t (2P + Q) = 1 + 2p + q
    b      when  t (P + 2Q) = 1 + p + 2q
    a - b  when  t (P - Q)  = 1 + p - q

so comparing three fractions decides; equality is a corner. Multiplied by all three denominators they are
integers.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from jdgtools.hexgrid import coords
from jdgtools.hexgrid.coords import DIRECTIONS

How = Literal["side", "left", "right", "along"]


class WalkStep(NamedTuple):
    """How a line leaves one hex."""

    q: int
    r: int
    distance: int
    """Hex distance of (q, r) from the start."""
    how: How
    """``side``: through hexside ``d``. Otherwise exactly through corner ``d`` and on into the hex on the left
    (direction d), the hex on the right (direction d + 1), or between both of them, along their hexside."""
    d: int


def walk(dq: int, dr: int) -> list[WalkStep]:
    """Return the moves of the line from (0, 0) to (dq, dr); empty for the same hex.

    A move ``along`` leads over the whole hexside into the hex behind it.
    """
    a, b, big_p, big_q = _sextant(dq, dr)
    moves: list[WalkStep] = []
    q = r = n = 0
    corner, through_corner = _corner(a, b)
    (aq, ar), (bq, br) = DIRECTIONS[a], DIRECTIONS[b]
    if big_p == big_q:  # straight towards a corner: hex, hexside, hex, hexside...
        for _ in range(big_p):
            moves.append(WalkStep(q, r, n, "along", corner))
            q, r, n = q + aq + bq, r + ar + br, n + 2
        return moves
    c = (2 * a - b) % 6  # the direction of the step a - b
    corner_seen, through_clipped = _corner(a, c)
    speed_a, speed_b, speed_c = 2 * big_p + big_q, big_p + 2 * big_q, big_p - big_q
    unit_a, unit_b, unit_c = speed_b * speed_c, speed_a * speed_c, speed_a * speed_b
    time_a, time_b, time_c = unit_a, unit_b, unit_c
    while q != dq or r != dr:
        if time_b < time_a and time_b < time_c:
            moves.append(WalkStep(q, r, n, "side", b))
            q, r, n = q + bq, r + br, n + 1
            time_a, time_b, time_c = time_a + unit_a, time_b + 2 * unit_b, time_c - unit_c
        elif time_c < time_a:
            moves.append(WalkStep(q, r, n, "side", c))
            q, r = q + aq - bq, r + ar - br
            time_a, time_b, time_c = time_a + unit_a, time_b - unit_b, time_c + 2 * unit_c
        else:  # into hex a, also when the line meets a corner: a is the nearer direction
            if time_a == time_b:
                moves.append(WalkStep(q, r, n, through_corner, corner))
            elif time_a == time_c:
                moves.append(WalkStep(q, r, n, through_clipped, corner_seen))
            else:
                moves.append(WalkStep(q, r, n, "side", a))
            q, r, n = q + aq, r + ar, n + 1
            time_a, time_b, time_c = time_a + 2 * unit_a, time_b + unit_b, time_c + unit_c
    return moves


def _corner(a: int, other: int) -> tuple[int, How]:
    """Return the corner between two neighbouring directions, and on which side of it hex ``a`` lies."""
    return (a, "left") if other == (a + 1) % 6 else (other, "right")


def _sextant(dq: int, dr: int) -> tuple[int, int, int, int]:
    """Return the nearer direction a, the other one b, and P >= Q >= 0 with (dq, dr) == P a + Q b."""
    for d in range(6):
        p, q = coords.parts(coords.Cube(dq, dr), d)
        if p >= 0 and q >= 0:
            return (d, (d + 1) % 6, p, q) if p >= q else ((d + 1) % 6, d, q, p)
    raise AssertionError("six sextants cover the plane")
