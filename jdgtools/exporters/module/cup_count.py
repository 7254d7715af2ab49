"""The number beside the cup: how many markers lie in it.

VASSAL keeps the number of cards of a deck as a property of the window in which the deck lies, and draws
the window anew when it changes; the piece only shows it.
"""

from __future__ import annotations

from jdgtools.exporters.module.boxes import Box, count_size
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.vassal.encoding import Color
from jdgtools.vassal.traits import BasicPiece, Immobile, Label, Marker, Piece

CUP_COUNT = "marker:cup-count"
"""Key of the piece."""
_INK, _GROUND = Color(20, 20, 20), Color(250, 247, 238)


def number_in(cup: Box) -> str:
    """Return the property of a window that says how many markers lie in the cup."""
    return f"{cup.title}_numPieces"


def cup_count_piece(context: ModuleContext, cup: Box) -> Piece:
    """Return the piece that shows how many markers lie in the cup; nobody moves or chooses it."""
    label = Label(
        size=count_size(context),
        background=_GROUND,
        foreground=_INK,
        vertical="c",
        horizontal="c",
        vertical_just="c",
        horizontal_just="c",
        name_format="$pieceName$ ($label$)",
        style=1,
        property="Cup_label",
        # Never empty, in the palette too, where no cup is: VASSAL complains of a piece that shows nothing.
        text=f'{{"× "+GetString("{number_in(cup)}")}}',
    )
    kind = Marker(names=("Kind", "Id"), values=("count", CUP_COUNT.partition(":")[2]))
    return Piece(
        (Immobile(select="n", move="V", stack="R"), label, kind),
        BasicPiece(image="", name=turn_phrase(context, "in_cup")),
    )


def cup_count_place(context: ModuleContext, cup: Box) -> tuple[int, int]:
    """Return where the number lies: midway between the markers and the right edge of the box."""
    x, y = cup.place(0)
    return (x + context.counter_px // 2 + cup.x + cup.width) // 2, y
