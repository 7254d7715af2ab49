"""From facings of counters, six of a hex, to the facing levels of VASSAL's rotating trait.

A unit that faces corners and one that faces hexsides need other angles; setups and pieces take both from
this table.
"""

from __future__ import annotations

FacingIndex = tuple[int, tuple[int, ...]]
"""Number of VASSAL's facings, and its index for each of our directions 0..5."""


def facing_table(facing: str, orientation: str) -> FacingIndex:
    """Return VASSAL's facings: six, or twelve of which every other one is used.

    A counter is printed facing up. Corners of flat-topped hexes and sides of pointy-topped ones lie
    30 degrees off it; a rotator of twelve facings turned by two steps keeps one drawing pass.
    """
    if facing == "corner":
        angles = [30 + 60 * k if orientation == "flat" else 60 * (k + 1) % 360 for k in range(6)]
    else:
        angles = [60 * k if orientation == "flat" else 30 + 60 * k for k in range(6)]
    steps = 60 if all(a % 60 == 0 for a in angles) else 30
    return 360 // steps, tuple(a // steps for a in angles)
