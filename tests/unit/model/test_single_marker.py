"""`single_marker` is for series whose commands have activation markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.loading import Loaded, load
from tests.checks.cases import Case, apply


def read(base: str, *edits: dict[str, str], folder: Path) -> Loaded:
    return load(apply(Case(Path("single/one.yaml"), {"base": base, "edits": list(edits)}), folder))


@pytest.mark.parametrize(("base", "command"), [("teaching-mpbs", "horn"), ("teaching-afe", "aldric")])
def test_a_single_marker_without_activation_markers_is_told(base: str, command: str, tmp_path: Path) -> None:
    edit = {"file": "scenarios/battle.yaml", "append": f"\nsingle_marker: [{command}]\n"}
    loaded = read(base, edit, folder=tmp_path)
    assert loaded.battle is not None
    assert not loaded.battle.scenarios[0].single_marker_commands
    assert [d.severity for d in loaded.report if d.code == "GEN001"] == [Severity.WARNING]


def test_a_single_marker_among_activation_markers_is_kept(tmp_path: Path) -> None:
    loaded = read("teaching-jdg", folder=tmp_path)
    assert loaded.battle is not None
    assert loaded.battle.scenarios[0].single_marker_commands == {"frimont"}
    assert not [d for d in loaded.report if d.code == "GEN001"]
