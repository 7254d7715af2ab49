"""What the checks of the series share: who stands where, leaders and banners, postures, stacks allowed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from jdgtools.checks.base import CheckContext
from jdgtools.checks.setup import PlacedUnit, allowed_by_stack_rule, setup_view
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Leader, Unit, Value
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.series.afe.roles import RESERVE
from jdgtools.series.afe.states import leader_at_start, posture_in

LEADER_FIELDS = ("bonus", "rating", "range", "mp")


class CombatUnit(PlacedUnit, frozen=True):
    """Combat unit that starts in an exact hex."""

    hex: int
    routed: bool
    code: str
    """Type code printed on the counter, e.g. `Ch`."""


class StackMember(Struct, frozen=True):
    """Combat unit of a stack: of a hex at the start, or of an entry stack of a reinforcement."""

    unit: Unit
    subject: Subject
    """Where the source says that it is in the stack."""
    code: str
    """Type code printed on the counter."""
    posture: str
    """Posture in force: `mounted`, `foot` or `artillery`."""

    @property
    def id(self) -> str:
        """Id of the unit."""
        return self.unit.id


class StackRule(Struct, frozen=True):
    """Exception of a scenario that lets several combat units share a hex (AFE-5.2.2-a)."""

    codes: tuple[str, ...]
    """Type codes that may stack; empty = there is no exception."""
    maximum: int | None
    """Units in such a stack; None = not readable, which has been reported."""
    same_type: bool
    same_banner: bool

    @classmethod
    def of(cls, scenario: Scenario | None) -> StackRule:
        """Return the exception of a scenario; one without codes for no scenario."""
        settings = scenario.settings if scenario is not None else {}
        maximum = settings.get("stack_maximum", 1)
        return cls(
            tuple(str(settings.get("stack_types", "")).replace(",", " ").split()),
            maximum if isinstance(maximum, int) else None,
            settings.get("stack_same_type") is True,
            settings.get("stack_same_banner") is True,
        )

    def problems(self, members: tuple[StackMember, ...]) -> list[str]:
        """Return why the exception does not cover a stack, in words; empty if it does."""
        words = []
        strange = [m.id for m in members if m.code not in self.codes]
        if strange:
            words.append(f"{name_list(strange)} may not stack")
        if self.maximum is not None and len(members) > self.maximum:
            words.append(f"{len(members)} units, {self.maximum} allowed")
        if self.same_type and len({m.code for m in members}) > 1:
            words.append("units of different types")
        if self.same_banner and len({m.unit.command for m in members}) > 1:
            words.append("units of different banners")
        return words


def allowed_by_rule(ctx: CheckContext, members: tuple[StackMember, ...]) -> bool:
    """Return whether a `stack_limit` of a special rule covers a stack; there may be several (AFE-5.2.2-a)."""
    starts = {_start(ctx, member.id) for member in members}
    index = starts.pop() if len(starts) == 1 else None
    return allowed_by_stack_rule(ctx, index, [member.unit for member in members])


def _start(ctx: CheckContext, unit: str) -> int | None:
    """Return the hex in which a unit starts; None = it has none."""
    start = ctx.scenario.placement(unit) if ctx.scenario is not None else None
    return start.hexes[0] if start is not None and start.hexes else None


def code_of(ctx: CheckContext, unit: Unit) -> str:
    """Return the type code of a unit; '' for an unknown type."""
    unit_type = ctx.battle.series.unit_type(unit.type) if unit.type else None
    return unit_type.code if unit_type else ""


def stacks(ctx: CheckContext) -> dict[int, tuple[CombatUnit, ...]]:
    """Return hex -> its combat units, top first, in the order of the hexes; prepared once."""
    by_hex = ctx.memo.get("stacks")
    if not isinstance(by_hex, dict):
        by_hex = ctx.memo["stacks"] = {
            index: tuple(
                CombatUnit(unit, p, index, ctx.state(p, "organisation") == "routed", code_of(ctx, unit))
                for unit, p in units
            )
            for index, units in sorted(ctx.unit_stacks.items())
        }
    return by_hex


def all_stacks(ctx: CheckContext) -> Iterator[tuple[str, tuple[StackMember, ...]]]:
    """Yield the stacks of the start, by hex, then the entry stacks of reinforcements.

    Each comes with the words for its place, e.g. `hex C5`. A stack may be a single unit.
    """
    for index, units in stacks(ctx).items():
        yield (
            f"hex {ctx.hex_id(index)}",
            tuple(
                StackMember(p.unit, ctx.placement_subject(p.id), p.code, posture_of(ctx, p)) for p in units
            ),
        )
    scenario = ctx.scenario
    for arrival in setup_view(ctx).arrivals:
        posture = arrival.state.get("posture", "as_printed")
        for pieces in arrival.stacks:
            entering = [ctx.units[p] for p in pieces if p in ctx.units]
            if entering and scenario is not None:
                yield (
                    f"an entry stack of reinforcement `{arrival.id}`",
                    tuple(
                        StackMember(
                            u, ("arrival-piece", scenario.id, u.id), code_of(ctx, u), posture_in(u, posture)
                        )
                        for u in entering
                    ),
                )


def placed_units(ctx: CheckContext) -> Iterator[CombatUnit]:
    """Yield all combat units in exact hexes, by hex."""
    for units in stacks(ctx).values():
        yield from units


def roles_of(ctx: CheckContext) -> dict[str, Value | None]:
    """Return side -> attacker or defender, as the scenario says, else the battle; None = neither does."""
    roles: dict[str, Value | None] = {side.id: side.ratings.get("role") for side in ctx.battle.sides}
    for entry in ctx.scenario.sides if ctx.scenario else ():
        if "role" in entry.values:
            roles[entry.side] = entry.values["role"]
    return roles


def leaders_in_play(ctx: CheckContext, side: str | None = None, role: str = "") -> list[Leader]:
    """Return leaders that start or arrive, in source order; of one side or role when given.

    Their fronts have the values with which they do so.
    """
    alive = setup_view(ctx).in_play
    return [
        leader_at_start(x, ctx.scenario)
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


def posture_of(ctx: CheckContext, placed_unit: CombatUnit) -> str:
    """Return the posture in force, which is the column of the terrain table (AFE-2.2-f, AFE-8.4-a)."""
    return posture_at_start(ctx, placed_unit.unit, placed_unit.placement)


def posture_at_start(ctx: CheckContext, unit: Unit, placement: Placement) -> str:
    """Return the posture of a unit as it is placed, in a hex or in an area."""
    return posture_in(unit, ctx.state(placement, "posture"))
