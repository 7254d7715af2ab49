"""The structure tree of a PDF: what its parts are to those who hear it (ISO 32000-1, 14.7 and 14.8).

A canvas notes which sequences of its content belong to which tags; here these become elements: headings,
paragraphs, tables with their cells, pictures with what they show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from jdgtools.render.backends.pdf_objects import Objects, text_string
from jdgtools.render.backends.pdf_path import number
from jdgtools.render.bounds import Box, moved_box
from jdgtools.render.scene import IDENTITY, Tag, Transform


class MarkedContent(Struct, frozen=True):
    """A sequence of content, and the tags that it is in."""

    number: int | None
    """Of the sequence in its stream; None = the innermost tag has no content of its own here."""
    tags: tuple[Tag, ...]
    """The outermost first."""
    box: Box | None = None
    """About what the sequence draws, where its stream is placed; of pictures alone."""


class _Element(Struct):
    tag: Tag
    number: int
    parent: int
    kids: list[bytes] = field(default_factory=list)
    parts: list[_Element] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    """About its parts on the first page on which it stands, points."""
    page: int = 0


class Structure:
    """Elements in the order in which they are drawn.

    Args:
        objects: of the file.
        order: parts of the document that are read in this order, in whichever they are drawn.
    """

    def __init__(self, objects: Objects, order: Sequence[Tag] = ()) -> None:
        self._objects = objects
        self._root = objects.reserve()
        self._whole = _Element(Tag("Document"), objects.reserve(), self._root)
        self._elements: dict[int, _Element] = {}
        """By the identity of the tag: equal tags are different parts."""
        self._owners: list[list[int] | int] = []
        """Key of a stream or an annotation -> numbers of the elements of its sequences, or of its one."""
        for tag in order:
            self._element(tag, self._whole)

    def add(
        self, marks: Sequence[MarkedContent], page: int, form: int = 0, transform: Transform = IDENTITY
    ) -> int:
        """Take over the sequences of a page; return the key of what they stand in.

        Args:
            marks: in their order.
            page: number of the page.
            form: number of the form on it that holds them; 0 = the page itself does.
            transform: from the coordinates of the stream to those of the page.
        """
        owners: list[int] = []
        for mark in marks:
            element = self._whole
            for tag in mark.tags:
                element = self._element(tag, element)
            if mark.box is not None and element.page in (0, page):
                element.boxes.append(moved_box(mark.box, transform))
                element.page = page
            if mark.number is None:
                continue
            stream = b"/Stm %d 0 R" % form if form else b""
            element.kids.append(b"<</Type/MCR/Pg %d 0 R%s/MCID %d>>" % (page, stream, mark.number))
            owners.append(element.number)
        self._owners.append(owners)
        return len(self._owners) - 1

    def add_annotation(self, tag: Tag, annotation: int, page: int) -> int:
        """Put an annotation into the element of a tag; return its key."""
        element = self._element(tag, self._whole)
        element.kids.append(b"<</Type/OBJR/Pg %d 0 R/Obj %d 0 R>>" % (page, annotation))
        self._owners.append(element.number)
        return len(self._owners) - 1

    def put(self) -> int:
        """Write the tree; return the number of its root."""
        level = 0
        for element in _in_order(self._whole):
            role = element.tag.role
            if role[:1] == "H":
                # No level is left out, whatever is below a heading on paper.
                level = min(int(role[1:]), level + 1)
                role = f"H{level}"
            elif role == "Link" and not any(b"/OBJR" in kid for kid in element.kids):
                # In a file without links the words still name another place in it.
                role = "Reference"
            kids = b" ".join(element.kids)
            head = b"<</Type/StructElem/S/%s/P %d 0 R" % (role.encode(), element.parent)
            self._objects.put(element.number, head + _attributes(element) + b"/K[" + kids + b"]>>")
        entries = [
            b"%d %d 0 R" % (key, owner)
            if isinstance(owner, int)
            else b"%d[%s]" % (key, b" ".join(b"%d 0 R" % number for number in owner))
            for key, owner in enumerate(self._owners)
        ]
        owners = self._objects.add(b"<</Nums[%s]>>" % b" ".join(entries))
        body = b"<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>"
        self._objects.put(self._root, body % (self._whole.number, owners, len(entries)))
        return self._root

    def _element(self, tag: Tag, around: _Element) -> _Element:
        element = self._elements.get(id(tag))
        if element is None:
            parent = around if tag.parent is None else self._element(tag.parent, around)
            element = _Element(tag, self._objects.reserve(), parent.number)
            self._elements[id(tag)] = element
            parent.kids.append(b"%d 0 R" % element.number)
            parent.parts.append(element)
        return element


def _in_order(element: _Element) -> Iterator[_Element]:
    """Yield an element and all parts of it as they are read."""
    yield element
    for part in element.parts:
        yield from _in_order(part)


def _attributes(element: _Element) -> bytes:
    """Return the entries of an element's dictionary for what its tag says, and where a picture stands."""
    tag, out = element.tag, b""
    if tag.alt:
        out += b"/Alt" + text_string(tag.alt)
    if tag.actual:
        out += b"/ActualText" + text_string(tag.actual)
    if tag.scope:
        out += b"/A<</O/Table/Scope/%s>>" % tag.scope.encode()
    if element.boxes:
        left, low, right, high = zip(*element.boxes, strict=True)
        edges = " ".join(number(edge, 3) for edge in (min(left), min(low), max(right), max(high)))
        out += b"/A<</O/Layout/BBox[%s]>>" % edges.encode()
    return out
