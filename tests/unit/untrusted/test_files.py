"""The door: what is no ordinary file of the project is refused in words, and nothing is waited for."""

from __future__ import annotations

import io
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.untrusted import FileRefused, files
from jdgtools.untrusted.files import (
    Missing,
    Outside,
    allow_folders,
    clause,
    is_file,
    open_file,
    open_own_file,
    read_file,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="makes pipes, devices and links")


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        os.chdir(path.parent)  # the name of a socket is short
        one.bind(path.name)


def make_outside(path: Path) -> None:
    other = path.parents[1] / "other.txt"
    other.write_text("secret")
    path.symlink_to(other)


def make_loop(path: Path) -> None:
    path.symlink_to(path.with_name("loop"))
    path.with_name("loop").symlink_to(path)


def make_large(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(1_000_001)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "it is a pipe, not a file"),
    "device": (
        lambda path: path.symlink_to("/dev/zero"),
        "it is a link that leads outside the project folder",
    ),
    "folder": (Path.mkdir, "it is a folder, not a file"),
    "socket": (make_socket, "it is a socket, not a file"),
    "link to nothing": (lambda path: path.symlink_to("nothing"), "it is a link that leads nowhere"),
    "loop": (make_loop, "it is a link that goes round in a circle"),
    "link out": (make_outside, "it is a link that leads outside the project folder"),
    "missing": (lambda path: None, "there is no such file"),
    "below a file": (lambda path: path.parent.joinpath("f").touch(), "there is no such file"),
    "large": (make_large, "it is larger than 1 MB"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_file_of_the_project(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = tmp_path / "project"
    project.mkdir()
    make, text = ODD[name]
    path = project / "it"
    make(path)
    with pytest.raises(FileRefused) as caught:
        read_file(project / "f" / "it" if name == "below a file" else path, within=project, limit=1_000_000)
    assert clause(caught.value) == text
    assert isinstance(caught.value, Missing) == (text == "there is no such file")
    assert isinstance(caught.value, Outside) == ("outside" in text)


def test_a_device_named_by_the_user() -> None:
    for path in ("/dev/zero", "/dev/tty", "/dev/stdin"):
        with pytest.raises(FileRefused):
            read_file(Path(path), within=None, limit=100)


def test_words_and_links_out_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    (project / "art").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.txt").write_text("a")
    (project / "there").symlink_to(tmp_path / "other")
    (project / "in").symlink_to(project / "art")
    (project / "art" / "a.txt").write_text("inside")
    assert read_file(project / "in" / "a.txt", within=project, limit=9) == b"inside"
    (tmp_path / "link").symlink_to(project)
    assert read_file(tmp_path / "link" / "art" / "a.txt", within=tmp_path / "link", limit=9) == b"inside"
    with pytest.raises(Outside, match=r"^lies outside the project folder"):
        read_file(project / ".." / "other" / "a.txt", within=project, limit=9)
    with pytest.raises(Outside, match=r"^is a link"):
        read_file(project / "there" / "a.txt", within=project, limit=9)
    assert not is_file(project / "there" / "a.txt", within=project)
    try:
        allow_folders([tmp_path / "other"])
        assert read_file(project / "there" / "a.txt", within=project, limit=9) == b"a"
    finally:
        allow_folders([])


def test_a_file_that_becomes_a_link_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret").write_text("secret")
    (project / "a").write_text("plain")
    real = os.open

    def swap(path: os.PathLike[str], *arguments: int) -> int:
        if Path(path).name == "a":
            (project / "a").unlink()
            (project / "a").symlink_to(tmp_path / "secret")
        return real(path, *arguments)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(FileRefused):
        read_file(project / "a", within=project, limit=100)


def test_a_file_that_becomes_a_pipe_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was opened counts, and no handle stays open."""
    path = tmp_path / "a"
    path.write_text("plain")
    real, handles = os.open, []

    def swap(name: os.PathLike[str], *arguments: int) -> int:
        path.unlink()
        os.mkfifo(path)
        handles.append(real(name, *arguments))
        return handles[0]

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(FileRefused, match="is a pipe"):
        read_file(path, within=None, limit=100)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(handles[0])


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "a", os.fdopen
    path.write_bytes(b"1")

    def grow(handle: int, mode: str) -> object:
        path.write_bytes(bytes(101))
        return real(handle, mode)

    monkeypatch.setattr(os, "fdopen", grow)
    with pytest.raises(FileRefused, match="is larger than"):
        read_file(path, within=None, limit=100)


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "a", os.fdopen
    path.write_bytes(bytes(100))

    def shrink(handle: int, mode: str) -> object:
        path.write_bytes(b"1")
        return real(handle, mode)

    monkeypatch.setattr(os, "fdopen", shrink)
    assert read_file(path, within=None, limit=100) == b"1"


def test_a_file_that_gives_nothing_without_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some that the system makes up call themselves ordinary files, such as its log."""

    class Waits(io.BytesIO):
        def read(self, size: int | None = -1) -> None:  # type: ignore[override]
            return None

    monkeypatch.setattr(files, "open_file", lambda *_, **__: Waits())
    with pytest.raises(FileRefused, match="gives nothing to whoever does not wait"):
        read_file(tmp_path, within=None, limit=100)


def test_a_file_of_the_program_that_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match=r"ordinary|directory"):
            open_own_file(path)
    (tmp_path / "a").write_bytes(b"1")
    with open_own_file(tmp_path / "a") as stream:
        assert stream.read() == b"1"


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    make_large(tmp_path / "a")
    with pytest.raises(FileRefused, match="is larger than 1 MB"):
        open_file(tmp_path / "a", within=None, limit=1_000_000)
    open_file(tmp_path / "a", within=None, limit=1_000_001).close()
