"""The higher of two hexes is seen by its colour, whatever covers them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from jdgtools.appearance.tints import MIN_DIFFERENCE, MIN_STEP
from jdgtools.exporters.context import BuildContext
from jdgtools.render.color_vision import difference
from jdgtools.render.colors import lab as color_lab
from jdgtools.render.colors import parse_color
from jdgtools.render.map import ground, relief, rims, shade, sides
from jdgtools.render.map.draw import print_map
from jdgtools.render.map.frame import forget_landforms
from jdgtools.render.map.inks import MIN_CONTRAST, Ink, LetteringInks, ground_color, number_inks
from jdgtools.render.map.numbers import number_labels, number_texts, numeral_labels, numeral_texts
from jdgtools.render.map.solver import Solver
from jdgtools.render.map.space import Space
from jdgtools.render.map.surface import surface
from jdgtools.render.scene import Path, TextItem
from jdgtools.render.themes import THEMES, named_theme, theme_for
from tests.bundled import SCENARIOS, bundled
from tests.tools.relief import (
    COVERS,
    LEVELS,
    SIZE,
    colors_of_battle,
    colors_of_levels,
    lab,
    map_of_steps,
    pairs_of_sheet,
    strokes_of_steps,
)

TINTED = [t for t in THEMES if named_theme(t).color("map.ground.0") != named_theme(t).color("map.ground.1")]
"""Themes that show heights by tints."""
STROKED = [t for t in THEMES if named_theme(t).number("map.relief.strokes") > 0]
LEAST = {"clear": 4.0, "heath": 2.0, "rough": 2.0}
"""Least step of colour from a level to the next (L*a*b*, towards where the steps of clear ground go)."""
OTHERS = 1.2


@pytest.mark.parametrize("theme", TINTED)
@pytest.mark.parametrize("falling", [False, True], ids=["rising", "falling"])
def test_every_level_is_told_from_the_next_under_every_cover(theme: str, falling: bool) -> None:
    """Mean colour of a level's hexes under a cover: each step goes the way that it goes on clear ground."""
    by_cover = {cover: np.array(levels) for cover, levels in colors_of_levels(theme, falling).items()}
    ways = np.diff(by_cover["clear"], axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    for cover, levels in by_cover.items():
        steps = (np.diff(levels, axis=0) * ways).sum(axis=1)
        assert steps.min() > LEAST.get(cover, OTHERS), (cover, steps.round(1).tolist())


def test_every_theme_shows_heights() -> None:
    assert set(THEMES) == {*TINTED, *STROKED} and "plain" not in TINTED


@pytest.mark.parametrize("theme", STROKED)
def test_strokes_tell_the_lower_side_of_every_step_under_every_cover(theme: str) -> None:
    """Strokes lie below the step and never above it, and stand out from what covers the ground there."""
    by_cover = strokes_of_steps(theme)
    assert set(by_cover) == set(COVERS)
    for cover, steps in by_cover.items():
        assert len(steps) == LEVELS - 1
        for marks in steps:
            assert marks.below > 0.04 and marks.above < 0.01 and marks.contrast > 12, (cover, marks)


@pytest.mark.parametrize("theme", ["classic", "painted", "night"])
def test_slopes_tell_the_lower_side_of_every_step_under_every_cover(theme: str) -> None:
    """As strokes do: those of slopes on hexsides stand out under woods, too, on all eight levels."""
    for cover, steps in strokes_of_steps(theme, slopes=True).items():
        assert len(steps) == LEVELS - 1
        for marks in steps:
            assert marks.below > 0.04 and marks.above < 0.01 and marks.contrast > 12, (cover, marks)


@pytest.mark.parametrize("name", THEMES)
def test_a_slope_of_the_rules_is_told_from_a_mere_step(name: str) -> None:
    """Its strokes are twice as dense at least: a step that costs nothing looked like one in two themes."""
    theme, frame = named_theme(name), map_of_steps()
    drawings = (
        sides.draw_sides(frame, theme, {"slope": "slope"}, sides.RELIEF),
        rims.strokes(frame, theme, frozenset()),
    )
    numbers = [
        sum(c[0] == "M" for item in items if isinstance(item, Path) for c in item.commands)
        for items in drawings
    ]
    hexsides = [sum(1 for _ in frame.map.features), len(rims.rims(frame).steps)]
    assert numbers[0] / hexsides[0] > 1.9 * numbers[1] / hexsides[1] > 0


def test_contour_and_hachures_are_one_line() -> None:
    """Every stroke of a slope between two levels begins on the contour."""
    theme, frame = named_theme("classic"), map_of_steps()
    points = [p for step in rims.rims(frame).steps.values() for p in step.points]
    rim = shapely.MultiPoint(points)
    (slopes,) = sides.draw_sides(frame, theme, {"slope": "slope"}, sides.RELIEF)[:1]
    assert isinstance(slopes, Path)
    feet = [shapely.Point(*c[1:]) for c in slopes.commands if c[0] == "M"]
    assert len(feet) > 100
    contours = shapely.MultiLineString([step.points for step in rims.rims(frame).steps.values()])
    assert max(contours.distance(foot) for foot in feet[::7]) < 0.01 * SIZE
    lines = [i for i in relief.tints(frame, theme) if isinstance(i, Path) and i.stroke is not None]
    (left, top, right, bottom), inner = frame.box, []
    for line in lines:
        inner += [c[-2:] for c in line.commands if c[0] == "Q"]
    drawn = [shapely.Point(x, y) for x, y in inner if left < x < right and top < y < bottom]  # type: ignore
    assert len(drawn) > 100 and max(rim.distance(at) for at in drawn[::11]) < 0.01 * SIZE


@pytest.mark.parametrize("theme", TINTED)
@pytest.mark.parametrize("battle", ["rolica-1808", "vimeiro-1808", "patches", "terraces"])
def test_levels_of_a_battle_are_told_apart_under_every_cover(battle: str, theme: str) -> None:
    """Mean colours of its hexes by cover and level: each step goes the way that the tints of the ground go.

    So they do where each level has but four hexes of a cover.
    """
    grounds = [parse_color(named_theme(theme).color(f"map.ground.{level}")) for level in range(8)]
    tints = lab(np.array(grounds, dtype=np.uint8))
    by_style = colors_of_battle(battle, theme)
    assert sum(len(levels) > 1 for levels in by_style.values()) >= 3
    for style, levels in by_style.items():
        for low, high in pairwise(levels):
            way = tints[high] - tints[low]
            step = (levels[high] - levels[low]) @ way / np.linalg.norm(way)
            assert step > 0.7 * (high - low), (style, low, high, round(float(step), 2))


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("rolica-1808", "classic"),
        ("rolica-1808", "plain"),
        ("vimeiro-1808", "night"),
        ("terraces", "staff"),
        ("woods", "painted"),
        ("alps", "colourblind"),
        ("fjord", "screen"),
        ("lakes", "classic"),
        ("mosaic", "night"),
    ],
)
def test_the_higher_of_two_neighbours_is_told(name: str, theme: str) -> None:
    """Of every pair, on the printed sheet: strokes or ticks are seen below the step, whatever lies over it.

    But for shores: there the water is the lower one.
    """
    pairs = pairs_of_sheet(name, theme)
    assert len(pairs) > 100
    assert [pair for pair in pairs if not pair.is_told] == []


