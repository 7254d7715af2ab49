"""Checks of the series, in the order of its rules digest (part IV, CHK-01 to CHK-89)."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.afe.checks import counts, header, leaders, position, stacking, succession, units

CHECKS: tuple[Check, ...] = (
    *header.CHECKS,
    *leaders.CHECKS,
    *succession.CHECKS,
    *units.CHECKS,
    *stacking.CHECKS,
    *position.CHECKS,
    *counts.CHECKS,
)
