"""Inlines: words with emphasis, little pictures, blanks and breaks, of which lines of the booklet are made.

Chapters make them of what a battle says, `lines` breaks them. They are values, so nothing that a battle
says can be taken for a command of the layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet.stylesheet import ACCENT, AWAY, INK, PT, QUIET, REMARK, RULE, TINT
from jdgtools.render.scene import Item, Polygon, Polyline, Rect, Stroke, TextItem
from jdgtools.render.text import cap_height, text_width, with_times

Weight: TypeAlias = Literal["", "semibold", "bold"]
Draw: TypeAlias = Callable[[float, float, list[Item]], None]
"""Adds items at (x, y) to a list."""

_BLANKS = re.compile(r"[ \t\r\n\f\v\u2028\u2029]+")
"""Where a line may end. A no-break space is none of them."""
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'")
_SINGLE = re.compile(r"(?<![^\s(„“«])([aeiouwyzàAEIOUWYZÀ]) (?=\w)")
"""A word of one letter, which in good typesetting never ends a line."""
_SPAN = re.compile(r"(?<=\d) (\w{1,2}|[–—]) (?=\d)")
"""What joins two numbers to a span, as in `3 to 8`; its end alone on a line would be read as a number."""
_COUNT = re.compile(r"(?<![\w-])(\d{1,3}(?= [a-zà-ž])|\d{1,3}(?:st|nd|rd|th|er|re|e)(?= [^\W\d_])) ")
"""A number and what it counts, as in `24 lb` and `2nd Foot`."""
_NUMBERED = re.compile(r"(?<=\w) (?=(?:[A-Z]{1,2}|[IVX]{1,4}|[−+]?\d|×\d+)(?:[,;)]|\.?$))")
"""A letter, code, number or count at the end of a phrase, as in `battery A`, `8 lb ×2`, `at least −4`."""
_MINUS = re.compile(r"(?<![^\s(\[/])-(?=\d)")


class Style(Struct, frozen=True):
    """How letters look; the defaults of a paragraph."""

    size: float
    """Points."""
    family: Literal["sans", "serif"] = "sans"
    weight: Weight = ""
    italic: bool = False
    color: str = INK
    leading: float = 0.55
    """From the baseline to the capitals of the next line, in sizes."""


class Run(Struct, frozen=True, tag=True):
    """Words in one style; None = as the paragraph."""

    text: str
    weight: Weight | None = None
    italic: bool | None = None
    size: float | None = None
    color: str | None = None
    is_raised: bool = False


class InlinePicture(Struct, frozen=True, tag=True):
    """A little picture among words; its draw function is called with the left end of its baseline."""

    width: float
    rise: float
    """Above the baseline."""
    drop: float
    """Below it."""
    draw: Draw
    words: str = ""
    """What it says, for those who read the text alone."""
    face: str = ""
    """Id of the counter's face that it shows, if it is one."""
    shows: str = ""
    """What it shows, for those who have it read to them."""


class Break(Struct, frozen=True, tag=True):
    """The end of a line."""


class LineFill(Struct, frozen=True, tag=True):
    """What follows stands at the right end of the line."""


class Blank(Struct, frozen=True, tag=True):
    """A blank of a certain width."""

    width: float


Inline: TypeAlias = Run | InlinePicture | Break | LineFill | Blank
Inlines: TypeAlias = tuple[Inline, ...]

BREAK: Inlines = (Break(),)
FILL: Inlines = (LineFill(),)
NONE: Inlines = ()


@lru_cache(maxsize=8192)
def text(plain: str) -> Inlines:
    """Return the words as they are, in printers' signs; nothing in them is taken as a command."""
    words = fine(plain).strip(" ")
    return (Run(words),) if words else NONE


def sentence(plain: str) -> str:
    """Return the words with a capital at their beginning, unless they begin with a sign such as `n-th`."""
    is_word = plain[1:2].isalpha() or plain[1:2] in (" ", "'", "’")
    return plain[:1].upper() + plain[1:] if is_word else plain


def literal(plain: str) -> Inlines:
    """Return the words with the blanks at their ends: what follows or precedes others on their line."""
    return (Run(fine(plain)),) if plain else NONE


def fine(plain: str) -> str:
    """Return the words with printers' apostrophes, minus, times and firm blanks for those of a keyboard."""
    words = with_times(_MINUS.sub("−", _APOSTROPHE.sub("’", _BLANKS.sub(" ", plain))))
    words = _COUNT.sub("\\1\u00a0", _SPAN.sub("\u00a0\\1\u00a0", words))
    return _SINGLE.sub("\\1\u00a0", _NUMBERED.sub("\u00a0", words))


def space(width: float) -> Inlines:
    """Return a blank, mm."""
    return (Blank(width),)


def join(between: Inlines, parts: Iterable[Inlines]) -> Inlines:
    """Put parts one after the other with something between them."""
    inlines: list[Inline] = []
    for number, part in enumerate(parts):
        if number:
            inlines += between
        inlines += part
    return tuple(inlines)


def lines(parts: Iterable[Inlines]) -> Inlines:
    """Put every part on a line of its own."""
    return join(BREAK, parts)


def words(inlines: Inlines) -> str:
    """Return the plain words of a text."""
    texts = [
        x.text if isinstance(x, Run) else x.words if isinstance(x, InlinePicture) else " " for x in inlines
    ]
    return " ".join("".join(texts).split())


