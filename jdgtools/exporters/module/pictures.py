"""The pictures of a module: board, counters, badges, boxes, cones of fire; name -> PNG bytes.

`ModulePictures` collects them while pieces and windows are made; `assemble` writes those that a text of the
module names.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.exporters.module.module_context import Cone, Face
from jdgtools.hexgrid import coords, region

if TYPE_CHECKING:
    from jdgtools.hexgrid.layout import Layout

SCALE = 4
"""Pixels are drawn this much finer and reduced, for smooth edges."""


class ModulePictures(Struct, frozen=True):
    """What a module shows beside its maps."""

    layout: Layout
    """Hexes of the board, in its pixels."""
    faces: Mapping[Face, str]
    """Face -> name of its picture; equal faces share one."""
    data: Mapping[str, bytes]
    """Picture name -> PNG."""


def png(image: object, **more: object) -> bytes:
    """Return a pillow image as a PNG file without dates or other volatile parts."""
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False, compress_level=6, **more)  # type: ignore[attr-defined]
    return out.getvalue()


def moved_picture() -> bytes:
    """Return the mark of a piece that has moved: a red dot with a white rim."""
    from PIL import Image, ImageDraw

    size = 16 * SCALE
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((2, 2, size - 3, size - 3), fill=(255, 255, 255, 255))
    draw.ellipse((10, 10, size - 11, size - 11), fill=(205, 30, 30, 255))
    return png(image.resize((16, 16), Image.Resampling.LANCZOS))


_CONE = ((0, 0, 0, 0), (220, 60, 20, 88), (220, 60, 20, 52), (150, 30, 10, 170))
"""Colours of a cone: nothing, odd and even distances, hexsides."""


def cone_reach(radius: int, size: float) -> int:
    """Return half the width, and the height, of a cone's picture: an even number of pixels."""
    return 2 * int((radius + 1) * size / 2 + 1)


def cone_picture(cone: Cone, size: float, step: float) -> bytes:
    """Return the front cone of a counter that faces up, one shade a hex of range.

    The middle of the picture's lower edge is the centre of the counter's (left) hex.

    Args:
        cone: what to show.
        size: distance between opposite hexsides, pixels.
        step: distance between rows (or columns) of hexes, pixels.
    """
    from PIL import Image, ImageDraw

    # Facing a corner, the counter's own view is a pointy-topped grid with a corner on top; facing a
    # hexside, a flat-topped grid with a hexside on top. Its right half lies in direction 1 of the former.
    corner = cone.front == 2
    directions = region.front_of_corner(5) if corner else (5, 0, 1) if cone.front == 3 else (0,)
    footprint_hexes = [coords.DIRECTIONS[1] * k for k in range(cone.footprint)]
    cells = {
        origin + step_ for origin in footprint_hexes for step_ in region.arc_steps(directions, cone.radius)
    }
    reach = cone_reach(cone.radius, size)
    middle = reach + (cone.footprint - 1) * round(size)
    # Four colours, two bits a pixel: it is large, and in full colour it takes ten times as long to pack.
    image = Image.new("P", (2 * middle, reach), 0)
    image.putpalette([n for colour in _CONE for n in colour[:3]])
    draw = ImageDraw.Draw(image)
    for q, r in sorted(cells.difference(footprint_hexes)):
        distance = min(coords.distance(origin, coords.Cube(q, r)) for origin in footprint_hexes)
        if corner:
            x, y, across, down = (q - r) * size / 2, (q + r) * step, size, step
            shape = [(0, -2 / 3), (0.5, -1 / 3), (0.5, 1 / 3), (0, 2 / 3), (-0.5, 1 / 3), (-0.5, -1 / 3)]
        else:
            x, y, across, down = q * step, (2 * r + q) * size / 2, step, size
            shape = [(1 / 3, -0.5), (2 / 3, 0), (1 / 3, 0.5), (-1 / 3, 0.5), (-2 / 3, 0), (-1 / 3, -0.5)]
        points = [(middle + x + u * across, reach + y + v * down) for u, v in shape]
        draw.polygon(points, fill=1 if distance % 2 else 2, outline=3)
    return png(image, bits=2, transparency=bytes(colour[3] for colour in _CONE))


def name_faces(faces: Mapping[Face, bytes]) -> tuple[dict[Face, str], dict[str, bytes]]:
    """Return names for faces, equal pictures once, and the pictures by name."""
    import re

    names: dict[Face, str] = {}
    data: dict[str, bytes] = {}
    by_content: dict[bytes, str] = {}
    file_names: set[str] = set()
    for face, content in faces.items():
        name = by_content.get(content)
        if name is None:
            kind, piece, side = face
            base = re.sub(r"[^a-z0-9-]+", "_", f"{kind}-{piece}{'-back' if side == 'back' else ''}".lower())
            name, count = f"{base}.png", 1
            while name in file_names:
                count += 1
                name = f"{base}_{count}.png"
            file_names.add(name)
            by_content[content] = name
            data[name] = content
        names[face] = name
    return names, data


def used_names(names: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Return those picture names that occur in the texts of a build file or a save."""
    import re

    picture_names = set(names)
    mentioned_names: set[str] = set()
    for text in texts:
        if ".png" not in text:
            continue
        mentioned_names |= picture_names.intersection(re.findall(r"[A-Za-z0-9_-]+\.png", text))
    return mentioned_names
