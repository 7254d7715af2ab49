"""The exact straight line between two hex centres: hexes run through, hexsides crossed, corners met.

Integer arithmetic only. The line lists every hex whose inside it touches, so a hex that is clipped near one
of its corners counts ("any part of a hex", MP-10.9.5-a) and the list may hold more than ``distance + 1``
steps. Where the line runs exactly along a hexside the step holds both hexes, and the series decides
(JDG-7.4.2, AFE-9.2-d, MP-10.9.5-b).

Every hex of the line lies at hex distance ``n`` from the start and ``N - n`` from the end, ``N`` being the
whole distance; all distances 0..N occur.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from jdgtools.hexgrid.coords import DIRECTIONS, Cube, length
from jdgtools.hexgrid.walk import walk

Leaving = tuple[Cube, int]
"""A hexside as seen by somebody who crosses it: the hex left, and the direction 0..5 in which it is left."""
Way = tuple[Leaving, ...]


class LineStep(Struct, frozen=True):
    """One place of a line: a hex, or the two hexes on both sides of a hexside along which the line runs."""

    hexes: tuple[Cube, ...]
    """One hex, or two in ascending (q, r) order."""
    distance: int
    """Hexes from the start of the line."""

    @property
    def tied(self) -> bool:
        """Whether the line runs along the hexside between two hexes."""
        return len(self.hexes) == 2


class Crossing(Struct, frozen=True):
    """One event of a line at a hexside or corner.

    ``left`` and ``right`` are the hexsides that the line would cross here if it were shifted by a hair to
    that side (seen in the direction of travel). For a plain crossing both name the same hexside. At a corner
    they differ: a lenient rule blocks only if something blocks on both ways, a strict one if anything blocks
    on one.
    """

    kind: Literal["side", "corner", "along"]
    """``side``: through the inside of a hexside; ``corner``: exactly through one; ``along``: a whole
    hexside."""
    left: Way
    right: Way
    before: tuple[Cube, ...]
    """Hexes of the step before; for ``along`` the left hex."""
    after: tuple[Cube, ...]
    """Hexes of the step after; for ``along`` the right hex."""
    half_distance: int
    """Twice the distance of this event from the start, in hexes: the sum of the distances of both
    neighbours, so a hexside between distance n and n + 1 has 2n + 1 (JDG AMB-55)."""

    @property
    def sides(self) -> Way:
        """All hexsides of both ways, each once."""
        return tuple(dict.fromkeys(self.left + self.right))


class HexLine(Struct, frozen=True):
    """A line from the hex (0, 0); add the start hex to every hex in it."""

    delta: Cube
    steps: tuple[LineStep, ...]
    crossings: tuple[Crossing, ...]

    @property
    def distance(self) -> int:
        """Hex distance between both ends."""
        return length(self.delta)


@lru_cache(maxsize=65536)
def line_template(dq: int, dr: int) -> HexLine:
    """Return the line from (0, 0) to (dq, dr); every line of the same displacement is this one, moved."""
    steps: list[LineStep] = []
    crossings: list[Crossing] = []
    for q, r, n, how, d in walk(dq, dr):
        here = Cube(q, r)
        steps.append(LineStep((here,), n))
        if how == "side":
            there = here + DIRECTIONS[d]
            over: Way = ((here, d),)
            crossings.append(Crossing("side", over, over, (here,), (there,), n + length(there)))
            continue
        left, right = here + DIRECTIONS[d], here + DIRECTIONS[(d + 1) % 6]
        to_left, to_right, rightwards, leftwards = (
            (here, d),
            (here, (d + 1) % 6),
            (left, (d + 2) % 6),
            (right, (d + 5) % 6),
        )
        match how:
            case "left":
                ways: tuple[Way, Way] = ((to_left,), (to_right, leftwards))
                crossings.append(Crossing("corner", *ways, (here,), (left,), n + length(left)))
            case "right":
                ways = ((to_left, rightwards), (to_right,))
                crossings.append(Crossing("corner", *ways, (here,), (right,), n + length(right)))
            case "along":
                pair = (min(left, right), max(left, right))
                beyond = left + DIRECTIONS[(d + 1) % 6]
                steps.append(LineStep(pair, n + 1))
                crossings += (
                    Crossing("corner", (to_left,), (to_right,), (here,), pair, 2 * n + 1),
                    Crossing("along", (rightwards,), (rightwards,), (left,), (right,), 2 * n + 2),
                    Crossing("corner", ((left, (d + 1) % 6),), ((right, d),), pair, (beyond,), 2 * n + 3),
                )
    delta = Cube(dq, dr)
    steps.append(LineStep((delta,), length(delta)))
    return HexLine(delta, tuple(steps), tuple(crossings))


def line(a: Cube, b: Cube) -> tuple[LineStep, ...]:
    """Return the places of the line from ``a`` to ``b`` in order, both ends included (JDG-7.4-b)."""
    steps = line_template(b.q - a.q, b.r - a.r).steps
    return tuple(LineStep(tuple(h + a for h in step.hexes), step.distance) for step in steps)


def crossings(a: Cube, b: Cube) -> tuple[Crossing, ...]:
    """Return what the line from ``a`` to ``b`` crosses, in order.

    Between two steps there is exactly one crossing; a tied step adds one ``along`` of its own.
    """
    return tuple(
        Crossing(
            c.kind,
            tuple((h + a, d) for h, d in c.left),
            tuple((h + a, d) for h, d in c.right),
            tuple(h + a for h in c.before),
            tuple(h + a for h in c.after),
            c.half_distance,
        )
        for c in line_template(b.q - a.q, b.r - a.r).crossings
    )
