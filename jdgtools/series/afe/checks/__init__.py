"""Checks of the series, in the order of its rules digest (part IV, CHK-01 to CHK-89).

What the rules digest demands and no battle can violate, because its form leaves no room for it, is in
`BY_STRUCTURE`.
"""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.afe.checks import (
    arrivals,
    charts,
    counts,
    header,
    history,
    leaders,
    position,
    stacking,
    succession,
    units,
)

CHECKS: tuple[Check, ...] = (
    *header.CHECKS,
    *history.CHECKS,
    *charts.CHECKS,
    *leaders.CHECKS,
    *succession.CHECKS,
    *units.CHECKS,
    *stacking.CHECKS,
    *position.CHECKS,
    *arrivals.CHECKS,
    *counts.CHECKS,
)

BY_STRUCTURE: dict[str, str] = {
    "CHK-10": "every terrain that a map may name has a line in the terrain charts, with a value for every "
    "class of unit, which a battle may replace, but not take out (REF008, REF014)",
    "CHK-12": "the matrix of types has a value for every pair of classes, which a battle may replace, but "
    "not take out (REF014)",
    "CHK-44": "type and coat of arms are said once for both sides of a counter (REF016)",
    "CHK-60": "a hex that is off the map or out of play is reported for every series (REF007, GEN070)",
    "CHK-89": "the turn track is drawn with a box for every turn of the scenario",
}
"""Entry of the rules digest -> why it holds without a check of the series, with the codes that say so."""
