"""The outline of a file, and its colours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol.types import Color, ColorInformation, DocumentSymbol, SymbolKind

from jdgtools.desk.documents import Document
from jdgtools.lsp.positions import Positions
from jdgtools.source.node import Node

_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
MAX_SYMBOLS = 5_000


def symbols_of(document: Document) -> list[DocumentSymbol]:
    """Return the blocks of a file, with their entries by id and name."""
    if document.node is None:
        return []
    positions = Positions(document.text)
    if document.node.is_list:
        return list(_entries(document, document.node, positions))
    symbols = []
    for key, child in document.node.items():
        start, end = document.range(document.node.key_span(key))
        _, last = document.range(child.span)
        symbols.append(
            DocumentSymbol(
                key or "?",
                SymbolKind.Namespace if not child.is_scalar else SymbolKind.Property,
                positions.range(start, max(last, end)),
                positions.range(start, end),
                children=list(_entries(document, child, positions)) or None,
            )
        )
    return symbols


def _entries(document: Document, node: Node, positions: Positions) -> Iterator[DocumentSymbol]:
    for element in node.elements()[:MAX_SYMBOLS]:
        id_ = next(
            (n for key in ("id", "unit", "leader", "piece", "number") if (n := element.get(key))), None
        )
        if id_ is None or not id_.is_scalar or not id_.text.strip():
            continue
        name = element.get("name") or element.get("title") or element.get("hex")
        if name is not None and name.is_map:
            name = next((child for _, child in name.items()), None)
        start, end = document.range(element.span)
        first, last = document.range(id_.span)
        whole = positions.range(min(start, first), max(end, last))
        yield DocumentSymbol(
            " ".join(id_.text.split()),
            SymbolKind.Object,
            whole,
            positions.range(first, last),
            detail=" ".join(name.text.split()) if name is not None and name.is_scalar else None,
        )


def colors_of(document: Document) -> list[ColorInformation]:
    """Return the colours that a file writes as `#rrggbb`."""
    positions = Positions(document.text)
    colors = []
    for node in _scalars(document.node) if document.node is not None else ():
        if _COLOR.match(node.text):
            start, end = document.range(node.span)
            at = document.text.find(node.text, start, end)
            if at >= 0:
                red, green, blue = (int(node.text[i : i + 2], 16) / 255 for i in (1, 3, 5))
                where = positions.range(at, at + len(node.text))
                colors.append(ColorInformation(where, Color(red, green, blue, 1.0)))
    return colors


def color_text(color: Color) -> str:
    """Return a colour as the files write it."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in (color.red, color.green, color.blue))


def _scalars(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.is_scalar:
            yield one
        waiting += one.elements()
        waiting += [child for _, child in one.items()]
