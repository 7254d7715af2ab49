"""Drawings that are taken over in vectors look like those of a program that reads all of SVG."""

from __future__ import annotations

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.png import render_png
from jdgtools.render.scene import Scene, Use
from jdgtools.render.svg_in import svg_symbol
from jdgtools.untrusted.decoders import svg_png

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{}">'
STOPS = '<stop offset="0" stop-color="#c00"/><stop offset="60%" stop-color="gold"/><stop offset="1" stop-color="#024"/>'


def page(body: str, view: str = "0 0 60 40") -> str:
    return HEAD.format(view) + body + "</svg>"


def ours(svg: str, width: int, height: int) -> Image.Image | None:
    symbol = svg_symbol(svg.encode())
    if symbol is None:
        return None
    scene = Scene.of(float(width), float(height), [Use.fit(symbol, 0, 0, width, height)])
    scene = Scene(scene.width, scene.height, "", scene.layers, background="#ffffff")
    return Image.open(io.BytesIO(render_png(scene, size_px=(width, height)))).convert("RGB")


def theirs(svg: str, width: int, height: int) -> Image.Image:
    image = Image.open(io.BytesIO(svg_png(svg.encode(), width, height))).convert("RGBA")
    ground = Image.new("RGBA", image.size, "#ffffff")
    return Image.alpha_composite(ground, image).convert("RGB")


