"""Any other module: grid, pictures, pieces, sides, formations, setups, turns, decks, markers, zones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.hexgrid.coords import Orientation
from jdgtools.importers.answers import apply_answers, fit_ratings
from jdgtools.importers.boards import MapView
from jdgtools.importers.counter_digits import gather_evidence
from jdgtools.importers.draft import Draft, DraftScenario, Values
from jdgtools.importers.facing import can_face, facing_name, facings_shown
from jdgtools.importers.field import MapReader
from jdgtools.importers.guess import values_of
from jdgtools.importers.ids import Ids, slug
from jdgtools.importers.listing import ListedPiece, list_decks, list_pieces
from jdgtools.importers.oob import OrderOfBattle, UsedUnits
from jdgtools.importers.phrases import count_of
from jdgtools.importers.pictures import PictureCopies, shows_back
from jdgtools.importers.positions import PlacedPiece, Position
from jdgtools.importers.ratings import Rules
from jdgtools.importers.reasons import VERBATIM
from jdgtools.importers.sections import Section
from jdgtools.importers.start import start_positions
from jdgtools.importers.terrain_names import KnownTerrain, TerrainNames, hexes_of
from jdgtools.importers.tiles import TileFinder
from jdgtools.importers.turns import (
    MAX_TURNS,
    arrival_turn,
    named_turn,
    plain_turns,
    state_problem,
    top_level,
    tracker,
    turn_problems,
)
from jdgtools.importers.view import ModuleView, clockwise_degrees
from jdgtools.importers.zone_finder import ZoneFinder
from jdgtools.model.definition import SeriesDef
from jdgtools.vassal.components import Component
from jdgtools.vassal.folder import module_files
from jdgtools.vassal.traits import Piece, Rotator

_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,59}")
_PHASE = re.compile(r"(?:\w+ )?(?:phase|segment|impulse)\b(?: \d{1,2}\b)?", re.I)
MAX_UNUSED = 40
"""Most pieces that a scenario names as left out; with more it leaves out all that it does not name."""
MAX_NOTES = 30
"""Most places of pieces that a scenario's comments name."""


