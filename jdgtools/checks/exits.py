"""Ways off the map: whether units that a scenario counts for having left it can leave it."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import conditions, general_check, hex_names, parts
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition


@general_check(
    "GEN119",
    name="exit-that-is-none",
    severity=Severity.WARNING,
    rationale="Points or a victory for units that have left the map need a way out: an entry area of theirs "
    "with `exit: true`, or a special rule that lets them leave. Mostly another entry area was meant.",
    bad="entries:\n  - {id: north, side: french, hexes: [0101]}\nvictory:\n  awards:\n"
    "    - {id: away, side: french, points: 2, when: {exited: {side: french, entry: north}}}",
    good="entries:\n  - {id: north, side: french, hexes: [0101], exit: true}\nvictory:\n  awards:\n"
    "    - {id: away, side: french, points: 2, when: {exited: {side: french, entry: north}}}",
)
def exit_that_is_none(ctx: CheckContext) -> Iterator[Finding]:
    """Yield conditions on units that have left the map by where they cannot leave it."""
    for name, subject, condition in conditions(ctx):
        for part in parts(condition):
            why = why_no_way_out(ctx, part) if part.kind == "exited" and part.units else ""
            if why:
                yield Finding(
                    subject,
                    f"{name} counts units that have left the map, but {why}",
                    expected="a way out: an entry area of theirs with `exit: true`, or a special rule",
                    hint="set `exit: true` in the entry area that is meant, name another one, or add a "
                    "special rule with the effect `exit`",
                )


def exit_effects(scenario: Scenario | None) -> Iterator[RuleEffect]:
    """Yield the effects of special rules that let units leave the map."""
    for rule in scenario.special_rules if scenario else ():
        yield from (effect for effect in rule.effects if effect.kind == "exit")


def why_no_way_out(ctx: CheckContext, part: Condition) -> str:
    """Return why the units of a condition may not leave the map; '' when they may."""
    if ctx.map is None:
        return ""
    named_pieces = set(part.units)
    sides = {u.side for u in ctx.battle.units if u.id in named_pieces}
    sides |= {x.side for x in ctx.battle.leaders if x.id in named_pieces}
    areas = [e for e in ctx.map.entries if e.exit and (e.side is None or e.side in sides)]
    exits = {i for area in areas for i in area.hexes}
    for effect in exit_effects(ctx.scenario):
        if not effect.units or not set(effect.units).isdisjoint(part.units):
            exits.update(effect.hexes or (i for i in ctx.map.grid.hexes if ctx.map.is_edge(i)))
    if part.hexes:
        hexes_shut = set(part.hexes) - exits
        return (
            f"{hex_names(ctx, hexes_shut)} {'is' if len(hexes_shut) == 1 else 'are'} no exit for them"
            if hexes_shut
            else ""
        )
    if part.edge:
        return (
            ""
            if exits.intersection(ctx.map.grid.edge_hexes(part.edge))
            else f"edge {part.edge} has no exit for them"
        )
    return "" if exits else "the map has no exit for them"


CHECKS: tuple[Check, ...] = (exit_that_is_none,)
"""All checks of this module."""
