"""A map of 10,000 hexes: the ground of Roliça laid side by side until there are enough."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.model.map import BattleMap, HexsideFeature

BATTLE = Path(__file__).parent.parent / "scenarios" / "rolica-1808"
_HEX_MM = 10.0


def tiled(small: BattleMap, columns: int, rows: int) -> BattleMap:
    """A map of so many columns and rows (even tiles of an even number of columns keep their shifts)."""
    from jdgtools.hexgrid import HexGrid

    wide = small.grid.columns
    numbering = replace(small.grid.numbering, digits=3)
    grid = HexGrid(columns, rows, small.grid.orientation, small.grid.parity, numbering)
    source = [
        i // columns % small.grid.rows * wide + i % columns % (wide - wide % 2) for i in range(grid.size)
    ]
    features: list[HexsideFeature] = []
    by_hex = defaultdict(list)
    for feature in small.features:
        by_hex[feature.side.a].append(feature)
    for index, old in enumerate(source):
        for feature in by_hex[old]:
            other = grid.neighbour(index, feature.side.d)
            if other is not None:
                inside = None if feature.inside is None else index if feature.inside == old else other
                features.append(replace(feature, side=grid.hexside(index, feature.side.d), inside=inside))
    by_side = defaultdict(list)
    for feature in features:
        by_side[feature.side].append(feature)
    return replace(
        small,
        grid=grid,
        hex_mm=_HEX_MM,
        terrain=tuple(small.terrain[i] for i in source),
        levels=tuple(small.levels[i] for i in source),
        playable=(True,) * grid.size,
        features=tuple(features),
        ways=(),
        places=(),
        regions=(),
        entries=(),
        by_side={side: tuple(found) for side, found in by_side.items()},
    )


def _build() -> Work:
    from jdgtools.building import build
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.loading import check

    loaded = check(BATTLE)
    assert loaded.battle is not None and loaded.battle.map is not None
    battle = replace(loaded.battle, map=tiled(loaded.battle.map, 100, 100), scenarios=())
    folder = Path(tempfile.mkdtemp())

    def work() -> None:
        try:
            build(replace(loaded, battle=battle), folder, BuildOptions(only=("map",)))
        finally:
            shutil.rmtree(folder)

    return work


BENCHMARKS = (
    Benchmark(
        "map of 10,000 hexes: PDF, PNG 150 dpi, screen PNG",
        _build,
        "-",
        repeat=1,
        aim="< 6 s, < 1 GiB",
    ),
)
