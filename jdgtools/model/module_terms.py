"""Expressions about the pieces of a combat, for the checks of a module.

An expression is text in the engine's language about numbers: properties of pieces, facts of the
series and terms in brackets, which the exporter replaces:

- `[square in_square]`: the piece is in that state; a count has no such term, its name is its number.
- `[arms infantry cavalry]`: the unit is of one of these arms.
- `[cell TBL-SHOCK-DRM rear_attack shock]`: value of a chart.
- `[lookup TBL-MELEE-QUALITY|EXPR]`: value of a chart for a number.
- `[ratio TBL-RATIO|EXPR|EXPR]`: value of a chart for a ratio of two numbers.
- `[place TBL-FIRE-TARGET|EXPR]`: value of a chart by the place of its row, counted from 0.
- `[grid TBL-FIRE-RANGE|EXPR|EXPR]`: value of a chart by the place of the row and that of the column, or
  by what is looked up in a column of ranges.
- `[matrix TBL-TYPE|EXPR|EXPR]`: value of a chart of kind against kind, both by the place of the column.
- `[terrain TBL-TEC-HEX fire_drm]`: value of a chart for the terrain of the target's hex.
- `[front]`, `[left_flank]`, `[right_flank]`, `[rear]`: where the piece lies seen from the target beside it,
  for a piece of two hexes either half of it.
- `[needed T-INTERCEPTION|order|EXPR]`: highest roll that succeeds, by the number of a state; further keys of
  the chart follow after `|`.
- `[window losses]`: name of a window of the module.
- `[ahead]`, `[aside]`: where the target lies seen from the acting piece beside it.
- `[option ratio_exact]`, `[option dense_target data]`: value of an option of the battle, or whether it is
  a word.
- `[phase b]`: whether the turn tracker stands in a step of the phase; `[phase d 2]`: in that step, from 0.
- `[step]`: pixels from hex to hex. Facts with sines and cosines (`TSin`, `ACos`) hold 30 times their value.

The functions below are about the pieces that take part: `acting` (the piece that was given the
command), `attackers` (it and those marked as attackers), `target`, `hex` (all units in the target's hex).
The term of the terrain stands outside them.
"""

from __future__ import annotations

from typing import Literal

Who = Literal["acting", "attackers", "target", "hex"]

_WHO: dict[str, str] = {
    "acting": "Acting==1",
    "attackers": "(Role==2||Acting==1)",
    "target": "Role==3",
    "hex": "Unit==1&&CurrentX==TX&&CurrentY==TY",
}


def touches(x: str, y: str, other_x: str, other_y: str) -> str:
    """Return whether two places, in pixels, are those of adjacent hexes or the same one."""
    across, down = f"({x}-({other_x}))", f"({y}-({other_y}))"
    return f"({across}*{across}+{down}*{down}<2*[step]*[step])"


def count(who: Who, when: str = "") -> str:
    """Return the number of pieces that fulfil a condition."""
    return f'CountMap("[map]","{{{_test(who, when)}}}")'


def some(who: Who, when: str = "") -> str:
    """Return whether any piece fulfils a condition."""
    return f"{count(who, when)}>0"


def none(who: Who, when: str = "") -> str:
    """Return whether no piece fulfils a condition."""
    return f"{count(who, when)}==0"


def above(who: Literal["acting", "target"], when: str = "") -> str:
    """Return the number of units that lie above the acting piece or the target, and fulfil a condition."""
    x, y, place = ("AX", "AY", "APos") if who == "acting" else ("TX", "TY", "TPos")
    test = f"Unit==1&&CurrentX=={x}&&CurrentY=={y}&&StackPos<{place}"
    return f'CountMap("[map]","{{{test}&&({when})}}")' if when else f'CountMap("[map]","{{{test}}}")'


def with_acting(when: str) -> str:
    """Return the number of other units in the hex of the acting piece that fulfil a condition."""
    return f'CountMap("[map]","{{Unit==1&&CurrentX==AX&&CurrentY==AY&&Acting!=1&&({when})}}")'


def total(who: Who, name: str, when: str = "") -> str:
    """Return the sum of a property."""
    return f'SumMap("{name}","[map]","{{{_test(who, when)}}}")'


def highest(who: Who, name: str, when: str = "", low: int = 0, high: int = 9) -> str:
    """Return the highest value of a property among pieces; `low` when there is none."""
    test = f"{when}&&" if when else ""
    steps = "".join(f"{some(who, f'{test}{name}>={n}')}?{n}:" for n in range(high, low, -1))
    return f"({steps}{low})"


def lowest(who: Who, name: str, when: str = "", low: int = 0, high: int = 9) -> str:
    """Return the lowest value of a property among pieces; `high` when there is none."""
    test = f"{when}&&" if when else ""
    steps = "".join(f"{some(who, f'{test}{name}<={n}')}?{n}:" for n in range(low, high))
    return f"({steps}{high})"


def _test(who: Who, when: str) -> str:
    return f"{_WHO[who]}&&({when})" if when else _WHO[who]
