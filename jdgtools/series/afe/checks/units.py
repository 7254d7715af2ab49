"""Checks of unit counters (IV.3: CHK-40 to CHK-51)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, allowance, check
from jdgtools.checks.setup import scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.afe.checks.common import code_of

_E, _W = Severity.ERROR, Severity.WARNING
_RATINGS = ("sp", "quality", "mp")


@check(
    "AFE040",
    entry="CHK-40",
    name="unit-incomplete",
    severity=_E,
    rules=("AFE-2.1-a", "AFE-2.1-b", "AFE-2.1-c", "AFE-2.1-d", "AFE-2.2-b", "AFE-2.2-f"),
    rationale=(
        "A counter shows army, arms, type, and on both sides strength, quality and movement. Its posture "
        "comes with its type."
    ),
    bad="id,side,command,type,sp,quality,mp\ngu-cl,crown,guiscard,light_cavalry,2,,8",
    good="id,side,command,type,sp,quality,mp,sp_back,quality_back,mp_back\n"
    "gu-cl,crown,guiscard,light_cavalry,2,4,8,2,3,7",
    scope="battle",
)
def unit_incomplete(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that lack something that every counter shows."""
    for unit in ctx.battle.units:
        missing = [
            name
            for name, value in (("side", unit.side), ("command", unit.command), ("type", unit.type))
            if value is None and ("unit", unit.id, name) not in ctx.battle.spans
        ]
        ratings = [(name, unit.front.get(name)) for name in _RATINGS]
        ratings += [(f"{name}_back", unit.back.get(name)) for name in _RATINGS]
        # a rating that is there, but wrong, has been reported
        missing += [
            name
            for name, value in ratings
            if value is None and ("unit", unit.id, name) not in ctx.battle.spans
        ]
        if missing:
            yield Finding(
                ("unit", unit.id),
                f"unit `{unit.id}` has no {name_list(missing)}",
                expected="side, command, type, and sp, quality, mp for both sides of the counter",
            )


@check(
    "AFE041",
    entry="CHK-41",
    name="impossible-rating",
    severity=_E,
    rules=("AFE-2.1-c",),
    rationale="A unit has at least one strength point, and no negative movement allowance.",
    bad="id,sp,quality,mp\ngu-cl,0,4,8",
    good="id,sp,quality,mp\ngu-cl,2,4,8",
    scope="battle",
)
def impossible_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield strength below 1, movement below 0."""
    for unit in ctx.battle.units:
        for name, low in (("sp", 1), ("mp", 0)):
            for back in (False, True):
                value = unit.number(name, back)
                if value is not None and value < low and not (back and name not in unit.back):
                    field = f"{name}_back" if back else name
                    yield Finding(
                        ("unit", unit.id, field),
                        f"unit `{unit.id}` has {field} {value}",
                        expected=f"{low} or more",
                    )


@check(
    "AFE042",
    entry="CHK-42",
    name="quality-beyond-the-die",
    severity=_W,
    rules=("AFE-12.3-e", "AFE-12.3-f"),
    rationale=(
        "Quality is compared with a die of 0 to 9; beyond it a test always succeeds or, but for a 0, fails."
    ),
    bad="id,quality\not-swi,10",
    good="id,quality\not-swi,7",
    scope="battle",
)
def quality_beyond_the_die(ctx: CheckContext) -> Iterator[Finding]:
    """Yield qualities outside 0 to 9."""
    for unit in ctx.battle.units:
        for values, field in ((unit.front, "quality"), (unit.back, "quality_back")):
            value = values.get("quality")
            if isinstance(value, int) and not 0 <= value <= 9:
                yield Finding(
                    ("unit", unit.id, field), f"unit `{unit.id}` has {field} {value}", expected="0 to 9"
                )


@check(
    "AFE043",
    entry="CHK-43",
    name="better-when-fatigued",
    severity=_W,
    rules=("AFE-11.1-a",),
    rationale=(
        "The fatigued side of a counter shows what exertion leaves of the unit; nothing gets better by it."
    ),
    bad="id,quality,quality_back\ncr-kni,6,7",
    good="id,quality,quality_back\ncr-kni,7,6",
    scope="battle",
)
def better_when_fatigued(ctx: CheckContext) -> Iterator[Finding]:
    """Yield ratings that are better on the back."""
    for unit in ctx.battle.units:
        for name in _RATINGS:
            front, back = unit.front.get(name), unit.back.get(name)
            if isinstance(front, int) and isinstance(back, int) and back > front:
                yield Finding(
                    ("unit", unit.id, f"{name}_back"),
                    f"fatigued, unit `{unit.id}` has {name} {back}, fresh {front}",
                    expected=f"{front} or less",
                )


@check(
    "AFE045",
    entry="CHK-45",
    name="posture-against-the-type",
    severity=_E,
    rules=("AFE-2.2-f", "AFE-2.2-g"),
    rationale=(
        "The drawing on the counter is mounted or on foot, and artillery is neither. Knights, men-at-arms, "
        "archers and crossbowmen have a type of unit for either drawing."
    ),
    bad="id,type,posture\nbe-gun,artillery,foot\ncr-kni,knights,foot",
    good="id,type\nbe-gun,artillery\ncr-kni,knights_foot",
    scope="battle",
)
def posture_against_the_type(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery on foot or mounted, others drawn as artillery, and types drawn as their twin is."""
    types = ctx.battle.series.unit_types
    for unit in ctx.battle.units:
        kind = ctx.battle.series.unit_type(unit.type) if unit.type else None
        posture = unit.front.get("posture")
        if kind is None or posture is None or posture == kind.attributes["posture"]:
            continue
        twin = next((t for t in types if t.code == kind.code and t.attributes["posture"] == posture), None)
        if twin is not None:
            expected = f"type `{twin.id}`"
        elif "artillery" in (posture, kind.arm):
            expected = f"`posture` {kind.attributes['posture']}, or nothing"
        else:
            continue  # AFE050 warns
        yield Finding(
            ("unit", unit.id, "posture"),
            f"unit `{unit.id}` of type `{kind.id}` has the posture {posture}",
            expected=expected,
        )


