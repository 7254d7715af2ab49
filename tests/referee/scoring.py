"""Victory points, automatic victory and the end of a game, from the words of the package (docs/package.md)."""

from __future__ import annotations

from typing import Any

from jdgtools.package.model_effects import ExitRule
from tests.referee.shadow import Shadow

GONE = ("eliminated", "fled")


class Score:
    """Counts what the awards of a scenario give."""

    def __init__(self, shadow: Shadow, holder: dict[int, str], turn: int, exits: dict[str, int]) -> None:
        """Look at a position at the end of a turn."""
        self.shadow, self.holder, self.turn, self.exits = shadow, holder, turn, exits
        self.earned: dict[str, int] = {}

    def fulfils(self, when: Any) -> list[Any] | None:
        """Return the hexes or pieces that fulfil a condition by themselves; None for one that counts none."""
        name = type(when).__name__
        place = self.shadow.place
        if name == "Holds":
            return [h for h in when.hexes if self.holder.get(h) == when.side]
        if name == "Eliminated":
            return [u for u in when.units if place[u] in GONE]
        if name == "Exited":
            hit = [u for u in when.units if place[u] == "exited"]
            return [u for u in hit if not when.hexes or self.exits.get(u) in when.hexes]
        if name == "StateIs":
            levels = ("ordered", "disordered", "routed")
            on_map = [u for u in when.units if self.shadow.here(u) >= 0]
            return [u for u in on_map if levels[self.shadow.level[u]] == when.value]
        return None

    def true(self, when: Any) -> bool:
        """Return whether a condition is true."""
        name = type(when).__name__
        if name == "Always":
            return True
        if name in ("AllOf", "AnyOf", "NoneOf"):
            parts = [self.true(part) for part in when.parts]
            return all(parts) if name == "AllOf" else any(parts) if name == "AnyOf" else not any(parts)
        if name == "TurnIs":
            return (when.low is None or when.low <= self.turn) and (
                when.high is None or self.turn <= when.high
            )
        if name == "Losses":
            known = [u for u in when.units if u not in self.shadow.ground.package.unused]
            strength = {u: int(self.shadow.ground.units[u].front["strength"]) for u in known}
            lost = sum(v for u, v in strength.items() if self.shadow.place[u] in GONE)
            return lost * 100 >= when.percent * sum(strength.values())
        if name == "Difference":
            points = self.points(end=True, plain=True)
            sides = self.shadow.ground.sides
            mine = sides.index(when.side)
            gap = points[mine] - points[1 - mine]
            return (when.low is None or gap >= when.low) and (when.high is None or gap <= when.high)
        found = self.fulfils(when)
        assert found is not None, name
        whole = when.hexes if name == "Holds" else when.units
        return len(found) >= (len(whole) if when.count is None else when.count)

    def worth(self, award: Any) -> int:
        """Return the points of an award now."""
        found = self.fulfils(award.when) if award.each else None
        if award.each and found is None and type(award.when).__name__ == "AllOf":
            ones = [part for part in award.when.parts if self.fulfils(part) is not None]
            rest = [part for part in award.when.parts if self.fulfils(part) is None]
            found = self.fulfils(ones[0]) if all(self.true(part) for part in rest) else []
        if found is not None:
            return int(award.points) * len(found)
        return int(award.points) if self.true(award.when) else 0

    def end_of_turn(self) -> None:
        """Add the awards of a turn."""
        for award in self.shadow.ground.package.victory.awards:
            if award.at == "turn":
                self.earned[award.side] = self.earned.get(award.side, 0) + self.worth(award)

    def points(self, end: bool, plain: bool = False) -> tuple[int, int]:
        """Return the points of both sides, with those of the end; `plain` leaves out awards that ask for points."""
        sums = dict(self.earned)
        for award in self.shadow.ground.package.victory.awards:
            if end and award.at == "end" and not (plain and _asks_difference(award.when)):
                sums[award.side] = sums.get(award.side, 0) + self.worth(award)
        for side, points in self.leaving():
            sums[side] = sums.get(side, 0) + points
        one, two = self.shadow.ground.sides
        return sums.get(one, 0), sums.get(two, 0)

    def leaving(self) -> list[tuple[str, int]]:
        """Return the points of units that left by a special rule."""
        found = []
        for rule in self.shadow.ground.package.special_rules:
            for effect in rule.effects:
                if isinstance(effect, ExitRule):
                    units = effect.units or tuple(self.shadow.ground.units)
                    gone = [
                        u
                        for u in units
                        if self.shadow.place[u] == "exited" and self.exits.get(u) in effect.hexes
                    ]
                    found += [(str(self.shadow.side(u)), effect.points) for u in gone]
        return found

    def automatic(self) -> list[tuple[str, str]]:
        """Return the ids and winners of automatic victories that are true."""
        entries = self.shadow.ground.package.victory.automatic
        return [(entry.id, str(entry.side)) for entry in entries if self.true(entry.when)]

    def level(self) -> tuple[int, str]:
        """Return the winner by levels or points, and which of them it was; -1 = nobody."""
        sides = self.shadow.ground.sides
        points = self.points(end=True)
        for level in self.shadow.ground.package.victory.levels:
            mine = sides.index(level.side) if level.side else 0
            gap = points[mine] - points[1 - mine]
            if (level.low is None or gap >= level.low) and (level.high is None or gap <= level.high):
                return (mine if level.side else -1), "level"
        return (-1 if points[0] == points[1] else int(points[1] > points[0])), "points"


def _asks_difference(when: Any) -> bool:
    if type(when).__name__ == "Difference":
        return True
    return any(_asks_difference(part) for part in getattr(when, "parts", ()))
