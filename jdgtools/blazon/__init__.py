"""Coats of arms from descriptions in the language of heralds.

``read_blazon("Gules, three lions passant in pale or")`` understands fields, divisions, ordinaries and
common charges in English and in French; ``draw_shield`` draws it. Words that it does not know are
reported, never fatal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.blazon.model import Blazon, BlazonProblem, Charge, Field
from jdgtools.blazon.parser import read_blazon
from jdgtools.blazon.vocabulary import TINCTURES

if TYPE_CHECKING:
    from jdgtools.render.scene import Item

__all__ = ["TINCTURES", "Blazon", "BlazonProblem", "Charge", "Field", "draw_shield", "read_blazon"]


def draw_shield(text: str, box: tuple[float, float, float, float], color: str = "") -> tuple[Item, ...]:
    """Return the arms as large as they fit the box, centred; a plain shield of ``color`` without a text."""
    # Checks read blazons and draw none.
    from jdgtools.blazon.shield import draw_shield as draw

    return draw(text, box, color)
