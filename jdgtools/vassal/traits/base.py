"""What all traits share: field tables, the registry, reading and writing.

A trait class is a frozen record whose fields are declared with `field_` (part of the
type) or `state_` (part of the state), in VASSAL's order. That table is all it takes to add
a trait; only irregular ones override a method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from msgspec import Struct, StructMeta
from msgspec.structs import replace

from jdgtools.vassal.codecs import Codec
from jdgtools.vassal.encoding import decode, encode

_UNSET: Any = object()


class Column(NamedTuple):
    """One row of a trait's field table."""

    name: str
    """Attribute of the trait."""
    codec: Codec
    """How it is read and written."""
    missing: Any
    """Value when the token is absent or unreadable."""


class _Field(NamedTuple):
    """What a field declares beside its type."""

    default: Any
    part: str
    """`type` or `state`."""
    codec: Codec | None
    """None: the trait reads and writes it itself."""
    missing: Any


def field_(codec: Codec, default: Any = "", missing: Any = _UNSET) -> Any:
    """Return a field that is one token of the type.

    Args:
        codec: how the token is read and written.
        default: value of a new trait.
        missing: value when the token is absent or unreadable, if that differs.
    """
    return _Field(default, "type", codec, default if missing is _UNSET else missing)


def state_(codec: Codec, default: Any = "", missing: Any = _UNSET) -> Any:
    """Return a field that is one token of the state; arguments as for `field_`."""
    return _Field(default, "state", codec, default if missing is _UNSET else missing)


def extra_(part: str, default: Any) -> Any:
    """Return a field of `part` (`type` or `state`) that a trait reads and writes itself."""
    return _Field(default, part, None, None)


class _TraitMeta(StructMeta):
    """Metaclass that turns declared fields into a record and its field tables."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> _TraitMeta:
        own_fields = {k: v for k, v in namespace.items() if isinstance(v, _Field)}
        defaults = {k: v.default for k, v in own_fields.items()}
        # What a trait was read from is kept in `__dict__`: it is no part of its value.
        options = {"frozen": True, "dict": True, **options}
        cls: Any = super().__new__(mcls, name, bases, {**namespace, **defaults}, **options)
        fields = {**getattr(cls, "PARTS", {}), **{k: v.part for k, v in own_fields.items()}}
        columns = [
            (v.part, Column(k, v.codec, v.missing)) for k, v in own_fields.items() if v.codec is not None
        ]
        cls.PARTS = fields
        cls.TYPE_TABLE = (*cls.TYPE_TABLE, *(c for part, c in columns if part == "type"))
        cls.STATE_TABLE = (*cls.STATE_TABLE, *(c for part, c in columns if part == "state"))
        trait_class: _TraitMeta = cls
        return trait_class


class Trait(Struct, metaclass=_TraitMeta, kw_only=True):
    """A trait of a piece: type and state in one value."""

    ID: ClassVar[str] = ""
    """Prefix of the type, delimiter included."""
    DELIM: ClassVar[str] = ";"
    """Delimiter of the type's fields."""
    STATE_DELIM: ClassVar[str] = ";"
    """Delimiter of the state's fields; empty when the whole state is one value."""
    PARTS: ClassVar[Mapping[str, str]] = {}
    """Whether a field belongs to the `type` or to the `state`."""
    TYPE_TABLE: ClassVar[tuple[Column, ...]] = ()
    """Field table of the type."""
    STATE_TABLE: ClassVar[tuple[Column, ...]] = ()
    """Field table of the state."""

    type_tail: tuple[str, ...] = extra_("type", ())
    """Type tokens after the known ones (written by a newer VASSAL); carried verbatim."""
    state_tail: tuple[str, ...] = extra_("state", ())
    """State tokens after the known ones; carried verbatim."""

    # Reading

    @classmethod
    def parse_type(cls, text: str) -> Self:
        """Return the trait with the type `text` and its default state; `text` starts with a prefix."""
        trait = cls(**cls._type_values(text))
        trait.__dict__["type"] = text
        return trait

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """Return the trait with a type and a state."""
        trait = cls(**{**cls._type_values(type_text), **cls._read_state(state_text)})
        trait.__dict__.update(type=type_text, state=state_text)
        return trait

    @classmethod
    def _type_values(cls, text: str) -> dict[str, Any]:
        return cls._read_type(decode(text[len(cls.ID) :], cls.DELIM))

    @classmethod
    def _read_type(cls, tokens: Sequence[str]) -> dict[str, Any]:
        return read_table(cls.TYPE_TABLE, tokens, "type_tail")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        table = cls.STATE_TABLE
        if not table:
            return {}
        if not cls.STATE_DELIM:
            return {table[0].name: table[0].codec.read(text, table[0].missing)}
        return read_table(table, decode(text, cls.STATE_DELIM), "state_tail")

    # Writing

    def to_type(self) -> str:
        """Return the type: as it was read if none of it was changed since, else as VASSAL writes it."""
        # Kept once computed: the fields are frozen, and a slot's traits are written many times.
        text: str | None = self.__dict__.get("type")
        if text is None:
            text = self.__dict__["type"] = self.canonical_type()
        return text

    def to_state(self) -> str:
        """Return the state: as it was read if it was not changed since, else as VASSAL writes it."""
        text: str | None = self.__dict__.get("state")
        if text is None:
            text = self.__dict__["state"] = self.canonical_state()
        return text

    def canonical_type(self) -> str:
        """Return the type as VASSAL writes it, from the fields alone."""
        return self.ID + encode([*self._write_type(), *self.type_tail], self.DELIM)

    def canonical_state(self) -> str:
        """Return the state as VASSAL writes it, from the fields alone."""
        table = self.STATE_TABLE
        if not table:
            return ""
        if not self.STATE_DELIM:
            return table[0].codec.write(getattr(self, table[0].name))
        return encode([*self._write_state(), *self.state_tail], self.STATE_DELIM)

    def _write_type(self) -> list[str]:
        return [c.codec.write(getattr(self, c.name)) for c in self.TYPE_TABLE]

    def _write_state(self) -> list[str]:
        return [c.codec.write(getattr(self, c.name)) for c in self.STATE_TABLE]

    def with_fields(self, **changes: Any) -> Self:
        """Return this trait with other values in some fields; a part without a change keeps its text.

        Raises:
            TypeError: it has no such field.
        """
        parts = self.PARTS
        try:
            stale = {parts[name] for name in changes}
        except KeyError as error:
            raise TypeError(f"{type(self).__name__} has no field {error}") from None
        trait = replace(self, **changes)
        for part, text in self.__dict__.items():
            if part not in stale:
                trait.__dict__[part] = text
        return trait


