"""Checks of counters (5.1: SC-01 to SC-12)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, allowance, check
from jdgtools.checks.setup import setup_view, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.mpbs.arms import DISMOUNTED, FIGHTERS, GUNS, HEAVY, HORSE, LIGHT, SOVEREIGN
from jdgtools.series.mpbs.checks.common import words

_E, _W = Severity.ERROR, Severity.WARNING
_PLAUSIBLE = {HORSE: (2, 6), HEAVY: (4, 20), LIGHT: (1, 4)}


@check(
    "MPB001",
    entry="SC-01",
    name="strength",
    severity=_E,
    rules=("MP-2.1.2-c",),
    rationale="Infantry, cavalry and dismounted cavalry have a strength of 1 to 20.",
    bad="- {id: un-horn, type: cuirassiers, morale: 7}",
    good="- {id: un-horn, type: cuirassiers, strength: 4, morale: 7}",
    scope="battle",
)
def strength(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without strength, or with one outside 1 to 20."""
    for unit in ctx.battle.units:
        value = whole_number(unit.front.get("strength"))
        if unit.arm in FIGHTERS and (value is None or not 1 <= value <= 20):
            yield Finding(
                ("unit", unit.id, "strength"),
                f"unit `{unit.id}` has {'no strength' if value is None else f'strength {value}'}",
                expected="1 to 20",
            )


