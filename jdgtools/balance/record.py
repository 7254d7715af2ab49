"""The record of a run: the games that are played, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from jdgtools.engine.contest import Chunk, Order, chunk_from_plain
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.scratch import whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, clause, read_file

FORMAT, VERSION = "jdgrun", 1
MAX_BYTES = 512 * 1024 * 1024
"""Size of a record: a million games of a large battle."""


class RunRecord:
    """A file of JSON lines: a header that names the run, and a line for every chunk, added as it is played.

    A line that a kill cut off is left out when the record is read again; nothing else is lost.
    """

    def __init__(self, path: Path | None, order: Order) -> None:
        """Read what there is; without a path nothing is read or written.

        Raises:
            InputRefused: the file cannot be read, is damaged, or is of another run; it says what differs.
        """
        self.path = path
        self._header = {"format": FORMAT, "version": VERSION, **order.header()}
        self.chunks: dict[int, Chunk] = {}
        """Chunks by their first game."""
        if path is not None:
            self._read(path)

    def __enter__(self) -> RunRecord:
        """Write what was read, whole, and open the file for more.

        Raises:
            OutputFailed: it cannot be written.
        """
        self._stream: BinaryIO | None = None
        if self.path is not None:
            lines = [self._header, *(chunk.plain() for _, chunk in sorted(self.chunks.items()))]
            try:
                with whole_file(self.path, 0o644) as stream:
                    stream.writelines(_line(line) for line in lines)
                self._stream = self.path.open("ab")
            except OSError as error:
                raise OutputFailed(f"{self.path.as_posix()}: {error.strerror or error}") from None
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()

    def through(self, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        """Pass chunks on, each once it is written down.

        Raises:
            OutputFailed: the file cannot be written.
        """
        for chunk in chunks:
            if self._stream is not None and chunk.first not in self.chunks:
                try:
                    self._stream.write(_line(chunk.plain()))
                    self._stream.flush()
                except OSError as error:
                    raise OutputFailed(f"{self.path}: {error.strerror or error}") from None
            self.chunks[chunk.first] = chunk
            yield chunk

    def _read(self, path: Path) -> None:
        name = path.as_posix()
        try:
            lines = read_file(path, within=None, limit=MAX_BYTES).split(b"\n")
        except Missing:
            return
        except FileRefused as refusal:
            raise InputRefused(f"{name}: {clause(refusal)}") from None
        header = _plain(lines[0])
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise InputRefused(f"{name}: no record of games; name another file")
        for key, value in self._header.items():
            if header.get(key) != value:
                raise InputRefused(
                    f"{name}: the record is of another run (its `{key}` differs); name another file"
                )
        for number, line in enumerate(lines[1:-1], 2):  # the last is empty, or was cut off
            try:
                chunk = chunk_from_plain(_plain(line))
            except (ValueError, TypeError):
                raise InputRefused(f"{name}:{number}: damaged; no games of a record") from None
            self.chunks[chunk.first] = chunk


def _line(content: object) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _plain(line: bytes) -> object:
    try:
        content: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return content
