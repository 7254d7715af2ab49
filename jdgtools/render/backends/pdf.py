"""Scenes -> PDF: vector art, embedded fonts, searchable text, the same bytes every time.

`render_pdf` makes a file of whole scenes. Large maps are written once, layer by layer, as forms
(`layer_forms`), which any number of pages can show: with layers to switch, in pieces, or stretched to
pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from jdgtools.render.backends.pdf_color import ColorMode
from jdgtools.render.backends.pdf_content import Canvas
from jdgtools.render.backends.pdf_document import POINTS_PER_MM, GraphicsState, PdfDocument
from jdgtools.render.backends.pdf_outline import Bookmark, Link, add_contents, add_links
from jdgtools.render.backends.pdf_path import UNIT, number, whole
from jdgtools.render.backends.pdf_press import OutputIntent
from jdgtools.render.backends.pdf_structure import Structure
from jdgtools.render.scene import DrawingLayer, Group, Rect, Scene, Symbol, Tag, Transform

Box = tuple[float, float, float, float]


class PageFrame(Struct, frozen=True):
    """How a scene lies on its page."""

    width: float
    """Of the page, points."""
    height: float
    base: Transform
    """From thousandths of a millimetre, downwards, to points, upwards."""
    scale: float = 1.0
    """Units in which thin lines are measured, per millimetre."""
    bleed: float = 0.0
    """How far the page goes on beyond the scene on all sides, mm."""

    @classmethod
    def paper(cls, scene: Scene, bleed: float = 0.0) -> PageFrame:
        """Lay a scene on its page at its true size, with so much around it to be cut off, mm."""
        k, beyond = POINTS_PER_MM / UNIT, bleed * POINTS_PER_MM
        width, height = scene.width * POINTS_PER_MM, scene.height * POINTS_PER_MM
        base = (k, 0.0, 0.0, -k, beyond, height + beyond)
        return cls(width + 2 * beyond, height + 2 * beyond, base, bleed=bleed)

    @classmethod
    def pixels(cls, visible_box: Box, width: int, height: int) -> PageFrame:
        """Stretch a part (x, y, width, height) of a scene over as many points as there are pixels."""
        x, y, wide, high = visible_box
        across, down = width / wide, height / high
        base = (across / UNIT, 0.0, 0.0, -down / UNIT, -x * across, height + y * down)
        return cls(float(width), float(height), base, (across * down) ** 0.5)


class DrawingWindow(Struct, frozen=True):
    """A page with a part of a large drawing below its own marks."""

    page: Scene
    """What lies above; it must not have a background. Its size is that of the page."""
    x: float
    """Where the upper left corner of the drawing would lie on the page, mm."""
    y: float
    scale: float
    visible_box: Box
    """x, y, width, height on the page, mm, outside of which the drawing is cut off."""


class LayerForms(Struct, frozen=True):
    """A document that has layers as forms, but no pages yet. It can be pickled, to be kept between builds."""

    document: PdfDocument
    layers: list[tuple[DrawingLayer, int]]
    """Layers, each with the number of its form."""
    symbols: list[tuple[Symbol, int]] = []
    """Likewise symbols."""

    @classmethod
    def of(cls, scenes: Sequence[Scene], color: ColorMode, *, has_tags: bool = False) -> LayerForms:
        """Write every layer of the scenes once; ``has_tags`` for a file that can be read aloud."""
        document = PdfDocument(color)
        forms = [
            (layer, layer_form(document, scene, layer, has_tags=has_tags))
            for scene in scenes
            for layer in scene.layers
        ]
        return cls(document, forms)

    @classmethod
    def of_symbols(cls, symbols: Sequence[Symbol], color: ColorMode, beyond: float) -> LayerForms:
        """Write every symbol once; nothing of it may be shown more than ``beyond`` (mm) outside its box."""
        canvas = Canvas(PdfDocument(color))
        forms = []
        for symbol in symbols:
            x, y, width, height = symbol.box
            reach = (x - beyond, y - beyond, x + width + beyond, y + height + beyond)
            forms.append((symbol, canvas.document.form(canvas.content_of(symbol.items), reach)))
        return cls(canvas.document, [], forms)

    @classmethod
    def of_symbol(cls, symbol: Symbol, document: PdfDocument, form: int) -> LayerForms:
        """Return a form of a document, with all that it needs, as what a symbol shows."""
        new = PdfDocument(document.mode)
        return cls(new, [], [(symbol, new.take(document, [form])[form])])


def render_pdf(
    scenes: Sequence[Scene],
    title: str = "",
    *,
    language: str = "",
    color: ColorMode = "rgb",
    bookmarks: Sequence[Bookmark] = (),
    links: Sequence[Link] = (),
    forms: Sequence[LayerForms] = (),
    press: OutputIntent | None = None,
    has_tags: bool = False,
    order: Sequence[Tag] = (),
    bleed: float = 0.0,
) -> bytes:
    """Return a PDF file with one page per scene, each of its own size.

    Args:
        scenes: at least one.
        title: of the document; '' = that of the first scene.
        language: of the texts, as "fr".
        color: "cmyk" writes all colours as printing inks, see `pdf_color`.
        bookmarks: its table of contents.
        links: places on its pages that lead to others.
        forms: layers and symbols of the scenes that were written before, in the same colours.
        press: for which the file is made, which is then one of PDF/X-4; it must have no links.
        has_tags: whether the tags of groups are written, for those who have the file read to them.
        order: tags of parts that are read in this order, in whichever they are drawn.
        bleed: how far the pages go on beyond the scenes, to be cut off, mm.

    Raises:
        ValueError: no scene was given; a symbol placeholder has no colour; a picture cannot be read.
    """
    if not scenes:
        raise ValueError("a PDF needs at least one page")
    document, layers_of_pages = PdfDocument(color), list[tuple[DrawingLayer, int]]()
    for at, each in enumerate(forms):
        places = [form for _, form in (*each.layers, *each.symbols)]
        # The first one is gone on with: what it knows of symbols holds.
        numbers = document.take(each.document, places) if at else dict(zip(places, places, strict=True))
        document = document if at else each.document.copy()
        layers_of_pages += [(layer, numbers[form]) for layer, form in each.layers]
        document.drawn_symbols.update((id(s), (s, numbers[form])) for s, form in each.symbols)
    document.press = press
    document.structure = Structure(document.objects, order) if has_tags else None
    for scene in scenes:
        add_page(document, scene, PageFrame.paper(scene, bleed), layers_of_pages)
    add_contents(document, bookmarks)
    add_links(document, links, [scene.height for scene in scenes], bleed)
    return document.file(title or scenes[0].title, language)


def add_page(
    document: PdfDocument,
    scene: Scene,
    frame: PageFrame | None = None,
    layer_forms: Sequence[tuple[DrawingLayer, int]] = (),
) -> None:
    """Add a page with the scene; hidden layers are left out.

    Args:
        document: where it goes.
        scene: what to draw.
        frame: where on the page; None = at its true size.
        layer_forms: layers of which the document has the form already, and those forms.
    """
    frame = frame or PageFrame.paper(scene)
    canvas = Canvas(document, frame.scale, frame.base)
    structure = document.structure
    if structure is not None:
        canvas.begin_marks()
    _background(canvas, scene, frame.bleed)
    forms: list[int] = []
    for layer in scene.layers:
        if layer.is_hidden:
            continue
        form = _known_form(layer, layer_forms)
        if form is None:
            canvas.items(_of_layer(layer))
        elif structure is not None and form in document.marks:
            canvas.place_marked(form)
            forms.append(form)
        else:
            canvas.place(form)
    marks = canvas.end_marks() if structure is not None else []
    _add(document, canvas, scene, frame)
    if structure is not None:
        page = document.pages[-1]
        document.objects.extend(page, b"/Tabs/S/StructParents %d" % structure.add(marks, page))
        for form in forms:
            key = structure.add(document.marks[form], page, form, frame.base)
            document.objects.extend_stream(form, b"/StructParents %d" % key)


def add_view(document: PdfDocument, scene: Scene, forms: Sequence[int], frame: PageFrame) -> None:
    """Add a page with the layers of a scene, drawn by their forms, as pixels; hidden layers are left out."""
    canvas = Canvas(document, 1.0, frame.base)
    _background(canvas, scene)
    for layer, form in zip(scene.layers, forms, strict=True):
        if not layer.is_hidden:
            canvas.place(form)
    _add(document, canvas, scene, frame)


def layer_forms(
    document: PdfDocument, scene: Scene, earlier_forms: Sequence[tuple[DrawingLayer, int]] = ()
) -> list[int]:
    """Return the numbers of forms, one for every layer.

    Args:
        document: where they go.
        scene: the drawing.
        earlier_forms: layers of which the document has the form already, and those forms.
    """
    forms = []
    for layer in scene.layers:
        form = _known_form(layer, earlier_forms)
        forms.append(layer_form(document, scene, layer) if form is None else form)
    return forms


def _known_form(layer: DrawingLayer, forms: Sequence[tuple[DrawingLayer, int]]) -> int | None:
    return next((form for other, form in forms if other is layer), None)


def layer_form(document: PdfDocument, scene: Scene, layer: DrawingLayer, *, has_tags: bool = False) -> int:
    """Add a form that draws the layer in the scene's coordinates; return its number."""
    canvas = Canvas(document)
    if scene.background is not None:
        document.inks.lie_on(scene.background)
    if has_tags:
        canvas.begin_marks()
    canvas.items(_of_layer(layer))
    marks = canvas.end_marks() if has_tags else []
    form = document.form(canvas.finish(), (0.0, 0.0, scene.width, scene.height))
    if has_tags:
        document.marks[form] = marks
    return form


