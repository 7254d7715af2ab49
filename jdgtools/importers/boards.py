"""Maps and boards of a module: where boards lie, which grid they have, what zones they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.board_sizes import picture_size, size_without_picture
from jdgtools.importers.grids import EngineGrid, FittedGrid, fit, flag, number
from jdgtools.importers.joined_grids import join_grids
from jdgtools.importers.kinds import is_hex_grid, is_map
from jdgtools.importers.positions import Position
from jdgtools.importers.report import LossReport
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.package import Module
from jdgtools.vassal.savegame import PlacedBoard, SetBoards, parse_command

MAX_POINTS = 20_000
MAX_POINTS_IN_ALL = 300_000
MAX_CONTENTS_DEPTH = 400
"""Most corners of a zone of which it is asked whether every hex lies in it."""
MAX_ZONES = 2_000
MAX_BOARDS = 100
"""Most boards of one layout, and most columns and rows of it."""


class BoardZone(Struct, frozen=True):
    """A named area of a board."""

    name: str
    path: tuple[tuple[int, int], ...]
    """Corners, board pixels."""
    component: Component
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right, bottom."""

    def covers(self, board: ModuleBoard) -> bool:
        """Return whether the zone lies over the hexes of its board: it has another grid, or none."""
        grids = {id(c) for c in board.grid.engine.sources} if board.grid is not None else set()
        return self.component.get("useParentGrid") != "true" and all(
            id(c) not in grids for c in self.component.children
        )

    def holds(self, x: float, y: float) -> bool:
        """Return whether a pixel lies inside (even-odd rule)."""
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        inside = False
        last_x, last_y = self.path[-1]
        for px, py in self.path:
            if (py > y) != (last_y > y) and x < (last_x - px) * (y - py) / (last_y - py) + px:
                inside = not inside
            last_x, last_y = px, py
        return inside


class ModuleBoard(Struct, frozen=True):
    """A board on its map."""

    component: Component
    name: str
    image: str
    x: int
    """Left edge on the map, pixels."""
    y: int
    width: int
    height: int
    grid: FittedGrid | None = None
    zones: tuple[BoardZone, ...] = ()
    boxes: tuple[tuple[int, int, int, int], ...] = ()
    """Left, top, width, height on the map of the boards that it was joined from; () for one board."""

    def holds(self, x: int, y: int) -> bool:
        """Return whether a pixel of the map lies on the board."""
        if self.boxes:
            return any(0 <= x - left < w and 0 <= y - top < h for left, top, w, h in self.boxes)
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    def hex(self, x: int, y: int) -> int | None:
        """Return our hex at a pixel of the map."""
        return self.grid.index(x - self.x, y - self.y) if self.grid and self.holds(x, y) else None


class MapView(Struct, frozen=True):
    """A map window."""

    component: Component
    name: str
    boards: tuple[ModuleBoard, ...] = ()
    spare: tuple[str, ...] = field(default=())
    """Names of boards that are not laid out."""
    layout: tuple[PlacedBoard, ...] = ()
    """How its boards are laid out."""
    edge: tuple[int, int] = (0, 0)
    """Width and height of the edge around its boards, pixels."""

    def board(self, x: int, y: int) -> ModuleBoard | None:
        """Return the board at a pixel."""
        return next((b for b in self.boards if b.holds(x, y)), None)

    def shows(self, x: int, y: int) -> bool:
        """Return whether a pixel lies on the map: on its boards, or in the edge around them.

        Without boards that can be read nobody knows, and every pixel may.
        """
        right = max((b.x + b.width for b in self.boards), default=x) + self.edge[0]
        bottom = max((b.y + b.height for b in self.boards), default=y) + self.edge[1]
        return not self.boards or (0 <= x <= right and 0 <= y <= bottom)

    def place(self, x: int, y: int) -> tuple[int, int] | None:
        """Return (number of the board, hex) at a pixel; None beside all hexes."""
        for i, board in enumerate(self.boards):
            index = board.hex(x, y)
            if index is not None:
                return i, index
        return None


