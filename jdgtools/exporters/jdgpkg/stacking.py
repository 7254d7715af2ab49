"""The member `stacking` of a package: who may share a hex.

A series says it by its hook `stack_limits`, in the records of `derived/stacking.py`; here they become the
types of the package, so that a program can ask without knowing the series.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import convert, to_builtins

from jdgtools.derived import DerivedBattle
from jdgtools.derived.stacking import StackLimits as Limits
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.package.model_stacking import StackLimits


def stacking_of(derived: DerivedBattle) -> StackLimits | None:
    """Return the stacks that the series allows in the scenario; None where it does not say."""
    if not derived.series.has("stacking"):
        return None
    limits: Callable[[Battle, Scenario | None], Limits] = derived.series.hook("stacking", "stack_limits")
    return convert(to_builtins(limits(derived.battle, derived.scenario)), StackLimits)
