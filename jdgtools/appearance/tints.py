"""Check of the tints that a battle gives its levels: the higher of two is told by its colour.

The tints of the themes are measured by tests; only what a battle has chosen is judged here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.source.node import Node

MIN_STEP = 1.0
"""How much darker a level is than the one below it, at least (L*, 0-100); lighter in a dark theme."""
MIN_DIFFERENCE = 3.0
"""How far the tints of two levels are apart, at least (CIEDE2000)."""


def tint_problems(node: Node | None, battle: Battle) -> list[Diagnostic]:
    """Return the diagnostics of tints that do not go one way or are hardly told apart (MAP087).

    A map whose levels all have one tint tells heights by strokes and is left alone.

    Args:
        node: the section `theme` of battle.yaml; None = the battle has none.
        battle: the battle.
    """
    own_tints = node.at("map", "ground") if node is not None and node.is_map else None
    if own_tints is None or not own_tints.is_map or battle.map is None:
        return []
    from jdgtools.render.color_vision import difference
    from jdgtools.render.colors import lab
    from jdgtools.render.themes import named_theme, theme_for

    theme = theme_for(battle.theme)
    usual = named_theme(theme.name)
    way = 1 if lab(usual.color("map.ground.7"))[0] > lab(usual.color("map.ground.0"))[0] else -1
    levels = sorted({max(0, level) for level in battle.map.levels if level is not None})
    tints = {level: theme.color(f"map.ground.{level}") for level in levels}
    if len(set(tints.values())) < 2:
        return []
    problems = []
    for low, high in pairwise(levels):
        step = way * (lab(tints[high])[0] - lab(tints[low])[0])
        distance = difference(tints[low], tints[high])
        if step >= MIN_STEP and distance >= MIN_DIFFERENCE:
            continue
        word, opposite = ("lighter", "darker") if way > 0 else ("darker", "lighter")
        verdict = f"is {opposite} than" if step < 0 else "is hardly told from"
        keys = [key for key in (str(high), str(low)) if own_tints.get(key) is not None]
        problems.append(
            Diagnostic(
                "MAP087",
                Severity.WARNING,
                f"{tints[high]}, the tint of level {high}, {verdict} {tints[low]} of level {low}: "
                f"the difference is {distance:.1f}, that of lightness {abs(step):.1f}",
                own_tints.key_span(keys[0]) if keys else own_tints.span,
                expected=f"the higher the {word}, by {MIN_STEP:g} of lightness (L*) at least, "
                f"with a difference of at least {MIN_DIFFERENCE:g} (CIEDE2000)",
                hint=f"make the higher one {word}, or the lower one {opposite}",
            )
        )
    return problems