def read_maps(
    module: Module,
    report: LossReport,
    limits: Limits,
    positions: Iterable[Position] = (),
    cut: bool = True,
) -> tuple[MapView, ...]:
    """Return the maps of a module in its order.

    Args:
        module: the module.
        report: what cannot be read goes there.
        limits: of pictures.
        positions: saved games and setups; of several layouts of a map the one with most pieces counts.
        cut: whether hexes cut in half by the edge of a board count.
    """
    views: list[MapView] = []
    used: set[str] = set()
    positions = tuple(positions)
    layouts = _layouts(positions)
    for component in module.root.walk():
        if not is_map(component):
            continue
        name = component.get("mapName") or f"Map{len(views)}"
        if name in used:
            report.doubt(
                f"several maps are called {name!r}: pieces of all of them are taken to lie on the first"
            )
        while name in used:
            name += "'"
        used.add(name)
        for board, count in Counter(b.get("name") for b in component.find("Board")).items():
            if count > 1:
                report.doubt(
                    f"{count} boards of {name!r} are called {board[:60]!r}: as in VASSAL the first counts"
                )
        try:
            spots = _spots(component, name, positions)
            views.append(_map(module, component, name, layouts.get(name, ()), report, limits, cut, spots))
        except InputRefused as error:
            report.component("unread", component, str(error))
            views.append(MapView(component, name))
    return tuple(views)


def main_board(
    maps: Sequence[MapView], positions: Iterable[Position]
) -> tuple[MapView | None, ModuleBoard | None, dict[int, int]]:
    """Return the board that becomes the battle's map with its window, and the pieces of all by identity.

    It is the board with hexes on which most pieces of setups stand; of two the one with more hexes.
    """
    counts: Counter[int] = Counter()
    windows = {view.name: view for view in maps}
    for position in positions:
        for piece in position.pieces:
            view = windows.get(piece.map)
            board = view.board(piece.x, piece.y) if view is not None and not piece.deck else None
            if board is not None:
                counts[id(board)] += 1
    candidates = [(counts[id(b)], b.grid.grid.size, view, b) for view in maps for b in view.boards if b.grid]
    best = max(candidates, key=lambda f: f[:2], default=None)
    return (best[2], best[3], dict(counts)) if best is not None else (None, None, dict(counts))


def boards_by_name(window: Component) -> dict[str, Component]:
    """Return the boards that a map window may lay out; of several with one name the first, as in VASSAL."""
    boards: dict[str, Component] = {}
    for board in window.find("Board"):
        boards.setdefault(board.get("name"), board)
    return boards


def _layouts(positions: Iterable[Position]) -> dict[str, tuple[PlacedBoard, ...]]:
    """Return the layout of every map that most pieces stand on."""
    weights: dict[str, Counter[tuple[PlacedBoard, ...]]] = {}
    for position in positions:
        pieces = Counter(p.map for p in position.pieces)
        for name, layout in position.boards.items():
            if layout.boards:
                weights.setdefault(name, Counter())[layout.boards] += 1 + pieces[name]
    return {name: counter.most_common(1)[0][0] for name, counter in weights.items()}


def _spots(component: Component, name: str, positions: Iterable[Position]) -> list[tuple[int, int]]:
    """Return the pixels of a map on which pieces lie, in setups and in stacks at the start."""
    spots = {(p.x, p.y) for position in positions for p in position.pieces if p.map == name and not p.deck}
    for stack in component.children:
        if stack.kind == "SetupStack" and not flag(stack, "useGridLocation", False):
            try:
                spots.add((int(number(stack, "x", 0)), int(number(stack, "y", 0))))
            except InputRefused:
                continue  # whoever reads the stack says so
    return sorted(spots)


