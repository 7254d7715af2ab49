"""Checks of the terrain effects chart as the battle has it (G.4: CHK-43, -45 to -51, -58)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jdgtools.charts.model import Value
from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import cell_subject

_HEX, _SIDE, _ROAD = "TBL-TEC-HEX", "TBL-TEC-HEXSIDE", "TBL-TEC-ROAD"
_DIRECTIONS = ("in", "out")


def _in_words(value: Value) -> str:
    """Return a cell's value for a message."""
    if value is None or value == ():
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _cells(ctx: CheckContext, prop: str) -> Iterator[tuple[str, tuple[str, ...], str, Value]]:
    """Yield a property of every hex and hexside of the chart: (chart, keys, how to call it, value)."""
    for terrain in ctx.charts.get(_HEX).axis("terrain").ids:
        yield _HEX, (terrain, prop), f"terrain `{terrain}`", ctx.charts.get(_HEX).value(terrain, prop)
    yield from _side_cells(ctx, prop, ctx.charts.get(_SIDE).axis("hexside").ids)


def _side_cells(
    ctx: CheckContext, prop: str, kinds: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], str, Value]]:
    """Yield a property of some hexsides, in both directions."""
    chart = ctx.charts.get(_SIDE)
    for kind in kinds:
        for direction in _DIRECTIONS:
            name = f"hexside `{kind}` ({_way(ctx, kind, direction)})"
            yield _SIDE, (kind, direction, prop), name, chart.value(kind, direction, prop)


def _way(ctx: CheckContext, kind: str, direction: str) -> str:
    """Return a direction over a hexside in words, as the map means it."""
    definition = ctx.battle.series.terrain(kind, "hexside")
    if definition is None or not definition.directed:
        return direction
    words = ("upwards", "downwards") if kind in ("slope", "steep_slope") else ("inwards", "outwards")
    return words[direction == "out"]


def _hex_cells(
    ctx: CheckContext, prop: str, kinds: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], str, Value]]:
    """Yield a property of some hexes."""
    for kind in kinds:
        yield _HEX, (kind, prop), f"terrain `{kind}`", ctx.charts.get(_HEX).value(kind, prop)


def _wrong(
    ctx: CheckContext,
    cells: Iterator[tuple[str, tuple[str, ...], str, Value]],
    good: Callable[[Value], bool],
    problem: str,
    expected: str,
) -> Iterator[Finding]:
    """Yield findings on cells that are not good; in `problem`, `{value}` stands for what the cell holds."""
    for chart, keys, name, value in cells:
        if not good(value):
            yield Finding(
                cell_subject(ctx, chart, *keys),
                f"in TBL-TEC {name} {problem.format(value=_in_words(value))}",
                expected=f"{expected} in the cell {', '.join(keys)}",
            )


