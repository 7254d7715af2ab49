"""Checks of pieces without a place, lonely leaders and contact at the start (SC-40, SC-52 to SC-54)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import presence, related_units, scenario_subject, setup_view, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.mpbs.arms import AC, WC
from jdgtools.series.mpbs.checks.common import combat_companions, combat_units_at, hexes_with_units

_W = Severity.WARNING


@check(
    "MPB040",
    entry="SC-40",
    name="piece-without-place",
    severity=Severity.ERROR,
    rules=("MP-8.1.1-a",),
    rationale="Every unit and leader of the order of battle starts on the map or in a box, arrives, or is "
    "left out by the scenario. Of whom it says nothing, nobody knows whether he was forgotten.",
    bad="unused: []      # and unit un-old is neither in setup nor in reinforcements",
    good="unused: [un-old]",
)
def piece_without_place(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that say nothing of units and leaders; wrong placements have been reported."""
    scenario = ctx.scenario
    if scenario is None:
        return
    names = setup_view(ctx).named_pieces | scenario.unused
    pieces = [u.id for u in ctx.battle.units if u.side is not None]
    pieces += [x.id for x in ctx.battle.leaders if x.side is not None]
    missing = [p for p in pieces if p not in names and ctx.placement_subject(p) not in ctx.battle.spans]
    if missing:
        yield Finding(
            scenario_subject(ctx, "unused"),
            f"scenario `{scenario.id}` says nothing of {name_list(missing)}",
            expected="each piece in `setup`, in `reinforcements` or in `unused`",
            hint="place or schedule them, or write `unused: rest` to leave out all that are not named",
            depends=presence(scenario),
        )
    both = sorted(scenario.unused & setup_view(ctx).named_pieces)
    if both:
        yield Finding(
            scenario_subject(ctx, "unused"),
            f"scenario `{scenario.id}` leaves {name_list(both)} out and uses them",
            expected="a piece in `unused`, or in play",
        )


@check(
    "MPB052",
    entry="SC-52",
    name="leader-alone",
    severity=_W,
    rules=("MP-5.2.1-b", "MP-5.2.1-c"),
    rationale="Only an army commander may be alone in a hex.",
    bad="setup:\n  - {leader: horn, hex: 1102}",
    good="setup:\n  - {leader: baner, hex: 1102}",
    same_as=("MPB032",),
)
def leader_alone(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders other than army commanders where no unit starts or may be placed.

    Also any leader next to enemies (SC-53).
    """
    for leader, placement in setup_view(ctx).leaders_on_map:
        if combat_companions(ctx, placement):
            continue
        placeless = (ctx.units[u] for u in setup_view(ctx).placeless_pieces if u in ctx.units)
        if leader.role not in (AC, None) and not any(unit.side == leader.side for unit in placeless):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"leader `{leader.id}` starts alone in {start_words(ctx, placement)}",
                expected="a hex with a unit of his wing" if leader.role == WC else "a hex with a unit",
                depends=presence(ctx.scenario),
            )
        around = [h for index in placement.hexes if ctx.map for h in ctx.map.grid.neighbours(index)]
        enemies = [
            p
            for h in around
            for p in combat_units_at(ctx, h)
            if None not in (p.unit.side, leader.side) and p.unit.side != leader.side
        ]
        if enemies:
            yield Finding(
                ctx.placement_subject(leader.id),
                f"leader `{leader.id}` starts alone next to enemy `{enemies[0].id}`",
                expected="a unit with him, or no enemy beside him",
                rules=("MP-5.3.1-b",),
            )


@check(
    "MPB054",
    entry="SC-54",
    name="armies-adjacent",
    severity=_W,
    rules=("MP-5.6.1-d",),
    rationale="Only units under Charge come next to enemies; at the start of a battle that is rare.",
    bad="setup:\n  - {unit: un-horn, hex: 1401, facing: E}\n  - {unit: em-cuir, hex: 1501, facing: W}",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: em-cuir, hex: 1501, facing: W}",
)
def armies_adjacent(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with an enemy in an adjacent hex; each pair of units once."""
    if ctx.map is None:
        return
    pairs: set[frozenset[str]] = set()
    for index, _ in hexes_with_units(ctx):
        for there in sorted(ctx.map.grid.neighbours(index)):
            tops = ((p, q) for p in combat_units_at(ctx, index)[:1] for q in combat_units_at(ctx, there)[:1])
            for p, q in tops:
                pair = frozenset((p.id, q.id))
                if None in (p.unit.side, q.unit.side) or p.unit.side == q.unit.side or pair in pairs:
                    continue
                pairs.add(pair)
                yield Finding(
                    ctx.placement_subject(q.id),
                    f"opposing units `{p.id}` in {ctx.hex_id(index)} and `{q.id}` in {ctx.hex_id(there)} "
                    "start adjacent",
                    expected="a hex between them",
                    related=related_units(ctx, (p,)),
                )


CHECKS: tuple[Check, ...] = (piece_without_place, leader_alone, armies_adjacent)
"""SC-40, SC-52 to SC-54."""
