"""What the checks of the series share: who stands where, leaders and banners, words."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext
from jdgtools.checks.setup import PlacedUnit, setup_view
from jdgtools.model.pieces import Leader, Unit

CINC, BANNER_LORD, RESERVE = "commander_in_chief", "banner_lord", "reserve_leader"
LEADER_FIELDS = ("bonus", "rating", "range", "mp")


class Placed(PlacedUnit, frozen=True):
    """Combat unit that starts in an exact hex."""

    hex: int
    routed: bool
    code: str
    """Type code printed on the counter, e.g. `Ch`."""


def code_of(ctx: CheckContext, unit: Unit) -> str:
    """Return the type code of a unit; '' for an unknown type."""
    found = ctx.battle.series.unit_type(unit.type) if unit.type else None
    return found.code if found else ""


def stacks(ctx: CheckContext) -> dict[int, tuple[Placed, ...]]:
    """Return hex -> its combat units, top first, in the order of the hexes; prepared once."""
    found = ctx.memo.get("stacks")
    if not isinstance(found, dict):
        found = ctx.memo["stacks"] = {
            index: tuple(
                Placed(unit, p, index, ctx.state(p, "organisation") == "routed", code_of(ctx, unit))
                for unit, p in units
            )
            for index, units in sorted(ctx.unit_stacks.items())
        }
    return found


def placed_units(ctx: CheckContext) -> Iterator[Placed]:
    """Yield all combat units in exact hexes, by hex."""
    for units in stacks(ctx).values():
        yield from units


def leaders_in_play(ctx: CheckContext, side: str | None = None, role: str = "") -> list[Leader]:
    """Return leaders that start or arrive, in source order; of one side or role when given."""
    alive = setup_view(ctx).in_play
    return [
        x
        for x in ctx.battle.leaders
        if x.id in alive and (side is None or x.side == side) and role in ("", x.role)
    ]


def banner_of(ctx: CheckContext, leader: Leader) -> str | None:
    """Return the banner of a leader: the one he names, or the one that names him."""
    if leader.command is not None:
        return leader.command
    return next((c.id for c in ctx.battle.commands if c.leader == leader.id), None)


def leader_of(ctx: CheckContext, banner: str | None) -> Leader | None:
    """Return the leader of a banner; None if nobody leads it."""
    command = ctx.battle.command(banner)
    if command is None:
        return None
    if command.leader is not None:
        return ctx.leaders.get(command.leader)
    return next((x for x in ctx.battle.leaders if x.command == banner and x.role != RESERVE), None)


def movement_class(ctx: CheckContext, placed: Placed) -> str:
    """Return the column of the terrain table, by the posture in force (AFE-2.2-f, AFE-8.4-a)."""
    posture = ctx.state(placed.placement, "posture")
    if placed.unit.arm == "artillery" or posture == "as_printed":
        found = ctx.battle.series.unit_type(placed.unit.type) if placed.unit.type else None
        return found.movement_class if found else "foot"
    return "mounted" if posture == "mounted" else "foot"
