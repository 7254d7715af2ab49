"""A referee who reads the rules for himself agrees with what the engine does in whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from jdgtools.engine.jdg.staff import make_game
from tests.referee.ground import Ground
from tests.referee.referee import Referee
from tests.referee.sight import Sight
from tests.referee.story import Happening, Story, story_of
from tests.unit.package.bundled import packages

GAMES = (
    ("teaching-jdg", "battle", 0),
    ("teaching-jdg", "battle", 1),
    ("teaching-jdg", "dawn", 0),
    ("vimeiro-1808", "hill", 0),
)


PURSUIT = 17
"""A game of the teaching battle with a pursuit; 5 has a breakthrough and an entry."""


@cache
def judged(battle: str, scenario: str, number: int) -> tuple[Referee, Story]:
    """Return a referee who has read a game of players that fight whenever they may."""
    package = next(package for known, package in packages(battle) if known.id == scenario)
    story = story_of(make_game(package), number, ("brawler", "brawler"))
    referee = Referee(package, story)
    referee.read()
    return referee, story


@pytest.mark.parametrize(("battle", "scenario", "number"), GAMES)
def test_a_referee_agrees_with_a_game(battle: str, scenario: str, number: int) -> None:
    """Fire, shock, results, withdrawals, routs, rally, command, points: none is found otherwise."""
    referee, _ = judged(battle, scenario, number)
    assert not referee.disagreements
    assert sum(referee.agreed.values()) > 50


def test_a_referee_sees_what_is_wrong() -> None:
    """A total, a level and the points that are changed in a story are found, each by its statement."""
    package = next(package for known, package in packages("teaching-jdg") if known.id == "battle")
    _, story = judged("teaching-jdg", "battle", 1)
    found: Counter[str] = Counter()
    kinds = {event.kind for step in story.steps for event in step.happenings}
    assert kinds >= {"check", "shock", "leader"}
    for kind in ("check", "shock", "leader"):
        steps = list(story.steps)
        for place, step in enumerate(steps):
            events = list(step.happenings)
            for k, event in enumerate(events):
                if event.kind == kind:
                    place_of_total = -1 if kind == "leader" else 1 if kind == "check" else 2
                    numbers = list(event.numbers)
                    numbers[place_of_total] += 1
                    events[k] = event._replace(numbers=tuple(numbers))
            steps[place] = step._replace(happenings=tuple(events))
        referee = Referee(package, story._replace(steps=steps))
        referee.read()
        found.update({kind: len(referee.disagreements)})
    end = story.end._replace(points=(story.end.points[0] + 1, story.end.points[1]))
    referee = Referee(package, story._replace(end=end))
    referee.read()
    assert [each.rules for each in referee.disagreements][:1] == ["JDG-13.2-b"]
    assert {kind for kind, count in found.items() if count} == {kind for kind in found if kind in kinds}


def damaged(story: Story, kind: str, change: Callable[[Happening], Happening]) -> Story:
    """Return a story in which every event of a kind has been changed."""
    steps = [
        step._replace(
            happenings=tuple(change(event) if event.kind == kind else event for event in step.happenings)
        )
        for step in story.steps
    ]
    return story._replace(steps=steps)


@pytest.mark.parametrize(
    ("number", "kind", "change", "rules"),
    [
        (5, "orders", lambda event: event._replace(pieces=()), "JDG-4.4.1-f"),
        (5, "enter", lambda event: event._replace(numbers=(event.numbers[0], 2)), "JDG-5.2.2-e"),
        (5, "enter", lambda event: event._replace(numbers=(event.numbers[0] + 1, 1)), "JDG-5.2.2-a"),
        (5, "cup", lambda event: event._replace(numbers=event.numbers[1:]), "JDG-1-g"),
        (5, "breakthrough", lambda event: event._replace(numbers=()), "JDG-8.7.2-f"),
        (5, "move", lambda event: event._replace(numbers=event.numbers[::-1]), "JDG-4.4.1-a"),
        (PURSUIT, "pursue", lambda event: event._replace(numbers=event.numbers[::-1]), "JDG-9.5.2-i"),
    ],
)
def test_a_referee_sees_what_is_not_allowed(
    number: int, kind: str, change: Callable[[Happening], Happening], rules: str
) -> None:
    """Points, entries, markers, breakthroughs, steps and pursuits of a story that was changed are found."""
    package = next(package for known, package in packages("teaching-jdg") if known.id == "battle")
    _, story = judged("teaching-jdg", "battle", number)
    referee = Referee(package, damaged(story, kind, change))
    referee.read()
    assert rules in {each.rules for each in referee.disagreements}


def test_a_referee_sees_as_far_as_the_package_says() -> None:
    """JDG-7.4: every pair of hexes of a map, where the words of the rules leave no room."""
    package = next(package for known, package in packages("teaching-jdg") if known.id == "battle")
    ground, clear = Ground(package), 0
    sight = Sight(ground)
    for origin in range(ground.size):
        for target in range(ground.size):
            sees = sight.sees(origin, target, lambda _: False)
            if sees is not None:
                clear += 1
                assert sees == package.sight.sees(origin, target), (origin, target)
    assert clear > 800