@check(
    "MPB002",
    entry="SC-02",
    name="morale",
    severity=_E,
    rules=("MP-2.1.2-e", "MP-12.1-a"),
    rationale="Every unit except baggage has a morale of 4 to 8.",
    bad="- {id: un-horn, type: cuirassiers, strength: 4, morale: 9}",
    good="- {id: un-horn, type: cuirassiers, strength: 4, morale: 7}",
    scope="battle",
)
def morale(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without morale, or with one outside 4 to 8."""
    for unit in ctx.battle.units:
        value = whole_number(unit.front.get("morale"))
        if unit.arm in (*FIGHTERS, GUNS) and (value is None or not 4 <= value <= 8):
            yield Finding(
                ("unit", unit.id, "morale"),
                f"unit `{unit.id}` has {'no morale' if value is None else f'morale {value}'}",
                expected="4 to 8",
            )


@check(
    "MPB003",
    entry="SC-03",
    name="leadership-rating",
    severity=_E,
    rules=("MP-2.1.3-a",),
    rationale="A leader is average, 0, good, -1, or elite, -2; the rating is added to rolls.",
    bad="leaders:\n  - {id: horn, role: wing_commander, values: {rating: 2}}",
    good="leaders:\n  - {id: horn, role: wing_commander, values: {rating: -2}}",
    scope="battle",
)
def leadership_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders without a rating, or with one outside -2 to 0; a sovereign has none."""
    for leader in ctx.battle.leaders:
        if leader.role == SOVEREIGN:
            continue
        value = whole_number(leader.front.get("rating"))
        if leader.role is not None and (value is None or not -2 <= value <= 0):
            yield Finding(
                ("leader", leader.id, "rating"),
                f"leader `{leader.id}` has {'no rating' if value is None else f'rating {value}'}",
                expected="-2, -1 or 0",
            )


@check(
    "MPB004",
    entry="SC-04",
    name="artillery-with-strength",
    severity=_E,
    rules=("MP-2.1.2-d",),
    rationale="Artillery counters have ranges where others have strength.",
    bad="- {id: em-gun, type: medium_artillery, strength: 3}",
    good="- {id: em-gun, type: medium_artillery, grazing_range: 4, maximum_range: 9}",
    scope="battle",
)
def artillery_with_strength(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery and baggage with strength points."""
    for unit in ctx.battle.units:
        if unit.arm and unit.arm not in FIGHTERS and unit.front.get("strength") is not None:
            yield Finding(
                ("unit", unit.id, "strength"),
                f"{words(unit.arm)} `{unit.id}` has strength points",
                expected="none",
            )


@check(
    "MPB005",
    entry="SC-05",
    name="gun-ranges",
    severity=_E,
    rules=("MP-10.8-a", "MP-2.1.2-d"),
    rationale="A gun has a class and two ranges; Grazing Fire reaches no farther than the gun.",
    bad="- {id: em-gun, type: medium_artillery, grazing_range: 9, maximum_range: 4}",
    good="- {id: em-gun, type: medium_artillery, grazing_range: 4, maximum_range: 9}",
    scope="battle",
)
def gun_ranges(ctx: CheckContext) -> Iterator[Finding]:
    """Yield guns without a range, or whose grazing range is the longer one."""
    for unit in ctx.battle.units:
        if unit.arm != GUNS:
            continue
        near, far = (whole_number(unit.front.get(name)) for name in ("grazing_range", "maximum_range"))
        if near is None or far is None or near < 1:
            yield Finding(
                ("unit", unit.id, "grazing_range"),
                f"artillery `{unit.id}` has not both ranges",
                expected="grazing_range and maximum_range, 1 or more",
            )
        elif near > far:
            yield Finding(
                ("unit", unit.id, "grazing_range"),
                f"artillery `{unit.id}` grazes at {near}, farther than its maximum range, {far}",
                expected=f"{far} or less",
            )


@check(
    "MPB006",
    entry="SC-06",
    name="double-artillery-name",
    severity=_W,
    rules=("MP-2.1.2-h",),
    rationale="The name of a double battery begins with Dbl, that of a single one does not.",
    bad="- {id: em-gun, name: 8 lb, type: medium_artillery, double: true}",
    good="- {id: em-gun, name: Dbl 8 lb, type: medium_artillery, double: true}",
    scope="battle",
)
def double_artillery_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield double batteries without Dbl in their name, single ones with it."""
    for unit in ctx.battle.units:
        double = unit.front.get("double") is True
        if unit.arm == GUNS and double != ("dbl" in unit.name.get().lower()):
            how = "double, but its name has no Dbl" if double else "single, but its name has Dbl"
            yield Finding(("unit", unit.id, "name"), f"artillery `{unit.id}` is {how}")


@check(
    "MPB008",
    entry="SC-08",
    name="heavy-infantry-only",
    severity=_E,
    rules=("MP-2.3-e", "MP-2.3-f", "MP-10.4-a"),
    rationale="Only heavy infantry has pikes, regimental artillery and salvos.",
    bad="- {id: em-drag, type: dragoons, regimental_artillery: true}",
    good="- {id: em-red, type: pike_and_shot, regimental_artillery: true}",
    scope="battle",
)
def heavy_infantry_only(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pikes, regimental artillery or salvos on other units."""
    for unit in ctx.battle.units:
        for name in ("pikes", "regimental_artillery", "salvo_capable"):
            if unit.arm not in ("", HEAVY, DISMOUNTED) and unit.front.get(name) is True:
                yield Finding(
                    ("unit", unit.id, name),
                    f"{words(unit.arm)} unit `{unit.id}` has `{name}`",
                    expected="heavy infantry",
                )


@check(
    "MPB009",
    entry="SC-09",
    name="dismounted-cavalry",
    severity=_E,
    rules=("MP-14.3-b", "MP-2.3-k"),
    rationale="Dismounted cavalry fights as heavy infantry without pikes.",
    bad="- {id: em-kurz, type: dismounted_cavalry, pikes: true}",
    good="- {id: em-kurz, type: dismounted_cavalry}",
    scope="battle",
)
def dismounted_cavalry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield dismounted cavalry with pikes, regimental artillery or salvos."""
    for unit in ctx.battle.units:
        for name in ("pikes", "regimental_artillery", "salvo_capable"):
            if unit.arm == DISMOUNTED and unit.front.get(name) is True:
                yield Finding(("unit", unit.id, name), f"dismounted cavalry `{unit.id}` has `{name}`")


@check(
    "MPB010",
    entry="SC-10",
    name="prefix-letter-without-meaning",
    severity=_W,
    rules=("MP-2.1.2-g", "MP-2.3-d"),
    rationale=(
        "A letter before the strength means what the scenario says; A on cavalry stands for arquebusiers."
    ),
    bad="- {id: un-old, type: heavy_muskets, prefix_letter: M}",
    good="special_rules:\n  - id: letter-m\n    text: M marks units without pikes.\n"
    "    allows: [{code: MPB010, for: [unit un-old]}]",
)
def prefix_letter_without_meaning(ctx: CheckContext) -> Iterator[Finding]:
    """Yield letters other than A on cavalry, in a scenario whatever the special rules allow."""
    alive = setup_view(ctx).in_play
    for unit in ctx.battle.units:
        letter = unit.front.get("prefix_letter")
        if letter and unit.id in alive and not (letter == "A" and unit.arm in (HORSE, DISMOUNTED)):
            yield Finding(
                ("unit", unit.id, "prefix_letter"),
                f"the letter {letter} on unit `{unit.id}` is not explained",
                expected="a special rule that explains it and says "
                f"`{allowance('MPB010', f'unit {unit.id}')}`",
            )


@check(
    "MPB011",
    entry="SC-11",
    name="implausible-strength",
    severity=_W,
    rules=("MP-2.4-a",),
    rationale="By the scale of the series cavalry has 2 to 6 points, heavy infantry 4 to 20, light 1 to 4.",
    bad="- {id: em-drag, type: dragoons, strength: 9}",
    good="- {id: em-drag, type: dragoons, strength: 3}",
    scope="battle",
)
def implausible_strength(ctx: CheckContext) -> Iterator[Finding]:
    """Yield strengths that do not fit the scale."""
    for unit in ctx.battle.units:
        value = whole_number(unit.front.get("strength"))
        low, high = _PLAUSIBLE.get(unit.arm, (0, 99))
        if value is not None and 1 <= value <= 20 and not low <= value <= high:
            yield Finding(
                ("unit", unit.id, "strength"),
                f"{words(unit.arm)} unit `{unit.id}` has strength {value}",
                expected=f"{low} to {high}",
            )


@check(
    "MPB012",
    entry="SC-12",
    name="same-name",
    severity=_W,
    rules=("MP-2.1.2-b", "EX-8.4-1"),
    rationale="Two units of a side with the same name, strength and morale cannot be told apart.",
    bad="- {id: a, name: Horn, strength: 4, morale: 7}\n- {id: b, name: Horn, strength: 4, morale: 7}",
    good="- {id: a, name: Horn, strength: 4, morale: 7}\n- {id: b, name: Horn LG, strength: 4, morale: 7}",
    scope="battle",
)
def same_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units of a side that look the same; artillery and baggage have type names."""
    first: dict[tuple[object, ...], str] = {}
    for unit in ctx.battle.units:
        if unit.arm not in FIGHTERS:
            continue
        key = (unit.side, unit.name.get(), unit.front.get("strength"), unit.front.get("morale"))
        if key in first:
            yield Finding(
                ("unit", unit.id, "name"),
                f"units `{first[key]}` and `{unit.id}` have the same name, strength and morale",
                expected="different names",
                related=((("unit", first[key], "name"), "the other one"),),
            )
        first.setdefault(key, unit.id)


CHECKS: tuple[Check, ...] = (
    strength,
    morale,
    leadership_rating,
    artillery_with_strength,
    gun_ranges,
    double_artillery_name,
    heavy_infantry_only,
    dismounted_cavalry,
    prefix_letter_without_meaning,
    implausible_strength,
    same_name,
)
"""SC-01 to SC-12."""
