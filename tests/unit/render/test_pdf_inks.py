"""Colours in printing inks: films over a ground give the tint that red, green and blue give."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import numpy as np
import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.pdf_color import PdfColours, cmyk, cmyk_pixels
from jdgtools.render.colors import parse_color
from jdgtools.render.scene import DrawingLayer, Rect, Scene

MOST_INK = 3.0
"""Ink on a place, 1 for a full plate, that presses on coated paper take."""
LIGHT, DARK = "#f4ecd8", "#10181c"


def _inks(operator: str) -> list[float]:
    return [float(word) for word in operator.split()[:4]]


def _as_light(inks: list[float]) -> list[float]:
    """Return red, green and blue (0-255) of inks, the conversion read backwards."""
    return [255 * (1 - ink) * (1 - inks[3]) for ink in inks[:3]]


@pytest.mark.parametrize(
    ("paper", "film", "opacity"),
    [
        (LIGHT, "#2c2740", 0.17),
        (LIGHT, "#7c9a5c", 0.55),
        (LIGHT, "#fffae4", 0.2),
        (DARK, "#060810", 0.4),
        ("#000000", "#2c2740", 0.0),
    ],
)
def test_a_film_blends_in_inks_as_it_does_in_light(paper: str, film: str, opacity: float) -> None:
    colours = PdfColours("cmyk")
    colours.lie_on(paper)
    ground, over = _inks(colours.fill(paper)), _inks(colours.film(film))
    blended = [(1 - opacity) * below + opacity * above for below, above in zip(ground, over, strict=True)]
    wanted = [
        (1 - opacity) * below + opacity * above
        for below, above in zip(parse_color(paper), parse_color(film), strict=True)
    ]
    assert _as_light(blended) == pytest.approx(wanted, abs=0.6)
    assert sum(blended) <= MOST_INK


def test_no_colour_has_more_ink_than_a_press_takes_and_greys_are_black_alone() -> None:
    colours = np.array(list(product((*range(0, 255, 15), 1, 2, 254, 255), repeat=3)), dtype=np.uint8)
    plates = np.array([cmyk(*(part / 255 for part in colour)) for colour in colours.tolist()])
    for inks in plates, cmyk_pixels(colours) / 255:
        assert inks.sum(axis=-1).max() <= MOST_INK
        assert inks[:, :3].min(axis=-1).max() == 0
        assert inks[np.ptp(colours, axis=-1) == 0, :3].max() == 0


def test_thin_films_of_a_map_have_the_black_of_their_paper_and_nothing_else_has() -> None:
    films = (Rect(0, 0, 9, 9, fill="#2c2740", opacity=0.2), Rect(0, 0, 9, 9, fill="#2c2740", opacity=0.8))
    scene = Scene(9, 9, "map", (DrawingLayer("ground", films),), background=LIGHT)
    black = []
    reader = PdfReader(BytesIO(render_pdf([scene], color="cmyk")))
    for number in range(1, reader.trailer["/Size"]):
        thing = reader.get_object(number)
        if "/Subtype" in (thing or {}) and thing["/Subtype"] == "/Form":
            black += [float(o[3]) for o, name in ContentStream(thing, reader).operations if name == b"k"]
    page = reader.pages[0].get_contents()
    black += [float(o[3]) for o, name in ContentStream(page, reader).operations if name == b"k"]
    assert sorted(black) == pytest.approx([0.0431, 0.0431, 0.749], abs=0.001)
