"""Where pieces lie in a saved game of our own module: hexes, arrival boxes, areas, out of play."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jdgtools.importers.draft import DraftScenario, Values
from jdgtools.importers.ids import Ids, is_id, slug
from jdgtools.importers.positions import PlacedPiece, Position
from jdgtools.importers.view import properties
from jdgtools.source.node import number_in_digits

if TYPE_CHECKING:
    from jdgtools.hexgrid.grid import HexGrid
    from jdgtools.importers.jdgtools_module import JdgtoolsModuleReader

_WITHIN = re.compile(r": \D{0,20}(\d{1,3}) \D{2,30}?(\S{1,16})$")
"""Title of the box of a setup area: as far as so many hexes from a hex, in every language of the module."""
_AREA = re.compile(r"^[^:]{1,40}: (?:(?:region|entry|any hex of) )?(.{1,60})$")
"""The same of an area with a name; modules of older versions say what it is."""
_FLAG = "objective-"
"""How the ids of flags on hexes of victory begin."""
_OWNER = "Owner"
"""Property of a flag: number of the side that holds the hex."""
_AGAIN = re.compile(r" \(\d+\)$")


class PositionReader:
    """Reads positions of one module."""

    def __init__(self, reader: JdgtoolsModuleReader) -> None:
        """Remember the boxes that the module names."""
        self.reader = reader
        marks = [properties(s.piece) for s in reader.view.slots]
        self.boxes_of_lost = {m["LostBox"] for m in marks if m.get("LostBox")}
        self.maps = {m.name: m for m in reader.maps}

    def read(self, scenario: DraftScenario, position: Position) -> None:
        """Write setup, reinforcements and orders of a position into a scenario."""
        on_map: dict[int, list[tuple[int, int, Values]]] = {}
        boxes: dict[str, list[tuple[int, int, int, PlacedPiece]]] = {}
        losses: list[str] = []
        for n, piece in enumerate(position.pieces):
            marks = properties(piece.piece)
            kind, piece_id = marks.get("Kind"), marks.get("Id", "")
            if kind == "command":
                state = self.reader.state("command", marks, usual=True)
                if state:
                    scenario.orders[piece_id] = next(iter(state.values()))
                continue
            if piece_id.startswith(_FLAG) and _OWNER in marks:
                scenario.held[piece_id.removeprefix(_FLAG)] = self._owner(marks[_OWNER])
                continue
            zone = self._zone(piece)
            if kind == "activation":
                if zone and self._box(zone) == "removed":
                    scenario.removed_markers.append(piece_id)
                continue
            if kind == "marker":
                self._marker(scenario, piece_id, piece)
                continue
            if kind not in ("unit", "leader"):
                if kind == "order" or (kind is None and piece.map == self.reader.map_name):
                    _leave_out(scenario, f"a marker on the map that no series has: {piece.piece.name}")
                continue
            if piece_id not in self.reader.kinds:
                _leave_out(scenario, f"a piece of an unknown unit: {piece_id or piece.piece.name}")
                continue
            index = self._hex(piece)
            if index is not None:
                values = self.reader.placement(piece, marks)
                on_map.setdefault(index, []).append((piece.height, n, self._at(values, index)))
            elif zone in self.boxes_of_lost:
                losses.append(piece_id)
            elif zone:
                boxes.setdefault(zone, []).append((piece.y, piece.x, piece.height, piece))
            else:
                _leave_out(scenario, f"it lies in no hex and no box: {piece_id}")
        for index in on_map:
            # The file lists the top piece first.
            scenario.setup += [v for _, _, v in sorted(on_map[index], key=lambda p: (-p[0], p[1]))]
        if losses:
            scenario.notes.append("Eliminated before it begins: " + ", ".join(losses))
        ids = Ids()
        for zone, pieces in boxes.items():
            self._fill(scenario, zone, pieces, ids)
        scenario.removed_markers.sort()
        scenario.markers_on_map = {key: sorted(h) for key, h in sorted(scenario.markers_on_map.items())}

    def _marker(self, scenario: DraftScenario, marker: str, placed_piece: PlacedPiece) -> None:
        """Write down a marker that lies on the map; those on tracks and in boxes are where they belong."""
        series, board, index = self.reader.series, self.reader.board, self._hex(placed_piece)
        if index is None or board is None or board.grid is None:
            return
        if not is_id(marker):
            _leave_out(
                scenario, f"a marker on the map whose Id is no id: {marker or placed_piece.piece.name}"
            )
            return
        if any(marker in box.holds for box in series.boxes):
            return
        if series.marker(marker) is None:
            self.reader.own_markers.setdefault(marker, {"id": marker, "name": placed_piece.piece.name})
        hexes, hex_id = scenario.markers_on_map.setdefault(marker, []), board.grid.grid.id(index)
        if hex_id not in hexes:
            hexes.append(hex_id)

    def _at(self, values: Values, index: int) -> Values:
        board = self.reader.board
        assert board is not None and board.grid is not None
        grid = board.grid.grid
        kind = "unit" if "unit" in values else "leader"
        if self.reader.footprints.get(values[kind], 1) == 2 and "facing" in values:
            from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES

            corner = self.reader.series.facing == "corner"
            names = (CORNER_NAMES if corner else DIRECTION_NAMES)[grid.orientation]
            # The right half lies a quarter turn clockwise of the facing.
            other = grid.neighbour(index, names.index(values["facing"]) + 2)
            if other is not None:
                rest = {k: v for k, v in values.items() if k != kind}
                return {kind: values[kind], "hexes": [grid.id(index), grid.id(other)], **rest}
        return {kind: values[kind], "hex": grid.id(index), **{k: v for k, v in values.items() if k != kind}}

    def _hex(self, placed_piece: PlacedPiece) -> int | None:
        board = self.reader.board
        if placed_piece.map != self.reader.map_name or board is None:
            return None
        return board.hex(placed_piece.x, placed_piece.y)

    def _owner(self, number: str) -> str:
        """Return the id of the side with that number; '' for none."""
        sides, place = list(self.reader.sides.values()), number_in_digits(number)
        return sides[place - 1] if place is not None and 1 <= place <= len(sides) else ""

    def _zone(self, placed_piece: PlacedPiece) -> str:
        if placed_piece.deck:
            return placed_piece.deck
        view = self.maps.get(placed_piece.map)
        board = view.board(placed_piece.x, placed_piece.y) if view else None
        zone = (
            self.reader.zones.at(board, placed_piece.x - board.x, placed_piece.y - board.y) if board else None
        )
        return zone.name if zone else ""

    def _box(self, title: str) -> str:
        """Return the id of the series' box that a zone is; '' for none."""
        words = self.reader.words
        for box in words.series.boxes:
            if any(words.says(box.name, t) for t in (title, title.rpartition(": ")[0])):
                return box.id
        return ""

    def _fill(
        self, scenario: DraftScenario, title: str, pieces: list[tuple[int, int, int, PlacedPiece]], ids: Ids
    ) -> None:
        # Boxes fill row by row, from left to right; a stack enters as one, its top piece first.
        pieces.sort(key=lambda f: (f[0], f[1], -f[2]))
        stacks: dict[tuple[int, int], list[PlacedPiece]] = {}
        for y, x, _, piece in pieces:
            stacks.setdefault((y, x), []).append(piece)
        all_marks = [properties(p.piece) for s in stacks.values() for p in s]
        box = self._box(title)
        parts = _AGAIN.sub("", title).split(" · ")
        within = _WITHIN.search(title)
        if box:
            for piece in (p for s in stacks.values() for p in s):
                marks = properties(piece.piece)
                scenario.setup.append({**self.reader.placement(piece, marks), "box": box})
        elif len(parts) > 1:
            units = [[properties(p.piece)["Id"] for p in s] for s in stacks.values()]
            arrival = self._arrival(parts, units, ids, all_marks[0])
            state = self._common_state(str(arrival["id"]), all_marks)
            scenario.reinforcements.append({**arrival, "state": state} if state else arrival)
        elif within:
            for piece in (p for s in stacks.values() for p in s):
                values = self.reader.placement(piece, properties(piece.piece))
                area = {"hex": within[2], "distance": int(within[1])}
                scenario.setup.append({**values, "within": area})
        elif region := _AREA.search(_AGAIN.sub("", title)):
            name = self._region(region[1])
            for piece in (p for s in stacks.values() for p in s):
                values = self.reader.placement(piece, properties(piece.piece))
                scenario.setup.append({**values, "region": name})

    def _common_state(self, group: str, pieces: list[dict[str, str]]) -> Values:
        """Return the states of a group that waits: axis -> value that differs from the default.

        A group has one state for all its pieces; where they differ the first one's is taken, and it is said.

        Args:
            group: its id.
            pieces: properties of its pieces, in entry order.
        """
        by_axis: dict[str, set[str]] = {}
        first: dict[str, str] = {}
        for marks in pieces:
            for axis, value in self.reader.state(marks["Kind"], marks, usual=True).items():
                by_axis.setdefault(axis, set()).add(value)
                first.setdefault(axis, value)
        for axis, values in by_axis.items():
            if len(values) > 1:
                self.reader.view.report.doubt(
                    f"reinforcement {group}: its pieces differ in {axis} ({', '.join(sorted(values))}), and "
                    f"a group has one value: {first[axis]} is written for all"
                )
        usual = {axis.id: axis.default for axis in self.reader.series.state_axes}
        return {
            axis: value if (number := number_in_digits(value)) is None else number
            for axis, value in first.items()
            if value != usual[axis]
        }

    def _region(self, name: str) -> str:
        """Return the id of a region by its name; one that no source outlines is the whole map."""
        battle, language = self.reader.source, self.reader.words.language
        for region in battle.map.regions if battle is not None and battle.map is not None else ():
            if name in (region.id, region.name.get(language)):
                return region.id
        if name not in self.reader.regions:
            self.reader.regions[name] = name if is_id(name) else slug(name, "region")
            self.reader.view.report.lack(
                f"outline of the region {name}: the whole map stands for it in map.yaml"
            )
        return self.reader.regions[name]

    def _hexes(self, text: str, grid: HexGrid) -> list[str]:
        """Return the hexes that the title of a box names: `0107/0108`, and of many only first and last."""
        hex_ids = [h for h in text.split("/") if grid.index(h) is not None]
        if text.split("/")[1:2] != ["…"] or len(hex_ids) != 2:
            return hex_ids
        (column, row), (to_column, to_row) = (grid.offset(grid.index(h) or 0) for h in hex_ids)
        line = {
            *((c, row) for c in range(column, to_column + 1) if row == to_row),
            *((column, r) for r in range(row, to_row + 1) if column == to_column),
        }
        places = [i for c, r in sorted(line) if (i := grid.at(c, r)) is not None]
        note = "the hexes between the first and the last are those of one row or column"
        self.reader.view.report.doubt(f"reinforcements in {text}: {note}")
        return [grid.id(i) for i in places] or hex_ids

    def _arrival(self, parts: list[str], units: list[list[str]], ids: Ids, marks: dict[str, str]) -> Values:
        reader = self.reader
        board = reader.board
        turn = re.search(r"\d{1,4}", parts[0])
        rest = parts[1:]
        values: Values = {"id": ""}
        if rest and (marks.get("Side", ""), rest[0]) in reader.commands:
            values["command"] = reader.commands[marks.get("Side", ""), rest[0]]
            rest = rest[1:]
        elif rest and rest[0] in reader.sides:
            rest = rest[1:]
        values["id"] = ids.take(f"{values.get('command', marks.get('Side', ''))} {parts[0]}", "group")
        values["units"] = [s[0] if len(s) == 1 else s for s in units]
        if turn:
            values["turn"] = int(turn[0])
        if rest and board and board.grid:
            hexes = self._hexes(rest[0], board.grid.grid)
            if hexes:
                values["hexes"] = hexes
                rest = rest[1:]
        if rest:
            # An uncertain group and an optional one look alike but for the word in the players' language.
            values["optional"] = True
            values["note"] = rest[0]
        return values


def _leave_out(scenario: DraftScenario, what: str) -> None:
    """Note a piece that nothing is made of: at the head of the scenario, and for the report."""
    scenario.notes.append(f"Not carried over: {what}")
    scenario.left_out.append(what)
