"""Checks of leaders and their banners (IV.2: CHK-20 to CHK-30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.blazon import Blazon, read_blazon
from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import setup_view, start_words, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Leader
from jdgtools.series.afe.checks.common import LEADER_FIELDS, banner_of, leader_of, leaders_in_play
from jdgtools.series.afe.roles import BANNER_LORD, CINC, RESERVE, SOVEREIGN

_E, _W = Severity.ERROR, Severity.WARNING


def _missing_fields(values: Mapping[str, object], fields: tuple[str, ...]) -> list[str]:
    return [f for f in fields if (number := whole_number(values.get(f))) is None or number < 0]


def _lords(ctx: CheckContext, *roles: str) -> Iterator[Leader]:
    for leader in ctx.battle.leaders:
        if leader.role in roles:
            yield leader


@check(
    "AFE020",
    entry="CHK-20",
    name="leader-values-missing",
    severity=_E,
    rules=("AFE-1-d",),
    rationale="Every leader has four characteristics: bonus, command rating, command range, movement.",
    bad="leaders:\n  - {id: otto, role: banner_lord, values: {bonus: 1, rating: 3, mp: 8}}",
    good="leaders:\n  - {id: otto, role: banner_lord, values: {bonus: 1, rating: 3, range: 4, mp: 8}}",
    scope="battle",
)
def leader_values_missing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders without one of their four values, or with a negative one; who leads none has `mp`."""
    for leader in ctx.battle.leaders:
        fields = ("mp",) if leader.role == SOVEREIGN else LEADER_FIELDS
        missing = _missing_fields(leader.front, fields) if leader.role else []
        if missing:
            yield Finding(
                ("leader", leader.id),
                f"leader `{leader.id}` has no {name_list(missing)} of 0 or more",
                expected=name_list(fields),
                depends=tuple(("leader", leader.id, key) for key in missing),
            )


@check(
    "AFE021",
    entry="CHK-21",
    name="banner-without-leader",
    severity=_E,
    rules=("AFE-1-b", "AFE-2.1-b"),
    rationale="The coat of arms on a unit is that of one leader of its own army, who commands it.",
    bad="commands:\n  - {id: otto, side: league}    # no leader",
    good="commands:\n  - {id: otto, side: league, leader: otto}",
    scope="battle",
)
def banner_without_leader(ctx: CheckContext) -> Iterator[Finding]:
    """Yield banners that bear units without a leader of their side with arms; units of the enemy's banner."""
    for command in ctx.battle.commands:
        units = ctx.battle.units_of(command.id)
        leader = leader_of(ctx, command.id)
        if units and leader is None:
            yield Finding(
                ("command", command.id),
                f"banner `{command.id}` has {len(units)} units but no leader",
                expected="`leader`",
            )
        elif leader is not None and leader.role == RESERVE:
            yield Finding(
                ("command", command.id, "leader"),
                f"banner `{command.id}` is led by `{leader.id}`, who waits in the reserve and has no arms",
                expected="a leader with arms: role banner_lord or commander_in_chief",
            )
        elif leader is not None and None not in (leader.side, command.side) and leader.side != command.side:
            yield Finding(
                ("command", command.id, "leader"),
                f"banner `{command.id}` of side `{command.side}` is led by `{leader.id}` of `{leader.side}`",
                expected="a leader of its side",
            )
        for unit in units:
            if None not in (unit.side, command.side) and unit.side != command.side:
                yield Finding(
                    ("unit", unit.id, "command"),
                    f"unit `{unit.id}` of side `{unit.side}` bears the arms of banner `{command.id}` of "
                    f"`{command.side}`",
                    expected="a banner of its side",
                )


@check(
    "AFE022",
    entry="CHK-22",
    name="shared-coat-of-arms",
    severity=_E,
    rules=("AFE-1-e", "AFE-1-h"),
    rationale="Each coat of arms belongs to one leader; with two, nobody knows who activates its units.",
    bad="leaders:\n  - {id: otto, command: otto}\n  - {id: hugo, command: otto}",
    good="leaders:\n  - {id: otto, command: otto}\n  - {id: hugo, command: hugo}",
    scope="battle",
    same_as=("GEN109",),
)
def shared_coat_of_arms(ctx: CheckContext) -> Iterator[Finding]:
    """Yield banners of two leaders, reserve leaders excepted, and banners of a side with one blazon."""
    owners: dict[str, str] = {}
    for leader in _lords(ctx, CINC, BANNER_LORD):
        banner = banner_of(ctx, leader)
        if banner is None:
            continue
        if banner in owners:
            yield Finding(
                ("leader", leader.id, "command"),
                f"leaders `{owners[banner]}` and `{leader.id}` both bear the arms of banner `{banner}`",
                expected="one leader for each banner",
                related=((("leader", owners[banner]), "the other one"),),
            )
        owners.setdefault(banner, leader.id)
    first: dict[tuple[str | None, Blazon], str] = {}
    for command in ctx.battle.commands:
        blazon = read_blazon(command.blazon) if command.blazon else None
        if blazon is None or blazon.problems:
            continue  # arms that are not understood have been reported
        other = first.setdefault((command.side, blazon), command.id)
        if other != command.id:
            yield Finding(
                ("command", command.id, "blazon"),
                f"banners `{other}` and `{command.id}` bear the same arms",
                expected="arms of its own for each banner of a side",
                related=((("command", other, "blazon"), "the other one"),),
            )


