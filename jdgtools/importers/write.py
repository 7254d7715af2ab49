"""Writes a project: the folder appears whole or not at all, and nothing leaves it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from jdgtools.errors import ExitCode, JdgError, OutputFailed
from jdgtools.scratch import scratch_folder
from jdgtools.vassal.folder import safe_files


class FolderInUse(JdgError):
    """The folder for the project holds something already."""

    code = ExitCode.USAGE


def check_folder(folder: Path) -> None:
    """Refuse a folder that is in use.

    Raises:
        FolderInUse: it exists and is not an empty folder.
    """
    try:
        used = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
    except OSError as error:
        raise OutputFailed(f"cannot look into {folder}: {error.strerror}") from None
    if used:
        raise FolderInUse(f"`{folder}` exists already; name a new folder, or an empty one")


def write_project(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write the files into a folder and return their names, sorted.

    Raises:
        FolderInUse: the folder is in use.
        InputRefused: a name is not safe.
        OutputFailed: it cannot be written; nothing is left behind.
    """
    checked = safe_files(files)
    check_folder(folder)
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            scratch = stack.enter_context(scratch_folder(folder.parent))
        except OSError as error:
            raise OutputFailed(f"cannot write to {folder.parent}: {error.strerror}") from None
        try:
            project = scratch / "project"
            project.mkdir()
            for name in sorted(checked):
                path = project / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(checked[name])
            check_folder(folder)
            if folder.exists():
                folder.rmdir()
            project.replace(folder)
        except OSError as error:
            raise OutputFailed(f"cannot write {folder}: {error.strerror or error}") from None
    return sorted(checked)