def differ(first: Image.Image, second: Image.Image) -> float:
    """Mean difference of pixels, 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(first, second)).mean)


ALIKE = {
    "shapes": '<rect x="3" y="4" width="20" height="12" rx="3" fill="teal"/><circle cx="40" cy="12" r="9"/>'
    '<ellipse cx="15" cy="30" rx="12" ry="6" fill="rgb(200,100,30)"/><polygon points="35,25 55,25 45,38"/>'
    '<polyline points="30,20 34,36 38,20" fill="none" stroke="red"/><line x1="2" y1="2" x2="58" y2="38" stroke="#080"/>',
    "paths": '<path d="M5 5h20v10l-4 6q-8 4-12-4t-4-12z" fill="#a33"/>'
    '<path d="M30 10a10 6 20 1 1 20 4a8 8 0 00-14 8.5z" fill="#36a" stroke="#000" stroke-width=".8"/>'
    '<path d="M5 35C15 20 25 39 30 30S45 25 55 35" fill="none" stroke="#060" stroke-width="2"/>',
    "even-odd": '<path fill-rule="evenodd" d="M5 5H55V35H5ZM15 12H45V28H15Z"/>',
    "groups": '<g transform="translate(30 20) rotate(30) scale(1.2 .7)" fill="#824" stroke="#000" stroke-width="2">'
    '<rect x="-12" y="-8" width="24" height="16"/><g fill="gold" transform="skewX(20)"><circle r="6"/></g></g>',
    "opacity": '<rect width="40" height="30" fill="#00f"/><g opacity=".5"><rect x="20" y="10" width="30" height="25" '
    'fill="#f00"/><circle cx="30" cy="25" r="12" fill="#ff0"/></g><circle cx="12" cy="12" r="9" fill="#fff" '
    'fill-opacity=".6" stroke="#000" stroke-opacity=".4" stroke-width="3"/>',
    "dashes": '<path d="M5 10H55M5 20H55M5 30H55" stroke="#000" stroke-width="3" stroke-dasharray="6 2 1" '
    'stroke-linecap="butt"/><path d="M10 35L30 5L50 35" fill="none" stroke="#c00" stroke-width="4" '
    'stroke-linejoin="round" stroke-linecap="round"/>',
    "linear gradient": f'<defs><linearGradient id="a" x2="1" y2="1">{STOPS}</linearGradient></defs>'
    '<rect x="4" y="4" width="52" height="20" fill="url(#a)"/><circle cx="30" cy="31" r="8" fill="url(#a)"/>',
    "gradient in user space": f'<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="10" y1="5" x2="40" y2="30" '
    f'gradientTransform="rotate(20) scale(1 .5)">{STOPS}</linearGradient><rect width="60" height="40" fill="url(#a)"/>',
    "gradient over a curve": f'<linearGradient id="a" y2="1" x2="0">{STOPS}</linearGradient>'
    '<path d="M10 30C10-20 50-20 50 30C40 50 20 0 10 30Z" fill="url(#a)"/>',
    "radial gradient": f'<radialGradient id="a">{STOPS}</radialGradient><circle cx="20" cy="20" r="16" fill="url(#a)"/>'
    '<rect x="40" y="6" width="16" height="28" fill="url(#a)"/>',
    "inherited stops": f'<linearGradient id="s">{STOPS}</linearGradient><radialGradient id="a" xlink:href="#s" cx="30" '
    'cy="20" r="25" gradientUnits="userSpaceOnUse"/><rect x="2" y="2" width="56" height="36" fill="url(#a)"/>',
    "faded gradient": '<rect width="30" height="40" fill="#084"/><linearGradient id="a"><stop stop-color="#fff"/>'
    '<stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient><rect width="60" height="40" fill="url(#a)"/>',
    "style sheet": "<style>.a, .b{fill:#c60} .b{stroke:#000;stroke-width:2px} rect{opacity:.8}</style>"
    '<rect class="a" x="4" y="4" width="20" height="20"/><circle class="b a" cx="42" cy="20" r="12" style="fill:#06c"/>',
    "use": '<defs><g id="g"><path d="M0 0h8v8z"/></g></defs><use href="#g" x="5" y="5"/>'
    '<use xlink:href="#g" transform="translate(30 10) scale(2)" fill="#a0a"/>',
    "clip": '<clipPath id="c"><circle cx="30" cy="20" r="15"/></clipPath><g clip-path="url(#c)">'
    '<rect width="60" height="20" fill="#c00"/><rect y="20" width="60" height="20" fill="#00c"/></g>',
    "notes of editors": '<title>t</title><metadata>m</metadata><!-- c --><g id="layer1" data-x="1">'
    '<path d="m 5,5 c 10,0 20,10 40,25" style="fill:none;stroke:#000000;stroke-width:1.5;stroke-linecap:round;'
    'stroke-miterlimit:4;stroke-dasharray:none;stroke-opacity:1;-inkscape-stroke:none;font-size:12px"/></g>',
    "colours": '<g color="#0a6"><rect width="20" height="40" fill="currentColor"/></g><rect x="20" width="20" '
    'height="40" fill="hsl(300, 60%, 50%)"/><rect x="40" width="20" height="40" fill="rgba(0,0,255,0.5)"/>',
    "hidden": '<rect width="9" height="9" display="none"/><g visibility="hidden"><rect width="30" height="30"/>'
    '<circle cx="30" cy="20" r="9" visibility="visible"/></g>',
    "other origin": '<rect x="-4" y="-6" width="10" height="9" fill="#c0c"/>',
}  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_drawings_look_the_same_in_vectors(name: str) -> None:
    svg = page(ALIKE[name], "-10 -10 60 40" if name == "other origin" else "0 0 60 40")
    vectors = ours(svg, 360, 240)
    assert vectors is not None
    reference = theirs(svg, 360, 240)
    assert differ(reference, Image.new("RGB", reference.size, "#ffffff")) > 2
    # pdfium draws gradients in 256 steps.
    assert differ(vectors, reference) < (3.0 if "radient" in svg else 1.6)
    # No place differs by more than the softness of an edge.
    small = ImageChops.difference(
        vectors.resize((36, 24), Image.Resampling.BOX), reference.resize((36, 24), Image.Resampling.BOX)
    )
    assert max(high for _, high in small.getextrema()) < 26


@pytest.mark.parametrize(
    "body",
    [
        "<text>a</text>",
        '<rect width="9" height="9" filter="url(#f)"/>',
        '<rect width="9" height="9" style="mix-blend-mode:multiply"/>',
        '<rect width="9" height="9" mask="url(#m)"/>',
        '<rect width="50%" height="9"/>',
        '<rect width="9" height="9" fill="url(#p)"/><pattern id="p"/>',
        '<path d="M0 0L9 9" marker-end="url(#m)" stroke="#000"/>',
        '<path d="M0 0L9"/>',
        '<path d="L9 9"/>',
        '<rect width="9" height="9" transform="spin(3)"/>',
        '<rect width="9" height="9" transform="scale(0)"/>',
        '<rect width="1e99" height="9"/>',
        '<rect width="9" height="9" fill="var(--x)"/>',
        '<rect width="9" height="9" fill="icc-color(x)"/>',
        "<style>g rect{fill:red}</style>",
        "<style>@media print{rect{fill:red}}</style>",
        f'<linearGradient id="a" spreadMethod="reflect">{STOPS}</linearGradient><rect width="9" height="9" fill="url(#a)"/>',
        f'<radialGradient id="a" fx=".2">{STOPS}</radialGradient><rect width="9" height="9" fill="url(#a)"/>',
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
        '<g id="a"><use href="#a"/></g>',
        '<use href="#nothing"/>',
        '<symbol id="s"><rect width="9" height="9"/></symbol><use href="#s"/>',
        '<switch><rect width="9" height="9"/></switch>',
        "<g>" * 60 + "</g>" * 60,
        '<rect width="1" height="1"/>' * 3100,
        '<g transform="scale(1000)"><rect width=".01" height=".01"/></g>',
    ],
)  # fmt: skip
def test_what_a_scene_cannot_show_stays_a_picture(body: str) -> None:
    assert svg_symbol(page(body).encode()) is None


@pytest.mark.parametrize(
    "svg",
    [
        b"", b"<svg", b"<html/>", b"\xff\xfe", b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        page("", "0 0 0 9").encode(), page("", "a b c d").encode(), page("", "0 0 1e300 1").encode(),
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="90"/>',
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_none(svg: bytes) -> None:
    assert svg_symbol(svg) is None


def test_a_drawing_is_vectors_in_a_file() -> None:
    symbol = svg_symbol(page(ALIKE["radial gradient"]).encode())
    assert symbol is not None
    assert svg_symbol(page(ALIKE["radial gradient"]).encode()) is symbol
    pdf = render_pdf([Scene.of(60, 40, [Use.fit(symbol, 0, 0, 60, 40)])], "x")
    assert b"/Image" not in pdf
    assert b"/ShadingType 3" in pdf


NUMBERS = st.one_of(
    st.integers(-30, 70).map(str),
    st.sampled_from(["0", ".5", "1e3", "-0", "1e40", "nan", "", "5%", "2mm", "x"]),
)
NAMES = st.sampled_from(
    ["x", "y", "width", "height", "rx", "cx", "cy", "r", "x1", "x2", "d", "points", "fill", "stroke", "stroke-width", "opacity",
     "transform", "style", "class", "id", "href", "clip-path", "stroke-dasharray", "fill-rule", "display", "offset",
     "gradientUnits", "gradientTransform", "stop-color", "stroke-linejoin"]
)  # fmt: skip
VALUES = st.one_of(
    NUMBERS,
    st.sampled_from(
        ["red", "none", "url(#a)", "url(#b) none", "#a", "a", "evenodd", "M0 0L20 20H5Z", "M5 5a9 4 0 1120 9", "1,1 20,5 9,30",
         "rotate(20)", "scale(2 .5) translate(3)", "matrix(1 0 0 1 2)", "fill:blue;opacity:.5", "3 1", "userSpaceOnUse",
         "currentColor", "rgb(300,1)", "hsl(5,5%,5%)", "inherit", ";;:", "M", "M0 0Q", "\t", "ą"]
    ),
)  # fmt: skip
ELEMENTS = st.recursive(
    st.builds(lambda tag, said: (tag, said, []), st.sampled_from(["path", "rect", "circle", "line", "polygon", "use", "stop", "text"]), st.dictionaries(NAMES, VALUES, max_size=6)),
    lambda inner: st.builds(
        lambda tag, said, children: (tag, said, children),
        st.sampled_from(["g", "defs", "linearGradient", "radialGradient", "clipPath"]),
        st.dictionaries(NAMES, VALUES, max_size=4),
        st.lists(inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip


def written(element: tuple[str, dict[str, str], list]) -> str:  # type: ignore[type-arg]
    tag, attributes, children = element
    text = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"<{tag} {text}>{''.join(map(written, children))}</{tag}>"


@given(st.lists(ELEMENTS, max_size=4))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_drawing_is_a_traceback_and_what_is_understood_can_be_drawn(elements) -> None:  # type: ignore[no-untyped-def]
    symbol = svg_symbol(page("".join(map(written, elements))).encode())
    if symbol is not None:
        scene = Scene.of(30, 20, [Use.fit(symbol, 0, 0, 30, 20)])
        assert render_png(scene, size_px=(30, 20))
        assert render_pdf([scene], "x")
