"""How messages of the schema check name what they are about: which unit, which key, which element of a list.

An error of the JSON Schema library gives the path to a value (`units`, 14, `strength`); a designer wants to
read "unit `1/70`, `strength`". `locate` follows such a path from the root of a file and returns a `Location`:
the node that stands there, what the schemas say of it, and the words for it. `translate.py` and `blanks.py`
make messages with them.
"""

from __future__ import annotations

from typing import NamedTuple

from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node
from jdgtools.source.span import Span

_NAMES = ("id", "code", "name")
"""Keys whose text names an entry, best first."""
Step = str | int


class Location(NamedTuple):
    """A node of a file with the words for it."""

    node: Node
    shape: NodeShape
    path: tuple[Step, ...]
    subject: str | None
    """The entry that the node is or belongs to ("unit 1/70")."""
    entry: str | None
    """The same for messages ("unit `1/70`", "row 14", "element 3 of `setup`")."""
    field: str | None
    """The key inside the entry ("`strength`"); None when the node is the entry itself."""
    in_table: bool
    """Whether the node is a row or a cell of a table."""
    holder: Span | None
    """Span of the key that the node belongs to."""

    def with_location(self, text: str) -> str:
        """Return a message that begins with these words: "unit `1/70`, `strength`: ..."."""
        words = [word for word in (self.entry, self.field) if word]
        return f"{', '.join(words)}: {text}" if words else text

    def child(self, step: Step) -> Location | None:
        """Return the location one step further down, or None when nothing is there."""
        node = self.node.at(step)
        if node is None:
            return None
        path = (*self.path, step)
        if isinstance(step, str):
            shape = self.shape.below(step)
            span = self.node.key_spans.get(step)
            name = f"`{step}`"
            if node.is_map and (noun := _noun(shape)) and _many(self.shape, step):
                return Location(node, shape, path, f"{noun} {step}", f"{noun} {name}", None, False, span)
            field = f"{self.field}, {name}" if self.field else name
            return Location(node, shape, path, self.subject, self.entry, field, self.in_table, span)
        shape = self.shape.element(step)
        if not node.is_map:
            field = f"element {step + 1} of {self.field}" if self.field else f"element {step + 1}"
            return Location(node, shape, path, self.subject, self.entry, field, self.in_table, None)
        return self._entry(node, shape, path, step)

    def _entry(self, node: Node, shape: NodeShape, path: tuple[Step, ...], step: int) -> Location:
        """Return the location of a map in a list: a unit, a row, a turn."""
        table = self.node.is_table
        noun = _noun(shape) or ("row" if table else "entry")
        for key in _NAMES:
            name = node.get(key)
            if name is not None and name.is_scalar and name.text.strip():
                text = " ".join(name.text.split())
                return Location(node, shape, path, f"{noun} {text}", f"{noun} `{text}`", None, table, None)
        if table:
            return Location(node, shape, path, None, f"row {node.span.line}", None, table, None)
        words = [word for word in (self.entry, self.field) if word]
        entry = f"element {step + 1}" + (f" of {', '.join(words)}" if words else "")
        return Location(node, shape, path, self.subject, entry, None, table, None)


def _noun(shape: NodeShape) -> str | None:
    """Return the common noun for an entry, from the title of its schema."""
    title = shape.first("title")
    if not isinstance(title, str) or len(title) > 24:
        return None
    return title[0].lower() + title[1:]


def _many(shape: NodeShape, key: str) -> bool:
    """Return whether a key is a free name (`fr:` in a map of sides) rather than a fixed word."""
    return not any(key in part.get("properties", ()) for _, part in shape.parts)


def root_location(node: Node, shape: NodeShape) -> Location:
    """Return the location of a whole file."""
    return Location(node, shape, (), None, None, None, False, None)


def locate(root: Location, path: list[Step]) -> Location:
    """Return the location at a path, or the deepest one on the way to it."""
    location = root
    for step in path:
        below = location.child(step)
        if below is None:
            break
        location = below
    return location
