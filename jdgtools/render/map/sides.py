"""Features along hexsides that are not water: slopes, crags, ridges, walls, hedges, works.

Each pattern is a function that draws one `DrawnEdge`; `PATTERNS` at the end names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.hexgrid import Hexside
from jdgtools.render.map import banks
from jdgtools.render.map.courses import Courses
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.hachures import Hachures, Strokes
from jdgtools.render.map.noise import share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.rims import Steps, rims
from jdgtools.render.map.water_gates import WallEnds, draw_gate, gates_of
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

RELIEF = ("hachure", "steep", "cliff", "ridge", "ravine", "defile")
"""Patterns that belong to the relief and lie below water and woods."""


class DrawnEdge(Struct, frozen=True):
    """One hexside to draw: its natural line from end to end, the outer (lower) side on the left."""

    pen: Pen
    hachures: Hachures
    points: tuple[Point, ...]
    color: str
    dark: str
    width: float
    """mm."""
    unit: float
    salt: tuple[int, int]
    is_large: bool
    """Whether the map is so large that less is drawn."""

    def steps(self, spacing: float, inset: float = 0.0) -> Iterator[tuple[Point, Point, float]]:
        """Yield (point, direction to the left, number from 0 to 1) about every ``spacing`` mm."""
        lengths = [
            hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(self.points, self.points[1:], strict=False)
        ]
        total = sum(lengths) - 2 * inset
        count = max(1, round(total / spacing))
        for n in range(count):
            rest = inset + (n + 0.5) * total / count
            for index, length in enumerate(lengths):
                if rest <= length or index == len(lengths) - 1:
                    (x1, y1), (x2, y2) = self.points[index], self.points[index + 1]
                    t = rest / length
                    dx, dy = (x2 - x1) / length, (y2 - y1) / length
                    yield (
                        (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t),
                        (dy, -dx),
                        share(self.salt[0] * 64 + n, self.salt[1], 301),
                    )
                    break
                rest -= length

    def shift_left(self, distance: float) -> list[Point]:
        """Return the line moved to the left by ``distance`` mm."""
        return list(_shifted_line(self.points, distance))


def _shifted_line(points: Sequence[Point], distance: float) -> tuple[Point, ...]:
    """Return a line moved to its left by a distance, mm; it bends as before."""
    if not distance:
        return tuple(points)
    ways = []
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1) or 1.0
        ways.append(((x2 - x1) / length, (y2 - y1) / length))
    # At its ends it goes on bending: so it meets the next line, moved alike.
    before, after = ([2 * a - b for a, b in zip(w[0], w[1], strict=True)] for w in (ways, ways[::-1]))
    moved_points = []
    for (x, y), (dx1, dy1), (dx2, dy2) in zip(points, (before, *ways), (*ways, after), strict=True):
        dx, dy = dx1 + dx2, dy1 + dy2
        length = hypot(dx, dy) or 1.0
        moved_points.append((x + dy / length * distance, y - dx / length * distance))
    return tuple(moved_points)


def draw_sides(
    frame: MapFrame,
    theme: Theme,
    style_of: dict[str, str],
    patterns: Sequence[str] | None,
    but: Sequence[str] = (),
    wall_corners: Mapping[Lattice, Point] | None = None,
    bank_of: Mapping[Hexside, float] | None = None,
    wall_ends: WallEnds | None = None,
    steps: Steps | None = None,
) -> tuple[Item, ...]:
    """Draw the features whose pattern is one of ``patterns`` (None = all), without those of ``but``.

    ``wall_corners`` says where corners of straight walls lie that are not in their place, ``bank_of`` how far
    from water in a hexside hedges and works stand on its bank, mm (`banks`); ``wall_ends`` says where walls
    end beside a water that flows through them (`water_gates`); ``steps`` where slopes begin that do not do so
    on the rims alone (`clear_steps`).
    """
    pen, hachures, wet, ends_of = Pen(), Hachures(), bank_of or {}, wall_ends or {}

    def at(corner: Lattice) -> Point:
        return (wall_corners or {}).get(corner) or frame.at(corner)

    unit = frame.size / 20
    looks = {kind: _side_style(theme, style, unit) for kind, style in style_of.items()}
    steps = rims(frame).steps if steps is None else steps
    towers: dict[Lattice, _SideStyle] = {}
    masonry: dict[Hexside, _SideStyle] = {}
    of_ways = _sides_of_ways(frame)
    walks = banks.walks(frame, wet)
    courses = Courses(frame, (kind for kind, look in looks.items() if look.pattern not in _STRAIGHT))
    for feature in frame.map.features:
        look = looks.get(feature.kind)
        if look is None or (patterns is not None and look.pattern not in patterns) or look.pattern in but:
            continue
        a, b = frame.side_keys(feature.side)
        # Seen from hex a the side runs clockwise: hex a is on the right, what lies beyond on the left.
        if banks.inner_hex(frame, feature) != feature.side.a:
            a, b = b, a
        if look.pattern in _STRAIGHT:
            points: tuple[Point, ...] = tuple(ends_of.get((feature.side, end)) or at(end) for end in (a, b))
        elif look.pattern in _ON_RIMS and (a, b) in steps:
            points = steps[a, b].points
        else:
            far = 0.0 if look.pattern in RELIEF else wet.get(feature.side, 0.0)
            ends = walks.get((feature.kind, feature.side), (a, b)) if far else (a, b)
            points = _shifted_line(courses.course(*ends, feature.kind), -far)
        salt = a[0] + b[0], a[1] + b[1]
        edge = DrawnEdge(pen, hachures, points, look.color, look.dark, look.width, unit, salt, frame.is_large)
        is_passed = look.pattern in _PASSED and feature.side in of_ways
        for part in _beside_way(edge, frame.crossing(a, b)) if is_passed else (edge,):
            PATTERNS.get(look.pattern, unknown)(part)
        if look.pattern == "curtain":
            towers |= {end: look for end in (a, b) if (feature.side, end) not in ends_of}
        if look.pattern in WALLS:
            masonry[feature.side] = look
    hachures.draw(pen)
    if towers or ends_of:
        pen.raise_layer()
    for side, _, start, end in gates_of(ends_of):
        if side in masonry:
            look = masonry[side]
            draw_gate(pen, start, end, min(look.width, 1.6 * unit), look.color, look.dark, unit)
    for corner in sorted(towers):
        _tower(pen, at(corner), towers[corner], unit)
    return pen.items()


def sloping_sides(
    frame: MapFrame, theme: Theme, style_of: dict[str, str]
) -> frozenset[tuple[Lattice, Lattice]]:
    """Return both ends of the hexsides that carry a feature which says itself to where the ground falls."""
    kinds = {k for k, style in style_of.items() if theme.text(f"map.side.{style}.pattern") in _ON_RIMS}
    return frozenset(frame.side_keys(f.side) for f in frame.map.features if f.kind in kinds)


def ravine_lines(
    frame: MapFrame, theme: Theme, style_of: dict[str, str]
) -> dict[tuple[Lattice, Lattice], tuple[Sequence[Point], float]]:
    """Return the hexsides with ravines and ridges: seven points along each, and half of its width, mm.

    Both fall to both their sides: where the ground is higher on one, strokes beyond them tell which.
    """
    lines: dict[tuple[Lattice, Lattice], tuple[Sequence[Point], float]] = {}
    for feature in frame.map.features:
        style = style_of.get(feature.kind)
        if style is not None and theme.text(f"map.side.{style}.pattern") in ("ravine", "ridge"):
            edge = frame.side_keys(feature.side)
            half_width = theme.number(f"map.side.{style}.width") * frame.size / 20
            lines[edge] = Courses(frame, ()).course(*edge), half_width
    return lines


_ON_RIMS = ("hachure", "steep", "cliff")
"""Patterns that follow the contour where the ground has one there: line and hachures are one."""
WALLS = ("wall", "curtain", "gate", "gate_open", "bastion")
"""Patterns of masonry."""
_STRAIGHT = (*WALLS, "barred")
"""Patterns that keep to the hexside itself."""


_PASSED = ("wall", "hedge", "rampart", "palisade")
"""Patterns that leave a way a gap: there a road leads through. Walls of towns have gates of their own."""
_GAP = 1.6
"""Half of that gap, units."""


def _sides_of_ways(frame: MapFrame) -> frozenset[Hexside]:
    """Return the hexsides that roads and trails cross."""
    grid = frame.layout.grid
    steps = (pair for way in frame.map.ways for pair in pairwise(way.hexes))
    return frozenset(grid.hexside(a, d) for a, b in steps for d in range(6) if grid.neighbour(a, d) == b)


def _beside_way(edge: DrawnEdge, at: Point) -> list[DrawnEdge]:
    """Return a hexside in its parts on both sides of a way that crosses it near a point."""
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(edge.points):
        lengths.append(lengths[-1] + hypot(x2 - x1, y2 - y1))
    gap, total = _GAP * edge.unit, lengths[-1]

    def spot(length: float) -> Point:
        n = next((n for n in range(1, len(lengths) - 1) if lengths[n] >= length), len(lengths) - 1)
        t = (length - lengths[n - 1]) / ((lengths[n] - lengths[n - 1]) or 1.0)
        (x1, y1), (x2, y2) = edge.points[n - 1], edge.points[n]
        return x1 + (x2 - x1) * t, y1 + (y2 - y1) * t

    spots = [total * n / 40 for n in range(41)]
    middle = min(spots, key=lambda length: hypot(*(u - v for u, v in zip(spot(length), at, strict=True))))
    parts = []
    for start, end in ((0.0, middle - gap), (middle + gap, total)):
        if end - start > gap / 2:
            inner = [p for p, length in zip(edge.points, lengths, strict=True) if start < length < end]
            parts.append(replace(edge, points=(spot(start), *inner, spot(end))))
    return parts


class _SideStyle(Struct, frozen=True):
    pattern: str
    color: str
    dark: str
    width: float


def _side_style(theme: Theme, style: str, unit: float) -> _SideStyle:
    key = f"map.side.{style}"
    return _SideStyle(
        theme.text(f"{key}.pattern"),
        theme.color(f"{key}.color"),
        theme.color(f"{key}.dark"),
        theme.number(f"{key}.width") * unit,
    )


def _tower(pen: Pen, at: Point, look: _SideStyle, unit: float) -> None:
    """Draw a round tower with its shadow."""
    x, y = at
    pen.dot(x + 0.45 * unit, y + 0.55 * unit, 2.5 * unit, look.dark, 0.3)
    pen.dot(x, y, 2.5 * unit, look.dark)
    pen.dot(x, y, 2.0 * unit, look.color)
    pen.dot(x, y, 0.9 * unit, look.dark, 0.55)


def _strokes(
    edge: DrawnEdge, spacing: float, base: float, color: str, opacity: float = 1.0, length: float = 1.0
) -> Strokes:
    """Return strokes downhill (lengths in units and widths); fewer and broader on large maps."""
    u, wide = edge.unit, 1.7 if edge.is_large else 1.0
    return Strokes(spacing * u * wide, edge.width * length, base * u * wide**0.5, color, opacity)


def hachure(edge: DrawnEdge) -> None:
    """Draw a slope: short strokes down the hill."""
    edge.hachures.add(edge.points, edge.salt, _strokes(edge, 0.78, 0.36, edge.color, 0.85))


def steep(edge: DrawnEdge) -> None:
    """Draw a steep slope: dense long strokes from a firm edge."""
    edge.pen.line(edge.points, Stroke(edge.dark, 0.34 * edge.unit, cap="round", join="round", opacity=0.9))
    edge.hachures.add(edge.points, edge.salt, _strokes(edge, 0.6, 0.46, edge.dark, 0.92))


def cliff(edge: DrawnEdge) -> None:
    """Draw a crag: rock with a jagged foot, furrowed by dark clefts between lit faces."""
    u, w = edge.unit, edge.width
    foot: list[Point] = []
    for (x, y), (nx, ny), pick in edge.steps(0.8 * u):
        reach = w * (0.5 + 0.65 * pick)
        foot.append((x + nx * reach, y + ny * reach))
    edge.pen.shape([*edge.points, *reversed(foot)], edge.color)
    edge.pen.line([edge.points[0], *foot, edge.points[-1]], Stroke(edge.dark, 0.16 * u, join="round"))
    edge.hachures.add(edge.points, edge.salt, Strokes(1.3 * u, 0.8 * w, 0.8 * u, _LIT_ROCK, 0.8, 0.5, 0.7))
    swapped_salt = edge.salt[1], edge.salt[0]
    edge.hachures.add(
        edge.points, swapped_salt, Strokes(0.72 * u, 0.85 * w, 0.5 * u, edge.dark, 1.0, 0.7, 0.9)
    )
    edge.pen.line(edge.points, Stroke(edge.dark, 0.5 * u, cap="round", join="round"))


_LIT_ROCK = "#d8c9b2"
"""Rock in the light."""


def ridge(edge: DrawnEdge) -> None:
    """Draw a crest: a line with strokes down both its sides."""
    edge.pen.line(edge.points, Stroke(edge.color, 0.46 * edge.unit, cap="round", join="round"))
    look = _strokes(edge, 0.9, 0.36, edge.color, 0.9)
    edge.hachures.add(edge.points, edge.salt, look)
    edge.hachures.add(edge.points[::-1], edge.salt, look)


def ravine(edge: DrawnEdge) -> None:
    """Draw a ravine: strokes from both brinks down to the bottom."""
    u = edge.unit
    for points in (edge.shift_left(0.95 * u), [*reversed(edge.shift_left(-0.95 * u))]):
        brink = replace(edge, points=tuple(points))
        edge.pen.line(points, Stroke(edge.dark, 0.26 * u, cap="round", join="round"))
        for (x, y), (nx, ny), pick in brink.steps(0.75 * u):
            reach = 0.75 * u * (0.7 + 0.4 * pick)
            edge.pen.line(((x, y), (x - nx * reach, y - ny * reach)), Stroke(edge.color, 0.17 * u))


def defile(edge: DrawnEdge) -> None:
    """Draw a defile: two arcs, back to back, that leave a gap in the middle."""
    u = edge.unit
    (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
    for t, s in ((0.32, -1), (0.68, 1)):
        x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
        dx, dy = (x2 - x1) * 0.13 * s, (y2 - y1) * 0.13 * s
        nx, ny = (y2 - y1) * 0.19, -(x2 - x1) * 0.19
        arc = edge.pen.path(y, stroke=Stroke(edge.dark, 0.5 * u, cap="round"))
        # The control point that leads the curve through (x, y).
        arc.move_to(x + dx + nx, y + dy + ny).quad_to(x - dx, y - dy, x + dx - nx, y + dy - ny)


def wall(edge: DrawnEdge) -> None:
    """Draw a wall: stone between two lines."""
    u = edge.unit
    edge.pen.line(
        [(x + 0.25 * u, y + 0.3 * u) for x, y in edge.points], Stroke(edge.dark, edge.width, opacity=0.3)
    )
    edge.pen.line(edge.points, Stroke(edge.dark, edge.width + 0.3 * u, cap="round"))
    edge.pen.line(edge.points, Stroke(edge.color, edge.width, (0.9 * u, 0.14 * u), "butt"))


def curtain(edge: DrawnEdge) -> None:
    """Draw the wall of a town or castle: battlements between towers, which `draw_sides` sets on its ends."""
    u = edge.unit
    shadow = [(x + 0.45 * u, y + 0.55 * u) for x, y in edge.points]
    edge.pen.line(shadow, Stroke(edge.dark, edge.width, opacity=0.3))
    edge.pen.line(edge.points, Stroke(edge.dark, edge.width + 0.36 * u, cap="round"))
    edge.pen.line(edge.points, Stroke(edge.color, edge.width, cap="round"))
    edge.pen.line(edge.points, Stroke(edge.dark, 0.3 * edge.width, (0.34 * u, 0.5 * u), "butt", opacity=0.8))


def hedge(edge: DrawnEdge) -> None:
    """Draw a hedge: bushes in a row."""
    u = edge.unit
    spots = [(x, y, (0.85 + 0.35 * pick) * edge.width) for (x, y), _, pick in edge.steps(0.9 * u)]
    spots = [(x, y, round(d * 8) / 8) for x, y, d in spots]
    for x, y, d in spots:
        edge.pen.dot(x + 0.14 * u, y + 0.18 * u, d + 0.2 * u, edge.dark)
    for x, y, d in spots:
        edge.pen.dot(x, y, d, edge.color)


def rampart(edge: DrawnEdge) -> None:
    """Draw an earthwork: a thick line with strokes towards the enemy."""
    u = edge.unit
    edge.pen.line(edge.points, Stroke(edge.dark, 1.15 * u, cap="round", join="round"))
    edge.pen.line(edge.points, Stroke(edge.color, 0.7 * u, cap="round", join="round"))
    for (x, y), (nx, ny), _ in edge.steps(1.15 * u):
        a = x + nx * 0.55 * u, y + ny * 0.55 * u
        b = x + nx * (0.55 * u + edge.width * 0.75), y + ny * (0.55 * u + edge.width * 0.75)
        edge.pen.line((a, b), Stroke(edge.dark, 0.3 * u))


def bastion(edge: DrawnEdge) -> None:
    """Draw a fortification: masonry with a bastion before its middle."""
    u = edge.unit
    (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
    nx, ny = (y2 - y1), -(x2 - x1)
    length = hypot(nx, ny)
    nx, ny = nx / length * edge.width, ny / length * edge.width

    def spot(t: float, out: float) -> Point:
        return x1 + (x2 - x1) * t + nx * out, y1 + (y2 - y1) * t + ny * out

    chain = (
        spot(0, 0),
        spot(0.36, 0),
        spot(0.3, 0.75),
        spot(0.5, 1.35),
        spot(0.7, 0.75),
        spot(0.64, 0),
        spot(1, 0),
    )
    edge.pen.shape(chain[1:6], edge.color)
    edge.pen.line(chain, Stroke(edge.dark, 0.85 * u, cap="round", join="round"))
    edge.pen.line(chain, Stroke(edge.color, 0.38 * u, cap="round", join="round"))


def palisade(edge: DrawnEdge) -> None:
    """Draw a ditch with a palisade: a double line with posts."""
    u = edge.unit
    edge.pen.line(edge.shift_left(0.55 * u), Stroke(edge.color, 0.2 * u, opacity=0.8))
    edge.pen.line(edge.points, Stroke(edge.dark, 0.24 * u))
    for (x, y), _, _ in edge.steps(0.8 * u):
        edge.pen.dot(x, y, 0.58 * u, edge.dark)


def stakes(edge: DrawnEdge) -> None:
    """Draw stakes: a row of sharp crosses."""
    u = edge.unit
    for (x, y), (nx, ny), _ in edge.steps(1.1 * u):
        h = edge.width * 0.55
        tx, ty = -ny, nx
        for s in (-1, 1):
            a = (x - nx * h * 0.8 + tx * h * 0.5 * s, y - ny * h * 0.8 + ty * h * 0.5 * s)
            b = (x + nx * h - tx * h * 0.5 * s, y + ny * h - ty * h * 0.5 * s)
            edge.pen.line((a, b), Stroke(edge.dark, 0.24 * u, cap="round"))


def abatis(edge: DrawnEdge) -> None:
    """Draw abatis: felled trees with their boughs towards the enemy."""
    u = edge.unit
    for (x, y), (nx, ny), pick in edge.steps(1.7 * u):
        tx, ty = -ny, nx
        lean = (pick - 0.5) * 0.8
        dx, dy = (nx + tx * lean) * edge.width, (ny + ty * lean) * edge.width
        foot = (x - dx * 0.5, y - dy * 0.5)
        edge.pen.line((foot, (x + dx * 0.6, y + dy * 0.6)), Stroke(edge.dark, 0.26 * u, cap="round"))
        for t, s in ((0.2, 1), (0.2, -1), (0.45, 1), (0.45, -1)):
            a = (x + dx * (t - 0.3), y + dy * (t - 0.3))
            b = (x + dx * t + tx * 0.5 * u * s, y + dy * t + ty * 0.5 * u * s)
            edge.pen.line((a, b), Stroke(edge.color, 0.2 * u, cap="round"))


_STONE = "#cfc3b0"


def gate(edge: DrawnEdge) -> None:
    """Draw a closed gate: a wall with a barred door between towers."""
    curtain(replace(edge, color=_STONE))
    _towers(edge)
    _door(edge, edge.color)


def gate_open(edge: DrawnEdge) -> None:
    """Open gate: a wall with a gap between towers."""
    (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
    for t1, t2 in ((0.0, 0.34), (0.66, 1.0)):
        part = ((x1 + (x2 - x1) * t1, y1 + (y2 - y1) * t1), (x1 + (x2 - x1) * t2, y1 + (y2 - y1) * t2))
        curtain(replace(edge, points=part, color=_STONE))
    _towers(edge)


def _towers(edge: DrawnEdge) -> None:
    (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
    for t in (0.34, 0.66):
        x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
        edge.pen.dot(x, y, 2.0 * edge.unit, edge.dark)
        edge.pen.dot(x, y, 1.45 * edge.unit, _STONE)


def _door(edge: DrawnEdge, color: str) -> None:
    (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
    a = (x1 + (x2 - x1) * 0.42, y1 + (y2 - y1) * 0.42)
    b = (x1 + (x2 - x1) * 0.58, y1 + (y2 - y1) * 0.58)
    edge.pen.line((a, b), Stroke(color, 1.2 * edge.unit))


def dyke(edge: DrawnEdge) -> None:
    """Draw a raised road: a bank with strokes on both sides."""
    u = edge.unit
    for s in (-1, 1):
        edge.pen.line(edge.shift_left(0.45 * u * s), Stroke(edge.dark, 0.24 * u))
    for (x, y), (nx, ny), _ in edge.steps(0.9 * u):
        for s in (-1, 1):
            a = (x + nx * 0.5 * u * s, y + ny * 0.5 * u * s)
            b = (x + nx * 1.15 * u * s, y + ny * 1.15 * u * s)
            edge.pen.line((a, b), Stroke(edge.color, 0.2 * u))


def barrier(edge: DrawnEdge) -> None:
    """Draw an impassable hexside: a firm red line."""
    edge.pen.line(edge.points, Stroke("#ffffff", edge.width + 0.5 * edge.unit, cap="round", opacity=0.6))
    edge.pen.line(edge.points, Stroke(edge.color, edge.width, cap="round"))


def unknown(edge: DrawnEdge) -> None:
    """Draw a feature that no drawing knows: dashes and dots of its own."""
    u = edge.unit
    edge.pen.line(edge.points, Stroke(edge.color, edge.width, (1.4 * u, 0.6 * u, 0.4 * u, 0.6 * u)))


def nothing(edge: DrawnEdge) -> None:
    """Draw nothing: another function draws these."""


PATTERNS: dict[str, Callable[[DrawnEdge], None]] = {
    "hachure": hachure,
    "steep": steep,
    "cliff": cliff,
    "ridge": ridge,
    "ravine": ravine,
    "defile": defile,
    "wall": wall,
    "curtain": curtain,
    "hedge": hedge,
    "rampart": rampart,
    "bastion": bastion,
    "palisade": palisade,
    "stakes": stakes,
    "abatis": abatis,
    "gate": gate,
    "gate_open": gate_open,
    "dyke": dyke,
    "barred": barrier,
    "water": nothing,
    "unknown": unknown,
}
"""Pattern name -> function that draws it."""
