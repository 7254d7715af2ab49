"""A survey from an earlier run is the one that would be made now, and nothing tells the difference but time."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cache import Cache
from jdgtools.canonical import digest
from jdgtools.cli.group import main
from jdgtools.gis import survey
from jdgtools.loading import Loaded, load
from tests.unit.gis.helpers import ROOT, battle, feature

GEOMETRY = """\
anchor: {at: [0, 0]}
layers:
  - {where: {k: wood}, terrain: wood}
  - {where: {k: heath}, terrain: brush}
  - {where: {k: road}, way: road, bridge: bridge}
  - {where: {k: river}, hexside: river}
  - {where: {k: wall}, hexside: wall}
  - {where: {k: house}, terrain: village, count: 2, priority: 1}
  - {where: {k: house}, place: village}
  - {where: {k: zone}, region: name}
  - {where: {k: line}, contours: h}
  - {where: {k: nothing}, terrain: marsh}
heights: {base: 100}
shapes: true
overrides:
  terrain: {0101: marsh}
  ways: {0605: skip}
  hexsides: {0302/N: none}
"""
RING = [[260, 200], [500, 200], [500, 420], [250, 410], [260, 200]]
FEATURES = [
    feature("Polygon", [[[30, 20], [240, 40], [200, 220], [40, 230], [30, 20]]], k="wood"),
    feature("Polygon", [[[130, 120], [330, 140], [230, 330], [130, 120]]], k="heath", name="Heath"),
    feature("LineString", [[-50, 220], [180, 230], [330, 260], [600, 300]], k="road", name="Road"),
    feature(
        "LineString", [[310, 600], [290, 300], [330, -60]], k="river", name="Ash", **{"name:fr": "Cendre"}
    ),
    feature("Polygon", [RING], k="wall"),
    feature("Point", [400, 310], k="house", name="Upton"),
    feature("Point", [402, 330], k="house", name="Upton"),
    feature("Polygon", [[[0, 0], [260, 0], [260, 260], [0, 0]]], k="zone", name="South West"),
    *(feature("LineString", [[-50, y], [700, y + 60]], k="line", h=100 + y / 12) for y in range(0, 560, 120)),
    feature("LineString", [[0, 0]], k="road"),
    feature("Polygon", [[[0, 0], [40, 40], [40, 0], [0, 40], [0, 0]]], k="wood"),
    feature("Point", [1, 1], k="unused"),
]
REST = 'hexsides: [{terrain: stream, at: "0403/NE-SE"}]\nplaces: [{id: mill, name: Mill, hex: "0202", rank: farm}]\n'


def _project(folder: Path) -> Path:
    battle(folder, GEOMETRY, FEATURES, rest=REST)
    return folder


def _same(a: Loaded, b: Loaded) -> bool:
    assert a.battle is not None and b.battle is not None
    maps = digest(a.battle.map) == digest(b.battle.map)
    return maps and list(a.report) == list(b.report) and a.battle.spans == b.battle.spans


class Surveys(Cache):
    """A cache that counts the surveys that were made."""

    made = 0

    def get_or_make(self, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        def counted() -> bytes:
            found = make()
            self.made += name.startswith("survey")
            return found

        return super().get_or_make(name, inputs, counted)


def _kept(cache: Surveys) -> int:
    return cache.made


def _edited(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def test_nobody_can_tell_whether_it_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, cache = _project(tmp_path / "battle"), Surveys(tmp_path / "cache")
    plain = load(folder)
    codes = {d.code for d in plain.report}
    assert codes >= {"MAP063", "MAP064", "MAP065", "MAP067", "MAP070", "MAP071"}
    assert plain.battle is not None and plain.battle.map is not None and plain.battle.map.survey is not None
    found = plain.battle.map.survey
    assert found.features and found.ways and found.places and found.regions and found.shapes and found.calls
    assert found.rises and found.sides and found.levels
    assert _same(load(folder, cache), plain)
    assert _kept(cache) == 1
    monkeypatch.setattr(survey, "SurveyBuilder", None)  # what is kept needs no survey
    assert _same(load(folder, cache), plain)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("ground.geojson", "[240, 40]", "[340, 40]"),
        ("ground.geojson", '"Cendre"', '"Frene"'),
        ("ground.geojson", '"name": "Upton"', '"name": "Downton"'),
        ("ground.geojson", '{"type": "Feature"', '\n{"type": "Feature"'),
        ("map.yaml", "{k: heath}", "{k: wood}"),
        ("map.yaml", "base: 100", "base: 96"),
        ("map.yaml", "anchor: {at: [0, 0]}", "anchor: {at: [20, 0]}"),
        ("map.yaml", "shapes: true", "shapes: false"),
        ("map.yaml", "0101: marsh", "0101: wood"),
        ("map.yaml", "ways: {0605: skip}", "ways: {0605: skip, 0305: skip}"),
        ("map.yaml", "0302/N: none", "0302/N: wall"),
        ("map.yaml", "level_metres: 10", "level_metres: 20"),
        ("map.yaml", "hex_metres: 100", "hex_metres: 110"),
        ("map.yaml", "orientation: flat", "orientation: pointy"),
        ("map.yaml", "columns: 6", "columns: 7"),
        ("map.yaml", "grid: {", "grid: {numbering: {order: row-column}, "),
        ("map.yaml", "grid: {", "grid: {north: 20, "),
        ("map.yaml", "geometry:", "# a line more\ngeometry:"),
        ("map.yaml", "geometry:", "geometry:\n  rules: {close: 0.2}"),
        ("map.yaml", "terrain: stream, at", "terrain: river, at"),
        ("battle.yaml", "series: jdg", "series: jdg\nlanguage: fr"),
        ("battle.yaml", "series: jdg", "series: mpbs"),
    ],
)
def test_a_change_is_seen(file: str, old: str, new: str, tmp_path: Path) -> None:
    folder, cache = _project(tmp_path / "battle"), Surveys(tmp_path / "cache")
    load(folder, cache)
    _edited(folder, file, old, new)
    assert _same(load(folder, cache), load(folder))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("battle.yaml", "title: Trial", "title: Other"),
        ("scenario.yaml", "title: S", "title: T"),
        ("map.yaml", "name: Mill", "name: Old Mill"),
    ],
)
def test_changes_elsewhere_leave_it(file: str, old: str, new: str, tmp_path: Path) -> None:
    folder, cache = _project(tmp_path / "battle"), Surveys(tmp_path / "cache")
    load(folder, cache)
    _edited(folder, file, old, new)
    assert _same(load(folder, cache), load(folder))
    assert _kept(cache) == 1


def test_a_lost_or_damaged_survey_is_made_again(tmp_path: Path) -> None:
    folder, cache = _project(tmp_path / "battle"), Surveys(tmp_path / "cache")
    plain = load(folder)
    assert cache.folder is not None
    for damage in (lambda p: p.write_bytes(p.read_bytes()[:-9]), lambda p: p.write_bytes(b""), Path.unlink):
        load(folder, cache)
        for product in cache.folder.glob("*.jdg"):
            damage(product)
        assert _same(load(folder, cache), plain)
    shutil.rmtree(cache.folder)
    cache.folder.write_text("in the way", encoding="utf-8")
    assert _same(load(folder, cache), plain)


def test_a_missing_file_is_one_mistake_and_not_kept(tmp_path: Path) -> None:
    folder, cache = _project(tmp_path / "battle"), Surveys(tmp_path / "cache")
    (folder / "ground.geojson").rename(folder / "away")
    without = load(folder, cache)
    assert [d.code for d in without.report if d.code.startswith("SRC")] == ["SRC001"]
    assert _same(without, load(folder))
    (folder / "away").rename(folder / "ground.geojson")
    assert _same(load(folder, cache), load(folder))


def test_a_height_grid_belongs_to_the_key(tmp_path: Path) -> None:
    asc = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 300\n10 20\n30 40\n"
    folder, cache = tmp_path / "battle", Surveys(tmp_path / "cache")
    block = "anchor: {at: [0, 0]}\nlayers: [{where: {k: wood}, terrain: wood}]\nheights: {file: heights.asc}"
    battle(folder, block, FEATURES, files={"heights.asc": asc})
    load(folder, cache)
    _edited(folder, "heights.asc", "30 40", "30 70")
    assert _same(load(folder, cache), load(folder))
    assert _kept(cache) == 2


def test_a_kept_survey_needs_no_numpy(tmp_path: Path) -> None:
    folder = _project(tmp_path / "battle")
    code = (
        "import sys; from pathlib import Path; from jdgtools.loading import load; from jdgtools.cache import Cache\n"
        "load(sys.argv[1], Cache(Path(sys.argv[2])))\n"
        "print(sorted(m for m in ('numpy', 'shapely') if m in sys.modules))"
    )
    command = [sys.executable, "-c", code, str(folder), str(tmp_path / "cache")]
    said = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in "12"
    ]
    assert said == ["['numpy', 'shapely']\n", "[]\n"]


def test_the_commands_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, made = _project(tmp_path / "battle"), []
    surveying = survey.SurveyBuilder
    monkeypatch.setattr(survey, "SurveyBuilder", lambda *given: made.append(1) or surveying(*given))
    said = []
    for variable in (str(tmp_path / "cache"), str(tmp_path / "cache"), "off"):
        monkeypatch.setenv("JDG_CACHE", variable)
        said.append(CliRunner().invoke(main, ["check", str(folder)]).output)
        said.append(CliRunner().invoke(main, ["info", str(folder), "--close-calls"]).output)
        said.append(str(len(made)))
    assert said[:2] == said[3:5] == said[6:8]
    assert "MAP070" in said[0] and "overrides:" in said[1]
    assert said[2::3] == ["1", "1", "3"]
