"""The cache: what earlier builds have made, by what it was made from; always safe to delete.

An entry is a file in the user's cache folder. Its name is its key: a digest of the name of the work, of
everything that the work looks at, and of the program itself. Nothing else is ever compared, no dates of
source files, so an entry is never stale. One that was damaged is noticed by its checksum and made again.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

from jdgtools.canonical import digest
from jdgtools.scratch import sweep, whole_file
from jdgtools.untrusted.files import open_own_file

VARIABLE = "JDG_CACHE"
"""Environment variable: another folder, or `off`."""
MAX_BYTES = 512 * 1024 * 1024
"""Size of the cache beyond which the entries that were not asked for longest are dropped."""
_SUFFIX = ".jdg"
_MAX_IN_PACK = 64
"""Small contents in one entry."""
_NEW = "new"
"""A folder in which entries are written: what the dead leave there is found without a look at all entries."""
HISTORIES = "desk"
"""A folder for what can be undone in projects; it lies here and is no cache."""
_TAG = "CACHEDIR.TAG"
_DUE = "trim"
"""A file that says that the folder may have become too large."""
# See https://bford.info/cachedir: backup programs leave such a folder out.
_TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by jdgtools; may be deleted at any time.\n"
_LIBRARIES = (
    "msgspec",
    "numpy",
    "PIL",
    "shapely",
    "resvg_py",
    "pypdfium2",
    "pypdfium2_raw",
    "uharfbuzz",
    "lxml",
)
"""Another version of these may draw or write otherwise."""


class Cache:
    """Entries of earlier builds in a folder. Processes and threads may share one.

    Args:
        folder: made with the first entry; None = nothing is remembered.
        package: package of a plug-in that takes part in the work, dotted.
        max_bytes: size beyond which `trim` drops old entries.
        keeps: asked after something was made; where it says no, that is given back and not remembered. None =
            everything is remembered.
    """

    def __init__(
        self,
        folder: Path | None,
        package: str = "jdgtools",
        max_bytes: int = MAX_BYTES,
        keeps: Callable[[], bool] | None = None,
    ) -> None:
        self.folder = folder
        # All packages of our own are one program.
        self.package = __package__ if package.partition(".")[0] == __package__ else package
        self.max_bytes = max_bytes
        self._keeps = keeps

    def get_or_make(self, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """Return what `make` gives, from an earlier build if it was made from equal inputs.

        Args:
            name: what is made; with a version number of its own if its meaning changes.
            inputs: all that `make` looks at; see `canonical_bytes` for what may be in it.
            make: called where there is no entry.
        """
        if self.folder is None:
            return make()
        path = self._path((name, program(self.package), inputs))
        content = _read(path)
        if content is None:
            content = make()
            if self._is_kept():
                _write(path, content)
        return content

    def has(self, name: str, inputs: object) -> bool:
        """Return whether `get_or_make` has an entry for these inputs, which may turn out to be damaged."""
        return self.folder is not None and self._path((name, program(self.package), inputs)).exists()

    def _is_kept(self) -> bool:
        return self._keeps is None or self._keeps()

    def get_or_make_many(
        self,
        name: str,
        common: object,
        inputs: Sequence[object],
        make: Callable[[list[list[int]]], Sequence[Sequence[bytes]]],
        pack_size: int = 16,
    ) -> list[bytes]:
        """Return many small contents, one for each input, in the order of the inputs.

        They are made and kept in packs: what is made together may differ by a hair from what is made alone.
        Where a pack begins depends on one input and on the length of the pack before, so one input that is
        added, changed or left out leaves most packs as they are. Packs are the same without a folder.

        Args:
            name: what is made.
            common: what `make` looks at for all of them.
            inputs: what it looks at for each.
            make: makes packs, each a list of numbers from 0; no pack may depend on the others.
            pack_size: contents in a pack on the average: few where making is slow, many where reading is.
        """
        digests = [digest(value) for value in inputs]
        packs: list[list[int]] = []
        for number, input_digest in enumerate(digests):
            if not packs or int(input_digest[:4], 16) % pack_size == 0 or len(packs[-1]) == _MAX_IN_PACK:
                packs.append([])
            packs[-1].append(number)
        if self.folder is None:
            return [content for contents in make(packs) for content in contents]
        base = (name, program(self.package), common)
        paths = [self._path((base, [digests[n] for n in pack])) for pack in packs]
        entries = [_read(path) for path in paths]
        missing = [pack for pack, entry in zip(packs, entries, strict=True) if entry is None]
        new_packs = iter(make(missing) if missing else ())
        is_kept = bool(missing) and self._is_kept()
        result: list[bytes] = []
        for path, entry in zip(paths, entries, strict=True):
            if entry is None:
                contents = next(new_packs)
                if is_kept:
                    _write(path, _pack(contents))
                result += contents
            else:
                result += _unpack(entry)
        return result

    def _path(self, key: object) -> Path:
        assert self.folder is not None
        return self.folder / f"{digest(key)}{_SUFFIX}"

    def tidy(self) -> None:
        """Remove what dead processes have left; trim after a few hundred new entries, which takes long."""
        if self.folder is None:
            return
        sweep(self.folder)
        with suppress(OSError):
            (self.folder / _DUE).unlink()
            self.trim()

    def trim(self) -> None:
        """Drop the entries that were not asked for longest while all together are too large."""
        if self.folder is None:
            return
        try:
            with os.scandir(self.folder) as directory:
                files = [(e.stat().st_mtime_ns, e.stat().st_size, e.path) for e in directory if e.is_file()]
        except OSError:
            return
        size = sum(file[1] for file in files)
        sweep(self.folder)
        for _, length, path in sorted(files):
            if size <= self.max_bytes:
                break
            if path.endswith((_SUFFIX, ".tmp")):
                size -= length
                _remove(path)


def user_folder() -> Path | None:
    """Return the folder of this user's cache by custom; None where `JDG_CACHE` says or means none."""
    folder_name = os.environ.get(VARIABLE, "")
    if folder_name.lower() in ("off", "0", "no"):
        return None
    if folder_name:
        with suppress(RuntimeError):  # of a user whom the system does not know
            return Path(folder_name).expanduser()
        return None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "jdgtools" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "jdgtools"
    # By its custom a relative one is none: it would lie wherever the user stands.
    custom = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (custom if custom.is_absolute() else home / ".cache") / "jdgtools"


