"""What a designer does on the page, as it sends it; each becomes an edit by an operation of the desk.

The page sends a `ToolUse`; the tag of its tool says which of these classes it is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import Struct

from jdgtools.desk import operations
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.army_tools import (
    Arrives,
    MoveFormation,
    NewArrival,
    NewUnit,
    RemoveUnit,
    Split,
    UnitField,
)
from jdgtools.desk_page.change_tools import (
    MergeFormations,
    Rename,
    Renumber,
    ResizeMap,
    Scale,
    ShiftSetup,
    TurnMap,
)
from jdgtools.desk_page.facts import mends, shown_problems
from jdgtools.desk_page.form_tools import NewActivation, NewChartValue, NewEntry, RemoveEntry, SetField
from jdgtools.desk_page.scenario_tools import NewScenario, RemoveScenario, ScenarioTitle
from jdgtools.desk_page.tool_base import Tool
from jdgtools.hexgrid import NameProblem
from jdgtools.hexgrid.names import parse_direction

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk
    from jdgtools.hexgrid import HexGrid
    from jdgtools.model.map import BattleMap


class PaintTerrain(Tool, frozen=True, tag="terrain"):
    """Gives hexes a terrain, on the map or in one scenario alone."""

    hexes: tuple[str, ...]
    terrain: str
    scenario: str = ""
    """Id of the scenario; empty = on the map."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        if self.scenario:
            documents, (the_map, grid) = desk.session.documents, _ground(desk)
            on_map = {one for one in self.hexes if the_map.terrain[_index(grid, one)] == self.terrain}
            return operations.change_terrain(documents, self.scenario, self.hexes, self.terrain, on_map)
        return operations.paint_terrain(desk.session.documents, self.hexes, self.terrain)


class PaintLevel(Tool, frozen=True, tag="level"):
    """Gives hexes a level."""

    hexes: tuple[str, ...]
    level: int

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.paint_level(desk.session.documents, self.hexes, self.level)


class AddHexsides(Tool, frozen=True, tag="hexsides"):
    """Lays a slope, a river or something else along hexsides."""

    sides: tuple[str, ...]
    """As seen from the inner or higher hex: `0305/NE`."""
    terrain: str
    water: bool = False
    scenario: str = ""
    """Id of the one scenario that has it; empty = it is on the map."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        if self.scenario:
            return operations.add_scenario_hexsides(documents, self.scenario, self.sides, self.terrain)
        return operations.add_hexsides(documents, self.sides, self.terrain, is_water=self.water)


class AddCrossing(Tool, frozen=True, tag="crossing"):
    """Lays a bridge or a ford on a hexside."""

    side: str
    terrain: str
    scenario: str = ""
    """Id of the one scenario that has it; empty = it is on the map."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        if self.scenario:
            return operations.add_scenario_hexsides(documents, self.scenario, [self.side], self.terrain)
        return operations.add_crossing(documents, self.side, self.terrain)


class ClearHexsides(Tool, frozen=True, tag="bare-hexsides"):
    """Takes everything from hexsides that lies on them."""

    sides: tuple[str, ...]
    scenario: str = ""
    """Id of the one scenario in which they are bare; empty = on the map."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: a side is not on the map.
        """
        documents = desk.session.documents
        if not self.scenario:
            return operations.remove_hexsides(documents, self.sides)
        the_map, grid = _ground(desk)
        on_map: dict[str, list[str]] = {}
        for word in self.sides:
            number, _, direction = word.partition("/")
            d = parse_direction(direction, grid.orientation)
            if isinstance(d, NameProblem):
                raise operations.EditRefused(d.message)
            on_map[word] = [one.kind for one in the_map.features_at(_index(grid, number), d)]
        return operations.remove_scenario_hexsides(documents, self.scenario, self.sides, on_map)


