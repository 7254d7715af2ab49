"""What a printed page says and shows, read from the finished PDF alone."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from msgspec import Struct

MM = 25.4 / 72


Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in mm from the upper left corner of the page."""


class Letter(Struct, frozen=True):
    """A printed character."""

    sign: str
    size: float
    """Of the type, points, after all scaling."""
    box: Box
    """Of its ink."""


class Printed:
    """A page of a PDF file."""

    def __init__(self, page: Any) -> None:
        self.page = page
        wide, high = page.get_size()
        self.width, self.height = wide * MM, high * MM
        self.letters = self._letters(page.get_textpage())

    def _letters(self, text: Any) -> list[Letter]:
        found = []
        matrix = raw.FS_MATRIX()
        for index in range(text.count_chars()):
            code = raw.FPDFText_GetUnicode(text, index)
            if code <= 32 or raw.FPDFText_IsGenerated(text, index) == 1:
                continue
            raw.FPDFText_GetMatrix(text, index, ctypes.byref(matrix))
            size = raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
            left, bottom, right, top = (x * MM for x in text.get_charbox(index))
            found.append(Letter(chr(code), size, (left, self.height - top, right, self.height - bottom)))
        return found

    def pixels(self, per_mm: float) -> np.ndarray:
        """The page as rows of RGB values."""
        shown = self.page.render(scale=per_mm * MM).to_numpy()
        return shown[:, :, :3][:, :, ::-1]

    def words(self) -> list[tuple[str, float, Box]]:
        """Letters that stand side by side: the word, the size of its type, where it is."""
        found: list[list[Letter]] = []
        for letter in self.letters:
            last = found[-1][-1] if found else None
            near = last is not None and abs(last.size - letter.size) < 0.05
            if last is not None and near:
                wide = letter.size * MM
                across = letter.box[0] - last.box[2]
                near = -wide < across < 0.22 * wide and abs(letter.box[3] - last.box[3]) < 0.8 * wide
            if near:
                found[-1].append(letter)
            else:
                found.append([letter])
        return [
            ("".join(x.sign for x in word), word[0].size, _around([x.box for x in word])) for word in found
        ]

    @property
    def text(self) -> str:
        """All letters without blanks."""
        return "".join(letter.sign for letter in self.letters)


def pages(data: bytes) -> list[Printed]:
    """The pages of a file."""
    return [Printed(page) for page in pdfium.PdfDocument(data)]


_SHARE = np.arange(256) / 255.0
_LINEAR = np.where(_SHARE <= 0.04045, _SHARE / 12.92, ((_SHARE + 0.055) / 1.055) ** 2.4)


def luminance(pixels: np.ndarray) -> np.ndarray:
    """Relative luminance as WCAG defines it."""
    return _LINEAR[pixels] @ np.array([0.2126, 0.7152, 0.0722])


def contrast_of(pixels: np.ndarray, box: Box, per_mm: float) -> float:
    """Contrast of the ink in a box with what is around it: of the darkest and the lightest pixels."""
    left, top, right, bottom = box
    rows = slice(max(0, int(top * per_mm)), math.ceil(bottom * per_mm))
    columns = slice(max(0, int(left * per_mm)), math.ceil(right * per_mm))
    part = luminance(pixels[rows, columns])
    if part.size == 0:
        return 1.0
    dark, bright = np.quantile(part, (0.02, 0.98))
    return float((bright + 0.05) / (dark + 0.05))


def overlapping(letters: Sequence[Letter], share: float) -> list[tuple[Letter, Letter]]:
    """Pairs of characters that cover each other by more than a share of the smaller one; not neighbours."""
    cells: dict[tuple[int, int], list[int]] = {}
    boxes = [letter.box for letter in letters]
    # The letters of a ligature such as "ff" have one box.
    glyphs = [0, *accumulate(int(one != other) for one, other in pairwise(boxes))]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x in range(int(left // 4), int(right // 4) + 1):
            for y in range(int(top // 4), int(bottom // 4) + 1):
                cells.setdefault((x, y), []).append(number)
    pairs: set[tuple[int, int]] = set()
    for inside in cells.values():
        for at, a in enumerate(inside):
            for b in inside[at + 1 :]:
                # A sign with a halo is printed twice.
                twice = letters[a].sign == letters[b].sign and boxes[a] == boxes[b]
                if glyphs[b] - glyphs[a] > 1 and not twice and _common(boxes[a], boxes[b]) > share:
                    pairs.add((a, b))
    return [(letters[a], letters[b]) for a, b in sorted(pairs)]


def _around(boxes: Sequence[Box]) -> Box:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _common(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    least = min((x[2] - x[0]) * (x[3] - x[1]) for x in (a, b))
    return wide * high / least if least > 0 else 0.0
