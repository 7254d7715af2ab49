"""The record of a run: the games that are played, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO

from jdgtools.engine.contest import Chunk, Order, chunk_from_plain
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.package.digests import json_digest
from jdgtools.scratch import alone_in, unlock, wait_for_lock, whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, clause, find_file, read_file
from jdgtools.untrusted.json_objects import DoubledKey, parse_unambiguous

FORMAT, VERSION = "jdgrun", 2
MAX_BYTES = 512 * 1024 * 1024
"""Size of a record: a million games of a large battle."""


class RunRecord:
    """A file of JSON lines: a header that names the run, and a line for every chunk, added as it is played.

    Each line ends with the digest of what stands before it: a number that was changed is not counted.
    A line that a kill cut off is taken away when the record is opened again; nothing else is lost. Two runs
    do not write to one file: the second waits a while, and goes on where the first has ended.
    """

    def __init__(self, path: Path | None, order: Order) -> None:
        """Take the file's name; without a path nothing is read or written."""
        self.path = path
        self._header = {"format": FORMAT, "version": VERSION, **order.header()}
        self._stream: BinaryIO | None = None
        self.chunks: dict[int, Chunk] = {}
        """Chunks by their first game."""

    def __enter__(self) -> RunRecord:
        """Read what there is, or begin the file; keep other runs out of it.

        Raises:
            InputRefused: the file cannot be read, is damaged, or is of another run; it says what differs.
            OutputFailed: it cannot be written, or another run writes to it.
        """
        if self.path is not None:
            name = self.path.as_posix()
            try:
                self._stream = self._open(self.path)
                content = read_file(self.path, within=None, limit=MAX_BYTES)
                self._read(name, content)
                self._stream.truncate(content.rindex(b"\n") + 1)
                self._stream.seek(0, SEEK_END)
            except (FileRefused, InputRefused, OSError) as error:
                self.__exit__()
                if isinstance(error, FileRefused):
                    raise InputRefused(f"{name}: {clause(error)}") from None
                if isinstance(error, OSError):
                    raise OutputFailed(f"{name}: {error.strerror or error}") from None
                raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file, and let others write to it, whoever has a copy of this process."""
        if self._stream is not None:
            unlock(self._stream.fileno())
            self._stream.close()
            self._stream = None

    def through(self, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        """Pass chunks on, each once it is written down.

        Raises:
            OutputFailed: the file cannot be written.
        """
        for chunk in chunks:
            if self._stream is not None and chunk.first not in self.chunks:
                try:
                    content = chunk.plain()
                    self._stream.write(_line([*content, json_digest(content)]))
                    self._stream.flush()
                except OSError as error:
                    raise OutputFailed(f"{self.path}: {error.strerror or error}") from None
            self.chunks[chunk.first] = chunk
            yield chunk

    def _open(self, path: Path) -> BinaryIO:
        with alone_in(path.parent):  # of two that begin at one instant, one makes the file
            try:
                find_file(path, within=None)
            except Missing:
                with whole_file(path, 0o644) as new:
                    new.write(_line(self._header))
        stream = path.open("r+b")
        try:
            wait_for_lock(stream.fileno())
        except TimeoutError:
            stream.close()
            raise OutputFailed(
                f"{path.as_posix()}: another run is writing to it; wait for its end, or name another file"
            ) from None
        return stream

    def _read(self, name: str, content: bytes) -> None:
        lines = content.split(b"\n")
        try:
            header = _plain(lines[0]) if len(lines) > 1 else None
        except DoubledKey as problem:
            raise InputRefused(f"{name}:1: damaged: {problem}") from None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise InputRefused(f"{name}: no record of games; name another file")
        for key, value in self._header.items():
            if header.get(key) != value:
                raise InputRefused(
                    f"{name}: the record is of another run (its `{key}` differs); name another file"
                )
        for number, line in enumerate(lines[1:-1], 2):  # the last is empty, or was cut off
            try:
                chunk = _chunk(_plain(line))
            except (ValueError, TypeError):
                raise InputRefused(f"{name}:{number}: damaged; no games of a record") from None
            self.chunks[chunk.first] = chunk


def _chunk(content: Any) -> Chunk:
    """Return the chunk of a line.

    Raises:
        ValueError, TypeError: it is damaged.
    """
    *plain, digest = content
    if digest != json_digest(plain):
        raise ValueError("a line was changed")
    return chunk_from_plain(plain)


def _line(content: object) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _plain(line: bytes) -> object:
    try:
        content: object = parse_unambiguous(line)
    except DoubledKey:
        raise
    except (ValueError, RecursionError):
        return None
    return content
