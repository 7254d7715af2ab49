"""Pieces of a scenario: placed, moved, turned, stacked, brought as reinforcements, taken away.

A placement stands in the list `setup:` of the scenario or in one of its tables; each is edited where it
stands. One that the scenario takes over from another is not touched: the scenario gets an entry of its own,
which says all else as the other does, or is without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.inherited_blocks import in_order, take_away
from jdgtools.desk.operations.membership import (
    SPOTS,
    alone,
    group_of,
    leave_group,
    leave_lists,
    names_in,
)
from jdgtools.desk.operations.placements import (
    WrittenPlacement,
    inherited_group,
    inherited_placement,
    kind_of_piece,
    own_placement,
    piece_of,
    placement_of,
    removal,
    scenario_of,
    tables_of,
    values_of,
)
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, pair, ranges, set_key, text_of
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.source.node import Node


def place_piece(
    documents: Documents, scenario: str, piece: str, hex_id: str, facing: str | None = None
) -> Edit:
    """Return the edit that puts a unit or leader into a hex at the start of a scenario, or moves it there.

    It leaves the group of the setup, the reinforcement or the list of unused pieces in which it stood.

    Args:
        documents: of the project.
        scenario: its id.
        piece: id of the unit or leader.
        hex_id: number of the hex.
        facing: as the series names facings; None = the facing stays, a new placement has none.

    Raises:
        EditRefused: there is no such scenario, or its file cannot be edited so.
    """
    document = scenario_of(documents, scenario)
    title = f"{piece} to {hex_id}"
    placement = placement_of(documents, document, piece)
    values = {"hex": hex_id} | ({"facing": facing} if facing is not None else {})
    if placement is not None:
        return Edit(title, tuple(_change(placement, values)))
    kind = kind_of_piece(documents, piece)
    new: dict[str, Value] = {kind: piece, **values}
    group = group_of(document, piece)
    other = None if group is not None else inherited_placement(documents, document, piece)
    if other is not None:
        new = _otherwise(other, values)
    elif (of_group := group or inherited_group(documents, document, piece)) is not None:
        new = alone(of_group, piece, values)
    changes = list(leave_lists(documents, document, piece))
    if group is not None:
        changes += leave_group(documents, document, group, piece, new)
        if len(names_in(group.get("units"))) == 1:
            return Edit(title, tuple(changes))
    return Edit(title, in_order((*changes, *add_placements(documents, document, {piece: new}))))


def turn_piece(
    documents: Documents, scenario: str, piece: str, facing: str, hex_id: str | None = None
) -> Edit:
    """Return the edit that gives a piece of a setup another facing.

    Args:
        documents: of the project.
        scenario: its id.
        piece: id of the unit or leader.
        facing: as the series names facings.
        hex_id: number of its hex, needed where a group places it.

    Raises:
        EditRefused: the scenario does not place the piece.
    """
    document = scenario_of(documents, scenario)
    title = f"turn {piece} to {facing}"
    placement = placement_of(documents, document, piece)
    if placement is not None:
        return Edit(title, tuple(_change(placement, {"facing": facing})))
    other = None if group_of(document, piece) is not None else inherited_placement(documents, document, piece)
    if other is None and hex_id is not None:
        return Edit(title, place_piece(documents, scenario, piece, hex_id, facing).changes)
    if other is None:
        raise EditRefused(f"`{document.path}` does not place `{piece}`")
    new = {**values_of(other), "facing": facing}
    return Edit(title, tuple(add_placements(documents, document, {piece: new})))


def remove_piece(documents: Documents, scenario: str, piece: str) -> Edit:
    """Return the edit that takes a piece out of a setup.

    Raises:
        EditRefused: the scenario does not place the piece.
    """
    title = f"take {piece} away"
    document = scenario_of(documents, scenario)
    changes = tuple(leave_setup(documents, document, piece))
    if not changes:
        raise EditRefused(f"`{document.path}` does not place `{piece}`")
    return Edit(title, changes)


def order_stack(documents: Documents, scenario: str, pieces: Sequence[str]) -> Edit:
    """Return the edit that lets pieces lie in a hex in an order, the first on top.

    The texts of the placements change places; nothing else is touched.

    Raises:
        EditRefused: one of the pieces is not placed by the scenario itself, or they stand in several files.
    """
    placements = [own_placement(documents, scenario, piece) for piece in pieces]
    if len({(p.document.path, id(p.owner)) for p in placements}) > 1:
        raise EditRefused("the pieces of this stack are placed in several files; move them into one first")
    spots = sorted(_range(placement) for placement in placements)
    changes = []
    for (start, end), placement in zip(spots, placements, strict=True):
        first, last = _range(placement)
        if (first, last) != (start, end):
            text = placement.document.text[first:last]
            changes.append(TextEdit(placement.document.path, start, end, text))
    return Edit(f"stack {', '.join(pieces)}", tuple(changes))


def leave_setup(documents: Documents, document: Document, piece: str) -> Iterator[TextEdit]:
    """Yield what takes a piece out of a setup, its own entry and one that is taken over."""
    if inherited_placement(documents, document, piece) or inherited_group(documents, document, piece):
        yield from take_away(document, f"setup/{piece}")
    placement = placement_of(documents, document, piece)
    if placement is not None:
        yield removal(placement)
    elif (group := group_of(document, piece)) is not None:
        yield from leave_group(documents, document, group, piece, None)


def add_placements(
    documents: Documents, document: Document, new: Mapping[str, Mapping[str, Value]]
) -> Iterator[TextEdit]:
    """Yield what adds placements to a scenario: in its setup, in a table, or in a setup that is new.

    Args:
        documents: of the project.
        document: file of the scenario.
        new: piece -> its entry.
    """
    assert document.node is not None
    setup = document.node.get("setup")
    table = None if setup is not None else next(iter(tables_of(documents, document)), None)
    if setup is not None:
        for piece, values in new.items():
            yield add_entry(document, setup, values, below=_last_of_side(documents, setup, piece))
    elif table is not None and all(
        isinstance(one, str) for values in new.values() for one in values.values()
    ):
        for values in new.values():
            yield CsvTable(table).add_row({key: str(one) for key, one in values.items()})
    else:
        yield add_entry(document, document.node, list(new.values()), "setup")


def _otherwise(placement: WrittenPlacement, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return what a placement says, with some of it otherwise; the hex stands where the old spot stood."""
    new: dict[str, Value] = {}
    for key, value in values_of(placement).items():
        if key not in SPOTS:
            new[key] = values.get(key, value)
        elif "hex" not in new:
            new["hex"] = values["hex"]
    return {**new, **values}