class AddWay(Tool, frozen=True, tag="way"):
    """Lays a road or another way through hexes."""

    hexes: tuple[str, ...]
    terrain: str
    start: str | None = None
    """Direction over the edge of the map from which it comes."""
    end: str | None = None
    """Direction in which it leaves the map."""
    scenario: str = ""
    """Id of the one scenario that has it; empty = it is on the map."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        if self.scenario:
            return operations.add_scenario_way(
                desk.session.documents, self.scenario, self.hexes, self.terrain
            )
        ends = {key: way for key, way in (("from", self.start), ("to", self.end)) if way is not None}
        return operations.add_way(desk.session.documents, self.hexes, self.terrain, ends)


class ClearWay(Tool, frozen=True, tag="no-way"):
    """Takes a stretch off the ways of the map in one scenario."""

    hexes: tuple[str, ...]
    scenario: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        the_map, grid = _ground(desk)
        steps = {(way.kind, frozenset(pair)) for way in the_map.ways for pair in pairwise(way.hexes)}
        stretches: list[tuple[str, list[str]]] = []
        for kind in sorted({kind for kind, _ in steps}):
            last = ""
            for one, other in pairwise(self.hexes):
                if (kind, frozenset((_index(grid, one), _index(grid, other)))) not in steps:
                    continue
                if last == one:
                    stretches[-1][1].append(other)
                else:
                    stretches.append((kind, [one, other]))
                last = other
        return operations.remove_scenario_way(desk.session.documents, self.scenario, stretches)


def _ground(desk: Desk) -> tuple[BattleMap, HexGrid]:
    """Return the map without what a scenario changes, and its grid.

    Raises:
        EditRefused: it cannot be read.
    """
    context = desk.view.context
    the_map = context.battle.map if context is not None else None
    if the_map is None:
        raise operations.EditRefused("the map cannot be read; mend its errors first")
    return the_map, the_map.grid


def _index(grid: HexGrid, number: str) -> int:
    index = grid.index(number)
    if index is None:
        raise operations.EditRefused(f"hex `{number}` is not on the map")
    return index


class PlacePiece(Tool, frozen=True, tag="place"):
    """Puts a unit or leader into a hex, or moves it there."""

    scenario: str
    piece: str
    hex: str
    facing: str | None = None

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        facing = self.facing if self.facing is not None else _first_facing(desk, self.scenario, self.piece)
        return operations.place_piece(documents, self.scenario, self.piece, self.hex, facing)


def _first_facing(desk: Desk, scenario_id: str, piece: str) -> str | None:
    """Return the facing of a unit that is placed for the first time: the one that most of its side have.

    None where it is placed already, has no facing, or the scenario names one for the whole side.
    """
    from jdgtools.derived.answers import facing_name

    scenario, context = desk.view.scenario(scenario_id), desk.view.context
    unit = context.battle.unit(piece) if context is not None else None
    if scenario is None or context is None or unit is None or unit.side is None:
        return None
    kind = context.battle.series.unit_type(unit.type) if unit.type else None
    if scenario.placement(piece) is not None or (kind is not None and not kind.has_facing):
        return None
    document = desk.session.documents.scenario(scenario_id)
    sides = document.node.get("sides") if document is not None and document.node is not None else None
    if any(one.get("facing") is not None for one in (sides.elements() if sides is not None else ())):
        return None  # the scenario says where units of a side face
    friends = {one.id for one in context.battle.units if one.side == unit.side}
    facings = [p.facing for p in scenario.placements if p.piece in friends and p.facing is not None]
    if not facings:
        return None
    return facing_name(desk.view.derive(scenario_id), max(sorted(set(facings)), key=facings.count))


class TurnPiece(Tool, frozen=True, tag="turn"):
    """A unit or leader is turned by a step, clockwise or back."""

    scenario: str
    piece: str
    steps: int

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: the piece has no exact hex in the scenario.
        """
        from jdgtools.derived.answers import facing_name

        scenario = desk.view.scenario(self.scenario)
        placement = scenario.placement(self.piece) if scenario is not None else None
        if placement is None or not placement.hexes:
            raise operations.EditRefused(f"`{self.piece}` has no exact hex in this scenario")
        facing = ((placement.facing if placement.facing is not None else 0) + self.steps) % 6
        name = facing_name(desk.view.derive(self.scenario), facing)
        assert name is not None
        where = desk.view.number(placement.hexes[0])
        return operations.turn_piece(desk.session.documents, self.scenario, self.piece, name, where)


class RemoveFromSetup(Tool, frozen=True, tag="remove"):
    """A unit or leader is taken out of a setup."""

    scenario: str
    piece: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.remove_piece(desk.session.documents, self.scenario, self.piece)


class OrderStack(Tool, frozen=True, tag="stack"):
    """Lays the pieces of a hex in an order, the first on top."""

    scenario: str
    pieces: tuple[str, ...]

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.order_stack(desk.session.documents, self.scenario, self.pieces)


