"""Whole pieces of a module: a list of traits around a basic piece, a stack or a deck.

`Piece.parse` reads the text `+/id/TYPE/STATE` of a module or saved game, `Piece.format` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.codecs import (
    ARRAY,
    BOOL,
    COLOR,
    INT,
    KEY,
    NULLABLE,
    PARAMETERS,
    TEXT,
    read_int,
)
from jdgtools.vassal.encoding import Color, Key, decode, encode
from jdgtools.vassal.traits.base import (
    Trait,
    UnknownTrait,
    extra_,
    field_,
    parse_trait,
    read_table,
    register,
    state_,
)
from jdgtools.vassal.traits.nesting import nest, unnest

MAX_DEFINITION = 4_000_000
"""Most characters of one piece definition."""
MAX_CACHED_TYPE = 30_000
"""Longest type of a piece that is remembered between pieces, in characters."""


@register()
class BasicPiece(Trait):
    """The innermost trait: image and name; its state is the place."""

    ID: ClassVar[str] = "piece;"

    clone_key: str = field_(TEXT)
    delete_key: str = field_(TEXT)
    image: str = field_(TEXT)
    name: str = field_(TEXT)
    map: str | None = state_(NULLABLE, None)
    """Map name; None in definitions and for a piece on no map."""
    x: int = state_(INT, 0)
    y: int = state_(INT, 0)
    gpid: str = state_(TEXT)
    properties: tuple[tuple[str, str], ...] = extra_("state", ())
    """Persistent properties (old place and the like)."""

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        tokens = decode(text, ";")
        values = read_table(cls.STATE_TABLE, tokens[:4], "state_tail")
        rest = tokens[5:]
        count = max(0, read_int(tokens[4], 0)) if len(tokens) > 4 else 0
        pairs = rest[: 2 * count]
        if len(pairs) % 2:
            pairs.append("")
        values["properties"] = tuple(zip(pairs[::2], pairs[1::2], strict=True))
        values["state_tail"] = tuple(rest[2 * count :])
        return values

    def _write_state(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.STATE_TABLE]
        return [*tokens, str(len(self.properties)), *[t for pair in self.properties for t in pair]]


@register()
class Stack(Trait):
    """A stack on a map, bottom piece first."""

    ID: ClassVar[str] = "stack"

    map: str | None = state_(NULLABLE, None)
    x: int = state_(INT, 0)
    y: int = state_(INT, 0)
    pieces: tuple[str, ...] = extra_("state", ())
    """Ids of the pieces, bottom first."""
    layer: int | None = extra_("state", None)
    """Number of the map's piece layer; None to let VASSAL find it."""

    @classmethod
    def _read_type(cls, tokens: Sequence[str]) -> dict[str, Any]:
        return {"type_tail": tuple(tokens)} if tokens != [""] else {}

    def canonical_type(self) -> str:
        """Return the type, which has no fields."""
        return self.ID + encode(self.type_tail, self.DELIM)

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        tokens = decode(text, ";")
        values = read_table(cls.STATE_TABLE, tokens[:3], "state_tail")
        items = tokens[1:] if tokens[0] == "null" and len(tokens) == 1 else tokens[3:]
        layers = [t for t in items if t.startswith("@@")]
        values["pieces"] = tuple(t for t in items if not t.startswith("@@"))
        values["layer"] = read_int(layers[-1][2:], None) if layers else None
        return values

    def _write_state(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.STATE_TABLE]
        return [*tokens, *self.pieces, *([] if self.layer is None else [f"@@{self.layer}"])]


