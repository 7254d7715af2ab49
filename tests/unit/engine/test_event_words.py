"""What has happened is told with what came of it: the rolls of both sides, whether a check was passed."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import Event
from jdgtools.engine.jdg.staff import make_game
from jdgtools.game_words import GameWords, names_of_package
from tests.unit.engine.field import Field


@pytest.fixture(scope="module")
def field() -> Field:
    one = Field()
    one.game.staff = make_game(one.t.package, [rule.id for rule in one.t.package.special_rules]).staff
    return one


@pytest.mark.parametrize(
    ("kind", "numbers", "language", "words"),
    [
        (
            "initiative",
            (1, 1, 7),
            "en",
            "Strategic initiative: French (rolls without modifiers: Allies 1, French 7)",
        ),
        (
            "initiative",
            (-1, 4, 4),
            "en",
            "Strategic initiative: nobody (rolls without modifiers: Allies 4, French 4)",
        ),
        ("rally", (6, 6, 5), "en", "tries to rally: roll 6, with modifiers 6, rating 5 – failed"),
        ("rally", (5, 5, 5), "en", "tries to rally: roll 5, with modifiers 5, rating 5 – passed"),
        ("rally", (0, 7, 5), "fr", "tente de se rallier: jet 0, avec modificateurs 7, valeur 5"),
        ("rally", (0, 4, 5), "fr", "tente de se rallier: jet 0, avec modificateurs 4, valeur 5 – réussite"),
        ("check", (0, 7, 5), "en", "checks its cohesion: roll 0, with modifiers 7, rating 5 – failed"),
        ("shock-check", (6, 5), "en", "shock check: roll 6, rating 5 – failed"),
        ("recall", (6, 5), "en", "tries to recall the charge: roll 6, rating 5"),
    ],
)
def test_an_event_says_what_came_of_it(
    field: Field, kind: str, numbers: tuple[int, ...], language: str, words: str
) -> None:
    """`recall` does not tell its modifiers, a rally with 0 whether it needed a roll: their numbers do not say it."""
    names = names_of_package(field.t.package, language)
    said = GameWords(field.game, names, language).event(Event(kind, (), numbers, ()))
    assert said.strip() == words
