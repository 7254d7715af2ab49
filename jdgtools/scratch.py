"""Scratch folders that no dead process leaves behind for long.

A scratch folder stands beside what is being made, on the same disk. It holds a mark that its owner keeps
locked; the system lets go of the lock however the owner ends. Whoever makes the next scratch folder there
removes those whose owners are dead.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".jdg-"
_MARK = "jdgtools-scratch"
_NEW = "new"
_NO_MARK_SECONDS = 3600.0
"""An empty folder without a mark is as old as this before it counts as dead: it may be about to be marked."""


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """An empty folder in `place`, gone after the block; those of dead processes there go before it.

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


def sweep(place: Path) -> None:
    """Removes the scratch folders in `place` whose owners are dead; never one that is in use."""
    with suppress(OSError):
        for folder in sorted(place.glob(f"{PREFIX}*")):
            if folder.is_dir() and not folder.is_symlink():
                _remove_if_dead(folder)


def _marked(folder: Path) -> int:
    """Puts the mark of a living owner into a folder, locked before anybody can see it."""
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


def _lock(mark: int) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
