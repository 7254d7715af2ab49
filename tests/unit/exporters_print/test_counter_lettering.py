"""What is printed on the counters of the bundled battles can be read and survives a careless cut.

Nothing is smaller than 5 points, and no lettering is nearer than 1 mm to the cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import SheetWork
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from jdgtools.render.bounds import placed_texts
from jdgtools.render.counters import face_scene
from jdgtools.render.counters.lettering import DESCENT, text_depth
from jdgtools.render.scene import Scene
from jdgtools.render.sheets import settings_of
from jdgtools.render.text import cap_height

SCENARIOS = Path(__file__).parents[3] / "scenarios"
POINTS_PER_MM = 72 / 25.4


@pytest.mark.parametrize("edge", [0.0, 12.7])
@pytest.mark.parametrize("battle", sorted(folder.name for folder in SCENARIOS.iterdir()))
def test_no_lettering_is_nearer_than_one_millimetre_to_the_cut(battle: str, edge: float) -> None:
    near, count = {}, 0
    for name, scene in _faces(battle, edge):
        for text, _, (left, top, right, bottom) in placed_texts(scene):
            # The box reaches down to descenders, whether there are any or not.
            depth = DESCENT - text_depth((text.string,))
            if text.rotate:
                right -= depth * (right - left) / (cap_height(text.font, 1.0) + DESCENT)
            else:
                bottom -= depth * (bottom - top) / (cap_height(text.font, 1.0) + DESCENT)
            count += 1
            margin = min(left, top, scene.width - right, scene.height - bottom)
            if margin < 0.995:
                near[name, text.string] = round(margin, 2)
    assert count > 50
    assert near == {}


@pytest.mark.parametrize("battle", sorted(folder.name for folder in SCENARIOS.iterdir()))
def test_no_lettering_is_smaller_than_five_points(battle: str) -> None:
    sizes = {
        (name, text.string): text.size * hypot(at[0], at[1]) * POINTS_PER_MM
        for name, scene in _faces(battle)
        for text, at, _ in placed_texts(scene)
    }
    assert len(sizes) > 20
    # The figures of a face are written in thousandths of a millimetre.
    assert {what: size for what, size in sizes.items() if size < 4.995} == {}


def _faces(battle: str, edge: float = 0.0) -> Iterator[tuple[str, Scene]]:
    """Draw both sides of every counter of a battle; 0 = as large as its print settings say."""
    loaded = load(SCENARIOS / battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    printing = loaded.printing or settings_of({"format": 1})
    options = BuildOptions(printing=printing)
    work = SheetWork(BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options))
    for counter in work.counters:
        for spec in (counter.front, counter.back):
            if spec is not None:
                yield counter.id, face_scene(spec, edge or printing.edge_of(counter.kind), work.context.theme)
