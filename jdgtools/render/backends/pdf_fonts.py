"""Lettering for PDF: harfbuzz sets it, and of every face a document carries the glyphs that it shows.

`shape_text` turns a string into runs of glyphs; `FontUse` notes which of them a document shows and writes the
subset of the font with the table by which readers find and copy text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from jdgtools.render.backends.pdf_objects import Objects
from jdgtools.render.backends.pdf_path import number
from jdgtools.render.text import FONT_FOLDER, FONTS

if TYPE_CHECKING:
    import uharfbuzz as hb

Glyph: TypeAlias = tuple[int, int, int, int, str]
"""Glyph number, advance, shift to the right and upwards (thousandths of the size), characters shown."""

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_FALLBACK = ("sans", "serif")
"""Fonts that are asked for a character that a face lacks."""
_DROPPED = ("GSUB", "GPOS", "GDEF", "name", "cmap", "post", "OS/2", "STAT", "meta", "DSIG", "BASE", "gasp")
"""Tables that a viewer of a PDF does not read."""


class GlyphRun(Struct, frozen=True, dict=True):
    """Glyphs of one font file that stand in a row."""

    file: str
    glyphs: tuple[Glyph, ...]

    @cached_property
    def width(self) -> float:
        """In em, without extra spacing."""
        return sum([glyph[1] for glyph in self.glyphs]) / 1000

    @cached_property
    def texts(self) -> dict[int, str]:
        """Glyph -> characters that it shows where it shows some first."""
        texts: dict[int, str] = {}
        for glyph, _, _, _, text in self.glyphs:
            if text or glyph not in texts:
                texts[glyph] = texts.get(glyph) or text
        return texts

    @cached_property
    def _operators_by_size(self) -> dict[float, str]:
        return {}

    def operators(self, size: float) -> str:
        """Return the operators that show the glyphs, of that size, at the place of the text."""
        operators_of_size = self._operators_by_size.get(size)
        if operators_of_size is None:
            operators_of_size = self._operators_by_size[size] = _operators(self, size)
        return operators_of_size


@lru_cache(maxsize=8192)
def shape_text(string: str, font: str, ligatures: bool = True) -> tuple[GlyphRun, ...]:
    """Return the string as glyphs of a font and, where it lacks a character, of another.

    Args:
        string: one line.
        font: key of ``FONTS``.
        ligatures: off for lettering with extra space between the letters.
    """
    face = FONTS[font]
    string = _CONTROL.sub(" ", string)
    runs: list[GlyphRun] = []
    begin = 0
    files = [_file_for(face.file, char) for char in string]
    for end in range(1, len(string) + 1):
        if end == len(string) or files[end] != files[begin]:
            glyphs = _shape(files[begin], string[begin:end], face.small_caps, ligatures)
            runs.append(GlyphRun(files[begin], glyphs))
            begin = end
    return tuple(runs)


@lru_cache(maxsize=16)
def _font(file: str) -> hb.Font:
    import uharfbuzz as hb

    return hb.Font(hb.Face(hb.Blob.from_file_path(str(FONT_FOLDER / file))))


def fallback_signs() -> frozenset[str]:
    """Return the signs that can be set in every font: what one lacks, the fallback fonts have."""
    return frozenset(chr(code) for key in _FALLBACK for code in _font(FONTS[key].file).face.unicodes)


@lru_cache(maxsize=1024)
def _file_for(file: str, char: str) -> str:
    for name in (file, *(FONTS[key].file for key in _FALLBACK)):
        if _font(name).get_nominal_glyph(ord(char)):
            return name
    return file


def _shape(file: str, string: str, small_caps: bool, ligatures: bool) -> tuple[Glyph, ...]:
    if len(string) > 2 and string.isdecimal() and string.isascii():
        # A large map has ten thousand numbers. Digits look at their neighbour at most.
        pairs = [_pair(file, pair, small_caps, ligatures)[0] for pair in map("".join, pairwise(string))]
        return (*pairs, _pair(file, string[-2:], small_caps, ligatures)[1])
    return _set(file, string, small_caps, ligatures)


@lru_cache(maxsize=4096)
def _pair(file: str, digits: str, small_caps: bool, ligatures: bool) -> tuple[Glyph, ...]:
    return _set(file, digits, small_caps, ligatures)


def _set(file: str, string: str, small_caps: bool, ligatures: bool) -> tuple[Glyph, ...]:
    """Return a string as harfbuzz sets it."""
    import uharfbuzz as hb

    font = _font(file)
    buffer = hb.Buffer()
    buffer.add_str(string)
    # Else harfbuzz would ask the computer which language it speaks.
    buffer.language = "en"
    buffer.direction = "ltr"
    buffer.guess_segment_properties()
    features = {"liga": ligatures, "clig": ligatures}
    if small_caps:
        features["smcp"] = True
    hb.shape(font, buffer, features)
    scale = 1000 / font.face.upem
    texts = _texts(string, [info.cluster for info in buffer.glyph_infos])
    glyphs: list[Glyph] = []
    for info, place, text in zip(buffer.glyph_infos, buffer.glyph_positions, texts, strict=True):
        dx, dy, advance, _ = place.position
        glyphs.append(
            (
                info.codepoint,
                round(advance * scale),
                round(dx * scale) if dx else 0,
                round(dy * scale) if dy else 0,
                text,
            )
        )
    return tuple(glyphs)


def _texts(string: str, clusters: Sequence[int]) -> Iterable[str]:
    """Return what each glyph stands for; of several for the same letters the first has them all."""
    if clusters == list(range(len(string))):
        return string
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(string)], strict=True))
    return [
        "" if cluster in clusters[:at] else string[cluster : ends[cluster]]
        for at, cluster in enumerate(clusters)
    ]


class _Pen:
    """Writes outlines as path operators, in thousandths of the size."""

    def __init__(self, scale: float) -> None:
        self.out: list[str] = []
        self._scale = scale
        self._at = (0.0, 0.0)

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        for x, y in points:
            self.out.append(f"{round(x * self._scale)} {round(y * self._scale)} ")
        self.out.append(f"{operator} ")
        self._at = points[-1]

    def moveTo(self, point: tuple[float, float]) -> None:
        self._write("m", point)

    def lineTo(self, point: tuple[float, float]) -> None:
        self._write("l", point)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._write("c", *points)

    def qCurveTo(self, control: tuple[float, float], end: tuple[float, float]) -> None:
        (x0, y0), (x1, y1), (x, y) = self._at, control, end
        first = ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
        self._write("c", first, ((x + 2 * x1) / 3, (y + 2 * y1) / 3), end)

    def closePath(self) -> None:
        self.out.append("h ")

    def endPath(self) -> None:
        pass


@lru_cache(maxsize=4096)
def glyph_outline(file: str, glyph: int) -> str:
    """Return the path operators of a glyph, in thousandths of the size, upwards; '' for a blank."""
    font = _font(file)
    pen = _Pen(1000 / font.face.upem)
    font.draw_glyph_with_pen(glyph, pen)
    return "".join(pen.out)


@lru_cache(maxsize=16384)
def _advance(file: str, glyph: int) -> int:
    """Return the width of a glyph by itself, thousandths of the size."""
    font = _font(file)
    width: int = round(font.get_glyph_h_advance(glyph) * 1000 / font.face.upem)
    return width


def _operators(run: GlyphRun, size: float) -> str:
    parts: list[str] = []
    open_string = False
    shift = rise = 0
    file = run.file
    for glyph, advance, right, up, _ in run.glyphs:
        if up != rise:
            parts.append((">" if open_string else "") + f"]TJ {number(up * size / 1000, 3)} Ts [")
            open_string, rise = False, up
        move = shift + right
        if move:
            parts.append(f">{-move}<{glyph:04X}" if open_string else f"{-move}<{glyph:04X}")
        else:
            parts.append(f"{glyph:04X}" if open_string else f"<{glyph:04X}")
        open_string = True
        shift = advance - _advance(file, glyph) - right
    if open_string:
        parts.append(">")
    if shift:
        parts.append(f"{-shift}")
    after = " 0 Ts" if rise else ""
    return "[" + "".join(parts) + "]TJ" + after


class FontUse:
    """What a document shows of one font file."""

    def __init__(self, file: str, objects: Objects) -> None:
        self.file = file
        self.number = objects.reserve()
        self._parts = tuple(objects.reserve() for _ in range(4))
        self.texts: dict[int, str] = {}
        """Glyph -> characters, of those shown."""
        self._runs: dict[int, GlyphRun] = {}

    def copy(self) -> FontUse:
        """Return the same use in a copy of the document."""
        other = copy(self)
        other.texts, other._runs = self.texts.copy(), self._runs.copy()
        return other

    def __getstate__(self) -> dict[str, object]:
        """Return what can be pickled: without the runs, which it knows by their identity."""
        return {**vars(self), "_runs": {}}

    def show(self, run: GlyphRun, size: float) -> str:
        """Return the operators that show glyphs of the file, of that size, at the place of the text."""
        if id(run) not in self._runs:
            self._runs[id(run)] = run
            for glyph, text in run.texts.items():
                # The first characters of a glyph count.
                self.texts[glyph] = self.texts.get(glyph) or text
        return run.operators(size)

    def put(self, objects: Objects, *, whole: bool) -> None:
        """Write the font's objects.

        Args:
            objects: where to.
            whole: embed the file as it is, for a reader next door.
        """
        font = _font(self.file)
        face = font.face
        glyphs = sorted(self.texts)
        state = blake2b(repr(glyphs).encode(), digest_size=6).digest()
        tag = "".join(chr(65 + byte % 26) for byte in state)
        name = f"/{tag}+{face.get_name(6)}"
        file, descriptor, descendant, characters = self._parts
        data = bytes(face.blob.data) if whole else _subset(self.file, frozenset(glyphs))
        objects.put_stream(file, b"/Length1 %d" % len(data), data)
        objects.put(descriptor, _descriptor(font, name, file).encode())
        widths = " ".join(f"{glyph}[{_advance(self.file, glyph)}]" for glyph in glyphs)
        objects.put(
            descendant,
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont{name}/CIDSystemInfo<</Registry(Adobe)"
            f"/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R/CIDToGIDMap/Identity"
            f"/DW 0/W[{widths}]>>".encode(),
        )
        objects.put_stream(characters, b"", _unicode_map(self.texts).encode())
        objects.put(
            self.number,
            f"<</Type/Font/Subtype/Type0/BaseFont{name}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant} 0 R]/ToUnicode {characters} 0 R>>".encode(),
        )


@lru_cache(maxsize=64)
def _subset(file: str, glyphs: frozenset[int]) -> bytes:
    import uharfbuzz as hb

    request = hb.SubsetInput()
    request.glyph_set.update(glyphs)
    request.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NO_HINTING
    request.drop_table_tag_set.update(int.from_bytes(tag.ljust(4).encode(), "big") for tag in _DROPPED)
    return bytes(hb.subset(_font(file).face, request).blob.data)


def _descriptor(font: hb.Font, name: str, file: int) -> str:
    face = font.face
    scale = 1000 / face.upem
    head = bytes(face.reference_table("head").data)
    box = [int.from_bytes(head[at : at + 2], "big", signed=True) for at in (36, 38, 40, 42)]
    post = bytes(face.reference_table("post").data)
    angle = int.from_bytes(post[4:8], "big", signed=True) / 65536
    os2 = bytes(face.reference_table("OS/2").data)
    weight = int.from_bytes(os2[4:6], "big")
    capitals = int.from_bytes(os2[88:90], "big", signed=True) if len(os2) >= 90 else 700
    extents: Any = font.get_font_extents("ltr")
    serif = 2 if "Garamond" in name else 0
    flags = 4 | serif | (64 if angle else 0)
    bounds = " ".join(str(round(value * scale)) for value in box)
    return (
        f"<</Type/FontDescriptor/FontName{name}/Flags {flags}/FontBBox[{bounds}]/ItalicAngle {angle:g}"
        f"/Ascent {round(extents.ascender * scale)}/Descent {round(extents.descender * scale)}"
        f"/CapHeight {round(capitals * scale)}/StemV {weight // 5}/FontFile2 {file} 0 R>>"
    )


def _unicode_map(texts: dict[int, str]) -> str:
    """Return the table by which a viewer finds and copies text."""
    # The blanks are for readers that want them, though the format does not.
    rows = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for glyph, text in sorted(texts.items())
        if text
    ]
    blocks = []
    for at in range(0, len(rows), 100):
        part = rows[at : at + 100]
        blocks.append(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar\n")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
        "/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n" + "".join(blocks) + "endcmap\n"
        "CMapName currentdict /CMap defineresource pop\nend\nend\n"
    )