@check(
    "JDG043",
    entry="CHK-43",
    name="hexside-of-undefined-effect",
    severity=Severity.ERROR,
    rules=("JDG-4.3-b",),
    rationale=(
        "Every hexside feature, road and trail of a map has its line in the terrain effects chart. For a "
        "hexside without an inner or upper side, both directions of the line must be alike, since the map "
        "does not say which of the two hexes is inside."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [hedge, in, infantry], value: 2, note: thick hedges}",
    good="charts:\n  - {chart: TBL-TEC, key: [hedge, in, infantry], value: 2, note: thick hedges}\n"
    "  - {chart: TBL-TEC, key: [hedge, out, infantry], value: 2, note: thick hedges}",
    scope="battle",
)
def hexside_of_undefined_effect(ctx: CheckContext) -> Iterator[Finding]:
    """Yield features without a line in the chart; undirected hexsides whose two directions differ."""
    chart, series = ctx.charts.get(_SIDE), ctx.battle.series
    kinds, ways = chart.axis("hexside").ids, ctx.charts.get(_ROAD).axis("way").ids
    for feature in ctx.map.features if ctx.map is not None else ():
        if feature.kind not in kinds:
            yield Finding(
                ("hexside", feature.key, "kind"),
                f"hexside feature `{feature.kind}` has no line in TBL-TEC",
                expected=f"one of {name_list(kinds)}",
            )
    for way in ctx.map.ways if ctx.map is not None else ():
        if way.kind not in ways:
            yield Finding(
                ("way", way.key, "kind"),
                f"`{way.kind}` has no line in TBL-TEC",
                expected=f"one of {name_list(ways)}",
            )
    for kind in kinds:
        definition = series.terrain(kind, "hexside") or series.terrain(kind, "crossing")
        is_directed = definition is not None and definition.directed
        for prop in chart.axis("property").ids:
            inwards, outwards = (chart.value(kind, direction, prop) for direction in _DIRECTIONS)
            if prop == "directed" and is_directed not in (inwards, outwards):
                yield Finding(
                    cell_subject(ctx, _SIDE, kind, "in", prop),
                    f"TBL-TEC calls hexside `{kind}` {'undirected' if is_directed else 'directed'}, "
                    f"and a map writes it {'with' if is_directed else 'without'} an inner or upper side",
                    expected=f"{_in_words(is_directed)} in the cells {kind}, in and out, {prop}",
                )
            elif not is_directed and inwards != outwards:
                subject = cell_subject(ctx, _SIDE, kind, "in", prop)
                if subject[0] != "override":
                    subject = cell_subject(ctx, _SIDE, kind, "out", prop)
                yield Finding(
                    subject,
                    f"in TBL-TEC hexside `{kind}` has two values of `{prop}`, {_in_words(inwards)} in and "
                    f"{_in_words(outwards)} out, "
                    "but no inner or upper side",
                    expected=f"the same value in {kind}, in, {prop} and in {kind}, out, {prop}",
                )


