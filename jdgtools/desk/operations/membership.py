"""Lists of a scenario in which a piece stands beside others: groups, reinforcements, unused pieces.

A piece that is placed by hand leaves them, since it can be in one place alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import references
from jdgtools.desk.operations.inherited_blocks import inherited_entries, inherited_value, plain, take_away
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import (
    Value,
    add_entry,
    flow_text,
    is_json,
    pair,
    ranges,
    remove_entry,
    set_key,
    text_of,
)
from jdgtools.desk.text_edit import TextEdit
from jdgtools.hexgrid.chain import parse_hexes
from jdgtools.source.node import Node

SPOTS = ("hex", "hexes", "along", "region", "place", "within", "entry", "box")
"""Keys of a placement that say where it is; exactly one of them is written."""


def group_of(document: Document, piece: str) -> Node | None:
    """Return the entry of a setup that places several units, this one among them; None where none does."""
    setup = document.node.get("setup") if document.node is not None else None
    for entry in setup.elements() if setup is not None else ():
        if piece in names_in(entry.get("units")):
            return entry
    return None


def leave_group(
    documents: Documents, document: Document, group: Node, piece: str, instead: Mapping[str, Value] | None
) -> Iterator[TextEdit]:
    """Yield what takes a unit out of a group of the setup; the others stay where they stand.

    Args:
        documents: of the project.
        document: file of the scenario.
        group: that `group_of` gives.
        piece: id of the unit.
        instead: what stands in the place of the group if nobody else is in it; None = nothing.

    Raises:
        EditRefused: the group stands along hexes of which it cannot be told whose they are.
    """
    units, along = group.get("units"), group.get("along")
    assert units is not None
    names = names_in(units)
    number = names.index(piece)
    if len(names) == 1:
        if instead is not None:
            yield TextEdit(document.path, *document.range(group.span), flow_text(instead, is_json(document)))
            return
        setup = document.node.get("setup") if document.node is not None else None
        assert setup is not None
        yield remove_entry(document, setup, setup.elements().index(group))
    elif along is None:
        yield remove_entry(document, units, number)
    else:
        hexes = _hexes_along(documents, along)
        width, more = divmod(len(hexes), len(names))
        if more or width not in (1, 2):
            line = document.lines.line_and_column(document.range(along.span)[0])[0]
            raise EditRefused(
                f"{document.path}, line {line}, does not give each unit of the group as many hexes"
            )
        left = [*hexes[: number * width], *hexes[(number + 1) * width :]]
        if len(names) == 2:
            yield _pair_instead(document, group, "units", "unit", names[1 - number])
            spot: tuple[str, Value] = ("hex", left[0]) if width == 1 else ("hexes", list(left))
            yield _pair_instead(document, group, "along", *spot)
        else:
            yield remove_entry(document, units, number)
            yield set_key(document, group, "along", _along(documents, left))


def _hexes_along(documents: Documents, along: Node) -> list[str]:
    """Return the numbers of the hexes along which a group stands; none where they cannot be read."""
    grid, hexes = documents.grid, list[str]()
    for word in [along] if along.is_scalar else along.elements():
        part = parse_hexes(word.text, grid) if grid is not None else ()
        hexes += [grid.id(index) for index in part] if grid is not None and isinstance(part, tuple) else []
    return hexes


def _along(documents: Documents, hexes: list[str]) -> Value:
    """Return hexes as one chain where each is a neighbour of the one before, else as a list."""
    grid, chain = documents.grid, "-".join(hexes)
    return chain if grid is not None and isinstance(parse_hexes(chain, grid), tuple) else list(hexes)


def _pair_instead(document: Document, node: Node, old: str, key: str, value: Value) -> TextEdit:
    start = document.range(node.key_span(old))[0]
    end = next(end for first, end in ranges(document, node) if first == start)
    return TextEdit(document.path, start, end, pair(document, key, value))


def alone(group: Node, piece: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the placement of a unit that leaves a group, like those of the others in all else."""
    all_else = plain(group)
    assert isinstance(all_else, dict)
    return {
        "unit": piece,
        **values,
        **{key: value for key, value in all_else.items() if key not in (*SPOTS, "units", *values)},
    }


