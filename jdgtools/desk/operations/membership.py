"""Lists of a scenario in which a piece stands beside others: groups, reinforcements, unused pieces.

A piece that is placed by hand leaves them, since it can be in one place alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.desk.documents import Document
from jdgtools.desk.operations.refusal import Refused
from jdgtools.desk.structured_text import is_json, remove_entry, written
from jdgtools.desk.text_edit import TextEdit
from jdgtools.source.node import Node


def group_of(document: Document, piece: str) -> Node | None:
    """Return the entry of a setup that places several units, this one among them; None where none does."""
    setup = document.node.get("setup") if document.node is not None else None
    for entry in setup.elements() if setup is not None else ():
        if piece in names_in(entry.get("units")):
            return entry
    return None


def leave_group(document: Document, group: Node, piece: str, instead: dict[str, str] | None) -> TextEdit:
    """Return what takes a unit out of a group of the setup.

    Args:
        document: file of the scenario.
        group: that `group_of` gives.
        piece: id of the unit.
        instead: what stands in the place of the group if nobody else is in it; None = nothing.
    """
    units = group.get("units")
    assert units is not None
    names = names_in(units)
    if len(names) > 1:
        return remove_entry(document, units, names.index(piece))
    if instead is not None:
        return TextEdit(document.path, *document.range(group.span), written(instead, is_json(document)))
    setup = document.node.get("setup") if document.node is not None else None
    assert setup is not None
    return remove_entry(document, setup, setup.elements().index(group))


def leave_other_lists(document: Document, piece: str, but: str | None = None) -> Iterator[TextEdit]:
    """Yield what takes a piece out of the reinforcements and of the unused pieces.

    Args:
        document: file of the scenario.
        piece: id of the unit or leader.
        but: id of a reinforcement that is left alone.

    Raises:
        Refused: the piece is all that comes with a reinforcement.
    """
    assert document.node is not None
    unused = document.node.get("unused")
    if unused is not None and piece in names_in(unused):
        yield remove_entry(document, unused, names_in(unused).index(piece))
    arrivals = document.node.get("reinforcements")
    for entry in arrivals.elements() if arrivals is not None else ():
        name = entry.get("id")
        arrival = name.text.strip() if name is not None and name.is_scalar else ""
        if arrival == but:
            continue
        for key in ("units", "leaders"):
            for members in _lists(entry.get(key)):
                names = names_in(members)
                if piece not in names:
                    continue
                if len(members.elements()) == 1:
                    raise Refused(
                        f"`{piece}` is all of the reinforcement `{arrival}`; take that entry out first"
                    )
                yield remove_entry(document, members, names.index(piece))


def names_in(node: Node | None) -> list[str]:
    """Return the ids in a list; an inner list, of units that enter as one stack, counts as an empty name."""
    elements = node.elements() if node is not None else []
    return [one.text.strip() if one.is_scalar else "" for one in elements]


def _lists(node: Node | None) -> Iterator[Node]:
    """Yield a list and the lists in it."""
    if node is not None and node.is_list:
        yield node
        for element in node.elements():
            yield from _lists(element)
