"""A module played without an engine: its buttons, its turn tracker, the commands of its pieces.

It knows what the course of a turn needs: switches of properties, chains of commands, commands to pieces, boxes,
the cup, reports. What it does not know it refuses, so that a test cannot pass by accident. Expressions are
evaluated by `vassal_expressions`; `module_table` puts units of a test on this table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.vassal import savegame
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode, decode_array
from jdgtools.vassal.savegame import AddPiece, SetTurn, parse_command
from jdgtools.vassal.traits import BasicPiece, Deck
from tests.tools.tabletop_counters import Counter, Point, filled_in, name_of
from tests.tools.vassal_expressions import ExpressionError, Lookup, Scope, accepts, evaluate, holds, text_of


class Tabletop:
    """A game: a module with one of its setups, or with empty maps."""

    def __init__(self, built: ModuleBuild, setup: str = "", seed: int = 1) -> None:
        """Read the buttons, boxes and turns of a module and lay out the pieces of a setup, if one is named."""
        self.root = built.module.root
        self.dice = random.Random(seed)
        self.chat: list[str] = []
        self.answer = "0"
        """What the player enters when the table asks."""
        self.fixed: dict[str, str] = {}
        """Command -> text that it sets in place of what the module computes: a die that a test has chosen."""
        self.globals: dict[str, str] = {}
        self.buttons: dict[str, list[Component]] = {}
        self.switches: dict[str, tuple[str, Component]] = {}
        for kind in ("DoActionButton", "GlobalKeyCommand"):
            for button in self.root.find(kind):
                key = button.get("hotkey" if kind == "DoActionButton" else "buttonHotkey")
                self.buttons.setdefault(name_of(key), []).append(button)
        for prop in self.root.find("GlobalProperty"):
            self.globals[prop.get("name")] = prop.get("initialValue")
            for switch in prop.children:
                self.switches[name_of(switch.get("hotkey"))] = (prop.get("name"), switch)
        self.zones: dict[str, dict[str, list[Point]]] = {}
        for game_map in self.root.find("Map"):
            board = next(game_map.find("Board"))
            zones = {z.get("name"): _path(z.get("path")) for z in board.find("Zone")}
            self.zones[game_map.get("mapName")] = zones
        self.main_map = next(self.root.find("Map")).get("mapName")
        self._zones: dict[tuple[str, Point], str] = {}
        self.pieces: list[Counter] = []
        self.cup: list[Counter] = []
        self.cup_name = next((d.get("name") for d in self.root.find("DrawPile")), "")
        self._read_turns()
        if setup:
            self._lay_out(built, setup)

    def _read_turns(self) -> None:
        [tracker] = self.root.find("TurnTracker")
        [turns] = [c for c in tracker.children if c.get("property") == "Turn"]
        self.turns = decode_array(turns.get("list"))
        phases = [c for c in turns.children if c.get("property") == "Phase"]
        self.phases = decode_array(phases[0].get("list")) if phases else []
        self.hotkeys = list(tracker.find("TurnGlobalHotkey"))
        self.turn, self.phase, self.steps_made = 0, 0, 0
        self.active = [True] * len(self.turns)

    def _lay_out(self, built: ModuleBuild, setup: str) -> None:
        for text in built.setups[setup].root.walk():
            match parse_command(text):
                case AddPiece(piece=piece) if isinstance(piece.basic, BasicPiece):
                    self.pieces.append(Counter(piece, self))
                case AddPiece(piece=piece) if isinstance(piece.basic, Deck):
                    assert not piece.basic.pieces
                case savegame.SetPropertyValue(name=name, value=value):
                    self.globals[name] = value
                case SetTurn(state=state):
                    level = decode(decode(state, "|")[1], ";")
                    self.turn, active = int(level[0]), level[3]
                    self.active = [flag == "true" for flag in decode(active, ",")]

    # --- what expressions ask ---------------------------------------------------------------------

    def look(self, name: str) -> object:
        """Return a property of the table; '' for one that nobody has."""
        match name:
            case "Turn":
                return self.turns[self.turn]
            case "Phase":
                return self.phases[self.phase]
        if self.cup_name and name == f"{self.cup_name}_numPieces":
            return len(self.cup)
        return self.globals.get(name, "")

    def lookups(self, board: str) -> Iterable[Lookup]:
        """Return the properties of each piece on a map."""
        if board not in self.zones:
            raise ExpressionError(f"no map {board!r}")
        return [p.look for p in self.pieces if p.map == board]

    def stack_position(self, piece: Counter) -> int:
        """Return the place of a piece in its stack, 1 = on top; who was put there last lies on top."""
        later = self.pieces[self.pieces.index(piece) :]
        return sum(p.map == piece.map and p.spot == piece.spot for p in later)

    def distance(self, x1: int, y1: int, x2: int, y2: int) -> int:
        """Refuse: this table does not know the hexes of its map."""
        raise ExpressionError("no hexes")

    def roll(self, sides: int) -> int:
        """Return the number that a die shows."""
        return self.dice.randint(1, sides)

    def holds(self, condition: str, look: Callable[[str], object]) -> bool:
        """Return whether a condition in braces holds."""
        return holds(filled_in(condition, look), Scope(look, self))

    def text(self, form: str, look: Callable[[str], object]) -> str:
        """Return a text with its properties or the value of an expression."""
        text = filled_in(form, look)
        return text_of(evaluate(text, Scope(look, self))) if form.startswith("{") else text

    def zone(self, name: str, spot: Point) -> str:
        """Return the zone of a spot in a window of boxes; '' on the map itself."""
        if (name, spot) not in self._zones:
            self._zones[name, spot] = self._zone(name, spot)
        return self._zones[name, spot]

    def _zone(self, name: str, spot: Point) -> str:
        if name == self.main_map:
            return ""
        for title, path in self.zones.get(name, {}).items():
            across, down = zip(*path, strict=True)
            if min(across) <= spot[0] < max(across) and min(down) <= spot[1] < max(down):
                return title
        return ""

    def middle(self, name: str, zone: str) -> Point:
        """Return the centre of a zone."""
        across, down = zip(*self.zones[name][zone], strict=True)
        return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2

    # --- what players do --------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Write a line of the chat; an empty one is not shown."""
        if text:
            self.chat.append(text)

    def lines(self) -> list[str]:
        """Return the lines of the chat since the last time."""
        self.chat, lines = [], self.chat
        return lines

    def button(self, text: str) -> None:
        """Press the button with a text."""
        [button] = [b for kind in self.buttons.values() for b in kind if b.get("text") == text]
        self._press(button)

    def press(self, key: str) -> None:
        """Give a command of the table."""
        if key in ("next phase", "previous phase"):
            self.step(1 if key == "next phase" else -1)
            return
        if key in self.switches:
            name, switch = self.switches[key]
            kind, *arguments = decode_array(switch.get("propChanger"))
            if key in self.fixed:
                self.globals[name] = self.fixed[key]
            elif kind in ("R", "E"):
                self.globals[name] = self.answer
            else:
                self.globals[name] = self.text(arguments[0], self.look)
            return
        assert key in self.buttons, key
        for button in self.buttons[key]:
            self._press(button)

    def _press(self, button: Component) -> None:
        if button.kind == "GlobalKeyCommand":
            self.send(
                name_of(button.get("hotkey")),
                button.get("filter"),
                int(button.get("deckCount")),
                "|DECK|" in button.get("target"),
                silent=button.get("reportSingle") == "true",
            )
            return
        if button.get("doLoop") == "true":
            if button.get("loopType") == "counted":
                for _ in range(int(self.text(button.get("loopCount"), self.look))):
                    self._act(button)
                return
            assert button.get("loopType") == "while"
            while self.holds(button.get("whileExpression"), self.look):
                self._act(button)
            return
        self._act(button)

    def _act(self, button: Component) -> None:
        if button.get("doReport") == "true":
            self.say(self.text(button.get("reportFormat"), self.look))
        for key in decode_array(button.get("hotkeys")):
            self.press(name_of(key))

    def send(
        self, key: str, which: str, deck_count: int = -1, deck_only: bool = False, *, silent: bool = False
    ) -> None:
        """Send a command to pieces: those that pass the filter, of a deck so many as it says.

        Args:
            key: the command.
            which: the filter; '' lets all pass.
            deck_count: how many of the deck; -1 for all.
            deck_only: whether it goes to the deck alone.
            silent: whether the pieces do not say what they change.
        """
        cup = list(reversed(self.cup))
        if deck_count >= 0:
            cup = self.dice.sample(cup, min(deck_count, len(cup)))
        others = [] if deck_only else [p for p in self.pieces if not p.in_cup]
        chosen = [p for p in (*others, *cup) if not which or accepts(which, Scope(p.look, self))]
        said = len(self.chat)
        for piece in chosen:
            piece.command(key)
        if silent:
            del self.chat[said:]

    def step(self, by: int) -> None:
        """Move the turn tracker by one step; it says nothing when a step within has moved it on and said so."""
        self.steps_made = made = self.steps_made + 1
        self.phase += by
        while not 0 <= self.phase < max(len(self.phases), 1):
            self.phase -= by * max(len(self.phases), 1)
            self.turn = (self.turn + by) % len(self.turns)
            while not self.active[self.turn]:
                self.turn = (self.turn + by) % len(self.turns)
        for hotkey in self.hotkeys:
            if self.holds(hotkey.get("match"), self.look):
                self.press(name_of(hotkey.get("hotkey")))
        if self.steps_made != made:
            return
        [tracker] = self.root.find("TurnTracker")
        report = tracker.get("reportFormat")
        self.say(self.text(report, lambda n: self.turns[self.turn] if n == "newTurn" else self.look(n)))

    def into_cup(self, piece: Counter) -> None:
        """Lay a marker into the cup."""
        if not piece.in_cup:
            piece.in_cup = True
            piece.map = next(m for m, zones in self.zones.items() if self.cup_name in zones)
            piece.spot = self.middle(piece.map, self.cup_name)
            self.cup.append(piece)

    def out_of_cup(self, piece: Counter) -> None:
        """Take a marker out of the cup, if it is there."""
        if piece.in_cup:
            piece.in_cup = False
            self.cup.remove(piece)


def _path(text: str) -> list[Point]:
    return [(int(x), int(y)) for x, y in (p.split(",") for p in text.split(";"))]
