"""Sequences, keys, colours: exact both ways."""

from __future__ import annotations

import pytest

from jdgtools.vassal.encoding import (
    Color,
    Key,
    decode,
    decode_array,
    encode,
    encode_array,
    format_keys,
    parse_keys,
)


@pytest.mark.parametrize(
    ("tokens", "delim", "text"),
    [
        (["a", "b"], ",", "a,b"),
        (["A", "B,C"], ",", "A,B\\,C"),
        (["a", ""], ";", "a;"),
        ([""], ";", ""),
        (["\\x", "y"], ";", "'\\x';y"),
        (["'x'", "y"], ";", "''x'';y"),
        (["'x", "y'"], ";", "'x;y'"),
        (["\\", "y"], ";", "'\\';y"),
        (["'", "y"], ";", "''';y"),
        (["a\\;b"], ";", "a\\\\;b"),
        ([";", ";;"], ";", "\\;;\\;\\;"),
    ],
)
def test_encode_and_back(tokens: list[str], delim: str, text: str) -> None:
    assert encode(tokens, delim) == text
    assert decode(text, delim) == tokens


def test_decode_strips_one_pair_of_quotes_only() -> None:
    assert decode("''a'';'b", ";") == ["'a'", "'b"]
    assert decode("'", ";") == ["'"]


@pytest.mark.parametrize("tokens", [["a\\", "b"], [], ["'a\\", "b"]])
def test_tokens_vassal_cannot_carry(tokens: list[str]) -> None:
    assert decode(encode(tokens, ";"), ";") != tokens


def test_keys() -> None:
    assert Key.ctrl("f").format() == "70,130"
    assert Key.named("Do it").format() == "57348,0,Do it"
    assert Key.parse("F") == Key(70, 130)
    assert Key.parse("57346,0,X") == Key(57346, 0, "X")
    assert Key.parse("") is None
    assert Key.parse("x,y") is None
    assert parse_keys("AB") == (Key.ctrl("A"), Key.ctrl("B"))
    keys = (Key.ctrl("A"), Key.named("b"))
    assert format_keys(keys) == "65\\,130,57348\\,0\\,b"
    assert parse_keys(format_keys(keys)) == keys


@pytest.mark.parametrize("name", ["", "a,b"])
def test_named_key_that_cannot_be_written(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be called"):
        Key.named(name)


def test_colours() -> None:
    assert Color.parse("1,2,3") == Color(1, 2, 3)
    assert Color.parse("1,2,3,4") == Color(1, 2, 3, 4)
    assert Color(1, 2, 3, 4).format() == "1,2,3,4"
    assert Color.parse("0xFF0080") == Color(255, 0, 128)
    assert Color.parse("") is None
    assert Color.parse("null") is None
    assert Color.parse("red") == Color.parse("1,2") == Color.parse("1,2,999") == Color(0, 0, 0)


def test_arrays() -> None:
    assert encode_array(("a,b", "")) == "a\\,b,"
    assert decode_array("a\\,b,") == ("a,b", "")
    assert decode_array("") == ()
