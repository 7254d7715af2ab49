from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest

from jdgtools.render.backends.svg import number, render_svg
from jdgtools.render.bounds import inside, item_box, items_box, overlap, placed_texts
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import (
    Circle,
    DrawingLayer,
    Group,
    Halo,
    Image,
    LinearGradient,
    Path,
    Pattern,
    Polygon,
    Polyline,
    RadialGradient,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    compose,
    parse_path,
    rotation,
    scaling,
    translation,
)

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def parsed(*items, **options):
    return ET.fromstring(render_svg(Scene.of(10, 20, items, **options)))


def apply(t, x, y):
    return (t[0] * x + t[2] * y + t[4], t[1] * x + t[3] * y + t[5])


def test_number_is_short_and_has_no_negative_zero():
    assert [number(v) for v in (1, 1.5, 0.1 + 0.2, -0.0001, 2 / 3, 100, -7.25)] == [
        "1", "1.5", "0.3", "0", "0.667", "100", "-7.25",
    ]  # fmt: skip


def test_document_has_mm_size_viewbox_title_and_description():
    scene = Scene(10, 20, "A & <B>", (), description="it's")
    root = ET.fromstring(render_svg(scene))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("10mm", "20mm", "0 0 10 20")
    assert root.find(SVG + "title").text == "A & <B>"
    assert root.find(SVG + "desc").text == "it's"


def test_layers_are_inkscape_layers_with_distinct_ids():
    scene = Scene(
        1,
        1,
        "",
        (DrawingLayer("Hex grid", ()), DrawingLayer("Hex grid", (), is_hidden=True), DrawingLayer('"é"', ())),
    )
    groups = ET.fromstring(render_svg(scene)).findall(SVG + "g")
    assert [g.get(INKSCAPE + "groupmode") for g in groups] == ["layer"] * 3
    assert [g.get(INKSCAPE + "label") for g in groups] == ["Hex grid", "Hex grid", '"é"']
    assert len({g.get("id") for g in groups}) == 3
    assert [g.get("style") for g in groups] == [None, "display:none", None]


def test_text_is_escaped_and_control_characters_are_replaced():
    text = parsed(TextItem(0, 0, 'a<&">\x01\udc80', 2)).find(f".//{SVG}text")
    assert text.text == 'a<&">\ufffd\ufffd'


def test_only_used_symbols_are_defined_once_per_colouring():
    dot = Symbol("dot", (Circle(0.5, 0.5, 0.5, fill="$ink"),))
    red, blue = (("$ink", "#ff0000"),), (("$ink", "#0000ff"),)
    equal = Symbol("dot", (Circle(0.5, 0.5, 0.5, fill="$ink"),))
    root = parsed(
        *(Use(s, i, i, 1, colors=c) for i, (s, c) in enumerate([(dot, red), (equal, red), (dot, blue)]))
    )
    assert len(root.find(SVG + "defs")) == 2
    assert len(root.findall(f".//{SVG}use")) == 3
    assert {c.get("fill") for c in root.iter(SVG + "circle")} == {"#ff0000", "#0000ff"}


def test_symbol_colours_reach_nested_symbols_and_defaults_apply():
    inner = Symbol("inner", (Rect(0, 0, 1, 1, fill="$ink"), Rect(0, 0, 1, 1, fill="$paper")))
    outer = Symbol("outer", (Use(inner, 0.5, 0.5, 1),))
    root = parsed(Use(outer, 5, 5, 4, colors=(("$ink", "#123456"),)))
    assert [r.get("fill") for r in root.iter(SVG + "rect")] == ["#123456", "#ffffff"]


def test_unknown_placeholder_is_an_error_of_the_drawer():
    with pytest.raises(ValueError, match="accent"):
        render_svg(Scene.of(1, 1, [Rect(0, 0, 1, 1, fill="$accent")]))


def test_patterns_gradients_and_clips_are_shared():
    wood = Pattern(2, 2, (Circle(1, 1, 0.5, fill="#00ff00"),), rotate=30)
    fade = LinearGradient(0, 0, 1, 0, ((0, "#000000", 1), (1, "#ffffff", 0.5)))
    glow = RadialGradient(0, 0, 1, ((0, "#ffffff", 1), (1, "#000000", 1)))
    clip = Rect(0, 0, 5, 5)
    items = [Rect(i, 0, 1, 1, fill=paint) for i, paint in enumerate((wood, wood, fade, fade, glow))]
    root = parsed(*(Group((item,), clip=clip) for item in items))
    tags = sorted(child.tag.removeprefix(SVG) for child in root.find(SVG + "defs"))
    assert tags == ["clipPath", "linearGradient", "pattern", "radialGradient"]


