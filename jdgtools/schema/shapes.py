"""What the schemas say about one node of a source file: which types it may have, and what may stand below it.

Several schemas can apply to one node (references, `allOf`, both branches of an `if`). `root_shape` returns
the `NodeShape` of the root of a file, its methods `below` and `element` those further down. A shape joins
all schemas of its node, so that a plain scalar gets its type once (`1201` is a text where a hex is
expected, a number where a whole number is), and the check, the forms of the desk and the reference pages
read them alike.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jdgtools.schema.registry import schema
from jdgtools.source.node import Node

_IN_PLACE = ("allOf", "anyOf", "oneOf")
_BRANCHES = ("if", "then", "else", "not")
_TYPE_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}

Subschema = tuple[str, Any]
"""Name of a schema file, and a schema that stands in it."""


def resolve(reference: str, file: str) -> Subschema:
    """Return the subschema that a `$ref` in the schema file with this name points at.

    Raises:
        KeyError: the reference points nowhere (a defect of our schemas).
    """
    address, _, pointer = reference.partition("#")
    name = address.rpartition("/")[2].removesuffix(".schema.json") if address else file
    part: Any = schema(name)
    for step in pointer.split("/")[1:]:
        part = part[int(step) if isinstance(part, list) else step.replace("~1", "/").replace("~0", "~")]
    return name, part


class NodeShape:
    """Everything that the schemas say about one node."""

    __slots__ = ("_below", "_elements", "_items", "as_written", "parts", "types")

    def __init__(self, roots: tuple[Subschema, ...]) -> None:
        self.parts: list[Subschema] = []
        """All subschemas for this node, references followed, outermost first."""
        self.types: set[str] = set()
        """Types that one of them allows; empty when none says anything."""
        for root in roots:
            self._collect(*root)
        self.as_written = frozenset(kind for kind, name in _TYPE_NAMES.items() if self._keeps(kind, name))
        """Classes of scalars that are already of a type for this node (see `typed`)."""
        self._below: dict[str, NodeShape] = {}
        self._items: dict[int, NodeShape] = {}
        self._elements = max((len(part.get("prefixItems", ())) for _, part in self.parts), default=0)
        """Elements of a list that have a shape of their own; all others share one."""

    def _collect(self, file: str, part: Any) -> None:
        if not isinstance(part, dict) or any(part is part_before for _, part_before in self.parts):
            return
        self.parts.append((file, part))
        types = part.get("type")
        self.types.update([types] if isinstance(types, str) else types or ())
        values = part.get("enum", [part["const"]] if "const" in part else [])
        self.types.update(_TYPE_NAMES.get(type(value), "object") for value in values)
        if "$ref" in part:
            self._collect(*resolve(part["$ref"], file))
        for keyword in _IN_PLACE:
            for branch in part.get(keyword, ()):
                self._collect(file, branch)
        for keyword in _BRANCHES:
            if keyword in part:
                self._collect(file, part[keyword])

    def below(self, key: str) -> NodeShape:
        """Return the shape of the value of a key."""
        shape = self._below.get(key)
        if shape is None:
            roots: list[Subschema] = []
            for file, part in self.parts:
                parts_of_key = [part["properties"][key]] if key in part.get("properties", ()) else []
                parts_of_key += [
                    sub for name, sub in part.get("patternProperties", {}).items() if re.search(name, key)
                ]
                rest = part.get("additionalProperties", part.get("unevaluatedProperties"))
                if not parts_of_key and isinstance(rest, dict):
                    parts_of_key = [rest]
                roots += [(file, sub) for sub in parts_of_key]
            shape = self._below[key] = shape_of(roots)
        return shape

    def element(self, index: int) -> NodeShape:
        """Return the shape of an element of a list."""
        if index > self._elements:
            index = self._elements
        shape = self._items.get(index)
        if shape is None:
            roots: list[Subschema] = []
            for file, part in self.parts:
                prefix = part.get("prefixItems", ())
                sub = prefix[index] if index < len(prefix) else part.get("items")
                if isinstance(sub, dict):
                    roots.append((file, sub))
                if isinstance(part.get("contains"), dict):
                    roots.append((file, part["contains"]))
            shape = self._items[index] = shape_of(roots)
        return shape

    def typed_value(self, node: Node) -> Any:
        """Return the value of a scalar: text where the schemas ask for text, else typed by JSON rules."""
        value = node.value
        kind = type(value)
        if kind in self.as_written:
            return value
        if kind is float and value.is_integer() and "integer" in self.types:
            return int(value)
        return node.text if "string" in self.types else value

    def _keeps(self, kind: type, name: str) -> bool:
        """Return whether `typed` leaves the values of a class as they are: a text is always a text."""
        if kind is str or kind is type(None) or not self.types:
            return True
        return name in self.types or (kind is int and "number" in self.types)

    def instance(self, node: Node) -> Any:
        """Return plain data for a node, each scalar typed by the schemas that apply to it."""
        if node.kind == "scalar":
            return self.typed_value(node)
        if node.kind == "map":
            below = self._below
            data = {}
            for key, child in node.value.items():
                value = child.value
                if type(value) is not str:  # most values are texts, which are never of another type
                    shape = below.get(key) or self.below(key)
                    if type(value) not in shape.as_written:  # nor are most numbers
                        value = shape.instance(child)
                data[key] = value
            return data
        return [self.element(index).instance(child) for index, child in enumerate(node.value)]

    def first(self, keyword: str) -> Any:
        """Return the first value of an annotation such as "title" among the schemas of the node."""
        return next((part[keyword] for _, part in self.parts if keyword in part), None)


_SHAPES: dict[tuple[int, ...], NodeShape] = {}


def shape_of(roots: list[Subschema]) -> NodeShape:
    """Return the one shape for these subschemas; recursive schemas end here."""
    key = tuple(id(part) for _, part in roots)  # schemas live as long as the process: ids stay valid
    shape = _SHAPES.get(key)
    if shape is None:
        shape = _SHAPES[key] = NodeShape(tuple(roots))
    return shape


@cache
def root_shape(name: str) -> NodeShape:
    """Return the shape of a whole file of the kind."""
    return shape_of([(name, schema(name))])


def typed_value(node: Node, name: str) -> Any:
    """Return plain data for the root node of a file, typed by the schema with this name."""
    return root_shape(name).instance(node)
