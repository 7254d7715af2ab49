"""What is printed on the counters of the bundled battles can be read: nothing is smaller than 5 points."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import SheetWork
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from jdgtools.render.bounds import placed_texts
from jdgtools.render.counters import face_scene
from jdgtools.render.sheets import settings_of

SCENARIOS = Path(__file__).parents[3] / "scenarios"
POINTS_PER_MM = 72 / 25.4


@pytest.mark.parametrize("battle", sorted(folder.name for folder in SCENARIOS.iterdir()))
def test_no_lettering_is_smaller_than_five_points(battle: str) -> None:
    loaded = load(SCENARIOS / battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    printing = loaded.printing or settings_of({"format": 1})
    options = BuildOptions(printing=printing)
    work = SheetWork(BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options))
    sizes = {
        (counter.id, text.string): text.size * hypot(at[0], at[1]) * POINTS_PER_MM
        for counter in work.counters
        for spec in (counter.front, counter.back)
        if spec is not None
        for text, at, _ in placed_texts(face_scene(spec, printing.edge_of(counter.kind), work.context.theme))
    }
    assert len(sizes) > 20
    # The figures of a face are written in thousandths of a millimetre.
    assert {what: size for what, size in sizes.items() if size < 4.995} == {}