def bold(inlines: Inlines) -> Inlines:
    """Make words bold."""
    return tuple(replace(x, weight="bold") if isinstance(x, Run) and x.weight is None else x for x in inlines)


def emphasis(inlines: Inlines) -> Inlines:
    """Set words in italics."""
    return tuple(replace(x, italic=True) if isinstance(x, Run) and x.italic is None else x for x in inlines)


def with_size(inlines: Inlines, size: float) -> Inlines:
    """Give words another size, points."""
    return tuple(replace(x, size=size) if isinstance(x, Run) and x.size is None else x for x in inlines)


def with_color(inlines: Inlines, color: str) -> Inlines:
    """Give words a colour."""
    return tuple(replace(x, color=color) if isinstance(x, Run) and x.color is None else x for x in inlines)


def small(inlines: Inlines) -> Inlines:
    """Make words small and grey, for remarks."""
    return with_color(with_size(inlines, REMARK), QUIET)


def choice(inlines: Inlines) -> Inlines:
    """Mark what a player may choose."""
    return with_size(emphasis(inlines), REMARK)


def away(inlines: Inlines) -> Inlines:
    """Mark what this map does not need."""
    return with_color(inlines, AWAY)


# --- where the value of a chart comes from ---------------------------------------------------------------


def rule_value(inlines: Inlines) -> Inlines:
    """Mark a value that the rules give."""
    return bold(inlines)


def house_value(inlines: Inlines) -> Inlines:
    """Mark a value of our own."""
    return (*inlines, Run("°", "", False, None, ACCENT))


def aid_value(inlines: Inlines, is_raised: bool = True) -> Inlines:
    """Mark a value of a public player aid."""
    return (*inlines, Run("p", "", False, None, QUIET, is_raised))


def battle_value(inlines: Inlines) -> Inlines:
    """Mark a value that the battle sets."""
    return with_color(bold((*inlines, Run("*"))), ACCENT)


# --- little pictures -------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def pill(plain: str) -> Inlines:
    """Return words on a tinted plate."""
    label, size = " ".join(fine(plain).split()), REMARK * PT
    wide, high = text_width(label, "sans-semibold", size), cap_height("sans-semibold", size)

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Rect(x, y - high - 0.6, wide + 2.2, high + 1.2, fill=TINT, rx=0.6))
        out.append(TextItem(x + 1.1, y, label, size, "sans-semibold", fill=INK))

    return (InlinePicture(wide + 2.2, high, 0.0, draw, label),)


@lru_cache(maxsize=64)
def swatch(color: str) -> Inlines:
    """Return a patch of a colour."""

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Rect(x, y - 2.3, 6.0, 2.6, fill=color, stroke=Stroke(INK, 0.3 * PT)))

    return (InlinePicture(6.0, 2.3, 0.0, draw),)


def _tick(x: float, y: float, out: list[Item]) -> None:
    out.append(Rect(x, y - 2.2, 2.6, 2.6, stroke=Stroke(QUIET, 0.5 * PT)))


TICK_BOX: Inlines = (InlinePicture(2.6, 2.2, 0.4, _tick),)


def _write(x: float, y: float, out: list[Item]) -> None:
    out.append(Rect(x, y - 3.0, 11.0, 4.2, fill="#ffffff", stroke=Stroke(RULE, 0.5 * PT)))


WRITE_BOX: Inlines = (InlinePicture(11.0, 2.4, 0.4, _write),)
"""Room for a number written by hand."""


def _add_tick(x: float, y: float, out: list[Item]) -> None:
    _tick(x, y, out)
    cross = Stroke(ACCENT, 0.45)
    out.append(Polyline(((x + 0.4, y - 1.8), (x + 2.2, y)), cross))
    out.append(Polyline(((x + 0.4, y), (x + 2.2, y - 1.8)), cross))


TICKED_BOX: Inlines = (InlinePicture(2.6, 2.2, 0.4, _add_tick),)

_TURNS = {"↑": 0, "↗": 1, "→": 2, "↘": 3, "↓": 4, "↙": 5, "←": 6, "↖": 7}
ARROWS = re.compile(f"([{''.join(_TURNS)}])")
_OUTLINE = (
    ((0.0, -1.0), (0.62, -0.2), (0.17, -0.2), (0.17, 1.0), (-0.17, 1.0), (-0.17, -0.2), (-0.62, -0.2)),
    ((0.7, -0.7), (0.62, 0.28), (0.29, -0.05), (-0.59, 0.83), (-0.83, 0.59), (0.05, -0.29), (-0.28, -0.62)),
)
"""Arrows to the north and to the north east; quarter turns make the others."""


@lru_cache(maxsize=512)
def arrow(sign: str, size: float, color: str) -> InlinePicture:
    """Return an arrow as high as capitals of a size in mm: no face has all eight."""
    turn = _TURNS[sign]
    half = 0.37 * size
    points = list(_OUTLINE[turn % 2])
    for _ in range(turn // 2):
        points = [(-y, x) for x, y in points]

    def draw(x: float, y: float, out: list[Item]) -> None:
        shape = tuple((x + half + half * px, y - half + half * py) for px, py in points)
        out.append(Polygon(shape, fill=color))

    return InlinePicture(2 * half, 2 * half, 0.0, draw, sign)
