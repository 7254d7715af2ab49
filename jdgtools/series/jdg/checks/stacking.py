"""Checks of initial stacking (G.5 of the rules digest): CHK-63 to CHK-75."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import GROUND, CheckContext, Finding, check
from jdgtools.checks.general import hex_names
from jdgtools.checks.setup import related_units
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import MAX_LISTED, name_list
from jdgtools.series.jdg.checks import stack_rules
from jdgtools.series.jdg.checks.common import LINE_ARMS, CombatUnit, by_side, setup_of
from jdgtools.series.jdg.checks.stack_rules import in_setup, of_arm, points
from jdgtools.series.jdg.stacking import SMALL_STACK


@check(
    "JDG063",
    entry="CHK-63",
    name="three-unit-stack-above-six-points",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-h", "JDG-5.1.1-m"),
    options=("six_sp_counts_artillery",),
    rationale="A third infantry or cavalry unit may join a stack only while the three are small: 6 SP or "
    "fewer together, counted on the sides that lie face up. A stronger stack would have to break up before "
    "its first move.",
    bad="setup:\n  - {unit: a, hex: 0305, facing: E}   # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}   # 2 SP\n  - {unit: c, hex: 0305, facing: E}   # 3 SP",
    good="setup:\n  - {unit: a, hex: 0305, facing: E}   # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}   # 2 SP\n  - {unit: c, hex: 0306, facing: E}   # 3 SP",
)
def three_unit_stack_above_six_points(ctx: CheckContext) -> Iterator[Finding]:
    """Yield three infantry or three cavalry with more than 6 SP."""
    yield from in_setup(ctx, stack_rules.above_six_points)


@check(
    "JDG064",
    entry="CHK-64",
    name="stack-of-several-formations",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-b", "JDG-5.1.1-g"),
    rationale="Infantry units that share a hex belong to one formation, and so do cavalry units, because a "
    "stack moves and fights with its formation. Routed units are past that and may be mixed; artillery may "
    "join any formation.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E}    # formation hill\n"
    "  - {unit: 1-29, hex: 0305, facing: E}   # formation fane",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E}    # formation hill\n"
    "  - {unit: 1-29, hex: 0306, facing: E}   # formation fane",
)
def stack_of_several_formations(ctx: CheckContext) -> Iterator[Finding]:
    """Yield infantry (or cavalry) of several formations in one hex."""
    yield from in_setup(ctx, stack_rules.mixed_formations)


@check(
    "JDG065",
    entry="CHK-65",
    name="three-artillery-units",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-n",),
    rationale="Any two artillery units may share a hex; a third one has no room.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: bty-2, hex: 0305, facing: E}\n"
    "  - {unit: bty-3, hex: 0305, facing: E}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: bty-2, hex: 0305, facing: E}\n"
    "  - {unit: bty-3, hex: 0306, facing: E}",
)
def three_artillery_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield more than two artillery units in a hex."""
    yield from in_setup(ctx, stack_rules.three_artillery)


@check(
    "JDG066",
    entry="CHK-66",
    name="two-artillery-units-with-infantry",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-c",),
    rationale="One artillery unit, of any formation, may stand with one or two infantry units. Two of them "
    "with infantry are not among the stacks that the rules allow.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: bty-2, hex: 0305, facing: E}\n"
    "  - {unit: 1-9, hex: 0305, facing: E}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: 1-9, hex: 0305, facing: E}\n"
    "  - {unit: bty-2, hex: 0306, facing: E}",
)
def two_artillery_units_with_infantry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield more than one artillery unit with infantry."""
    yield from in_setup(ctx, stack_rules.guns_with_infantry)


@check(
    "JDG067",
    entry="CHK-67",
    name="artillery-with-too-much-cavalry",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-e",),
    options=("stack_cav_with_artillery",),
    rationale="The rules let one artillery unit stand with one cavalry unit. By the recommended ruling of "
    "AMB-30 that is all: two cavalry units with artillery, or two artillery units with cavalry, are illegal. "
    "The option `stack_cav_with_artillery` names another number of cavalry units.",
    bad="setup:\n  - {unit: ha-1, hex: 0305, facing: E}\n  - {unit: 20-ld, hex: 0305, facing: E}\n"
    "  - {unit: 14-ld, hex: 0305, facing: E}",
    good="setup:\n  - {unit: ha-1, hex: 0305, facing: E}\n  - {unit: 20-ld, hex: 0305, facing: E}\n"
    "  - {unit: 14-ld, hex: 0306, facing: E}",
)
def artillery_with_too_much_cavalry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery and cavalry beyond one of each."""
    yield from in_setup(ctx, stack_rules.guns_with_cavalry)


