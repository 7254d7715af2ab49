"""A series of another package, found by its entry point: the files of docs/new-series.md, built as they stand."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from jdgtools import plugins
from jdgtools.building import build
from jdgtools.charts import load_charts
from jdgtools.errors import ExitCode
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import Loaded, check
from jdgtools.package import load
from jdgtools.render.counters import counter_list, face_scene
from jdgtools.render.counters.spec import Lettering
from jdgtools.rules import MapRules, Series
from jdgtools.series import registry
from jdgtools.starting import CannotStart, new_project

GUIDE = Path(__file__).parents[2] / "docs" / "new-series.md"
FILE = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REQUIRED = ("__init__.py", "definition.py", "movement.py", "sight.py")


def forget() -> None:
    registry.find_series.cache_clear()
    plugins.installed_plugins.cache_clear()
    load_charts.cache_clear()
    for name in [n for n in sys.modules if n.split(".")[0] == "shieldwall"]:
        del sys.modules[name]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder like site-packages in which the guide's package is installed."""
    folder = tmp_path / "site"
    for name, text in FILE.findall(GUIDE.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    info = folder / "shieldwall-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shieldwall\nVersion: 0.1\n")
    point = re.search(r'^(wall) = "(.*)"$', (folder / "pyproject.toml").read_text(), re.MULTILINE)
    assert point
    (info / "entry_points.txt").write_text(f"[jdgtools.series]\n{point[1]} = {point[2]}\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forget()
    yield folder
    forget()


def _strip(site: Path) -> None:
    """Leaves what a series cannot do without."""
    for path in (site / "shieldwall").iterdir():
        if path.name not in (*REQUIRED, "template"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    movement = site / "shieldwall" / "movement.py"
    text = movement.read_text(encoding="utf-8")
    movement.write_text(text.replace('map_rules.charts.get("TBL-MOVE").value(kind, movement_class)', "1"))
    forget()


def new_raid(tmp_path: Path) -> Path:
    folder = tmp_path / "my-raid"
    new_project(folder, "wall")
    return folder


def _codes(loaded: Loaded) -> list[str]:
    return [problem.code for problem in loaded.report]


def test_the_guide_says_every_file() -> None:
    names = [name for name, _ in FILE.findall(GUIDE.read_text(encoding="utf-8"))]
    assert {f"shieldwall/{name}" for name in REQUIRED} < set(names)
    assert len(names) == len(set(names)) == 16


@pytest.mark.parametrize("bare", [False, True], ids=["complete", "bare"])
def test_its_battle_checks_and_builds(site: Path, tmp_path: Path, bare: bool) -> None:
    if bare:
        _strip(site)
    raid = new_raid(tmp_path)
    loaded = check(raid)
    assert _codes(loaded) == []
    result = build(loaded, tmp_path / "out", BuildOptions.of(language="de", dpi=60))
    assert result.losses == ()
    assert {p.path.name for p in result.products} == {
        "map-print.pdf", "map-print.png", "map-screen.png", "counters-a4.pdf", "counters-letter.pdf",
        "player-aids.pdf", "my-raid-0.1.vmod", "my-raid-raid.jdgpkg", "build-report.json",
    }  # fmt: skip
    package = load(tmp_path / "out" / "my-raid-raid.jdgpkg")
    assert package.series.id == "wall"
    with zipfile.ZipFile(tmp_path / "out" / "my-raid-0.1.vmod") as module:
        build_file = module.read("buildFile.xml").decode("utf-8")
    assert "Red Shields" in build_file and "wankend" in build_file


def test_its_checks_and_the_general_ones_run(site: Path, tmp_path: Path) -> None:
    raid = new_raid(tmp_path)
    oob = raid / "oob.csv"
    oob.write_text(oob.read_text().replace("levy,8,4", "levvy,8,4").replace("riders,3,2", "riders,1,1"))
    loaded = check(raid)
    assert sorted(_codes(loaded)) == ["REF005", "WAL001"]
    found = next(p for p in loaded.report if p.code == "WAL001")
    assert found.span is not None and (found.span.line, found.rules) == (5, ("SW-1-a",))


def test_its_sight_agrees_with_itself(site: Path, tmp_path: Path) -> None:
    loaded = check(new_raid(tmp_path))
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    rules = MapRules.of(loaded.battle, loaded.charts)
    sight, grid = loaded.series.sight, rules.map.grid
    matrix = sight.all_pairs(rules)
    assert all(
        matrix[a, b] == sight.sight(rules, a, b).clear == matrix[b, a] for a in grid.hexes for b in grid.hexes
    )
    assert not sight.sight(rules, grid.index("0301"), grid.index("0601")).clear
    assert 0 < matrix.sum() < matrix.size


def test_all_cited_statements_exist(site: Path) -> None:
    series = registry.find_series("wall")
    assert series is not None
    cited = {rule for found in series.checks for rule in found.rules}
    cited |= {rule for field in series.definition.unit_fields for rule in field.rules}
    assert cited and cited <= series.statements


def test_a_series_without_a_template(site: Path, tmp_path: Path) -> None:
    shutil.rmtree(site / "shieldwall" / "template")
    with pytest.raises(CannotStart, match="brings no battle to start from"):
        new_raid(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("__init__.py", "import nothing_of_that_name", "cannot be loaded: ModuleNotFoundError"),
        ("__init__.py", "SERIES = 3", "is no jdgtools.rules.Series"),
        (
            "__init__.py",
            'from jdgtools.rules import Series\nSERIES = Series("w", "shieldwall")',
            "calls itself `w`",
        ),
        ("sight.py", None, "has no module `shieldwall.sight`"),
    ],
)
def test_a_broken_series_is_named_and_harms_no_other(
    site: Path, tmp_path: Path, file: str, text: str | None, why: str
) -> None:
    path = site / "shieldwall" / file
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    forget()
    with pytest.raises(registry.SeriesBroken, match=why) as caught:
        registry.find_series("wall")
    assert caught.value.code is ExitCode.INPUT_REFUSED
    assert "wall" not in registry.series_ids()
    assert registry.find_series("jdg") is not None


@pytest.mark.parametrize("series_id", ["jdg", "afe", "mpbs"])
def test_plain_faces_serve_every_kind_of_piece(series_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = check(GUIDE.parents[1] / "scenarios" / f"teaching-{series_id}")
    assert loaded.battle is not None and loaded.series is not None
    own = counter_list(loaded.battle, loaded.series)
    has = Series.has
    monkeypatch.setattr(Series, "has", lambda series, module: module != "faces" and has(series, module))
    plain = counter_list(loaded.battle, loaded.series)
    for kind in ("unit", "activation", "marker"):
        ids = [{c.id for c in found if c.kind == kind} for found in (own, plain)]
        assert ids[1] >= ids[0], kind
    printed = {c.subject: c for c in plain if c.kind == "unit"}
    for unit in loaded.battle.units:
        counter = printed[unit.id]
        assert counter.front.hexes == unit.footprint and counter.front.title == unit.name.get("en")
        shown = {
            p.rating: p.wordings[0] for p in counter.front.parts if isinstance(p, Lettering) and p.rating
        }
        assert bool(shown) == any(v is not None and not isinstance(v, bool) for v in unit.front.values())
        assert all(str(unit.front[name]).replace("-", "−") == text for name, text in shown.items())
    scenes = [face_scene(face, 15.0) for c in plain for face in (c.front, c.back) if face is not None]
    assert all(scene.layers for scene in scenes)
