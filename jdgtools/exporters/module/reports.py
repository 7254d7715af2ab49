"""Lines that pieces of a module write into the chat when they move or leave the map.

`prototypes` and `orders` put them into their blocks of traits.
"""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.stacks import AFTER_MOVE
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import ReportAction

WHO = "$BasicName$ [$Formation$]"
"""How a report names a piece."""
WHO_HERE = f"{WHO} $location$"
"""The same, with the place."""
WHO_OF_CARD = "$BasicName$"
"""How a report names the card of a formation: it lies in its box for the whole game."""

MARKER_TEXT = 'GetString("BasicName")'
"""Expression of how a report names a piece without a formation."""
WHO_TEXT = f'{MARKER_TEXT}+" ["+GetString("Formation")+"] "+GetString("LocationName")'
"""The same, as an expression, with the place."""


def move_report(context: ModuleContext, subject: str) -> ReportAction:
    """Return the line of a move, with the names of both places as they are printed.

    The map's own line cannot name the formation. Within a hex nothing is said.
    """
    places = ('GetString("OldLocationName")', 'GetString("LocationName")')
    line = f'{subject}+"{context.colon}"+{places[0]}+" → "+{places[1]}'
    return ReportAction((AFTER_MOVE,), f'{{{places[0]}.equals({places[1]})?"":{line}}}')


def departure_report(context: ModuleContext, key: Key, word: str) -> ReportAction:
    """Return the line of a piece that leaves its place; one just laid from the palette had none."""
    who = f'{MARKER_TEXT}+" ["+GetString("Formation")+"]{context.colon}{context.words(word)}"'
    place = 'GetString("OldLocationName")'
    return ReportAction((key,), f'{{{who}+({place}.equals("")?"":" ("+{place}+")")}}')
