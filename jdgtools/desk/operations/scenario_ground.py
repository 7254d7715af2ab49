"""Changes of the map in one scenario alone: terrain of hexes, hexsides and ways that it has or has not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.ground import (
    chain_in_words,
    joined_entries,
    parsed_sides,
    sides_in_words,
    sides_of,
    take_off,
)
from jdgtools.desk.operations.inherited_blocks import inherited_value, plain
from jdgtools.desk.operations.paint import hex_index, map_of
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import (
    Value,
    add_entry,
    remove_entries,
    remove_entry,
    replace_scalar,
    set_key,
    set_value,
    text_of,
)
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.sides import Hexside
from jdgtools.source.node import Node


def change_terrain(
    documents: Documents, scenario: str, hexes: Iterable[str], terrain: str, on_map: Collection[str]
) -> Edit:
    """Return the edit that gives hexes a terrain in one scenario.

    Args:
        documents: of the project.
        scenario: its id.
        hexes: their numbers.
        terrain: id of a hex terrain.
        on_map: those of the hexes that have the terrain on the map itself: nothing is said of them.

    Raises:
        EditRefused: there is no such scenario or no map file, or a hex is not on the map.
    """
    document, (_, grid) = scenario_of(documents, scenario), map_of(documents)
    assert document.node is not None
    here = document.node.at("map", "hexes")
    signs_by_hex = _by_hex(here, grid)
    inherited_signs = _by_hex(inherited_value(documents, document, "map", "hexes"), grid)
    new: dict[str, Value] = {}
    keys_to_clear: list[str] = []
    changes: list[TextEdit] = []
    numbers = list(dict.fromkeys(hexes))
    for number in numbers:
        index = hex_index(grid, number)
        key, before = signs_by_hex.get(index), inherited_signs.get(index)
        if number in on_map and before is None:
            keys_to_clear += [key[0]] if key is not None else []
        elif key is not None:
            changes += [] if text_of(key[1]) == terrain else [replace_scalar(document, key[1], terrain)]
        elif before is None or text_of(before[1]) != terrain:
            new[grid.id(index)] = terrain
    if here is not None and here.is_map:
        if keys_to_clear and (new or changes):
            # One that stands where the next is written is not taken out beside it: it says what the map says.
            changes += [set_key(document, here, key, terrain) for key in keys_to_clear]
        elif keys_to_clear:
            changes += _without_keys(document, here, keys_to_clear)
        if new:
            changes.append(_with_keys(document, here, new))
    elif new:
        changes.append(_new_block(document, "hexes", new))
    count = f"hex {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} hexes"
    return Edit(f"{count} as {terrain} in {scenario}", tuple(changes))


def _by_hex(table: Node | None, grid: HexGrid) -> dict[int | None, tuple[str, Node]]:
    pairs = table.items() if table is not None and table.is_map else ()
    return {grid.index(key): (key, child) for key, child in pairs}


def _without_keys(document: Document, table: Node, hexes: list[str]) -> list[TextEdit]:
    """Return what takes keys out of `map: hexes:`, and the blocks about them with the last one."""
    assert document.node is not None
    block = document.node.get("map")
    if len(hexes) < len(table.value) or block is None:
        keys = list(table.value)
        return remove_entries(document, table, [keys.index(key) for key in hexes])
    if len(block.value) > 1:
        return [remove_entry(document, block, "hexes")]
    return [remove_entry(document, document.node, "map")]


def _with_keys(document: Document, table: Node, new: Mapping[str, Value]) -> TextEdit:
    if not table.value:
        return set_value(document, table, new)
    changes = [add_entry(document, table, value, key) for key, value in new.items()]
    first = changes[0]
    return TextEdit(first.path, first.start, first.end, "".join(one.text for one in changes))


def _new_block(document: Document, key: str, value: Value) -> TextEdit:
    """Return what writes a key below `map:`, and that where it is not there."""
    assert document.node is not None
    block = document.node.get("map")
    if block is None:
        return add_entry(document, document.node, {key: value}, "map")
    if not block.is_map:
        return set_key(document, document.node, "map", {key: value})
    return add_entry(document, block, value, key)


def add_scenario_hexsides(documents: Documents, scenario: str, sides: Iterable[str], kind: str) -> Edit:
    """Return the edit that puts a feature or a crossing along hexsides in one scenario.

    Raises:
        EditRefused: there is no such scenario or no map file, or a side is not on the map.
    """
    document, (_, grid) = scenario_of(documents, scenario), map_of(documents)
    assert document.node is not None
    words = list(sides)
    title = f"{kind} along {', '.join(sides_in_words(grid, words))} in {scenario}"
    removal_node = document.node.at("map", "remove")
    entries = removal_node.elements() if removal_node is not None else []
    sides_there = [
        side
        for entry in entries
        if text_of(entry.get("kind")) == kind and (list_node := entry.get("sides")) is not None
        for side in sides_of(list_node, grid)
    ]
    # What the map has there is no longer taken off.
    back = {side for word in words for side in parsed_sides(word, grid)}.intersection(sides_there)
    words = [word for word in words if not set(parsed_sides(word, grid)) <= back]
    changes: list[TextEdit] = []
    if removal_node is not None and back:
        of_kind = [entry for entry in entries if text_of(entry.get("kind")) == kind]
        changes += _without_sides(document, "remove", removal_node, of_kind, grid, back, stays=bool(words))
    if words:
        changes += _hexsides_of_kind(documents, document, grid, "hexsides", kind, words)
    return Edit(title, tuple(changes))


def _without_sides(
    document: Document,
    key: str,
    list_node: Node,
    entries: list[Node],
    grid: HexGrid,
    cleared_sides: set[Hexside],
    stays: bool,
) -> list[TextEdit]:
    """Return what takes hexsides out of entries of a list below `map:`, and the list with its last entry.

    Args:
        document: file of the scenario.
        key: of the list.
        list_node: the list.
        entries: of it.
        grid: of the map.
        cleared_sides: the hexsides.
        stays: whether something else is written below `map:` by the same edit.
    """
    assert document.node is not None
    block = document.node.get("map")
    left = [
        one
        for one in list_node.elements()
        if one not in entries
        or (sides := one.get("sides")) is None
        or not sides_of(sides, grid) <= cleared_sides
    ]
    if left or block is None:
        return take_off(document, list_node, entries, grid, cleared_sides)
    if len(block.value) > 1:
        return [remove_entry(document, block, key)]
    return [set_value(document, list_node, []) if stays else remove_entry(document, document.node, "map")]


def remove_scenario_hexsides(
    documents: Documents, scenario: str, sides: Iterable[str], on_map: Mapping[str, Collection[str]]
) -> Edit:
    """Return the edit that takes everything off hexsides in one scenario.

    Args:
        documents: of the project.
        scenario: its id.
        sides: the hexsides.
        on_map: hexside -> kinds of what the map itself has there.

    Raises:
        EditRefused: there is no such scenario or no map file, or a side is not on the map.
    """
    document, (_, grid) = scenario_of(documents, scenario), map_of(documents)
    assert document.node is not None
    words = list(sides)
    cleared_sides = {side for word in words for side in parsed_sides(word, grid)}
    changes: list[TextEdit] = []
    here = document.node.at("map", "hexsides")
    inherited_node = inherited_value(documents, document, "map", "hexsides") if here is None else None
    for entry in inherited_node.elements() if inherited_node is not None else ():
        list_node = entry.get("sides")
        if list_node is not None and sides_of(list_node, grid) & cleared_sides:
            raise EditRefused("the scenario takes this over from another; take it away there")
    by_kind: dict[str, list[str]] = {}
    for word in words:
        for kind in on_map.get(word, ()):
            by_kind.setdefault(kind, []).append(word)
    fresh: list[tuple[str, list[str]]] = []
    for kind, some in by_kind.items():
        sides_entry = _entry_of(document.node.at("map", "remove"), kind, "sides")
        left = [
            one
            for one in some
            if sides_entry is None or not set(parsed_sides(one, grid)) <= sides_of(sides_entry, grid)
        ]
        if left and sides_entry is not None:
            changes += joined_entries(document, sides_entry, sides_in_words(grid, left))
        elif left:
            fresh.append((kind, sides_in_words(grid, left)))
    if here is not None and here.is_list and here.elements():
        all_of_it = here.elements()
        changes += _without_sides(
            document, "hexsides", here, all_of_it, grid, cleared_sides, stays=bool(fresh)
        )
    if fresh:
        entries: list[Value] = [{"kind": kind, "sides": some} for kind, some in fresh]
        changes += _new_entries(documents, document, "remove", entries)
    return Edit(f"clear hexsides in {scenario}", tuple(changes))


def add_scenario_way(documents: Documents, scenario: str, hexes: Iterable[str], kind: str) -> Edit:
    """Return the edit that leads a way through hexes in one scenario.

    Raises:
        EditRefused: there is no such scenario or no map file, or the hexes are no chain.
    """
    document, (_, grid) = scenario_of(documents, scenario), map_of(documents)
    chain = chain_in_words(grid, hexes)
    changes = _new_entries(documents, document, "ways", [{"kind": kind, "hexes": chain}])
    return Edit(f"{kind} {chain} in {scenario}", tuple(changes))


def remove_scenario_way(
    documents: Documents, scenario: str, stretches: Iterable[tuple[str, Iterable[str]]]
) -> Edit:
    """Return the edit that takes stretches off the ways of the map in one scenario.

    Args:
        documents: of the project.
        scenario: its id.
        stretches: kind of way and numbers of hexes, each adjacent to the one before.

    Raises:
        EditRefused: there is none, no such scenario or no map file, or the hexes are no chain.
    """
    document, (_, grid) = scenario_of(documents, scenario), map_of(documents)
    entries: list[Value] = [{"kind": kind, "hexes": chain_in_words(grid, hexes)} for kind, hexes in stretches]
    if not entries:
        raise EditRefused("no way of the map leads through these hexes")
    return Edit(
        f"less of the ways in {scenario}", tuple(_new_entries(documents, document, "remove", entries))
    )


def _hexsides_of_kind(
    documents: Documents, document: Document, grid: HexGrid, key: str, kind: str, words: list[str]
) -> Iterator[TextEdit]:
    """Yield what adds hexsides to the entry of their kind, or an entry of theirs."""
    assert document.node is not None
    sides_entry = _entry_of(document.node.at("map", key), kind, "sides")
    if sides_entry is None:
        entry: Value = {"kind": kind, "sides": sides_in_words(grid, words)}
        yield from _new_entries(documents, document, key, [entry])
        return
    there = sides_of(sides_entry, grid)
    new = [one for one in words if not set(parsed_sides(one, grid)) <= there]
    yield from joined_entries(document, sides_entry, sides_in_words(grid, new))


def _entry_of(list_node: Node | None, kind: str, key: str) -> Node | None:
    """Return the list under a key of the last entry of a kind."""
    newest = None
    for entry in list_node.elements() if list_node is not None and list_node.is_list else ():
        value = entry.get(key)
        if text_of(entry.get("kind")) == kind and value is not None and value.is_list:
            newest = value
    return newest


def _new_entries(
    documents: Documents, document: Document, key: str, entries: list[Value]
) -> Iterator[TextEdit]:
    """Yield what adds entries to a list below `map:`; it begins with those that the scenario takes over."""
    assert document.node is not None
    here = document.node.at("map", key)
    if here is not None and here.elements():
        for entry in entries:
            yield add_entry(document, here, entry)
        return
    inherited_node = inherited_value(documents, document, "map", key) if here is None else None
    entries = [
        *(plain(one) for one in (inherited_node.elements() if inherited_node is not None else ())),
        *entries,
    ]
    if here is not None:
        yield set_value(document, here, entries)
    else:
        yield _new_block(document, key, entries)