def leave_lists(
    documents: Documents, document: Document, piece: str, but: str | None = None
) -> Iterator[TextEdit]:
    """Yield what takes a piece out of reinforcements and unused pieces, also of those that are taken over.

    Args:
        documents: of the project.
        document: file of the scenario.
        piece: id of the unit or leader.
        but: id of a reinforcement that is left alone.

    Raises:
        EditRefused: the piece is all that comes with a reinforcement of which more is said.
    """
    yield from _leave_lists_of_file(documents, document, piece, but)
    assert document.node is not None
    groups = document.node.get("reinforcements")
    names = {text_of(one.get("id")) for one in (groups.elements() if groups is not None else ())}
    for name, entry in inherited_entries(documents, document, "reinforcements").items():
        if name in names or name == but:
            continue
        left = _values_of_arrival(entry, piece)
        if left is None:
            yield from take_away(document, f"reinforcements/{name}")
        elif left != plain(entry):
            yield added_arrival(document, left)
    unused_node = inherited_value(documents, document, "unused")
    if document.node.get("unused") is None and unused_node is not None and piece in names_in(unused_node):
        others: list[Value] = [one for one in names_in(unused_node) if one != piece]
        yield add_entry(document, document.node, others, "unused")


def _leave_lists_of_file(
    documents: Documents, document: Document, piece: str, but: str | None
) -> Iterator[TextEdit]:
    """Yield what takes a piece out of the lists that stand in the file; a list of nobody else goes.

    Raises:
        EditRefused: as for `leave_lists`.
    """
    assert document.node is not None
    unused_node = document.node.get("unused")
    if unused_node is not None and piece in names_in(unused_node):
        yield remove_entry(document, unused_node, names_in(unused_node).index(piece))
    arrivals = document.node.get("reinforcements")
    for number, entry in enumerate(arrivals.elements() if arrivals is not None else ()):
        arrival = text_of(entry.get("id"))
        if arrivals is None or arrival == but:
            continue
        for key in ("units", "leaders"):
            for owner, members in _lists(entry.get(key)):
                names = names_in(members)
                if piece not in names:
                    continue
                if len(names) > 1:
                    yield remove_entry(document, members, names.index(piece))
                elif owner is not None and len(owner.elements()) > 1:
                    yield remove_entry(document, owner, owner.elements().index(members))
                elif any(one != key and entry.get(one) is not None for one in ("units", "leaders")):
                    yield remove_entry(document, entry, key)
                elif any(not one.definition for one in references(documents, "arrival", arrival)):
                    why = f"`{piece}` is all of the reinforcement `{arrival}`, of which more is said"
                    raise EditRefused(f"{why}; change that first")
                elif len(arrivals.elements()) == 1:
                    yield remove_entry(document, document.node, "reinforcements")
                else:
                    yield remove_entry(document, arrivals, number)


def names_in(node: Node | None) -> list[str]:
    """Return the ids in a list; an inner list, of units that enter as one stack, counts as an empty name."""
    elements = node.elements() if node is not None else []
    return [one.text.strip() if one.is_scalar else "" for one in elements]


def _lists(node: Node | None) -> Iterator[tuple[Node | None, Node]]:
    """Yield a list and the lists in it, each with the one that it stands in."""
    if node is not None and node.is_list:
        yield None, node
        for element in node.elements():
            if element.is_list:
                yield node, element


def _values_of_arrival(entry: Node, piece: str) -> dict[str, Value] | None:
    """Return what a reinforcement says without a piece; None where nobody else comes with it."""
    values = plain(entry)
    assert isinstance(values, dict)
    for key in ("units", "leaders"):
        members = values.get(key)
        if isinstance(members, list):
            stacks = [[p for p in one if p != piece] if isinstance(one, list) else one for one in members]
            values[key] = [one for one in stacks if one and one != piece]
    return values if values.get("units") or values.get("leaders") else None


def added_arrival(document: Document, value: Mapping[str, Value]) -> TextEdit:
    """Return what adds a reinforcement to a scenario."""
    assert document.node is not None
    groups = document.node.get("reinforcements")
    if groups is not None:
        return add_entry(document, groups, value)
    return add_entry(document, document.node, [value], "reinforcements")
