"""Counters that stand upright while an arrow shows their facing: a preference of each player.

As on a table, counters turn with their facing by default. A player who sets the preference sees every counter
of one hex upright, and an arrow at the edge that it faces; the others see it turned as before. A counter of
two hexes covers both and stays turned.

Inside the block that turns, the face gives way to nothing; outside it the same face is drawn upright, and
over it the arrow, one picture a facing: VASSAL would draw one that turns beside its place at first.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence

from jdgtools.exporters.module.module_context import ModuleContext, has_facing
from jdgtools.exporters.module.pictures import SCALE, png
from jdgtools.model.pieces import Unit
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.traits import CalculatedProperty, Layer, Trait

UPRIGHT = "Upright"
"""Global property that a player's preference sets."""
MAX_FACINGS = 12
"""Facings of VASSAL's rotator at most."""
_IS_UPRIGHT = f'GetString("{UPRIGHT}").equals("true")'
_ARROW_PART = 1.4
"""Edge of the arrow's picture in counters: the arrow lies outside the counter, inside its hex."""


def stands_upright(context: ModuleContext, unit: Unit) -> bool:
    """Return whether the preference sets a unit upright: it has a facing and covers one hex."""
    return unit.footprint == 1 and has_facing(context, unit)


def turned_face(images: Sequence[str], axis: str) -> list[Trait]:
    """Return the face that turns with the counter, or nothing in its place.

    Args:
        images: pictures by value of the axis, the first one for all without an axis.
        axis: property that says which is shown; '' = the first.
    """
    value = axis or "1"
    return [
        Layer(
            images=(*images, ""),
            names=("",) * (len(images) + 1),
            name="Face",
            follow_property=True,
            property="Face_shown",
            loop=False,
        ),
        CalculatedProperty("Face_shown", f"{{{_IS_UPRIGHT}?{len(images) + 1}:{value}}}"),
    ]


def upright_face(images: Sequence[str], axis: str, facings: int) -> list[Trait]:
    """Return the face that is drawn upright where a player prefers it, with the arrow over it.

    Args:
        images: as for `turned_face`.
        axis: as for `turned_face`.
        facings: number of facings of the rotator.
    """
    value = axis or "1"
    step = MAX_FACINGS // facings
    arrows = tuple(arrow_name(n * step) for n in range(facings))
    return [
        Layer(
            images=("", *arrows),
            names=("",) * (facings + 1),
            name="Arrow",
            follow_property=True,
            property="Arrow_shown",
            first_level_value=0,
            loop=False,
        ),
        CalculatedProperty("Arrow_shown", f"{{{_IS_UPRIGHT}?Facing_Facing:0}}"),
        Layer(
            images=("", *images),
            names=("",) * (len(images) + 1),
            name="Upright_face",
            follow_property=True,
            property="Upright_shown",
            first_level_value=0,
            loop=False,
        ),
        CalculatedProperty("Upright_shown", f"{{{_IS_UPRIGHT}?{value}:0}}"),
    ]


def upright_preference(context: ModuleContext) -> Component:
    """Return the preference, in a tab of its own of VASSAL's preferences."""
    w = context.words
    values = {"name": UPRIGHT, "tab": w("counters"), "desc": w("upright"), "default": "false"}
    return make("BooleanPreference", values)


def arrow_name(twelfths: int) -> str:
    """Return the name of the picture of an arrow that is turned clockwise by so many twelfths of a circle."""
    return f"facing-arrow-{twelfths}.png"


def arrow_pictures(size: int) -> dict[str, bytes]:
    """Return the arrows of all facings by name; arguments as for `arrow_picture`."""
    return {arrow_name(n): arrow_picture(size, n) for n in range(MAX_FACINGS)}


def arrow_picture(size: int, twelfths: int = 0) -> bytes:
    """Return an arrow beside the edge that a counter faces; the counter lies in the middle of the picture.

    Args:
        size: edge of a counter, pixels.
        twelfths: by how much it is turned clockwise from the top, twelfths of a circle.
    """
    from PIL import Image, ImageDraw

    edge = 2 * round(size * _ARROW_PART / 2)
    n = edge * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    half, low = 0.17 * n, 0.17 * n
    turn = cmath.rect(1, math.radians(30 * twelfths))
    for margin, ink in ((0.0, (255, 255, 255, 255)), (0.018 * n, (180, 25, 25, 255))):
        # From the middle of the picture, y downwards: a positive angle turns clockwise.
        tip = complex(0, 1.6 * margin - n / 2)
        foot = complex(half - 1.6 * margin, low - n / 2)
        points = [point * turn for point in (tip, foot, complex(-foot.real, foot.imag))]
        draw.polygon([(round(n / 2 + p.real, 3), round(n / 2 + p.imag, 3)) for p in points], fill=ink)
    return png(image.resize((edge, edge), Image.Resampling.LANCZOS))
