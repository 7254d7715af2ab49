"""Small signs printed on markers: orders, rout, charge, square …; drawn in a box of 100 x 100."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from jdgtools.render.counters.signs import basic, command, troops
from jdgtools.render.counters.signs.place import Items
from jdgtools.render.scene import Symbol

BOX = (0.0, 0.0, 100.0, 100.0)

SIGNS: dict[str, Callable[[], Items]] = {**basic.DRAWINGS, **command.DRAWINGS, **troops.DRAWINGS}
"""Sign id -> its drawing."""


@cache
def sign(sign_id: str) -> Symbol:
    """Return the symbol of the sign; the same object every time.

    Raises:
        KeyError: no such sign.
    """
    return Symbol(f"sign-{sign_id}", SIGNS[sign_id](), BOX)


__all__ = ["SIGNS", "sign"]
