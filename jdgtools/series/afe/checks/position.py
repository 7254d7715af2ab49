"""Checks of command, escape, posture and contact at the start (IV.4: CHK-70 to CHK-74)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import GROUND, Check, CheckContext, Finding, check
from jdgtools.checks.general import outside
from jdgtools.checks.setup import scenario_subject, setup_view, start_words, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.hexgrid.coords import opposite
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Unit
from jdgtools.rules import MapRules
from jdgtools.series.afe.checks.common import (
    banner_of,
    leader_of,
    placed_units,
    posture_at_start,
    stacks,
)
from jdgtools.series.afe.edges import EDGES
from jdgtools.series.afe.roles import CINC
from jdgtools.series.afe.states import leader_at_start

_W = Severity.WARNING


@check(
    "AFE070",
    entry="CHK-70",
    name="out-of-command-at-start",
    severity=_W,
    rules=("AFE-7.2-a",),
    rationale="A unit farther from its leader than his command range starts the battle out of command.",
    bad="setup:\n  - {unit: gu-man, hex: E7, facing: E}\n  - {leader: guiscard, hex: C1}",
    good="setup:\n  - {unit: gu-man, hex: D1, facing: E}\n  - {leader: guiscard, hex: C1}",
)
def out_of_command_at_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units beyond the range that their leader has in his state, wherever their player places them."""
    if ctx.map is None:
        return
    where = {leader.id: placement.possible_hexes for leader, placement in setup_view(ctx).leaders_on_map}
    distances: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}  # many share two areas
    for p in setup_view(ctx).units_on_map:
        leader = leader_of(ctx, p.unit.command)
        leader = leader_at_start(leader, ctx.scenario) if leader else None
        reach = whole_number(leader.front.get("range")) if leader else None
        if leader is None or reach is None or leader.id not in where:
            continue
        if None not in (leader.side, p.unit.side) and leader.side != p.unit.side:
            continue  # AFE021 says so
        here, there = p.placement.possible_hexes, where[leader.id]
        if (here, there) not in distances:
            distances[here, there] = min(ctx.map.grid.distance(a, b) for a in here for b in there)
        distance = distances[here, there]
        if distance > reach:
            least = "" if len(here) == len(there) == 1 else "at least "
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` starts {least}{distance} hexes from `{leader.id}`, whose command range "
                f"is {reach}",
                expected=f"{reach} hexes or fewer",
                related=((ctx.placement_subject(leader.id), "its leader"),),
            )


@check(
    "AFE071",
    entry="CHK-71",
    name="commander-with-another-banner",
    severity=_W,
    rules=("AFE-5.1-f", "AFE-7.1-j"),
    rationale=(
        "The commander in chief may be with any unit, but cannot follow one that its own lord activates."
    ),
    bad="setup:\n  - {unit: be-xbow, hex: D6, facing: W}\n  - {leader: otto, hex: D6}",
    good="setup:\n  - {unit: ot-knf, hex: B6, facing: W}\n  - {leader: otto, hex: B6}",
)
def commander_with_another_banner(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders in chief who share a hex with units of other banners only."""
    for leader, placement in setup_view(ctx).leaders_on_map:
        there = [p for p in setup_view(ctx).companions(placement) if p.unit.side == leader.side]
        if leader.role == CINC and there and all(p.unit.command != banner_of(ctx, leader) for p in there):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"commander in chief `{leader.id}` starts with {name_list(p.id for p in there)} of "
                f"another banner",
                expected="a unit of his own arms",
            )


@check(
    "AFE072",
    entry="CHK-72",
    name="no-way-to-the-rout-edge",
    severity=_W,
    rules=("AFE-12.2.1-e", "AFE-7.5-g"),
    rationale=(
        "A unit that is surrounded or cannot reach its rout edge is eliminated when it routs, and its leader "
        "captured."
    ),
    bad="setup:\n  - {unit: gu-cl, hex: E1, facing: E}    # gully behind it, rout edge N\n"
    "  - {unit: ot-swi, hex: E2, facing: W}",
    good="setup:\n  - {unit: gu-man, hex: D1, facing: E}",
)
def no_way_to_the_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start surrounded (AMB-41), or with no path around enemies and excluded terrain."""
    if ctx.map is None or ctx.map_rules is None or ctx.scenario is None:
        return
    edges = {s.side: s.rout_edge for s in ctx.scenario.sides}
    ways_out: dict[tuple[str | None, str], set[int]] = {}
    hexes_by_side: dict[str | None, set[int]] = {}
    for q in placed_units(ctx):
        hexes_by_side.setdefault(q.unit.side, set()).add(q.hex)
    enemies_of = {
        side: set().union(*(hexes for x, hexes in hexes_by_side.items() if x not in (None, side)))
        for side in {p.unit.side for p in setup_view(ctx).units_on_map}
    }
    for p in setup_view(ctx).units_on_map:
        if len(outside(ctx.map, p.placement.possible_hexes)) == len(p.placement.possible_hexes):
            continue  # GEN070 says so
        enemies = enemies_of[p.unit.side]
        edge = edges.get(p.unit.side or "")
        posture = posture_at_start(ctx, p.unit, p.placement)
        hexes = p.placement.possible_hexes
        where = start_words(ctx, p.placement)
        if all(_is_surrounded(ctx.map_rules, index, posture, enemies) for index in hexes):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` in {where} starts surrounded",
                expected="a hex beside it that it may enter and that no enemy holds",
            )
            continue
        if edge not in EDGES:
            continue
        # The same for all units of a side and posture.
        key = p.unit.side, posture
        if key not in ways_out:
            ways_out[key] = _hexes_with_a_way(ctx.map_rules, posture, enemies, ctx.map.edge_hexes(edge))
        if ways_out[key].isdisjoint(hexes):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` in {where} has no way to its rout edge, {edge}",
                expected="a path without enemies and terrain that excludes it",
                depends=GROUND,
            )


def _is_surrounded(map_rules: MapRules, index: int, posture: str, enemies: set[int]) -> bool:
    """Return whether a hex is next to an enemy and no hex beside it can be entered from it (AMB-41)."""
    around = map_rules.map.grid.neighbour_table[index]
    return not enemies.isdisjoint(x for x in around if x is not None) and not any(
        there is not None and there not in enemies and _may_step(map_rules, index, direction, posture)
        for direction, there in enumerate(around)
    )


def _may_step(map_rules: MapRules, origin: int, direction: int, posture: str) -> bool:
    """Return whether terrain lets a unit step out of a hex, through gates of its own side."""
    from jdgtools.series.afe.movement import RULES

    return RULES.step_through_gates(map_rules, origin, direction, posture).cost is not None


def _hexes_with_a_way(map_rules: MapRules, posture: str, enemies: set[int], goal: frozenset[int]) -> set[int]:
    """Return the hexes from which a unit can get to a hex of the goal, however long it takes."""
    grid, passable, queue = map_rules.map.grid, set(goal), list(goal)
    for there in queue:  # grows while it is walked
        for direction, here in enumerate(grid.neighbour_table[there]):
            if here is None or here in passable or there in enemies:
                continue
            if _may_step(map_rules, here, opposite(direction), posture):
                passable.add(here)
                queue.append(here)
    return passable


@check(
    "AFE073",
    entry="CHK-73",
    name="posture-beyond-the-markers",
    severity=_W,
    rules=("AFE-8.4-a", "AFE-8.4-b"),
    rationale=(
        "A unit that starts or arrives with changed posture has a marker, which counts among those of the "
        "scenario; and only units that may mount or dismount have changed it."
    ),
    bad="settings: {remonte_markers: 0, demonte_markers: 0}\nsetup:\n"
    "  - {unit: ot-knf, hex: B6, facing: W, state: mounted}",
    good="settings: {remonte_markers: 1, demonte_markers: 0}\nsetup:\n"
    "  - {unit: ot-knf, hex: B6, facing: W, state: mounted}",
)
def posture_beyond_the_markers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start or arrive in a posture that they cannot take, and more changes than markers."""
    if ctx.scenario is None:
        return
    for name, posture, ability in (
        ("remonte_markers", "mounted", "can_mount"),
        ("demonte_markers", "dismounted", "can_dismount"),
    ):
        pieces = list(_in_posture(ctx, posture))
        for unit, subject in pieces:
            if unit.front.get(ability) is not True:
                yield Finding(
                    subject,
                    f"unit `{unit.id}` begins {posture}, but has no `{ability}`",
                    expected=f"a unit with `{ability}`, or its printed posture",
                    depends=(("unit", unit.id, ability),),
                )
        count = ctx.scenario.settings.get(name)
        if isinstance(count, int) and 0 <= count < len(pieces):
            yield Finding(
                pieces[count][1],
                f"units that begin {posture}: {name_list(u.id for u, _ in pieces)}; `{name}` is {count}",
                expected=f"`{name}` {len(pieces)} or more",
                related=((scenario_subject(ctx, "settings"), f"`{name}`"),),
            )


def _in_posture(ctx: CheckContext, posture: str) -> Iterator[tuple[Unit, Subject]]:
    """Yield the units that start or arrive in a changed posture, each with its place in the source."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for placement in scenario.placements:
        unit = ctx.units.get(placement.piece) if placement.kind == "unit" else None
        if unit is not None and unit.arm != "artillery" and ctx.state(placement, "posture") == posture:
            yield unit, ctx.placement_subject(unit.id)
    for arrival, unit in setup_view(ctx).arriving_units:
        if arrival.state.get("posture") == posture and unit.arm != "artillery":
            yield unit, ("arrival-piece", scenario.id, unit.id)


@check(
    "AFE074",
    entry="CHK-74",
    name="armies-adjacent",
    severity=_W,
    rules=("AFE-11.2-e", "AFE-12.3-b", "AFE-8.4-e", "AFE-6.B-b", "AFE-9.1-j"),
    rationale=(
        "Units next to an enemy can neither rest nor mount, nor fire in phase B but at an enemy whom melee "
        "cannot reach; nor rally while he stands there. It is legal, but rare."
    ),
    bad="setup:\n  - {unit: cr-kni, hex: C4, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
    good="setup:\n  - {unit: cr-kni, hex: C3, facing: E}\n  - {unit: ot-swi, hex: C5, facing: W}",
)
def armies_adjacent(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pairs of opposing units in adjacent hexes; each pair of hexes once."""
    if ctx.map is None:
        return
    for index, units in stacks(ctx).items():
        for there in sorted(ctx.map.grid.neighbours(index)):
            others = stacks(ctx).get(there, ()) if there > index else ()
            enemy = next((q for q in others if None not in (q.unit.side, units[0].unit.side)), None)
            if enemy is not None and enemy.unit.side != units[0].unit.side:
                yield Finding(
                    ctx.placement_subject(enemy.id),
                    f"opposing units `{units[0].id}` in {ctx.hex_id(index)} and `{enemy.id}` in "
                    f"{ctx.hex_id(there)} start adjacent",
                    expected="a hex between them",
                    related=((ctx.placement_subject(units[0].id), "the other one"),),
                )


CHECKS: tuple[Check, ...] = (
    out_of_command_at_start,
    commander_with_another_banner,
    no_way_to_the_rout_edge,
    posture_beyond_the_markers,
    armies_adjacent,
)
"""CHK-70 to CHK-74."""
