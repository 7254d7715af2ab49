"""The order in which leaders are activated, where ratings fix it: what the sheet of a scenario lists.

A series whose leaders act by their ratings brings a module `activation` with `RULES`; other series draw
markers from a cup or take wings in turn, and have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.rules import Series


class ActivationGroup(Struct, frozen=True):
    """Leaders who act before all others that come later in the order; within a group the sides alternate."""

    rating: int
    leaders: Mapping[str, tuple[str, ...]]
    """Side -> ids of its leaders of that rating; their owner chooses their order. No side without leaders."""
    first: str | None
    """Side that begins; None = it is found out in play."""


class ActivationRules(Protocol):
    """Order of activation of a series."""

    def groups(self, battle: Battle, scenario: Scenario) -> tuple[ActivationGroup, ...]:
        """Return the leaders of a scenario in the order in which they act, those that arrive included."""
        ...


def activation_groups(series: Series, battle: Battle, scenario: Scenario) -> tuple[ActivationGroup, ...]:
    """Return the order of activation of a scenario; () in a series whose ratings do not fix it."""
    if not series.has("activation"):
        return ()
    rules: ActivationRules = series.hook("activation", "RULES")
    return rules.groups(battle.in_scenario(scenario), scenario)
