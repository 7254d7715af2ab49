from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.render.bounds import placed_texts
from jdgtools.render.scene import Path, Scene
from tests.bundled import SCENARIOS as SCENARIOS
from tests.bundled import bundled


def context_of(name: str) -> BuildContext:
    """Return a context of its own, in which nothing is drawn yet, with the battle that is read once."""
    loaded = bundled(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


@pytest.fixture(scope="session")
def teaching() -> BuildContext:
    return context_of("teaching-jdg")


@pytest.fixture(scope="session")
def rolica() -> BuildContext:
    return context_of("rolica-1808")


def texts(scene: Scene, *names: str):
    layers = tuple(layer for layer in scene.layers if not names or layer.name in names)
    return placed_texts(Scene(scene.width, scene.height, "", layers))


def items(scene: Scene, name: str):
    return next((layer.items for layer in scene.layers if layer.name == name), ())


def same_name(a, b) -> bool:
    """Two lines of one name, or two letters of a name along a line."""
    lines = a.x == b.x and a.size == b.size and abs(a.y - b.y) < 1.1 * a.size
    letters = (
        len(a.string) == len(b.string) == 1 and a.font == b.font and dist((a.x, a.y), (b.x, b.y)) < 2 * a.size
    )
    return lines or letters


def way_points(scene: Scene) -> list[tuple[float, float]]:
    """Points along the middle of all drawn ways, closer to each other than figures are wide, mm."""
    points: list[tuple[float, float]] = []
    for item in items(scene, "ways"):
        if not isinstance(item, Path) or item.stroke is None:
            continue
        at = (0.0, 0.0)
        for command in item.commands:
            numbers = [float(n) for n in command[1:]]
            guides = [at, *zip(numbers[::2], numbers[1::2], strict=True)]
            if command[0] in "LQC":
                for n in range(17):
                    line = guides
                    while len(line) > 1:
                        line = [
                            (a[0] + (b[0] - a[0]) * n / 16, a[1] + (b[1] - a[1]) * n / 16)
                            for a, b in pairwise(line)
                        ]
                    points += line
            at = guides[-1]
    return points