class NamePlace(Tool, frozen=True, tag="name-place"):
    """Gives the place of a hex a name, or takes it away."""

    hex: str
    name: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        rank = _rank_of(desk, self.hex)
        return operations.name_place(documents, self.hex, self.name, desk.view.facts["language"], rank)


def _rank_of(desk: Desk, number: str) -> str | None:
    """Return the rank that the terrain of a hex gives its place; None where that says nothing."""
    context = desk.view.context
    the_map = context.battle.map if context is not None else None
    index = the_map.grid.index(number) if the_map is not None else None
    terrain = the_map.terrain[index] if the_map is not None and index is not None else None
    return terrain if terrain in ("town", "farm", "water", "wood") else None


class NewArea(Tool, frozen=True, tag="new-area"):
    """Makes hexes a region or an entry area."""

    key: Literal["regions", "entries"]
    name: str
    hexes: tuple[str, ...]
    side: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.new_area(documents, self.key, self.name, self.hexes, self.side or None)


class PaintArea(Tool, frozen=True, tag="area"):
    """Adds hexes to a region or an entry area, or takes them out."""

    key: Literal["regions", "entries"]
    area: str
    hexes: tuple[str, ...]
    belong: bool

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.paint_area(documents, self.key, self.area, self.hexes, self.belong)


class PaintHeldHexes(Tool, frozen=True, tag="held"):
    """Says that a side holds hexes at the start, or no longer."""

    scenario: str
    side: str
    hexes: tuple[str, ...]
    belong: bool

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.paint_held(documents, self.scenario, self.side, self.hexes, self.belong)


class SwitchMarker(Tool, frozen=True, tag="marker"):
    """Lays a marker into a hex, or takes it out."""

    scenario: str
    marker: str
    hex: str
    belong: bool

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        change = operations.place_marker if self.belong else operations.remove_marker
        return change(documents, self.scenario, self.marker, self.hex)


class MendProblem(Tool, frozen=True, tag="mend"):
    """Mends a diagnostic by what its hint names, or accepts it."""

    problem: int
    """Its number in the list of the page, from 0."""
    mend: int
    """Number of what can be done about it, from 0."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: there is no such diagnostic, or nothing of this number mends it.
        """
        problems = shown_problems(desk.session)
        if not 0 <= self.problem < len(problems):
            raise operations.EditRefused("this diagnostic is gone")
        choices = mends(desk.session, problems[self.problem])
        if not 0 <= self.mend < len(choices):
            raise operations.EditRefused("nothing is sure to mend this diagnostic")
        mend = choices[self.mend]
        return Edit(mend.title, (mend.change,))


class ReplaceLine(Tool, frozen=True, tag="line"):
    """Replaces the text of a line of a file."""

    is_typed: ClassVar[bool] = True
    path: str
    line: int
    text: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return desk.replace_line(self.path, self.line, self.text)


class ReplaceFile(Tool, frozen=True, tag="file"):
    """Replaces the whole text of a file."""

    is_typed: ClassVar[bool] = True
    path: str
    was: str
    """The text that was changed; line ends are those of the page."""
    text: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return desk.replace_text(self.path, self.was, self.text)


AnyTool: TypeAlias = (
    PaintTerrain
    | PaintLevel
    | AddHexsides
    | AddCrossing
    | ClearHexsides
    | AddWay
    | ClearWay
    | PlacePiece
    | TurnPiece
    | RemoveFromSetup
    | OrderStack
    | NamePlace
    | NewArea
    | PaintArea
    | PaintHeldHexes
    | SwitchMarker
    | Arrives
    | NewArrival
    | MoveFormation
    | Split
    | UnitField
    | NewUnit
    | RemoveUnit
    | NewScenario
    | ScenarioTitle
    | RemoveScenario
    | SetField
    | NewEntry
    | NewChartValue
    | NewActivation
    | RemoveEntry
    | Rename
    | ResizeMap
    | TurnMap
    | Renumber
    | ShiftSetup
    | MergeFormations
    | Scale
    | MendProblem
    | ReplaceLine
    | ReplaceFile
)


class ToolUse(Struct, frozen=True, forbid_unknown_fields=True):
    """One use of a tool on texts that the page has seen."""

    digest: str
    use: AnyTool
