"""The higher of two hexes is seen by its colour, whatever covers them."""

from __future__ import annotations

import numpy as np
import pytest

from jdgtools.render.map import relief, shade
from jdgtools.render.scene import Path
from jdgtools.render.themes import THEMES, named_theme
from tests.tools.relief import SIZE, colors_of_levels, staircase

LEAST = {"clear": 4.0, "heath": 2.0, "rough": 2.0}
"""Least step of colour from a level to the next (L*a*b*, towards where the steps of clear ground go)."""
OTHERS = 1.2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("falling", [False, True], ids=["rising", "falling"])
def test_every_level_is_told_from_the_next_under_every_cover(theme: str, falling: bool) -> None:
    """Mean colour of a level's hexes under a cover: each step goes the way that it goes on clear ground."""
    by_cover = {cover: np.array(levels) for cover, levels in colors_of_levels(theme, falling).items()}
    ways = np.diff(by_cover["clear"], axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    for cover, levels in by_cover.items():
        steps = (np.diff(levels, axis=0) * ways).sum(axis=1)
        assert steps.min() > LEAST.get(cover, OTHERS), (cover, steps.round(1).tolist())


@pytest.mark.parametrize("theme", THEMES)
def test_lightness_of_clear_ground_goes_one_way(theme: str) -> None:
    """The higher the darker; at night, with mist in the valleys, the higher the lighter."""
    lightness = np.array([color[0] for color in colors_of_levels(theme)["clear"]])
    steps = np.diff(lightness) * (1 if theme == "night" else -1)
    assert steps.min() > 1.0, lightness.round(1).tolist()


def test_light_and_shadow_stay_beside_the_step() -> None:
    """Within 0.7 hexes of the hexsides between two levels; light and shadow are as strong as each other."""
    theme = named_theme("classic")
    frame, _ = staircase("classic")
    columns = sorted({frame.layout.centre(i)[0] for i in frame.layout.grid.hexes})
    steps = [(columns[n] + columns[n + 1]) / 2 for n in range(3, len(columns) - 1, 4)]
    films = [item for item in shade.shading(frame, theme) if isinstance(item, Path)]
    top, bottom = frame.layout.centre(0)[1] + SIZE, frame.layout.centre(frame.layout.grid.size - 1)[1] - SIZE
    for film in films:
        for command in film.commands:
            for x, y in zip(command[1::2], command[2::2], strict=True):
                # At the border of the map the ground goes on as it ends there.
                if top < float(y) < bottom:
                    assert min(abs(float(x) - step) for step in steps) < (0.7 + 0.29) * SIZE


def test_a_level_map_has_no_films() -> None:
    frame, _ = staircase("classic")
    theme = named_theme("classic")
    assert relief.films(frame, theme)
    assert relief.films(frame, theme.override({"map": {"relief": {"film": 0}}})[0]) == ()
