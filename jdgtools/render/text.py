"""Lettering: the bundled faces, exact widths without any font library, fitting and lettering along lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, json

from jdgtools.render.scene import Halo, Paint, Point, TextItem

FONT_FOLDER = Path(__file__).parent / "fonts"
MM_PER_POINT = 25.4 / 72


_TIMES = re.compile(r"(?<![^\s(])x(?=\d)")


def typographic(name: str) -> str:
    """Return a name with the apostrophes of printed books and `×2` for `x2`."""
    return with_times(name.replace("'", "’"))


def with_times(words: str) -> str:
    """Return words with `×2` for the `x2` of a keyboard."""
    return _TIMES.sub("×", words)


class Face(Struct, frozen=True):
    """One bundled font face as CSS and the files name it."""

    file: str
    family: str
    weight: int = 400
    style: Literal["normal", "italic"] = "normal"
    small_caps: bool = False
    stretch: Literal["", "condensed"] = ""
    base_family: str = ""
    """Family without the width, for renderers that read the width as a property of its own."""

    @property
    def css_family(self) -> str:
        """Families in order of preference, for an SVG attribute."""
        return f"{self.family}, {self.base_family}" if self.base_family else self.family


def _sans(file: str, weight: int, style: Literal["normal", "italic"] = "normal") -> Face:
    return Face(file, "IBM Plex Sans Condensed", weight, style, False, "condensed", "IBM Plex Sans")


_SERIF = "EB Garamond"
FONTS: dict[str, Face] = {
    "sans": _sans("IBMPlexSansCondensed-400Regular.ttf", 400),
    "sans-semibold": _sans("IBMPlexSansCondensed-600SemiBold.ttf", 600),
    "sans-bold": _sans("IBMPlexSansCondensed-700Bold.ttf", 700),
    "sans-italic": _sans("IBMPlexSansCondensed-400Regular_Italic.ttf", 400, "italic"),
    "serif": Face("EBGaramond-400Regular.ttf", _SERIF),
    "serif-italic": Face("EBGaramond-400Regular_Italic.ttf", _SERIF, 400, "italic"),
    "serif-bold": Face("EBGaramond-600SemiBold.ttf", _SERIF, 600),
    "serif-bold-italic": Face("EBGaramond-600SemiBold_Italic.ttf", _SERIF, 600, "italic"),
    "serif-sc": Face("EBGaramond-400Regular.ttf", _SERIF, 400, "normal", True),
    "serif-bold-sc": Face("EBGaramond-600SemiBold.ttf", _SERIF, 600, "normal", True),
}
"""Font key -> face. Sans: sturdy, condensed, all figures equally wide. Serif: map lettering."""


class Metrics(Struct, frozen=True):
    """Measures of one face, in em."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float
    advances: dict[str, float]
    pairs: dict[str, tuple[int, int]]
    """Character -> its classes as left and as right partner."""
    kerning: list[list[int]]
    """[left class][right class] -> correction between the two, in units."""
    units: int
    """Units per em."""


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    tables: dict[str, Any] = json.decode((FONT_FOLDER / "metrics.json").read_bytes())
    return tables


@lru_cache(maxsize=32)
def metrics(font: str) -> Metrics:
    """Return the measures of the face with this key.

    Raises:
        KeyError: no such font key.
    """
    raw = _tables()[font]
    units = raw["units"]
    chars = raw["chars"]
    return Metrics(
        raw["ascent"] / units,
        raw["descent"] / units,
        raw["cap"] / units,
        raw["x"] / units,
        {c: a / units for c, a in zip(chars, raw["advance"], strict=True)},
        dict(zip(chars, zip(raw["left"], raw["right"], strict=True), strict=True)),
        raw["pairs"],
        units,
    )


