"""PDF pages that show parts of one large drawing, which is in the file once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jdgtools.render.backends.pdf_file import PdfFile, packed_stream, reference
from jdgtools.render.backends.typesetter import POINTS_PER_MM, compile_pages, scene_page
from jdgtools.render.scene import Scene

_NAME = b"/JdgDrawing"


@dataclass(frozen=True, slots=True)
class Window:
    """A page with a part of the drawing below its own marks."""

    page: Scene
    """What lies above; it must not have a background. Its size is that of the page."""
    x: float
    """Where the upper left corner of the drawing would lie on the page, mm."""
    y: float
    scale: float
    shown: tuple[float, float, float, float]
    """x, y, width, height on the page, mm, outside of which the drawing is cut off."""


def render_windows(drawing: Scene, windows: Sequence[Window], title: str, svg: str | None = None) -> bytes:
    """PDF file with one page per window.

    The drawing is typeset once, as a page of its own; then the file is written anew with that page as a
    picture (form XObject) that the other pages place.

    Args:
        drawing: the large drawing.
        windows: pages, at least one.
        title: of the document.
        svg: the drawing's SVG, when it is already there.
    """
    sheets = [scene_page(drawing, svg), *(scene_page(window.page) for window in windows)]
    pdf = compile_pages(sheets, "pdf", title=title)[0]
    file = PdfFile(pdf)
    pages = file.kids()
    source = file.object(pages[0])
    form = file.add(_form(file, source, drawing))
    for number, window in zip(pages[1:], windows, strict=True):
        page = file.object(number)
        own = reference(page, b"Contents")
        resources = file.object(reference(page, b"Resources"))
        placed = file.add(packed_stream(b"<<", _place(window, drawing)))
        entry = _NAME + b" %d 0 R" % form
        if b"/XObject<<" in resources:
            resources = resources.replace(b"/XObject<<", b"/XObject<<" + entry, 1)
        else:
            resources = resources.rstrip()[:-2] + b"/XObject<<" + entry + b">>>>"
        merged = file.add(resources)
        page = re.sub(rb"/Contents \d+ 0 R", b"/Contents[%d 0 R %d 0 R]" % (placed, own), page)
        page = re.sub(rb"/Resources \d+ 0 R", b"/Resources %d 0 R" % merged, page)
        trim = window.page.trim
        if trim is not None:
            page = page.rstrip()[:-2] + b"/TrimBox" + _box(window.page, trim) + b">>"
        file.replace(number, page)
    file.drop(reference(source, b"Contents"))
    root = file.root
    # The tags name the page that is no longer there; what they tell is in the titles of the pages.
    plain = re.sub(rb"/StructTreeRoot \d+ 0 R|/MarkInfo<<[^>]*>>", b"", file.object(root))
    file.replace(root, plain)
    kids = b" ".join(b"%d 0 R" % number for number in pages[1:])
    parent = reference(source, b"Parent")
    file.replace(parent, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(windows), kids))
    return file.finish()


def _form(file: PdfFile, page: bytes, drawing: Scene) -> bytes:
    content = file.stream(reference(page, b"Contents"))
    # Tags of the page's text mean nothing inside a picture.
    content = re.sub(rb"/\w+<</MCID \d+>>BDC\n?|(?<=\n)EMC\n?|\nEMC$", b"", content)
    size = drawing.width * POINTS_PER_MM, drawing.height * POINTS_PER_MM
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 %.3f %.3f]/Resources %d 0 R" % (
        *size,
        reference(page, b"Resources"),
    )
    # A group of its own, as a page is: blending stays inside.
    return packed_stream(head + b"/Group<</Type/Group/S/Transparency>>", content)


def _place(window: Window, drawing: Scene) -> bytes:
    """Content of a page: the clipped drawing, in points from the lower left corner."""
    x, y, width, height = window.shown
    k = POINTS_PER_MM
    low = (window.page.height - y - height) * k
    clip = b"q %.4f %.4f %.4f %.4f re W n\n" % (x * k, low, width * k, height * k)
    # The drawing's own corner is its lower left one.
    foot = (window.page.height - window.y - window.scale * drawing.height) * k
    return clip + b"%.6f 0 0 %.6f %.4f %.4f cm %s Do Q\n" % (
        window.scale,
        window.scale,
        window.x * k,
        foot,
        _NAME,
    )


def _box(page: Scene, box: tuple[float, float, float, float]) -> bytes:
    x, y, width, height = box
    k = POINTS_PER_MM
    return b"[%.3f %.3f %.3f %.3f]" % (
        x * k,
        (page.height - y - height) * k,
        (x + width) * k,
        (page.height - y) * k,
    )
