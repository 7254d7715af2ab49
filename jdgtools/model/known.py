"""What a scenario may refer to."""

from __future__ import annotations

from copy import copy

from jdgtools.model.changes import MapChanges
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker, BattleSide, Command, Leader, Unit


class Known:
    """What a scenario may refer to."""

    def __init__(
        self,
        sides: tuple[BattleSide, ...],
        commands: tuple[Command, ...],
        leaders: tuple[Leader, ...],
        units: tuple[Unit, ...],
        activation: tuple[ActivationMarker, ...],
        places: HexReader,
        battle_map: BattleMap | None,
    ) -> None:
        self.sides = {s.id: s for s in sides}
        self.commands = {c.id: c for c in commands}
        self.leaders = {x.id: x for x in leaders}
        self.units = {u.id: u for u in units}
        self.activation = {a.id: a for a in activation}
        self.places = places
        self.map = battle_map

    def changed(self, changes: MapChanges) -> Known:
        """Return the same with a map as a scenario changes it."""
        if not changes or self.map is None:
            return self
        known = copy(self)
        known.map = changes.applied_to(self.map)
        return known

    @property
    def pieces(self) -> dict[str, Unit | Leader]:
        """All counters that a setup may place."""
        return {**self.units, **self.leaders}
