"""Lines of sight from the map and the rules alone (JDG-7.4): own geometry, in whole numbers and fractions.

A hex is the set of points whose three differences of cube coordinates from its centre are at most 1 in size.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from tests.referee.ground import Ground

Axial = tuple[int, int]
NEAR: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Stretch(NamedTuple):
    """A part of a line: within one hex, or along the hexside of two."""

    hexes: tuple[Axial, ...]
    low: Fraction
    high: Fraction


def _forms(q: int, r: int) -> tuple[int, int, int]:
    return 2 * q + r, -q - 2 * r, r - q


def _apart(one: Axial, two: Axial) -> int:
    a, b = one[0] - two[0], one[1] - two[1]
    return max(abs(a), abs(b), abs(a + b))


def _span(hex_axial: Axial, to: Axial) -> tuple[Fraction, Fraction] | None:
    """Return the part of the line from (0, 0) that touches a hex, as parts of its length."""
    low, high = Fraction(0), Fraction(1)
    for slope, centre in zip(_forms(*to), _forms(*hex_axial), strict=True):
        if slope == 0:
            if abs(centre) > 1:
                return None
            continue
        one, two = sorted((Fraction(centre - 1, slope), Fraction(centre + 1, slope)))
        low, high = max(low, one), min(high, two)
    return (low, high) if low <= high else None


@cache
def stretches(to: Axial) -> tuple[tuple[Stretch, ...], dict[Fraction, tuple[Axial, ...]]]:
    """Return the stretches of a line in order, and the hexes that touch it in one point only, by that point."""
    found: dict[tuple[Fraction, Fraction], list[Axial]] = {}
    points: dict[Fraction, list[Axial]] = {}
    size = _apart((0, 0), to)
    for q in range(-size, size + 1):
        for r in range(-size, size + 1):
            span = _span((q, r), to)
            if span is None:
                continue
            if span[0] == span[1]:
                points.setdefault(span[0], []).append((q, r))
            else:
                found.setdefault(span, []).append((q, r))
    parts = [Stretch(tuple(hexes), low, high) for (low, high), hexes in sorted(found.items())]
    return tuple(parts), {at: tuple(hexes) for at, hexes in points.items()}


class Sight:
    """Who sees what over terrain and units; None where the words of the rules leave room."""

    def __init__(self, ground: Ground) -> None:
        """Look at the map of a package."""
        self.ground = ground
        self.index = {ground.axial(h): h for h in range(ground.size) if ground.package.grid.ids[h]}
        self.levels = ground.package.terrain.levels
        self.sides: dict[tuple[int, int], set[str]] = {}
        self.reach = max(
            [int(unit.front["maximum_range"]) for unit in ground.units.values() if unit.arm == "artillery"],
            default=0,
        )

    def sees(self, origin: int, target: int, has_unit: Callable[[int], bool]) -> bool | None:
        """Return whether a line is free (JDG-7.4.1 to 7.4.4, AMB-54, AMB-55, AMB-113)."""
        if self.ground.distance(origin, target) <= 1:
            return origin == target or not self._side_bars(origin, target)
        (a, b), (c, d) = self.ground.axial(origin), self.ground.axial(target)
        parts, points = stretches((c - a, d - b))

        def there(step: Axial) -> int:
            return self.index.get((a + step[0], b + step[1]), -1)

        ends = (origin, target)
        doubt = False
        for part in parts:
            hexes = [there(step) for step in part.hexes]
            if set(hexes) & set(ends):
                continue
            if all(self._hex_blocks(h, ends, has_unit) for h in hexes):
                return False
            if len(hexes) == 2:
                side = self._side_blocks(hexes[0], hexes[1], ends)
                if side:
                    return False
                doubt = doubt or side is None
        for one, two in pairwise(parts):
            crossed = self._crossing([there(s) for s in one.hexes], [there(s) for s in two.hexes], ends)
            corner = [there(step) for step in points.get(one.high, ())]
            if len(one.hexes) == len(two.hexes) == 1 and corner:
                crossed = self._corner(there(one.hexes[0]), there(two.hexes[0]), corner, ends, has_unit)
            if crossed:
                return False
            doubt = doubt or crossed is None
        return None if doubt else True

    def _crossing(self, before: list[int], after: list[int], ends: tuple[int, int]) -> bool | None:
        """Return whether the hexside, or both hexsides of a corner, block; None where it is not clear."""
        sides = [self._side_blocks(one, two, ends) for one in before for two in after]
        if all(sides):
            return True
        return None if any(side is None for side in sides) else False

    def _corner(
        self, one: int, two: int, corner: list[int], ends: tuple[int, int], has_unit: Callable[[int], bool]
    ) -> bool | None:
        """Return whether a corner blocks: on one side lies the hexside of both hexes, on the other a third hex."""
        near = self._side_blocks(one, two, ends)
        third = corner[0]
        far = [self._side_blocks(one, third, ends), self._side_blocks(third, two, ends)]
        if near is False and not self._hex_blocks(third, ends, has_unit) and far == [False, False]:
            return False
        return False if near is False else None

    def _hex_blocks(self, hex_index: int, ends: tuple[int, int], has_unit: Callable[[int], bool]) -> bool:
        if hex_index < 0:
            return False
        firer, target = (self.levels[h] for h in ends)
        level = self.levels[hex_index]
        if level > max(firer, target):
            return True
        if self.ground.terrain(hex_index, "los") != "blocked" and not has_unit(hex_index):
            return False
        level += int(self.ground.terrain(hex_index, "height") or 0)
        away = self.ground.distance(ends[0], hex_index)
        return not self._overlooked(level, Fraction(away), ends)

    def _overlooked(self, level: int, away: Fraction, ends: tuple[int, int]) -> bool:
        """Return whether levels let an obstacle be ignored (JDG-7.4.3, AMB-55)."""
        firer, target = (self.levels[h] for h in ends)
        whole = self.ground.distance(*ends)
        if firer > level and target > level:
            return True
        if firer > max(level, target) and 2 * away <= whole:
            return True
        return target > max(level, firer) and 2 * (whole - away) <= whole

    def _side_blocks(self, one: int, two: int, ends: tuple[int, int]) -> bool | None:
        """Return whether a hexside blocks a line past it, its level being the upper one; None where it is not clear."""
        if one < 0 or two < 0 or self.ground.direction(one, two) < 0:
            return False
        kinds = self._sides(one, two)
        if "blocked_unless_adjacent" in kinds and not {one, two} & set(ends):
            kinds.add("blocked")
        if "blocked" not in kinds:
            return False
        away = [self.ground.distance(ends[0], h) for h in (one, two)]
        middles = [Fraction(sum(away), 2)]
        if away[0] == away[1]:  # neither hex is nearer: AMB-55 says n + 0.5, the mean of both says n
            middles.append(away[0] + Fraction(1, 2))
        top = max(self.levels[one], self.levels[two])
        verdicts = {not self._overlooked(top, middle, ends) for middle in middles}
        return verdicts.pop() if len(verdicts) == 1 else None

    def _side_bars(self, one: int, two: int) -> bool:
        """Return whether adjacent hexes do not see each other (JDG-7.4.4-b)."""
        return "blocked" in self._sides(one, two)

    def _sides(self, one: int, two: int) -> set[str]:
        if (one, two) not in self.sides:
            kinds = self.ground.side_kinds(one, two)
            self.sides[one, two] = {str(self.ground.side_cell(kind, way, "los")) for kind, way in kinds}
        return set(self.sides[one, two])
