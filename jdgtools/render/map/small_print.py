"""Letters of the print map that are smaller than players can read, on the paper that was chosen for it."""

from __future__ import annotations

from msgspec import Struct

from jdgtools.render.bounds import placed_texts
from jdgtools.render.map.context import MapContext
from jdgtools.render.map.lettering import MIN_LETTERS
from jdgtools.render.scene import Scene
from jdgtools.render.text import points

KINDS = {
    "numbers": "numbers of hexes",
    "heights": "numerals of levels",
    "marks": "words and figures of marks",
    "names": "names",
    "regions": "names of ground",
    "setup areas": "names of setup areas",
}
"""Layer of the map -> what its letters are called in messages."""


class SmallPrint(Struct, frozen=True):
    """Letters of one kind that are too small."""

    kind: str
    """What they are, one of the words of ``KINDS``."""
    example: str
    """The first of the smallest; '' where letters stand one by one along a line."""
    points: float
    """Size of the smallest, points."""


def all_readable_from(context: MapContext) -> float:
    """Return the size of hexes, mm, from which no letter is too small: numbers are the smallest."""
    return MIN_LETTERS / context.theme.number("map.grid.number_size")


def small_print(scene: Scene) -> list[SmallPrint]:
    """Return the letters of a print map that are smaller than five points, a row for each kind."""
    rows = []
    for layer in scene.layers:
        if layer.name not in KINDS:
            continue
        sizes = [
            (text.size, text.string)
            for text, _, _ in placed_texts(Scene(scene.width, scene.height, "", (layer,)))
            if text.size < MIN_LETTERS - 1e-6
        ]
        if sizes:
            least = min(size for size, _ in sizes)
            words = (string for size, string in sizes if size == least and len(string) > 1)
            rows.append(SmallPrint(KINDS[layer.name], next(words, ""), points(least)))
    return rows
