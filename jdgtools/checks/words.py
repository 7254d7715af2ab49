"""Words of a battle's own that nothing in it uses."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity


@general_check(
    "GEN153",
    name="word-that-nothing-uses",
    severity=Severity.WARNING,
    rationale="A terrain that no hex, hexside or way has, a unit type without units and a flag that no turn "
    "bears stand in the charts and in the palette of the module, and nobody meets them: a slip on the map, "
    "or a leftover.",
    bad="vocabulary:\n  turn_flags:\n    - {id: sun, name: sun in the eyes}\n# no turn has `flags: [sun]`",
    good="vocabulary:\n  turn_flags:\n    - {id: sun, name: sun in the eyes}\n# scenarios/battle.yaml\n"
    "turns:\n  - {number: 1, flags: [sun]}",
    scope="battle",
)
def word_that_nothing_uses(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrains, unit types and turn flags of the battle that nothing on the map, no unit or turn has.

    Markers, states and optional rules are for the players: they come into play later.
    """
    battle, words = ctx.battle, ctx.battle.words
    if battle.map is not None:
        maps = [battle.map, *(s.map_changes.applied_to(battle.map) for s in battle.scenarios)]
        lies: dict[str, set[str | None]] = {
            "hex": {terrain for ground in maps for terrain in ground.terrain},
            "hexside": {feature.kind for ground in maps for feature in ground.features},
            "path": {way.kind for ground in maps for way in ground.ways},
        }
        for kind, who in (("hex", "no hex"), ("hexside", "no hexside"), ("path", "no way")):
            terrains = (t.id for t in words.terrains if t.kind == kind and t.id not in lies[kind])
            yield from _unused("terrain", who, terrains)
    types = {unit.type for unit in battle.units}
    yield from _unused("unit-type", "no unit", (t.id for t in words.unit_types if t.id not in types))
    if battle.scenarios:
        flags = {flag for scenario in battle.scenarios for turn in scenario.turns for flag in turn.flags}
        yield from _unused("turn-flag", "no turn", (f.id for f in words.turn_flags if f.id not in flags))


def _unused(kind: str, who: str, ids: Iterator[str]) -> Iterator[Finding]:
    for word in ids:
        yield Finding(
            (kind, word),
            f"{who} has the {kind.replace('-', ' ')} `{word}` of the vocabulary",
            expected="a word that the battle uses",
            hint="use it, or leave it out",
        )


CHECKS: tuple[Check, ...] = (word_that_nothing_uses,)
"""All checks of this module."""
