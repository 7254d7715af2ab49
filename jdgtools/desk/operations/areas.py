"""Named hexes of the map: places, regions, entry areas, and the hexes that count for victory.

Hexes are painted into an area and out of it: what the list says in other words, such as a whole row, is not
taken apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.ids import free_id
from jdgtools.desk.operations.inherited_blocks import inherited_value
from jdgtools.desk.operations.paint import hex_index, map_of
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.player_texts import set_text
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, remove_entries, remove_entry, text_of
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.hexgrid import HexGrid
from jdgtools.source.node import Node

AREAS = ("regions", "entries")
"""Keys of map.yaml with named sets of hexes."""


def name_place(documents: Documents, hex_id: str, name: str, language: str, rank: str | None = None) -> Edit:
    """Return the edit that names the place of a hex; a hex without one gets one, an empty name takes it away.

    Args:
        documents: of the project.
        hex_id: number of the hex.
        name: as it is printed.
        language: of the name, where the place has a name in each language.
        rank: of a new place; None = that which places have where nothing is said.

    Raises:
        EditRefused: there is no map file, or the hex is not on it.
    """
    document, grid = map_of(documents)
    assert document.node is not None
    index = hex_index(grid, hex_id)
    owner = document.node.get("places")
    entries = owner.elements() if owner is not None else []
    number = next((n for n, one in enumerate(entries) if grid.index(text_of(one.get("hex"))) == index), None)
    name = " ".join(name.split())
    if number is None or owner is None:
        if not name:
            raise EditRefused(f"hex {hex_id} has no place whose name could go")
        id_ = free_id(name, (text_of(one.get("id")) for one in entries), f"place-{grid.id(index)}")
        value: dict[str, Value] = {"id": id_, "name": name, "hex": grid.id(index)}
        if rank is not None:
            value["rank"] = rank
        return Edit(f"place {name}", (_append_number(document, "places", value),))
    if not name:
        return Edit(f"no place in {hex_id}", (remove_entry(document, owner, number),))
    key = f"place.{text_of(entries[number].get('id'))}.name"
    change = set_text(documents, document, entries[number], "name", key, language, name)
    return Edit(f"place {name}", (change,))


def new_area(
    documents: Documents, key: str, name: str, hexes: Iterable[str], side: str | None = None
) -> Edit:
    """Return the edit that makes a region or an entry area of hexes.

    Args:
        documents: of the project.
        key: `regions` or `entries`.
        name: as it is printed; the id is made of it.
        hexes: their numbers.
        side: who enters there; of entry areas alone.

    Raises:
        EditRefused: there is no map file, a hex is not on it, or there is no name or no hex.
    """
    document, grid = map_of(documents)
    assert document.node is not None
    if key not in AREAS:
        raise EditRefused(f"`{key}` holds no areas")
    numbers = [grid.id(hex_index(grid, number)) for number in dict.fromkeys(hexes)]
    name = " ".join(name.split())
    if not name or not numbers:
        raise EditRefused("a new area needs a name and a hex")
    owner = document.node.get(key)
    used = (text_of(one.get("id")) for one in (owner.elements() if owner is not None else ()))
    id_ = free_id(name, used, f"{'region' if key == 'regions' else 'entry'}-{numbers[0]}")
    value: Value = {"id": id_, "name": name, **({"side": side} if side else {}), "hexes": numbers}
    return Edit(f"area {name}", (_append_number(document, key, value),))


def paint_area(documents: Documents, key: str, id_: str, hexes: Iterable[str], belong: bool) -> Edit:
    """Return the edit that makes hexes part of a region or an entry area, or takes them out of it.

    An area whose last hex goes is taken away.

    Args:
        documents: of the project.
        key: `regions` or `entries`.
        id_: of the area.
        hexes: their numbers; those that belong already, or do not, stay as they are.
        belong: whether they become part of it.

    Raises:
        EditRefused: there is no such area, its hexes are not listed, or a hex stands there in other words
            than its number.
    """
    document, grid = map_of(documents)
    assert document.node is not None
    owner = document.node.get(key) if key in AREAS else None
    entries = owner.elements() if owner is not None else []
    number = next((n for n, one in enumerate(entries) if text_of(one.get("id")) == id_), None)
    hexes_node = entries[number].get("hexes") if number is not None else None
    if owner is None or number is None or hexes_node is None or not hexes_node.is_list:
        raise EditRefused(f"`{document.path}` lists no hexes of `{id_}` under `{key}`")
    title = f"hexes of {id_}"
    changes = _paint_list(document, grid, hexes_node, hexes, belong)
    if changes is None:
        return Edit(title, (remove_entry(document, owner, number),))
    return Edit(title, tuple(changes))


def paint_held(documents: Documents, scenario: str, side: str, hexes: Iterable[str], belong: bool) -> Edit:
    """Return the edit that lets a side hold hexes at the start of a scenario, or no longer.

    Args:
        documents: of the project.
        scenario: its id.
        side: who holds them; a hex that another side holds changes hands.
        hexes: their numbers.
        belong: whether the side holds them.

    Raises:
        EditRefused: there is no such scenario, its `victory:` cannot be read, or a hex stands there
            otherwise.
    """
    document = scenario_of(documents, scenario)
    _, grid = map_of(documents)
    assert document.node is not None
    victory = document.node.get("victory")
    there = _inherited_holders(documents, document)
    if victory is not None and not victory.is_map:
        raise EditRefused(f"the `victory:` of `{document.path}` cannot be read; mend it first")
    numbers = [grid.id(hex_index(grid, number)) for number in dict.fromkeys(hexes)]
    held_node = victory.get("held") if victory is not None else None
    hexes_by_holder = dict(held_node.items()) if held_node is not None and held_node.is_map else {}
    title = f"{side} holds {', '.join(numbers)}" if belong else f"{side} holds {', '.join(numbers)} no longer"
    changes: list[TextEdit] = []
    for holder, hexes_node in hexes_by_holder.items():
        mine = holder == side
        if not hexes_node.is_list or not (mine or belong):
            continue
        change = _paint_list(document, grid, hexes_node, numbers, mine and belong, lenient=not mine)
        changes += (
            [TextEdit(document.path, *document.range(hexes_node.span), "[]")] if change is None else change
        )
    new: dict[str, Value] = {}
    for holder, words in (there or {}).items():
        left = [word for word in words if word not in numbers]
        mine = holder == side
        if holder not in hexes_by_holder and (mine or (belong and left != words)):
            new[holder] = [*left, *numbers] if mine and belong else left
    if belong and side not in hexes_by_holder:
        new.setdefault(side, numbers)
    if held_node is not None:
        changes += [add_entry(document, held_node, words, holder) for holder, words in new.items()]
    elif new:
        if victory is not None:
            changes.append(add_entry(document, victory, new, "held"))
        else:
            changes.append(add_entry(document, document.node, {"held": new}, "victory"))
    return Edit(title, tuple(changes))


def _inherited_holders(documents: Documents, document: Document) -> dict[str, list[str]] | None:
    """Return who holds which hexes in the scenario that this one extends; None where there is no victory."""
    if inherited_value(documents, document, "victory") is None:
        return None
    held_node = inherited_value(documents, document, "victory", "held")
    names = [name for name, _ in held_node.items()] if held_node is not None else []
    lists = {name: inherited_value(documents, document, "victory", "held", name) for name in names}
    return {
        name: [text_of(one) for one in node.elements()] for name, node in lists.items() if node is not None
    }


# --- lists of hexes ----------------------------------------------------------------------------


def _paint_list(
    document: Document,
    grid: HexGrid,
    list_node: Node,
    hexes: Iterable[str],
    belong: bool,
    lenient: bool = False,
) -> list[TextEdit] | None:
    """Return what puts hexes into a list or takes them out; None where nothing would be left in it.

    Args:
        document: holds the list.
        grid: of the map.
        list_node: the list.
        hexes: their numbers.
        belong: whether they are put in.
        lenient: whether hexes that are not listed by their numbers are passed over.

    Raises:
        EditRefused: a hex that is to go does not stand there by its number, and none of the others does.
    """
    indices = [grid.index(text_of(node)) for node in list_node.elements()]
    hexes_to_paint = {hex_index(grid, number): None for number in hexes}
    if belong:
        return list(
            _append_numbers(
                document, list_node, [grid.id(index) for index in hexes_to_paint if index not in indices]
            )
        )
    entries_to_remove = {number for number, index in enumerate(indices) if index in hexes_to_paint}
    if not entries_to_remove and not lenient:
        raise EditRefused("none of these hexes stands in the list by its number; edit the line")
    return (
        None
        if entries_to_remove and len(entries_to_remove) == len(indices)
        else remove_entries(document, list_node, entries_to_remove)
    )


def _append_numbers(document: Document, list_node: Node, words: list[str]) -> Iterator[TextEdit]:
    """Yield the one replacement that adds several numbers to a list."""
    if not words:
        return
    change = add_entry(document, list_node, words[0])
    if list_node.elements():
        more = "".join(change.text.replace(words[0], word) for word in words[1:])
        yield TextEdit(change.path, change.start, change.end, change.text + more)
    else:
        yield TextEdit(change.path, change.start, change.end, change.text.replace(words[0], ", ".join(words)))


def _append_number(document: Document, key: str, value: Value) -> TextEdit:
    assert document.node is not None
    owner = document.node.get(key)
    if owner is None:
        return add_entry(document, document.node, [value], key)
    return add_entry(document, owner, value)
