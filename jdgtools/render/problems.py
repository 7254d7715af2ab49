"""What is wrong with the look of a battle, as diagnostics: its theme, its own pictures, its paper.

Drawing never fails on such mistakes, it does without the value; this says so before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.render.themes import THEMES

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import SeriesDef
    from jdgtools.render.sheets.settings import PrintSettings
    from jdgtools.render.style import Problem
    from jdgtools.source.node import Node
    from jdgtools.source.span import Span


def theme_problems(node: Node | None, series: SeriesDef | None = None) -> list[Diagnostic]:
    """Diagnostics of the section ``theme`` of battle.yaml: names (GEN014) and values (GEN015).

    Args:
        node: the section; None = the battle has none.
        series: whose terrain the theme may name; None = any terrain.
    """
    if node is None or not node.is_map:
        return []  # the schema has said so
    given = {key: child.to_plain() for key, child in node.items() if not (key == "name" and child.is_null)}
    if set(given) <= {"name"} and str(given.get("name", THEMES[0])) in THEMES:
        return []
    from jdgtools.render.themes import read_theme

    found = [_theme_problem(node, problem) for problem in read_theme(given)[1]]
    return found + (_unknown_terrain(node, series) if series is not None else [])


_TERRAIN_ROWS = {
    "terrain": ("hex", "terrain"),
    "side": ("hexside", "terrain of hexsides"),
    "water": ("hexside", "water"),
    "way": ("path", "road or trail"),
}
"""Section of the theme's map -> kind of terrain that its rows may be called after, and the word for it."""


def _unknown_terrain(node: Node, series: SeriesDef) -> list[Diagnostic]:
    """Rows called after a terrain that neither the series nor any theme has: nothing is drawn by them."""
    from jdgtools.render.themes import named_theme

    found = []
    for section, (kind, word) in _TERRAIN_ROWS.items():
        part = node.at("map", section)
        if part is None or not part.is_map:
            continue
        fitting = [t for t in series.terrains if t.kind == kind and (t.water or word != "water")]
        ours = sorted({name for t in fitting for name in (t.id, t.style) if name})
        rows = named_theme(THEMES[0]).keys(f"map.{section}")
        for name, _ in part.items():
            if name != "*" and name not in ours and name not in rows:
                message = f"no {word} of the series is called `{name}`"
                expected = "one of " + ", ".join(ours) if ours else None
                hint = nearest(name, ours) or nearest(name, rows)
                found.append(_error("GEN014", message, part.key_span(name), expected, hint))
    return found


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


def paper_problems(battle: Battle, node: Node, settings: PrintSettings) -> list[Diagnostic]:
    """Diagnostics of the map's paper: the map must fit (MAP040), furniture should (MAP041).

    Args:
        battle: the battle.
        node: root of print.yaml.
        settings: what it says.
    """
    wanted, part = settings.map, node.get("map")
    if battle.map is None or part is None:
        return []
    found = _unknown_scenarios(battle, part)
    if wanted.size is None:
        return found
    place = (part.get("paper") or part).span
    misfit = map_misfit(battle, settings)
    if misfit is not None:
        hint = "`hex: fit` draws it as large as the paper takes; `tiles` prints it in pieces at full size"
        return [*found, _error("MAP040", misfit[0], place, misfit[1], hint)]
    from jdgtools.render.map.sheet import sheet_of, words_of
    from jdgtools.render.themes import theme_for

    missing = sheet_of(battle, theme_for(battle.theme), settings).plan.missing
    if missing:
        names = ", ".join(words_of(p.name, battle) for p in missing)
        message = f"the map on {wanted.title} has no room for: {names}"
        hint = "`leave_out` says that they are not wanted; a larger paper or smaller hexes make room"
        found.append(Diagnostic("MAP041", Severity.INFO, message, place, hint=hint))
    return found


def map_misfit(battle: Battle, settings: PrintSettings) -> tuple[str, str] | None:
    """What is wrong with the map's paper, and what would be right; None when the map fits it."""
    if battle.map is None or settings.map.size is None:
        return None
    from jdgtools.render.map.sheet import greatest_hex, sheet_of
    from jdgtools.render.themes import named_theme

    sheet = sheet_of(battle, named_theme("plain"), settings)
    if sheet.fits:
        return None
    width, height = (round(n) for n in sheet.least)
    most = greatest_hex(battle.map, settings.map.sizes(), sheet.margin, sheet.title)
    smaller = f"hexes of at most {most:g} mm instead of {sheet.hex_mm:g} mm, or " if most >= 5 else ""
    return (
        f"the map needs {width} x {height} mm with its title and border, {settings.map.title} is too small",
        f"{smaller}a larger paper",
    )


def _unknown_scenarios(battle: Battle, part: Node) -> list[Diagnostic]:
    """Scenarios of ``setup`` that the battle does not have (MAP042)."""
    setup = part.get("setup")
    known = [s.id for s in battle.scenarios]
    return [
        _error(
            "MAP042",
            f"there is no scenario `{node.text}`",
            node.span,
            "the id of a scenario",
            nearest(node.text, known) or "known: " + ", ".join(known),
        )
        for node in (setup.elements() if setup is not None else ())
        if node.is_scalar and node.text not in known
    ]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A hint with the known word most like the given one; None when there is none like it."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
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
