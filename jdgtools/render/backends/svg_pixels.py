"""SVG files of other people as pixels: drawn in an isolated process with limits of time and memory."""

from __future__ import annotations

from jdgtools.untrusted.decoding import decode
from jdgtools.untrusted.isolated_process import Failure


def svg_png(svg: bytes, width: int, height: int, *, seconds: float) -> bytes:
    """Return a PNG file (with opacity) of an SVG document, stretched to a size in pixels.

    Args:
        svg: the document in UTF-8; it may refer to nothing but itself, and has the bundled fonts only.
        width: pixels.
        height: pixels.
        seconds: what drawing may take.

    Raises:
        jdgtools.untrusted.isolated_process.Failure: it cannot be drawn, or takes too much; the text is
            the end of a sentence.
    """
    try:
        return decode("decoders:svg_png", svg, seconds=seconds, width=width, height=height)
    except Failure as failure:
        if failure.reason in ("time", "memory"):
            raise Failure(failure.reason, f"{failure} to draw") from None
        raise
