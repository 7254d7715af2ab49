"""Pieces of a scenario: placed, moved, turned, stacked, brought as reinforcements, taken away.

A placement stands in the list `setup:` of the scenario or in one of its tables; each is edited where it
stands. One that the scenario takes over from another is not touched: the scenario gets an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.membership import group_of, leave_group, leave_other_lists, names_in
from jdgtools.desk.operations.refusal import Refused
from jdgtools.desk.places import definition
from jdgtools.desk.structured_text import Value, add_entry, pair, ranges, remove_entry, set_key
from jdgtools.desk.table_text import Table
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.loading.project import named_files
from jdgtools.source.node import Node

_SPOTS = ("hex", "hexes", "region", "place", "within", "entry", "box")
"""Keys of a placement that say where the piece is; exactly one of them is written."""


class Placement(Struct, frozen=True):
    """Where the placement of a piece is written."""

    document: Document
    owner: Node
    """The list or table that holds it."""
    number: int
    """Of the entry in the list, from 0."""

    @property
    def node(self) -> Node:
        """The entry itself."""
        return self.owner.elements()[self.number]


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
        Refused: there is no such scenario, or its file cannot be edited so.
    """
    document = scenario_of(documents, scenario)
    title = f"{piece} to {hex_id}"
    placement = placement_of(documents, document, piece)
    values = {"hex": hex_id} | ({"facing": facing} if facing is not None else {})
    if placement is not None:
        return Edit(title, tuple(_change(placement, values)))
    new: dict[str, str] = {kind_of_piece(documents, piece): piece, **values}
    assert document.node is not None
    changes = list(leave_other_lists(document, piece))
    setup = document.node.get("setup")
    group = group_of(document, piece)
    if group is not None:
        changes.append(leave_group(document, group, piece, new))
        if len(names_in(group.get("units"))) == 1:
            return Edit(title, tuple(changes))
    if setup is not None:
        below = _last_of_side(documents, setup, piece)
        return Edit(title, (*changes, add_entry(document, setup, new, below=below)))
    for table in _tables(documents, document):
        return Edit(title, (*changes, Table(table).add_row(new)))
    return Edit(title, (*changes, add_entry(document, document.node, [new], "setup")))


def turn_piece(documents: Documents, scenario: str, piece: str, facing: str) -> Edit:
    """Return the edit that gives a piece of a setup another facing.

    Raises:
        Refused: the scenario does not place the piece itself.
    """
    placement = _own_placement(documents, scenario, piece)
    return Edit(f"turn {piece} to {facing}", tuple(_change(placement, {"facing": facing})))


def remove_piece(documents: Documents, scenario: str, piece: str) -> Edit:
    """Return the edit that takes a piece out of a setup.

    Raises:
        Refused: the scenario does not place the piece itself.
    """
    title = f"take {piece} away"
    document = scenario_of(documents, scenario)
    if placement_of(documents, document, piece) is None and (group := group_of(document, piece)) is not None:
        return Edit(title, (leave_group(document, group, piece, None),))
    return Edit(title, (_removal(_own_placement(documents, scenario, piece)),))


