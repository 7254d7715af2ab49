"""PDF pages that show parts of one large drawing, which is in the file once."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

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

    The drawing is typeset once, as a page of its own; then the file gets an update at its end (ISO 32000-1,
    7.5.6) in which that page has become a picture (form XObject) that the other pages place.

    Args:
        drawing: the large drawing.
        windows: pages, at least one.
        title: of the document.
        svg: the drawing's SVG, when it is already there.
    """
    sheets = [scene_page(drawing, svg), *(scene_page(window.page) for window in windows)]
    pdf = compile_pages(sheets, "pdf", title=title)[0]
    file = _File(pdf)
    pages = file.kids()
    source = file.object(pages[0])
    form = file.add(_form(file, source, drawing))
    for number, window in zip(pages[1:], windows, strict=True):
        page = file.object(number)
        own = _reference(page, b"Contents")
        resources = file.object(_reference(page, b"Resources"))
        placed = file.add(_stream(b"<<", _place(window, drawing)))
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
    root = file.root
    # The tags name the page that is no longer there; what they tell is in the titles of the pages.
    plain = re.sub(rb"/StructTreeRoot \d+ 0 R|/MarkInfo<<[^>]*>>", b"", file.object(root))
    file.replace(root, plain)
    kids = b" ".join(b"%d 0 R" % number for number in pages[1:])
    parent = _reference(source, b"Parent")
    file.replace(parent, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(windows), kids))
    return file.finish()


def _form(file: _File, page: bytes, drawing: Scene) -> bytes:
    content = file.stream(_reference(page, b"Contents"))
    # Tags of the page's text mean nothing inside a picture.
    content = re.sub(rb"/\w+<</MCID \d+>>BDC\n?|(?<=\n)EMC\n?|\nEMC$", b"", content)
    size = drawing.width * POINTS_PER_MM, drawing.height * POINTS_PER_MM
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 %.3f %.3f]/Resources %d 0 R" % (
        *size,
        _reference(page, b"Resources"),
    )
    # A group of its own, as a page is: blending stays inside.
    return _stream(head + b"/Group<</Type/Group/S/Transparency>>", content)


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


def _reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    if found is None:
        raise AssertionError(f"no {key.decode()} in a page that typst wrote")
    return int(found[1])


def _stream(head: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content, 6)
    return head + b"/Filter/FlateDecode/Length %d>>\nstream\n" % len(packed) + packed + b"\nendstream"


class _File:
    """A PDF file as typst writes it, with a plain cross-reference table, and changes to it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.trailer = data[data.rindex(b"trailer") + 7 : data.rindex(b"startxref")].strip()
        self.start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
        self.size = int(re.search(rb"/Size (\d+)", self.trailer)[1])  # type: ignore[index]
        self.root = _reference(self.trailer, b"Root")
        first, count = map(int, data[self.start : self.start + 40].split()[1:3])
        lines = data.index(b"\n", data.index(b"\n", self.start) + 1) + 1
        rows = data[lines : lines + 20 * count]
        self.offsets = {first + i: int(rows[20 * i : 20 * i + 10]) for i in range(count)}
        self.changed: dict[int, bytes] = {}

    def object(self, number: int) -> bytes:
        """The text of an object between "obj" and "endobj"; not for streams."""
        at = self.offsets[number]
        body = self.data[at : self.data.index(b"endobj", at)]
        return body[body.index(b"obj") + 3 :].strip()

    def stream(self, number: int) -> bytes:
        """The unpacked content of a stream."""
        at = self.offsets[number]
        begin = self.data.index(b"stream", at)
        head = self.data[at:begin]
        length = int(re.search(rb"/Length (\d+)", head)[1])  # type: ignore[index]
        begin += 8 if self.data[begin + 6 : begin + 8] == b"\r\n" else 7
        content = self.data[begin : begin + length]
        return zlib.decompress(content) if b"/FlateDecode" in head else content

    def kids(self) -> list[int]:
        """Numbers of the page objects in page order."""
        parent = self.object(_reference(self.object(self.root), b"Pages"))
        return [int(n) for n in re.findall(rb"(\d+) 0 R", parent[parent.index(b"/Kids") :])]

    def add(self, body: bytes) -> int:
        """Takes a new object; returns its number."""
        number = self.size
        self.size += 1
        self.changed[number] = body
        return number

    def replace(self, number: int, body: bytes) -> None:
        """Takes an object in place of an old one."""
        self.changed[number] = body

    def finish(self) -> bytes:
        """The file with its changes."""
        out = bytearray(self.data if self.data.endswith(b"\n") else self.data + b"\n")
        table = []
        for number, body in sorted(self.changed.items()):
            table.append(b"%d 1\n%010d 00000 n \n" % (number, len(out)))
            out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
        start = len(out)
        trailer = re.sub(rb"/Size \d+", b"/Size %d" % self.size, self.trailer)[:-2]
        out += b"xref\n" + b"".join(table)
        out += b"trailer\n" + trailer + b"/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (self.start, start)
        return bytes(out)