@check(
    "JDG045",
    entry="CHK-45",
    name="terrain-without-cost",
    severity=Severity.ERROR,
    rules=("JDG-4.3-b", "JDG-4.3.1-f"),
    rationale=(
        "A unit pays for every hex that it enters, so each terrain on the map has a cost or a prohibition "
        "for each type of unit in the battle. A cost of 0 would let a unit run through the whole wood in one "
        "activation."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [wood, infantry], value: 0}",
    good="charts:\n  - {chart: TBL-TEC, key: [wood, infantry], value: 2}",
    scope="battle",
)
def terrain_without_cost(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes, hexsides and ways whose cost for a class in play is neither a cost nor a ban."""
    if ctx.map is None:
        return
    types = {u.type for u in ctx.battle.units}
    used = {t.movement_class for t in ctx.battle.series.unit_types if t.id in types}
    used |= {"commander"} if ctx.battle.leaders else set()
    classes = [c for c in ctx.battle.series.movement_classes if c in used]
    rows: list[tuple[str, tuple[str, ...], int]] = [
        (_HEX, (t,), 1) for t in sorted({t for t in ctx.map.terrain if t})
    ]
    rows += [(_SIDE, (k, d), 0) for k in sorted({f.kind for f in ctx.map.features}) for d in _DIRECTIONS]
    rows += [(_ROAD, (k,), 1) for k in sorted({w.kind for w in ctx.map.ways})]
    for chart, row, least in rows:
        for movement_class in classes:
            keys = (*row, movement_class)
            cell = ctx.charts.get(chart).cells.get(keys)
            value = cell.value if cell else None
            good = value in ("P", "Z") or (isinstance(value, int) and value is not True and value >= least)
            if cell is not None and not good:
                yield Finding(
                    cell_subject(ctx, chart, *keys),
                    f"in TBL-TEC `{row[0]}` costs {movement_class.replace('_', ' ')} {_in_words(value)}, "
                    "which is neither a cost nor a prohibition",
                    expected=(
                        f"a number of movement points from {least}, P or Z in the cell {', '.join(keys)}"
                    ),
                )


@check(
    "JDG046",
    entry="CHK-46",
    name="terrain-silent-on-charges",
    severity=Severity.ERROR,
    rules=("JDG-9.1-i",),
    rationale=(
        "The chart lists the terrain that blocks charges. Terrain that cavalry may not enter or cross blocks "
        "them in any case; a chart that allows the charge there contradicts itself."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [impassable, blocks_charge], value: false}",
    good="charts:\n  - {chart: TBL-TEC, key: [impassable, blocks_charge], value: true}",
    scope="battle",
    same_as=("GEN047",),
)
def terrain_silent_on_charges(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrain that does not say whether it blocks charges, or allows them where cavalry is banned."""
    for chart, keys, name, value in _cells(ctx, "blocks_charge"):
        is_banned = ctx.charts.get(chart).value(*keys[:-1], "cavalry") in ("P", "Z")
        if value is True or (value is False and not is_banned):
            continue
        problem = (
            "is prohibited to cavalry and does not block charges" if is_banned else "says nothing of charges"
        )
        yield Finding(
            cell_subject(ctx, chart, *keys),
            f"in TBL-TEC {name} {problem}",
            expected=f"{'true' if is_banned else 'true or false'} in the cell {', '.join(keys)}",
        )


@check(
    "JDG047",
    entry="CHK-47",
    name="hexside-open-to-charges",
    severity=Severity.ERROR,
    rules=("JDG-9.1-l",),
    rationale=(
        "No charge crosses a bridge over a river, a slope, a steep slope, a ridge, a redoubt or a "
        "fortification. A battle may change many cells of the chart; these are rules."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [slope, out, blocks_charge], value: false, note: downhill}",
    good="charts:\n  - {chart: TBL-TEC, key: [slope, out, shock_drm], value: 2, note: downhill}",
    scope="battle",
    same_as=("GEN047",),
)
def hexside_open_to_charges(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexsides that must block charges and do not."""
    kinds = ("slope", "steep_slope", "ridge", "redoubt", "fortification", "bridge")
    cells = _side_cells(ctx, "blocks_charge", kinds)
    yield from _wrong(ctx, cells, lambda v: v is True, "does not block charges", "true")


@check(
    "JDG048",
    entry="CHK-48",
    name="transparent-hex",
    severity=Severity.ERROR,
    rules=("JDG-7.4.1-b",),
    rationale=(
        "A hex with a village, wood, garden or palm grove between battery and target is an obstacle to the "
        "line of sight. Thin woods have a terrain of their own."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [wood, los], value: open, note: cork oaks}",
    good="legend: {o: light_wood}      # on the map: cork oaks",
    scope="battle",
    same_as=("GEN047",),
)
def transparent_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes that must block lines of sight and do not."""
    cells = _hex_cells(ctx, "los", ("village", "wood", "garden", "palm_grove"))
    yield from _wrong(ctx, cells, lambda v: v == "blocked", "has the line of sight `{value}`", "`blocked`")


@check(
    "JDG049",
    entry="CHK-49",
    name="transparent-hexside",
    severity=Severity.ERROR,
    rules=("JDG-7.4.1-c",),
    rationale=(
        "Ridges, steep slopes, redoubts and fortifications are obstacles to the line of sight. Redoubts and "
        "fortifications alone are seen over by a battery or target beside them; a ridge or steep slope stops "
        "fire even between adjacent hexes."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [ridge, in, los], value: open}",
    good="charts:\n  - {chart: TBL-TEC, key: [ridge, in, los], value: blocked}",
    scope="battle",
    same_as=("GEN047",),
)
def transparent_hexside(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexsides that must block lines of sight and do not."""
    problem = "has the line of sight `{value}`"
    for chart, keys, name, value in _side_cells(ctx, "los", ("ridge", "steep_slope")):
        if value != "blocked":
            rules = ("JDG-7.4.4-b",) if value == "blocked_unless_adjacent" else ()
            yield Finding(
                cell_subject(ctx, chart, *keys),
                f"in TBL-TEC {name} {problem.format(value=value)}",
                expected=f"`blocked` in the cell {', '.join(keys)}",
                rules=rules,
            )
    works = _side_cells(ctx, "los", ("redoubt", "fortification"))
    yield from _wrong(
        ctx,
        works,
        lambda v: v in ("blocked", "blocked_unless_adjacent"),
        problem,
        "`blocked_unless_adjacent`",
    )


@check(
    "JDG050",
    entry="CHK-50",
    name="town-without-shelter",
    severity=Severity.ERROR,
    rules=("JDG-6.1.1-f", "JDG-10.4-k"),
    rationale=(
        "Units in a town, village or castle have six front hexes, and routed units may stop there. A few "
        "houses without these effects are drawn as a farm."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [village, six_front], value: false, note: a hamlet}",
    good="legend: {f: farm}      # on the map: a hamlet",
    scope="battle",
    same_as=("GEN047",),
)
def town_without_shelter(ctx: CheckContext) -> Iterator[Finding]:
    """Yield towns, villages and castles without six front hexes or without shelter for routed units."""
    kinds = ("town", "village", "castle")
    six, shelter = _hex_cells(ctx, "six_front", kinds), _hex_cells(ctx, "rout_shelter", kinds)
    yield from _wrong(ctx, six, lambda v: v is True, "does not give six front hexes", "true")
    yield from _wrong(ctx, shelter, lambda v: v is True, "gives no shelter in rout", "true")


@check(
    "JDG051",
    entry="CHK-51",
    name="terrain-silent-on-disorder",
    severity=Severity.ERROR,
    rules=("JDG-8.7.1-i", "JDG-10.4-h"),
    rationale=(
        "The chart says of each terrain which types of unit it disorders. An advance into such terrain costs "
        "a level, so the list must be there, name each type once, and agree with the printed example: "
        "infantry that advances across a steep slope is disordered."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [steep_slope, in, disorders], value: []}",
    good="charts:\n  - {chart: TBL-TEC, key: [steep_slope, in, disorders], value: [infantry]}",
    scope="battle",
    same_as=("GEN047",),
)
def terrain_silent_on_disorder(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrain whose list of disordered types is absent, doubled or against the printed example."""
    for chart, keys, name, value in _cells(ctx, "disorders"):
        if not isinstance(value, tuple):
            problem = "does not list the types that it disorders"
            expected = "a list of types, `[]` for none,"
        elif len(set(value)) != len(value):
            problem = f"names a type twice among those that it disorders ({_in_words(value)})"
            expected = "each type once"
        elif keys[0] == "steep_slope" and "infantry" not in value:
            problem = "does not disorder infantry"
            expected = "`infantry` among the types"
        else:
            continue
        yield Finding(
            cell_subject(ctx, chart, *keys),
            f"in TBL-TEC {name} {problem}",
            expected=f"{expected} in the cell {', '.join(keys)}",
            rules=("JDG-8.7.1-i", "JDG-8.7.1-EX1") if keys[0] == "steep_slope" else (),
        )


@check(
    "JDG058",
    entry="CHK-58",
    name="clear-mark-on-wrong-terrain",
    severity=Severity.ERROR,
    rules=("JDG-4.2-a",),
    rationale=(
        "Squares are formed in clear terrain only, and terrain is clear because it is named so, not because "
        "it is open. Marking a vineyard as clear would let infantry form square between the vines."
    ),
    bad="charts:\n  - {chart: TBL-TEC, key: [vineyard, is_clear], value: true}",
    good="legend: {v: clear}      # on the map: vines too low to hinder anybody",
    scope="battle",
    same_as=("GEN047",),
)
def clear_mark_on_wrong_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrain named clear that is not marked so, and the reverse."""
    chart = ctx.charts.get(_HEX)
    for terrain in chart.axis("terrain").ids:
        definition = ctx.battle.series.terrain(terrain, "hex")
        is_clear_terrain, clear_mark = (
            definition is not None and definition.clear,
            chart.value(terrain, "is_clear"),
        )
        if (
            definition is not None
            and definition.like
            and clear_mark == chart.value(definition.like, "is_clear")
        ):
            continue  # it follows its like, of which it is said
        if clear_mark is not is_clear_terrain:
            verb = (
                "is named clear and not marked so"
                if is_clear_terrain
                else "is marked as clear and not named so"
            )
            yield Finding(
                cell_subject(ctx, _HEX, terrain, "is_clear"),
                f"in TBL-TEC terrain `{terrain}` {verb}",
                expected=f"{'true' if is_clear_terrain else 'false'} in the cell {terrain}, is_clear",
            )


CHECKS: tuple[Check, ...] = (
    hexside_of_undefined_effect,
    terrain_without_cost,
    terrain_silent_on_charges,
    hexside_open_to_charges,
    transparent_hex,
    transparent_hexside,
    town_without_shelter,
    terrain_silent_on_disorder,
    clear_mark_on_wrong_terrain,
)
"""CHK-43, CHK-45 to CHK-51 and CHK-58."""
