"""What a designer types into a field of a form, as the value that the schema asks for there."""

from __future__ import annotations

import re

from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.load import parse_text

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,6}")


def value_of(shape: NodeShape, text: str) -> Value:
    """Return what is typed into a field as the value that the schema asks for there.

    Raises:
        EditRefused: it is none.
    """
    types = shape.types
    is_plain = "string" in types and text[:1] not in ("[", "{") and "," not in text
    if not is_plain and ("array" in types or ("object" in types and not is_text(shape))):
        lacks_brackets = "array" in types and not text.startswith("[")
        node, problems = parse_text(f"[{text}]" if lacks_brackets else text, "value.yaml", ".yaml")
        fits = node is not None and ("array" if node.is_list else "object") in types
        if node is None or problems or node.is_scalar or not fits:
            raise EditRefused(f"“{text[:60]}” is no value for this field: brackets as in YAML are missing")
        return plain(node)
    if types == {"boolean"}:
        if text not in ("true", "false"):
            raise EditRefused(f"“{text[:60]}” is neither true nor false")
        return text == "true"
    if "integer" in types:
        if WHOLE_NUMBER.fullmatch(text):
            return int(text)
        if types == {"integer"}:
            raise EditRefused(f"“{text[:60]}” is no whole number")
        if "boolean" in types and text in ("true", "false"):
            return text == "true"
    return text


def any_value(text: str) -> Value:
    """Return what is typed where any value may stand: a number, yes or no, a list, or else a text."""
    if text[:1] in ("[", "{"):
        node, problems = parse_text(text, "value.yaml", ".yaml")
        if node is None or problems:
            raise EditRefused(f"“{text[:60]}” is no value for this field: brackets as in YAML are missing")
        return plain(node)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def is_text(shape: NodeShape) -> bool:
    """Return whether a text for players stands there, which may be in several languages."""
    return any(part.get("x-prose") for _, part in shape.parts)


def allows_any_key(shape: NodeShape) -> bool:
    """Return whether any key may stand in a table."""
    return any(part.get("additionalProperties") is True for _, part in shape.parts)


def key_order(shape: NodeShape) -> list[str]:
    """Return the keys of a table in the order in which files write them."""
    return list(dict.fromkeys(key for _, part in shape.parts for key in part.get("properties", ())))
