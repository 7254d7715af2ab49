"""Terrain areas by their hexes: tinted natural shapes, each with the texture of its pattern.

Areas of one terrain that touch become one shape with a natural outline. Where a map has surveyed outlines,
`shapes` draws these instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.colors import mix
from jdgtools.render.map import outline
from jdgtools.render.map.banks import NO_WALLS, TownWalls, Wedge
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.palette import fill_opacity, film_share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.relief import films
from jdgtools.render.map.rims import lanes
from jdgtools.render.map.textures import PATTERNS, unknown
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, Path, Point, Stroke
from jdgtools.render.style import Theme

__all__ = ["PATTERNS", "draw_areas", "floor_color", "hexes_by_style", "lakes", "sparseness"]

_BUILDING_PATTERNS = ("village", "town", "castle", "farm", "laager", "bridge")
"""Patterns that do not go on beyond the edge of the map."""


def is_built(theme: Theme, style: str) -> bool:
    """Return whether a style is that of houses, castles or camps."""
    return _pattern(theme, style) in _BUILDING_PATTERNS


def hexes_by_style(
    frame: MapFrame, style_of: Callable[[str | None], str], theme: Theme
) -> dict[str, frozenset[Cube]]:
    """Return the hexes that show each drawing style, ghosts included; buildings end with the map."""
    cells_by_style: dict[str, set[Cube]] = {}
    kinds: dict[str | None, tuple[str, bool]] = {}
    terrain = frame.map.terrain
    map_hexes = frame.map_hexes
    for cube, index in frame.cells.items():
        kind = terrain[index]
        if kind not in kinds:
            style = style_of(kind)
            kinds[kind] = style, is_built(theme, style)
        style, ends_with_map = kinds[kind]
        if not ends_with_map or cube in map_hexes:
            cells_by_style.setdefault(style, set()).add(cube)
    return {style: frozenset(cells) for style, cells in sorted(cells_by_style.items())}


def draw_areas(
    frame: MapFrame,
    theme: Theme,
    by_style: dict[str, frozenset[Cube]],
    walls: TownWalls = NO_WALLS,
) -> tuple[Item, ...]:
    """Draw the fills and textures of all terrain areas; over what grows the tints of the levels as films.

    Open water is not among them: it is drawn with the rivers, above woods and villages. Towns reach up to
    their ``walls`` and not beyond, and nothing else reaches within these.
    """
    dry = {style: cells for style, cells in by_style.items() if _pattern(theme, style) not in _OPEN_WATER}
    in_reading_order = sorted(dry.items(), key=lambda pair: (_rank(theme, pair[0]), pair[0]))
    covers = {style: cells for style, cells in dry.items() if film_share(_pattern(theme, style)) > 0}
    filmed_styles = [style for style, _ in in_reading_order if style in covers]
    # An area looks the same whatever lies about it.
    landform = frame.landform
    items: list[Item] = []
    for style, cells in in_reading_order:
        within = tuple(wedge for wedge in walls.within if wedge[0] in cells)
        make = partial(_draw_area, landform, theme, style, cells, within)
        area = landform.remember(f"{style}'s area", (theme, cells, within), make)
        if is_built(theme, style):
            hexes_outside = frame.in_reading_order(walls.outside & _hexes_around(frame, cells))
            items += _but(frame, area, [frame.polygon(cube) for cube in hexes_outside])
        else:
            items += outside_walls(frame, area, cells, walls)
        if covers and style == filmed_styles[-1]:
            tints = landform.remember("films", (theme, covers), partial(_films, landform, theme, covers))
            items += outside_walls(frame, tints, frozenset().union(*covers.values()), walls)
    return tuple(items)


def _films(frame: MapFrame, theme: Theme, covers: dict[str, frozenset[Cube]]) -> tuple[Item, ...]:
    """Return the films over all that hides the ground: one for what wants the same strength.

    Two beside each other would lie twice upon what reaches over their edges. They reach beyond the hexes of
    low growth and tilled ground, as far as bushes stray, and beyond the outlines of woods, as far as crowns
    do: over bare ground of the same tint a film is not seen.
    """
    items: list[Item] = []
    for share in sorted({film_share(_pattern(theme, style)) for style in covers}):
        shape = PathBuilder()
        filmed_hexes: set[Cube] = set()
        for style, cells in covers.items():
            pattern = _pattern(theme, style)
            if film_share(pattern) != share:
                continue
            if pattern in _CROWNS:
                filmed_hexes |= cells
                for part in outline.parts(frame, cells):
                    shape.extend(outline_of(frame, pattern, part, -OVERHANG))
            elif not frame.is_large:
                filmed_hexes |= cells
                for cube in frame.in_reading_order(cells):
                    shape.polygon(frame.polygon(cube, _STRAYING))
        items += films(frame, theme, frozenset(filmed_hexes), shape.commands(), share)
    return tuple(items)


def outside_walls(
    frame: MapFrame, items: Iterable[Item], cells: frozenset[Cube], walls: TownWalls
) -> tuple[Item, ...]:
    """Return the drawing of an area that ends at the walls of the towns beside it."""
    around = _hexes_around(frame, cells) if walls.within else frozenset()
    return _but(frame, items, [shape for cube, shape in walls.within if cube in around])


def _but(frame: MapFrame, items: Iterable[Item], shapes: Sequence[Sequence[Point]]) -> tuple[Item, ...]:
    """Return items as they are outside some shapes, which do not overlap."""
    if not shapes:
        return tuple(items)
    left, top, right, bottom = frame.box
    rest = PathBuilder()
    rest.polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    for shape in shapes:
        rest.polygon(shape)
    return (Group(tuple(items), clip=Path(rest.commands(), even_odd=True)),)


def _draw_area(
    frame: MapFrame,
    theme: Theme,
    style: str,
    cells: frozenset[Cube],
    within: tuple[Wedge, ...] = (),
) -> tuple[Item, ...]:
    """Draw the fill and texture of all hexes of a style; a town's ground fills what is ``within`` walls."""
    items: list[Item] = []
    key = f"map.terrain.{style}"
    pattern = _pattern(theme, style)
    fill = theme.color(f"{key}.fill")
    if pattern == "none" and fill == "none":
        return ()
    if fill != "none" and (frame.is_large or pattern not in _IN_PLOTS):
        border = _border(frame, theme, style)
        ground = floor_color(theme, style)
        rim = Pen()
        for part in outline.parts(frame, cells):
            shape = outline_of(frame, pattern, part)
            if pattern in _SOFT_EDGES and not frame.is_large:
                items += _feather(frame, part, pattern, ground)
            else:
                # One path, all of which turns alike: nothing is filled twice.
                wedges = PathBuilder()
                for cube, polygon in within:
                    if cube in part:
                        wedges.polygon(polygon)
                items.append(Path((*shape, *wedges.commands()), ground, opacity=fill_opacity(pattern)))
            if pattern not in _WITHOUT_BORDER and not frame.is_large:
                rim.split(shape, border)
        items += _but(frame, rim.items(), [polygon for _, polygon in within])
    pen = Pen()
    brush = Brush(
        frame,
        pen,
        fill,
        theme.color(f"{key}.mark"),
        theme.color(f"{key}.dark"),
        theme.color(f"{key}.light"),
        cells,
        tuple(frame.in_reading_order(cells | _hexes_around(frame, cells) if pattern in COVERS else cells)),
        sparseness(frame),
        lanes(frame),
    )
    PATTERNS.get(pattern, unknown)(brush)
    items += pen.items()
    return tuple(items)


