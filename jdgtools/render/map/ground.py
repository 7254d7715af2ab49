"""Terrain areas: tinted natural shapes with the texture of their kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, sin

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import angle_of, inside_hex, rows, strewn
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

_BUILT = ("village", "town", "castle", "farm", "laager", "bridge")
"""Patterns that do not go on beyond the edge of the map."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What a texture needs: the sheet, the colours of its terrain, and its hexes."""

    frame: Frame
    pen: Pen
    fill: str
    mark: str
    dark: str
    light: str
    cells: frozenset[Cube]
    """Hexes of this terrain."""
    hexes: tuple[Cube, ...]
    """The same, from top to bottom."""
    sparse: float
    """Factor for distances, 1 on maps of ordinary size."""

    @property
    def unit(self) -> float:
        """A twentieth of a hex, mm: 1 mm at the usual size."""
        return self.frame.size / 20


def styles(frame: Frame, style_of: Callable[[str | None], str], theme: Theme) -> dict[str, frozenset[Cube]]:
    """Drawing style -> hexes that show it, ghosts included; buildings end with the map."""
    found: dict[str, set[Cube]] = {}
    kinds: dict[str | None, tuple[str, bool]] = {}
    terrain = frame.map.terrain
    own = frame.own
    for cube, index in frame.cells.items():
        kind = terrain[index]
        if kind not in kinds:
            style = style_of(kind)
            kinds[kind] = style, theme.text(f"map.terrain.{style}.pattern") in _BUILT
        style, built = kinds[kind]
        if cube in own or not built:
            found.setdefault(style, set()).add(cube)
    return {style: frozenset(cells) for style, cells in sorted(found.items())}


def draw_areas(frame: Frame, theme: Theme, by_style: dict[str, frozenset[Cube]]) -> tuple[Item, ...]:
    """Fills and textures of all terrain areas."""
    sparse = 2.3 if frame.many else 1.0
    items: list[Item] = []
    ordered = sorted(by_style.items(), key=lambda pair: (_rank(theme, pair[0]), pair[0]))
    for style, cells in ordered:
        key = f"map.terrain.{style}"
        pattern = theme.text(f"{key}.pattern")
        fill = theme.color(f"{key}.fill")
        if pattern == "none" and fill == "none":
            continue
        if fill != "none":
            border = Stroke(theme.color(f"{key}.dark"), 0.12 * frame.size / 20, opacity=0.3)
            shape = outline.area(frame, cells)
            items += [shape.build(fill, opacity=_veil(pattern)), shape.build(None, border)]
        pen = Pen()
        brush = Brush(
            frame,
            pen,
            fill,
            theme.color(f"{key}.mark"),
            theme.color(f"{key}.dark"),
            theme.color(f"{key}.light"),
            cells,
            tuple(frame.ordered(cells)),
            sparse,
        )
        PATTERNS.get(pattern, unknown)(brush)
        items += pen.items()
    return tuple(items)


def _rank(theme: Theme, style: str) -> int:
    order = ("none", "meadow", "plough", "soft", "rough", "brush", "marsh", "water")
    pattern = theme.text(f"map.terrain.{style}.pattern")
    if pattern in order:
        return order.index(pattern)
    return {"wood": 90, "light_wood": 80, "palm": 70}.get(pattern, 50)


def _veil(pattern: str) -> float:
    """Thin fills let the relief through."""
    return {"wood": 0.9, "water": 1.0, "marsh": 0.75, "brush": 0.5, "light_wood": 0.6}.get(pattern, 0.7)


# --- textures ---------------------------------------------------------------------------------


def nothing(brush: Brush) -> None:
    """No texture."""


def _crowns(brush: Brush, spots: Sequence[tuple[float, float, float]]) -> None:
    """Trees seen from above: shadow to the south-east, crown, light from the north-west."""
    pen, u = brush.pen, brush.unit
    if not brush.frame.many:
        pen.dots(spots, brush.dark, scale=1.1, shift=(0.16, 0.2), opacity=0.55)
    pen.dots(spots, brush.dark)
    pen.dots(spots, brush.mark, less=0.3 * u, shift=(-0.03, -0.03))
    pen.dots(spots, brush.light, scale=0.42, shift=(-0.16, -0.18))