@register()
class Deck(Trait):
    """A deck on a map; it belongs to the `DrawPile` of the same name."""

    ID: ClassVar[str] = "deck;"

    outline: bool = field_(BOOL, True)
    color: Color | None = field_(COLOR, Color(0, 0, 0))
    width: int = field_(INT, 40)
    height: int = field_(INT, 40)
    face_down_option: str = field_(TEXT, "Always")
    shuffle_option: str = field_(TEXT, "Always")
    multi_draw: bool = field_(BOOL, True)
    select_draw: bool = field_(BOOL, True)
    reversible: bool = field_(BOOL, True)
    reshuffle_menu: str = field_(TEXT)
    reshuffle_target: str = field_(TEXT)
    reshuffle_message: str = field_(TEXT)
    name: str = field_(TEXT, "deck")
    shuffle_message: str = field_(TEXT)
    reverse_message: str = field_(TEXT)
    face_down_message: str = field_(TEXT)
    draw_face_up: bool = field_(BOOL, False)
    persistable: bool = field_(BOOL, False)
    shuffle_key: Key | None = field_(KEY, None)
    reshuffle_key: Key | None = field_(KEY, None)
    max_stack: int = field_(INT, 10)
    count_expressions: tuple[str, ...] = field_(ARRAY, ())
    count_expressions_on: bool = field_(BOOL, False)
    global_commands: tuple[str, ...] = field_(ARRAY, ())
    key_on_empty: bool = field_(BOOL, False)
    empty_key: Key | None = field_(KEY, None)
    display_property: str = field_(TEXT, "$BasicName$")
    sort_property: str = field_(TEXT)
    restrict: bool = field_(BOOL, False)
    restrict_expression: str = field_(TEXT)
    shuffle_menu: str = field_(TEXT, "Shuffle")
    reverse_menu: str = field_(TEXT, "Reverse")
    reverse_key: Key | None = field_(KEY, None)
    draw_multiple_menu: str = field_(TEXT, "Draw multiple cards")
    draw_specific_menu: str = field_(TEXT, "Draw specific cards")
    face_up_menu: str = field_(TEXT, "Face up")
    face_down_menu: str = field_(TEXT, "Face down")
    face_up_key: Key | None = field_(KEY, None)
    face_up_message: str = field_(TEXT)
    face_flip_key: Key | None = field_(KEY, None)
    face_down_key: Key | None = field_(KEY, None)
    save_menu: str = field_(TEXT, "Save Deck")
    save_key: Key | None = field_(KEY, None)
    save_report: str = field_(TEXT, "Deck Saved")
    load_menu: str = field_(TEXT, "Load Deck")
    load_key: Key | None = field_(KEY, None)
    load_report: str = field_(TEXT, "Deck Loaded")
    restrict_access: bool = field_(BOOL, False)
    owners: tuple[str, ...] = field_(ARRAY, ())
    map: str | None = state_(NULLABLE, None)
    x: int = state_(INT, 0)
    y: int = state_(INT, 0)
    face_down: bool = state_(BOOL, False)
    pieces: tuple[str, ...] = extra_("state", ())
    """Ids of the cards, bottom first; the last is drawn first."""

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        tokens = decode(text, ";")
        values = read_table(cls.STATE_TABLE, tokens[:4], "state_tail")
        values["pieces"] = tuple(t for t in decode(tokens[4], ",") if t) if len(tokens) > 4 else ()
        values["state_tail"] = tuple(tokens[5:])
        return values

    def _write_state(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.STATE_TABLE]
        return [*tokens, encode(self.pieces, ",")] if self.pieces or self.state_tail else tokens


@register()
class PlaceMarker(Trait):
    """Trait that places another piece beside or on this one."""

    ID: ClassVar[str] = "placemark;"

    menu: str = field_(TEXT)
    key: Key | None = field_(KEY, None)
    spec: str | None = field_(NULLABLE, None)
    """A piece definition, or the component path of a slot; None for nothing. See `marker`."""
    marker_text: str | None = field_(NULLABLE, None)
    x: str = field_(TEXT, "0")
    y: str = field_(TEXT, "0")
    match_rotation: bool = field_(BOOL, False)
    after_key: Key | None = field_(KEY, None)
    description: str = field_(TEXT)
    gpid: str = field_(TEXT)
    placement: int = field_(INT, 0)
    """0 top of the stack, 1 bottom, 2 above this piece, 3 below it."""
    above: bool = field_(BOOL, False)
    copy_properties: bool = field_(BOOL, False)
    parameters: tuple[tuple[str, str], ...] = field_(PARAMETERS, ())
    version: int = field_(INT, 1, 0)

    @property
    def marker(self) -> Piece | None:
        """The placed piece; None when the spec is a slot's path or nothing.

        Raises:
            InputRefused: the definition is damaged.
        """
        return Piece.parse(self.spec) if self.spec and self.spec.startswith("+/") else None


@register()
class Replace(PlaceMarker):
    """Trait that replaces this piece by another one."""

    ID: ClassVar[str] = "replace;"


TraitT = TypeVar("TraitT", bound=Trait)


@lru_cache(maxsize=512)
def _types_cached(text: str) -> tuple[str, ...]:
    return tuple(unnest(text))