@check(
    "AFE023",
    entry="CHK-23",
    name="leader-without-units",
    severity=_W,
    rules=("AFE-7.1-d", "AFE-7.1-e"),
    rationale="A banner lord whose last unit is gone leaves the map; one who never has any leaves at once.",
    bad="setup:\n  - {leader: guiscard, hex: C1}   # and no unit of his banner in play",
    good="setup:\n  - {unit: gu-man, hex: C1, facing: E}\n  - {leader: guiscard, hex: C1}",
    same_as=("AFE081",),
)
def leader_without_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders in play none of whose units is in play."""
    alive = setup_view(ctx).in_play
    for leader in leaders_in_play(ctx):
        banner = banner_of(ctx, leader)
        if leader.role in (CINC, BANNER_LORD) and not any(
            u.id in alive for u in ctx.battle.units if banner is not None and u.command == banner
        ):
            yield Finding(
                setup_view(ctx).start_subject(leader.id),
                f"leader `{leader.id}` is in play without any unit of his arms",
                expected="a unit of his banner",
            )


@check(
    "AFE024",
    entry="CHK-24",
    name="banner-lord-not-with-his-men",
    severity=_E,
    rules=("AFE-1-g", "AFE-5.1-g"),
    rationale="A banner lord may share a hex only with units that bear his arms, and must always do so.",
    bad="setup:\n  - {unit: ot-swi, hex: C5, facing: W}\n  - {leader: bertrade, hex: C5}",
    good="setup:\n  - {unit: be-xbow, hex: C5, facing: W}\n  - {leader: bertrade, hex: C5}",
)
def banner_lord_not_with_his_men(ctx: CheckContext) -> Iterator[Finding]:
    """Yield banner lords in a hex, or area, in which no unit of their arms starts or may be placed."""
    for leader, placement in setup_view(ctx).leaders_on_map:
        banner = banner_of(ctx, leader)
        there = setup_view(ctx).companions(placement)
        if leader.role == BANNER_LORD and not any(p.unit.command == banner for p in there):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"banner lord `{leader.id}` starts in {start_words(ctx, placement)} without a unit of his "
                "arms",
                expected="a hex with a unit of his banner",
                related=tuple((ctx.placement_subject(p.id), f"`{p.id}` bears other arms") for p in there),
            )


@check(
    "AFE025",
    entry="CHK-25",
    name="commander-alone",
    severity=_E,
    rules=("AFE-1-g", "AFE-5.1-f"),
    rationale="The commander in chief may be with any unit of his army, but never without one.",
    bad="setup:\n  - {leader: aldric, hex: A1}",
    good="setup:\n  - {unit: cr-kni, hex: A1, facing: E}\n  - {leader: aldric, hex: A1}",
)
def commander_alone(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders but banner lords where no unit of their army starts or may be placed."""
    names = {
        CINC: "commander in chief",
        SOVEREIGN: "person without a banner",
        RESERVE: "replacement leader",
    }
    for leader, placement in setup_view(ctx).leaders_on_map:
        there = setup_view(ctx).companions(placement)
        if leader.role in names and not any(p.unit.side == leader.side for p in there):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"{names[leader.role]} `{leader.id}` starts in {start_words(ctx, placement)} without a unit "
                "of his army",
                expected="a hex with a unit of his army",
            )


@check(
    "AFE026",
    entry="CHK-26",
    name="no-replacement-side",
    severity=_E,
    rules=("AFE-2.1-k", "AFE-7.6-c"),
    rationale="The back of a banner lord's counter is the man who takes his place, with all four values.",
    bad="leaders:\n  - {id: guiscard, role: banner_lord, values: {bonus: 1, rating: 2, range: 4, mp: 8}}",
    good="leaders:\n  - id: guiscard\n    role: banner_lord\n    values: {bonus: 1, rating: 2, range: "
    "4, mp: 8}\n"
    "    back: {name: Raoul, values: {bonus: 0, rating: 3, range: 3, mp: 7}}",
    scope="battle",
)
def no_replacement_side(ctx: CheckContext) -> Iterator[Finding]:
    """Yield banner lords whose back is incomplete."""
    for leader in _lords(ctx, BANNER_LORD):
        missing = _missing_fields(leader.back, LEADER_FIELDS)
        if missing:
            yield Finding(
                ("leader", leader.id, "back"),
                f"the back of banner lord `{leader.id}` has no {name_list(missing)}",
                expected="`back` with the values of his replacement",
            )