def text_width(string: str, font: str, size: float, letter_spacing: float = 0.0) -> float:
    """Return the advance width in mm of the string at font size ``size`` mm, kerning included.

    A character that the face lacks counts as wide as "n". The space after the last letter is not counted.
    """
    face = metrics(font)
    advances, pairs, kerning, units = face.advances, face.pairs, face.kerning, face.units
    default = advances["n"]
    total = 0.0
    left = -1
    for char in string:
        total += advances.get(char, default)
        classes = pairs.get(char)
        if classes is None:
            left = -1
            continue
        if left >= 0:
            correction = kerning[left][classes[1]]
            if correction:
                total += correction / units
        left = classes[0]
    return total * size + letter_spacing * max(0, len(string) - 1)


def cap_height(font: str, size: float) -> float:
    """Return the height of capitals and figures, mm."""
    return metrics(font).cap_height * size


def x_height(font: str, size: float) -> float:
    """Return the height of small letters without ascenders, mm."""
    return metrics(font).x_height * size


def ascent(font: str, size: float) -> float:
    """Return the distance from the baseline to the top of the line, mm."""
    return metrics(font).ascent * size


def descent(font: str, size: float) -> float:
    """Return the distance from the baseline to the bottom of the line, mm (positive)."""
    return metrics(font).descent * size


DESCENDERS = frozenset("gjpqyQÇçąęĄĘŞşţŢ,;()[]/|@$§ßƒ§")
"""Characters that hang below the line in some face."""
_ONLY_IN_ITALIC, _NOT_AS_SMALL_CAPITALS = frozenset("fß"), frozenset("gjpy")
_ON_LINE, _DEEP = 0.22, 0.29
"""What a box keeps below the line, in em: enough for the sans; the descenders of the serif are longer."""


def drop(string: str, font: str) -> float:
    """Return how far the box about a string reaches below its line, as a share of its size."""
    face = FONTS[font]
    hanging = DESCENDERS | _ONLY_IN_ITALIC if face.style == "italic" else DESCENDERS - _ONLY_IN_ITALIC
    if face.small_caps:
        hanging = hanging - _NOT_AS_SMALL_CAPITALS
    return _ON_LINE if face.family != _SERIF or hanging.isdisjoint(string) else _DEEP


def points(size: float) -> float:
    """Return the font size in points for a size in mm."""
    return size / MM_PER_POINT


def fit(string: str, font: str, max_width: float, sizes: Iterable[float]) -> float | None:
    """Return the first size (mm, largest first) at which the string fits ``max_width``, or None."""
    unit = text_width(string, font, 1.0)
    return next((size for size in sizes if unit * size <= max_width), None)


def ends_loose(line: str) -> bool:
    """Return whether the last word of a line belongs to the next: an initial, one letter, an ordinal."""
    last = line.split()[-1].lstrip("(") if line.strip() else ""
    word = last.rstrip(".")
    return (len(word) == 1 and word.isalpha()) or (word.isdigit() and word != last)


def wrap(string: str, font: str, size: float, max_width: float) -> list[str]:
    """Return lines of at most ``max_width`` mm, broken at spaces; a longer word stands alone.

    An initial stays with its name, a word of one letter and an ordinal with the next word, where both have
    room on a line.
    """
    lines: list[str] = []
    for paragraph in string.split("\n"):
        words: list[str] = []
        for word in paragraph.split():
            pair = f"{words[-1]} {word}" if words and ends_loose(words[-1]) else ""
            if pair and text_width(pair, font, size) <= max_width:
                words[-1] = pair
            else:
                words.append(word)
        line = ""
        for word in words:
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, font, size) > max_width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def baseline_offset(text: TextItem) -> float:
    """Return how far the baseline lies below ``text.y``, mm, before rotation."""
    if text.baseline == "alphabetic":
        return 0.0
    face = metrics(text.font)
    share = {"middle": face.cap_height / 2, "top": face.cap_height, "bottom": -face.descent}[text.baseline]
    return share * text.size


