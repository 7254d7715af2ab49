"""Everything that keeps a package from being played, not only the first of it."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.load import game_of
from jdgtools.package import Package


def obstacles(package: Package, ignore: Sequence[str] = ()) -> list[str]:
    """Return why the engine refuses a package, a line each; none when it plays it.

    Special rules are left out one by one, so that every one of them is named.
    """
    left_out = list(ignore)
    lines: list[str] = []
    rules = [rule.id for rule in package.special_rules]
    rules += [arrival.id for arrival in package.arrivals]
    while True:
        try:
            game_of(package, left_out)
        except EngineRefused as refusal:
            lines.append(str(refusal))
            name = next((r for r in rules if r not in left_out and f"`{r}`" in str(refusal)), None)
            if name is None:
                return lines
            left_out.append(name)
        else:
            return lines
