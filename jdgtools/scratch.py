"""Scratch folders and files that no dead process leaves behind for long.

A scratch folder stands beside what is being made, on the same disk. It holds a mark that its owner keeps
locked; a scratch file is locked itself. The system lets go of the lock however the owner ends. Whoever
makes the next one there removes those whose owners are dead. On a disk without locks nobody can tell, so
nobody removes.

The mark is locked before its folder is made, and is the last that goes: a folder without one is empty, and
its owner is dead once the mark does not lie beside it either.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
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
_FOLDER = re.compile(re.escape(PREFIX) + r"[A-Za-z0-9_]{8}")
_FILE = re.compile(_FOLDER.pattern + re.escape(_SUFFIX))
_PATIENCE_SECONDS = 10.0
_NO_MARK_SECONDS = 3600.0
"""On Windows an empty folder without a mark counts as dead when it is as old as this: it may get one yet."""


@contextmanager
def scratch_folder(parent: Path) -> Iterator[Path]:
    """Yield an empty folder in `parent`, gone after the block; those of dead processes there go before it.

    Raises:
        OSError: nothing can be written there.
    """
    sweep(parent)
    outer, mark = _marked_folder(parent)
    try:
        try:
            inner = outer / "work"
            inner.mkdir()
            yield inner
        finally:
            os.close(mark)
    finally:
        for _ in range(5):  # after an interrupt a worker may still put a file there while it is emptied
            _remove(outer)
            if not outer.exists():
                break


@contextmanager
def whole_file(path: Path, mode: int = 0o600, place: Path | None = None) -> Iterator[BinaryIO]:
    """Yield a stream whose content takes the place of a file after the block, whole or not at all.

    What dead processes have left where it is written goes before it.

    Args:
        path: the file; its folder is there.
        mode: who may read and write it, as for `chmod`.
        place: a folder on the same disk in which it is written; None = beside the file.

    Raises:
        OSError: it cannot be written, or it is no file: a device such as `/dev/null` would be gone for all
            who use the machine. The old state stands.
    """
    if is_no_file(path):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    sweep(place or path.parent)
    handle, name = _locked_file(place or path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            if mode != 0o600:
                with suppress(PermissionError):  # a stick or a share may know no modes
                    scratch.chmod(mode)
            if sys.platform != "win32":  # still locked: it never stands there without an owner
                scratch.replace(path)
        if sys.platform == "win32":
            scratch.replace(path)
    except BaseException:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        raise


@contextmanager
def alone_in(folder: Path, seconds: float = _PATIENCE_SECONDS) -> Iterator[None]:
    """Keep other processes that ask for the same folder out of the block.

    The lock lies on the folder itself, so nothing is left of it however its owner ends. Where folders
    cannot be locked (on Windows, on some disks in a network) nobody waits.

    Args:
        folder: is there.
        seconds: how long to wait for another process.

    Raises:
        TimeoutError: another process is still in its block.
    """
    handle = None
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if handle is not None:
            wait_for_lock(handle, seconds)
        yield
    finally:
        if handle is not None:
            unlock(handle)
            os.close(handle)


def wait_for_lock(handle: int, seconds: float = _PATIENCE_SECONDS) -> None:
    """Keep other processes that ask for the same file or folder waiting, until `unlock`.

    Args:
        handle: of the open file or folder.
        seconds: how long to wait for another process.

    Raises:
        TimeoutError: another process still has it.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            _lock(handle)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "another program is at work there") from None
            time.sleep(0.01)
        except OSError:  # a disk without locks
            return


def is_no_file(path: Path) -> bool:
    """Return whether a device, a pipe or a folder stands there, or a link leads to one."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:  # nothing, or a link that leads nowhere
        return False


def _locked_file(parent: Path) -> tuple[int, str]:
    """Make a file that is locked and open for writing; return its handle and its name."""
    while True:
        handle, name = tempfile.mkstemp(prefix=PREFIX, suffix=_SUFFIX, dir=parent)
        with suppress(OSError):
            _lock(handle, wait=True)
        # Whoever swept before it was locked has taken it away.
        if sys.platform == "win32" or os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)


def sweep(parent: Path) -> None:
    """Remove the scratch folders and files in `parent` whose owners are dead; never one that is in use."""
    with suppress(OSError):
        with os.scandir(parent) as entries:
            listed_paths = sorted(entry.path for entry in entries if entry.name.startswith(PREFIX))
        paths = [path for path in map(Path, listed_paths) if not path.is_symlink() and _is_ours(path)]
        # A mark that never came into its folder goes before it.
        for path in paths:
            if _FILE.fullmatch(path.name) and path.is_file():
                _remove_file_if_dead(path)
        for path in paths:
            if path.is_dir():
                _remove_if_dead(path)


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


def _marked_folder(parent: Path) -> tuple[Path, int]:
    """Make a folder with the mark of a living owner; return it and the handle of the mark.

    Raises:
        OSError: nothing can be written there.
    """
    if sys.platform == "win32":
        # An open file can neither be moved nor removed there: that it is open says enough.
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        new_folder = folder / _NEW
        os.close(os.open(new_folder, os.O_RDWR | os.O_CREAT, 0o600))
        new_folder.rename(folder / _MARK)
        return folder, os.open(folder / _MARK, os.O_RDWR)
    while True:
        mark, name = _locked_file(parent)
        folder = Path(name.removesuffix(_SUFFIX))
        try:
            folder.mkdir(0o700)
            Path(name).rename(folder / _MARK)
        except BaseException as error:
            os.close(mark)
            with suppress(OSError):
                Path(name).unlink(missing_ok=True)
            if isinstance(error, FileExistsError):  # another has the same name
                continue
            with suppress(OSError):
                folder.rmdir()
            raise
        return folder, mark


def _remove(folder: Path) -> None:
    """Remove a scratch folder, its mark last: of what the killed leave it still says that it is scratch."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != _MARK:
                path.unlink()
        if [path.name for path in folder.iterdir()] == [_MARK]:
            (folder / _MARK).unlink()
        folder.rmdir()


def _lock(mark: int, wait: bool = False) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(mark, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def unlock(handle: int) -> None:
    """Let go of a lock, also for copies of this process that were made meanwhile."""
    if sys.platform != "win32":
        import fcntl

        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)


def _remove_if_dead(folder: Path) -> None:
    try:
        if sys.platform == "win32":
            (folder / _MARK).unlink()
            shutil.rmtree(folder, ignore_errors=True)
            return
        mark = os.open(folder / _MARK, os.O_RDWR)
    except FileNotFoundError:
        _remove_if_never_marked(folder)
        return
    except OSError:
        return
    try:
        _lock(mark)
        _remove(folder)
    except OSError:  # its owner lives
        return
    finally:
        os.close(mark)


def _remove_if_never_marked(folder: Path) -> None:
    """Remove an empty folder without a mark; nothing that holds more is touched: it may be the user's."""
    with suppress(OSError):
        if sys.platform == "win32":
            old = time.time() - folder.stat().st_mtime > _NO_MARK_SECONDS
            if old and not {path.name for path in folder.iterdir()} - {_NEW}:
                shutil.rmtree(folder, ignore_errors=True)
        elif _FOLDER.fullmatch(folder.name) and not folder.with_name(folder.name + _SUFFIX).exists():
            folder.rmdir()  # if the mark has just come, it is no longer empty
