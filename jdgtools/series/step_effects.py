"""What terrain does to attack, fire and retreat over a step, by the terrain charts of a series.

A step has two hexes and the hexside between them, on which crossings have replaced what they lead over. A
series says in `effects.EFFECTS` which columns of its charts make up each effect.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from msgspec import Struct

from jdgtools.charts.model import Value
from jdgtools.derived.protocols import StepEffect
from jdgtools.rules import MapRules
from jdgtools.series.terrain_index import TerrainIndex


class SumOf(StepEffect, frozen=True, kw_only=True):
    """Effect that is the sum of modifiers, or a ban."""

    column_of_entry: str = ""
    """Column of the hex chart for the hex that is entered, attacked or fired into; empty = none."""
    column_of_leaving: str = ""
    """Column of the hex chart for the hex that the step leaves."""
    side: str = ""
    """Column of the hexside chart."""
    floor: int | None = None
    """The sum is never below."""
    most: int | None = None
    """The sum is never above."""

    def value(self, index: TerrainIndex, origin: int, direction: int) -> int | str:
        """Return the sum, or the word of a ban that one of the columns holds."""
        total = 0
        for value in _values(
            index, origin, direction, self.column_of_entry, self.column_of_leaving, self.side
        ):
            if isinstance(value, str):
                return value
            total += value if isinstance(value, int) else 0
        total = total if self.floor is None else max(total, self.floor)
        return total if self.most is None else min(total, self.most)


class WorstOf(StepEffect, frozen=True, kw_only=True):
    """Effect that is the worst of several words."""

    order: tuple[str, ...]
    """The words, the best first."""
    column: str = ""
    """Column of both charts."""
    by_way: str = ""
    """Word that is the best along a road or trail, and the worst elsewhere."""

    @property
    def default(self) -> str:
        """The best word."""
        return self.order[0]

    def value(self, index: TerrainIndex, origin: int, direction: int) -> int | str:
        """Return the worst word of the hex that is entered and of the hexside."""
        along = bool(index.edge(origin, direction).ways)
        words = [self.order[0]]
        for value in _values(index, origin, direction, self.column, "", self.column):
            word = str(value) if isinstance(value, str) else self.order[0]
            words.append((self.order[0] if along else self.order[-1]) if word == self.by_way else word)
        return max(words, key=self.order.index)


class AnyTrueOf(StepEffect, frozen=True, kw_only=True):
    """Effect that is true when a column is true for one of the hexes or the hexside."""

    column: str

    @property
    def default(self) -> bool:
        """Plain ground has no such effect."""
        return False

    def value(self, index: TerrainIndex, origin: int, direction: int) -> bool:
        """Return whether one of them has it."""
        values = _values(index, origin, direction, self.column, self.column, self.column)
        return any(value is True for value in values)


Effect = SumOf | WorstOf | AnyTrueOf


class ChartEffects(Struct, frozen=True):
    """The effects of a series, from its charts."""

    index_of: Callable[[MapRules], TerrainIndex]
    effects: tuple[Effect, ...]

    def of_step(
        self, map_rules: MapRules, origin: int, direction: int
    ) -> tuple[int | str | bool, ...] | None:
        """Return the value of every effect over a step; None when it does not lead to a hex in play."""
        index = self.index_of(map_rules)
        if not index.on_map(origin) or index.beyond(origin, direction) is None:
            return None
        return tuple(effect.value(index, origin, direction) for effect in self.effects)

    def step_kinds(self, map_rules: MapRules) -> tuple[Hashable, ...]:
        """Return what the effects of each step depend on; see `KindredSteps`."""
        return self.index_of(map_rules).step_kinds


def _values(
    index: TerrainIndex, origin: int, direction: int, column_of_entry: str, left: str, side: str
) -> Iterator[Value]:
    """Yield the cells of the columns for both hexes and all that lies on the hexside."""
    target = index.beyond(origin, direction)
    if column_of_entry and target is not None:
        yield index.of_hex(index.map.terrain[target], column_of_entry)
    if left:
        yield index.of_hex(index.map.terrain[origin], left)
    if side:
        for mark in index.edge(origin, direction).marks:
            yield index.of_side(mark, side)
