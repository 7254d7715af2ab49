"""Checks that hold for every series."""

from __future__ import annotations

from jdgtools.checks.base import Check

GENERIC: tuple[Check, ...] = ()
"""Run always."""
STRICT: tuple[Check, ...] = ()
"""Run with `--strict-charts`."""
