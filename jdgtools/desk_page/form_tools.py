"""What a designer does on the page to lists in forms, to their ids, and to the size of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jdgtools.desk import operations, refactor
from jdgtools.desk.operations.ids import free_id
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.tool_base import Tool

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk


class SetField(Tool, frozen=True, tag="field"):
    """A field of an entry gets another value."""

    list: str
    entry: str
    field: tuple[str, ...]
    value: str
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents, language = desk.session.documents, desk.view.facts["language"]
        return operations.set_field(
            documents, self.list, self.entry, self.field, self.value, language, self.scenario
        )


class NewEntry(Tool, frozen=True, tag="new-entry"):
    """A list gets an entry like another one."""

    list: str
    name: str = ""
    like: str = ""
    id: str = ""
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        if self.list == "commands" and self.like:
            used = {one["command"] or "" for one in desk.view.facts["pieces"]}
            new_id = self.id or free_id(self.name, used, "")
            return refactor.add_formation(documents, self.like, new_id, " ".join(self.name.split()))
        return operations.new_entry(documents, self.list, self.name, self.like, self.id, self.scenario)


class NewActivation(Tool, frozen=True, tag="new-activation"):
    """A formation gets one activation marker more."""

    command: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.new_marker(desk.session.documents, self.command)


class RemoveEntry(Tool, frozen=True, tag="remove-entry"):
    """An entry goes, or one of a list in it."""

    list: str
    entry: str
    field: tuple[str, ...] = ()
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.remove_listed(documents, self.list, self.entry, self.field, self.scenario)


class ResizeMap(Tool, frozen=True, tag="resize"):
    """Rows or columns are added at an edge of the map, or cut off."""

    edge: Literal["north", "east", "south", "west"]
    count: int
    """Of rows or columns; negative = they are cut off."""
    new_numbers: bool = False
    """Whether the first hex keeps its number, and all others get new ones."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            Refused: there is no map that can be read, or something names a hex that would be cut off.
        """
        documents = desk.session.documents
        if documents.grid is None:
            raise operations.Refused("the project has no map file that can be read; mend its errors first")
        make = refactor.extend if self.count > 0 else refactor.crop
        return refactor.rewrite(
            documents, make(documents.grid, {self.edge: abs(self.count)}, not self.new_numbers)
        )
