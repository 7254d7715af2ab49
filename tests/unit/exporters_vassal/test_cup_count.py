"""The number beside the cup."""

from __future__ import annotations

import pytest

from jdgtools.exporters.module.boxes import has_cup
from jdgtools.vassal.savegame import AddPiece, parse_command
from jdgtools.vassal.traits import BasicPiece, Deck, Immobile, Label, Piece
from tests.unit.exporters_vassal.conftest import MODULES, built_once, module_context_of
from tests.unit.exporters_vassal.test_module import prop


def counts(pieces: list[Piece]) -> list[Piece]:
    return [p for p in pieces if prop(p, "Id") == "cup-count"]


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_every_setup_shows_how_many_markers_are_in_the_cup(name: str, language: str) -> None:
    """The label names the property that the engine keeps for the deck, in the window of the deck."""
    built = built_once(name, language)
    for setup in built.setups.values():
        texts = [parse_command(text) for text in setup.root.walk()]
        pieces = [c.piece for c in texts if isinstance(c, AddPiece)]
        decks = [p.basic for p in pieces if isinstance(p.basic, Deck)]
        shown = counts([p for p in pieces if isinstance(p.basic, BasicPiece)])
        assert len(shown) == len(decks) == int(has_cup(module_context_of(name)))
        for piece, deck in zip(shown, decks, strict=True):
            [label] = piece.all(Label)
            assert label.text == f"× ${deck.name}_numPieces$"
            assert isinstance(piece.basic, BasicPiece)
            assert piece.basic.map == deck.map
            # Beside the markers, not over them.
            assert piece.basic.x > deck.x + deck.width / 2
            # Nobody takes it for a marker, drags it or selects it.
            [fixed] = piece.all(Immobile)
            assert (fixed.select, fixed.move) == ("n", "V")
            assert not any(t.menu for t in piece.traits if hasattr(t, "menu"))
