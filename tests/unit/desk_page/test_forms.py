"""What a form shows of a text that stands in a language file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.forms import form

BATTLE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


def fields(desk: Desk, name: str, entry: int, language: str) -> dict[str, Any]:
    shown = form(desk.session.documents, desk.view.context, name, None, language)
    return {"/".join(field["field"]): field["value"] for field in shown["entries"][entry]["fields"]}


@pytest.mark.parametrize(
    ("name", "entry", "field", "language", "starts"),
    [
        ("map", 0, "credits", "fr", "Dessinée d'imagination."),
        ("battle", 0, "notes", "fr", "Davout doit prendre le moulin"),
        ("battle", 0, "notes", "en", "Davout must take the mill"),
        ("battle", 0, "strength_point", "pl", "200 piechurów"),
        ("battle", 0, "subtitle", "hu", "A teaching battle"),
        ("charts", 0, "note", "fr", "Rien que des haies basses"),
        ("commands", 0, "name", "fr", "Division Morand"),
    ],
)
def test_a_text_is_shown_in_the_language_of_the_page(
    name: str, entry: int, field: str, language: str, starts: str
) -> None:
    assert fields(Desk(BATTLE, read_only=True), name, entry, language)[field].startswith(starts)


def test_a_text_of_several_lines_has_a_field_of_several() -> None:
    desk = Desk(BATTLE.parent / "bouvines-1214", read_only=True)
    shown = form(desk.session.documents, desk.view.context, "battle", None, "fr")
    kinds = {field["name"]: field["kind"] for field in shown["entries"][0]["fields"]}
    assert (kinds["notes"], kinds["title"]) == ("long", "text")
