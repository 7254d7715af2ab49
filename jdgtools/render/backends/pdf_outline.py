"""Ways through a PDF document: its table of contents for the reader's side bar, and links on its pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from jdgtools.render.backends.pdf_document import POINTS_PER_MM, PdfDocument
from jdgtools.render.backends.pdf_objects import text_string
from jdgtools.render.backends.pdf_path import number
from jdgtools.render.scene import Tag


class Bookmark(Struct, frozen=True):
    """A chapter of the document."""

    title: str
    page: int
    """Its first page, from 0."""


class Link(Struct, frozen=True):
    """A place on a page that leads to another."""

    page: int
    """Where it is, from 0."""
    box: tuple[float, float, float, float]
    """x, y, width, height, mm from the upper left corner of the page."""
    target: int
    """Where it leads, from 0."""
    title: str = ""
    """What stands there."""
    tag: Tag | None = None
    """Of the words that it lies on."""


def add_contents(document: PdfDocument, bookmarks: Sequence[Bookmark]) -> None:
    """Give a document its table of contents; its pages must be there."""
    if not bookmarks:
        return
    objects = document.objects
    root = objects.reserve()
    items = [objects.reserve() for _ in bookmarks]
    around = dict.fromkeys(items, b"")
    for first, second in pairwise(items):
        around[first] += b"/Next %d 0 R" % second
        around[second] += b"/Prev %d 0 R" % first
    for item, mark in zip(items, bookmarks, strict=True):
        place = b"/Dest[%d 0 R/Fit]" % document.pages[mark.page]
        objects.put(
            item, b"<</Title%s/Parent %d 0 R%s%s>>" % (text_string(mark.title), root, around[item], place)
        )
    ends = (items[0], items[-1], len(items))
    objects.put(root, b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % ends)
    document.outline = root


def add_links(
    document: PdfDocument, links: Sequence[Link], heights: Sequence[float], bleed: float = 0.0
) -> None:
    """Make places on the pages of a document lead to others.

    Args:
        document: with all its pages.
        links: where, and where to.
        heights: of the scenes on the pages, mm.
        bleed: how far the pages go on beyond these, mm.
    """
    by_page: dict[int, list[int]] = {}
    for link in links:
        x, y, width, height = link.box
        low, high = heights[link.page] - y - height, heights[link.page] - y
        edges = (value + bleed for value in (x, low, x + width, high))
        corners = " ".join(number(edge * POINTS_PER_MM, 2) for edge in edges)
        body = f"<</Type/Annot/Subtype/Link/Rect[{corners}]/Border[0 0 0]/F 4"
        target = document.pages[link.target]
        annotation = document.objects.reserve()
        entries = body.encode()
        if document.structure is not None and link.tag is not None:
            key = document.structure.add_annotation(link.tag, annotation, document.pages[link.page])
            entries += b"/StructParent %d/Contents%s" % (key, text_string(link.title))
        document.objects.put(annotation, entries + b"/Dest[%d 0 R/Fit]>>" % target)
        by_page.setdefault(link.page, []).append(annotation)
    for page, numbers in sorted(by_page.items()):
        entry = " ".join(f"{annotation} 0 R" for annotation in numbers)
        document.objects.extend(document.pages[page], f"/Annots[{entry}]".encode())
