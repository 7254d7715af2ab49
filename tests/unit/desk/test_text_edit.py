"""Replacements in texts, and their inverse."""

from __future__ import annotations

import random

import pytest

from jdgtools.desk.text_edit import Edit, TextEdit, WholeFile, apply, inverse, smallest


def test_everything_outside_a_span_stays() -> None:
    texts = {"map.yaml": "a: 1 # one\r\nb: 2\r\n", "oob.csv": "id\n"}
    edit = Edit("two", (TextEdit("map.yaml", 15, 16, "22"), TextEdit("map.yaml", 3, 4, "")))
    assert apply(texts, edit) == {"map.yaml": "a:  # one\r\nb: 22\r\n"}


@pytest.mark.parametrize(
    "changes",
    [
        (TextEdit("a", 0, 3, ""), TextEdit("a", 2, 4, "")),
        (TextEdit("a", 3, 2, ""),),
        (TextEdit("a", 0, 99, ""),),
        (TextEdit("b", 0, 0, ""),),
    ],
)
def test_what_does_not_fit_is_refused(changes: tuple[TextEdit, ...]) -> None:
    with pytest.raises(ValueError, match=r"overlap|beyond|no text"):
        apply({"a": "abcdef"}, Edit("x", changes))


def test_files_come_and_go_and_come_back() -> None:
    texts = {"a": "abc", "b": "x"}
    edit = Edit(
        "x", (TextEdit("a", 0, 1, ""),), (WholeFile("c", "\ufeffnew", True), WholeFile("b", "x", False))
    )
    assert edit.paths == ("a", "b", "c")
    there = apply(texts, edit)
    assert there == {"a": "bc", "c": "new"}
    assert apply(there, inverse(texts, edit)) == texts
    for wrong in (WholeFile("a", "", True), WholeFile("c", "", False)):
        with pytest.raises(ValueError, match="text of"):
            apply(texts, Edit("x", (), (wrong,)))


def test_an_inverse_leads_back_whatever_is_replaced() -> None:
    chance = random.Random(14)
    for _ in range(300):
        text = "".join(chance.choice("abc\né\r") for _ in range(40))
        cuts = sorted(chance.sample(range(41), 6))
        changes = tuple(TextEdit("a", cuts[i], cuts[i + 1], "x" * chance.randrange(4)) for i in (0, 2, 4))
        texts, edit = {"a": text}, Edit("any", changes)
        assert apply(apply(texts, edit), inverse(texts, edit)) == texts
        less = smallest(texts, edit)
        assert apply(texts, less).get("a", text) == apply(texts, edit)["a"]
