"""Scratch folders and files that no dead process leaves behind for long.

A scratch folder stands beside what is being made, on the same disk. It holds a mark that its owner keeps
locked; a scratch file is locked itself. The system lets go of the lock however the owner ends. Whoever
makes the next one there removes those whose owners are dead. On a disk without locks nobody can tell, so
nobody removes.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PREFIX = ".jdg-"
_MARK = "jdgtools-scratch"
_NEW = "new"
_SUFFIX = ".jdgtools-part"
_FILE = re.compile(re.escape(PREFIX) + r"[A-Za-z0-9_]{8}" + re.escape(_SUFFIX))
_NO_MARK_SECONDS = 3600.0
"""An empty folder without a mark is as old as this before it counts as dead: it may be about to be marked."""


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """Yield an empty folder in `place`, gone after the block; those of dead processes there go before it.

    Raises:
        OSError: nothing can be written there.
    """
    sweep(place)
    outer = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    try:
        mark = _marked(outer)
        try:
            inner = outer / "work"
            inner.mkdir()
            yield inner
        finally:
            os.close(mark)
    finally:
        for _ in range(5):  # after an interrupt a worker may still put a file there while it is emptied
            shutil.rmtree(outer, ignore_errors=True)
            if not outer.exists():
                break


@contextmanager
def whole_file(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
    """Yield a stream whose content takes the place of a file after the block, whole or not at all.

    Args:
        path: the file; its folder is there.
        mode: who may read and write it, as for `chmod`.

    Raises:
        OSError: it cannot be written; the old state stands.
    """
    handle, name = _locked_file(path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            if mode != 0o600:
                scratch.chmod(mode)
            if sys.platform != "win32":  # still locked: it never stands there without an owner
                scratch.replace(path)
        if sys.platform == "win32":
            scratch.replace(path)
    except BaseException:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        raise


def _locked_file(place: Path) -> tuple[int, str]:
    """Make a file that is locked and open for writing; return its handle and its name."""
    while True:
        handle, name = tempfile.mkstemp(prefix=PREFIX, suffix=_SUFFIX, dir=place)
        with suppress(OSError):
            _lock(handle, wait=True)
        # Whoever swept before it was locked has taken it away.
        if sys.platform == "win32" or os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)


def sweep(place: Path) -> None:
    """Remove the scratch folders and files in `place` whose owners are dead; never one that is in use."""
    with suppress(OSError):
        with os.scandir(place) as listed:
            paths = sorted(entry.path for entry in listed if entry.name.startswith(PREFIX))
        for path in map(Path, paths):
            if path.is_symlink() or not _is_ours(path):
                continue
            if path.is_dir():
                _remove_if_dead(path)
            elif _FILE.fullmatch(path.name) and path.is_file():
                _remove_file_if_dead(path)


def _is_ours(path: Path) -> bool:
    """Tell whether it belongs to this user: in a folder that all share others may have put anything."""
    with suppress(OSError):
        return sys.platform == "win32" or path.lstat().st_uid == os.getuid()
    return False


def _remove_file_if_dead(path: Path) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            path.unlink()
            return
        handle = os.open(path, os.O_RDWR)
        try:
            _lock(handle)
            path.unlink()
        finally:
            os.close(handle)


def _marked(folder: Path) -> int:
    """Put the mark of a living owner into a folder, locked before anybody can see it."""
    hidden = folder / _NEW
    mark = os.open(hidden, os.O_RDWR | os.O_CREAT, 0o600)
    if sys.platform == "win32":
        # An open file can neither be moved nor removed there: that it is open says enough.
        os.close(mark)
        hidden.rename(folder / _MARK)
        return os.open(folder / _MARK, os.O_RDWR)
    try:
        _lock(mark)
    except OSError:  # a disk without locks: nobody can tell, so nobody removes
        return mark
    hidden.rename(folder / _MARK)
    return mark


def _lock(mark: int, wait: bool = False) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(mark, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def _remove_if_dead(folder: Path) -> None:
    try:
        if sys.platform == "win32":
            (folder / _MARK).unlink()
            shutil.rmtree(folder, ignore_errors=True)
            return
        mark = os.open(folder / _MARK, os.O_RDWR)
    except FileNotFoundError:
        with suppress(OSError):
            # Nothing that holds more is touched: it may be the user's.
            old = time.time() - folder.stat().st_mtime > _NO_MARK_SECONDS
            if old and not {path.name for path in folder.iterdir()} - {_NEW}:
                shutil.rmtree(folder, ignore_errors=True)
        return
    except OSError:
        return
    try:
        _lock(mark)
        shutil.rmtree(folder, ignore_errors=True)
    except OSError:  # its owner lives
        return
    finally:
        os.close(mark)
