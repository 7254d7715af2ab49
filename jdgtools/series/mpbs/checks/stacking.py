"""Checks of who may share a hex, and where (5.3: SC-41 to SC-51)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.general import is_open
from jdgtools.checks.setup import PlacedUnit, related_units, setup_view, start_words, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.mpbs.arms import BAGGAGE, FIGHTERS, GUNS, HEAVY, HORSE, LIGHT
from jdgtools.series.mpbs.checks.common import UnitStack, hexes_with_units, is_prize, limited_stacks, units_at
from jdgtools.series.mpbs.stacking import MAX_LIGHT_STRENGTH

_E, _W = Severity.ERROR, Severity.WARNING


def _fighters(units: tuple[PlacedUnit, ...]) -> list[PlacedUnit]:
    """Return infantry and cavalry of one side; none where both sides have some (MPB048)."""
    fighters = [p for p in units if p.arm in FIGHTERS]
    return fighters if len({p.unit.side for p in fighters}) < 2 else []


def _guns(units: tuple[PlacedUnit, ...]) -> list[PlacedUnit]:
    """Return the artillery that is served; what is disabled or captured is no combat unit (MP-10.8.9-f)."""
    return [p for p in units if p.arm == GUNS and not is_prize(p)]


def _finding(
    ctx: CheckContext, stack: UnitStack, text: str, units: list[PlacedUnit], expected: str
) -> Finding:
    """Return a finding about the first of the units, with the others as related places."""
    return Finding(
        stack.subject(ctx, units[0].id),
        f"{stack.place} {text}",
        expected=expected,
        related=stack.related_subjects(ctx, units[1:]),
    )


@check(
    "MPB041",
    entry="SC-41",
    name="too-many-units",
    severity=_E,
    rules=("MP-8.1.1-a",),
    rationale=(
        "One counter may stand in a hex; light infantry with cavalry, guns, baggage and leaders are more."
    ),
    bad="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: un-old, hex: 1201, facing: E}",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: un-old, hex: 1205, facing: E}",
)
def too_many_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with two infantry or cavalry units; two cavalry units are the matter of MPB047."""
    for stack in limited_stacks(ctx):
        both = _fighters(stack.units)
        pair = sorted(p.arm for p in both)
        if len(both) > 1 and pair not in ([HORSE, LIGHT], [HORSE, HORSE]):
            yield _finding(
                ctx,
                stack,
                f"holds {name_list(p.id for p in both)}",
                [both[1], both[0], *both[2:]],
                "one unit, or one cavalry unit with light infantry",
            )


@check(
    "MPB042",
    entry="SC-42",
    name="cavalry-with-light-infantry",
    severity=_E,
    rules=("MP-8.2.1-a", "MP-8.2.2-b", "MP-8.2.2-d"),
    rationale="Light infantry of strength 1 or 2 stacks with cavalry of its wing: one facing, one state.",
    bad="setup:\n  - {unit: un-blue, hex: 1202, facing: E}\n  - {unit: un-cmd, hex: 1202, facing: NE}",
    good="setup:\n  - {unit: un-blue, hex: 1202, facing: E}\n  - {unit: un-cmd, hex: 1202, facing: E}",
    options=("small_strength",),
)
def cavalry_with_light_infantry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield such stacks that break one of the conditions."""
    for stack in limited_stacks(ctx):
        both = _fighters(stack.units)
        if sorted(p.arm for p in both) != [HORSE, LIGHT]:
            continue
        light, horse = sorted(both, key=lambda p: p.arm != LIGHT)
        problems = []
        strength = whole_number(light.unit.front.get("strength")) or 0
        if ctx.option("small_strength") == "current":
            strength -= int(light.placement.state.get("casualties", "0"))
        if strength > MAX_LIGHT_STRENGTH:
            problems.append(f"`{light.id}` has strength {strength}")
        if light.unit.command != horse.unit.command:
            problems.append("different wings")
        if light.placement.facing != horse.placement.facing:
            problems.append("different facings")
        for axis in ("formation", "morale"):
            if ctx.state(light.placement, axis) != ctx.state(horse.placement, axis):
                problems.append(f"different {axis}")
        if problems:
            yield Finding(
                stack.subject(ctx, light.id),
                f"`{horse.id}` and `{light.id}` in {stack.place}: {', '.join(problems)}",
                expected="light infantry of strength 1 or 2, of the same wing, facing and state",
                related=stack.related_subjects(ctx, (horse,)),
            )


@check(
    "MPB043",
    entry="SC-43",
    name="two-guns",
    severity=_E,
    rules=("MP-8.1.1-c", "MP-8.3.1-a"),
    rationale="One artillery counter may stand in a hex, alone or with one other unit.",
    bad="setup:\n  - {unit: un-heavy, hex: 1203, facing: E}\n  - {unit: un-light, hex: 1203, facing: E}",
    good="setup:\n  - {unit: un-heavy, hex: 1203, facing: E}\n  - {unit: un-light, hex: 1104, facing: E}",
)
def two_guns(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with two artillery counters."""
    for stack in limited_stacks(ctx):
        guns = _guns(stack.units)
        if len(guns) > 1:
            yield _finding(
                ctx,
                stack,
                f"holds {len(guns)} artillery counters: {name_list(p.id for p in guns)}",
                [guns[1], guns[0]],
                "one",
            )


