"""The records of the designer's own pictures on the map: scans, textures of terrain, symbols.

`build_art` makes them of `art:` in map.yaml; no picture is read here. `appearance/map_art.py` judges the
files, `render/map/pictures.py` draws them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LAYERS = (
    "ground",
    "shading",
    "terrain",
    "slopes",
    "water",
    "ways",
    "crossings",
    "buildings",
    "hexsides",
    "outside",
    "grid",
)
"""Layers of the landscape from the lowest to the highest, as drawings name them."""
LETTERING = ("numbers", "names")
"""Layers above them that a base map may replace as well."""


class ControlPoint(Struct, frozen=True):
    """A point of the grid and where it lies in a picture."""

    hex: int
    corner: int | None
    """Corner of the hex; None = its centre."""
    pixel: tuple[float, float]
    """To the right and down from the upper left corner of the picture."""


class BaseMap(Struct, frozen=True):
    """A picture of the whole ground, laid under the map."""

    key: str
    """Subject id for diagnostics."""
    image: str
    """Path in the project."""
    points: tuple[ControlPoint, ...]
    """Three, unless the source was wrong (then reported)."""
    replaces: tuple[str, ...] = ("ground", "shading")
    """Layers that are not drawn."""
    bare: tuple[str, ...] = ()
    """Hex terrain that is not drawn."""
    under: str = "terrain"
    """The layer that lies directly above it."""
    opacity: float = 1.0


class TerrainArt(Struct, frozen=True):
    """Pictures that stand for the drawing of hex terrain."""

    key: str
    terrains: tuple[str, ...]
    images: tuple[str, ...]
    """One for each hex in an irregular order, or the first one as a texture."""
    fit: Literal["hex", "tile"] = "hex"
    """`hex`: one picture fills one hex; `tile`: the picture is repeated over the whole area."""
    size: float = 1.0
    """Width of a picture, in hex sizes."""
    opacity: float = 1.0


class SymbolArt(Struct, frozen=True):
    """A picture in single hexes, as a rule instead of the buildings that would be drawn there."""

    key: str
    image: str
    hexes: tuple[int, ...]
    """Where it stands."""
    terrains: tuple[str, ...] = ()
    """Terrain by which the hexes were chosen."""
    size: float = 0.8
    """Longer side, in hex sizes."""
    offset: tuple[float, float] = (0.0, 0.0)
    """To the right and down from the centre of the hex, in hex sizes."""
    keeps_buildings: bool = False
    """Whether our buildings are drawn there as well."""


class MapArt(Struct, frozen=True):
    """All own pictures of a map."""

    base: tuple[BaseMap, ...] = ()
    terrain: tuple[TerrainArt, ...] = ()
    symbols: tuple[SymbolArt, ...] = ()

    @property
    def images(self) -> tuple[str, ...]:
        """Paths of all pictures, each once."""
        paths = [art.image for art in self.base]
        paths += [image for art in self.terrain for image in art.images]
        paths += [art.image for art in self.symbols]
        return tuple(dict.fromkeys(path for path in paths if path))

    def __bool__(self) -> bool:
        return bool(self.base or self.terrain or self.symbols)


NO_ART = MapArt()
"""A map that is drawn from its source alone."""