@check(
    "JDG068",
    entry="CHK-68",
    name="artillery-on-three-infantry-units",
    severity=Severity.WARNING,
    rules=("JDG-5.1.1-c", "JDG-5.1.1-h"),
    options=("stack_three_inf_plus_artillery",),
    rationale="The rules name artillery with one or two infantry units, and three small infantry units "
    "without artillery; they do not name both together. The recommended ruling of AMB-30 allows it, so the "
    "setup depends on a ruling that players may not share. With the option off it is an error.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: a, hex: 0305, facing: E}   # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}   # 2 SP\n  - {unit: c, hex: 0305, facing: E}   # 2 SP",
    good="setup:\n  - {unit: bty-1, hex: 0306, facing: E}\n  - {unit: a, hex: 0305, facing: E}   # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}   # 2 SP\n  - {unit: c, hex: 0305, facing: E}   # 2 SP",
)
def artillery_on_three_infantry_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield three small infantry units with artillery."""
    yield from in_setup(ctx, stack_rules.three_with_guns)


@check(
    "JDG069",
    entry="CHK-69",
    name="routed-unit-in-a-stack",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-j",),
    rationale="Routed units never share a hex with ordered or disordered ones. A scenario that starts so "
    "breaks the rule before the first activation.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E}\n  - {unit: 1-29, hex: 0305, state: routed}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E}\n  - {unit: 1-29, hex: 0306, state: routed}",
)
def routed_unit_in_a_stack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield routed units with units that are not routed."""
    yield from in_setup(ctx, stack_rules.routed_with_others)