@check(
    "MPB044",
    entry="SC-44",
    name="guns-over-and-under",
    severity=_E,
    rules=("MP-8.1.1-d", "MP-8.3.4-a"),
    rationale="The two guns of a two-hex unit are both on top of it or both beneath.",
    bad=(
        "setup:\n  - {unit: un-heavy, hex: 1203, facing: E}\n  - {unit: un-yellow, hexes: [1203, "
        "1204], facing: E}\n"
        "  - {unit: un-light, hex: 1204, facing: E}"
    ),
    good="setup:\n  - {unit: un-heavy, hex: 1203, facing: E}\n  - {unit: un-light, hex: 1204, facing: E}\n"
    "  - {unit: un-yellow, hexes: [1203, 1204], facing: E}",
)
def guns_over_and_under(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units with a gun on one half and under the other."""
    for unit in setup_view(ctx).units:
        if len(unit.hexes) != 2:
            continue
        tops = {}
        for index in unit.hexes:
            there = units_at(ctx, index)
            ids = [p.id for p in there if p.id == unit.id or p in _guns(there)]
            if len(ids) == 2:
                tops[index] = ids[0] != unit.id
        if len(set(tops.values())) > 1:
            yield Finding(
                ctx.placement_subject(unit.id),
                f"one gun is on top of `{unit.id}`, the other beneath it",
                expected="both on top, or both at the bottom",
            )


@check(
    "MPB046",
    entry="SC-46",
    name="gun-on-mixed-stack",
    severity=_E,
    rules=("MP-8.1.1-b", "MP-8.1.1-c"),
    rationale="Artillery stacks with one infantry or cavalry unit, not with both (AMB-23).",
    bad="setup:\n  - {unit: un-light, hex: 1202, facing: E}\n  - {unit: un-blue, hex: 1202, facing: E}\n"
    "  - {unit: un-cmd, hex: 1202, facing: E}",
    good="setup:\n  - {unit: un-blue, hex: 1202, facing: E}\n  - {unit: un-cmd, hex: 1202, facing: E}",
    options=("artillery_on_mixed_stack",),
)
def gun_on_mixed_stack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery with cavalry and light infantry in one hex, unless the option allows it."""
    if ctx.option("artillery_on_mixed_stack") is True:
        return
    for stack in limited_stacks(ctx):
        gun = next(iter(_guns(stack.units)), None)
        if gun is not None and sorted(p.arm for p in _fighters(stack.units)) == [HORSE, LIGHT]:
            yield Finding(
                stack.subject(ctx, gun.id),
                f"artillery `{gun.id}` stands with cavalry and light infantry in {stack.place}",
                expected="artillery with one other unit",
            )


@check(
    "MPB047",
    entry="SC-47",
    name="two-cavalry-units",
    severity=_E,
    rules=("MP-8.1.1-e",),
    rationale="Two cavalry units share a hex for a moment only, when one absorbs the other.",
    bad="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: un-blue, hex: 1201, facing: E}",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: un-blue, hex: 1202, facing: E}",
)
def two_cavalry_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with two cavalry units of a side."""
    for stack in limited_stacks(ctx):
        horse = [p for p in _fighters(stack.units) if p.arm == HORSE]
        if len(horse) > 1:
            yield _finding(
                ctx,
                stack,
                f"holds {name_list(p.id for p in horse)}",
                [horse[1], horse[0]],
                "one cavalry unit",
            )


@check(
    "MPB048",
    entry="SC-48",
    name="both-sides-in-one-hex",
    severity=_E,
    rules=("MP-10.8.9-b", "MP-14.1-b"),
    rationale=(
        "Units and leaders of both sides never share a hex; taken or broken guns and baggage may lie there."
    ),
    bad="setup:\n  - {unit: un-horn, hex: 1501, facing: E}\n  - {unit: em-cuir, hex: 1501, facing: W}",
    good="setup:\n  - {unit: un-horn, hex: 1201, facing: E}\n  - {unit: em-cuir, hex: 1501, facing: W}",
)
def both_sides_in_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with units of both sides that are no prizes; leaders among enemies (SC-45)."""
    for index, units in hexes_with_units(ctx):
        real = [p for p in units if p.unit.side is not None and not is_prize(p)]
        other = next((p for p in real if p.unit.side != real[0].unit.side), None)
        if other is not None:
            yield Finding(
                ctx.placement_subject(other.id),
                f"hex {ctx.hex_id(index)} holds units of both sides: {name_list(p.id for p in real)}",
                expected="units of one side",
                related=related_units(ctx, [p for p in real if p is not other]),
            )
    for leader, index in setup_view(ctx).leaders:
        there = [p for p in units_at(ctx, index) if p.unit.side is not None and not is_prize(p)]
        if leader.side is not None and there and all(p.unit.side != leader.side for p in there):
            yield Finding(
                ctx.placement_subject(leader.id),
                f"leader `{leader.id}` starts among enemies in hex {ctx.hex_id(index)}",
                expected="a hex without enemies",
                rules=("MP-8.1.1-a", "MP-14.1-a", "MP-5.3.1-b"),
            )


