"""Checks of who may share a hex, and where (IV.4: CHK-61 to CHK-69)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import faceless_in, related_units, scenario_subject, setup_view, side_facing
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.hexgrid.names import direction_name
from jdgtools.model.context import Subject
from jdgtools.series.afe.checks.common import (
    StackMember,
    StackRule,
    all_stacks,
    allowed_by_rule,
    placed_units,
    posture_at_start,
    posture_of,
    stacks,
)
from jdgtools.series.afe.edges import directions_towards

_E, _W = Severity.ERROR, Severity.WARNING


def _one_side(members: tuple[StackMember, ...]) -> bool:
    return len({m.unit.side for m in members}) < 2


def _guns(members: tuple[StackMember, ...]) -> list[StackMember]:
    return [m for m in members if m.unit.arm == "artillery"]


def _others(members: tuple[StackMember, ...], odd: StackMember) -> tuple[tuple[Subject, str], ...]:
    """Return the further members of a stack as related places of a finding."""
    return tuple((m.subject, f"`{m.id}` is in the stack") for m in members if m is not odd)


@check(
    "AFE061",
    entry="CHK-61",
    name="excluded-terrain",
    severity=_E,
    rules=("AFE-8.1-i",),
    rationale="A unit cannot stand where the terrain table excludes it (NM).",
    bad="setup:\n  - {unit: cr-kni, hex: A5, facing: E}   # knights in dense wood",
    good="setup:\n  - {unit: cr-maf, hex: A5, facing: E}",
)
def excluded_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units in hexes that are NM for them, or in areas of which every hex is."""
    battle_map = ctx.map
    if battle_map is None:
        return
    chart = ctx.charts.get("TBL-TERRAIN-HEX")

    def excluded(index: int, column: str) -> bool:
        cell = chart.cells.get((battle_map.terrain[index] or "", column))
        return cell is not None and cell.value == "NM"

    for p in placed_units(ctx):
        column = posture_of(ctx, p)
        if excluded(p.hex, column):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` starts in hex {ctx.hex_id(p.hex)}, {battle_map.terrain[p.hex]}, which "
                f"excludes {column} units",
                expected="a hex that it may enter",
            )
    for placement in ctx.scenario.placements if ctx.scenario else ():
        unit = ctx.units.get(placement.piece) if placement.kind == "unit" else None
        if unit is None or placement.hexes or not placement.area:
            continue
        column = posture_at_start(ctx, unit, placement)
        if all(excluded(index, column) for index in placement.area):
            yield Finding(
                ctx.placement_subject(unit.id),
                f"unit `{unit.id}` starts in an area ({placement.area_name}) of which every hex excludes "
                f"{column} units",
                expected="an area with a hex that it may enter",
            )


@check(
    "AFE062",
    entry="CHK-62",
    name="too-many-units",
    severity=_E,
    rules=("AFE-5.1-a",),
    rationale=(
        "One combat unit may stand in a hex; artillery with infantry, or what the scenario allows, is more."
    ),
    bad="setup:\n  - {unit: ot-swi, hex: C5, facing: W}\n  - {unit: ot-pik, hex: C5, facing: W}",
    good="setup:\n  - {unit: ot-swi, hex: C5, facing: W}\n  - {unit: ot-pik, hex: C6, facing: W}",
)
def too_many_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield stacks of two or more units without artillery, where the scenario allows no stacks at all."""
    codes_allowed = StackRule.of(ctx.scenario).codes
    for where, members in all_stacks(ctx):
        if codes_allowed or allowed_by_rule(ctx, members):
            continue
        if len(members) > 1 and _one_side(members) and not _guns(members):
            yield Finding(
                members[1].subject,
                f"{where} holds {name_list(m.id for m in members)}",
                expected="one combat unit in a hex",
                hint="the scenario may allow stacks: `stack_types` and `stack_maximum` under `settings`, or "
                "the effect `stack_limit` of a special rule",
                related=_others(members, members[1]),
            )


@check(
    "AFE063",
    entry="CHK-63",
    name="artillery-stack",
    severity=_E,
    rules=("AFE-5.2.1-a", "AFE-2.2-g"),
    rationale="One artillery unit may stand with one infantry unit: not with cavalry, not with another gun.",
    bad="setup:\n  - {unit: gu-man, hex: C6, facing: W}\n  - {unit: be-gun, hex: C6, facing: W}",
    good="setup:\n  - {unit: be-aq, hex: C6, facing: W}\n  - {unit: be-gun, hex: C6, facing: W}",
)
def artillery_stack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield stacks with artillery that are not one gun and one infantry unit, nor covered by an exception."""
    rule = StackRule.of(ctx.scenario)
    for where, members in all_stacks(ctx):
        guns = _guns(members)
        if len(members) < 2 or not guns or not _one_side(members) or allowed_by_rule(ctx, members):
            continue
        foot = [m for m in members if m.posture == "foot"]
        alone = len(guns) == len(members) and guns[0].code in rule.codes  # two guns: AFE064 says why not
        if (len(guns), len(foot), len(members)) != (1, 1, 2) and not alone and rule.problems(members):
            gun = guns[-1]
            names = name_list(m.id for m in members if m is not gun)
            yield Finding(
                gun.subject,
                f"artillery `{gun.id}` shares {where} with {names}",
                expected="one artillery unit and one infantry unit",
                related=_others(members, gun),
            )


@check(
    "AFE064",
    entry="CHK-64",
    name="stack-not-allowed",
    severity=_E,
    rules=("AFE-5.2.2-a",),
    rationale=(
        "A scenario that lets units stack says which types, how many, and whether of one type and banner."
    ),
    bad="settings: {stack_types: Mi, stack_maximum: 2}   # and two knights in one hex",
    good="settings: {stack_types: Mi Ch, stack_maximum: 2}",
    may_warn=True,
)
def stack_not_allowed(ctx: CheckContext) -> Iterator[Finding]:
    """Yield exceptions that name no type or change nothing, and stacks that the exception does not cover."""
    rule = StackRule.of(ctx.scenario)
    codes = {t.code for t in ctx.battle.series.unit_types}
    for code in rule.codes:
        if code not in codes:
            type_meant = ctx.battle.series.unit_type(code)
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"`stack_types` lists `{code}`, which is no type of unit",
                expected=f"codes among {', '.join(sorted(codes))}",
                hint=f"`{code}` is written `{type_meant.code}`" if type_meant is not None else None,
            )
    if ctx.scenario is not None and rule.maximum is not None and bool(rule.codes) != (rule.maximum > 1):
        has, lacks = "stack_types", f"`stack_maximum` is {rule.maximum}"
        if not rule.codes:
            has, lacks = "stack_maximum", "`stack_types` names no type"
        yield Finding(
            scenario_subject(ctx, "settings"),
            f"`{has}` allows nothing: {lacks}",
            expected="both, or neither of them",
            severity=_W,
        )
    for where, members in all_stacks(ctx):
        guns = _guns(members)
        if not rule.codes or len(members) < 2 or not _one_side(members) or allowed_by_rule(ctx, members):
            continue
        if guns and (len(guns) < len(members) or guns[0].code not in rule.codes):
            continue  # AFE063 judges it
        problems = rule.problems(members)
        if problems:
            yield Finding(
                members[1].subject,
                f"stack of {name_list(m.id for m in members)} in {where}: {'; '.join(problems)}",
                expected=f"at most {rule.maximum} units of type {', '.join(rule.codes)}",
                related=_others(members, members[1]),
            )


@check(
    "AFE066",
    entry="CHK-66",
    name="both-armies-in-one-hex",
    severity=_E,
    rules=("AFE-5.1-a",),
    rationale="No unit may enter a hex that an enemy unit occupies (AMB-28).",
    bad="setup:\n  - {unit: cr-kni, hex: C5, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
    good="setup:\n  - {unit: cr-kni, hex: C3, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
    same_as=("GEN101",),
)
def both_armies_in_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield stacks with units of both sides."""
    for where, members in all_stacks(ctx):
        side = members[0].unit.side
        other = next((m for m in members if m.unit.side not in (None, side)), None)
        if other is not None and side is not None:
            yield Finding(
                other.subject,
                f"{where} holds units of both sides: {name_list(m.id for m in members)}",
                expected="units of one side in a hex",
                related=_others(members, other),
            )


@check(
    "AFE067",
    entry="CHK-67",
    name="no-facing",
    severity=_E,
    rules=("AFE-3-a", "AFE-3-b"),
    rationale="Every unit that is not routed faces a hexside.",
    bad="setup:\n  - {unit: cr-kni, hex: A2}",
    good="setup:\n  - {unit: cr-kni, hex: A2, facing: E}",
)
def no_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without a facing that are not routed, nor in a state of the battle's own without facing."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind != "unit" or p.box or p.facing is not None or faceless_in(ctx, p):
            continue
        if ("placement", ctx.scenario.id if ctx.scenario else "", p.piece, "facing") not in ctx.battle.spans:
            yield Finding(
                ctx.placement_subject(p.piece),
                f"unit `{p.piece}` has no facing",
                expected="`facing`, one of the six hexsides",
                depends=(side_facing(ctx, ctx.units[p.piece].side if p.piece in ctx.units else None),),
            )


@check(
    "AFE068",
    entry="CHK-68",
    name="stack-faces-two-ways",
    severity=_E,
    rules=("AFE-5.2.3-a", "AFE-5.2.3-b"),
    rationale="All units of a hex that are not routed have the same facing.",
    bad="setup:\n  - {unit: be-aq, hex: C6, facing: W}\n  - {unit: be-gun, hex: C6, facing: NW}",
    good="setup:\n  - {unit: be-aq, hex: C6, facing: W}\n  - {unit: be-gun, hex: C6, facing: W}",
)
def stack_faces_two_ways(ctx: CheckContext) -> Iterator[Finding]:
    """Yield stacks whose units face differently."""
    for index, units in stacks(ctx).items():
        # Of a hex with units of both sides AFE066 speaks.
        friends = [p for p in units if p.unit.side == units[0].unit.side]
        facing = [p for p in friends if not p.routed and p.placement.facing is not None]
        odd = next((p for p in facing if p.placement.facing != facing[0].placement.facing), None)
        if odd is not None:
            yield Finding(
                ctx.placement_subject(odd.id),
                f"in hex {ctx.hex_id(index)} `{odd.id}` and `{facing[0].id}` face different hexsides",
                expected="one facing for the whole stack",
                related=related_units(ctx, (facing[0],)),
            )


@check(
    "AFE069",
    entry="CHK-69",
    name="routed-unit-faces",
    severity=_W,
    rules=("AFE-3-g", "AFE-12.2.1-h"),
    rationale="A routed unit has no facing; it is shown turned to its rout edge.",
    bad="setup:\n  - {unit: gu-cl, hex: E1, facing: E, state: routed}",
    good="sides:\n  - {side: crown, rout_edge: W}\n"
    "setup:\n  - {unit: gu-cl, hex: E1, facing: W, state: routed}",
)
def routed_unit_faces(ctx: CheckContext) -> Iterator[Finding]:
    """Yield routed units turned otherwise than to their rout edge, where they have one."""
    if ctx.map is None or ctx.scenario is None:
        return
    grid = ctx.map.grid
    edges = {s.side: s.rout_edge for s in ctx.scenario.sides}
    for p in setup_view(ctx).units_on_map:
        ahead = directions_towards(grid, edges.get(p.unit.side or ""))
        routed = ctx.state(p.placement, "organisation") == "routed"
        if routed and p.placement.facing is not None and ahead and p.placement.facing not in ahead:
            facing = direction_name(grid.orientation, p.placement.facing)
            names = [direction_name(grid.orientation, d) for d in ahead]
            yield Finding(
                (*ctx.placement_subject(p.id), "facing"),
                f"unit `{p.id}` starts routed, but faces {facing}",
                expected=f"no facing, or {' or '.join(names)} towards its rout edge",
            )


CHECKS: tuple[Check, ...] = (
    excluded_terrain,
    too_many_units,
    artillery_stack,
    stack_not_allowed,
    both_armies_in_one_hex,
    no_facing,
    stack_faces_two_ways,
    routed_unit_faces,
)
"""CHK-61 to CHK-69."""
