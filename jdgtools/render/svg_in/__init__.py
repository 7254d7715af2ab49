"""SVG drawings of other people as items of a scene, as far as both mean the same.

Understood are paths and basic shapes, groups, transforms, ``use``, fills and strokes with plain colours and
gradients, opacity, dashes, clipping by one shape, presentation attributes, ``style`` and simple rules of a
style sheet. Of anything else None is the answer, and the drawing is shown as a picture.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jdgtools.render.scene import Symbol

__all__ = ["svg_symbol"]


@lru_cache(maxsize=512)
def svg_symbol(data: bytes) -> Symbol | None:
    """Return the drawing as a symbol with the box of its page; None when it must be a picture.

    Args:
        data: the file, already judged harmless; the same bytes give the same object.
    """
    from jdgtools.render.scene import Symbol
    from jdgtools.render.svg_in.read import UnsupportedDrawing, read_drawing

    try:
        items, box = read_drawing(data)
    except (UnsupportedDrawing, ValueError, OverflowError, ZeroDivisionError, RecursionError):
        # The last ones: numbers and nestings out of all reason.
        return None
    return Symbol(f"drawing-{blake2b(data, digest_size=8).hexdigest()}", items, box)
