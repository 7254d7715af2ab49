"""An id gets another name, wherever it is written."""

from __future__ import annotations

from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import mentions, references
from jdgtools.desk.operations.ids import check_id
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.text_edit import Edit, TextEdit

_PIECES = ("unit", "leader")


def rename(documents: Documents, kind: str, old: str, new: str) -> Edit:
    """Return the edit that renames a thing where it is defined and wherever it is mentioned.

    Args:
        documents: of the project.
        kind: `unit`, `leader`, `command`, `side`, `place`, `region`, `entry`, `scenario`, `terrain` …
        old: its id.
        new: the id that it gets.

    Raises:
        EditRefused: nothing of the kind is called so, the new id is taken or no id, or the thing stands in a
            spreadsheet.
    """
    check_id(new)
    all_mentions = references(documents, kind, old)
    if not any(mention.definition for mention in all_mentions):
        if documents.sheets and kind == "unit":
            names = ", ".join(f"`{name}`" for name in sorted(documents.sheets))
            raise EditRefused(
                f"the unit `{old}` is not defined in a text; {names} cannot be written: save it as CSV"
            )
        raise EditRefused(f"no {kind} of this project has the id `{old}`")
    kinds = _PIECES if kind in _PIECES else (kind,)
    if any(one.kind in kinds and one.id == new and one.definition for one in mentions(documents)):
        raise EditRefused(f"another {kind} has the id `{new}` already")
    changes = tuple(TextEdit(mention.path, mention.start, mention.end, new) for mention in all_mentions)
    return Edit(f"rename {kind} {old} to {new}", changes)
