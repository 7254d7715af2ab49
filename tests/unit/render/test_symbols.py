from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image as Picture
from PIL import ImageChops, ImageStat

from jdgtools.render.backends.png import render_pngs
from jdgtools.render.scene import Scene, Use
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
        use = Use(symbol(name, style), size / 2, size / 2, size - 2 * margin)
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


def test_figures_differ_plainly_at_counter_size():
    """At 28 pixels, as on a 60-pixel counter, no two arms look alike, and each has enough ink."""
    small = drawn("figure", px=28)
    for name, image in small.items():
        assert 18 < 255 - ImageStat.Stat(image).mean[0] < 140, name
    for one, other in itertools.combinations(SYMBOL_IDS, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean[0]
        assert difference > 5, (one, other, difference)
