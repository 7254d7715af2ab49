"""Checks of facing (G.6 of the rules digest): CHK-76 to CHK-80."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.checks.setup import faceless_in, side_facing, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.hexgrid import corner_name
from jdgtools.series.jdg.checks.common import LINE_ARMS, CombatUnit, by_side, setup_of


@check(
    "JDG076",
    entry="CHK-76",
    name="unit-without-facing",
    severity=Severity.ERROR,
    rules=("JDG-6.1.1-a",),
    rationale="The front of an ordered or disordered unit points at a corner of its hex; front hexes, fire "
    "and shock depend on it. Only routed units have no facing.",
    bad="setup:\n  - {unit: 1-9, hex: 0305}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}",
)
def unit_without_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units on the map that face nowhere, and are not in a state in which they do."""
    if ctx.map is None or ctx.scenario is None:
        return
    corners = ", ".join(_corners(ctx))
    for placement in ctx.scenario.placements:
        level = ctx.state(placement, "level")
        on_map = placement.possible_hexes
        if (
            placement.kind == "unit"
            and on_map
            and placement.facing is None
            and not faceless_in(ctx, placement)
        ):
            yield Finding(
                (*ctx.placement_subject(placement.piece), "facing"),
                f"{level} unit `{placement.piece}` has no facing",
                expected=f"the corner of the hex that it faces: {corners}",
                hint=f"write `facing: {_corners(ctx)[0]}`, or another corner, in its entry of `setup`",
                depends=(side_facing(ctx, ctx.units[placement.piece].side),)
                if placement.piece in ctx.units
                else (),
            )


@check(
    "JDG077",
    entry="CHK-77",
    name="infantry-or-cavalry-stack-facing-two-ways",
    severity=Severity.ERROR,
    rules=("JDG-6.1.1-b",),
    rationale="All infantry units, or all cavalry units, in one hex have one facing, so that the stack has "
    "one front. Artillery with them may face another corner.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 1-38, hex: 0305, facing: E}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 1-38, hex: 0305, facing: NE}",
)
def line_stack_facing_two_ways(ctx: CheckContext) -> Iterator[Finding]:
    """Yield infantry, or cavalry, of one hex with several facings."""
    for arm in LINE_ARMS:
        yield from _facing_apart(ctx, arm)


@check(
    "JDG078",
    entry="CHK-78",
    name="artillery-stack-facing-two-ways",
    severity=Severity.ERROR,
    rules=("JDG-6.1.1-c",),
    rationale="All artillery units in one hex have one facing. It may differ from that of the infantry or "
    "cavalry in the hex, but not among the guns.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: NE}\n  - {unit: bty-2, hex: 0305, facing: E}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: NE}\n  - {unit: bty-2, hex: 0305, facing: NE}",
)
def artillery_stack_facing_two_ways(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery of one hex with several facings."""
    yield from _facing_apart(ctx, "artillery")


def _facing_apart(ctx: CheckContext, arm: str) -> Iterator[Finding]:
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            units = [
                p for p in stack if p.unit.arm == arm and not p.routed and p.placement.facing is not None
            ]
            for unit in units[1:]:
                if unit.placement.facing != units[0].placement.facing:
                    yield _two_facings(ctx, units[0], unit, arm)


def _two_facings(ctx: CheckContext, first: CombatUnit, other: CombatUnit, arm: str) -> Finding:
    here, there = _corner(ctx, other), _corner(ctx, first)
    return Finding(
        (*ctx.placement_subject(other.id), "facing"),
        f"{arm} in hex {ctx.hex_id(other.hex)} faces two ways: `{first.id}` {there}, `{other.id}` {here}",
        expected=f"one facing for all {arm} in the hex",
        hint=f"give `{other.id}` the facing {there}, or `{first.id}` the facing {here}",
        related=(((*ctx.placement_subject(first.id), "facing"), f"`{first.id}` faces {there}"),),
    )


def _corners(ctx: CheckContext) -> tuple[str, ...]:
    """Return names of the six corners, clockwise."""
    if ctx.map is None:
        return ()
    return tuple(corner_name(ctx.map.grid.orientation, k) for k in range(6))


def _corner(ctx: CheckContext, placed_unit: CombatUnit) -> str:
    facing = placed_unit.placement.facing
    return "" if ctx.map is None or facing is None else corner_name(ctx.map.grid.orientation, facing)


@check(
    "JDG079",
    entry="CHK-79",
    name="routed-unit-with-facing",
    severity=Severity.ERROR,
    rules=("JDG-10.2-q",),
    rationale="A routed unit has neither front nor rear: its counter points in the rout direction of its "
    "side, which the scenario gives as `rout_edge`. A facing of its own would contradict it.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE, state: routed}",
    good="setup:\n  - {unit: 1-9, hex: 0305, state: routed}",
)
def routed_unit_with_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield routed units that are given a facing."""
    if ctx.scenario is None:
        return
    edges = {side.side: side.rout_edge for side in ctx.scenario.sides}
    for placement in ctx.scenario.placements:
        unit = ctx.units.get(placement.piece)
        if unit is None or placement.facing is None or ctx.state(placement, "level") != "routed":
            continue
        edge = edges.get(unit.side or "")
        yield Finding(
            (*ctx.placement_subject(placement.piece), "facing"),
            f"routed unit `{placement.piece}` has a facing",
            expected=f"none: it points to its rout edge, {edge}"
            if edge
            else "none: it points to its rout edge",
            hint="delete `facing` from its entry of `setup`",
        )


@check(
    "JDG080",
    entry="CHK-80",
    name="front-off-the-map",
    severity=Severity.WARNING,
    rules=("JDG-6.1.1-d",),
    rationale="A unit fires, charges and attacks through its front hexes. Where both lie off the map it can "
    "do nothing until it turns, and whatever comes comes from its rear.",
    bad="grid: {columns: 9, rows: 9}\nsetup:\n  - {unit: 1-9, hex: 0105, facing: W}",
    good="grid: {columns: 9, rows: 9}\nsetup:\n  - {unit: 1-9, hex: 0105, facing: E}",
)
def front_off_the_map(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that look out of the map, in an area wherever they are placed."""
    setup = setup_of(ctx)
    for unit in setup.units_on_map:
        standings = setup.standings(unit)
        first = standings[0]
        if ctx.map is None or first.routed or first.placement.facing is None:
            continue
        if not any(ctx.map.playable[i] for there in standings for i in setup.front(there)):
            yield Finding(
                (*ctx.placement_subject(first.id), "facing"),
                f"`{first.id}` in {start_words(ctx, first.placement)} faces {_corner(ctx, first)}: both "
                "its front hexes lie off the map",
                expected="at least one front hex on the map",
                hint=_inwards(ctx, first),
            )


def _inwards(ctx: CheckContext, placed_unit: CombatUnit) -> str:
    """Return the facings that look into the map."""
    if ctx.map is None:
        return ""
    grid, playable = ctx.map.grid, ctx.map.playable
    names = _corners(ctx)
    good = [names[k] for k in range(6) if any(playable[i] for i in grid.front(placed_unit.hex, k))]
    return f"turn it to {', '.join(good[:-1])} or {good[-1]}" if len(good) > 1 else "turn it into the map"


CHECKS = (
    unit_without_facing,
    line_stack_facing_two_ways,
    artillery_stack_facing_two_ways,
    routed_unit_with_facing,
    front_off_the_map,
)