def read_table(table: Sequence[Column], tokens: Sequence[str], tail: str) -> dict[str, Any]:
    """Return field values read from `tokens`; tokens beyond the table go to the field `tail`."""
    values: dict[str, Any] = {}
    for i, column in enumerate(table):
        values[column.name] = (
            column.codec.read(tokens[i], column.missing) if i < len(tokens) else column.missing
        )
    if len(tokens) > len(table):
        values[tail] = tuple(tokens[len(table) :])
    return values


T = TypeVar("T", bound=type[Trait])

REGISTRY: dict[str, type[Trait]] = {}
"""Trait classes by type prefix."""


def register(*extra_ids: str) -> Callable[[T], T]:
    """Return a class decorator that registers `ID` and `extra_ids`."""

    def add(cls: T) -> T:
        for trait_id in (cls.ID, *extra_ids):
            REGISTRY[trait_id] = cls
        return cls

    return add


class UnknownTrait(Trait):
    """A trait this package does not know (a custom class, a newer VASSAL); carried verbatim."""

    type_text: str = ""
    """The whole type."""
    state_text: str = ""
    """The whole state."""

    @classmethod
    def parse_type(cls, text: str) -> Self:
        """Return the trait with the type `text` and no state."""
        return cls(type_text=text)

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """Return the trait with a type and a state."""
        return cls(type_text=type_text, state_text=state_text)

    def to_type(self) -> str:
        """Return the type verbatim."""
        return self.type_text

    def to_state(self) -> str:
        """Return the state verbatim."""
        return self.state_text

    def canonical_type(self) -> str:
        """Return the type verbatim."""
        return self.type_text

    def canonical_state(self) -> str:
        """Return the state verbatim."""
        return self.state_text


def trait_id(type_text: str) -> str:
    """Return the prefix that selects the trait class: up to the first `;`, or the whole text."""
    return type_text[: type_text.index(";") + 1] if ";" in type_text else type_text


def parse_type(text: str) -> Trait:
    """Return the trait of a type text; an unknown one as `UnknownTrait`."""
    return REGISTRY.get(trait_id(text), UnknownTrait).parse_type(text)


MAX_CACHED = 2000
"""Longest trait text that is remembered between pieces."""


@lru_cache(maxsize=4096)
def _parse_cached(type_text: str, state_text: str) -> Trait:
    return REGISTRY.get(trait_id(type_text), UnknownTrait).parse(type_text, state_text)


def parse_trait(type_text: str, state_text: str) -> Trait:
    """Return the trait of a type and a state text."""
    # Traits are frozen, and the pieces of a module share most of theirs.
    if len(type_text) + len(state_text) <= MAX_CACHED:
        return _parse_cached(type_text, state_text)
    return _parse_cached.__wrapped__(type_text, state_text)
