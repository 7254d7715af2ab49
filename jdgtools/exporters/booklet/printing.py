"""The booklet as a PDF file. What was set in an earlier build and says the same is taken from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import msgpack

from jdgtools.exporters.base import BuildContext
from jdgtools.exporters.booklet import look
from jdgtools.exporters.booklet.book import Chapter, Plan, chapters
from jdgtools.exporters.booklet.keyed import spelt
from jdgtools.exporters.booklet.laid import Drawn, Laid, laid, packed, unpacked
from jdgtools.exporters.booklet.look import paper_of
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.packing import Placed, arrange
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.slabs import Block, Slab
from jdgtools.render.backends.pdf_document import Document
from jdgtools.render.backends.pdf_outline import add_contents, add_links
from jdgtools.render.backends.pdf_parts import Binder, Known, Part, Sketch
from jdgtools.render.backends.pdf_parts import Placed as Drawing
from jdgtools.render.scene import Item


def printed(context: BuildContext) -> bytes:
    """The player aids in the language of the build as a PDF file."""
    names, pictures = Names(context), Pictures(context, apart=True)
    color = context.options.sheets.color
    paper = paper_of(context.options.printing.papers)

    known: Known = {}

    def sketch() -> Sketch:
        return Sketch(color, pictures.is_named, known)

    parts: list[tuple[Chapter, list[list[Placed]]]] = []
    for chapter in chapters(context, names, pictures):
        blocks = _set(context, chapter, sketch)
        parts.append((chapter, arrange(blocks, look.HEAD, loose=chapter.loose, paper=paper)))
    plan = Plan(names, pictures, parts)
    cover = plan.cover()
    others = list(plan.pages())
    # What stands around the text changes with the number of pages alone.
    [front] = _drawings(context, [cover.items], sketch)
    margins = _drawings(context, [items for items, _ in others], sketch)
    pages = [[front]]
    pages += [[around, *map(_drawing, placed)] for around, (_, placed) in zip(margins, others, strict=True)]
    faces = [face for page in pages for each in page for face in each.part.foreign.values()]
    document = Document(color, keep=context.product)
    binder = Binder(document, pictures.parts(faces, color).__getitem__)
    for page in pages:
        binder.page(paper.width, paper.height, "#ffffff", page)
    add_contents(document, plan.bookmarks())
    add_links(document, plan.links(cover), [paper.height] * len(pages))
    return document.file(plan.title, context.language)


def _drawings(
    context: BuildContext, drawings: list[list[Item]], sketch: Callable[[], Sketch]
) -> list[Drawing]:
    """Drawings for whole pages, written only if they are new."""

    def make() -> bytes:
        return msgpack.encode(sketch().part(drawings))

    key = spelt([[(type(item).__name__, item) for item in items] for items in drawings])
    data = make() if key is None else context.product("drawings", (context.options.sheets.color, key), make)
    part = msgpack.decode(data, type=Part)
    return [Drawing(part, number, 0.0, 0.0) for number in range(len(drawings))]


def _set(
    context: BuildContext, chapter: Chapter, sketch: Callable[[], Sketch]
) -> Iterator[tuple[list[Slab], bool]]:
    """The blocks of a chapter: slabs, and whether they go across the page."""
    if chapter.inputs is not None:
        key = (chapter.key, context.options.sheets.color, chapter.inputs)
        for each in unpacked(
            context.product(
                "chapter of the aids",
                key,
                lambda: packed(laid(block, sketch()) for block in chapter.make()),
            )
        ):
            yield each.slabs(), each.wide
        return
    for block in chapter.make():
        slabs: list[Slab] = []
        for piece in block.pieces():
            slabs += _piece(context, piece, sketch).slabs()
        yield slabs, block.wide


def _piece(context: BuildContext, piece: Block, sketch: Callable[[], Sketch]) -> Laid:
    key = spelt((piece.wide, piece.elements))
    if key is None:
        return laid(piece, sketch())
    inputs = (context.options.sheets.color, key)
    [made] = unpacked(context.product("block of the aids", inputs, lambda: packed([laid(piece, sketch())])))
    return made


def _drawing(placed: Placed) -> Drawing:
    drawn = placed.slab.draw
    assert isinstance(drawn, Drawn)
    return Drawing(drawn.part, drawn.number, placed.x, placed.y)
