"""What a survey of the ground (GIS data) says of a map, before the designer's own words are put over it.

A battle whose map.yaml has `geometry:` gets its terrain, levels, hexsides and ways from geometry in
metres. The package `jdgtools.gis` makes a `Survey`; `model.build_ground` joins it with the pictures
and lists of map.yaml, which come first wherever they speak.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct, field

from jdgtools.hexgrid import Hexside
from jdgtools.hexgrid.layout import Point
from jdgtools.model.map import HexsideFeature, NamedPlace, Region, Way

if TYPE_CHECKING:
    from jdgtools.hexgrid.layout import Layout
    from jdgtools.model.hex_reader import HexReader

CallKind = Literal["terrain", "level", "way", "bank"]
"""What a close call is about; also the block of `overrides:` that settles it (`levels`, `ways`, `banks`)."""


class CloseCall(Struct, frozen=True):
    """A hex about which the survey could well have said something else."""

    kind: CallKind
    hex: int
    chosen: str
    """What the survey says: the value that pins it under `overrides:`."""
    other: str
    """What it would say instead."""
    margin: float
    """How far the measure is from the other side, in shares of a hex (area, width) or of a level."""
    why: str
    """The numbers in words."""


class GroundShape(Struct, frozen=True):
    """The outline of an area of terrain as surveyed, for drawing."""

    terrain: str
    rings: tuple[tuple[Point, ...], ...]
    """Outer ring first, then holes; closed. Unit: the distance of opposite hexsides; x to the right, y down,
    from the upper left corner of the bounding box of the grid."""

    def on(self, layout: Layout) -> tuple[tuple[Point, ...], ...]:
        """Return the rings on paper, where `layout` puts the hexes."""
        x, y = layout.origin
        across, down = layout.size, layout.size
        column_step = layout.step / (sqrt(3) / 2)
        if layout.grid.orientation == "flat":
            across = column_step
        else:
            down = column_step
        return tuple(tuple((x + u * across, y + v * down) for u, v in ring) for ring in self.rings)


class Survey(Struct, frozen=True):
    """Everything that geometry says of a map; arrays are indexed by hex index."""

    terrain: tuple[str | None, ...]
    levels: tuple[int, ...] | None = None
    """None = the survey has no heights."""
    playable: tuple[bool, ...] | None = None
    """None = the survey has no outline of the playable area."""
    features: tuple[HexsideFeature, ...] = ()
    ways: tuple[Way, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    regions: tuple[Region, ...] = ()
    rises: Mapping[str, int] = field(default_factory=dict)
    """Hexside terrain -> smallest difference of levels at which it stands; empty = no slopes from levels."""
    sides: Mapping[Hexside, tuple[str, int | None]] = field(default_factory=dict)
    """Hexsides on which the designer has the last word: terrain id, or "none"; inner hex where known."""
    calls: tuple[CloseCall, ...] = ()
    """In order of kind and hex; calls that the designer has settled are absent."""
    shapes: tuple[GroundShape, ...] = ()
    """Outlines to draw, lowest first; empty unless `geometry: {shapes: true}`."""


class Surveyor(Protocol):
    """Makes the survey of a map; handed to the model builder by whoever reads the files."""

    def __call__(self, hexes: HexReader, features_of_file: tuple[HexsideFeature, ...]) -> Survey | None:
        """Return the survey, or None after diagnostics.

        Args:
            hexes: grid, root and hex numbers of the map file.
            features_of_file: hexside features that the map file writes itself.
        """
        ...
