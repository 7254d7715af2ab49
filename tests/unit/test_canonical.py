"""Canonical bytes: the same for equal values of equal types, never for others."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.canonical import canonical_bytes, digest, stored_json
from jdgtools.package.digests import json_digest, words_digest


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Point:
    x: int
    y: float


@dataclass(frozen=True)
class Place:
    x: int
    y: float


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


def with_types(value: object) -> object:
    """Return a value that tells 1 from True and 0.0 from 0, which == does not."""
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [with_types(item) for item in value]
    if isinstance(value, dict):
        return "dict", [(key, with_types(item)) for key, item in value.items()]
    return type(value).__name__, repr(value)


@given(VALUES, VALUES)
def test_equal_digests_mean_equal_values(one: object, other: object) -> None:
    assert (digest(one) == digest(other)) == (with_types(one) == with_types(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", ("b",)), (("a", "b"),)),
        (Point(1, 2.0), Place(1, 2.0)),
        (Point(1, 2.0), Point(1, 2.5)),
        (Colour.RED, Colour.BLUE),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (frozenset({"a"}), frozenset({"a", "b"})),
        (len, max),
    ],
)
def test_different_values_have_different_digests(one: object, other: object) -> None:
    assert digest(one) != digest(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", "s1:b"), ("as1:b",)),
        # A text that holds what would stand before the next one.
        (("xs1:y",), ("x", "y")),
        (("xs", "y"), ("x", "sy")),
        (("as1:b", "c"), ("a", "bs1:c")),
        ((b"xb1:y",), (b"x", b"y")),
        ((b"ab1:b", b"c"), (b"a", b"bb1:c")),
        # Without lengths these are the same letters in a row.
        (("as", "b"), ("a", "sb")),
        (("sb", ""), ("", "bs")),
        ((("a",), "b"), (("a", "b"),)),
        ((["a"], "b"), (["a", "b"],)),
        (({"a": "b"}, "c"), ({"a": "b", "c": ""},)),
    ],
)
def test_where_a_text_ends_counts(one: object, other: object) -> None:
    assert digest(one) != digest(other)


def test_the_digest_does_not_depend_on_the_hash_seed() -> None:
    code = "from jdgtools.canonical import digest; print(digest(frozenset('abcdefgh')))"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(seen) == 1


def test_the_digest_is_that_of_the_canonical_bytes() -> None:
    value = {"a": (1, [None, b"x"]), "b": Point(1, 2.0)}
    assert digest(value) == blake2b(canonical_bytes(value), digest_size=32).hexdigest()
    assert canonical_bytes("ab") == b"s2:ab"


def test_what_cannot_be_told_apart_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        digest((1, object()))
    with pytest.raises(TypeError, match="function"):
        digest(lambda: 1)


class Large(Struct, frozen=True, dict=True):
    name: str
    parts: tuple[object, ...] = ()


class Other(Struct, frozen=True, dict=True):
    name: str
    parts: tuple[object, ...] = ()


def test_a_record_that_keeps_its_digest_is_told_from_others() -> None:
    first, second = Large("a", (1,)), Large("a", (1,))
    assert digest((first, first)) == digest((first, second)) == digest((second, second))
    assert digest(first) != digest(replace(first, name="b"))
    assert digest(first) != digest(Other("a", (1,)))
    assert first == second, "the digest is no part of the value"
    assert pickle.loads(pickle.dumps(Large("a"))) == Large("a")


def test_where_a_table_ends_is_told() -> None:
    assert digest(({}, ("a", 1), {"b": 2})) != digest(({"a": 1}, {}, ("b", 2)))


def test_digests_that_users_keep_are_those_of_every_release() -> None:
    """Written down once: another number would part logs, packages and lock files from what made them."""
    assert stored_json({"b": 1.5, "a": ["é", None, PurePosixPath("x")]}) == (
        b'{"a": ["\\u00e9", null, "x"], "b": 1.5}'
    )
    assert json_digest({"b": [1, -1], "a": (True, "x y")}) == "cdbdb5ab9a2d3c7e"
    assert words_digest({"fr": "Épée\n", "en": 'A "sword"'}) == "5ec9c982dec8f9b3"
    assert words_digest({"en": 'A "sword"', "fr": "Épée\n"}) == "5ec9c982dec8f9b3"
