"""Checks of the series, in the order of its rules digest (part 5, SC-01 to SC-111)."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.mpbs.checks import (
    arrivals,
    chart_cells,
    command,
    contact,
    facing,
    header,
    leaders,
    stacking,
    states,
    units,
    wings,
)

CHECKS: tuple[Check, ...] = (
    *units.CHECKS,
    *wings.CHECKS,
    *leaders.CHECKS,
    *command.CHECKS,
    *stacking.CHECKS,
    *contact.CHECKS,
    *facing.CHECKS,
    *states.CHECKS,
    *chart_cells.CHECKS,
    *header.CHECKS,
    *arrivals.CHECKS,
)
