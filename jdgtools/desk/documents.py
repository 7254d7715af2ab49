"""The texts of a project with their nodes, and what each of them is for.

Operations and places look at `Documents` and at nothing else, so they work on a project with errors, on
texts that are not saved, and without any check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from jdgtools.loading.project import ROOT_NAMES, named_files
from jdgtools.source.lines import LineIndex
from jdgtools.source.load import SHEETS, SUFFIXES, parse_text
from jdgtools.source.node import Node
from jdgtools.source.span import Span
from jdgtools.vassal.lockfile import LOCK_FILE

if TYPE_CHECKING:
    from jdgtools.hexgrid import HexGrid
    from jdgtools.model.definition import SeriesDef

Kind = Literal["battle", "map", "oob", "scenario", "setup", "strings", "lock", "other"]
"""What a file of a project is for; a lock file holds the numbers of the pieces of its module."""


class Document(Struct, frozen=True, dict=True):
    """One text of a project."""

    path: str
    """Relative to the project folder, with forward slashes."""
    kind: Kind
    text: str
    node: Node | None
    """What the text says; None where it cannot be read, and of texts that are no source files."""

    @cached_property
    def lines(self) -> LineIndex:
        """Where the lines of the text begin."""
        return LineIndex(self.text, self.path)

    @property
    def newline(self) -> str:
        """Line end that the text uses first."""
        at = self.text.find("\n")
        if at < 0:
            return "\r" if "\r" in self.text else "\n"
        return "\r\n" if at and self.text[at - 1] == "\r" else "\n"

    def offset(self, line: int, col: int) -> int:
        """Return the offset of a line and column, both counted from 1."""
        starts = self.lines.starts
        return min(starts[min(line, len(starts)) - 1] + col - 1, len(self.text))

    def range(self, span: Span) -> tuple[int, int]:
        """Return the offsets of the first character of a span and of the one after its last."""
        return self.offset(span.line, span.col), self.offset(span.end_line, span.end_col)

    def written_at(self, span: Span) -> str:
        """Return the characters of a span, quotes included."""
        start, end = self.range(span)
        return self.text[start:end]


class Documents(Mapping[str, Document]):
    """The texts of one project, by path; never changed."""

    def __init__(self, documents: Mapping[str, Document], sheets: frozenset[str] = frozenset()) -> None:
        """Take documents as they are; `read` and `Session.documents` make them.

        Args:
            documents: path -> document.
            sheets: paths of spreadsheets, which have no text.
        """
        self._documents = dict(documents)
        self.sheets = sheets

    def __getitem__(self, path: str) -> Document:
        return self._documents[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Path -> text."""
        return {path: document.text for path, document in self._documents.items()}

    @property
    def unreadable(self) -> list[str]:
        """Paths of source files whose text cannot be read, in the order of battle.yaml."""
        return [
            path
            for path, document in self._documents.items()
            if document.node is None and (document.kind not in ("lock", "other") or path in ROOT_NAMES)
        ]

    def of(self, kind: Kind) -> list[Document]:
        """Return the documents of one kind that can be read, in the order of battle.yaml."""
        return [one for one in self._documents.values() if one.kind == kind and one.node is not None]

    @property
    def map(self) -> Document | None:
        """The map file; None where there is none that can be read."""
        return next(iter(self.of("map")), None)

    @property
    def battle(self) -> Document | None:
        """The root file; None where it cannot be read."""
        return next(iter(self.of("battle")), None)

    @cached_property
    def series(self) -> SeriesDef | None:
        """The vocabulary of the series; None where the root file names none that is known."""
        from jdgtools.series.registry import find_series

        name = (
            self.battle.node.get("series")
            if self.battle is not None and self.battle.node is not None
            else None
        )
        series = find_series(name.text) if name is not None and name.is_scalar else None
        return series.definition if series is not None else None

    @cached_property
    def grid(self) -> HexGrid | None:
        """The grid of the map; None where it is missing or faulty."""
        from jdgtools.model.context import Context
        from jdgtools.model.hex_reader import HexReader

        document = self.map
        if self.series is None or document is None or document.node is None:
            return None
        return HexReader(Context(self.series, "en"), document.node).grid

    def scenario(self, id_: str) -> Document | None:
        """Return the file of a scenario by the id of the scenario."""
        for document in self.of("scenario"):
            name = document.node.get("id") if document.node is not None else None
            if name is not None and name.text == id_:
                return document
        return None

    def with_texts(self, texts: Mapping[str, str]) -> Documents:
        """Return the documents with other texts in some files; only these are parsed."""
        documents = dict(self._documents)
        for path, text in texts.items():
            old = documents.get(path)
            documents[path] = read_document(path, old.kind if old is not None else "other", text)
        return Documents(documents, self.sheets)


def read_document(path: str, kind: Kind, text: str) -> Document:
    """Return a text with its nodes."""
    suffix = path[path.rfind(".") :].lower() if "." in path else ""
    node = None
    if suffix in SUFFIXES and suffix not in SHEETS and kind != "other":
        node, _ = parse_text(text, path, suffix)
    return Document(path, kind, text, node)


def with_kinds(documents: Mapping[str, Document]) -> dict[str, Document]:
    """Return documents with what each is for, as the root file and the scenarios name them."""
    root = next((documents[name] for name in ROOT_NAMES if name in documents), None)
    if root is None or root.node is None:
        return dict(documents)
    kinds: dict[str, Kind] = {root.path: "battle"}

    def note(node: Node | None, default: list[str], kind: Kind) -> None:
        for name, _ in named_files(node, default):
            if name in documents:
                kinds.setdefault(name, kind)

    if LOCK_FILE in documents:
        kinds[LOCK_FILE] = "lock"
    note(root.node.get("map"), ["map.yaml"], "map")
    note(root.node.get("oob"), ["oob.csv"], "oob")
    note(root.node.get("scenarios"), [], "scenario")
    for path in [path for path, kind in kinds.items() if kind == "scenario"]:
        scenario = documents[path].node
        if scenario is not None:
            note(scenario.get("setup_tables"), [], "setup")
    strings = root.node.get("strings")
    for _, file in strings.items() if strings is not None else ():
        note(file, [], "strings")
    return {
        path: Document(path, kinds.get(path, "other"), one.text, one.node) for path, one in documents.items()
    }
