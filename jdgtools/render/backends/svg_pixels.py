"""SVG files of other people as pixels: the one place that calls typst, which reads SVG well."""

from __future__ import annotations

from typing import Any

from jdgtools.render.text import FONT_FOLDER


def svg_png(svg: str, width: int, height: int) -> bytes:
    """PNG file (with opacity) of an SVG document, stretched to a size in pixels, with the bundled fonts only.

    Threads may call this at the same time: typst works outside the interpreter lock.

    Args:
        svg: the document; nothing outside it is read.
        width: pixels.
        height: pixels.

    Raises:
        Exception: of typst's own kinds, when it cannot draw the document.
    """
    import typst

    size = f"width: {width}pt, height: {height}pt"
    source = f'#page({size}, margin: 0pt, fill: none, image("0.svg", {size}, fit: "stretch"))'
    # Typed loosely: the stubs of typst do not know sources in memory.
    compile_typst: Any = typst.compile
    files = {"main.typ": source.encode(), "0.svg": svg.encode()}
    fonts = [str(FONT_FOLDER)]
    # A point is a pixel.
    made = compile_typst(
        files, format="png", font_paths=fonts, ignore_system_fonts=True, timestamp=0, ppi=72.0
    )
    return bytes(made[0] if isinstance(made, list) else made)
