"""Positions built by hand on the map of the teaching battle, with units of any ratings."""

from __future__ import annotations

from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import ACTIVE, ARTILLERY, CAVALRY, INFANTRY, ORDERS
from tests.unit.package.bundled import packages

FRENCH = {INFANTRY: ("fr-13l", "fr-17", "fr-30"), ARTILLERY: ("fr-art",), CAVALRY: ("fr-1ch", "fr-1cu")}
AUSTRIAN = {INFANTRY: ("au-33", "au-39", "au-gren"), ARTILLERY: ("au-art", "au-kav"), CAVALRY: ("au-hus",)}


class Board:
    """An empty map; units are put on it with what an example says of them."""

    def __init__(self) -> None:
        package = next(p for known, p in packages("teaching-jdg") if known.id == "battle")
        self.game = Match(package, ("mist", "sun"))
        self.t = self.game.t
        self.s: GameState = self.game.start()
        for unit in self.t.units:
            self.s.take(unit, OFF_MAP)
            self.s.flags[unit] = 0
            self.s.level[unit] = 0
            self.s.facing[unit] = 0
        for leader in self.t.leaders:
            self.s.place[leader] = OFF_MAP
        self.s.turn = 2

    def hex(self, name: str) -> int:
        """Return the index of a hex."""
        return self.t.hex_of[name]

    def put(
        self,
        name: str,
        at: str,
        *,
        level: int = 0,
        facing: int = 0,
        strength: int | None = None,
        cohesion: int | None = None,
        shock: int | None = None,
        movement: int | None = None,
        formation: int | None = None,
        orders: bool = True,
        flags: int = 0,
    ) -> int:
        """Put a unit into a hex; a rating holds for both sides of it."""
        t, s = self.t, self.s
        unit = t.piece_of[name]
        for table, value in (
            (t.strength, strength),
            (t.cohesion, cohesion),
            (t.shock, shock),
            (t.movement, movement),
        ):
            if value is not None:
                table[unit] = (value, value)
        if formation is not None:
            t.command[unit] = formation
        s.put(unit, self.hex(at))
        s.level[unit] = level
        s.facing[unit] = -1 if level == 2 else facing
        s.flags[unit] = flags | ACTIVE | (ORDERS if orders else 0)
        return unit
