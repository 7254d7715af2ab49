"""Roads: the chain of hexes through which a line runs, without the corners that it merely cuts.

1. The hexes follow each other as the line enters them.
2. A hex through which the line runs shorter than `cut` is left out if its neighbours in the chain are
   adjacent (or the same hex, where the line looks in and comes back); shortest first, of equal ones the
   first. At an end of the line it is left out unless that end lies on another way.
3. Where the line leaves the map the chain ends, with the direction over the map edge.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from msgspec import Struct

from jdgtools.gis.line_rule import LineRule
from jdgtools.gis.lines import FeatureCourse
from jdgtools.gis.runs import HexRun
from jdgtools.gis.terrain import percent
from jdgtools.hexgrid import HexGrid
from jdgtools.model.survey import CloseCall

_GAP = 1.0
"""Metres off the map that a line along the map edge may run without leaving the map."""


class Chain(Struct, frozen=True):
    """A way on the map."""

    hexes: tuple[int, ...]
    exits: tuple[int | None, int | None]


class _ChainHex(Struct):
    """A hex of the chain while it is being shortened."""

    run: HexRun
    length: float
    """In hex widths; grows when a look into the next hex is left out."""


class _StopChain:
    """The stops of a line with their neighbours; stops are taken out, never moved."""

    def __init__(self, stops: list[_ChainHex], grid: HexGrid, joined_ends: tuple[bool, bool]) -> None:
        self.stops = stops
        self.grid = grid
        self.joined_ends = joined_ends
        self.there = [True] * len(stops)
        self.before: list[int | None] = [n - 1 if n else None for n in range(len(stops))]
        self.after: list[int | None] = [n + 1 if n + 1 < len(stops) else None for n in range(len(stops))]

    def may_go(self, n: int) -> bool:
        """Return whether the chain holds together without a stop."""
        before, after = self.before[n], self.after[n]
        if before is None or after is None:
            return (before is not None or after is not None) and not self.joined_ends[
                0 if before is None else 1
            ]
        a, b = self._hex(before), self._hex(after)
        return a == b or self.grid.direction(a, b) is not None

    def _hex(self, n: int) -> int:
        return self.stops[n].run.hex

    def take_out(self, n: int) -> list[int]:
        """Remove a stop, join its neighbours if they are one hex, and return whose neighbours changed."""
        before, after = self.before[n], self.after[n]
        self._unlink(n)
        if before is not None and after is not None and self._hex(before) == self._hex(after):
            self.stops[before].length += self.stops[after].length
            self._unlink(after)
            after = self.after[before]
        return [m for m in (before, after) if m is not None]

    def _unlink(self, n: int) -> None:
        before, after = self.before[n], self.after[n]
        self.there[n] = False
        if before is not None:
            self.after[before] = after
        if after is not None:
            self.before[after] = before


class WayRule(LineRule):
    """The rule of roads; the designer settles a hex as `keep` or `skip`."""

    def chains(self, course: FeatureCourse, cut: float) -> tuple[list[Chain], list[CloseCall]]:
        """Return the chains of a line and its close calls.

        Args:
            course: the line.
            cut: shortest stretch that counts, in hex widths.
        """
        runs = self.touch(course.points)
        chains, calls = [], []
        total = course.length
        for part in _parts(runs):
            leaves = (part[0].start > _GAP, total - part[-1].end > _GAP)
            ends_joined = (leaves[0] or course.joined_ends[0], leaves[1] or course.joined_ends[1])
            stops = [_ChainHex(run, run.length / self.frame.size) for run in part]
            calls.extend(self._shorten(stops, cut, ends_joined))
            exits = tuple(
                self._exit(stops[end].run.hex, part[end].points[end]) if leaves[end] else None
                for end in (0, -1)
            )
            hexes = tuple(stop.run.hex for stop in stops)
            if len(hexes) > 1 or any(x is not None for x in exits):
                chains.append(Chain(hexes, (exits[0], exits[1])))
        return chains, calls

    def _shorten(self, stops: list[_ChainHex], cut: float, joined_ends: tuple[bool, bool]) -> list[CloseCall]:
        """Leave out the corners that the line cuts; return the close calls."""
        calls = []
        chain = _StopChain(stops, self.grid, joined_ends)
        waiting = [(round(stop.length, 6), n) for n, stop in enumerate(stops)]
        heapify(waiting)
        while waiting:
            length, n = heappop(waiting)
            stop = stops[n]
            if not chain.there[n] or round(stop.length, 6) != length:
                continue
            if not self._short(stop, cut) or not chain.may_go(n):
                continue
            if cut - stop.length < self.close and stop.run.hex not in self.choices:
                calls.append(self._call(stop, cut, "skip", "keep"))
            for m in chain.take_out(n):
                heappush(waiting, (round(stops[m].length, 6), m))  # it may be able to go now
        for n, stop in enumerate(stops):
            near = chain.there[n] and 0 <= stop.length - cut < self.close
            if near and chain.may_go(n) and stop.run.hex not in self.choices:
                calls.append(self._call(stop, cut, "keep", "skip"))
        stops[:] = [stop for n, stop in enumerate(stops) if chain.there[n]]
        return calls

    def _short(self, stop: _ChainHex, cut: float) -> bool:
        word = self.choices.get(stop.run.hex)
        return word == "skip" or (word is None and stop.length < cut)

    def _call(self, stop: _ChainHex, cut: float, choice: str, other: str) -> CloseCall:
        why = f"the line runs {percent(stop.length)} of a hex width through it, {percent(cut)} count"
        return CloseCall("way", stop.run.hex, choice, other, round(abs(stop.length - cut), 6), why)

    def _exit(self, hex_index: int, point: tuple[float, float]) -> int | None:
        """Return the direction over the map edge nearest to a point; None for a hex inside the map."""
        layout, grid = self.frame.layout, self.grid

        def distance(d: int) -> float:
            x, y = layout.side_middle(grid.hexside(hex_index, d))
            return round((x - point[0]) ** 2 + (y - point[1]) ** 2, 3)

        return min(self.open_sides(hex_index), key=lambda d: (distance(d), d), default=None)


def _parts(runs: list[HexRun]) -> list[list[HexRun]]:
    """Return the runs between the places where the line leaves the map."""
    parts: list[list[HexRun]] = []
    for run in runs:
        if parts and run.start - parts[-1][-1].end <= _GAP:
            parts[-1].append(run)
        else:
            parts.append([run])
    return parts


def without_repeats(chain: Chain, links: set[tuple[int, int]]) -> list[Chain]:
    """Return the stretches of a chain that no earlier chain has taken; marks them as taken."""
    pieces: list[Chain] = []
    stretch = [chain.hexes[0]]
    first: int | None = chain.exits[0]
    for a, b in zip(chain.hexes, chain.hexes[1:], strict=False):
        link = (min(a, b), max(a, b))
        if link in links:
            if len(stretch) > 1 or first is not None:
                pieces.append(Chain(tuple(stretch), (first, None)))
            stretch, first = [b], None
            continue
        links.add(link)
        stretch.append(b)
    if len(stretch) > 1 or first is not None or (len(chain.hexes) == 1):
        pieces.append(Chain(tuple(stretch), (first, chain.exits[1])))
    return pieces
