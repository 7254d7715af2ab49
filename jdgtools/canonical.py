"""Canonical bytes of values: equal exactly when two values are equal and of equal types.

What an earlier build has made is used again if the digest of everything that it was made from is the same. So
different values must never look alike, and a value of a kind that is not known here is refused instead of
being overlooked. The bytes are those of every run, whatever the hash seed; they are not a file format and
cannot be read back. Names of classes and fields stand in them, so they hold within one release.

Digests that users keep outlive a release. They are made of JSON instead, which nothing in the code changes:
of `stored_json` in lock files and build reports, as `package/digests.py` says in packages and logs, which an
engine of others must be able to compute.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

_DIGEST_SIZE = 32
_REMEMBERED = "canonical digest"
"""Under this name a frozen record with room for it (`dict=True`) remembers its digest."""


def canonical_bytes(value: object) -> bytes:
    """Return bytes that are equal exactly when two values are equal and of equal types.

    Values may consist of None, bool, int, float, str, bytes, enums, functions and classes (by name),
    dataclasses, msgspec records, tuples, lists, mappings and sets. Mappings count in their order, sets
    without.

    Raises:
        TypeError: there is something else in it: its content could not be told from its outside.
    """
    pieces: list[bytes] = []
    _encode((value,), pieces.append)
    return b"".join(pieces)


def digest(value: object) -> str:
    """Return the hexadecimal digest of a value's canonical bytes.

    Raises:
        TypeError: as for `canonical_bytes`.
    """
    return blake2b(canonical_bytes(value), digest_size=_DIGEST_SIZE).hexdigest()


def stored_json(value: object) -> bytes:
    """Return the JSON of a value for a digest that stands in a user's files: lock files and build reports.

    ASCII, a blank after each comma and colon, members in the order of their names; what is of no kind of JSON
    is written as `str` writes it. Digests of earlier releases are compared with it, so it stays as it is.
    """
    return json.dumps(value, sort_keys=True, default=str).encode()


def _encode(values: Iterable[Any], put: Callable[[bytes], object]) -> None:
    """Write values so that different ones never look alike: kind, length, content of each."""
    for value in values:
        kind: Any = type(value)
        # Texts and small things first, and no call for each: a battle has tens of thousands.
        if kind is str:
            put(_text(value))
        elif kind is tuple:
            put(b"t%d:" % len(value))
            if value:
                _encode(value, put)
        elif value is None:
            put(b"None;")
        elif kind is bool or kind is int or kind is float:
            put(b"%r;" % (value,))
        elif isinstance(value, Struct):
            if _remembers_digest(kind):
                put(b"r")
                put(_record_digest(value, kind))
            else:
                head, fields_of = _record_head(kind)
                put(head)
                _encode(fields_of(value), put)
        elif kind is list:
            put(b"l%d:" % len(value))
            _encode(value, put)
        elif kind is bytes:
            put(b"b%d:" % len(value))
            put(value)
        else:
            _encode_other(value, kind, put)


@lru_cache(1 << 15)
def _text(value: str) -> bytes:
    """Return the bytes of a text; most ids and words of a battle stand in it many times."""
    data = value.encode("utf-8", "surrogatepass")
    return b"s%d:%b" % (len(data), data)


def _encode_other(value: Any, kind: Any, put: Callable[[bytes], object]) -> None:
    """Write a value of a rarer kind.

    Raises:
        TypeError: its content could not be told from its outside.
    """
    if isinstance(value, Enum):
        put(f"e{kind.__qualname__}.{value.name};".encode())
    elif is_dataclass(value) and not isinstance(value, type):
        head, fields_of = _record_head(kind)
        put(head)
        _encode(fields_of(value), put)
    elif isinstance(value, Mapping):
        put(b"m%d:" % len(value))
        for pair in value.items():
            _encode(pair, put)
    elif isinstance(value, (set, frozenset)):
        put(b"f%d:" % len(value))
        for one in sorted(digest(item) for item in value):
            put(one.encode())
    elif callable(value) and hasattr(value, "__qualname__") and "<locals>" not in value.__qualname__:
        put(f"c{value.__module__}.{value.__qualname__};".encode())
    elif isinstance(value, tuple):
        put(f"n{kind.__qualname__}{len(value)}:".encode())
        _encode(value, put)
    else:
        raise TypeError(f"no digest of a {kind.__qualname__}")


def _record_digest(value: Any, kind: Any) -> bytes:
    """Return the digest that a large record remembers: it stands in many inputs and is encoded once."""
    record_digest: bytes | None = value.__dict__.get(_REMEMBERED)
    if record_digest is None:
        head, fields_of = _record_head(kind)
        pieces = [head]
        _encode(fields_of(value), pieces.append)
        record_digest = value.__dict__[_REMEMBERED] = blake2b(
            b"".join(pieces), digest_size=_DIGEST_SIZE
        ).digest()
    return record_digest


@cache
def _remembers_digest(kind: Any) -> bool:
    """Tell whether values of the class never change and have room for their digest."""
    return issubclass(kind, Struct) and kind.__struct_config__.frozen and kind.__struct_config__.dict


@cache
def _record_head(kind: Any) -> tuple[bytes, Callable[[Any], tuple[Any, ...]]]:
    """Return what stands before the fields of a record, and the function that gives these."""
    names = kind.__struct_fields__ if issubclass(kind, Struct) else [field.name for field in fields(kind)]
    head = f"d{kind.__module__}.{kind.__qualname__}{len(names)}:".encode()
    if issubclass(kind, Struct):
        return head, astuple
    return head, lambda value: tuple(getattr(value, name) for name in names)
