"""The check of one source file against its schema: nodes in, diagnostics with codes `SCH…` out.

Sound files, nearly all of them, are accepted by a quick check (`accept`). For the others `faults` finds what
is wrong, and `translate` puts it into words at the spans of the nodes.
"""

from __future__ import annotations

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.schema.accept import acceptor
from jdgtools.schema.blanks import blank_problems
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import root_shape
from jdgtools.source.node import Node


def validate(node: Node, schema_name: str) -> list[Diagnostic]:
    """Return every way in which a file differs from its schema, sorted by place.

    Plain scalars are typed by the schema: `1201` is a text where a text is expected.

    Args:
        node: the root of the file.
        schema_name: kind of file ("battle", "map", "oob", "scenario"...).

    Raises:
        KeyError: there is no such schema.
    """
    shape = root_shape(schema_name)
    instance = shape.instance(node)
    problems: list[Diagnostic] = []
    if not acceptor(schema_name)(instance):
        from jdgtools.schema.faults import faults
        from jdgtools.schema.translate import translate

        problems = translate(node, schema_name, faults(schema(schema_name), schema_name, instance))
    empty = blank_problems(node, shape, problems)
    return sorted([*_first_of_each(problems), *empty]) if empty else _first_of_each(problems)


def _first_of_each(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out what is said a second time of one value: its form where its length is wrong as well."""
    forms = {(problem.span, problem.expected) for problem in problems if problem.code == "SCH005"}
    return [p for p in problems if p.code != "SCH007" or (p.span, p.expected) not in forms]