def outline_of(
    frame: MapFrame, pattern: str, cells: frozenset[Cube], inwards: float = 0.0
) -> tuple[Command, ...]:
    """Return the shape of an area of a pattern, its edge moved inwards by a share of the hex size."""
    if pattern in _STRAIGHT_EDGES:
        return outline.fields(frame, cells).commands()
    if pattern in COVERS:
        return outline.cover(frame, cells, inwards)
    return outline.area(frame, cells, inwards).commands()


_STRAIGHT_EDGES = ("impassable", "unknown")
"""Patterns whose areas have straight edges."""
_IN_PLOTS = ("plough", "vineyard", "sheaves", "orchard", "garden")
"""Patterns that fill the ground of their plots themselves: their areas have no outline but that of plots."""
COVERS = ("wood", "light_wood", "palm", "brush", "heath", "marsh", "rough", "sand", "soft")
"""Patterns of what grows wild, scattered over an area whose edge is smooth and has bays."""
_BUILT = ("village", "farm", "castle", "laager")
_WITHOUT_BORDER = (*COVERS, *_IN_PLOTS, *_BUILT)
"""Patterns without a line about their areas: they end as nature does."""
_SOFT_EDGES = (*COVERS[1:], *_BUILT)
"""Patterns whose ground passes over into what lies about them: a single hex is no disc."""
_FEATHER, _BUILT_FEATHER = (0.07, 0.14), (0.06, 0.12, 0.18, 0.24)
"""How far the edges of the films above the first lie inwards, as shares of the hex size."""