@check(
    "AFE046",
    entry="CHK-46",
    name="shooters-without-missiles",
    severity=_E,
    rules=("AFE-2.2-c",),
    rationale="Archers, crossbowmen and artillery always have the ability to fire.",
    bad="id,type,missile\ncr-arc,archers,no",
    good="id,type,missile\ncr-arc,archers,yes",
    scope="battle",
)
def shooters_without_missiles(ctx: CheckContext) -> Iterator[Finding]:
    """Yield Ar, Ab and At without the missile symbol."""
    for unit in ctx.battle.units:
        if code_of(ctx, unit) in ("Ar", "Ab", "At") and unit.front.get("missile") is not True:
            yield Finding(
                ("unit", unit.id, "missile"),
                f"unit `{unit.id}` of type {code_of(ctx, unit)} cannot fire",
                expected="`missile` yes, or nothing",
            )


@check(
    "AFE047",
    entry="CHK-47",
    name="light-troops-and-missiles",
    severity=_E,
    rules=("AFE-2.2-d", "AFE-2.2-e"),
    rationale="Which light cavalry and light infantry may fire is said by the scenario, and printed on them.",
    bad="settings: {missile_units: cr-li}     # gu-cl bears the symbol, too",
    good="settings: {missile_units: cr-li gu-cl}",
)
def light_troops_and_missiles(ctx: CheckContext) -> Iterator[Finding]:
    """Yield Cl and Li whose symbol and the scenario's list disagree.

    Names on the list that are no such unit.
    """
    if ctx.scenario is None:
        return
    text = ctx.scenario.settings.get("missile_units", "")
    names = str(text).replace(",", " ").split()
    alive = setup_view(ctx).in_play
    for unit in ctx.battle.units:
        if code_of(ctx, unit) not in ("Cl", "Li"):
            continue
        fires = unit.front.get("missile") is True
        if unit.id in names and not fires:
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"`missile_units` lists `{unit.id}`, which has no missile symbol",
                expected="`missile` yes in the order of battle",
            )
        elif fires and unit.id in alive and unit.id not in names:
            yield Finding(
                ("unit", unit.id, "missile"),
                f"light unit `{unit.id}` has the missile symbol, scenario `{ctx.scenario.id}` does "
                f"not list it",
                expected=f"`{unit.id}` in `missile_units` under `settings`",
            )
    for name in names:
        if name not in ctx.units or code_of(ctx, ctx.units[name]) not in ("Cl", "Li"):
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"`missile_units` lists `{name}`, which is no light cavalry or light infantry unit",
                expected="ids of Cl and Li units",
            )


