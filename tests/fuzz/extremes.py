"""Drawings and GIS data that are well formed and out of all measure: much work in few lines, odd geometry."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any

from tests.fuzz.damage_text import Damage

Maker = Callable[[random.Random], str]
_SHAPES = (
    '<rect x="10" y="10" width="90" height="80" fill="#246"/>',
    '<circle cx="60" cy="60" r="50" fill="#642" stroke="#000" stroke-width="3"/>',
    '<path d="M5 5 C 30 99, 90 -20, 110 115 S 60 60, 5 115 Z" fill="#264" fill-rule="evenodd"/>',
    '<text x="10" y="60" font-size="20">Valmar</text>',
)
NUMBERS = ("0", "-1", "1e-9", "0.0001", "1e4", "1e7", "1e30", "1e308", "nan", "-0", "100%", "99999999999")


def _many(rng: random.Random, most: float) -> int:
    """Return a number up to `most`, as likely a small one as a large one."""
    return int(most ** rng.random())


def _nested(rng: random.Random, attribute: str, most: int) -> str:
    """Return shapes in many groups, each with an attribute."""
    depth = _many(rng, most)
    return f"<g {attribute}>" * depth + rng.choice(_SHAPES) * rng.choice((1, 2)) + "</g>" * depth


def _filters(rng: random.Random) -> str:
    steps = (
        f'<feGaussianBlur stdDeviation="{rng.choice(("0.1", "5", "60", "9999"))}"/>',
        f'<feTurbulence baseFrequency="0.5" numOctaves="{_many(rng, 9999)}"/>',
        f'<feMorphology operator="dilate" radius="{_many(rng, 400)}"/>',
        '<feSpecularLighting><fePointLight x="1" y="2" z="3"/></feSpecularLighting>',
        f'<feConvolveMatrix order="9" kernelMatrix="{"1 " * 81}"/>',
        f'<feOffset dx="{rng.choice(NUMBERS)}"/>',
        '<feFlood width="0.01" height="0.01"/><feTile/>',
        '<feComponentTransfer><feFuncR type="table" tableValues="0 1"/></feComponentTransfer>',
        '<feColorMatrix type="hueRotate" values="90"/><feDisplacementMap in2="SourceGraphic" scale="40"/>',
    )
    inside = "".join(rng.choice(steps) for _ in range(_many(rng, 60)))
    region = rng.choice(("", 'x="-9" y="-9" width="19" height="19"', 'width="0.0001"', 'x="nan"'))
    body = _nested(rng, rng.choice(('filter="url(#f)"', 'style="filter:blur(4px) url(#f)"')), 200)
    return f'<filter id="f" {region}>{inside}</filter>{body}'


def _layers(rng: random.Random) -> str:
    look = ('opacity="0.9"', 'style="mix-blend-mode:multiply"', 'style="isolation:isolate"')
    if rng.random() < 0.5:
        return _nested(rng, rng.choice(look), 250)
    return f"<g {rng.choice(look)}>{''.join(_SHAPES[:2])}</g>" * _many(rng, 3000)


def _clips(rng: random.Random) -> str:
    kind, attribute = rng.choice((("clipPath", "clip-path"), ("mask", "mask")))
    length = _many(rng, 300)
    chain = "".join(
        f'<{kind} id="c{n}"{f" {attribute}={chr(34)}url(#c{n + 1}){chr(34)}" * (n + 1 < length)}>'
        f'<circle cx="60" cy="60" r="50" fill="#fff"/></{kind}>'
        for n in range(length)
    )
    return chain + _nested(rng, f'{attribute}="url(#c0)"', 60) * _many(rng, 60)


def _gradients(rng: random.Random) -> str:
    length, kind = _many(rng, 3000), rng.choice(("linearGradient", "radialGradient"))
    odd = rng.choice(
        ("", 'gradientTransform="scale(0)"', 'r="1e-9"', 'gradientUnits="userSpaceOnUse" x2="1e-7"')
    )
    chain = "".join(f'<{kind} id="g{n}" href="#g{n + 1}" {odd}/>' for n in range(length))
    stops = "".join(
        f'<stop offset="{rng.random():.3f}" stop-color="#{rng.randrange(4096):03x}"/>' for _ in range(9)
    )
    return f'{chain}<{kind} id="g{length}">{stops}</{kind}><rect width="99" height="99" fill="url(#g0)"/>'


def _patterns(rng: random.Random) -> str:
    depth, size = _many(rng, 40), rng.choice(("0.0001", "1", "30", "1e6", *NUMBERS))
    chain = "".join(
        f'<pattern id="p{n}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<rect width="30" height="30" fill="url(#p{n + 1})"/></pattern>'
        for n in range(depth)
    )
    return chain + '<rect width="110" height="110" fill="url(#p0)"/>' * _many(rng, 300)


def _uses(rng: random.Random) -> str:
    depth, fan = _many(rng, 12), _many(rng, 12)
    groups = "".join(
        f'<g id="u{n}">{f"<use href={chr(34)}#u{n + 1}{chr(34)} x={chr(34)}3{chr(34)}/>" * fan}</g>'
        for n in range(depth)
    )
    return f'{groups}<g id="u{depth}">{rng.choice(_SHAPES)}</g>'


def _sheets(rng: random.Random) -> str:
    count = _many(rng, 4000)
    head = rng.choice(
        (".c{n}", "#i{n}", "[class='c{n}']", "g > rect.c{n}", "svg g g rect.c{n}", "rect:first-child", "*")
    )
    rule = rng.choice(
        ("fill:#123", "filter:url(#none)", "opacity:0.5", "font-size:1e9px", "transform:scale(1e9)")
    )
    rules = "".join(f"{head.replace('{n}', str(n))}{{{rule}}}" for n in range(count))
    shapes = "".join(f'<rect class="c{n}" width="9" height="9"/>' for n in range(_many(rng, 4000)))
    return f"<style>{rules}</style><g>{shapes}</g>"


def _lines(rng: random.Random) -> str:
    count = _many(rng, 40_000)
    step = rng.choice(
        ("L 100 100 L 0 0 ", "l 1 1 l -1 -1 ", "A 1e7 1e7 33 1 1 3 3 ", "C 100 100 -99 77 3 3 ")
    )
    look = rng.choice(
        (
            'stroke-dasharray="0.001"',
            'stroke-width="90" stroke-linejoin="round" stroke-linecap="round"',
            'marker-mid="url(#m)"',
            'stroke-dasharray="nan 1e-9"',
        )
    )
    mark = '<marker id="m" markerWidth="9" markerHeight="9"><circle r="4"/></marker>'
    return f'{mark}<path d="M 0 0 {step * count}" stroke="#000" fill="none" {look}/>'


def _letters(rng: random.Random) -> str:
    text = rng.choice(("jdg ", "jdgx", "ab\u05d0\u202e", "e\u0301", "\U0001f600")) * _many(rng, 4500)
    look = rng.choice(
        ("", 'stroke="#f00" stroke-dasharray="0.1"', 'letter-spacing="1e6"', 'text-decoration="underline"')
    )
    text = rng.choice((text, f'<textPath href="#w">{text}</textPath>', "<tspan>a</tspan>" * _many(rng, 9000)))
    return (
        f'<path id="w" d="M 0 0 {"l 9 9 l 9 -9 " * 300}"/>'
        + f'<text y="30" font-size="4" {look}>{text}</text>' * _many(rng, 60)
    )


def _numbers(rng: random.Random) -> str:
    def one() -> str:
        return rng.choice(NUMBERS)

    return "".join(
        f'<g transform="matrix({one()} {one()} {one()} {one()} {one()} {one()})">'
        f'<rect x="{one()}" width="{one()}" height="{one()}" rx="{one()}" stroke="#000" stroke-width="{one()}"/>'
        f'<path d="M {one()} {one()} L {one()} {one()} Q {one()} {one()} {one()} {one()} Z"/></g>'
        f'<svg viewBox="{one()} {one()} {one()} {one()}" width="{one()}">{rng.choice(_SHAPES)}</svg>'
        for _ in range(_many(rng, 200))
    )


DRAWINGS: dict[str, Maker] = {
    "filters": _filters,
    "layers": _layers,
    "clips": _clips,
    "gradients": _gradients,
    "patterns": _patterns,
    "uses": _uses,
    "style sheet": _sheets,
    "lines": _lines,
    "letters": _letters,
    "numbers": _numbers,
}


def extreme_drawing(rng: random.Random) -> Damage:
    """A drawing that asks for much, or for odd things, in one or two ways."""
    names = rng.sample(sorted(DRAWINGS), rng.choice((1, 1, 2)))
    body = "".join(DRAWINGS[name](rng) for name in names)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120">{body}</svg>'
    )
    return Damage(f"drawing: extreme {', '.join(names)}", text.encode())


Positions = list[list[Any]]
_WEST, _SOUTH, _WIDTH, _HEIGHT = 482_000.0, 5_350_000.0, 2_000.0, 1_900.0
"""The ground of the base, metres."""
_WORTHS: tuple[dict[str, Any], ...] = (
    {"landuse": "forest"},
    {"natural": "heath"},
    {"building": "yes"},
    {"highway": "primary", "name": "Old road"},
    {"highway": "track"},
    {"waterway": "river", "name": "Ash"},
    {"waterway": "stream"},
    {"contour": 220},
    {"contour": "nan"},
    {"natural": "peak", "ele": "1e999"},
    {"place": "village", "name": "\u202eAshby" * 9},
    {"zone": "hill"},
    {},
)
"""What features of the base say they are, and some odd things."""


def _somewhere(rng: random.Random) -> list[Any]:
    return [round(_WEST + rng.random() * _WIDTH, 2), round(_SOUTH + rng.random() * _HEIGHT, 2)]


def _square(x: float, y: float, side: float) -> Positions:
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]


def _overlaps(rng: random.Random) -> Any:
    corner, side = _somewhere(rng), rng.choice((0.0001, 1.0, 300.0, 1500.0, 1e8))
    step = rng.choice((0.0, 0.01, 7.0))
    return [[_square(corner[0] + n * step, corner[1] + n * step, side)] for n in range(_many(rng, 3000))]


def _small_areas(rng: random.Random) -> Any:
    count, side = _many(rng, 30_000), rng.choice((0.001, 3.0, 12.0))
    across = math.isqrt(count) + 1
    return [
        [_square(_WEST + n % across * _WIDTH / across, _SOUTH + n // across * _HEIGHT / across, side)]
        for n in range(count)
    ]


def _degenerate(rng: random.Random) -> Any:
    a, b, c = (_somewhere(rng) for _ in range(3))
    rings = (
        [], [a], [a, a], [a, b, a], [a] * 9, [a, b, a, b, a], [a, b, c], [a, b, c, a, b, c, a],
        [a, b, [*b], c, [*c, 5.0], a], [a, b, [b[0], b[1] + 1e-9], a], [a, c, b, [a[0], b[1]], a],
    )  # fmt: skip
    return [[rng.choice(rings) for _ in range(rng.choice((0, 1, 2, 3)))] for _ in range(_many(rng, 60))]


def _stars(rng: random.Random) -> Any:
    return [[[_somewhere(rng) for _ in range(3 + _many(rng, 400))]] for _ in range(_many(rng, 6))]


def _holes(rng: random.Random) -> Any:
    outer = _square(_WEST, _SOUTH, 1800.0)
    side = rng.choice((0.5, 20.0, 400.0, 4000.0))
    return [[outer, *(_square(*_somewhere(rng), side) for _ in range(_many(rng, 900)))]]


def _far_numbers(rng: random.Random) -> Any:
    values = (math.nan, math.inf, -math.inf, 1e308, -1e308, 1e-320, 1e9, 10**400, None, "1", True, [], {})
    ring = _square(*_somewhere(rng), 300.0)
    ring[rng.randrange(5)][rng.randrange(2)] = rng.choice(values)
    return [[ring]]


def _degrees(rng: random.Random) -> Any:
    del rng
    return [[[[179.9, 10.0], [-179.9, 10.0], [-179.9, 11.0], [179.9, 11.0], [179.9, 10.0]]]]


AREAS: dict[str, Callable[[random.Random], Any]] = {
    "overlaps": _overlaps,
    "small areas": _small_areas,
    "degenerate rings": _degenerate,
    "stars": _stars,
    "holes": _holes,
    "numbers": _far_numbers,
    "antimeridian": _degrees,
}


def _geometries(kind: str, areas: Any, rng: random.Random) -> list[dict[str, Any]]:
    """Return areas as the geometry of features: one by one, as one, as their outlines, or in collections."""
    form = rng.randrange(5)
    if form == 0:
        return [{"type": "MultiPolygon", "coordinates": areas}]
    if form == 1:
        return [{"type": "MultiLineString", "coordinates": [ring for rings in areas for ring in rings]}]
    if form == 2 and kind != "degenerate rings":
        return [{"type": "LineString", "coordinates": ring} for rings in areas for ring in rings]
    if form == 3:
        inside: dict[str, Any] = {"type": "MultiPolygon", "coordinates": areas}
        for _ in range(_many(rng, 30)):
            inside = {"type": "GeometryCollection", "geometries": [inside]}
        return [inside]
    return [{"type": "Polygon", "coordinates": rings} for rings in areas]


def extreme_ground(content: bytes, rng: random.Random) -> Damage:
    """The GIS data with features before or behind its own that are odd, or far too many."""
    data = json.loads(content)
    name = rng.choice(sorted(AREAS))
    said = rng.choice(_WORTHS)
    more = [
        {"type": "Feature", "properties": said, "geometry": geometry}
        for geometry in _geometries(name, AREAS[name](rng), rng)
    ]
    features = data["features"]
    data["features"] = [*more, *features] if rng.random() < 0.5 else [*features, *more]
    return Damage(f"ground: extreme {name}", json.dumps(data).encode())
