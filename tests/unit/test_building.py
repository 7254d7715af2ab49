"""Outputs appear whole or not at all: what is in the way is said before the work, an interrupt leaves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools import building
from jdgtools.building import REPORT, build
from jdgtools.errors import OutputFailed
from jdgtools.exporters.base import BuildContext, BuildOptions, Loss
from jdgtools.loading import Loaded, check
from jdgtools.model.battle import Battle

BATTLE = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"


class Part:
    """An exporter of two small files."""

    name = "small"
    title = "Small files"

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.ran = False

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        return ("one.txt", "two.txt")

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        self.ran = True
        (folder / "one.txt").write_text("new one")
        if self.error is not None:
            raise self.error
        (folder / "two.txt").write_text("new two")
        return []


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return check(BATTLE)


def _with(part: Part, monkeypatch: pytest.MonkeyPatch) -> Part:
    monkeypatch.setattr(building, "exporters", lambda *_: [part])
    return part


def _content(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in folder.iterdir()}


def test_writes_everything_and_leaves_no_scratch(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with(Part(), monkeypatch)
    result = build(loaded, tmp_path / "new" / "out", BuildOptions())
    assert [p.path.name for p in result.products] == ["one.txt", "two.txt", REPORT]
    assert sorted(_content(tmp_path / "new" / "out")) == [REPORT, "one.txt", "two.txt"]
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["out"]


def test_a_file_in_the_place_of_the_folder(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = _with(Part(), monkeypatch)
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputFailed, match="is a file, not a folder"):
        build(loaded, tmp_path / "out")
    assert not part.ran


def test_a_folder_in_the_place_of_a_product(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = _with(Part(), monkeypatch)
    (tmp_path / "two.txt").mkdir()
    with pytest.raises(OutputFailed, match=r"two\.txt.* in the way"):
        build(loaded, tmp_path)
    assert not part.ran
    assert [p.name for p in tmp_path.iterdir()] == ["two.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("no"), OSError(28, "No space left")])
def test_a_build_that_ends_early_changes_nothing(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    _with(Part(error), monkeypatch)
    (tmp_path / "one.txt").write_text("old one")
    with pytest.raises((KeyboardInterrupt, RuntimeError, OutputFailed)):
        build(loaded, tmp_path)
    assert _content(tmp_path) == {"one.txt": "old one"}


def test_a_failure_while_moving_puts_the_old_files_back(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with(Part(), monkeypatch)
    (tmp_path / "one.txt").write_text("old one")
    replace = Path.replace

    def fails_for_the_report(self: Path, target: Path) -> Path:
        if self.name == REPORT:
            raise OSError(28, "No space left on device", str(self))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails_for_the_report)
    with pytest.raises(OutputFailed, match=f"{tmp_path}/{REPORT}: No space"):
        build(loaded, tmp_path)
    assert _content(tmp_path) == {"one.txt": "old one"}


@pytest.mark.parametrize("part", ["map.yaml", "scenarios/dawn.yaml"])
def test_a_part_of_a_project_is_not_read_as_a_battle(part: str) -> None:
    found = check(BATTLE / part)
    assert found.battle is None
    assert [(p.code, p.hint) for p in found.report] == [("GEN011", "name its folder, `teaching-jdg`")]
    assert check(BATTLE / "battle.yaml").ok
