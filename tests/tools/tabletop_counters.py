"""Pieces on the table of a test: their properties and what their commands do.

A command goes to the traits from the innermost to the outermost, as in the engine. Traits that only draw, or
that a command does not name, do nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    DynamicProperty,
    GlobalHotKey,
    GlobalKey,
    Marker,
    Piece,
    ReportAction,
    ReturnToDeck,
    SendTo,
    SetGlobalProperty,
    Trait,
    Trigger,
)
from tests.tools.vassal_expressions import Scope, evaluate

if TYPE_CHECKING:
    from tests.tools.tabletop import Tabletop

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
        # Dynamic properties, and what a test or the place of the piece on the map gives it.
        self.values = {t.name: t.value for t in piece.all(DynamicProperty)}
        self.in_cup = False
        self.marks: dict[str, str] = {}
        self.formulas: dict[str, str] = {}
        for trait in reversed(self.traits):
            if isinstance(trait, Marker):
                self.marks |= trait.properties
            elif isinstance(trait, CalculatedProperty):
                self.formulas[trait.name] = trait.expression

    def look(self, name: str) -> object:
        """Return a property: of the piece, else of the table."""
        if name in self.values:
            return self.values[name]
        match name:
            case "CurrentMap":
                return self.map
            case "LocationName" if self.map == self.tabletop.main_map:
                return f"at {self.spot}"
            case "CurrentZone" | "LocationName":
                return self.tabletop.zone(self.map, self.spot)
            case "BasicName" | "PieceName":
                return self.name
            case "StackPos":
                return self.tabletop.stack_position(self)
        if name in self.marks:
            return self.marks[name]
        if name in self.formulas:
            return evaluate(filled_in(self.formulas[name], self.look), Scope(self.look, self.tabletop))
        return self.tabletop.look(name)

    def command(self, key: str) -> None:
        """Give the piece a command, innermost trait first."""
        assert key
        for trait in reversed(self.traits):
            match trait:
                case Trigger() if key_id(trait.key) == key:
                    if not trait.filter or self.tabletop.holds(trait.filter, self.look):
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
            if isinstance(trait, ReportAction) and key in {key_id(k) for k in trait.keys}:
                self.tabletop.say(self.tabletop.text(trait.format, self.look))

    def _go(self, trait: SendTo) -> None:
        t = self.tabletop
        t.out_of_cup(self)
        self.map = trait.map
        if trait.destination == "Z":
            zone = t.text(trait.zone, self.look)
            self.spot = t.middle(trait.map, zone)
            return
        x, y, across, down = (
            int(t.text(v, self.look)) for v in (trait.x, trait.y, trait.x_index, trait.y_index)
        )
        self.spot = (x + across * int(trait.x_offset), y + down * int(trait.y_offset))


def filled_in(form: str, look: Callable[[str], object]) -> str:
    """Return a text with the properties that stand between dollar signs, also in what functions are given."""
    return re.sub(r"\$(\w+)\$", lambda m: str(look(m[1])), form)


def key_id(key: Key | None) -> str:
    """Return the name of a named command, the text of any other key; '' for none."""
    return "" if key is None else key.name or key.format()


def name_of(key: str) -> str:
    """Return the name of a key as it stands in a module; '' for none."""
    return key_id(Key.parse(key)) if key else ""
