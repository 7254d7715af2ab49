"""Checks of slopes, edges, turns, settings and victory (5.6 and 5.7: SC-91 to SC-111)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import GROUND, Check, CheckContext, Finding, check
from jdgtools.checks.setup import (
    PlacedUnit,
    related_units,
    scenario_subject,
    setup_view,
    whole_number,
)
from jdgtools.checks.winning import MAX_POINTS, level_bands, levels_apart
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.mpbs.arms import BAGGAGE, FIGHTERS, WC

_E, _W = Severity.ERROR, Severity.WARNING
_SLOPES = ("slope_gentle", "slope_steep")


@check(
    "MPB091",
    entry="SC-91",
    name="levels-and-slopes",
    severity=_W,
    rules=("MP-10.9.2-c",),
    rationale="Ground changes its level at slopes only, and the high side of a slope is the higher one.",
    bad="levels: |\n  0 1      # and no slope between the two hexes",
    good="levels: |\n  0 1\nhexsides:\n  - {kind: slope_gentle, sides: [1201/NW]}",
    scope="battle",
)
def levels_and_slopes(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes of different level without a slope between them.

    Slopes that do not fall to the low side.
    """
    if ctx.map is None:
        return
    grid, levels = ctx.map.grid, ctx.map.levels
    for i in grid.hexes:
        for d in range(3):
            j = grid.neighbour(i, d)
            if j is None or not (ctx.map.playable[i] and ctx.map.playable[j]):
                continue
            slopes = [f for f in ctx.map.features_at(i, d) if ctx.battle.series.acts_as(f.kind) in _SLOPES]
            high, low = (levels[i] or 0, i), (levels[j] or 0, j)
            if high < low:
                high, low = low, high
            if high[0] != low[0] and not slopes:
                yield Finding(
                    ("map", "levels"),
                    f"hexes {ctx.hex_id(high[1])} and {ctx.hex_id(low[1])} have levels {high[0]} and "
                    f"{low[0]}, "
                    "but no slope between them",
                    expected="slope_gentle or slope_steep on the hexside",
                )
            for slope in slopes:
                inside = slope.inside
                outside = j if inside == i else i
                if inside is not None and (levels[inside] or 0) <= (levels[outside] or 0):
                    yield Finding(
                        ("hexside", slope.key),
                        f"the slope between {ctx.hex_id(inside)} and {ctx.hex_id(outside)} has its "
                        f"high side at "
                        f"{ctx.hex_id(inside)}, which is not higher",
                        expected="a slope written from the higher hex",
                    )


