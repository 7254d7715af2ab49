"""Files of the map: whole, readable, the same every time; large maps too."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace

from jdgtools.exporters import svg
from jdgtools.exporters.map import EXPORTER
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.numbering import Numbering
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.render.backends.png import pixel_size, render_png
from jdgtools.render.map import raster
from jdgtools.render.map.draw import print_map
from jdgtools.render.map.noise import hash_pair, share, swing
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Circle, DrawingLayer, Scene, Stroke, TextItem
from tests.drawings import banded_png


def test_bands_give_the_same_picture_as_the_whole(monkeypatch) -> None:
    from PIL import Image, ImageChops, ImageStat

    line = PathBuilder().move_to(5, 5).line_to(35, 70).build(None, Stroke("#aa2211", 2.0))
    items = (line, Circle(20, 40, 12, "#3366aa"), TextItem(4, 20, "Roliça", 6))
    scene = Scene(40, 80, "bands", (DrawingLayer("one", items),), background="#f6efdd")
    whole = render_png(scene, 100)
    monkeypatch.setattr(raster, "_BAND_PIXELS", 157 * 40)
    joined = banded_png(scene, 100)
    with Image.open(io.BytesIO(whole)) as a, Image.open(io.BytesIO(joined)) as b:
        assert b.mode == "RGB" and a.size == b.size == pixel_size(scene, 100)
        assert b.info["dpi"] == pytest.approx((100, 100), abs=0.4)
        difference = ImageChops.difference(a.convert("RGB"), b.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 0.4


def test_resolution_is_lowered_for_enormous_sheets() -> None:
    assert raster.usable_dpi(300, 400, 300) == 300
    huge = Scene(3000, 4000, "", ())
    width, height = pixel_size(huge, raster.usable_dpi(huge.width, huge.height, 300))
    assert width * height <= raster.MAX_PIXELS * 1.001


def test_exporter_writes_what_it_says(teaching, tmp_path) -> None:
    from PIL import Image

    context = replace(
        teaching, options=replace(teaching.options, values={**teaching.options.values, "dpi": 60})
    )
    assert EXPORTER.export(context, tmp_path) == []
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(EXPORTER.outputs(teaching))
    assert (tmp_path / "map-print.pdf").read_bytes().startswith(b"%PDF")
    for name in ("map-print.png", "map-screen.png"):
        with Image.open(tmp_path / name) as image:
            image.load()
    again = tmp_path / "again"
    again.mkdir()
    EXPORTER.export(context, again)
    for name in EXPORTER.outputs(teaching):
        assert (again / name).read_bytes() == (tmp_path / name).read_bytes(), name


def test_svg_has_named_layers(teaching, tmp_path) -> None:
    from lxml import etree

    assert svg.EXPORTER.export(teaching, tmp_path) == []
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(svg.EXPORTER.outputs(teaching))
    root = etree.fromstring((tmp_path / "map-print.svg").read_bytes())
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    names = [g.get(label) for g in root if g.get("id", "").startswith("layer-")]
    for name in ("ground", "terrain", "water", "ways", "grid", "numbers", "names", "furniture"):
        assert name in names


def large_map(columns: int, rows: int) -> BattleMap:
    grid = HexGrid(columns, rows, numbering=Numbering(digits=3))
    kinds = ("clear", "clear", "clear", "wood", "clear_ploughed", "brush", "light_wood", "village")
    terrain = tuple(
        kinds[hash_pair(i % columns // 2, i // columns // 2, 5) % len(kinds)] for i in range(grid.size)
    )
    levels = tuple(int(share(i % columns // 5, i // columns // 5, 6) * 5) for i in range(grid.size))
    features = tuple(HexsideFeature("slope", grid.hexside(i, 2), i) for i in range(0, grid.size, 9))
    middle = rows // 2
    way = Way("road", tuple(middle * columns + c for c in range(columns)), exits=(5, 1))
    by_side = {f.side: (f,) for f in features}
    return BattleMap(
        grid, 100, 8.0, 10, terrain, levels, (True,) * grid.size, features, (way,), by_side=by_side
    )


def test_ten_thousand_hexes(teaching) -> None:
    the_map = large_map(100, 100)
    battle = replace(teaching.battle, map=the_map, scenarios=())
    scene = print_map(replace(teaching, battle=battle))
    numbers = next(layer for layer in scene.layers if layer.name == "numbers")
    assert len(numbers.items) == 10_000
    assert scene.width > 690


def test_noise_is_even_and_fixed() -> None:
    assert hash_pair(3, 4, 5) == hash_pair(3, 4, 5) != hash_pair(4, 3, 5)
    values = [share(a, b, 1) for a in range(40) for b in range(40)]
    assert 0.0 <= min(values) < 0.01 and 0.99 < max(values) < 1.0
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.02)
    assert all(-1.0 <= swing(a, 7) < 1.0 for a in range(100))
