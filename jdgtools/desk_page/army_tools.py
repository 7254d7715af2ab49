"""What a designer does on the page to the armies: reinforcements, formations, units of the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.desk import operations, refactor
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.tool_base import Tool

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk


class Arrives(Tool, frozen=True, tag="arrives"):
    """A unit or leader comes with a reinforcement."""

    scenario: str
    piece: str
    arrival: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.piece_to_reinforcement(documents, self.scenario, self.piece, self.arrival)


class NewArrival(Tool, frozen=True, tag="new-arrival"):
    """A unit comes as a reinforcement of its own."""

    scenario: str
    piece: str
    turn: int
    entry: str
    """Id of an entry area, or number of a hex."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents, command = desk.session.documents, desk.view.command_of(self.piece)
        return operations.new_reinforcement(
            documents, self.scenario, self.piece, self.turn, self.entry, command
        )


class MoveFormation(Tool, frozen=True, tag="move-formation"):
    """A piece is moved, and all of its formation that stand on the map move as far."""

    scenario: str
    piece: str
    hex: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: the piece has no exact hex in the scenario, or belongs to no formation.
        """
        scenario, context = desk.view.scenario(self.scenario), desk.view.context
        placement = scenario.placement(self.piece) if scenario is not None else None
        the_map = context.battle.map if context is not None else None
        if scenario is None or the_map is None or placement is None or not placement.hexes:
            raise operations.EditRefused(f"`{self.piece}` has no exact hex in this scenario")
        command = desk.view.command_of(self.piece)
        if command is None:
            raise operations.EditRefused(f"`{self.piece}` belongs to no formation")
        pieces = [
            p.piece for p in scenario.placements if p.hexes and desk.view.command_of(p.piece) == command
        ]
        start = the_map.grid.id(placement.hexes[0])
        documents = desk.session.documents
        where = {p.piece: the_map.grid.id(p.hexes[0]) for p in scenario.placements if p.hexes}
        return refactor.move_together(documents, self.scenario, pieces, start, self.hex, command, where)


class Split(Tool, frozen=True, tag="split"):
    """Some units of a formation become a formation of their own."""

    command: str
    new: str
    name: str
    units: tuple[str, ...]

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return refactor.split_formation(documents, self.command, self.new, self.units, self.name)


class UnitField(Tool, frozen=True, tag="unit-field"):
    """A field of a unit gets another value."""

    unit: str
    field: str
    value: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.set_unit(desk.session.documents, self.unit, self.field, self.value)


class RemoveUnit(Tool, frozen=True, tag="remove-unit"):
    """A unit goes, with all that the files say of it."""

    unit: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.remove_unit(desk.session.documents, self.unit)


class NewUnit(Tool, frozen=True, tag="new-unit"):
    """The order of battle gets a unit like another one."""

    unit: str
    name: str
    like: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.add_unit(desk.session.documents, self.unit, self.name, self.like)
