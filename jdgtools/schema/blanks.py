"""Values that are written and empty: `""`, blanks alone, `~`, `{}` or `[]` where a word is expected.

A key that is there promises a value, so an empty one is a mistake (SCH012) unless the schema says what
it means (`x-empty`). Of texts for readers (`x-prose`) it is a warning: nothing but a text is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.schema.expect import expectation
from jdgtools.schema.location import Location, Step, locate, root_location
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node, is_blank
from jdgtools.source.span import Span

CODE = "SCH012"


def blank_problems(node: Node, shape: NodeShape, earlier: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return a diagnostic for each empty value of a file.

    Args:
        node: the root of the file.
        shape: what the schemas say of it.
        earlier: what the check against the schema has found; what it reports is not reported again.
    """
    problems = []
    root = root_location(node, shape)
    spans = {problem.span for problem in earlier}
    for path, value, where in _blanks(node, shape, ()):
        location = locate(root, list(path))
        if path and isinstance(path[-1], str) and is_blank(path[-1]):
            problems.append(_blank_key(location, location.holder or value.span))
            continue
        span = value.span if value.is_scalar and value.text else location.holder or value.span.head()
        if span in spans or value.span in spans:
            continue
        file, part = where.parts[0]
        what = value.describe() if not value.is_scalar else "nothing" if value.is_null else "an empty text"
        severity = Severity.WARNING if where.first("x-prose") else Severity.ERROR
        text = location.with_location(f"found {what}")
        hint = (
            "write a value, or delete the key"
            if location.holder is not None
            else "write a value, or delete the entry"
        )
        problems.append(
            Diagnostic(
                CODE, severity, text, span, what, _expectation(where, file, part), hint, (), location.subject
            )
        )
    return problems


def _blank_key(location: Location, span: Span) -> Diagnostic:
    above = location._replace(field=None)
    hint = "write a name before the colon, or delete the entry"
    text = above.with_location("the name of a key is empty")
    return Diagnostic(CODE, Severity.ERROR, text, span, "an empty name", "a name", hint, (), location.subject)


def _expectation(shape: NodeShape, file: str, part: object) -> str:
    """Return what is expected, with what the key is for where the form alone says little."""
    expected = expectation(part, file)
    meaning = shape.first("description")
    return f"{expected}: {str(meaning).rstrip('.')}" if expected == "a text" and meaning else expected


def _blanks(
    node: Node, shape: NodeShape, path: tuple[Step, ...]
) -> Iterator[tuple[tuple[Step, ...], Node, NodeShape]]:
    if node.kind == "scalar":
        if node.value is None:
            if shape.parts and (not shape.types or "null" in shape.types) and not _has_meaning(shape, "null"):
                yield path, node, shape
        elif (
            type(node.value) is str
            and is_blank(node.text)
            and shape.parts
            and not _has_meaning(shape, "text")
        ):
            yield path, node, shape
    elif not node.value:
        if path and "string" in shape.types and not _has_meaning(shape, node.kind):
            yield path, node, shape
    elif node.kind == "map":
        for key, child in node.value.items():
            if is_blank(key):
                yield (*path, key), child, shape
            if not _says_something(child):
                yield from _blanks(child, shape.below(key), (*path, key))
    elif not node.is_table:  # an empty cell of a table is no cell
        for index, child in enumerate(node.value):
            if not _says_something(child):
                yield from _blanks(child, shape.element(index), (*path, index))


def _says_something(node: Node) -> bool:
    """Return whether a node is plainly no blank: a file has hundreds of thousands of such scalars."""
    return node.value is not None and node.text[:1].isalnum()  # lists and maps have no text


def _has_meaning(shape: NodeShape, kind: str) -> bool:
    """Return whether the schemas say what an empty value of a kind ("text", "null", "list", "map") means."""
    return any(kind in part.get("x-empty", ()) for _, part in shape.parts)