def _map(
    module: Module,
    component: Component,
    name: str,
    layout: tuple[PlacedBoard, ...],
    report: LossReport,
    limits: Limits,
    cut: bool,
    spots: Iterable[tuple[int, int]],
) -> MapView:
    pickers = [c for c in component.children if c.kind == "BoardPicker"]
    boards = boards_by_name(component)
    placed_boards: Sequence[PlacedBoard] = [p for p in layout if p.name in boards]
    if not placed_boards:
        setups = [parse_command(s.full_text()) for p in pickers for s in p.children if s.tag == "setup"]
        placed_boards = [b for s in setups if isinstance(s, SetBoards) for b in s.boards]
    if not placed_boards and boards:
        # A player chooses: a board with hexes makes a map, others do not.
        hexes = (n for n, b in boards.items() if any(is_hex_grid(c) for c in b.walk()))
        placed_boards = [PlacedBoard(next(hexes, next(iter(boards))))]
        if len(boards) > 1:
            report.doubt(f"map {name!r} lets the player choose a board; {placed_boards[0].name!r} was taken")
    edge = _edge(component)
    board_sizes = []
    if len(placed_boards) > MAX_BOARDS:
        note = f"a layout of more than {MAX_BOARDS} boards"
        report.say("unread", "PlaceOfBoard", name, note, len(placed_boards) - MAX_BOARDS)
    for p in placed_boards[:MAX_BOARDS]:
        if p.name not in boards:
            report.say("dropped", "Board", f"{name} / {p.name}", "the layout names it, but the map has none")
            continue
        if not _has_place(p):
            note = f"it lies in column {p.column}, row {p.row}; those from 0 to {MAX_BOARDS - 1} are read"
            report.say("unread", "PlaceOfBoard", f"{name} / {p.name}", note)
            continue
        c = boards[p.name]
        try:
            board_sizes.append((p, c, picture_size(module, c, limits)))
        except InputRefused as error:
            report.component("unread", c, str(error), name)
            # What lies on one of several boards says nothing of its size.
            points = [(x - edge[0], y - edge[1]) for x, y in spots] if len(placed_boards) == 1 else []
            board_sizes.append((p, c, size_without_picture(c, points)))
            width, height = board_sizes[-1][2]
            if not any(is_hex_grid(part) for part in c.walk()):
                continue
            report.lack(
                f"picture of board {p.name!r} of {name!r}: {error}; the board is taken to have "
                f"{width} x {height} pixels, as its zones and pieces need"
            )
    laid_out = _laid_out(board_sizes, edge, name, report, cut)
    on_map = {b.name for b in laid_out}
    spare = tuple(n for n in boards if n not in on_map)
    return MapView(component, name, laid_out, spare, tuple(placed_boards), edge)


def lay_out(
    module: Module, view: MapView, layout: Sequence[PlacedBoard], limits: Limits
) -> tuple[ModuleBoard, ...]:
    """Return the boards of a window in another layout than its own; those without a picture are left out.

    Args:
        module: holds their pictures.
        view: the window.
        layout: which boards lie where.
        limits: of pictures.
    """
    boards = boards_by_name(view.component)
    board_sizes = []
    for placed_board in layout[:MAX_BOARDS]:
        component = boards.get(placed_board.name)
        if component is None or not _has_place(placed_board):
            continue
        try:
            board_sizes.append((placed_board, component, picture_size(module, component, limits)))
        except InputRefused:
            continue
    # What cannot be read of these boards is in the report already, or is no part of the map.
    return _laid_out(board_sizes, _edge(view.component), view.name, LossReport(), cut=True)


def _has_place(board: PlacedBoard) -> bool:
    return 0 <= board.column < MAX_BOARDS and 0 <= board.row < MAX_BOARDS


def _edge(window: Component) -> tuple[int, int]:
    return (int(number(window, "edgeWidth", 0)), int(number(window, "edgeHeight", 0)))


