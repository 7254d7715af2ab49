"""The door: how files that a project, a module or a command names are opened.

Only ordinary files are read, up to a limit, and those of a project only where they lie in its folder once all
links are followed. What is checked is what has been opened, so nothing can be exchanged in between; a pipe or
a device is never waited for.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from io import BufferedReader
from pathlib import Path

from jdgtools.untrusted import FileRefused

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
_KINDS = (
    (stat.S_ISDIR, "is a folder, not a file"),
    (stat.S_ISFIFO, "is a pipe, not a file"),
    (stat.S_ISSOCK, "is a socket, not a file"),
    (stat.S_ISCHR, "is a device, not a file"),
    (stat.S_ISBLK, "is a device, not a file"),
)

_allowed: tuple[Path, ...] = ()


class Missing(FileRefused):
    """There is no such file."""


class Outside(FileRefused):
    """The file lies outside the folder that it must lie in."""


def allow_folders(folders: Iterable[Path]) -> None:
    """Let links of projects lead into these folders, for the rest of this process: the user wants it."""
    global _allowed
    _allowed = tuple(folder.resolve() for folder in folders)


def read_file(path: Path, *, within: Path | None, limit: int) -> bytes:
    """Return the content of a file.

    Args:
        path: where it is.
        within: folder that it must lie in, unless the user allows where it lies; None = the user names the
            file himself.
        limit: most bytes.

    Raises:
        Missing: there is none.
        Outside: it lies elsewhere.
        FileRefused: it is no ordinary file, larger, or cannot be read.
    """
    with open_file(path, within=within, limit=limit) as stream:
        try:
            content: bytes | None = stream.read(limit + 1)
        except OSError as error:
            raise _unreadable(error) from None
    if content is None:  # it calls itself an ordinary file, like some of those that the system makes up
        raise FileRefused("gives nothing to whoever does not wait")
    if len(content) > limit:  # it has grown
        raise _too_large(limit)
    return content


def open_file(path: Path, *, within: Path | None, limit: int) -> BufferedReader:
    """Return a file opened to be read; see `read_file`, whose arguments and exceptions are the same."""
    where = find_file(path, within=within)
    try:
        handle = os.open(where, _FLAGS)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None
    try:
        state = os.fstat(handle)
        _check_kind(state)
        if state.st_size > limit:
            raise _too_large(limit)
        if within is not None and not os.path.samestat(state, find_file(path, within=within).stat()):
            raise FileRefused("is being exchanged while it is read")
        return os.fdopen(handle, "rb")
    except OSError as error:
        os.close(handle)
        raise _unreadable(error) from None
    except BaseException:
        os.close(handle)
        raise


def open_own_file(path: Path) -> BufferedReader:
    """Return a file of this program opened to be read, if nobody has put something else into its place.

    Raises:
        OSError: there is none, or it is no ordinary file.
    """
    handle = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is no ordinary file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def find_file(path: Path, *, within: Path | None) -> Path:
    """Return where an ordinary file is once all links are followed; its content is not looked at.

    Raises:
        Missing: there is none.
        Outside: it lies elsewhere.
        FileRefused: it is no ordinary file, or cannot be reached.
    """
    try:
        where = path.resolve()
        if within is not None and not _is_inside(where, within.resolve()):
            link = " is a link that leads" if _stays(path, within) else " lies"
            raise Outside(f"{link.strip()} outside the project folder")
        status = where.stat()
    except RuntimeError:  # how Python before 3.13 says it
        raise FileRefused("is a link that goes round in a circle") from None
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) and path.is_symlink():
            raise FileRefused("is a link that leads nowhere") from None
        raise _unreadable(error) from None
    _check_kind(status)
    return where


def clause(refusal: FileRefused) -> str:
    """Return what is wrong with a file, as a clause of its own: `it is a folder, not a file`."""
    return "there is no such file" if isinstance(refusal, Missing) else f"it {refusal}"


def is_file(path: Path, *, within: Path | None) -> bool:
    """Return whether there is a file that may be read, as far as can be told without reading it."""
    try:
        find_file(path, within=within)
    except FileRefused:
        return False
    return True


def _is_inside(where: Path, folder: Path) -> bool:
    return any(where.is_relative_to(one) for one in (folder, *_allowed))


def _stays(path: Path, folder: Path) -> bool:
    """Return whether a path stays in a folder by its words alone."""
    return Path(os.path.abspath(path)).is_relative_to(os.path.abspath(folder))  # noqa: PTH100


def _check_kind(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise FileRefused(next((text for test, text in _KINDS if test(status.st_mode)), "is not a file"))


def _too_large(limit: int) -> FileRefused:
    limit_shown = f"{limit // 1_000_000} MB" if limit % 1_000_000 == 0 else f"{limit / 2**20:g} MiB"
    return FileRefused(f"is larger than {limit_shown}")


def _unreadable(error: OSError | ValueError) -> FileRefused:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Missing("does not exist")
    if getattr(error, "errno", None) == errno.ELOOP:
        return FileRefused("is a link that goes round in a circle")
    return FileRefused(f"cannot be read: {getattr(error, 'strerror', None) or error}")
