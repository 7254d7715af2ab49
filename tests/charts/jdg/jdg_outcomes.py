"""Exact chances of the results of the charts, for tests: no dice, every roll counted once."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

LEVELS = {"ordered": 0, "disordered": 1, "disordered_artillery_by_fire": 1, "routed": 2, "eliminated": 3}
Fate = tuple[int, bool]
"""(cohesion level, whether the unit has left its hex)."""


def unit_fates(effect, codes, state, cohesion, artillery_by_fire=False):
    """Chance of every fate of one unit that suffers the codes in order."""
    fates: dict[Fate, Fraction] = {(LEVELS[state], False): Fraction(1)}
    for code in codes:
        result: dict[Fate, Fraction] = defaultdict(Fraction)
        for fate, chance in fates.items():
            for after, share in _step(effect, code, fate, cohesion, artillery_by_fire):
                result[after] += chance * share
        fates = dict(result)
    return fates


def _step(effect, code, fate, cohesion, artillery_by_fire):
    level, left = fate
    if level == 3 or (level == 2 and left and code == "FB"):
        return [(fate, Fraction(1))]  # the retreat stands in place of the fall-back
    names = ["ordered", "disordered", "routed"]
    name = "disordered_artillery_by_fire" if artillery_by_fire and level == 1 else names[level]
    what = effect.value(code, name)
    match what["rule"]:
        case "check":
            passing = Fraction(sum(roll + what["modifier"] <= cohesion for roll in range(10)), 10)
            failed = LEVELS[what["fail"]]
            return [((level, left), passing), ((failed, left or failed >= 2), 1 - passing)]
        case "level":
            to = LEVELS[what["to"]]
            return [((to, left or to >= 2), Fraction(1))]
        case "fall_back" | "retreat" | "rout_move":
            return [((level, True), Fraction(1))]
    raise AssertionError(what)


def chance(fates, wanted):
    """Chance that `wanted(level, left)` holds."""
    return sum((share for fate, share in fates.items() if wanted(*fate)), Fraction(0))
