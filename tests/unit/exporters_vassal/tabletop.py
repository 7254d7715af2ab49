"""A module played without an engine: its buttons, its turn tracker, the commands of its pieces.

It knows what the course of a turn needs: switches of properties, chains of commands, commands to pieces, boxes,
the cup, reports. What it does not know it refuses, so that a test cannot pass by accident.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.vassal import savegame
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key, decode, decode_array
from jdgtools.vassal.savegame import AddPiece, SetTurn, parse_command
from jdgtools.vassal.traits import (
    BasicPiece,
    Calculated,
    Deck,
    DynamicProperty,
    GlobalHotKey,
    GlobalKey,
    Marker,
    Piece,
    Report,
    ReturnToDeck,
    SendTo,
    SetGlobalProperty,
    Trait,
    Trigger,
)
from tests.unit.exporters_vassal.expressions import compute

Point = tuple[int, int]


class Counter:
    """A piece on the table."""

    def __init__(self, piece: Piece, tabletop: Tabletop) -> None:
        basic = piece.basic
        assert isinstance(basic, BasicPiece)
        self.tabletop = tabletop
        self.name = basic.name
        self.map, self.spot = basic.map or "", (basic.x, basic.y)
        self.traits: list[Trait] = list(piece.traits)
        self.values = {t.name: t.value for t in piece.all(DynamicProperty)}
        self.in_cup = False
        self.marks: dict[str, str] = {}
        self.formulas: dict[str, str] = {}
        for trait in reversed(self.traits):
            if isinstance(trait, Marker):
                self.marks |= trait.properties
            elif isinstance(trait, Calculated):
                self.formulas[trait.name] = trait.expression

    def look(self, name: str) -> object:
        """Return a property: of the piece, else of the table."""
        match name:
            case "CurrentMap":
                return self.map
            case "LocationName" if self.map == self.tabletop.main_map:
                return f"at {self.spot}"
            case "CurrentZone" | "LocationName":
                return self.tabletop.zone(self.map, self.spot)
            case "BasicName" | "PieceName":
                return self.name
        if name in self.values:
            return self.values[name]
        if name in self.marks:
            return self.marks[name]
        if name in self.formulas:
            return self.tabletop.compute(self.formulas[name], self.look)
        return self.tabletop.look(name)

    def command(self, key: str) -> None:
        """Give the piece a command, innermost trait first."""
        assert key
        for trait in reversed(self.traits):
            match trait:
                case Trigger() if key_id(trait.key) == key:
                    if not trait.filter or self.tabletop.compute(trait.filter, self.look) is True:
                        for action in trait.actions:
                            self.command(key_id(action))
                case SendTo() if key_id(trait.key) == key:
                    self._go(trait)
                case ReturnToDeck() if key_id(trait.key) == key:
                    self.tabletop.into_cup(self)
                case DynamicProperty():
                    for c in trait.commands:
                        if key_id(c.key) == key:
                            value = self.tabletop.text(c.change.value, self.look)
                            self.values[trait.name] = value
                case SetGlobalProperty():
                    for c in trait.commands:
                        if key_id(c.key) == key:
                            self.tabletop.globals[trait.name] = self.tabletop.text(c.change.value, self.look)
                case GlobalHotKey() if key_id(trait.key) == key:
                    assert trait.sent is not None
                    self.tabletop.press(key_id(trait.sent))
                case GlobalKey() if key_id(trait.key) == key:
                    assert trait.sent is not None
                    self.tabletop.send(key_id(trait.sent), trait.filter)
        for trait in self.traits:
            if isinstance(trait, Report) and key in {key_id(k) for k in trait.keys}:
                self.tabletop.say(self.tabletop.text(trait.format, self.look))

    def _go(self, trait: SendTo) -> None:
        t = self.tabletop
        t.out_of_cup(self)
        self.map = trait.map
        if trait.destination == "Z":
            zone = t.text(trait.zone, self.look)
            self.spot = t.middle(trait.map, zone)
            return
        index = [int(t.text(v, self.look)) for v in (trait.x_index, trait.y_index)]
        offset = [int(v) for v in (trait.x_offset, trait.y_offset)]
        self.spot = (int(trait.x) + index[0] * offset[0], int(trait.y) + index[1] * offset[1])


class Tabletop:
    """A game: a module with one of its setups."""

    def __init__(self, built: ModuleBuild, setup: str, seed: int = 1) -> None:
        self.root = built.module.root
        self.dice = random.Random(seed)
        self.chat: list[str] = []
        self.answer = "0"
        """What the player enters when the table asks."""
        self.globals: dict[str, str] = {}
        self.buttons: dict[str, list[Component]] = {}
        self.switches: dict[str, tuple[str, Component]] = {}
        for kind in ("DoActionButton", "GlobalKeyCommand"):
            for button in self.root.find(kind):
                key = button.get("hotkey" if kind == "DoActionButton" else "buttonHotkey")
                self.buttons.setdefault(_name(key), []).append(button)
        for prop in self.root.find("GlobalProperty"):
            self.globals[prop.get("name")] = prop.get("initialValue")
            for switch in prop.children:
                self.switches[_name(switch.get("hotkey"))] = (prop.get("name"), switch)
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
        self._read(built, setup)

    def _read(self, built: ModuleBuild, setup: str) -> None:
        [tracker] = self.root.find("TurnTracker")
        [turns] = [c for c in tracker.children if c.get("property") == "Turn"]
        self.turns = decode_array(turns.get("list"))
        phases = [c for c in turns.children if c.get("property") == "Phase"]
        self.phases = decode_array(phases[0].get("list")) if phases else []
        self.hotkeys = list(tracker.find("TurnGlobalHotkey"))
        for text in built.setups[setup].root.walk():
            match parse_command(text):
                case AddPiece(piece=piece) if isinstance(piece.basic, BasicPiece):
                    self.pieces.append(Counter(piece, self))
                case AddPiece(piece=piece) if isinstance(piece.basic, Deck):
                    assert not piece.basic.pieces
                case savegame.SetGlobalProperty(name=name, value=value):
                    self.globals[name] = value
                case SetTurn(state=state):
                    level = decode(decode(state, "|")[1], ";")
                    self.turn, active = int(level[0]), level[3]
                    self.active = [flag == "true" for flag in decode(active, ",")]
        self.phase = 0

    # --- what expressions ask ---------------------------------------------------------------------

    def look(self, name: str) -> object:
        """Return a property of the table; '' for one that nobody has."""
        match name:
            case "Turn":
                return self.turns[self.turn]
            case "Phase":
                return self.phases[self.phase]
        return self.globals.get(name, "")

    def compute(self, expression: str, look: Callable[[str], object]) -> object:
        """Return the value of an expression in braces."""
        return compute(expression, look, self._functions(look))

    def _functions(self, look: Callable[[str], object]) -> dict[str, Callable[..., object]]:
        return {
            "CountMap": lambda where, test: len(self._found(where, test)),
            "CountLocation": lambda test: sum(
                p.look("LocationName") == look("LocationName")
                for p in self._found(str(look("CurrentMap")), test)
            ),
            "SumMap": lambda name, where, test: sum(
                int(str(p.look(name)) or 0) for p in self._found(where, test)
            ),
            "Random": lambda n: self.dice.randint(1, n),
            "GetProperty": lambda name: len(self.cup) if name == f"{self.cup_name}_numPieces" else look(name),
            "GetString": lambda name: str(look(name)),
        }

    def _found(self, where: str, test: str) -> list[Counter]:
        assert where in self.zones, where
        return [p for p in self.pieces if p.map == where and self.compute(test, p.look) is True]

    def text(self, form: str, look: Callable[[str], object]) -> str:
        """Return a text with its properties or the value of an expression."""
        if form.startswith("{"):
            value = self.compute(form, look)
            return str(value).lower() if isinstance(value, bool) else str(value)
        return re.sub(r"\$(\w+)\$", lambda m: str(look(m[1])), form)

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
            self.globals[name] = self.answer if kind in ("R", "E") else self.text(arguments[0], self.look)
            return
        assert key in self.buttons, key
        for button in self.buttons[key]:
            self._press(button)

    def _press(self, button: Component) -> None:
        if button.kind == "GlobalKeyCommand":
            self.send(
                _name(button.get("hotkey")),
                button.get("filter"),
                int(button.get("deckCount")),
                "|DECK|" in button.get("target"),
            )
            return
        if button.get("doLoop") == "true":
            if button.get("loopType") == "counted":
                for _ in range(int(self.text(button.get("loopCount"), self.look))):
                    self._act(button)
                return
            assert button.get("loopType") == "while"
            while self.compute(button.get("whileExpression"), self.look) is True:
                self._act(button)
            return
        self._act(button)

    def _act(self, button: Component) -> None:
        if button.get("doReport") == "true":
            self.say(self.text(button.get("reportFormat"), self.look))
        for key in decode_array(button.get("hotkeys")):
            self.press(_name(key))

    def send(self, key: str, which: str, deck_count: int = -1, deck_only: bool = False) -> None:
        """Send a command to pieces: those that pass the filter, of a deck so many as it says."""
        cup = list(reversed(self.cup))
        if deck_count >= 0:
            cup = self.dice.sample(cup, min(deck_count, len(cup)))
        others = [] if deck_only else [p for p in self.pieces if not p.in_cup]
        chosen = [p for p in (*others, *cup) if not which or self.compute(which, p.look) is True]
        for piece in chosen:
            piece.command(key)

    def step(self, by: int) -> None:
        """Move the turn tracker by one step."""
        self.phase += by
        while not 0 <= self.phase < max(len(self.phases), 1):
            self.phase -= by * max(len(self.phases), 1)
            self.turn = (self.turn + by) % len(self.turns)
            while not self.active[self.turn]:
                self.turn = (self.turn + by) % len(self.turns)
        for hotkey in self.hotkeys:
            if self.compute(hotkey.get("match"), self.look) is True:
                self.press(_name(hotkey.get("hotkey")))
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


def key_id(key: Key | None) -> str:
    """Return the name of a named command, the text of any other key; '' for none."""
    return "" if key is None else key.name or key.format()


def _name(key: str) -> str:
    return key_id(Key.parse(key)) if key else ""


def _path(text: str) -> list[Point]:
    return [(int(x), int(y)) for x, y in (p.split(",") for p in text.split(";"))]
