"""An edit of several files whose writer is ended between two of them: the next session takes it back."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from jdgtools.cache import Cache
from jdgtools.desk import session
from jdgtools.desk.operations import rename
from jdgtools.desk.session import Session

SOURCE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


class Killed(BaseException):
    """What ends a process at once."""


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


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
