"""The map of a foreign module: which board it is, its grid, its zones, a draft of its terrain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.board_sizes import picture_size
from jdgtools.importers.boards import MapView, ModuleBoard, boards_by_name, main_board
from jdgtools.importers.draft import Draft, Values, table
from jdgtools.importers.grids import FittedGrid
from jdgtools.importers.ids import Ids
from jdgtools.importers.joined_boards import join_boards
from jdgtools.importers.kinds import is_hex_grid
from jdgtools.importers.pictures import PictureCopies
from jdgtools.importers.positions import Position
from jdgtools.importers.sections import Section, has_sections, sections
from jdgtools.importers.svg import svg_pixels
from jdgtools.importers.terrain_names import KnownTerrain
from jdgtools.importers.view import ModuleView
from jdgtools.importers.yamltext import LiteralBlock, grid_yaml
from jdgtools.model.definition import SeriesDef
from jdgtools.vassal.components import Component
from jdgtools.vassal.folder import PLACES
from jdgtools.vassal.savegame import PlacedBoard

MAX_ZONES = 500


class MapReader(Struct):
    """Reads the maps of a module into a draft."""

    view: ModuleView
    maps: tuple[MapView, ...]
    series: SeriesDef
    pictures: PictureCopies
    map_view: MapView | None = None
    """The window with the battle's map."""
    board: ModuleBoard | None = None
    """The battle's map."""
    members: tuple[ModuleBoard, ...] = ()
    """The boards that it is joined from; one as a rule."""
    board_pictures: list[Values] = field(default_factory=list)
    """Their pictures among the files of the project, and where these lie on the map, pixels."""
    _has_sections: bool | None = None
    _sections: dict[tuple[PlacedBoard, ...], tuple[Section, ...]] = field(default_factory=dict)

    def read(self, draft: Draft, positions: Sequence[Position]) -> None:
        """Write the map of the draft; without a board with hexes there is none."""
        report = self.view.report
        window, best, counts = main_board(self.maps, positions)
        members: tuple[ModuleBoard, ...] = ()
        if best is not None and window is not None:
            best, members = join_boards(window, best, report)
        for view in self.maps:
            for board in view.boards:
                self._tell_board(view, board, members, counts)
            self._tell_spare_boards(view)
        if best is None or best.grid is None or window is None:
            report.lack(self._no_map())
            return
        self._grid(best, window.name)
        self._tell_other_boards(window, best, members, counts)
        self._write_grid(draft, window, best, best.grid)
        self._zones(draft, best)
        self.map_view, self.board, self.members = window, best, members

    def _tell_board(
        self, view: MapView, board: ModuleBoard, members: Sequence[ModuleBoard], counts: Mapping[int, int]
    ) -> None:
        """Copy the picture of a board, and report what becomes of it.

        Args:
            view: its window.
            board: the board.
            members: the boards that the battle's map is joined from.
            counts: id of a board object -> pieces of setups that stand on it.
        """
        report = self.view.report
        path = self.pictures.take(board.image, "boards")
        note = f"its picture is {path}" if path else "it has no picture that can be used"
        if any(board is member for member in members):
            if path:
                self.board_pictures.append({"image": path, "at": [board.x, board.y]})
            note += "; the battle's map" + (", with others" if len(members) > 1 else "")
        elif board.grid is not None:
            remark = f"a battle has one map; {counts.get(id(board), 0)} pieces of setups stand on this one"
            note += f"; {remark}"
            for part in board.component.walk():
                if is_hex_grid(part) or part.kind in ("HexGridNumbering", "Zone"):
                    report.component("kept", part, remark, f"{view.name} / {board.name}")
        report.component("converted" if path else "kept", board.component, note, view.name)

    def _tell_spare_boards(self, view: MapView) -> None:
        """Report the boards of a window that no setup lays out."""
        report = self.view.report
        spare = [c for c in view.component.walk() if c.kind == "Board" and c.get("name") in view.spare]
        for component in spare:
            for part in reversed(list(component.walk())):
                report.component("kept", part, "a board that no setup lays out; kept in module/", view.name)
        if spare:
            report.doubt(f"map {view.name!r} has boards that no setup lays out: {', '.join(view.spare[:9])}")

    def _tell_other_boards(
        self, window: MapView, best: ModuleBoard, members: Sequence[ModuleBoard], counts: Mapping[int, int]
    ) -> None:
        """Say why this board is the map, where others have hexes, too."""
        board_ids = {id(b) for b in members}
        others = [
            (m, b) for m in self.maps for b in m.boards if b.grid is not None and id(b) not in board_ids
        ]
        if others:
            names_of_others = ", ".join(
                f"{m.name} / {b.name} ({counts.get(id(b), 0)} pieces)" for m, b in others[:6]
            )
            self.view.report.doubt(
                f"the map is {window.name} / {best.name} "
                f"({sum(counts.get(id(b), 0) for b in members)} pieces in setups); "
                f"{len(others)} other boards with hexes are kept as they are: {names_of_others}"
            )

    def _write_grid(self, draft: Draft, window: MapView, best: ModuleBoard, board_grid: FittedGrid) -> None:
        """Write the grid of the map, its numbers where they differ from the module's, and what is in play."""
        grid = board_grid.grid
        draft.map, draft.hex_grid = {"grid": grid_yaml(grid)}, grid
        draft.map_head.append(f"The grid of board {best.name!r}, map {window.name!r}.")
        if board_grid.mismatch:
            self.view.report.lack(
                f"numbers of hexes: {board_grid.mismatch}; hex-names.csv lists both numbers"
            )
            draft.map_head.append(f"Numbers differ from the module's: {board_grid.mismatch}.")
            rows = [{"hex": a, "module": b} for a, b in board_grid.names()]
            draft.files["hex-names.csv"] = table(["hex", "module"], rows)
        if board_grid.outside:
            lines = [
                " ".join(
                    "#" if row * grid.columns + c in board_grid.outside else "." for c in range(grid.columns)
                )
                for row in range(grid.rows)
            ]
            draft.map["playable"] = LiteralBlock(tuple(lines))

    def is_laid_out(self, boards: Sequence[PlacedBoard]) -> bool:
        """Return whether boards of the battle's window have the map's hexes where the map has them.

        So do its own boards, and others in their places whose pictures are as large and whose grids and
        numbers are equal: the same field in snow, or with a bridge less.
        """
        window = self.map_view
        if window is None:
            return False
        if tuple(boards) == window.layout:
            return True
        parts = boards_by_name(window.component)
        if len(boards) != len(window.layout) or any(b.name not in parts for b in (*boards, *window.layout)):
            return False
        return all(
            (b.column, b.row, b.is_reversed) == (ours.column, ours.row, ours.is_reversed)
            and self._hexes_of(parts[b.name]) == self._hexes_of(parts[ours.name])
            for b, ours in zip(boards, window.layout, strict=True)
        )

    def sections(self, boards: Sequence[PlacedBoard]) -> tuple[Section, ...]:
        """Return the boards of a layout that show parts of the map; none where they are another map."""
        window, board = self.map_view, self.board
        if window is None or board is None or board.grid is None:
            return ()
        if self._has_sections is None:
            self._has_sections = has_sections(window, board.grid, self.view.module, self.view.limits)
        key = tuple(boards)
        if self._has_sections and key not in self._sections:
            parts = sections(window, board.grid, key, self.view.module, self.view.limits)
            self._sections[key] = parts
            if parts:
                names = ", ".join(section.board.name for section in parts)
                self.view.report.doubt(
                    f"board {names} shows a part of the map: its hexes have the map's numbers, and pieces on "
                    "it stand where these are"
                )
        return self._sections.get(key, ())

    def _hexes_of(self, board: Component) -> object:
        """Return what makes the hexes of a board: its size, its grids with their numbers, where they hold."""
        try:
            size = picture_size(self.view.module, board, self.view.limits)
        except InputRefused:
            return object()  # like no other
        grids = []
        for part in board.walk():
            outline = part.get("path") if part.kind == "Zone" else ""
            grids += [
                (outline, dict(grid.attributes), [dict(number.attributes) for number in grid.children])
                for grid in part.children
                if is_hex_grid(grid)
            ]
        return size, grids

    def _no_map(self) -> str:
        """Return why there is no map: no grid of hexes, or none that can be used."""
        grids = [c for view in self.maps for c in view.component.walk() if is_hex_grid(c)]
        if not grids:
            return "map.yaml: no map of the module has a grid of hexes"
        notes = [
            finding.note
            for finding in self.view.report.findings
            if finding.outcome == "unread" and finding.kind in ("Board", "HexGrid", "Map")
        ]
        why = f": {notes[0]}" if notes else ", on a board that no map lays out"
        return f"map.yaml: the module has {len(grids)} grids of hexes, and none can be used{why}"

    def _grid(self, board: ModuleBoard, where: str) -> None:
        board_grid, report = board.grid, self.view.report
        if board_grid is None:
            return
        note = f"map.yaml, grid of {board_grid.grid.columns} x {board_grid.grid.rows} hexes"
        if board_grid.mismatch:
            note += f"; other numbers than the module's: {board_grid.mismatch}; hex-names.csv has both"
        for source in board_grid.engine.sources:
            report.component("converted", source, note, f"{where} / {board.name}")
        if board_grid.engine.damaged_numbering is not None:
            report.component("unread", *board_grid.engine.damaged_numbering, where)
        for numbering in board_grid.engine.numberings:
            first = numbering.get("first", "H")
            if first[:1] not in ("H", "V"):
                report.doubt(f"numbers of hexes: first is {first[:30]!r}; rows come first, as in VASSAL")
            report.component(
                "kept" if board_grid.mismatch else "converted", numbering,
                board_grid.mismatch or "map.yaml, numbering; every hex has the same number", where,
            )  # fmt: skip

    def _zones(self, draft: Draft, board: ModuleBoard) -> None:
        assert board.grid is not None and draft.map is not None
        grid = board.grid.grid
        centres = [(i, *board.grid.centre(i)) for i in grid.hexes if i not in board.grid.outside]
        ids, left = Ids(), 3_000_000
        regions: dict[str, Values] = {}
        for zone in board.zones[:MAX_ZONES]:
            left -= len(zone.path) * len(centres)
            if left < 0:
                self.view.report.component(
                    "kept", zone.component, "too many zones with too many corners", board.name
                )
                continue
            inside = [grid.id(i) for i, x, y in centres if zone.holds(x, y)]
            if not zone.name or not inside or len(inside) == len(centres):
                note = "it holds no hex of the map" if not inside else "it holds every hex, or has no name"
                self.view.report.component("kept", zone.component, note, board.name)
                continue
            if zone.name not in regions:
                regions[zone.name] = {"id": ids.take(zone.name, "zone"), "name": zone.name, "hexes": []}
            # Zones of one name are one region in several parts.
            region = regions[zone.name]
            region["hexes"] = list(dict.fromkeys([*region["hexes"], *inside]))
            note = f"map.yaml, region {region['id']}"
            self.view.report.component("converted", zone.component, note, board.name)
        if regions:
            draft.map["regions"] = list(regions.values())

    def terrain(self, draft: Draft, known_terrain: KnownTerrain) -> None:
        """Draft the terrain from the boards' pictures and from what is known besides."""
        from jdgtools.importers.sampling import BoardPicture
        from jdgtools.importers.terrain import draft_terrain

        board, report = self.board, self.view.report
        if board is None or board.grid is None:
            return
        pictures = []
        for member in self.members:
            data = self.view.module.image(member.image) if member.image else None
            if data is None:
                continue
            try:
                if member.image.lower().endswith(".svg"):
                    data = svg_pixels(data, member.width, member.height)
            except InputRefused as error:
                report.lack(f"terrain: no draft from the picture: {error}")
                continue
            pictures.append(BoardPicture(data, member.x - board.x, member.y - board.y))
        draft_terrain(draft, pictures, board.grid, known_terrain, report)

    def places(self, draft: Draft, setups: Mapping[str, Values]) -> None:
        """Write where the pieces of every setup were found: a build moves those that the files move."""
        board = self.board
        if board is None or board.grid is None or not setups:
            return
        grid = board.grid.grid
        centres = {grid.id(i): board.grid.centre(i) for i in grid.hexes}
        hexes = {name: [board.x + x, board.y + y] for name, (x, y) in centres.items()}
        note = "Written by jdg import: where the pieces of the imported module's setups lay."
        window = self.map_view.name if self.map_view is not None else ""
        record = {
            "note": note,
            "map": window,
            "boards": self.board_pictures,
            "hexes": hexes,
            "setups": setups,
        }
        text = json.dumps(record, separators=(",", ":"))
        draft.files[PLACES] = (text + "\n").encode("ascii")
