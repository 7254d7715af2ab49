"""Contrast of all lettering on a printed map with the ground as it is drawn.

The map is drawn without its lettering, but with the signs that it stands upon; colour and halo of each piece are then
laid over every pixel below its box. Three quarters of the box have at least the contrast that is given: a stroke through
a corner does not count. `python -m tests.tools.contrast BATTLE` prints the least by theme and kind of lettering.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from jdgtools.render.bounds import Box, placed_texts
from jdgtools.render.colors import parse_color
from jdgtools.render.map.small_print import KINDS
from jdgtools.render.scene import DrawingLayer, Group, Item, Scene, TextItem
from tests.drawings import drawn_pixels

DPI = 150.0


class Measured(NamedTuple):
    """The contrast of one piece of lettering."""

    contrast: float
    kind: str
    word: str
    box: Box


def _luminance(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    part = pixels / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    total: NDArray[np.float64] = linear @ np.array((0.2126, 0.7152, 0.0722))
    return total


def measure(scene: Scene) -> list[Measured]:
    """Return the contrast of all lettering of a map, the least first.

    What is below a box is taken from the picture without lettering, pixel by pixel; the letters are not drawn.
    """
    bare = replace(scene, layers=tuple(map(_unlettered, scene.layers)))
    picture = drawn_pixels(bare, DPI)
    scale = picture.shape[1] / scene.width
    rows = []
    for layer in scene.layers:
        if layer.name not in KINDS:
            continue
        for text, _, box in placed_texts(Scene(scene.width, scene.height, "", (layer,))):
            left, top, right, bottom = (round(v * scale) for v in box)
            ground = picture[max(0, top) : bottom + 1, max(0, left) : right + 1]
            if ground.size and isinstance(text.fill, str):
                contrast = _contrast(text, ground.reshape(-1, 3).astype(np.float64))
                rows.append(Measured(contrast, layer.name, text.string, box))
    return sorted(rows)


def _unlettered(layer: DrawingLayer) -> DrawingLayer:
    """Return a layer without its words: a star stays below its points."""
    return replace(layer, items=_without_words(layer.items)) if layer.name in KINDS else layer


def _without_words(items: Sequence[Item]) -> tuple[Item, ...]:
    kept = (item for item in items if not isinstance(item, TextItem))
    return tuple(
        replace(item, items=_without_words(item.items)) if isinstance(item, Group) else item for item in kept
    )


def _contrast(text: TextItem, ground: NDArray[np.float64]) -> float:
    """Return the contrast of letters on a ground, pixel by pixel: what a quarter of the box falls short of."""
    about = ground
    if text.halo is not None:
        share = text.halo.opacity * text.opacity
        about = ground * (1 - share) + np.array(parse_color(text.halo.color)) * share
    letters = about * (1 - text.opacity) + np.array(parse_color(str(text.fill))) * text.opacity
    first, second = _luminance(letters), _luminance(about)
    ratio = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    return float(np.quantile(ratio, 0.25))


def main(battle: str, *themes: str) -> None:
    """Print the least contrasts of a battle."""
    from jdgtools.exporters.context import BuildContext
    from jdgtools.loading import load
    from jdgtools.render.map.draw import print_map
    from jdgtools.render.themes import THEMES
    from tests.tools.gallery import ROOT

    loaded = load(ROOT / "scenarios" / battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    for name in themes or THEMES:
        changed = replace(loaded.battle, theme={**loaded.battle.theme, "name": name})
        rows = measure(print_map(BuildContext(changed, loaded.series, loaded.charts, loaded.folder)))
        for kind in KINDS:
            found = [row for row in rows if row.kind == kind]
            if found:
                short = sum(row.contrast < 4.5 for row in found)
                least = " ".join(f"{row.word} {row.contrast:.1f}" for row in found[:4])
                print(f"{name:12} {kind:12} {len(found):4} letterings, {short:3} below 4.5: {least}")


if __name__ == "__main__":
    main(*sys.argv[1:])