@check(
    "MPB049",
    entry="SC-49",
    name="prize-on-top",
    severity=_E,
    rules=("MP-8.3.1-e",),
    rationale="Captured and disabled guns lie at the bottom of their stack.",
    bad=(
        "setup:\n  - {unit: un-heavy, hex: 1205, state: gun_disabled}\n  - {unit: un-old, hex: 1205, "
        "facing: E}"
    ),
    good=(
        "setup:\n  - {unit: un-old, hex: 1205, facing: E}\n  - {unit: un-heavy, hex: 1205, state: "
        "gun_disabled}"
    ),
)
def prize_on_top(ctx: CheckContext) -> Iterator[Finding]:
    """Yield captured or disabled guns above a unit; other such guns and baggage may lie beneath."""
    for index, units in hexes_with_units(ctx):
        for depth, p in enumerate(units):
            beneath = [q for q in units[depth + 1 :] if q.arm != BAGGAGE and not is_prize(q)]
            if p.arm == GUNS and is_prize(p) and beneath:
                yield Finding(
                    ctx.placement_subject(p.id),
                    f"gun `{p.id}` lies on top of `{beneath[0].id}` in hex {ctx.hex_id(index)}",
                    expected="captured and disabled guns last in the hex",
                )


@check(
    "MPB050",
    entry="SC-50",
    name="impassable-terrain",
    severity=_E,
    rules=("MP-10.3.2-b", "MP-11.1.2-e"),
    rationale="No unit, nor half of one, stands where the terrain chart does not let it go.",
    bad="setup:\n  - {unit: em-cuir, hex: 1604, facing: W}      # cavalry in a castle",
    good="setup:\n  - {unit: em-drag, hex: 1604, facing: W}",
)
def impassable_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units in hexes that are closed to them, or in areas of which every hex is.

    Unlimbered guns may have been put there before the battle.
    """
    if ctx.map is None:
        return
    for p in setup_view(ctx).units_on_map:
        for index in p.hexes:
            barring_columns = _barring_columns(ctx, p, index)
            if barring_columns:
                guns = " with its guns" if barring_columns == ["guns"] and p.arm == HEAVY else ""
                yield Finding(
                    ctx.placement_subject(p.id),
                    f"unit `{p.id}` starts in hex {ctx.hex_id(index)}, {ctx.map.terrain[index]}, which is "
                    f"closed to it{guns}",
                    expected="a hex that it may enter",
                    rules=("MP-7.3.4-a", "MP-10.3.2-b", "MP-11.1.2-e") if guns else (),
                )
        if not p.hexes and all(_barring_columns(ctx, p, index) for index in p.placement.area):
            yield Finding(
                ctx.placement_subject(p.id),
                f"unit `{p.id}` starts in {start_words(ctx, p.placement)} of which every hex is closed to it",
                expected="an area with a hex that it may enter",
            )


def _barring_columns(ctx: CheckContext, placed_unit: PlacedUnit, index: int) -> list[str]:
    """Return the columns of the terrain chart by which a hex is closed to a unit; a road may lead in."""
    column = setup_view(ctx).movement_class(placed_unit.unit)
    if placed_unit.arm in (GUNS, BAGGAGE) and placed_unit.placement.state.get("limbering") != "limbered":
        column = LIGHT
    # Heavy infantry with regimental artillery goes nowhere that one of the two may not go (MP-7.3.4-a).
    columns = (HEAVY, "guns") if column == "heavy_infantry_guns" else (column,)
    kind = ctx.map.terrain[index] if ctx.map is not None else None
    barring_columns = [name for name in columns if _is_closed(ctx, kind, name)]
    return [] if barring_columns and is_open(ctx, index, column) else barring_columns


def _is_closed(ctx: CheckContext, terrain: str | None, column: str) -> bool:
    """Return whether the terrain chart closes a hex to a column; terrain that is missing is open."""
    cell = ctx.charts.get("T-TEC-HEX").cells.get((terrain or "", column))
    return cell is not None and cell.value == "NM"


@check(
    "MPB051",
    entry="SC-51",
    name="two-hex-unit-on-a-bridge",
    severity=_E,
    rules=("MP-7.3.5-b", "MP-7.3.5-c"),
    rationale="A two-hex unit crosses a bridge in one move and never stands on it.",
    bad="setup:\n  - {unit: em-red, hexes: [1405, 1404], facing: W}",
    good="setup:\n  - {unit: em-red, hexes: [1504, 1503], facing: W}",
)
def two_hex_unit_on_a_bridge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two-hex units with a half on a bridge."""
    for p in setup_view(ctx).units:
        kinds = {h: ctx.map.terrain[h] or "" for h in p.hexes} if ctx.map is not None else {}
        bridges = [h for h, kind in kinds.items() if ctx.battle.series.acts_as(kind) == "bridge"]
        if len(p.hexes) == 2 and bridges:
            yield Finding(
                ctx.placement_subject(p.id),
                f"two-hex unit `{p.id}` starts on the bridge in {ctx.hex_id(bridges[0])}",
            )


CHECKS: tuple[Check, ...] = (
    too_many_units,
    cavalry_with_light_infantry,
    two_guns,
    guns_over_and_under,
    gun_on_mixed_stack,
    two_cavalry_units,
    both_sides_in_one_hex,
    prize_on_top,
    impassable_terrain,
    two_hex_unit_on_a_bridge,
)
"""SC-41 to SC-51."""
