from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image as Picture
from PIL import ImageChops, ImageStat

from jdgtools.render.backends.png import render_pngs
from jdgtools.render.bounds import item_box
from jdgtools.render.colors import contrast
from jdgtools.render.counters.dress import figure_colors, one_color
from jdgtools.render.counters.face import _Painter
from jdgtools.render.counters.palette import NATIONS, counter_theme
from jdgtools.render.counters.signs import SIGNS as DRAWINGS
from jdgtools.render.counters.signs import sign
from jdgtools.render.counters.spec import CounterColors, FaceSpec
from jdgtools.render.scene import Group, Path, Scene, Symbol, Use
from jdgtools.render.shapes import clockwise, d, limb
from jdgtools.render.symbols import ALIASES, SYMBOL_IDS, has_symbol, symbol
from jdgtools.render.symbols.nato import SIGNS

WANTED = {
    "line_infantry", "light_infantry", "grenadiers", "guard", "militia", "light_cavalry",
    "heavy_cavalry",
    "dragoons", "lancers", "foot_artillery", "horse_artillery", "commander", "knights", "mounted_sergeants",
    "foot_sergeants", "men_at_arms", "archers", "crossbows", "pikes", "peasants", "handgunners", "baggage",
    "banner_lord", "pike_and_shot", "musketeers", "cuirassiers", "harquebusiers", "dragoons_1640",
    "light_gun",
    "heavy_gun", "general",
}  # fmt: skip


def drawn(style, size=60.0, margin=0.0, px=60):
    scenes = []
    for name in SYMBOL_IDS:
        colors = one_color("#000000", "#ffffff")
        use = Use(symbol(name, style), size / 2, size / 2, size - 2 * margin, colors=colors)
        scenes.append(Scene(size, size, name, Scene.of(size, size, [use]).layers, background="#ffffff"))
    images = [Picture.open(io.BytesIO(png)).convert("L") for png in render_pngs(scenes, size_px=(px, px))]
    return dict(zip(SYMBOL_IDS, images, strict=True))


def test_every_arm_has_a_figure_and_a_box():
    assert set(SYMBOL_IDS) >= WANTED
    assert set(SIGNS) == set(SYMBOL_IDS)
    assert all(
        (has_symbol(name) and symbol(name) is symbol(target)) or symbol(name)
        for name, target in ALIASES.items()
    )
    assert not has_symbol("tanks")
    with pytest.raises(KeyError):
        symbol("tanks")


@pytest.mark.parametrize("style", ["figure", "nato"])
def test_drawings_stay_in_their_boxes(style):
    for name, image in drawn(style, margin=6, px=300).items():
        _, _, width, height = symbol(name, style).box
        shorter = 48 * min(width, height) / max(width, height)
        dx, dy = (30 - shorter / 2, 6) if width < height else (6, 30 - shorter / 2)
        frame = [v * 5 for v in (dx, dy, 60 - dx, 60 - dy)]
        left, top, right, bottom = image.point(lambda v: 255 if v < 200 else 0).getbbox()
        assert (left >= frame[0] - 1, top >= frame[1] - 1, right <= frame[2] + 1, bottom <= frame[3] + 1) == (
            True, True, True, True,
        ), name  # fmt: skip


def test_signs_of_markers_stay_in_their_boxes_and_fill_them():
    """A sign beyond its box lies on the frame of its marker; a small one is overlooked."""
    colors = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    names = sorted(DRAWINGS)
    wide = [Symbol(f"wide-{name}", sign(name).items, (-30.0, -30.0, 160.0, 160.0)) for name in names]
    scenes = [
        Scene(160.0, 160.0, "", Scene.of(160.0, 160.0, [Use.fit(s, 0, 0, 160, 160, colors=colors)]).layers,
              background="#ffffff")
        for s in wide
    ]  # fmt: skip
    for name, png in zip(names, render_pngs(scenes, size_px=(320, 320)), strict=True):
        image = ImageChops.invert(Picture.open(io.BytesIO(png)).convert("L"))
        ink = [v / 2 - 30 for v in image.point(lambda v: 255 if v > 60 else 0).getbbox()]
        assert min(ink) >= -3 and max(ink) <= 103, (name, ink)
        assert max(ink[2] - ink[0], ink[3] - ink[1]) >= 75, (name, ink)


def test_figures_differ_plainly_at_counter_size():
    """At 28 pixels, as on a 60-pixel counter, no two arms look alike, and each has enough ink."""
    small = drawn("figure", px=28)
    for name, image in small.items():
        assert 18 < 255 - ImageStat.Stat(image).mean[0] < 140, name
    for one, other in itertools.combinations(SYMBOL_IDS, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean[0]
        assert difference > 5, (one, other, difference)


def test_figures_use_the_colours_that_faces_give_them():
    def paints(items):
        for item in items:
            if isinstance(item, Group):
                yield from paints(item.items)
                continue
            yield from (paint for paint in (item.fill, getattr(item, "stroke", None)) if paint is not None)

    known = {name for name, _ in one_color("#000000", "#ffffff")}
    assert known == {name for name, _ in figure_colors(counter_theme(), (), "#000000", "#ffffff")}
    for style, names in (("figure", known), ("nato", {"$ink", "$paper", "$tone", "$light"})):
        for name in SYMBOL_IDS:
            used = {getattr(paint, "color", paint) for paint in paints(symbol(name, style).items)}
            assert used <= names, name
            assert "$ink" in used


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_tones_of_figures_stand_out_from_every_ground_and_from_each_other(nation):
    ground = NATIONS[nation]
    painter = _Painter(FaceSpec("", CounterColors(f"nation.{nation}"), ()), counter_theme(), 1.0)
    colors = dict(one_color(painter.color("$figure"), painter.color("$ground")))
    assert contrast(colors["$ink"], ground) >= 5.5
    assert contrast(colors["$tone"], ground) >= 2.8
    assert contrast(colors["$light"], colors["$tone"]) >= 4.2
    assert contrast(colors["$tone"], colors["$ink"]) >= 1.5


def test_a_limb_is_one_outline_unless_it_bends_sharply():
    straight = limb(((0, 0), (10, 0), (20, 2)), (4, 4, 2))
    assert [command[0] for command in straight].count("M") == 1
    bent = limb(((0, 0), (10, 0), (2, 6)), (4, 4, 2))
    assert [command[0] for command in bent].count("M") == 2
    box = item_box(Path(limb(((0, 0), (10, 0)), (4, 2)), fill="#000000"))
    assert box == pytest.approx((-2, -2, 11, 2), abs=0.02)


def test_outlines_are_turned_clockwise_and_stay_where_they_are():
    left = d("M0 0L0 10Q5 14 10 10C12 6 12 4 10 0Z")
    right = clockwise(left)
    assert right == (("M", 10, 0), ("C", 12, 4, 12, 6, 10, 10), ("Q", 5, 14, 0, 10), ("L", 0, 0), ("Z",))
    assert clockwise(right) == right
    both = clockwise(left + right)
    assert both == right + right
