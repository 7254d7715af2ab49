"""Conditions and effects as values of a table: what kind they are, then what they name.

What a source says of a whole side or formation names all its units once it is read; here it is one reference
again, so that a new unit is no difference of every condition about its side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from jdgtools.diff.facts import Reference, Value, plain_value, refer
from jdgtools.diff.map_facts import side_name
from jdgtools.model.battle import Battle

_PLAIN = ("count", "percent", "edge", "value", "low", "high", "number", "cost", "chart", "column", "by")


class ConditionValues:
    """Makes values of the conditions and effects of one battle.

    Args:
        battle: which has the units.
    """

    def __init__(self, battle: Battle) -> None:
        self._grid = battle.map.grid if battle.map is not None else None
        self._groups: dict[frozenset[str], Value] = {}
        for kind, groups in (("side", battle.sides), ("command", battle.commands)):
            for group in groups:
                units = [u.id for u in battle.units if getattr(u, kind) == group.id]
                leaders = [x.id for x in battle.leaders if getattr(x, kind) == group.id]
                for ids in (units, [*units, *leaders]):
                    self._groups.setdefault(frozenset(ids), ("units of", Reference(kind, group.id)))

    def units(self, ids: Iterable[str]) -> tuple[Value, ...]:
        """Return references to units, or one to the side or formation that they are all of."""
        names = tuple(ids)
        group = self._groups.get(frozenset(names)) if names else None
        return refer("unit", names) if group is None else (group,)

    def condition(self, condition: Any) -> Value:
        """Return a condition as a value."""
        hex_name = self._grid.id if self._grid is not None else None
        return condition_value(condition, hex_name, self.units)

    def effect(self, effect: Any) -> Value:
        """Return an effect of a special rule or marker as a value."""
        parts: list[Value] = [effect.kind.replace("_", " "), *self.units(effect.units)]
        if effect.against:
            parts += ["against", *self.units(effect.against)]
        if self._grid is not None:
            parts += refer("hex", map(self._grid.id, effect.hexes))
            parts += [side_name(self._grid, side) for side in effect.sides]
        field_names = {"kind", "units", "against", "hexes", "sides", "key", "name"}
        for name in effect.__struct_fields__:
            value = getattr(effect, name)
            if name not in field_names and value not in (None, "", ()) and plain_value(value):
                words = plain_value(value)
                parts.append(words if isinstance(words, tuple) else f"{name} {words}")
        return tuple(parts)


def condition_value(
    condition: Any,
    hex_name: Callable[[int], str] | None,
    units: Callable[[Iterable[str]], tuple[Value, ...]],
) -> Value:
    """Return a condition of a project or of a package as a value.

    Args:
        condition: its kind under `kind`; other members as `model.victory.Condition` has them.
        hex_name: gives the number of a hex; None = hexes are left out.
        units: gives values of units by their ids.
    """
    kind = getattr(condition, "kind", None) or _tag(condition)
    parts: list[Value] = [str(kind)]
    for name in ("side", *_PLAIN):
        value = getattr(condition, name, None)
        if value is not None and value != "":
            parts.append(Reference("side", value) if name == "side" else f"{name} {value}")
    parts += units(getattr(condition, "units", ()))
    if hex_name is not None:
        parts += refer("hex", map(hex_name, getattr(condition, "hexes", None) or ()))
    parts += [condition_value(part, hex_name, units) for part in getattr(condition, "parts", ())]
    return tuple(parts)


def _tag(condition: Struct) -> object:
    return condition.__struct_config__.tag
