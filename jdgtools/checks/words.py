"""Words and values of a battle that nothing in it uses, or that nothing in its series shows."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject


@general_check(
    "GEN153",
    name="word-that-nothing-uses",
    severity=Severity.WARNING,
    rationale="A terrain that no hex, hexside or way has, a unit type without units and a flag that no turn "
    "bears stand in the charts and in the palette of the module, and nobody meets them: a slip on the map, "
    "or a leftover. So is a nationality that no side lists and no unit or leader has.",
    bad="vocabulary:\n  turn_flags:\n    - {id: sun, name: sun in the eyes}\n# no turn has `flags: [sun]`",
    good="vocabulary:\n  turn_flags:\n    - {id: sun, name: sun in the eyes}\n# scenarios/battle.yaml\n"
    "turns:\n  - {number: 1, flags: [sun]}",
    scope="battle",
)
def word_that_nothing_uses(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrains, unit types, turn flags and nationalities that nothing on the map, no piece or turn has.

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
            yield from _unused_words(ctx, "terrain", who, terrains)
    types = {unit.type for unit in battle.units}
    unit_types = (t.id for t in words.unit_types if t.id not in types)
    yield from _unused_words(ctx, "unit-type", "no unit", unit_types)
    yield from _unused_nationalities(ctx)
    if battle.scenarios:
        flags = {flag for scenario in battle.scenarios for turn in scenario.turns for flag in turn.flags}
        turn_flags = (f.id for f in words.turn_flags if f.id not in flags)
        yield from _unused_words(ctx, "turn-flag", "no turn", turn_flags)


def _unused_nationalities(ctx: CheckContext) -> Iterator[Finding]:
    """Yield nationalities that are in no side's list, and that no unit and no leader has."""
    battle = ctx.battle
    used = {name for side in battle.sides for name in side.nationalities}
    used |= {unit.nationality for unit in battle.units if unit.nationality is not None}
    used |= {leader.nationality for leader in battle.leaders if leader.nationality is not None}
    for nation in battle.nationalities:
        if nation.id not in used:
            yield Finding(
                ("nationality", nation.id),
                f"no side, unit or leader has the nationality `{nation.id}`",
                expected="a nationality that the battle uses",
                hint="use it, or leave it out",
            )


def _unused_words(ctx: CheckContext, kind: str, who: str, ids: Iterator[str]) -> Iterator[Finding]:
    # A scenario, its base or its turns that could not be read may use the word.
    depends: list[Subject] = [("battle", "scenarios"), ("map", "terrain"), ("map", "ways")]
    for scenario in ctx.battle.scenarios:
        depends += [("scenario", scenario.id, key) for key in ("extends", "turns", "map")]
        depends += [("turns", scenario.id, key) for key in ("count", "flags")]
    for word in ids:
        yield Finding(
            (kind, word),
            f"{who} has the {kind.replace('-', ' ')} `{word}` of the vocabulary",
            expected="a word that the battle uses",
            hint="use it, or leave it out",
            depends=tuple(depends),
        )


@general_check(
    "GEN163",
    name="value-without-meaning",
    severity=Severity.WARNING,
    rationale="A scale in a series that has one alone, activation markers in one without them, a reverse of "
    "a leader whose counter is blank there or shows that he has acted, and a further set of values that no "
    "rule reads change nothing: no counter and no rule has them. They were copied from a battle of another "
    "series, or a name slipped.",
    bad="leaders:   # of Musket & Pike, where the reverse says that he has finished\n"
    "  - {id: horn, role: wing_commander, values: {rating: -1}, back: {values: {rating: 0}}}",
    good="leaders:\n  - {id: horn, role: wing_commander, values: {rating: -1}}",
    scope="battle",
)
def value_without_meaning(ctx: CheckContext) -> Iterator[Finding]:
    """Yield what the series does not know: a scale, activation markers, reverses, further sets of values."""
    series = ctx.battle.series
    if ctx.battle.scale is not None and not series.scales:
        yield Finding(
            ("battle", "scale"),
            f"the scale `{ctx.battle.scale}` says nothing: series `{series.id}` has one scale alone",
            expected="no `scale`",
            hint="`strength_point` says in words what a point stands for",
        )
    for marker in ctx.battle.activation if not series.activation_codes else ():
        yield Finding(
            ("marker", marker.id),
            f"`{marker.id}` is an activation marker, and series `{series.id}` has none",
            expected="no `markers` under `commands`, and no `combined_markers`",
        )
    names = {name for role in series.roles for name, _ in role.extra}
    for leader in ctx.battle.leaders:
        role = series.role(leader.role) if leader.role else None
        if role is None:
            continue
        if role.back != "replacement" and (leader.back or leader.back_name is not None):
            meaning = {"moved": "that he has moved", "finished": "that he has finished"}.get(role.back)
            yield Finding(
                ("leader", leader.id, "back"),
                f"the reverse of leader `{leader.id}` is never seen: with the role `{role.id}` a counter "
                + (f"shows there {meaning}" if meaning else "has a blank one"),
                expected="no `back`",
            )
        for name in leader.extra:
            if name not in names:
                yield Finding(
                    ("leader", leader.id, name),
                    f"leader `{leader.id}` has values for when he is `{name}`, which series "
                    f"`{series.id}` does not know",
                    expected=name_list(sorted(names), "or") or "no `extra`",
                )


CHECKS: tuple[Check, ...] = (word_that_nothing_uses, value_without_meaning)
"""All checks of this module."""
