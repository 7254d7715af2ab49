"""Terrain zones: every hex lies in the first zone that holds its centre, and that one names its terrain."""

from __future__ import annotations

import pytest

from jdgtools.exporters.module.zones import outline, patches
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context


def holds(path: list[tuple[int, int]], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(path, [*path[1:], path[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


@pytest.mark.parametrize("name", BATTLES)
def test_pointing_at_a_hex_names_its_terrain(name: str) -> None:
    from jdgtools.exporters.module.drawing import board_layout

    built = built_once(name)
    ctx = context(name)
    layout = board_layout(ctx)
    battle_map = ctx.battle.map
    assert battle_map is not None
    hexes = next(c for c in built.module.root.find("ZonedGrid") if c.find("HexGrid"))
    zones = [
        (z.get("name"), [tuple(map(int, p.split(","))) for p in z.get("path").split(";")])
        for z in hexes.find("Zone")
    ]
    for i in battle_map.hexes():
        if not battle_map.playable[i]:
            continue
        x, y = layout.centre(i)
        found = next((n for n, path in zones if holds(path, x + 0.3, y + 0.4)), "")  # type: ignore[arg-type]
        terrain = ctx.battle.series.terrain(battle_map.terrain[i] or "", "hex")
        assert terrain is not None
        assert found.split(",")[0] == terrain.name.get(ctx.language).replace(";", ",").split(",")[0]


def test_a_patch_with_a_hole_has_its_outer_outline_alone() -> None:
    grid = HexGrid(columns=3, rows=3)
    layout = Layout(grid, 60.0).on_whole_pixels(1.0)
    names = ["a"] * 9
    names[4] = "b"
    [ring, hole] = patches(layout, names)
    assert sorted(ring) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert hole == [4]
    assert len(outline(layout, hole)) == 6
    assert outline(layout, ring) == outline(layout, range(9))
