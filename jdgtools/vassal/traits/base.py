"""What all traits share: field tables, the registry, reading and writing.

A trait class is a frozen dataclass whose fields are declared with `field_` (part of the
type) or `state_` (part of the state), in VASSAL's order. That table is all it takes to add
a trait; only irregular ones override a method.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from jdgtools.vassal.codecs import Codec
from jdgtools.vassal.encoding import decode, encode

_UNSET: Any = object()


def field_(codec: Codec, default: Any = "", missing: Any = _UNSET) -> Any:
    """Return a dataclass field that is one token of the type.

    Args:
        codec: how the token is read and written.
        default: value of a new trait.
        missing: value when the token is absent or unreadable, if that differs.
    """
    fallback = default if missing is _UNSET else missing
    return dataclasses.field(default=default, metadata={"codec": codec, "missing": fallback, "part": "type"})


def state_(codec: Codec, default: Any = "", missing: Any = _UNSET) -> Any:
    """Return a dataclass field that is one token of the state; arguments as for `field_`."""
    fallback = default if missing is _UNSET else missing
    return dataclasses.field(default=default, metadata={"codec": codec, "missing": fallback, "part": "state"})


def extra_(part: str, default: Any) -> Any:
    """Return a keyword-only field of `part` (`type` or `state`) that a trait reads and writes itself."""
    return dataclasses.field(default=default, kw_only=True, metadata={"extra": part})


@dataclass(frozen=True, slots=True)
class Column:
    """One row of a trait's field table."""

    name: str
    """Attribute of the dataclass."""
    codec: Codec
    """How it is read and written."""
    missing: Any
    """Value when the token is absent or unreadable."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of a piece: type and state in one value."""

    ID: ClassVar[str] = ""
    """Prefix of the type, delimiter included."""
    DELIM: ClassVar[str] = ";"
    """Delimiter of the type's fields."""
    STATE_DELIM: ClassVar[str] = ";"
    """Delimiter of the state's fields; empty when the whole state is one value."""
    TYPE_TABLE: ClassVar[tuple[Column, ...]] = ()
    """Field table of the type."""
    STATE_TABLE: ClassVar[tuple[Column, ...]] = ()
    """Field table of the state."""

    type_tail: tuple[str, ...] = dataclasses.field(default=(), kw_only=True)
    """Type tokens after the known ones (written by a newer engine); carried verbatim."""
    state_tail: tuple[str, ...] = dataclasses.field(default=(), kw_only=True)
    """State tokens after the known ones; carried verbatim."""
    _type_text: str | None = dataclasses.field(default=None, init=False, repr=False, compare=False)
    _state_text: str | None = dataclasses.field(default=None, init=False, repr=False, compare=False)

    # Reading

    @classmethod
    def parse_type(cls, text: str) -> Self:
        """Return the trait with the type `text` and its default state; `text` starts with a prefix."""
        trait = cls(**cls._type_values(text))
        object.__setattr__(trait, "_type_text", text)
        return trait

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """Return the trait with a type and a state."""
        trait = cls(**{**cls._type_values(type_text), **cls._read_state(state_text)})
        object.__setattr__(trait, "_type_text", type_text)
        object.__setattr__(trait, "_state_text", state_text)
        return trait

    def parse_state(self, text: str) -> Self:
        """Return this trait with the state `text`."""
        trait = dataclasses.replace(self, **self._read_state(text))
        object.__setattr__(trait, "_type_text", self._type_text)
        object.__setattr__(trait, "_state_text", text)
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
        """Return the type: as it was read if none of it was changed since, else as the engine writes it."""
        # Kept once computed: the fields are frozen, and a slot's traits are written many times.
        if self._type_text is None:
            object.__setattr__(self, "_type_text", self.canonical_type())
        return self._type_text or ""

    def to_state(self) -> str:
        """Return the state: as it was read if it was not changed since, else as the engine writes it."""
        if self._state_text is None:
            object.__setattr__(self, "_state_text", self.canonical_state())
        return self._state_text or ""

    def canonical_type(self) -> str:
        """Return the type as the engine writes it, from the fields alone."""
        return self.ID + encode([*self._write_type(), *self.type_tail], self.DELIM)

    def canonical_state(self) -> str:
        """Return the state as the engine writes it, from the fields alone."""
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

    def changed(self, **changes: Any) -> Self:
        """Return this trait with some fields changed; a part without a change keeps its text."""
        # Field by field: pieces are changed so often that `dataclasses.replace` would be felt.
        parts = _parts(type(self))
        trait = object.__new__(type(self))
        put = object.__setattr__
        for name in parts:
            put(trait, name, getattr(self, name))
        for name, value in changes.items():
            if name not in parts or name[0] == "_":
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
            put(trait, name, value)
            put(trait, f"_{parts[name]}_text", None)
        return trait


_PARTS: dict[type[Any], Mapping[str, str]] = {}


def _parts(kind: type[Any]) -> Mapping[str, str]:
    """Return the part that every field of a trait class belongs to."""
    if kind not in _PARTS:
        _PARTS[kind] = {f.name: part_of(f) for f in dataclasses.fields(kind)}
    return _PARTS[kind]


def part_of(f: dataclasses.Field[Any]) -> str:
    """Return whether a dataclass field belongs to the `type` or to the `state`."""
    part: str = f.metadata.get("part") or f.metadata.get("extra") or f.name.partition("_")[0]
    return part


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
    """Return a class decorator that builds the field tables and registers `ID` and `extra_ids`."""

    def add(cls: T) -> T:
        columns: dict[str, list[Column]] = {"type": [], "state": []}
        for f in dataclasses.fields(cls):
            if "part" in f.metadata:
                column = Column(f.name, f.metadata["codec"], f.metadata["missing"])
                columns[f.metadata["part"]].append(column)
        cls.TYPE_TABLE = tuple(columns["type"])
        cls.STATE_TABLE = tuple(columns["state"])
        for trait_id in (cls.ID, *extra_ids):
            REGISTRY[trait_id] = cls
        return cls

    return add


@dataclass(frozen=True, slots=True)
class UnknownTrait(Trait):
    """A trait this package does not know (a custom class, a newer engine); carried verbatim."""

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

    def parse_state(self, text: str) -> Self:
        """Return this trait with the state `text`."""
        return dataclasses.replace(self, state_text=text)

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
