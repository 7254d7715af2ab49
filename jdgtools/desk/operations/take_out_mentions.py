"""What goes with a thing that goes: its texts in language files, and the exceptions that were made for it."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import references
from jdgtools.desk.structured_text import ranges, remove_entries
from jdgtools.desk.text_edit import TextEdit


def take_out_mentions(documents: Documents, kind: str, id_: str) -> Iterator[TextEdit]:
    """Yield what takes out the texts of a thing in language files, and what battle.yaml accepts for it.

    Args:
        documents: of the project.
        kind: of the thing, as `places` calls it.
        id_: its id.
    """
    mentions = references(documents, kind, id_)
    for document in (*documents.of("strings"), *documents.of("battle")):
        assert document.node is not None
        table = document.node.get("strings" if document.kind == "strings" else "accepts")
        spots = [m.start for m in mentions if m.path == document.path]
        entries = ranges(document, table) if table is not None and not table.is_scalar else []
        entries_to_remove = [
            n for n, (start, end) in enumerate(entries) if any(start <= at < end for at in spots)
        ]
        if table is not None and entries_to_remove:
            yield from remove_entries(document, table, entries_to_remove)
