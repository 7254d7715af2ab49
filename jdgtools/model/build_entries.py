"""What all builders of the model read alike: lists of entries with ids, and ids that name an entry.

An entry is a map of a list in a source file (a side, a unit, a place of the map), known by its `id`. The
builder gets it with its subject, under which `Context` remembers where it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from jdgtools.diagnostics.diagnostic import RelatedSpan
from jdgtools.model.context import Context, Subject
from jdgtools.source.node import Node
from jdgtools.source.span import Span

MAX_SIDES = 20
"""Sides of a list that are looked at: a battle has two, more were told, and each is compared with all."""


def children(node: Node | None, key: str) -> list[Node]:
    """Return the elements of the list under `key`; empty when absent or no list."""
    child = node.get(key) if node is not None else None
    return child.elements() if child is not None else []


def children_of_sides(node: Node) -> list[Node]:
    """Return the elements of the list `sides`, of a far too long one the first ones."""
    return children(node, "sides")[:MAX_SIDES]


def unique_entries(
    ctx: Context, kind: str, nodes: Iterable[Node], scope: Subject = ()
) -> Iterator[tuple[str, Subject, Node]]:
    """Yield (id, subject, node) of a list of entries, reporting ids that occur twice (REF021).

    The second entry of an id is reported and skipped: everything refers to the first.
    """
    entries: dict[str, Node] = {}
    for node in nodes:
        if not node.is_map:
            continue
        entry_id = ctx.string(node.get("id"))
        if not entry_id:
            continue
        subject = (kind, *scope, entry_id)
        if entry_id in entries:
            report_id_again(ctx, subject, node, entries[entry_id])
            continue
        entries[entry_id] = node
        ctx.mark(subject, node)
        yield entry_id, subject, node


def report_id_again(ctx: Context, subject: Subject, node: Node, earlier: Node) -> None:
    """Report an entry whose id an earlier one has (REF021)."""
    ctx.problem(
        "REF021",
        node.get("id"),
        f"the {subject[0].replace('-', ' ')} id `{subject[-1]}` is used twice",
        expected="an id of its own",
        subject=(*subject, "id"),
        related=(RelatedSpan(_id_span(earlier), "first used here"),),
    )


def _id_span(node: Node) -> Span:
    """Return the place of an entry's id, or of the entry."""
    id_node = node.get("id")
    return id_node.span if id_node is not None else node.span


def reference(
    ctx: Context, node: Node | None, code: str, what: str, names: Collection[str], subject: Subject
) -> str | None:
    """Return the id that a node names, if it is known; otherwise None after a diagnostic."""
    name = ctx.string(node)
    if name and name in names:
        return name
    if name or ctx.is_empty_name(node):
        ctx.unknown(code, node, what, name, names, subject)
    return None
