"""What the checks of the series share: who stands where, wings and their commanders, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from jdgtools.checks.base import CheckContext, Subject
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Placement

AC, WC = "army_commander", "wing_commander"
GUNS, BAGGAGE = "artillery", "baggage"
HEAVY, LIGHT, HORSE, DISMOUNTED = "heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry"
FIGHTERS = (HEAVY, LIGHT, HORSE, DISMOUNTED)
"""Arms that have strength points and formations."""


class Placed(Struct, frozen=True):
    """A unit that starts in one or two exact hexes."""

    unit: Unit
    placement: Placement

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.unit.id

    @property
    def arm(self) -> str:
        """The unit's arm."""
        return self.unit.arm

    @property
    def hexes(self) -> tuple[int, ...]:
        """Left half and right half of a two-hex unit, else its hex."""
        return self.placement.hexes


def placed_units(ctx: CheckContext) -> tuple[Placed, ...]:
    """All units in exact hexes, in setup order; prepared once."""
    found = ctx.memo.get("placed")
    if not isinstance(found, tuple):
        placements = ctx.scenario.placements if ctx.scenario else ()
        found = ctx.memo["placed"] = tuple(
            Placed(ctx.units[p.piece], p)
            for p in placements
            if p.kind == "unit" and p.hexes and p.piece in ctx.units
        )
    return found


def stacks(ctx: CheckContext) -> Iterator[tuple[int, tuple[Placed, ...]]]:
    """Hexes with units, ascending; their units from top to bottom, each half in its own hex."""
    for index, units in sorted(ctx.unit_stacks.items()):
        yield index, tuple(Placed(unit, p) for unit, p in units)


def units_at(ctx: CheckContext, index: int) -> tuple[Placed, ...]:
    """The units in a hex, top first."""
    return tuple(Placed(unit, p) for unit, p in ctx.unit_stacks.get(index, ()))


def is_prize(ctx: CheckContext, placed: Placed) -> bool:
    """Whether it is a captured or disabled gun, or captured baggage: it may lie among the enemy."""
    state = placed.placement.state
    return state.get("gun_status", "gun_served") != "gun_served" or state.get("baggage") == "baggage_captured"


def placed_leaders(ctx: CheckContext) -> Iterator[tuple[Leader, int]]:
    """Leaders in exact hexes, in setup order."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind == "leader" and p.hexes and p.piece in ctx.leaders:
            yield ctx.leaders[p.piece], p.hexes[0]


def in_play(ctx: CheckContext) -> frozenset[str]:
    """Ids of the pieces that start somewhere or arrive."""
    return frozenset(p.piece for p in (ctx.scenario.placements if ctx.scenario else ())) | arriving(ctx)


def arriving(ctx: CheckContext) -> frozenset[str]:
    """Ids of the pieces that come as reinforcements."""
    return frozenset(piece for a in (ctx.scenario.arrivals if ctx.scenario else ()) for piece in a.pieces)


def commander_of(ctx: CheckContext, wing: str | None) -> Leader | None:
    """The wing commander; None if nobody leads the wing."""
    command = ctx.battle.command(wing)
    if command is None:
        return None
    if command.leader is not None:
        return ctx.leaders.get(command.leader)
    return next((x for x in ctx.battle.leaders if x.command == wing and x.role == WC), None)


def wings_in_play(ctx: CheckContext, side: str | None = None) -> list[str]:
    """Wings with a unit in play, in source order; of one side when given."""
    alive = in_play(ctx)
    used = {u.command for u in ctx.battle.units if u.id in alive}
    return [c.id for c in ctx.battle.commands if c.id in used and side in (None, c.side)]


def number(value: object) -> int | None:
    """A value if it is a whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


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


def words(identifier: str) -> str:
    """An identifier as words: "heavy infantry"."""
    return identifier.replace("_", " ")
