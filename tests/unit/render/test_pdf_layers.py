"""Layers of a PDF can be switched, hide what they should, and change nothing while they are shown."""

from __future__ import annotations

import io

import pypdfium2 as pdfium
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject

from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.scene import Group, Layer, Rect, Scene, Text
from tests.drawings import layered_pdf

SCENE = Scene(
    40,
    30,
    "Roliça",
    (
        Layer("ground", (Rect(0, 0, 40, 30, fill="#00ff00"),)),
        Layer("woods", (Group((Rect(5, 5, 10, 10, fill="#ff0000"),), opacity=0.99),)),
        Layer("żółte", (Rect(20, 5, 10, 10, fill="#0000ff"), Text(5, 25, "name", 4))),
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
