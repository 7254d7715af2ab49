"""Writes the files of a project into its new folder; nothing leaves it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jdgtools.project_folder import check_folder, new_folder
from jdgtools.vassal.folder import safe_files


def write_project(folder: Path | str, files: Mapping[str, bytes]) -> list[str]:
    """Write the files into a folder and return their names, sorted.

    Raises:
        FolderInUse: the folder is in use.
        InputRefused: a name is not safe.
        OutputFailed: it cannot be written; nothing is left behind.
    """
    checked_files, folder = safe_files(files), Path(folder)
    check_folder(folder)
    with new_folder(folder) as project:
        for name in sorted(checked_files):
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(checked_files[name])
        check_folder(folder)  # somebody may have put something there meanwhile
    return sorted(checked_files)
