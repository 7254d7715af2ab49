"""Coats of arms from descriptions in the language of heralds.

``read_blazon("Gules, three lions passant in pale or")`` understands fields, divisions, ordinaries and
common charges in English and in French; ``draw_shield`` draws it. Words that it does not know are
reported, never fatal.
"""

from __future__ import annotations

from jdgtools.render.counters.heraldry.draw import draw_shield
from jdgtools.render.counters.heraldry.model import Blazon, Charge, Field
from jdgtools.render.counters.heraldry.read import read_blazon, vocabulary

__all__ = ["Blazon", "Charge", "Field", "draw_shield", "read_blazon", "vocabulary"]
