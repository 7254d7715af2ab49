"""What is wrong with the look of a battle, as diagnostics: its theme, its own pictures, its paper.

Drawing never fails on such mistakes, it does without the value; this says so before anything is drawn.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.render.themes import THEMES

if TYPE_CHECKING:
    from jdgtools.render.style import Problem
    from jdgtools.source.node import Node
    from jdgtools.source.span import Span


def theme_problems(node: Node | None) -> list[Diagnostic]:
    """Diagnostics of the section ``theme`` of battle.yaml: names (GEN014) and values (GEN015).

    Args:
        node: the section; None = the battle has none.
    """
    if node is None or not node.is_map:
        return []  # the schema has said so
    given = {key: child.to_plain() for key, child in node.items() if not (key == "name" and child.is_null)}
    if set(given) <= {"name"} and str(given.get("name", THEMES[0])) in THEMES:
        return []
    from jdgtools.render.themes import read_theme

    return [_theme_problem(node, problem) for problem in read_theme(given)[1]]


def _theme_problem(node: Node, problem: Problem) -> Diagnostic:
    path = problem.path
    if problem.unknown_key:
        guess = problem.expected if problem.expected.startswith("did you mean") else None
        message = f"the theme has no key `{path[-1]}`"
        expected = "a key of the theme" if guess else problem.expected
        return _error("GEN014", message, _place(node, path, key=True), expected, guess)
    child, name = node.at(*path), ".".join(path)
    message, hint = problem.message, None
    if child is not None and child.is_null:
        message = f"theme key `{name}` has no value"
        hint = (
            "`#` begins a comment unless the colour stands in quotes"
            if "colour" in problem.expected
            else None
        )
    elif problem.expected.startswith("one of "):
        words = problem.expected.removeprefix("one of ").split(", ")
        hint = nearest(child.text if child is not None else "", words)
    elif child is not None:
        message = f"theme key `{name}` cannot be {child.describe()}"
    code = "GEN014" if path == ("name",) else "GEN015"
    return _error(code, message, _place(node, path), problem.expected or None, hint)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A hint with the known word most like the given one; None when there is none like it."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"did you mean `{near[0]}`?" if near else None


def _place(node: Node, path: tuple[str, ...], key: bool = False) -> Span:
    """The place of the value at a path, or of its last key."""
    parent = node
    for step in path[:-1]:
        child = parent.get(step)
        if child is None:
            return parent.span
        parent = child
    found = parent.get(path[-1])
    return parent.key_span(path[-1]) if key or found is None or found.is_null else found.span


def _error(
    code: str, message: str, span: Span | None, expected: str | None = None, hint: str | None = None
) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, span, expected=expected, hint=hint)
