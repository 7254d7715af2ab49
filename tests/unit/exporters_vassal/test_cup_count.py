"""The number beside the cup."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.boxes import build_boxes, has_cup
from jdgtools.exporters.module.cup_count import cup_count_piece, cup_count_place
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
            # Without a cup, as in the palette, there is no number; `$name$` would show the name of the property.
            assert label.text == f'{{"× "+GetString("{deck.name}_numPieces")}}'
            assert isinstance(piece.basic, BasicPiece)
            assert piece.basic.map == deck.map
            # Beside the markers, not over them.
            assert piece.basic.x > deck.x + deck.width / 2
            # Nobody takes it for a marker, drags it or selects it.
            [fixed] = piece.all(Immobile)
            assert (fixed.select, fixed.move) == ("n", "V")
            assert not any(t.menu for t in piece.traits if hasattr(t, "menu"))


@pytest.mark.parametrize(("name", "language"), MODULES)
@pytest.mark.parametrize("counter_px", [40, 72, 144])
def test_the_number_lies_between_the_markers_and_the_edge_of_its_box(
    name: str, language: str, counter_px: int
) -> None:
    """Two digits in the bold letters of Java's own font (DejaVu Sans: `×` 0.84 em, a blank 0.35, a digit 0.70)."""
    context = replace(module_context_of(name), language=language, counter_px=counter_px)
    cup = build_boxes(context).get("cup")
    if cup is None:
        assert not has_cup(context)
        return
    [label] = cup_count_piece(context, cup).all(Label)
    half = label.size * (0.84 + 0.35 + 2 * 0.70) / 2
    x, y = cup_count_place(context, cup)
    right_of_markers = cup.place(0)[0] + counter_px / 2
    assert right_of_markers <= x - half
    assert x + half <= cup.x + cup.width
    assert y == cup.place(0)[1]


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_the_room_for_the_number_moves_no_box_away_from_its_first_marker(name: str, language: str) -> None:
    """A marker in a saved game of a narrower cup is in its box still: boxes move within half a cell at most."""
    context = replace(module_context_of(name), language=language, counter_px=72)
    boxes = build_boxes(context)
    if "cup" not in boxes:
        return
    cup = boxes["cup"]
    row = [b for b in boxes.values() if b.window == cup.window and b.y == cup.y]
    assert [b.id for b in row] == ["cup", "chosen", "active", "used", "last"]
    assert cup.width - 130 < cup.cell / 2
