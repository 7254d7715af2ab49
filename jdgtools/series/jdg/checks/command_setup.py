"""Checks of commanders-in-chief at setup: where they stand, whom they reach (G.3: CHK-37 to -41)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import related_units, start_words
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Command, Leader
from jdgtools.series.jdg.checks.common import SOVEREIGN, CombatUnit, number, setup_of


def _title(leader: Leader) -> str:
    return "sovereign" if leader.role == SOVEREIGN else "commander"


@check(
    "JDG037",
    entry="CHK-37",
    name="commander-alone-in-enemy-zone",
    severity=Severity.ERROR,
    rules=("JDG-2.5.1-k",),
    rationale=(
        "A commander-in-chief, and a sovereign who moves as he does, may not enter the zone of control of an "
        "enemy unit alone, so he cannot have come there before the first turn."
    ),
    bad="setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: 70e, hex: 0304, facing: SE}",
    good="setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: 1-9, hex: 0305, facing: NE}\n"
    "  - {unit: 70e, hex: 0304, facing: SE}",
    options=("zoc_through_road_gap",),
)
def commander_alone_in_enemy_zone(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders whom enemy zones of control reach where no friendly unit is, nor may be placed.

    Of one who is placed within an area, if that holds for each of its hexes.
    """
    setup = setup_of(ctx)
    for leader, placement in setup.leaders_on_map:
        hexes = placement.possible_hexes
        zones = {index: setup.controllers(index, leader.side) for index in hexes}
        if all(zones[index] and not setup.with_friends(index, leader.side) for index in hexes):
            controllers = tuple({p.id: p for index in hexes for p in zones[index]}.values())
            yield Finding(
                ctx.placement_subject(leader.id),
                f"{_title(leader)} `{leader.id}` starts alone in {start_words(ctx, placement)}, in the zone "
                f"of control of {name_list(p.id for p in controllers)}",
                expected="a friendly unit in the same hex, or a hex outside enemy zones of control",
                related=related_units(ctx, controllers),
            )


