"""Expands groups of a setup: an entry for a whole command or list of units -> one for each unit.

`build_setup` calls `expand_groups` before it reads anything, so whoever reads placements knows nothing of
groups. Each new entry has the span of the group, and messages point there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from jdgtools.diagnostics.names import name_list
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_entries import children, reference
from jdgtools.model.context import Context, Subject
from jdgtools.model.pieces import Unit
from jdgtools.source.node import Node

_GROUPS = ("command", "units")
LEFT_GROUP = "left_group"
"""Key, of no file, of a group that is taken over: those of its units that stand elsewhere here."""
REFUSED_START = "refused_place"
"""Key, of no file, of a unit in play whose place, that of its group, is wrong, which has been reported."""
START_KEYS = ("hex", "hexes", "region", "place", "within", "entry", "box")
"""Keys that say where a piece starts."""


def expand_groups(
    ctx: Context, root: Node, rows: Iterable[Node], index: BattleIndex, scenario: str
) -> Iterator[Node]:
    """Yield the placements of a setup, one for each piece, in source order.

    Args:
        ctx: series and diagnostics; what is wrong with a group is reported and left out.
        root: of the scenario.
        rows: entries of the setup.
        index: what the scenario may refer to.
        scenario: its id.
    """
    rows = list(rows)
    named_ids = {ctx.string(row.get(key)) for row in rows for key in ("unit", "leader")}
    left = {id(row): {ctx.string(item) for item in children(row, LEFT_GROUP)} for row in rows}
    named_ids |= {ctx.string(i) for row in rows for i in children(row, "units")} - set().union(*left.values())
    named_ids |= {ctx.string(item) for item in children(root, "unused")}
    for arrival in children(root, "reinforcements"):
        for item in children(arrival, "units"):
            named_ids |= {ctx.string(part) for part in (item.elements() if item.is_list else [item])}
    for row in rows:
        keys = [key for key in _GROUPS if row.get(key) is not None]
        alone, pieces_gone = row.get("unit") is not None or row.get("leader") is not None, left[id(row)]
        if row.get("along") is not None and (alone or any(row.get(key) is not None for key in START_KEYS)):
            ctx.problem(
                "GEN007",
                row.get("along"),
                "`along` places one unit" if alone else "the group has a place beside `along`",
                expected="`hex` or `hexes` for a piece alone" if alone else "one place for a group",
                subject=("group", scenario, str(row.span.line)),
            )
            row = _without_doubtful_start(row, alone)
        if len(keys) != 1 or alone:
            yield row
            continue
        key = keys[0]
        subject = ("group", scenario, ctx.string(row.get("command")) or str(row.span.line))
        if key == "command":
            name = reference(ctx, row.get(key), "REF002", "command", index.commands, (*subject, "command"))
            if name is None:
                ctx.faulty.add(("scenario", scenario, "setup"))
                continue
            named_node = row.get(key)
            members = [
                (u, named_node) for u in index.units.values() if u.command == name and u.id not in named_ids
            ]
        else:
            members = [
                (index.units[unit], item)
                for item in children(row, key)
                if (unit := reference(ctx, item, "REF004", "unit", index.units, (*subject, "units")))
            ]
        is_whole = key == "command" or len(members) == len(children(row, key))
        if not is_whole:
            ctx.faulty.add(("scenario", scenario, "setup"))
        if members:
            yield from _placements(ctx, row, members, index, subject, pieces_gone, is_whole)
        elif key == "command":
            ctx.problem(
                "GEN067",
                row.get(key),
                f"the group of command `{ctx.string(row.get(key))}` has nobody",
                expected="a command with units that are not placed, brought on or left out otherwise",
                subject=subject,
            )


def _placements(
    ctx: Context,
    row: Node,
    members: list[tuple[Unit, Node | None]],
    battle_index: BattleIndex,
    subject: Subject,
    others: Collection[str],
    is_whole: bool,
) -> Iterator[Node]:
    """Yield a placement for each unit of a group but those that have left it; the others keep their hexes.

    Where a group does not stand along as many hexes as it covers, those that are there go to the first units;
    of one that is not whole, since a name is unknown, nobody knows how many it covers.
    """
    content = {key: node for key, node in row.items() if key not in (*_GROUPS, "along", LEFT_GROUP)}
    along, grid = row.get("along"), battle_index.reader.grid
    hexes = battle_index.reader.hexes(along, (*subject, "along")) if along is not None else ()
    width = sum(unit.footprint for unit, _ in members)
    if along is not None and hexes and len(hexes) != width and is_whole:
        ctx.problem(
            "GEN067",
            along,
            f"a group that covers {width} hex{'es' if width > 1 else ''} stands along {len(hexes)}",
            expected=f"{width} hex{'es' if width > 1 else ''}: {name_list(u.id for u, _ in members)}",
            subject=(*subject, "along"),
        )
        ctx.faulty.update(("placement", subject[1], unit.id) for unit, _ in members)
    start = 0
    for unit, named_by in members:
        named_node = named_by if named_by is not None else row
        values = {"unit": Node.scalar(unit.id, named_node.span, plain=False), **content}
        if along is not None:
            part = [grid.id(i) for i in hexes[start : start + unit.footprint]] if grid is not None else []
            start += unit.footprint
            words = [Node.scalar(word, along.span, plain=False) for word in part]
            if len(part) < unit.footprint:
                values[REFUSED_START] = along
            elif unit.footprint == 1:
                values["hex"] = words[0]
            else:
                values["hexes"] = Node("list", words, along.span)
        if unit.id not in others:
            yield replace(row, value=values)


def _without_doubtful_start(row: Node, alone: bool) -> Node:
    """Return an entry of a setup that has `along` and should not: its pieces are in play all the same.

    A group keeps `along` and loses its other place; a piece alone has none.
    """
    values = {key: node for key, node in row.items() if key not in START_KEYS}
    along = values.pop("along")
    return replace(row, value={**values, REFUSED_START if alone else "along": along})
