"""Themes as battles write them: what the map can draw, and what a wrong value does."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest

from jdgtools.loading import load
from jdgtools.render.color_vision import simulate
from jdgtools.render.colors import contrast, distance, lab, luminance, mix
from jdgtools.render.map import ground, sides
from jdgtools.render.map.inks import MIN_CONTRAST, ground_color, number_inks
from jdgtools.render.map.marks import word_color
from jdgtools.render.map.palette import PATTERNS, fill_opacity
from jdgtools.render.map.plan import Room
from jdgtools.render.map.tracks import victory_track
from jdgtools.render.scene import TextItem
from jdgtools.render.theme_docs import theme_page
from jdgtools.render.themes import THEMES, named_theme, read_theme, theme_for


def test_patterns_that_a_theme_may_name_are_those_that_are_drawn() -> None:
    assert set(PATTERNS["terrain"]) == set(ground.PATTERNS)
    assert set(PATTERNS["side"]) == set(sides.PATTERNS)


@pytest.mark.parametrize("kind", ["terrain", "side"])
def test_an_unknown_pattern_is_reported_and_not_used(kind: str) -> None:
    key = {"terrain": "wood", "side": "cliff"}[kind]
    theme, [problem] = read_theme({"name": "night", "map": {kind: {key: {"pattern": "wod"}}}})
    assert problem.path == ("map", kind, key, "pattern") and "none" not in problem.message
    assert theme.text(f"map.{kind}.{key}.pattern") == key
    assert theme.name == "night"


def test_words_of_the_grid_and_the_symbols() -> None:
    theme, problems = read_theme({"map": {"grid": {"style": "dots"}}, "counters": {"symbols": "natoo"}})
    assert theme.text("map.grid.style") == "dots" and theme.text("counters.symbols") == "figure"
    assert [p.path for p in problems] == [("counters", "symbols")]


def test_every_key_of_a_theme_is_on_its_page() -> None:
    def leaves(section, path=()):
        for key, value in section.items():
            if hasattr(value, "items"):
                yield from leaves(value, (*path, key))
            else:
                yield (*path, key)

    page = theme_page()
    for path in leaves(named_theme("classic").values):
        heads = [line for line in page.splitlines() if line.startswith("## ")]
        assert any(f"## `{'.'.join(path[:n])}`" in heads for n in range(1, len(path) + 1)), path
        assert f"`{path[-1]}`" in page or f"| {path[-1]} |" in page, path


@pytest.mark.parametrize("name", THEMES)
def test_lettering_can_be_read_in_every_theme(name: str) -> None:
    theme = named_theme(name)
    color = theme.color
    for ink in ("ink", "water", "height", "road"):
        assert contrast(color(f"map.label.{ink}"), color("map.label.halo")) > 7, ink
    assert contrast(color("map.mark.region"), color("map.label.halo")) > 4.5
    for page in ("paper", "panel"):
        for ink, least in (("ink", 10), ("muted", 4.5), ("accent", 4.5), ("line", 4.5)):
            assert contrast(color(f"map.sheet.{ink}"), color(f"map.sheet.{page}")) > least, (ink, page)


@pytest.mark.parametrize("name", THEMES)
def test_numbers_stand_out_from_every_level_and_terrain(name: str) -> None:
    theme = named_theme(name)
    grounds = [ground_color(theme, "clear", level) for level in (None, *range(12))]
    grounds += [ground_color(theme, style, 0) for style in theme.keys("map.terrain")]
    for fill in grounds:
        # On a ground of middling brightness no ink has much contrast: there a stronger halo helps.
        assert max(ink.contrast_on(fill) for ink in number_inks(theme)) > 1.25 * MIN_CONTRAST, fill
    for ink in number_inks(theme):
        assert contrast(ink.color, ink.halo) > 7


@pytest.mark.parametrize("name", THEMES)
def test_bridges_and_earthworks_stand_out_from_the_ground(name: str) -> None:
    """At night the rails of bridges and the teeth of redoubts were as dark as the ground."""
    theme = named_theme(name)
    rail, low = theme.color("map.crossing.rail"), theme.color("map.ground.0")
    assert contrast(rail, low) > 4.5 and contrast(rail, theme.color("map.crossing.stone")) > 3.0
    for kind in ("redoubt", "entrenchment", "berm"):
        assert contrast(theme.color(f"map.side.{kind}.dark"), low) > 4.0, kind


@pytest.mark.parametrize("name", THEMES)
def test_figures_of_the_victory_track_can_be_read(name: str) -> None:
    theme, battle = named_theme(name), load(Path("scenarios/teaching-jdg")).battle
    track = victory_track(battle, theme, "en")
    figures = [
        item
        for item in track.draw(Room(120.0, 1.0), 60.0)
        if isinstance(item, TextItem) and item.string.isdigit()
    ]
    assert len(figures) == 10 and {item.opacity for item in figures} == {1.0}
    assert contrast(figures[0].fill, theme.color("map.sheet.panel")) > MIN_CONTRAST


@pytest.mark.parametrize("name", THEMES)
def test_arrows_and_words_have_rims_of_one_tone(name: str) -> None:
    """On white paper arrows stood in cream."""
    theme = named_theme(name)
    assert distance(theme.color("map.mark.paper"), theme.color("map.label.halo")) < 6


@pytest.mark.parametrize("name", THEMES)
def test_words_in_the_colours_of_sides_can_be_read(name: str) -> None:
    theme, battle = named_theme(name), load(Path("scenarios/teaching-jdg")).battle
    for side in battle.sides:
        color = word_color(battle, theme, side.id)
        assert contrast(color, theme.color("map.label.halo")) >= 4.5
        assert contrast(color, theme.color("map.ground.0")) >= 3.6


@pytest.mark.parametrize("name", THEMES)
def test_stones_of_rough_ground_are_seen_on_low_levels(name: str) -> None:
    """Light ones on dark ground, rimmed ones on light ground."""
    theme = named_theme(name)
    stones = [theme.color(f"map.terrain.rough.{key}") for key in ("light", "dark")]
    for level in range(4):
        assert max(contrast(stone, theme.color(f"map.ground.{level}")) for stone in stones) > 2.5, level


@pytest.mark.parametrize("name", THEMES)
def test_the_grid_is_seen_but_quiet(name: str) -> None:
    """As mixed with the ground by its opacity."""
    theme = named_theme(name)
    opacity = theme.number("map.grid.opacity")
    for level in range(6):
        fill = theme.color(f"map.ground.{level}")
        shown = contrast(mix(fill, theme.color("map.grid.color"), opacity), fill)
        assert 1.3 < shown < 3.5, level


@pytest.mark.parametrize("name", [name for name in THEMES if name != "plain"])
def test_higher_levels_are_told_from_lower_ones(name: str) -> None:
    """But for `plain`, which tells them by strokes."""
    theme = named_theme(name)
    levels = [theme.color(f"map.ground.{n}") for n in range(8)]
    for n, (low, high) in enumerate(pairwise(levels)):
        assert distance(low, high) > 4, n
    assert distance(levels[0], levels[5]) > 20


@pytest.mark.parametrize("deficiency", ["protanopia", "deuteranopia", "tritanopia"])
def test_the_theme_for_the_colour_blind_tells_terrain_apart(deficiency) -> None:
    """Ground or texture of any two terrains differ; woods, waters and buildings most of all."""
    theme = named_theme("colourblind")

    def look(style: str) -> list[str]:
        keys = ("fill", "mark", "dark")
        return [simulate(theme.color(f"map.terrain.{style}.{key}"), deficiency) for key in keys]

    styles = (
        *("wood", "light_wood", "orchard", "vineyard", "garden", "brush", "palm_grove", "village", "town"),
        *("marsh", "clear_ploughed", "sheaves", "heath", "sand", "rough", "soft", "water"),
    )
    for a, b in combinations(styles, 2):
        assert max(distance(x, y) for x, y in zip(look(a), look(b), strict=True)) > 8, (a, b)
    river, level = (simulate(theme.color(f"map.{key}"), deficiency) for key in ("water.fill", "ground.0"))
    wood, town = look("wood"), look("town")
    assert distance(river, level) > 25 and distance(river, wood[0]) > 25 and distance(town[1], wood[0]) > 20


def test_plain_needs_little_ink() -> None:
    """Grounds and terrain of `plain` reflect more than twice as much of what `classic` swallows."""
    plain, classic = named_theme("plain"), named_theme("classic")

    def swallowed(theme, style: str) -> float:
        return 1.0 - luminance(ground_color(theme, style, 1))

    for style in ("clear", "wood", "light_wood", "orchard", "vineyard", "marsh", "village", "clear_ploughed"):
        assert swallowed(plain, style) < 0.62 * swallowed(classic, style), style
    for key in ("sheet.paper", "sheet.panel", "rim.veil", "ground.0"):
        assert plain.color(f"map.{key}") == "#ffffff"


OWN = {
    "map": {
        "ground": {"0": "#c9d3a0", "1": "#ecdfae", "2": "#efcf94"},
        "terrain": {"corn": {"fill": "#e0cf8c"}},
    }
}
"""Colours of a battle by day."""


@pytest.mark.parametrize("name", THEMES)
def test_colours_chosen_for_classic_are_laid_in_the_key_of_the_theme(name: str) -> None:
    """Fields by day do not lie about under the colours of night, and a map that saves ink stays white."""
    theme, problems = read_theme({"name": name, "colors_for": "classic", **OWN})
    assert not problems
    if name in ("classic", "screen"):
        assert theme.color("map.ground.0") == "#c9d3a0"
    for path in ("map.ground.0", "map.ground.1", "map.ground.2", "map.terrain.corn.fill"):
        own, usual = lab(theme.color(path)), lab(named_theme(name).color(path))
        assert abs(own[0] - usual[0]) < 10, path
    lightness = [lab(theme.color(f"map.ground.{level}"))[0] for level in range(3)]
    if name == "night":
        assert max(lightness) < 50 and lightness == sorted(lightness)
    if name == "plain":
        assert min(lightness) > 97


def test_colours_chosen_for_the_theme_are_taken_as_they_are_said() -> None:
    """Nobody's colours are changed who does not say that they were chosen for another theme."""
    own = {"name": "night", "map": {"ground": {"0": "#102030", "1": "#203040"}, "label": {"ink": "#ffffff"}}}
    theme, problems = read_theme(own)
    assert not problems
    assert [theme.color(f"map.ground.{level}") for level in range(2)] == ["#102030", "#203040"]
    assert theme.color("map.label.ink") == "#ffffff"


