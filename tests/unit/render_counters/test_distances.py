"""Lettering on the counters of every battle keeps its distance from figures and coats of arms, in pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from jdgtools.loading import load
from jdgtools.render.backends.png import render_pngs
from jdgtools.render.counters import counter_list
from jdgtools.render.counters.face import _inside_cut, _Painter
from jdgtools.render.counters.palette import counter_theme
from jdgtools.render.counters.spec import EDGE, ArtPicture, FaceSpec, Figure, Lettering, Shield
from jdgtools.render.scene import Item, Scene, TextItem

SCENARIOS = Path(__file__).parents[3] / "scenarios"
_PIXELS = 16
"""Of a millimetre."""
_LEAST = 2
"""Pixels between ink and ink, an eighth of a millimetre: tails of letters on a stripe, hats right below it."""
_NOTHING = "#ff00ff"
"""A colour that no counter has."""


def _masks(scenes: list[Scene], hexes: int) -> list[Image.Image]:
    """Return where something is drawn on pictures of faces: white there, else black."""
    size = round(EDGE * hexes * _PIXELS), round(EDGE * _PIXELS)
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in render_pngs(scenes, size_px=size)]
    empty = Image.new("RGB", size, _NOTHING)
    grey = [ImageChops.difference(picture, empty).convert("L") for picture in pictures]
    return [picture.point(lambda level: 255 if level > 40 else 0) for picture in grey]


def _drawings(spec: FaceSpec, painter: _Painter) -> tuple[Item, ...]:
    """Return figures and arms, without what lies behind lettering on purpose: it is pale."""
    parts = [part for part in spec.parts if isinstance(part, Figure | Shield | ArtPicture)]
    return tuple(item for p in parts if getattr(p, "ink", "") != "$soft" for item in painter.draw(p))


def _lettering(spec: FaceSpec, painter: _Painter) -> tuple[Item, ...]:
    parts = [part for part in _inside_cut(spec, 1.0) if isinstance(part, Lettering)]
    texts = [text for part in parts for text in painter.draw(part)]
    return tuple(
        TextItem(t.x, t.y, t.string, t.size, t.font, t.anchor, fill="#000000", rotate=t.rotate)
        for t in texts
        if isinstance(t, TextItem)
    )


def _faces(battle: str) -> Iterator[tuple[str, int, tuple[Item, ...], tuple[Item, ...]]]:
    """Yield every face once: its name, its hexes, what is drawn on it and its lettering."""
    loaded = load(SCENARIOS / battle)
    assert loaded.battle is not None and loaded.series is not None
    theme, seen = counter_theme(), set()
    for language in loaded.battle.series.languages:
        for counter in counter_list(loaded.battle, loaded.series, language=language, project=loaded.folder):
            for spec in (counter.front, counter.back):
                if spec is None:
                    continue
                painter = _Painter(spec, theme, 1.0)
                drawings, letters = _drawings(spec, painter), _lettering(spec, painter)
                key = repr((drawings, letters))
                if drawings and letters and key not in seen:
                    seen.add(key)
                    yield f"{counter.id} ({language})", spec.hexes, drawings, letters


@pytest.mark.parametrize("battle", sorted(folder.name for folder in SCENARIOS.iterdir()))
def test_lettering_keeps_its_distance_from_drawings(battle: str) -> None:
    near = []
    for hexes in (1, 2):
        faces = [face for face in _faces(battle) if face[1] == hexes]
        if not faces:
            continue
        width = EDGE * hexes
        masks = []
        for number in (2, 3):
            scenes = [
                Scene(width, EDGE, "", Scene.of(width, EDGE, face[number]).layers, background=_NOTHING)
                for face in faces
            ]
            masks.append(_masks(scenes, hexes))
        for (name, *_), drawn, lettered in zip(faces, *masks, strict=True):
            around = drawn.filter(ImageFilter.MaxFilter(2 * _LEAST + 1))
            if ImageChops.multiply(around, lettered).getbbox():
                near.append(name)
    assert near == []
