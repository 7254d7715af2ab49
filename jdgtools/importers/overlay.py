"""A picture to compare a board with what was read from it: the board, its hexes, the class of each."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from jdgtools.importers.grids import FittedGrid

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_EDGE = 2_400
"""Most pixels of an edge of the picture."""
_COLOURS = (
    (220, 40, 40), (30, 90, 220), (20, 140, 60), (210, 130, 0), (140, 40, 170), (0, 150, 170), (110, 80, 40),
    (230, 60, 150), (80, 80, 80), (120, 160, 0),
)  # fmt: skip


def overlay_picture(
    image: Image, fitted_grid: FittedGrid, letters: Mapping[int, str], doubtful: set[int]
) -> bytes:
    """Return a PNG: the board in paler colours, and on every hex its outline, its number and its class.

    Args:
        image: the board.
        fitted_grid: where its hexes lie.
        letters: hex -> character of its class in the text map.
        doubtful: hexes whose class is not sure; their class has a question mark.
    """
    from PIL import Image as Pillow
    from PIL import ImageDraw, ImageFont

    scale = min(1.0, MAX_EDGE / max(image.size))
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    pale = Pillow.blend(image.convert("RGB").resize(size), Pillow.new("RGB", size, (255, 255, 255)), 0.35)
    draw = ImageDraw.Draw(pale)
    engine = fitted_grid.engine
    half = min(engine.dx, engine.dy) * scale / 2
    font = ImageFont.load_default(max(7, min(18, round(half * 0.62))))
    small = ImageFont.load_default(9)
    colours = {letter: _COLOURS[n % len(_COLOURS)] for n, letter in enumerate(sorted(set(letters.values())))}
    for i in fitted_grid.grid.hexes:
        if i in fitted_grid.outside:
            continue
        x, y = (v * scale for v in fitted_grid.centre(i))
        letter = letters.get(i, "")
        colour = colours.get(letter, (0, 0, 0))
        corners = _corners(engine.dx * scale * 0.94, engine.dy * scale * 0.94, engine.sideways)
        draw.polygon([(x + a, y + b) for a, b in corners], outline=colour, width=max(1, round(half / 14)))
        mark = letter + ("?" if i in doubtful else "")
        draw.text((x, y - half * 0.15), mark, colour, font=font, anchor="mm")
        if half > 14:
            draw.text((x, y + half * 0.65), fitted_grid.grid.id(i), (40, 40, 40), font=small, anchor="mm")
    out = io.BytesIO()
    pale.save(out, "PNG", optimize=False)
    return out.getvalue()


def _corners(dx: float, dy: float, sideways: bool) -> list[tuple[float, float]]:
    """Return the corners of a hex around its centre: lines `dx` apart, hexes of a line `dy` apart."""
    a, b = dx * 2 / 3, dy / 2
    flat = [(-a, 0.0), (-a / 2, -b), (a / 2, -b), (a, 0.0), (a / 2, b), (-a / 2, b)]
    return [(y, x) for x, y in flat] if sideways else flat
