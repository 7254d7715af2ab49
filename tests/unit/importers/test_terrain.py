"""Draft terrain: classes by colour and texture, a confidence for every hex, never trusted."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import yaml

from jdgtools.importers.grids import EngineGrid, fit
from jdgtools.importers.sampling import sample
from jdgtools.importers.textures import cluster, colour_words
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import load
from tests.unit.importers.modules import HEIGHT, WIDTH, foreign, landscape
from tests.unit.importers.test_grids import grid

WOODS = [(146, 110), (146, 210), (232, 260)]
LAKES = [(404, 160), (490, 210)]


def painted() -> bytes:
    points = [*WOODS, *LAKES]
    return landscape(points, [(30, 80, 35)] * 3 + [(60, 90, 200)] * 2)


def test_hexes_of_one_colour_make_one_class() -> None:
    fitted = fit(EngineGrid.read(grid(), WIDTH, HEIGHT))
    samples, tiles = sample(painted(), fitted)
    groups = dict(zip(sorted(samples), cluster(samples, 8), strict=True))
    woods = {groups[fitted.index(*p)].label for p in WOODS}  # type: ignore[index]
    lakes = {groups[fitted.index(*p)].label for p in LAKES}  # type: ignore[index]
    clear = groups[fitted.index(60, 60)].label  # type: ignore[index]
    assert len(woods) == 1 and len(lakes) == 1 and clear == 0
    assert len({clear, *woods, *lakes}) == 3
    assert all(g.confidence > 0.8 for g in groups.values() if g.label == clear)
    assert "green" in colour_words(groups[fitted.index(*WOODS[0])])  # type: ignore[index]
    assert "blue" in colour_words(groups[fitted.index(*LAKES[0])])  # type: ignore[index]
    assert set(tiles) == set(samples)


def test_the_draft_says_that_it_is_one(tmp_path: Path) -> None:
    done = import_module(foreign(field=painted()).data())
    text = done.files["map.yaml"].decode()
    assert "DRAFT" in text and "Do not trust it" in text
    assert set(yaml.safe_load(text)["legend"].values()) == {"clear"}
    rows = [line.split() for line in yaml.safe_load(text)["terrain"].splitlines()]
    grid_ = yaml.safe_load(text)["grid"]
    assert len(rows) == grid_["rows"] and {len(r) for r in rows} == {grid_["columns"]}
    table = list(csv.DictReader(io.StringIO(done.files["terrain-confidence.csv"].decode())))
    assert all(0 <= float(r["confidence"]) <= 1 for r in table)
    assert [float(r["confidence"]) for r in table] == sorted(float(r["confidence"]) for r in table)
    from PIL import Image

    with Image.open(io.BytesIO(done.files["terrain-clusters.png"])) as sheet:
        assert sheet.size[0] > 400 and sheet.size[1] > 150


def test_with_a_series_the_draft_can_be_loaded(tmp_path: Path) -> None:
    done = import_module(foreign(field=painted()).data(), ImportOptions(series="jdg"))
    write_project(tmp_path / "p", done.files)
    loaded = load(tmp_path / "p")
    assert loaded.battle is not None and loaded.battle.map is not None
    assert any("terrain: " in d for d in done.report.doubts)


def test_a_road_over_a_hexside_is_proposed_not_written() -> None:
    from PIL import Image, ImageDraw

    image = Image.open(io.BytesIO(landscape()))
    ImageDraw.Draw(image).line([(60, 60), (60, 360)], fill=(120, 20, 20), width=9)
    out = io.BytesIO()
    image.save(out, "PNG")
    done = import_module(foreign(field=out.getvalue()).data())
    lines = list(csv.DictReader(io.StringIO(done.files["terrain-lines.csv"].decode())))
    assert {(r["hex"], r["direction"]) for r in lines} == {("0102", "N"), ("0103", "N"), ("0104", "N")}
    assert "ways" not in yaml.safe_load(done.files["map.yaml"])
