"""The nodes of a source file, taken from an earlier run where the file says the same.

The key is all that the readers look at: the content, the suffix, and the path that spans show. Only files
without any problem are kept, so that no message depends on what was read before.
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
    from jdgtools.store import Store

_NAME = "nodes 1"
Loaded = tuple[Node | None, list[Diagnostic], str | None]
"""Content, problems, text (None for spreadsheets)."""


class _NotKept(Exception):
    """What was read is not worth keeping, or cannot be kept."""

    def __init__(self, found: Loaded) -> None:
        super().__init__()
        self.found = found


def load_kept(path: Path, file: str, store: Store, within: Path | None = None) -> Loaded:
    """Like `load_with_text`, with the products of earlier runs.

    Args:
        path: where the file is.
        file: path to show to the user.
        store: where nodes are kept.
        within: folder that the file must lie in once all links are followed; None = anywhere.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        return load_with_text(path, file, within)
    content, problems = read_bytes(path, file, within)
    if content is None:
        return None, problems, None
    fresh: list[Loaded] = []

    def make() -> bytes:
        node, found, text = parse_content(content, file, suffix)
        if node is None or found:
            raise _NotKept((node, found, text))
        try:
            made = msgpack.encode((node, text))
        except (OverflowError, UnicodeEncodeError, RecursionError, MsgspecError):  # numbers beyond 64 bits
            raise _NotKept((node, found, text)) from None
        fresh.append((node, found, text))
        return made

    try:
        kept = store.product(_NAME, (content, file, suffix), make)
    except _NotKept as error:
        return error.found
    if fresh:
        return fresh[0]
    node, text = msgpack.decode(kept, type=tuple[Node, str | None])
    return node, [], text
