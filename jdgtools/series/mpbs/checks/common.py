"""What the checks of the series share: who stands where, wings and their commanders, words."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext
from jdgtools.checks.setup import PlacedUnit, setup_view
from jdgtools.model.pieces import Leader

AC, WC = "army_commander", "wing_commander"
GUNS, BAGGAGE = "artillery", "baggage"
HEAVY, LIGHT, HORSE, DISMOUNTED = "heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry"
FIGHTERS = (HEAVY, LIGHT, HORSE, DISMOUNTED)
"""Arms that have strength points and formations."""


def stacks(ctx: CheckContext) -> Iterator[tuple[int, tuple[PlacedUnit, ...]]]:
    """Yield hexes with units, ascending; their units from top to bottom, each half in its own hex."""
    for index, units in sorted(ctx.unit_stacks.items()):
        yield index, tuple(PlacedUnit(unit, p) for unit, p in units)


def units_at(ctx: CheckContext, index: int) -> tuple[PlacedUnit, ...]:
    """Return the units in a hex, top first."""
    return tuple(PlacedUnit(unit, p) for unit, p in ctx.unit_stacks.get(index, ()))


def is_prize(ctx: CheckContext, placed: PlacedUnit) -> bool:
    """Return whether it is a captured or disabled gun, or captured baggage: it may lie among the enemy."""
    state = placed.placement.state
    return state.get("gun_status", "gun_served") != "gun_served" or state.get("baggage") == "baggage_captured"


def commander_of(ctx: CheckContext, wing: str | None) -> Leader | None:
    """Return the wing commander; None if nobody leads the wing."""
    command = ctx.battle.command(wing)
    if command is None:
        return None
    if command.leader is not None:
        return ctx.leaders.get(command.leader)
    return next((x for x in ctx.battle.leaders if x.command == wing and x.role == WC), None)


def wings_in_play(ctx: CheckContext, side: str | None = None) -> list[str]:
    """Return wings with a unit in play, in source order; of one side when given."""
    alive = setup_view(ctx).in_play
    used = {u.command for u in ctx.battle.units if u.id in alive}
    return [c.id for c in ctx.battle.commands if c.id in used and side in (None, c.side)]


def words(identifier: str) -> str:
    """Return an identifier as words: "heavy infantry"."""
    return identifier.replace("_", " ")
