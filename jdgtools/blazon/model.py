"""What a blazon, a coat of arms in the words of heralds, says as data.

The parser makes a `Blazon` of the text: a field with its division, and charges, which may bear charges.
`shield` draws it. Words that are not understood become a `BlazonProblem` with their place in the text.
"""

from __future__ import annotations

from msgspec import Struct


class BlazonProblem(Struct, frozen=True):
    """Words of a blazon that could not be understood."""

    text: str
    """The words as they are written; '' where one is missing."""
    start: int
    """Offset of their first character in the blazon."""
    end: int
    """Offset after their last character."""
    message: str
    """What is wrong, as a clause."""
    hint: str
    """What may have been meant, or where the words belong."""


class Charge(Struct, frozen=True):
    """Something borne on a field: an ordinary or a common charge, once or several times."""

    kind: str
    """Value of ``ORDINARIES`` or ``CHARGES``."""
    tincture: str
    count: int = 1
    arrangement: str = ""
    """``pale``, ``fess``, ``bend``, ``cross``, ``orle``: how several stand; '' = two and one."""
    place: str = ""
    """``chief``, ``base``, ``canton``: where on the shield; '' = the middle."""
    on: tuple[Charge, ...] = ()
    """What it bears itself."""
    between: tuple[Charge, ...] = ()
    """What stands around it."""
    line: str = ""
    """Kind of its edges, value of ``LINES``; '' = straight."""
    has_cotises: bool = False
    """Whether a narrow strip runs along each side of it."""
    pattern: Field | None = None
    """Stripes or checks of an ordinary; ``tincture`` is then the first of their tinctures."""


class Field(Struct, frozen=True):
    """Ground of a shield."""

    kind: str
    """``plain``, ``per pale``, ``quarterly``, ``barry`` … or ``quarters`` with blazons of their own."""
    tinctures: tuple[str, ...]
    count: int = 0
    """Number of stripes; 0 = the usual one."""
    quarters: tuple[Blazon, ...] = ()
    """Upper left, upper right, lower left, lower right."""
    semy: Charge | None = None
    """Small charge all over the (first) tincture."""
    line: str = ""
    """Kind of the line that divides it, value of ``LINES``; '' = straight."""


class Blazon(Struct, frozen=True):
    """A whole coat of arms."""

    field: Field
    charges: tuple[Charge, ...] = ()
    problems: tuple[BlazonProblem, ...] = ()
    """What could not be understood, in order."""
