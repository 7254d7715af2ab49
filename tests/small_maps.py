"""Small maps made in a line of code, for tests of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jdgtools.charts import Override
from jdgtools.hexgrid import HexGrid, Hexside, parse_direction
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.model.text import NO_TEXT
from jdgtools.rules import MapRules
from jdgtools.series.registry import find_series

Feature = tuple[str, str, str] | tuple[str, str, str, bool]
"""Kind, hex id, direction; the hex is the inner or higher one unless the fourth member is False."""


def make_map(
    grid: HexGrid,
    terrain: list[str | None],
    levels: list[int | None],
    features: Iterable[tuple[str, int, int, bool]] = (),
    ways: Iterable[tuple[str, tuple[int, ...]]] = (),
    playable: list[bool] | None = None,
    series: str = "jdg",
) -> BattleMap:
    """A map from lists by hex index; features are (kind, hex, direction, directed from this hex)."""
    definition = find_series(series).definition
    made = []
    for kind, hex_index, direction, inner in features:
        found = definition.terrain(kind, "hexside") or definition.terrain(kind, "crossing")
        inside = hex_index if inner else grid.neighbour(hex_index, direction)
        made.append(
            HexsideFeature(kind, grid.hexside(hex_index, direction), inside if found.directed else None)
        )
    by_side: dict[Hexside, tuple[HexsideFeature, ...]] = {}
    for feature in made:
        by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
    return BattleMap(
        grid,
        200,
        20.0,
        15,
        tuple(terrain),
        tuple(levels),
        tuple(playable or [True] * grid.size),
        tuple(made),
        tuple(Way(kind, hexes, key=f"way-{n}") for n, (kind, hexes) in enumerate(ways)),
        credits=NO_TEXT,
        by_side=by_side,
    )


def map_rules(
    terrain: str = "",
    levels: str = "",
    features: Iterable[Feature] = (),
    ways: Iterable[tuple[str, str]] = (),
    options: Mapping[str, object] | None = None,
    overrides: Iterable[tuple[str, tuple[str, ...], Any]] = (),
    size: tuple[int, int] = (6, 5),
    series: str = "jdg",
    orientation: str = "flat",
) -> MapRules:
    """Map rules of a flat-topped map with ids like 0305.

    Args:
        terrain: `0203 wood, 0204 village`; all other hexes are clear.
        levels: `0203 1`; all others are 0.
        features: see `Feature`; directions as N, NE …
        ways: (`road`, `0101-0102-0103`).
        options: options that differ from the default.
        overrides: chart, keys, value.
        size: columns and rows.
        series: id of the series.
        orientation: of the grid.
    """
    found = find_series(series)
    grid = HexGrid(*size, orientation=orientation)
    kinds: list[str | None] = ["clear"] * grid.size
    heights: list[int | None] = [0] * grid.size
    for words in _words(terrain):
        kinds[grid.index(words[0])] = words[1] if words[1] != "-" else None
    for words in _words(levels):
        heights[grid.index(words[0])] = int(words[1])
    placed = [
        (f[0], grid.index(f[1]), parse_direction(f[2], grid.orientation), f[3] if len(f) == 4 else True)
        for f in features
    ]
    chains = [(kind, tuple(grid.index(name) for name in text.split("-"))) for kind, text in ways]
    battle_map = make_map(grid, kinds, heights, placed, chains, series=series)
    charts, problems = found.charts.with_overrides([Override(*o) for o in overrides])
    assert not problems
    chosen = {o.id: o.default for o in found.definition.options} | dict(options or {})
    return MapRules(battle_map, charts, chosen, found.definition)


def _words(text: str) -> list[list[str]]:
    return [entry.split() for entry in text.split(",") if entry.strip()]
