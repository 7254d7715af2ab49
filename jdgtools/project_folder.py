"""The folder of a new project: it appears whole or not at all, and only where nothing is yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from jdgtools.errors import ExitCode, JdgError, OutputFailed
from jdgtools.scratch import PREFIX, scratch_folder, sweep

IGNORED = f"# What builds write.\nout/\n{PREFIX}*\n"
"""Content of `.gitignore` in a new project."""


class FolderInUse(JdgError):
    """The folder for the project holds something already."""

    code = ExitCode.USAGE


def check_folder(folder: Path) -> None:
    """Refuse a folder that is in use; what dead processes have left beside it goes first.

    Raises:
        FolderInUse: it exists and is not an empty folder.
        OutputFailed: it cannot be looked into.
    """
    sweep(folder.parent)
    try:
        used = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
    except OSError as error:
        raise OutputFailed(f"cannot look into {folder}: {error.strerror}") from None
    if used:
        raise FolderInUse(f"`{folder}` exists already; name a new folder, or an empty one")


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder beside the one that is asked for; after the block it stands in its place.

    Raises:
        OutputFailed: it cannot be written; nothing is left behind.
    """
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            scratch = stack.enter_context(scratch_folder(folder.parent))
        except OSError as error:
            raise OutputFailed(f"cannot write to {folder.parent}: {error.strerror}") from None
        try:
            project = scratch / "project"
            project.mkdir()
            yield project
            if folder.exists():
                folder.rmdir()
            project.replace(folder)
        except OSError as error:
            raise OutputFailed(f"cannot write {folder}: {error.strerror or error}") from None
