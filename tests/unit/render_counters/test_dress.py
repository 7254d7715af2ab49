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
from jdgtools.render.counters.dress import DRESS, EVERYBODY, figure_colors, hat_of, one_color
from jdgtools.render.counters.palette import NATIONS, counter_theme
from jdgtools.render.counters.spec import Figure, Fill, Lettering, Shield
from jdgtools.render.scene import Scene, Use
from jdgtools.render.symbols import HAT_IDS, has_symbol, symbol
from jdgtools.render.text import text_width
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
        figures.append(
            (symbol("line_infantry", "figure", hat), figure_colors(THEME, names, "#1c1712", "#ffffff"))
        )
    for one, other in itertools.combinations(pictures(figures), 2):
        assert difference(one, other) > 9


@pytest.mark.parametrize(
    ("arm", "least"),
    [("line_infantry", 3.5), ("light_infantry", 2.7), ("grenadiers", 2.7), ("light_cavalry", 1.3)],
)
def test_black_silhouettes_alone_tell_hats_apart(arm, least):
    """A rider is one man of the picture, and a smaller one; caps that differed by their tops alone had 2.2 and 1.1."""
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    hats = ["shako", "stovepipe", "barretina", "kasket", "raupenhelm", "bearskin", "bicorne", "round_hat"]
    drawn = pictures([(symbol(arm, "figure", hat), black) for hat in hats], px=120)
    for (one, first), (other, second) in itertools.combinations(zip(hats, drawn, strict=True), 2):
        assert difference(first, second) > least, (one, other)


def test_black_silhouettes_alone_tell_arms_apart():
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    arms = ["line_infantry", "light_infantry", "grenadiers", "light_cavalry", "dragoons", "foot_artillery"]
    drawn = pictures([(symbol(arm), black) for arm in arms])
    for one, other in itertools.combinations(drawn, 2):
        assert difference(one, other) > 20


def test_black_silhouettes_alone_tell_riders_of_one_war_apart():
    """Riders of a war differ by gait, weapon or headgear; two who trot with a stick before them differ by 7."""
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    for arms in (
        ("light_cavalry", "heavy_cavalry", "dragoons", "commander"),
        ("cuirassiers", "harquebusiers", "dragoons_1640", "general"),
    ):
        drawn = pictures([(symbol(arm), black) for arm in arms])
        for (one, first), (other, second) in itertools.combinations(zip(arms, drawn, strict=True), 2):
            assert difference(first, second) > 10, (one, other)


def test_a_commander_in_black_is_no_rider_of_his_army_whatever_both_wear():
    black = tuple((name, "#000000") for name, _ in one_color("#000000", "#ffffff"))
    (commander,) = pictures([(symbol("commander", "figure", "bicorne"), black)])
    arms = [(arm, hat) for arm in ("light_cavalry", "heavy_cavalry", "dragoons") for hat in ("", "bicorne")]
    drawn = pictures([(symbol(arm, "figure", hat), black) for arm, hat in arms])
    for arm, rider in zip(arms, drawn, strict=True):
        assert difference(commander, rider) > 30, arm


def test_dragoons_have_no_hat_of_the_heavy_cavalry_of_their_nation():
    for nation in NATIONS:
        dragoons = hat_of(THEME, (f"{nation}_dragoons",)) or "dragoon_helmet"
        assert dragoons != (hat_of(THEME, (f"{nation}_heavy_cavalry",)) or "crested_helmet"), nation


def test_an_arm_takes_from_its_nation_what_its_own_dress_does_not_say():
    colors = dict(figure_colors(THEME, ("french_grenadiers", "french"), "#000000", "#ffffff"))
    assert (colors["$coat"], colors["$cords"]) == ("#2b4f9c", "#c22a33")
    nobody = dict(figure_colors(THEME, ("martian",), "#000000", "#ffffff"))
    assert nobody["$coat"] == EVERYBODY["coat"]
    assert hat_of(THEME, ("british_light_cavalry", "british")) == "tarleton"
    assert hat_of(THEME, ("martian",)) == ""


def test_livery_goes_before_the_dress():
    colors = dict(figure_colors(THEME, ("french",), "#000000", "#ffffff", ("#123456", "")))
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


def _drawn(part: Figure) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a figure in its box."""
    left, top, wide, high = part.box
    _, _, width, height = symbol(part.symbol).box
    scale = min(wide / width, high / height)
    x, y = left + (wide - width * scale) / 2, top + (high - height * scale) / 2
    return x, y, x + width * scale, y + height * scale


@pytest.mark.parametrize("battle", ["teaching-afe", "bremule-1119", "bouvines-1214"])
@pytest.mark.parametrize("back", [False, True])
def test_figures_fill_medieval_faces(battle, back):
    """60 % of their width or half of their height; code, name and ratings stay free of them."""
    loaded = check(ROOT / "scenarios" / battle)
    for counter in counter_list(loaded.battle, loaded.series):
        face = counter.back if back else counter.front
        if counter.kind != "unit" or face is None:
            continue
        (figure,) = [_drawn(part) for part in face.parts if isinstance(part, Figure)]
        left, top, right, bottom = figure
        assert right - left >= 0.6 * 15 or bottom - top >= 0.5 * 15, counter.id
        order = [type(part) for part in face.parts]
        assert Shield not in order or order.index(Figure) < order.index(Shield)
        for part in face.parts:
            if isinstance(part, Lettering) or (isinstance(part, Fill) and part.shape == "ellipse"):
                x, y, wide, high = part.box
                if isinstance(part, Lettering) and part.rating == "type":
                    x = x + wide - text_width(part.wordings[0], part.font, part.size)
                apart = x + wide <= left or x >= right - 0.1 or y + high <= top or y >= bottom
                assert apart, (counter.id, part)


@pytest.mark.parametrize("battle", ["rolica-1808", "vimeiro-1808", "teaching-jdg", "edgehill-1642"])
def test_headgear_stays_below_the_stripe(battle):
    loaded = check(ROOT / "scenarios" / battle)
    for counter in counter_list(loaded.battle, loaded.series):
        for face in filter(None, (counter.front, counter.back)):
            stripes = [part for part in face.parts if isinstance(part, Fill) and part.box[1] == 0.0]
            for stripe in stripes if counter.kind == "unit" else ():
                low = stripe.box[1] + stripe.box[3]
                drawings = [x for x in face.parts if isinstance(x, Figure) and has_symbol(x.symbol)]
                assert all(_drawn(each)[1] >= low for each in drawings), counter.id