@check(
    "MPB094",
    entry="SC-94",
    name="no-friendly-edge",
    severity=_E,
    rules=("MP-13.4.1-a",),
    rationale="Routed units flee to the friendly edge of the map.",
    bad="sides:\n  - {side: union}",
    good="sides:\n  - {side: union, rout_edge: W}",
    may_warn=True,
)
def no_friendly_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides without a friendly edge; a warning for one that units cannot get to (terrain alone)."""
    if ctx.scenario is None:
        return
    edges = {s.side: s.rout_edge for s in ctx.scenario.sides}
    for side in ctx.battle.sides:
        edge = edges.get(side.id)
        cut_off = _cut_off(ctx, side.id, edge) if edge else []
        if cut_off:
            yield Finding(
                ("scenario-side", ctx.scenario.id, side.id, "rout_edge"),
                f"no way leads {name_list(p.id for p in cut_off)} to the {edge} edge of `{side.id}`",
                expected="an edge that every unit can reach over ground that its kind may enter",
                severity=_W,
                related=related_units(ctx, cut_off),
                depends=GROUND,
            )
        if edge is None and ("scenario-side", ctx.scenario.id, side.id, "rout_edge") not in ctx.battle.spans:
            yield Finding(
                ("scenario-side", ctx.scenario.id, side.id)
                if side.id in edges
                else scenario_subject(ctx, "sides"),
                f"side `{side.id}` has no friendly map edge",
                expected="`rout_edge`",
            )


def _cut_off(ctx: CheckContext, side: str, edge: str) -> list[PlacedUnit]:
    """Return the units of a side that start where no way leads to the edge; guns never rout (MP-12.4.4-a)."""
    if ctx.map is None or ctx.map_rules is None or not set(edge) <= set("NESW"):
        return []
    goal = ctx.map.edge_hexes(edge)
    reach: dict[str, frozenset[int]] = {}
    cut_off = []
    for p in setup_view(ctx).units_on_map:
        column = setup_view(ctx).movement_class(p.unit)
        if p.unit.side != side or p.arm not in FIGHTERS or column not in ctx.series.movement.classes:
            continue
        if column not in reach:
            reach[column] = _ways_to(ctx, goal, column)
        if reach[column].isdisjoint(p.placement.possible_hexes):
            cut_off.append(p)
    return cut_off


def _ways_to(ctx: CheckContext, goal: frozenset[int], column: str) -> frozenset[int]:
    """Return the hexes from which units of a movement class can come to one of the goal."""
    map_rules, movement = ctx.map_rules, ctx.series.movement
    hexes, queue = set(goal), sorted(goal)
    for here in queue if map_rules is not None else ():  # the queue grows while it is walked
        assert map_rules is not None
        for direction in range(6):
            there = map_rules.map.grid.neighbour(here, direction)
            if there is None or there in hexes or not map_rules.map.playable[there]:
                continue
            back = (direction + 3) % 6
            if map_rules.why_closed(there, back, column):
                continue
            unknown = map_rules.map.terrain[here] is None
            if unknown or movement.step(map_rules, there, back, column).cost is not None:
                hexes.add(there)
                queue.append(there)
    return frozenset(hexes)


@check(
    "MPB100",
    entry="SC-100",
    name="no-turns",
    severity=_E,
    rules=("MP-3-a",),
    rationale="A battle has one turn or more.",
    bad="turns: []",
    good='turns: {count: 8, start: "10:00", minutes: 30}',
)
def no_turns(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios without a turn, and those that last longer than their turn track."""
    scenario = ctx.scenario
    if scenario is not None and not scenario.turns:
        yield Finding(
            scenario_subject(ctx), f"scenario `{scenario.id}` has no turn", expected="one turn or more"
        )
    elif scenario is not None:
        numbers = [turn.number for turn in scenario.turns]
        for key, turn in (("first_turn", scenario.first_turn), ("last_turn", scenario.last_turn)):
            if turn is not None and not min(numbers) <= turn <= max(numbers):
                yield Finding(
                    scenario_subject(ctx, key),
                    f"turn {turn}, the `{key}` of scenario `{scenario.id}`, is not on its turn track",
                    expected=f"a turn from {min(numbers)} to {max(numbers)}",
                )


@check(
    "MPB104",
    entry="SC-104",
    name="settings-not-said",
    severity=_E,
    rules=("MP-10.4-g", "MP-7.3.3-a", "MP-7.2.1-b", "MP-14.1-d"),
    rationale=(
        "Who may fire salvos, whether guns may be limbered (SC-105), whether baggage moves (SC-106) "
        "and whether "
        "reaction fire is limited (SC-107) is up to the scenario, which has to say so."
    ),
    bad="settings: {salvo: nobody}",
    good=(
        "settings: {salvo: nobody, limbering: false, baggage_mobile: false, reaction_fire_exhaustion: false}"
    ),
    may_warn=True,
)
def settings_not_said(ctx: CheckContext) -> Iterator[Finding]:
    """Yield settings that the scenario leaves open; baggage only where there is some."""
    if ctx.scenario is None:
        return
    alive = setup_view(ctx).in_play
    baggage = any(u.arm == BAGGAGE and u.id in alive for u in ctx.battle.units)
    for name, rules, severity in (
        ("salvo", ("MP-10.4-g",), _E),
        ("limbering", ("MP-7.3.3-a", "MP-7.3.3-f"), _E),
        ("baggage_mobile", ("MP-7.2.1-b", "MP-14.1-d"), _E),
        ("reaction_fire_exhaustion", ("MP-9.4.1a-a",), _W),
    ):
        if ctx.scenario.settings.get(name) is None and (name != "baggage_mobile" or baggage):
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"scenario `{ctx.scenario.id}` does not say `{name}`",
                expected=f"`{name}` under `settings`",
                severity=severity,
                rules=rules,
                depends=(scenario_subject(ctx, "settings", name),),
            )


