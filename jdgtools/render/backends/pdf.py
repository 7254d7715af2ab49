"""Scenes -> PDF: one page each, vector art, embedded fonts, the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jdgtools.render.backends.typesetter import POINTS_PER_MM, compile_pages, scene_page
from jdgtools.render.scene import Scene


def render_pdf(scenes: Sequence[Scene], title: str = "") -> bytes:
    """PDF file with one page per scene, each of its own size.

    Raises:
        ValueError: no scene was given.
    """
    if not scenes:
        raise ValueError("a PDF needs at least one page")
    pdf = compile_pages([scene_page(scene) for scene in scenes], "pdf", title=title or scenes[0].title)[0]
    if any(scene.trim is not None for scene in scenes):
        pdf = _with_trim(pdf, scenes)
    return pdf


def _with_trim(pdf: bytes, scenes: Sequence[Scene]) -> bytes:
    """The file with an update at its end that gives pages their TrimBox and BleedBox.

    typst cannot write these boxes. Its files have a plain cross-reference table, so page objects are
    written again behind the old ones, as the format provides for changes (ISO 32000-1, 7.5.6).
    """
    pages = _page_objects(pdf)
    if len(pages) != len(scenes):
        raise AssertionError(f"{len(pages)} page objects for {len(scenes)} pages")
    out = bytearray(pdf if pdf.endswith(b"\n") else pdf + b"\n")
    table: list[tuple[int, int]] = []
    for (number, body), scene in zip(pages, scenes, strict=True):
        if scene.trim is None:
            continue
        trim = _box(scene, *scene.trim)
        bleed = _box(scene, *(scene.bleed or (0.0, 0.0, scene.width, scene.height)))
        table.append((number, len(out)))
        boxes = f"/TrimBox{trim}/BleedBox{bleed}".encode()
        out += b"%d 0 obj\n<<" % number + boxes + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n"
    for number, offset in sorted(table):
        out += b"%d 1\n%010d 00000 n \n" % (number, offset)
    trailer = pdf[pdf.rindex(b"trailer") + 7 : pdf.rindex(b"startxref")].strip()
    previous = int(pdf[pdf.rindex(b"startxref") + 9 :].split()[0])
    out += b"trailer\n" + trailer[:-2] + b"/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (previous, start)
    return bytes(out)


def _page_objects(pdf: bytes) -> list[tuple[int, bytes]]:
    """(object number, dictionary behind "<<") of every page, in page order."""
    found: dict[int, bytes] = {}
    for match in re.finditer(rb"(?:^|\n)(\d+) 0 obj\s*<<(/Type/Page/.*?)\nendobj", pdf, re.DOTALL):
        found[int(match[1])] = match[2]
    kids = re.search(rb"/Type/Pages\b[^\[]*/Kids\[([^\]]*)\]", pdf)
    order = [int(n) for n in re.findall(rb"(\d+) 0 R", kids[1])] if kids else []
    return [(number, found[number]) for number in order if number in found]


def _box(scene: Scene, x: float, y: float, width: float, height: float) -> str:
    """PDF rectangle in points; PDF counts upwards from the lower edge."""
    left, right = x * POINTS_PER_MM, (x + width) * POINTS_PER_MM
    top, bottom = (scene.height - y) * POINTS_PER_MM, (scene.height - y - height) * POINTS_PER_MM
    return f"[{left:.3f} {bottom:.3f} {right:.3f} {top:.3f}]"
