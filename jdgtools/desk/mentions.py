"""Where a fact of a battle is written: every definition and every mention of an id or a hex.

The files are walked as their schemas describe them; what stands under a key says what it names. So nothing
of this needs a battle without errors. `mentions` lists everything; the other functions choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.hex_words import hex_words
from jdgtools.desk.mention_keys import (
    DEFINITIONS,
    HEX_KEYS,
    HEX_KEYS_OF_MAPS,
    IDS,
    KEYS_THAT_ARE_IDS,
    SUBJECTS,
    VALUES_OF_MAPS,
)
from jdgtools.source.node import Node
from jdgtools.source.span import Span


class Mention(Struct, frozen=True, order=True):
    """A place where an id or a hex is written."""

    path: str
    start: int
    """Offset of its first character in the text of the file."""
    end: int
    kind: str
    """`hex`, `unit`, `leader`, `command`, `side`, `place`, `region`, `entry`, `scenario`, `terrain` …"""
    id: str
    """The id; of a hex its number as it is printed."""
    definition: bool = False
    """Whether the thing is defined here rather than mentioned."""


def mentions(documents: Documents) -> tuple[Mention, ...]:
    """Return every definition and mention of ids and hexes in a project, by file and place."""
    all_mentions: tuple[Mention, ...] | None = getattr(documents, "_mentions", None)
    if all_mentions is None:
        all_mentions = tuple(sorted({*_resolve(documents)}))  # an alias names a place twice
        documents._mentions = all_mentions  # type: ignore[attr-defined]
    return all_mentions


def definition(documents: Documents, kind: str, id_: str) -> Mention | None:
    """Return where a thing is defined; None where it is not."""
    return next((m for m in references(documents, kind, id_) if m.definition), None)


def references(documents: Documents, kind: str, id_: str) -> list[Mention]:
    """Return where a thing is defined and mentioned."""
    return [m for m in mentions(documents) if m.kind == kind and m.id == id_]


def mention_at(documents: Documents, path: str, offset: int) -> Mention | None:
    """Return the id or hex that is written at an offset of a text; the shortest where several are."""
    near = [m for m in mentions(documents) if m.path == path and m.start <= offset <= m.end]
    return min(near, key=lambda m: m.end - m.start, default=None)


def lines_of_hex(documents: Documents, hex_id: str) -> list[Mention]:
    """Return every place that speaks of a hex: its characters in the pictures of the map, and its number.

    A hex inside a run such as `0101..0105` is found there as well.
    """
    grid, document = documents.grid, documents.map
    index = grid.index(hex_id) if grid is not None else None
    if grid is None or index is None:
        return []
    hexes = [m for m in mentions(documents) if m.kind == "hex" and m.id == grid.id(index)]
    if document is not None:
        from jdgtools.desk.pictures import cell_of

        for key in ("terrain", "levels", "playable"):
            cell = cell_of(document, key, grid, index)
            if cell is not None:
                hexes.append(Mention(document.path, *cell, "picture", grid.id(index)))
    return sorted({*hexes, *_runs(documents, index)})


def _runs(documents: Documents, index: int) -> Iterator[Mention]:
    """Yield the runs of hexes that pass over a hex and do not name it."""
    from jdgtools.hexgrid.chain import parse_hexes

    grid = documents.grid
    if grid is None:
        return
    for document in documents.values():
        for node in _hex_texts(document):
            if ".." in node.text:
                hexes = parse_hexes(node.text, grid)
                if isinstance(hexes, tuple) and index in hexes:
                    yield Mention(document.path, *document.range(node.span), "hex", grid.id(index))


def kind_named_by(kind: str, path: tuple[str, ...], key: str) -> str | None:
    """Return what the value of a key names, also in a text that cannot be read; None for nothing.

    Args:
        kind: of the file.
        path: keys above, from the root; lists add nothing.
        key: the key.
    """
    return "hex" if _names_hexes(kind, path, key) else _kind_of_value(kind, path, key)


# --- walking -----------------------------------------------------------------------------------


def _resolve(documents: Documents) -> Iterator[Mention]:
    """Yield all mentions; a piece is a unit or a leader, as it is defined."""
    everything = [m for document in documents.values() for m in _walk(document, documents)]
    ids_by_kind: dict[str, set[str]] = {}
    for mention in everything:
        if mention.definition:
            ids_by_kind.setdefault(mention.kind, set()).add(mention.id)
    for mention in everything:
        if mention.kind == "piece":
            kind = "leader" if mention.id in ids_by_kind.get("leader", ()) else "unit"
            yield Mention(mention.path, mention.start, mention.end, kind, mention.id)
        else:
            yield mention
    for document in documents.of("strings"):
        yield from _keys_of_strings(document, ids_by_kind)
    for document in documents.of("lock"):
        yield from _keys_of_lock(document, ids_by_kind)


def _walk(document: Document, documents: Documents) -> Iterator[Mention]:
    if document.node is None or document.kind in ("strings", "lock", "other"):
        return
    yield from _definitions_of(document)
    for path, key, node in pairs_of(document.node):
        if _names_hexes(document.kind, path, key):
            pass  # below
        elif (kind := _kind_of_value(document.kind, path, key)) is not None:
            for scalar in _scalars(node):
                if key != "unused" or node.is_list:  # `unused: rest`
                    yield from _id(document, scalar, kind)
        elif key in ("for", "without"):
            for scalar in _scalars(node):
                yield from _subject(document, scalar)
        if not node.is_map:
            continue
        if key in KEYS_THAT_ARE_IDS:
            for name, _ in node.items():
                yield from _word(document, node.key_span(name), KEYS_THAT_ARE_IDS[key], name)
        if (value_kind := VALUES_OF_MAPS.get(key)) is not None:
            for _, child in node.items():
                for scalar in _scalars(child):
                    yield from _id(document, scalar, value_kind)
    if documents.grid is not None:
        for span, with_offsets in hex_spans(document):
            yield from _hexes(document, span, documents, with_offsets)


def hex_spans(document: Document) -> Iterator[tuple[Span, bool]]:
    """Yield the places of all texts and keys that name hexes, and whether they are points of lines."""
    if document.node is None or document.kind in ("strings", "lock", "other", "oob"):
        return
    for path, key, node in pairs_of(document.node):
        if _names_hexes(document.kind, path, key):
            for scalar in _scalars(node):
                yield scalar.span, key == "through"
        if node.is_map and key in HEX_KEYS_OF_MAPS:
            for name, _ in node.items():
                yield node.key_span(name), False


def _names_hexes(kind: str, path: tuple[str, ...], key: str) -> bool:
    """Return whether what stands under a key names hexes or hexsides."""
    owner = path[-1] if path else ""
    if key == "side":
        return owner == "crossings"
    if key == "sides":
        return owner in ("hexsides", "rivers", "remove", "no_combat")
    if key == "except":
        return owner == "slopes"
    if key == "hexes" and kind != "battle" and owner == "map":
        return False  # a table hex -> terrain
    return key in HEX_KEYS or owner in ("held", "markers_on_map")


def _kind_of_value(kind: str, path: tuple[str, ...], key: str) -> str | None:
    owner = path[-1] if path else ""
    if key == "to":
        return "side" if owner == "change_side" else None
    if key == "terrain" and (not path or owner == "layers" or kind == "oob"):
        return None if not path else "terrain"
    if key == "type" and kind != "oob":
        return None
    if key == "units" and kind == "oob":
        return None
    if (key == "entry" and owner == "combined_markers") or (key == "kind" and owner == "when"):
        return None
    if key in ("place", "sides", "nationalities", "commands", "leaders", "places") and not path:
        return None
    return IDS.get(key)


def pairs_of(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, Node]]:
    """Yield the keys above, the key and the value of everything in a node; lists add nothing to the keys."""
    for element in node.elements():
        yield from pairs_of(element, path)
    for key, child in node.items():
        yield path, key, child
        yield from pairs_of(child, (*path, key))


def _scalars(node: Node) -> Iterator[Node]:
    """Yield a scalar, or the scalars of a list and of lists in it."""
    if node.is_scalar and not node.is_null:
        yield node
    for element in node.elements():
        yield from _scalars(element)


def _hex_texts(document: Document) -> Iterator[Node]:
    if document.node is not None and document.kind not in ("strings", "lock", "other"):
        for path, key, node in pairs_of(document.node):
            if _names_hexes(document.kind, path, key):
                yield from _scalars(node)


def _hexes(document: Document, span: Span, documents: Documents, with_offsets: bool) -> Iterator[Mention]:
    grid = documents.grid
    if grid is None:
        return
    start, end = document.range(span)
    for word in hex_words(document.text[start:end], grid, with_offsets):
        if word.kind == "hex":
            yield Mention(document.path, start + word.start, start + word.end, "hex", grid.id(word.hex))


def _definitions_of(document: Document) -> Iterator[Mention]:
    """Yield the definitions of a file."""
    root = document.node
    assert root is not None
    if document.kind == "oob":
        rows = root if root.is_list else root.get("units")
        for row in rows.elements() if rows is not None else ():
            yield from _id(document, row.get("id"), "unit", True)
        return
    if document.kind in ("scenario", "battle"):
        yield from _id(document, root.get("id"), document.kind, True)
    for keys, kind in DEFINITIONS.items():
        yield from _definitions(document, [root], keys, kind)


def _definitions(
    document: Document, nodes: Iterable[Node], keys: tuple[str, ...], kind: str
) -> Iterator[Mention]:
    for node in nodes:
        child = node.get(keys[0])
        elements = child.elements() if child is not None else []
        if child is not None and child.is_map:
            elements = [child]
        if len(keys) > 1:
            yield from _definitions(document, elements, keys[1:], kind)
        else:
            for element in elements:
                yield from _id(document, element.get("id"), kind, True)


def _id(document: Document, node: Node | None, kind: str, is_definition: bool = False) -> Iterator[Mention]:
    if node is not None and node.is_scalar and node.text.strip():
        yield from _word(document, node.span, kind, node.text.strip(), is_definition)


def _word(
    document: Document, span: Span, kind: str, word: str, is_definition: bool = False
) -> Iterator[Mention]:
    """Yield the mention of a word that stands in a span, perhaps in quotes."""
    start, end = document.range(span)
    at = document.text.find(word, start, end)
    if at >= 0:
        yield Mention(document.path, at, at + len(word), kind, word, is_definition)


def _subject(document: Document, node: Node) -> Iterator[Mention]:
    """Yield the thing that a text such as `unit fr-art` or `setup/1-29` names."""
    kind, sign, id_ = node.text.strip().partition(" ")
    if not sign:
        kind, _, id_ = node.text.strip().rpartition("/")
    subject_kind = SUBJECTS.get(kind.strip())
    if subject_kind is not None and id_.strip():
        start, end = document.range(node.span)
        at = document.text.rfind(id_.strip(), start, end)
        if at >= 0:
            yield Mention(document.path, at, at + len(id_.strip()), subject_kind, id_.strip())


def _keys_of_strings(document: Document, definitions: dict[str, set[str]]) -> Iterator[Mention]:
    """Yield the ids in the keys of a language file: `unit.1-70.name`; ids may hold dots themselves."""
    table = document.node.get("strings") if document.node is not None else None
    for key, _ in table.items() if table is not None else ():
        word, _, rest = key.partition(".")
        kind = SUBJECTS.get(word, word)
        ids = (rest[:at] for at in range(len(rest), 0, -1) if rest[at : at + 1] == ".")
        id_ = next((name for name in ids if name in definitions.get(kind, ())), None)
        if id_ is not None and table is not None:
            start, end = document.range(table.key_span(key))
            at = document.text.find(f"{word}.{id_}", start, end)
            if at >= 0:
                first = at + len(word) + 1
                yield Mention(document.path, first, first + len(id_), kind, id_)


def _keys_of_lock(document: Document, definitions: dict[str, set[str]]) -> Iterator[Mention]:
    """Yield the ids in the keys of a lock file: a renamed piece keeps its number in saved games."""
    for table in ("pieces", "content"):
        node = document.node.get(table) if document.node is not None else None
        for key, _ in node.items() if node is not None else ():
            word, _, id_ = key.partition(":")
            if node is not None and id_ in definitions.get(word, ()):
                start, end = document.range(node.key_span(key))
                at = document.text.find(f"{word}:{id_}", start, end)
                if at >= 0:
                    first = at + len(word) + 1
                    yield Mention(document.path, first, first + len(id_), word, id_)
