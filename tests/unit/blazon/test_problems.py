"""What a reader of blazons says of words that it does not understand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdgtools.blazon import BlazonProblem, read_blazon
from jdgtools.blazon.parser import MAX_WORDS
from jdgtools.blazon.problems import known_words


@pytest.mark.parametrize(
    ("text", "written", "message", "hint"),
    [
        ("gules, a lyon or", "lyon", "is not understood", "did you mean `lion`?"),
        ("guls, a lion or", "guls", "is not understood", "did you mean `gules`?"),
        ("azure, a blimp or", "blimp", "is not understood", "a charge is written such as `three lions or`"),
        ("per pal argent and azure", "pal", "is not understood", "did you mean `pale`?"),
        ("azure, a fleur or", "fleur", "is not understood", "did you mean `fleur-de-lys`?"),
        ("or, a staghed gules", "staghed", "is not understood", "did you mean `stag's head`?"),
        ("D'azur à trois étoilles d'or", "étoilles", "is not understood", "did you mean `étoiles`?"),
        ("De gueules au châtau d'or", "châtau", "is not understood", "did you mean `château`?"),
        ("azure semy of blimps or", "blimps", "is not understood", ""),
        # Known words in a wrong place: their own spelling is no help.
        ("azure, a lion or, semy of roses", "semy of", "cannot stand here", "follows the tincture"),
        ("azure, a lion or or", "or", "cannot stand here", "a tincture follows what it colours"),
        ("gules, cotised or", "cotised or", "cannot stand here", "follows an ordinary"),
        ("gules, engrailed", "engrailed", "cannot stand here", "follows an ordinary"),
        ("gules, a lion or per pale", "per", "cannot stand here", "a division begins the blazon"),
        ("per", "", "the division is missing at the end", "per pale"),
        ("per pale argent", "", "a tincture is missing at the end", "gules"),
        ("or, a fess chequy gules", "", "a tincture is missing at the end", "argent"),
    ],
)
def test_a_problem_names_the_words_and_what_may_be_meant(
    text: str, written: str, message: str, hint: str
) -> None:
    problem = read_blazon(text).problems[0]
    assert problem.text == text[problem.start : problem.end] == written
    assert message in problem.message
    assert hint in problem.hint
    assert f"did you mean `{written}`" not in problem.hint


def test_each_unknown_word_has_a_place_of_its_own() -> None:
    problems = read_blazon("guls, a lyon or").problems
    assert [(p.start, p.end) for p in problems] == [(0, 4), (8, 12)]


def test_composed_and_separate_accents_read_alike() -> None:
    separate = read_blazon("D'azur à la croix engre\u0302le\u0301e d'or")
    assert separate == read_blazon("D'azur à la croix engrêlée d'or")
    assert separate.problems == ()


def test_semy_may_follow_a_comma() -> None:
    for name in ("fleurs-de-lis", "fleurs-de-lys", "fleurs de lis", "lys"):
        assert read_blazon(f"Azure, semy of {name} or") == read_blazon("azure semy of fleurs-de-lys or")
    assert read_blazon("Azure, semy of fleurs-de-lis or").problems == ()


def test_a_blazon_of_too_many_words_says_where_reading_ends() -> None:
    text = "gules, a lion or" + ", a rose or" * MAX_WORDS
    last = read_blazon(text).problems[-1]
    assert "is not read" in last.message
    assert text[last.start :].startswith(("a", ",", "rose", "or"))


@pytest.mark.parametrize("text", ["a lion or, " * 50_000, "é" * 200_000, "fleur de " * 50_000])
def test_a_hostile_text_is_read_so_far_and_told_in_few_words(text: str) -> None:
    problems = read_blazon(text).problems
    assert 0 < len(problems) <= MAX_WORDS + 1
    assert all(len(problem.message) < 200 for problem in problems)


@given(st.lists(st.sampled_from([*sorted(known_words()), "blimp", "d'or", "au", "é"]), max_size=12))
@settings(max_examples=150, deadline=None)
def test_places_lie_in_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for problem in read_blazon(text).problems:
        assert isinstance(problem, BlazonProblem)
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.text == text[problem.start : problem.end]
        assert problem.hint
