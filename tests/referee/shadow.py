"""The position that a referee keeps by himself, from what is said to have happened."""

from __future__ import annotations

from typing import Any

from tests.referee.ground import DISORDERED, ROUTED, Ground

LOST = ("eliminated", "fled", "exited", "off map")


class Shadow:
    """Where everybody is and how he is; only events change it."""

    def __init__(self, ground: Ground) -> None:
        """Begin with nobody on the map."""
        self.ground = ground
        pieces = [*ground.units, *ground.leaders]
        self.place: dict[str, int | str] = dict.fromkeys(pieces, "off map")
        self.level: dict[str, int] = dict.fromkeys(ground.units, 0)
        self.facing: dict[str, int] = dict.fromkeys(ground.units, -1)
        self.stacks: dict[int, tuple[str, ...]] = {}
        self.square: set[str] = set()

    def side(self, unit: str) -> str | None:
        """Return the side of a unit."""
        return self.ground.units[unit].side

    def arm(self, unit: str) -> str:
        """Return the arm of a unit."""
        return self.ground.units[unit].arm

    def value(self, unit: str, field: str) -> Any:
        """Return a rating of the side that is up (JDG-CONV-n)."""
        record = self.ground.units[unit]
        return (record.back if self.level[unit] else record.front).get(field)

    def here(self, unit: str) -> int:
        """Return the hex of a unit, -1 when it has none."""
        place = self.place[unit]
        return place if isinstance(place, int) else -1

    def at(self, hex_index: int) -> tuple[str, ...]:
        """Return the units in a hex, top first."""
        return self.stacks.get(hex_index, ())

    def go(self, unit: str, hex_index: int) -> None:
        """Put a unit to the bottom of another hex, artillery on top of what is no artillery (JDG-5.1.2-b, -c)."""
        self.take(unit)
        stack = self.at(hex_index)
        place = len(stack)
        if self.arm(unit) == "artillery":
            place = sum(self.arm(other) == "artillery" for other in stack)
        self.stacks[hex_index] = (*stack[:place], unit, *stack[place:])
        self.place[unit] = hex_index

    def take(self, unit: str, reason: str = "off map") -> None:
        """Take a unit from the map."""
        here = self.here(unit)
        if here >= 0 and unit in self.ground.units:
            self.stacks[here] = tuple(other for other in self.at(here) if other != unit)
        self.place[unit] = reason

    def has_zone(self, unit: str) -> bool:
        """Return whether a unit exerts a zone of control at all (JDG-6.2.1-c)."""
        return self.arm(unit) != "artillery" and self.level[unit] < ROUTED and unit not in self.square

    def controls(self, unit: str, hex_index: int) -> bool:
        """Return whether a hex is in the zone of a unit (JDG-6.2.1)."""
        here = self.here(unit)
        zones = self.ground.package.zones
        assert zones is not None
        if here < 0 or not self.has_zone(unit):
            return False
        direction = self.ground.direction(here, hex_index)
        mask = zones[self.ground.units[unit].movement_class][here]
        return direction >= 0 and bool(mask >> direction & 1)

    def six_front(self, unit: str) -> bool:
        """Return whether a unit has six front hexes (JDG-6.1.1-f, -g)."""
        return unit in self.square or bool(self.ground.terrain(self.here(unit), "six_front"))

    def before(self, unit: str, hex_index: int) -> bool:
        """Return whether a hex is a front hex of a unit (JDG-6.1.1-d, -f, -h)."""
        here = self.here(unit)
        if here < 0 or self.level[unit] == ROUTED:
            return False
        if self.six_front(unit):
            return self.ground.direction(here, hex_index) >= 0
        return hex_index in self.ground.ahead(here, self.facing[unit])

    def enemies_around(self, hex_index: int, side: str | None) -> list[str]:
        """Return enemy units in the hexes around."""
        return [u for h in self.ground.neighbours(hex_index) for u in self.at(h) if self.side(u) != side]

    def front_zones(self, hex_index: int, side: str | None) -> list[str]:
        """Return the enemies of whom a hex is a front hex in their zone (JDG-6.2.1-j)."""
        around = self.enemies_around(hex_index, side)
        return [u for u in around if self.controls(u, hex_index) and self.before(u, hex_index)]

    def fits(self, unit: str, hex_index: int) -> bool:
        """Return whether a unit may stop with those who are in a hex (JDG-5.1.1)."""
        others = [other for other in self.at(hex_index) if other != unit]
        if hex_index in self.ground.gullies and self.level[unit] != ROUTED:
            return not others and self.arm(unit) != "artillery"
        return not others or self.stack_is_legal([*others, unit])

    def stack_is_legal(self, units: list[str]) -> bool:
        """Return whether units may share a hex (JDG-5.1.1-b to -n, AMB-30 to AMB-32)."""
        routed = [self.level[u] == ROUTED for u in units]
        if any(routed) and not all(routed):
            return False
        foot = [u for u in units if self.arm(u) == "infantry"]
        horse = [u for u in units if self.arm(u) == "cavalry"]
        guns = [u for u in units if self.arm(u) == "artillery"]
        if foot and horse:
            return False
        loose = [u for u in units if u not in self.square]
        if len(loose) < len(units) and any(self.arm(u) != "artillery" or not self.level[u] for u in loose):
            return False  # a square stands though its guns are disordered (AMB-22)
        if not foot and not horse:
            return len(guns) <= 2
        troops = foot or horse
        if len({self.ground.units[u].command for u in troops}) > 1 and not all(routed):
            return False
        if horse and guns:
            return len(horse) == 1 and len(guns) == 1
        small = sum(int(self.value(u, "strength")) for u in troops) <= 6
        return len(guns) <= 1 and len(troops) <= (3 if small else 2)

    def drop_square(self, hex_index: int) -> None:
        """Let the units of a hex leave their square."""
        self.square -= set(self.at(hex_index))

    def is_fighting(self, unit: str) -> bool:
        """Return whether a unit may attack: ordered infantry or cavalry that is in no square (JDG-8.2-b)."""
        return self.arm(unit) != "artillery" and self.level[unit] < DISORDERED and unit not in self.square
