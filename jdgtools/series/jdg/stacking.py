"""Who may share a hex in Jours de Gloire, as data (JDG-5.1.1; the checks judge by `checks/stack_rules`)."""

from __future__ import annotations

from jdgtools.derived.stacking import StackCase, StackLimits, StackPart
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario

SMALL_STACK = 6
"""Strength points that three units of one arm may have together (JDG-5.1.1-h)."""


def _case(arm: str, most: int, guns: int, small: bool, with_guns: bool, *rules: str) -> StackCase:
    """Return a stack of one arm of the line with artillery; `with_guns`: artillery counts in the six."""
    return StackCase(
        parts=(StackPart((arm,), most=most), *((StackPart(("artillery",), most=guns),) if guns else ())),
        strength=SMALL_STACK if small else None,
        strength_of=((arm, "artillery") if with_guns else (arm,)) if small else (),
        same=("command",),
        same_of=(arm,),
        same_unless="routed",
        facing=True,
        rules=("JDG-5.1.1-b", "JDG-5.1.1-g", *rules),
    )


def stack_limits(battle: Battle, scenario: Scenario | None) -> StackLimits:
    """Return the stacks that the rules allow, by the options in force (AMB-30, AMB-31, AMB-32)."""
    counts_artillery = battle.option("six_sp_counts_artillery", scenario) is True
    three_guns = battle.option("stack_three_inf_plus_artillery", scenario) is True
    horse = battle.option("stack_cav_with_artillery", scenario)
    horse = horse if isinstance(horse, int) else 0
    cases = [
        _case("infantry", 2, 1, False, False, "JDG-5.1.1-c"),
        _case("infantry", 3, int(three_guns), True, counts_artillery, "JDG-5.1.1-h"),
        _case("cavalry", 2, 0, False, False),
        _case("cavalry", 3, 0, True, False, "JDG-5.1.1-h"),
    ]
    if horse > 0:
        cases.append(_case("cavalry", min(horse, 2), 1, False, False, "JDG-5.1.1-e"))
    if horse > 2:
        cases.append(_case("cavalry", 3, 1, True, counts_artillery, "JDG-5.1.1-e", "JDG-5.1.1-h"))
    cases.append(StackCase(parts=(StackPart(("artillery",), most=2),), rules=("JDG-5.1.1-n",)))
    if battle.option("routed_mix_types", scenario) is True:
        both = (StackPart(("infantry",)), StackPart(("cavalry",)))
        cases.append(StackCase(parts=both, only="routed", rules=("JDG-5.1.1-g", "JDG-5.1.2-g")))
    return StackLimits(
        cases=tuple(cases),
        exclusive=("routed", "in_square"),
        checked="end_of_move",
        rules=("JDG-5.1.1-a", "JDG-5.1.1-j", "JDG-5.1.1-k", "JDG-5.1.2-e", "JDG-5.1.2-f", "JDG-6.1.1-b"),
    )
