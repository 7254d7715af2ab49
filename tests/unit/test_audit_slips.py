"""A series with every part, and slips in it: each is told by the audit at its place.

The series stands in `tests/series/galley`, the slips in `tests/series/slips.yaml`: a file of the series, the text
in it that a slip replaces, what it is replaced by, the code of the finding, a piece of its message, and the file
and line if they are not those of the slip.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from jdgtools import plugins
from jdgtools.audit import OPTIONAL_HOOKS, PARTS, audit
from jdgtools.building import build
from jdgtools.charts import load_charts
from jdgtools.errors import PluginFailed
from jdgtools.exporters import registry as exporters
from jdgtools.loading import check
from jdgtools.series import registry
from jdgtools.starting import CannotStart, new_project

SERIES = Path(__file__).parents[1] / "series"
SLIPS = yaml.safe_load((SERIES / "slips.yaml").read_text(encoding="utf-8"))
GUIDE = Path(__file__).parents[2] / "docs" / "new-series.md"


def forget() -> None:
    for cached in (registry.find_series, plugins.installed_plugins, load_charts, exporters._discover):
        cached.cache_clear()
    for name in [n for n in sys.modules if n.split(".")[0] == "galley"]:
        del sys.modules[name]


@pytest.fixture
def galley(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of the series, in a folder like site-packages."""
    site = tmp_path / "site"
    shutil.copytree(SERIES / "galley", site / "galley", ignore=shutil.ignore_patterns("__pycache__"))
    info = site / "galley-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: galley\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(
        "[jdgtools.series]\noars = galley:SERIES\n\n[jdgtools.exporters]\nsignals = galley.signals:EXPORTER\n"
    )
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forget()
    yield site / "galley"
    forget()


def plant(galley: Path, file: str, old: str, new: str) -> int:
    """Put a slip into a file of the series and return its line."""
    text = (galley / file).read_text(encoding="utf-8")
    assert old in text
    (galley / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    forget()
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("slip", SLIPS, ids=[slip["slip"] for slip in SLIPS])
def test_a_slip_is_told_at_its_place(galley: Path, slip: dict[str, str | int]) -> None:
    file = str(slip["in"])
    line = plant(galley, file, str(slip["instead"]), str(slip["stands"]))
    told = [(p.code, p.message, p.span and (p.span.file, p.span.line)) for p in audit("oars")]
    place = (f"galley/{slip.get('at', file)}", slip.get("line", line))
    assert any(
        code == slip["code"] and str(slip["message"]) in message and where == place
        for code, message, where in told
    ), told


def test_the_series_is_sound(galley: Path) -> None:
    assert [problem.message for problem in audit("oars")] == []


def test_the_series_has_every_part_that_an_audit_loads() -> None:
    parts = {path.name.partition(".")[0] for path in (SERIES / "galley").iterdir()}
    assert set(PARTS) - parts == {
        "unit_moves",
        "schedule",
    }  # these need rules that a test of an audit need not have


def test_an_audit_loads_every_hook_that_the_program_asks() -> None:
    asked: dict[str, str] = {}
    for path in (Path(__file__).parents[2] / "jdgtools").rglob("*.py"):
        asked |= dict(re.findall(r'\.hook\("(\w+)", "(\w+)"\)', path.read_text(encoding="utf-8")))
    assert len(asked) > 7
    assert asked == OPTIONAL_HOOKS


@pytest.mark.parametrize("table", ["guide", "rules"])
def test_the_tables_of_the_parts_name_what_an_audit_loads(table: str) -> None:
    from jdgtools import rules

    text = GUIDE.read_text(encoding="utf-8") if table == "guide" else str(rules.__doc__)
    for part in (*PARTS, "template"):
        assert (
            f"`{part}`" in text or f"`{part}.py`" in text or f"`{part}.txt`" in text or f"`{part}/`" in text
        ), part
    for name in OPTIONAL_HOOKS.values():
        assert f"`{name}" in text


@pytest.mark.parametrize("kind", ["empty", "ragged"])
@pytest.mark.parametrize("blank", [False, True], ids=["army", "blank"])
def test_it_writes_new_battles_in_its_own_words(galley: Path, tmp_path: Path, kind: str, blank: bool) -> None:
    new_project(tmp_path / "raid", "oars", size="14x11", map=kind, blank=blank, languages=("en", "it"))
    assert [problem.message for problem in check(tmp_path / "raid").report] == []


def test_a_map_for_which_it_has_no_terrain_is_refused(galley: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="no terrain for a map `coast`; known: empty, ragged"):
        new_project(tmp_path / "raid", "oars", map="coast")


def test_an_exporter_in_the_package_of_a_series_is_named_itself(galley: Path, tmp_path: Path) -> None:
    plant(galley, "signals.py", "x.id}", "x.idd}")
    new_project(tmp_path / "raid", "oars")
    with pytest.raises(PluginFailed, match=r"a defect of the exporter plug-in `signals` \(galley 0\.1\)"):
        build(check(tmp_path / "raid"), tmp_path / "out")
    assert not (tmp_path / "out").exists()
