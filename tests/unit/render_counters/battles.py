"""The teaching battles, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jdgtools.loading import Loaded, load
from jdgtools.model.battle import Battle
from jdgtools.render.counters import Counter, counter_list
from jdgtools.rules import Series

SCENARIOS = Path(__file__).parents[3] / "scenarios"
SERIES = ("jdg", "afe", "mpbs")


@cache
def loaded(series: str) -> Loaded:
    return load(SCENARIOS / f"teaching-{series}")


def battle(series: str) -> Battle:
    model = loaded(series).battle
    assert model is not None
    return model


def rules(series: str) -> Series:
    definition = loaded(series).series
    assert definition is not None
    return definition


@cache
def counters(series: str, language: str = "en") -> tuple[Counter, ...]:
    return counter_list(battle(series), rules(series), language=language, project=loaded(series).folder)