class ForeignReader(Struct, dict=True):
    """Reads a module into a draft."""

    view: ModuleView
    maps: tuple[MapView, ...]
    series: SeriesDef
    rules: Rules
    imported_module: bool = False
    """Whether nobody named the rules: a build then writes the imported module."""
    setups: dict[str, Values] = field(default_factory=dict)
    """Scenario -> the saved game that it was made from, and where its pieces were found."""
    used: dict[str, set[str]] = field(default_factory=dict)
    """Scenario -> the units and leaders that it lays out."""
    zones: ZoneFinder = field(default_factory=ZoneFinder)
    tile_terrain: dict[str, str] = field(default_factory=dict)
    """Hex of the map -> terrain, where a tile lies and nobody named another one."""
    named_hexes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Hex -> terrain and where the designer's file names it."""

    def read(self, saved_position: Position | None) -> Draft:
        """Return the whole project."""
        view, report = self.view, self.view.report
        draft = self._begin()
        start, stacks = start_positions(view, self.maps, report)
        positions = [*start, *view.positions, *([saved_position] if saved_position else [])]
        self.field = MapReader(view, self.maps, self.series, self.pictures)
        self.field.read(draft, positions)
        self.tiles = self._find_tiles(draft, positions)
        self._read_setups(draft, positions, stacks)
        self._leave_out_unused(draft)
        self._turns()
        self.oob.write_commands(draft)
        list_decks(view, self.pictures, draft)
        list_pieces(self.oob.entries, draft)
        self._terrain(draft)
        if self.rules.answers is not None:
            apply_answers(draft, self.rules.answers)
        if not self.imported_module:
            for line in fit_ratings(draft, self.series):
                report.doubt(line)
        draft.files |= module_files(view.module)
        self._end(draft, positions)
        return draft

    def _begin(self) -> Draft:
        """Return the draft with the order of battle: what the pieces of the module say."""
        view, report = self.view, self.view.report
        root = view.root
        name = root.get("name") or (view.module.metadata and view.module.metadata.name) or "imported"
        draft = Draft(slug(name, "imported"), name, _version(root.get("version")), root.get("description"))
        version = root.get("version")
        if version != draft.version:
            choice = f"{draft.version!r} is taken" if draft.version else "the battle has none"
            report.doubt(f"version {version[:60]!r}: no version that a battle may have; {choice}")
        draft.series, draft.imported_module = self.series.id, self.imported_module
        draft.head.append("Made from a VASSAL module; read import-report.txt first.")
        self.pictures = PictureCopies(view.module, report, view.limits, draft.files)
        self.evidence = gather_evidence(view, self.rules, draft.files)
        self.oob = OrderOfBattle.of_module(
            view, self.series, self.rules, self.pictures, self.evidence, self.imported_module
        )
        self.oob.read(draft)
        self.oob.settle_sides(draft)
        return draft

    def _read_setups(
        self, draft: Draft, positions: Sequence[Position], stacks: Sequence[tuple[Component, str]]
    ) -> None:
        """Add a scenario for every position that lays something out, or an empty one where there is none.

        Args:
            draft: gets the scenarios.
            positions: those at the start, of setups, and of a saved game.
            stacks: components that lay out pieces at the start, each with its window.
        """
        report = self.view.report
        names, at_start = Ids(), ""
        for position in positions:
            if len(positions) > 1 and not position.file and not self._lays_out(draft, position):
                continue
            draft.scenarios.append(self._scenario(draft, position, names))
            at_start = at_start or ("" if position.file else draft.scenarios[-1].file())
        for stack, window in stacks:
            if at_start:
                report.component("converted", stack, at_start, window)
            else:
                report.component("kept", stack, "no stack lays out a unit or terrain in a hex", window)
        if positions:
            return
        root = self.view.root
        turns, first, _ = plain_turns(root, {})
        last = turns[-1]["number"] if turns else None
        empty = DraftScenario("empty", "Empty map", turns=turns, first_turn=first, last_turn=last)
        draft.scenarios.append(empty)
        setups = [c for c in root.find("PredefinedSetup") if c.get("file") and c.get("useFile") != "false"]
        report.lack(report.no_setups(len(setups)))

    def _leave_out_unused(self, draft: Draft) -> None:
        """Have every scenario name the pieces that it leaves out."""
        everyone = {u["id"] for u in draft.units} | {x["id"] for x in draft.leaders}
        for scenario in draft.scenarios:
            # A later setup may have laid out more of a counter than those before it.
            left_out = sorted(everyone - self.used.get(scenario.id, set()))
            scenario.leaves_out_rest = len(left_out) > MAX_UNUSED
            scenario.unused = [] if scenario.leaves_out_rest else left_out

    def _end(self, draft: Draft, positions: Sequence[Position]) -> None:
        """Report what is still to be said of the module: damage, gaps, and all that was only kept."""
        view, report = self.view, self.view.report
        self.pictures.report_damaged()
        placed_pieces = (one.piece for position in positions for one in position.pieces)
        self.pictures.report_missing(view.root, (slot.piece for slot in view.slots), placed_pieces)
        self.field.places(draft, self.setups)
        self._lacks(draft)
        report.nothing_dropped("kept in module/ as it is")
        report.own_classes(view.root, view.module.entries)
        report.rest(view.root, "kept", VERBATIM, "no part of a battle's files; kept in module/")

    def _lays_out(self, draft: Draft, position: Position) -> bool:
        """Return whether a position has a unit or a tile of terrain in a hex."""
        for piece in position.pieces:
            view = self.field.map_view
            on_map = view is not None and piece.map == view.name and not piece.deck
            if on_map and self._hex(piece) is not None:
                entry = self.oob.find(draft, piece.piece)
                if entry.kind != "marker" or (self.tiles is not None and self.tiles.is_tile(entry)):
                    return True
        return False

    # --- setups -----------------------------------------------------------------------------------

    def _scenario(self, draft: Draft, position: Position, names: Ids) -> DraftScenario:
        """Return the scenario of a position: who stands where, what is left aside, and its turns."""
        scenario_id = names.take(position.name, "scenario")
        scenario = DraftScenario(scenario_id, position.name, position.description)
        self._set_turns(position, scenario)
        aside = self._lay_out(draft, position, scenario)
        if position.file:
            self._tell_outside(position)
        more = len(aside) - MAX_NOTES
        for what, count in sorted(aside.items())[:MAX_NOTES]:
            scenario.notes.append(f"Not carried over: {count} {what}; the saved game is kept in module/")
        if more > 0:
            scenario.notes.append(f"Not carried over: pieces in {count_of(more, 'more place')}")
        note = f"{scenario.file()}: {len(scenario.setup)} pieces in hexes; left out: " + (
            ", ".join(f"{c} {w}" for w, c in sorted(aside.items())[:MAX_NOTES]) or "none"
        )
        note += f" and {count_of(more, 'more place')}" if more > 0 else ""
        component = next(
            (c for c in self.view.root.find("PredefinedSetup") if c.get("file") == position.file), None
        )
        if component is not None:
            self.view.report.component("converted", component, note)
        else:
            self.view.report.say("converted", "SavedGame", position.file or position.name, note)
        return scenario

    def _lay_out(self, draft: Draft, position: Position, scenario: DraftScenario) -> Counter[str]:
        """Put the pieces of a position into the setup of its scenario; return what is left aside, counted.

        Tiles of terrain go to the map, and `setups` and `used` remember where the pieces were found.
        """
        view = self.field.map_view
        layout = position.boards.get(view.name) if view is not None else None
        # Another setup may lay out other boards: their hexes are the map's where they show a part of it.
        other = layout is not None and bool(layout.boards) and not self.field.is_laid_out(layout.boards)
        parts = self.field.sections(layout.boards) if layout is not None and other else ()
        other = other and not parts
        spots: dict[int, list[tuple[int, int, Values]]] = {}
        aside: Counter[str] = Counter()
        used = UsedUnits()
        pieces: dict[str, Values] = {}
        for n, piece in enumerate(position.pieces):
            entry = self.oob.find(draft, piece.piece)
            on_map = view is not None and piece.map == view.name
            index = self._hex(piece, parts) if on_map and not other else None
            if entry.kind == "marker":
                if self.tiles is not None and index is not None and self.tiles.is_tile(entry):
                    self.tiles.lay(scenario.id, index, piece.height, entry)
                else:
                    aside["markers"] += 1
                continue
            if other and on_map:
                aside["pieces on other boards than the map's"] += 1
                continue
            if piece.deck or index is None:
                turn = self._arrival(piece, scenario)
                if turn is None:
                    aside[self._box(piece)] += 1
                else:
                    arriving = self.oob.pick(draft, entry, piece.piece, used).id
                    _reinforce(scenario, turn, entry, arriving)
                continue
            piece_id = self.oob.pick(draft, entry, piece.piece, used).id
            values = self._placement(piece, entry, piece_id, index)
            pieces[piece_id] = self._setup_record(piece.piece, values)
            spots.setdefault(index, []).append((piece.height, n, values))
        for index in spots:
            scenario.setup += [v for _, _, v in sorted(spots[index], key=lambda s: (-s[0], s[1]))]
        if position.file or position.pieces:
            self.setups[scenario.id] = {"file": position.file, "pieces": pieces}
            if parts and self.field.board is not None and self.field.board.grid is not None:
                grid = self.field.board.grid
                self.setups[scenario.id]["hexes"] = {
                    name: at for part in parts for name, at in part.pixels(grid).items()
                }
        self.used[scenario.id] = used.ids
        return aside

    def _tell_outside(self, position: Position) -> None:
        """Say how many pieces of a saved game lie outside their map, where its boards are the usual ones."""
        views = {view.name: view for view in self.maps}
        outside: Counter[str] = Counter()
        for piece in position.pieces:
            view, layout = views.get(piece.map), position.boards.get(piece.map)
            if view is None or (layout is not None and layout.boards not in ((), view.layout)):
                continue  # of a map or layout that the module does not have others speak
            if not piece.deck and not view.shows(piece.x, piece.y):
                outside[piece.map] += 1
        for name, count in sorted(outside.items()):
            note = f"it lies outside the map {name[:60]!r}, where nobody sees it"
            self.view.report.say("unread", "PlaceOfPiece", position.name, note, count)

    def _set_turns(self, position: Position, scenario: DraftScenario) -> None:
        """Give a scenario its turns: those of the turn tracker, or what the name of the setup says."""
        turns, first, _ = plain_turns(self.view.root, position.turns)
        problem = state_problem(self.view.root, position.turns)
        if problem:
            self.view.report.say("unread", "Turn", position.name, f"{problem}; turn {first or 1} is taken")
        turn = named_turn(turns, position.name) if not position.turns else None
        if turn is not None and turn <= MAX_TURNS:
            turns, first = turns or [{"number": n} for n in range(1, turn + 1)], turn
            self.view.report.doubt(f"{scenario.file()}: turn {turn}, by the name of the setup")
        phase = _PHASE.search(position.name)
        if phase is not None:
            scenario.notes.append(f"By the name of the setup: {phase[0].strip()}")
        scenario.turns, scenario.first_turn = turns, first
        scenario.last_turn = turns[-1]["number"] if turns else None

    def _hex(self, placed_piece: PlacedPiece, parts: Sequence[Section] = ()) -> int | None:
        """Return the hex of a piece on the battle's map; None beside the hexes and in boxes over them.

        Args:
            placed_piece: the piece.
            parts: the boards of its setup, where these show parts of the map.
        """
        part = next((p for p in parts if p.board.holds(placed_piece.x, placed_piece.y)), None)
        board = part.board if part is not None else self.field.board if not parts else None
        index = board.hex(placed_piece.x, placed_piece.y) if board is not None else None
        if board is None or index is None:
            return None
        zone = self.zones.at(board, placed_piece.x - board.x, placed_piece.y - board.y)
        if zone is not None and zone.covers(board):
            return None
        return index if part is None else part.hexes.get(index)

    def _arrival(self, placed_piece: PlacedPiece, scenario: DraftScenario) -> int | None:
        """Return the turn whose box a piece lies in; None where no name says one that is still to come."""
        if self.imported_module or placed_piece.deck:
            return None
        return arrival_turn(scenario.turns, scenario.first_turn, self._zone(placed_piece))

    def _zone(self, placed_piece: PlacedPiece) -> str:
        """Return the name of the zone that a piece lies in; '' for none."""
        view = next((m for m in self.maps if m.name == placed_piece.map), None)
        board = view.board(placed_piece.x, placed_piece.y) if view is not None else None
        if board is None:
            return ""
        zone = self.zones.at(board, placed_piece.x - board.x, placed_piece.y - board.y)
        return zone.name if zone is not None else ""

    def _box(self, placed_piece: PlacedPiece) -> str:
        """Return where a piece lies that is in no hex: its deck, the zone, or the map."""
        if placed_piece.deck:
            return f"pieces in the deck {placed_piece.deck}"
        zone = self._zone(placed_piece)
        return (
            f"pieces in {placed_piece.map} / {zone}" if zone else f"pieces on {placed_piece.map}, in no hex"
        )

    def _placement(self, placed_piece: PlacedPiece, entry: ListedPiece, piece_id: str, index: int) -> Values:
        assert self.field.board is not None and self.field.board.grid is not None
        grid = self.field.board.grid.grid
        placement: Values = {entry.kind: piece_id, "hex": grid.id(index)}
        values = values_of(placed_piece.piece, None)
        facing = self._facing(placed_piece.piece, grid.orientation) if entry.kind == "unit" else ""
        if facing:
            placement["facing"] = facing
        states = self.rules.every("states", {**entry.values, **values})
        if not states and entry.kind == "unit" and shows_back(placed_piece.piece, self.view.steps):
            # Series that know no more of a counter than its two sides say so; others need rules.
            side_up = self.series.axis("side_up")
            states = [v.id for v in side_up.values if v.face == "back"] if side_up is not None else []
        if states:
            placement["state"] = states
        return placement

    def _setup_record(self, piece: Piece, placement: Values) -> Values:
        """Return what is remembered of a piece of a setup, to tell and write later edits."""
        record: Values = {"id": piece.id, "hex": placement["hex"], "facing": placement.get("facing")}
        turns = self.turns(piece)
        return {**record, "facings": turns} if isinstance(turns, list) else record

    def turns(self, piece: Piece) -> bool | list[str]:
        """Return whether a counter turns; the facings that it can have, where these are not all."""
        rotator = next(iter(piece.all(Rotator)), None)
        board = self.field.board
        if rotator is None or board is None or board.grid is None:
            return rotator is not None
        names = facings_shown(rotator.facings, self.series.facing, board.grid.grid.orientation)
        return len(names) == 6 or list(names)

    def _facing(self, piece: Piece, orientation: Orientation) -> str:
        """Return where a counter faces; '' where nothing says it."""
        rotators = piece.all(Rotator)
        rotator = next((r for r in rotators if self.imported_module or can_face(r)), None)
        doubt = self.view.report.doubt
        if rotator is None:
            if rotators:
                steps = rotators[0].facings
                doubt(
                    f"facings: counters that turn in {steps} steps face no hexside; where they face is open"
                )
            return ""
        degrees = clockwise_degrees(rotator)
        name, off = facing_name(degrees, self.series.facing, orientation)
        doubt(
            "facings: a counter that is not turned is taken to face the top of the map"
            if off <= 1 or degrees
            else f"facings: a counter that is not turned is taken to face {name}, near the top of the map"
        )
        if off > 1 and degrees:
            doubt(f"facings: counters turned by {degrees:g} degrees got the nearest, {name}")
        return name

    # --- terrain ----------------------------------------------------------------------------------

    def _find_tiles(self, draft: Draft, positions: Sequence[Position]) -> TileFinder | None:
        """Return what tells tiles of the battle's map from other markers; None without a map."""
        board, window = self.field.board, self.field.map_view
        if board is None or board.grid is None or window is None:
            return None
        finder = TileFinder(self.view.module, self.view.limits, board.grid)
        finder.learn(
            [
                self.oob.find(draft, piece.piece)
                for piece in position.pieces
                if piece.map == window.name and not piece.deck and self._hex(piece) is not None
            ]
            for position in positions
        )
        return finder

    def _terrain(self, draft: Draft) -> None:
        """Draft the terrain: what the designer names, tiles, the picture."""
        board = self.field.board
        known_terrain = KnownTerrain(TerrainNames(self.series))
        if board is None or board.grid is None:
            if self.named_hexes:
                raise InputRefused("--terrain-from: the module has no map of hexes")
            return
        indices = {board.grid.grid.id(i): i for i in board.grid.grid.hexes}
        known_terrain.by_designer = hexes_of(self.named_hexes, indices, known_terrain.names)
        if self.tiles is not None:
            clear = next((t.id for t in self.series.terrains if t.kind == "hex" and t.clear), "clear")
            self.tiles.settle(draft, known_terrain, clear, self.view.report)
        self.tile_terrain = {
            board.grid.grid.id(i): terrain
            for i, terrain in known_terrain.tiles.items()
            if i not in known_terrain.by_designer
        }
        self.field.terrain(draft, known_terrain)
        draft.own_terrains |= known_terrain.names.entries

    # --- the rest ---------------------------------------------------------------------------------

    def _turns(self) -> None:
        report = self.view.report
        component = tracker(self.view.root)
        _, _, summary = plain_turns(self.view.root, {})
        if component is None:
            report.lack("turns: the module has no turn tracker; every scenario has one turn")
            return
        problems = turn_problems(self.view.root)
        for problem in problems:
            report.say("unread", "Turn", component.name, problem)
        if top_level(self.view.root) is None:
            report.component("unread", component, problems[0])
            return
        report.component("converted", component, f"turns of every scenario: {summary}")
        for level in component.children:
            if level.kind.endswith("TurnLevel"):
                report.component("converted", level, f"turns: {summary}", component.name)
                for below in level.walk():
                    if below is not level and below.kind.endswith("TurnLevel"):
                        report.component("kept", below, "phases come from the series", component.name)

    def _lacks(self, draft: Draft) -> None:
        report = self.view.report
        if self.imported_module:
            report.lack("series: say with --series which rules the battle follows; until then it has none")
        if draft.units and not (self.rules.lists.get("types") or self.rules.ratings):
            report.lack("types and ratings of units: write rules (--rules) over the properties in pieces.csv")
        open_things = [name for name, is_known in self._open_things(draft) if not is_known]
        if open_things:
            report.lack(f"{', '.join(open_things)}: not in a module")

    def _open_things(self, draft: Draft) -> Iterator[tuple[str, bool]]:
        """Yield what no module says, and whether the designer has answered it."""
        of_scenarios = draft.answers.get("scenarios", {})
        edges = {entry["side"] for entry in of_scenarios.get("sides", []) if "rout_edge" in entry}
        map_keys = draft.map or {}
        yield "victory conditions", "victory" in of_scenarios
        if self.imported_module or self.series.rout_edges:
            yield "rout edges", bool(draft.sides) and all(side["id"] in edges for side in draft.sides)
        yield "levels", "levels" in map_keys
        yield "hexsides", "hexsides" in map_keys


def _reinforce(scenario: DraftScenario, turn: int, entry: ListedPiece, piece_id: str) -> None:
    """Let a unit or leader arrive with those of its side in that turn."""
    group_id = f"turn-{turn}-{entry.side}"
    group = next((g for g in scenario.reinforcements if g["id"] == group_id), None)
    if group is None:
        group = {"id": group_id, "units": [], "turn": turn}
        scenario.reinforcements.append(group)
        scenario.reinforcements.sort(key=lambda g: (g["turn"], g["id"]))
    group["units"] += [piece_id]


def _version(text: str) -> str:
    """Return a version that a battle may have."""
    if _VERSION.fullmatch(text):
        return text
    plain = slug(text.replace(".", "x-x"), "").replace("x-x", ".") if text else ""
    return plain if _VERSION.fullmatch(plain) else ""
