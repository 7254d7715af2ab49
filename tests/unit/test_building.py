"""Outputs appear whole or not at all: what is in the way is said before the work, an interrupt leaves nothing."""

from __future__ import annotations

import json
import os
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from jdgtools import building, publication
from jdgtools.building import build
from jdgtools.errors import OutputFailed
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import Loaded, check
from jdgtools.publication import REPORT, publish, unfinished_files
from jdgtools.scratch import alone_in

posix = pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")

BATTLE = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"


class Part(Exporter):
    """An exporter of two small files."""

    name = "small"
    title = "Small files"

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.ran = False

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
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
    monkeypatch.setattr(building, "parts_of_build", lambda context: (part,))
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


@pytest.mark.parametrize(
    "what", ["folder", pytest.param("pipe", marks=posix), pytest.param("device", marks=posix)]
)
def test_what_is_no_file_in_the_place_of_a_product(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    part, place = _with(Part(), monkeypatch), tmp_path / "two.txt"
    if what == "folder":
        place.mkdir()
    elif what == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/null")
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


def _failing(monkeypatch: pytest.MonkeyPatch, at: int, error: BaseException) -> None:
    """Lets the n-th replacement of a file fail."""
    replace, count = Path.replace, iter(range(100))

    def fails(self: Path, target: Path) -> Path:
        if next(count) == at:
            raise error
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_failure_at_any_replacement_tells_what_is_new(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    _with(Part(), monkeypatch)
    build(loaded, tmp_path)
    names = ["one.txt", "two.txt", REPORT]
    for name in names[:2]:
        (tmp_path / name).write_text("old")
    report = json.loads((tmp_path / REPORT).read_text())
    for file in report["files"]:
        file.update(bytes=3, sha256=sha256(b"old").hexdigest())
    (tmp_path / REPORT).write_text(json.dumps(report))
    assert unfinished_files(tmp_path, thorough=True) == []
    old = _content(tmp_path)
    _failing(monkeypatch, at, OSError(28, "No space left on device"))
    with pytest.raises(OutputFailed, match=f"{tmp_path}/{names[at]}: No space") as failed:
        build(loaded, tmp_path)
    new = {name for name, text in _content(tmp_path).items() if text != old[name]}
    assert new == set(names[:at])
    said = f"new already: {', '.join(names[:at])}; the others are as before" if at else "nothing changed"
    assert said in str(failed.value)
    assert unfinished_files(tmp_path) == unfinished_files(tmp_path, thorough=True) == sorted(new)


@pytest.mark.parametrize("leads_out", [True, False])
def test_a_file_that_is_the_same_already_stays_and_a_link_to_one_does_not(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leads_out: bool
) -> None:
    _with(Part(), monkeypatch)
    folder = tmp_path / "out"
    build(loaded, folder)
    other = (tmp_path if leads_out else folder) / "other.txt"
    (folder / "two.txt").replace(other)
    (folder / "two.txt").symlink_to(other)
    before = {name: (folder / name).lstat().st_ino for name in ("one.txt", "two.txt")}
    build(loaded, folder)
    assert (folder / "one.txt").lstat().st_ino == before["one.txt"]
    assert not (folder / "two.txt").is_symlink()
    content = (folder / "one.txt").read_bytes()
    (folder / "one.txt").write_bytes(bytes(len(content)))
    build(loaded, folder)
    assert (folder / "one.txt").read_bytes() == content
    assert unfinished_files(folder, thorough=True) == []


def test_a_file_that_was_changed_after_the_build_is_noticed_without_reading_the_others(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with(Part(), monkeypatch)
    build(loaded, tmp_path)
    changed = tmp_path / "one.txt"
    last = (tmp_path / REPORT).stat().st_mtime_ns
    changed.write_bytes(bytes(changed.stat().st_size))
    os.utime(changed, ns=(last, last))
    assert unfinished_files(tmp_path) == [] and unfinished_files(tmp_path, thorough=True) == ["one.txt"]
    os.utime(changed, ns=(last + 1, last + 1))
    assert unfinished_files(tmp_path) == ["one.txt"], "newer than the report"


def test_the_report_is_the_newest_file_even_where_nothing_has_changed(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else files that were written anew with the same bytes would be read by every look at the folder."""
    _with(Part(), monkeypatch)
    build(loaded, tmp_path)
    before = (tmp_path / REPORT).stat().st_ino
    build(loaded, tmp_path)
    assert (tmp_path / REPORT).stat().st_ino != before


def test_an_interrupt_while_publishing_leaves_the_new_state_whole(
    loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with(Part(), monkeypatch)
    (tmp_path / "one.txt").write_text("old one")
    _failing(monkeypatch, 0, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        build(loaded, tmp_path)
    assert sorted(_content(tmp_path)) == [REPORT, "one.txt", "two.txt"]
    assert unfinished_files(tmp_path, thorough=True) == []


@pytest.mark.skipif(os.name != "posix", reason="folders can be locked")
def test_two_builds_of_one_folder_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of one with the report of the other would look whole: none is newer than the report."""
    folder, scratch = tmp_path / "out", tmp_path / "scratch"
    for place in (folder, scratch):
        place.mkdir()
        (place / "map.pdf").write_text(place.name)
    monkeypatch.setattr(publication, "alone_in", partial(alone_in, seconds=0.0))
    with alone_in(folder), pytest.raises(OutputFailed, match="another program is at work there"):
        publish(scratch, folder, [("map.pdf", "map")])
    assert (folder / "map.pdf").read_text() == "out"
    publish(scratch, folder, [("map.pdf", "map")])
    assert (folder / "map.pdf").read_text() == "scratch"


def test_files_in_folders_of_a_build_are_looked_at_too(tmp_path: Path) -> None:
    """The page of a battle is a folder in the folder of the build."""
    entry = {"name": "web/index.html", "bytes": 3, "sha256": sha256(b"new").hexdigest()}
    (tmp_path / "web").mkdir()
    for text, unfinished in (("new", False), ("old", True), ("older", True)):
        (tmp_path / "web" / "index.html").write_text(text)
        (tmp_path / REPORT).write_text(json.dumps({"files": [entry]}))
        assert unfinished_files(tmp_path, thorough=True) == ["web/index.html"] * unfinished
    (tmp_path / "web" / "index.html").unlink()
    assert unfinished_files(tmp_path) == ["web/index.html"]


@pytest.mark.parametrize("name", ["../other", "..", "web/../../other", "/other", "web//other", ""])
def test_the_report_is_no_way_out_of_its_folder(tmp_path: Path, name: str) -> None:
    entry = {"name": name, "bytes": 1, "sha256": ""}
    (tmp_path / REPORT).write_text(json.dumps({"files": [entry]}))
    assert unfinished_files(tmp_path) == []
    for damaged in ("", "[]", "[" * 100_000, '{"files": [1]}', '{"files": 7}'):
        (tmp_path / REPORT).write_text(damaged)
        assert unfinished_files(tmp_path) == []


@pytest.mark.parametrize("part", ["map.yaml", "scenarios/dawn.yaml"])
def test_a_part_of_a_project_is_not_read_as_a_battle(part: str) -> None:
    found = check(BATTLE / part)
    assert found.battle is None
    assert [(p.code, p.hint) for p in found.report] == [("GEN011", "name its folder, `teaching-jdg`")]
    assert check(BATTLE / "battle.yaml").ok
