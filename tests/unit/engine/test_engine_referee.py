"""A referee who reads the rules for himself agrees with what the engine does in whole games."""

from __future__ import annotations

from collections import Counter

import pytest

from jdgtools.engine.jdg.staff import make_game
from tests.referee.referee import Referee
from tests.referee.story import Story, story_of
from tests.unit.package.bundled import packages

GAMES = (
    ("teaching-jdg", "battle", 0),
    ("teaching-jdg", "battle", 1),
    ("teaching-jdg", "dawn", 0),
    ("vimeiro-1808", "hill", 0),
)


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
