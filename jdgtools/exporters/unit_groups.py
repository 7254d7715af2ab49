"""How players call a group of units that a rule names: "the artillery of the French", not 14 ids.

The booklet and the module put special rules into words with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Unit
from jdgtools.model.text import Text


def kind_of_units(battle: Battle, units: Collection[str]) -> tuple[Text | None, Text] | None:
    """Return whose units these are and their arm or type, where they are all units of that kind there.

    Args:
        battle: has the units.
        units: unit ids; fewer than two have names of their own.

    Returns:
        The name of the side or command (None = of both sides) and that of the arm or unit type; None where
        the units are no such group.
    """
    members = set(units)
    if len(members) < 2:
        return None
    series = battle.series
    for owner, group in _owners(battle):
        inside = [unit for unit in group if unit.id in members]
        if len(inside) != len(members) or len(inside) == len(group):
            continue
        for arm, name in series.arms:
            if members == {unit.id for unit in group if unit.arm == arm}:
                return owner, name
        for unit_type in series.unit_types:
            if members == {unit.id for unit in group if unit.type == unit_type.id}:
                return owner, unit_type.name
    return None


def _owners(battle: Battle) -> Iterator[tuple[Text | None, list[Unit]]]:
    """Yield the commands, the sides and both sides together with their units."""
    for command in battle.commands:
        yield command.name, list(battle.units_of(command.id))
    for side in battle.sides:
        yield side.name, [unit for unit in battle.units if unit.side == side.id]
    yield None, list(battle.units)
