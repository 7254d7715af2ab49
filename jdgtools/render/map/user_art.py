"""Pictures that a project brings for its map, as parts of the landscape: base maps, terrain, symbols.

`pictures` reads and judges the files; what cannot be used was reported by the check and is left out here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from pathlib import Path as FilePath

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.model.art import NO_ART, BaseMap, MapArt, SymbolArt, TerrainArt
from jdgtools.render.map import outline
from jdgtools.render.map.fitting import apply_transform, fit_transform
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.noise import share
from jdgtools.render.map.pictures import (
    NOT_ON_THE_MAP,
    ProjectPicture,
    base_picture,
    place_picture,
    small_picture,
)
from jdgtools.render.scene import (
    DrawingLayer,
    Group,
    Image,
    Item,
    Path,
    Pattern,
    Polygon,
    Symbol,
    Transform,
    Use,
    compose,
    scaling,
)
from jdgtools.render.user_files import Refusal

_OVERLAP = 1.006
"""Pictures of neighbouring hexes overlap by a trifle, so that no seam shows."""

MAX_TURN = 1e-4
"""A picture that is turned or slanted by less lies straight: a quarter of a pixel over its whole length."""
_BEYOND = 5.0
"""How far beyond the landscape base maps are drawn, mm."""


class UserArt(Struct, frozen=True, dict=True):
    """The pictures of a map in the folder of its project.

    A picture that cannot be used was reported by the check; here it is as if it were not there.
    """

    art: MapArt = NO_ART
    project: FilePath | None = None
    small: bool = False
    """True for a piece of map in the legend: its hexes are not those of the map."""

    @cached_property
    def replaced_layers(self) -> frozenset[str]:
        """Layers that base maps replace."""
        return frozenset(layer for base in self.art.base for layer in base.replaces if self._base(base.image))

    def bases(self, frame: MapFrame) -> list[tuple[str, DrawingLayer]]:
        """Return (the layer directly above, layer of the picture) for every base map."""
        layers = []
        for number, base in enumerate(self.art.base, 1):
            at = fit_transform(frame.layout, base.points)
            item = self._base_map_item(frame, base, at) if at is not None else None
            if item is not None:
                name = "base map" if number == 1 else f"base map {number}"
                layers.append((base.under, DrawingLayer(name, (item,))))
        return layers

    def _base_map_item(self, frame: MapFrame, base: BaseMap, at: Transform) -> Item | None:
        """Return a base map in its place: as it is where it lies straight, else drawn anew."""
        picture = self._base(base.image)
        if picture is None or self.project is None:
            return None
        a, b, c, d, _, _ = at
        if max(abs(b), abs(c)) < MAX_TURN * min(abs(a), abs(d)):
            return self._as_it_is(base, picture, at)
        left, top, right, low = frame.box
        box = left - _BEYOND, top - _BEYOND, right + _BEYOND, low + _BEYOND
        picture_item = place_picture(self.project, base.image, at, box)
        if isinstance(picture_item, Refusal):
            if picture_item == NOT_ON_THE_MAP:
                return None
            return self._as_it_is(base, picture, at)  # it shows, if a pixel or two beside its place
        left, top, right, low = picture_item.box
        image = Image(
            left,
            top,
            right - left,
            low - top,
            picture_item.picture.data,
            picture_item.picture.media_type,
            base.opacity,
        )
        w, h = picture.design_size
        edge = tuple(apply_transform(at, corner) for corner in ((0, 0), (w, 0), (w, h), (0, h)))
        return Group((image,), clip=Polygon(edge, "#000000"))

    @staticmethod
    def _as_it_is(base: BaseMap, picture: ProjectPicture, at: Transform) -> Item:
        """Return a base map as the picture that it is, in its place."""
        width, height = picture.design_size
        place = compose(at, scaling(width / picture.width, height / picture.height))
        whole = 0.0, 0.0, float(picture.width), float(picture.height)
        return Group((Image(*whole, picture.data, picture.media_type, base.opacity),), place)

    def bare_hexes(self, frame: MapFrame) -> frozenset[Cube]:
        """Return the hexes whose terrain is not drawn: a base map shows it, or a picture stands for it."""
        kinds = {kind for base in self.art.base if self._base(base.image) for kind in base.bare}
        for art in self.art.terrain:
            if any(self._small(image) for image in art.images):
                kinds.update(art.terrains)
        return self._hexes_of(frame, kinds)

    def unbuilt_hexes(self, frame: MapFrame) -> frozenset[Cube]:
        """Return the hexes without drawn buildings, because a symbol stands there."""
        symbols = [a for a in self.art.symbols if not a.keeps_buildings and self._small(a.image)]
        return frozenset(cube for art in symbols for cube in self._hexes(frame, art))

    def terrain(self, frame: MapFrame) -> tuple[Item, ...]:
        """Return the pictures of terrain."""
        items: list[Item] = []
        for art in self.art.terrain:
            cells = self._hexes_of(frame, art.terrains)
            pictures = [p for p in map(self._small, art.images) if p is not None]
            if not cells or not pictures:
                continue
            if art.fit == "tile":
                items.append(_texture(frame, art, cells, pictures[0]))
            else:
                items += _in_hexes(frame, art, cells, pictures)
        return tuple(items)

    def symbols(self, frame: MapFrame) -> tuple[Item, ...]:
        """Return the pictures of places."""
        items: list[Item] = []
        for art in self.art.symbols:
            picture = self._small(art.image)
            if picture is None:
                continue
            symbol, s = _symbol(picture), frame.size
            for cube in frame.in_reading_order(self._hexes(frame, art)):
                x, y = frame.centre(cube)
                items.append(Use(symbol, x + art.offset[0] * s, y + art.offset[1] * s, art.size * s))
        return tuple(items)

    def _hexes(self, frame: MapFrame, art: SymbolArt) -> frozenset[Cube]:
        grid = frame.layout.grid
        if self.small:
            return self._hexes_of(frame, art.terrains) & frame.map_hexes
        return frozenset(grid.cube(i) for i in art.hexes)

    @staticmethod
    def _hexes_of(frame: MapFrame, kinds: Iterable[str]) -> frozenset[Cube]:
        """Return the hexes of some terrain, the rim about the map included."""
        styles, terrain = set(kinds), frame.map.terrain
        if not styles:
            return frozenset()
        return frozenset(cube for cube, index in frame.cells.items() if terrain[index] in styles)

    def _base(self, path: str) -> ProjectPicture | None:
        if self.project is None:
            return None
        picture = base_picture(self.project, path)
        return None if isinstance(picture, Refusal) else picture

    def _small(self, path: str) -> ProjectPicture | None:
        if self.project is None:
            return None
        picture = small_picture(self.project, path)
        return None if isinstance(picture, Refusal) else picture


def _symbol(picture: ProjectPicture) -> Symbol:
    """Return a picture that is defined once and placed many times, a unit long on its longer side."""
    longer = max(picture.width, picture.height)
    w, h = picture.width / longer, picture.height / longer
    image = Image(0.0, 0.0, w, h, picture.data, picture.media_type)
    name = blake2b(picture.data, digest_size=8).hexdigest()
    return Symbol(f"art-{name}", (image,), (0.0, 0.0, w, h))


def _texture(frame: MapFrame, art: TerrainArt, cells: frozenset[Cube], picture: ProjectPicture) -> Item:
    """Return an area with its natural outline, filled with a repeated picture."""
    width = art.size * frame.size
    height = width * picture.height / picture.width
    x, y = frame.layout.origin
    image = Image(0.0, 0.0, width, height, picture.data, picture.media_type)
    fill = Pattern(width, height, (image,), 0.0, x, y)
    return Path(outline.area(frame, cells).commands(), fill, opacity=art.opacity)


def _in_hexes(
    frame: MapFrame, art: TerrainArt, cells: frozenset[Cube], pictures: list[ProjectPicture]
) -> Iterable[Item]:
    """Return a picture in every hex, which covers it whole."""
    symbols = [_symbol(picture) for picture in pictures]
    wide, high = (
        (frame.layout.radius * 2, frame.size) if frame.flat else (frame.size, frame.layout.radius * 2)
    )
    for cube in frame.in_reading_order(cells):
        symbol = symbols[int(share(cube[0], cube[1], 171) * len(symbols)) % len(symbols)]
        w, h = symbol.box[2], symbol.box[3]
        size = max(wide / w, high / h) * art.size * _OVERLAP
        x, y = frame.centre(cube)
        clip = Polygon(frame.polygon(cube, _OVERLAP), "#000000")
        yield Group((Use(symbol, x, y, size),), clip=clip, opacity=art.opacity)
