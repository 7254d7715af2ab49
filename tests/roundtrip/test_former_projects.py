"""Projects of earlier versions of the format check and build as before, or `jdg fmt --upgrade` says what it changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.loading import check, load

FORMER = Path(__file__).parents[1] / "battles" / "former"
COLOURS = "`theme: {colours: {}}` said nothing, and is gone"
PROJECTS = {
    "jdg-1": (COLOURS, set[str]()),
    "jdg-2": ("", set[str]()),
    "afe-1": (COLOURS, {"AFE061"}),
    "afe-2": ("", set[str]()),
    "mpbs-1": (COLOURS, set[str]()),
}
"""Project -> what the upgrade says, and errors of checks that its time did not have."""


def errors(folder: Path) -> set[str]:
    return {d.code for d in check(folder).report if d.severity is Severity.ERROR}


def test_every_former_project_is_asked() -> None:
    assert {path.name for path in FORMER.iterdir()} == set(PROJECTS)


@pytest.mark.parametrize("name", PROJECTS)
def test_a_former_project_checks_and_builds(name: str, tmp_path: Path) -> None:
    said, since = PROJECTS[name]
    folder = Path(shutil.copytree(FORMER / name, tmp_path / name))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert errors(folder) == since | ({"GEN014"} if said else set())
    result = CliRunner().invoke(main, ["fmt", "--upgrade", str(folder)], catch_exceptions=False)
    changed = [path.name for path, content in before.items() if path.read_bytes() != content]
    if said:
        assert said in result.output and "battle.yaml" in changed
    else:
        assert COLOURS not in result.output
    assert errors(folder) == since
    loaded = load(folder)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    assert loaded.battle.scenarios
    for scenario in loaded.battle.scenarios:
        assert package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario))
