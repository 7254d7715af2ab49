"""What figures on counters wear, measured on drawn pictures."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from jdgtools.loading import check
from jdgtools.render.backends.png import render_pngs
from jdgtools.render.colors import is_color
from jdgtools.render.counters import counter_list, face_scene
from jdgtools.render.counters.dress import DRESS, EVERYBODY, dressed, hat_of, one_color
from jdgtools.render.counters.palette import NATIONS, counter_theme
from jdgtools.render.counters.spec import Figure
from jdgtools.render.scene import Scene, Use
from jdgtools.render.symbols import HAT_IDS, symbol
from jdgtools.render.themes import read_theme

ROOT = Path(__file__).parents[3]
THEME = counter_theme()


def pictures(figures, px=60, ground="#ffffff"):
    """Return drawings of (symbol, colours) in squares of that many pixels."""
    scenes = []
    for drawing, colors in figures:
        use = Use.fit(drawing, 0.0, 0.0, 60.0, 60.0, colors=colors)
        scenes.append(Scene(60.0, 60.0, "", Scene.of(60.0, 60.0, [use]).layers, background=ground))
    return [Image.open(io.BytesIO(png)).convert("RGB") for png in render_pngs(scenes, size_px=(px, px))]


def difference(one, other):
    """Return the mean difference of two pictures, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def test_every_dress_has_known_keys_colours_and_hats():
    for name, dress in DRESS.items():
        assert set(dress) <= set(EVERYBODY), name
        for key, value in dress.items():
            assert value in ("", *HAT_IDS) if key == "hat" else is_color(value), (name, key)
    nations = {name for name in DRESS if name != "*"}
    assert {n.split("_")[0] for n in nations} <= {*NATIONS, "royal"}


def test_line_infantry_of_three_nations_is_told_apart_without_the_ground_at_60_pixels():
    """British, Portuguese and French on the same white ground: coats, legs and caps alone differ."""
    figures = []
    for nation in ("british", "portuguese", "french"):
        names = (f"{nation}_line_infantry", nation)
        hat = hat_of(THEME, names)
        figures.append((symbol("line_infantry", "figure", hat), dressed(THEME, names, "#1c1712", "#ffffff")))
    for one, other in itertools.combinations(pictures(figures), 2):
        assert difference(one, other) > 9


@pytest.mark.parametrize("arm", ["line_infantry", "light_infantry", "grenadiers", "light_cavalry"])
def test_black_silhouettes_alone_tell_hats_apart(arm):
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    hats = ["shako", "stovepipe", "bearskin", "bicorne"]
    drawn = pictures([(symbol(arm, "figure", hat), black) for hat in hats], px=120)
    for (one, first), (other, second) in itertools.combinations(zip(hats, drawn, strict=True), 2):
        assert difference(first, second) > 0.6, (one, other)


def test_black_silhouettes_alone_tell_arms_apart():
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    arms = ["line_infantry", "light_infantry", "grenadiers", "light_cavalry", "dragoons", "foot_artillery"]
    drawn = pictures([(symbol(arm), black) for arm in arms])
    for one, other in itertools.combinations(drawn, 2):
        assert difference(one, other) > 20


def test_an_arm_takes_from_its_nation_what_its_own_dress_does_not_say():
    colors = dict(dressed(THEME, ("french_grenadiers", "french"), "#000000", "#ffffff"))
    assert (colors["$coat"], colors["$cords"]) == ("#2b4f9c", "#c22a33")
    nobody = dict(dressed(THEME, ("martian",), "#000000", "#ffffff"))
    assert nobody["$coat"] == EVERYBODY["coat"]
    assert hat_of(THEME, ("british_light_cavalry", "british")) == "tarleton"
    assert hat_of(THEME, ("martian",)) == ""


def test_livery_goes_before_the_dress():
    colors = dict(dressed(THEME, ("french",), "#000000", "#ffffff", ("#123456", "")))
    assert (colors["$coat"], colors["$shield"], colors["$facing"]) == ("#123456", "#123456", "#c22a33")


def test_a_theme_adds_a_dress_and_says_who_wears_it():
    theme, problems = read_theme(
        {
            "counters": {
                "dress": {"legion": {"coat": "#204020", "hat": "bicorne"}},
                "wears": {"br-5": "legion"},
            }
        }
    )
    assert problems == []
    loaded = check(ROOT / "scenarios" / "rolica-1808")
    counters = {c.id: c for c in counter_list(loaded.battle, loaded.series)}
    plain, legion = (face_scene(counters["unit-br-5"].front, 15.0, t) for t in (None, theme))
    uses = [[i for layer in s.layers for i in layer.items if isinstance(i, Use)] for s in (plain, legion)]
    (first,), (second,) = uses
    assert (first.symbol.id, second.symbol.id) == ("line_infantry-stovepipe", "line_infantry-bicorne")
    assert dict(second.colors)["$coat"] == "#204020"
    # What the dress leaves open is the nation's.
    assert dict(second.colors)["$legs"] == dict(first.colors)["$legs"]


@pytest.mark.parametrize(
    ("section", "path"),
    [
        ({"dress": {"legion": {"hat": "sombrero"}}}, ("counters", "dress", "legion", "hat")),
        ({"dress": {"legion": {"coat": "green"}}}, ("counters", "dress", "legion", "coat")),
        ({"dress": {"legion": {"boots": "#000000"}}}, ("counters", "dress", "legion", "boots")),
        ({"wears": {"br-5": "legion"}}, ("counters", "wears", "br-5")),
    ],
)
def test_words_of_dress_that_nobody_knows_are_said(section, path):
    _, problems = read_theme({"counters": section})
    assert [problem.path for problem in problems] == [path]


def test_a_silhouette_has_the_hat_of_its_nation_and_one_colour():
    theme, _ = read_theme({"counters": {"symbols": "silhouette"}})
    loaded = check(ROOT / "scenarios" / "rolica-1808")
    counters = {c.id: c for c in counter_list(loaded.battle, loaded.series)}
    face = face_scene(counters["unit-br-5"].front, 15.0, theme)
    (use,) = [i for layer in face.layers for i in layer.items if isinstance(i, Use)]
    assert use.symbol.id == "line_infantry-stovepipe"
    assert len({color for _, color in use.colors}) == 4


def test_figures_fill_the_faces_of_infantry_and_horse():
    """At least 60 % of the width of a face and half of its height; names and ratings have the rest."""
    loaded = check(ROOT / "scenarios" / "rolica-1808")
    for counter in counter_list(loaded.battle, loaded.series):
        for part in counter.front.parts:
            if isinstance(part, Figure) and part.symbol in ("line_infantry", "light_infantry", "grenadiers"):
                _, _, width, height = symbol(part.symbol).box
                scale = min(part.box[2] / width, part.box[3] / height)
                assert (width * scale >= 0.6 * 15, height * scale >= 0.5 * 15) == (True, True), counter.id
