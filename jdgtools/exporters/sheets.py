"""Counter sheets as PDF files; faces that were drawn in an earlier build are taken from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack

from jdgtools.exporters.base import BuildContext
from jdgtools.render.backends.pdf import page_boxes
from jdgtools.render.backends.pdf_document import Document
from jdgtools.render.backends.pdf_parts import Binder, Part, Placed, Sketch, Stamp
from jdgtools.render.counters import face_scene
from jdgtools.render.scene import Group, Layer, Rect, Scene

if TYPE_CHECKING:
    from jdgtools.exporters.counters import Face
    from jdgtools.render.counters import FaceSpec

_NOTHING = Part((), {}, {}, {}, {}, {}, False)
_TOGETHER = 4
"""Faces that are drawn anew when one of them has changed, on the average."""


class _Face(Struct, frozen=True, array_like=True):
    """A face; its drawing has the same number in the part."""

    width: float
    height: float
    ground: str
    """Colour of the whole face, below the drawing."""


class _Pack(Struct, frozen=True, array_like=True):
    """Faces that were drawn together."""

    faces: tuple[_Face, ...]
    part: Part


def stamped_faces(context: BuildContext, specs: Mapping[Face, FaceSpec]) -> dict[Face, Scene]:
    """Drawings of faces, for `sheets_pdf` alone: ground and stamp."""
    theme, color = context.theme, context.options.sheets.color
    wanted = [(spec, face[1]) for face, spec in specs.items()]

    def pack(numbers: Sequence[int]) -> list[bytes]:
        drawn = [_opened(face_scene(*wanted[n], theme)) for n in numbers]
        part = Sketch(color).part([items for _, items in drawn])
        # The first carries all: what several faces have in common is in it once.
        return [msgpack.encode(_Pack(tuple(face for face, _ in drawn), part)), *[b""] * (len(numbers) - 1)]

    made = context.products(
        "faces on sheets", (theme, color), wanted, lambda packs: [pack(p) for p in packs], _TOGETHER
    )
    scenes: dict[Face, Scene] = {}
    number, found = 0, _Pack((), _NOTHING)
    for (name, spec), content in zip(specs.items(), made, strict=True):
        number += 1
        if content:
            number, found = 0, msgpack.decode(content, type=_Pack)
        face = found.faces[number]
        ground = Rect(0.0, 0.0, face.width, face.height, fill=face.ground)
        items = (ground, Stamp(found.part, number))
        scenes[name] = Scene(face.width, face.height, spec.title, (Layer("face", items),))  # type: ignore[arg-type]
    return scenes


def _opened(scene: Scene) -> tuple[_Face, tuple[Group, ...]]:
    """The ground of a face and what lies on it."""
    (layer,) = scene.layers
    ground, *items = layer.items
    assert isinstance(ground, Rect) and isinstance(ground.fill, str)
    return _Face(scene.width, scene.height, ground.fill), (Group(tuple(items)),)


def sheets_pdf(context: BuildContext, pages: Sequence[Scene], faces: Iterable[Scene], title: str) -> bytes:
    """PDF file of pages on which faces lie.

    Args:
        context: the build.
        pages: the pages; what lies on them besides faces is drawn here.
        faces: from `stamped_faces`.
        title: of the document.
    """
    color = context.options.sheets.color
    stamps = [item for face in faces for item in face.layers[0].items if isinstance(item, Stamp)]
    parts = list({id(stamp.part): stamp.part for stamp in stamps}.values())
    document = Document(color, keep=context.product)
    binder = Binder(document, _no_symbol)
    for page in pages:
        layers = [Group(x.items, opacity=x.opacity, blend=x.blend) for x in page.layers if not x.hidden]
        own = Placed(Sketch(color).part([layers]), 0, 0.0, 0.0)
        ground = page.background or "#ffffff"
        binder.page(page.width, page.height, ground, [own], stamped=parts, boxes=page_boxes(page))
    return document.file(title, context.language)


def _no_symbol(symbol: str) -> Part:
    raise LookupError(f"no part draws {symbol}")
