"""Writes a project: the folder appears whole or not at all, and nothing leaves it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from jdgtools.errors import ExitCode, InputRefused, JdgError, OutputFailed
from jdgtools.vassal.limits import check_name

_LONGEST = 200


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


def safe_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files, after every check of their names.

    Raises:
        InputRefused: a name leaves the folder or means a device, or two differ by case alone.
    """
    seen: dict[str, str] = {}
    folders: set[str] = set()
    found = {}
    for name, data in files.items():
        check_name(name)
        shown = ascii(name[:60])
        parts = name.split("/")
        if any(len(p.encode("utf-8", "replace")) > _LONGEST for p in parts):
            raise InputRefused(f"the name {shown} is too long for a file")
        if any(p in ("", ".") for p in parts) or any(c in name for c in '\\:*?"<>|'):
            raise InputRefused(f"the name {shown} cannot be a file on every machine")
        if any(p != p.rstrip(" .") for p in parts):
            raise InputRefused(f"the name {shown} ends with a blank or a dot")
        try:
            name.encode("utf-8")
        except UnicodeEncodeError:
            raise InputRefused(f"the name {shown} is not UTF-8") from None
        key = name.casefold()
        if key in seen:
            raise InputRefused(f"the names {seen[key][:60]!a} and {shown} differ by case alone")
        seen[key] = name
        folders |= {"/".join(parts[:i]).casefold() for i in range(1, len(parts))}
        found[name] = data
    clash = next((n for n in seen if n in folders), None)
    if clash is not None:
        raise InputRefused(f"{seen[clash][:60]!a} is a file and a folder")
    return found


def write_project(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write the files into a folder and return their names, sorted.

    Raises:
        FolderInUse: the folder is in use.
        InputRefused: a name is not safe.
        OutputFailed: it cannot be written; nothing is left behind.
    """
    checked = safe_files(files)
    check_folder(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".jdg-", dir=folder.parent))
    except OSError as error:
        raise OutputFailed(f"cannot write to {folder.parent}: {error.strerror}") from None
    try:
        made = scratch / "project"
        made.mkdir()
        for name in sorted(checked):
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(checked[name])
        check_folder(folder)
        if folder.exists():
            folder.rmdir()
        made.replace(folder)
    except OSError as error:
        raise OutputFailed(f"cannot write {folder}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return sorted(checked)
