"""Check of the paper that print.yaml chooses for the map: the map must fit it, its furniture should.

The sheet is laid out as for a build (`render.map.sheet`); it is drawn only where hexes are so small that
letters may be hard to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.appearance.hints import nearest_hint
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import name_list

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.map.sheet import MapSheet
    from jdgtools.render.sheets.settings import PrintSettings
    from jdgtools.source.node import Node
    from jdgtools.source.span import Span


def paper_problems(battle: Battle, node: Node, settings: PrintSettings) -> list[Diagnostic]:
    """Return the diagnostics of the map's paper: MAP040, MAP041, MAP042 for its setup areas, MAP085, MAP094.

    Args:
        battle: the battle.
        node: root of print.yaml.
        settings: what it says.
    """
    part = node.get("map")
    if battle.map is None or part is None:
        return []
    problems = _unknown_scenarios(battle, part)
    if settings.map.size is None:
        return problems
    from jdgtools.render.map.sheet import map_paper_error, part_title, sheet_of
    from jdgtools.render.themes import theme_for

    span = (part.get("paper") or part).span
    error = map_paper_error(battle, settings)
    if error is not None:
        hint = "`hex: fit` draws it as large as the paper takes; `tiles` prints it in pieces at full size"
        return [
            *problems,
            Diagnostic("MAP040", Severity.ERROR, error.message, span, expected=error.expected, hint=hint),
        ]
    sheet = sheet_of(battle, theme_for(battle.theme), settings)
    problems += _small_print(sheet, settings, (part.get("hex") or part.get("paper") or part).span)
    missing = sheet.plan.missing_parts
    if missing:
        names = ", ".join(part_title(p.name, battle) for p in missing)
        message = f"the map on {settings.map.title} has no room for: {names}"
        hint = "`leave_out` says that they are not wanted; a larger paper or smaller hexes make room"
        problems.append(Diagnostic("MAP041", Severity.INFO, message, span, hint=hint))
    return problems


def _small_print(sheet: MapSheet, settings: PrintSettings, span: Span | None) -> list[Diagnostic]:
    """Report letters of the map smaller than five points (MAP085), and names without room (MAP094)."""
    from jdgtools.render.map.draw import print_map_and_missing
    from jdgtools.render.map.small_print import all_readable_from, small_print

    least = all_readable_from(sheet.context)
    if sheet.hex_mm >= least:
        return []
    scene, missing = print_map_and_missing(sheet.context)
    rows = [
        f"{row.kind} {row.points:.1f} pt" + (f" (`{row.example}`)" if row.example else "")
        for row in small_print(scene)
    ]
    problems = []
    if missing:
        words = ", ".join(f"`{name}`" for name in missing)
        message = f"the map on {settings.map.title} has no room for: {words}"
        hint = "a larger paper or larger hexes make room; so does a shorter name"
        problems.append(Diagnostic("MAP094", Severity.WARNING, message, span, hint=hint))
    if not rows:
        return problems
    message = (
        f"the map on {settings.map.title} has hexes of {sheet.hex_mm:.1f} mm and letters "
        f"that are hard to read: {', '.join(rows)}"
    )
    expected = "letters of at least 5 pt"
    hint = f"all are, from hexes of {least:.1f} mm on: on a larger paper, or printed in pieces (`tiles`)"
    return [Diagnostic("MAP085", Severity.WARNING, message, span, expected=expected, hint=hint), *problems]


def _unknown_scenarios(battle: Battle, part: Node) -> list[Diagnostic]:
    """Report scenarios of `setup` that the battle does not have (MAP042)."""
    setup = part.get("setup")
    ids = [s.id for s in battle.scenarios]
    return [
        Diagnostic(
            "MAP042",
            Severity.ERROR,
            f"there is no scenario `{node.text}`",
            node.span,
            expected="the id of a scenario",
            hint=nearest_hint(node.text, ids) or f"known: {name_list(ids)}",
        )
        for node in (setup.elements() if setup is not None else ())
        if node.is_scalar and node.text not in ids
    ]