@check(
    "AFE027",
    entry="CHK-27",
    name="no-reserve-leader",
    severity=_E,
    rules=("AFE-7.6-d",),
    rationale="A captured leader is replaced by a counter from the reserve of his army.",
    bad="leaders: []    # nobody with role reserve_leader",
    good=(
        "leaders:\n  - {id: captain, side: crown, role: reserve_leader, values: {bonus: 0, rating: "
        "4, range: 2, mp: 6}}"
    ),
    scope="battle",
)
def no_reserve_leader(ctx: CheckContext) -> Iterator[Finding]:
    """Yield armies without a reserve of replacement leaders."""
    for side in ctx.battle.sides:
        if not any(x.side == side.id for x in _lords(ctx, RESERVE)):
            yield Finding(
                ("side", side.id),
                f"side `{side.id}` has no replacement leader in reserve",
                expected="a leader with role reserve_leader",
            )


@check(
    "AFE028",
    entry="CHK-28",
    name="reserve-leader-too-good",
    severity=_W,
    rules=("AFE-7.6-d",),
    rationale="Who replaces a captured leader has a smaller command range and no larger movement allowance.",
    bad="leaders:\n  - {id: captain, role: reserve_leader, values: {bonus: 0, rating: 4, range: 9, mp: 6}}",
    good="leaders:\n  - {id: captain, role: reserve_leader, values: {bonus: 0, rating: 4, range: 2, mp: 6}}",
    scope="battle",
)
def reserve_leader_too_good(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders for whom no reserve leader is fit."""
    for leader in _lords(ctx, CINC, BANNER_LORD):
        reserve = [x for x in _lords(ctx, RESERVE) if x.side == leader.side]
        reach, move = whole_number(leader.front.get("range")), whole_number(leader.front.get("mp"))
        if not reserve or reach is None or move is None:
            continue
        ranges = [r for x in reserve if (r := whole_number(x.front.get("range"))) is not None]
        if ranges and all(r >= reach for r in ranges):
            yield Finding(
                ("leader", leader.id),
                f"no reserve leader has a smaller command range than `{leader.id}` with {reach}",
                expected=f"one with a range below {reach}",
            )
        for other in reserve:
            if (whole_number(other.front.get("mp")) or 0) > move:
                yield Finding(
                    ("leader", other.id, "mp"),
                    f"reserve leader `{other.id}` moves farther than `{leader.id}`, whom he may replace",
                    expected=f"mp {move} or less",
                )


@check(
    "AFE029",
    entry="CHK-29",
    name="no-wounded-values",
    severity=_E,
    rules=("AFE-7.5.2-b",),
    rationale="The marker of a wounded leader prints his command range and movement from then on.",
    bad="leaders:\n  - {id: otto, role: banner_lord}",
    good="leaders:\n  - {id: otto, role: banner_lord, extra: {wounded: {range: 2, mp: 3}}}",
    scope="battle",
    may_warn=True,
)
def no_wounded_values(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders without values for when they are wounded; reserves, who may never come, as a warning."""
    for leader in _lords(ctx, CINC, BANNER_LORD, RESERVE):
        missing = _missing_fields(leader.extra.get("wounded", {}), ("range", "mp"))
        if missing:
            yield Finding(
                ("leader", leader.id, "wounded"),
                f"leader `{leader.id}` has no {name_list(missing)} for when he is wounded",
                expected="`extra: {wounded: {range: …, mp: …}}`",
                severity=_W if leader.role == RESERVE else None,
            )


@check(
    "AFE030",
    entry="CHK-30",
    name="wounded-is-no-worse",
    severity=_W,
    rules=("AFE-7.6-b",),
    rationale="A wounded leader has a lower command range and movement allowance than before.",
    bad="extra: {wounded: {range: 5, mp: 3}}    # with values: {range: 4, mp: 8}",
    good="extra: {wounded: {range: 2, mp: 3}}",
    scope="battle",
)
def wounded_is_no_worse(ctx: CheckContext) -> Iterator[Finding]:
    """Yield wounded values that are not lower."""
    for leader in _lords(ctx, CINC, BANNER_LORD, RESERVE):
        for name in ("range", "mp"):
            before = whole_number(leader.front.get(name))
            after = whole_number(leader.extra.get("wounded", {}).get(name))
            if before is not None and after is not None and after >= before:
                yield Finding(
                    ("leader", leader.id, "wounded", name),
                    f"wounded, leader `{leader.id}` has {name} {after}, not less than {before}",
                    expected=f"{name} below {before}",
                )


CHECKS: tuple[Check, ...] = (
    leader_values_missing,
    banner_without_leader,
    shared_coat_of_arms,
    leader_without_units,
    banner_lord_not_with_his_men,
    commander_alone,
    no_replacement_side,
    no_reserve_leader,
    reserve_leader_too_good,
    no_wounded_values,
    wounded_is_no_worse,
)
"""CHK-20 to CHK-30."""
