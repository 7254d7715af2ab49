"""A formation split in two, and two made one: the entry under `commands:` and the units that name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import mentions
from jdgtools.desk.operations.ids import check_id
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, copied_entry, remove_entry, set_key, text_of
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.source.node import Node

STRIPES = (
    "#a8322c", "#33559b", "#3f7f5a", "#c77a1e", "#7a4ea0", "#2c7f86",
    "#d8b324", "#8a5a2b", "#b0447c", "#444444", "#8faf5a", "#8fabd8",
)  # fmt: skip
"""Colours of stripes that a new formation may get."""


def split_formation(
    documents: Documents, command: str, new: str, units: Iterable[str], name: str = "", leader: str = ""
) -> Edit:
    """Return the edit that makes a new formation of some units of another one.

    Its entry is written after that of the old one, like it but for id, name, letter, colour, leader and the
    ids of its activation markers. A reinforcement of the old one that is made of its units alone comes with
    it; in scenarios with orders it begins with the same.

    Args:
        documents: of the project.
        command: id of the formation.
        new: id of the new one.
        units: ids of the units and leaders that belong to it.
        name: of the new one; empty = its id.
        leader: id of its leader; empty = the same as before.

    Raises:
        EditRefused: there is no such formation, the id is taken or none, a unit does not belong to it,
            or it stands in a spreadsheet.
    """
    check_id(new)
    document, owner, number = _entry(documents, command)
    _need_new(documents, new)
    members = {id_: (holder, entry) for holder, entry, id_ in _members(documents, command)}
    names = list(dict.fromkeys(units))
    strangers = [unit for unit in names if unit not in members]
    if strangers or not names:
        who = f"`{strangers[0]}` does not belong" if strangers else "no unit is named that belongs"
        sheet = f"; {_sheets(documents)} cannot be written" if documents.sheets else ""
        raise EditRefused(f"{who} to `{command}`{sheet}")
    changes = [_copy(document, owner, number, command, new, name or new, leader)]
    changes += [_set_command(*members[unit], new) for unit in names]
    for holder, arrival in _arrivals(documents, command):
        units_there = _of_arrival(arrival)
        if units_there and units_there <= set(names):
            changes.append(set_key(holder, arrival, "command", new))
    for scenario, orders in _orders(documents, command):
        changes.append(add_entry(scenario, orders, text_of(orders.get(command)), new))
    return Edit(f"split {new} from {command}", tuple(changes))


def add_formation(documents: Documents, like: str, new: str, name: str = "") -> Edit:
    """Return the edit that adds a formation without units, whose entry is written after that of another one.

    Args:
        documents: of the project.
        like: id of the formation that it is like but for id, name, letter, colour and the ids of its markers.
        new: its id.
        name: of the new one; empty = its id.

    Raises:
        EditRefused: there is no such formation, or the id is taken or none.
    """
    check_id(new)
    document, owner, number = _entry(documents, like)
    _need_new(documents, new)
    return Edit(f"new formation {new}", (_copy(document, owner, number, like, new, name or new, ""),))


def merge_formations(documents: Documents, formation: str, into: str) -> Edit:
    """Return the edit that gives the units of a formation to another one and takes its entry away.

    Raises:
        EditRefused: one of them is missing, or something else names the formation or its activation markers.
    """
    _entry(documents, into)
    document, owner, number = _entry(documents, formation)
    entry = owner.elements()[number]
    members = list(_members(documents, formation))
    first, last = document.range(entry.span)
    markers = {text_of(one.get("id")) for one in _markers(entry)}
    arrivals = list(_arrivals(documents, formation))
    members_to_move = [*((holder, node) for holder, node, _ in members), *arrivals]
    inside = [(holder.path, *holder.range(node.span)) for holder, node in members_to_move]
    orders = list(_orders(documents, formation))
    inside += [(scenario.path, *scenario.range(table.key_span(formation))) for scenario, table in orders]
    for mention in mentions(documents):
        is_mentioned = (mention.kind == "command" and mention.id == formation) or (
            mention.kind == "activation" and mention.id in markers
        )
        here = mention.path == document.path and first <= mention.start < last
        if (
            is_mentioned
            and not here
            and not any(p == mention.path and a <= mention.start < b for p, a, b in inside)
        ):
            line = documents[mention.path].lines.line_and_column(mention.start)[0]
            raise EditRefused(f"{mention.path}, line {line} names `{mention.id}`; take that away first")
    changes = [remove_entry(document, owner, number)]
    changes += [_set_command(holder, node, into) for holder, node in members_to_move]
    changes += [remove_entry(scenario, table, formation) for scenario, table in orders]
    return Edit(f"merge {formation} into {into}", tuple(changes))


def _need_new(documents: Documents, new: str) -> None:
    if any(m.kind == "command" and m.id == new and m.definition for m in mentions(documents)):
        raise EditRefused(f"another formation has the id `{new}` already")


def _entry(documents: Documents, command: str) -> tuple[Document, Node, int]:
    """Return the file, the list and the number in it of a formation's entry."""
    for document in documents.of("battle"):
        owner = document.node.get("commands") if document.node is not None else None
        for number, entry in enumerate(owner.elements() if owner is not None else ()):
            if owner is not None and text_of(entry.get("id")) == command:
                return document, owner, number
    raise EditRefused(f"no formation of this project has the id `{command}`")


