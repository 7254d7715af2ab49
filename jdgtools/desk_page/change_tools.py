"""Changes of mind about a whole battle that a designer makes on the page, as `jdg refactor` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import asdict, replace

from jdgtools.desk import operations, refactor
from jdgtools.desk.refactor.prose import numbers_in_prose, strength_in_prose
from jdgtools.desk.text_edit import Edit, join_edits
from jdgtools.desk_page.tool_base import Tool

if TYPE_CHECKING:
    from jdgtools.desk.refactor import GridChange
    from jdgtools.desk_page.desk import Desk
    from jdgtools.hexgrid import HexGrid


class Rename(Tool, frozen=True, tag="rename"):
    """A thing gets another id, wherever it is written."""

    kind: Literal["unit", "leader", "scenario"]
    """Of what no form shows; ids of lists are fields of their forms."""
    old: str
    new: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.rename(desk.session.documents, self.kind, self.old, self.new.strip())


class _GridTool(Tool, frozen=True):
    """Anything that carries the battle over to another grid."""

    def change(self, grid: HexGrid) -> GridChange:
        """Return what becomes of each hex."""
        raise NotImplementedError

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: there is no map that can be read, or something cannot be carried over.
        """
        documents = desk.session.documents
        return refactor.rewrite(documents, self._change(desk), self.fills_with)

    def remarks(self, desk: Desk) -> list[str]:
        """Return the numbers of hexes in texts for people, which stay as they are."""
        return numbers_in_prose(desk.session.documents, self._change(desk))

    @property
    def fills_with(self) -> str | None:
        """Terrain of new hexes; None = the first of the legend."""
        return None

    def _change(self, desk: Desk) -> GridChange:
        grid = desk.session.documents.grid
        if grid is None:
            raise operations.EditRefused(
                "the project has no map file that can be read; mend its errors first"
            )
        return self.change(grid)


class ResizeMap(_GridTool, frozen=True, tag="resize"):
    """Rows or columns are added at an edge of the map, or cut off."""

    edge: Literal["north", "east", "south", "west"]
    count: int
    """Of rows or columns; negative = they are cut off."""
    new_numbers: bool = False
    """Whether the first hex keeps its number, and all others get new ones."""
    terrain: str = ""
    """Of new hexes; empty = the first of the legend."""

    def change(self, grid: HexGrid) -> GridChange:
        """Return what becomes of each hex."""
        make = refactor.extend if self.count > 0 else refactor.crop
        return make(grid, {self.edge: abs(self.count)}, not self.new_numbers)

    @property
    def fills_with(self) -> str | None:
        """Terrain of new hexes."""
        return self.terrain or None


class TurnMap(_GridTool, frozen=True, tag="turn-map"):
    """The map is mirrored, turned upside down, or by a quarter, which points its hexes otherwise."""

    how: Literal["mirror", "turn", "quarter"]

    def change(self, grid: HexGrid) -> GridChange:
        """Return what becomes of each hex."""
        if self.how == "quarter":
            return refactor.quarter_turn(grid, "pointy" if grid.orientation == "flat" else "flat")
        return refactor.mirror(grid) if self.how == "mirror" else refactor.turn(grid)


class Renumber(_GridTool, frozen=True, tag="renumber"):
    """Hexes get other numbers."""

    first_column: int
    first_row: int
    digits: int
    order: Literal["column-row", "row-column"]
    letters: Literal["none", "column", "row", "both"]
    separator: str
    leading_zeros: bool
    descending_columns: bool
    descending_rows: bool

    def change(self, grid: HexGrid) -> GridChange:
        """Return what becomes of each hex.

        Raises:
            EditRefused: the numbers have no digit, or more than any map has.
        """
        if not 1 <= self.digits <= 4:
            raise operations.EditRefused("numbers of hexes have 1 to 4 digits")
        values = asdict(self) | {"letters": None if self.letters == "none" else self.letters}
        return refactor.renumber(grid, replace(grid.numbering, **values))


class ShiftSetup(Tool, frozen=True, tag="shift"):
    """The setup of a scenario, or of one side in it, moves over the map."""

    scenario: str
    count: int
    """Of hexes."""
    direction: str
    side: str = ""
    """Id of the side; empty = both."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: a piece would leave the map.
        """
        documents, step = desk.session.documents, f"{max(self.count, 0)}{self.direction}"
        return refactor.shift_setup(documents, self.scenario, [step], self.side or None)


class MergeFormations(Tool, frozen=True, tag="merge"):
    """The units of a formation go to another one, and it goes."""

    command: str
    into: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return refactor.merge_formations(desk.session.documents, self.command, self.into)


class Scale(Tool, frozen=True, tag="scale"):
    """Hexes, levels or strength points stand for something else."""

    hex_metres: int | None = None
    level_metres: int | None = None
    strength: str = ""
    """Factor such as `2` or `1/2`; empty = as before."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: nothing is said, or no number that a map can have.
        """
        documents, edits = desk.session.documents, list[Edit]()
        if self.hex_metres is not None or self.level_metres is not None:
            edits.append(refactor.scale_map(documents, self.hex_metres, self.level_metres))
        if self.strength.strip():
            edits.append(refactor.scale_strengths(documents, refactor.factor_of(self.strength)))
        if not edits:
            raise operations.EditRefused("nothing changes: write metres, or a factor for the strengths")
        return join_edits(", ".join(edit.title for edit in edits), edits)

    def remarks(self, desk: Desk) -> list[str]:
        """Return what the battle says in words of a strength point, which stays as it is."""
        return strength_in_prose(desk.session.documents) if self.strength.strip() else []
