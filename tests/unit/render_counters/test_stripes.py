"""Stripes of commands: two that some reader takes for one colour have different patterns."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from jdgtools.loading import load
from jdgtools.render.bounds import item_box
from jdgtools.render.color_vision import DISTINCT, least_difference
from jdgtools.render.colors import contrast, readable_on
from jdgtools.render.counters import counter_list, face_scene
from jdgtools.render.counters.spec import Fill
from jdgtools.render.counters.stripes import PATTERNS, draw_pattern, patterns_of, tone
from jdgtools.render.scene import Circle, Rect, TextItem

SCENARIOS = Path(__file__).parents[3] / "scenarios"
BATTLES = sorted(folder.name for folder in SCENARIOS.iterdir() if (folder / "battle.yaml").exists())


@pytest.mark.parametrize("name", BATTLES)
def test_stripes_of_a_battle_differ_in_colour_or_pattern(name: str) -> None:
    battle = load(SCENARIOS / name).battle
    assert battle is not None
    colors = tuple(c.colour for c in battle.commands if c.colour)
    stripes = list(zip(colors, patterns_of(colors), strict=True))
    for (a, first), (b, second) in combinations(stripes, 2):
        assert first != second or least_difference(a, b)[0] >= DISTINCT, (a, b)
    assert stripes[0][1] == ""


def test_the_first_of_colours_that_look_alike_stays_plain() -> None:
    assert patterns_of(("#aa2222", "#2244aa", "#aa2323", "#ab2222", "#eeeeee")) == (
        "",
        "",
        "bars",
        "dots",
        "",
    )
    assert patterns_of(("red", "red")) == ("", ""), "a word that is no colour is reported elsewhere"
    assert len(set(patterns_of(("#aa2222",) * 7))) == 1 + len(PATTERNS), (
        "more than there are patterns: no fault"
    )


def test_names_are_read_on_both_tones_of_a_stripe() -> None:
    for name in BATTLES:
        battle = load(SCENARIOS / name).battle
        assert battle is not None
        for command in battle.commands:
            if command.colour:
                ink = readable_on(command.colour, "#1a1713", "#ffffff")
                mark = tone(command.colour, ink)
                assert contrast(mark, ink) > min(4.5, 0.97 * contrast(command.colour, ink))
                assert contrast(mark, command.colour) > 1.3, "the pattern is seen"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_marks_stay_on_their_stripe_and_go_on_beyond_the_cut(pattern: str) -> None:
    items = draw_pattern(pattern, (-5.0, -5.0, 20.0, 2.9), (0.0, 0.0, 15.0, 2.9), "#123456")
    assert len(items) >= 2
    reach = []
    for item in items:
        if isinstance(item, Circle):
            box = (item.cx - item.r, item.cy - item.r, item.cx + item.r, item.cy + item.r)
        else:
            assert isinstance(item, Rect)
            box = (item.x, item.y, item.x + item.width, item.y + item.height)
        assert -5.0 <= box[0] < box[2] <= 20.0 and -5.0 <= box[1] < box[3] <= 2.9 + 1e-9
        reach += [box[0], box[2]]
    assert min(reach) < 0.0 and max(reach) > 15.0


@pytest.mark.parametrize("name", BATTLES)
def test_no_mark_of_a_pattern_lies_below_a_name(name: str) -> None:
    """The last thing drawn below the middle of each name is the plain colour of its stripe."""
    loaded = load(SCENARIOS / name)
    assert loaded.battle is not None and loaded.series is not None
    for counter in counter_list(loaded.battle, loaded.series, project=loaded.folder):
        for spec in (counter.front, counter.back):
            stripes = [p for p in spec.parts if isinstance(p, Fill) and p.pattern] if spec else []
            items = face_scene(spec).layers[0].items if spec and stripes else ()
            for number, item in enumerate(items):
                box = item_box(item) if isinstance(item, TextItem) else None
                if box is None:
                    continue
                for stripe in stripes:
                    x, y, wide, high = stripe.box
                    if x <= box[0] and box[2] <= x + wide and y < (box[1] + box[3]) / 2 < y + high:
                        below = items[number - 1]
                        assert isinstance(below, Rect) and below.fill == stripe.color, item.string
                        assert below.x < box[0] and below.x + below.width > box[2], item.string


def test_a_counter_and_the_marker_of_its_formation_bear_the_same_stripe() -> None:
    loaded = load(SCENARIOS / "vimeiro-1808")
    assert loaded.battle is not None and loaded.series is not None
    patterns: dict[str, set[str]] = {}
    counters = counter_list(loaded.battle, loaded.series, project=loaded.folder)
    for counter in counters:
        if counter.kind in ("unit", "activation"):
            for part in counter.front.parts:
                if isinstance(part, Fill) and part.box[1] == 0.0 and part.box[3] < 3.3:
                    patterns.setdefault(str(part.color), set()).add(part.pattern)
    assert any(patterns.values()) and all(len(found) == 1 for found in patterns.values())