def _open_edges(brush: Brush, cube: Cube) -> list[int]:
    return [d for d in range(6) if neighbour(cube, d) not in brush.cells]


def _trees(
    brush: Brush, spacing: float, sizes: tuple[float, float, float], salt: int, rim: float, keep: float = 1.0
) -> None:
    u = brush.unit * brush.sparse
    spots: list[tuple[float, float, float]] = []
    for cube in brush.hexes:
        opened = _open_edges(brush, cube)
        cx, cy = brush.frame.centre(cube)
        for x, y in strewn(brush.frame, cube, spacing * u, salt):
            key = int(x * 50), int(y * 50)
            if keep < 1.0 and share(*key, salt + 3) > keep:
                continue
            if opened and not _clear_of(brush.frame, opened, x - cx, y - cy, rim * u):
                continue
            spots.append((x, y, sizes[int(share(*key, salt + 2) * 3)] * u))
    spots.sort(key=lambda spot: spot[1])
    _crowns(brush, spots)


_NORMALS_FLAT = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
_NORMALS_POINTY = ((0.5, -0.866), (1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866))


def _clear_of(frame: Frame, sides: Sequence[int], dx: float, dy: float, rim: float) -> bool:
    normals = _NORMALS_FLAT if frame.flat else _NORMALS_POINTY
    limit = frame.size / 2 - rim
    return all(dx * normals[d][0] + dy * normals[d][1] <= limit for d in sides)


def wood(brush: Brush) -> None:
    """Closed wood: crown beside crown."""
    _trees(brush, 2.35, (1.9, 2.25, 2.6), 11, 0.75)


def light_wood(brush: Brush) -> None:
    """Open wood: groups of trees with light between them."""
    _trees(brush, 3.1, (1.6, 2.0, 2.4), 21, 1.3, 0.72)


def brush_land(brush: Brush) -> None:
    """Brush: small bushes, here and there, with tufts of grass."""
    u = brush.unit * brush.sparse
    spots: list[tuple[float, float, float]] = []
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 2.6 * u, 31, 0.96, 0.42):
            pick = share(int(x * 50), int(y * 50), 32)
            if pick < 0.5:
                spots.append((x, y, (0.75 + pick) * u))
            elif pick < 0.72:
                _tuft(brush, x, y, 0.55 * u, brush.mark)
    _bushes(brush, spots)


def _bushes(brush: Brush, spots: Sequence[tuple[float, float, float]]) -> None:
    pen, u = brush.pen, brush.unit
    sizes = [(x, y, round(d / u * 4) / 4 * u) for x, y, d in spots]
    pen.dots(sizes, brush.dark, scale=1.15, shift=(0.15, 0.22), opacity=0.75)
    pen.dots(sizes, brush.mark)
    pen.dots(sizes, brush.light, scale=0.45, shift=(-0.17, -0.18))


def _tuft(brush: Brush, x: float, y: float, h: float, color: str) -> None:
    stroke = Stroke(color, 0.13 * brush.unit, cap="round")
    path = brush.pen.path(y, stroke=stroke)
    for lean in (-0.55, 0.0, 0.55):
        path.move_to(x, y).line_to(x + lean * h, y - h * (1.0 if lean == 0.0 else 0.8))


def orchard(brush: Brush) -> None:
    """Trees in rows."""
    u = brush.unit * brush.sparse
    spots: list[tuple[float, float, float]] = []
    for cube in brush.hexes:
        for n, (a, b) in enumerate(rows(brush.frame, cube, 2.75 * u, angle_of(cube, 41), 0.84)):
            spots += [(x, y, 1.65 * u) for x, y in _steps(a, b, 2.6 * u, 0.5 if n % 2 else 0.0)]
    spots.sort(key=lambda spot: spot[1])
    _crowns(brush, spots)


def _steps(a: Point, b: Point, spacing: float, lead: float) -> list[Point]:
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    count = int(length / spacing - lead)
    rest = (length - count * spacing) / 2
    found = []
    for n in range(count + 1):
        t = (rest + n * spacing) / length if length else 0.0
        if t <= 1.0:
            found.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return found


