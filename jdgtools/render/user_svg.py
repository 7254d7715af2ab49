"""SVG drawings that a project brings: whether they may be drawn, and how large they are.

A project may come from somebody else. A drawing is accepted only when it asks for nothing outside itself (no
scripts, no files, no addresses) and drawing it is no unreasonable work.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from io import BytesIO
from typing import Any

from msgspec import Struct

from jdgtools.render.svg_work import SMALL_PIXELS, RingOfParts, WorkTotal, work_of

_FORBIDDEN = frozenset(("script", "foreignobject", "iframe", "feimage", "animate", "set", "handler"))
_EXTERNAL_REFERENCE = re.compile(r"@import|url\(\s*['\"]?\s*(?!#|['\"]?#)", re.IGNORECASE)
_EMBEDDED_PICTURE = re.compile(r"\s*data:image/(?:png|jpe?g);base64,", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*[a-z]*\s*")


MAX_WORK = 200_000
"""Units of work that a small drawing may come to, with every repetition: some seconds."""
MAX_BASE_WORK = 5_000_000
"""The same for a base map."""
MAX_ELEMENTS = 400_000
MAX_DEPTH = 256
MAX_ATTRIBUTES = 1_000
"""Attributes of one element: the tree looks through all of them for each."""
MAX_TEXT = 20_000
"""Characters of one text: setting it takes time by their square."""
MIN_SIDE, MAX_SIDE = 1e-3, 1e7
"""Least and greatest width and height, units: numbers of single precision tell parts of such pages apart."""


class UserDrawing(Struct, frozen=True):
    """A drawing that may be drawn."""

    text: str
    width: float
    """In its own units: those of the view box, else the width as written, whatever its unit."""
    height: float
    work: WorkTotal = WorkTotal()


def examine_svg(data: bytes, max_bytes: int, max_pixels: int = 0) -> UserDrawing | str:
    """Return the drawing if it is harmless, else why it is refused.

    Args:
        data: content of the file.
        max_bytes: a larger file is refused.
        max_pixels: what pictures embedded in it may have all together; 0 = it is a small drawing, which may
            have none and must be drawn in no time.
    """
    from lxml import etree

    if len(data) > max_bytes:
        return f"the drawing is larger than {max_bytes // 1_000_000} MB"
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data.upper():
        return "it declares a document type"
    # Without entities the limits of "huge" trees guard against nothing but long embedded pictures.
    options: dict[str, Any] = {
        "resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": bool(max_pixels)
    }  # fmt: skip
    try:
        etree.fromstring(data, etree.XMLParser(target=_Outline(), **options))
        root = etree.fromstring(data, etree.XMLParser(**options))
    except _TooMuch as problem:
        return str(problem)
    except (etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
            return "its elements are nested too deeply, or one of its texts is too long"
        return "it is not well-formed XML"
    if etree.QName(root).localname.lower() != "svg":
        return "it is not an SVG drawing"
    reason = _find_problem(root, max_pixels)
    if reason:
        return reason
    width, height = _drawing_size(root)
    work = _work(root, max(width, height), bool(max_pixels))
    if isinstance(work, str):
        return work
    reason = _find_work_problem(work, bool(max_pixels))
    if reason:
        return reason
    if not (0.05 < width / height < 20):
        return "it has no usable size"
    return UserDrawing(etree.tostring(root, encoding="unicode"), width, height, work)


class _TooMuch(Exception):
    """The drawing is out of all reason; the text is the whole reason."""


class _Outline:
    """Looks at a document before its tree is made, whose cost grows with more than its length."""

    def __init__(self) -> None:
        self._elements = 0
        self._open: list[str] = []
        self._characters = 0

    def start(self, tag: Any, attributes: Any) -> None:
        """Count an element and its attributes."""
        self._elements += 1
        self._open.append(tag.rpartition("}")[2])
        if self._open[-1] == "text":
            self._characters = 0
        if self._elements > MAX_ELEMENTS:
            raise _TooMuch(f"it has more than {MAX_ELEMENTS:,} elements")
        if len(self._open) > MAX_DEPTH:
            raise _TooMuch(f"its elements are nested too deeply: more than {MAX_DEPTH} in one another")
        if len(attributes) > MAX_ATTRIBUTES:
            many = f"{len(attributes):,} attributes, and {MAX_ATTRIBUTES:,} is the most"
            raise _TooMuch(f"an element `{self._open[-1][:40]}` in it has {many}")

    def end(self, tag: Any) -> None:
        """Leave an element."""
        del tag
        self._open.pop()

    def data(self, text: Any) -> None:
        """Count the characters of a text with its parts."""
        if self._open[-1] == "style":
            return
        self._characters += len(text.strip())
        if "text" in self._open and self._characters > MAX_TEXT:
            raise _TooMuch(f"a text in it has more than {MAX_TEXT:,} characters")

    def comment(self, text: Any) -> None:
        """Pass over a comment."""

    def close(self) -> None:
        """End the document."""


def _find_problem(root: Any, max_pixels: int) -> str:
    """Return why a drawing is refused; '' when nothing speaks against it."""
    from lxml import etree

    pixels = 0
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        name = etree.QName(element).localname.lower()
        if name in _FORBIDDEN or (name == "image" and not max_pixels):
            return f"it contains <{name}>"
        if name == "style" and _EXTERNAL_REFERENCE.search(element.text or ""):
            return "its style refers to something outside"
        for key, value in element.attrib.items():
            local = etree.QName(key).localname.lower()
            if local.startswith("on"):
                return "it contains a script"
            if name == "image" and local == "href":
                pixels_there = _embedded_pixels(str(value), max_pixels - pixels)
                if isinstance(pixels_there, str):
                    return pixels_there
                pixels += pixels_there
            elif _EXTERNAL_REFERENCE.search(str(value)) or (
                local == "href" and str(value).strip()[:1] != "#"
            ):
                return "it refers to something outside"
    return ""


def _find_work_problem(work: WorkTotal, is_base: bool) -> str:
    """Return why drawing it would be too much, even at a small size; '' when it is not."""
    if work.at(SMALL_PIXELS) <= (MAX_BASE_WORK if is_base else MAX_WORK):
        return ""
    return "drawing it is too much work: parts repeated in parts, layers, long texts, or filters"


def _work(root: Any, side: float, is_base: bool) -> WorkTotal | str:
    """Return how much work it is, or why that has no end."""
    try:
        return work_of(root, side, is_base)
    except RingOfParts as ring:
        return f"its parts refer to one another in a ring, `#{str(ring)[:60]}` among them"
    except RecursionError:
        return WorkTotal(MAX_BASE_WORK + 1)


def _embedded_pixels(address: str, max_pixels: int) -> int | str:
    """Return the pixels of a picture that is part of the drawing, or why it is refused."""
    import warnings

    from PIL import Image, UnidentifiedImageError

    head = _EMBEDDED_PICTURE.match(address)
    if head is None:
        return "a picture in it is not embedded as PNG or JPEG"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes; our own limit follows
            picture = Image.open(BytesIO(b64decode(address[head.end() :])), formats=("PNG", "JPEG"))
    except Image.DecompressionBombError:
        return "a picture in it has too many pixels"
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Error):
        return "a picture in it is damaged"
    pixels = picture.width * picture.height
    return pixels if pixels <= max_pixels else "a picture in it has too many pixels"


def _drawing_size(root: Any) -> tuple[float, float]:
    """Return width and height; (0, 1) where the drawing says none."""
    view = root.get("viewBox", "").replace(",", " ").split()
    try:
        numbers = [float(v) for v in view]
    except ValueError:
        return 0.0, 1.0
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return _usable(*numbers)
    lengths = [_LENGTH.fullmatch(root.get(key, "")) for key in ("width", "height")]
    try:
        sizes = [float(match[1]) if match else 0.0 for match in lengths]
    except ValueError:  # two points
        return 0.0, 1.0
    return _usable(0.0, 0.0, *sizes)


def _usable(x: float, y: float, width: float, height: float) -> tuple[float, float]:
    """Return width and height of a page; (0, 1) of one that lies or reaches beyond the limits."""
    near = all(-MAX_SIDE <= number <= MAX_SIDE for number in (x, y, width, height))
    return (width, height) if near and min(width, height) >= MIN_SIDE else (0.0, 1.0)
