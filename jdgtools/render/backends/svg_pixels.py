"""SVG files of other people as pixels, drawn apart with little time and memory."""

from __future__ import annotations

from jdgtools.untrusted.isolated import Failure, shared_worker

MEMORY = 1 << 30
"""What drawing may hold, bytes."""


def svg_png(svg: bytes, width: int, height: int, *, seconds: float) -> bytes:
    """PNG file (with opacity) of an SVG document, stretched to a size in pixels, with the bundled fonts only.

    Args:
        svg: the document in UTF-8; it may refer to nothing but itself.
        width: pixels.
        height: pixels.
        seconds: what drawing may take.

    Raises:
        jdgtools.untrusted.isolated.Failure: it cannot be drawn, or takes too much; the end of a sentence.
    """
    worker = shared_worker(MEMORY)
    function = "jdgtools.untrusted.decoders:svg_png"
    try:
        return worker.call(function, svg, within=seconds, width=width, height=height)
    except Failure as failure:
        if failure.reason in ("time", "memory"):
            raise Failure(failure.reason, f"{failure} to draw") from None
        raise