def vineyard(brush: Brush) -> None:
    """Vines: rows of stakes with leaves."""
    u = brush.unit
    post = Stroke(brush.dark, 0.14 * u, opacity=0.55)
    leaf = Stroke(brush.mark, 0.55 * u, (0.05 * u, 1.0 * u), "round")
    shine = Stroke(brush.light, 0.24 * u, (0.05 * u, 1.0 * u), "round")
    for cube in brush.hexes:
        for a, b in rows(brush.frame, cube, 1.5 * u * brush.sparse, angle_of(cube, 51), 0.88):
            brush.pen.line((a, b), post)
            brush.pen.line((a, b), leaf)
            brush.pen.line([(x - 0.1 * u, y - 0.1 * u) for x, y in (a, b)], shine)


def plough(brush: Brush) -> None:
    """Furrows."""
    u = brush.unit
    dark = Stroke(brush.mark, 0.22 * u, opacity=0.7)
    light = Stroke(brush.light, 0.22 * u, opacity=0.8)
    for cube in brush.hexes:
        for a, b in rows(brush.frame, cube, 1.0 * u * brush.sparse, angle_of(cube, 61), 0.93):
            brush.pen.line((a, b), dark)
            brush.pen.line([(x + 0.25 * u, y + 0.25 * u) for x, y in (a, b)], light)


def garden(brush: Brush) -> None:
    """Plots between hedges, each planted in its own way."""
    u = brush.unit
    hedge = Stroke(brush.dark, 0.5 * u, (0.02 * u, 0.52 * u), "round")
    for cube in brush.hexes:
        angle = angle_of(cube, 71)
        lines = list(rows(brush.frame, cube, 4.6 * u, angle, 0.86))
        for n, (a, b) in enumerate(lines):
            brush.pen.line((a, b), hedge)
            plots = _steps(a, b, 5.2 * u, 0.0)
            for m, (x, y) in enumerate(plots):
                _plot(brush, cube, (x, y), angle, n * 7 + m)


def _plot(brush: Brush, cube: Cube, at: Point, angle: float, n: int) -> None:
    u = brush.unit
    c, s = cos(angle), sin(angle)
    cx, cy = brush.frame.centre(cube)
    pick = share(cube[0] * 31 + n, cube[1], 72)
    ox, oy = at[0] - s * 2.3 * u, at[1] + c * 2.3 * u
    if not inside_hex(brush.frame, ox - cx, oy - cy, 0.78):
        return
    corners = [
        (ox + i * c - j * s, oy + i * s + j * c)
        for i, j in ((-2.3 * u, -1.7 * u), (2.3 * u, -1.7 * u), (2.3 * u, 1.7 * u), (-2.3 * u, 1.7 * u))
    ]
    if pick < 0.45:
        brush.pen.shape(corners, brush.light, None, 0.8)
        line = Stroke(brush.mark, 0.3 * u, (0.3 * u, 0.3 * u), opacity=0.9)
        for j in (-1.1, -0.35, 0.4, 1.15):
            brush.pen.line(
                [(ox + i * c - j * u * s, oy + i * s + j * u * c) for i in (-2.0 * u, 2.0 * u)], line
            )
    elif pick < 0.8:
        for i in (-1.4, 0.0, 1.4):
            for j in (-0.8, 0.8):
                x, y = ox + (i * c - j * s) * u, oy + (i * s + j * c) * u
                brush.pen.dot(x + 0.12 * u, y + 0.15 * u, 1.05 * u, brush.dark)
                brush.pen.dot(x, y, 0.85 * u, brush.mark)


def marsh(brush: Brush) -> None:
    """Wet ground: short level lines of water with reeds."""
    u = brush.unit * brush.sparse
    water = Stroke(brush.mark, 0.22 * u, cap="round")
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 2.5 * u, 81, 0.94, 0.3):
            pick = share(int(x * 50), int(y * 50), 82)
            half = (0.5 + 0.8 * pick) * u
            brush.pen.line(((x - half, y), (x + half, y)), water)
            if pick < 0.45:
                _tuft(brush, x, y - 0.1 * u, 0.95 * u, brush.dark)


