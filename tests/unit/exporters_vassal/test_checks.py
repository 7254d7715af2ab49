"""Checks: what they look up, what they know, what they say."""

from __future__ import annotations

import re

import pytest

from jdgtools.vassal.traits import Calculated, DynamicProperty, Report, Trigger, expand
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context
from tests.unit.exporters_vassal.test_module import prototypes, slots

NAME = "teaching-jdg"


def formula(check: str, part: str, name: str = NAME) -> str:
    block = prototypes(built_once(name))[f"Check {check}"]
    return next(c.expression for c in block.all(Calculated) if c.name == f"{check}_{part}")


def chosen(expression: str, total: int) -> str:
    """The text that a chain of `total<=n?"text":` gives."""
    for limit, text in re.findall(r'<=(-?\d+)\?"([^"]*)"', expression):
        if total <= int(limit):
            return text
    return re.findall(r'"([^"]*)"\}$', expression)[0]


@pytest.mark.parametrize("total", range(25))
def test_fire_reads_the_chart_of_the_battle(total: int) -> None:
    book = context(NAME).charts
    cell = book.get("TBL-FIRE").lookup(total)
    assert cell is not None
    assert isinstance(cell.value, tuple)
    wanted = ", ".join(map(str, cell.value)) or "no effect"
    assert chosen(formula("artillery_fire", "result"), total) == wanted


@pytest.mark.parametrize("total", range(-12, 22))
def test_shock_says_all_columns_of_the_row(total: int) -> None:
    chart = context(NAME).charts.get("TBL-SHOCK")
    text = chosen(formula("shock_result", "result"), total)
    for column in ("attacker", "defender"):
        cell = chart.lookup(total, column)
        assert cell is not None
        assert isinstance(cell.value, tuple)
        label = chart.axis("side").key(column).label.get("en")
        assert (f"{label} {', '.join(map(str, cell.value))}" in text) == bool(cell.value)


def test_known_modifiers_come_from_the_charts() -> None:
    book = context(NAME).charts
    rally = formula("rally", "drm")
    assert f"?{book.get('TBL-CHECK-DRM').value('rally_routed')}:0" in rally
    assert f"?{book.get('TBL-CHECK-DRM').value('rally_routed_night')}:0" in rally
    assert formula("leader_initiative", "drm").endswith("-leader_initiative_asked}")


@pytest.mark.parametrize("name", BATTLES)
def test_every_check_rolls_tells_and_has_its_rating(name: str) -> None:
    built = built_once(name)
    rules = context(name).series.module
    seen = set()
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        props = {t.name for t in piece.all(Calculated)} | {t.name for t in piece.all(DynamicProperty)}
        marks = "".join(str(t) for t in piece.traits)
        for check in rules.checks:
            if f"{check.id}_roll" not in props:
                continue
            seen.add(check.id)
            assert not check.field or f"r_{check.field}_now" in marks
            told = [r for r in piece.all(Report) if any(k.name == f"{check.id} tell" for k in r.keys)]
            assert len(told) == 1
            assert any(told[0].keys[0] in t.actions for t in piece.all(Trigger))
    assert seen == {c.id for c in rules.checks}
