from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

from hypothesis import example, given
from hypothesis import strategies as st

import jdgtools.model.closest as module
from jdgtools.model.closest import closest
from jdgtools.model.context import MAX_HINTS, Context
from jdgtools.series.registry import find_series

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


def test_of_thousands_of_unknown_names_the_first_have_hints() -> None:
    ctx = Context(find_series("jdg").definition, "en")
    for number in range(MAX_HINTS + 3):
        ctx.unknown("REF001", None, "side", "frence", ["france", "austria"], ("unit", str(number)))
    hints = [problem.hint for problem in ctx.diagnostics]
    assert hints == ["did you mean `france`?"] * MAX_HINTS + [None] * 3
    ctx.unknown("REF002", None, "command", "x", [])
    assert ctx.diagnostics[-1].hint == "no command is defined"
