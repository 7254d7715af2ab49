"""Which control a field of a form has, and what stands in it."""

from __future__ import annotations

from typing import Any

from jdgtools.desk.operations.field_values import is_text
from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.structured_text import flow_text
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node

Plain = dict[str, Any]
"""What is sent to the page as JSON."""
CONDITION_KEYS = ("when", "condition")
"""Keys under which a condition stands; where the schema says so, `when` is a text for players."""
LONG_TEXTS = ("text", "when", "notes", "summary", "effect")
"""Texts of several lines; so is any other that has line ends."""


def control_of(shape: NodeShape, key: str) -> str | None:
    """Return the control with which the page shows a field; None for what no form shows.

    It is one of `condition`, `text`, `long` (a text of several lines), `colour`, `yes` (a box to tick),
    `word`, `number`, `list` (words between commas) and `elements` (one field for each).
    """
    types = shape.types
    prose = is_text(shape)
    if key in CONDITION_KEYS and not prose:
        return "condition"
    if prose:
        return "long" if key in LONG_TEXTS else "text"
    if key in ("colour", "ink") and not any("enum" in part for _, part in shape.parts):
        return "colour"
    if types == {"boolean"}:
        return "yes"
    if key == "value":  # of a chart's cell: what the chart says
        return "word"
    if "array" in types:
        element = shape.element(0)
        if is_text(element) or "object" in element.types:
            return "elements" if types == {"array"} else None
        return "list" if element.types <= {"string", "integer"} else None
    if types == {"integer"}:
        return "number"
    return None if "object" in types else "word"


def field_text(node: Node | None, language: str) -> str:
    """Return what stands in a field: a text in the language of the page, the rest as YAML writes it."""
    if node is None or (node.is_scalar and node.is_null):
        return ""
    if node.is_scalar:
        return node.text.strip()
    if node.is_map and (text := node.get(language)) is not None and text.is_scalar:
        return text.text.strip()
    value = plain(node)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(str(one) for one in value)
    return flow_text(value, False)