def text_box(text: TextItem) -> tuple[Point, Point, Point, Point]:
    """Return the corners of the box about the lettering (from capitals to descenders), turned."""
    width = text_width(text.string, text.font, text.size, text.letter_spacing)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    base = baseline_offset(text)
    top = base - cap_height(text.font, text.size)
    bottom = base + drop(text.string, text.font) * text.size
    right = left + width
    if text.rotate == 0.0:
        x, y = text.x, text.y
        return (x + left, y + top), (x + right, y + top), (x + right, y + bottom), (x + left, y + bottom)
    c, s = math.cos(math.radians(text.rotate)), math.sin(math.radians(text.rotate))

    def corner(dx: float, dy: float) -> Point:
        return (text.x + c * dx - s * dy, text.y + s * dx + c * dy)

    return corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)


def text_bounds(text: TextItem) -> tuple[float, float, float, float]:
    """Return the smallest upright box around the lettering: left, top, right, bottom."""
    corners = text_box(text)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def text_along(
    line: Sequence[Point],
    string: str,
    font: str,
    size: float,
    *,
    start: float | None = None,
    letter_spacing: float = 0.0,
    offset: float = 0.0,
    fill: Paint = "#000000",
    halo: Halo | None = None,
) -> tuple[TextItem, ...]:
    """Set letters one by one along a chain of points, each turned to the line at its own middle.

    Args:
        line: at least two points, mm; letters read in its direction.
        string: the lettering.
        font: font key.
        size: font size, mm.
        start: where along the line the first letter begins, mm; None = centred.
        letter_spacing: extra space after every letter, mm.
        offset: distance of the baseline from the line, mm; positive = below, on the right hand.
        fill: colour.
        halo: outline behind the letters.

    Returns:
        One ``TextItem`` per letter that is not a space; empty when the line is shorter than the lettering.
    """
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    total = sum(lengths)
    middles = letter_middles(string, font, size, letter_spacing)
    width = text_width(string, font, size, letter_spacing)
    begin = (total - width) / 2 if start is None else start
    if not lengths or begin < 0 or begin + width > total + 1e-9:
        return ()
    letters: list[TextItem] = []
    spots = _points_at(line, lengths, [begin + middle for _, middle in middles])
    for (char, _), (x, y, angle) in zip(middles, spots, strict=True):
        c, s = math.cos(angle), math.sin(angle)
        letters.append(
            TextItem(
                x - s * offset,
                y + c * offset,
                char,
                size,
                font,
                "middle",
                fill=fill,
                halo=halo,
                rotate=math.degrees(angle),
            )
        )
    return tuple(letters)


def letter_middles(
    string: str, font: str, size: float, letter_spacing: float = 0.0
) -> list[tuple[str, float]]:
    """Return every letter that is not a space, and how far its middle lies from the start, mm."""
    face = metrics(font)
    default = face.advances["n"]
    middles: list[tuple[str, float]] = []
    end = 0.0
    left = -1
    for index, char in enumerate(string):
        advance = face.advances.get(char, default)
        classes = face.pairs.get(char)
        if classes is not None and left >= 0:
            # Kerning moves the letter itself.
            end += face.kerning[left][classes[1]] / face.units
        left = -1 if classes is None else classes[0]
        end += advance
        if char != " ":
            middles.append((char, (end - advance / 2) * size + letter_spacing * index))
    return middles


def _points_at(
    line: Sequence[Point], lengths: Sequence[float], distances: Iterable[float]
) -> Iterator[tuple[float, float, float]]:
    """Place and direction (radians) of points along a line, at rising distances from its start."""
    index, length_passed, last = 0, 0.0, len(lengths) - 1
    for distance in distances:
        while index < last and distance - length_passed > lengths[index]:
            length_passed += lengths[index]
            index += 1
        (x1, y1), (x2, y2) = line[index], line[index + 1]
        share = (distance - length_passed) / lengths[index] if lengths[index] else 0.0
        yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, math.atan2(y2 - y1, x2 - x1)
