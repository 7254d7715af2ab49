"""How many units may share a hex by the special rules of a scenario, in place of what its series allows.

Several rules for the same units are exceptions beside each other: a stack is legal that one of them allows.
Movement, the checks of setups and those of entry stacks read the same answer here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from jdgtools.model.effects import RuleEffect
from jdgtools.model.pieces import Unit
from jdgtools.model.prohibitions import effects_in_force
from jdgtools.model.scenario import Scenario

LIMIT = "stack_limit"
"""Kind of the effects that are read here."""


class StackRuling(Struct, frozen=True):
    """What the special rules say of one stack."""

    allows: bool
    """Whether a rule allows it, whatever the series says; else one forbids it."""
    why: str
    """The rule, and what it allows."""


def members_of(effect: RuleEffect, units: Iterable[Unit]) -> list[Unit]:
    """Return the units of a stack that a limit is about."""
    return [unit for unit in units if not effect.units or unit.id in effect.units]


def excess(effect: RuleEffect, members: Sequence[Unit]) -> str:
    """Return what a limit allows of its members where they are more, or unlike; '' = it allows them."""
    unlike = [word for word in effect.words if len({getattr(unit, word) for unit in members}) > 1]
    if unlike:
        return f"units of one {unlike[0]}"
    return str(effect.number) if effect.number is not None and len(members) > effect.number else ""


def broken_limits(
    limits: Iterable[RuleEffect], hex_index: int | None, units: Sequence[Unit]
) -> list[tuple[RuleEffect, list[Unit]]]:
    """Return the limits that a stack breaks, each with the units that it is about.

    Args:
        limits: effects of the kind `stack_limit`.
        hex_index: where the units stand; None = nowhere, so that only limits of all hexes count.
        units: units of one side.
    """
    here = [e for e in limits if not e.hexes or hex_index in e.hexes]
    members_allowed = [
        {u.id for u in members_of(e, units)} for e in here if not excess(e, members_of(e, units))
    ]
    rulings = []
    for effect in here:
        members = members_of(effect, units)
        ids = {unit.id for unit in members}
        if (
            len(members) > 1
            and excess(effect, members)
            and not any(ids <= others for others in members_allowed)
        ):
            rulings.append((effect, members))
    return rulings


class StackRules(Struct, frozen=True):
    """The limits of stacks that the special rules of a scenario give."""

    limits: tuple[tuple[str, RuleEffect], ...]
    """Name of the rule and its limit."""

    @classmethod
    def of(cls, scenario: Scenario | None) -> StackRules:
        """Return those of a scenario; none without one."""
        return cls(tuple((name, e) for name, e in effects_in_force(scenario) if e.kind == LIMIT))

    def ruling(self, hex_index: int | None, units: Sequence[Unit]) -> StackRuling | None:
        """Return what the rules say of units in a hex; None = what the series says.

        Args:
            hex_index: where the units stand; None = nowhere yet.
            units: units of one side, at least two.
        """
        rulings = broken_limits((effect for _, effect in self.limits), hex_index, units)
        if rulings:
            effect, members = rulings[0]
            name = next(name for name, other in self.limits if other is effect)
            return StackRuling(False, f"{name} allows {excess(effect, members)} in the hex")
        for name, effect in self.limits:
            here = not effect.hexes or hex_index in effect.hexes
            if here and len(members_of(effect, units)) == len(units):
                return StackRuling(True, f"allowed by the {name}")
        return None
