"""Which states a piece can be in, by the rules of its series: the others are not offered in its menu.

A state axis belongs to arms (`StateAxis.arms`); beyond that the series says which of those pieces can be
in a value (`StateLimit`): a hedgehog needs pikes. The numbers of the values stay those of the whole axis.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.prototype_names import axis_prototype
from jdgtools.model.definition import StateAxis
from jdgtools.model.module import Ability
from jdgtools.model.pieces import Command, Leader, Unit


class PieceAxis(Struct, frozen=True):
    """A state axis with the values that a piece can be in."""

    axis: StateAxis
    values: tuple[str, ...]
    """Ids; empty for a count."""

    @property
    def prototype(self) -> str:
        """Name of its prototype: that of the axis, and what is missing."""
        missing = [v.id for v in self.axis.values if v.id not in self.values]
        name = axis_prototype(self.axis.id)
        return f"{name} without {', '.join(missing)}" if missing else name


def axes_of(context: ModuleContext, piece: Unit | Leader | Command) -> tuple[PieceAxis, ...]:
    """Return the state axes that a piece has on itself, with the values that it can be in."""
    kind = "unit" if isinstance(piece, Unit) else "leader" if isinstance(piece, Leader) else "command"
    axes = context.axes(kind, piece.arm) if isinstance(piece, Unit) else context.axes(kind)
    of_piece = []
    for axis in axes:
        values = tuple(
            v.id for n, v in enumerate(axis.values) if n == 0 or _can_be(context, piece, axis.id, v.id)
        )
        if axis.count_high is not None or len(values) > 1:
            of_piece.append(PieceAxis(axis, values))
    return tuple(of_piece)


def all_piece_axes(context: ModuleContext) -> list[PieceAxis]:
    """Return the axes of all pieces of a module, each once, in the order of the series."""
    battle = context.battle
    pieces: Iterator[Unit | Leader | Command] = iter(
        (*battle.units, *(entry.unit for entry in battle.scenario_units), *battle.leaders, *battle.commands)
    )
    by_prototype = {x.prototype: x for piece in pieces for x in axes_of(context, piece)}
    order = {axis.id: n for n, axis in enumerate(context.series.state_axes)}
    return sorted(by_prototype.values(), key=lambda x: (order[x.axis.id], x.prototype))


def old_pictures(context: ModuleContext) -> set[str]:
    """Return the pictures of states that no piece may be in: games saved by earlier builds may show them.

    Whether one can mount, say, may change from build to build of a battle.
    """
    with_limit = {limit.axis for limit in context.rules.state_limits}
    values = [
        v for axis in context.series.state_axes if axis.id in with_limit for v in axis.values if v.marker
    ]
    return {context.picture("marker", v.marker, back) for v in values for back in (False, True)} - {""}


def _can_be(context: ModuleContext, piece: Unit | Leader | Command, axis: str, value: str) -> bool:
    limits = [x for x in context.rules.state_limits if x.axis == axis and x.value in ("", value)]
    if all(any(_is_able(context, piece, ability) for ability in limit.able) for limit in limits):
        return True
    # What a battle says against its series is told by a check; the piece can be put back all the same.
    return (piece.id, axis, value) in context.states_of_pieces


def _is_able(context: ModuleContext, piece: Unit | Leader | Command, ability: Ability) -> bool:
    """Return whether a piece is of those that an ability describes."""
    battle = context.battle
    name, value = ability.setting
    if name and battle.scenarios and all(s.settings.get(name) != value for s in battle.scenarios):
        return False
    if ability.arrives and piece.id not in context.arriving_pieces:
        return False
    if isinstance(piece, Unit):
        return (
            (not ability.arms or piece.arm in ability.arms)
            and (not ability.rating or piece.front.get(ability.rating) is True)
            and (not ability.lookup or _has_number(context, piece, ability.lookup))
        )
    if isinstance(piece, Leader):
        return not ability.roles or piece.role in ability.roles
    arms = {unit.arm for unit in battle.units_of(piece.id)}
    return not ability.arms_of_units or not arms.isdisjoint(ability.arms_of_units)


def _has_number(context: ModuleContext, unit: Unit, lookup: tuple[str, ...]) -> bool:
    """Return whether the cell of a unit's ratings is a number; also where ratings or charts are not known."""
    key, *names = lookup
    keys = [value for value in (unit.front.get(name) for name in names) if isinstance(value, (int, str))]
    if context.charts is None or len(keys) < len(names):
        return True
    cell = context.charts.get(key).lookup(*keys)
    return cell is not None and isinstance(cell.value, int)
