from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

from hypothesis import example, given
from hypothesis import strategies as st

import jdgtools.model.closest as module
from jdgtools.model.closest import closest

WORDS = st.text("abcd-1", max_size=12)


@given(WORDS, st.lists(WORDS, max_size=6))
@example("", [""])
@example("aab", ["ab", "aabb", "baa"])
def test_the_look_at_letters_leaves_out_nothing_that_is_near(name: str, known: list[str]) -> None:
    if all(word.casefold() != name.casefold() for word in known):
        assert closest(name, known) == get_close_matches(name, known, n=2, cutoff=0.6)


def test_a_name_far_from_all_is_not_compared(monkeypatch) -> None:
    compared = []

    def matches(name: str, words: list[str], **limits: object) -> list[str]:
        compared.extend(words)
        return []

    monkeypatch.setattr("difflib.get_close_matches", matches)
    assert closest("c12345", ["morand", "france"]) == []
    assert not compared
    assert SequenceMatcher(None, "morand", "moran").ratio() >= module._CUTOFF
    closest("moran", ["morand"])
    assert compared == ["morand"]
