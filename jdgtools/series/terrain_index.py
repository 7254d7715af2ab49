"""The terrain of a map as an index: what a step crosses, and what the terrain charts say of it.

Movement, sight and zones of control ask the same questions of the same few kinds of hexsides thousands of
times. The index answers them from dictionaries. It serves every series whose terrain charts are those of
hexes, hexsides and ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeVar

from msgspec import Struct

from jdgtools.charts.model import Value
from jdgtools.rules import MapRules, StepCost


class HexsideMark(NamedTuple):
    """A line of the hexside chart that counts for a step."""

    kind: str
    """Terrain id."""
    direction: str
    """`in`: upwards, or from outside to inside; `out`: the other way. Undirected hexsides are `in`."""


class StepEdge(Struct, frozen=True):
    """A step from one hex to the next, without its two hexes."""

    marks: tuple[HexsideMark, ...] = ()
    """Lines of the hexside chart in force, sorted; a bridge or ford has replaced the water that it spans."""
    ways: tuple[str, ...] = ()
    """Kinds of road that lead through the hexside, sorted; each once."""
    crossings: tuple[str, ...] = ()
    """Kinds of bridge or ford at it, sorted."""
    spanned_water: tuple[str, ...] = ()
    """Water that a bridge or ford spans, sorted."""


_PLAIN = StepEdge()


class TerrainIndex:
    """Edges of a map and cells of its terrain charts, prepared once for many questions.

    Two hexes are on "the same road" where a road is drawn from the one straight to the other. The other
    reading, that two neighbouring bends of one road count although no road joins them, would let units cut
    corners at road cost.
    """

    def __init__(self, map_rules: MapRules, hex_chart: str, side_chart: str, road_chart: str) -> None:
        """Index a map.

        Args:
            map_rules: map, charts and options.
            hex_chart: chart of (terrain, property).
            side_chart: chart of (hexside, direction, property).
            road_chart: chart of (way, class).
        """
        self.map_rules = map_rules
        self.map = map_rules.map
        self.grid = map_rules.map.grid
        self._hex = map_rules.charts.get(hex_chart).cells
        self._side = map_rules.charts.get(side_chart).cells
        self._road = map_rules.charts.get(road_chart).cells
        self._ways = self._collect_ways()
        self.memo: dict[object, StepCost] = {}
        """Costs of steps worked out so far, by terrain, edge (its identity) and who moves: most are alike."""
        self._shared_edges: dict[StepEdge, StepEdge] = {_PLAIN: _PLAIN}
        self._edges = self._collect_edges()
        in_grid = set(self.grid.hexes)
        self._in_play = tuple(i in in_grid and usable for i, usable in enumerate(self.map.playable))

    def _collect_ways(self) -> dict[tuple[int, int], tuple[str, ...]]:
        ways: dict[tuple[int, int], set[str]] = {}
        for way in self.map.ways:
            for a, b in pairwise(way.hexes):
                ways.setdefault((a, b), set()).add(way.kind)
                ways.setdefault((b, a), set()).add(way.kind)
        return {pair: tuple(sorted(kinds)) for pair, kinds in ways.items()}

    def _collect_edges(self) -> dict[tuple[int, int], StepEdge]:
        definition = self.map_rules.definition
        edges = {}
        for side, features in self.map.by_side.items():
            crossings = {f.kind for f in features if definition.terrain(f.kind, "crossing") is not None}
            spanned_kinds: set[str] = set()
            standing = []
            for feature in features:
                terrain = definition.terrain(feature.kind, "hexside")
                if crossings and terrain is not None and terrain.water:
                    spanned_kinds.add(feature.kind)
                else:
                    standing.append(feature)
            for near, d in ((side.a, side.d), (self.grid.neighbour(side.a, side.d), (side.d + 3) % 6)):
                if near is None:
                    continue
                far = self.grid.neighbour(near, d)
                # A unit that leaves the inner or higher hex goes out; a side without an inside has no "out".
                marks = {HexsideMark(f.kind, "out" if f.inside == near else "in") for f in standing}
                ways = () if far is None else self._ways.get((near, far), ())
                edge = StepEdge(
                    tuple(sorted(marks)), ways, tuple(sorted(crossings)), tuple(sorted(spanned_kinds))
                )
                edges[near, d] = self._same(edge)
        return edges

    def _same(self, edge: StepEdge) -> StepEdge:
        """Return the one object for all equal edges of this map, so that it can be told by its identity."""
        return self._shared_edges.setdefault(edge, edge)

    def edge(self, origin: int, direction: int) -> StepEdge:
        """Return what a step out of hex `origin` in `direction` (0..5) crosses."""
        edge = self._edges.get((origin, direction))
        if edge is not None:
            return edge
        target = self.grid.neighbour(origin, direction)
        ways = () if target is None else self._ways.get((origin, target), ())
        return self._same(StepEdge(ways=ways)) if ways else _PLAIN

    @cached_property
    def step_kinds(self) -> tuple[Hashable, ...]:
        """Both terrains and the edge of every step: what costs and zones depend on; None = off the map."""
        kinds, steps = self.map.terrain, []
        for index in range(self.grid.size):
            for direction in range(6):
                target = self.beyond(index, direction)
                edge = None if target is None else id(self.edge(index, direction))
                steps.append(None if target is None else (kinds[index], kinds[target], edge))
        return tuple(steps)

    def on_map(self, hex_index: int | None) -> bool:
        """Return whether there is such a hex and it is in play."""
        return hex_index is not None and 0 <= hex_index < len(self._in_play) and self._in_play[hex_index]

    def beyond(self, origin: int, direction: int) -> int | None:
        """Return the hex in `direction` if both hexes are in play, else None."""
        if not self.on_map(origin):
            return None
        target = self.grid.neighbour(origin, direction)
        return target if self.on_map(target) else None

    def of_hex(self, kind: str | None, prop: str) -> Value:
        """Return the cell of a hex terrain; None for an unknown one."""
        cell = self._hex.get((kind or "", prop))
        return None if cell is None else cell.value

    def of_side(self, mark: HexsideMark, prop: str) -> Value:
        """Return the cell of a hexside; None for an unknown one."""
        cell = self._side.get((mark.kind, mark.direction, prop))
        return None if cell is None else cell.value

    def of_road(self, way: str, column: str) -> Value:
        """Return the cell of a road; None for an unknown one."""
        cell = self._road.get((way, column))
        return None if cell is None else cell.value

    def level(self, hex_index: int) -> int:
        """Return the level of a hex; 0 where the map says nothing."""
        return self.map.levels[hex_index] or 0

    def label(self, kind: str | None, *kinds: str) -> str:
        """Return the English name of a terrain, looked for among the kinds of terrain given."""
        for group in kinds:
            terrain = self.map_rules.definition.terrain(kind or "", group)
            if terrain is not None:
                return terrain.name.get()
        return kind or "unknown terrain"


_Index = TypeVar("_Index", bound=TerrainIndex)


def remember_last(make: Callable[[MapRules], _Index]) -> Callable[[MapRules], _Index]:
    """Return a function that gives the terrain index of map rules and remembers the last four.

    The scenarios of a battle have map rules of their own, and checks look at one scenario after the other.

    Args:
        make: makes the terrain index of map rules.
    """
    last: tuple[_Index, ...] = ()

    def index_of(map_rules: MapRules) -> _Index:
        nonlocal last
        memory = last  # read once: exporters ask from several threads
        for index in memory:
            if index.map_rules is map_rules:
                return index
        new = make(map_rules)
        last = (new, *memory[:3])
        return new

    return index_of
