"""Checks of the series, in the order of its rules digest."""

from __future__ import annotations

from jdgtools.checks.base import Check

CHECKS: tuple[Check, ...] = ()