def _members(documents: Documents, command: str) -> Iterator[tuple[Document, Node, str]]:
    """Yield the file, the entry and the id of all units and leaders that name a formation as theirs."""
    for document in (*documents.of("battle"), *documents.of("oob")):
        root = document.node
        assert root is not None
        for owner in [root] if root.is_list else [root.get("leaders"), root.get("units")]:
            for entry in owner.elements() if owner is not None else ():
                if text_of(entry.get("command")) == command:
                    yield document, entry, text_of(entry.get("id"))


def _arrivals(documents: Documents, command: str) -> Iterator[tuple[Document, Node]]:
    """Yield the file and the entry of all reinforcements that the marker of a formation brings on."""
    for document in documents.of("scenario"):
        groups = document.node.get("reinforcements") if document.node is not None else None
        for entry in groups.elements() if groups is not None else ():
            if text_of(entry.get("command")) == command:
                yield document, entry


def _orders(documents: Documents, command: str) -> Iterator[tuple[Document, Node]]:
    """Yield the file and the table of orders of all scenarios in which a formation begins with one."""
    for document in documents.of("scenario"):
        orders = document.node.get("orders") if document.node is not None else None
        if orders is not None and orders.is_map and orders.get(command) is not None:
            yield document, orders


def _of_arrival(node: Node) -> set[str]:
    """Return the units of a reinforcement; those that enter as one stack stand in an inner list."""
    names: set[str] = set()
    units = node.get("units")
    for one in units.elements() if units is not None else ():
        names |= {text_of(inner) for inner in one.elements()} if one.is_list else {text_of(one)}
    return names


def _set_command(document: Document, entry: Node, command: str) -> TextEdit:
    if document.node is not None and document.node.is_table:
        return CsvTable(document).set_cell(entry, "command", command)
    return set_key(document, entry, "command", command)


def _copy(
    document: Document, owner: Node, number: int, command: str, new: str, name: str, leader: str
) -> TextEdit:
    """Return what puts a copy of an entry after it, with other ids, another name and leader."""
    entry = owner.elements()[number]
    values: dict[str, Value] = {"id": new, "name": name}
    if leader:
        values["leader"] = leader
    colours = [text_of(one.get("colour")) for one in owner.elements()]
    if entry.get("colour") is not None:
        values["colour"] = _colour_unlike(colours)
    if entry.get("letter") is not None:
        letters = {text_of(one.get("letter")) for one in owner.elements()}
        free = (one for one in _letters(name) if one not in letters)
        values["letter"] = next(free, text_of(entry.get("letter")))
    ids: list[tuple[Node, Value]] = []
    for count, marker in enumerate(_markers(entry), 1):
        node = marker.get("id")
        if node is not None:
            old = text_of(node)
            like = old.startswith(command)
            ids.append((node, f"{new}{old.removeprefix(command)}" if like else f"{new}-{count}"))
    values = {key: value for key, value in values.items() if key == "id" or entry.get(key) is not None}
    return copied_entry(document, owner, number, values, ids)


def _letters(name: str) -> str:
    """Return the letters that a formation may have, those of its name first."""
    return "".join(one for one in name.upper() if "A" <= one <= "Z") + ascii_uppercase


def _colour_unlike(colours: Iterable[str]) -> str:
    """Return the stripe that every reader tells best from those in use."""
    from jdgtools.render.color_vision import least_difference
    from jdgtools.render.colors import is_color

    used = [colour for colour in colours if is_color(colour)]
    return max(STRIPES, key=lambda new: min((least_difference(new, old)[0] for old in used), default=0.0))


def _markers(entry: Node) -> list[Node]:
    markers = entry.get("markers")
    return list(markers.elements()) if markers is not None else []


def _sheets(documents: Documents) -> str:
    return " and ".join(f"`{name}`" for name in sorted(documents.sheets))
