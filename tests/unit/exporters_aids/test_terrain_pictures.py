"""Terrain charts show pieces of the map beside the terrains that the map has."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.exporters.aids import _inputs
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.model.art import MapArt, TerrainArt
from jdgtools.render.map.legend import used_terrains
from jdgtools.render.scene import Symbol, Use
from tests.unit.exporters_aids.conftest import context, flat, scenes

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]


@pytest.mark.parametrize("battle", BATTLES)
def test_a_chart_shows_the_terrain_of_its_lines(battle: str) -> None:
    ctx = context(battle, "en")
    used = used_terrains(ctx.battle)
    swatches = Swatches(ctx)
    charts = [chart for chart in ctx.charts if chart.kind == "terrain" and len(chart.axes) > 1]
    shown: set[str] = set()
    for chart in charts:
        ids = chart.axes[0].ids
        found = set(swatches.of(ids))
        kinds = {t.kind for t in used if t.id in found and t.id in ids}
        assert found <= {t.id for t in used} & set(ids)
        shown |= found
        assert kinds
    # What a line of some chart is about has its picture there.
    lines = {each for chart in charts for each in chart.axes[0].ids}
    assert {t.id for t in used if t.id in lines} - shown == set()


@pytest.mark.parametrize("battle", BATTLES)
def test_pictures_of_terrain_are_drawn_once_and_inside_the_page(battle: str) -> None:
    symbols: list[Symbol] = []
    places: list[tuple[int, float, float]] = []
    for number, page in enumerate(scenes(battle, "en")):
        for layer in page.layers:
            for item in flat(layer.items):
                if isinstance(item, Use) and item.symbol.id.startswith("ground-"):
                    symbols.append(item.symbol)
                    places.append((number, item.x, item.y))
                    assert 10 < item.x < page.width - 10
                    assert 20 < item.y < page.height - 15
    assert len(symbols) == len({s.id for s in symbols}) >= 8
    assert len(set(places)) == len(places)


def test_a_battle_without_a_map_has_no_pictures() -> None:
    ctx = context("teaching-jdg", "en")
    bare = replace(ctx, battle=replace(ctx.battle, map=None))
    assert Swatches(bare).of(["clear", "wood"]) == {}


def test_a_changed_picture_of_the_ground_makes_another_booklet(tmp_path: Path) -> None:
    ctx = context("teaching-jdg", "en")
    assert ctx.battle.map is not None
    art = MapArt(terrain=(TerrainArt("wood", ("wood",), ("wood.png",)),))
    own = replace(ctx.battle, map=replace(ctx.battle.map, art=art))

    def inputs() -> tuple[object, ...]:
        return _inputs(replace(ctx, battle=own, project=tmp_path))

    missing = inputs()
    (tmp_path / "wood.png").write_bytes(b"one")
    first = inputs()
    (tmp_path / "wood.png").write_bytes(b"two")
    assert len({repr(missing), repr(first), repr(inputs())}) == 3