def piece_to_reinforcement(documents: Documents, scenario: str, piece: str, arrival: str) -> Edit:
    """Return the edit that makes a piece of a setup part of a reinforcement.

    Args:
        documents: of the project.
        scenario: its id.
        piece: id of the unit or leader; it may stand in the setup, come with another one or be unused.
        arrival: id of the reinforcement, which the file of the scenario holds.

    Raises:
        Refused: there is no such reinforcement in the file.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    groups = document.node.get("reinforcements")
    entry = next(
        (g for g in (groups.elements() if groups is not None else ()) if _text(g.get("id")) == arrival), None
    )
    if entry is None:
        raise Refused(f"`{document.path}` has no reinforcement `{arrival}`")
    key = "units" if kind_of_piece(documents, piece) == "unit" else "leaders"
    members = entry.get(key)
    if members is not None and piece in (_text(one) for one in members.elements()):
        raise Refused(f"`{piece}` comes with `{arrival}` already")
    changes = [
        add_entry(document, members, piece) if members is not None else set_key(document, entry, key, [piece])
    ]
    changes += _leave(documents, document, piece, but=arrival)
    return Edit(f"{piece} comes with {arrival}", tuple(changes))


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
        Refused: there is no such entry area or hex, or the piece is a leader, who comes with units.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    if kind_of_piece(documents, piece) == "leader":
        raise Refused(f"`{piece}` is a leader: let a unit arrive first, and the leader with it")
    groups = document.node.get("reinforcements")
    used_ids = {_text(one.get("id")) for one in (groups.elements() if groups is not None else ())}
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
        raise Refused(f"`{entry}` is no entry area and no hex of this map")
    key = None if groups is not None else "reinforcements"
    changes = [add_entry(document, groups or document.node, value if key is None else [value], key)]
    changes += _leave(documents, document, piece)
    return Edit(f"{piece} arrives in turn {turn}", tuple(changes))


def _leave(
    documents: Documents, document: Document, piece: str, but: str | None = None
) -> Iterator[TextEdit]:
    """Yield what takes a piece out of the setup and of every list but one reinforcement."""
    placement = placement_of(documents, document, piece)
    if placement is not None:
        yield _removal(placement)
    elif (group := group_of(document, piece)) is not None:
        yield leave_group(document, group, piece, None)
    yield from leave_other_lists(document, piece, but=but)


def order_stack(documents: Documents, scenario: str, pieces: Sequence[str]) -> Edit:
    """Return the edit that lets pieces lie in a hex in an order, the first on top.

    The texts of the placements change places; nothing else is touched.

    Raises:
        Refused: one of the pieces is not placed by the scenario itself, or they stand in several files.
    """
    placements = [_own_placement(documents, scenario, piece) for piece in pieces]
    if len({(p.document.path, id(p.owner)) for p in placements}) > 1:
        raise Refused("the pieces of this stack are placed in several files; move them into one first")
    spots = sorted(_range(placement) for placement in placements)
    changes = []
    for (start, end), placement in zip(spots, placements, strict=True):
        first, last = _range(placement)
        if (first, last) != (start, end):
            text = placement.document.text[first:last]
            changes.append(TextEdit(placement.document.path, start, end, text))
    return Edit(f"stack {', '.join(pieces)}", tuple(changes))


def place_marker(documents: Documents, scenario: str, marker: str, hex_id: str) -> Edit:
    """Return the edit that lays a marker into a hex at the start of a scenario.

    Raises:
        Refused: there is no such scenario, or the marker lies there.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    title = f"{marker} in {hex_id}"
    table = document.node.get("markers_on_map")
    if table is None:
        value: Value = {marker: [hex_id]}
        return Edit(title, (add_entry(document, document.node, value, "markers_on_map"),))
    hexes = table.get(marker)
    if hexes is None:
        return Edit(title, (add_entry(document, table, [hex_id], marker),))
    if hexes.is_scalar:
        return Edit(title, (set_key(document, table, marker, [hexes.text.strip(), hex_id]),))
    if hex_id in (_text(one) for one in hexes.elements()):
        raise Refused(f"a marker `{marker}` lies in {hex_id} already")
    return Edit(title, (add_entry(document, hexes, hex_id),))


