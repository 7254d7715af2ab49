"""The bundled battles as games, made once for all tests."""

from __future__ import annotations

from functools import cache

from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.staff import make_game
from tests.unit.package.bundled import packages

IGNORED: dict[str, dict[str, tuple[str, ...]]] = {}
"""Battle and scenario -> special rules and conditions that are left out."""


@cache
def match(battle: str, scenario: str) -> Match:
    """Return the game of a scenario."""
    package = next(package for known, package in packages(battle) if known.id == scenario)
    return make_game(package, IGNORED.get(battle, {}).get(scenario, ()))
