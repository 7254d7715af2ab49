"""Checks of facing and of two-hex units (5.4: SC-60 to SC-66)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import PlacedUnit, faceless_in, setup_view, side_facing
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.hexgrid import corner_name
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS
from jdgtools.series.mpbs.checks.common import standings
from jdgtools.series.mpbs.footprint import facing_of, zones

_E, _W = Severity.ERROR, Severity.WARNING


def _faceless(ctx: CheckContext, p: PlacedUnit) -> str:
    """Return why a unit has no facing; '' if it has one."""
    state = p.placement.state
    if p.arm == BAGGAGE:
        return "baggage"
    if ctx.state(p.placement, "morale") == "morale_broken":
        return "Morale Broken"
    if p.arm == GUNS and state.get("limbering") == "limbered":
        return "limbered"
    if p.arm == GUNS and state.get("gun_status", "gun_served") != "gun_served":
        return "out of action"
    return faceless_in(ctx, p.placement)


def _in_long_column(ctx: CheckContext, p: PlacedUnit) -> bool:
    return p.unit.footprint == 2 and ctx.state(p.placement, "formation") == "column"


@check(
    "MPB060",
    entry="SC-60",
    name="no-facing",
    severity=_E,
    rules=("MP-6.1-a",),
    rationale="Every counter faces a corner of its hex.",
    bad="setup:\n  - {unit: un-horn, hex: 1201}",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}",
)
def no_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that should face a corner and do not.

    A two-hex column faces from its left to its right half.
    """
    for p in setup_view(ctx).units_on_map:
        is_written = (*ctx.placement_subject(p.id), "facing") in ctx.battle.spans
        if (
            p.placement.facing is None
            and not is_written
            and not _faceless(ctx, p)
            and not _in_long_column(ctx, p)
        ):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` has no facing",
                expected="`facing`, one of the six corners",
                depends=(
                    (*ctx.placement_subject(p.id), "state"),
                    ("unit", p.id, "side"),
                    side_facing(ctx, p.unit.side),
                ),
            )


@check(
    "MPB061",
    entry="SC-61",
    name="facing-without-meaning",
    severity=_W,
    rules=("MP-6.1-d",),
    rationale="Leaders, limbered guns, baggage and Morale Broken units face nothing.",
    bad="setup:\n  - {unit: un-light, hex: 1104, facing: E, state: limbered}",
    good="setup:\n  - {unit: un-light, hex: 1104, state: limbered}",
)
def facing_without_meaning(ctx: CheckContext) -> Iterator[Finding]:
    """Yield facings of pieces that have none."""
    for placement in ctx.scenario.placements if ctx.scenario else ():
        if placement.kind == "leader" and placement.facing is not None:
            yield Finding(
                (*ctx.placement_subject(placement.piece), "facing"),
                f"leader `{placement.piece}` has a facing",
                expected="no facing",
            )
    for p in setup_view(ctx).units_on_map:
        reason = _faceless(ctx, p)
        if reason and p.placement.facing is not None:
            yield Finding(
                (*ctx.placement_subject(p.id), "facing"),
                f"unit `{p.id}` is {reason}, but has a facing",
                expected="no facing",
            )


@check(
    "MPB062",
    entry="SC-62",
    name="halves-apart",
    severity=_E,
    rules=("MP-2.3-k", "MP-6.1-c"),
    rationale="A two-hex unit covers two adjacent hexes.",
    bad="setup:\n  - {unit: em-red, hexes: [1506, 1503], facing: W}",
    good="setup:\n  - {unit: em-red, hexes: [1504, 1503], facing: W}",
)
def halves_apart(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units whose hexes are not adjacent."""
    for p in setup_view(ctx).units:
        if len(p.hexes) == 2 and ctx.map is not None and facing_of(ctx.map.grid, *p.hexes) is None:
            left, right = (ctx.hex_id(h) for h in p.hexes)
            yield Finding(
                ctx.placement_subject(p.id),
                f"the halves of `{p.id}`, {left} and {right}, are not adjacent",
                expected="two adjacent hexes",
            )


@check(
    "MPB063",
    entry="SC-63",
    name="facing-along-the-axis",
    severity=_E,
    rules=("MP-6.1-c",),
    rationale="Each half of a two-hex unit lies on the flank of the other, so two hexes allow two facings.",
    bad="setup:\n  - {unit: em-red, hexes: [1504, 1503], facing: NW}",
    good="setup:\n  - {unit: em-red, hexes: [1504, 1503], facing: W}",
)
def facing_along_the_axis(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units that face neither of the two corners their hexes allow."""
    yield from _two_hex(ctx, are_swapped=False)


@check(
    "MPB064",
    entry="SC-64",
    name="halves-exchanged",
    severity=_E,
    rules=("MP-6.1-c", "MP-6.3.4-d"),
    rationale="The first hex is the left half, the second the right half, seen towards the facing.",
    bad="setup:\n  - {unit: em-red, hexes: [1503, 1504], facing: W}",
    good="setup:\n  - {unit: em-red, hexes: [1504, 1503], facing: W}",
)
def halves_exchanged(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units whose halves are in the wrong order for their facing."""
    yield from _two_hex(ctx, are_swapped=True)


def _two_hex(ctx: CheckContext, are_swapped: bool) -> Iterator[Finding]:
    """Yield two-hex units in line with a wrong facing: the opposite one (`are_swapped`), or any other."""
    if ctx.map is None:
        return
    grid = ctx.map.grid
    for p in setup_view(ctx).units:
        facing = p.placement.facing
        if len(p.hexes) != 2 or facing is None or _in_long_column(ctx, p) or _faceless(ctx, p):
            continue
        right = facing_of(grid, *p.hexes)
        if right is None or facing == right or (facing == (right + 3) % 6) is not are_swapped:
            continue
        left_id, right_id = (ctx.hex_id(h) for h in p.hexes)
        if are_swapped:
            yield Finding(
                ctx.placement_subject(p.id),
                f"seen towards its facing, {left_id} is the right half of `{p.id}`, not the left one",
                expected=f"hexes: [{right_id}, {left_id}]",
                hint="exchange them; in a group, write `along` and the units from the other end",
            )
        else:
            yield Finding(
                ctx.placement_subject(p.id),
                f"`{p.id}` in {left_id} and {right_id} cannot face {corner_name(grid.orientation, facing)}",
                expected=f"{corner_name(grid.orientation, right)} or "
                f"{corner_name(grid.orientation, (right + 3) % 6)}: at right angles to the line of its hexes",
            )


@check(
    "MPB065",
    entry="SC-65",
    name="facing-of-a-column",
    severity=_E,
    rules=("MP-6.1-a", "MP-6.3.4-d"),
    rationale=(
        "A two-hex unit in Column faces from its tail to its head, which is its right half; the order of its "
        "hexes says so, and a corner would say something else."
    ),
    bad="setup:\n  - {unit: em-grey, hexes: [1605, 1505], facing: W, state: column}",
    good="setup:\n  - {unit: em-grey, hexes: [1605, 1505], state: column}     # tail, head",
)
def facing_of_a_column(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units in Column with a facing."""
    for p in setup_view(ctx).units:
        if _in_long_column(ctx, p) and p.placement.facing is not None:
            yield Finding(
                ctx.placement_subject(p.id),
                f"`{p.id}` is in Column, but faces a corner",
                expected="no facing; hexes: [tail, head]",
            )


@check(
    "MPB066",
    entry="SC-66",
    name="faces-off-the-map",
    severity=_W,
    rules=("MP-6.1-b",),
    rationale="A unit that has no front hex on the map looks the wrong way.",
    bad="setup:\n  - {unit: un-light, hex: 1101, facing: W}",
    good="setup:\n  - {unit: un-light, hex: 1101, facing: E}",
)
def faces_off_the_map(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without a front hex, in an area wherever they are placed."""
    if ctx.map is None:
        return
    for p in setup_view(ctx).units_on_map:
        facing = p.placement.facing
        if facing is None or _faceless(ctx, p) or _in_long_column(ctx, p):
            continue
        fronts = (zones(ctx.map.grid, hexes, facing).front for hexes in standings(p))
        if not any(ctx.map.playable[h] for front in fronts for h in front):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` faces off the map",
                expected="a front hex on the map",
            )


CHECKS: tuple[Check, ...] = (
    no_facing,
    facing_without_meaning,
    halves_apart,
    facing_along_the_axis,
    halves_exchanged,
    facing_of_a_column,
    faces_off_the_map,
)
"""SC-60 to SC-66."""
