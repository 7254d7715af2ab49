"""Products of earlier builds, kept by what they were made from; always safe to delete.

A product is found again by a key: a digest of the name of the work, of everything that the work looks at, and
of the program itself. Nothing else is ever compared, no dates of source files, so a product is never stale. A
file that was damaged is noticed by its checksum and made again.
"""

from __future__ import annotations

import functools
import os
import struct
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

from msgspec import Struct
from msgspec.structs import astuple

from jdgtools.scratch import sweep, whole_file
from jdgtools.untrusted.files import open_own_file

VARIABLE = "JDG_CACHE"
"""Environment variable: another folder, or `off`."""
MOST_BYTES = 512 * 1024 * 1024
"""Beyond this the products that were not asked for longest are dropped."""
_DIGEST = 32
_KEPT = "digest of the cache"
"""Under this name a frozen record with room for it (`dict=True`) keeps its digest."""
_SUFFIX = ".jdg"
_MOST_IN_PACK = 64
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
    """Where products are kept between builds. Processes and threads may share one.

    Args:
        folder: made when the first product is put into it; None = nothing is kept.
        package: package of a plug-in that takes part in the work, dotted.
        most_bytes: size beyond which `trim` drops old products.
    """

    def __init__(self, folder: Path | None, package: str = "jdgtools", most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self.package = package
        self.most_bytes = most_bytes

    def get_or_make(self, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """What `make` gives, from an earlier build if it was made from equal inputs.

        Args:
            name: what is made; with a version number of its own if its meaning changes.
            inputs: all that `make` looks at; see `digest` for what may be in it.
            make: makes the product.
        """
        if self.folder is None:
            return make()
        path = self.folder / f"{digest((name, program(self.package), inputs))}{_SUFFIX}"
        found = _read(path)
        if found is None:
            found = make()
            _write(path, found)
        return found

    def get_or_make_many(
        self,
        name: str,
        common: object,
        inputs: Sequence[object],
        make: Callable[[list[list[int]]], Sequence[Sequence[bytes]]],
        together: int = 16,
    ) -> list[bytes]:
        """Many small products, one for each input, in the order of the inputs.

        They are made and kept in packs: what is made together may differ by a hair from what is made alone.
        Where a pack begins depends on one input and on the length of the pack before, so one input that is
        added, changed or left out leaves most packs as they are. Packs are the same without a folder.

        Args:
            name: what is made.
            common: what `make` looks at for all of them.
            inputs: what it looks at for each.
            make: makes packs, each a list of numbers from 0; no pack may depend on the others.
            together: products in a pack on the average: few where making is dear, many where reading is.
        """
        digests = [digest(one) for one in inputs]
        packs: list[list[int]] = []
        for number, own in enumerate(digests):
            if not packs or int(own[:4], 16) % together == 0 or len(packs[-1]) == _MOST_IN_PACK:
                packs.append([])
            packs[-1].append(number)
        if self.folder is None:
            return [one for parts in make(packs) for one in parts]
        base = (name, program(self.package), common)
        paths = [self.folder / f"{digest((base, [digests[n] for n in pack]))}{_SUFFIX}" for pack in packs]
        found = [_read(path) for path in paths]
        missing = [pack for pack, kept in zip(packs, found, strict=True) if kept is None]
        made = iter(make(missing) if missing else ())
        result: list[bytes] = []
        for path, kept in zip(paths, found, strict=True):
            if kept is None:
                parts = next(made)
                _write(path, _packed(parts))
                result += parts
            else:
                result += _unpacked(kept)
        return result

    def tidy(self) -> None:
        """Removes what dead processes have left; trims after a few hundred new products, which takes long."""
        if self.folder is None:
            return
        sweep(self.folder)
        with suppress(OSError):
            (self.folder / _DUE).unlink()
            self.trim()

    def trim(self) -> None:
        """Drops products that were not asked for longest while all together are too large."""
        if self.folder is None:
            return
        try:
            with os.scandir(self.folder) as listed:
                kept = [(e.stat().st_mtime_ns, e.stat().st_size, e.path) for e in listed if e.is_file()]
        except OSError:
            return
        size = sum(entry[1] for entry in kept)
        sweep(self.folder)
        for _, length, path in sorted(kept):
            if size <= self.most_bytes:
                break
            if path.endswith((_SUFFIX, ".tmp")):
                size -= length
                _remove(path)


def user_folder() -> Path | None:
    """The folder of this user's cache by the system's custom; None where `JDG_CACHE` says or means none."""
    named = os.environ.get(VARIABLE, "")
    if named.lower() in ("off", "0", "no"):
        return None
    if named:
        with suppress(RuntimeError):  # of a user whom the system does not know
            return Path(named).expanduser()
        return None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "jdgtools" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "jdgtools"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "jdgtools"


def user_cache() -> Cache:
    """Where this user's products are kept."""
    return Cache(user_folder())


def digest(value: object) -> str:
    """Hexadecimal digest that is equal exactly when two values are equal and of equal types.

    Values may consist of None, bool, int, float, str, bytes, enums, functions and classes (by name),
    dataclasses, tuples, lists, mappings and sets. Mappings count in their order, sets without.

    Raises:
        TypeError: there is something else in it: its content could not be told from its outside.
    """
    found = blake2b(digest_size=_DIGEST)
    pieces: list[bytes] = []
    _spell((value,), pieces.append)
    found.update(b"".join(pieces))
    return found.hexdigest()


@functools.cache
def program(package: str = "jdgtools") -> str:
    """Digest of the program: its files, those of a plug-in, Python, and the libraries that draw and write.

    Files are told apart by size and time, as Python itself does with its compiled modules.
    """
    root = Path(__file__).parent
    seen: list[tuple[str, int, int]] = []
    folders = [str(root)]
    if package.partition(".")[0] != __package__:
        spec = find_spec(package)
        folders += spec.submodule_search_locations or [] if spec is not None else []
    while folders:
        with os.scandir(folders.pop()) as listed:
            for entry in listed:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != "__pycache__":
                        folders.append(entry.path)
                else:
                    state = entry.stat()
                    seen.append((entry.path, state.st_size, state.st_mtime_ns))
    libraries = []
    for name in _LIBRARIES:
        spec = find_spec(name)
        if spec is not None and spec.origin:
            state = Path(spec.origin).stat()
            libraries.append((name, spec.origin, state.st_size, state.st_mtime_ns))
    return digest((sys.version, sys.platform, sorted(seen), libraries))


def _spell(values: Iterable[Any], put: Callable[[bytes], object]) -> None:
    """Writes values so that different ones never look alike: kind, length, content of each."""
    for value in values:
        kind: Any = type(value)
        # Texts and small things first, and no call for each: a battle has tens of thousands.
        if kind is str:
            data = value.encode("utf-8", "surrogatepass")
            put(b"s%d:" % len(data))
            put(data)
        elif value is None or kind is bool or kind is int or kind is float:
            put(b"%r;" % (value,))
        elif kind is tuple:
            put(b"t%d:" % len(value))
            _spell(value, put)
        elif isinstance(value, Struct):
            if _keeps(kind):
                put(b"r")
                put(_own_digest(value, kind))
            else:
                head, names = _head_of(kind)
                put(head)
                _spell(names(value), put)
        elif kind is list:
            put(b"l%d:" % len(value))
            _spell(value, put)
        elif kind is bytes:
            put(b"b%d:" % len(value))
            put(value)
        else:
            _spell_other(value, kind, put)


def _spell_other(value: Any, kind: Any, put: Callable[[bytes], object]) -> None:
    if isinstance(value, Enum):
        put(f"e{kind.__qualname__}.{value.name};".encode())
    elif is_dataclass(value) and not isinstance(value, type):
        head, names = _head_of(kind)
        put(head)
        _spell(names(value), put)
    elif isinstance(value, Mapping):
        put(b"m%d:" % len(value))
        for pair in value.items():
            _spell(pair, put)
    elif isinstance(value, (set, frozenset)):
        put(b"f%d:" % len(value))
        for one in sorted(digest(item) for item in value):
            put(one.encode())
    elif callable(value) and hasattr(value, "__qualname__") and "<locals>" not in value.__qualname__:
        put(f"c{value.__module__}.{value.__qualname__};".encode())
    elif isinstance(value, tuple):
        put(f"n{kind.__qualname__}{len(value)}:".encode())
        _spell(value, put)
    else:
        raise TypeError(f"no digest of a {kind.__qualname__}")


def _own_digest(value: Any, kind: Any) -> bytes:
    """The digest that a large record keeps: it stands in many inputs and is spelt once."""
    known: bytes | None = value.__dict__.get(_KEPT)
    if known is None:
        head, names = _head_of(kind)
        pieces = [head]
        _spell(names(value), pieces.append)
        known = value.__dict__[_KEPT] = blake2b(b"".join(pieces), digest_size=_DIGEST).digest()
    return known


@functools.cache
def _keeps(kind: Any) -> bool:
    """Whether values of the class never change and have room for their digest."""
    return issubclass(kind, Struct) and kind.__struct_config__.frozen and kind.__struct_config__.dict


@functools.cache
def _head_of(kind: Any) -> tuple[bytes, Callable[[Any], tuple[Any, ...]]]:
    """What stands before the fields of a record, and what gives these."""
    names = kind.__struct_fields__ if issubclass(kind, Struct) else [field.name for field in fields(kind)]
    head = f"d{kind.__module__}.{kind.__qualname__}{len(names)}:".encode()
    if issubclass(kind, Struct):
        return head, astuple
    return head, lambda value: tuple(getattr(value, name) for name in names)


def _packed(parts: Sequence[bytes]) -> bytes:
    return struct.pack(f"<{len(parts) + 1}I", len(parts), *map(len, parts)) + b"".join(parts)


def _unpacked(data: bytes) -> list[bytes]:
    count = struct.unpack_from("<I", data)[0]
    at, parts = 4 * (count + 1), []
    for length in struct.unpack_from(f"<{count}I", data, 4):
        parts.append(data[at : at + length])
        at += length
    return parts


def _read(path: Path) -> bytes | None:
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
    """Puts a product into its place, whole or not at all; a full or locked disk is no reason to fail."""
    with suppress(OSError):
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
            (path.parent / _TAG).write_text(_TAG_TEXT, encoding="ascii")
        with whole_file(path) as stream:
            stream.write(_head(content))
            stream.write(content)
        if path.name.startswith("00"):  # one of 256
            (path.parent / _DUE).touch()


def _head(content: bytes) -> bytes:
    """What stands before a product: its length and a checksum, against damage rather than malice."""
    return struct.pack("<QI", len(content), crc32(content))


def _remove(path: str) -> None:
    with suppress(OSError):
        Path(path).unlink()
