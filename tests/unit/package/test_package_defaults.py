"""What a package says where the source says nothing, and how far its lines reach."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.exporters.jdgpkg.rules import effects_of
from jdgtools.exporters.jdgpkg.sight import MAX_REACH, MIN_REACH, reach_of
from jdgtools.model.effects import RuleEffect
from tests.unit.package.bundled import battle


@pytest.mark.parametrize(
    ("kind", "member", "value"),
    [
        ("exit", "points", 0),
        ("exit", "cost", None),
        ("modifier", "value", 0),
        ("stack_limit", "limit", 1),
        ("no_combat", "combat", "melee"),
        ("fire_range", "range", 1),
        ("no_entry", "low", None),
        ("change_side", "turn", 0),
    ],
)
def test_an_effect_without_a_number_has_that_of_its_kind(kind: Any, member: str, value: object) -> None:
    loaded = battle("teaching-jdg").battle
    assert loaded is not None
    [effect] = effects_of(loaded, [RuleEffect(kind=kind)])
    assert getattr(effect, member) == value


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ({}, MIN_REACH),
        ({"maximum_range": 2}, MIN_REACH),
        ({"maximum_range": 9}, 9),
        ({"maximum_range": 40}, MAX_REACH),
        ({"strength": 9}, MIN_REACH),
        ({"maximum_range": True}, MIN_REACH),
    ],
)
def test_lines_reach_as_far_as_the_farthest_weapon(values: dict[str, Any], reach: int) -> None:
    loaded = battle("teaching-mpbs").battle
    assert loaded is not None
    units = tuple(replace(unit, front=values if n == 3 else {}) for n, unit in enumerate(loaded.units))
    assert reach_of(replace(loaded, units=units)) == reach