def test_strokes_down_a_step_begin_beyond_what_lies_over_it() -> None:
    """Beside a river as wide as the strokes are long; within, they were hidden."""
    frame = map_of_steps(slopes=False)
    rim = next(iter(rims.rims(frame).steps.items()))
    (edge, step), far = rim, 0.2 * SIZE
    moved = rims.clear_steps({edge: step}, {edge[::-1]: (step.points[::-1], far)})[edge]
    offsets = [shapely.Point(at).distance(shapely.LineString(step.points)) for at in moved.points]
    assert moved.rise == step.rise and min(offsets) > 0.8 * far


@pytest.mark.parametrize("battle", ["rolica-1808", "vimeiro-1808"])
def test_nearly_every_hex_of_a_battle_without_tints_has_its_numeral(battle: str) -> None:
    """The level is written wherever names, roads and buildings leave room: it is told by nothing else."""
    loaded = bundled(battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    plain = replace(loaded.battle, theme={"name": "plain"})
    scene = print_map(BuildContext(plain, loaded.series, loaded.charts, loaded.folder))
    counts = {layer.name: len(layer.items) for layer in scene.layers}
    assert counts["heights"] >= 0.99 * counts["numbers"] > 500


@pytest.mark.parametrize("theme", TINTED)
def test_lightness_of_clear_ground_goes_one_way(theme: str) -> None:
    """The higher the darker; at night, with mist in the valleys, the higher the lighter."""
    lightness = np.array([color[0] for color in colors_of_levels(theme, False)["clear"]])
    steps = np.diff(lightness) * (1 if theme == "night" else -1)
    assert steps.min() > 1.0, lightness.round(1).tolist()


@pytest.mark.parametrize("theme", TINTED)
@pytest.mark.parametrize("battle", sorted(path.name for path in SCENARIOS.iterdir()))
def test_tints_of_a_battle_go_one_way_in_every_theme(battle: str, theme: str) -> None:
    """Those of its levels, also where it has chosen them for another theme (`colors_for`)."""
    found = bundled(battle).battle
    assert found is not None and found.map is not None
    chosen = theme_for({**found.theme, "name": theme})
    levels = sorted({level for level in found.map.levels if level is not None})
    tints = [chosen.color(f"map.ground.{level}") for level in levels]
    way = 1 if theme == "night" else -1
    for low, high in pairwise(tints):
        assert way * (color_lab(high)[0] - color_lab(low)[0]) >= MIN_STEP, (low, high)
        assert difference(low, high) >= MIN_DIFFERENCE, (low, high)


def test_light_and_shadow_stay_beside_the_step() -> None:
    """Within 0.7 hexes of the hexsides between two levels; light and shadow are as strong as each other."""
    theme, frame = named_theme("classic"), map_of_steps()
    columns = sorted({frame.layout.centre(i)[0] for i in frame.layout.grid.hexes})
    middles = [(columns[n] + columns[n + 1]) / 2 for n in range(3, len(columns) - 1, 4)]
    films = [item for item in shade.shading(frame, theme) if isinstance(item, Path)]
    top, bottom = frame.layout.centre(0)[1] + SIZE, frame.layout.centre(frame.layout.grid.size - 1)[1] - SIZE
    for film in films:
        for command in film.commands:
            for x, y in zip(command[1::2], command[2::2], strict=True):
                # At the border of the map the ground goes on as it ends there.
                if top < float(y) < bottom:
                    assert min(abs(float(x) - step) for step in middles) < (0.7 + 0.29) * SIZE


def test_shade_along_a_step_is_even() -> None:
    """It was a row of dark crescents, one on each hexside that is turned away from the light."""
    frame = map_of_steps()
    form = surface(frame)
    light = shade._light(form.levels, form.hex)
    columns = sorted({frame.layout.centre(i)[0] for i in frame.layout.grid.hexes})
    for n in range(3, len(columns) - 1, 4):
        at = round(((columns[n] + columns[n + 1]) / 2 - form.left) / form.step_x)
        along = np.abs(light[8:-8, at - 6 : at + 7]).max(axis=1)
        weak, strong = np.percentile(along, [5, 95])
        assert weak > 0.78 * strong


def test_a_theme_can_do_without_films() -> None:
    theme, frame = named_theme("classic"), map_of_steps()
    shape = (("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0), ("Z",))
    bare = theme.override({"map": {"relief": {"film": 0}}})[0]
    assert relief.films(frame, theme, frame.map_hexes, shape, 1.0)
    assert relief.films(frame, bare, frame.map_hexes, shape, 1.0) == ()
    assert relief.films(frame, theme, frame.map_hexes, shape, 0.0) == ()


def numerals_of(frame, theme, space: Space) -> list[TextItem]:
    """The numerals that have room."""
    labels = numeral_labels(frame, theme, {}, {}, space)
    Solver(space).seat(labels)
    return numeral_texts(frame, theme, labels, LetteringInks(frame, theme, {}))


@pytest.mark.parametrize("name", THEMES)
def test_numbers_of_a_map_are_of_one_colour_and_can_be_read(name: str) -> None:
    """On eight levels under nine covers: those of two woods side by side do not look like two kinds."""
    theme, frame = named_theme(name), map_of_steps()
    space, inks = Space(frame.size), LetteringInks(frame, theme, {})
    labels = number_labels(frame, theme, space)
    Solver(space).seat(labels)
    texts = number_texts(frame, theme, labels, inks)
    assert len(texts) == frame.layout.grid.size
    assert len({text.fill for text in texts}) == 1
    assert len({(text.opacity, text.halo) for text in texts}) <= 2
    is_light = texts[0].fill == number_inks(theme)[1].color
    assert {text.fill == texts[0].fill for text in numerals_of(frame, theme, space)} <= {is_light}
    ids = {frame.layout.grid.id(i): i for i in frame.layout.grid.hexes}
    for text in texts:
        index = ids[text.string]
        ground = ground_color(theme, frame.map.terrain[index] or "clear", frame.map.levels[index])
        assert text.halo is not None
        ink = Ink(str(text.fill), text.halo.color, text.halo.opacity, text.opacity)
        assert ink.contrast_on(ground) >= MIN_CONTRAST


@pytest.mark.parametrize(("shown", "covers"), [("none", 0), ("covered", 8), ("all", 9)])
def test_levels_are_written_beside_numbers(shown: str, covers: int) -> None:
    """In every hex of the covers concerned: the clear strip is the first of nine."""
    theme = named_theme("classic").override({"map": {"relief": {"numerals": shown}}})[0]
    frame = map_of_steps()
    numerals = numerals_of(frame, theme, Space(frame.size))
    grid = frame.layout.grid
    assert len(numerals) == grid.size * covers // 9
    for text in numerals:
        index = frame.layout.hex_at(text.x, text.y)
        assert index is not None and text.string == str(frame.map.levels[index])


def test_a_level_gives_way_to_what_stands_there() -> None:
    frame = map_of_steps()
    space = Space(frame.size)
    x, y = frame.layout.centre(frame.layout.grid.size - 1)
    theme = named_theme("plain")
    usual = numerals_of(frame, theme, Space(frame.size))[-1]
    space.add((x, y - frame.size / 2, x + frame.size / 2, y - 0.4 * frame.size))
    below = numerals_of(frame, theme, space)
    assert len(below) == frame.layout.grid.size
    assert below[-1].x < usual.x and below[-1].y > usual.y, "below its number, where that is free"
    space.add((x - frame.size / 2, y - frame.size / 2, x + frame.size / 2, y))
    assert len(numerals_of(frame, theme, space)) == frame.layout.grid.size - 1


@pytest.mark.parametrize(
    ("theme", "style"), [("classic", "wood"), ("painted", "wood"), ("plain", "wood"), ("classic", "orchard")]
)
def test_crowns_leave_lanes_for_strokes(theme: str, style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No crown of a wood or an orchard stands below a step; without lanes many do."""
    frame = map_of_steps(slopes=False)
    woods = frozenset(
        frame.layout.grid.cube(i)
        for i in frame.layout.grid.hexes
        if COVERS[i // frame.layout.grid.columns // 6] == "wood"
    )
    assert woods
    sides_of_steps = [
        shapely.LineString(step.points).parallel_offset(0.05 * SIZE, "right")
        for (a, _), step in rims.rims(frame).steps.items()
        # Right on paper is left to shapely; and not the border of the map.
        if sum(cube in woods for cube in frame.hexes_at_corner(a)) > 1
    ]
    lines = shapely.union_all(sides_of_steps)

    def near() -> int:
        forget_landforms()
        frame = map_of_steps(slopes=False)
        feet = [
            shapely.Point(*c[1:])
            for item in ground.draw_areas(frame, named_theme(theme), {style: woods})
            if isinstance(item, Path) and item.stroke is not None and item.stroke.cap == "round"
            for c in item.commands
            if c[0] == "M"
        ]
        return sum(lines.distance(foot) < 0.03 * SIZE for foot in feet[::3])

    with_lanes = near()
    monkeypatch.setattr(ground, "lanes", lambda *_: None)
    assert with_lanes * 10 < near()
