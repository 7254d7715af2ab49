"""Nesting of traits by rule equals nesting step by step."""

from __future__ import annotations

import pytest

from jdgtools.vassal.encoding import encode
from jdgtools.vassal.traits import nest, unnest


def step_by_step(texts: list[str]) -> str:
    text = texts[-1]
    for outer in reversed(texts[:-1]):
        text = encode((outer, text), "\t")
    return text


@pytest.mark.parametrize(
    "texts",
    [
        ["a"],
        ["a", "b"],
        ["", "", ""],
        ["", "x", "", "y;z", ""],
        ["a;b\\;c", "d", "e'", "f"],
        ["'a", "b", "c'"],
        ["'a'", "b"],
        ["\\a", "b", "c"],
        ["a", "b\tc", "d"],
        [f"trait {i}" for i in range(40)],
    ],
)
def test_nesting(texts: list[str]) -> None:
    assert nest(texts) == step_by_step(texts)
    if "\t" not in "".join(texts):
        assert unnest(nest(texts), len(texts)) == texts
