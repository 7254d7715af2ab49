"""What the checks of the series share: who stands where, leaders and banners, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from jdgtools.checks.base import CheckContext, Subject
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Placement

CINC, BANNER_LORD, RESERVE = "commander_in_chief", "banner_lord", "reserve_leader"
LEADER_FIELDS = ("bonus", "rating", "range", "mp")


class Placed(Struct, frozen=True):
    """A combat unit that starts in an exact hex."""

    unit: Unit
    placement: Placement
    hex: int
    routed: bool
    code: str
    """Type code printed on the counter, e.g. `Ch`."""

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.unit.id


def code_of(ctx: CheckContext, unit: Unit) -> str:
    """The type code of a unit; '' for an unknown type."""
    found = ctx.battle.series.unit_type(unit.type) if unit.type else None
    return found.code if found else ""


def stacks(ctx: CheckContext) -> dict[int, tuple[Placed, ...]]:
    """Hex -> its combat units, top first, in the order of the hexes; prepared once."""
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
    """All combat units in exact hexes, by hex."""
    for units in stacks(ctx).values():
        yield from units


def placed_leaders(ctx: CheckContext) -> Iterator[tuple[Leader, int]]:
    """Leaders in exact hexes, in setup order."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind == "leader" and p.hexes and p.piece in ctx.leaders:
            yield ctx.leaders[p.piece], p.hexes[0]


def in_play(ctx: CheckContext) -> frozenset[str]:
    """Ids of the pieces that start somewhere or arrive."""
    if ctx.scenario is None:
        return frozenset()
    arriving = {piece for a in ctx.scenario.arrivals for piece in a.pieces}
    return frozenset(p.piece for p in ctx.scenario.placements) | arriving


def leaders_in_play(ctx: CheckContext, side: str | None = None, role: str = "") -> list[Leader]:
    """Leaders that start or arrive, in source order; of one side or role when given."""
    alive = in_play(ctx)
    return [
        x
        for x in ctx.battle.leaders
        if x.id in alive and (side is None or x.side == side) and role in ("", x.role)
    ]


def banner_of(ctx: CheckContext, leader: Leader) -> str | None:
    """The banner of a leader: the one he names, or the one that names him."""
    if leader.command is not None:
        return leader.command
    return next((c.id for c in ctx.battle.commands if c.leader == leader.id), None)


def leader_of(ctx: CheckContext, banner: str | None) -> Leader | None:
    """The leader of a banner; None if nobody leads it."""
    command = ctx.battle.command(banner)
    if command is None:
        return None
    if command.leader is not None:
        return ctx.leaders.get(command.leader)
    return next((x for x in ctx.battle.leaders if x.command == banner and x.role != RESERVE), None)


def number(values: object) -> int | None:
    """A value if it is a whole number."""
    return values if isinstance(values, int) and not isinstance(values, bool) else None


def movement_class(ctx: CheckContext, placed: Placed) -> str:
    """The column of the terrain table, by the posture in force (AFE-2.2-f, AFE-8.4-a)."""
    posture = ctx.state(placed.placement, "posture")
    if placed.unit.arm == "artillery" or posture == "as_printed":
        found = ctx.battle.series.unit_type(placed.unit.type) if placed.unit.type else None
        return found.movement_class if found else "foot"
    return "mounted" if posture == "mounted" else "foot"


def listed(names: Iterable[str]) -> str:
    """Names in backticks: "`a`, `b` and `c`"."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def related_units(ctx: CheckContext, units: Sequence[Placed]) -> tuple[tuple[Subject, str], ...]:
    """Related places of a finding: the placements of further units."""
    return tuple((ctx.placed(p.id), f"`{p.id}` starts here") for p in units)


def scenario_subject(ctx: CheckContext, *rest: str) -> Subject:
    """The subject of the scenario, or of a part of it."""
    return ("scenario", ctx.scenario.id if ctx.scenario else "", *rest)
