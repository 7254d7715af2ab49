"""Index of a battle: what the words of a scenario may refer to, by id.

The builders of `model/build_*.py` make it once of the battle's own parts and look up every reference of a
scenario in it: `index.units["fr-17"]`, `index.reader.hex(node)`.
"""

from __future__ import annotations

from copy import copy

from jdgtools.model.changes import MapChanges
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import ActivationMarker, BattleSide, Command, Leader, Unit


class BattleIndex:
    """Sides, commands, pieces and markers of a battle by id, its map, and the reader of its hexes."""

    def __init__(
        self,
        sides: tuple[BattleSide, ...],
        commands: tuple[Command, ...],
        leaders: tuple[Leader, ...],
        units: tuple[Unit, ...],
        activation: tuple[ActivationMarker, ...],
        reader: HexReader,
        battle_map: BattleMap | None,
    ) -> None:
        self.sides = {s.id: s for s in sides}
        self.commands = {c.id: c for c in commands}
        self.leaders = {x.id: x for x in leaders}
        self.units = {u.id: u for u in units}
        self.activation = {a.id: a for a in activation}
        self.reader = reader
        self.map = battle_map

    def with_map_changes(self, changes: MapChanges) -> BattleIndex:
        """Return the index with the map as a scenario changes it."""
        if not changes or self.map is None:
            return self
        index = copy(self)
        index.map = changes.applied_to(self.map)
        return index

    @property
    def formations(self) -> list[str]:
        """Names of the corps and brigades that units or commands belong to, in all languages, in order."""
        names = {u.parent for u in self.units.values()}
        names |= {name for c in self.commands.values() for _, name in c.parent.values}
        return sorted(names - {""})

    def commands_of_formation(self, name: str) -> tuple[str, ...]:
        """Return the commands of a corps or brigade, which is named in any language."""
        return tuple(c.id for c in self.commands.values() if name in (text for _, text in c.parent.values))

    def units_of_formation(self, name: str) -> tuple[str, ...]:
        """Return the units of a corps or brigade: by their own `parent`, or by that of their command.

        A unit whose `parent` is another than its command is lent and belongs to that one alone; where it is
        the name of its command, as `defaults: {parent: command}` has it, it belongs to the corps as well.
        """
        commands = {c: self.commands[c] for c in self.commands_of_formation(name)}
        return tuple(
            u.id
            for u in self.units.values()
            if u.parent == name or (u.command in commands and u.parent in ("", *_names(commands[u.command])))
        )

    def leaders_of(self, command: str) -> tuple[str, ...]:
        """Return the leaders of a command."""
        led = self.commands[command].leader if command in self.commands else None
        return tuple(x.id for x in self.leaders.values() if x.command == command or x.id == led)

    @property
    def pieces(self) -> dict[str, Unit | Leader]:
        """All counters that a setup may place."""
        return {**self.units, **self.leaders}


def _names(command: Command) -> tuple[str, ...]:
    return tuple(text for _, text in command.name.values)
