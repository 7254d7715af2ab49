"""The turn track says what a turn is like: flags of the series and of the battle by name, night by its dark box."""

from __future__ import annotations

import pytest

from jdgtools.render.map.plan import Room
from jdgtools.render.map.tracks import turn_track
from jdgtools.render.scene import Rect, TextItem
from jdgtools.render.themes import named_theme

from .conftest import context_of


@pytest.mark.parametrize(
    ("name", "scenario", "language", "words"),
    [
        ("teaching-jdg", "battle", "en", ["fog"]),
        ("teaching-jdg", "dawn", "fr", ["soleil"]),
        ("teaching-jdg", "dawn", "pl", ["słońce"]),
        ("teaching-afe", "battle", "hu", ["eső"]),
    ],
)
def test_flags_of_a_turn_stand_in_its_box(name: str, scenario: str, language: str, words: list[str]) -> None:
    context = context_of(name)
    (played,) = [s for s in context.battle.scenarios if s.id == scenario]
    part = turn_track(context.battle, played, named_theme("classic"), language)
    assert part is not None
    drawn = part.draw(Room(180.0, 17.0), 100.0)
    said = " ".join(item.string for item in drawn if isinstance(item, TextItem))
    assert all(word in said for word in words)
    boxes = [item for item in drawn if isinstance(item, Rect)]
    dark = [box.fill == "#39434f" for box in boxes]
    assert dark == ["night" in turn.flags for turn in played.turns]
