"""What can be wrong with a battle of the series."""

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity


@check(
    "OAR001",
    name="crew-too-small",
    severity=Severity.ERROR,
    rules=("OA-1-a",),
    rationale="A ship of one man drifts.",
    bad="units:\n  - {id: a, type: galley, crew: 1}",
    good="units:\n  - {id: a, type: galley, crew: 2}",
    scope="battle",
)
def too_small(ctx: CheckContext) -> Iterator[Finding]:
    """Yields ships of one man."""
    for unit in ctx.battle.units:
        if unit.number("crew") == 1:
            yield Finding(("unit", unit.id, "crew"), f"`{unit.id}` has one man", expected="2 or more")


@check(
    "OAR002",
    name="ship-on-rock",
    severity=Severity.ERROR,
    rules=("OA-3-a",),
    rationale="A ship on a rock is a wreck.",
    bad="setup:\n  - {unit: a, hex: 0101}",
    good="setup:\n  - {unit: a, hex: 0102}",
)
def on_rock(ctx: CheckContext) -> Iterator[Finding]:
    """Yields ships on rocks."""
    for placement in ctx.scenario.on_map() if ctx.scenario and ctx.map else ():
        if any(ctx.map.terrain[h] == "rock" for h in placement.hexes):
            yield Finding(
                ctx.placement_subject(placement.piece),
                f"`{placement.piece}` lies on a rock",
                expected="water",
            )


@check(
    "OAR003",
    name="current-and-fusta",
    severity=Severity.WARNING,
    rules=("OA-3-c",),
    rationale="A fusta that is slower than the current drifts.",
    bad="units:\n  - {id: a, type: fusta, speed: 1}",
    good="units:\n  - {id: a, type: fusta, speed: 2}",
    options=("current",),
)
def slow_fusta(ctx: CheckContext) -> Iterator[Finding]:
    """Yields slow fuste."""
    if ctx.option("current"):
        for unit in ctx.battle.units:
            if unit.type == "fusta" and unit.number("speed") == 1:
                yield Finding(("unit", unit.id, "speed"), f"`{unit.id}` drifts", expected="2 or more")


CHECKS = (too_small, on_rock, slow_fusta)