def test_wrong_colours_are_reported_and_lay_nothing_elsewhere() -> None:
    own = {"ground": {"0": "green", "1": "none"}, "land": "#ffffff"}
    theme, problems = read_theme({"name": "night", "colors_for": "classic", "map": own})
    assert sorted(p.path for p in problems) == [("map", "ground", "0"), ("map", "land")]
    assert theme.color("map.ground.0") == named_theme("night").color("map.ground.0")
    assert theme.color("map.ground.1") == "none"
    theme, [problem] = read_theme({"colors_for": "day"})
    assert problem.path == ("colors_for",) and "classic" in problem.expected


@pytest.mark.parametrize("name", ["plain", "staff", "painted", "night", "colourblind"])
@pytest.mark.parametrize("battle", ["bouvines-1214", "bremule-1119", "edgehill-1642"])
def test_bundled_battles_with_colours_of_their_own_can_be_had_in_every_theme(battle: str, name: str) -> None:
    """Lettering stands out from all ground, and so do levels from each other where heights are told by tints."""
    own = load(Path("scenarios") / battle).battle.theme
    theme = theme_for({**own, "name": name})
    levels = sorted(own["map"]["ground"])
    for level in levels:
        ground = theme.color(f"map.ground.{level}")
        assert contrast(ground, theme.color("map.label.ink")) > MIN_CONTRAST
        if name == "plain":
            assert luminance(ground) > 0.97
        elif level != levels[0]:
            below = f"map.ground.{levels[levels.index(level) - 1]}"
            assert distance(ground, theme.color(below)) > 2  # just visible


def test_fills_let_the_tints_of_levels_through() -> None:
    """All but open water: what is built or grows on a hill has the colour of its height."""
    theme = named_theme("classic")
    patterns = {theme.text(f"map.terrain.{style}.pattern") for style in theme.keys("map.terrain")}
    thin = patterns - {"none", "meadow", "unknown", "water", "bridge"}
    assert len(thin) > 15
    assert [pattern for pattern in sorted(thin) if fill_opacity(pattern) > 0.6] == []
