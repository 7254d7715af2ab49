"""Layers of a PDF can be switched, hide what they should, and change nothing while they are shown."""

from __future__ import annotations

import io
import pickle

import pypdfium2 as pdfium
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject

from jdgtools.render.backends.pdf import LayerForms, drawing_form, layer_forms, render_pdf
from jdgtools.render.backends.pdf_document import PdfDocument
from jdgtools.render.scene import DrawingLayer, Group, Rect, Scene, Symbol, TextItem, Use
from tests.drawings import layered_pdf

SCENE = Scene(
    40,
    30,
    "Roliça",
    (
        DrawingLayer("ground", (Rect(0, 0, 40, 30, fill="#00ff00"),)),
        DrawingLayer("woods", (Group((Rect(5, 5, 10, 10, fill="#ff0000"),), opacity=0.99),)),
        DrawingLayer("żółte", (Rect(20, 5, 10, 10, fill="#0000ff"), TextItem(5, 25, "name", 4))),
    ),
)


def pixels(pdf: bytes, hidden: tuple[str, ...] = ()) -> bytes:
    if hidden:
        writer = PdfWriter(clone_from=io.BytesIO(pdf))
        shown = writer.root_object["/OCProperties"]
        groups = {group.get_object()["/Name"]: group for group in shown["/OCGs"]}
        shown["/D"][NameObject("/OFF")] = ArrayObject(groups[name] for name in hidden)
        changed = io.BytesIO()
        writer.write(changed)
        pdf = changed.getvalue()
    image = pdfium.PdfDocument(pdf)[0].render(scale=25.4 / 72, rev_byteorder=True).to_pil()
    return image.convert("RGB").crop((0, 0, 40, 30)).tobytes()


def colour(data: bytes, x: int, y: int) -> tuple[int, ...]:
    # Full or none: what lies between is rounding.
    return tuple(255 * round(v / 255) for v in data[3 * (40 * y + x) : 3 * (40 * y + x) + 3])


def test_layers_have_the_names_of_the_scene_and_show_the_same_picture() -> None:
    pdf = layered_pdf(SCENE)
    catalogue = PdfReader(io.BytesIO(pdf)).root_object
    names = [group.get_object()["/Name"] for group in catalogue["/OCProperties"]["/OCGs"]]
    assert names == ["ground", "woods", "żółte"]
    assert pixels(pdf) == pixels(render_pdf([SCENE]))
    assert pdf == layered_pdf(SCENE)


def test_a_hidden_layer_is_gone_and_the_others_stay() -> None:
    pdf = layered_pdf(SCENE)
    shown, without = pixels(pdf), pixels(pdf, ("woods",))
    assert colour(shown, 10, 10) == (255, 0, 0)
    assert colour(without, 10, 10) == (0, 255, 0)
    assert colour(without, 25, 10) == (0, 0, 255)
    assert colour(pixels(pdf, ("żółte",)), 25, 10) == (0, 255, 0)
    assert colour(pixels(pdf, ("ground",)), 2, 2) == (255, 255, 255)


def test_the_text_stays_text() -> None:
    pdf = layered_pdf(SCENE)
    page = PdfReader(io.BytesIO(pdf), strict=True).pages[0]
    assert "name" in page.extract_text()


FLAG = Symbol("flag", (Rect(0, 0, 4, 4, fill="#ff0000"), TextItem(0, 3, "flag", 2)))
KNOWN = DrawingLayer(
    "known", (Use(FLAG, 2, 2, 4, 4), Use(FLAG, 12, 2, 4, 4), TextItem(5, 25, "known name", 4))
)


def with_known(known: DrawingLayer) -> list[Scene]:
    other = DrawingLayer("new", (Use(FLAG, 22, 2, 4, 4), TextItem(5, 15, "a new name", 4)))
    return [Scene(40, 30, "", (other,)), Scene(40, 30, "", (known, other))]


def test_layers_drawn_before_are_placed_and_not_drawn_again() -> None:
    """They come through pickle, as from an earlier build; the page looks and reads as if all was drawn now."""
    forms = pickle.loads(pickle.dumps(LayerForms.of([Scene(40, 30, "", (KNOWN,))], "rgb")))
    [(layer, _)] = forms.layers
    assert layer == KNOWN
    scenes = with_known(layer)
    pdf, plain = render_pdf(scenes, forms=[forms]), render_pdf(scenes)
    for number in range(2):
        shown, expected = (
            pdfium.PdfDocument(data)[number].render(scale=2).to_numpy().tobytes() for data in (pdf, plain)
        )
        assert shown == expected
    words = [page.extract_text().split() for page in PdfReader(io.BytesIO(pdf)).pages]
    assert words[0] and {"known", "new", "name", "flag"} == {*words[1]} - {"a"}
    # The symbol is in the file once, though its pickled copy is another object.
    assert pdf.count(b"/Subtype/Form") == 2 and plain.count(b"/Subtype/Form") == 1
    assert pdf.count(b"/Type/FontDescriptor") == plain.count(b"/Type/FontDescriptor") == 1
    # A file made of them leaves them as they are.
    assert render_pdf(scenes, forms=[forms]) == pdf


def test_what_is_pickled_of_a_document_knows_nothing_by_identity() -> None:
    """A value of another process may stand where one of the first process stood."""
    forms = LayerForms.of([Scene(40, 30, "", (KNOWN,))], "rgb")
    document = pickle.loads(pickle.dumps(forms)).document
    assert any(value is not None for value, _ in forms.document._numbers.values())
    assert all(value is None for value, _ in document._numbers.values())
    assert document._numbers
    assert all(use._runs == {} and use.texts for use in document._fonts.values())


def test_several_documents_drawn_before_go_into_one_file() -> None:
    """Each with its own numbers, fonts and opacities; the page looks as if all was drawn now."""
    faint = DrawingLayer(
        "faint", (Rect(0, 0, 9, 9, fill="#0000ff", opacity=0.4), TextItem(5, 8, "other words", 4))
    )
    flag = Symbol("placeholder", (), (0.0, 0.0, 40.0, 30.0))
    shown = Scene(40, 30, "", (DrawingLayer("map", (Use(FLAG, 22, 20, 8), TextItem(20, 12, "hidden", 4))),))
    document = PdfDocument()
    form = drawing_form(document, shown, layer_forms(document, shown))
    parts = [
        pickle.loads(pickle.dumps(part))
        for part in (
            LayerForms.of([Scene(40, 30, "", (KNOWN,))], "rgb"),
            LayerForms.of([Scene(40, 30, "", (faint,))], "rgb"),
            LayerForms.of_symbol(flag, document, form),
        )
    ]
    layers = [layer for part in parts for layer, _ in part.layers]
    [(symbol, _)] = parts[2].symbols
    placed = DrawingLayer("placed", (Use(symbol, 20, 15, 40),))
    page, plain = (
        Scene(40, 30, "", (*some, last))
        for some, last in ((layers, placed), ((KNOWN, faint), shown.layers[0]))
    )
    pdf = render_pdf([page], forms=parts)
    one, two = (
        pdfium.PdfDocument(data)[0].render(scale=4).to_numpy().astype(int)
        for data in (pdf, render_pdf([plain]))
    )
    assert abs(one - two).mean() < 1.0
    words = PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split()
    assert {*words} == {"flag", "known", "name", "other", "words", "hidden"}
    assert pdf == render_pdf([page], forms=parts)
