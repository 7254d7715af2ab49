"""Counters that stand upright while an arrow shows their facing: a preference of each player.

As on a table, counters turn with their facing by default. A player who sets the preference sees every counter
of one hex upright, and an arrow at the edge that it faces; the others see it turned as before. A counter of
two hexes covers both and stays turned.

Inside the block that turns, the face gives way to the arrow; outside it the same face is drawn upright.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.exporters.module.module_context import ModuleContext, has_facing
from jdgtools.exporters.module.pictures import SCALE, png
from jdgtools.model.pieces import Unit
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.traits import Calculated, Layer, Trait

UPRIGHT = "Upright"
"""Global property that a player's preference sets."""
ARROW_PICTURE = "facing-arrow.png"
_IS_UPRIGHT = f'GetString("{UPRIGHT}").equals("true")'
_ARROW_PART = 1.4
"""Edge of the arrow's picture in counters: the arrow lies outside the counter, inside its hex."""


def stands_upright(context: ModuleContext, unit: Unit) -> bool:
    """Return whether the preference sets a unit upright: it has a facing and covers one hex."""
    return unit.footprint == 1 and has_facing(context, unit)


def turned_face(images: Sequence[str], axis: str) -> list[Trait]:
    """Return the face that turns with the counter, or the arrow in its place.

    Args:
        images: pictures by value of the axis, the first one for all without an axis.
        axis: property that says which is shown; '' = the first.
    """
    value = axis or "1"
    return [
        Layer(
            images=(*images, ARROW_PICTURE),
            names=("",) * (len(images) + 1),
            name="Face",
            follow_property=True,
            property="Face_shown",
            loop=False,
        ),
        Calculated("Face_shown", f"{{{_IS_UPRIGHT}?{len(images) + 1}:{value}}}"),
    ]


def upright_face(images: Sequence[str], axis: str) -> list[Trait]:
    """Return the face that is drawn upright where a player prefers it; arguments as for `turned_face`."""
    value = axis or "1"
    return [
        Layer(
            images=("", *images),
            names=("",) * (len(images) + 1),
            name="Upright_face",
            follow_property=True,
            property="Upright_shown",
            first_level_value=0,
            loop=False,
        ),
        Calculated("Upright_shown", f"{{{_IS_UPRIGHT}?{value}:0}}"),
    ]


def upright_preference(context: ModuleContext) -> Component:
    """Return the preference, in a tab of its own of the engine's preferences."""
    w = context.words
    values = {"name": UPRIGHT, "tab": w("counters"), "desc": w("upright"), "default": "false"}
    return make("BooleanPreference", values)


def arrow_picture(size: int) -> bytes:
    """Return the arrow of a counter that faces up, in the middle of whose picture the counter lies.

    Args:
        size: edge of a counter, pixels.
    """
    from PIL import Image, ImageDraw

    edge = 2 * round(size * _ARROW_PART / 2)
    n = edge * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    half, low = 0.17 * n, 0.17 * n
    for margin, ink in ((0.0, (255, 255, 255, 255)), (0.018 * n, (180, 25, 25, 255))):
        draw.polygon(
            [(n / 2, 1.6 * margin), (n / 2 + half - 1.6 * margin, low), (n / 2 - half + 1.6 * margin, low)],
            fill=ink,
        )
    return png(image.resize((edge, edge), Image.Resampling.LANCZOS))
