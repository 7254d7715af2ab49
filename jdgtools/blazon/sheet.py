"""A sheet with an example of everything that is drawn: tinctures, divisions, lines, ordinaries, charges."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.blazon.charges import DRAWINGS
from jdgtools.blazon.lines import LINES
from jdgtools.blazon.parser import read_blazon
from jdgtools.blazon.problems import DIVISIONS
from jdgtools.blazon.shield import draw_shield
from jdgtools.blazon.tokens import spelling
from jdgtools.blazon.vocabulary import CHARGES, ORDINARIES, TINCTURES, VARIATIONS
from jdgtools.render.scene import DrawingLayer, Item, Scene, TextItem

COLUMNS = 12
DIMINUTIVES = ("bar", "pallet", "bendlet", "chevronel")
"""Ordinaries that are borne several at a time."""
_CELL = (20.0, 27.0)
_SHIELD = (15.0, 18.0)
_HEAD = 9.0


def examples() -> dict[str, list[tuple[str, str]]]:
    """Return heading -> (caption, blazon) of every example; a table that grows brings its examples along."""
    charges = {kind: next(word for word, value in CHARGES.items() if value == kind) for kind in DRAWINGS}
    variations = dict.fromkeys(kind for kind, _ in VARIATIONS.values())
    return {
        "Tinctures": [(name, name) for name in TINCTURES],
        "Divisions and variations of the field": [
            *((f"per {name}", f"per {name} or and azure") for name in DIVISIONS if name != "cross"),
            ("per bend sinister", "per bend sinister or and azure"),
            ("quarterly", "quarterly or and azure"),
            *((name, f"{name} or and azure") for name in variations),
            ("semy", "azure semy of fleurs-de-lys or"),
            ("quarters", "quarterly 1 and 4 gules a castle or; 2 and 3 argent a lion purpure"),
        ],
        "Lines": [(name, f"argent, a fess {name} gules") for name in dict.fromkeys(LINES.values())],
        "Ordinaries": [
            *(
                (f"{name}s", f"argent, two {name}s gules")
                if name in DIMINUTIVES
                else (name, f"argent, a {name} gules")
                for name in dict.fromkeys(ORDINARIES.values())
            ),
            ("bend cotised", "argent, a bend cotised gules"),
            ("fess chequy", "argent, a fess chequy gules and or"),
        ],
        "Charges": [(spelling(kind), f"azure, a {spelling(word)} or") for kind, word in charges.items()],
        "Arrangements": [
            ("two and one", "gules, three roses argent"),
            ("in pale", "gules, three lions passant in pale or"),
            ("in fess", "gules, three roses in fess argent"),
            ("in bend", "gules, three roses in bend argent"),
            ("in saltire", "gules, two swords in saltire argent"),
            ("in chief", "or, a fess azure, in chief three roses gules"),
            ("an orle of", "argent, a lion gules, an orle of martlets sable"),
            ("between", "azure, a bend argent between six lioncels or"),
            ("on", "argent, on a chief gules three mullets or"),
        ],
    }


def example_sheet() -> Scene:
    """Return the sheet, in millimetres."""
    items: list[Item] = []
    y = 4.0
    for heading, shields in examples().items():
        items.append(TextItem(3.0, y + 5.5, heading, 4.6, font="serif-bold"))
        y += _HEAD
        rows = [shields[k : k + COLUMNS] for k in range(0, len(shields), COLUMNS)]
        for row in rows:
            items += _row(row, y)
            y += _CELL[1]
    width = COLUMNS * _CELL[0] + 6.0
    return Scene(width, y + 2.0, "Blazons", (DrawingLayer("shields", tuple(items)),), background="#ffffff")


def _row(shields: list[tuple[str, str]], y: float) -> Iterator[Item]:
    for column, (caption, blazon) in enumerate(shields):
        if read_blazon(blazon).problems:
            raise ValueError(f"the example is not understood: {blazon}")
        x = 3.0 + column * _CELL[0]
        yield from draw_shield(blazon, (x + (_CELL[0] - _SHIELD[0]) / 2, y, *_SHIELD))
        yield TextItem(x + _CELL[0] / 2, y + _SHIELD[1] + 4.0, caption, 2.7, anchor="middle")
