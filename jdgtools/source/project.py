"""The texts read in one run, remembered for messages that quote them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.lines import split_lines
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.cache import Cache


class Sources:
    """The files of one run: loads them and remembers their text by display name."""

    def __init__(self, cache: Cache | None = None, within: Path | None = None) -> None:
        """Begin with nothing.

        Args:
            cache: products of earlier runs; None = every file is parsed.
            within: folder that all files must lie in once links are followed; None = the user names them.
        """
        self._cache = cache
        self._within = within
        self._texts: dict[str, str | None] = {}
        self._lines: dict[str, list[str]] = {}

    def load(self, path: Path, file: str) -> tuple[Node | None, list[Diagnostic]]:
        """Read a file (see `load_file`) and remember its text under its display name."""
        if self._cache is None:
            from jdgtools.source.load import load_with_text

            node, problems, text = load_with_text(path, file, self._within)
        else:
            from jdgtools.source.parse_cache import load_cached

            node, problems, text = load_cached(path, file, self._cache, self._within)
        self.remember(file, text)
        return node, problems

    def remember(self, file: str, text: str | None) -> None:
        """Remember a text that was read elsewhere; None for files without text such as spreadsheets."""
        self._texts[file] = text
        self._lines.pop(file, None)

    def include(self, other: Sources) -> None:
        """Remember the texts that another run has read."""
        for file, text in other._texts.items():
            self.remember(file, text)

    def lines(self, file: str) -> list[str] | None:
        """Return the lines of a file by display name; None when it has no text or was not read."""
        text = self._texts.get(file)
        if text is None:
            return None
        if file not in self._lines:
            self._lines[file] = split_lines(text)
        return self._lines[file]

    @property
    def files(self) -> list[str]:
        """Display names of all files asked for, in order of first reading."""
        return list(self._texts)
