from __future__ import annotations

import pytest

from jdgtools.render import colors
from jdgtools.render.color_vision import simulate
from jdgtools.render.style import BASE_THEME, Theme

THEME = Theme(
    "test",
    {
        "terrain": {
            "wood": {"fill": "#406030", "outline": "none"},
            "*": {"fill": "#cccccc", "outline": "none"},
        },
        "grid": {"width": 0.2, "style": "full", "dash": (1.0, 0.5), "shown": True},
        "font": {"place": "serif"},
    },
)


def test_values_are_found_by_path_and_open_sections_fall_back():
    assert THEME.color("terrain.wood.fill") == "#406030"
    assert THEME.color("terrain.bog.fill") == "#cccccc"
    assert (THEME.number("grid.width"), THEME.numbers("grid.dash")) == (0.2, (1.0, 0.5))
    assert (THEME.flag("grid.shown"), THEME.text("grid.style"), THEME.font("font.place")) == (
        True,
        "full",
        "serif",
    )
    assert (THEME.has("terrain.bog.fill"), THEME.has("terrain.bog.colour")) == (True, False)
    assert THEME.keys("terrain") == ("wood",)
    with pytest.raises(KeyError):
        THEME.color("sea.fill")


def test_overrides_change_single_keys():
    theme, problems = THEME.override(
        {
            "terrain": {"wood": {"fill": "#ABC"}, "bog": {"fill": "#123456"}},
            "grid": {"dash": [2], "shown": False},
        }
    )
    assert problems == []
    assert theme.color("terrain.wood.fill") == "#abc"
    assert theme.color("terrain.wood.outline") == "none"
    assert theme.color("terrain.bog.fill") == "#123456"
    assert theme.color("terrain.bog.outline") == "none"
    assert (theme.numbers("grid.dash"), theme.flag("grid.shown")) == ((2.0,), False)
    assert THEME.color("terrain.wood.fill") == "#406030"


@pytest.mark.parametrize(
    ("overrides", "path", "hint"),
    [
        ({"terain": {}}, ("terain",), "terrain"),
        ({"grid": {"widht": 1}}, ("grid", "widht"), "width"),
        ({"grid": {"width": "wide"}}, ("grid", "width"), "number"),
        ({"grid": {"width": -1}}, ("grid", "width"), "number"),
        ({"grid": {"width": float("nan")}}, ("grid", "width"), "number"),
        ({"grid": {"width": True}}, ("grid", "width"), "number"),
        ({"grid": {"shown": "no"}}, ("grid", "shown"), "true or false"),
        ({"grid": {"dash": 3}}, ("grid", "dash"), "list"),
        ({"grid": 3}, ("grid",), "section"),
        ({"terrain": {"wood": {"fill": "green"}}}, ("terrain", "wood", "fill"), "colour"),
        ({"terrain": {"wood": {"fill": {"a": 1}}}}, ("terrain", "wood", "fill"), "colour"),
        ({"terrain": {"bog": {"fil": "#000"}}}, ("terrain", "bog", "fil"), "fill"),
        ({"terrain": {"*": {"fill": "#000"}}}, ("terrain", "*"), "wood"),
        ({"font": {"place": "Comic Sans"}}, ("font", "place"), "serif-italic"),
    ],
)
def test_useless_overrides_are_reported_and_left_out(overrides, path, hint):
    theme, [problem] = THEME.override(overrides)
    assert problem.path == path
    assert hint in problem.expected
    assert theme.values["grid"] == THEME.values["grid"]
    assert theme.color("terrain.wood.fill") == "#406030"


def test_all_problems_come_at_once():
    _, problems = THEME.override({"a": 1, "grid": {"b": 2, "width": "x"}})
    assert [p.unknown_key for p in problems] == [True, True, False]


def test_a_named_section_takes_what_its_open_section_has():
    theme = Theme(
        "t", {"dress": {"*": {"coat": "#111111", "pack": "#222222"}, "french": {"coat": "#2b4f9c"}}}
    )
    changed, problems = theme.override({"dress": {"french": {"pack": "#8a6a48"}}})
    assert problems == []
    assert changed.get("dress.french.pack") == "#8a6a48"
    assert changed.get("dress.french.coat") == "#2b4f9c"
    assert [p.path for p in theme.override({"dress": {"french": {"pak": "#8a6a48"}}})[1]] == [
        ("dress", "french", "pak")
    ]


def test_drawers_extend_a_theme():
    theme = BASE_THEME.extend_defaults({"map": {"grid": 0.2, "ink": "#000000"}}, "map")
    theme = theme.extend_defaults({"map": {"ink": "#ffffff"}})
    assert (theme.number("map.grid"), theme.color("map.ink"), theme.name) == (0.2, "#ffffff", "map")


def test_colours_are_read_and_mixed():
    assert colors.parse_color("#1aF") == (0x11, 0xAA, 0xFF)
    assert colors.mix("#000000", "#ffffff", 0.5) == "#808080"
    assert colors.lighten("#000000", 1) == "#ffffff"
    assert colors.darken("#ffffff", 0.2) == "#cccccc"
    for bad in ("red", "#12", "#12345g", "123456", "#1234567"):
        assert not colors.is_color(bad)
        with pytest.raises(ValueError, match="not a colour"):
            colors.parse_color(bad)


def test_contrast_is_that_of_wcag():
    assert colors.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colors.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert colors.contrast("#336699", "#336699") == 1
    assert (colors.readable_on("#ffff00"), colors.readable_on("#00008b")) == ("#1a1a1a", "#ffffff")


def test_distance_is_that_of_cie_1976():
    assert colors.distance("#ffffff", "#000000") == pytest.approx(100, abs=0.01)
    assert colors.distance("#ff0000", "#00ff00") == pytest.approx(170.6, abs=0.3)


def test_red_and_green_come_together_for_the_colour_blind():
    red, green = "#a8442a", "#6f6a1e"
    for kind in ("protanopia", "deuteranopia"):
        difference = colors.distance(simulate(red, kind), simulate(green, kind))
        assert difference < colors.distance(red, green) * 0.6
        for grey in ("#000000", "#808080", "#ffffff"):
            assert colors.distance(simulate(grey, kind), grey) < 1


def test_a_colour_is_read_once() -> None:
    """A map asks for the contrast of the same few colours thousands of times."""
    assert colors.parse_color("#0a141e") is colors.parse_color("#0a141e")
    assert colors.parse_color("#0a141e") == (10, 20, 30)
