"""Parses a source file, or takes its nodes from an earlier run where the file says the same.

The key is all that the readers look at: the content, the suffix, and the path that spans show. Only files
without any problem are stored, so that no message depends on what was read before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import MsgspecError, msgpack

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.load import SUFFIXES, load_with_text, parse_content
from jdgtools.source.node import Node
from jdgtools.source.text_reader import read_bytes

if TYPE_CHECKING:
    from jdgtools.cache import Cache

_NAME = "nodes 1"
Parse = tuple[Node | None, list[Diagnostic], str | None]
"""Content, problems, text (None for spreadsheets)."""


class _NotStorable(Exception):
    """The file has problems, or values that cannot be stored."""

    def __init__(self, parse: Parse) -> None:
        super().__init__()
        self.parse = parse


def load_cached(path: Path, file: str, cache: Cache, within: Path | None = None) -> Parse:
    """Read a file like `load_with_text`, with the nodes of earlier runs.

    Args:
        path: where the file is.
        file: path to show to the user.
        cache: results of earlier runs.
        within: folder that the file must lie in once all links are followed; None = anywhere.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES or cache.folder is None:
        return load_with_text(path, file, within)
    content, problems = read_bytes(path, file, within)
    if content is None:
        return None, problems, None
    fresh: list[Parse] = []

    def encode() -> bytes:
        parse = parse_content(content, file, suffix)
        node, problems, text = parse
        if node is None or problems:
            raise _NotStorable(parse)
        try:
            data = msgpack.encode((node, text))
        except (OverflowError, UnicodeEncodeError, RecursionError, MsgspecError):  # numbers beyond 64 bits
            raise _NotStorable(parse) from None
        fresh.append(parse)
        return data

    try:
        data = cache.get_or_make(_NAME, (content, file, suffix), encode)
    except _NotStorable as error:
        return error.parse
    if fresh:
        return fresh[0]
    node, text = msgpack.decode(data, type=tuple[Node, str | None])
    return node, [], text
