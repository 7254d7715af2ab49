"""SVG drawings that a project brings: whether they may be drawn, and how large they are.

A project may come from somebody else. A drawing is taken only when it asks for nothing outside itself: no
scripts, no files, no addresses.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from io import BytesIO
from typing import Any

from msgspec import Struct

_FORBIDDEN = frozenset(("script", "foreignobject", "iframe", "feimage", "animate", "set", "handler"))
_OUTSIDE = re.compile(r"@import|url\(\s*['\"]?\s*(?!#|['\"]?#)", re.IGNORECASE)
_PICTURE = re.compile(r"\s*data:image/(?:png|jpe?g);base64,", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*[a-z]*\s*")


_INNER = re.compile(r"url\(\s*['\"]?#([^'\")]+)")
_MOST_WORK = 200_000
"""Elements that a small drawing may come to, with every repetition: some seconds."""
_FILTER = 2_000
"""A filter looks at every pixel: as much work as so many elements."""


class Drawing(Struct, frozen=True):
    """A drawing that may be drawn."""

    text: str
    width: float
    """In its own units: those of the view box, else the width as written, whatever its unit."""
    height: float


def examined(data: bytes, most_bytes: int, most_pixels: int = 0) -> Drawing | str:
    """The drawing if it is harmless, else why it is refused.

    Args:
        data: content of the file.
        most_bytes: a larger file is refused.
        most_pixels: what pictures embedded in it may have all together; 0 = it is a small drawing, which may
            have none and must be drawn in no time.
    """
    from lxml import etree

    if len(data) > most_bytes:
        return f"the drawing is larger than {most_bytes // 1_000_000} MB"
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data.upper():
        return "it declares a document type"
    # Without entities the limits of "huge" trees guard against nothing but long embedded pictures.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=bool(most_pixels)
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return "it is not well-formed XML"
    if etree.QName(root).localname.lower() != "svg":
        return "it is not an SVG drawing"
    reason = _unsafe(root, most_pixels)
    if reason:
        return reason
    if not most_pixels and _work(root) > _MOST_WORK:
        return "drawing it is too much work: parts repeated in parts, or filters"
    width, height = _size(root)
    if not (0.05 < width / height < 20):
        return "it has no usable size"
    return Drawing(etree.tostring(root, encoding="unicode"), width, height)


def _unsafe(root: Any, most_pixels: int) -> str:
    """Why a drawing is refused; '' when nothing speaks against it."""
    from lxml import etree

    pixels = 0
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        name = etree.QName(element).localname.lower()
        if name in _FORBIDDEN or (name == "image" and not most_pixels):
            return f"it contains <{name}>"
        if name == "style" and _OUTSIDE.search(element.text or ""):
            return "its style refers to something outside"
        for key, value in element.attrib.items():
            local = etree.QName(key).localname.lower()
            if local.startswith("on"):
                return "it contains a script"
            if name == "image" and local == "href":
                found = _embedded(str(value), most_pixels - pixels)
                if isinstance(found, str):
                    return found
                pixels += found
            elif _OUTSIDE.search(str(value)) or (local == "href" and str(value).strip()[:1] != "#"):
                return "it refers to something outside"
    return ""


def _work(root: Any) -> int:
    """How many elements are drawn when everything is repeated that the drawing repeats."""
    named = {e.get("id"): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    known: dict[Any, int] = {}
    sheet = "".join(e.text or "" for e in root.iter() if isinstance(e.tag, str) and e.tag.endswith("style"))
    styled = _FILTER if "filter" in sheet else 0

    def of(element: Any) -> int:
        if element in known:
            return known[element]
        known[element] = 0  # what repeats itself is not drawn
        found = (
            1
            + (styled if element.get("class") else 0)
            + sum(of(child) for child in element if isinstance(child.tag, str))
        )
        for key, value in element.attrib.items():
            text = str(value)
            if key.rpartition("}")[2] == "href" and text.strip()[:1] == "#":
                found += of_name(text.strip()[1:])
            elif "url(" in text:
                if "filter" in key or "filter" in text:
                    found += _FILTER
                times = _points(element) if "marker" in key or "marker" in text else 1
                found += times * sum(of_name(name.strip()) for name in _INNER.findall(text))
        known[element] = min(found, 2 * _MOST_WORK)
        return known[element]

    def of_name(name: str) -> int:
        return of(named[name]) if name in named else 0

    try:
        return of(root)
    except RecursionError:
        return 2 * _MOST_WORK


def _points(element: Any) -> int:
    """About how many points the path of an element has: each may carry a marker."""
    return 1 + len(re.findall(r"[-+0-9.]+", element.get("d", "") + " " + element.get("points", ""))) // 2


def _embedded(address: str, most_pixels: int) -> int | str:
    """Pixels of a picture that is part of the drawing, or why it is refused."""
    import warnings

    from PIL import Image, UnidentifiedImageError

    head = _PICTURE.match(address)
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
    return pixels if pixels <= most_pixels else "a picture in it has too many pixels"


def _size(root: Any) -> tuple[float, float]:
    """Width and height; (0, 1) where it says none."""
    view = root.get("viewBox", "").replace(",", " ").split()
    try:
        numbers = [float(v) for v in view]
    except ValueError:
        return 0.0, 1.0
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return numbers[2], numbers[3]
    lengths = [_LENGTH.fullmatch(root.get(key, "")) for key in ("width", "height")]
    try:
        sizes = [float(found[1]) if found else 0.0 for found in lengths]
    except ValueError:  # two points
        return 0.0, 1.0
    return (sizes[0], sizes[1]) if min(sizes) > 0 else (0.0, 1.0)
