"""An edit of several files whose writer is ended between two of them: the next session takes it back."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from shutil import copytree
from threading import Thread

import pytest

from jdgtools.cache import Cache
from jdgtools.cli.group import main
from jdgtools.desk import session
from jdgtools.desk.history import History
from jdgtools.desk.operations import paint_terrain, rename, set_unit
from jdgtools.desk.session import Session
from jdgtools.errors import OutputFailed
from jdgtools.scratch import alone_in

posix = pytest.mark.skipif(os.name != "posix", reason="folders can be locked")
SOURCE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


class Killed(BaseException):
    """What ends a process at once."""


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("number", [0, 1, 99])
def test_whoever_reads_half_an_edit_is_told(tmp_path: Path, monkeypatch, capsys, number: int) -> None:
    """A map that was mirrored by half was checked and built without a word."""
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    monkeypatch.setenv("JDG_CACHE", str(tmp_path / "cache"))
    copytree(SOURCE, folder)
    started = Session(folder, cache)
    started.commit(rename(started.documents, "unit", "fr-30", "fr-98"), started.digest)
    before = files(folder)

    def die(contents) -> None:
        for path, (_, new) in list(contents.items())[:number]:
            path.write_bytes(new)
        monkeypatch.setattr(started.history, "begin", lambda _: None)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(session, "_write_all_or_none", die)
        with pytest.raises(Killed):
            started.commit(rename(started.documents, "unit", "fr-17", "fr-99"), started.digest)
    for command in ("check", "info", "build --only package -o out -q"):
        main([*command.split(), str(folder)], standalone_mode=False)
        is_told = "ended before all its files were written; `jdg refactor undo" in capsys.readouterr().err
        assert is_told == (number == 1), command
    if number == 1:
        main(["refactor", "undo", str(folder)], standalone_mode=False)
        assert files(folder) == before, "the edit before it stands"


@pytest.mark.parametrize("number", [0, 1, 99])
def test_the_next_session_takes_back_what_was_written(tmp_path: Path, monkeypatch, number: int) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    before = files(folder)
    started = Session(folder, cache)
    edit = rename(started.documents, "unit", "fr-17", "fr-99")

    def die(contents) -> None:
        for path, (_, new) in list(contents.items())[:number]:
            path.write_bytes(new)
        # Whatever is cleared after it would not have been.
        monkeypatch.setattr(started.history, "begin", lambda _: None)
        raise Killed

    monkeypatch.setattr(session, "_write_all_or_none", die)
    with pytest.raises(Killed):
        started.commit(edit, started.digest)
    monkeypatch.undo()
    written = files(folder)
    assert (written != before) == (number > 0)
    Session(folder, cache, history=False)
    assert files(folder) == written, "who writes nothing takes nothing back"
    follower = Session(folder, cache)
    assert files(folder) == (written if number == 99 else before)
    assert follower.history.journal is None
    assert dict(Session(folder, cache).texts) == dict(follower.texts)


def test_whoever_is_killed_while_taking_back_leaves_it_to_the_next(tmp_path: Path, monkeypatch) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    before = files(folder)
    started = Session(folder, cache)

    def die(contents, number: int) -> None:
        for path, (_, new) in list(contents.items())[:number]:
            path.write_bytes(new)
        monkeypatch.setattr(History, "begin", lambda *_: None)  # the dead clear nothing
        raise Killed

    for number in (1, 0):
        monkeypatch.setattr(session, "_write_all_or_none", partial(die, number=number))
        with pytest.raises(Killed):
            if number:
                started.commit(rename(started.documents, "unit", "fr-17", "fr-99"), started.digest)
            Session(folder, cache)
        monkeypatch.undo()
        assert files(folder) != before
    Session(folder, cache)
    assert files(folder) == before


def test_what_somebody_has_changed_since_is_left_alone(tmp_path: Path, monkeypatch) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    started = Session(folder, cache)
    edit = rename(started.documents, "unit", "fr-17", "fr-99")

    def die(contents) -> None:
        (path, (_, new)), *_ = contents.items()
        path.write_bytes(new + b"# mine\n")
        monkeypatch.setattr(started.history, "begin", lambda _: None)
        raise Killed

    monkeypatch.setattr(session, "_write_all_or_none", die)
    with pytest.raises(Killed):
        started.commit(edit, started.digest)
    monkeypatch.undo()
    written = files(folder)
    assert Session(folder, cache).history.journal is None
    assert files(folder) == written


def test_an_edit_that_was_written_to_its_end_can_be_undone(tmp_path: Path, monkeypatch) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    before = files(folder)
    started = Session(folder, cache)

    def die(step) -> None:
        raise Killed

    monkeypatch.setattr(started.history, "add", die)
    with pytest.raises(Killed):
        started.commit(rename(started.documents, "unit", "fr-17", "fr-99"), started.digest)
    assert files(folder) != before
    follower = Session(folder, cache)
    assert follower.undo() is not None
    assert files(folder) == before


def test_edits_of_two_processes_are_one_history(tmp_path: Path) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    before = files(folder)
    one, other = Session(folder, cache), Session(folder, cache)
    one.commit(paint_terrain(one.documents, ["0101"], "wood"), one.digest)
    other.commit(set_unit(other.documents, "fr-17", "strength", "6"), other.digest)
    assert one.undo() is not None and one.undo() is not None
    assert files(folder) == before


@posix
def test_nobody_takes_back_what_a_living_process_is_writing(tmp_path: Path, monkeypatch) -> None:
    folder, cache = tmp_path / "p", Cache(tmp_path / "cache")
    copytree(SOURCE, folder)
    started = Session(folder, cache)
    writing, sessions = session._write_all_or_none, []
    opening = Thread(target=lambda: sessions.append(Session(folder, cache)))

    def slowly(contents) -> None:
        (path, (_, new)), *_ = contents.items()
        path.write_bytes(new)
        opening.start()
        opening.join(0.2)
        assert path.read_bytes() == new
        writing(contents)

    monkeypatch.setattr(session, "_write_all_or_none", slowly)
    started.commit(rename(started.documents, "unit", "fr-17", "fr-99"), started.digest)
    opening.join()
    assert "fr-99" in sessions[0].texts["oob.csv"] and dict(sessions[0].texts) == dict(started.texts)


@posix
def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "p"
    copytree(SOURCE, folder)
    waiting = Session(folder)
    monkeypatch.setattr(session, "alone_in", partial(alone_in, seconds=0.0))
    with alone_in(folder), pytest.raises(OutputFailed, match="another program is at work there"):
        waiting.commit(paint_terrain(waiting.documents, ["0101"], "wood"), waiting.digest)
