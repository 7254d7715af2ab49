"""Checks of the order and succession of leaders (IV.2: CHK-31 to CHK-34)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.afe.checks.common import banner_of, leaders_in_play
from jdgtools.series.afe.roles import BANNER_LORD, CINC

_W = Severity.WARNING


@check(
    "AFE031",
    entry="CHK-31",
    name="succession-tied",
    severity=_W,
    rules=("AFE-7.6-j",),
    rationale=(
        "The banner lord with the highest command rating succeeds the commander in chief; a tie is open."
    ),
    bad="leaders:\n  - {id: bertrade, role: banner_lord, values: {rating: 3}}\n"
    "  - {id: thibaut, role: banner_lord, values: {rating: 3}}",
    good="leaders:\n  - {id: bertrade, role: banner_lord, values: {rating: 3}}\n"
    "  - {id: thibaut, role: banner_lord, values: {rating: 2}}",
)
def succession_tied(ctx: CheckContext) -> Iterator[Finding]:
    """Yield armies in which two banner lords in play share the highest rating."""
    for side in ctx.battle.sides:
        leaders_by_rating = [
            (r, x)
            for x in leaders_in_play(ctx, side.id, BANNER_LORD)
            if (r := whole_number(x.front.get("rating"))) is not None
        ]
        best = max((r for r, _ in leaders_by_rating), default=None)
        tied = [x for r, x in leaders_by_rating if r == best]
        if len(tied) > 1:
            yield Finding(
                ("leader", tied[1].id, "rating"),
                f"{name_list(x.id for x in tied)} of side `{side.id}` share the highest command "
                f"rating, {best}",
                expected="one banner lord with the highest rating",
            )


@check(
    "AFE032",
    entry="CHK-32",
    name="order-of-leaders-undefined",
    severity=_W,
    rules=("AFE-6.C-e",),
    rationale=(
        "Leaders of equal rating act in the order of their commanders' bonus; with equal bonuses the rules "
        "give no order."
    ),
    bad=(
        "leaders:   # both commanders in chief\n  - {id: aldric, values: {bonus: 2}}\n  - {id: otto, "
        "values: {bonus: 2}}"
    ),
    good="leaders:\n  - {id: aldric, values: {bonus: 3}}\n  - {id: otto, values: {bonus: 2}}",
)
def order_of_leaders_undefined(ctx: CheckContext) -> Iterator[Finding]:
    """Yield equal bonuses of both commanders while some rating occurs in both armies."""
    chiefs = [leaders_in_play(ctx, side.id, CINC)[:1] for side in ctx.battle.sides]
    if len(chiefs) != 2 or not all(chiefs):
        return
    one, other = chiefs[0][0], chiefs[1][0]
    bonus = whole_number(one.front.get("bonus"))
    if bonus is None or bonus != whole_number(other.front.get("bonus")):
        return
    ratings = [
        {r for x in leaders_in_play(ctx, side.id) if (r := whole_number(x.front.get("rating"))) is not None}
        for side in ctx.battle.sides
    ]
    common = sorted(ratings[0] & ratings[1])
    if common:
        yield Finding(
            ("leader", other.id, "bonus"),
            f"commanders `{one.id}` and `{other.id}` both have bonus {bonus}, and leaders of both "
            f"armies have "
            f"rating {common[0]}",
            expected="different bonuses, or no common rating",
        )


@check(
    "AFE033",
    entry="CHK-33",
    name="leader-in-another-colour",
    severity=_W,
    rules=("AFE-1-a", "AFE-1-c"),
    rationale=(
        "Banner lords of one army share the colour of the army; the commander in chief stands on the colour "
        "of his coat of arms. By these colours players tell armies and commanders."
    ),
    bad='nationalities:\n  - {id: royal, colour: "#d9a6a0"}\n  - {id: ally, colour: "#c0d0a0"}\n'
    "leaders:   # of one side\n  - {id: guiscard, role: banner_lord, nationality: royal}\n"
    "  - {id: hugo, role: banner_lord, nationality: ally}",
    good="leaders:\n  - {id: guiscard, role: banner_lord, nationality: royal}\n"
    "  - {id: hugo, role: banner_lord, nationality: royal}",
    scope="battle",
)
def leader_in_another_colour(ctx: CheckContext) -> Iterator[Finding]:
    """Yield banner lords in another colour than the first of their army, and commanders without arms."""
    first: dict[str | None, tuple[str, str]] = {}
    for leader in ctx.battle.leaders:
        if leader.role == BANNER_LORD and leader.side is not None:
            nation, side = ctx.battle.nationality(leader.nationality), ctx.battle.side(leader.side)
            colour = (nation.colour if nation else side.colour if side else None) or leader.nationality or ""
            colour_before, other = first.setdefault(leader.side, (colour.casefold(), leader.id))
            if colour.casefold() != colour_before:
                yield Finding(
                    ("leader", leader.id, "nationality"),
                    f"banner lord `{leader.id}` has another background than `{other}` of the same army",
                    expected="one colour for the banner lords of an army",
                    related=((("leader", other), "the other one"),),
                )
        elif leader.role == CINC:
            command = ctx.battle.command(banner_of(ctx, leader))
            if command is not None and not command.blazon and not command.colour:
                yield Finding(
                    ("command", command.id),
                    f"commander in chief `{leader.id}` has no coat of arms whose colour he could have",
                    expected="`blazon` or `colour` of his banner",
                )


@check(
    "AFE034",
    entry="CHK-34",
    name="leader-faces",
    severity=_W,
    rules=("AFE-3-f",),
    rationale="Facing means nothing for leaders; the value is ignored.",
    bad="setup:\n  - {leader: aldric, hex: A2, facing: E}",
    good="setup:\n  - {leader: aldric, hex: A2}",
)
def leader_faces(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders with a facing."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind == "leader" and p.facing is not None:
            place = (*ctx.placement_subject(p.piece), "facing")
            yield Finding(place, f"leader `{p.piece}` has a facing", expected="no facing")


CHECKS: tuple[Check, ...] = (
    succession_tied,
    order_of_leaders_undefined,
    leader_in_another_colour,
    leader_faces,
)
"""CHK-31 to CHK-34."""
