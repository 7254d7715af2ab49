"""Checks of army commanders and their succession (5.2: SC-28 to SC-31)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import presence, scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Leader
from jdgtools.series.mpbs.arms import AC, SOVEREIGN, WC
from jdgtools.series.mpbs.checks.common import wings_in_play

_E, _W = Severity.ERROR, Severity.WARNING


@check(
    "MPB028",
    entry="SC-28",
    name="army-commanders",
    severity=_E,
    rules=("MP-5.1.1-a", "MP-5.3.5-c"),
    rationale="An army has at most one army commander; most have one. The armies of a coalition have one "
    "each: they influence different wings.",
    bad="leaders:\n  - {id: baner, side: union, role: army_commander}\n"
    "  - {id: lennart, side: union, role: army_commander}",
    good="leaders:\n  - {id: baner, side: union, role: army_commander, values: {influences: horn}}\n"
    "  - {id: lennart, side: union, role: army_commander, values: {influences: leslie}}",
    may_warn=True,
)
def army_commanders(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wings with two army commanders in play; a warning where a side has none (SC-29)."""
    alive = setup_view(ctx).in_play
    for side in ctx.battle.sides:
        chiefs = [x for x in ctx.battle.leaders if x.side == side.id and x.role == AC and x.id in alive]
        wings = [wing for chief in chiefs for wing in _influences(chief)]
        coalition = all(_influences(chief) for chief in chiefs) and len(wings) == len(set(wings))
        if len(chiefs) > 1 and not coalition:
            yield Finding(
                ("leader", chiefs[1].id, "role"),
                f"side `{side.id}` has {len(chiefs)} army commanders: {name_list(x.id for x in chiefs)}",
                expected="one, or `influences` with wings of his own for each",
            )
        elif not chiefs and wings_in_play(ctx, side.id):
            yield Finding(
                scenario_subject(ctx),
                f"side `{side.id}` has no army commander",
                expected="a leader with role army_commander",
                severity=_W,
                depends=presence(ctx.scenario),
            )


def _influences(leader: Leader) -> list[str]:
    """Return the wings that an army commander is limited to; none = he may influence all (MP-5.3.5-c)."""
    return str(leader.front.get("influences", "")).replace(",", " ").split()


@check(
    "MPB030",
    entry="SC-30",
    name="succession",
    severity=_W,
    rules=("MP-5.3.5-a", "MP-5.3.5-b"),
    rationale="If the army commander falls, the senior wing commander follows, and somebody his.",
    bad="leaders:\n  - {id: torsten, role: wing_commander, values: {rating: -2}}",
    good=(
        "leaders:\n  - {id: torsten, role: wing_commander, values: {rating: -2, senior: true, "
        "replacement: spare}}"
    ),
    scope="battle",
)
def succession(ctx: CheckContext) -> Iterator[Finding]:
    """Yield armies with a commander but without a senior wing commander, and men nobody can follow.

    The replacement of a wing commander is another leader of his side, no army commander and no sovereign.
    """
    for side in ctx.battle.sides:
        leaders = [x for x in ctx.battle.leaders if x.side == side.id]
        senior = [x for x in leaders if x.role == WC and x.front.get("senior") is True]
        if any(x.role == AC for x in leaders) and len(senior) != 1:
            yield Finding(
                ("side", side.id),
                f"side `{side.id}` has {len(senior) or 'no'} senior wing commanders",
                expected="one wing commander with `senior: true`",
            )
        for leader in leaders:
            name = str(leader.front.get("replacement", ""))
            problem = _replacement_problem(ctx, leader, name)
            if problem and leader.role == WC and (name or (len(senior) == 1 and leader in senior)):
                rank = "senior wing commander" if leader in senior else "wing commander"
                yield Finding(
                    ("leader", leader.id, "replacement"),
                    f"{rank} `{leader.id}` names {problem} as his replacement",
                    expected="`replacement`, the id of another leader of his side",
                )


def _replacement_problem(ctx: CheckContext, leader: Leader, name: str) -> str:
    """Return why a name is no replacement of a leader, in words; '' if it is one."""
    other = ctx.leaders.get(name)
    if other is None:
        return "no leader"
    if other.id == leader.id:
        return "himself"
    if None not in (other.side, leader.side) and other.side != leader.side:
        return f"`{other.id}` of side `{other.side}`"
    if other.role == SOVEREIGN:
        return f"the sovereign `{other.id}`"
    return f"the army commander `{other.id}`" if other.role == AC else ""


@check(
    "MPB031",
    entry="SC-31",
    name="influence-on-unknown-wing",
    severity=_E,
    rules=("MP-5.3.5-c",),
    rationale="The wings that an army commander may influence are wings of his own army.",
    bad="leaders:\n  - {id: baner, role: army_commander, values: {influences: hornn}}",
    good="leaders:\n  - {id: baner, role: army_commander, values: {influences: horn}}",
    scope="battle",
)
def influence_on_unknown_wing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield names in `influences` that are no wings of the side."""
    for leader in ctx.battle.leaders:
        for wing in _influences(leader):
            command = ctx.battle.command(wing)
            if command is None or (None not in (command.side, leader.side) and command.side != leader.side):
                yield Finding(
                    ("leader", leader.id, "influences"),
                    f"army commander `{leader.id}` influences `{wing}`, which is no wing of his army",
                    expected="ids of wings of his side",
                )


CHECKS: tuple[Check, ...] = (army_commanders, succession, influence_on_unknown_wing)
"""SC-28 to SC-31."""
