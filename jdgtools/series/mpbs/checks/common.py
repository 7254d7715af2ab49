"""What the checks of the series share: who stands where, in which state, wings and their commanders, words.

A unit comes into play at its place in the setup or with its reinforcements; what holds for its state and
for the units in one hex holds for both (`initial_states`, `stacks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from jdgtools.checks.base import CheckContext
from jdgtools.checks.setup import PlacedUnit, allowed_by_stack_rule, related_units, setup_view
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Command, Leader, Unit
from jdgtools.model.scenario import Arrival, Placement
from jdgtools.series.mpbs.arms import BAGGAGE, WC


class InitialState(Struct, frozen=True):
    """State in which a unit comes into play."""

    unit: Unit
    state: Mapping[str, str]
    """As in `Placement.state`."""
    subject: Subject
    arrives: bool = False
    """Whether it comes as a reinforcement."""

    def value(self, ctx: CheckContext, axis: str) -> str:
        """Return the value on an axis of states, the default where the source says nothing."""
        definition = ctx.battle.series.axis(axis)
        return self.state.get(axis, definition.default if definition else "")


def initial_states(ctx: CheckContext) -> Iterator[InitialState]:
    """Yield the states of units in the setup and in reinforcements, in source order.

    The state of a group holds for those of its units that can have it; if none can, it holds for all. Units
    that are out of the game already have none: who fell may have lost all his strength.
    """
    scenario = ctx.scenario
    if scenario is None:
        return
    lost_pieces = setup_view(ctx).lost_pieces
    for placement in scenario.placements:
        unit = ctx.units.get(placement.piece)
        if placement.kind == "unit" and unit is not None and unit.arm and unit.id not in lost_pieces:
            yield InitialState(unit, placement.state, ctx.placement_subject(unit.id))
    for arrival in scenario.arrivals:
        subject = ("arrival", scenario.id, arrival.id, "state")
        for unit, state in _group_states(ctx, arrival):
            yield InitialState(unit, state, subject, arrives=True)


def _group_states(ctx: CheckContext, arrival: Arrival) -> Iterator[tuple[Unit, dict[str, str]]]:
    """Yield the units of a group with what its state means for each."""
    units = [ctx.units[piece] for piece in arrival.pieces if piece in ctx.units and ctx.units[piece].arm]
    arms = {axis.id: axis.arms for axis in ctx.battle.series.state_axes}
    for unit in units:
        yield (
            unit,
            {
                axis: value
                for axis, value in arrival.state.items()
                if not arms.get(axis)
                or unit.arm in arms[axis]
                or not any(other.arm in arms[axis] for other in units)
            },
        )


class UnitStack(Struct, frozen=True):
    """Units that share a hex at the start, or come in as one."""

    place: str
    """Where, in words: "hex 1203", "reinforcement `late`"."""
    hex: int | None
    """Hex at the start; None = they come in together."""
    units: tuple[PlacedUnit, ...]
    """From top to bottom."""
    arrival: Subject = ()
    """Of units that come in together; empty = each has its placement."""

    def subject(self, ctx: CheckContext, unit_id: str) -> Subject:
        """Return whom a finding about a unit of the stack is about."""
        return self.arrival or ctx.placement_subject(unit_id)

    def related_subjects(
        self, ctx: CheckContext, units: Iterable[PlacedUnit]
    ) -> tuple[tuple[Subject, str], ...]:
        """Return the placements of further units of the stack as related places."""
        return () if self.arrival else related_units(ctx, units)


def stacks(ctx: CheckContext) -> Iterator[UnitStack]:
    """Yield who shares a hex, each half of a unit in its own hex, and the entry stacks of reinforcements."""
    for index, units in hexes_with_units(ctx):
        yield UnitStack(f"hex {ctx.hex_id(index)}", index, units)
    scenario = ctx.scenario
    for arrival in setup_view(ctx).arrivals:
        states = {unit.id: state for unit, state in _group_states(ctx, arrival)}
        for pieces in arrival.stacks:
            units = tuple(
                PlacedUnit(ctx.units[piece], Placement(piece, "unit", state=states[piece]))
                for piece in pieces
                if piece in states
            )
            if len(units) > 1:
                yield UnitStack(
                    f"an entry stack of reinforcement `{arrival.id}`",
                    None,
                    units,
                    ("arrival", scenario.id if scenario is not None else "", arrival.id, "units"),
                )


def limited_stacks(ctx: CheckContext) -> Iterator[UnitStack]:
    """Yield the stacks but those that a special rule allows; baggage and prizes count for no rule."""
    for stack in stacks(ctx):
        units_counted = [p.unit for p in stack.units if p.arm != BAGGAGE and not is_prize(p)]
        if not allowed_by_stack_rule(ctx, stack.hex, units_counted):
            yield stack


def hexes_with_units(ctx: CheckContext) -> Iterator[tuple[int, tuple[PlacedUnit, ...]]]:
    """Yield hexes with units, ascending; their units from top to bottom, each half in its own hex."""
    for index, units in sorted(ctx.unit_stacks.items()):
        yield index, tuple(PlacedUnit(unit, p) for unit, p in units)


def units_at(ctx: CheckContext, index: int) -> tuple[PlacedUnit, ...]:
    """Return the units in a hex, top first."""
    return tuple(PlacedUnit(unit, p) for unit, p in ctx.unit_stacks.get(index, ()))


def is_prize(placed_unit: PlacedUnit) -> bool:
    """Return whether it is a captured or disabled gun, or captured baggage: it may lie among the enemy."""
    state = placed_unit.placement.state
    return state.get("gun_status", "gun_served") != "gun_served" or state.get("baggage") == "baggage_captured"


def combat_units_at(ctx: CheckContext, index: int) -> tuple[PlacedUnit, ...]:
    """Return the units in a hex without captured and disabled guns, which fight no more (MP-10.8.9-f)."""
    return tuple(p for p in units_at(ctx, index) if not is_prize(p))


def standings(placed_unit: PlacedUnit) -> list[tuple[int, ...]]:
    """Return where a unit may stand: its hexes, or each hex of the area in which it is placed."""
    return [placed_unit.hexes] if placed_unit.hexes else [(index,) for index in placed_unit.placement.area]


def combat_companions(ctx: CheckContext, placement: Placement) -> list[PlacedUnit]:
    """Return the units, without prizes, that may start in a hex in which a placed piece may."""
    return [p for p in setup_view(ctx).companions(placement) if not is_prize(p)]


def commanders_of(ctx: CheckContext, wing: str | None) -> list[Leader]:
    """Return those who lead a wing: whom it names, and the wing commanders who name it.

    Of several those who are on the map or arrive: a man in a box waits to replace another. If nobody is,
    all of them.
    """
    command = ctx.battle.command(wing)
    if command is None:
        return []
    leaders = [x for x in ctx.battle.leaders if x.id == command.leader]
    leaders += [x for x in ctx.battle.leaders if x.command == wing and x.role == WC and x not in leaders]
    placements = ctx.scenario.placements if ctx.scenario else ()
    present = {p.piece for p in placements if not p.box} | setup_view(ctx).arriving_pieces
    return [x for x in leaders if x.id in present] or leaders


def commander_of(ctx: CheckContext, wing: str | None) -> Leader | None:
    """Return the wing commander; None if nobody leads the wing."""
    return next(iter(commanders_of(ctx, wing)), None)


def is_of_another(leader: Leader, command: Command) -> bool:
    """Return whether whom a wing names is of the other side, or says himself that he leads another wing."""
    return leader.command not in (None, command.id) or (
        None not in (leader.side, command.side) and leader.side != command.side
    )


def wings_in_play(ctx: CheckContext, side: str | None = None) -> list[str]:
    """Return wings with a unit in play, in source order; of one side when given."""
    alive = setup_view(ctx).in_play
    used = {u.command for u in ctx.battle.units if u.id in alive}
    return [c.id for c in ctx.battle.commands if c.id in used and side in (None, c.side)]


def words(identifier: str) -> str:
    """Return an identifier as words: "heavy infantry"."""
    return identifier.replace("_", " ")
