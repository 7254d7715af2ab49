"""The setup of a scenario moved over the map by some hexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.hex_words import hex_words
from jdgtools.desk.operations.membership import alone
from jdgtools.desk.operations.paint import map_of
from jdgtools.desk.operations.placements import (
    WrittenPlacement,
    inherited_group,
    inherited_placement,
    placements_of,
    scenario_of,
    values_of,
)
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.setup import add_placements
from jdgtools.desk.structured_text import Value, text_of
from jdgtools.desk.text_edit import Edit, TextEdit, apply
from jdgtools.hexgrid import HexGrid, NameProblem
from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.hexgrid.names import parse_direction
from jdgtools.source.node import Node

_STEP = re.compile(r"([0-9]{1,3})?([A-Za-z]+)")
_SPOTS = ("hex", "hexes", "along")


def shift_setup(documents: Documents, scenario: str, steps: Iterable[str], side: str | None = None) -> Edit:
    """Return the edit that moves the placements of a scenario, keeping their shape.

    Args:
        documents: of the project.
        scenario: its id.
        steps: such as `2NE`: so many hexes over a hexside; several are added up.
        side: id of the side whose pieces move; None = all.

    Raises:
        EditRefused: a piece would leave the map, or a step is none of this map.
    """
    _, grid = map_of(documents)
    document = scenario_of(documents, scenario)
    step = Cube(0, 0)
    texts = []
    for text in steps:
        match = _STEP.fullmatch(text.strip())
        d = (
            parse_direction(match[2], grid.orientation)
            if match
            else NameProblem(0, f"`{text}` is no step like 2NE")
        )
        if isinstance(d, NameProblem) or match is None:
            raise EditRefused(d.message if isinstance(d, NameProblem) else text)
        step = step + DIRECTIONS[d] * int(match[1] or 1)
        texts.append(text.strip().upper())
    members = _members(documents, side) if side is not None else None
    changes: list[TextEdit] = []
    for placement in placements_of(documents, document):
        if members is None or _pieces(placement.node) & members:
            changes += _shift_file(placement, grid, step)
    return Edit(f"shift {scenario} by {' '.join(texts)}", tuple(dict.fromkeys(changes)))


def move_together(
    documents: Documents,
    scenario: str,
    pieces: Iterable[str],
    start: str,
    target: str,
    name: str = "",
    where: Mapping[str, str] = {},
) -> Edit:
    """Return the edit that moves some pieces of a setup over the map, keeping how they stand to each other.

    Args:
        documents: of the project.
        scenario: its id.
        pieces: ids of units and leaders.
        start: number of a hex.
        target: number of the hex that a piece in the first one comes to; all others move as far.
        name: of them together, for the title.
        where: piece -> number of its hex, for units that a group of another scenario places.

    Raises:
        EditRefused: one would leave the map, is not placed by the scenario, or stands in one entry with
            others that stay.
    """
    _, grid = map_of(documents)
    document = scenario_of(documents, scenario)
    spots = []
    for number in (start, target):
        index = grid.index(number)
        if index is None:
            raise EditRefused(f"`{number}`: {grid.problem(number)}")
        spots.append(grid.cube(index))
    step, moving = spots[1] - spots[0], set(pieces)
    pieces_placed: set[str] = set()
    changes: list[TextEdit] = []
    for placement in placements_of(documents, document):
        names = _pieces(placement.node) - {""}
        if not names & moving:
            continue
        if names - moving:
            who = " and ".join(f"`{piece}`" for piece in sorted(names - moving))
            raise EditRefused(
                f"one entry of the setup places {who} as well; place one of them by itself first"
            )
        pieces_placed |= names
        changes += _shift_file(placement, grid, step)
    taken_over: dict[str, dict[str, Value]] = {}
    for piece in sorted(moving - pieces_placed):
        other, group = (
            inherited_placement(documents, document, piece),
            inherited_group(documents, document, piece),
        )
        if other is None and group is not None and piece in where:
            taken_over[piece] = alone(group, piece, {"hex": _beyond(grid, where[piece], step)})
            continue
        if other is None:
            raise EditRefused(f"no entry of its own places `{piece}`; place it by itself first")
        edits = tuple(dict.fromkeys(_shift_file(other, grid, step)))
        there = documents.with_texts(apply(documents.texts, Edit("", edits)))
        placement_there = inherited_placement(there, there[document.path], piece)
        assert placement_there is not None
        taken_over[piece] = values_of(placement_there)
    changes += add_placements(documents, document, taken_over) if taken_over else ()
    return Edit(f"{name or 'pieces'} from {start} to {target}", tuple(dict.fromkeys(changes)))


def _beyond(grid: HexGrid, number: str, step: Cube) -> str:
    """Return the number of the hex a step further."""
    index = grid.index(number)
    further = grid.find(grid.cube(index) + step) if index is not None else None
    if further is None:
        raise EditRefused(f"`{number}` would leave the map")
    return grid.id(further)


def _shift_file(placement: WrittenPlacement, grid: HexGrid, step: Cube) -> Iterator[TextEdit]:
    for node in _hex_nodes(placement.node):
        yield from _move_hexes(placement.document, node, grid, step)


def _members(documents: Documents, side: str) -> set[str]:
    """Return the ids of units, leaders and commands of a side."""
    members: set[str] = set()
    commands: set[str] = set()
    for document in (*documents.of("battle"), *documents.of("oob")):
        root = document.node
        assert root is not None
        lists = [root] if root.is_list else [root.get(key) for key in ("commands", "leaders", "units")]
        for owner in lists:
            for entry in owner.elements() if owner is not None else ():
                name = text_of(entry.get("id"))
                if text_of(entry.get("side")) == side or text_of(entry.get("command")) in commands:
                    members.add(name)
                    if owner is root.get("commands"):
                        commands.add(name)
    if not members:
        raise EditRefused(f"no piece belongs to a side `{side}`")
    return members


def _pieces(node: Node) -> set[str]:
    names = {text_of(node.get(key)) for key in ("unit", "leader", "command")}
    units = node.get("units")
    return names | {text_of(one) for one in (units.elements() if units is not None else ())}


def _hex_nodes(node: Node) -> Iterator[Node]:
    within = node.get("within")
    nodes = [node.get(key) for key in _SPOTS] + [within.get("hex") if within is not None else None]
    for one in nodes:
        if one is not None:
            yield from [one] if one.is_scalar else one.elements()


def _move_hexes(document: Document, node: Node, grid: HexGrid, step: Cube) -> Iterator[TextEdit]:
    start, end = document.range(node.span)
    for word in hex_words(document.text[start:end], grid):
        if word.kind != "hex":
            continue
        index = grid.find(grid.cube(word.hex) + step)
        if index is None:
            line = document.lines.line_and_column(start)[0]
            raise EditRefused(f"`{grid.id(word.hex)}` in {document.path}, line {line}, would leave the map")
        yield TextEdit(document.path, start + word.start, start + word.end, grid.id(index))