@check(
    "JDG038",
    entry="CHK-38",
    name="commander-alone-beside-enemy",
    severity=Severity.WARNING,
    rules=("JDG-2.5.2-b",),
    rationale=(
        "When an enemy unit comes next to a commander-in-chief who is alone, the commander must be displaced "
        "at once. Starting beside one, even one without a zone of control, is a position that play would not "
        "allow to arise."
    ),
    bad="setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: guns, hex: 0304, facing: SE}",
    good="setup:\n  - {leader: wellesley, hex: 0307}\n  - {unit: guns, hex: 0304, facing: SE}",
    options=("zoc_through_road_gap",),
)
def commander_alone_beside_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders without a friendly unit next to an enemy unit whose zone does not reach them."""
    setup = setup_of(ctx)
    for leader, index in setup.leaders:
        near = setup.enemies_next_to(index, leader.side)
        # Inside a zone of control JDG037 speaks.
        if near and not setup.with_friends(index, leader.side) and not setup.controllers(index, leader.side):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"{_title(leader)} `{leader.id}` starts alone in hex {ctx.hex_id(index)}, next to "
                f"{name_list(p.id for p in near)}",
                expected="a friendly unit in the same hex, or a hex away from enemy units",
                related=related_units(ctx, near),
            )


@check(
    "JDG039",
    entry="CHK-39",
    name="fewer-orders-than-groups",
    severity=Severity.WARNING,
    rules=("JDG-2.3.2-b",),
    rationale=(
        "One order serves one tactical group, and a commander sends as many as its capacity. More groups "
        "than orders on the first turn may be just what history demands, but a setup that scatters a "
        "formation by a hex too much does the same by accident. A capacity of 0 leaves every group of that "
        "commander to its own leader."
    ),
    bad="leaders:\n  - {id: wellesley, values: {drm: 2, capacity: 0, range: 6}}",
    good="leaders:\n  - {id: wellesley, values: {drm: 2, capacity: 4, range: 6}}",
    options=("renfort_outside_groups",),
)
def fewer_orders_than_groups(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders of capacity 0; sides with fewer orders than tactical groups on the first turn."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    for side in ctx.battle.sides:
        present = {p.piece for p in scenario.placements if not p.box}
        leaders = [x for x in setup.commanders_in_play(side.id) if x.id in present]
        capacities = {x.id: x.front.get("capacity") for x in leaders}
        for leader, capacity in capacities.items():
            if capacity == 0:
                yield Finding(
                    ("leader", leader, "capacity"),
                    f"commander `{leader}` has the command capacity 0 and can send no order",
                    expected="at least 1",
                )
        orders = [c for c in capacities.values() if isinstance(c, int)]
        if not orders or len(orders) < len(leaders) or sum(orders) == 0:
            continue
        groups = {c.id: _group_count(ctx, c) for c in ctx.battle.commands if c.side == side.id}
        total = sum(groups.values())
        if total > sum(orders):
            split = ", ".join(f"`{command}` {count}" for command, count in groups.items() if count)
            # Named by its side: a rule that means this does not mean a commander without any capacity.
            yield Finding(
                ("side", side.id),
                f"side `{side.id}` can send {number(sum(orders), 'order')} and starts scenario "
                f"`{scenario.id}` with {total} tactical groups ({split})",
                expected=f"a command capacity of at least {total}, or formations that start closer together",
                hint="units of a formation within two hexes of each other make one group",
                related=(
                    *((("leader", x.id, "capacity"), f"the capacity of `{x.id}`") for x in leaders),
                    (("scenario", scenario.id, "setup"), "the setup"),
                ),
            )


def _group_count(ctx: CheckContext, command: Command) -> int:
    """Return least number of tactical groups that the formation can start with."""
    # A unit that the player places within an area may close the gap between any two groups.
    return 1 if _areas_of_free_units(ctx, command) else len(setup_of(ctx).groups(command.id))


def _areas_of_free_units(ctx: CheckContext, command: Command) -> list[tuple[int, ...]]:
    """Return the area of each unit of a formation that its player places within one."""
    assert ctx.scenario is not None
    return [
        p.area
        for p in ctx.scenario.placements
        if p.area and p.kind == "unit" and ctx.units[p.piece].command == command.id
    ]


@check(
    "JDG040",
    entry="CHK-40",
    name="commander-among-enemies",
    severity=Severity.ERROR,
    rules=("JDG-5.1.2-a",),
    rationale=(
        "No piece may enter a hex that an enemy unit occupies, so no commander-in-chief or sovereign can "
        "start there."
    ),
    bad="setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: 70e, hex: 0305, facing: SE}",
    good="setup:\n  - {leader: wellesley, hex: 0303}\n  - {unit: 70e, hex: 0305, facing: SE}",
    same_as=("JDG037", "JDG038"),
)
def commander_among_enemies(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders in a hex with units of the other side."""
    setup = setup_of(ctx)
    for leader, index in setup.leaders:
        enemies = setup.enemies_in(index, leader.side)
        if enemies:
            yield Finding(
                ctx.placement_subject(leader.id),
                f"{_title(leader)} `{leader.id}` of side `{leader.side}` starts in hex {ctx.hex_id(index)} "
                f"with {name_list(p.id for p in enemies)} of side `{enemies[0].unit.side}`",
                expected="a hex without enemy units",
                related=related_units(ctx, enemies),
            )


