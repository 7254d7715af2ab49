"""Zip archives: safe reading, reproducible writing, files that appear whole or not at all."""

from __future__ import annotations

import io
import os
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, BinaryIO

from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.scratch import whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import open_file
from jdgtools.vassal.limits import DEFAULT, Limits, check_name
from jdgtools.vassal.pack import PackedContent, zip_bytes

_LOCAL = struct.Struct("<4s5H3L2H")
_END_SIZE = 22
_METHODS = {6: "imploded", 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd"}
"""Number of a compression method of ZIP files -> its name, of those that packers offer and Java lacks."""


Reader = Callable[["BoundedEntry"], bytes]
"""Reads an entry in its own way."""


class BoundedEntry:
    """An entry of an archive while it inflates: read piece by piece, refused beyond a limit."""

    def __init__(self, stream: IO[bytes], limit: int, refusal: str) -> None:
        """Wrap a stream; `refusal` is said when there is more than `limit` in it."""
        self._stream = stream
        self._limit = limit
        self._refusal = refusal
        self.count = 0
        """Bytes read so far."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end.

        Raises:
            InputRefused: more than the limit came out.
        """
        data = self._stream.read(size)
        self.count += len(data)
        if self.count > self._limit:
            raise InputRefused(self._refusal)
        return data


class DamagedEntry(InputRefused):
    """An entry cannot be inflated, or is not what its checksum says."""

    def __init__(self, what: str, name: str, problem: str) -> None:
        """Say it of an entry of the archive `what`."""
        super().__init__(f"{what} is a damaged archive: entry {name[:60]!a}: {problem}")
        self.problem = problem


def read_archive(
    source: bytes | Path,
    limits: Limits = DEFAULT,
    what: str = "archive",
    readers: Mapping[str, Reader] = MappingProxyType({}),
    damaged_entries: dict[str, str] | None = None,
) -> dict[str, bytes]:
    """Return the entries of a zip archive in its order, after every check of `limits`.

    Args:
        source: the bytes or the file.
        limits: what is allowed.
        what: name for messages; that of the file if it is one.
        readers: how entries of certain names are read, if not as they are.
        damaged_entries: where entries go that are damaged, with the reason; without it they are refused.

    Raises:
        InputRefused: unreadable, damaged, truncated, encrypted, beyond a limit, or with a name
            that is not safe.
    """
    if isinstance(source, bytes):
        return _read_stream(io.BytesIO(source), len(source), limits, what, readers, damaged_entries)
    what = source.name
    try:
        with open_file(source, within=None, limit=sys.maxsize) as stream:
            size = os.fstat(stream.fileno()).st_size
            return _read_stream(stream, size, limits, what, readers, damaged_entries)
    except FileRefused as refusal:
        raise InputRefused(f"{what} {refusal}") from None
    except OSError as error:
        raise InputRefused(f"{what} cannot be read: {error.strerror or error}") from None


def _read_stream(
    stream: BinaryIO,
    size: int,
    limits: Limits,
    what: str,
    readers: Mapping[str, Reader],
    damaged_entries: dict[str, str] | None,
) -> dict[str, bytes]:
    if size > limits.archive_bytes:
        raise InputRefused(f"{what} has {size} bytes; {limits.archive_bytes} are allowed")
    _check_end(stream, size, limits, what)
    try:
        with zipfile.ZipFile(stream) as archive:
            infos = archive.infolist()
            names = _check_entries(infos, stream, archive.start_dir, limits, what)
            entries: dict[str, bytes] = {}
            budget = limits.total_bytes
            for info, name in zip(infos, names, strict=True):
                most = min(budget, limits.entry_bytes)
                try:
                    entries[name], size = _inflate(archive, info, name, most, what, readers.get(name))
                except DamagedEntry as error:
                    if damaged_entries is None:
                        raise
                    damaged_entries[name], size = error.problem, info.file_size
                budget -= size
            return entries
    except zipfile.BadZipFile as error:
        raise InputRefused(f"{what} is a damaged archive: {error}") from None
    except (EOFError, ValueError, NotImplementedError, RuntimeError, struct.error, zlib.error) as error:
        raise InputRefused(f"{what} is a damaged archive: {str(error)[:100]}") from None


def _check_end(stream: BinaryIO, total: int, limits: Limits, what: str) -> None:
    """Refuse before the directory is parsed: no zip, truncated, or a directory that is too large."""
    stream.seek(0)
    if stream.read(4) not in (b"PK\x03\x04", b"PK\x05\x06"):
        raise InputRefused(f"{what} is not a zip archive")
    before = max(0, total - _END_SIZE - 65536)
    stream.seek(before)
    data = stream.read()
    at = data.rfind(b"PK\x05\x06")
    if at < 0 or at + _END_SIZE > len(data):
        raise InputRefused(
            f"{what} is truncated, or other data follows: its last 64 KiB hold no end of an archive"
        )
    disk, first_disk, here, count, size, start, comment = struct.unpack("<4H2LH", data[at + 4 : at + 22])
    if disk or first_disk or here != count:
        raise InputRefused(f"{what} is one part of a split archive")
    if count == 0xFFFF or 0xFFFFFFFF in (size, start):
        raise InputRefused(f"{what} has more than {limits.entries} entries or is a 64-bit archive")
    stream.seek(start)
    if count and stream.read(4) != b"PK\x01\x02":
        # The end of an archive inside this one, such as a saved game that is stored as it is.
        raise InputRefused(f"{what} is truncated: its own end is missing")
    if count > limits.entries or size > limits.entries * 1200:
        raise InputRefused(f"{what} has more than {limits.entries} entries")
    if start + size > before + at or at + _END_SIZE + comment > len(data):
        raise InputRefused(f"{what} is truncated: its directory is not where it should be")


def _entry_name(info: zipfile.ZipInfo) -> str:
    """Return the name as VASSAL reads it: UTF-8 whatever the flag says."""
    name = info.orig_filename
    if not info.flag_bits & 0x800:
        try:
            return name.encode("cp437").decode("utf-8")
        except UnicodeError:
            return name
    return name


def _check_entries(
    infos: list[zipfile.ZipInfo], stream: BinaryIO, directory: int, limits: Limits, what: str
) -> list[str]:
    if len(infos) > limits.entries:
        raise InputRefused(f"{what} has {len(infos)} entries; {limits.entries} are allowed")
    names = []
    earlier_names: set[str] = set()
    total = 0
    for info in infos:
        name = _entry_name(info)
        try:
            check_name(name)
        except InputRefused as refusal:
            raise InputRefused(f"{what}: {refusal}") from None
        quoted_name = ascii(name[:60])
        if name in earlier_names:
            raise InputRefused(f"{what} has the entry {quoted_name} twice")
        earlier_names.add(name)
        names.append(name)
        if info.flag_bits & 0x41:
            raise InputRefused(
                f"{what}: entry {quoted_name} is encrypted; expected an archive without a password"
            )
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            method = _METHODS.get(info.compress_type, "unknown")
            raise InputRefused(
                f"{what}: entry {quoted_name} uses compression method {info.compress_type} ({method}); "
                "expected 0 (stored) or 8 (deflated), as VASSAL does: pack it again as a plain ZIP file"
            )
        if info.file_size > limits.entry_bytes:
            raise InputRefused(f"{what}: entry {quoted_name} inflates to {info.file_size} bytes")
        if info.file_size > limits.ratio_floor and info.file_size > limits.ratio * info.compress_size:
            raise InputRefused(f"{what}: entry {quoted_name} inflates more than {limits.ratio} times")
        total += info.file_size
        if total > limits.total_bytes:
            raise InputRefused(f"{what} inflates to more than {limits.total_bytes} bytes")
    end = 0
    for info, name in sorted(zip(infos, names, strict=True), key=lambda pair: pair[0].header_offset):
        at = info.header_offset
        stream.seek(max(0, at))
        local = stream.read(_LOCAL.size) if at >= 0 else b""
        if len(local) < _LOCAL.size or local[:4] != b"PK\x03\x04":
            raise InputRefused(f"{what}: entry {name[:60]!a} is missing or truncated")
        header = _LOCAL.unpack(local)
        start = at + _LOCAL.size + header[9] + header[10]
        if at < end or start + info.compress_size > directory:
            raise InputRefused(f"{what} has overlapping entries: {name[:60]!a}")
        end = start + info.compress_size
    return names


def _inflate(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, limit: int, what: str, reader: Reader | None
) -> tuple[bytes, int]:
    """Return the content of an entry as its reader gives it, and its size as it was read."""
    quoted_name = ascii(name[:60])
    with archive.open(info) as entry_stream:
        stream = BoundedEntry(entry_stream, limit, f"entry {quoted_name} inflates beyond the limit")
        try:
            data = stream.read(limit + 1) if reader is None else reader(stream)
        except InputRefused as error:
            raise InputRefused(f"{what}: {error}") from None
        except (zipfile.BadZipFile, EOFError, zlib.error) as error:
            problem = "its checksum is wrong" if isinstance(error, zipfile.BadZipFile) else str(error)[:100]
            raise DamagedEntry(what, name, problem) from None
        if stream.count != info.file_size:
            raise InputRefused(f"{what}: entry {quoted_name} has not the size it claims")
    return data, stream.count


def write_archive(entries: Iterable[tuple[str, bytes | PackedContent]]) -> bytes:
    """Return a zip archive of the entries in the given order: fixed date, fixed compression.

    Raises:
        ValueError: a name comes twice, or it would be larger than 4 GiB.
    """
    return zip_bytes(entries)


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file so that it appears whole or not at all.

    Raises:
        OutputFailed: the folder is missing or read-only, the disk is full, …
    """
    try:
        with whole_file(path, 0o666 & ~_umask()) as stream:
            stream.write(data)
    except OSError as error:
        raise OutputFailed(f"{path} cannot be written: {error.strerror or error}") from None


@contextmanager
def deferred_file(path: Path, data: bytes) -> Iterator[None]:
    """Write a file before the block, and put it into its place after it, unless the block raises.

    Raises:
        OutputFailed: as for `write_atomic`, before the block.
    """
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(whole_file(path, 0o666 & ~_umask()))
            stream.write(data)
            stream.flush()
        except OSError as error:
            raise OutputFailed(f"{path} cannot be written: {error.strerror or error}") from None
        yield


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
