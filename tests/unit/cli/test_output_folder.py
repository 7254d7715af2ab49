"""Where a build writes: into the project, into a folder for its id, never out of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Answer

Jdg = Callable[..., Answer]
ONLY = ("--only", "counters", "--no-cache")


def rename(battle: Path, battle_id: str) -> None:
    text = (battle / "battle.yaml").read_text(encoding="utf-8")
    start = text.index("\nid: ") + 1
    end = text.index("\n", start)
    (battle / "battle.yaml").write_text(f"{text[:start]}id: {battle_id}{text[end:]}", encoding="utf-8")


def test_a_build_stays_in_the_project_and_names_the_builds_of_former_ids(
    jdg: Jdg, teaching: Path, tmp_path: Path
) -> None:
    first = jdg("build", "valmar", *ONLY)
    assert first.code == 0 and "another id" not in first.err
    assert (teaching / "out" / "teaching-jdg" / "counters-a4.pdf").is_file()
    rename(teaching, "valmar")
    second = jdg("build", "valmar/battle.yaml", *ONLY)
    assert second.code == 0
    assert f"{Path('valmar/out')} also holds what was built under another id: teaching-jdg" in second.err
    assert "another id" not in jdg("build", "valmar", "-o", "elsewhere", *ONLY).err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "valmar"]


def test_a_project_cannot_lead_a_build_out_of_it(jdg: Jdg, teaching: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (teaching / "out").symlink_to(tmp_path / "mine")
    answer = jdg("build", "valmar", *ONLY)
    assert answer.code != 0 and "leads out of the project" in answer.err
    assert not list((tmp_path / "mine").iterdir())
    assert jdg("build", "valmar", "-o", "mine", *ONLY).code == 0


@pytest.mark.parametrize("battle_id", ["a/../../..", "a/../../../mine"])
def test_an_id_leads_nowhere_else(jdg: Jdg, teaching: Path, tmp_path: Path, battle_id: str) -> None:
    rename(teaching, battle_id)
    answer = jdg("build", "valmar", *ONLY)
    assert answer.code != 0 and "Traceback" not in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["valmar"]
    assert not (teaching / "out").exists()
