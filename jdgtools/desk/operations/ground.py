"""What lies on hexsides and runs through hexes: slopes, streams, walls, bridges, roads; places of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.paint import hex_index, map_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, remove_entry, replace_scalar, set_key, text_of
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.hexgrid import HexGrid, NameProblem
from jdgtools.hexgrid.chain import parse_chain, parse_sides
from jdgtools.hexgrid.names import direction_name, hexside_name, parse_direction
from jdgtools.hexgrid.sides import Hexside
from jdgtools.source.node import Node

_LISTS = ("hexsides", "rivers")
"""Keys of map.yaml with features of hexsides."""


def add_hexsides(
    documents: Documents,
    sides: Iterable[str],
    kind: str,
    to: str | None = None,
    is_water: bool = False,
) -> Edit:
    """Return the edit that puts a feature along hexsides.

    Args:
        documents: of the project.
        sides: hexsides `0305/NE`, each as seen from its inner or higher hex where the feature is directed.
        kind: hexside terrain of the series or of the battle.
        to: id of an entry that is made longer; None = a new entry.
        is_water: whether a new entry stands under `rivers`.

    Raises:
        EditRefused: there is no map file, a side is not on the map, or no such entry.
    """
    document, grid = map_of(documents)
    assert document.node is not None
    terrains = documents.series.terrains if documents.series is not None else ()
    if any(one.id == kind and one.kind == "hexside" and not one.directed for one in terrains):
        sides = _from_few_hexes(grid, sides)
    words = sides_in_words(grid, sides)
    title = f"{kind} along {', '.join(words)}"
    if to is not None:
        entry = next((e for _, e in _features(document, _LISTS) if text_of(e.get("id")) == to), None)
        if entry is None:
            raise EditRefused(f"`{document.path}` has no hexsides or river `{to}`")
        sides_node = entry.get("sides")
        if sides_node is None or not sides_node.is_list:
            raise EditRefused(f"the hexsides of `{to}` are not written as a list")
        sides_there = sides_of(sides_node, grid)
        new = [word for word in words if not set(parsed_sides(word, grid)) <= sides_there]
        return Edit(title, tuple(joined_entries(document, sides_node, new)))
    value: Value = {"kind": kind, "sides": words}
    return Edit(title, (_add_feature(document, "rivers" if is_water else "hexsides", value),))


def remove_hexsides(documents: Documents, sides: Iterable[str]) -> Edit:
    """Return the edit that takes every feature and crossing off hexsides.

    A walk `0305:NE>SE` that passes over one of them is written anew as single hexsides.

    Raises:
        EditRefused: there is no map file, or a side is not on the map.
    """
    document, grid = map_of(documents)
    sides_to_remove = {side for word in sides for side in parsed_sides(word, grid)}
    changes: list[TextEdit] = []
    for owner, entry in _features(document, (*_LISTS, "crossings")):
        changes += take_off(document, owner, [entry], grid, sides_to_remove)
    return Edit("clear hexsides", tuple(changes))


def take_off(
    document: Document, owner: Node, entries: Iterable[Node], grid: HexGrid, cleared_sides: set[Hexside]
) -> list[TextEdit]:
    """Return what takes hexsides out of entries of a list, and those entries that have no other.

    Args:
        document: holds the list.
        owner: the list.
        entries: of it.
        grid: of the map.
        cleared_sides: the hexsides.
    """
    changes: list[TextEdit] = []
    for entry in entries:
        sides_node = entry.get("sides") or entry.get("side")
        if sides_node is None:
            continue
        texts = sides_node.elements() if sides_node.is_list else [sides_node]
        left = [_remaining_hexsides(node, grid, cleared_sides) for node in texts]
        if all(words == [] for words in left):
            changes.append(remove_entry(document, owner, owner.elements().index(entry)))
        elif [] in left:
            pairs = zip(texts, left, strict=True)
            all_words = [word for node, words in pairs for word in ([node.text] if words is None else words)]
            changes.append(set_key(document, entry, "sides", all_words))
        else:
            pairs = zip(texts, left, strict=True)
            changes += [replace_scalar(document, node, " ".join(words)) for node, words in pairs if words]
    return changes


def add_crossing(documents: Documents, side: str, kind: str) -> Edit:
    """Return the edit that puts a bridge, a ford or another crossing on a hexside.

    Raises:
        EditRefused: there is no map file, or the side is not on the map.
    """
    document, grid = map_of(documents)
    (word,) = sides_in_words(grid, [side])
    return Edit(f"{kind} at {word}", (_add_feature(document, "crossings", {"kind": kind, "side": word}),))


def add_way(
    documents: Documents, hexes: Iterable[str], kind: str, ends: Mapping[str, str] | None = None
) -> Edit:
    """Return the edit that leads a road or another way through hexes.

    Args:
        documents: of the project.
        hexes: numbers of the hexes in order, each adjacent to the one before.
        kind: path of the series.
        ends: `from` and `to`: directions over the edge of the map at the first and the last hex.

    Raises:
        EditRefused: there is no map file, or the hexes are no chain.
    """
    document, grid = map_of(documents)
    chain = chain_in_words(grid, hexes)
    value: Value = {"kind": kind, "hexes": chain, **(ends or {})}
    return Edit(f"{kind} {chain}", (_add_feature(document, "ways", value),))


def extend_way(documents: Documents, way: str, hexes: Iterable[str]) -> Edit:
    """Return the edit that leads a way on from its last hex.

    Args:
        documents: of the project.
        way: its id.
        hexes: numbers of the further hexes in order; the first is adjacent to the last of the way.

    Raises:
        EditRefused: there is no such way, or the hexes do not go on from its end.
    """
    document, grid = map_of(documents)
    entry = next((e for _, e in _features(document, ("ways",)) if text_of(e.get("id")) == way), None)
    chain = entry.get("hexes") if entry is not None else None
    if chain is None or not chain.is_scalar:
        raise EditRefused(f"`{document.path}` has no way `{way}` that could go on")
    text = "-".join([chain.text.strip(), *hexes])
    if isinstance(problem := parse_chain(text, grid), NameProblem):
        raise EditRefused(f"the way does not go on so: {problem.message}")
    return Edit(f"lead {way} on", (replace_scalar(document, chain, text),))


def remove_feature(documents: Documents, key: str, id_: str) -> Edit:
    """Return the edit that takes an entry of the map away, such as a whole way or a place.

    Args:
        documents: of the project.
        key: `hexsides`, `rivers`, `crossings`, `ways`, `places`, `regions` or `entries`.
        id_: of the entry.

    Raises:
        EditRefused: there is no such entry.
    """
    document, _ = map_of(documents)
    for owner, entry in _features(document, (key,)):
        if text_of(entry.get("id")) == id_:
            change = remove_entry(document, owner, owner.elements().index(entry))
            return Edit(f"take {id_} away", (change,))
    raise EditRefused(f"`{document.path}` has no `{id_}` under `{key}`")


def add_place(documents: Documents, id_: str, name: str, hex_id: str, rank: str | None = None) -> Edit:
    """Return the edit that names a place of the map.

    Args:
        documents: of the project.
        id_: of the place.
        name: in the language of the project.
        hex_id: number of its hex.
        rank: such as `village`; None = none is written.

    Raises:
        EditRefused: there is no map file, or the hex is not on it.
    """
    document, grid = map_of(documents)
    number = grid.id(hex_index(grid, hex_id))
    value: Value = {"id": id_, "name": name, "hex": number, **({"rank": rank} if rank else {})}
    return Edit(f"place {name}", (_add_feature(document, "places", value),))


def include_hex(documents: Documents, key: str, id_: str, hex_id: str) -> Edit:
    """Return the edit that makes a hex part of a region or an entry area.

    Args:
        documents: of the project.
        key: `regions` or `entries`.
        id_: of the region or entry area.
        hex_id: number of the hex.

    Raises:
        EditRefused: there is no such entry, its hexes are not listed, or the hex belongs to it.
    """
    document, grid = map_of(documents)
    hexes_node, numbers = _listed_hexes(document, grid, key, id_)
    index = hex_index(grid, hex_id)
    if index in numbers:
        raise EditRefused(f"hex `{hex_id}` belongs to `{id_}` already")
    return Edit(f"{hex_id} belongs to {id_}", (add_entry(document, hexes_node, grid.id(index)),))


def exclude_hex(documents: Documents, key: str, id_: str, hex_id: str) -> Edit:
    """Return the edit that takes a hex out of a region or an entry area, as `include_hex` puts it in.

    Raises:
        EditRefused: there is no such entry, or the hex is not listed in it alone.
    """
    document, grid = map_of(documents)
    hexes_node, numbers = _listed_hexes(document, grid, key, id_)
    index = hex_index(grid, hex_id)
    if index not in numbers:
        raise EditRefused(f"hex `{hex_id}` does not stand in the list of `{id_}` by its own number")
    return Edit(f"{hex_id} leaves {id_}", (remove_entry(document, hexes_node, numbers.index(index)),))


def _listed_hexes(document: Document, grid: HexGrid, key: str, id_: str) -> tuple[Node, list[int | None]]:
    """Return the list of hexes of an entry of the map, and each of them; None for what is no single hex."""
    entry = next((e for _, e in _features(document, (key,)) if text_of(e.get("id")) == id_), None)
    hexes_node = entry.get("hexes") if entry is not None else None
    if hexes_node is None or not hexes_node.is_list:
        raise EditRefused(f"`{document.path}` lists no hexes of `{id_}` under `{key}`")
    return hexes_node, [grid.index(text_of(node)) for node in hexes_node.elements()]


# --- words -------------------------------------------------------------------------------------


def sides_in_words(grid: HexGrid, sides: Iterable[str]) -> list[str]:
    """Return hexsides as a designer writes them: `0305/NE` and `0305/SE` are `0305/NE-SE`.

    Raises:
        EditRefused: a text names no hexside of the map.
    """
    by_hex: dict[str, list[str]] = {}
    for word in sides:
        number, _, direction = word.partition("/")
        index, _ = hex_index(grid, number), parsed_sides(word, grid)
        d = parse_direction(direction, grid.orientation)
        if isinstance(d, NameProblem):
            raise EditRefused(d.message)
        names = by_hex.setdefault(grid.id(index), [])
        name = direction_name(grid.orientation, d)
        if name not in names:
            names.append(name)
    return [f"{number}/{'-'.join(names)}" for number, names in by_hex.items()]


def _from_few_hexes(grid: HexGrid, sides: Iterable[str]) -> list[str]:
    """Return hexsides in their order, each as seen from the hex that the sides beside it are seen from.

    A hand along a river points at it from either bank; who types it names the sides of few hexes.
    """
    pointed_at = [
        (side, grid.index(word.partition("/")[0])) for word in sides for side in parsed_sides(word, grid)
    ]
    words: list[str] = []
    here: int | None = None
    for number, (side, pointed_from) in enumerate(pointed_at):
        after = grid.side_hexes(pointed_at[number + 1][0]) if number + 1 < len(pointed_at) else ()
        hexes = grid.side_hexes(side)
        here = min(hexes, key=lambda one: (one != here, one not in after, one != pointed_from))
        d = side.d if here == side.a else (side.d + 3) % 6
        words.append(hexside_name(grid, here, d))
    return words


def chain_in_words(grid: HexGrid, hexes: Iterable[str]) -> str:
    """Return a chain of hexes as a designer writes it, if each is adjacent to the one before.

    Raises:
        EditRefused: it is none.
    """
    text = "-".join(grid.id(hex_index(grid, number)) for number in hexes)
    if isinstance(problem := parse_chain(text, grid), NameProblem):
        raise EditRefused(f"this is no way: {problem.message}")
    return text


def parsed_sides(word: str, grid: HexGrid) -> tuple[Hexside, ...]:
    """Return the hexsides that a text names.

    Raises:
        EditRefused: it names none of the map.
    """
    sides = parse_sides(word, grid)
    if isinstance(sides, NameProblem):
        raise EditRefused(f"`{word}`: {sides.message}")
    return sides


def sides_of(list_node: Node, grid: HexGrid) -> set[Hexside]:
    """Return the hexsides of a list of texts, as far as they can be read."""
    sides: set[Hexside] = set()
    for node in list_node.elements():
        side_list = parse_sides(node.text, grid)
        if not isinstance(side_list, NameProblem):
            sides.update(side_list)
    return sides


def _remaining_hexsides(node: Node, grid: HexGrid, cleared_sides: set[Hexside]) -> list[str] | None:
    """Return what is left of a text of hexsides; None where nothing of it goes or it cannot be read."""
    left: list[str] = []
    has_changed = False
    for item in node.text.replace(",", " ").replace(";", " ").split():
        sides = parse_sides(item, grid)
        if isinstance(sides, NameProblem):
            return None
        if not cleared_sides & set(sides):
            left.append(item)
            continue
        has_changed = True
        hex_id, sign, names = item.partition("/")
        if sign and ":" not in item and names != "*" and grid.index(names) is None:
            stay = [
                n for n in names.split("-") if not set(parsed_sides(f"{hex_id}/{n}", grid)) & cleared_sides
            ]
            left += [f"{hex_id}/{'-'.join(stay)}"] if stay else []
        else:
            rest = [side for side in sides if side not in cleared_sides]
            left += sides_in_words(grid, [hexside_name(grid, *side) for side in rest])
    return left if has_changed else None


def joined_entries(document: Document, list_node: Node, words: list[str]) -> Iterator[TextEdit]:
    """Yield the one replacement that adds several texts to a list."""
    if words:
        change = add_entry(document, list_node, words[0])
        more = "".join(change.text.replace(words[0], word) for word in words[1:])
        yield TextEdit(change.path, change.start, change.end, change.text + more)


def _features(document: Document, keys: Iterable[str]) -> Iterator[tuple[Node, Node]]:
    """Yield lists of the map and the entries in them."""
    assert document.node is not None
    for key in keys:
        owner = document.node.get(key)
        for entry in owner.elements() if owner is not None else ():
            yield owner, entry  # type: ignore[misc]


def _add_feature(document: Document, key: str, value: Value) -> TextEdit:
    assert document.node is not None
    owner = document.node.get(key)
    if owner is None:
        return add_entry(document, document.node, [value], key)
    return add_entry(document, owner, value)
