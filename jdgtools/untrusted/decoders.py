"""Decoders that run apart; see `isolated_process`."""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers import expat

from jdgtools.untrusted import FileRefused

_FONTS = Path(__file__).parents[1] / "render" / "fonts"
_SERIF, _SANS = "EB Garamond", "IBM Plex Sans Condensed"
_EMBEDDED = re.compile(r"\s*(#|data:image/(?:png|jpe?g);base64,)", re.IGNORECASE)
_TAG = re.compile(rb"""<[^\s>/]+(?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""")
_FRAME = re.compile(rb"""\s(?:width|height|viewBox|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')""")
_LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*([a-z]*)\s*")
_PIXELS = {"mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0}


def svg_png(content: bytes, width: int, height: int) -> bytes:
    """Return PNG file (with opacity) of an SVG document, stretched to a size in pixels, in the bundled fonts.

    Args:
        content: the document in UTF-8. It may refer to nothing but itself.
        width: pixels.
        height: pixels.

    Raises:
        FileRefused: it cannot be drawn, or refers to something else.
    """
    import resvg_py

    try:
        pixels = resvg_py.svg_to_bytes(
            svg_string=_with_frame(content, width, height).decode(),
            width=width,
            height=height,
            skip_system_fonts=True,
            font_dirs=[str(_FONTS)],
            font_family=_SERIF,
            serif_family=_SERIF,
            sans_serif_family=_SANS,
            monospace_family=_SANS,
            cursive_family=_SERIF,
            fantasy_family=_SERIF,
        )
    except (ValueError, OSError):
        raise FileRefused("cannot be drawn") from None
    png = bytes(pixels)
    if (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) != (width, height):
        raise FileRefused("cannot be drawn")
    return png


def _with_frame(content: bytes, width: int, height: int) -> bytes:
    """Return the document with a size in pixels, to be filled whatever its proportions."""
    start, attributes = _root(content)
    tag = _TAG.match(content, start)
    if tag is None:
        raise FileRefused("cannot be drawn")
    view = attributes.get("viewBox", "").replace(",", " ")
    if not re.fullmatch(r"\s*(?:[-+0-9.eE]+\s*){4}", view):
        sizes = [_LENGTH.fullmatch(attributes.get(name, "")) for name in ("width", "height")]
        if sizes[0] is None or sizes[1] is None:
            raise FileRefused("has no usable size")
        lengths = [float(match[1]) * _PIXELS.get(match[2], 1.0) for match in sizes if match is not None]
        view = f"0 0 {lengths[0]!r} {lengths[1]!r}"
    frame = f' width="{width}" height="{height}" viewBox="{view}" preserveAspectRatio="none"'
    plain = _FRAME.sub(b"", tag[0])
    end = -2 if plain.endswith(b"/>") else -1
    return plain[:end] + frame.encode() + plain[end:] + content[tag.end() :]


def _root(content: bytes) -> tuple[int, dict[str, str]]:
    """Return where the first element begins, and its attributes.

    Raises:
        FileRefused: the document refers to something outside (what draws would read any file), or is damaged.
    """
    roots: list[tuple[int, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")

    def begin(name: str, attributes: dict[str, str]) -> None:
        if not roots:
            roots.append((parser.CurrentByteIndex, attributes))
        for key, value in attributes.items():
            anchor = name.rpartition(":")[2].lower() == "a"
            if key.rpartition(":")[2].lower() == "href" and not anchor and not _EMBEDDED.match(value):
                raise FileRefused("refers to something outside")

    def doctype(*_: object) -> None:
        raise FileRefused("declares a document type")

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError:
        raise FileRefused("is not well-formed XML") from None
    return roots[0]
