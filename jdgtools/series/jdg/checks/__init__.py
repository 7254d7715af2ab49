"""Checks of the series: one for every entry of part G of its rules digest, CHK-1 to CHK-124."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.jdg.checks import (
    art,
    command_setup,
    commanders,
    contact,
    facing,
    formations,
    markers,
    reach,
    reinforcements,
    stacking,
    stacking_basic,
    states,
    tables,
    terrain,
    terrain_chart,
    turns_victory,
    unit_values,
    units,
)

_ALL: tuple[Check, ...] = (
    *units.CHECKS,
    *unit_values.CHECKS,
    *art.CHECKS,
    *formations.CHECKS,
    *markers.CHECKS,
    *commanders.CHECKS,
    *command_setup.CHECKS,
    *terrain.CHECKS,
    *terrain_chart.CHECKS,
    *reach.CHECKS,
    *stacking_basic.CHECKS,
    *stacking.CHECKS,
    *facing.CHECKS,
    *states.CHECKS,
    *contact.CHECKS,
    *reinforcements.CHECKS,
    *turns_victory.CHECKS,
    *tables.CHECKS,
)

CHECKS: tuple[Check, ...] = tuple(sorted(_ALL, key=lambda check: check.code))
"""In the order of the rules digest."""
