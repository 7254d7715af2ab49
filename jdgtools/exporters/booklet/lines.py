"""Inlines broken into lines, measured, and drawn.

`words_of` measures the words of a text once; `set_words` breaks them into lines of a width; `Lines.draw`
adds the lettering to a list of items. Widths are exact: they are those of the fonts that the PDF carries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet.inlines import (
    ARROWS,
    Blank,
    Break,
    InlinePicture,
    Inlines,
    LineFill,
    Run,
    Style,
    Weight,
    arrow,
)
from jdgtools.exporters.booklet.stylesheet import PT
from jdgtools.render.scene import Group, Item, Tag, TextItem
from jdgtools.render.text import cap_height, text_width

Align: TypeAlias = Literal["left", "center", "right"]

_FONTS: dict[tuple[str, Weight, bool], str] = {
    ("sans", "", False): "sans",
    ("sans", "semibold", False): "sans-semibold",
    ("sans", "bold", False): "sans-bold",
    ("sans", "", True): "sans-italic",
    ("sans", "semibold", True): "sans-italic",
    ("sans", "bold", True): "sans-bold",
    ("serif", "", False): "serif",
    ("serif", "semibold", False): "serif-bold",
    ("serif", "bold", False): "serif-bold",
    ("serif", "", True): "serif-italic",
    ("serif", "semibold", True): "serif-bold-italic",
    ("serif", "bold", True): "serif-bold-italic",
}
_TO_THE_LEFT = frozenset((":", ";", "!", "?", "»", "%", "”"))
"""Signs that other languages than English set apart, but never at the beginning of a line."""
_RAISED = 0.62
"""Size of raised letters."""


class Letters(Struct, frozen=True):
    """Letters of one kind without a gap."""

    text: str
    font: str
    size: float
    """mm"""
    color: str
    width: float
    lift: float = 0.0


Piece: TypeAlias = Letters | InlinePicture | float
"""A float is a blank that no line ends at."""


class _Word(Struct):
    """Pieces that stay together."""

    pieces: list[Piece]
    width: float
    gap: float
    """Blank before it, unless it begins a line."""
    fill: bool = False
    """Whether it and what follows stand at the right end."""


Words: TypeAlias = "tuple[_Word | None, ...]"
"""Words with the blanks before them; None = a line ends here."""


class SetLine(Struct, frozen=True):
    """One line of type as it is set: its words with the places where they begin."""

    pieces: tuple[tuple[float, Piece], ...]
    width: float
    """Of its words, mm."""
    rise: float
    drop: float
    after: str = ""
    """The blank at which the next line begins, for those who hear or copy the text; empty within a word."""


class Lines(Struct, frozen=True):
    """A paragraph, from the capitals of the first line to the baseline of the last."""

    lines: tuple[SetLine, ...]
    width: float
    """Of the measure that it was set to."""
    height: float
    leading: float
    align: Align = "left"
    hanging: float = 0.0
    """How far all lines but the first stand in."""

    @property
    def natural(self) -> float:
        """Width of the longest line."""
        return max((line.width for line in self.lines), default=0.0)

    def part(self, start: int, end: int) -> Lines:
        """Return some of the lines as a paragraph."""
        lines = self.lines[start:end]
        height = sum(line.rise + line.drop for line in lines) + self.leading * (len(lines) - 1)
        return replace(self, lines=lines, height=height)

    def draw(self, x: float, y: float, out: list[Item]) -> None:
        """Add the lettering with the upper left corner of the paragraph at (x, y)."""
        for number, line in enumerate(self.lines):
            y += line.rise
            left = x + (self.hanging if number else 0.0)
            if self.align != "left":
                spare = self.width - line.width
                left += spare / 2 if self.align == "center" else spare
            _draw_line(line, left, y, out)
            y += line.drop + self.leading


def _draw_picture(picture: InlinePicture, x: float, y: float, out: list[Item]) -> None:
    """Draw a little picture, with what it says to those who do not see it."""
    items: list[Item] = []
    picture.draw(x, y, items)
    is_spoken = picture.words and not any(isinstance(item, TextItem) for item in items)
    if picture.shows:
        out.append(Group(tuple(items), tag=Tag("Figure", alt=picture.shows)))
    elif is_spoken:
        out.append(Group(tuple(items), tag=Tag("Span", actual=picture.words)))
    else:
        out += items


def _draw_line(line: SetLine, x: float, y: float, out: list[Item]) -> None:
    """Draw a line: neighbours of one kind become one item, so that a search finds whole sentences.

    Each knows the blank that follows it: who reads the structure of a file joins them as they are.
    """
    text, begin, end = "", 0.0, 0.0
    last: Letters | None = None

    def put(after: str) -> None:
        assert last is not None
        item = TextItem(x + begin, y - last.lift, text, last.size, last.font, fill=last.color, after=after)
        out.append(item)

    for at, piece in line.pieces:
        if isinstance(piece, Letters):
            if last is not None and (
                piece.font == last.font
                and piece.size == last.size
                and piece.color == last.color
                and piece.lift == last.lift
                and at - end < 0.5 * piece.size
            ):
                text += f" {piece.text}" if at - end > 0.01 else piece.text
            else:
                if last is not None:
                    put(" " if at - end > 0.01 else "")
                text, begin, last = piece.text, at, piece
            end = at + piece.width
        elif isinstance(piece, InlinePicture):
            _draw_picture(piece, x + at, y, out)
    if last is not None:
        put(line.after)


@lru_cache(maxsize=16384)
def em_width(string: str, font: str) -> float:
    """Return the width of letters, in sizes."""
    return text_width(string, font, 1.0)


def set_lines(
    inlines: Inlines, style: Style, width: float, align: Align = "left", hanging: float = 0.0
) -> Lines:
    """Break a text into lines of a width (mm)."""
    return set_words(words_of(inlines, style), style, width, align, hanging)


def set_even_lines(
    inlines: Inlines, style: Style, width: float, align: Align = "left", hanging: float = 0.0
) -> Lines:
    """Break a text into as many lines as a width (mm) takes, of nearly the same length."""
    words = words_of(inlines, style)
    lines = set_words(words, style, width, align, hanging)
    if len(lines.lines) < 2:
        return lines
    least, most = widest_word(words), width
    for _ in range(7):
        middle = (least + most) / 2
        narrower_lines = set_words(words, style, middle, align, hanging)
        if len(narrower_lines.lines) > len(lines.lines):
            least = middle
        else:
            most, lines = middle, narrower_lines
    return replace(lines, width=width)


def set_words(words: Words, style: Style, width: float, align: Align = "left", hanging: float = 0.0) -> Lines:
    """Break measured words into lines of a width (mm).

    Words that are wider than the measure are broken, first behind hyphens, then anywhere.
    """
    cap = cap_height(_FONTS[style.family, style.weight, style.italic], style.size * PT)
    lines: list[SetLine] = []
    row: list[_Word] = []
    row_before: list[_Word] = []
    """The words of the line before, if the last line goes on from it."""
    filled_width = 0.0

    def room() -> float:
        return width - (hanging if lines else 0.0) + 1e-6

    def even() -> None:
        """Give a last word that stands alone the one before it, if its line gets no longer than that one."""
        if len(row) != 1 or len(row_before) < 2 or any(word.fill for word in (*row_before, *row)):
            return
        other = row_before[-1]
        last_width = other.width + row[0].gap + row[0].width
        if last_width <= min(room(), _width(row_before) - other.gap - other.width):
            lines[-1] = _line(row_before[:-1], cap, width, " ")
            row.insert(0, other)

    def finish(after: str = " ") -> None:
        nonlocal filled_width
        lines.append(_line(row, cap, room() - 1e-6, after))
        row_before[:] = row if after else ()
        row.clear()
        filled_width = 0.0

    for word in words:
        if word is None:
            even()
            finish()
            row_before.clear()
            continue
        if row and filled_width + word.gap + word.width > room():
            finish()
        if word.width > room():
            for number, part in enumerate(_break_word(word, room)):
                if row:
                    finish("" if number else " ")
                row.append(part)
                filled_width = part.width
            continue
        filled_width += (word.gap if row else 0.0) + word.width
        row.append(word)
    if row or not lines:
        even()
        finish()
    lines[-1] = replace(lines[-1], after="")
    leading = style.leading * style.size * PT
    height = sum(line.rise + line.drop for line in lines) + leading * (len(lines) - 1)
    return Lines(tuple(lines), width, height, leading, align, hanging)


def _width(row: Sequence[_Word]) -> float:
    return sum(word.width for word in row) + sum(word.gap for word in row[1:])


def natural_width(words: Words) -> float:
    """Return the width of a text when nothing but its own breaks breaks it, mm."""
    best = row = 0.0
    first = True
    for word in words:
        if word is None:
            best, row, first = max(best, row), 0.0, True
            continue
        row += word.width if first else word.gap + word.width
        first = False
    return max(best, row)


def widest_word(words: Words) -> float:
    """Return the width of the widest word, mm."""
    return max((word.width for word in words if word is not None), default=0.0)


@lru_cache(maxsize=4096)
def words_of(inlines: Inlines, style: Style) -> Words:
    """Return the words of a text, measured. Cells of charts say the same again and again."""
    return tuple(_words(inlines, style))


def _line(row: list[_Word], high: float, room: float, after: str) -> SetLine:
    pieces: list[tuple[float, Piece]] = []
    x, rise, drop = 0.0, high, 0.0
    fill_start: int | None = None
    for number, word in enumerate(row):
        if number:
            x += word.gap
        if word.fill and fill_start is None:
            fill_start = len(pieces)
        for piece in word.pieces:
            pieces.append((x, piece))
            if isinstance(piece, Letters):
                x += piece.width
            elif isinstance(piece, InlinePicture):
                rise, drop = max(rise, piece.rise), max(drop, piece.drop)
                x += piece.width
            else:
                x += piece
    if fill_start is not None and x < room:
        pieces[fill_start:] = [(at + room - x, piece) for at, piece in pieces[fill_start:]]
        x = room
    return SetLine(tuple(pieces), x, rise, drop, after)


def _words(inlines: Inlines, style: Style) -> Iterator[_Word | None]:
    """Yield the words of a text with the blanks before them; None = a line ends here."""
    word: _Word | None = None
    gap = 0.0
    fill = False
    for inline in inlines:
        if isinstance(inline, Run):
            font, size, color, lift = _kind(inline, style)
            blank = em_width(" ", font) * size
            for number, part in enumerate(inline.text.split(" ")):
                if number:
                    if word is not None and (part in _TO_THE_LEFT or _opens(word)):
                        word.pieces.append(blank)
                        word.width += blank
                    else:
                        if word is not None:
                            yield word
                            fill = False
                        word, gap = None, blank
                if part:
                    pieces = _pieces(part, font, size, color, lift)
                    if word is None:
                        word = _Word([], 0.0, gap, fill)
                    word.pieces += pieces
                    for piece in pieces:
                        word.width += piece.width
        elif isinstance(inline, InlinePicture):
            if word is None:
                word = _Word([], 0.0, gap, fill)
            word.pieces.append(inline)
            word.width += inline.width
        else:
            if word is not None:
                yield word
                fill = False
            word, gap = None, 0.0
            if isinstance(inline, Blank):
                gap = inline.width
            elif isinstance(inline, LineFill):
                fill, gap = True, 2.0
            elif isinstance(inline, Break):
                yield None
    if word is not None:
        yield word


def _opens(word: _Word) -> bool:
    """Return whether a word is a sign that never ends a line."""
    first = word.pieces[0]
    return isinstance(first, Letters) and first.text == "«" and len(word.pieces) == 1


def _kind(run: Run, style: Style) -> tuple[str, float, str, float]:
    weight = style.weight if run.weight is None else run.weight
    italic = style.italic if run.italic is None else run.italic
    size = (style.size if run.size is None else run.size) * PT
    font = _FONTS[style.family, weight, italic]
    lift = 0.0
    if run.is_raised:
        lift, size = 0.32 * size, _RAISED * size
    return font, size, run.color or style.color, lift


@lru_cache(maxsize=16384)
def _pieces(
    part: str, font: str, size: float, color: str, lift: float
) -> tuple[Letters | InlinePicture, ...]:
    """Return the letters of a word, and drawn arrows where it has some."""
    pieces: list[Letters | InlinePicture] = []
    for string in ARROWS.split(part):
        if ARROWS.match(string):
            pieces.append(arrow(string, size, color))
        elif string:
            letters = string.replace("\u00a0", " ").replace("\u202f", " ")
            pieces.append(Letters(letters, font, size, color, em_width(letters, font) * size, lift))
    return tuple(pieces)


def _break_word(word: _Word, room: object) -> Iterator[_Word]:
    """Yield parts of a word that is wider than a line; pictures stay whole."""
    assert callable(room)
    part = _Word([], 0.0, 0.0, word.fill)
    for piece in word.pieces:
        if not isinstance(piece, Letters):
            wide = piece if isinstance(piece, float) else piece.width
            if part.pieces and part.width + wide > room():
                yield part
                part = _Word([], 0.0, 0.0)
            part.pieces.append(piece)
            part.width += wide
            continue
        rest = piece.text
        while rest:
            fits = _letters_that_fit(rest, piece, room() - part.width)
            if fits == 0 and part.pieces:
                yield part
                part = _Word([], 0.0, 0.0)
                continue
            cut = rest[: max(1, fits)]
            width = em_width(cut, piece.font) * piece.size
            part.pieces.append(Letters(cut, piece.font, piece.size, piece.color, width, piece.lift))
            part.width += width
            rest = rest[len(cut) :]
            if rest:
                yield part
                part = _Word([], 0.0, 0.0)
    if part.pieces:
        yield part


def _letters_that_fit(text: str, piece: Letters, room: float) -> int:
    """Return how many letters fit, up to the last hyphen or slash among them if there is one."""
    most = 16  # a word without end is never measured as a whole for each of its lines
    while most < len(text) and em_width(text[:most], piece.font) * piece.size <= room:
        most *= 2
    count = 0
    for count in range(min(most, len(text)), -1, -1):
        if em_width(text[:count], piece.font) * piece.size <= room:
            break
    if count == len(text):
        return count
    hyphen = max((text.rfind(sign, 0, count) for sign in "-/–,"), default=-1)
    return hyphen + 1 if hyphen > 0 else count
