"""Checks of the series, in the order of its rules digest (part 5, SC-01 to SC-111)."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.mpbs.checks import facing, header, stacking, states, units, wings

CHECKS: tuple[Check, ...] = (
    *units.CHECKS,
    *wings.CHECKS,
    *stacking.CHECKS,
    *facing.CHECKS,
    *states.CHECKS,
    *header.CHECKS,
)
