"""Check of the colours of opposing sides: that readers with a colour-vision deficiency tell the armies apart.

What everybody takes for one colour is a matter of the rules' checks (GEN085) and not said again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

_READERS = {
    "protanopia": "readers who do not see red",
    "deuteranopia": "readers who do not see green",
    "tritanopia": "readers who do not see blue",
}


def likeness_problems(battle: Battle) -> list[Diagnostic]:
    """Return the diagnostics of colours of opposing sides, or of their nations, that look alike (MAP086).

    Each pair is named once, with the reader to whom it looks most alike. A nationality without a colour has
    the theme's.
    """
    from jdgtools.render.themes import theme_for

    theme = theme_for(battle.theme)
    problems: list[Diagnostic] = []
    for one, other in combinations(battle.sides, 2):
        if one.colour and other.colour:
            problems += _alike(battle, ("side", one.id), one.colour, ("side", other.id), other.colour)
        for first in one.nationalities:
            for second in other.nationalities:
                a, b = battle.nationality(first), battle.nationality(second)
                if a is not None and b is not None and a is not b:
                    colors = [n.colour or theme.color(f"counters.nation.{n.id}") for n in (a, b)]
                    problems += _alike(
                        battle, ("nationality", a.id), colors[0], ("nationality", b.id), colors[1]
                    )
    return problems


def _alike(
    battle: Battle, one: tuple[str, str], color: str, other: tuple[str, str], second: str
) -> Iterator[Diagnostic]:
    from jdgtools.render.color_vision import DEFICIENCIES, DISTINCT, difference, simulate
    from jdgtools.render.colors import ALIKE, distance, is_color

    if not (is_color(color) and is_color(second)) or distance(color, second) < ALIKE:
        return
    least, reader = min(
        (difference(simulate(color, deficiency), simulate(second, deficiency)), deficiency)
        for deficiency in DEFICIENCIES
    )
    if least < DISTINCT:
        yield Diagnostic(
            "MAP086",
            Severity.WARNING,
            f"{other[0]} `{other[1]}` has the colour {second}, which {_READERS[reader]} can hardly tell from "
            f"{color} of `{one[1]}` on the other side: the difference is {least:.1f}",
            battle.span(*other, "colour"),
            expected=f"a difference of at least {DISTINCT:.0f} (CIEDE2000) for every reader",
            hint="make one of the two lighter or darker: all readers see that",
        )