@check(
    "AFE048",
    entry="CHK-48",
    name="missiles-of-others",
    severity=_W,
    rules=("AFE-2.2-c", "AFE-2.2-d"),
    rationale="Knights, men-at-arms, Swiss, pikemen and militia have no missiles in the rules.",
    bad="id,type,missile\not-swi,swiss,yes",
    good="id,type,missile\not-swi,swiss,",
    scope="battle",
)
def missiles_of_others(ctx: CheckContext) -> Iterator[Finding]:
    """Yield Ch, Ha, Su, Pi and Mi with the missile symbol."""
    for unit in ctx.battle.units:
        if code_of(ctx, unit) in ("Ch", "Ha", "Su", "Pi", "Mi") and unit.front.get("missile") is True:
            yield Finding(
                ("unit", unit.id, "missile"),
                f"unit `{unit.id}` of type {code_of(ctx, unit)} has the missile symbol",
                expected="no symbol",
            )


@check(
    "AFE049",
    entry="CHK-49",
    name="arquebusiers",
    severity=_W,
    rules=("AFE-2.2-c",),
    rationale=(
        "The rules do not list arquebusiers among the types that fire. The printed symbol decides "
        "(AMB-18); a "
        "special rule of the scenario should say so."
    ),
    bad="setup:\n  - {unit: be-aq, hex: C6, facing: W}   # and no special rule",
    good="special_rules:\n  - id: handguns\n    text: The arquebusiers fire as crossbowmen do.\n"
    "    overrules: [AFE-2.2-c]\n    allows: [{code: AFE049, for: [unit be-aq]}]",
)
def arquebusiers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield Aq units in play."""
    alive = setup_view(ctx).in_play
    for unit in ctx.battle.units:
        if code_of(ctx, unit) == "Aq" and unit.id in alive:
            fires = "fires by its symbol" if unit.front.get("missile") is True else "does not fire"
            yield Finding(
                ("unit", unit.id, "type"),
                f"arquebusiers `{unit.id}`: the rules do not say whether they fire; this unit {fires}",
                expected=f"a special rule that says `{allowance('AFE049', f'unit {unit.id}')}`",
            )


@check(
    "AFE050",
    entry="CHK-50",
    name="unusual-posture",
    severity=_W,
    rules=("AFE-2.2-b", "AFE-2.2-f"),
    rationale="Light cavalry is drawn mounted; Swiss, pikemen, light infantry and militia are drawn on foot.",
    bad="id,type,posture\not-swi,swiss,mounted",
    good="id,type,posture\not-swi,swiss,foot",
    scope="battle",
)
def unusual_posture(ctx: CheckContext) -> Iterator[Finding]:
    """Yield Cl on foot, and Su, Pi, Li and Mi mounted."""
    for unit in ctx.battle.units:
        code, posture = code_of(ctx, unit), unit.front.get("posture")
        usual = "mounted" if code == "Cl" else "foot"
        if code in ("Cl", "Su", "Pi", "Li", "Mi") and posture in ("mounted", "foot") and posture != usual:
            posture_words = "on foot" if posture == "foot" else "mounted"
            yield Finding(
                ("unit", unit.id, "posture"),
                f"unit `{unit.id}` of type {code} is drawn {posture_words}",
                expected=f"`posture` {usual}, or nothing",
            )


@check(
    "AFE051",
    entry="CHK-51",
    name="posture-it-already-has",
    severity=_W,
    rules=("AFE-8.4-a",),
    rationale="Infantry may mount and cavalry may dismount; the other way round, and for guns, nothing "
    "changes.",
    bad="id,type,can_dismount\not-swi,swiss,yes",
    good="id,type,can_dismount\ngu-man,men_at_arms,yes",
    scope="battle",
)
def posture_it_already_has(ctx: CheckContext) -> Iterator[Finding]:
    """Yield foot that may dismount, horse that may mount, artillery that may do either."""
    for unit in ctx.battle.units:
        for ability, posture, words in (
            ("can_mount", "mounted", "may mount, but is drawn mounted"),
            ("can_dismount", "foot", "may dismount, but is drawn on foot"),
        ):
            if unit.front.get(ability) is True and unit.front.get("posture") == posture:
                yield Finding(
                    ("unit", unit.id, ability), f"unit `{unit.id}` {words}", expected=f"no `{ability}`"
                )
            elif unit.front.get(ability) is True and unit.arm == "artillery":
                verb = ability.removeprefix("can_")
                yield Finding(
                    ("unit", unit.id, ability),
                    f"artillery `{unit.id}` may {verb}, but is neither mounted nor on foot",
                    expected=f"no `{ability}`",
                )


CHECKS: tuple[Check, ...] = (
    unit_incomplete,
    impossible_rating,
    quality_beyond_the_die,
    better_when_fatigued,
    posture_against_the_type,
    shooters_without_missiles,
    light_troops_and_missiles,
    missiles_of_others,
    arquebusiers,
    unusual_posture,
    posture_it_already_has,
)
"""CHK-40 to CHK-51."""
