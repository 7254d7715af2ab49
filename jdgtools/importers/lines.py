"""Roads and rivers that a board's picture may show: lines across hexsides and along them. Only proposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.names import direction_name

if TYPE_CHECKING:
    from jdgtools.importers.sampling import Sample

INK_CONFIDENCE = 0.95
"""How sure it is that strokes of an ink that go on from hex to hex are a way: on maps tried, 99 of 100."""
CROSSES = 2.0
"""How far (Lab) a strip across a hexside must differ from its ground, beyond what both vary."""
_BLUE = 7.0
"""How much bluer (Lab) than the ground beside it a hexside must be to be taken for water."""
ALONG = 9.0
"""How far (Lab) a hexside must differ from the usual hexside of the map to propose a line along it."""


class LineHexside(Struct, frozen=True):
    """A hexside that a line crosses or follows."""

    hex: int
    direction: int
    """0..2: each hexside once."""
    kind: Literal["across", "along"]
    strength: float
    """Lab."""
    confidence: float
    """0 to 1."""
    colour: tuple[int, int, int]
    blue: bool = False
    """Whether it is bluer than the ground beside it: maps give blue to water."""
    is_dashed: bool = False
    """Whether strokes of an ink show it and no line without gaps does."""


def find_lines(samples: Mapping[int, Sample], grid: HexGrid) -> list[LineHexside]:
    """Return all lines, hex by hex."""
    return [*_across(samples, grid), *_along(samples, grid)]


def _across(samples: Mapping[int, Sample], grid: HexGrid) -> Iterable[LineHexside]:
    best: dict[tuple[int, int], tuple[float, int]] = {}
    ends: Counter[int] = Counter()
    for i in sorted(samples):
        for d, edge in enumerate(samples[i].edges):
            j = grid.neighbour(i, d)
            if edge is None or j is None or j not in samples:
                continue
            if edge.across > CROSSES or edge.ink is not None:
                best[i, d] = (edge.across, j)
                ends.update((i, j))
    for (i, d), (strength, j) in best.items():
        edge = samples[i].edges[d]
        assert edge is not None
        # A road goes on: a line that crosses one hexside alone is half as likely.
        goes_on = ends[i] > 1 or ends[j] > 1
        confidence = strength / (strength + 4) * (1.0 if goes_on else 0.5) if strength > CROSSES else 0.0
        colour, is_dashed = edge.across_colour, False
        if edge.ink is not None:
            is_dashed = strength <= CROSSES
            colour = edge.ink.colour if is_dashed else colour
            confidence = max(confidence, INK_CONFIDENCE)
        yield LineHexside(i, d, "across", strength, round(confidence, 2), colour, is_dashed=is_dashed)


def _along(samples: Mapping[int, Sample], grid: HexGrid) -> Iterable[LineHexside]:
    edges = {(i, d): e for i in sorted(samples) for d, e in enumerate(samples[i].edges) if e is not None}
    if len(edges) < 6:
        return
    # The printed grid darkens every hexside: what all have in common is no river.
    parts = [p for e in edges.values() for p in e.parts]
    usual = tuple(median(p[c] for p in parts) for c in range(3))
    strengths = {}
    for key, edge in edges.items():
        distances = sorted(sum((p[c] - usual[c]) ** 2 for c in range(3)) ** 0.5 for p in edge.parts)
        # Nearly the whole length must differ: a road across it, or a number, covers a part.
        strengths[key] = distances[1]
    noise = median(strengths.values())
    for (i, d), strength in strengths.items():
        least = ALONG + 2 * noise
        if strength > least:
            # 0.5 at the threshold, towards 1 far beyond: on maps tried, nine of ten were a feature.
            edge = edges[i, d]
            blue = sum(p[2] - usual[2] for p in edge.parts) / len(edge.parts) < -_BLUE
            yield LineHexside(i, d, "along", strength, round(1 - least / strength / 2, 2), edge.colour, blue)


def _mean(colours: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    r, g, b = (sum(c[k] for c in colours) // len(colours) for k in range(3))
    return r, g, b


def rows(lines: Iterable[LineHexside], grid: HexGrid) -> list[dict[str, str]]:
    """Return the table of lines, the surest first."""
    table = []
    for line in sorted(lines, key=lambda n: (n.kind, -n.confidence, n.hex, n.direction)):
        other = grid.neighbour(line.hex, line.direction)
        table.append(
            {
                "kind": line.kind,
                "perhaps": _perhaps(line),
                "hex": grid.id(line.hex),
                "direction": direction_name(grid.orientation, line.direction),
                "to": grid.id(other) if other is not None else "",
                "strength": f"{line.strength:.1f}",
                "confidence": f"{line.confidence:.2f}",
                "colour": _hex(line.colour),
            }
        )
    return table


def _perhaps(line: LineHexside) -> str:
    if line.kind == "across":
        return "trail or road" if line.is_dashed else "road"
    return "river" if line.blue else "slope or other"


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{c:02x}" for c in colour)


def draft_of(lines: Sequence[LineHexside], grid: HexGrid) -> str:
    """Return what a map file could say of the lines, to be looked at: ways through hexes, rivers."""
    out = ["ways:"]
    across = [n for n in lines if n.kind == "across"]
    is_dashed = {_key(n.hex, grid.neighbour(n.hex, n.direction) or 0): n.is_dashed for n in across}
    for hexes, colour in chains(across, grid):
        if len(hexes) > 2:
            steps = [is_dashed[_key(*step)] for step in pairwise(hexes)]
            kind = "trail" if 2 * sum(steps) > len(steps) else "road"
            out.append(
                f'  - {{kind: {kind}, hexes: "{"-".join(grid.id(h) for h in hexes)}"}}      # {_hex(colour)}'
            )
    along = [n for n in lines if n.kind == "along"]
    if along:
        out.append("hexsides:")
    for kind, lines_chosen in (
        ("river", [n for n in along if n.blue]),
        ("slope", [n for n in along if not n.blue]),
    ):
        if lines_chosen:
            sides = [
                f'"{grid.id(n.hex)}/{direction_name(grid.orientation, n.direction)}"' for n in lines_chosen
            ]
            mean = _hex(_mean([n.colour for n in lines_chosen]))
            out.append(f"  - {{kind: {kind}, sides: [{', '.join(sides)}]}}      # {mean}")
    return "\n".join(out) if len(out) > 1 else ""


def chains(lines: Sequence[LineHexside], grid: HexGrid) -> list[tuple[list[int], tuple[int, int, int]]]:
    """Return the hexes that lines across hexsides join, as ways from end to end; each hexside in one way.

    Ways begin at ends and forks; at a hex they go on through the hexside most nearly opposite.
    """
    links: dict[int, dict[int, LineHexside]] = {}
    for line in lines:
        other = grid.neighbour(line.hex, line.direction)
        if other is not None:
            links.setdefault(line.hex, {})[other] = line
            links.setdefault(other, {})[line.hex] = line
    used: set[tuple[int, int]] = set()
    ways = []
    # Ends first, then whatever is a ring.
    for start in sorted(links, key=lambda h: (len(links[h]) != 1, len(links[h]) == 2, h)):
        for first in sorted(links[start]):
            if _key(start, first) in used:
                continue
            way, colours = [start], []
            here, there = start, first
            while True:
                used.add(_key(here, there))
                colours.append(links[here][there].colour)
                way.append(there)
                onward = [h for h in links[there] if _key(there, h) not in used]
                came = grid.direction(there, here)
                if not onward or came is None:
                    break
                here, there = there, min(onward, key=lambda h: (_bend(grid, came, way[-1], h), h))
            ways.append((way, _mean(colours)))
    return sorted(ways, key=lambda w: (-len(w[0]), w[0]))


def _key(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _bend(grid: HexGrid, came: int, here: int, onward: int) -> int:
    out = grid.direction(here, onward)
    return 9 if out is None else abs(3 - (out - came) % 6)