def _types(text: str) -> tuple[str, ...]:
    """Return the types of the traits of a nested type: a saved game has many pieces of one counter."""
    return _types_cached(text) if len(text) <= MAX_CACHED_TYPE else _types_cached.__wrapped__(text)


class Piece(Struct, frozen=True, dict=True):
    """A piece: its traits, outermost first, around a basic piece (or a stack or deck)."""

    traits: tuple[Trait, ...] = ()
    """Traits, outermost first; in VASSAL's editor the list is upside down."""
    basic: Trait = BasicPiece()
    """The innermost: `BasicPiece`, or `Stack` or `Deck` in saves, or unknown."""
    id: str = "null"
    """Id in a save; `null` in definitions."""

    @classmethod
    def parse(cls, definition: str) -> Piece:
        """Return the piece of `+/id/TYPE/STATE`.

        Raises:
            InputRefused: it is no such text, or has fewer states than traits.
        """
        if len(definition) > MAX_DEFINITION:
            raise InputRefused(f"a piece definition has {len(definition)} characters")
        if not definition.startswith("+/"):
            raise InputRefused(f"not a piece definition: {definition[:40]!r}")
        tokens = decode(definition[2:], "/")
        if len(tokens) < 3:
            raise InputRefused(f"piece definition without type or state: {definition[:40]!r}")
        piece = cls.of_texts(tokens[1], tokens[2], tokens[0])
        piece.__dict__["text"] = definition
        return piece

    @classmethod
    def of_texts(cls, type_text: str, state_text: str, piece_id: str = "null") -> Piece:
        """Return the piece of a whole type and state text.

        Raises:
            InputRefused: there are fewer states than traits, or too many traits.
        """
        types = _types(type_text)
        states = unnest(state_text, len(types))
        if len(states) < len(types):
            name = types[len(states)][:40]
            raise InputRefused(f"no state for trait {name!r}: {len(types)} traits, {len(states)} states")
        traits = [parse_trait(t, s) for t, s in zip(types, states, strict=True)]
        return cls(tuple(traits[:-1]), traits[-1], piece_id)

    def format(self, piece_id: str | None = None) -> str:
        """Return `+/id/TYPE/STATE`: as it was read if nothing was changed since.

        Args:
            piece_id: another id than the piece's own.
        """
        text: str | None = self.__dict__.get("text")
        if text is not None and piece_id in (None, self.id):
            return text
        return "+/" + encode([piece_id or self.id, self.type_text(), self.state_text()], "/")

    def type_text(self) -> str:
        """Return the nested type."""
        return nest([*[t.to_type() for t in self.traits], self.basic.to_type()])

    def state_text(self) -> str:
        """Return the nested state."""
        return nest([*[t.to_state() for t in self.traits], self.basic.to_state()])

    def canonical(self) -> Piece:
        """Return this piece without any memory of the text it was read from."""
        # `replace` drops the remembered text: it is no field.
        clean = [replace(t) for t in (*self.traits, self.basic)]
        return Piece(tuple(clean[:-1]), clean[-1], self.id)

    def all(self, kind: type[TraitT]) -> tuple[TraitT, ...]:
        """Return the traits of a class, outermost first."""
        return tuple(t for t in (*self.traits, self.basic) if isinstance(t, kind))

    @property
    def name(self) -> str:
        """Name of the basic piece; empty for a stack or deck."""
        return self.basic.name if isinstance(self.basic, BasicPiece) else ""

    @property
    def gpid(self) -> str:
        """Id of the slot the piece comes from; empty for a stack or deck."""
        return self.basic.gpid if isinstance(self.basic, BasicPiece) else ""

    def with_basic(self, **changes: Any) -> Piece:
        """Return this piece with fields of its basic piece changed (`map`, `x`, `y`, `gpid`, …)."""
        return replace(self, basic=self.basic.with_fields(**changes))

    def with_trait(self, index: int, **changes: Any) -> Piece:
        """Return this piece with fields of trait number `index` changed."""
        traits = list(self.traits)
        traits[index] = traits[index].with_fields(**changes)
        return replace(self, traits=tuple(traits))


__all__ = [
    "MAX_DEFINITION",
    "BasicPiece",
    "Deck",
    "Piece",
    "PlaceMarker",
    "Replace",
    "Stack",
    "UnknownTrait",
]
