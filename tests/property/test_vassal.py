"""The VASSAL format both ways, over random values."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from jdgtools.vassal import codecs
from jdgtools.vassal.components import Component, read_xml, write_xml
from jdgtools.vassal.encoding import Color, Key, decode, encode, needs_quotes
from jdgtools.vassal.obfuscation import deobfuscate, obfuscate
from jdgtools.vassal.savegame import ESC, SaveCommand, parse_command, parse_save
from jdgtools.vassal.traits import (
    REGISTRY,
    Access,
    BasicPiece,
    Constraints,
    Piece,
    PropertyChange,
    PropertyCommand,
    Target,
    Trait,
    UnknownTrait,
    nest,
    parse_trait,
    unnest,
)

UGLY = st.text(alphabet="\\';,:/|~\t\x1bab é{}$", max_size=8)
CARRIED = UGLY.filter(lambda t: not t.endswith("\\"))
"""Texts that every nesting can carry: VASSAL cannot keep a final backslash."""
PLAIN = CARRIED.filter(lambda t: "\t" not in t and "\x1b" not in t)
DELIMS = st.sampled_from(";,\t/\x1b|:~=")


def carries(tokens: list[str]) -> bool:
    """Return whether the encoding can hold the tokens.

    It cannot hold no token at all, nor a token that ends with a backslash without starting with one, unless it
    is the last: the backslash would swallow the delimiter.
    """
    return bool(tokens) and not any(t.endswith("\\") and not needs_quotes(t) for t in tokens[:-1])


@given(st.lists(UGLY, min_size=1, max_size=5), DELIMS)
def test_encode_then_decode(tokens: list[str], delim: str) -> None:
    assert (decode(encode(tokens, delim), delim) == tokens) == carries(tokens)


@given(UGLY, DELIMS)
def test_decoding_is_stable(text: str, delim: str) -> None:
    """What was decoded once and can be carried comes back from its encoding."""
    tokens = decode(text, delim)
    if carries(tokens):
        assert decode(encode(tokens, delim), delim) == tokens


@given(st.lists(CARRIED, min_size=1, max_size=8))
def test_nest_and_back(texts: list[str]) -> None:
    # The engine decodes the innermost text once more than it encodes it.
    texts[-1] = texts[-1].replace("\t", "").strip("'")
    if not texts[-1].startswith("\\"):
        assert unnest(nest(texts)) == texts


KEYS = st.one_of(
    st.none(),
    st.builds(Key, st.integers(1, 0xE000), st.sampled_from([0, 64, 130, 520])),
    st.text(alphabet="abc ;'/:|", min_size=1, max_size=5).map(Key.named),
)
REAL_KEYS = KEYS.filter(lambda k: k is not None)
BYTE = st.integers(0, 255)
COLOURS = st.one_of(st.none(), st.builds(Color, BYTE, BYTE, BYTE, BYTE))
ARRAYS = st.lists(PLAIN, max_size=4).map(tuple).filter(lambda t: t != ("",))
CHANGES = st.one_of(
    st.builds(PropertyChange, st.sampled_from("PIR"), PLAIN),
    st.builds(PropertyChange, st.just("E"), PLAIN, ARRAYS),
)
COMMANDS = st.lists(st.builds(PropertyCommand, PLAIN, KEYS, CHANGES), max_size=3).map(tuple)
INTS = st.integers(-(2**31), 2**31 - 1)

VALUES: dict[int, st.SearchStrategy[Any]] = {
    id(codecs.TEXT): PLAIN,
    id(codecs.INT): INTS,
    id(codecs.FLOAT): st.floats(-1e6, 1e6),
    id(codecs.FLOAT32): st.integers(0, 100).map(lambda n: n / 100),
    id(codecs.BOOL): st.booleans(),
    id(codecs.CHAR): st.sampled_from("tcblr"),
    id(codecs.COLOR): COLOURS,
    id(codecs.KEY): KEYS,
    id(codecs.KEYS): st.lists(REAL_KEYS, max_size=3).map(tuple),
    id(codecs.ARRAY): ARRAYS,
    id(codecs.PARAMETERS): st.lists(st.tuples(PLAIN, PLAIN), max_size=3).map(tuple),
    id(codecs.NULLABLE): st.one_of(st.none(), PLAIN.filter(lambda t: t != "null")),
    id(codecs.ACCESS): st.one_of(
        st.builds(Access, st.sampled_from(["player:", "side:"])),
        st.builds(Access, st.just("sides:"), st.lists(PLAIN, min_size=1, max_size=3).map(tuple)),
    ),
    id(codecs.CONSTRAINTS): st.builds(Constraints, st.booleans(), INTS, INTS, st.booleans()),
    id(codecs.COMMANDS): COMMANDS,
    id(codecs.TARGET): st.builds(Target, match_location=st.booleans(), map=PLAIN, value=PLAIN),
}
IRREGULAR = {"Marker", "NonRectangular", "Stack", "Layer"}
"""Traits whose fields depend on one another; the examples of the unit tests cover them."""


@st.composite
def traits(draw: st.DrawFn) -> Trait:
    kinds = sorted(
        (c for c in set(REGISTRY.values()) if c.__name__ not in IRREGULAR and c.__name__ != "Deck"),
        key=lambda c: c.ID,
    )
    kind = draw(st.sampled_from(kinds))
    values = {}
    for column in (*kind.TYPE_TABLE, *kind.STATE_TABLE):
        values[column.name] = draw(VALUES[id(column.codec)])
    if kind.__name__ == "Rotator" and values["facings"] == 1:
        values["facings"] = 6
    return kind(**values)


@settings(max_examples=200)
@given(traits())
def test_traits_both_ways(trait: Trait) -> None:
    found = parse_trait(trait.to_type(), trait.to_state())
    clean = structs.replace(found)
    assert clean.canonical_type() == trait.canonical_type()
    assert clean.canonical_state() == trait.canonical_state()
    for column in (*trait.TYPE_TABLE, *trait.STATE_TABLE):
        assert getattr(found, column.name) == getattr(trait, column.name), column.name


@given(st.sampled_from(sorted(REGISTRY)), UGLY, UGLY)
def test_any_text_is_read_and_kept(trait_id: str, rest: str, state: str) -> None:
    found = parse_trait(trait_id + rest, state)
    assert found.to_type() == trait_id + rest
    assert found.to_state() == state
    canonical = structs.replace(found)
    again = parse_trait(canonical.canonical_type(), canonical.canonical_state())
    assert structs.replace(again).canonical_type() is not None


@given(st.lists(st.tuples(PLAIN, PLAIN), max_size=4), PLAIN)
def test_pieces_with_unknown_traits(pairs: list[tuple[str, str]], name: str) -> None:
    unknown = tuple(UnknownTrait(type_text="my.Trait" + a, state_text=b) for a, b in pairs)
    piece = Piece(unknown, BasicPiece(name=name))
    found = Piece.parse(piece.format())
    assert found == piece
    assert found.canonical().format() == piece.format()


TREES = st.recursive(
    st.builds(SaveCommand, PLAIN),
    lambda inner: st.builds(SaveCommand, PLAIN, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=8,
)


@given(TREES)
def test_command_trees_both_ways(tree: SaveCommand) -> None:
    root = SaveCommand("begin_save", (tree, SaveCommand("end_save")))
    text = root.format()
    found = parse_save(text)
    assert found.format() == text
    # Reading once more, from the parts and not from the remembered text, gives the same.
    assert SaveCommand.parse(encode([found.text, *[c.format() for c in found.subs]], ESC)) == found


@given(st.binary(max_size=60), BYTE)
def test_obfuscation(text: bytes, key: int) -> None:
    assert deobfuscate(obfuscate(text, key)) == text


@given(UGLY)
def test_any_command_has_a_meaning(text: str) -> None:
    for prefix in ("", "D/", "M/", "PLAYER\t", "GlobalProperty\t;", "TURN", "LOG\t", "MapBoardPicker\t"):
        assert parse_command(prefix + text) is not None


XML_TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="￾￿"), max_size=6
)
WHITE = st.text(alphabet="\t\n\r <&>\"'", max_size=4)
NAMES = st.sampled_from(["a", "VASSAL.build.module.Map", "x:y", "é"])


@st.composite
def components(draw: st.DrawFn, depth: int = 0) -> Component:
    names = draw(st.lists(NAMES, unique=True, max_size=2))
    values = {n: draw(XML_TEXT) + draw(WHITE) for n in names}
    made = Component(draw(NAMES), values, draw(XML_TEXT) + draw(WHITE))
    for _ in range(draw(st.integers(0, 2)) if depth < 3 else 0):
        child = draw(components(depth + 1))
        child.tail = draw(XML_TEXT) + draw(WHITE)
        made.children.append(child)
    return made


@given(components())
def test_xml_both_ways(root: Component) -> None:
    data = write_xml(root)
    assert read_xml(data) == root
    assert write_xml(read_xml(data)) == data
