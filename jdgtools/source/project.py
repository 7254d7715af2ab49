"""The texts that were read in one run, for messages that quote a line and for editors.

Every command makes one `Sources`: it loads files, and keeps their texts by the name that messages show, so
that a formatter can print the line with its caret. `Buffers` are texts that stand before the files, such as
what an editor has not saved.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.lines import split_lines
from jdgtools.source.node import Node

if TYPE_CHECKING:
    from jdgtools.cache import Cache


class ParsedText(Struct, frozen=True):
    """A text and what a reader has made of it."""

    text: str
    node: Node | None
    problems: tuple[Diagnostic, ...]


class Buffers:
    """Texts that stand before the files of their names, and what is remembered from one run to the next.

    An editor shows a text before it saves it, and what has not changed need not be parsed again. One object
    serves many runs over one project; files are named as messages show them.
    """

    def __init__(self) -> None:
        self.unsaved: dict[str, str] = {}
        """Texts that are read instead of the files of these names."""
        self.parsed_texts: dict[str, ParsedText] = {}
        """Source files that the last runs have read."""


class Sources:
    """The files of one run: loads them and remembers their text by display name."""

    def __init__(
        self, cache: Cache | None = None, within: Path | None = None, buffers: Buffers | None = None
    ) -> None:
        """Begin with nothing.

        Args:
            cache: what earlier runs have parsed; None = every file is parsed.
            within: folder that all files must lie in once links are followed; None = the user names them.
            buffers: texts that stand before the files; None = the files are read.
        """
        self._cache = cache
        self._buffers = buffers
        self._within = within
        self._texts: dict[str, str | None] = {}
        self._lines: dict[str, list[str]] = {}

    def load(self, path: Path, file: str) -> tuple[Node | None, list[Diagnostic]]:
        """Read a file (see `load_file`) and remember its text under its display name."""
        if self._buffers is not None:
            node, problems, text = self._load_buffered(path, file, self._buffers)
        elif self._cache is None:
            from jdgtools.source.load import load_with_text

            node, problems, text = load_with_text(path, file, self._within)
        else:
            from jdgtools.source.parse_cache import load_cached

            node, problems, text = load_cached(path, file, self._cache, self._within)
        self.remember(file, text)
        return node, problems

    def _load_buffered(
        self, path: Path, file: str, buffers: Buffers
    ) -> tuple[Node | None, list[Diagnostic], str | None]:
        """Read a file of which there may be an unsaved text; what was parsed before is not parsed again."""
        from jdgtools.source.load import SHEETS, SUFFIXES, load_with_text, parse_text
        from jdgtools.source.text_reader import read_text

        suffix = path.suffix.lower()
        if suffix in SHEETS or suffix not in SUFFIXES:
            return load_with_text(path, file, self._within)
        text, problems = buffers.unsaved.get(file), list[Diagnostic]()
        if text is None:
            text, problems = read_text(path, file, self._within)
        if text is None:
            buffers.parsed_texts.pop(file, None)
            return None, problems, None
        parsed_text = buffers.parsed_texts.get(file)
        if parsed_text is None or parsed_text.text != text:
            node, more = parse_text(text, file, suffix)
            parsed_text = buffers.parsed_texts[file] = ParsedText(text, node, tuple(more))
        return parsed_text.node, [*problems, *parsed_text.problems], text

    def read_text(self, path: Path, file: str) -> tuple[str | None, list[Diagnostic]]:
        """Return the text of a file that is no source file, and remember it under its display name."""
        from jdgtools.source.text_reader import read_text

        text = self._buffers.unsaved.get(file) if self._buffers is not None else None
        problems: list[Diagnostic] = []
        if text is None:
            text, problems = read_text(path, file, self._within)
        self.remember(file, text)
        return text, problems

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

    def text(self, file: str) -> str | None:
        """Return the text of a file by display name; None when it has none or was not read."""
        return self._texts.get(file)

    @property
    def files(self) -> list[str]:
        """Display names of all files asked for, in order of first reading."""
        return list(self._texts)
