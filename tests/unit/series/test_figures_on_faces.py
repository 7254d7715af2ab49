"""Figures that the series put on their counters: whose colours they wear, which way they look."""

from __future__ import annotations

import pytest

from jdgtools.blazon import TINCTURES
from jdgtools.render.counters import counter_list
from jdgtools.render.counters.spec import Figure
from tests.small_battles import teaching


def figures(series: str, unit: str) -> list[Figure]:
    """The figures on the front of a unit of the teaching battle."""
    loaded = teaching(series)
    assert loaded.battle is not None and loaded.series is not None
    counters = {c.subject: c for c in counter_list(loaded.battle, loaded.series)}
    return [part for part in counters[unit].front.parts if isinstance(part, Figure)]


@pytest.mark.parametrize(
    ("unit", "livery"),
    [
        ("cr-kni", ("gules", "or")),  # gules, a lion or
        ("gu-man", ("vert", "argent")),  # vert, a chevron argent
    ],
)
def test_the_men_of_a_lord_wear_his_field_and_then_his_charge(unit: str, livery: tuple[str, str]) -> None:
    (figure,) = figures("afe", unit)
    assert figure.livery == tuple(TINCTURES[name] for name in livery)


def test_the_shot_on_both_wings_of_a_wide_unit_look_at_its_middle() -> None:
    wide = next(u.id for u in teaching("mpbs").battle.units if u.footprint == 2)  # type: ignore[union-attr]
    shot = [f for f in figures("mpbs", wide) if f.symbol == "musketeers"]
    assert [(f.box[0] < 15, f.mirror) for f in shot] == [(True, True), (False, False)]
