"""Checks that hold for every series."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.checks.house import house_values

GENERIC: tuple[Check, ...] = ()
"""Run always."""
STRICT: tuple[Check, ...] = (house_values,)
"""Run with `--strict-charts`."""
