"""Base maps drawn as SVG: they land on their hexes, in any units; damaged and hostile ones are refused."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from math import cos, hypot, radians, sin

import pytest
from msgspec.structs import replace
from PIL import Image

from jdgtools.building import build
from jdgtools.cache import Cache
from jdgtools.exporters.base import Loss
from jdgtools.exporters.options import BuildOptions
from jdgtools.hexgrid.layout import Layout
from jdgtools.loading import load
from jdgtools.render.map import pictures, user_art
from jdgtools.render.map.draw import print_map
from jdgtools.render.map.pictures import (
    ProjectPicture,
    base_picture,
    picture_size,
    place_picture,
    small_picture,
)
from jdgtools.render.map.sheet import MapSheet
from jdgtools.render.user_files import Refusal
from jdgtools.render.user_svg import examine_svg
from jdgtools.untrusted import decoding

from .test_map_art import centre_of_red, context_in, picture_of, project

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(body: str, head: str = 'width="420mm" height="300mm" viewBox="0 0 420 300"') -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<svg {NS} {head}>{body}</svg>\n'


def embedded(kind: str = "PNG", size: tuple[int, int] = (40, 30)) -> str:
    out = BytesIO()
    Image.new("RGB", size, (230, 10, 10)).save(out, kind)
    return f"data:image/{kind.lower()};base64,{b64encode(out.getvalue()).decode()}"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pictures, "_SMALL_SIZE", (40_000, 20.0))
    monkeypatch.setattr(pictures, "_FULL_SIZE", (1_500_000, 20.0))
    monkeypatch.setattr(decoding, "_refused", {})
    yield
    decoding.use_cache(None)


@pytest.mark.parametrize(("turn", "slant"), [(0.0, 0.0), (5.0, 0.02)])
def test_every_hex_of_the_drawing_lands_on_its_hex(tmp_path, teaching, turn, slant) -> None:
    layout = Layout(teaching.battle.map.grid, 20.0)
    c, s = cos(radians(turn)), sin(radians(turn))

    def seen(x: float, y: float) -> tuple[float, float]:
        return 1.5 * (x * c - y * s) + 44, 1.5 * (x * s + y * c + slant * x) + 30

    grid = layout.grid
    dots = []
    for i in grid.hexes:
        x, y = seen(*layout.centre(i))
        dots.append(f'<circle cx="{x:.3f}" cy="{y:.3f}" r="1.6" fill="#e60a0a"/>')
    target = project(tmp_path, "")
    ground = '<rect width="420" height="300" fill="#dccda0"/>'
    (target / "art" / "ground.SVG").write_text(svg(ground + "".join(dots)), encoding="utf-8")
    lines = []
    for i in (0, grid.columns - 1, (grid.rows - 1) * grid.columns):
        x, y = seen(*layout.centre(i))
        lines.append(f"        - {{hex: {grid.id(i)}, pixel: [{x:.3f}, {y:.3f}]}}\n")
    text = (target / "map.yaml").read_text(encoding="utf-8")
    base = f"  base:\n    - image: art/ground.SVG\n      points:\n{''.join(lines)}      replace: [all]\n"
    (target / "map.yaml").write_text(text + base, encoding="utf-8")
    context = context_in(target)
    scene = print_map(context)
    shown = replace(scene, layers=tuple(one for one in scene.layers if one.name == "base map"))
    assert len(shown.layers) == 1
    picture = picture_of(shown)
    layout = Layout(grid, 20.0, MapSheet(context).origin)
    for i in grid.hexes:
        x, y = (n * 10 for n in layout.centre(i))
        centre = centre_of_red(picture, x, y, 25)
        assert centre is not None and hypot(centre[0] - x, centre[1] - y) < 2.5, grid.id(i)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('viewBox="0 0 420 300"', (420, 300)),
        ('viewBox="-10,-10 84 60"', (84, 60)),
        ('width="210mm" height="150mm" viewBox="0 0 2100 1500"', (2100, 1500)),
        ('width="21cm" height="15cm"', (21, 15)),
        ('width="1e3" height="600px"', (1000, 600)),
    ],
)
def test_units_are_those_of_the_drawing(tmp_path, head, size) -> None:
    (tmp_path / "d.svg").write_text(svg('<rect width="9" height="9"/>', head), encoding="utf-8")
    assert picture_size(tmp_path, "d.svg") == size
    base = base_picture(tmp_path, "d.svg")
    assert not isinstance(base, Refusal)
    assert base.design_size == size
    assert abs(base.width * base.height - 1_500_000) < 5_000
    assert abs(base.width / base.height - size[0] / size[1]) < 0.01


def _with_attributes(number: int) -> str:
    attributes = " ".join(f'a{n}="1"' for n in range(number))
    return svg(f"<rect {attributes}/>")


@pytest.mark.parametrize(
    "text",
    [
        svg("", 'viewBox="0 0 0.001 0.001"'),
        svg("", 'viewBox="-1e7 0 1e7 1e7"'),
        _with_attributes(1000),
        svg("<g>" * 255 + "</g>" * 255),
        svg(f"<text>{'x' * 10_000}</text><text>{'x' * 20_000}</text><style>{' /* */' * 9000}</style>"),
        svg("<g/>" * 399_999),
    ],
)
def test_drawings_may_go_up_to_the_limits(text) -> None:
    assert not isinstance(examine_svg(text.encode(), 20_000_000, 1), str)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_scan_may_be_embedded(tmp_path, kind) -> None:
    image = f'<image x="0" y="0" width="420" height="300" xlink:href="{embedded(kind)}"/>'
    (tmp_path / "d.svg").write_text(svg(image), encoding="utf-8")
    base = base_picture(tmp_path, "d.svg")
    assert not isinstance(base, Refusal)
    r, g, b = Image.open(BytesIO(base.data)).convert("RGB").getpixel((700, 500))
    assert r > 200 and g < 40 and b < 40


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "well-formed"),
        ("<svg", "well-formed"),
        ("\0\1\2", "well-formed"),
        (svg("<g>"), "well-formed"),
        ("<html/>", "not an SVG"),
        (svg("", ""), "no usable size"),
        (svg("", 'viewBox="0 0 0 10"'), "no usable size"),
        (svg("", 'viewBox="0 0 1 500"'), "no usable size"),
        (svg("", 'viewBox="a b c d"'), "no usable size"),
        (svg("", 'width="100%" height="100%"'), "no usable size"),
        (svg("", 'width="1.2.3" height="5"'), "no usable size"),
        (svg("", 'viewBox="0 0 1e-300 1e-300"'), "no usable size"),
        (svg("", 'viewBox="0 0 1e-160 1e-160"'), "no usable size"),
        (svg("", 'viewBox="0 0 1e300 1e300"'), "no usable size"),
        (svg("", 'viewBox="1e999 0 40 40"'), "no usable size"),
        (svg("", 'viewBox="nan 0 40 40"'), "no usable size"),
        (svg("", 'width="1e-310" height="1e-310"'), "no usable size"),
        (_with_attributes(1001), "`rect` in it has 1,001 attributes, and 1,000 is the most"),
        (svg("<g>" * 256 + "</g>" * 256), "more than 256 in one another"),
        (svg(f"<text>{'jdg ' * 4000}<tspan>{'jdg ' * 3000}</tspan></text>"), "more than 20,000 characters"),
        (svg("<g/>" * 400_000), "more than 400,000 elements"),
        (svg("<script>1</script>"), "<script>"),
        (svg('<rect onclick="x()"/>'), "script"),
        (svg("<foreignObject/>"), "<foreignobject>"),
        (svg('<image href="file:///etc/passwd"/>'), "not embedded"),
        (svg('<image href="scan.jpg"/>'), "not embedded"),
        (svg('<image href="data:image/svg+xml;base64,AAAA"/>'), "not embedded"),
        (svg('<image href="data:image/png;base64,AAAA"/>'), "damaged"),
        (svg('<image href="data:image/png;base64,A"/>'), "damaged"),
        (svg('<use href="other.svg#a"/>'), "outside"),
        (svg("<style>@import 'x.css'</style>"), "outside"),
        (svg('<rect fill="url(http://example.org/a)"/>'), "outside"),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("<text>&a;</text>")[39:], "document type"),
    ],
)
def test_damaged_and_hostile_drawings_are_refused(tmp_path, text, reason) -> None:
    (tmp_path / "d.svg").write_text(text, encoding="utf-8")
    for read in (picture_size, base_picture):
        answer = read(tmp_path, "d.svg")
        assert isinstance(answer, Refusal) and reason in answer.reason, answer
    assert isinstance(place_picture(tmp_path, "d.svg", (1, 0, 0, 1, 0, 0), (0, 0, 9, 9)), Refusal)


def test_work_without_end_is_given_up(tmp_path, monkeypatch) -> None:
    uses = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 12 + "</g>" for n in range(1, 12))
    bomb = svg(f'<defs><rect id="g0" width="1" height="1"/>{uses}</defs><use href="#g11"/>')
    (tmp_path / "d.svg").write_text(bomb, encoding="utf-8")
    monkeypatch.setattr(pictures, "_SMALL_SIZE", (10_000, 1.0))
    answer = picture_size(tmp_path, "d.svg")
    assert isinstance(answer, Refusal) and "draw" in answer.reason


def test_what_the_check_lets_pass_is_drawn(tmp_path, monkeypatch) -> None:
    """If the whole size takes too long, the small one stands for it."""
    (tmp_path / "d.svg").write_text(svg('<rect width="420" height="300" fill="#f00"/>'), encoding="utf-8")
    monkeypatch.setattr(pictures, "_FULL_SIZE", (1_500_000, 0.0))
    monkeypatch.setattr(pictures, "_COARSE_SIZE", (1_500_000, 0.0))
    base = base_picture(tmp_path, "d.svg")
    assert not isinstance(base, Refusal)
    assert abs(base.width * base.height - 40_000) < 1_000 and base.design_size == (420, 300)


def test_what_the_check_refuses_is_not_tried_at_its_full_size(tmp_path, monkeypatch) -> None:
    """A draft is drawn of a battle with errors, and a hundred times the time must not be spent on one of them."""
    (tmp_path / "d.svg").write_text(svg('<rect width="9" height="9"/>'), encoding="utf-8")
    asked = []

    def draw(drawing, pixels, seconds):
        asked.append(pixels)
        return Refusal("it takes more than 4 seconds to draw")

    monkeypatch.setattr(pictures, "_pixels_of", draw)
    assert isinstance(picture_size(tmp_path, "d.svg"), Refusal)
    assert isinstance(base_picture(tmp_path, "d.svg"), Refusal)
    assert asked == [40_000]


def test_a_coarse_base_map_is_told_of_in_every_build(tmp_path, monkeypatch) -> None:
    """Also in one that takes the map from the cache, and by every exporter that shows it."""
    points = "".join(
        f"        - {{hex: {h}, pixel: [{x}, {y}]}}\n"
        for h, x, y in (("0101", 10, 10), ("0601", 210, 20), ("0105", 30, 200))
    )
    target = project(tmp_path, f"  base:\n    - image: art/d.svg\n      points:\n{points}")
    (target / "art" / "d.svg").write_text(svg('<rect width="99" height="99"/>'), encoding="utf-8")
    monkeypatch.setattr(pictures, "_FULL_SIZE", (1_500_000, 0.0))
    cache, losses = Cache(tmp_path / "cache"), []
    for only in ("map", "map", "vassal", "tiles", "svg"):
        loaded = load(target)
        result = build(loaded, tmp_path / "out", BuildOptions(only=(only,)), cache=cache)
        losses += [loss for loss in result.losses if loss.place]
        monkeypatch.setattr(pictures, "_FULL_SIZE", (1_500_000, 20.0))
    message = "it has 0.04 million pixels instead of 1.5: it takes more than 0 seconds to draw"
    lines = (target / "map.yaml").read_text(encoding="utf-8").splitlines()
    number = lines.index("    - image: art/d.svg") + 1
    place = f"{(target / 'map.yaml').as_posix()}:{number}:14"
    assert losses == [
        Loss(name, "picture art/d.svg", message, place) for name in ("map", "map", "vassal", "tiles", "svg")
    ]
    assert place in (tmp_path / "out" / "build-report.json").read_text(encoding="utf-8")


def test_a_picture_that_cannot_be_straightened_is_drawn_as_it_is(tmp_path, monkeypatch) -> None:
    points = "".join(
        f"        - {{hex: {h}, pixel: [{x}, {y}]}}\n"
        for h, x, y in (("0101", 10, 10), ("0601", 210, 40), ("0105", 30, 200))
    )
    target = project(tmp_path, f"  base:\n    - image: art/d.svg\n      points:\n{points}")
    (target / "art" / "d.svg").write_text(svg('<rect width="420" height="300" fill="#e60a0a"/>'))
    monkeypatch.setattr(user_art, "place_picture", lambda *_: Refusal("it needs too much memory"))
    image = picture_of(print_map(context_in(target)))
    assert image.getpixel((image.width // 3, image.height // 2))[0] > 150


def test_limits(tmp_path, monkeypatch) -> None:
    (tmp_path / "d.svg").write_text(svg(f'<image href="{embedded()}"/>'), encoding="utf-8")
    monkeypatch.setattr(pictures, "MAX_PIXELS", 2_000)  # of which embedded pictures may have half
    answer = picture_size(tmp_path, "d.svg")
    assert isinstance(answer, Refusal) and "too many pixels" in answer.reason
    monkeypatch.setattr(pictures, "MAX_SVG_BYTES", 100)
    (tmp_path / "e.svg").write_text(svg(""), encoding="utf-8")
    answer = picture_size(tmp_path, "e.svg")
    assert isinstance(answer, Refusal) and "larger than" in answer.reason


def test_messages_speak_of_units(tmp_path) -> None:
    points = "".join(
        f"        - {{hex: {h}, pixel: [{x}, {y}]}}\n"
        for h, x, y in (("0101", 10, 10), ("0601", 1700, 20), ("0105", 30, 200))
    )
    target = project(tmp_path, f"  base:\n    - image: art/d.svg\n      points:\n{points}")
    (target / "art" / "d.svg").write_text(svg(""), encoding="utf-8")
    (problem,) = [d for d in load(target).report if d.code.startswith("MAP04")]
    assert problem.code == "MAP045"
    assert problem.message == "pixel 1700, 20 lies outside `art/d.svg`, which is 420 x 300 units large"
    (target / "art" / "d.svg").write_text(svg('<image href="scan.jpg"/>'), encoding="utf-8")
    (problem,) = [d for d in load(target).report if d.code.startswith("MAP04")]
    assert problem.code == "MAP043" and problem.hint is not None and "Embed Images" in problem.hint


def test_a_point_named_twice(tmp_path) -> None:
    points = "".join(
        f"        - {{hex: {h}, pixel: [{x}, {y}]}}\n"
        for h, x, y in (("0101", 10, 10), ("0105", 17, 200), ("0101", 30, 20))
    )
    target = project(tmp_path, f"  base:\n    - image: art/d.svg\n      points:\n{points}")
    (target / "art" / "d.svg").write_text(svg(""), encoding="utf-8")
    (problem,) = [d for d in load(target).report if d.code.startswith("MAP04")]
    assert (problem.code, problem.message) == ("MAP044", "two control points are the same place, 0101")


def _nested(depth: int, times: int) -> str:
    uses = "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * times + "</g>" for n in range(1, depth + 1)
    )
    return f'<defs><rect id="g0" width="1" height="1"/>{uses}</defs><use href="#g{depth}"/>'


_BLUR = '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter>'
_MARKS = f'<marker id="m">{"<rect/>" * 900}</marker><path marker-mid="url(#m)" d="M0 0{" l1 1" * 900}"/>'


@pytest.mark.parametrize(
    "body",
    [
        _nested(11, 12),
        _nested(2000, 1) + "".join(f'<use href="#g{n}"/>' for n in range(2000)),
        _BLUR + '<rect filter="url(#f)"/>' * 150,
        _BLUR + "<rect style='fill:#fff;filter:url(#f)'/>" * 150,
        f"{_BLUR}<style>.a {{filter: url(#f)}}</style>" + '<rect class="a"/>' * 150,
        f"{_BLUR}<style>rect {{filter: url(#f)}}</style>" + "<rect/>" * 150,
        f"{_BLUR}<style>g > rect:first-child {{filter: url(#f)}}</style>" + "<rect/>" * 150,
        '<g style="filter:blur(5px)">' * 150 + "</g>" * 150,
        f'<filter id="f">{"<feGaussianBlur/>" * 150}</filter><rect filter="url(#f)"/>',
        '<filter id="f"><feMorphology radius="40"/></filter><rect filter="url(#f)"/>',
        '<filter id="f"><feConvolveMatrix order="99"/></filter><rect filter="url(#f)"/>',
        '<filter id="f"><feTurbulence numOctaves="999"/></filter><rect filter="url(#f)"/>',
        '<g opacity="0.9"><rect/></g>' * 300,
        "<text>" + "<tspan>a</tspan>" * 3000 + "</text>",
        f"<text>{'a' * 20_000}</text>" * 4,
        "<style>" + "".join(f".c{n}{{fill:#000}}" for n in range(9000)) + "</style>" + "<rect/>" * 9000,
        _MARKS,
    ],
)
def test_small_drawings_that_are_too_much_work_are_refused_unseen(tmp_path, body, monkeypatch) -> None:
    """The message comes without drawing, and says what to change."""
    (tmp_path / "d.svg").write_text(svg(body), encoding="utf-8")
    monkeypatch.setattr("jdgtools.render.backends.svg_pixels.svg_png", None)
    answer = small_picture(tmp_path, "d.svg")
    assert isinstance(answer, Refusal) and "too much work" in answer.reason


def test_usual_drawings_are_not_too_much_work(tmp_path) -> None:
    shadows = _BLUR + '<rect width="9" height="9" filter="url(#f)"/>' * 5
    (tmp_path / "d.svg").write_text(svg(_nested(3, 8) + shadows), encoding="utf-8")
    assert not isinstance(small_picture(tmp_path, "d.svg"), Refusal)


def test_a_style_sheet_is_read_in_one_pass() -> None:
    for sheet in ("/*" * 200_000, "{" * 200_000, "a" * 400_000, ",".join(["a"] * 200_000) + "{fill:#000}"):
        assert not isinstance(examine_svg(svg(f"<style>{sheet}</style>").encode(), 1_000_000), str)


def test_filters_of_a_base_map_decide_at_which_size_it_is_drawn(tmp_path, monkeypatch) -> None:
    sizes = []
    monkeypatch.setattr(pictures, "_SMALL_SIZE", (250_000, 4.0))
    monkeypatch.setattr(pictures, "_FULL_SIZE", (16_000_000, 12.0))
    monkeypatch.setattr(pictures, "_COARSE_SIZE", (4_000_000, 4.0))

    def drawn(drawing, pixels, seconds):
        sizes.append(pixels)
        return ProjectPicture(b"", "image/png", 1, 1, (1.0, 1.0))

    monkeypatch.setattr(pictures, "_pixels_of", drawn)
    for number, expected in ((0, 16_000_000), (1, 16_000_000), (9, 4_000_000), (150, None)):
        pictures._small_drawing.cache_clear()
        groups = '<g filter="url(#f)">' * number + "<rect/>" + "</g>" * number
        (tmp_path / f"{number}.svg").write_text(svg(_BLUR + groups), encoding="utf-8")
        base = base_picture(tmp_path, f"{number}.svg")
        assert not isinstance(base, Refusal)
        assert sizes == [250_000, *([expected] if expected else [])]
        assert base.shortfall == ("" if expected == 16_000_000 else "it has too many filters and layers")
        sizes.clear()


def test_a_map_of_many_pale_names_is_drawn_in_full() -> None:
    """Fourteen hundred numbers and twenty small groups, each with an opacity, take half a second of six."""
    names = '<text x="9" y="9" font-size="2" opacity="0.6">0101</text>' * 1_400
    groups = '<g opacity="0.5"><rect width="2" height="2"/><rect width="1" height="3"/></g>' * 20
    drawing = examine_svg(svg(names + groups).encode(), 1_000_000, 1)
    assert not isinstance(drawing, str) and drawing.work.at(pictures._FULL_SIZE[0]) < pictures._MAX_WORK


def test_a_base_map_that_is_late_once_is_not_tried_again(tmp_path, monkeypatch) -> None:
    """One look and one attempt end within the ten seconds of a command."""
    sizes = []

    def drawn(drawing, pixels, seconds):
        sizes.append(pixels)
        late = Refusal("it takes more than 7 seconds to draw")
        return ProjectPicture(b"", "image/png", 1, 1, (1.0, 1.0)) if pixels == 40_000 else late

    monkeypatch.setattr(pictures, "_pixels_of", drawn)
    pictures._small_drawing.cache_clear()
    (tmp_path / "late.svg").write_text(svg("<rect/>"), encoding="utf-8")
    base = base_picture(tmp_path, "late.svg")
    assert not isinstance(base, Refusal) and base.shortfall == "it takes more than 7 seconds to draw"
    assert sizes == [40_000, 1_500_000]


def test_large_fills_with_patterns_count_by_what_they_cover() -> None:
    pattern = '<pattern id="p" width="9" height="9"><rect width="3" height="3"/></pattern>'
    work = [
        examine_svg(svg(pattern + shape * 300).encode(), 1_000_000, 1).work.at(16_000_000)
        for shape in (
            '<rect width="420" height="300" fill="url(#p)"/>',
            '<rect width="42" height="30" fill="url(#p)"/>',
            '<path d="M0 0 9 9 0 9" style="fill:url(#p)"/>',
        )
    ]
    assert work[0] > pictures._MAX_WORK > max(work[1:])


def _ring(kind: str, key: str, number: int) -> str:
    parts = (
        f'<{kind} id="m{n}"><path d="M0 0 9 9" {key}="url(#m{(n + 1) % number})"/></{kind}>'
        for n in range(number)
    )
    return f"<defs>{''.join(parts)}</defs><path d='M0 0 9 9' {key}='url(#m0)'/>"


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("marker", "marker-mid"),
        ("marker", "style"),
        ("pattern", "fill"),
        ("mask", "mask"),
        ("clipPath", "clip-path"),
        ("filter", "filter"),
    ],
)
def test_rings_of_references_are_refused_unseen(tmp_path, monkeypatch, kind, key, number) -> None:
    monkeypatch.setattr("jdgtools.render.backends.svg_pixels.svg_png", None)
    (tmp_path / "d.svg").write_text(svg(_ring(kind, key, number)), encoding="utf-8")
    for read in (picture_size, small_picture):
        answer = read(tmp_path, "d.svg")
        assert isinstance(answer, Refusal) and "refer to one another in a ring, `#m" in answer.reason


@pytest.mark.parametrize(
    ("body", "is_ring"),
    [
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', True),
        ('<g id="a"><use href="#a"/></g>', True),
        ('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>', True),
        ('<g id="a"/><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>', False),
        ('<g id="top"><a href="#top"><path d="M0 0 9 9"/></a></g>', False),
    ],
)
def test_what_is_repeated_twice_is_no_ring(body, is_ring) -> None:
    drawing = examine_svg(svg(body).encode(), 1000)
    assert is_ring == (isinstance(drawing, str) and "in a ring" in drawing)


@pytest.mark.parametrize("kind", ["use", "pattern"])
def test_base_maps_that_are_too_much_work_are_refused_unseen(tmp_path, monkeypatch, kind) -> None:
    monkeypatch.setattr("jdgtools.render.backends.svg_pixels.svg_png", None)
    refer = {"use": '<use href="#g{}"/>', "pattern": '<rect fill="url(#g{})"/>'}[kind] * 2
    tag = {"use": "g", "pattern": "pattern"}[kind]
    parts = "".join(f'<{tag} id="g{n}">{refer.format(n + 1, n + 1)}</{tag}>' for n in range(24))
    (tmp_path / "d.svg").write_text(svg(parts + f'<{tag} id="g24"><path/></{tag}>'), encoding="utf-8")
    answer = picture_size(tmp_path, "d.svg")
    assert isinstance(answer, Refusal) and "too much work" in answer.reason


def test_a_drawing_is_looked_at_once_for_all_runs(tmp_path, monkeypatch) -> None:
    cache = Cache(tmp_path / "cache")
    (tmp_path / "d.svg").write_text(svg(""), encoding="utf-8")
    calls = []
    whole = pictures._pixels_of
    monkeypatch.setattr(pictures, "_pixels_of", lambda *given: calls.append(1) or whole(*given))
    for _ in range(2):
        assert picture_size(tmp_path, "d.svg", cache) == (420, 300)
        pictures._small_drawing.cache_clear()
        pictures._drawing_size.cache_clear()
    assert len(calls) == 1
    (tmp_path / "d.svg").write_text(svg("", 'viewBox="0 0 84 60"'), encoding="utf-8")
    assert picture_size(tmp_path, "d.svg", cache) == (84, 60)
    assert len(calls) == 2


def test_a_refusal_is_not_kept(tmp_path, monkeypatch) -> None:
    cache = Cache(tmp_path / "cache")
    (tmp_path / "d.svg").write_text(svg(""), encoding="utf-8")
    monkeypatch.setattr(pictures, "_SMALL_SIZE", (10_000, 0.0))
    assert isinstance(picture_size(tmp_path, "d.svg", cache), Refusal)
    pictures._small_drawing.cache_clear()
    pictures._drawing_size.cache_clear()
    monkeypatch.setattr(pictures, "_SMALL_SIZE", (10_000, 20.0))
    assert picture_size(tmp_path, "d.svg", cache) == (420, 300)
