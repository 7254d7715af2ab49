"""Who may share a hex in Musket & Pike, as data (MP-8.1 to MP-8.3); a unit of two hexes counts in both."""

from __future__ import annotations

from jdgtools.derived.stacking import StackCase, StackLimits, StackPart
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario

MAX_LIGHT_STRENGTH = 2
"""Of light infantry that may stack with cavalry (MP-8.2.1-a)."""
_FIGHTERS = ("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry")


def stack_limits(battle: Battle, scenario: Scenario | None) -> StackLimits:
    """Return a gun with one unit, and light infantry with cavalry, with a gun by option (AMB-23)."""
    gun = StackPart(("artillery",))
    mixed_parts: tuple[StackPart, ...] = (
        StackPart(("cavalry",)),
        StackPart(("light_infantry",), strength=MAX_LIGHT_STRENGTH),
    )
    if battle.option("artillery_on_mixed_stack", scenario) is True:
        mixed_parts = (*mixed_parts, gun)
    return StackLimits(
        cases=(
            StackCase(parts=(gun, StackPart(_FIGHTERS)), rules=("MP-8.1.1-c", "MP-8.1.1-d", "MP-8.3.3-a")),
            StackCase(
                parts=mixed_parts,
                same=("command", "formation", "morale"),
                facing=True,
                same_of=("cavalry", "light_infantry"),
                rules=("MP-8.1.1-b", "MP-8.2.1-a", "MP-8.2.2-b", "MP-8.2.2-d"),
            ),
        ),
        uncounted=("baggage",),
        checked="always",
        rules=("MP-8.1.1-a", "MP-8.1.2-a", "MP-8.1.2-b", "MP-14.1-a"),
    )