@check(
    "JDG041",
    entry="CHK-41",
    name="group-out-of-command-range",
    severity=Severity.WARNING,
    rules=("JDG-2.3.2-e",),
    rationale=(
        "A tactical group can receive an order only if one of its units stands within the command range of a "
        "commander. A group that starts outside every range acts without orders on the first turn, whatever "
        "the player decides."
    ),
    bad="leaders:\n  - {id: wellesley, values: {drm: 2, capacity: 4, range: 3}}\n# in the scenario\n"
    "setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: 1-9, hex: 1205, facing: NE}",
    good="leaders:\n  - {id: wellesley, values: {drm: 2, capacity: 4, range: 9}}\n# in the scenario\n"
    "setup:\n  - {leader: wellesley, hex: 0305}\n  - {unit: 1-9, hex: 1205, facing: NE}",
    options=("cinc_scope", "renfort_outside_groups"),
)
def group_out_of_command_range(ctx: CheckContext) -> Iterator[Finding]:
    """Yield tactical groups with no unit within the range of a commander who may order them."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    if ctx.map is None:
        return
    # A commander placed within an area, or without a range, may reach anybody.
    areas = (ctx.leaders[p.piece] for p in scenario.placements if p.kind == "leader" and p.area)
    roaming = {x.side for x in areas if x.role != SOVEREIGN}
    fixed_leaders = [(x, i) for x, i in setup.commanders if isinstance(x.front.get("range"), int)]
    roaming |= {x.side for x, _ in setup.commanders if not isinstance(x.front.get("range"), int)}
    groups_by_side: dict[str, list[tuple[Command, tuple[CombatUnit, ...]]]] = {}
    for command in ctx.battle.commands:
        commanders = [
            (x, i) for x, i in fixed_leaders if x.side == command.side and _may_order(ctx, x, command)
        ]
        if command.side is None or command.side in roaming:
            continue
        groups = setup.groups(command.id)
        if not commanders:
            groups_by_side.setdefault(command.side, []).extend((command, group) for group in groups)
            continue
        for group in groups:
            # (hexes too far, leader, unit) of the pair that comes closest
            gap, leader, nearest = min(
                (
                    (ctx.map.grid.distance(i, p.hex) - _range(x), x.id, p.id)
                    for x, i in commanders
                    for p in group
                )
            )
            if gap > 0 and not _joined_by_a_free_unit(ctx, command, group, commanders):
                reach = _range(ctx.leaders[leader])
                who = f"{name_list(p.id for p in group)} of formation `{command.id}`"
                far = f"{gap + reach} hexes from `{leader}`, whose range is {reach}"
                alone = len(group) == 1
                yield Finding(
                    ctx.placement_subject(nearest),
                    f"{who} starts out of command range, {far}"
                    if alone
                    else f"{who} start out of command range: `{nearest}`, the nearest, is {far}",
                    expected="one unit of each tactical group within the range of a commander",
                    related=((ctx.placement_subject(leader), f"`{leader}` starts here"),),
                )
    for side, groups_of_side in groups_by_side.items():
        yield from _without_commander_on_the_map(ctx, side, groups_of_side)


def _joined_by_a_free_unit(
    ctx: CheckContext,
    command: Command,
    group: tuple[CombatUnit, ...],
    commanders: list[tuple[Leader, int]],
) -> bool:
    """Return whether a unit that the player places within an area can carry an order to the group.

    Its area reaches the range of a commander and, in that hex or another, the chain of the group: several
    free units may make the chain between them, so one hex need not do both.
    """
    assert ctx.map is not None
    distance, chain = ctx.map.grid.distance, setup_of(ctx).group_chain
    free = [index for area in _areas_of_free_units(ctx, command) for index in area]
    return any(distance(i, h) <= _range(x) for x, i in commanders for h in free) and any(
        distance(p.hex, h) <= chain for p in group for h in free
    )


def _without_commander_on_the_map(
    ctx: CheckContext, side: str, groups: list[tuple[Command, tuple[CombatUnit, ...]]]
) -> Iterator[Finding]:
    """Yield groups that nobody on the map may order; of a side without any commander JDG031 speaks."""
    setup = setup_of(ctx)
    away = [x for x in setup.commanders_in_play(side) if x.id not in {y.id for y, _ in setup.commanders}]
    if away and groups:
        formations = dict.fromkeys(command.id for command, _ in groups)
        yield Finding(
            ("scenario", ctx.scenario.id if ctx.scenario else "", "setup"),
            f"{number(len(groups), 'tactical group')} of side `{side}` ({name_list(formations)}) can get no "
            f"order on the first turn: no commander who may order {'it' if len(groups) == 1 else 'them'} "
            "starts on the map",
            expected="a commander in a hex of the map, within range of a unit of each tactical group",
            hint=f"place {name_list((x.id for x in away), 'or')} on the map, or accept it with the reason",
            related=tuple(
                (ctx.placement_subject(group[0].id), f"`{group[0].id}` starts here")
                for _, group in groups[:3]
            ),
        )


def _range(leader: Leader) -> int:
    value = leader.front.get("range")
    return value if isinstance(value, int) else 0


def _may_order(ctx: CheckContext, leader: Leader, command: Command) -> bool:
    """Return whether the ruling of AMB-15 lets the commander order the formation."""
    return ctx.option("cinc_scope") == "army" or command.leader in (None, leader.id)


CHECKS: tuple[Check, ...] = (
    commander_alone_in_enemy_zone,
    commander_alone_beside_enemy,
    fewer_orders_than_groups,
    commander_among_enemies,
    group_out_of_command_range,
)
"""CHK-37 to CHK-41."""