def palm(brush: Brush) -> None:
    """Palms: small stars of leaves."""
    u = brush.unit * brush.sparse
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 3.1 * u, 91, 0.9, 0.3):
            brush.pen.dot(x + 0.3 * u, y + 0.4 * u, 1.5 * u, brush.dark, 0.4)
            for color, width, grow in ((brush.dark, 0.42, 1.0), (brush.mark, 0.24, 0.94)):
                path = brush.pen.path(y, stroke=Stroke(color, width * u, cap="round"))
                turn = share(int(x * 50), int(y * 50), 92)
                for k in range(7):
                    t = (k + turn) * 6.2832 / 7
                    path.move_to(x, y).line_to(x + 1.15 * grow * u * cos(t), y + 1.15 * grow * u * sin(t))


def rough(brush: Brush) -> None:
    """Broken ground: stones and tufts."""
    u = brush.unit * brush.sparse
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 2.5 * u, 101, 0.94, 0.4):
            pick = share(int(x * 50), int(y * 50), 102)
            if pick < 0.45:
                r = (0.3 + 0.6 * pick) * u
                stone = [
                    (x + r * px, y + r * py)
                    for px, py in ((-1, 0.3), (-0.6, -0.6), (0.3, -0.8), (1.0, -0.1), (0.6, 0.6), (-0.5, 0.7))
                ]
                brush.pen.shape([(a + 0.15 * u, b + 0.18 * u) for a, b in stone], brush.dark, None, 0.7)
                brush.pen.shape(stone, brush.light, Stroke(brush.dark, 0.1 * u))
            elif pick < 0.75:
                _tuft(brush, x, y, 0.7 * u, brush.mark)


def soft(brush: Brush) -> None:
    """Soft ground: short strokes."""
    u = brush.unit * brush.sparse
    line = Stroke(brush.mark, 0.18 * u, cap="round")
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 2.2 * u, 111, 0.94, 0.3):
            half = (0.35 + 0.4 * share(int(x * 50), int(y * 50), 112)) * u
            brush.pen.line(((x - half, y), (x + half, y + 0.1 * u)), line)


def water(brush: Brush) -> None:
    """Open water: lines along the shore."""
    u = brush.unit
    for loop in outline.trace(brush.frame, brush.cells):
        shore = outline.natural(brush.frame, loop)
        for distance, opacity in ((0.9, 0.6), (2.0, 0.35), (3.4, 0.2)):
            path = brush.pen.path(shore[0][1], stroke=Stroke(brush.mark, 0.2 * u, opacity=opacity))
            outline.curve(path, outline.shifted(shore, distance * u))


def impassable(brush: Brush) -> None:
    """Ground that nobody enters: crossed hatching."""
    u = brush.unit
    for cube in brush.hexes:
        for angle in (0.7854, 2.3562):
            for a, b in rows(brush.frame, cube, 1.7 * u, angle, 0.97):
                brush.pen.line((a, b), Stroke(brush.mark, 0.2 * u, opacity=0.8))


def meadow(brush: Brush) -> None:
    """Open ground: a tuft of grass here and there."""
    u = brush.unit * brush.sparse
    if brush.frame.many:
        return
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 4.4 * u, 131, 0.9, 0.45):
            if share(int(x * 50), int(y * 50), 132) < 0.42:
                _tuft(brush, x, y, 0.55 * u, brush.mark)


def unknown(brush: Brush) -> None:
    """A terrain that no drawing knows: dotted, so that it is seen to be something of its own."""
    u = brush.unit * brush.sparse
    for cube in brush.hexes:
        for x, y in strewn(brush.frame, cube, 2.2 * u, 121, 0.92, 0.0):
            brush.pen.dot(x, y, 0.6 * u, brush.mark)
        corners = brush.frame.polygon(cube, 0.9)
        brush.pen.shape(corners, None, Stroke(brush.mark, 0.25 * u, (1.0 * u, 0.7 * u)))


PATTERNS: dict[str, Callable[[Brush], None]] = {
    "none": nothing,
    "meadow": meadow,
    "village": nothing,
    "town": nothing,
    "castle": nothing,
    "farm": nothing,
    "bridge": nothing,
    "laager": nothing,
    "wood": wood,
    "light_wood": light_wood,
    "orchard": orchard,
    "vineyard": vineyard,
    "brush": brush_land,
    "plough": plough,
    "garden": garden,
    "marsh": marsh,
    "palm": palm,
    "rough": rough,
    "soft": soft,
    "water": water,
    "impassable": impassable,
    "unknown": unknown,
}
"""Pattern name -> function that draws it; buildings stand in ``buildings``."""