def history_file(project: Path, cache: Path) -> Path:
    """Return where the history of the edits of a project is kept.

    Args:
        project: its folder.
        cache: the user's cache folder.
    """
    return cache / HISTORIES / f"{digest(str(project.resolve()))}.json"


def user_cache() -> Cache:
    """Return this user's cache, without what a command that was killed has left half written."""
    folder = user_folder()
    if folder is not None:
        sweep(folder / _NEW)
        sweep(folder / HISTORIES)
    return Cache(folder)


@cache
def program(package: str = "jdgtools") -> str:
    """Return a digest of the program: its files, those of a plug-in, Python, the libraries that draw.

    Files are told apart by size and time, as Python itself does with its compiled modules.
    """
    root = Path(__file__).parent
    files: list[tuple[str, int, int]] = []
    folders = [str(root)]
    if package != __package__:
        spec = find_spec(package)
        folders += spec.submodule_search_locations or [] if spec is not None else []
    while folders:
        with os.scandir(folders.pop()) as directory:
            for entry in directory:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != "__pycache__":
                        folders.append(entry.path)
                else:
                    state = entry.stat()
                    files.append((entry.path, state.st_size, state.st_mtime_ns))
    libraries = []
    for name in _LIBRARIES:
        spec = find_spec(name)
        if spec is not None and spec.origin:
            state = Path(spec.origin).stat()
            libraries.append((name, spec.origin, state.st_size, state.st_mtime_ns))
    return digest((sys.version, sys.platform, sorted(files), libraries))


def _pack(parts: Sequence[bytes]) -> bytes:
    """Return several contents as one: their number, their lengths, the contents."""
    return struct.pack(f"<{len(parts) + 1}I", len(parts), *map(len, parts)) + b"".join(parts)


def _unpack(data: bytes) -> list[bytes]:
    """Return the contents that `_pack` put together."""
    count = struct.unpack_from("<I", data)[0]
    at, parts = 4 * (count + 1), []
    for length in struct.unpack_from(f"<{count}I", data, 4):
        parts.append(data[at : at + length])
        at += length
    return parts


def _read(path: Path) -> bytes | None:
    """Return the content of an entry; None if there is none, or a damaged one, which is removed."""
    try:
        with open_own_file(path) as stream:
            head, content = stream.read(len(_head(b""))), stream.read()
    except OSError:
        return None
    if head != _head(content):
        _remove(str(path))
        return None
    with suppress(OSError):
        os.utime(path)  # asked for just now
    return content


def _write(path: Path, content: bytes) -> None:
    """Put an entry into its place, whole or not at all; a full or locked disk is no reason to fail."""
    with suppress(OSError):
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
            (path.parent / _TAG).write_text(_TAG_TEXT, encoding="ascii")
        place = path.parent / _NEW
        place.mkdir(exist_ok=True)
        with whole_file(path, place=place) as stream:
            stream.write(_head(content))
            stream.write(content)
        if path.name.startswith("00"):  # one of 256
            (path.parent / _DUE).touch()


def _head(content: bytes) -> bytes:
    """Return what stands before an entry: its length and a checksum, against damage rather than malice."""
    return struct.pack("<QI", len(content), crc32(content))


def _remove(path: str) -> None:
    with suppress(OSError):
        Path(path).unlink()