@check(
    "MPB105",
    entry="SC-105",
    name="limbering-in-the-civil-war",
    severity=_E,
    rules=("MP-7.3.3-a", "MP-7.3.3-f"),
    rationale="In This Accursed Civil War guns cannot be limbered.",
    bad="settings: {game: tacw, limbering: true}",
    good="settings: {game: tacw, limbering: false}",
)
def limbering_in_the_civil_war(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios of that game with limbering."""
    if ctx.scenario is None:
        return
    if ctx.scenario.settings.get("game") == "tacw" and ctx.scenario.settings.get("limbering") is True:
        yield Finding(
            scenario_subject(ctx, "settings"),
            f"scenario `{ctx.scenario.id}` is of This Accursed Civil War and lets guns be limbered",
            expected="`limbering: false`",
        )


@check(
    "MPB109",
    entry="SC-109",
    name="levels-of-victory",
    severity=_E,
    rules=("MP-15-b",),
    rationale="The bands of the difference of points do not overlap and leave nothing out.",
    bad="levels:\n  - {name: win, side: union, from: 11}\n  - {name: draw, from: -10, to: 5}",
    good="levels:\n  - {name: win, side: union, from: 11}\n  - {name: draw, from: -10, to: 10}\n"
    "  - {name: loss, side: empire, from: 11}",
)
def levels_of_victory(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios without levels, or with gaps and overlaps."""
    if ctx.scenario is None or not ctx.battle.sides:
        return
    if not ctx.scenario.levels:
        yield Finding(
            scenario_subject(ctx, "victory"),
            f"scenario `{ctx.scenario.id}` has no levels of victory",
            expected="`levels` under `victory`",
        )
    elif bands := level_bands(ctx):
        outermost = (bands[0][2], bands[0][0] == -MAX_POINTS), (bands[-1][2], bands[-1][1] == MAX_POINTS)
        for level, is_open in outermost:
            if not is_open:
                yield Finding(
                    level,
                    "the levels of victory end here, at a difference that a game may pass",
                    expected="the outermost level of each side without `to`",
                )
        yield from levels_apart(ctx)


@check(
    "MPB111",
    entry="SC-111",
    name="named-leader-worth-nothing",
    severity=_W,
    rules=("MP-15-c",),
    rationale="A named wing commander is worth five points for each point of his rating: 0 gives none.",
    bad="leaders:\n  - {id: falk, role: wing_commander, values: {rating: 0, named: true}}",
    good="leaders:\n  - {id: falk, role: wing_commander, values: {rating: -1, named: true}}",
    scope="battle",
)
def named_leader_worth_nothing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield named wing commanders with rating 0."""
    for leader in ctx.battle.leaders:
        is_named = leader.front.get("named") is not False
        if leader.role == WC and is_named and whole_number(leader.front.get("rating")) == 0:
            yield Finding(
                ("leader", leader.id, "rating"),
                f"named wing commander `{leader.id}` has rating 0 and is worth no victory points",
                expected="-1 or -2, or `named: false`",
            )


CHECKS: tuple[Check, ...] = (
    levels_and_slopes,
    no_friendly_edge,
    no_turns,
    settings_not_said,
    limbering_in_the_civil_war,
    levels_of_victory,
    named_leader_worth_nothing,
)
"""SC-91 to SC-111."""
