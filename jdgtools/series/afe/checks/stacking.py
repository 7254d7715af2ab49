"""Checks of who may share a hex, and where (IV.4: CHK-61 to CHK-69)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import name_list, related_units
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.afe.checks.common import Placed, movement_class, placed_units, stacks

_E, _W = Severity.ERROR, Severity.WARNING


def _one_side(units: tuple[Placed, ...]) -> bool:
    return len({p.unit.side for p in units}) < 2


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
    """Yield units in hexes that are NM for them."""
    if ctx.map is None:
        return
    chart = ctx.charts.get("TBL-TERRAIN-HEX")
    for p in placed_units(ctx):
        kind, column = ctx.map.terrain[p.hex], movement_class(ctx, p)
        cell = chart.cells.get((kind or "", column))
        if cell is not None and cell.value == "NM":
            yield Finding(
                ctx.placed(p.id),
                f"unit `{p.id}` starts in hex {ctx.hex_id(p.hex)}, {kind}, which excludes {column} units",
                expected="a hex that it may enter",
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
    """Yield hexes with two or more units without artillery, where the scenario allows no stacks at all."""
    allowed = ctx.scenario.settings.get("stack_types") if ctx.scenario else ""
    for index, units in stacks(ctx).items():
        if len(units) > 1 and _one_side(units) and not allowed and not _guns(units):
            yield Finding(
                ctx.placed(units[1].id),
                f"hex {ctx.hex_id(index)} holds {name_list(p.id for p in units)}",
                expected="one combat unit in a hex",
                hint="the scenario may allow stacks: `stack_types` and `stack_maximum` under `settings`",
                related=related_units(ctx, (units[0], *units[2:])),
            )


def _guns(units: tuple[Placed, ...]) -> list[Placed]:
    return [p for p in units if p.unit.arm == "artillery"]


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
    """Yield stacks with artillery that are not one gun and one infantry unit."""
    for index, units in stacks(ctx).items():
        guns = _guns(units)
        if len(units) < 2 or not guns or not _one_side(units):
            continue
        others = [p for p in units if p.unit.arm != "artillery"]
        foot = [p for p in others if movement_class(ctx, p) == "foot"]
        if len(guns) != 1 or len(others) != 1 or not foot:
            yield Finding(
                ctx.placed(guns[-1].id),
                f"artillery `{guns[-1].id}` shares hex {ctx.hex_id(index)} with "
                f"{name_list(p.id for p in units if p is not guns[-1])}",
                expected="one artillery unit and one infantry unit",
                related=related_units(ctx, tuple(p for p in units if p is not guns[-1])),
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
)
def stack_not_allowed(ctx: CheckContext) -> Iterator[Finding]:
    """Yield stacks without artillery that the scenario's exception does not cover."""
    settings = ctx.scenario.settings if ctx.scenario else {}
    types = str(settings.get("stack_types", "")).replace(",", " ").split()
    maximum = settings.get("stack_maximum", 1)
    for index, units in stacks(ctx).items():
        if not types or len(units) < 2 or not _one_side(units) or _guns(units):
            continue
        wrong = [p for p in units if p.code not in types]
        problems = []
        if wrong:
            problems.append(f"{name_list(p.id for p in wrong)} may not stack")
        if isinstance(maximum, int) and len(units) > maximum:
            problems.append(f"{len(units)} units, {maximum} allowed")
        if settings.get("stack_same_type") is True and len({p.code for p in units}) > 1:
            problems.append("units of different types")
        if settings.get("stack_same_banner") is True and len({p.unit.command for p in units}) > 1:
            problems.append("units of different banners")
        if problems:
            yield Finding(
                ctx.placed(units[1].id),
                f"stack of {name_list(p.id for p in units)} in hex {ctx.hex_id(index)}: "
                f"{'; '.join(problems)}",
                expected=f"at most {maximum} units of type {', '.join(types)}",
                related=related_units(ctx, (units[0], *units[2:])),
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
)
def both_armies_in_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with units of both sides."""
    for index, units in stacks(ctx).items():
        other = next((p for p in units if p.unit.side not in (None, units[0].unit.side)), None)
        if other is not None and units[0].unit.side is not None:
            yield Finding(
                ctx.placed(other.id),
                f"hex {ctx.hex_id(index)} holds units of both sides: {name_list(p.id for p in units)}",
                expected="units of one side in a hex",
                related=related_units(ctx, tuple(p for p in units if p is not other)),
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
    """Yield units without a facing that are not routed."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind != "unit" or p.box or p.facing is not None or ctx.state(p, "organisation") == "routed":
            continue
        if ("placement", ctx.scenario.id if ctx.scenario else "", p.piece, "facing") not in ctx.battle.spans:
            yield Finding(
                ctx.placed(p.piece),
                f"unit `{p.piece}` has no facing",
                expected="`facing`, one of the six hexsides",
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
        facing = [p for p in units if not p.routed and p.placement.facing is not None]
        odd = next((p for p in facing if p.placement.facing != facing[0].placement.facing), None)
        if odd is not None:
            yield Finding(
                ctx.placed(odd.id),
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
    good="setup:\n  - {unit: gu-cl, hex: E1, state: routed}",
)
def routed_unit_faces(ctx: CheckContext) -> Iterator[Finding]:
    """Yield routed units with a facing."""
    for p in placed_units(ctx):
        if p.routed and p.placement.facing is not None:
            yield Finding(
                ctx.placed(p.id), f"unit `{p.id}` starts routed, but has a facing", expected="no facing"
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
