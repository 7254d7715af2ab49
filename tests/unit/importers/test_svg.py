"""Boards drawn as SVG."""

from __future__ import annotations

import csv
import io

import pytest
import yaml

from jdgtools.errors import InputRefused
from jdgtools.importers import svg
from jdgtools.importers.svg import svg_pixels, svg_size
from jdgtools.importers.vassal import import_module
from jdgtools.vassal.build import board
from tests.unit.importers.modules import HEIGHT, WIDTH, foreign, hex_board

NS = 'xmlns="http://www.w3.org/2000/svg"'


def drawing(attributes: str, inside: str = "") -> bytes:
    return f"<?xml version='1.0'?><!-- a board --><svg {NS} {attributes}>{inside}</svg>".encode()


# As the engine's own SVGImageUtils computes them.
@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="700" height="560"', (700, 560)),
        ('width="700px" height="560.9"', (700, 560)),
        ('width="25.4mm" height="1in"', (96, 96)),
        ('width="72pt" height="6pc"', (96, 96)),
        ('viewBox="0 0 300 200"', (300, 200)),
        ('width="50%" height="100%" viewBox="0,0,300,200"', (150, 200)),
        ('width="90" viewBox="0 0 300 200"', (90, 200)),
        ('height="90"', (90, 90)),
    ],
)
def test_the_size_is_what_the_engine_reads(attributes: str, size: tuple[int, int]) -> None:
    assert svg_size(drawing(attributes)) == size


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (drawing(""), "no size"),
        (drawing('width="0" height="5"'), "no size"),
        (drawing('width="1e9" height="5"'), "no size"),
        (drawing('width="NaN" height="inf"'), "no size"),
        (b"<html/>", "named SVG and is none"),
        (b"", "damaged"),
        (b"\x89PNG", "damaged"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg width="&a;"/>', "declares entities"),
        (b"<svg " + b"x" * svg.MAX_BYTES, "bytes"),
    ],
)
def test_what_is_no_drawing_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InputRefused, match=why):
        svg_size(data)


def painted() -> bytes:
    lake = '<rect x="374" y="130" width="60" height="60" fill="#3c5ac8"/>'
    return drawing(
        f'width="{WIDTH}" height="{HEIGHT}"', f'<rect width="100%" height="100%" fill="#aabe78"/>{lake}'
    )


def test_an_svg_board_has_hexes_and_a_draft_of_its_terrain() -> None:
    grid = next(iter(hex_board().children))
    module = foreign(board("Field", "field.svg", [grid]))
    module.entries["images/field.svg"] = painted()
    done = import_module(module.data())
    assert yaml.safe_load(done.files["map.yaml"])["grid"]["columns"] == 8
    found = {
        r["hex"]: r["class"]
        for r in csv.DictReader(io.StringIO(done.files["terrain-confidence.csv"].decode()))
    }
    assert [h for h, c in found.items() if c != found["0101"]] == ["0502"]


def test_a_drawing_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    uses = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 12 + "</g>" for n in range(1, 12))
    bomb = drawing(
        'width="50" height="50"', f'<defs><rect id="g0" width="1" height="1"/>{uses}</defs><use href="#g11"/>'
    )
    monkeypatch.setattr(svg, "_SECONDS", 1)
    with pytest.raises(InputRefused, match="the SVG"):
        svg_pixels(bomb, 50, 50)
    with pytest.raises(InputRefused, match="pixels"):
        svg_pixels(painted(), 10_000, 10_000)
