"""Colours of armies by measurement, for every reader (CIEDE2000 under simulated deficiencies)."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from jdgtools.loading import load
from jdgtools.render.color_vision import DEFICIENCIES, DISTINCT, difference, least_difference, simulate
from jdgtools.render.colors import contrast, lab, readable_on
from jdgtools.render.themes import THEMES, theme_for

BATTLES = sorted(file.parent.name for file in Path("scenarios").glob("*/battle.yaml"))


def from_lab(monkeypatch: pytest.MonkeyPatch, one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the difference of two colours of CIE Lab."""
    values = {"one": one, "other": other}
    monkeypatch.setattr("jdgtools.render.color_vision.lab", values.__getitem__)
    return difference("one", "other")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_of_the_published_table(monkeypatch, one, other, expected) -> None:
    """Pairs of the test data of Sharma, Wu and Dalal (2005), both ways round."""
    assert from_lab(monkeypatch, one, other) == pytest.approx(expected, abs=5e-4)
    assert from_lab(monkeypatch, other, one) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_greys_look_grey_to_everybody(deficiency) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        _, a, b = lab(simulate(grey, deficiency))
        assert abs(a) < 0.5 and abs(b) < 0.5


def grounds(name: str, theme_name: str) -> dict[str, str]:
    """Return the grounds of the nations whose counters a battle has, in a theme."""
    battle = load(f"scenarios/{name}").battle
    assert battle is not None
    theme = theme_for({**(battle.theme or {}), "name": theme_name})
    found = {}
    for piece in (*battle.units, *battle.leaders):
        nation = battle.nationality(piece.nationality)
        assert nation is not None, piece.id
        found[nation.id] = nation.colour or theme.color(f"counters.nation.{nation.id}")
    return found


@pytest.mark.parametrize("name", BATTLES)
def test_nations_of_a_battle_differ_for_every_reader(name: str) -> None:
    for theme in THEMES:
        for (one, first), (other, second) in combinations(grounds(name, theme).items(), 2):
            least, reader = least_difference(first, second)
            assert least >= DISTINCT, (theme, one, other, least, reader)


@pytest.mark.parametrize("name", BATTLES)
def test_sides_of_a_battle_differ_for_every_reader(name: str) -> None:
    battle = load(f"scenarios/{name}").battle
    assert battle is not None
    for one, other in combinations(battle.sides, 2):
        assert one.colour and other.colour
        assert least_difference(one.colour, other.colour)[0] >= DISTINCT, (one.id, other.id)


@pytest.mark.parametrize("name", BATTLES)
def test_letters_on_counters_of_a_battle_can_be_read(name: str) -> None:
    """On the ground of each nation, in the ink that its counters have, and in that of the alarm on white."""
    battle = load(f"scenarios/{name}").battle
    assert battle is not None
    for theme_name in THEMES:
        theme = theme_for({**(battle.theme or {}), "name": theme_name})
        dark, light = theme.color("counters.dark"), theme.color("counters.light")
        for nation_id, ground in grounds(name, theme_name).items():
            nation = battle.nationality(nation_id)
            assert nation is not None
            ink = nation.ink or readable_on(ground, dark, light)
            assert contrast(ink, ground) >= 4.5, (theme_name, nation_id)
