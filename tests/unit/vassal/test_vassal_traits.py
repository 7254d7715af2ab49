"""Traits and pieces: typed, canonical as the engine writes them, verbatim where unknown."""

from __future__ import annotations

import pytest
from msgspec import structs

from jdgtools.errors import InputRefused
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    REGISTRY,
    BasicPiece,
    Deck,
    Footprint,
    Label,
    Layer,
    Marker,
    Piece,
    PlaceMarker,
    PropertySheet,
    Prototype,
    Rotator,
    Stack,
    Trait,
    UnknownTrait,
    expand,
    nest,
    parse_trait,
    parse_type,
    unnest,
)
from tests.unit.vassal.synthetic import every_piece, every_trait

# What the engine's own factory knows (prefix by prefix), old prefixes included.
ENGINE_IDS = {
    *[
        "immob",
        "emb2",
        "emb",
        "hide",
        "obs",
        "label",
        "table",
        "propertysheet",
        "rotate",
        "pivot",
        "nonRect",
        "nonRect2",
        "mark",
        "locmsg",
    ],
    *[
        "restrict",
        "placemark",
        "replace",
        "report",
        "markmoved",
        "footprint",
        "return",
        "sendto",
        "prototype",
        "clone",
        "delete",
    ],
    *[
        "submenu",
        "menuSeparator",
        "translate",
        "AreaOfEffect",
        "globalkey",
        "macro",
        "PROP",
        "calcProp",
        "setprop",
        "setpieceprop",
    ],
    *[
        "hideCmd",
        "playSound",
        "button",
        "globalhotkey",
        "deselect",
        "mat",
        "matPiece",
        "basicName",
        "border",
        "attach",
        "locCommand",
    ],
    *["cmt", "piece", "deck"],
}


def test_every_trait_of_the_engine_is_typed() -> None:
    assert set(REGISTRY) == {f"{i};" for i in ENGINE_IDS} | {"stack"}


def test_synthetic_pieces_use_every_trait() -> None:
    used = {type(t) for t in every_trait()} | {BasicPiece, Deck, Stack}
    assert used == set(REGISTRY.values())


@pytest.mark.parametrize("trait", every_trait(), ids=lambda t: t.ID)
def test_format_then_parse_gives_the_trait(trait: Trait) -> None:
    found = parse_trait(trait.to_type(), trait.to_state())
    clean = structs.replace(found)
    assert clean.canonical_type() == trait.canonical_type()
    assert clean.canonical_state() == trait.canonical_state()
    if isinstance(trait, Layer):  # The names are padded to the number of images.
        trait = structs.replace(trait, names=found.names)  # type: ignore[attr-defined]
    if isinstance(trait, Footprint):
        trait = structs.replace(trait, last_count=len(trait.points))
    assert found == trait


@pytest.mark.parametrize("trait", every_trait(), ids=lambda t: t.ID)
def test_newer_tokens_are_carried(trait: Trait) -> None:
    text = trait.to_type() + trait.DELIM + "new" + trait.DELIM + "tokens"
    found = parse_type(text)
    assert found.to_type() == text
    if type(trait).__name__ not in ("NonRectangular", "Marker"):
        assert structs.replace(found).canonical_type() == text


@pytest.mark.parametrize("trait", every_trait(), ids=lambda t: t.ID)
def test_missing_tokens_take_defaults_and_text_stays(trait: Trait) -> None:
    found = parse_trait(trait.ID, "")
    assert type(found) is type(trait)
    assert found.to_type() == trait.ID
    assert found.to_state() == ""
    again = parse_trait(found.canonical_type(), found.canonical_state())
    assert again.canonical_type() == found.canonical_type()


@pytest.mark.parametrize("piece", every_piece(), ids=lambda p: p.name)
def test_pieces_both_ways(piece: Piece) -> None:
    text = piece.format()
    found = Piece.parse(text)
    assert found.format() == text
    assert found.canonical().format() == text
    assert [type(t) for t in found.traits] == [type(t) for t in piece.traits]


def test_a_state_change_keeps_the_type_text() -> None:
    layer = parse_trait("emb2;A;130;Q;;;;;;;;;;;;;a.png;;x", "1")
    changed = layer.with_fields(value=-1)
    assert changed.to_type() == layer.to_type()
    assert changed.to_state() == "-1"
    assert layer.with_fields(name="y").to_state() == "1"
    assert "y" in layer.with_fields(name="y").to_type()


def test_unreadable_numbers_are_what_the_engine_makes_of_them() -> None:
    label = parse_trait("label;;;big;;;t;x", "t")
    assert isinstance(label, Label)
    assert (label.size, label.y) == (10, 0)
    assert label.to_type() == "label;;;big;;;t;x"


def test_old_layer() -> None:
    layer = parse_type("emb;A\\;Reset\\;R\\;2;_Act;]; Up;[;Down;3;-4;a.png,first;b.png")
    assert isinstance(layer, Layer)
    assert layer.images == ("a.png", "b.png")
    assert layer.names == ("first", "")
    assert layer.underneath_when_selected
    assert layer.activate_menu == "Act"
    assert (layer.x, layer.y, layer.reset_level) == (3, -4, "2")
    assert layer.increase == Key(ord("]"), 128)
    assert layer.to_type().startswith("emb;")


