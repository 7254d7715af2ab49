"""Products put into a folder: looked at before, replaced whole, and known afterwards if that ended half way.

A build makes all files in a scratch folder (`scratch_for`), then `publish` puts them where the user wants
them, the report last. The report holds the digest of every file, so `unfinished_files` can tell later
whether a publication was ended between two of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import file_digest
from pathlib import Path

from msgspec import Struct

from jdgtools.errors import OutputFailed
from jdgtools.scratch import alone_in, is_no_file, scratch_folder, sweep
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import open_file, read_file
from jdgtools.untrusted.json_objects import parse_unambiguous

REPORT = "build-report.json"
"""The file in which a build says what it has written."""
MAX_REPORT = 64_000_000
"""Largest report of a build that is read, bytes."""
_BLOCK = 1 << 20
"""Bytes of two files that are compared at a time."""


class Product(Struct, frozen=True):
    """One file that a build has written."""

    path: Path
    size: int
    """Bytes."""
    exporter: str


@contextmanager
def scratch_for(folder: Path, project: Path, names: Sequence[str]) -> Iterator[Path]:
    """Yield a scratch folder on the same disk as `folder`, after a look at what would be in the way.

    Args:
        folder: in which the products will appear; made if missing.
        project: folder of the battle project, into which a build may write its lock file.
        names: of the products, relative to the folder.

    Raises:
        OutputFailed: before any work, because no product could be put into the folder.
    """
    with ExitStack() as stack:
        parent_folder = folder
        try:
            parent_folder = folder if folder.is_dir() else folder.parent
            if folder.exists() and not folder.is_dir():
                raise OutputFailed(f"cannot write to {folder}: it is a file, not a folder")
            in_the_way = [folder / name for name in names if is_no_file(folder / name)]
            if in_the_way:
                what = "a folder" if in_the_way[0].is_dir() else "something that is no file"
                raise OutputFailed(f"cannot write {in_the_way[0]}: {what} of that name is in the way")
            parents = sorted({name.rpartition("/")[0] for name in names} - {""})
            if links := [parent for parent in parents if (folder / parent).is_symlink()]:
                raise OutputFailed(f"cannot write to {folder / links[0]}: it is a link, not a folder")
            parent_folder.mkdir(parents=True, exist_ok=True)
            # The first build of a folder works beside it, all later ones in it.
            sweep(folder.parent)
            sweep(project)  # where the lock file is written
            scratch = stack.enter_context(scratch_folder(parent_folder))
        except OSError as error:
            raise OutputFailed(f"cannot write to {parent_folder}: {error.strerror}") from None
        yield scratch


def publish(scratch: Path, folder: Path, names: Sequence[tuple[str, str]]) -> tuple[Product, ...]:
    """Replace every file whole, in the order of the names; one that is the same already stays as it is.

    Another process that publishes there is waited for: the files of a folder are those of one build.

    Args:
        scratch: where the products are.
        folder: where they shall be.
        names: (product, exporter that made it), the report last.

    Raises:
        OutputFailed: half way; the message tells which files are new already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with alone_in(folder):
            return _publish_alone(scratch, folder, names)
    except TimeoutError as error:
        raise OutputFailed(f"cannot write to {folder}: {error.strerror} (nothing changed)") from None


def _publish_alone(scratch: Path, folder: Path, names: Sequence[tuple[str, str]]) -> tuple[Product, ...]:
    names_published: list[str] = []
    interrupt: KeyboardInterrupt | None = None
    for name, _ in names:
        try:
            try:
                (folder / name).parent.mkdir(exist_ok=True)
                if name == REPORT or not _equal(scratch / name, folder / name):
                    (scratch / name).replace(folder / name)
            except KeyboardInterrupt as error:
                # All files are ready: a whole new state is nearer than the old one.
                interrupt = error
                if (scratch / name).exists():
                    (scratch / name).replace(folder / name)
        except OSError as error:
            state = (
                f"new already: {', '.join(names_published)}; the others are as before"
                if names_published
                else "nothing changed"
            )
            raise OutputFailed(f"cannot write {folder / name}: {error.strerror} ({state})") from None
        names_published.append(name)
    if interrupt is not None:
        raise interrupt
    return tuple(Product(folder / name, (folder / name).stat().st_size, part) for name, part in names)


def _equal(new: Path, old: Path) -> bool:
    """Tell whether what stands there is a file with the same bytes, not a link to one.

    Replacing it would take longer than reading it, and a program that watches the folder would load it again.
    """
    try:
        size = new.stat().st_size
        if old.is_symlink() or old.stat().st_size != size:
            return False
        with open_file(old, within=old.parent, limit=size) as there, new.open("rb") as here:
            while block := here.read(_BLOCK):
                if there.read(_BLOCK) != block:
                    return False
        return True
    except (FileRefused, OSError):
        return False


def unfinished_files(folder: Path, thorough: bool = False) -> list[str]:
    """Return the names of files that the report of a folder does not fit: a publication ended half way.

    Args:
        folder: where a build wrote to.
        thorough: whether every file is read. Otherwise the size is compared, and the digest of files that
            are newer than the report, which is written last.

    Returns:
        Sorted names; empty also where no build has written anything.
    """
    try:
        content = read_file(folder / REPORT, within=None, limit=MAX_REPORT)
        report = parse_unambiguous(content)
        files_in_report = {str(file["name"]): (file["bytes"], file["sha256"]) for file in report["files"]}
        last = (folder / REPORT).stat().st_mtime_ns
    except (FileRefused, OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    wrong = []
    for name, (size, sha256) in files_in_report.items():
        # The report may come from anywhere: its names do not lead out of the folder.
        if any(part in ("", "..") or Path(part).name != part for part in name.split("/")):
            continue
        try:
            with open_file(folder / name, within=folder, limit=sys.maxsize) as stream:
                state = os.fstat(stream.fileno())
                must_look = thorough or state.st_mtime_ns > last
                if state.st_size != size or (
                    must_look and file_digest(stream, "sha256").hexdigest() != sha256
                ):
                    wrong.append(name)
        except (FileRefused, OSError):
            wrong.append(name)
    return sorted(wrong)
