"""Checks of the series, in the order of its rules digest (part 5, SC-01 to SC-111)."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.mpbs.checks import contact, facing, header, stacking, states, units, wings

CHECKS: tuple[Check, ...] = (
    *units.CHECKS,
    *wings.CHECKS,
    *stacking.CHECKS,
    *contact.CHECKS,
    *facing.CHECKS,
    *states.CHECKS,
    *header.CHECKS,
)