def _last_of_side(documents: Documents, setup: Node, piece: str) -> int:
    """Return the number of the last entry of a setup with a piece of that side; -1 where there is none."""
    sides = _sides(documents)
    side = sides.get(piece)
    entries = enumerate(setup.elements())
    friends = [number for number, one in entries if side and sides.get(piece_of(one)) == side]
    return friends[-1] if friends else -1


def _sides(documents: Documents) -> dict[str, str]:
    """Return the side of every unit and leader of which it is written, or of its formation."""
    root = documents.battle.node if documents.battle is not None else None
    lists = [root.get(key) if root is not None else None for key in ("commands", "leaders")]
    commands, leaders = ([] if one is None else one.elements() for one in lists)
    tables = [one.node for one in documents.of("oob") if one.node is not None]
    units = [
        one for node in tables for one in (node if node.is_list else node.get("units") or node).elements()
    ]
    of_command = {text_of(one.get("id")): text_of(one.get("side")) for one in commands}
    return {
        text_of(one.get("id")): text_of(one.get("side")) or of_command.get(text_of(one.get("command")), "")
        for one in (*units, *leaders)
    }


def _change(placement: WrittenPlacement, values: Mapping[str, str]) -> Iterator[TextEdit]:
    """Yield the replacements that give keys of a placement other values."""
    node, document = placement.node, placement.document
    for key, value in values.items():
        old = node.get(key)
        others = [spot for spot in SPOTS if key == "hex" and spot != "hex" and node.get(spot) is not None]
        if placement.owner.is_table:
            table = CsvTable(document)
            yield table.set_cell(node, key, value)
            for spot in others:
                yield table.set_cell(node, spot, "")
        elif old is None and others:
            first, last = document.range(node.key_span(others[0]))[0], ranges(document, node)
            end = next(end for start, end in last if start == first)
            yield TextEdit(document.path, first, end, pair(document, key, value))
        else:
            yield set_key(document, node, key, value)


def _range(placement: WrittenPlacement) -> tuple[int, int]:
    if placement.owner.is_table:
        return CsvTable(placement.document).row_range(placement.node)
    return placement.document.range(placement.node.span)
