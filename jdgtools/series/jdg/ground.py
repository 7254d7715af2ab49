"""What lies between two adjacent hexes, as the terrain effects chart names it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from jdgtools.charts.model import ChartLookupError, Value
from jdgtools.rules import MapRules, StepCost


class Mark(NamedTuple):
    """One line of the hexside chart that counts for a step."""

    kind: str
    """Terrain id."""
    direction: str
    """`in`: upwards, or from outside to inside; `out`: the other way. Undirected hexsides are `in`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one hex to the next, without its two hexes."""

    marks: tuple[Mark, ...] = ()
    """Lines of the hexside chart in force, sorted: a bridge or ford has replaced the water that it
    crosses, and stands among them."""
    ways: tuple[str, ...] = ()
    """Kinds of road and trail that lead through the hexside, sorted; each once."""
    bridge: bool = False
    """Whether a bridge crosses it (JDG-4.3.2-b)."""
    spanned: tuple[str, ...] = ()
    """Water that the bridge or ford crosses, sorted; its own lines count no more."""


_PLAIN = Edge()


class Ground:
    """The edges of a map and the terrain cells of its charts, prepared once for many questions.

    "The same road" (JDG-4.3.1-a) is read as: a road or trail drawn from the one hex straight to the
    other. The other reading, that two neighbouring bends of one road count although no road joins them,
    would let units cut corners at road cost.
    """

    def __init__(self, terrain: MapRules) -> None:
        self.terrain = terrain
        self.map = terrain.map
        self._hex = terrain.charts.get("TBL-TEC-HEX").cells
        self._side = terrain.charts.get("TBL-TEC-HEXSIDE").cells
        self._ways: dict[tuple[int, int], tuple[str, ...]] = {}
        self._collect_ways()
        self._edges: dict[tuple[int, int], Edge] = {}
        self._known: dict[Edge, Edge] = {_PLAIN: _PLAIN}
        self._collect_edges()
        in_grid = set(self.map.grid.hexes)
        self._in_play = tuple(i in in_grid and usable for i, usable in enumerate(self.map.playable))
        self.memo: dict[object, StepCost] = {}
        """Steps already reckoned, by what they consist of, edges by identity."""

    def _collect_ways(self) -> None:
        found: dict[tuple[int, int], set[str]] = {}
        for way in self.map.ways:
            for a, b in pairwise(way.hexes):
                found.setdefault((a, b), set()).add(way.kind)
                found.setdefault((b, a), set()).add(way.kind)
        self._ways = {pair: tuple(sorted(kinds)) for pair, kinds in found.items()}

    def _collect_edges(self) -> None:
        grid, kinds = self.map.grid, self.terrain.definition
        for side, features in self.map.by_side.items():
            crossings = {f.kind for f in features if kinds.terrain(f.kind, "crossing") is not None}
            spanned: set[str] = set()
            standing = []
            for feature in features:
                definition = kinds.terrain(feature.kind, "hexside")
                if crossings and definition is not None and definition.water:
                    spanned.add(feature.kind)
                else:
                    standing.append(feature)
            for near, direction in ((side.a, side.d), (grid.neighbour(side.a, side.d), (side.d + 3) % 6)):
                if near is None:
                    continue
                # A unit that leaves the inner or higher hex goes out; a side without an inside has no "out".
                marks = {Mark(f.kind, "out" if f.inside == near else "in") for f in standing}
                far = grid.neighbour(near, direction)
                self._edges[near, direction] = self._same(
                    Edge(
                        tuple(sorted(marks)),
                        () if far is None else self._ways.get((near, far), ()),
                        "bridge" in crossings,
                        tuple(sorted(spanned)),
                    )
                )

    def _same(self, edge: Edge) -> Edge:
        """The one object for all equal edges of this ground, so that it can be told by its identity."""
        return self._known.setdefault(edge, edge)

    def edge(self, origin: int, direction: int) -> Edge:
        """What a step out of hex `origin` in `direction` crosses."""
        found = self._edges.get((origin, direction))
        if found is not None:
            return found
        target = self.map.grid.neighbour(origin, direction)
        ways = () if target is None else self._ways.get((origin, target), ())
        return self._same(Edge(ways=ways)) if ways else _PLAIN

    def on_map(self, hex_index: int | None) -> bool:
        """Whether there is such a hex and it is in play."""
        return hex_index is not None and 0 <= hex_index < len(self._in_play) and self._in_play[hex_index]

    def of_hex(self, kind: str | None, prop: str) -> Value:
        """The cell of a hex terrain; None for an unknown terrain."""
        cell = self._hex.get((kind or "", prop))
        return None if cell is None else cell.value

    def of_side(self, mark: Mark, prop: str) -> Value:
        """The cell of a hexside; None for an unknown kind."""
        cell = self._side.get((mark.kind, mark.direction, prop))
        return None if cell is None else cell.value

    def turned(self, mark: Mark) -> Mark:
        """The same line of the chart for a step the other way."""
        definition = self.terrain.definition.terrain(mark.kind, "hexside")
        if definition is None or not definition.directed:
            return mark
        return Mark(mark.kind, "out" if mark.direction == "in" else "in")

    def value(self, chart: str, *keys: str) -> Value:
        """Any other cell; None when there is none."""
        try:
            return self.terrain.charts.get(chart).value(*keys)
        except ChartLookupError:
            return None

    def label(self, kind: str, *kinds: str) -> str:
        """The English name of a terrain, looked for among the kinds of terrain given."""
        for group in kinds or ("",):
            found = self.terrain.definition.terrain(kind, group)
            if found is not None:
                return found.name.get()
        return kind


_last: tuple[Ground, ...] = ()


def ground_of(terrain: MapRules) -> Ground:
    """The prepared ground of these map rules; the last few asked for are kept, one for each scenario."""
    global _last
    kept = _last  # read once: exporters ask from several threads
    for ground in kept:
        if ground.terrain is terrain:
            return ground
    made = Ground(terrain)
    _last = (made, *kept[:3])
    return made
