r"""Nesting of traits in one pass is that of depth after depth; prototypes are expanded once."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.traits import Comment, Expander, Marker, Piece, Prototype, Trait, expand, nest, unnest
from jdgtools.vassal.traits.nesting import MAX_TRAITS


def depth_by_depth(text: str, limit: int = 0) -> list[str]:
    found: list[str] = []
    while not limit or len(found) < limit - 1:
        first, *rest = decode(text, "\t")
        found.append(first)
        if not rest:
            return found
        text = rest[0]
    return [*found, text]


@given(st.text(alphabet="\\\t'ab", max_size=24), st.integers(0, 6))
def test_one_pass_is_depth_by_depth(text: str, limit: int) -> None:
    assert unnest(text, limit) == depth_by_depth(text, limit)


def test_every_short_text() -> None:
    for length in range(8):
        for letters in itertools.product("\\\ta", repeat=length):
            text = "".join(letters)
            for limit in range(4):
                assert unnest(text, limit) == depth_by_depth(text, limit), (text, limit)


@given(st.lists(st.text(alphabet="\\ab'\t", max_size=6), min_size=1, max_size=6))
def test_what_was_nested_is_found_again(texts: list[str]) -> None:
    assert unnest(nest(texts)) == depth_by_depth(nest(texts))


def test_too_deep_is_refused_with_and_without_quotes() -> None:
    for first in ("a", "'a'"):
        with pytest.raises(InputRefused, match=f"more than {MAX_TRAITS} traits"):
            unnest(nest([first, *["delete;"] * (MAX_TRAITS + 1)]))
    texts = ["'a'", *["\\x", "'b'"] * 200, "c" * 100_000]
    assert unnest(nest(texts)) == texts


def test_a_damaged_piece_that_would_take_a_copy_at_every_depth_is_refused() -> None:
    deep = nest(["'a'", *["b"] * 400, "c" * 100_000])
    with pytest.raises(InputRefused, match="too deep"):
        unnest(deep + "\t" + "c")


def names(piece: Piece) -> list[str]:
    return [t.text if isinstance(t, Comment) else t.to_type() for t in piece.traits]


def use(*found: str | tuple[str, str]) -> Piece:
    traits: list[Trait] = [Prototype(*f) if isinstance(f, tuple) else Prototype(f) for f in found]
    return Piece(tuple(traits))


def test_prototypes_that_double_at_every_depth_are_opened_once() -> None:
    definitions = {f"P{n}": use(f"P{n + 1}", f"P{n + 1}") for n in range(40)}
    definitions["P40"] = Piece()
    assert expand(use("P0"), definitions).traits == ()
    definitions["P40"] = Piece((Comment("one"),))
    expander = Expander(definitions)
    for _ in range(3):
        with pytest.raises(InputRefused, match="more than 500 traits"):
            expander.expand(use("P0"))
    assert len(expander.expand(use("P32")).traits) == 2**8


def test_parameters_that_multiply_are_refused() -> None:
    grow = {f"P{n}": use((f"P{n + 1}", "p=$p$0"), (f"P{n + 1}", "p=$p$1")) for n in range(40)}
    grow["P40"] = Piece()
    with pytest.raises(InputRefused, match="too often"):
        expand(use(("P0", "p=x")), grow)
    swell = {f"P{n}": use((f"P{n + 1}", "p=" + "$p$" * 30)) for n in range(40)}
    swell["P40"] = Piece((Marker.of(A="$p$"),))
    with pytest.raises(InputRefused, match="beyond every measure"):
        expand(use(("P0", "p=" + "y" * 100)), swell)


def test_cycles_and_towers_are_refused_for_every_piece() -> None:
    tower = {f"P{n}": use(f"P{n + 1}") for n in range(5000)}
    with pytest.raises(InputRefused, match="deeper than 50"):
        expand(use("P0"), tower)
    few = replace(DEFAULT, prototype_depth=3, prototype_text=10_000)
    assert names(Expander({"P": use("Q"), "Q": Piece((Comment("q"),))}, few).expand(use("P"))) == ["q"]
    with pytest.raises(InputRefused, match="deeper than 3"):
        Expander(tower, few).expand(use("P4990"))
    with pytest.raises(InputRefused, match="too often"):
        Expander({"P": Piece((Comment("$a$"),))}, few).expand(use(*[("P", f"a={n}") for n in range(9)]))
    expander = Expander({"A": use("B"), "B": use("A"), "C": use("A"), "D": Piece((Comment("d"),))})
    for name in "ABCAB":
        with pytest.raises(InputRefused, match="contains itself"):
            expander.expand(use("D", name))
    assert names(expander.expand(use("D", "missing", "D"))) == ["d", "d"]


def test_a_prototype_may_have_other_parameters_every_time() -> None:
    definitions = {"P": Piece((Comment("$a$ and $b$"),)), "Q": use(("P", "a=$x$,b=2"), "P")}
    piece = use(("Q", "x=1"), ("Q", "x=one"), ("P", "a=3"))
    assert names(expand(piece, definitions)) == [
        "1 and 2",
        "$a$ and $b$",
        "one and 2",
        "$a$ and $b$",
        "3 and $b$",
    ]
