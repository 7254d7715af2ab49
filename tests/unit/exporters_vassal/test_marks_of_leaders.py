"""What the order of activation reads on leaders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.wings import _leader_marks
from jdgtools.vassal.traits import Marker
from tests.unit.exporters_vassal.conftest import context


@pytest.mark.parametrize(("front", "rating"), [({"rating": 3}, "3"), ({}, "0"), ({"rating": "A"}, "0")])
def test_a_leader_without_a_rating_counts_as_none(front: dict[str, Any], rating: str) -> None:
    made = context("teaching-mpbs")
    leading = {command.leader for command in made.battle.commands}
    leader = replace(next(x for x in made.battle.leaders if x.id in leading), front=front)
    battle = replace(made.battle, leaders=(leader,))
    module = ModuleContext(battle, made.series.module, "en", hex_px=48, counter_px=40, charts=made.charts)
    [marks] = _leader_marks(module, leader)
    assert isinstance(marks, Marker)
    assert dict(zip(marks.names, marks.values, strict=True))["LeaderRating"] == rating