def add_layered_page(document: PdfDocument, scene: Scene, forms: Sequence[int], bleed: float = 0.0) -> None:
    """Add a page with the layers of the scene, drawn by their forms, each to be shown or hidden.

    Args:
        document: where it goes.
        scene: what to draw.
        forms: one for every layer.
        bleed: how far the ground goes on beyond the sheet, mm.
    """
    frame = PageFrame.paper(scene, bleed)
    canvas = Canvas(document, 1.0, frame.base)
    _background(canvas, scene, bleed)
    for layer, form in zip(scene.layers, forms, strict=True):
        group = document.layer(layer.name, not layer.is_hidden)
        canvas.out.append(f"/OC /{canvas.name('Properties', 'L', group)} BDC")
        canvas.place(form)
        canvas.out.append("EMC")
    _add(document, canvas, scene, frame)


def drawing_form(document: PdfDocument, drawing: Scene, forms: Sequence[int], bleed: float = 0.0) -> int:
    """Add a form with the whole drawing; return its number. Hidden layers are left out.

    Args:
        document: where it goes.
        drawing: what to draw.
        forms: one for every layer.
        bleed: how far the ground goes on beyond the drawing, mm.
    """
    canvas = Canvas(document)
    _background(canvas, drawing, bleed)
    for layer, form in zip(drawing.layers, forms, strict=True):
        if not layer.is_hidden:
            canvas.place(form)
    size = (-bleed, -bleed, drawing.width + bleed, drawing.height + bleed)
    return document.form(canvas.finish(), size, group=document.is_transparent)


