"""Checks that hold for every series."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.checks.house import house_values
from jdgtools.checks.translations import missing_translation, unused_string

GENERIC: tuple[Check, ...] = (missing_translation, unused_string)
"""Run always."""
STRICT: tuple[Check, ...] = (house_values,)
"""Run with `--strict-charts`."""