@check(
    "JDG070",
    entry="CHK-70",
    name="routed-units-together",
    severity=Severity.WARNING,
    rules=("JDG-5.1.2-g", "JDG-10.4-r"),
    rationale="A routed unit should be alone in its hex; two together are tolerated only when there is no "
    "other way, and neither of them may try to rally while they share the hex. At setup there is always "
    "another way.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, state: routed}\n  - {unit: 1-29, hex: 0305, state: routed}",
    good="setup:\n  - {unit: 1-9, hex: 0305, state: routed}\n  - {unit: 1-29, hex: 0306, state: routed}",
)
def routed_units_together(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two or more routed units in one hex."""
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            routed = tuple(p for p in stack if p.routed)
            if len(routed) > 1:
                yield Finding(
                    (*ctx.placement_subject(routed[-1].id), "hex"),
                    f"routed {name_list(p.id for p in routed)} share hex {ctx.hex_id(index)} and "
                    "cannot rally",
                    expected="one routed unit in a hex",
                    hint=f"give {name_list(p.id for p in routed[1:])} "
                    f"{'a hex of its own' if len(routed) == 2 else 'hexes of their own'}",
                    related=related_units(ctx, routed[:-1]),
                )


@check(
    "JDG071",
    entry="CHK-71",
    name="commander-in-the-order-of-battle",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-a",),
    scope="battle",
    rationale="Stacking limits count combat units alone: commanders and markers never count. A commander "
    "who is also a row of the order of battle would be counted as a unit, block a place in his stack and "
    "exert a zone of control.",
    bad="leaders:\n  - {id: hill, role: commander_in_chief}\n# oob.csv\nid,type\nhill,line_infantry",
    good="leaders:\n  - {id: hill, role: commander_in_chief}\n# oob.csv\nid,type\n1-9,line_infantry",
)
def commander_in_the_order_of_battle(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a unit that carries the id of a commander."""
    for unit in ctx.battle.units:
        if unit.id in ctx.leaders:
            yield Finding(
                ("unit", unit.id, "id"),
                f"`{unit.id}` is a commander and a combat unit, so he would count as a unit in his stack",
                expected="an id that no commander has",
                hint="delete the row if it means the commander himself, otherwise give the unit another id",
                related=((("leader", unit.id, "id"), f"`{unit.id}` is a commander here"),),
            )


@check(
    "JDG072",
    entry="CHK-72",
    name="artillery-under-other-units",
    severity=Severity.ERROR,
    rules=("JDG-5.1.2-c",),
    rationale="Artillery always lies on top of a stack: fire, reaction fire and shock checks ask for the "
    "top unit. In a setup the first entry of a hex lies on top.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E}\n  - {unit: bty-1, hex: 0305, facing: E}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: 1-9, hex: 0305, facing: E}",
)
def artillery_under_other_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery below infantry or cavalry."""
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            above: list[CombatUnit] = []
            for gun in stack:
                if gun.unit.arm in LINE_ARMS:
                    above.append(gun)
                elif gun.unit.arm == "artillery" and above:
                    names = name_list([p.id for p in above[:MAX_LISTED]], total=len(above))
                    yield Finding(
                        ctx.placement_subject(gun.id),
                        f"artillery `{gun.id}` lies under {names} in hex {ctx.hex_id(index)}",
                        expected="artillery on top of its stack",
                        hint=f"list `{gun.id}` before `{above[0].id}` in `setup`: the first entry of a hex "
                        "lies on top",
                        related=related_units(ctx, above[:MAX_LISTED]),
                    )


@check(
    "JDG073",
    entry="CHK-73",
    name="unit-in-prohibited-terrain",
    severity=Severity.ERROR,
    rules=("JDG-4.3.2-a",),
    options=("cinc_terrain_column", "z_means"),
    rationale="Impassable hexes, and hexes that the terrain effects chart prohibits to a kind of unit, can "
    "be entered along a road or trail only. A unit in such a hex without one could never have come there.",
    bad="terrain: |\n  W .        # 0101 is a wood, no road\nsetup:\n  - {unit: bty-1, hex: 0101, facing: E}",
    good="terrain: |\n  W .\nsetup:\n  - {unit: bty-1, hex: 0201, facing: E}",
)
def unit_in_prohibited_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units and commanders where their kind cannot be."""
    setup, scenario = setup_of(ctx), ctx.scenario
    if setup.ground is None or scenario is None:
        return
    ground = setup.ground
    for placement in scenario.placements:
        column = column_of(ctx, placement.piece, placement.kind)
        hexes = placement.possible_hexes
        if not column or not hexes:
            continue
        closed_hexes = [i for i in hexes if is_closed(ctx, i, column)]
        if len(closed_hexes) < (1 if placement.hexes else len(hexes)):
            continue
        kinds = dict.fromkeys(ground.label(ground.map.terrain[i] or "", "hex") for i in closed_hexes)
        where = f"{hex_names(ctx, closed_hexes)} ({', '.join(kinds)})"
        who = f"`{placement.piece}`" if placement.kind == "unit" else f"commander `{placement.piece}`"
        starts = "starts in" if placement.hexes else "can start nowhere but in"
        mover = "commanders" if placement.kind == "leader" else column.replace("_", " ")
        yield Finding(
            (*ctx.placement_subject(placement.piece), "hex" if placement.hexes else "place"),
            f"{who} {starts} {where}, closed to {mover} without a road",
            expected=f"a hex that {mover} may enter, or one with a road or trail",
            hint="choose another hex, or draw the road that led the unit there in the map's `ways`",
            depends=GROUND,
        )


def column_of(ctx: CheckContext, piece: str, kind: str) -> str:
    """Return the column of the terrain effects chart for a piece; '' when unknown."""
    if kind == "leader":
        return "infantry" if ctx.option("cinc_terrain_column") == "infantry" else "commander"
    unit = ctx.units.get(piece)
    return setup_of(ctx).movement_class(unit) if unit else ""


def is_closed(ctx: CheckContext, index: int, column: str) -> bool:
    """Return whether a hex is prohibited to a column of the terrain chart and has no road or trail."""
    cost = setup_of(ctx).hex_value(index, column)
    is_prohibited = cost == "P" or (cost == "Z" and ctx.option("z_means") == "prohibited")
    return is_prohibited and ctx.map is not None and index not in way_hexes(ctx)


def way_hexes(ctx: CheckContext) -> frozenset[int]:
    """Return hexes with a road or trail."""
    hexes = ctx.memo.get("way_hexes")
    if not isinstance(hexes, frozenset):
        ways = ctx.map.ways if ctx.map else ()
        hexes = ctx.memo["way_hexes"] = frozenset(i for way in ways for i in way.hexes)
    return hexes


@check(
    "JDG074",
    entry="CHK-74",
    name="rally-would-break-the-stack",
    severity=Severity.WARNING,
    rules=("JDG-5.1.1-i",),
    options=("six_sp_counts_artillery",),
    rationale="Three units may share a hex with 6 SP or fewer on the sides that lie face up. Where a "
    "disordered unit would take the stack above 6 SP by rallying, it may not rally until a unit has left.",
    bad="setup:\n  - {unit: a, hex: 0305, facing: E}                     # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}                     # 2 SP\n"
    "  - {unit: c, hex: 0305, facing: E, state: disordered}  # 2 SP, ordered 3",
    good="setup:\n  - {unit: a, hex: 0305, facing: E}                     # 2 SP\n"
    "  - {unit: b, hex: 0305, facing: E}                     # 2 SP\n"
    "  - {unit: c, hex: 0306, facing: E, state: disordered}  # 2 SP, ordered 3",
)
def rally_would_break_the_stack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield disordered units whose rally would exceed the limit of a three-unit stack."""
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            for arm in LINE_ARMS:
                units = three = of_arm(stack, arm)
                if ctx.option("six_sp_counts_artillery"):
                    units = (*three, *of_arm(stack, "artillery"))
                total = points(units)
                if len(three) != 3 or total is None or total > SMALL_STACK:
                    continue
                for unit in three:
                    full, now = unit.unit.number("strength"), unit.strength
                    if unit.level != "disordered" or full is None or now is None:
                        continue
                    if total - now + full > SMALL_STACK:
                        yield Finding(
                            (*ctx.placement_subject(unit.id), "state"),
                            f"`{unit.id}` cannot rally in hex {ctx.hex_id(index)}: the three units would "
                            f"have {total - now + full} SP instead of {total}",
                            expected=f"room to rally: {SMALL_STACK} SP or fewer with every unit in order",
                            hint="move one of the three to another hex, or accept that it cannot rally there",
                            related=related_units(ctx, tuple(p for p in three if p is not unit)),
                        )


@check(
    "JDG075",
    entry="CHK-75",
    name="piece-off-the-playable-map",
    severity=Severity.ERROR,
    rules=("JDG-4.4.1-a",),
    rationale="A unit moves through adjacent hexes of the map, so it must start in one. Hexes that the map "
    "marks as not playable are no part of it.",
    bad="playable: |\n  . #        # 0201 is out of play\nsetup:\n  - {unit: 1-9, hex: 0201, facing: E}",
    good="playable: |\n  . #\nsetup:\n  - {unit: 1-9, hex: 0101, facing: E}",
)
def piece_off_the_playable_map(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pieces in hexes out of play."""
    if ctx.map is None or ctx.scenario is None:
        return
    for placement in ctx.scenario.placements:
        hexes = placement.possible_hexes
        out = [i for i in hexes if not ctx.map.playable[i]]
        if not out or (not placement.hexes and len(out) < len(hexes)):
            continue
        yield Finding(
            (*ctx.placement_subject(placement.piece), "hex" if placement.hexes else "place"),
            f"`{placement.piece}` starts in {hex_names(ctx, out)}, which "
            f"{'is' if len(out) == 1 else 'are'} out of play",
            expected="a hex of the map that is in play",
            hint="choose another hex, or put the hex into play in the map's `playable` picture",
        )


CHECKS = (
    three_unit_stack_above_six_points,
    stack_of_several_formations,
    three_artillery_units,
    two_artillery_units_with_infantry,
    artillery_with_too_much_cavalry,
    artillery_on_three_infantry_units,
    routed_unit_in_a_stack,
    routed_units_together,
    commander_in_the_order_of_battle,
    artillery_under_other_units,
    unit_in_prohibited_terrain,
    rally_would_break_the_stack,
    piece_off_the_playable_map,
)
