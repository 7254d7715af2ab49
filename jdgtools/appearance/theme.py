"""Check of the section `theme` of battle.yaml: names that no theme has, values that cannot be used.

`render.themes.read_theme` says what is wrong by the keys that lead there; here every such problem gets its
place in the file, its code and a hint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.appearance.hints import nearest_hint
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.render.themes import THEMES

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import SeriesDef
    from jdgtools.render.style import Problem
    from jdgtools.source.node import Node
    from jdgtools.source.span import Span


def theme_problems(node: Node | None, series: SeriesDef | None = None) -> list[Diagnostic]:
    """Return the diagnostics of the section `theme`: names (GEN014) and values (GEN015).

    Args:
        node: the section; None = the battle has none.
        series: whose terrain the theme may name; None = any terrain.
    """
    if node is None or not node.is_map:
        return []  # the schema has said so
    section = {key: child.to_plain() for key, child in node.items() if not (key == "name" and child.is_null)}
    if set(section) <= {"name"} and str(section.get("name", THEMES[0])) in THEMES:
        return []
    from jdgtools.render.themes import read_theme

    problems = [_diagnostic(node, problem) for problem in read_theme(section)[1]]
    return problems + (_unknown_terrain(node, series) if series is not None else [])


def wearer_problems(node: Node | None, battle: Battle) -> list[Diagnostic]:
    """Return the diagnostics of pieces that the theme gives a dress to and the battle lacks (GEN014)."""
    wears = node.at("counters", "wears") if node is not None and node.is_map else None
    if wears is None or not wears.is_map:
        return []
    pieces = [*(unit.id for unit in battle.units), *(leader.id for leader in battle.leaders)]
    problems = []
    for name, _ in wears.items():
        if name != "*" and name not in pieces:
            message, expected = f"no unit or leader is called `{name}`", "the id of a unit or leader"
            hint = nearest_hint(name, pieces)
            problems.append(_error("GEN014", message, wears.key_span(name), expected, hint))
    return problems


_NEVER_DRAWN = {
    ("page",),
    ("font",),
    ("map", "relief", "rock"),
    ("map", "relief", "rock_light"),
    ("map", "relief", "ridge"),
    ("counters", "missile"),
}
"""Keys that themes once had and nothing ever drew: a project that has one is told, and builds as before."""
_TERRAIN_ROWS = {
    "terrain": ("hex", "terrain"),
    "side": ("hexside", "terrain of hexsides"),
    "water": ("hexside", "water"),
    "way": ("path", "road or trail"),
}
"""Section of the theme's map -> kind of terrain that its rows may be called after, and the word for it."""


def _unknown_terrain(node: Node, series: SeriesDef) -> list[Diagnostic]:
    """Report rows called after a terrain that neither the series nor any theme has."""
    from jdgtools.render.themes import named_theme

    problems = []
    for section, (kind, word) in _TERRAIN_ROWS.items():
        part = node.at("map", section)
        if part is None or not part.is_map:
            continue
        terrains = [t for t in series.terrains if t.kind == kind and (t.water or word != "water")]
        of_series = sorted({name for t in terrains for name in (t.id, t.style) if name})
        of_theme = named_theme(THEMES[0]).keys(f"map.{section}")
        for name, _ in part.items():
            if name != "*" and name not in of_series and name not in of_theme:
                message = f"no {word} of the series is called `{name}`"
                expected = "one of " + ", ".join(of_series) if of_series else None
                hint = nearest_hint(name, of_series) or nearest_hint(name, of_theme)
                problems.append(_error("GEN014", message, part.key_span(name), expected, hint))
    return problems


def _diagnostic(node: Node, problem: Problem) -> Diagnostic:
    """Return a problem of the theme with its place, its code and a hint."""
    path = problem.path
    if path in _NEVER_DRAWN:
        message = f"theme key `{'.'.join(path)}` changes nothing: no drawing has it"
        span = _span_of(node, path, key=True)
        return Diagnostic("GEN014", Severity.WARNING, message, span, hint="take it out")
    if problem.unknown_key:
        guess = problem.expected if problem.expected.startswith("did you mean") else None
        message = f"the theme has no key `{path[-1]}`"
        expected = "a key of the theme" if guess else problem.expected
        return _error("GEN014", message, _span_of(node, path, key=True), expected, guess)
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
        hint = nearest_hint(child.text if child is not None else "", words)
    elif child is not None:
        message = f"theme key `{name}` cannot be {child.describe()}"
    code = "GEN014" if path in (("name",), ("colors_for",)) else "GEN015"
    return _error(code, message, _span_of(node, path), problem.expected or None, hint)


def _span_of(node: Node, path: tuple[str, ...], key: bool = False) -> Span:
    """Return the place of the value at a path, or with `key` that of its last key."""
    parent = node
    for step in path[:-1]:
        child = parent.get(step)
        if child is None:
            return parent.span
        parent = child
    value = parent.get(path[-1])
    return parent.key_span(path[-1]) if key or value is None or value.is_null else value.span


def _error(code: str, message: str, span: Span, expected: str | None, hint: str | None) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, span, expected=expected, hint=hint)