def _feather(frame: MapFrame, cells: frozenset[Cube], pattern: str, color: str) -> list[Item]:
    """Return films, one within the other, that have the opacity together in the middle of an area."""
    insets = 0.0, *(_BUILT_FEATHER if pattern in _BUILT else _FEATHER)
    film = round(1.0 - (1.0 - fill_opacity(pattern)) ** (1.0 / len(insets)), 4)
    return [Path(outline_of(frame, pattern, cells, by), color, opacity=film) for by in insets]


def _hexes_around(frame: MapFrame, cells: frozenset[Cube]) -> set[Cube]:
    """Return the hexes beside an area, into which its edge may bend; none on a large map."""
    if frame.is_large:
        return set()
    around = {Cube(q + dq, r + dr) for q, r in cells for dq, dr in DIRECTIONS}
    return around & frame.cells.keys()


def floor_color(theme: Theme, style: str) -> str:
    """Return the colour of the ground of a terrain: below closed crowns it is dark."""
    fill = theme.color(f"map.terrain.{style}.fill")
    return (
        mix(fill, theme.color(f"map.terrain.{style}.dark"), 0.5) if _pattern(theme, style) == "wood" else fill
    )


def _border(frame: MapFrame, theme: Theme, style: str) -> Stroke:
    """Return the line about an area."""
    return Stroke(theme.color(f"map.terrain.{style}.dark"), 0.12 * frame.size / 20, opacity=0.3)


def sparseness(frame: MapFrame) -> float:
    """Return the factor for the distances within textures."""
    return 1.8 if frame.is_large else 1.0


_OPEN_WATER = ("water", "bridge")
"""Patterns of open water: a bridge over a hex of water has water below it."""


def lakes(theme: Theme, by_style: dict[str, frozenset[Cube]]) -> dict[str, frozenset[Cube]]:
    """Return the hexes of open water by style; those with a bridge belong to the water beside them."""
    return {
        style: cells
        for style, cells in _merge_bridges(theme, by_style).items()
        if _pattern(theme, style) in _OPEN_WATER
    }


def _pattern(theme: Theme, style: str) -> str:
    return theme.text(f"map.terrain.{style}.pattern")


def _merge_bridges(theme: Theme, by_style: dict[str, frozenset[Cube]]) -> dict[str, frozenset[Cube]]:
    """Return the water below long bridges as part of the water beside them, where there is any."""
    water = next((style for style in by_style if _pattern(theme, style) == "water"), None)
    bridges = [style for style in by_style if _pattern(theme, style) == "bridge"]
    if water is None or not bridges:
        return by_style
    flooded_styles = {style: cells for style, cells in by_style.items() if style not in bridges}
    flooded_styles[water] = flooded_styles[water].union(*(by_style[style] for style in bridges))
    return flooded_styles


_BELOW = (
    *("none", "meadow", "plough", "soft", "sand", "rough", "heath", "brush"),
    "marsh",
)
"""Patterns that lie below all others, from the lowest."""
_ABOVE = {"wood": 90, "light_wood": 80, "palm": 70, **dict.fromkeys(_BUILDING_PATTERNS, 95)}
"""Rank of patterns that lie above others: built ground above all films, which would be seen upon it."""
_CROWNS = ("wood", "light_wood", "palm")
"""Patterns of trees."""
OVERHANG, _STRAYING = 0.12, 1.5
"""How far crowns and their shadows reach beyond the outline of a wood, as a share of the hex size, and how
large a hex of other growth is with what strays from it, in hexes."""


def _rank(theme: Theme, style: str) -> int:
    pattern = _pattern(theme, style)
    return _BELOW.index(pattern) if pattern in _BELOW else _ABOVE.get(pattern, 50)
