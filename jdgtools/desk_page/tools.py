"""What a designer does on the page, as it sends it; each becomes an edit by an operation of the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from jdgtools.desk import operations
from jdgtools.desk.text_edit import Edit

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk


class _Tool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tool"):
    """Anything that a designer does."""


class Terrain(_Tool, frozen=True, tag="terrain"):
    """Hexes get a terrain."""

    hexes: tuple[str, ...]
    terrain: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.paint_terrain(desk.session.documents, self.hexes, self.terrain)


class Level(_Tool, frozen=True, tag="level"):
    """Hexes get a level."""

    hexes: tuple[str, ...]
    level: int

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.paint_level(desk.session.documents, self.hexes, self.level)


class Hexsides(_Tool, frozen=True, tag="hexsides"):
    """A slope, a river or something else along hexsides."""

    sides: tuple[str, ...]
    """As seen from the inner or higher hex: `0305/NE`."""
    terrain: str
    water: bool = False

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.add_hexsides(documents, self.sides, self.terrain, is_water=self.water)


class Crossing(_Tool, frozen=True, tag="crossing"):
    """A bridge or a ford on a hexside."""

    side: str
    terrain: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.add_crossing(desk.session.documents, self.side, self.terrain)


class BareHexsides(_Tool, frozen=True, tag="bare-hexsides"):
    """Hexsides lose everything that lies on them."""

    sides: tuple[str, ...]

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.remove_hexsides(desk.session.documents, self.sides)


class Way(_Tool, frozen=True, tag="way"):
    """A road or another way through hexes."""

    hexes: tuple[str, ...]
    terrain: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.add_way(desk.session.documents, self.hexes, self.terrain)


class PlacePiece(_Tool, frozen=True, tag="place"):
    """A unit or leader is put into a hex, or moved there."""

    scenario: str
    piece: str
    hex: str
    facing: str | None = None

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.place_piece(documents, self.scenario, self.piece, self.hex, self.facing)


class TurnPiece(_Tool, frozen=True, tag="turn"):
    """A unit or leader is turned by a step, clockwise or back."""

    scenario: str
    piece: str
    steps: int

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            Refused: the piece has no exact hex in the scenario.
        """
        from jdgtools.derived.answers import facing_name

        scenario = desk.view.scenario(self.scenario)
        placement = scenario.placement(self.piece) if scenario is not None else None
        if placement is None or not placement.hexes:
            raise operations.Refused(f"`{self.piece}` has no exact hex in this scenario")
        facing = ((placement.facing if placement.facing is not None else 0) + self.steps) % 6
        name = facing_name(desk.view.derived(self.scenario), facing)
        assert name is not None
        return operations.turn_piece(desk.session.documents, self.scenario, self.piece, name)


class RemovePiece(_Tool, frozen=True, tag="remove"):
    """A unit or leader is taken out of a setup."""

    scenario: str
    piece: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.remove_piece(desk.session.documents, self.scenario, self.piece)


class Stack(_Tool, frozen=True, tag="stack"):
    """The pieces of a hex lie in this order, the first on top."""

    scenario: str
    pieces: tuple[str, ...]

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.order_stack(desk.session.documents, self.scenario, self.pieces)


class Line(_Tool, frozen=True, tag="line"):
    """A line of a file gets another text."""

    path: str
    line: int
    text: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return desk.replace_line(self.path, self.line, self.text)


AnyTool: TypeAlias = (
    Terrain
    | Level
    | Hexsides
    | Crossing
    | BareHexsides
    | Way
    | PlacePiece
    | TurnPiece
    | RemovePiece
    | Stack
    | Line
)


class Stroke(Struct, frozen=True, forbid_unknown_fields=True):
    """One use of a tool on texts that the page has seen."""

    digest: str
    use: AnyTool
