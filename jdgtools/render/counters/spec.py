"""What is printed on a counter, as data: a series says it, ``face.py`` draws it.

Lengths are face units: the short edge of a counter is 15 units, whatever its size on paper. A counter of two
hexes is 30 units wide. Colours are "#rrggbb", "$ground", "$ink", "$soft" (the ground, paler), "$deep" (the
ground, darker), "$figure" (the drawing on the ground), "?COLOUR" (dark or light, whichever stands out on that
colour), or a key of the theme's section ``counters``, such as "marker.marker_order".
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import MarkerDef, SeriesDef
    from jdgtools.model.pieces import ActivationMarker, Leader, Unit

EDGE = 15.0
"""Face units along the short edge."""

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height in face units, from the upper left corner."""
Kind: TypeAlias = Literal["unit", "leader", "activation", "marker"]
Side: TypeAlias = Literal["front", "back"]
ArtType: TypeAlias = Literal["image/png", "image/jpeg", "image/svg+xml"]


class CounterColors(Struct, frozen=True):
    """Colours of a counter."""

    key: str
    """Theme key below ``counters``, e.g. ``nation.french``; unknown nations share ``nation.*``."""
    color: str | None = None
    """The battle's own colour instead."""
    ink: str | None = None
    """The battle's own lettering colour; None = chosen for contrast."""


StripePattern: TypeAlias = Literal["", "bars", "dots", "lines", "checks"]
"""Second sign of a stripe whose colour some readers take for another's; '' = none."""


class Fill(Struct, frozen=True):
    """Coloured area: a stripe, a plate, a frame, a disc."""

    box: Box
    color: str | None
    outline: str | None = None
    width: float = 0.25
    """Of the outline."""
    shape: Literal["rect", "round", "ellipse", "diamond", "hex", "arrow"] = "rect"
    pattern: StripePattern = ""
    """Of a stripe, a rectangle without outline."""


class Band(Struct, frozen=True):
    """White band over the face that marks its worse side."""

    box: Box
    direction: Literal["rising", "level"]
    width: float
    color: str = "band"


class Figure(Struct, frozen=True):
    """Drawn symbol of an arm (``render.symbols``) or of a marker (``signs``)."""

    box: Box
    symbol: str
    ink: str = "$ink"
    paper: str = "$ground"
    mirror: bool = False
    """Left and right exchanged."""
    dress: tuple[str, ...] = ()
    """Names of what the figure wears, the nearest first, see `dress`; () = drawn in ink alone."""
    livery: tuple[str, str] = ("", "")
    """Colours of coat and facings, whatever the dress says; '' = as the dress says."""
    wearer: str = ""
    """Id of the unit, which the theme may give another dress."""


class Shield(Struct, frozen=True):
    """Coat of arms from a description in plain words, see ``jdgtools.blazon``."""

    box: Box
    blazon: str
    color: str = ""
    """Of a plain shield, when there is no blazon."""


class ArtPicture(Struct, frozen=True):
    """Picture that the project brings, already read and judged harmless, see ``art``."""

    box: Box
    data: bytes
    media_type: ArtType
    pixels: tuple[int, int]
    """Width and height; of a drawing their proportions alone count."""

    def __repr__(self) -> str:
        return f"ArtPicture({self.box!r}, {len(self.data)} bytes, {self.media_type!r}, {self.pixels!r})"


class NameGroup(Struct, frozen=True, dict=True, cache_hash=True):
    """Names that stand together: their units print their short forms all or none.

    One record serves all units of a command, so that hundreds of them do not compare hundreds of names.
    """

    names: tuple[tuple[str, str], ...]
    """Name and short form of each unit that has both."""


class Lettering(Struct, frozen=True):
    """A line, or a few lines, of text that must stay inside its box."""

    box: Box
    wordings: tuple[str, ...]
    """From the full text to the shortest; the first that fits at a readable size is printed."""
    size: float
    """Largest font size, face units; lettering shrinks to fit."""
    font: str = "sans-bold"
    align: Literal["start", "middle", "end"] = "middle"
    color: str = "$ink"
    lines: int = 1
    """Largest number of lines that the text may be broken into."""
    essential: bool = True
    """Whether the game needs it: then it is never smaller than 5 pt on paper."""
    on_band: bool = False
    """Whether a white band may lie below: pale lettering then gets an edge of the ground colour."""
    is_turned: bool = False
    """Whether it reads upwards, along the left edge."""
    rating: str = ""
    """Id of the rating that it shows; '' = a name or a legend."""
    author_wordings: int = 1
    """How many of the wordings a person wrote; the others were made by rule and come last."""
    companions: NameGroup | None = None
    """Of the units of the same command; None = the name stands for itself."""


Part: TypeAlias = Fill | Band | Figure | Shield | ArtPicture | Lettering


class FaceSpec(Struct, frozen=True, dict=True):
    """One side of a counter."""

    title: str
    """Says in words what it is; not printed."""
    colors: CounterColors
    parts: tuple[Part, ...]
    """In the order in which they are drawn."""
    hexes: int = 1
    """Width in hexes."""


class FaceContext(Struct, frozen=True, dict=True):
    """What a series needs to make faces of a battle."""

    battle: Battle
    language: str
    project: Path | None = None
    """Folder with the designer's own pictures; None = none are read."""

    @cached_property
    def name_groups(self) -> dict[tuple[object, ...], NameGroup]:
        """Return the groups of names that were made so far, by what they were made of."""
        return {}


class FaceRules(Protocol):
    """What a series prints on its counters (hook ``faces``/``FACES``)."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return the front or back of a unit."""
        ...

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec | None:
        """Return the front or back of a leader; None = this side is blank, or he has no counter (front)."""
        ...

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec | None:
        """Return the front or back of an activation marker; all backs of a side are equal."""
        ...

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return the front or back of a marker of the inventory; None = blank."""
        ...


class Counter(Struct, frozen=True):
    """A counter of a battle, as often as it is printed."""

    id: str
    """Unique: ``unit-ID``, ``leader-ID``, ``activation-ID``, ``marker-ID``, ``marker-ID-NUMBER``,
    ``marker-ID-LEADER``."""
    kind: Kind
    subject: str
    """Id of the unit, leader, activation marker or marker."""
    title: str
    front: FaceSpec
    back: FaceSpec | None
    front_name: str
    """File-safe name of the picture, without suffix; equal faces have equal names."""
    back_name: str | None
    copies: int = 1
    group: str = ""
    """Command or side id that it belongs to, leader id for his own marker; '' = the battle."""
    number: int | None = None
    """Number printed on a marker of a numbered row."""

    @property
    def hexes(self) -> int:
        """Width in hexes, 1 or 2."""
        return self.front.hexes
