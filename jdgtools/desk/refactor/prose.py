"""Numbers of hexes in texts that people read: nothing changes them, so a change of the numbers names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import pairs_of
from jdgtools.desk.refactor.grid_change import GridChange
from jdgtools.source.node import Node

MAX_REMARKS = 20
"""Places that are named; of more, nobody reads a list."""


def numbers_in_prose(documents: Documents, change: GridChange) -> list[str]:
    """Return where a text of more than one word seems to name a hex whose number changes.

    Returns:
        Lines such as `scenarios/a.yaml:12: 0305`; at most `MAX_REMARKS`.
    """
    if not change.moves_names:
        return []
    numbers = {
        change.old.id(i)
        for i, index in enumerate(change.hexes)
        if index is not None and change.new.id(index) != change.old.id(i)
    }
    pattern = re.compile(r"(?<![\w-])" + change.old.numbering.pattern + r"(?![\w-])")
    remarks: dict[str, None] = {}
    for document in documents.values():
        if document.node is None or document.kind in ("lock", "other"):
            continue
        for key, node in _texts(document.node):
            if " " not in node.text or key in ("hexes", "sides", "through", "for"):
                continue
            start, end = document.range(node.span)
            for match in pattern.finditer(document.text, start, end):
                if match.group() in numbers:
                    line = document.lines.line_and_column(match.start())[0]
                    remarks[f"{document.path}:{line}: {match.group()}"] = None
    return list(remarks)[:MAX_REMARKS]


def strength_in_prose(documents: Documents) -> list[str]:
    """Return where the battle says in words what a strength point stands for, as `numbers_in_prose` does."""
    battle = documents.battle
    words = battle.node.get("strength_point") if battle is not None and battle.node is not None else None
    if battle is None or words is None:
        return []
    texts = [words] if words.is_scalar else [text for _, text in words.items()]
    return [f"{battle.path}:{one.span.line}: {one.text}" for one in texts]


def _texts(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the texts under the keys of a file, with the nearest key that is no language."""
    for path, key, child in pairs_of(node):
        owner = path[-1] if len(key) == 2 and path else key
        for one in [child] if child.is_scalar else child.elements():
            if one.is_scalar:
                yield owner, one