def _laid_out(
    sizes: Sequence[tuple[PlacedBoard, Component, tuple[int, int]]],
    edge: tuple[int, int],
    name: str,
    report: LossReport,
    cut: bool,
) -> tuple[ModuleBoard, ...]:
    """Return boards where they lie: each column as wide as its widest board, each row as high."""
    widths: dict[int, int] = {}
    heights: dict[int, int] = {}
    for p, _, (w, h) in sizes:
        widths[p.column] = max(widths.get(p.column, 0), w)
        heights[p.row] = max(heights.get(p.row, 0), h)
    laid_out = []
    for p, c, (w, h) in sizes:
        x = edge[0] + sum(v for k, v in widths.items() if k < p.column)
        y = edge[1] + sum(v for k, v in heights.items() if k < p.row)
        if p.is_reversed:
            report.doubt(f"board {p.name!r} lies upside down on {name!r}; its hexes are taken as printed")
        grid, zones = _grid(c, w, h, report, name, cut)
        laid_out.append(ModuleBoard(c, p.name, c.get("image"), x, y, w, h, grid, zones))
    return tuple(laid_out)


def _grid(
    board: Component, width: int, height: int, report: LossReport, where: str, cut: bool
) -> tuple[FittedGrid | None, tuple[BoardZone, ...]]:
    zones: list[BoardZone] = []
    inside: dict[int, BoardZone] = {}
    corners = 0
    fits: list[tuple[int, Component, FittedGrid]] = []
    where = f"{where} / {board.get('name')}"
    for component in board.walk():
        if component.kind == "Zone":
            corners += component.get("path").count(";") + 1
            zone = _zone(component) if len(zones) < MAX_ZONES and corners < MAX_POINTS_IN_ALL else None
            if zone is not None:
                inside |= {id(c): zone for c in component.children}
            if zone is None:
                report.component(
                    "unread", component, "its outline cannot be read, or there are too many zones", where
                )
            else:
                zones.append(zone)
        elif is_hex_grid(component):
            holder = inside.get(id(component))
            try:
                box = holder.box if holder is not None else None
                contents = (
                    holder.holds if holder is not None and len(holder.path) < MAX_CONTENTS_DEPTH else None
                )
                fitted_grid = fit(EngineGrid.read(component, width, height, cut, box, contents))
            except InputRefused as error:
                report.component("unread", component, str(error), where)
                continue
            # A grid inside a zone counts by the zone's size, but its pixels are the board's.
            area = width * height if holder is None else _area(holder)
            fits.append((area, component, fitted_grid))
        elif component.kind in ("SquareGrid", "RegionGrid"):
            report.component("kept", component, "no hexes: a battle's map has hexes only", where)
    if not fits:
        return None, tuple(zones)
    fits.sort(key=lambda f: -f[0])
    best, used = fits[0][2], {id(fits[0][1])}
    if id(fits[0][1]) in inside and len(fits) > 1:
        # Zones that continue the largest one's hexes; a board's own grid has all hexes already.
        joined_grid = join_grids([(f[2].engine, 0, 0) for f in fits if id(f[1]) in inside], width, height)
        if joined_grid is not None:
            try:
                best = fit(joined_grid[0])
                used = {id(c) for c in joined_grid[0].sources}
            except InputRefused as error:
                report.doubt(f"{where}: grids of its zones are not joined: {error}")
    for _, component, _ in fits:
        if id(component) not in used:
            note = "its hexes do not continue those of the largest grid, which was taken"
            report.component("kept", component, note, where)
    return best, tuple(zones)


def _zone(component: Component) -> BoardZone | None:
    points = []
    for text in component.get("path").split(";")[: MAX_POINTS + 1]:
        x, _, y = text.partition(",")
        try:
            points.append((int(x), int(y)))
        except ValueError:
            return None
    if not 3 <= len(points) <= MAX_POINTS or any(abs(v) > 10**7 for p in points for v in p):
        return None
    across, down = [p[0] for p in points], [p[1] for p in points]
    box = (min(across), min(down), max(across), max(down))
    return BoardZone(component.get("name"), tuple(points), component, box)


def _area(zone: BoardZone) -> int:
    total = 0
    last_x, last_y = zone.path[-1]
    for x, y in zone.path:
        total += last_x * y - x * last_y
        last_x, last_y = x, y
    return abs(total) // 2
