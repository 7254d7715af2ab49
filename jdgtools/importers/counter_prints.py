"""What is printed on a counter, looked at in three ways.

What stands out from its surroundings is found first (`shapes.find_print`), then what patches of colour
enclose. Where a figure touches a box, a bracket or a drawing of another colour, only its stroke tells it from
that: the third way takes the colours one by one, and what hangs together in one colour is a shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from jdgtools.importers.shapes import (
    CELL,
    CONTRASTS,
    FRAME,
    MAX_HEIGHT,
    MAX_PIXELS,
    MAX_SHAPES_OF_PICTURE,
    MIN_HEIGHT,
    InkShape,
    Print,
    cells,
    components,
    figures_in_box,
    find_print,
    grow,
    overlap,
    scale,
    surroundings,
)
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

_COLOURS = 10
"""Most colours of a counter that are told apart."""
_COLOUR_SHARE = 0.004
"""Share of the counter that a colour covers at least: the strokes of one figure."""
_COLOUR_STEP = 60
"""How far apart (largest difference of a channel) two colours are at least; nearer ones are shades of one."""
_RING_SHARE = 0.15
"""Share of what is around a stroke from which a colour is its ground."""
_MAX_WIDTH = 1.6
"""Times its height that a shape is wide at most: a sign such as ∞ stands in the place of a number."""
_BOX_EDGE = 0.7
"""Share of the edge of a box that has its colour, though a figure beside it covers a corner."""


def find_shapes(data: bytes) -> Print | None:
    """Return what is printed on a counter; None where the picture cannot be read or is no counter."""
    try:
        result = decode_uncached("rasters:module_pixels", data, max_pixels=MAX_PIXELS)
    except FileRefused:
        return None
    import numpy as np

    width, height = pair(result)
    if min(width, height) < 16:
        return None
    image = np.frombuffer(result[8:], dtype=np.uint8).reshape(height, width, 3)
    around = surroundings(image)
    ink = np.abs(image.astype(np.int16) - around).max(axis=2).astype(np.uint8)
    plain = find_print(image, around, ink, patches=False)
    patch_print = find_print(image, around, ink, patches=True)
    stroke_print = _stroke_print(image, ink, plain.dashes)
    return replace(
        plain,
        with_patches=patch_print if patch_print.shapes != plain.shapes else None,
        by_strokes=stroke_print
        if stroke_print.shapes not in ((), plain.shapes, patch_print.shapes)
        else None,
    )


def _stroke_print(image: Bytes, ink: Bytes, dashes: tuple[InkShape, ...]) -> Print:
    """Return the shapes that hang together in one colour; none where a picture has too many.

    Args:
        image: the counter.
        ink: how far every pixel is from its surroundings.
        dashes: flat pieces of ink that are known.
    """
    import numpy as np

    height, width, _ = image.shape
    pixels = image.astype(np.int16)
    colours = _colours(pixels)
    distances = np.stack([np.abs(pixels - colour).max(axis=2) for colour in colours])
    labels = distances.argmin(axis=0)
    # Strokes have no blurred edge, which other shapes have.
    least = max(5, MIN_HEIGHT * height - 1)
    shapes: list[InkShape] = []
    rectangles = [_rectangle(dash, width, height) for dash in dashes]

    def add(box: tuple[int, int, int, int], mask: bytes, rgb: tuple[int, int, int], is_boxed: bool) -> None:
        left, top, wide, high = box
        if not any(overlap(box, _rectangle(other, width, height)) for other in shapes):
            shapes.append(
                InkShape(mask, left / width, top / height, wide / width, high / height, rgb, is_boxed)
            )
        rectangles.append(box)

    # The first colour is the counter's own; what it encloses in a box is looked for there.
    for n, colour in enumerate(colours[1:], 1):
        for top, bottom, left, right, inside in components(labels == n):
            high, wide = bottom - top, right - left
            across, down = (left + right) / 2 / width, (top + bottom) / 2 / height
            if high < least or wide < 2 or high > MAX_HEIGHT * height:
                continue
            box = (left, top, wide, high)
            in_box = figures_in_box(image[top:bottom, left:right], least, _BOX_EDGE)
            for mask, x, y, w, h, rgb in in_box:
                add((left + x, top + y, w, h), mask, rgb, True)
            if in_box:
                rectangles.append(box)
                continue
            if wide > _MAX_WIDTH * high or min(across, down, 1 - across, 1 - down) < FRAME:
                continue
            if left == 0 or top == 0 or right == width or bottom == height:
                continue
            mask, box, ground = _draw_stroke(pixels, labels, colours, n, inside)
            add(box, mask, _rgb(colour), bool(np.abs(ground - colours[0]).max() >= CONTRASTS[0]))
        if len(shapes) > MAX_SHAPES_OF_PICTURE:
            return Print(())
    rest = ink > CONTRASTS[0]
    for left, top, wide, high in rectangles:
        rest[max(0, top - 1) : top + high + 1, max(0, left - 1) : left + wide + 1] = False
    return Print(tuple(sorted(shapes, key=lambda s: (s.left, s.top))), dashes, cells(rest))


def _colours(pixels: Any) -> list[Any]:
    """Return the colours of a counter that cover enough of it, the most common first."""
    import numpy as np

    flat = pixels.reshape(-1, 3)
    steps = flat // CELL
    codes = steps[:, 0] * 64 + steps[:, 1] * 8 + steps[:, 2]
    counts = np.bincount(codes, minlength=512)
    colours: list[Any] = []
    for code in np.argsort(-counts, kind="stable"):
        if counts[code] < _COLOUR_SHARE * len(flat) or len(colours) == _COLOURS:
            break
        colour = np.median(flat[codes == code], axis=0)
        if all(np.abs(colour - other).max() >= _COLOUR_STEP for other in colours):
            colours.append(colour)
    return colours


def _draw_stroke(
    pixels: Any, labels: Any, colours: list[Any], n: int, inside: tuple[Any, Any]
) -> tuple[bytes, tuple[int, int, int, int], Any]:
    """Return a stroke as a shape's square, its rectangle with its blurred edge, and the colour around it.

    Args:
        pixels: the counter.
        labels: number of the colour of every pixel.
        colours: the colours.
        n: that of the stroke.
        inside: its pixels, as rows and columns.
    """
    import numpy as np

    pad = 3
    top, left = max(0, int(inside[0].min()) - pad), max(0, int(inside[1].min()) - pad)
    bottom, right = int(inside[0].max()) + pad + 1, int(inside[1].max()) + pad + 1
    part, own_labels = pixels[top:bottom, left:right], labels[top:bottom, left:right]
    stroke = np.zeros(own_labels.shape, dtype=bool)
    stroke[inside[0] - top, inside[1] - left] = True
    near = grow(stroke)
    ring = own_labels[grow(near) & ~stroke]
    shares = np.bincount(ring[ring != n], minlength=len(colours)) / max(1, int((ring != n).sum()))
    colour = np.median(pixels[inside], axis=0)
    grounds = [k for k in np.flatnonzero(shares >= _RING_SHARE) if k != n]
    reach = min((float(np.abs(colours[k] - colour).max()) for k in grounds), default=255.0)
    strength = np.where(near, 1 - np.abs(part - colour).max(axis=2) / reach, 0).clip(0, 1)
    rows, columns = np.nonzero((strength > CONTRASTS[0] / reach) | stroke)
    y, x, high, wide = rows.min(), columns.min(), np.ptp(rows) + 1, np.ptp(columns) + 1
    mask = scale((strength[y : y + high, x : x + wide] * 255).astype(np.uint8))
    ground = colours[int(shares.argmax())]
    return mask, (int(left + x), int(top + y), int(wide), int(high)), ground


def _rectangle(shape: InkShape, width: int, height: int) -> tuple[int, int, int, int]:
    """Return (left, top, width, height) of a shape in pixels."""
    return (
        round(shape.left * width),
        round(shape.top * height),
        round(shape.width * width),
        round(shape.height * height),
    )


def _rgb(colour: Any) -> tuple[int, int, int]:
    r, g, b = (int(part) for part in colour)
    return r, g, b