def add_windows(document: PdfDocument, form: int, windows: Iterable[DrawingWindow]) -> None:
    """Add pages that show parts of the drawing in a form."""
    for window in windows:
        frame = PageFrame.paper(window.page)
        canvas = Canvas(document, 1.0, frame.base)
        canvas.save()
        x, y, width, height = (whole(value) for value in window.visible_box)
        canvas.out.append(f"{x} {y} {width} {height} re W n")
        canvas.move((window.scale, 0.0, 0.0, window.scale, window.x, window.y))
        canvas.place(form, GraphicsState())
        canvas.restore()
        for layer in window.page.layers:
            if not layer.is_hidden:
                canvas.items(_of_layer(layer))
        _add(document, canvas, window.page, frame)


def _add(document: PdfDocument, canvas: Canvas, scene: Scene, frame: PageFrame) -> None:
    content = canvas.finish()
    # In two steps: readers are not bound to keep more than five decimals of so small a number.
    across, _, _, down, left, foot = frame.base
    place = f"{number(across * 100, 9)} 0 0 {number(down * 100, 9)} {number(left, 4)} {number(foot, 4)} cm"
    head = f"{place} .01 0 0 .01 0 0 cm\n".encode()
    stream = document.objects.stream(b"", head + content.operators)
    document.page((frame.width, frame.height), [stream], content.resources, _page_boxes(scene, frame))


def _page_boxes(scene: Scene, frame: PageFrame) -> str:
    """Return a page's entries for what is cut out of it and how far its colours reach; '' for pixels."""
    b = frame.bleed
    if frame != PageFrame.paper(scene, b):
        return ""
    trim = scene.trim or (0.0, 0.0, scene.width, scene.height)
    bleed = scene.bleed or (-b, -b, scene.width + 2 * b, scene.height + 2 * b)
    return f"/TrimBox{_box(scene, trim, b)}/BleedBox{_box(scene, bleed, b)}"


def _background(canvas: Canvas, scene: Scene, bleed: float = 0.0) -> None:
    if scene.background is not None:
        canvas.document.inks.lie_on(scene.background)
        size = scene.width + 2 * bleed, scene.height + 2 * bleed
        canvas.items((Rect(-bleed, -bleed, *size, fill=scene.background),))


def _of_layer(layer: DrawingLayer) -> tuple[Group, ...]:
    return (Group(layer.items, opacity=layer.opacity, blend=layer.blend),)


def _box(scene: Scene, box: Box, beyond: float) -> str:
    """Return a rectangle in points; PDF counts upwards from the lower edge of the page.

    Args:
        scene: what lies on the page.
        box: x, y, width, height in the scene, mm.
        beyond: how far the page goes on around the scene, mm.
    """
    x, y, width, height = box
    low = scene.height - y - height
    edges = (edge + beyond for edge in (x, low, x + width, low + height))
    return f"[{' '.join(number(edge * POINTS_PER_MM, 3) for edge in edges)}]"
