"""Every terrain has a look of its own, in every theme; unknown ones a plain distinct one."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.definition import TerrainDef
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.model.text import Text
from jdgtools.render.backends.png import render_png
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.ground import PATTERNS as GROUND
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.sides import PATTERNS as SIDES
from jdgtools.render.scene import Scene
from jdgtools.render.themes import THEMES, named_theme, read_theme, theme_for


def definitions():
    from jdgtools.series.afe.definition import DEFINITION as AFE
    from jdgtools.series.jdg.definition import DEFINITION as JDG
    from jdgtools.series.mpbs.definition import DEFINITION as MPBS

    return [JDG, AFE, MPBS]


def small(terrain: str, features=(), ways=()) -> BattleMap:
    grid = HexGrid(3, 3)
    by_side: dict = {}
    for feature in features:
        by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
    return BattleMap(
        grid,
        200,
        20.0,
        20,
        (terrain,) * 9,
        (0,) * 9,
        (True,) * 9,
        tuple(features),
        tuple(ways),
        by_side=by_side,
    )


def picture(the_map: BattleMap, series, theme) -> bytes:
    frame = MapFrame(the_map, Layout(the_map.grid, 20.0))
    battle = type("B", (), {"series": series})
    layers = landscape(frame, theme, Styles.of(battle, theme)).layers
    return render_png(Scene(frame.layout.width, frame.layout.height, "", tuple(layers)), 60)


def mean(png: bytes) -> tuple[float, ...]:
    from PIL import Image, ImageStat

    with Image.open(io.BytesIO(png)) as image:
        return tuple(ImageStat.Stat(image.convert("RGB").crop((60, 60, 110, 110))).mean)


@pytest.mark.parametrize("name", THEMES)
def test_every_terrain_of_every_series_has_a_known_pattern(name) -> None:
    theme = named_theme(name)
    for series in definitions():
        for terrain in series.terrains:
            style = terrain.style or terrain.id
            if terrain.kind == "hex":
                pattern = theme.text(f"map.terrain.{style}.pattern")
                assert pattern in GROUND and pattern != "unknown", terrain.id
            elif terrain.kind == "hexside":
                pattern = theme.text(f"map.side.{style}.pattern")
                assert pattern in SIDES and pattern != "unknown", terrain.id


@pytest.mark.parametrize("number", range(3))
def test_every_hexside_and_crossing_leaves_its_mark(number) -> None:
    series = definitions()[number]
    theme = named_theme("classic")
    bare = picture(small("clear"), series, theme)
    pictures = {bare}
    for terrain in series.terrains:
        if terrain.kind in ("hexside", "crossing"):
            grid = HexGrid(3, 3)
            feature = HexsideFeature(terrain.id, grid.hexside(4, 2), 4 if terrain.directed else None)
            shown = picture(small("clear", [feature]), series, theme)
        elif terrain.kind == "path":
            shown = picture(small("clear", (), [Way(terrain.id, (3, 4, 5))]), series, theme)
        else:
            continue
        assert shown not in pictures, terrain.id
        pictures.add(shown)


@pytest.mark.parametrize("number", range(3))
def test_every_hex_terrain_looks_different(number) -> None:
    series = definitions()[number]
    theme = named_theme("classic")
    name_by_picture = {}
    for terrain in series.terrains:
        if terrain.kind == "hex":
            shown = picture(small(terrain.id), series, theme)
            assert shown not in name_by_picture, (terrain.id, name_by_picture.get(shown))
            name_by_picture[shown] = terrain.id


def test_a_terrain_that_no_theme_knows_is_drawn_plainly() -> None:
    from jdgtools.series.jdg.definition import DEFINITION

    theme = named_theme("classic")
    new = TerrainDef("lava", Text.of("lava"), "hex")
    series = replace(DEFINITION, terrains=(*DEFINITION.terrains, new))
    assert picture(small("lava"), series, theme) != picture(small("clear"), series, theme)


def test_colours_of_samples() -> None:
    from jdgtools.series.jdg.definition import DEFINITION

    theme = named_theme("classic")
    clear, wood, marsh = (mean(picture(small(t), DEFINITION, theme)) for t in ("clear", "wood", "marsh"))
    assert clear == pytest.approx((224, 229, 187), abs=8)
    assert sum(wood) < sum(clear) * 0.7 and wood[1] > wood[0] and wood[1] > wood[2]
    assert marsh[2] - marsh[0] > clear[2] - clear[0] + 10


def test_slope_is_drawn_below_its_higher_hex() -> None:
    from PIL import Image, ImageChops

    from jdgtools.series.jdg.definition import DEFINITION

    theme = named_theme("classic")
    grid = HexGrid(3, 3)
    frame = MapFrame(small("clear"), Layout(grid, 20.0))
    side = grid.hexside(4, 3)
    y = frame.layout.side_middle(side)[1] / 25.4 * 60
    for higher, lower_is_below in ((4, True), (7, False)):
        bare = picture(small("clear"), DEFINITION, theme)
        shown = picture(small("clear", [HexsideFeature("slope", side, higher)]), DEFINITION, theme)
        with Image.open(io.BytesIO(bare)) as a, Image.open(io.BytesIO(shown)) as b:
            box = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).getbbox()
        assert box is not None
        above, below = y - box[1], box[3] - y
        assert (below > above) == lower_is_below


@pytest.mark.parametrize("high", [4, 7])
def test_crags_fall_towards_the_lower_hex(high) -> None:
    from jdgtools.render.bounds import items_box
    from jdgtools.render.map.rims import rims
    from jdgtools.render.map.sides import draw_sides

    grid = HexGrid(3, 3)
    side = grid.hexside(4, 3)
    the_map = replace(
        small("clear", [HexsideFeature("cliff", side)]), levels=tuple(1 if i == high else 0 for i in range(9))
    )
    frame = MapFrame(the_map, Layout(grid, 20.0))
    box = items_box(draw_sides(frame, named_theme("classic"), {"cliff": "cliff"}, None))
    assert box is not None
    # The edge of the crag is the contour, whose ends bend about the higher hex.
    (step,) = (s for (a, b), s in rims(frame).steps.items() if {a, b} == set(frame.side_keys(side)))
    ys = [y for _, y in step.points]
    assert (box[3] - max(ys) > min(ys) - box[1]) == (high == 4)


def test_themes_have_the_same_keys() -> None:
    def keys(section, prefix=""):
        for key, value in section.items():
            if hasattr(value, "items"):
                yield from keys(value, f"{prefix}{key}.")
            else:
                yield prefix + key

    classic = set(keys(named_theme("classic").values))
    for name in THEMES:
        assert set(keys(named_theme(name).values)) == classic
        assert named_theme(name).name == name


def test_battles_choose_and_change_themes() -> None:
    assert theme_for(None).name == "classic"
    theme, problems = read_theme({"name": "night", "map": {"terrain": {"wood": {"fill": "#123456"}}}})
    assert theme.color("map.terrain.wood.fill") == "#123456" and not problems
    theme, problems = read_theme({"name": "nihgt", "map": {"wood": 3}})
    assert theme.name == "classic"
    assert [p.path for p in problems] == [("name",), ("map", "wood")]


@pytest.mark.parametrize("style", ["hexes", "corners", "dots", "none"])
def test_grid_styles(style) -> None:
    from jdgtools.render.map.gridlines import draw_grid

    theme = theme_for({"map": {"grid": {"style": style}}})
    the_map = small("clear")
    frame = MapFrame(the_map, Layout(the_map.grid, 20.0))
    # One look; two blocks of the sheet.
    assert len(draw_grid(frame, theme)) == (0 if style == "none" else 2)
