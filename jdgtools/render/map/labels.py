"""Where a name covers least: about a point, or along a line; names of roads.

`Space` knows what lies where and what covering it costs; `place_names` letters the places.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, hypot

from msgspec import Struct

from jdgtools.render.bounds import Box, inside
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Halo, Item, Point, Text
from jdgtools.render.style import Theme
from jdgtools.render.text import cap_height, text_along, text_bounds, text_width


class Rank(Struct, frozen=True):
    """How places of a rank are lettered."""

    font: str
    size: float
    """In twentieths of a hex."""
    ink: str
    """Key in the theme section ``map.label``."""
    spacing: float = 0.0
    """Extra space between letters, as a share of the size."""


RANKS = {
    "city": Rank("serif-bold", 6.0, "ink", 0.06),
    "town": Rank("serif-bold", 5.2, "ink", 0.03),
    "village": Rank("serif-bold", 4.3, "ink", 0.01),
    "farm": Rank("serif-italic", 3.5, "ink"),
    "mill": Rank("serif-italic", 3.3, "ink"),
    "church": Rank("serif-italic", 3.3, "ink"),
    "height": Rank("serif-bold-italic", 3.6, "height", 0.04),
    "wood": Rank("serif-bold-italic", 3.7, "wood", 0.05),
    "water": Rank("serif-bold-italic", 3.7, "water", 0.05),
    "area": Rank("serif-bold-sc", 3.6, "ink", 0.08),
}
_FROM_THE_MIDDLE = sorted(range(1, 20), key=lambda n: (abs(n - 10), n))


def _spots() -> Iterator[tuple[float, float, float]]:
    """Yield (dx, dy in hex sizes, penalty): where the middle of a name may lie, best first."""
    yield 0.0, 0.37, 0.0
    yield 0.0, -0.27, 0.3
    ring = []
    for i in range(-8, 9):
        for j in range(-9, 10):
            dx, dy = i * 0.125, j * 0.09
            far = hypot(dx, dy * 1.3)
            penalty = 0.4 + 1.6 * far + (0.25 if dy < 0 else 0.0) + (0.8 if far > 0.55 else 0.0)
            ring.append((dx, dy, penalty))
    yield from sorted(ring, key=lambda spot: (spot[2], spot[0], spot[1]))


SPOTS = tuple(_spots())


def breaks(name: str) -> list[list[str]]:
    """Return the name in one line, and in two where it has a middle."""
    words = name.split()
    if len(words) < 2 or len(name) < 8:
        return [[name]]
    splits = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    return [[name], min(splits, key=lambda pair: abs(len(pair[0]) - len(pair[1])))]


def best_spot(
    frame: Frame, theme: Theme, rank: Rank, lines: list[str], size: float, at: Point, space: Space, halo: Halo
) -> tuple[float, list[Text], Box] | None:
    """Return what the best place of a name near a point costs, its texts and box; None where all is full."""
    spacing = rank.spacing * size
    width = max(text_width(line, rank.font, size, spacing) for line in lines)
    rise = cap_height(rank.font, size)
    lead = size * 0.98
    height = rise + lead * (len(lines) - 1) + 0.22 * size
    best: tuple[float, float, float, Box] | None = None
    best_cost, field, gap = float("inf"), _inner(frame), 0.03 * frame.size
    for dx, dy, penalty in SPOTS:
        if penalty >= best_cost:
            break
        x, y = at[0] + dx * frame.size, at[1] + dy * frame.size
        box = (x - width / 2, y - rise / 2, x + width / 2, y - rise / 2 + height)
        if not inside(box, field):
            continue
        cost = penalty + space.cost(box, gap, best_cost - penalty)
        if cost < best_cost:
            best, best_cost = (cost, x, y, box), cost
    if best is None:
        return None
    cost, x, y, box = best
    ink = theme.color(f"map.label.{rank.ink}")
    texts = [
        Text(x, y + n * lead, line, size, rank.font, "middle", "middle", ink, halo, letter_spacing=spacing)
        for n, line in enumerate(lines)
    ]
    return cost, texts, box


def _inner(frame: Frame) -> Box:
    """Return the field without a narrow border, so that no letter is cut."""
    left, top, right, bottom = frame.box
    m = 0.05 * frame.size
    return left + m, top + m, right - m, bottom - m


def halo_of(frame: Frame, theme: Theme) -> Halo:
    """Return the halo of names on a map."""
    return Halo(theme.color("map.label.halo"), 0.028 * frame.size, theme.number("map.label.halo_opacity"))


# --- lettering along lines ------------------------------------------------------------------------


def road_names(frame: Frame, theme: Theme, space: Space, roads: dict[str, list[Point]]) -> list[Item]:
    """Return the names of roads along their line.

    Args:
        frame: the map on paper.
        theme: colours.
        space: room; what is used is taken.
        roads: name -> course of each named way.
    """
    items: list[Item] = []
    unit = frame.size / 20
    for name, course in roads.items():
        items += along(frame, theme, name, course, 2.7 * unit, "serif-italic", "road", 1.4 * unit, space)
    return items


_LONG = 5.0
"""A course this many times as long as its name is long."""


def along(
    frame: Frame,
    theme: Theme,
    name: str,
    course: list[Point],
    size: float,
    font: str,
    ink: str,
    away: float,
    space: Space,
) -> list[Text]:
    """Return the name beside a course, where it covers least; nothing when the course is too short."""
    best: tuple[float, tuple[Text, ...]] | None = None
    color, halo = theme.color(f"map.label.{ink}"), halo_of(frame, theme)
    length = sum(dist(a, b) for a, b in pairwise(course))
    field, gap = _inner(frame), 0.01 * frame.size
    for scale, penalty in ((1.0, 0.0), (0.8, 0.4)):
        # Beside a long river the letters stand further apart.
        wide = ink == "water" and length > _LONG * text_width(name, font, size)
        spacing = (0.28 if wide else 0.08) * size * scale
        high = space.readable(size * scale)
        width = text_width(name, font, high, spacing)
        for side in (-1, 1):
            line = _readable(
                _smooth(_parallel(_even(course, 0.12 * frame.size), side * (away + 0.5 * size)), 7)
            )
            total = sum(dist(a, b) for a, b in pairwise(line))
            if total < width * 1.05:
                continue
            for n in _FROM_THE_MIDDLE:
                fixed = penalty + abs(n - 10) * 0.04
                if best is not None and fixed >= best[0]:
                    break
                texts = text_along(
                    line,
                    name,
                    font,
                    high,
                    start=(total - width) * n / 20,
                    letter_spacing=spacing,
                    offset=0.33 * high,
                    fill=color,
                    halo=halo,
                )
                cost = fixed + _bending(texts)
                best_cost = best[0] if best is not None else float("inf")
                for text in texts:
                    if cost >= best_cost:
                        break
                    box = text_bounds(text)
                    cost += space.cost(box, gap, best_cost - cost) if inside(box, field) else float("inf")
                if texts and cost != float("inf") and (best is None or cost < best[0]):
                    best = cost, texts
        if best is not None and best[0] < 0.8:
            break
    if best is None:
        return []
    for text in best[1]:
        space.add(text_bounds(text))
    return list(best[1])


def _bending(texts: tuple[Text, ...]) -> float:
    return sum(abs(a.rotate - b.rotate) for a, b in pairwise(texts)) / 40


def _even(points: list[Point], step: float) -> list[Point]:
    """Return the course as points at even distances."""
    even_points = [points[0]]
    rest = step
    for a, b in pairwise(points):
        length = dist(a, b)
        while length > 0 and rest <= length:
            t = rest / length
            even_points.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            rest += step
        rest -= length
    return even_points


def _smooth(points: list[Point], reach: int) -> list[Point]:
    """Return every point replaced by the mean of its neighbourhood."""
    means = []
    for n in range(len(points)):
        r = min(reach, n, len(points) - 1 - n)
        part = points[n - r : n + r + 1]
        means.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return means


def _parallel(points: list[Point], distance: float) -> list[Point]:
    """Return the smoothed course moved to one side."""
    smooth = _smooth(points, 9)
    offset_points = []
    for n, (x, y) in enumerate(smooth):
        (ax, ay), (bx, by) = smooth[max(0, n - 1)], smooth[min(len(smooth) - 1, n + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        offset_points.append((x - (by - ay) / length * distance, y + (bx - ax) / length * distance))
    return offset_points


def _readable(line: list[Point]) -> list[Point]:
    """Return the line in the direction in which letters stand upright; steep lines read upwards."""
    dx, dy = line[-1][0] - line[0][0], line[-1][1] - line[0][1]
    if abs(dx) < 0.3 * abs(dy):
        return line if dy < 0 else line[::-1]
    return line if dx > 0 else line[::-1]
