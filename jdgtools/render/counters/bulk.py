"""Many faces at once: laid out on contact sheets, drawn in a few calls, cut apart."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.render.backends.png import render_pngs
from jdgtools.render.counters.face import draw_face
from jdgtools.render.counters.spec import EDGE, FaceSpec
from jdgtools.render.scene import Group, Layer, Scene, compose, scaling, translation
from jdgtools.render.style import Theme

_MOST_CELLS = 160
"""Faces on one contact sheet: two cores share several sheets, and no picture grows huge."""


def draw_pngs(specs: Mapping[str, FaceSpec], px: int, theme: Theme | None = None) -> dict[str, bytes]:
    """PNG files by name; equal faces are drawn once and share their bytes."""
    from io import BytesIO

    from PIL import Image

    if px < 8 or px > 2000:
        raise ValueError(f"counters of {px} pixels cannot be drawn; 8 to 2000 can")
    distinct: dict[FaceSpec, int] = {}
    for spec in specs.values():
        distinct.setdefault(spec, len(distinct))
    drawn: dict[FaceSpec, bytes] = {}
    for hexes in (1, 2):
        faces = [spec for spec in distinct if spec.hexes == hexes]
        # Sheets of at most about 4,000 x 4,000 pixels.
        most = max(1, min(_MOST_CELLS, (4000 // px) ** 2 // hexes))
        sheets = [faces[at : at + most] for at in range(0, len(faces), most)]
        columns = max(1, min(16, 4000 // (px * hexes)))
        scenes = [_sheet(sheet, columns, hexes, theme) for sheet in sheets]
        for sheet, scene in zip(sheets, scenes, strict=True):
            size = (round(scene.width / EDGE) * px, round(scene.height / EDGE) * px)
            picture = Image.open(BytesIO(render_pngs([scene], size_px=size)[0])).convert("RGB")
            for index, spec in enumerate(sheet):
                row, column = divmod(index, columns)
                left, top = column * px * hexes, row * px
                cell = picture.crop((left, top, left + px * hexes, top + px))
                out = BytesIO()
                cell.save(out, "PNG", compress_level=6)
                drawn[spec] = out.getvalue()
    return {name: drawn[spec] for name, spec in specs.items()}


def _sheet(faces: list[FaceSpec], columns: int, hexes: int, theme: Theme | None) -> Scene:
    rows = -(-len(faces) // columns)
    across = min(columns, len(faces))
    groups: list[Group] = []
    for index, spec in enumerate(faces):
        row, column = divmod(index, columns)
        groups.append(draw_face(spec, EDGE, theme).as_group(column * EDGE * hexes, row * EDGE))
    return Scene(across * EDGE * hexes, rows * EDGE, "", (Layer("faces", tuple(groups)),))


__all__ = ["compose", "draw_pngs", "scaling", "translation"]