def remove_marker(documents: Documents, scenario: str, marker: str, hex_id: str) -> Edit:
    """Return the edit that takes a marker out of a hex.

    Raises:
        Refused: the scenario lays no such marker into the hex by its number.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    table = document.node.get("markers_on_map")
    hexes = table.get(marker) if table is not None else None
    names = [_text(one) for one in hexes.elements()] if hexes is not None else []
    if table is None or hexes is None or hex_id not in names:
        raise Refused(f"`{document.path}` lays no marker `{marker}` into {hex_id}")
    change = (
        remove_entry(document, hexes, names.index(hex_id))
        if len(names) > 1
        else remove_entry(document, table, marker)
    )
    return Edit(f"no {marker} in {hex_id}", (change,))


def _last_of_side(documents: Documents, setup: Node, piece: str) -> int:
    """Return the number of the last entry of a setup with a piece of that side; -1 where there is none."""
    sides = _sides(documents)
    side = sides.get(piece)
    entries = enumerate(setup.elements())
    friends = [number for number, one in entries if side and sides.get(_piece(one)) == side]
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
    of_command = {_text(one.get("id")): _text(one.get("side")) for one in commands}
    return {
        _text(one.get("id")): _text(one.get("side")) or of_command.get(_text(one.get("command")), "")
        for one in (*units, *leaders)
    }


# --- parts -------------------------------------------------------------------------------------


def scenario_of(documents: Documents, scenario: str) -> Document:
    """Return the file of a scenario.

    Raises:
        Refused: there is none that can be read.
    """
    document = documents.scenario(scenario)
    if document is None or document.node is None or not document.node.is_map:
        raise Refused(f"there is no scenario `{scenario}` whose file can be read")
    return document


def kind_of_piece(documents: Documents, piece: str) -> str:
    """Return whether an id is that of a leader; all others are units."""
    return "leader" if definition(documents, "leader", piece) is not None else "unit"


def placement_of(documents: Documents, document: Document, piece: str) -> Placement | None:
    """Return where a scenario places a piece itself; None where it does not.

    Raises:
        Refused: it stands in a spreadsheet.
    """
    return next((p for p in placements_of(documents, document) if _piece(p.node) == piece), None)


def placements_of(documents: Documents, document: Document) -> Iterator[Placement]:
    """Yield the placements that a scenario writes itself, in its list and in its tables.

    Raises:
        Refused: one of its tables is a spreadsheet.
    """
    assert document.node is not None
    setup = document.node.get("setup")
    if setup is not None:
        for number in range(len(setup.elements())):
            yield Placement(document, setup, number)
    for table in _tables(documents, document):
        assert table.node is not None
        for number in range(len(table.node.elements())):
            yield Placement(table, table.node, number)


def _tables(documents: Documents, document: Document) -> Iterator[Document]:
    assert document.node is not None
    for name, _ in named_files(document.node.get("setup_tables"), []):
        if name in documents.sheets:
            raise Refused(
                f"`{name}` is a spreadsheet, which is shown and not written; save it as CSV to edit it"
            )
        table = documents.get(name)
        if table is not None and table.node is not None and table.node.is_list:
            yield table


def _own_placement(documents: Documents, scenario: str, piece: str) -> Placement:
    document = scenario_of(documents, scenario)
    placement = placement_of(documents, document, piece)
    if placement is None:
        raise Refused(f"`{document.path}` does not place `{piece}` itself")
    return placement


def _change(placement: Placement, values: Mapping[str, str]) -> Iterator[TextEdit]:
    """Yield the replacements that give keys of a placement other values."""
    node, document = placement.node, placement.document
    for key, value in values.items():
        old = node.get(key)
        others = [spot for spot in _SPOTS if key == "hex" and spot != "hex" and node.get(spot) is not None]
        if placement.owner.is_table:
            table = Table(document)
            yield table.set_cell(node, key, value)
            for spot in others:
                yield table.set_cell(node, spot, "")
        elif old is None and others:
            first, last = document.range(node.key_span(others[0]))[0], ranges(document, node)
            end = next(end for start, end in last if start == first)
            yield TextEdit(document.path, first, end, pair(document, key, value))
        else:
            yield set_key(document, node, key, value)


def _removal(placement: Placement) -> TextEdit:
    if placement.owner.is_table:
        return Table(placement.document).remove_row(placement.node)
    return remove_entry(placement.document, placement.owner, placement.number)


def _range(placement: Placement) -> tuple[int, int]:
    if placement.owner.is_table:
        return Table(placement.document).row_range(placement.node)
    return placement.document.range(placement.node.span)


def _piece(node: Node) -> str:
    return _text(node.get("unit")) or _text(node.get("leader"))


def _text(node: Node | None) -> str:
    return node.text.strip() if node is not None and node.is_scalar else ""
