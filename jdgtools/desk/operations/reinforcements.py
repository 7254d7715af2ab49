"""Pieces that come later: with a reinforcement that is there, or as one of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import definition
from jdgtools.desk.operations.inherited_blocks import in_order, inherited_entries, plain
from jdgtools.desk.operations.membership import (
    added_arrival,
    leave_lists,
)
from jdgtools.desk.operations.placements import (
    kind_of_piece,
    scenario_of,
)
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.setup import leave_setup
from jdgtools.desk.structured_text import Value, add_entry, set_key, text_of
from jdgtools.desk.text_edit import Edit, TextEdit


def piece_to_reinforcement(documents: Documents, scenario: str, piece: str, arrival: str) -> Edit:
    """Return the edit that makes a piece of a setup part of a reinforcement.

    Args:
        documents: of the project.
        scenario: its id.
        piece: id of the unit or leader; it may stand in the setup, come with another one or be unused.
        arrival: id of the reinforcement, which the file of the scenario holds.

    Raises:
        EditRefused: there is no such reinforcement in the file.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    groups = document.node.get("reinforcements")
    entries = groups.elements() if groups is not None else []
    entry = next((one for one in entries if text_of(one.get("id")) == arrival), None)
    if entry is None and arrival not in inherited_entries(documents, document, "reinforcements"):
        raise EditRefused(f"`{document.path}` has no reinforcement `{arrival}`")
    key = "units" if kind_of_piece(documents, piece) == "unit" else "leaders"
    title = f"{piece} comes with {arrival}"
    if entry is None:
        values = plain(inherited_entries(documents, document, "reinforcements")[arrival])
        assert isinstance(values, dict)
        before = values.get(key)
        values[key] = [*(before if isinstance(before, list) else []), piece]
        changes = list(_leave(documents, document, piece, but=arrival))
        return Edit(title, in_order((added_arrival(document, values), *changes)))
    members = entry.get(key)
    if members is not None and piece in (text_of(one) for one in members.elements()):
        raise EditRefused(f"`{piece}` comes with `{arrival}` already")
    changes = [
        add_entry(document, members, piece) if members is not None else set_key(document, entry, key, [piece])
    ]
    changes += _leave(documents, document, piece, but=arrival)
    return Edit(title, tuple(changes))


def new_reinforcement(
    documents: Documents, scenario: str, piece: str, turn: int, entry: str, command: str | None = None
) -> Edit:
    """Return the edit that lets a unit or leader come as a reinforcement of its own.

    Args:
        documents: of the project.
        scenario: its id.
        piece: id of a unit; it may stand in the setup, come with another one or be unused.
        turn: in which it arrives.
        entry: id of an entry area, or number of a hex.
        command: whose marker brings it on.

    Raises:
        EditRefused: there is no such entry area or hex, or the piece is a leader, who comes with units.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    if kind_of_piece(documents, piece) == "leader":
        raise EditRefused(f"`{piece}` is a leader: let a unit arrive first, and the leader with it")
    groups = document.node.get("reinforcements")
    used_ids = {text_of(one.get("id")) for one in (groups.elements() if groups is not None else ())}
    used_ids |= inherited_entries(documents, document, "reinforcements").keys()
    names = (f"turn-{turn}" if number == 1 else f"turn-{turn}-{number}" for number in count(1))
    value: dict[str, Value] = {"id": next(name for name in names if name not in used_ids)}
    if command is not None:
        value["command"] = command
    value |= {"units": [piece], "turn": turn}
    if definition(documents, "entry", entry) is not None:
        value["entry"] = entry
    elif documents.grid is not None and documents.grid.index(entry) is not None:
        value["hexes"] = [entry]
    else:
        raise EditRefused(f"`{entry}` is no entry area and no hex of this map")
    changes = [added_arrival(document, value), *_leave(documents, document, piece)]
    return Edit(f"{piece} arrives in turn {turn}", in_order(changes))


def _leave(
    documents: Documents, document: Document, piece: str, but: str | None = None
) -> Iterator[TextEdit]:
    """Yield what takes a piece out of the setup and of every list but one reinforcement."""
    yield from leave_setup(documents, document, piece)
    yield from leave_lists(documents, document, piece, but=but)
