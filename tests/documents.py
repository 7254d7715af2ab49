"""Documents of a project whose texts a test has at hand; the program reads those of a folder."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.desk.documents import Document, Documents, with_kinds
from jdgtools.source.load import SHEETS, SUFFIXES, parse_text


def documents_of(texts: Mapping[str, str], sheets: frozenset[str] = frozenset()) -> Documents:
    """Return the documents of a project whose texts are at hand.

    Args:
        texts: path relative to the project folder -> text.
        sheets: paths of its spreadsheets.
    """
    documents: dict[str, Document] = {}
    for path, text in texts.items():
        suffix = path[path.rfind(".") :].lower() if "." in path else ""
        node = parse_text(text, path, suffix)[0] if suffix in SUFFIXES and suffix not in SHEETS else None
        documents[path] = Document(path, "other", text, node)
    return Documents(with_kinds(documents), sheets)