def test_rotator_facing() -> None:
    rotator = parse_trait("rotate;6;;;;;;;Facing", "9")
    assert isinstance(rotator, Rotator)
    assert rotator.facing == 5
    free = parse_trait("rotate;1;65,130;Turn;;;Free", "-30.0")
    assert isinstance(free, Rotator)
    assert (free.angle_menu, free.name, free.position) == ("Turn", "Free", "-30.0")


def test_unknown_traits_verbatim_also_inside_a_placed_piece() -> None:
    inner = Piece((UnknownTrait(type_text="custom.Trait;a;'b'", state_text="s\\t"),), BasicPiece(name="in"))
    outer = Piece((PlaceMarker(menu="m", spec=inner.format()), parse_type("no-semicolon")), BasicPiece())
    found = Piece.parse(outer.format())
    assert isinstance(found.traits[1], UnknownTrait)
    mark = found.traits[0]
    assert isinstance(mark, PlaceMarker)
    assert mark.marker is not None
    assert mark.marker == inner
    assert mark.marker.traits[0].to_type() == "custom.Trait;a;'b'"


def test_stack_and_deck_states() -> None:
    stack = parse_trait("stack", "Main Map;3;4;a;b;@@2")
    assert isinstance(stack, Stack)
    assert (stack.map, stack.pieces, stack.layer) == ("Main Map", ("a", "b"), 2)
    assert stack.with_fields(x=9).to_state() == "Main Map;9;4;a;b;@@2"
    deck = parse_trait("deck;false;;60;70;Never", "Main Map;3;4;true;a,b")
    assert isinstance(deck, Deck)
    assert (deck.width, deck.face_down_option, deck.pieces) == (60, "Never", ("a", "b"))
    assert deck.with_fields(pieces=()).to_state() == "Main Map;3;4;true"


def test_fewer_states_than_traits_is_one_clear_line() -> None:
    with pytest.raises(InputRefused, match="no state for trait 'rotate;6': 3 traits, 1 states"):
        Piece.of_texts(nest(["mark;a", "rotate;6", "piece;;;;"]), "x")


@pytest.mark.parametrize("text", ["", "piece", "+/null", "+/null/piece;;;;"])
def test_no_definition(text: str) -> None:
    with pytest.raises(InputRefused, match="piece definition"):
        Piece.parse(text)


def test_definition_too_long() -> None:
    with pytest.raises(InputRefused, match="4000010 characters"):
        Piece.parse("+/null/xxx" + "\t" * 4_000_000)


def test_nesting_too_deep() -> None:
    with pytest.raises(InputRefused, match="more than 500 traits"):
        unnest(nest(["delete;"] * 600))


def test_expand_prototypes_in_place() -> None:
    prototypes = {
        "A": Piece((Marker.of(a="1"), Prototype("B"), Label()), BasicPiece()),
        "B": Piece((Rotator(6, name="of B"),), BasicPiece()),
    }
    piece = Piece(
        (Layer(name="out"), Prototype("A"), Prototype("gone"), Marker.of(z="9")), BasicPiece(name="p")
    )
    kinds = [type(t).__name__ for t in expand(piece, prototypes).traits]
    assert kinds == ["Layer", "Marker", "Rotator", "Label", "Marker"]


def test_prototype_cycle_is_refused() -> None:
    prototypes = {"A": Piece((Prototype("B"),), BasicPiece()), "B": Piece((Prototype("A"),), BasicPiece())}
    with pytest.raises(InputRefused, match="contains itself: A > B"):
        expand(Piece((Prototype("A"),), BasicPiece()), prototypes)


def test_prototype_bomb_is_refused() -> None:
    prototypes = {f"P{i}": Piece((Prototype(f"P{i + 1}"),) * 10, BasicPiece()) for i in range(9)}
    prototypes["P9"] = Piece((Label(),), BasicPiece())
    with pytest.raises(InputRefused, match="after its prototypes are expanded"):
        expand(Piece((Prototype("P0"),), BasicPiece()), prototypes)


def test_a_property_sheet_gives_its_entries_as_properties() -> None:
    """As the engine's `getProperty`: a value for every entry, of a row of ticks the ticks."""
    sheet = PropertySheet(definition="0Force~2Notes~4Steps~0New~", values="6~~2/4")
    assert sheet.pairs() == [("Force", "6"), ("Notes", ""), ("Steps", "2"), ("New", "")]
    edited = sheet.with_pairs({"Force": "5~1", "Steps": "1", "Elsewhere": "9"})
    assert edited.pairs() == [("Force", "5~1"), ("Notes", ""), ("Steps", "1"), ("New", "")]
    assert edited.with_pairs({"Force": "6", "Steps": "2"}).values == "6~~2/4~"
