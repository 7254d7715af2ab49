"""Any other module: grid, pictures, pieces, sides, formations, setups, turns, decks, markers, zones."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from jdgtools.importers.boards import MapView, ZoneFinder
from jdgtools.importers.counter_digits import gather_evidence
from jdgtools.importers.draft import Draft, DraftScenario, Values
from jdgtools.importers.facing import facing_name
from jdgtools.importers.field import MapReader
from jdgtools.importers.guess import Guesser, palette_sides, roster_sides, values_of
from jdgtools.importers.ids import Ids, is_id, slug
from jdgtools.importers.listing import Entry, list_decks, list_pieces
from jdgtools.importers.pictures import Pictures, faces, shows_back
from jdgtools.importers.ratings import Rules, same_names
from jdgtools.importers.reasons import VERBATIM
from jdgtools.importers.start import start_positions
from jdgtools.importers.turns import plain_turns, tracker
from jdgtools.importers.view import Placed, Position, Slot, View
from jdgtools.model.definition import SeriesDef
from jdgtools.vassal.folder import module_files
from jdgtools.vassal.traits import BasicPiece, Piece, Rotator

MAX_NOTES = 30
"""Most places of pieces that a scenario's comments name."""


class ForeignReader(Struct, dict=True):
    """Reads a module into a draft."""

    view: View
    maps: tuple[MapView, ...]
    series: SeriesDef
    rules: Rules
    imported_module: bool = False
    """Whether nobody named the rules: a build then writes the imported module."""
    entries: dict[str, Entry] = field(default_factory=dict)
    """gpid (or `name|image`) -> entry."""
    basics: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The same key -> name and picture of the basic piece."""
    copies: dict[tuple[str, int], str] = field(default_factory=dict)
    """(id, which copy) -> id of the copy."""
    setups: dict[str, Values] = field(default_factory=dict)
    """Scenario -> the saved game that it was made from, and where its pieces were found."""
    ids: Ids = field(default_factory=Ids)
    zones: ZoneFinder = field(default_factory=ZoneFinder)

    def read(self, saved: Position | None) -> Draft:
        """Return the whole project."""
        view, report = self.view, self.view.report
        root = view.root
        name = root.get("name") or (view.module.metadata and view.module.metadata.name) or "imported"
        draft = Draft(slug(name, "imported"), name, _version(root.get("version")), root.get("description"))
        draft.series, draft.imported_module = self.series.id, self.imported_module
        draft.head.append("Made from a VASSAL module; read import-report.txt first.")
        self.pictures = Pictures(view.module, report, view.limits, draft.files)
        self.evidence = gather_evidence(view, self.rules, draft.files)
        self._sides(draft)
        self._slots(draft)
        self._two_sides(draft)
        start = start_positions(view, self.maps, report)
        positions = [*start, *view.positions, *([saved] if saved else [])]
        self.field = MapReader(view, self.maps, self.series, self.pictures)
        self.field.read(draft, positions)
        names = Ids()
        for position in positions:
            draft.scenarios.append(self._scenario(draft, position, names))
        if not positions:
            turns, first, _ = plain_turns(root, {})
            draft.scenarios.append(
                DraftScenario("empty", "Empty map", turns=turns, first_turn=first,
                              last_turn=turns[-1]["number"] if turns else None)
            )  # fmt: skip
            report.lack(report.no_setups(sum(bool(c.get("file")) for c in root.find("PredefinedSetup"))))
        self._turns()
        self._commands(draft)
        list_decks(view, self.pictures, draft)
        list_pieces(self.entries, draft)
        self.field.terrain(draft)
        draft.files |= module_files(view.module)
        self.field.places(draft, self.setups)
        self._lacks(draft)
        report.nothing_dropped("kept in module/ as it is")
        report.rest(root, "kept", VERBATIM, "no part of a battle's files; kept in module/")
        return draft

    # --- pieces -----------------------------------------------------------------------------------

    def _sides(self, draft: Draft) -> None:
        report = self.view.report
        names = roster_sides(self.view.sides)
        roster = next(self.view.root.find("PlayerRoster"), None)
        if names and roster is not None:
            report.component("converted", roster, "battle.yaml, sides: " + ", ".join(names[:8]))
        if not names:
            names = palette_sides(self.view.slots)
            report.doubt(
                f"sides {', '.join(names) or '(none)'}: the tabs of the palette; no roster names any"
            )
        ids = Ids()
        self.guess = Guesser({n: ids.take(n, "side") for n in names}, self.rules)

    def _slots(self, draft: Draft) -> None:
        report = self.view.report
        pieces: list[tuple[Slot, dict[str, str], str]] = []
        for slot in self.view.slots:
            values = values_of(slot.piece, slot) | self.evidence.texts(slot.piece)
            side = self.guess.side(values)
            if side:
                self.guess.learn(side, slot.name)
            pieces.append((slot, values, side))
        tied = self.guess.adopt([(v["path"], side) for slot, v, side in pieces if slot.holder is None])
        if tied:
            report.doubt(
                f"side {tied[1]}: the tab {tied[0]!r} of the palette, for no other piece has that side"
            )
            pieces = [(slot, v, self.guess.side(v)) for slot, v, _ in pieces]
        # A piece of the palette that also lies in a stack: the palette's tree says more about it.
        for slot, values, side in sorted(pieces, key=lambda f: f[0].holder is not None):
            if slot.holder is not None and slot.holder.kind == "DrawPile":
                report.component("converted", slot.component, "decks.csv; a card", " / ".join(slot.path))
                continue
            key = slot.gpid or _key(slot.piece)
            if key in self.entries:
                report.component("converted", slot.component, "the same piece again")
                continue
            entry = self._entry(draft, slot.piece, values, side, key)
            where = {"unit": "oob.csv", "leader": "battle.yaml, leaders", "marker": "pieces.csv, a marker"}
            report.component("converted", slot.component, f"{where[entry.kind]}: {entry.id}")

    def _entry(self, draft: Draft, piece: Piece, values: dict[str, str], side: str, key: str) -> Entry:
        kind = self.guess.kind(values, side)
        command = self.guess.command(values, side) if kind != "marker" else ""
        entry = Entry(self.ids.take(piece.name, kind), kind, side, command, values, piece.name)
        self.entries[key] = entry
        basic = piece.basic
        self.basics[key] = (basic.name, basic.image) if isinstance(basic, BasicPiece) else ("", "")
        front, back = faces(piece)
        art = self.pictures.take(front, "counters" if kind != "marker" else "markers")
        values["#front"], values["#back"] = art, self.pictures.take(back, "counters")
        if kind == "unit":
            draft.units.append(self._unit(draft, entry, entry.id))
        elif kind == "leader":
            leader: Values = {"id": entry.id, "name": entry.name, "side": side}
            if command:
                leader["command"] = command
            if art:
                leader["art"] = art
            draft.leaders.append(leader)
        return entry

    def _unit(self, draft: Draft, entry: Entry, unit_id: str) -> dict[str, str]:
        unit = {
            "id": unit_id,
            "name": entry.name,
            "side": entry.side,
            "command": entry.command,
            "type": self.rules.first("types", entry.values)
            or (self.series.unit_types[0].id if self.imported_module else ""),
            "art": entry.values.get("#front", ""),
        }
        if nationality := self.rules.first("nationalities", entry.values):
            unit["nationality"] = self._nationality(draft, nationality)
        for name, rating in self.rules.ratings.items():
            value = rating.take(entry.values)
            if value:
                unit[name] = value
        back = entry.values.get("#back", "")
        if back and self.series.unit_field("art_back") is not None:
            unit["art_back"] = back
        if not self.rules.ratings:
            for name, value in same_names(self.series, entry.values).items():
                unit[name] = value
                self.view.report.doubt(f"rating {name}: the property of that name")
        return unit

    def _nationality(self, draft: Draft, name: str) -> str:
        """Return the id of a nationality; a new one is added to the battle."""
        nationality_id = slug(name, "nation")
        if all(n["id"] != nationality_id for n in draft.nationalities):
            draft.nationalities.append({"id": nationality_id, "name": name})
        return nationality_id

    def names(self) -> dict[str, tuple[str, str]]:
        """Return id of a unit or leader -> name and picture of its piece, where these are no other's."""
        pieces: dict[tuple[str, str], list[Entry]] = {}
        for key, entry in self.entries.items():
            pieces.setdefault(self.basics[key], []).append(entry)
        copied = {entry_id for entry_id, _ in self.copies}
        return {
            entries[0].id: key
            for key, entries in pieces.items()
            if len(entries) == 1 and entries[0].kind != "marker" and entries[0].id not in copied
        }

    def _commands(self, draft: Draft) -> None:
        playing = [s["id"] for s in draft.sides]
        commands = [
            (*key, command_id) for key, command_id in self.guess.commands.items() if key[0] in playing
        ]
        draft.commands = [
            {"id": command_id, "name": name, "side": side} for side, name, command_id in commands
        ]
        if draft.commands and not self.rules.lists.get("commands"):
            self.view.report.doubt(
                f"{len(draft.commands)} commands: from the palette's tree, properties such as Formation, "
                "and from names that three pieces share"
            )

    def _two_sides(self, draft: Draft) -> None:
        """Settle the two sides of the battle: those with most pieces; pieces of others are markers."""
        report, sides = self.view.report, self.guess.sides
        pieces = Counter(e.side for e in self.entries.values() if e.kind != "marker")
        order = list(sides.items())
        chosen = sorted(order, key=lambda s: (-pieces[s[1]], order.index(s)))[:2]
        for side_id in (s[1] for s in order if s not in chosen):
            for entry in self.entries.values():
                if entry.side == side_id:
                    entry.kind = "marker"
            draft.units = [u for u in draft.units if u["side"] != side_id]
            draft.leaders = [x for x in draft.leaders if x["side"] != side_id]
        if len(order) > 2:
            others = ", ".join(n for n, _ in order if n not in dict(chosen))
            report.lack(
                f"two sides: the module names {len(order)}; a battle has {chosen[0][0]} and {chosen[1][0]}, "
                f"pieces of {others[:200]} are listed in pieces.csv only"
            )
        named = [s for s in order if s in chosen]
        while len(named) < 2:
            ids, number = {side_id for _, side_id in named}, len(named) + 1
            named.append(
                (f"Side {number}", f"side-{number}" if f"side-{number}" not in ids else f"side-{number}x")
            )
            report.lack(
                f"side {number}: the module names {len(order)} with pieces or seats; a battle has two"
            )
        self.guess.settle(dict(named))
        draft.sides = [{"id": side_id, "name": name} for name, side_id in named]

    # --- setups -----------------------------------------------------------------------------------

    def _scenario(self, draft: Draft, position: Position, names: Ids) -> DraftScenario:
        scenario_id = names.take(position.name, "scenario")
        scenario = DraftScenario(scenario_id, position.name, position.description)
        view = self.field.map_view
        layout = position.boards.get(view.name) if view is not None else None
        # Another setup may lay out other boards: their hexes are not the map's.
        other = (
            view is not None and layout is not None and bool(layout.boards) and layout.boards != view.layout
        )
        spots: dict[int, list[tuple[int, int, Values]]] = {}
        copies: Counter[str] = Counter()
        aside: Counter[str] = Counter()
        used: set[str] = set()
        pieces: dict[str, Values] = {}
        for n, placed in enumerate(position.placed):
            entry = self._known(draft, placed)
            if entry.kind == "marker":
                aside["markers"] += 1
                continue
            if view is not None and other and placed.map == view.name:
                aside["pieces on other boards than the map's"] += 1
                continue
            index = self._hex(placed) if view is not None and placed.map == view.name else None
            if placed.deck or index is None:
                aside[self._box(placed)] += 1
                continue
            copies[entry.id] += 1
            piece_id = self._copy(draft, entry, copies[entry.id])
            used.add(piece_id)
            values = self._placement(placed, entry, piece_id, index)
            pieces[piece_id] = {"id": placed.piece.id, "hex": values["hex"], "facing": values.get("facing")}
            spots.setdefault(index, []).append((placed.height, n, values))
        for index in spots:
            scenario.setup += [v for _, _, v in sorted(spots[index], key=lambda s: (-s[0], s[1]))]
        for what, count in sorted(aside.items())[:MAX_NOTES]:
            scenario.notes.append(f"Not carried over: {count} {what}; the saved game is kept in module/")
        if position.file or position.placed:
            self.setups[scenario_id] = {"file": position.file, "pieces": pieces}
        everyone = [u["id"] for u in draft.units] + [x["id"] for x in draft.leaders]
        scenario.unused = sorted(set(everyone) - used)
        turns, first, _ = plain_turns(self.view.root, position.turns)
        scenario.turns, scenario.first_turn = turns, first
        scenario.last_turn = turns[-1]["number"] if turns else None
        note = f"{scenario.file()}: {len(scenario.setup)} pieces in hexes; left out: " + (
            ", ".join(f"{c} {w}" for w, c in sorted(aside.items())[:MAX_NOTES]) or "none"
        )
        component = next(
            (c for c in self.view.root.find("PredefinedSetup") if c.get("file") == position.file), None
        )
        if component is not None:
            self.view.report.component("converted", component, note)
        else:
            self.view.report.say("converted", "SavedGame", position.file or position.name, note)
        return scenario

    def _hex(self, placed: Placed) -> int | None:
        """Return the hex of a piece on the battle's map; None beside the hexes and in boxes over them."""
        board = self.field.board
        index = board.hex(placed.x, placed.y) if board is not None else None
        if board is None or index is None:
            return None
        zone = self.zones.at(board, placed.x - board.x, placed.y - board.y)
        return None if zone is not None and zone.covers(board) else index

    def _box(self, placed: Placed) -> str:
        """Return where a piece lies that is in no hex: its deck, the zone, or the map."""
        if placed.deck:
            return f"pieces in the deck {placed.deck}"
        view = next((m for m in self.maps if m.name == placed.map), None)
        board = view.board(placed.x, placed.y) if view is not None else None
        zone = self.zones.at(board, placed.x - board.x, placed.y - board.y) if board is not None else None
        if zone is not None and zone.name:
            return f"pieces in {placed.map} / {zone.name}"
        return f"pieces on {placed.map}, in no hex"

    def _known(self, draft: Draft, placed: Placed) -> Entry:
        piece = placed.piece
        for key in (piece.gpid, _key(piece)):
            if key and key in self.entries:
                return self.entries[key]
        values = values_of(piece, None) | self.evidence.texts(piece)
        return self._entry(draft, piece, values, self.guess.side(values), _key(piece))

    def _copy(self, draft: Draft, entry: Entry, number: int) -> str:
        """Return the id of the n-th counter of a kind in one setup; later ones are units of their own."""
        if number == 1:
            return entry.id
        key = (entry.id, number)
        if key not in self.copies:
            copy_id = self.ids.take(f"{entry.id}-{number}", "unit")
            self.copies[key] = copy_id
            if entry.kind == "leader":
                draft.leaders.append({"id": copy_id, "name": entry.name, "side": entry.side})
            else:
                draft.units.append(self._unit(draft, entry, copy_id))
        return self.copies[key]

    def _placement(self, placed: Placed, entry: Entry, piece_id: str, index: int) -> Values:
        assert self.field.board is not None and self.field.board.grid is not None
        grid = self.field.board.grid.grid
        placement: Values = {entry.kind: piece_id, "hex": grid.id(index)}
        values = values_of(placed.piece, None)
        if entry.kind == "unit" and placed.piece.all(Rotator):
            degrees = float(values["#facing"])
            name, off = facing_name(degrees, self.series.facing, grid.orientation)
            placement["facing"] = name
            self.view.report.doubt(
                "facings: a counter that is not turned is taken to face the top of the map"
            )
            if off > 1:
                self.view.report.doubt(
                    f"facings: counters turned by {degrees:g} degrees got the nearest, {name}"
                )
        states = self.rules.every("states", {**entry.values, **values})
        if not states and entry.kind == "unit" and shows_back(placed.piece):
            # Series that know no more of a counter than its two sides say so; others need rules.
            turned = self.series.axis("side_up")
            states = [v.id for v in turned.values if v.face == "back"] if turned is not None else []
        if states:
            placement["state"] = states
        return placement

    # --- the rest ---------------------------------------------------------------------------------

    def _turns(self) -> None:
        report = self.view.report
        component = tracker(self.view.root)
        _, _, summary = plain_turns(self.view.root, {})
        if component is None:
            report.lack("turns: the module has no turn tracker; every scenario has one turn")
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
        report.lack("victory conditions, rout edges, levels, hexsides: not in a module")


def _key(piece: Piece) -> str:
    return f"{piece.name}|{faces(piece)[0]}"


def _version(text: str) -> str:
    """Return a version that a battle may have."""
    plain = slug(text.replace(".", "x-x"), "").replace("x-x", ".") if text else ""
    return plain if plain and is_id(plain) and "/" not in plain else ""
