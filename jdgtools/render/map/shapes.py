"""Terrain areas by their surveyed outlines, where a map of GIS data asks for that (`shapes: true`).

The outline is followed as far as the hexes allow: it reaches at most a little beyond the hexes of the
terrain, and it covers the middle of each of them, so that nobody doubts which hex is what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.map import ground, outline, relief
from jdgtools.render.map.banks import NO_WALLS, TownWalls
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.palette import fill_opacity, film_share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.rims import lanes
from jdgtools.render.map.scatter import Spots
from jdgtools.render.map.textures import PATTERNS
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Item, Path
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    from jdgtools.model.survey import GroundShape
    from jdgtools.render.map.mask import Bools

BEYOND, CORE = 0.16, 0.2
"""How far an outline may leave the hexes of its terrain, and how far it may keep away from their outer
hexsides, in hex widths."""


def draw_areas(
    frame: MapFrame,
    theme: Theme,
    by_style: dict[str, frozenset[Cube]],
    style_of: Callable[[str], str],
    walls: TownWalls = NO_WALLS,
) -> tuple[Item, ...]:
    """Draw the fills and textures of all terrain areas, surveyed ones by their outlines."""
    survey = frame.map.survey
    shapes = survey.shapes if survey is not None else ()
    if not shapes:
        return ground.draw_areas(frame, theme, by_style, walls)
    outlines: dict[str, list[GroundShape]] = {}
    for shape in shapes:
        style = style_of(shape.terrain)
        if style in by_style and theme.text(f"map.terrain.{style}.pattern") in ground.COVERS:
            outlines.setdefault(style, []).append(shape)
    rest = {style: cells for style, cells in by_style.items() if style not in outlines}
    items = list(ground.draw_areas(frame, theme, rest, walls))
    order = {pattern: n for n, pattern in enumerate(reversed(ground.COVERS))}
    polygons: dict[str, Any] = {}
    for style in sorted(outlines, key=lambda s: (order[theme.text(f"map.terrain.{s}.pattern")], s)):
        cells = by_style[style]
        polygons[style] = area(frame, cells, outlines[style])
        drawing = _draw(frame, theme, style, cells, polygons[style])
        items += ground.outside_walls(frame, drawing, cells, walls)
    surveyed_hexes = frozenset().union(*(by_style[style] for style in polygons))
    return *items, *ground.outside_walls(
        frame, _films(frame, theme, by_style, polygons), surveyed_hexes, walls
    )


def area(frame: MapFrame, cells: frozenset[Cube], shapes: Iterable[GroundShape]) -> Any:
    """Return the drawn area, mm: the surveyed outline between the core of its hexes and a little beyond."""
    import shapely

    polygons = [shapely.Polygon(rings[0], rings[1:]) for shape in shapes if (rings := shape.on(frame.layout))]
    # Rounded to the paper, a sound outline may cross itself by a hair.
    union = shapely.union_all([p if p.is_valid else p.buffer(0) for p in polygons])
    size = frame.size
    hexes = shapely.union_all(
        [shapely.Polygon(frame.polygon(cube)) for cube in frame.in_reading_order(cells)]
    )
    ghosts = [
        shapely.Polygon(frame.polygon(cube)) for cube in frame.in_reading_order(cells - frame.map_hexes)
    ]
    outline_area = shapely.union_all(
        [
            shapely.intersection(union, shapely.buffer(hexes, BEYOND * size)),
            shapely.buffer(hexes, -CORE * size),
            *ghosts,  # nothing was surveyed beyond the map
        ]
    )
    # Openings and spits narrower than a tenth of a hex are no landscape at this scale.
    for step in (-0.05, 0.1, -0.05):
        outline_area = shapely.buffer(outline_area, step * size, quad_segs=4)
    return shapely.normalize(shapely.simplify(outline_area, 0.025 * size))


def _films(
    frame: MapFrame, theme: Theme, by_style: dict[str, frozenset[Cube]], polygons: dict[str, Any]
) -> list[Item]:
    """Return the tints of the levels as films over areas: one for those that want the same strength."""
    import shapely

    items: list[Item] = []
    share_of = {style: film_share(theme.text(f"map.terrain.{style}.pattern")) for style in polygons}
    for share in sorted(set(share_of.values())):
        styles = [style for style in polygons if share_of[style] == share]
        whole = shapely.union_all([polygons[style] for style in styles])
        shape = _smooth(shapely.buffer(whole, ground.OVERHANG * frame.size, quad_segs=4))
        cells = frozenset().union(*(by_style[style] for style in styles))
        items += relief.films(frame, theme, cells, shape, share)
    return items


def _smooth(shape: Any) -> tuple[Command, ...]:
    """Return the smooth outline of a shapely area."""
    import shapely

    builder = PathBuilder()
    for part in shapely.get_parts(shape):
        # Outer rings clockwise to the eye, holes the other way.
        ring_in_order = shapely.geometry.polygon.orient(part, 1.0)
        for ring in (ring_in_order.exterior, *ring_in_order.interiors):
            points = list(ring.coords)[:-1]
            outline.smooth(builder, [x for x, _ in points], [y for _, y in points])
    return builder.commands()


def _draw(frame: MapFrame, theme: Theme, style: str, cells: frozenset[Cube], polygon: Any) -> list[Item]:
    import shapely

    key = f"map.terrain.{style}"
    pattern, fill = theme.text(f"{key}.pattern"), theme.color(f"{key}.fill")
    items: list[Item] = []
    if fill != "none":
        floor = ground.floor_color(theme, style)
        items.append(Path(_smooth(polygon), floor, opacity=fill_opacity(pattern)))
    pen = Pen()
    around = {Cube(q + dq, r + dr) for q, r in cells for dq, dr in DIRECTIONS} & frame.cells.keys()
    wide = cells | around
    brush = ShapedBrush(
        frame,
        pen,
        fill,
        theme.color(f"{key}.mark"),
        theme.color(f"{key}.dark"),
        theme.color(f"{key}.light"),
        frozenset(wide),
        tuple(frame.in_reading_order(wide)),
        ground.sparseness(frame),
        inside=shapely.buffer(polygon, -_WITHIN * frame.size),
        lanes=lanes(frame),
    )
    PATTERNS[pattern](brush)
    return [*items, *pen.items()]


_WITHIN = 0.04
"""How far points stay within an outline at least, as a share of the hex size."""


class ShapedBrush(Brush, frozen=True, kw_only=True):
    """A brush that stays within an outline."""

    inside: Any
    """Shapely area, mm."""

    def scatter(self, spacing: float, salt: int, scale: float = 1.0, jitter: float = 0.34) -> Spots:
        """Return points scattered over the outline; ``spacing`` in units, wider on large maps."""
        import shapely

        # Not super(): classes with slots are made anew, and the old one is not ours.
        spots = Brush.scatter(self, spacing, salt, scale, jitter)
        shapely.prepare(self.inside)
        return spots.where(shapely.contains_xy(self.inside, spots.x, spots.y))

    def covers(self, spots: Spots, rim: float) -> Bools:
        """Return which points keep a distance (units) from the outline."""
        import shapely

        inside = shapely.buffer(
            self.inside, min(0.0, _WITHIN * self.frame.size - rim * self.unit * self.sparse)
        )
        shapely.prepare(inside)
        upon: Bools = shapely.contains_xy(inside, spots.x, spots.y)
        return upon