def test_every_kind_of_item_is_written():
    root = parsed(
        PathBuilder()
        .move_to(0, 0)
        .quad_to(1, 1, 2, 0)
        .curve_to(3, 1, 4, 1, 5, 0)
        .arc_to(1, 1, 7, 0)
        .close()
        .build("#f00"),
        Polygon(((0, 0), (1, 0), (1, 1)), fill="#0f0"),
        Polyline(
            ((0, 0), (1, 0)), Stroke("#000", 0.2, dash=(1, 0.5), cap="round", join="round", opacity=0.5)
        ),
        Image(0, 0, 1, 1, b"x"),
        TextItem(1, 1, "x", 2, halo=Halo("#fff", 0.3), rotate=90),
    )
    assert root.find(f".//{SVG}path").get("d") == "M0 0Q1 1 2 0C3 1 4 1 5 0A1 1 0 0 1 7 0Z"
    line = root.find(f".//{SVG}polyline")
    assert (line.get("stroke-dasharray"), line.get("stroke-linecap"), line.get("fill")) == (
        "1 0.5",
        "round",
        "none",
    )
    halo, letters = root.findall(f".//{SVG}text")
    assert (halo.get("stroke-width"), letters.get("stroke")) == ("0.6", None)
    assert letters.get("transform") == "rotate(90 1 1)"
    assert root.find(f".//{SVG}image") is not None


def test_halos_of_a_group_of_letters_lie_below_all_of_them():
    letters = [TextItem(x, 1, "x", 2, halo=Halo("#fff", 0.3)) for x in (1, 2)]
    texts = parsed(Group(tuple(letters))).findall(f".//{SVG}text")
    assert [(text.get("x"), text.get("stroke")) for text in texts] == [
        ("1", "#fff"),
        ("2", "#fff"),
        ("1", None),
        ("2", None),
    ]


def test_relative_path_data_becomes_absolute():
    assert parse_path("m1 1l2 0h1v3z m1,1 2,2") == (
        ("M", 1, 1), ("L", 3, 1), ("L", 4, 1), ("L", 4, 4), ("Z",), ("M", 2, 2), ("L", 4, 4),
    )  # fmt: skip
    assert parse_path("M0 0C0 1 1 1 1 0S2-1 2 0")[2] == ("C", 1, -1, 2, -1, 2, 0)
    assert parse_path("M0 0Q1 1 2 0T4 0")[2] == ("Q", 3, -1, 4, 0)
    assert parse_path("M0 0T4 0")[1] == ("Q", 0, 0, 4, 0)
    assert parse_path("M0 0a1 2 0 0 1 2 0")[1] == ("A", 1, 2, 0, 0, 1, 2, 0)


@pytest.mark.parametrize("bad", ["1 2", "M1", "M0 0L1", "M0 0Z 3"])
def test_broken_path_data_is_refused(bad):
    with pytest.raises(ValueError, match="path data"):
        parse_path(bad)


def test_transforms_compose_from_the_right():
    turned = compose(translation(10, 0), rotation(90), scaling(2))
    assert apply(turned, 1, 0) == (10, 2)
    assert apply(rotation(180, 3, 4), 0, 0) == (6, 8)
    x, y = apply(rotation(60), 1, 0)
    assert (x, y) == pytest.approx((0.5, math.sqrt(3) / 2))


def test_boxes_follow_groups_uses_arcs_and_strokes():
    assert item_box(Circle(5, 5, 2, stroke=Stroke("#000", 1))) == (2.5, 2.5, 7.5, 7.5)
    assert item_box(PathBuilder().circle(5, 5, 2).build("#000")) == pytest.approx((3, 3, 7, 7))
    tile = Symbol("tile", (Rect(0, 0, 100, 50, fill="#000"),), (0, 0, 100, 50))
    assert item_box(Use(tile, 10, 10, 8, rotate=90)) == pytest.approx((8, 6, 12, 14))
    group = Group((Rect(0, 0, 4, 4),), translation(1, 1), clip=Rect(1, 1, 9, 2))
    assert item_box(group) == (2, 2, 5, 4)
    assert items_box([]) is None
    assert overlap((0, 0, 2, 2), (1, 1, 3, 3))
    assert not overlap((0, 0, 1, 1), (1, 0, 2, 1))
    assert inside((1, 1, 2, 2), (0, 0, 3, 3))


def test_fitted_use_fills_the_rectangle_without_distortion():
    wide = Symbol("wide", (Rect(0, 0, 100, 50, fill="#000"),), (0, 0, 100, 50))
    assert item_box(Use.fit(wide, 1, 2, 10, 10)) == pytest.approx((1, 4.5, 11, 9.5))
    assert item_box(Use.fit(wide, 0, 0, 10, 2)) == pytest.approx((3, 0, 7, 2))


def test_placed_texts_sees_into_groups_but_not_hidden_layers():
    inner = Group((TextItem(0, 0, "seen", 2),), translation(3, 4))
    scene = Scene(
        9, 9, "", (DrawingLayer("a", (inner,)), DrawingLayer("b", (TextItem(0, 0, "no", 2),), is_hidden=True))
    )
    [(text, transform, box)] = placed_texts(scene)
    assert (text.string, transform[4:], box[0]) == ("seen", (3, 4), 3)


def test_paths_are_hashable_values():
    assert len({Path.from_svg("M0 0L1 1"), Path.from_svg("M0 0l1 1")}) == 1
